//! Power of comparisons over datasets: mean ranks for three or more methods, Wilcoxon's signed-rank test for two. The
//! numbers come from `stats::power`; here are the question, the sentences and the JSON.

use serde_json::{Map, Value, json};

use super::family::ComparisonFamily;
use crate::analysis::LEAST_DATASETS;
use crate::cli::context::count;
use crate::cli::exit::Refusal;
use crate::stats::effect::smallest_detectable_rank_difference;
use crate::stats::power::{rank_datasets, signed_rank_datasets, smallest_signed_rank_effect};

/// The numbers of datasets in the table.
const SIZES: [usize; 6] = [5, 10, 15, 20, 30, 50];

/// A comparison over datasets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OverDatasets {
    /// What is compared.
    pub family: ComparisonFamily,
    /// How many datasets there are, if that is known.
    pub datasets: Option<usize>,
    /// The difference to detect, if the number of datasets for it is asked for: of mean ranks, or for two methods of
    /// means in standard deviations of the differences over datasets.
    pub wanted: Option<f64>,
}

impl OverDatasets {
    fn is_pair(&self) -> bool {
        self.family.methods == 2
    }

    /// What a difference is counted in.
    fn unit(&self) -> &'static str {
        if self.is_pair() {
            "standard deviations of the differences over datasets"
        } else {
            "mean ranks"
        }
    }

    /// The smallest difference that is detected; `None` if none is, however large.
    pub fn smallest(&self, datasets: usize) -> Option<f64> {
        let ComparisonFamily { methods, power, .. } = self.family;
        let level = self.family.level();
        if self.is_pair() {
            return smallest_signed_rank_effect(datasets, level, power).ok();
        }
        let smallest = smallest_detectable_rank_difference(datasets, methods, level, power).ok()?;
        (smallest <= methods as f64 - 1.0).then_some(smallest)
    }

    /// The number of datasets that a difference needs.
    fn needed(&self, difference: f64) -> Result<usize, Refusal> {
        let ComparisonFamily { methods, alpha, power, .. } = self.family;
        let needed = if self.is_pair() {
            signed_rank_datasets(difference, alpha, power)
        } else {
            rank_datasets(difference, methods, self.family.comparisons(), alpha, power)
        };
        // The approximation may be content with fewer than a verdict needs.
        needed.map(|needed| needed.max(LEAST_DATASETS)).map_err(|_| {
            Refusal::usage(format!(
                "a difference of {difference} {} needs more than a million datasets\nhelp: give a larger difference",
                self.unit()
            ))
        })
    }

    /// What some datasets can detect, which is `smallest`.
    pub fn sentence(&self, datasets: usize, smallest: Option<f64>) -> String {
        let with = format!("With {}", count(datasets, "dataset"));
        match (smallest, self.is_pair()) {
            (Some(smallest), true) => format!(
                "{with}, the smallest mean difference that Wilcoxon's signed-rank test detects is {smallest:.2} {}",
                self.unit()
            ),
            (Some(smallest), false) => format!(
                "{with}, the smallest difference of mean ranks that one comparison detects is {smallest:.2}"
            ),
            (None, true) => format!(
                "{with}, Wilcoxon's signed-rank test detects no difference: no outcome is significant at level {}",
                self.family.alpha
            ),
            (None, false) => format!(
                "{with}, one comparison detects no difference of mean ranks, not even the largest possible of {}",
                self.family.methods - 1
            ),
        }
    }

    /// How many datasets the wanted difference needs, and what that means for the design.
    fn needed_sentence(&self, difference: f64, needed: usize) -> String {
        let start = format!(
            "To detect a difference of {difference} {}, {needed} datasets are needed",
            self.unit()
        );
        match self.datasets {
            Some(there) if there >= needed => format!("{start}: {there} are enough"),
            Some(there) => format!("{start}: {} more than {there}", needed - there),
            None => start,
        }
    }

    /// Computes the answer.
    pub fn answer(self) -> Result<OverAnswer, Refusal> {
        Ok(OverAnswer {
            smallest: self.datasets.and_then(|datasets| self.smallest(datasets)),
            needed: self.wanted.map(|difference| self.needed(difference)).transpose()?,
            table: SIZES.map(|size| (size, self.smallest(size))),
            question: self,
        })
    }

    /// What the design can detect, which is `smallest`, for programs.
    pub fn summary(&self, smallest: Option<f64>) -> Map<String, Value> {
        let mut json = Map::new();
        let test = if self.is_pair() { "signed-rank" } else { "mean-ranks" };
        json.insert("test".into(), json!(test));
        json.insert("unit".into(), json!(self.unit()));
        if let Some(datasets) = self.datasets {
            json.insert("datasets".into(), json!(datasets));
            json.insert("smallest_difference".into(), json!(smallest));
        }
        json
    }
}

