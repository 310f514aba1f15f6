//! A grid as a lattice: points with neighbours, for searches that walk instead of trying everything.

use std::collections::BTreeMap;

use super::assignment::Params;

/// The points of a grid that is a full product of axes.
#[derive(Debug, Clone)]
pub struct Lattice {
    /// Values on each axis that has more than one.
    sizes: Vec<usize>,
    /// Coordinates of every point of the grid.
    places: Vec<Vec<usize>>,
    /// The point at some coordinates.
    points: BTreeMap<Vec<usize>, usize>,
}

impl Lattice {
    /// The lattice of a grid; `None` if the grid is not a full product. Values keep the order in which they first occur.
    pub fn new(grid: &[Params]) -> Option<Lattice> {
        let first = grid.first()?;
        let names: Vec<&str> = first.iter().map(|(name, _)| name).collect();
        let mut places = vec![Vec::new(); grid.len()];
        let mut sizes = Vec::new();
        for name in names {
            let mut values: Vec<String> = Vec::new();
            let mut along = Vec::with_capacity(grid.len());
            for point in grid {
                let value = point.get(name)?.to_string();
                let at = values.iter().position(|v| *v == value).unwrap_or(values.len());
                if at == values.len() {
                    values.push(value);
                }
                along.push(at);
            }
            if values.len() > 1 {
                sizes.push(values.len());
                places.iter_mut().zip(along).for_each(|(place, at)| place.push(at));
            }
        }
        let points: BTreeMap<Vec<usize>, usize> = places.iter().cloned().zip(0..).collect();
        let whole = sizes.iter().product::<usize>() == grid.len() && points.len() == grid.len();
        whole.then_some(Lattice { sizes, places, points })
    }

    /// The point in the middle; the lower one of two.
    pub fn centre(&self) -> usize {
        let place: Vec<usize> = self.sizes.iter().map(|size| (size - 1) / 2).collect();
        self.points.get(&place).copied().unwrap_or(0)
    }

    /// The first step along each axis: a quarter of it.
    pub fn first_steps(&self) -> Vec<usize> {
        self.sizes.iter().map(|size| size.div_ceil(4)).collect()
    }

    /// The points one step away along each axis, both ways, as far as the lattice goes.
    pub fn neighbours(&self, point: usize, steps: &[usize]) -> Vec<usize> {
        let place = &self.places[point];
        let mut found = Vec::new();
        for (axis, &step) in steps.iter().enumerate() {
            let ways = [place[axis].checked_sub(step), place[axis].checked_add(step)];
            for at in ways.into_iter().flatten() {
                let mut other = place.clone();
                other[axis] = at;
                found.extend(self.points.get(&other));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Value;

    fn point(a: f64, b: i64) -> Params {
        Params::new(vec![("a".into(), Value::Real(a)), ("b".into(), Value::Int(b))])
    }

    #[test]
    fn a_product_is_a_lattice_and_anything_else_is_not() {
        let grid: Vec<Params> =
            (0..8).flat_map(|a| (0..8).map(move |b| point(f64::from(a), b))).collect();
        let lattice = Lattice::new(&grid).unwrap();
        let centre = lattice.centre();
        assert_eq!(grid[centre].to_string(), "a=3 b=3");
        let shown: Vec<String> = lattice
            .neighbours(centre, &lattice.first_steps())
            .iter()
            .map(|&p| grid[p].to_string())
            .collect();
        assert_eq!(shown, ["a=1 b=3", "a=5 b=3", "a=3 b=1", "a=3 b=5"]);
        assert_eq!(lattice.neighbours(0, &[1, 1]).len(), 2);
        assert!(Lattice::new(&grid[..63]).is_none());
        assert!(Lattice::new(&grid[..1]).is_some());
    }
}
