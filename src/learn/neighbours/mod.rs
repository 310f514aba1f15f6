//! Methods that decide by the nearest training examples.

pub mod knn;
