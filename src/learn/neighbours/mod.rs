//! Methods that decide by the nearest training examples.

pub mod knn;
mod space;
#[cfg(test)]
mod tests;
mod tree;
mod vote;
