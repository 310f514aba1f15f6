//! Where an experiment is opened: the methods its spec may name, the folder of datasets, and the check of its text.

use std::path::{Path, PathBuf};

use super::case::Case;
use super::error::Error;
use crate::data::DataError;
use crate::data::catalog::{CATALOG_FILE, Catalog};
use crate::files;
use crate::files::io_reason;
use crate::learn::{
    Combine, Composite, Declared, Incremental, Method, Registry, Streamed, Trained, conformance,
};
use crate::spec::{Environment, Spec, Stored, parse};

/// What experiments may name: the methods that ship, those of the caller, and a folder of datasets.
///
/// ```
/// use tribunal::{Court, Options};
///
/// let spec = r#"
///     experiment = { name = "first", seed = 1 }
///     dataset = [{ name = "iris" }]
///     method = [{ kind = "lda" }, { kind = "majority" }]
/// "#;
/// let run = Court::new().data_folder("datasets").read(spec)?.run(&Options::default())?;
/// let accuracy = run.metric("accuracy").ok_or("not measured")?;
/// assert!(accuracy.mean("lda") > accuracy.mean("majority"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Court {
    registry: Registry,
    data: Option<PathBuf>,
    /// What is wrong with the declaration of a method that was handed in: reported when a spec is opened.
    misdeclared: Option<Problem>,
}

/// The kind of a method, and what is wrong with its declaration.
type Problem = (&'static str, String);

impl Default for Court {
    fn default() -> Court {
        Court::new()
    }
}

impl Court {
    /// With the methods that ship (`docs/reference.md` lists them).
    pub fn new() -> Court {
        Court { registry: Registry::standard(), data: None, misdeclared: None }
    }

    /// With one more method; it replaces one of the same kind and task. It stays in memory until the process ends, because
    /// experiments and runs point to it. If its declaration breaks the rules ([`conformance`] lists them), no spec can be
    /// opened.
    pub fn with<T: Trained>(self, method: impl Method<T> + 'static) -> Court {
        let misdeclared = first_problem(&method, conformance::broken_declaration(&method));
        self.joined(misdeclared, |registry| registry.with(method))
    }

    /// The same for a method that learns classes of rows from a stream (`Incremental<Classify>`): an experiment with
    /// `protocol = { kind = "prequential" }` may name it.
    pub fn with_stream<T: Streamed>(self, method: impl Incremental<T> + 'static) -> Court {
        let misdeclared = first_problem(&method, conformance::broken_stream_declaration(&method));
        self.joined(misdeclared, |registry| registry.with_stream(method))
    }

    /// The same for a method over another one: a spec may name its `base`, any method of the setting that
    /// [`Combine::BASE_SETTING`] names.
    pub fn with_wrapper<C: Combine>(self, method: Composite<C>) -> Court {
        let misdeclared = first_problem(&method, conformance::broken_declaration(&method));
        self.joined(misdeclared, |registry| registry.with_wrapper(method))
    }

    /// With another registry; the first problem with a declaration stays.
    fn joined(self, misdeclared: Option<Problem>, add: impl FnOnce(Registry) -> Registry) -> Court {
        let misdeclared = self.misdeclared.or(misdeclared);
        Court { registry: add(self.registry), misdeclared, data: self.data }
    }

    /// The method of that kind for a task, if there is one.
    pub fn method<T: Trained>(&self, kind: &str) -> Option<&'static dyn Method<T>> {
        self.registry.method(kind)
    }

    /// With another folder of datasets and their `catalog.toml`. Otherwise it is the folder `datasets` here, or in one of
    /// the folders above the spec. A folder without a `catalog.toml` is where files are looked for that the catalogue
    /// declares and that do not ship.
    pub fn data_folder(self, folder: impl Into<PathBuf>) -> Court {
        Court { data: Some(folder.into()), ..self }
    }

    /// Reads and checks a spec. Its paths are relative to the folder it is in.
    pub fn open(&self, file: impl AsRef<Path>) -> Result<Case, Error> {
        let file = file.as_ref();
        let text = read_spec(file)?;
        let spec = self.check(file, &text, None)?;
        Ok(Case::new(spec, text))
    }

    /// Checks the text of a spec that is in no file. Its paths are relative to the working directory.
    pub fn read(&self, text: &str) -> Result<Case, Error> {
        let spec = self.check(Path::new("spec"), text, None)?;
        Ok(Case::new(spec, text.to_owned()))
    }

    /// Checks the text of a spec that stands in a file; what is `stored` need not be there.
    #[doc(hidden)]
    pub fn check(&self, file: &Path, text: &str, stored: Option<&Stored>) -> Result<Spec, Error> {
        if let Some((kind, problem)) = &self.misdeclared {
            return Err(Error::Method { kind: (*kind).to_owned(), problem: problem.clone() });
        }
        let catalog = open_catalog(self.data.as_deref(), Some(file));
        let folder = file.parent().unwrap_or(Path::new(""));
        let (registry, catalog) = (&self.registry, catalog.as_ref());
        let environment = Environment { registry, catalog, folder, stored };
        Ok(parse(file, text, &environment)?)
    }
}

/// The first of the problems with the declaration of a method.
fn first_problem(method: &dyn Declared, broken: Vec<String>) -> Option<Problem> {
    broken.into_iter().next().map(|problem| (method.info().kind, problem))
}

/// Opens the catalogue of a folder. One that has none is where data is looked for that does not ship with the catalogue
/// that is found without it.
pub fn open_catalog(named: Option<&Path>, spec: Option<&Path>) -> Result<Catalog, DataError> {
    match named {
        Some(folder) if folder.is_dir() && !folder.join(CATALOG_FILE).is_file() => {
            Ok(Catalog::open(&data_folder(spec))?.with_elsewhere(folder))
        }
        Some(folder) => Catalog::open(folder),
        None => Catalog::open(&data_folder(spec)),
    }
}

/// Finds the data folder: `datasets` here, else in a folder above the spec.
pub fn data_folder(spec: Option<&Path>) -> PathBuf {
    let here = PathBuf::from("datasets");
    let above = spec.and_then(|s| s.canonicalize().ok()).unwrap_or_default();
    let above = above.ancestors().skip(1).map(|folder| folder.join("datasets"));
    let mut places = std::iter::once(here.clone()).chain(above);
    places.find(|folder| folder.join(CATALOG_FILE).is_file()).unwrap_or(here)
}

/// The text of a spec.
pub fn read_spec(file: &Path) -> Result<String, Error> {
    let text = files::read_any(file, files::MOST_TEXT).map_err(|error| Error::Unreadable {
        file: file.to_path_buf(),
        reason: io_reason(&error),
    })?;
    String::from_utf8(text).map_err(|_| Error::NotText { file: file.to_path_buf() })
}
