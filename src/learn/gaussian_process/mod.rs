//! Gaussian process classification: a smooth random function decides how likely a class is. `gp` is the method, `laplace`
//! finds the most likely function and how sure it is, `likelihood` holds what depends on the link, and `factor` is the
//! only place that knows which library factors large matrices.

mod factor;
pub mod gp;
mod laplace;
mod likelihood;

#[cfg(test)]
mod tests;
