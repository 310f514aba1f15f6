//! The nearest of many points, exactly: a tree of boxes whose leaves hold up to [`LANES`] points. A box that is farther
//! away than the neighbours found so far is passed over; everything else is computed. Squared differences are summed in
//! the order of the features, as if every point had been looked at, so that distances have the bits, and ties the order,
//! of a plain search. It knows nothing of classes.

use super::space::{Axis, Space, farthest};
use crate::num::simd::wide;

/// Points whose distances are computed together.
const LANES: usize = 32;

/// Features between two looks at whether a leaf can still matter.
const STRIDE: usize = 16;

/// A squared distance and the position of the point it leads to.
pub type Neighbour = (f64, u32);

/// Points, arranged for searching.
pub struct Tree {
    space: Space,
    points: usize,
    nodes: Vec<Node>,
    /// For each node the least coordinates, then the greatest; of points whose coordinate is known.
    boxes: Vec<f64>,
    /// For each node and feature whether a coordinate is missing; empty if none is anywhere.
    holes: Vec<bool>,
    /// Leaf after leaf, feature after feature, one coordinate a lane.
    lanes: Vec<f64>,
    /// Leaf after leaf, the position of the point in each lane, ascending.
    positions: Vec<u32>,
    /// Whether every coordinate is a number without holes, so that the short loops will do.
    numbers_only: bool,
    /// A computed bound times this is below every distance it bounds, whatever the rounding.
    shrink: f64,
}

#[derive(Clone, Copy)]
enum Node {
    /// Number of the leaf, and how many of its lanes are in use.
    Leaf(u32, u32),
    /// The two halves.
    Fork(u32, u32),
}

/// Room that searches use again and again.
#[derive(Default)]
pub struct Scratch {
    waiting: Vec<(f64, u32)>,
}

