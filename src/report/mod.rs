//! Reports: a [`crate::analysis::Summary`] becomes text for a terminal, Markdown and CSV. Nothing is computed here; the
//! same rounded words go into every format.

mod csv;
mod json;
mod markdown;
mod table;
mod text;

pub use csv::csv;
pub use json::json;
pub use markdown::markdown;
pub use table::Table;
pub use text::text;
