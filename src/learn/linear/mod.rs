//! Methods whose decision is linear in the features.

pub mod logistic;
