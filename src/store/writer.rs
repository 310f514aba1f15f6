//! The files of one process in a run's folder: a journal, the predictions of its outcomes, and their curves if they have
//! any. `tribunal run` appends to `journal.jsonl`, `predictions.jsonl` and `curves.jsonl`; every other process has files of its
//! own, `journal-NAME.jsonl` and so on. This module knows their names and their order, and nothing of what is in them.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::curves::CurveFile;
use super::disk::{Disk, unique_word};
use super::lines::{Lines, LinesError};
use crate::files;

const JOURNAL: &str = "journal";
const PREDICTIONS: &str = "predictions";
const CURVES: &str = "curves";
const ENDING: &str = ".jsonl";

/// The name that a process writes under. Writers are ordered as their files are merged: by number, then by name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Writer {
    /// Larger than the numbers of all writers that were there before it; 0 for `tribunal run`.
    number: u32,
    /// Empty for `tribunal run`, else `NUMBER[f]-HOST-PROCESS-RANDOM`.
    name: String,
}

/// A file of a writer: its name in the folder, and what it holds.
pub type NamedFile = (String, &'static str);

/// The open files of a writer.
pub struct Pair {
    pub journal: Lines,
    pub predictions: Lines,
    pub curves: CurveFile,
}

impl Writer {
    /// The process that runs an experiment alone and holds the lock.
    pub fn main() -> Writer {
        Writer { number: 0, name: String::new() }
    }

    /// From the part of a file's name between `journal-` and `.jsonl`; `None` if we give no such names.
    fn named(name: &str) -> Option<Writer> {
        let (head, _) = name.split_once('-')?;
        let digits = head.strip_suffix(FORCED).unwrap_or(head);
        let counts = digits.len() >= DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| counts)?;
        Some(Writer { number, name: name.to_owned() })
    }

    /// All writers that have a journal in a folder, in the order in which they are merged. The main one is always the
    /// first, whether it has files or not.
    pub fn all(folder: &Path) -> io::Result<Vec<Writer>> {
        let mut all = vec![Writer::main()];
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let journal = files::open(&folder.join(Writer::main().journal().0));
                return without_list(error, journal.map(drop)).map(|()| all);
            }
        };
        for entry in entries {
            let file = entry?.file_name();
            let inside = file.to_str().and_then(|file| file.strip_prefix("journal-"));
            all.extend(inside.and_then(|rest| rest.strip_suffix(ENDING)).and_then(Writer::named));
        }
        all.sort();
        Ok(all)
    }

    /// Whether its outcomes replace all that were there before, because everything was to be run again.
    pub fn is_forced(&self) -> bool {
        self.name.split('-').next().is_some_and(|head| head.ends_with(FORCED))
    }

    /// Its journal.
    pub fn journal(&self) -> NamedFile {
        (self.file(JOURNAL), JOURNAL)
    }

    /// The predictions of the outcomes in its journal.
    pub fn predictions(&self) -> NamedFile {
        (self.file(PREDICTIONS), PREDICTIONS)
    }

    /// The curves of the outcomes in its journal.
    pub fn curves(&self) -> NamedFile {
        (self.file(CURVES), CURVES)
    }

    fn file(&self, kind: &str) -> String {
        let dash = if self.name.is_empty() { "" } else { "-" };
        format!("{kind}{dash}{}{ENDING}", self.name)
    }

    /// Opens its files to append to.
    pub fn open(&self, folder: &Path, disk: &Arc<dyn Disk>) -> Result<Pair, LinesError> {
        let open =
            |(name, kind): NamedFile| Lines::open(&folder.join(name), kind, Arc::clone(disk));
        Ok(Pair {
            journal: open(self.journal())?,
            predictions: open(self.predictions())?,
            curves: CurveFile::open(folder, self, disk)?,
        })
    }

    /// Makes files that no other process has, with a name that comes after those that are there.
    pub fn create(
        folder: &Path,
        forced: bool,
        disk: &Arc<dyn Disk>,
    ) -> Result<(Writer, Pair), LinesError> {
        let create =
            |(name, kind): NamedFile| Lines::create(&folder.join(name), kind, Arc::clone(disk));
        loop {
            let writer = Writer::next(folder, forced)?;
            // The journal last: a writer is known by its journal.
            let pair = create(writer.predictions()).and_then(|predictions| {
                let curves = CurveFile::open(folder, &writer, disk)?;
                Ok(Pair { journal: create(writer.journal())?, predictions, curves })
            });
            match pair {
                Ok(pair) => return Ok((writer, pair)),
                Err(LinesError::Io { error, .. })
                    if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// A name that comes after those that are there. Two processes that ask at the same time may get the same number,
    /// and never the same name.
    fn next(folder: &Path, forced: bool) -> Result<Writer, LinesError> {
        let failed = |error| LinesError::Io { path: folder.to_path_buf(), error };
        let last = Writer::all(folder).map_err(failed)?.pop().map_or(0, |last| last.number);
        let number = last.saturating_add(1);
        let mark = if forced { FORCED } else { "" };
        let (host, process, random) = (host(), std::process::id(), unique_word());
        Ok(Writer { number, name: format!("{number:0DIGITS$}{mark}-{host}-{process}-{random}") })
    }
}

/// Whether a folder that cannot be listed can be taken for one without other writers, given what came of opening
/// `journal.jsonl` in it.
fn without_list(error: io::Error, journal: io::Result<()>) -> io::Result<()> {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    match (error.kind(), journal.map_err(|e| e.kind())) {
        // There is no folder.
        (NotFound | NotADirectory, _) => Ok(()),
        // The caller opens `journal.jsonl` next, and the error then names the file.
        (PermissionDenied, Err(PermissionDenied)) => Ok(()),
        // The folder may be entered: journals of other processes may be there, and their results must not be lost.
        _ => Err(error),
    }
}

/// Digits of a number, at least.
const DIGITS: usize = 4;

/// The mark behind the number of a forced writer.
const FORCED: &str = "f";

/// The name of this machine as far as it is safe in the name of a file. It is there for people: names differ without it.
pub fn host() -> String {
    let known = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let known = known.or_else(|| std::env::var("HOSTNAME").ok());
    let known = known.or_else(|| std::env::var("COMPUTERNAME").ok()).unwrap_or_default();
    let safe = known.trim().chars().filter(char::is_ascii_alphanumeric).take(32);
    let safe: String = safe.collect();
    if safe.is_empty() { "host".to_owned() } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::RealDisk;

    #[test]
    fn writers_are_ordered_by_number_and_only_our_names_are_taken() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Writer::all(&dir.path().join("absent")).unwrap(), [Writer::main()]);
        let names = [
            "journal-10000-b-1-x.jsonl",
            "journal-0002-a-1-x.jsonl",
            "journal-0002f-a-1-x.jsonl",
            "journal.jsonl",
            "journal-old.jsonl",
            "journal-2024-old.jsonl.bak",
            "journal-12-a-1-x.jsonl",
            "predictions-0003-a-1-x.jsonl",
            "run.json",
        ];
        for name in names {
            std::fs::write(dir.path().join(name), "").unwrap();
        }
        let all = Writer::all(dir.path()).unwrap();
        let files: Vec<String> = all.iter().map(|writer| writer.journal().0).collect();
        assert_eq!(
            files,
            [
                "journal.jsonl",
                "journal-0002-a-1-x.jsonl",
                "journal-0002f-a-1-x.jsonl",
                "journal-10000-b-1-x.jsonl"
            ]
        );
        let forced: Vec<bool> = all.iter().map(Writer::is_forced).collect();
        assert_eq!(forced, [false, false, true, false]);
    }

    /// The owner of all files is refused nothing, so that the errors are made here.
    #[test]
    fn a_folder_that_cannot_be_listed_is_not_taken_for_one_without_workers() {
        use io::ErrorKind::{NotADirectory, NotFound, Other, PermissionDenied};
        let passes = |listing: io::ErrorKind, journal: Result<(), io::ErrorKind>| {
            without_list(listing.into(), journal.map_err(io::Error::from)).is_ok()
        };
        assert!(passes(NotFound, Err(NotFound)) && passes(NotADirectory, Err(NotADirectory)));
        assert!(passes(PermissionDenied, Err(PermissionDenied)), "the journal has better words");
        for journal in [Ok(()), Err(NotFound)] {
            assert!(!passes(PermissionDenied, journal), "{journal:?}");
        }
        assert!(!passes(Other, Ok(())));
    }

    #[test]
    fn a_new_writer_comes_last_and_shares_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let mut made = Vec::new();
        for forced in [false, true, false] {
            let (writer, _) = Writer::create(dir.path(), forced, &disk).unwrap();
            assert_eq!(writer.is_forced(), forced);
            let safe = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
            assert!(writer.journal().0.chars().all(safe), "{:?}", writer.journal());
            made.push(writer);
        }
        assert_eq!(Writer::all(dir.path()).unwrap()[1..], made);
        let (name, kind) = made[0].journal();
        assert!(Lines::create(&dir.path().join(name), kind, disk).is_err(), "two have one file");
    }
}
