//! Methods whose decision or prediction is linear in the features.

pub mod linear_svm;
pub mod logistic;
pub mod ridge;
#[cfg(test)]
mod tests;
