//! Methods that learn next to nothing: what every other method must beat.

pub mod majority;
pub mod mean;
