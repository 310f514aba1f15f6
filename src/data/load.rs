//! From a file to a [`Dataset`]: read, decompress, verify what is claimed about it, parse, give roles. A dataset that is
//! drawn comes through the same door.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::advice;
use super::dataset::{Dataset, Roles, TaskKind};
use super::error::DataError;
use super::folds;
use super::generate::Generator;
use super::prep::Scale;
use super::read::{self, ReadOptions, ReadTable};
use super::target::{join_equal_numbers, judge_classes};
use super::target_place::{first_names_note, named_target_note, other_target};
use crate::files::{self, io_reason};

/// Bytes of a data file, and of what it unpacks to: a few megabytes of gzip can unpack to more than the machine's memory.
pub const MOST_BYTES: u64 = 4_000_000_000;

/// A file and all that is said about it, by a spec or by a catalogue.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// The name of the dataset.
    pub name: String,
    /// Where the file is.
    pub file: PathBuf,
    /// What is to be learned.
    pub task: TaskKind,
    /// Whether no task was declared, so that the values of the target must confirm that they are classes.
    pub assumed: bool,
    /// The format, where the ending does not tell.
    pub format: Option<String>,
    /// How to read it.
    pub options: ReadOptions,
    /// Which columns play which part.
    pub roles: Roles,
    /// The file that declares its folds.
    pub folds_file: Option<PathBuf>,
    /// What must be true of it.
    pub claims: Claims,
    /// The folder that no link may take the file out of; `None` for a file that the user named.
    pub inside: Option<PathBuf>,
    /// For a dataset that is drawn: how. Nothing is read then.
    pub generate: Option<Generator>,
    /// How its numbers are scaled, where not as all others.
    pub scale: Option<Scale>,
}

/// What must be true of a file; every claim that is made is verified.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// SHA-256 of the file as stored, in hexadecimal.
    pub sha256: Option<String>,
    /// Rows of the table.
    pub rows: Option<usize>,
    /// Feature columns.
    pub features: Option<usize>,
    /// Distinct classes.
    pub classes: Option<usize>,
}

/// Reads and verifies a dataset, or draws it, with the folds that it declares.
pub fn load(source: &Source) -> Result<Dataset, DataError> {
    let mut dataset = match &source.generate {
        Some(generator) => generator.draw(&source.name)?,
        None => load_file(source)?,
    };
    if let Some(file) = &source.folds_file {
        let (declared, notes) = folds::of_file(file, &dataset.fold_examples())?;
        dataset.folds = Some(declared);
        dataset.notes.extend(notes);
    }
    Ok(dataset)
}

fn load_file(source: &Source) -> Result<Dataset, DataError> {
    let file = source.file.as_path();
    if let Some(folder) = &source.inside {
        check_inside(file, folder)?;
    }
    let absent = "check the path; a spec's paths are relative to the spec";
    let bytes = files::read(file, MOST_BYTES).map_err(|e| unreadable(file, &e, absent))?;
    if let Some(expected) = &source.claims.sha256 {
        let found = sha256(&bytes);
        if !found.eq_ignore_ascii_case(expected) {
            let problem = format!("sha256 is {found}, expected {expected}");
            let remedy = "the file is damaged or another version: restore it, or correct the entry";
            return Err(DataError::file(file, problem, remedy));
        }
    }
    let bytes = decompress(file, bytes, MOST_BYTES)?;
    let (format, format_note) = match &source.format {
        None if source.options.sniff => read::format_by_content(file, &bytes)?,
        name => (read::format_of(file, name.as_deref())?, None),
    };
    let options = ReadOptions {
        target_is_nominal: source.task.has_classes(),
        // A column to leave out is never looked at, so it may hold anything; bags and folds are names.
        unread: [&source.roles.bag, &source.roles.fold]
            .into_iter()
            .flatten()
            .chain(&source.roles.ignore)
            .cloned()
            .collect(),
        ..source.options.clone()
    };
    let mut table = read::read(file, &bytes, format, &options)
        .map_err(|error| advice::of_names(error, file, &bytes, format, &options))?;
    table.notes.splice(..0, format_note);
    let is_listed = table.target.iter().any(|target| source.options.nominal.contains(target));
    let declared = table.declares_classes || is_listed || !source.roles.classes.is_empty();
    let mut joined = Vec::new();
    if !declared {
        let ReadTable { table, target, .. } = &mut table;
        let targets = table.columns.iter_mut().filter(|column| target.contains(&column.name));
        joined.extend(targets.filter_map(join_equal_numbers));
    }
    let mut dataset = Dataset::new(&source.name, source.task, file, table, &source.roles)?;
    dataset.notes.extend(joined);
    let target_said = !source.options.target.is_empty() || !source.options.sniff;
    // A catalogue says how many classes there are.
    if !declared && source.claims.classes.is_none() {
        let other = other_target(&dataset).filter(|_| !target_said);
        for target in &dataset.targets {
            dataset.notes.extend(judge_classes(file, target, source.assumed, other.as_deref())?);
        }
    }
    if !target_said {
        let note = named_target_note(&dataset).or_else(|| first_names_note(&dataset));
        dataset.notes.extend(note);
    }
    verify(file, &dataset, &source.claims)?;
    Ok(dataset)
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// Why a file cannot be read. `absent` is what to do where there is no such file.
pub(crate) fn unreadable(file: &Path, error: &std::io::Error, absent: &str) -> DataError {
    let remedy = match error.kind() {
        std::io::ErrorKind::NotFound => absent,
        std::io::ErrorKind::FileTooLarge => "use a smaller file, such as a sample of its rows",
        std::io::ErrorKind::InvalidInput => "name a file, not a folder, pipe or device",
        _ => "check the file and its permissions",
    };
    DataError::file(file, format!("cannot read the file: {}", io_reason(error)), remedy)
}

/// Refuses a file that a link takes out of the folder it should be in.
fn check_inside(file: &Path, folder: &Path) -> Result<(), DataError> {
    let (Ok(file_is), Ok(folder_is)) = (file.canonicalize(), folder.canonicalize()) else {
        return Ok(()); // What is not there is told when it is read.
    };
    if file_is.starts_with(&folder_is) {
        return Ok(());
    }
    let problem = format!("the file leads out of the data folder, to {}", file_is.display());
    let remedy = "a catalogue describes files of its own folder: copy the file there, or use `path` in the spec";
    Err(DataError::file(file, problem, remedy))
}

/// The bytes of a file as they were before gzip, which is recognised by content; at most so many.
pub(crate) fn decompress(file: &Path, bytes: Vec<u8>, most: u64) -> Result<Vec<u8>, DataError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut plain = Vec::new();
    let unpacked = flate2::read::MultiGzDecoder::new(bytes.as_slice());
    files::up_to(unpacked, most, &mut plain).map_err(|e| {
        if e.kind() == std::io::ErrorKind::FileTooLarge {
            let problem = format!("the gzip data unpacks to more than {} MB", most / 1_000_000);
            return DataError::file(
                file,
                problem,
                "use a smaller file, such as a sample of its rows",
            );
        }
        let problem = format!("the gzip data is damaged: {}", io_reason(&e));
        DataError::file(file, problem, "get the file again")
    })?;
    Ok(plain)
}

