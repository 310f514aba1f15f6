//! Decision trees. `j48` is the method; `table` holds what is learned from, column by column; `grow` builds a tree with
//! the splits that `select` and `scan` find; `prune` cuts it back; `model` answers. `nodes` is a tree until then,
//! `routes` sends rows down, `criterion` has the formulas. Nothing here knows of folds, grids (but for `j48`) or files.

mod criterion;
mod grow;
pub mod j48;
mod model;
mod nodes;
mod prune;
mod routes;
mod scan;
mod select;
mod table;

#[cfg(test)]
mod tests;
