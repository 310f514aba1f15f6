//! How cells of several tables depend on each other: the checks that a claim file declares. Tables are joined by the names of
//! their rows and columns, never by their order.

use std::collections::BTreeMap;

use super::confusion::{FiveRates, MOST_MATRICES};
use super::counts::mark;
use super::integrity::permuted_columns;
use super::judge::{Answer, Claim, judge};
use super::scores::Scores;
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::num::math::mean;
use crate::published::{CellClaim, Check, Library, Paper, Part, Place, Printed};

/// A kappa that misses what accuracy and AUC imply by more is no matter of rounding.
const KAPPA_MISSES: f64 = 0.01;

/// What a check finds, or why it cannot be made.
type Made = Result<Vec<Finding>, String>;

/// Makes every declared check of a paper.
pub fn checks(library: &Library, paper: &Paper) -> Vec<Finding> {
    let checker = Checker { library, paper };
    let made = paper.checks.iter().flat_map(|check| {
        checker.make(check).unwrap_or_else(|reason| {
            let quantity = format!("the check `{}`", check.kind());
            let table = checker.table_of(check);
            vec![Finding::new(&table, &quantity, Verdict::NotRecomputable).because(reason)]
        })
    });
    made.collect()
}

struct Checker<'a> {
    library: &'a Library,
    paper: &'a Paper,
}

/// The cell of another place that belongs to a cell of this one: that of the same names, or else the one row or column that
/// both places name.
fn partner(
    own: &Place<'_>,
    other: &Place<'_>,
    row: usize,
    column: usize,
) -> Result<(usize, usize), String> {
    let table = &other.table.name;
    let (dataset, method) =
        (name_of(&own.cells.datasets, row), name_of(&own.cells.methods, column));
    let there = |found: Option<usize>, own: &[usize], other: &[usize]| match (own, other) {
        _ if found.is_some_and(|found| other.contains(&found)) => found,
        ([_], [one]) => Some(*one),
        _ => None,
    };
    let column = there(other.cells.column(method), &own.columns, &other.columns)
        .ok_or_else(|| format!("{table} has no column {method}"))?;
    let row = there(other.cells.row(dataset), &own.rows, &other.rows)
        .ok_or_else(|| format!("{table} has no row {dataset}"))?;
    Ok((row, column))
}

fn name_of(names: &[String], place: usize) -> &str {
    names.get(place).map_or("", String::as_str)
}

/// A cell as a number, or that it is none.
fn number(place: &Place<'_>, row: usize, column: usize) -> Result<Printed, String> {
    place.cells.printed(row, column).ok_or_else(|| {
        let cells = place.cells;
        let (dataset, method) = (name_of(&cells.datasets, row), name_of(&cells.methods, column));
        format!("the cell {dataset}, {method} of {} is no number", place.table.name)
    })
}

/// The column that a place names.
fn one_column(place: &Place<'_>) -> Result<usize, String> {
    match place.columns.as_slice() {
        [column] => Ok(*column),
        _ => Err(format!("{} has several columns, and one must be named", place.table.name)),
    }
}

/// Judges a rate that is printed, or says why it cannot be.
fn rate(table: &str, quantity: String, printed: &Printed, ours: Result<f64, String>) -> Finding {
    match ours {
        Ok(value) => judge(table, Topic::Rate, Claim::plain(quantity, printed, value)),
        Err(reason) => Finding::new(table, &quantity, Verdict::NotRecomputable)
            .printed(printed.text())
            .because(reason),
    }
}