impl Tree {
    /// Arranges points, given by their coordinates, one after the other.
    pub fn new(space: Space, coordinates: &[f64], points: usize) -> Tree {
        let width = space.axes.len();
        let missing = coordinates.iter().any(|c| c.is_nan());
        let nominal = space.axes.iter().any(|axis| matches!(axis, Axis::Nominal));
        let leaves = points.div_ceil(LANES);
        let mut tree = Tree {
            shrink: 1.0 - (width as f64 + 4.0) * 4.0 * f64::EPSILON,
            space,
            points,
            nodes: Vec::with_capacity(2 * leaves),
            boxes: Vec::with_capacity(4 * leaves * width),
            holes: Vec::new(),
            lanes: Vec::with_capacity(leaves * LANES * width),
            positions: Vec::with_capacity(points),
            numbers_only: !missing && !nominal,
        };
        let mut order: Vec<u32> = (0..points as u32).collect();
        if points > 0 {
            tree.grow(coordinates, missing, &mut order);
        }
        tree
    }

    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        let lists = [
            size_of_val(&*self.space.axes),
            size_of_val(&*self.nodes),
            size_of_val(&*self.boxes),
            size_of_val(&*self.holes),
            size_of_val(&*self.lanes),
            size_of_val(&*self.positions),
        ];
        lists.iter().sum()
    }

    fn width(&self) -> usize {
        self.space.axes.len()
    }

    /// Adds the node of some points with all that is below it.
    fn grow(&mut self, coordinates: &[f64], missing: bool, members: &mut [u32]) -> u32 {
        let (width, node) = (self.width(), self.nodes.len());
        self.nodes.push(Node::Leaf(0, 0));
        self.enclose(coordinates, missing, members);
        if members.len() <= LANES {
            members.sort_unstable();
            let leaf = (self.positions.len() / LANES) as u32;
            for feature in 0..width {
                let first = self.lanes.len();
                self.lanes.resize(first + LANES, 0.0);
                for (lane, &point) in self.lanes[first..].iter_mut().zip(members.iter()) {
                    *lane = coordinates[point as usize * width + feature];
                }
            }
            self.positions.extend_from_slice(members);
            self.nodes[node] = Node::Leaf(leaf, members.len() as u32);
            return node as u32;
        }
        // Whole leaves on the left, so that only the last one has lanes to spare.
        let left = members.len().div_ceil(LANES).div_ceil(2) * LANES;
        if let Some(feature) = self.widest(node) {
            let of = |point: u32| coordinates[point as usize * width + feature];
            members.select_nth_unstable_by(left, |&a, &b| of(a).total_cmp(&of(b)).then(a.cmp(&b)));
        }
        let (near, far) = members.split_at_mut(left);
        let near = self.grow(coordinates, missing, near);
        let far = self.grow(coordinates, missing, far);
        self.nodes[node] = Node::Fork(near, far);
        node as u32
    }

    /// Adds the box around some points.
    fn enclose(&mut self, coordinates: &[f64], missing: bool, members: &[u32]) {
        let width = self.width();
        let first = self.boxes.len();
        self.boxes.resize(first + width, f64::INFINITY);
        self.boxes.resize(first + 2 * width, f64::NEG_INFINITY);
        let (lows, highs) = self.boxes[first..].split_at_mut(width);
        for &point in members {
            let point = &coordinates[point as usize * width..(point as usize + 1) * width];
            for ((low, high), c) in lows.iter_mut().zip(highs.iter_mut()).zip(point) {
                *low = if c < low { *c } else { *low };
                *high = if c > high { *c } else { *high };
            }
        }
        if missing {
            let hole = |feature: usize, &point: &u32| {
                coordinates[point as usize * width + feature].is_nan()
            };
            let holes = (0..width).map(|feature| members.iter().any(|point| hole(feature, point)));
            self.holes.extend(holes);
        }
    }

    /// The feature in which the points of a node differ most; the first of several.
    fn widest(&self, node: usize) -> Option<usize> {
        let width = self.width();
        let (lows, highs) = self.boxes[node * 2 * width..(node + 1) * 2 * width].split_at(width);
        let mut best = (0.0, None);
        for (feature, axis) in self.space.axes.iter().enumerate() {
            let spread = match axis {
                Axis::Nominal => f64::from(lows[feature] < highs[feature]),
                // Half of it, which cannot overflow.
                _ => 2.0 * (highs[feature] / 2.0 - lows[feature] / 2.0).min(f64::MAX / 2.0),
            };
            if spread > best.0 {
                best = (spread, Some(feature));
            }
        }
        best.1
    }

    /// The `k` points nearest to a query, nearest first, of equally distant ones the earlier; with `ties` also all
    /// others that are as near as the last of them.
    pub fn nearest(
        &self,
        query: &[f64],
        k: usize,
        ties: bool,
        scratch: &mut Scratch,
        found: &mut Vec<Neighbour>,
    ) {
        found.clear();
        if self.points == 0 || k == 0 {
            return;
        }
        let simple = self.numbers_only && query.iter().all(|c| !c.is_nan());
        let mut kept = Kept::new(k, ties, found);
        if simple {
            wide(
                #[inline(always)]
                || self.walk::<true>(query, scratch, &mut kept),
            );
        } else {
            wide(
                #[inline(always)]
                || self.walk::<false>(query, scratch, &mut kept),
            );
        }
        kept.finish();
    }

    #[inline(always)]
    fn walk<const SIMPLE: bool>(&self, query: &[f64], scratch: &mut Scratch, kept: &mut Kept<'_>) {
        let mut sums = [0.0; LANES];
        scratch.waiting.clear();
        scratch.waiting.push((0.0, 0));
        while let Some((bound, node)) = scratch.waiting.pop() {
            let limit = kept.limit();
            if bound * self.shrink > limit {
                continue;
            }
            match self.nodes[node as usize] {
                Node::Leaf(leaf, used) => {
                    let first = leaf as usize * LANES;
                    if self.measure::<SIMPLE>(first * query.len(), query, limit, &mut sums) {
                        let positions = &self.positions[first..first + used as usize];
                        for (&distance, &position) in sums.iter().zip(positions) {
                            kept.offer(distance, position);
                        }
                    }
                }
                Node::Fork(left, right) => {
                    let left = (self.bound::<SIMPLE>(left as usize, query), left);
                    let right = (self.bound::<SIMPLE>(right as usize, query), right);
                    let (near, far) = if right.0 < left.0 { (right, left) } else { (left, right) };
                    scratch.waiting.push(far);
                    scratch.waiting.push(near);
                }
            }
        }
    }

    /// The squared distances of a query from the points of a leaf; false, and unfinished, if all are above the limit.
    #[inline(always)]
    fn measure<const SIMPLE: bool>(
        &self,
        first: usize,
        query: &[f64],
        limit: f64,
        sums: &mut [f64; LANES],
    ) -> bool {
        let lanes = &self.lanes[first..first + LANES * query.len()];
        let (columns, _) = lanes.as_chunks::<LANES>();
        let mut totals = [0.0; LANES];
        let axes = &self.space.axes;
        let parts = query.chunks(STRIDE).zip(columns.chunks(STRIDE)).zip(axes.chunks(STRIDE));
        for ((query, columns), axes) in parts {
            for ((&q, column), axis) in query.iter().zip(columns).zip(axes) {
                if SIMPLE {
                    add_squares(&mut totals, column, |c| q - c);
                } else {
                    add_mixed(&mut totals, column, *axis, q);
                }
            }
            if totals.iter().all(|total| *total > limit) {
                return false;
            }
        }
        *sums = totals;
        true
    }

    /// The squared distance of a query from the box of a node.
    #[inline(always)]
    fn bound<const SIMPLE: bool>(&self, node: usize, query: &[f64]) -> f64 {
        let width = query.len();
        let (lows, highs) = self.boxes[node * 2 * width..(node + 1) * 2 * width].split_at(width);
        if !SIMPLE {
            return self.bound_mixed(node, query, lows, highs);
        }
        let mut lanes = [0.0; 4];
        let (q4, q_rest) = query.as_chunks::<4>();
        let (l4, l_rest) = lows.as_chunks::<4>();
        let (h4, h_rest) = highs.as_chunks::<4>();
        for ((q, low), high) in q4.iter().zip(l4).zip(h4) {
            for lane in 0..4 {
                let outside = outside(q[lane], low[lane], high[lane]);
                lanes[lane] += outside * outside;
            }
        }
        let mut sum = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
        for ((q, low), high) in q_rest.iter().zip(l_rest).zip(h_rest) {
            let outside = outside(*q, *low, *high);
            sum += outside * outside;
        }
        sum
    }

    fn bound_mixed(&self, node: usize, query: &[f64], lows: &[f64], highs: &[f64]) -> f64 {
        let width = query.len();
        let mut sum = 0.0;
        for (feature, (&q, axis)) in query.iter().zip(&self.space.axes).enumerate() {
            let (low, high) = (lows[feature], highs[feature]);
            let least = match axis {
                Axis::Nominal => f64::from(!(low <= q && q <= high)),
                // A known value is at most half the range from the middle of it.
                _ if q.is_nan() => 0.5,
                _ => {
                    let known = outside(q, low, high);
                    let hole = self.holes.get(node * width + feature) == Some(&true);
                    if hole { known.min(farthest(q)) } else { known }
                }
            };
            sum += least * least;
        }
        sum
    }
}

