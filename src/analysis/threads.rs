//! Work on several threads: the same thing done to many items, with the answers in the order of the items. Results never
//! depend on how many threads there are.

use rayon::prelude::*;

/// Does something to every item.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    items.par_iter().map(work).collect()
}
