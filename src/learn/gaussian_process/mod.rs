//! Gaussian process classification: a smooth random function decides how likely a class is. `gp` is the method and `model`
//! what it fits, `covariance` says how alike the function is at two rows, `laplace` finds the most likely function and
//! how sure it is, `evidence` the parameters under which the data is most likely (by `search`), `likelihood` holds what
//! depends on the link, and `factor` is the only place that knows which library factors large matrices.

mod covariance;
mod evidence;
mod factor;
pub mod gp;
mod laplace;
mod likelihood;
mod model;
mod search;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
