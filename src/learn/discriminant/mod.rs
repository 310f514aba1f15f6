//! Discriminants: methods that know the classes by their means and covariances alone. `scatter` computes those once for
//! all of them.

pub mod flda;
pub mod lda;
pub mod qda;
mod scatter;

#[cfg(test)]
mod tests;
