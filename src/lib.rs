//! Tribunal gives every machine-learning method a fair trial.
//!
//! A TOML spec declares datasets, methods and parameter grids; a seeded scheduler runs nested cross-validation for every
//! method on the same folds; results are stored as they come; an analysis gives the verdict, and a report is made of it.
//! All of that is on the command line (`tribunal run SPEC`) and here.
//!
//! # A method of your own, tried next to those that ship
//!
//! A method is a type that declares itself ([`Declared`], [`MethodInfo`]) and fits a [`Model`] for a task ([`Method`]).
//!
//! ```
//! use tribunal::{ClassPredictions, Classify, Declared, FitContext, FitResult, Method, MethodInfo};
//! use tribunal::{Model, ModelFacts, Params, Rows, Samples};
//!
//! struct NearestMean;
//!
//! static INFO: MethodInfo = MethodInfo {
//!     kind: "nearest-mean",
//!     summary: "the class whose mean is nearest",
//!     reference: "folklore",
//!     ..MethodInfo::PLAIN
//! };
//!
//! impl Declared for NearestMean {
//!     fn info(&self) -> &'static MethodInfo {
//!         &INFO
//!     }
//! }
//!
//! impl Method<Classify> for NearestMean {
//!     fn fit(&self, train: &Samples<'_, Classify>, _: &Params, _: &FitContext<'_>) -> FitResult<Classify> {
//!         let (x, y) = (train.x(), train.y());
//!         let counts = y.counts();
//!         let mut means = vec![vec![0.0; x.width()]; y.classes()];
//!         for (row, &class) in x.iter().zip(y.ids()) {
//!             row.add_to(&mut means[class as usize], 1.0 / counts[class as usize] as f64);
//!         }
//!         Ok(Box::new(Means(means)))
//!     }
//! }
//!
//! struct Means(Vec<Vec<f64>>);
//!
//! impl Model<Classify> for Means {
//!     fn predict(&self, x: Rows<'_>) -> ClassPredictions {
//!         let half = |mean: &[f64]| mean.iter().map(|m| m * m).sum::<f64>() / 2.0;
//!         let near = x.iter().flat_map(|row| self.0.iter().map(move |m| row.dot(m) - half(m)));
//!         ClassPredictions::from_decisions(self.0.len(), near.collect())
//!     }
//!
//!     fn bytes(&self) -> usize {
//!         self.0.iter().map(|mean| 8 * mean.len()).sum()
//!     }
//!
//!     fn facts(&self) -> ModelFacts {
//!         ModelFacts::closed_form()
//!     }
//! }
//!
//! // An experiment that names it, from text or with `Court::open` from a file.
//! use tribunal::{Court, Options};
//!
//! let spec = r#"
//!     experiment = { name = "demo", seed = 1 }
//!     dataset = [{ name = "iris" }, { name = "wine" }, { name = "glass" }]
//!     method = [{ kind = "nearest-mean" }, { kind = "knn", grid = { k = [1, 5] } }, { kind = "majority" }]
//! "#;
//! let case = Court::new().with(NearestMean).read(spec)?;
//! let run = case.run(&Options { threads: Some(2), ..Options::default() })?;
//!
//! let accuracy = run.metric("accuracy").ok_or("not measured")?;
//! for (method, rank) in accuracy.ranking() {
//!     println!("{method}: mean rank {rank}, mean accuracy {:?}", accuracy.mean(method));
//! }
//! assert!(accuracy.score("iris", "nearest-mean").ok_or("no score")?.mean > 0.9);
//! println!("{}", accuracy.verdict()?.sentence);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Options`] say where results are stored, how much of the machine is used, who is told of progress and who may stop the
//! run; [`Run::write_report`] writes the page with tables and figures. Nothing prints and nothing ends the process; whatever
//! is wrong is an [`Error`](enum@Error) with the words of the command line. [`conformance::check`] tells which rules a method breaks.
//! Methods of other tasks are written alike ([`Regress`], [`ClassifyBags`]). One that learns from a stream is an [`Incremental`]
//! ([`Court::with_stream`]), one over another method a [`Combine`] ([`Court::with_wrapper`]); `docs/adding-a-method.md` has examples.
//! `examples/own_method.rs` is a whole program with parameters and a grid, and `docs/library.md` explains more.
//!
//! # What is promised
//!
//! What this page lists is the interface. The modules behind it are public for the program, its tests and its benchmarks,
//! and may change at any time; `RUSTDOCFLAGS="--cfg internals" cargo doc` documents them too. Data flows one way through
//! them; each uses only those before it:
//!
//! ```text
//! escape, choices, files, page, suggest, measure, words, num, params, stats, diagnostic, data, published
//!   -> learn -> metrics -> experiment -> plan -> run -> store
//!   -> analysis -> report -> audit -> gate -> spec -> court -> import -> cli
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg_attr(not(internals), doc(hidden))]
pub mod analysis;
#[cfg_attr(not(internals), doc(hidden))]
pub mod audit;
#[cfg_attr(not(internals), doc(hidden))]
pub mod choices;
#[doc(hidden)]
pub mod cli;
#[cfg_attr(not(internals), doc(hidden))]
pub mod court;
#[cfg_attr(not(internals), doc(hidden))]
pub mod data;
#[cfg_attr(not(internals), doc(hidden))]
pub mod diagnostic;
#[cfg_attr(not(internals), doc(hidden))]
pub mod escape;
#[cfg_attr(not(internals), doc(hidden))]
pub mod experiment;
#[cfg_attr(not(internals), doc(hidden))]
pub mod files;
#[cfg_attr(not(internals), doc(hidden))]
pub mod gate;
#[cfg_attr(not(internals), doc(hidden))]
pub mod import;
#[cfg_attr(not(internals), doc(hidden))]
pub mod learn;
#[cfg_attr(not(internals), doc(hidden))]
pub mod measure;
#[cfg_attr(not(internals), doc(hidden))]
pub mod metrics;
#[cfg_attr(not(internals), doc(hidden))]
pub mod num;
#[cfg_attr(not(internals), doc(hidden))]
pub mod page;
#[cfg_attr(not(internals), doc(hidden))]
pub mod params;
#[cfg_attr(not(internals), doc(hidden))]
pub mod plan;
#[cfg_attr(not(internals), doc(hidden))]
pub mod published;
#[cfg_attr(not(internals), doc(hidden))]
pub mod report;
#[cfg_attr(not(internals), doc(hidden))]
pub mod run;
#[cfg_attr(not(internals), doc(hidden))]
pub mod spec;
#[cfg_attr(not(internals), doc(hidden))]
pub mod stats;
#[cfg_attr(not(internals), doc(hidden))]
pub mod store;
#[cfg_attr(not(internals), doc(hidden))]
pub mod suggest;
#[cfg_attr(not(internals), doc(hidden))]
pub mod words;

