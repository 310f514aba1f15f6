//! Methods that learn from streams: they begin with an empty model and learn from examples as they arrive. They read the
//! table as it is. A model that has seen no example answers with the first class.

pub mod majority;
pub mod naive_bayes;
pub mod no_change;

#[cfg(test)]
mod tests;

use super::MethodInfo;
use super::method::Input;

/// What is usual for methods of streams.
const OF_STREAMS: MethodInfo = MethodInfo { input: Input::Table, ..MethodInfo::PLAIN };

/// The class with the largest vote: the first of several equal ones, and the first class if there are no votes. A vote that
/// is not a number wins against none and, in the first place, loses against none, as in MOA.
fn most_voted(votes: &[f64]) -> u32 {
    let mut best = 0;
    for (class, vote) in votes.iter().enumerate().skip(1) {
        if *vote > votes[best] {
            best = class;
        }
    }
    best as u32
}
