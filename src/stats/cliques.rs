//! Groups of things that cannot be told apart: the maximal cliques of the graph that joins every pair without a
//! significant difference. Groups found from rank differences are runs of neighbours; those of other tests need not be.
//! It must not know what is compared.

/// All maximal cliques of at least two members, given `alike[i][j]`, each in ascending order, in ascending order of
/// their members. `most` bounds their number, because a graph can have exponentially many; `None` if there are more.
pub fn maximal_cliques(alike: &[Vec<bool>], most: usize) -> Option<Vec<Vec<usize>>> {
    let mut search = Search { alike, most, found: Vec::new() };
    let all = (0..alike.len()).collect();
    search.grow(&mut Vec::new(), all, Vec::new())?;
    search.found.sort();
    Some(search.found)
}

/// Bron and Kerbosch's search with a pivot.
struct Search<'a> {
    alike: &'a [Vec<bool>],
    most: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn grow(
        &mut self,
        members: &mut Vec<usize>,
        mut candidates: Vec<usize>,
        mut done: Vec<usize>,
    ) -> Option<()> {
        if candidates.is_empty() && done.is_empty() {
            if members.len() >= 2 {
                if self.found.len() == self.most {
                    return None;
                }
                let mut clique = members.clone();
                clique.sort_unstable();
                self.found.push(clique);
            }
            return Some(());
        }
        let joined = |a: usize, b: usize| a != b && self.alike[a][b];
        let reach = |pivot: usize| candidates.iter().filter(|&&c| joined(pivot, c)).count();
        let pivot = candidates.iter().chain(&done).copied().max_by_key(|&p| reach(p))?;
        let branches: Vec<usize> =
            candidates.iter().copied().filter(|&c| c == pivot || !joined(pivot, c)).collect();
        for next in branches {
            let near = |set: &[usize]| -> Vec<usize> {
                set.iter()
                    .copied()
                    .filter(|&other| other != next && self.alike[next][other])
                    .collect()
            };
            let (inner, outer) = (near(&candidates), near(&done));
            members.push(next);
            self.grow(members, inner, outer)?;
            members.pop();
            candidates.retain(|&c| c != next);
            done.push(next);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn graph(size: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
        let mut alike = vec![vec![false; size]; size];
        for &(a, b) in edges {
            alike[a][b] = true;
            alike[b][a] = true;
        }
        alike
    }

    #[test]
    fn groups_overlap_and_may_have_gaps() {
        let alike = graph(5, &[(0, 1), (1, 2), (0, 2), (2, 3), (1, 4)]);
        assert_eq!(maximal_cliques(&alike, 9).unwrap(), [vec![0, 1, 2], vec![1, 4], vec![2, 3]]);
        assert!(maximal_cliques(&graph(4, &[]), 9).unwrap().is_empty());
    }

    #[test]
    fn too_many_are_none() {
        // Moon and Moser: 3^3 maximal cliques of nine vertices in three groups.
        let apart = |a: usize, b: usize| a / 3 == b / 3;
        let alike: Vec<Vec<bool>> =
            (0..9).map(|a| (0..9).map(|b| !apart(a, b)).collect()).collect();
        assert_eq!(maximal_cliques(&alike, 27).unwrap().len(), 27);
        assert!(maximal_cliques(&alike, 26).is_none());
    }

    proptest! {
        /// Against every subset of up to seven vertices.
        #[test]
        fn equals_full_enumeration(size in 0_usize..8, bits in any::<u32>()) {
            let mut alike = vec![vec![false; size]; size];
            let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
            for (position, (a, b)) in pairs.enumerate() {
                let joined = bits >> position & 1 == 1;
                alike[a][b] = joined;
                alike[b][a] = joined;
            }
            let clique = |set: u32| {
                let inside = |v: &usize| set >> v & 1 == 1;
                let members: Vec<usize> = (0..size).filter(inside).collect();
                members.iter().all(|&a| members.iter().all(|&b| a == b || alike[a][b]))
            };
            let mut expected: Vec<Vec<usize>> = (0..1_u32 << size)
                .filter(|&set| set.count_ones() >= 2 && clique(set))
                .filter(|&set| (0..size).all(|v| set >> v & 1 == 1 || !clique(set | 1 << v)))
                .map(|set| (0..size).filter(|v| set >> v & 1 == 1).collect())
                .collect();
            expected.sort();
            prop_assert_eq!(maximal_cliques(&alike, 1000).unwrap(), expected);
        }
    }
}