fn verify(file: &Path, dataset: &Dataset, claims: &Claims) -> Result<(), DataError> {
    let facts = [
        ("rows", claims.rows, dataset.rows),
        ("features", claims.features, dataset.features.len()),
        ("classes", claims.classes, dataset.classes().map_or(0, |(levels, _)| levels.len())),
    ];
    for (what, claimed, found) in facts {
        if let Some(claimed) = claimed.filter(|&c| c != found) {
            let problem = format!("{found} {what}, expected {claimed}");
            return Err(DataError::file(file, problem, "restore the file, or correct the entry"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn source(file: &Path) -> Source {
        Source {
            name: "t".into(),
            file: file.to_path_buf(),
            task: TaskKind::Classification,
            format: Some("csv".into()),
            ..Source::default()
        }
    }

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn gzip_is_recognised_by_content_and_damage_is_refused() {
        let text = b"x,class\n1,a\n2,b\n";
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(text).unwrap();
        let packed = packer.finish().unwrap();
        let plain = load(&source(file(text).path())).unwrap();
        assert_eq!(load(&source(file(&packed).path())).unwrap().hash, plain.hash);
        let cut = load(&source(file(&packed[..packed.len() - 9]).path())).unwrap_err();
        assert!(cut.problem.contains("gzip"), "{cut}");
    }

    /// A few kilobytes of gzip that would unpack to a hundred megabytes, in one piece or in many.
    #[test]
    fn gzip_that_unpacks_to_too_much_is_refused() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(&vec![b'1'; 1_000_000]).unwrap();
        let packed = packer.finish().unwrap();
        assert!(packed.len() < 2_000);
        let file = Path::new("bomb.gz");
        assert_eq!(decompress(file, packed.clone(), 1_000_000).unwrap().len(), 1_000_000);
        for bomb in [packed.clone(), packed.repeat(100)] {
            let error = decompress(file, bomb, 999_999).unwrap_err();
            assert!(error.problem.contains("unpacks to more than"), "{error}");
        }
        assert_eq!(decompress(file, packed.repeat(2), 2_000_000).unwrap().len(), 2_000_000);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_links_out_of_the_data_folder_are_refused() {
        for endless in ["/dev/zero", "/dev", "/dev/stdin"] {
            let error = load(&source(Path::new(endless))).unwrap_err();
            assert!(error.to_string().contains("regular file"), "{error}");
        }
        let (outside, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (secret, link) = (outside.path().join("s.csv"), folder.path().join("a.csv"));
        std::fs::write(&secret, "x,class\n1,a\n2,b\n").unwrap();
        std::os::unix::fs::symlink(&secret, &link).unwrap();
        assert!(load(&source(&link)).is_ok(), "a spec may name what its user may read");
        let inside = Some(folder.path().to_path_buf());
        let error = load(&Source { inside, ..source(&link) }).unwrap_err();
        assert!(error.problem.contains("leads out of"), "{error}");
    }

    #[test]
    fn every_claim_is_verified() {
        let good = file(b"x,class\n1,a\n2,b\n");
        let with = |claims: Claims| load(&Source { claims, ..source(good.path()) });
        let right = Claims {
            sha256: Some(sha256(b"x,class\n1,a\n2,b\n")),
            rows: Some(2),
            features: Some(1),
            classes: Some(2),
        };
        assert!(with(right.clone()).is_ok());
        for wrong in [
            Claims { sha256: Some("00".into()), ..right.clone() },
            Claims { rows: Some(3), ..right.clone() },
            Claims { features: Some(3), ..right.clone() },
            Claims { classes: Some(3), ..right.clone() },
        ] {
            assert!(with(wrong).unwrap_err().problem.contains("expected"));
        }
    }

    #[test]
    fn an_absent_file_says_so() {
        let error = load(&source(Path::new("/no/such/file.csv"))).unwrap_err();
        assert!(error.to_string().contains("no such file"), "{error}");
    }
}
