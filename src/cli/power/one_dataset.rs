//! Power of comparisons on one dataset, by the corrected resampled t-test on its folds. The numbers come from
//! `stats::power`; here are the question, the sentences and the JSON.

use serde_json::{Map, Value, json};

use super::family::ComparisonFamily;
use crate::cli::context::count;
use crate::cli::exit::Refusal;
use crate::stats::error::StatsError;
use crate::stats::power::{RepeatsNeeded, Resampling, repeats_needed};
use crate::words;

/// The numbers of repeats in the table.
const REPEATS: [usize; 6] = [1, 2, 3, 5, 10, 20];

/// A comparison on one dataset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OneDataset {
    /// What is compared.
    pub family: ComparisonFamily,
    /// How the dataset is split.
    pub design: Resampling,
    /// The standard deviation of the differences of folds; differences are counted in it where it is not known.
    pub sd: Option<f64>,
    /// The difference to detect, if the number of repeats for it is asked for.
    pub wanted: Option<f64>,
}

impl OneDataset {
    fn sd_or_one(&self) -> f64 {
        self.sd.unwrap_or(1.0)
    }

    /// A difference with what it is counted in.
    fn words(&self, difference: f64) -> String {
        match self.sd {
            Some(_) => words::difference(difference),
            None => format!("{difference:.2} standard deviations of the fold differences"),
        }
    }

    /// The smallest difference that is detected.
    pub fn smallest(&self) -> Result<f64, Refusal> {
        let (level, power) = (self.family.level(), self.family.power);
        self.design.smallest_difference(self.sd_or_one(), level, power).map_err(refused)
    }

    fn unlimited(&self) -> Result<f64, Refusal> {
        let (level, power) = (self.family.level(), self.family.power);
        self.design.unlimited_difference(self.sd_or_one(), level, power).map_err(refused)
    }

    fn needed(&self, difference: f64) -> Result<RepeatsNeeded, Refusal> {
        let (level, power) = (self.family.level(), self.family.power);
        repeats_needed(self.design, difference, self.sd_or_one(), level, power).map_err(refused)
    }

    /// The same design with other repeats.
    fn with_repeats(&self, repeats: usize) -> OneDataset {
        OneDataset { design: Resampling { repeats, ..self.design }, ..*self }
    }

    /// What the folds can detect.
    pub fn sentence(&self) -> Result<String, Refusal> {
        Ok(format!(
            "With {} x {}, the smallest difference of mean scores that the corrected resampled t-test detects on one \
             dataset is {}",
            count(self.design.folds, "fold"),
            count(self.design.repeats, "repeat"),
            self.words(self.smallest()?)
        ))
    }

    /// How many repeats the wanted difference needs.
    fn needed_sentence(&self, difference: f64) -> Result<String, Refusal> {
        let wanted = match self.sd {
            Some(_) => format!("{difference}"),
            None => format!("{difference} standard deviations of the fold differences"),
        };
        Ok(match self.needed(difference)? {
            RepeatsNeeded::Repeats(repeats) => format!(
                "To detect a difference of {wanted}, {} of {} {} needed",
                count(repeats, "repeat"),
                count(self.design.folds, "fold"),
                if repeats == 1 { "is" } else { "are" }
            ),
            RepeatsNeeded::NeverEnough { best_power, smallest_difference } => format!(
                "No number of repeats detects a difference of {wanted}: with unlimited repeats the power is {best_power:.2}, \
                 and the smallest difference detected {}. Compare on more datasets instead",
                self.words(smallest_difference)
            ),
        })
    }

    /// The answer for people.
    pub fn text(&self) -> Result<String, Refusal> {
        let mut text = format!("{}.\n", self.sentence()?);
        if let Some(difference) = self.wanted {
            text.push_str(&format!("{}.\n", self.needed_sentence(difference)?));
        }
        let unit =
            if self.sd.is_some() { "" } else { " (standard deviations of the fold differences)" };
        text.push_str(&format!("\n  repeats  smallest difference detected{unit}\n"));
        let cell = |difference: f64| match self.sd {
            Some(_) => words::difference(difference),
            None => format!("{difference:.2}"),
        };
        for repeats in self.sizes() {
            let smallest = cell(self.with_repeats(repeats).smallest()?);
            text.push_str(&format!("{repeats:9}  {smallest}\n"));
        }
        text.push_str(&format!("unlimited  {}\n", cell(self.unlimited()?)));
        Ok(text)
    }

