//! What a parameter is, before anyone knows a method: a value, its declaration (domain, default, one line of
//! documentation), a full assignment, and the points of a grid. Values are validated here and nowhere else.

mod assignment;
mod domain;
mod grid;
mod lattice;
mod names;
mod or_word;
mod value;

pub use assignment::{Params, Undeclared};
pub use domain::{Domain, ParamInfo};
pub use grid::{Axis, grid_points};
pub use lattice::Lattice;
pub use names::NameList;
pub use or_word::OrWord;
pub use value::Value;
