//! A share of a run: several processes, on one machine or many, divide the jobs of an experiment among themselves. Each
//! runs its own share into one folder ([`Store::open_worker`]), and writes the tables when it is done.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::case::{Case, Tables};
use super::error::Error;
use super::work::write_run_json;
use crate::num::hash::Canonical;
use crate::plan::{Job, Plan};
use crate::store::{PATIENCE, Store, Turn, TurnPatience, write_tables};

/// More processes than any cluster has.
pub const MOST_SHARDS: usize = 100_000;

/// One of several shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    number: usize,
    of: usize,
}

impl Shard {
    /// Number `number` (from 1) of `of` shares; `None` if there is no such share.
    pub fn new(number: usize, of: usize) -> Option<Shard> {
        ((1..=of).contains(&number) && of <= MOST_SHARDS).then_some(Shard { number, of })
    }

    /// The jobs of this share: every `of`-th, so that all shares have some of every dataset.
    pub fn jobs(self, all: Vec<Job>) -> Vec<Job> {
        self.share(all)
    }

    fn share<J>(self, all: Vec<J>) -> Vec<J> {
        all.into_iter().skip(self.number - 1).step_by(self.of).collect()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// How long a worker waits for its turn. A run may take days; one that is about to end is waited for.
const TURN: TurnPatience = TurnPatience { tables: PATIENCE, run: Duration::from_secs(10) };

/// How long tables are written again because outcomes are added in the meantime. The processes that add them write the
/// tables at their own end.
const LINGER: Duration = Duration::from_secs(60);

/// How long a process waits before it writes tables again: others need the disk, too.
const PAUSE: Duration = Duration::from_secs(1);

/// Writes `run.json` and the tables of everything that all processes stored, when it is its turn. After an
/// interrupt it waits for nothing: it writes once if the folder is free.
pub fn write_tables_of_all(
    case: &Case,
    plan: &Plan<'_>,
    store: &mut Store,
    interrupted: Option<&AtomicBool>,
) -> Result<Tables, Error> {
    match store.wait_for_turn_unless(interrupted, &made_of(case), TURN)? {
        Turn::Ours(_) => {
            write_until_complete(case, plan, store, LINGER, interrupted)?;
            Ok(Tables::Written)
        }
        Turn::Passed => Ok(Tables::LeftToAnother),
        Turn::Denied => Ok(Tables::Incomplete),
    }
}

/// Locks do not reach across all machines. Two processes may then write tables at the same time: the one that writes last
/// sees that outcomes were added since it read the folder, and writes again. However often it writes, everything that this
/// process stored is in the tables.
fn write_until_complete(
    case: &Case,
    plan: &Plan<'_>,
    store: &Store,
    linger: Duration,
    interrupted: Option<&AtomicBool>,
) -> Result<(), Error> {
    let started = Instant::now();
    let is_over = || {
        let interrupted = interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed));
        interrupted || started.elapsed() >= linger
    };
    loop {
        let before = store.extent()?;
        store.read_again()?;
        write_run_json(case, plan, store)?;
        write_tables(store, plan)?;
        if store.extent()? == before || is_over() {
            return Ok(());
        }
        std::thread::sleep(PAUSE);
        if is_over() {
            return Ok(());
        }
    }
}

