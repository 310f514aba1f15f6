//! Kernel machines: methods whose decision or prediction is a weighted sum of kernel values with training examples. For
//! classes one engine (`machine.rs`) computes kernels, splits classes into binary problems and votes; each method brings a
//! solver for one binary problem. `svr.rs` predicts numbers.

mod columns;
mod duel;
pub mod function;
mod gram;
mod kernels;
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
mod tube;

#[cfg(test)]
mod tests;