/// The numbers of an answer; those of Wilcoxon's test take some tenths of a second, so they are computed once.
pub struct OverAnswer {
    question: OverDatasets,
    /// What the datasets of the question detect.
    pub smallest: Option<f64>,
    needed: Option<usize>,
    /// What other numbers of datasets detect.
    table: [(usize, Option<f64>); SIZES.len()],
}

impl OverAnswer {
    /// The answer for people.
    pub fn text(&self) -> String {
        let OverDatasets { datasets, wanted, .. } = self.question;
        let mut text = String::new();
        if let Some(datasets) = datasets {
            text.push_str(&format!("{}.\n", self.question.sentence(datasets, self.smallest)));
        }
        if let (Some(difference), Some(needed)) = (wanted, self.needed) {
            text.push_str(&format!("{}.\n", self.question.needed_sentence(difference, needed)));
        }
        let space = if text.is_empty() { "" } else { "\n" };
        let unit = self.question.unit();
        text.push_str(&format!("{space}datasets  smallest difference detected ({unit})\n"));
        for (size, smallest) in self.table {
            let smallest = smallest.map_or("none".into(), |s| format!("{s:.2}"));
            text.push_str(&format!("{size:8}  {smallest}\n"));
        }
        text
    }

    /// The answer for programs.
    pub fn json(&self) -> Value {
        let mut json = self.question.summary(self.smallest);
        if let (Some(difference), Some(needed)) = (self.question.wanted, self.needed) {
            json.insert("difference".into(), json!(difference));
            json.insert("datasets_needed".into(), json!(needed));
        }
        let row = |(size, smallest)| json!({ "datasets": size, "smallest_difference": smallest });
        json.insert("table".into(), self.table.map(row).to_vec().into());
        Value::Object(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four(datasets: Option<usize>, wanted: Option<f64>) -> OverDatasets {
        let family = ComparisonFamily { methods: 4, with_control: false, alpha: 0.05, power: 0.8 };
        OverDatasets { family, datasets, wanted }
    }

    /// (norm.ppf(1 - 0.05 / 12) + norm.ppf(0.8)) * sqrt(20 / (6 * 12)), SciPy 1.17.1.
    #[test]
    fn the_level_is_that_of_all_pairs() {
        let found = four(Some(12), None).smallest(12).unwrap();
        assert!((found / 1.8340570104905416 - 1.0).abs() < 1e-9, "{found}");
        let text = four(Some(12), None).answer().unwrap().text();
        assert!(text.starts_with("With 12 datasets, the smallest difference of mean ranks that one comparison detects is 1.83.\n"), "{text}");
    }

    #[test]
    fn too_few_datasets_detect_nothing() {
        assert_eq!(four(Some(3), None).smallest(3), None);
        assert!(four(None, None).sentence(3, None).contains("not even the largest possible of 3"));
        let two = four(None, None);
        let two = OverDatasets { family: ComparisonFamily { methods: 2, ..two.family }, ..two };
        assert_eq!(two.smallest(5), None);
        assert!(two.sentence(5, None).contains("no outcome is significant at level 0.05"));
        assert!(two.answer().unwrap().text().contains("\n       5  none\n"));
    }

    #[test]
    fn the_datasets_needed_are_compared_with_those_there_are() {
        let sentence = |there| {
            let of = four(there, Some(1.0));
            of.needed_sentence(1.0, of.needed(1.0).unwrap_or(0))
        };
        let start = "To detect a difference of 1 mean ranks, 41 datasets are needed";
        assert_eq!(sentence(None), start);
        assert_eq!(sentence(Some(12)), format!("{start}: 29 more than 12"));
        assert_eq!(sentence(Some(41)), format!("{start}: 41 are enough"));
        assert!(four(None, Some(1e-4)).answer().is_err());
    }
}
