//! `curves.jsonl`: how scores went while examples passed, one trial per line. The file has the format of the journal and is
//! made when the first curve is stored, so that runs without curves have none.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::StoreError;
use super::disk::Disk;
use super::lines::{self, Lines, LinesError};
use super::writer::Writer;
use crate::plan::TrialId;
use crate::run::StoredCurve;

/// The file of a writer, open for writing once it is there.
pub struct CurveFile {
    path: PathBuf,
    kind: &'static str,
    disk: Arc<dyn Disk>,
    lines: Option<Lines>,
}

impl CurveFile {
    /// Opens the file of a writer if there is one; a torn last line is cut off.
    pub fn open(
        folder: &Path,
        writer: &Writer,
        disk: &Arc<dyn Disk>,
    ) -> Result<CurveFile, LinesError> {
        let (name, kind) = writer.curves();
        let (path, disk) = (folder.join(name), Arc::clone(disk));
        let lines = match path.exists() {
            true => Some(Lines::open(&path, kind, Arc::clone(&disk))?),
            false => None,
        };
        Ok(CurveFile { path, kind, disk, lines })
    }

    /// Appends curves and waits until they are on the disk.
    pub fn append<'c>(&mut self, curves: impl Iterator<Item = &'c StoredCurve>) -> io::Result<()> {
        let mut curves = curves.peekable();
        if curves.peek().is_none() {
            return Ok(());
        }
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => Lines::open(&self.path, self.kind, Arc::clone(&self.disk))
                .map_err(io::Error::other)?,
        };
        self.lines.insert(lines).append(curves)
    }
}

/// The latest curve of every trial that is asked for, of whatever writer: the same trial has the same curve everywhere.
pub fn read_curves(
    folder: &Path,
    wanted: impl Fn(&TrialId) -> bool,
) -> Result<BTreeMap<TrialId, StoredCurve>, StoreError> {
    let mut curves = BTreeMap::new();
    for writer in writers(folder)? {
        each_curve(folder, &writer, |curve| {
            if wanted(&curve.trial) {
                curves.insert(curve.trial.clone(), curve);
            }
        })?;
    }
    Ok(curves)
}

/// Whether a folder has curves.
pub fn has_curves(folder: &Path) -> Result<bool, StoreError> {
    Ok(writers(folder)?.iter().any(|writer| folder.join(writer.curves().0).exists()))
}

fn writers(folder: &Path) -> Result<Vec<Writer>, StoreError> {
    let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
    Writer::all(folder).map_err(failed)
}

/// Hands over all curves of a writer, latest last, and returns the numbers of damaged lines. A curve that does not fit
/// together was not written by this program and is left out.
pub fn each_curve(
    folder: &Path,
    writer: &Writer,
    mut each: impl FnMut(StoredCurve),
) -> Result<Vec<usize>, StoreError> {
    let (name, kind) = writer.curves();
    let damaged = lines::read(&folder.join(name), kind, |curve: StoredCurve| {
        if curve.fits_together() {
            each(curve);
        }
    })?;
    Ok(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RealDisk;

    fn curve(digit: char, at: &[u64]) -> StoredCurve {
        let trial = TrialId::read(&digit.to_string().repeat(32)).unwrap();
        let values = BTreeMap::from([("accuracy".to_owned(), vec![Some(0.5); at.len()])]);
        StoredCurve { trial, step: "examples".into(), at: at.to_vec(), values }
    }

    #[test]
    fn the_file_is_made_with_the_first_curve_and_the_latest_one_counts() {
        let dir = tempfile::tempdir().unwrap();
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let open = || CurveFile::open(dir.path(), &Writer::main(), &disk).unwrap();
        open().append([].iter()).unwrap();
        assert!(!dir.path().join("curves.jsonl").exists());
        open().append([curve('a', &[10]), curve('b', &[10])].iter()).unwrap();
        open().append([curve('a', &[10, 20])].iter()).unwrap();
        let found = read_curves(dir.path(), |trial| *trial == curve('a', &[]).trial).unwrap();
        assert_eq!(found.into_values().collect::<Vec<_>>(), [curve('a', &[10, 20])]);
    }

    #[test]
    fn a_torn_line_is_cut_off_and_a_damaged_one_costs_its_curve() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("curves.jsonl");
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let open = || CurveFile::open(dir.path(), &Writer::main(), &disk).unwrap();
        open().append([curve('a', &[10]), curve('b', &[10]), curve('c', &[10])].iter()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("0.5", "0.6", 1)).unwrap();
        let mut found = 0;
        assert_eq!(each_curve(dir.path(), &Writer::main(), |_| found += 1).unwrap(), [2]);
        assert_eq!(found, 2);
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        open().append([curve('d', &[10])].iter()).unwrap();
        let mut trials = Vec::new();
        each_curve(dir.path(), &Writer::main(), |curve| trials.push(curve.trial.to_string()))
            .unwrap();
        assert_eq!(trials, ["a", "b", "d"].map(|digit| digit.repeat(32)));
    }
}
