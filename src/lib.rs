//! Tribunal gives every machine-learning method a fair trial.
//!
//! A TOML spec declares datasets, methods and parameter grids; a seeded scheduler runs nested cross-validation for every
//! method on the same folds; results are stored as they come; an analysis gives the verdict, and a report is made of it. Data
//! flows one way:
//!
//! ```text
//! spec -> plan -> run -> store -> analysis -> report -> gate, import
//!   ^       ^      ^
//!  data ----+    learn, metrics
//! ```
//!
//! A module uses what stands to its left and the leaves ([`learn`], [`metrics`], [`stats`], [`num`], [`params`]), never
//! what stands to its right. The same from code:
//!
//! ```
//! use std::path::Path;
//! use std::sync::atomic::AtomicBool;
//! use tribunal::analysis::Summary;
//! use tribunal::data::{catalog::Catalog, load::load};
//! use tribunal::learn::Registry;
//! use tribunal::plan::{Plan, Selection};
//! use tribunal::run::{Event, Finished, Observer, Settings, Sink, run};
//! use tribunal::spec::{Environment, parse};
//!
//! /// Keeps outcomes in memory; `store::Store` keeps them on disk.
//! #[derive(Default)]
//! struct Memory(std::sync::Mutex<Vec<Finished>>);
//! impl Sink for Memory {
//!     fn put(&self, finished: &[Finished]) -> std::io::Result<()> {
//!         self.0.lock().unwrap().extend_from_slice(finished);
//!         Ok(())
//!     }
//! }
//! struct Silent;
//! impl Observer for Silent {
//!     fn notice(&self, _: &Event<'_>) {}
//! }
//!
//! let text = r#"
//!     experiment = { name = "demo", seed = 1 }
//!     dataset = [{ name = "iris" }]
//!     method = [{ kind = "knn", grid = { k = [1, 5] } }, { kind = "majority" }]
//! "#;
//! let catalog = Catalog::open(Path::new("datasets"))?;
//! let registry = Registry::standard();
//! let environment = Environment { registry: &registry, catalog: Ok(&catalog), folder: Path::new(""), stored: None };
//! let experiment = parse(Path::new("demo.toml"), text, &environment)?;
//! let datasets = experiment.datasets.iter().map(load).collect::<Result<_, _>>()?;
//! let plan = Plan::new(&experiment, datasets).map_err(|errors| errors[0].clone())?;
//! let (memory, interrupted) = (Memory::default(), AtomicBool::new(false));
//! let settings = Settings { threads: 2, memory: 1 << 28, interrupted: &interrupted, logs: None };
//! let tally = run(&plan, &plan.jobs(&Selection::default()), &settings, &memory, &Silent)?;
//! assert_eq!((tally.done, tally.failed), (10, 0));
//!
//! let finished = memory.0.into_inner().unwrap();
//! let outcome = |trial: &tribunal::plan::Trial| {
//!     finished.iter().find(|f| f.outcome.trial == trial.id).map(|f| f.outcome.clone())
//! };
//! let outcomes: Vec<_> = plan.trials.iter().map(outcome).collect();
//! let accuracy = &Summary::new(&plan, &outcomes).tables[0];
//! assert!(accuracy.results.cells[0][0].as_ref().unwrap().mean > 0.9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
#[doc(hidden)]
pub mod cli;
pub mod data;
pub mod diagnostic;
pub mod escape;
pub mod files;
pub mod gate;
pub mod import;
pub mod learn;
pub mod measure;
pub mod metrics;
pub mod num;
pub mod params;
pub mod plan;
pub mod report;
pub mod run;
pub mod spec;
pub mod stats;
pub mod store;
pub mod suggest;
