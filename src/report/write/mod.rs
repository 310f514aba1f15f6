//! Writers: one file a format, from a [`super::table::Table`] to text. Names come from users, so every writer escapes them.

pub mod csv;
pub mod html;
pub mod json;
pub mod latex;
pub mod markdown;
pub mod text;

#[cfg(test)]
mod tests;