/// How far a number is outside a range.
#[inline(always)]
fn outside(q: f64, low: f64, high: f64) -> f64 {
    let (below, above) = (low - q, q - high);
    let beyond = if below > above { below } else { above };
    if beyond > 0.0 { beyond } else { 0.0 }
}

#[inline(always)]
fn add_squares(totals: &mut [f64; LANES], column: &[f64; LANES], difference: impl Fn(f64) -> f64) {
    for (total, c) in totals.iter_mut().zip(column) {
        let difference = difference(*c);
        *total += difference * difference;
    }
}

/// Adds the squared differences in a feature of a table.
#[inline(always)]
fn add_mixed(totals: &mut [f64; LANES], column: &[f64; LANES], axis: Axis, q: f64) {
    match axis {
        // NaN equals nothing, itself included.
        Axis::Nominal => add_squares(totals, column, |c| if c == q { 0.0 } else { 1.0 }),
        _ if q.is_nan() => {
            add_squares(totals, column, |c| if c.is_nan() { 1.0 } else { farthest(c) });
        }
        _ => add_squares(totals, column, |c| if c.is_nan() { farthest(q) } else { q - c }),
    }
}

/// The nearest points so far: a few are kept in order; many are collected, and cut back whenever twice as many came.
struct Kept<'a> {
    k: usize,
    ties: bool,
    found: &'a mut Vec<Neighbour>,
    /// Points farther away than this are of no use.
    limit: f64,
    /// How many may be collected before they are cut back; zero where all are kept in order.
    room: usize,
}

/// Up to so many neighbours it costs less to keep them in order.
const FEW: usize = 64;

impl<'a> Kept<'a> {
    fn new(k: usize, ties: bool, found: &'a mut Vec<Neighbour>) -> Kept<'a> {
        let room = if k > FEW { 2 * k } else { 0 };
        Kept { k, ties, found, limit: f64::INFINITY, room }
    }

    #[inline(always)]
    fn limit(&self) -> f64 {
        self.limit
    }

    #[inline(always)]
    fn offer(&mut self, distance: f64, position: u32) {
        if distance <= self.limit {
            self.insert(distance, position);
        }
    }

    #[inline(never)]
    fn insert(&mut self, distance: f64, position: u32) {
        if self.room > 0 {
            self.found.push((distance, position));
            if self.found.len() >= self.room {
                self.cut_back();
            }
            return;
        }
        let place = self.found.partition_point(|known| *known < (distance, position));
        self.found.insert(place, (distance, position));
        self.drop_the_rest();
    }

    fn cut_back(&mut self) {
        self.found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.drop_the_rest();
        // With many ties more than k stay; room grows with them.
        self.room = self.room.max(2 * self.found.len());
    }

    /// Of points in order only the first k are needed, or those as near as the k-th.
    fn drop_the_rest(&mut self) {
        let Some(&(distance, _)) = self.found.get(self.k - 1) else { return };
        self.limit = distance;
        let needed = if self.ties {
            self.found.partition_point(|(other, _)| *other <= distance)
        } else {
            self.k
        };
        self.found.truncate(needed);
    }

    /// Puts what was collected in order.
    fn finish(&mut self) {
        if self.room > 0 {
            self.cut_back();
        }
    }
}
