//! The court: from the methods that may be named and a spec to a run and what follows from it, in a few calls. The command
//! line and programs that use the library go through the same door. Nothing here prints, listens to signals or ends the
//! process.

mod case;
mod error;
mod machine;
mod open;
mod options;
mod run;
mod shard;
mod verdict;
mod work;

pub use case::{Case, Session, Tables};
pub use error::Error;
pub use open::{Court, data_folder, open_catalog, read_spec};
pub use options::{Agenda, Effort, Options, Progress, Watch, default_memory, default_threads};
pub use run::Run;
pub use shard::{MOST_SHARDS, Shard, write_tables_of_all};
pub use verdict::{MetricScores, Verdict};
pub use work::{Place, due, is_settled, run_jobs};
