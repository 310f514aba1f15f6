//! Rates of printed confusion matrices, and tables of rates that must come from one matrix a cell.

use super::Finding;
use super::judge::{Answer, Claim, judge};
use super::ways::{Topic, Way};
use crate::published::{Library, Part, Printed, PublishedTable};

/// Judges the rates that are printed beside a confusion matrix.
pub fn matrix(library: &Library, table: &PublishedTable) -> Vec<Finding> {
    let Some(claim) = &table.claims.confusion else { return Vec::new() };
    let name = &table.name;
    let cells = &table.cells;
    let rows = |dataset: &str| -> Option<(f64, f64)> {
        let (row, column) = (cells.row(dataset)?, cells.column(claim.right.get(dataset)?)?);
        let all: Option<f64> = (0..cells.methods.len()).map(|c| cells.value(row, c)).sum();
        Some((cells.value(row, column)?, all?))
    };
    let known: Option<Vec<(f64, f64)>> = claim.right.keys().map(|class| rows(class)).collect();
    let sums = known.map(|known| {
        known.iter().fold((0.0, 0.0), |sum: (f64, f64), row| (sum.0 + row.0, sum.1 + row.1))
    });
    let gap = cells.gap().unwrap_or_else(|| "`right` does not name the class".to_owned());
    let judged = |quantity: String, printed, ours: Option<f64>| {
        let answer = move |ways: &[Way]| ours.filter(|_| ways.is_empty()).map(Answer::exactly);
        judge(name, Topic::Rate, Claim::new(quantity, printed, answer).or_why(gap.clone()))
    };
    let mut findings = Vec::new();
    for (class, printed) in &claim.rate {
        let ours = rows(class).map(|(right, all)| 100.0 * right / all);
        findings.push(judged(format!("% of {class}"), printed, ours));
    }
    if let Some(printed) = &claim.overall {
        let ours = sums.map(|(right, all)| 100.0 * right / all);
        findings.push(judged("% overall".to_owned(), printed, ours));
    }
    if let Some(printed) = &claim.f_score {
        // Everything wrong is a false positive or a false negative.
        let f_score = rows(&claim.positive).zip(sums).map(|((positive, _), (right, all))| {
            100.0 * 2.0 * positive / (2.0 * positive + all - right)
        });
        let mut finding = judged("F-score from the confusion matrix".to_owned(), printed, f_score);
        let place =
            claim.f_score_in.as_ref().map(|place| (place, library.place(place, Part::Cells)));
        if let Some((place, Ok(found))) = place
            && let (Some(&row), Some(&column)) = (found.rows.first(), found.columns.first())
            && finding.note.is_empty()
        {
            finding.note = format!("printed in {place} as {}", found.cells.text(row, column));
        }
        findings.push(finding);
    }
    findings
}

/// Every matrix of so many cases is tried.
const MOST_CASES: f64 = 10_000.0;

/// Matrices that are tried for all cells of a table together: more would take minutes.
pub const MOST_MATRICES: usize = 50_000_000;

/// The cells of one method on one dataset in five tables, and the cases of both classes.
pub struct FiveRates {
    /// Cases of the positive class.
    pub positive: usize,
    /// Cases of the negative class.
    pub negative: usize,
    /// Accuracy, kappa, AUC, precision, recall.
    pub printed: [Printed; 5],
}

impl FiveRates {
    /// Five cells and the cases of both classes; or why they tell nothing.
    pub fn new(printed: [Printed; 5], cases: (f64, f64)) -> Result<FiveRates, String> {
        let countable = |cases: &f64| (1.0..=MOST_CASES).contains(cases);
        match [cases.0, cases.1].iter().find(|cases| !countable(cases)) {
            Some(cases) => {
                Err(format!("{cases} cases of a class are not between 1 and {MOST_CASES}"))
            }
            None => {
                Ok(FiveRates { positive: cases.0 as usize, negative: cases.1 as usize, printed })
            }
        }
    }

    fn cases(&self) -> (f64, f64) {
        (self.positive as f64, self.negative as f64)
    }

    /// The whole matrices (true positives, true negatives) with the printed accuracy, kappa and AUC, the latter
    /// (1 + TPR - FPR) / 2. `None` if there are more to try than are left.
    pub fn matrices(&self, left: &mut usize) -> Option<Vec<(usize, usize)>> {
        let [accuracy, kappa, auc, ..] = &self.printed;
        let (p, n) = self.cases();
        let mut found = Vec::new();
        for right in 0..=self.positive + self.negative {
            if !accuracy.rounds_to(right as f64 / (p + n)) {
                continue;
            }
            let tried = right.saturating_sub(self.negative)..=right.min(self.positive);
            *left = left.checked_sub(tried.clone().count())?;
            for tp in tried {
                let (t, s) = (tp as f64, (right - tp) as f64);
                let ours = self.kappa((t + s) / (p + n), t + n - s);
                if kappa.rounds_to(ours) && auc.rounds_to((t / p + s / n) / 2.0) {
                    found.push((tp, right - tp));
                }
            }
        }
        Some(found)
    }

    /// Cohen's kappa of an accuracy and the number of cases called positive.
    fn kappa(&self, accuracy: f64, said_positive: f64) -> f64 {
        let (p, n) = self.cases();
        let chance = (said_positive * p + (p + n - said_positive) * n) / (p + n) / (p + n);
        (accuracy - chance) / (1.0 - chance)
    }

    /// Whether recall and precision are those of the positive, and of the negative class.
    pub fn describes(&self, (tp, tn): (usize, usize)) -> (bool, bool) {
        let [.., precision, recall] = &self.printed;
        let fits = |right: usize, of: usize, wrong: usize| {
            let said = (right + wrong) as f64;
            let ours = if said == 0.0 { 0.0 } else { right as f64 / said };
            recall.rounds_to(right as f64 / of as f64) && precision.rounds_to(ours)
        };
        let (fp, fn_) = (self.negative - tn, self.positive - tp);
        (fits(tp, self.positive, fp), fits(tn, self.negative, fn_))
    }

    /// How far the printed kappa is from the one that printed accuracy and AUC imply.
    pub fn kappa_misses_by(&self) -> f64 {
        let (p, n) = self.cases();
        let [accuracy, kappa, auc, ..] = &self.printed;
        let (accuracy, auc) = (accuracy.value(), auc.value());
        let implied = if p == n {
            2.0 * accuracy - 1.0
        } else {
            let tpr = (accuracy * (p + n) - 2.0 * n * auc) / (p - n);
            self.kappa(accuracy, p * tpr + n * (1.0 - 2.0 * auc + tpr))
        };
        (implied - kappa.value()).abs()
    }

    /// Whether kappa is that of as many cases of both classes, although there are not as many.
    pub fn kappa_of_equal_classes(&self) -> bool {
        let [accuracy, kappa, ..] = &self.printed;
        self.positive != self.negative && kappa.rounds_to(2.0 * accuracy.value() - 1.0)
    }
}