    /// The repeats of the table: a test needs two parts.
    fn sizes(&self) -> impl Iterator<Item = usize> {
        let folds = self.design.folds;
        REPEATS.into_iter().filter(move |repeats| repeats * folds >= 2)
    }

    /// What the design can detect, for programs.
    pub fn summary(&self) -> Result<Map<String, Value>, Refusal> {
        let mut json = Map::new();
        let Resampling { folds, repeats, test_share } = self.design;
        let unit = if self.sd.is_some() {
            "scores"
        } else {
            "standard deviations of the fold differences"
        };
        json.insert("test".into(), json!("corrected-t"));
        json.insert("unit".into(), json!(unit));
        json.insert("folds".into(), json!(folds));
        json.insert("repeats".into(), json!(repeats));
        json.insert("test_share".into(), json!(test_share));
        json.insert("sd".into(), json!(self.sd));
        json.insert("smallest_difference".into(), json!(self.smallest()?));
        Ok(json)
    }

    /// The whole answer for programs.
    pub fn json(&self) -> Result<Value, Refusal> {
        let mut json = self.summary()?;
        json.insert("smallest_difference_unlimited_repeats".into(), json!(self.unlimited()?));
        if let Some(difference) = self.wanted {
            let (repeats, best) = match self.needed(difference)? {
                RepeatsNeeded::Repeats(repeats) => (Some(repeats), None),
                RepeatsNeeded::NeverEnough { best_power, .. } => (None, Some(best_power)),
            };
            json.insert("difference".into(), json!(difference));
            json.insert("repeats_needed".into(), json!(repeats));
            json.insert("power_with_unlimited_repeats".into(), json!(best));
        }
        let mut table = Vec::new();
        for repeats in self.sizes() {
            let smallest = self.with_repeats(repeats).smallest()?;
            table.push(json!({ "repeats": repeats, "smallest_difference": smallest }));
        }
        json.insert("table".into(), table.into());
        Ok(Value::Object(json))
    }
}

/// What the statistics refuse although every option by itself was sound.
fn refused(error: StatsError) -> Refusal {
    Refusal::usage(format!("{error}\nhelp: give two folds or more, and a larger difference or sd"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ten_folds(repeats: usize, sd: Option<f64>, wanted: Option<f64>) -> OneDataset {
        let family = ComparisonFamily { methods: 2, with_control: false, alpha: 0.05, power: 0.8 };
        OneDataset { family, design: Resampling::cross_validation(10, repeats), sd, wanted }
    }

    /// 0.0434, 0.0295 and 0.0280: reference values of `stats::power`.
    #[test]
    fn repeats_come_closer_to_the_floor() {
        let text = ten_folds(1, Some(0.03), None).text().unwrap_or_default();
        assert!(text.starts_with("With 10 folds x 1 repeat, "), "{text}");
        assert!(text.contains("on one dataset is 0.0434.\n"), "{text}");
        assert!(text.contains("\n       10  0.0295\n"), "{text}");
        assert!(text.ends_with("unlimited  0.0280\n"), "{text}");
    }

    #[test]
    fn repeats_needed_or_the_floor_is_named() {
        let sentence = |wanted| {
            ten_folds(1, Some(0.03), None).needed_sentence(wanted).unwrap_or_else(|r| r.text)
        };
        assert_eq!(
            sentence(0.03),
            "To detect a difference of 0.03, 8 repeats of 10 folds are needed"
        );
        assert_eq!(sentence(0.2), "To detect a difference of 0.2, 1 repeat of 10 folds is needed");
        let never = sentence(0.02);
        assert!(
            never.starts_with("No number of repeats detects a difference of 0.02: "),
            "{never}"
        );
        assert!(
            never.contains("the power is 0.52, and the smallest difference detected 0.0280"),
            "{never}"
        );
    }

    #[test]
    fn without_a_spread_differences_are_in_standard_deviations() {
        let text = ten_folds(1, None, None).text().unwrap_or_default();
        assert!(text.contains("is 1.45 standard deviations of the fold differences.\n"), "{text}");
        let json = ten_folds(1, None, None).json().unwrap_or_default();
        assert_eq!(json["unit"], "standard deviations of the fold differences");
        assert_eq!(json["sd"], Value::Null);
    }
}
