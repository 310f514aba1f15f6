//! How cells of several tables depend on each other: the checks that a claim file declares.

use std::collections::BTreeMap;

use super::confusion::FiveRates;
use super::counts::mark;
use super::integrity::permuted_columns;
use super::judge::{Answer, Claim, judge};
use super::scores::Scores;
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::num::math::mean;
use crate::published::{CellClaim, Cells, Check, Library, Paper, Part, Place, Printed};

/// A kappa that misses what accuracy and AUC imply by more is no matter of rounding.
const KAPPA_MISSES: f64 = 0.01;

/// Makes every declared check of a paper.
pub fn checks(library: &Library, paper: &Paper) -> Vec<Finding> {
    let made = paper.checks.iter().flat_map(|check| {
        let checker = Checker { library, paper };
        // Places were checked when the library was read; cells may still be missing.
        checker.make(check).unwrap_or_else(|| {
            let table = paper.tables.first().map_or("", |table| table.name.as_str());
            vec![
                Finding::new(table, "a declared check", Verdict::NotRecomputable)
                    .because("a cell that it needs is missing"),
            ]
        })
    });
    made.collect()
}

struct Checker<'a> {
    library: &'a Library,
    paper: &'a Paper,
}

impl<'a> Checker<'a> {
    fn place(&self, name: &str) -> Option<Place<'a>> {
        self.library.place(name, Part::Cells).ok()
    }

    fn make(&self, check: &Check) -> Option<Vec<Finding>> {
        match check {
            Check::RanksOfTables { table, rows } => self.ranks_of_tables(table, rows),
            Check::WeightedRate {
                accuracy,
                sensitivity,
                specificity,
                positives,
                negatives,
                allowed,
            } => {
                let places =
                    [self.place(accuracy)?, self.place(sensitivity)?, self.place(specificity)?];
                weighted_rate(
                    &places,
                    (f64::from(*positives), f64::from(*negatives)),
                    allowed.as_ref(),
                )
            }
            Check::OneConfusionMatrix {
                accuracy,
                kappa,
                auc,
                precision,
                recall,
                positives,
                negatives,
            } => {
                let names = [accuracy, kappa, auc, precision, recall];
                self.one_confusion_matrix(names, positives, negatives)
            }
            Check::MeanOfSquares { squares, roots, targets } => {
                mean_of_squares(&self.place(squares)?, &self.place(roots)?, &self.place(targets)?)
            }
            Check::Share { table, parts, wholes } => self.share(table, parts, wholes),
            Check::Reduction { tables, whole, printed_in, average, cells } => {
                self.reduction(tables, whole, printed_in, average, cells)
            }
            Check::Tally { a, b, folds, alpha, win, loss, tie, counted_in } => {
                let (a, b) = (self.place(a)?, self.place(b)?);
                tally(&a, &b, *folds, alpha.value(), [*win, *loss, *tie], counted_in.as_deref())
            }
        }
    }

    fn ranks_of_tables(&self, table: &str, rows: &[String]) -> Option<Vec<Finding>> {
        let place = self.place(table)?;
        let mut findings = Vec::new();
        for (row, name) in rows.iter().enumerate().take(place.cells.datasets.len()) {
            let scores = Scores::new(self.place(name)?.table)?;
            for (column, method) in place.cells.methods.iter().enumerate() {
                let there = scores.table.cells.column(method)?;
                let printed = place.cells.printed(row, column)?;
                let answer = |ways: &[Way]| scores.rank(there, ways);
                let claim = Claim::new(format!("rank {method} of {name}"), &printed, answer);
                findings.push(judge(table, Topic::Rank, claim));
            }
        }
        Some(findings)
    }

    fn one_confusion_matrix(
        &self,
        names: [&String; 5],
        positives: &str,
        negatives: &str,
    ) -> Option<Vec<Finding>> {
        let mut places = Vec::new();
        for name in names {
            places.push(self.place(name)?.cells);
        }
        let tables = <[&Cells; 5]>::try_from(places).ok()?;
        let (positives, negatives) = (self.place(positives)?, self.place(negatives)?);
        let void = permuted_columns(self.paper);
        let (mut only_positive, mut only_negative) = (BTreeMap::new(), BTreeMap::new());
        let (mut none, mut missed) =
            (BTreeMap::<&str, Vec<&str>>::new(), BTreeMap::<&str, Vec<&str>>::new());
        let mut equal_classes = BTreeMap::<&str, Vec<&str>>::new();
        let mut cells_seen = 0;
        for (column, method) in
            tables[0].methods.iter().enumerate().filter(|(_, m)| !void.contains(m))
        {
            for (row, dataset) in tables[0].datasets.iter().enumerate() {
                let cases = |place: &Place<'_>| {
                    place.cells.value(place.cells.row(dataset)?, *place.columns.first()?)
                };
                let rates =
                    FiveRates::at(&tables, row, column, (cases(&positives)?, cases(&negatives)?))?;
                cells_seen += 1;
                let matrices = rates.matrices();
                let fits: Vec<(bool, bool)> =
                    matrices.iter().map(|m| rates.describes(*m)).collect();
                match (fits.iter().any(|fit| fit.0), fits.iter().any(|fit| fit.1)) {
                    (true, false) => *only_positive.entry(method.as_str()).or_insert(0_usize) += 1,
                    (false, true) => *only_negative.entry(method.as_str()).or_insert(0_usize) += 1,
                    _ => {}
                }
                if matrices.is_empty() {
                    none.entry(method).or_default().push(dataset);
                    if rates.kappa_misses_by() > KAPPA_MISSES {
                        missed.entry(method).or_default().push(dataset);
                    }
                    if rates.kappa_of_equal_classes() {
                        equal_classes.entry(dataset).or_default().push(method);
                    }
                }
            }
        }
        let list = |counts: &BTreeMap<&str, usize>| -> String {
            let words: Vec<String> =
                counts.iter().map(|(name, n)| format!("{name} ({n})")).collect();
            words.join(", ")
        };
        let mut findings = Vec::new();
        let mixed = !only_positive.is_empty() && !only_negative.is_empty();
        let verdict = if mixed { Verdict::Contradiction } else { Verdict::Match };
        let described = match mixed {
            true => format!(
                "the positive class for {}; the negative class for {}",
                list(&only_positive),
                list(&only_negative)
            ),
            false => "one class for all methods".to_owned(),
        };
        findings.push(
            Finding::new(names[3], "class that precision and recall describe", verdict)
                .printed("one class for all methods")
                .computed(described)
                .because("cells that fit one class only, by method"),
        );
        for (method, datasets) in &missed {
            findings.push(
                Finding::new(
                    names[0],
                    &format!("{method}: one confusion matrix a dataset"),
                    Verdict::Contradiction,
                )
                .printed("accuracy, kappa and AUC")
                .computed(format!(
                    "no matrix fits on {} datasets: {}",
                    datasets.len(),
                    datasets.join(", ")
                ))
                .because("kappa is further than 0.01 from what accuracy and AUC imply"),
            );
        }
        for (dataset, methods) in equal_classes.iter().filter(|(_, methods)| methods.len() >= 3) {
            findings.push(
                Finding::new(
                    names[0],
                    &format!("{dataset}: one confusion matrix a method"),
                    Verdict::Contradiction,
                )
                .printed("accuracy and kappa")
                .computed(format!(
                    "kappa = 2 accuracy - 1 for {} methods: {}",
                    methods.len(),
                    methods.join(", ")
                ))
                .because("that holds for classes of one size, which these are not"),
            );
        }
        let without: usize = none.values().map(Vec::len).sum();
        let verdict = if without == 0 { Verdict::Match } else { Verdict::Contradiction };
        findings.push(
            Finding::new(names[0], "cells that some whole confusion matrix gives", verdict)
                .printed(format!("{cells_seen} cells"))
                .computed(format!("{} of them", cells_seen - without)),
        );
        Some(findings)
    }

    /// The first of some tables that has a column, with the place of the column.
    fn with_column(&self, tables: &[String], method: &str) -> Option<(&'a Cells, usize)> {
        tables.iter().find_map(|name| {
            let cells = self.place(name)?.cells;
            Some((cells, cells.column(method)?))
        })
    }

    fn share(&self, table: &str, parts: &[String], wholes: &[String]) -> Option<Vec<Finding>> {
        let place = self.place(table)?;
        let mut findings = Vec::new();
        for (column, method) in place.cells.methods.iter().enumerate() {
            let (part, part_column) = self.with_column(parts, method)?;
            let (whole, whole_column) = self.with_column(wholes, method)?;
            for (row, dataset) in place.cells.datasets.iter().enumerate() {
                let part = part.value(part.row(dataset)?, part_column)?;
                let whole = whole.value(whole.row(dataset)?, whole_column)?;
                let printed = place.cells.printed(row, column)?;
                let claim = Claim::plain(
                    format!("share {dataset}, {method}"),
                    &printed,
                    100.0 * part / whole,
                );
                findings.push(judge(table, Topic::Rate, claim));
            }
        }
        Some(findings)
    }

    fn reduction(
        &self,
        tables: &[String],
        whole: &str,
        printed_in: &str,
        average: &BTreeMap<String, Printed>,
        cells: &[CellClaim],
    ) -> Option<Vec<Finding>> {
        let table = tables.first()?;
        let (all, all_column) = self.with_column(tables, whole)?;
        let all_values = all.column_values(all_column)?;
        let reductions = |method: &str| -> Option<Vec<f64>> {
            let (left, column) = self.with_column(tables, method)?;
            let left = left.column_values(column)?;
            Some(
                left.iter()
                    .zip(&all_values)
                    .map(|(left, all)| 100.0 * (1.0 - left / all))
                    .collect(),
            )
        };
        let mut findings = Vec::new();
        for (method, printed) in average {
            let quantity = format!("average reduction of {method}, {printed_in}");
            let claim = Claim::plain(quantity, printed, mean(&reductions(method)?));
            findings.push(judge(table, Topic::Rate, claim));
        }
        for CellClaim { dataset, method, value } in cells {
            let quantity = format!("reduction of {method} on {dataset}, {printed_in}");
            match all.row(dataset).zip(reductions(method)) {
                Some((row, reductions)) => {
                    findings.push(judge(
                        table,
                        Topic::Rate,
                        Claim::plain(quantity, value, reductions[row]),
                    ));
                }
                None => findings.push(
                    Finding::new(table, &quantity, Verdict::NotRecomputable)
                        .printed(value.text())
                        .because("no table that is left has that dataset"),
                ),
            }
        }
        Some(findings)
    }
}

