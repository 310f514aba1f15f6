//! What the points in one column of numbers mean, where each of them could separate thousands: `1.250` next to `980` or `1500`.

use super::{grouped, unsigned};

/// From this many numbers on that all have three decimals, rounding would have left one with fewer.
const MANY_POINTED: usize = 20;

/// Whole numbers are few among numbers with points if there is less than one per this many.
const FEW_WHOLES: usize = 20;

/// Some whole numbers of a column.
#[derive(Debug, Clone, Copy, Default)]
struct Wholes {
    count: usize,
    largest: f64,
}

impl Wholes {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.largest = self.largest.max(value);
    }
}

/// Whether the points of a column separate thousands although it could be read with decimals: `1.250` and `980`. Who writes the
/// zero of `1.250` would write `980.000`; and of decimals, a tenth would be shorter. The order of the numbers does not matter.
#[derive(Debug, Clone)]
pub struct Pointed<P> {
    /// A number shows that points are decimal ones: `0.5` or `1e3`.
    are_decimal: bool,
    count: usize,
    ends_in_zero: bool,
    /// Whether a number with a point is negative.
    has_negative: bool,
    /// The first number with a point.
    first: Option<(P, String)>,
    smallest: f64,
    /// Whole numbers, those below zero apart. `999` is counted but is no whole number like others: it may mean a missing value.
    positive: Wholes,
    negative: Wholes,
    nines: Wholes,
    /// Whole numbers from 1000 on, without a sign between their thousands.
    large: Wholes,
}

impl<P> Default for Pointed<P> {
    fn default() -> Self {
        Pointed {
            are_decimal: false,
            count: 0,
            ends_in_zero: false,
            has_negative: false,
            first: None,
            smallest: f64::INFINITY,
            positive: Wholes::default(),
            negative: Wholes::default(),
            nines: Wholes::default(),
            large: Wholes::default(),
        }
    }
}

/// What the points of a column are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Points<'n, P> {
    /// There are none that could separate thousands.
    None,
    /// They stand before decimals, as far as the column shows. The first number.
    Decimal(P),
    /// They stand before decimals although a few numbers have none, which are exceptions. The first number and its text.
    DecimalMostly(P, &'n str),
    /// They separate thousands. The first number and its text.
    Thousands(P, &'n str),
    /// Either: without a sign, thousands (`1500`) are next to what could be others (`1.250`). The first number and its text.
    Unclear(P, &'n str),
}

impl<P: Copy> Pointed<P> {
    /// Takes note of a number without commas.
    pub fn add(&mut self, number: &str, place: P) {
        let Ok(value) = number.parse::<f64>() else { return };
        let size = value.abs();
        if number.contains(['e', 'E']) {
            self.are_decimal = true;
        } else if number.contains('.') {
            self.are_decimal |= !grouped(unsigned(number), '.');
            self.count += 1;
            self.ends_in_zero |= number.ends_with('0');
            self.has_negative |= value < 0.0;
            self.smallest = self.smallest.min(size);
            self.first.get_or_insert_with(|| (place, number.to_owned()));
        } else if size >= 1000.0 {
            self.large.add(size);
        } else if size == 999.0 {
            self.nines.add(size);
        } else if value < 0.0 {
            self.negative.add(size);
        } else {
            self.positive.add(size);
        }
    }

    /// What the points are, if all numbers are known. Next to points between thousands are whole numbers of three digits, of another
    /// size than the decimals would be: 95.120 next to 100 is a percentage.
    pub fn points(&self) -> Points<'_, P> {
        let Some((place, number)) = &self.first else { return Points::None };
        let all = [self.positive, self.negative, self.nines, self.large];
        let largest = all.iter().map(|wholes| wholes.largest).fold(0.0, f64::max);
        let says_thousands = !self.are_decimal
            && (self.ends_in_zero || self.count >= MANY_POINTED)
            && largest > 100.0
            && largest > 10.0 * self.smallest;
        match says_thousands {
            true if self.wholes_are_exceptions() => Points::DecimalMostly(*place, number),
            true if self.large.count > 0 => Points::Unclear(*place, number),
            true => Points::Thousands(*place, number),
            false => Points::Decimal(*place),
        }
    }

    /// Whether many numbers have three decimals, and the whole ones are codes (-999) or few, and not the lower end of numbers with signs
    /// between thousands: far below a thousand, or above it.
    fn wholes_are_exceptions(&self) -> bool {
        let negative = if self.has_negative { self.negative } else { Wholes::default() };
        let count = self.positive.count + negative.count + self.large.count;
        let below = self.positive.largest.max(negative.largest);
        let are_apart = self.large.count > 0 || 4.0 * below < 1000.0 * self.smallest;
        self.count >= MANY_POINTED && (count == 0 || count * FEW_WHOLES < self.count && are_apart)
    }
}
