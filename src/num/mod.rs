//! The numeric floor: hashes, keyed random streams, our own sampling, and elementary functions that give the same bits on
//! every machine. Nothing here knows what a dataset or a method is.

pub mod eigen;
pub mod hash;
pub mod java_random;
pub mod key;
pub mod linalg;
pub mod math;
pub mod sample;
pub mod simd;
