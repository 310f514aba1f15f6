//! Which measurement of a dataset a score is: its repeat and its fold, in the order people count. It knows labels only,
//! neither columns nor files.

use crate::data::read::text::number;

/// The repeat and the fold of a score, as far as they are known. Fold 10 comes after fold 9.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    repeat: Option<Label>,
    fold: Option<Label>,
}

/// A label, cut into numbers and what is between them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(u64),
    Text(String),
}

impl Place {
    /// The place that two labels name.
    pub fn new(repeat: Option<&str>, fold: Option<&str>) -> Place {
        Place { repeat: repeat.map(Label::new), fold: fold.map(Label::new) }
    }

    /// Whether the score is one of several, not a mean of which no more is known.
    pub fn is_known(&self) -> bool {
        self.repeat.is_some() || self.fold.is_some()
    }

    /// The repeat.
    pub fn repeat(&self) -> Option<&Label> {
        self.repeat.as_ref()
    }
}

impl Label {
    fn new(label: &str) -> Label {
        if let Some(whole) = whole(label) {
            return Label(vec![Piece::Number(whole)]);
        }
        let mut pieces = Vec::new();
        let mut rest = label;
        while let Some(first) = rest.chars().next() {
            let digits = first.is_ascii_digit();
            let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(end);
            pieces.push(match piece.parse() {
                Ok(number) if digits => Piece::Number(number),
                _ => Piece::Text(piece.to_owned()),
            });
            rest = after;
        }
        Label(pieces)
    }
}

/// A whole number. Some writers turn whole numbers into `1.0` as soon as one is missing.
pub fn whole(text: &str) -> Option<u64> {
    let value = number(text).filter(|v| v.fract() == 0.0 && (0.0..1e15).contains(v))?;
    Some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_people_count() {
        let place = |a: &str, b: &str| Place::new(Some(a), Some(b));
        assert!(place("1", "9") < place("1", "10"));
        assert!(place("1", "10") < place("2", "1"));
        assert!(place("r2", "fold9") < place("r2", "fold10"));
        assert!(place("r9", "b") < place("r10", "a"));
        assert_eq!(place("1", "02"), place("1.0", "2"));
        assert_ne!(place("1", "-2"), place("1", "2"));
        assert_ne!(place("1", "2.5"), place("1", "2"));
        let long = "9".repeat(50);
        assert_eq!(place(&long, ""), place(&long, ""));
        assert!(!Place::default().is_known() && Place::new(Some("1"), None).is_known());
    }
}
