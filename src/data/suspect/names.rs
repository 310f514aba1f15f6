//! A nominal feature with a level for almost every row: names, tickets, addresses, documents. Such a level is never seen again in
//! the test part, so nothing can be learned from it.

use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::read::text::shown;
use crate::data::table::{MISSING, Values};
use std::collections::BTreeSet;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let mut found = Vec::new();
    for column in &data.features {
        let Values::Nominal { codes, .. } = &column.values else { continue };
        let known = codes.iter().filter(|&&code| code != MISSING);
        let used: BTreeSet<u32> = known.clone().copied().collect();
        let (different, known) = (used.len(), known.count());
        if !is_almost_unique(different, known) {
            continue;
        }
        let problem = format!(
            "{} holds names rather than categories: {different} levels in {known} rows, nothing to learn from",
            shown(&column.name)
        );
        found.push(Found::to_ignore(&column.name, problem));
    }
    found
}

/// Whether a column with this number of different values among its known ones holds names rather than categories. Titanic:
/// tickets have 681 values in 891 rows, cabins 147 in 204.
pub fn is_almost_unique(different: usize, known: usize) -> bool {
    known >= FEWEST_ROWS && 2 * different > known
}
