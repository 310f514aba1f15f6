//! Methods that estimate how each class generates its examples.

pub mod naive_bayes;