/// Accuracy against the rates of both classes; and whether the rates are whole numbers of cases at all.
fn weighted_rate(
    [accuracy, sensitivity, specificity]: &[Place<'_>; 3],
    (positives, negatives): (f64, f64),
    allowed: Option<&Printed>,
) -> Option<Vec<Finding>> {
    let mut findings = Vec::new();
    let table = &accuracy.table.name;
    let (mut rates, mut whole) = (0, 0);
    for (place, &column) in accuracy.columns.iter().enumerate() {
        let method = &accuracy.cells.methods[column];
        for &row in &accuracy.rows {
            let dataset = &accuracy.cells.datasets[row];
            let cell =
                |place_of: &Place<'_>| place_of.cells.printed(row, *place_of.columns.get(place)?);
            let (said, of_positives, of_negatives) =
                (cell(accuracy)?, cell(sensitivity)?, cell(specificity)?);
            let both = positives + negatives;
            let ours = (positives * of_positives.value() + negatives * of_negatives.value()) / both;
            // All three cells are rounded.
            let rounding = (positives * of_positives.half_unit()
                + negatives * of_negatives.half_unit())
                / both;
            for (rate, cases) in [(&of_positives, positives), (&of_negatives, negatives)] {
                let nearest = (rate.value() / 100.0 * cases).round() / cases * 100.0;
                rates += 1;
                whole += usize::from(rate.rounds_to(nearest));
            }
            let answer = |ways: &[Way]| match ways {
                [] => Some(Answer::between(ours - rounding, ours + rounding)),
                [Way::Allowed] => {
                    let width = allowed?.value();
                    Some(Answer::between(ours - width, ours + width))
                }
                _ => None,
            };
            let claim =
                Claim::new(format!("accuracy {dataset}, {method}, from both rates"), &said, answer);
            findings.push(judge(table, Topic::Rate, claim));
        }
    }
    let verdict = if whole == rates { Verdict::Match } else { Verdict::Contradiction };
    findings.push(
        Finding::new(table, "rates that are whole numbers of cases", verdict)
            .printed(format!("{rates} rates"))
            .computed(format!("{whole} of them"))
            .because(format!("of {positives} and {negatives} cases, as leaving one out gives")),
    );
    Some(findings)
}

/// A mean of m squared errors is at most m times the squared mean of their roots; a sum is at least that.
fn mean_of_squares(
    squares: &Place<'_>,
    roots: &Place<'_>,
    targets: &Place<'_>,
) -> Option<Vec<Finding>> {
    let (mut cells, mut not_means) = (0, 0);
    let mut impossible = Vec::new();
    for (row, dataset) in squares.cells.datasets.iter().enumerate() {
        let there = roots.cells.row(dataset)?;
        let count = targets.cells.value(targets.cells.row(dataset)?, *targets.columns.first()?)?;
        let (mut not_sums, mut most) = (0, f64::INFINITY);
        for (column, method) in squares.cells.methods.iter().enumerate() {
            let square = squares.cells.printed(row, column)?;
            let root = roots.cells.printed(there, roots.cells.column(method)?)?;
            let ratio = |square: f64, root: f64| square / (root * root);
            let low = ratio(square.value() - square.half_unit(), root.value() + root.half_unit());
            let high = ratio(square.value() + square.half_unit(), root.value() - root.half_unit());
            cells += 1;
            not_means += usize::from(low > count);
            not_sums += usize::from(high < count);
            most = most.min(high);
        }
        if not_sums == squares.cells.methods.len() {
            impossible.push((dataset, count, most.floor()));
        }
    }
    let verdict = if not_means == 0 { Verdict::Match } else { Verdict::Contradiction };
    let mut findings = vec![
        Finding::new(&squares.table.name, "squared errors are means over the targets", verdict)
            .printed(format!("{cells} means"))
            .computed(format!("{not_means} are larger than a mean can be"))
            .because(if not_means == 0 { "" } else { "they are sums over the targets" }),
    ];
    let name = &targets.table.name;
    findings.extend(impossible.into_iter().map(|(dataset, count, most)| {
        Finding::new(name, &format!("number of targets of {dataset}"), Verdict::Contradiction)
            .printed(count)
            .computed(format!("at most {most}"))
            .because(format!(
                "errors in {} and {} of every method",
                squares.table.name, roots.table.name
            ))
    }));
    Some(findings)
}

fn tally(
    a: &Place<'_>,
    b: &Place<'_>,
    folds: u32,
    alpha: f64,
    printed: [u32; 3],
    counted_in: Option<&str>,
) -> Option<Vec<Finding>> {
    let mut counts = BTreeMap::new();
    let scores = |place: &Place<'_>, row: usize| {
        let column = *place.columns.first()?;
        Some((place.cells.value(row, column)?, place.table.spreads.as_ref()?.value(row, column)?))
    };
    for (row, dataset) in a.cells.datasets.iter().enumerate() {
        let found = mark(scores(a, row)?, scores(b, b.cells.row(dataset)?)?, folds, alpha)?;
        *counts.entry(found).or_insert(0_usize) += 1;
    }
    let place = counted_in.map_or_else(String::new, |table| format!(" in table {table}"));
    let judged = ["win", "loss", "tie"].iter().zip(printed).map(|(kind, count)| {
        let ours = counts.get(kind).copied().unwrap_or(0);
        let quantity = format!("number of `{kind}` against {}{place}", b.table.name);
        let printed = Printed::count(count as usize);
        judge(&a.table.name, Topic::Count, Claim::plain(quantity, &printed, ours as f64))
    });
    Some(judged.collect())
}
