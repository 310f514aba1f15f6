//! Methods that decide by the nearest training examples.

pub mod knn;
pub mod knn_regression;
mod neighbourhood;
mod space;
#[cfg(test)]
mod tests;
mod tree;
mod vote;