/// What the tables are made of, in a word: two processes with the same word write the same tables.
fn made_of(case: &Case) -> String {
    let seed = case.spec.experiment.seed.to_le_bytes();
    Canonical::plain().raw(case.text.as_bytes()).raw(&seed).digits(16)
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::Options;
    use crate::store::Disk;

    fn small() -> Case {
        let spec = "experiment = { name = \"t\", seed = 1 }\nmethod = [{ kind = \"majority\" }]\n\
                    dataset = [{ name = \"d\", generate = { rows = 10 } }]\n";
        crate::Court::new().read(spec).unwrap()
    }

    #[test]
    fn shares_are_disjoint_and_hold_everything() {
        let all: Vec<usize> = (0..10).collect();
        for of in [1, 3, 4, 10, 13] {
            let shares = (1..=of).map(|number| Shard::new(number, of).unwrap().share(all.clone()));
            let mut together: Vec<usize> = shares.flatten().collect();
            together.sort_unstable();
            assert_eq!(together, all, "{of} shares");
        }
        let second = Shard::new(2, 4).unwrap();
        assert_eq!(second.share(all), [1, 5, 9]);
        assert_eq!(second.to_string(), "2/4");
    }

    /// A disk on which another process adds to its journal, as often as this, while a table gets its name.
    struct Busy {
        journal: PathBuf,
        left: AtomicUsize,
    }

    impl Disk for Busy {
        fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
            let left = self.left.load(Ordering::SeqCst);
            if left > 0 && to.ends_with("outcomes.csv") {
                self.left.store(left - 1, Ordering::SeqCst);
                // The beginning of a line.
                std::fs::OpenOptions::new().append(true).open(&self.journal)?.write_all(b"{")?;
            }
            std::fs::rename(from, to)
        }
    }

    #[test]
    fn tables_are_written_until_nothing_was_added() {
        let dir = tempfile::tempdir().unwrap();
        let case = small();
        let plan = case.plan().unwrap();
        let journal = dir.path().join("journal-0009-other-1-x.jsonl");
        std::fs::write(&journal, "{\"tribunal\":\"journal\",\"format\":1}\n").unwrap();
        let busy = Arc::new(Busy { journal, left: AtomicUsize::new(4) });
        let store = Store::open_on(dir.path(), Arc::clone(&busy) as Arc<dyn Disk>).unwrap();
        let interrupted = AtomicBool::new(true);
        let write = |linger, interrupted| {
            write_until_complete(&case, &plan, &store, linger, interrupted).unwrap()
        };
        write(Duration::ZERO, None);
        assert_eq!(busy.left.load(Ordering::SeqCst), 3);
        write(LINGER, Some(&interrupted));
        assert_eq!(busy.left.load(Ordering::SeqCst), 2, "an interrupted process wrote again");
        let started = Instant::now();
        write(LINGER, None);
        assert_eq!(busy.left.load(Ordering::SeqCst), 0, "outcomes were still added");
        assert!(started.elapsed() >= 2 * PAUSE, "it wrote all the time");
    }

    #[test]
    fn an_interrupted_share_does_not_wait_for_its_turn() {
        let dir = tempfile::tempdir().unwrap();
        let case = small();
        let plan = case.plan().unwrap();
        let mut other = Store::open_worker(dir.path()).unwrap();
        assert!(matches!(other.wait_for_turn("other tables", TURN), Ok(Turn::Ours(_))));
        let interrupted = AtomicBool::new(true);
        let options = Options { interrupted: Some(&interrupted), ..Options::default() };
        let started = Instant::now();
        let shard = Shard::new(1, 1).unwrap();
        let session = case.run_share(&plan, dir.path(), shard, &options).unwrap();
        assert_eq!((session.tables, session.tally.interrupted), (Tables::Incomplete, true));
        assert!(started.elapsed() < PATIENCE, "it waited for the other process");
    }

    #[test]
    fn other_tables_have_another_word() {
        let read = |text: &str| crate::Court::new().read(text).unwrap();
        let spec = "experiment = { name = \"t\", seed = 1 }\nmethod = [{ kind = \"majority\" }]\n\
                    dataset = [{ name = \"d\", generate = { rows = 10 } }]\n";
        let words = [read(spec), read(spec).with_seed(2), read(&spec.replace("10", "20"))];
        let words = words.map(|case| made_of(&case));
        assert_eq!(words[0], made_of(&read(spec)));
        assert!(words[0] != words[1] && words[0] != words[2]);
    }

    #[test]
    fn there_are_no_other_shares() {
        for (number, of) in [(0, 4), (5, 4), (0, 0), (1, 0), (1, MOST_SHARDS + 1), (2, usize::MAX)]
        {
            assert_eq!(Shard::new(number, of), None, "{number}/{of}");
        }
        assert!(Shard::new(MOST_SHARDS, MOST_SHARDS).is_some());
    }
}
