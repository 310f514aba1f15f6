//! From a file to a [`Dataset`]: read, decompress, verify what is claimed about it, parse, give roles. A dataset that is
//! drawn comes through the same door.

use std::io::Read;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::dataset::{Dataset, Roles, TaskKind};
use super::error::DataError;
use super::generate::Normals;
use super::read::{self, ReadOptions};

/// More than any table here; a small file can unpack to more than the machine's memory.
const MOST_BYTES: u64 = 8_000_000_000;

/// A file and all that is said about it, by a spec or by a catalogue.
#[derive(Debug, Clone)]
pub struct Source {
    /// The name of the dataset.
    pub name: String,
    /// Where the file is.
    pub file: PathBuf,
    /// What is to be learned.
    pub task: TaskKind,
    /// The format, where the ending does not tell.
    pub format: Option<String>,
    /// How to read it.
    pub options: ReadOptions,
    /// Which columns play which part.
    pub roles: Roles,
    /// What must be true of it.
    pub claims: Claims,
    /// For a dataset that is drawn: how. Nothing is read then.
    pub generate: Option<Normals>,
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

/// Reads and verifies a dataset, or draws it.
pub fn load(source: &Source) -> Result<Dataset, DataError> {
    if let Some(normals) = &source.generate {
        return normals.draw(&source.name);
    }
    let file = source.file.as_path();
    let bytes = stored(file, "check the path; a spec's paths are relative to the spec")?;
    if let Some(expected) = &source.claims.sha256 {
        let found = sha256(&bytes);
        if !found.eq_ignore_ascii_case(expected) {
            let problem = format!("sha256 is {found}, expected {expected}");
            let remedy = "the file is damaged or another version: restore it, or correct the entry";
            return Err(DataError::file(file, problem, remedy));
        }
    }
    let bytes = decompress(file, bytes)?;
    let format = read::format_of(file, source.format.as_deref())?;
    let options = ReadOptions {
        target_is_nominal: source.task.has_classes(),
        nominal: source.options.nominal.iter().chain(&source.roles.bag).cloned().collect(),
        // A column to leave out is never looked at, so it may hold anything.
        unread: source.roles.ignore.clone(),
        ..source.options.clone()
    };
    let table = read::read(file, &bytes, format, &options)?;
    let dataset = Dataset::new(&source.name, source.task, file, table, &source.roles)?;
    verify(file, &dataset, &source.claims)?;
    Ok(dataset)
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// An I/O error in the system's words, without the error number.
pub fn io_reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The bytes of a file as they are stored. `absent` is what to do where there is no such file.
pub(crate) fn stored(file: &Path, absent: &str) -> Result<Vec<u8>, DataError> {
    std::fs::read(file).map_err(|e| {
        let remedy = match e.kind() {
            std::io::ErrorKind::NotFound => absent,
            _ => "check the file and its permissions",
        };
        DataError::file(file, format!("cannot read the file: {}", io_reason(&e)), remedy)
    })
}

/// The bytes of a file as they were before gzip, which is recognised by content.
pub(crate) fn decompress(file: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, DataError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut plain = Vec::new();
    let unpacked = flate2::read::MultiGzDecoder::new(bytes.as_slice());
    unpacked.take(MOST_BYTES + 1).read_to_end(&mut plain).map_err(|e| {
        let problem = format!("the gzip data is damaged: {}", io_reason(&e));
        DataError::file(file, problem, "get the file again")
    })?;
    if plain.len() as u64 > MOST_BYTES {
        let problem = "the gzip data unpacks to more than 8 GB";
        return Err(DataError::file(file, problem, "use a smaller file"));
    }
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
            options: ReadOptions::default(),
            roles: Roles::default(),
            claims: Claims::default(),
            generate: None,
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
