//! Neural networks. `mlp` is the method; `inputs` turns rows of a table into the numbers the network sees, with `encode` for
//! nominal features; `net` holds the weights and knows how a network answers and learns.

mod encode;
mod inputs;
pub mod mlp;
mod net;

#[cfg(test)]
mod tests;
