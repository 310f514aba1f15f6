//! Rates of printed confusion matrices, and tables of rates that must come from one matrix a cell.

use super::judge::{Claim, judge};
use super::ways::Topic;
use super::{Finding, Verdict};
use crate::published::{Cells, Library, Part, Printed, PublishedTable};

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
    let Some(known) = known else {
        return vec![
            Finding::new(name, "confusion matrix", Verdict::NotRecomputable)
                .because("a cell of the matrix is no number"),
        ];
    };
    let mut findings = Vec::new();
    for (class, printed) in &claim.rate {
        if let Some((right, all)) = rows(class) {
            let claim = Claim::plain(format!("% of {class}"), printed, 100.0 * right / all);
            findings.push(judge(name, Topic::Rate, claim));
        }
    }
    let (right, all) = known.iter().fold((0.0, 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    if let Some(printed) = &claim.overall {
        let claim = Claim::plain("% overall", printed, 100.0 * right / all);
        findings.push(judge(name, Topic::Rate, claim));
    }
    if let (Some(printed), Some((positive, _))) = (&claim.f_score, rows(&claim.positive)) {
        // Everything wrong is a false positive or a false negative.
        let f_score = 100.0 * 2.0 * positive / (2.0 * positive + all - right);
        let mut finding = judge(
            name,
            Topic::Rate,
            Claim::plain("F-score from the confusion matrix", printed, f_score),
        );
        let place =
            claim.f_score_in.as_ref().map(|place| (place, library.place(place, Part::Cells)));
        if let Some((place, Ok(found))) = place {
            let cell = found.cells.text(found.rows[0], found.columns[0]);
            finding.note = format!("printed in {place} as {cell}");
        }
        findings.push(finding);
    }
    findings
}

/// Every matrix of so many cases is tried.
const MOST_CASES: f64 = 10_000.0;

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
    /// The cells at a place of five tables with the same layout.
    pub fn at(
        tables: &[&Cells; 5],
        row: usize,
        column: usize,
        cases: (f64, f64),
    ) -> Option<FiveRates> {
        let mut printed = Vec::new();
        for table in tables {
            printed.push(table.printed(row, column)?);
        }
        let printed = <[Printed; 5]>::try_from(printed).ok()?;
        if !(1.0..=MOST_CASES).contains(&cases.0) || !(1.0..=MOST_CASES).contains(&cases.1) {
            return None;
        }
        Some(FiveRates { positive: cases.0 as usize, negative: cases.1 as usize, printed })
    }

    fn cases(&self) -> (f64, f64) {
        (self.positive as f64, self.negative as f64)
    }

    /// The whole matrices (true positives, true negatives) with the printed accuracy, kappa and AUC, the latter
    /// (1 + TPR - FPR) / 2.
    pub fn matrices(&self) -> Vec<(usize, usize)> {
        let [accuracy, kappa, auc, ..] = &self.printed;
        let (p, n) = self.cases();
        let mut found = Vec::new();
        for right in 0..=self.positive + self.negative {
            if !accuracy.rounds_to(right as f64 / (p + n)) {
                continue;
            }
            for tp in right.saturating_sub(self.negative)..=right.min(self.positive) {
                let (t, s) = (tp as f64, (right - tp) as f64);
                let ours = self.kappa((t + s) / (p + n), t + n - s);
                if kappa.rounds_to(ours) && auc.rounds_to((t / p + s / n) / 2.0) {
                    found.push((tp, right - tp));
                }
            }
        }
        found
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
