//! A share of a run: several processes, on one machine or many, divide the jobs of an experiment among themselves. Each
//! runs its own share into one folder ([`Store::open_worker`]), and writes the tables when it is done.

use std::fmt;
use std::time::Duration;

use super::case::Case;
use super::error::Error;
use crate::plan::{Job, Plan};
use crate::store::{Store, write_manifest, write_tables};

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

/// How long a worker waits for others that write the same tables.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often tables are written again because outcomes were added in the meantime.
const ROUNDS: usize = 3;

/// Writes `run.json` and the tables of everything that all processes stored. It waits for its turn; if another process
/// keeps the folder locked, the error is [`StoreError::Locked`](crate::store::StoreError::Locked).
pub fn write_tables_of_all(case: &Case, plan: &Plan<'_>, store: &mut Store) -> Result<(), Error> {
    store.wait_for_lock(PATIENCE)?;
    // Locks do not reach across all machines. Two processes may then write tables at the same time: the one that writes
    // last sees that outcomes were added since it read the folder, and writes again.
    for _ in 0..ROUNDS {
        let before = store.extent()?;
        store.read_again()?;
        write_manifest(store, plan, &case.text)
            .map_err(|error| Error::Unwritable { folder: store.folder().to_path_buf(), error })?;
        write_tables(store, plan)?;
        if store.extent()? == before {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn there_are_no_other_shares() {
        for (number, of) in [(0, 4), (5, 4), (0, 0), (1, 0), (1, MOST_SHARDS + 1), (2, usize::MAX)]
        {
            assert_eq!(Shard::new(number, of), None, "{number}/{of}");
        }
        assert!(Shard::new(MOST_SHARDS, MOST_SHARDS).is_some());
    }
}
