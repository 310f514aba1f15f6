//! `curves.jsonl`: how scores went while examples passed, one trial per line. The file has the format of the journal and is
//! made when the first curve is stored, so that runs without curves have none.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::StoreError;
use super::disk::Disk;
use super::lines::{self, Lines};
use crate::plan::TrialId;
use crate::run::StoredCurve;

pub const CURVES: (&str, &str) = ("curves.jsonl", "curves");

/// The file, open for writing once it is there.
pub struct CurveFile {
    path: PathBuf,
    disk: Arc<dyn Disk>,
    lines: Option<Lines>,
}

impl CurveFile {
    /// Opens the file of a run's folder if there is one; a torn last line is cut off.
    pub fn open(folder: &Path, disk: Arc<dyn Disk>) -> Result<CurveFile, StoreError> {
        let path = folder.join(CURVES.0);
        let lines = match path.exists() {
            true => Some(Lines::open(&path, CURVES.1, Arc::clone(&disk))?),
            false => None,
        };
        Ok(CurveFile { path, disk, lines })
    }

    /// Appends curves and waits until they are on the disk.
    pub fn append<'c>(&mut self, curves: impl Iterator<Item = &'c StoredCurve>) -> io::Result<()> {
        let mut curves = curves.peekable();
        if curves.peek().is_none() {
            return Ok(());
        }
        let lines = match self.lines.take() {
            Some(lines) => lines,
            None => Lines::open(&self.path, CURVES.1, Arc::clone(&self.disk))
                .map_err(io::Error::other)?,
        };
        self.lines.insert(lines).append(curves)
    }
}

/// The latest curve of every trial that is asked for.
pub fn read_curves(
    folder: &Path,
    wanted: impl Fn(&TrialId) -> bool,
) -> Result<BTreeMap<TrialId, StoredCurve>, StoreError> {
    let mut curves = BTreeMap::new();
    each_curve(folder, |curve| {
        if wanted(&curve.trial) {
            curves.insert(curve.trial.clone(), curve);
        }
    })?;
    Ok(curves)
}

/// Hands over all curves of a run, latest last, and returns the numbers of damaged lines. A curve that does not fit together
/// was not written by this program and is left out.
pub fn each_curve(
    folder: &Path,
    mut each: impl FnMut(StoredCurve),
) -> Result<Vec<usize>, StoreError> {
    let damaged = lines::read(&folder.join(CURVES.0), CURVES.1, |curve: StoredCurve| {
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
        let open = || CurveFile::open(dir.path(), Arc::new(RealDisk)).unwrap();
        open().append([].iter()).unwrap();
        assert!(!dir.path().join(CURVES.0).exists());
        open().append([curve('a', &[10]), curve('b', &[10])].iter()).unwrap();
        open().append([curve('a', &[10, 20])].iter()).unwrap();
        let found = read_curves(dir.path(), |trial| *trial == curve('a', &[]).trial).unwrap();
        assert_eq!(found.into_values().collect::<Vec<_>>(), [curve('a', &[10, 20])]);
    }

    #[test]
    fn a_torn_line_is_cut_off_and_a_damaged_one_costs_its_curve() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(CURVES.0);
        let open = || CurveFile::open(dir.path(), Arc::new(RealDisk)).unwrap();
        open().append([curve('a', &[10]), curve('b', &[10]), curve('c', &[10])].iter()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("0.5", "0.6", 1)).unwrap();
        let mut found = 0;
        assert_eq!(each_curve(dir.path(), |_| found += 1).unwrap(), [2]);
        assert_eq!(found, 2);
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        open().append([curve('d', &[10])].iter()).unwrap();
        let mut trials = Vec::new();
        each_curve(dir.path(), |curve| trials.push(curve.trial.to_string())).unwrap();
        assert_eq!(trials, ["a", "b", "d"].map(|digit| digit.repeat(32)));
    }
}
