//! Reports: [`crate::analysis::Findings`] become tables, figures and a page. Nothing is computed here; the same rounded words
//! go into every format.

mod data_words;
pub mod figures;
#[cfg(test)]
mod fixture;
mod folder;
mod methods;
mod missing_words;
mod page;
mod reference_json;
mod reference_words;
mod scores_csv;
pub mod settings;
mod summary_json;
mod summary_text;
pub mod table;
mod verdict_json;
mod verdict_text;
mod verdict_words;
pub mod write;

pub use data_words::data_json;
pub use folder::{Contents, write_report};
pub use methods::bibtex;
pub use page::{Origin, page};
pub use reference_json::references_json;
pub use reference_words::unread;
pub use scores_csv::scores_csv;
pub use summary_json::{summary_json, verdicts_json};
pub use summary_text::{markdown, text};
pub use verdict_json::verdict_json;
pub use verdict_text::{judged_text, verdicts_text};
pub use verdict_words::{dataset_sentence, headline, sentence};