impl<'a> Checker<'a> {
    fn place(&self, name: &str) -> Result<Place<'a>, String> {
        self.library.place(name, Part::Cells)
    }

    /// The table that a check is about: the first of the paper's own.
    fn table_of(&self, check: &Check) -> String {
        let places = check.places().into_iter().filter_map(|place| self.place(place).ok());
        let names: Vec<&str> = places.map(|place| place.table.name.as_str()).collect();
        let own = names.iter().find(|name| self.paper.table(name).is_some());
        own.or(names.first()).map_or_else(String::new, |name| (*name).to_owned())
    }

    fn make(&self, check: &Check) -> Made {
        match check {
            Check::RanksOfTables { table, rows } => self.ranks_of_tables(table, rows),
            Check::WeightedRate {
                accuracy,
                sensitivity,
                specificity,
                positives,
                negatives,
                allowed,
                leave_one_out,
            } => {
                let places =
                    [self.place(accuracy)?, self.place(sensitivity)?, self.place(specificity)?];
                let cases = (f64::from(*positives), f64::from(*negatives));
                let mut findings = weighted_rate(&places, cases, allowed.as_ref());
                if *leave_one_out {
                    findings.push(whole_cases(&places, cases));
                }
                Ok(findings)
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

    fn ranks_of_tables(&self, table: &str, rows: &[String]) -> Made {
        let place = self.place(table)?;
        let table = &place.table.name;
        let mut findings = Vec::new();
        // As many as the place has rows: that was checked when the library was read.
        for (&row, name) in place.rows.iter().zip(rows) {
            let scores = Scores::new(self.place(name)?.table);
            for &column in &place.columns {
                let method = name_of(&place.cells.methods, column);
                let quantity = format!("rank {method} of {name}");
                let printed = match number(&place, row, column) {
                    Ok(printed) => printed,
                    Err(reason) => {
                        findings.push(
                            Finding::new(table, &quantity, Verdict::NotRecomputable)
                                .because(reason),
                        );
                        continue;
                    }
                };
                let there = scores.table.cells.column(method);
                let why_not = match there {
                    Some(_) => scores.why_not(),
                    None => format!("{name} has no column {method}"),
                };
                let answer = |ways: &[Way]| scores.rank(there?, ways);
                let claim = Claim::new(quantity, &printed, answer).or_why(why_not);
                findings.push(judge(table, Topic::Rank, claim));
            }
        }
        Ok(findings)
    }

    fn one_confusion_matrix(&self, names: [&String; 5], positives: &str, negatives: &str) -> Made {
        let [accuracy, kappa, auc, precision, recall] = names.map(|name| self.place(name));
        let places = [accuracy?, kappa?, auc?, precision?, recall?];
        let (positives, negatives) = (self.place(positives)?, self.place(negatives)?);
        let (own, about_class) = (&places[0], &places[3].table.name);
        let accuracy_table = &own.table.name;
        let void = permuted_columns(self.paper);
        let (mut only_positive, mut only_negative) = (BTreeMap::new(), BTreeMap::new());
        let (mut none, mut missed) =
            (BTreeMap::<&str, Vec<&str>>::new(), BTreeMap::<&str, Vec<&str>>::new());
        let mut equal_classes = BTreeMap::<&str, Vec<&str>>::new();
        let (mut cells_seen, mut left, mut unseen) = (0, MOST_MATRICES, None);
        let rates_at = |row: usize, column: usize| -> Result<FiveRates, String> {
            let cell = |place: &Place<'_>| {
                let (row, column) = partner(own, place, row, column)?;
                number(place, row, column)
            };
            let [a, k, u, p, r] = &places;
            let printed = [cell(a)?, cell(k)?, cell(u)?, cell(p)?, cell(r)?];
            let cases = |place: &Place<'_>| {
                let dataset = name_of(&own.cells.datasets, row);
                let found = place.cells.row(dataset);
                let row =
                    found.ok_or_else(|| format!("{} has no row {dataset}", place.table.name))?;
                number(place, row, one_column(place)?).map(|cases| cases.value())
            };
            FiveRates::new(printed, (cases(&positives)?, cases(&negatives)?))
        };
        let methods = own.columns.iter().map(|&c| (c, name_of(&own.cells.methods, c)));
        for (column, method) in methods.filter(|(_, m)| !void.iter().any(|void| void == m)) {
            for &row in &own.rows {
                let dataset = name_of(&own.cells.datasets, row);
                let found = rates_at(row, column).and_then(|rates| {
                    let matrices = rates.matrices(&mut left);
                    let matrices =
                        matrices.ok_or("there are too many confusion matrices to try")?;
                    Ok((rates, matrices))
                });
                let (rates, matrices) = match found {
                    Ok(found) => found,
                    Err(reason) => {
                        unseen = unseen.or(Some(reason));
                        continue;
                    }
                };
                cells_seen += 1;
                let fits: Vec<(bool, bool)> =
                    matrices.iter().map(|m| rates.describes(*m)).collect();
                match (fits.iter().any(|fit| fit.0), fits.iter().any(|fit| fit.1)) {
                    (true, false) => *only_positive.entry(method).or_insert(0_usize) += 1,
                    (false, true) => *only_negative.entry(method).or_insert(0_usize) += 1,
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
        // What was not seen may be wrong.
        let right = match unseen {
            Some(_) => Verdict::NotRecomputable,
            None => Verdict::Match,
        };
        let list = |counts: &BTreeMap<&str, usize>| -> String {
            let words: Vec<String> =
                counts.iter().map(|(name, n)| format!("{name} ({n})")).collect();
            words.join(", ")
        };
        let mut findings = Vec::new();
        let mixed = !only_positive.is_empty() && !only_negative.is_empty();
        let verdict = if mixed { Verdict::Contradiction } else { right };
        let described = match mixed {
            true => format!(
                "the positive class for {}; the negative class for {}",
                list(&only_positive),
                list(&only_negative)
            ),
            false => "one class for all methods".to_owned(),
        };
        findings.push(
            Finding::new(about_class, "class that precision and recall describe", verdict)
                .printed("one class for all methods")
                .computed(described)
                .because("cells that fit one class only, by method"),
        );
        for (method, datasets) in &missed {
            findings.push(
                Finding::new(
                    accuracy_table,
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
                    accuracy_table,
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
        let verdict = if without == 0 { right } else { Verdict::Contradiction };
        findings.push(
            Finding::new(accuracy_table, "cells that some whole confusion matrix gives", verdict)
                .printed(format!("{cells_seen} cells"))
                .computed(format!("{} of them", cells_seen - without))
                .because(
                    unseen.map_or_else(String::new, |why| format!("others were not tried: {why}")),
                ),
        );
        Ok(findings)
    }

    /// The first of some tables that has a column, with the place of the column.
    fn with_column(&self, tables: &[String], method: &str) -> Result<(Place<'a>, usize), String> {
        for name in tables {
            let place = self.place(name)?;
            let column = place.cells.column(method).filter(|c| place.columns.contains(c));
            if let Some(column) = column {
                return Ok((place, column));
            }
        }
        Err(format!("{} have no column {method}", tables.join(", ")))
    }

    /// A cell of the first of some tables that has its column.
    fn cell_of(&self, tables: &[String], dataset: &str, method: &str) -> Result<f64, String> {
        let (place, column) = self.with_column(tables, method)?;
        let row = place.cells.row(dataset).filter(|row| place.rows.contains(row));
        let row = row.ok_or_else(|| format!("{} has no row {dataset}", place.table.name))?;
        number(&place, row, column).map(|cell| cell.value())
    }

    fn share(&self, table: &str, parts: &[String], wholes: &[String]) -> Made {
        let place = self.place(table)?;
        let table = &place.table.name;
        let mut findings = Vec::new();
        for &column in &place.columns {
            let method = name_of(&place.cells.methods, column);
            for &row in &place.rows {
                let dataset = name_of(&place.cells.datasets, row);
                let quantity = format!("share {dataset}, {method}");
                let ours = || {
                    let part = self.cell_of(parts, dataset, method)?;
                    Ok(100.0 * part / self.cell_of(wholes, dataset, method)?)
                };
                findings.push(match number(&place, row, column) {
                    Ok(printed) => rate(table, quantity, &printed, ours()),
                    Err(reason) => {
                        Finding::new(table, &quantity, Verdict::NotRecomputable).because(reason)
                    }
                });
            }
        }
        Ok(findings)
    }

    fn reduction(
        &self,
        tables: &[String],
        whole: &str,
        printed_in: &str,
        average: &BTreeMap<String, Printed>,
        cells: &[CellClaim],
    ) -> Made {
        let first = tables.first().ok_or("it names no tables")?;
        let table = &self.place(first)?.table.name;
        let one = |dataset: &str, method: &str| -> Result<f64, String> {
            let left = self.cell_of(tables, dataset, method)?;
            Ok(100.0 * (1.0 - left / self.cell_of(tables, dataset, whole)?))
        };
        let all = |method: &str| -> Result<f64, String> {
            let (place, _) = self.with_column(tables, method)?;
            let rows = place.rows.iter().map(|row| name_of(&place.cells.datasets, *row));
            let reductions: Result<Vec<f64>, String> = rows.map(|row| one(row, method)).collect();
            Ok(mean(&reductions?))
        };
        let mut findings = Vec::new();
        for (method, printed) in average {
            let quantity = format!("average reduction of {method}, {printed_in}");
            findings.push(rate(table, quantity, printed, all(method)));
        }
        for CellClaim { dataset, method, value } in cells {
            let quantity = format!("reduction of {method} on {dataset}, {printed_in}");
            findings.push(rate(table, quantity, value, one(dataset, method)));
        }
        Ok(findings)
    }
}

/// Every cell of a table of accuracies with those of both rates.
fn with_rates(
    [accuracy, sensitivity, specificity]: &[Place<'_>; 3],
) -> Vec<(String, Result<[Printed; 3], String>)> {
    let mut cells = Vec::new();
    for &column in &accuracy.columns {
        let method = name_of(&accuracy.cells.methods, column);
        for &row in &accuracy.rows {
            let dataset = name_of(&accuracy.cells.datasets, row);
            let cell = |place: &Place<'_>| {
                let (row, column) = partner(accuracy, place, row, column)?;
                number(place, row, column)
            };
            let all = || {
                let own = number(accuracy, row, column)?;
                Ok([own, cell(sensitivity)?, cell(specificity)?])
            };
            cells.push((format!("accuracy {dataset}, {method}, from both rates"), all()));
        }
    }
    cells
}

/// Accuracy against the rates of both classes.
fn weighted_rate(
    places: &[Place<'_>; 3],
    (positives, negatives): (f64, f64),
    allowed: Option<&Printed>,
) -> Vec<Finding> {
    let table = &places[0].table.name;
    let judged = with_rates(places).into_iter().map(|(quantity, cells)| {
        let [said, of_positives, of_negatives] = match cells {
            Ok(cells) => cells,
            Err(reason) => {
                return Finding::new(table, &quantity, Verdict::NotRecomputable).because(reason);
            }
        };
        let both = positives + negatives;
        let ours = (positives * of_positives.value() + negatives * of_negatives.value()) / both;
        // All three cells are rounded.
        let rounding =
            (positives * of_positives.half_unit() + negatives * of_negatives.half_unit()) / both;
        let answer = |ways: &[Way]| match ways {
            [] => Some(Answer::between(ours - rounding, ours + rounding)),
            [Way::Allowed] => {
                let width = allowed?.value();
                Some(Answer::between(ours - width, ours + width))
            }
            _ => None,
        };
        let finding = judge(table, Topic::Rate, Claim::new(quantity, &said, answer));
        match allowed.filter(|_| finding.is_by(Way::Allowed)) {
            Some(allowed) => finding.because(format!("it allows {allowed} points")),
            None => finding,
        }
    });
    judged.collect()
}

/// Whether rates are whole numbers of cases, as leaving one out gives.
fn whole_cases(places: &[Place<'_>; 3], (positives, negatives): (f64, f64)) -> Finding {
    let (mut rates, mut whole, mut unseen) = (0, 0, None);
    for (_, cells) in with_rates(places) {
        match cells {
            Ok([_, of_positives, of_negatives]) => {
                for (rate, cases) in [(of_positives, positives), (of_negatives, negatives)] {
                    let nearest = (rate.value() / 100.0 * cases).round() / cases * 100.0;
                    rates += 1;
                    whole += usize::from(rate.rounds_to(nearest));
                }
            }
            Err(reason) => unseen = unseen.or(Some(reason)),
        }
    }
    let verdict = match unseen {
        _ if whole < rates => Verdict::Contradiction,
        Some(_) => Verdict::NotRecomputable,
        None => Verdict::Match,
    };
    let note = format!("of {positives} and {negatives} cases, as leaving one out gives");
    Finding::new(&places[0].table.name, "rates that are whole numbers of cases", verdict)
        .printed(format!("{rates} rates"))
        .computed(format!("{whole} of them"))
        .because(unseen.map_or(note.clone(), |reason| format!("{note}; {reason}")))
}

/// A mean of m squared errors is at most m times the squared mean of their roots; a sum is at least that.
fn mean_of_squares(squares: &Place<'_>, roots: &Place<'_>, targets: &Place<'_>) -> Made {
    let (mut cells, mut not_means) = (0, 0);
    let mut impossible = Vec::new();
    let targets_column = one_column(targets)?;
    for &row in &squares.rows {
        let dataset = name_of(&squares.cells.datasets, row);
        let there = targets.cells.row(dataset);
        let there = there.ok_or_else(|| format!("{} has no row {dataset}", targets.table.name))?;
        let count = number(targets, there, targets_column)?.value();
        let (mut not_sums, mut most) = (0, f64::INFINITY);
        for &column in &squares.columns {
            let square = number(squares, row, column)?;
            let (there, of_roots) = partner(squares, roots, row, column)?;
            let root = number(roots, there, of_roots)?;
            let ratio = |square: f64, root: f64| square / (root * root);
            let low = ratio(square.value() - square.half_unit(), root.value() + root.half_unit());
            let smallest = (root.value() - root.half_unit()).max(0.0);
            let high = ratio(square.value() + square.half_unit(), smallest);
            cells += 1;
            not_means += usize::from(low > count);
            not_sums += usize::from(high < count);
            most = most.min(high);
        }
        if not_sums == squares.columns.len() {
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
    // Means may be as small as they like: only sums bound the number of targets.
    if not_means == 0 {
        return Ok(findings);
    }
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
    Ok(findings)
}

fn tally(
    a: &Place<'_>,
    b: &Place<'_>,
    folds: u32,
    alpha: f64,
    printed: [u32; 3],
    counted_in: Option<&str>,
) -> Made {
    let (own, other) = (one_column(a)?, one_column(b)?);
    let sign = match (a.table.better, b.table.better) {
        (Some(better), Some(same)) if better == same => better.sign(),
        (Some(_), Some(_)) => return Err("the two tables differ in what is better".to_owned()),
        _ => return Err("a table does not say which direction is `better`".to_owned()),
    };
    let scores = |place: &Place<'_>, row: usize, column: usize| {
        let mean = number(place, row, column)?.value();
        let spreads = place.table.spreads.as_ref();
        let sd = spreads.and_then(|spreads| spreads.value(row, column));
        let sd = sd.ok_or_else(|| format!("{} lacks a standard deviation", place.table.name))?;
        Ok::<_, String>((sign * mean, sd))
    };
    let mut counts = BTreeMap::new();
    for &row in &a.rows {
        let (there, _) = partner(a, b, row, own)?;
        let (first, second) = (scores(a, row, own)?, scores(b, there, other)?);
        let found = mark(first, second, folds, alpha);
        let found = found.ok_or("the t-test is not defined for so few folds")?;
        *counts.entry(found).or_insert(0_usize) += 1;
    }
    let place = counted_in.map_or_else(String::new, |table| format!(" in table {table}"));
    let judged = ["win", "loss", "tie"].iter().zip(printed).map(|(kind, count)| {
        let ours = counts.get(kind).copied().unwrap_or(0);
        let quantity = format!("number of `{kind}` against {}{place}", b.table.name);
        let printed = Printed::count(count as usize);
        judge(&a.table.name, Topic::Count, Claim::plain(quantity, &printed, ours as f64))
    });
    Ok(judged.collect())
}
