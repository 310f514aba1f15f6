//! Methods that estimate how each class generates its examples.

mod estimator;
mod gaussian;
pub mod naive_bayes;
mod table;
#[cfg(test)]
mod tests;
