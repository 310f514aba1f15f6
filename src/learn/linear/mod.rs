//! Methods whose decision is linear in the features.

pub mod linear_svm;
pub mod logistic;
#[cfg(test)]
mod tests;