// To run experiments.
#[doc(inline)]
pub use analysis::{Refused, Score};
#[doc(inline)]
pub use court::{Case, Court, Error, MetricScores, Options, Progress, Run, Verdict};

// To write a method.
#[doc(inline)]
pub use data::rows::{DenseRows, FeatureKind, Row, Rows, RowsError};
#[doc(inline)]
pub use learn::{
    Bags, Base, ClassPredictions, Classify, ClassifyBags, Combine, Composite, Curve, Declared,
    Examples, FitContext, FitError, FitResult, Growing, Incremental, Input, Labels, Method,
    MethodInfo, Model, ModelFacts, Regress, Samples, ScoreMatrix, Scores, Setting, Shape,
    StopReason, Streamed, Targets, Trained, conformance,
};
#[doc(inline)]
pub use measure::{Detail, Direction, MetricInfo, Pairs, Unit};
#[doc(inline)]
pub use num::{key::RngKey, math, sample};
#[doc(inline)]
pub use params::{Domain, NameList, OrWord, ParamInfo, Params, Undeclared, Value};

// The code in these pages is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmePage;
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
#[cfg(doctest)]
#[doc = include_str!("../docs/adding-a-method.md")]
struct MethodPage;

/// What an [`Error`](enum@Error) is made of.
pub mod error {
    #[doc(inline)]
    pub use crate::data::DataError;
    #[doc(inline)]
    pub use crate::diagnostic::{Diagnostic, Mistakes};
    #[doc(inline)]
    pub use crate::plan::{PlanError, TooManyTrials, UnknownName};
    #[doc(inline)]
    pub use crate::run::RunError;
    #[doc(inline)]
    pub use crate::store::{Holder, LinesError, StoreError, TablesError};
}
