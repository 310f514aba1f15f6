//! The comparisons that a question about power is about: how many there are, and at which level each is tested.

use serde_json::{Value, json};

/// Methods that are compared, all with all or all with a control. Each comparison is tested at a share of the level
/// (Bonferroni): procedures that are sharper, such as Holm's, find at least as much.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ComparisonFamily {
    /// At least two.
    pub methods: usize,
    /// Whether the methods are compared with a control only.
    pub with_control: bool,
    /// The level of all comparisons together.
    pub alpha: f64,
    /// The probability with which a difference must be found.
    pub power: f64,
}

impl ComparisonFamily {
    /// How many comparisons there are.
    pub fn comparisons(&self) -> usize {
        let others = self.methods.saturating_sub(1);
        if self.with_control { others } else { self.methods * others / 2 }
    }

    /// The level of one comparison.
    pub fn level(&self) -> f64 {
        self.alpha / self.comparisons().max(1) as f64
    }

    /// What is compared, at which level and with which power.
    pub fn words(&self) -> String {
        let ComparisonFamily { methods, alpha, power, .. } = *self;
        let which = match self.comparisons() {
            1 => String::new(),
            some if self.with_control => format!(", {some} comparisons with a control"),
            some => format!(", all {some} pairs"),
        };
        let corrected = if self.comparisons() > 1 { " with Bonferroni's correction" } else { "" };
        format!("{methods} methods{which}, level {alpha}{corrected}, power {power}")
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        json!({
            "methods": self.methods, "control": self.with_control, "comparisons": self.comparisons(),
            "alpha": self.alpha, "level_of_one_comparison": self.level(), "power": self.power,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_comparisons_and_divides_the_level() {
        let family = ComparisonFamily { methods: 4, with_control: false, alpha: 0.06, power: 0.8 };
        assert_eq!((family.comparisons(), family.level()), (6, 0.01));
        assert_eq!(
            family.words(),
            "4 methods, all 6 pairs, level 0.06 with Bonferroni's correction, power 0.8"
        );
        let family = ComparisonFamily { with_control: true, ..family };
        assert_eq!((family.comparisons(), family.level()), (3, 0.02));
        let family = ComparisonFamily { methods: 2, ..family };
        assert_eq!((family.comparisons(), family.level()), (1, 0.06));
        assert_eq!(family.words(), "2 methods, level 0.06, power 0.8");
    }
}
