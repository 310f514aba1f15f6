//! What all HTML pages of this program share: their looks, and how a template is filled. A page is one file that needs no
//! network. What is on it is decided by its author.

use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use serde::Serialize;

use crate::escape::html_with_code;

pub use minijinja::Error as TemplateError;

/// The looks of every page.
pub const STYLE: &str = include_str!("page.css");

/// Running text: what stands between backticks is code.
fn prose(text: &str) -> Value {
    Value::from_safe_string(html_with_code(text))
}

/// Fills a template, whose name ends with `.html`; values are escaped, and one that is missing is an error.
pub fn fill(name: &str, template: &str, with: impl Serialize) -> Result<String, TemplateError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    environment.add_filter("prose", prose);
    environment.add_template(name, template)?;
    environment.get_template(name)?.render(Value::from(Serde(with)))
}
