//! Reports: a [`crate::analysis::Summary`] becomes text for a terminal, Markdown and CSV. Nothing is computed here; the
//! same rounded words go into every format.

mod csv;
mod json;
mod markdown;
mod methods;
mod number;
mod table;
mod text;
mod verdict_json;
mod verdict_text;
mod verdict_words;

pub use csv::csv;
pub use json::json;
pub use markdown::markdown;
pub use methods::{bibtex, paragraph};
pub use table::Table;
pub use text::text;
pub use verdict_json::verdict_json;
pub use verdict_text::{verdict_text, wrap};
pub use verdict_words::sentence;
