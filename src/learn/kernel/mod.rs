//! Kernel machines: methods whose decision is a weighted sum of kernel values with training examples. One engine
//! (`machine.rs`) computes kernels, splits classes into binary problems and votes; each method brings a solver for one
//! binary problem.

mod columns;
mod duel;
pub mod function;
mod gram;
mod machine;
pub mod mnsvm;
mod model;
pub mod nnisda;
pub mod olla_l2;
pub mod ollawv;
mod platt;
mod rows;
mod smo;
mod solver;
pub mod svm;
pub mod svr;

#[cfg(test)]
mod tests;
