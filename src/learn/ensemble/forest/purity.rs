//! How good a split is. Growing a tree asks only what [`Purity`] promises; what the rows are about (classes here) is known
//! to its implementation alone.

/// The rows of a node while a split of them is looked for: all to the right at first, then shifted to the left
/// one by one.
pub trait Purity {
    /// Turns to the rows of another node, all to the right.
    fn enter(&mut self, rows: &[u32]);

    /// Puts all rows of the node to the right again.
    fn rewind(&mut self);

    /// Moves a row from right to left.
    fn shift(&mut self, row: u32);

    /// How many examples are to the left and to the right, a row counting as often as it was drawn.
    fn sizes(&self) -> (u32, u32);

    /// How pure the two sides are; larger is purer. Comparable within a node only.
    fn score(&self) -> f64;

    /// Whether no split can make the node purer.
    fn is_pure(&self) -> bool;

    /// How often a row was drawn, and a number whose means order the levels of a nominal feature.
    fn lean(&self, row: u32) -> (f64, f64);

    /// Appends what the node predicts: positions and their values, those that are zero left out.
    fn predict(&self, leaf: &mut Vec<(u32, f64)>);
}

/// A row in the bag of a tree.
#[derive(Clone, Copy)]
struct Drawn {
    class: u32,
    count: u32,
}

/// The Gini index of classes. Examples are counted in whole numbers, so that no order of adding matters.
pub struct Gini {
    rows: Vec<Drawn>,
    all: Vec<u32>,
    left: Side,
    right: Side,
    commonest: u32,
}

#[derive(Clone, Default)]
struct Side {
    /// Examples of each class.
    counts: Vec<u32>,
    size: u32,
    /// Sum of the squared counts.
    squares: u64,
}

impl Gini {
    /// For rows of these classes, each drawn so often.
    pub fn new(ids: &[u32], classes: usize, counts: &[u32]) -> Gini {
        let drawn = |(class, count): (&u32, &u32)| Drawn { class: *class, count: *count };
        let side = Side { counts: vec![0; classes], ..Side::default() };
        Gini {
            rows: ids.iter().zip(counts).map(drawn).collect(),
            all: vec![0; classes],
            left: side.clone(),
            right: side,
            commonest: 0,
        }
    }
}

impl Purity for Gini {
    fn enter(&mut self, rows: &[u32]) {
        self.all.fill(0);
        for &row in rows {
            let Drawn { class, count } = self.rows[row as usize];
            self.all[class as usize] += count;
        }
        let mut most = 0;
        for (class, &count) in (0..).zip(&self.all) {
            if count > most {
                (most, self.commonest) = (count, class);
            }
        }
        self.right.size = self.all.iter().sum();
        self.left.size = 0;
        self.rewind();
    }

    fn rewind(&mut self) {
        self.right.size += self.left.size;
        self.right.counts.copy_from_slice(&self.all);
        self.right.squares = self.all.iter().map(|&n| u64::from(n) * u64::from(n)).sum();
        self.left.counts.fill(0);
        (self.left.size, self.left.squares) = (0, 0);
    }

    #[inline]
    fn shift(&mut self, row: u32) {
        let Drawn { class, count } = self.rows[row as usize];
        let (left, right) =
            (&mut self.left.counts[class as usize], &mut self.right.counts[class as usize]);
        // (n + c)^2 - n^2 = c (2n + c), and likewise on the right.
        self.left.squares += u64::from(count) * u64::from(2 * *left + count);
        self.right.squares -= u64::from(count) * u64::from(2 * *right - count);
        *left += count;
        *right -= count;
        self.left.size += count;
        self.right.size -= count;
    }

    #[inline]
    fn sizes(&self) -> (u32, u32) {
        (self.left.size, self.right.size)
    }

    /// The Gini index of a side is 1 - squares / size^2; weighted by sizes, less is purer, and what varies is this.
    #[inline]
    fn score(&self) -> f64 {
        let side = |side: &Side| side.squares as f64 / f64::from(side.size);
        side(&self.left) + side(&self.right)
    }

    fn is_pure(&self) -> bool {
        self.all[self.commonest as usize] == self.left.size + self.right.size
    }

    /// Ordering by the share of one of two classes makes the best split of levels one of the order (Breiman et al.
    /// 1984); of several classes the node's commonest is taken, which is a rule of thumb.
    fn lean(&self, row: u32) -> (f64, f64) {
        let Drawn { class, count } = self.rows[row as usize];
        (f64::from(count), f64::from(u8::from(class == self.commonest)))
    }

    fn predict(&self, leaf: &mut Vec<(u32, f64)>) {
        let size = f64::from(self.left.size + self.right.size);
        let share = |(class, &count): (u32, &u32)| (class, f64::from(count) / size);
        leaf.extend((0..).zip(&self.all).map(share).filter(|(_, share)| *share > 0.0));
    }
}
