//! Results of Weka's Experimenter, as CSV or ARFF: one line per dataset, run, fold and scheme. Without `Key_Fold` every run is a
//! random split. Only what means the same here is taken: `Area_under_ROC`, precision, recall and F of Weka are those of the
//! first class, and elapsed times are no CPU times.

mod measured;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use self::measured::Measured;
use super::Asked;
use super::cells::{column, needed, read_text, real, shared, text, whole};
use super::openml;
use super::part::{Collected, Content, Kind, Lacking, Origin, Part};
use crate::data::error::DataError;
use crate::data::read::arff;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{ragged, shown};

/// Whether a text holds results of an experiment.
pub fn recognised(text: &str) -> bool {
    let is_arff = text.trim_start().starts_with(['@', '%']);
    let head = if is_arff { openml::head(text) } else { first_line(text).1.to_lowercase() };
    head.contains("key_dataset") && head.contains("key_scheme")
}

fn first_line(text: &str) -> (usize, &str) {
    let mut lines = (1..).zip(text.lines());
    lines.find(|(_, line)| !line.trim().is_empty()).unwrap_or((1, ""))
}

/// Weka quotes values of its CSV as in ARFF.
fn sheet<'f>(file: &'f Path, text: &str) -> Result<Sheet<'f>, DataError> {
    if text.trim_start().starts_with(['@', '%']) {
        return openml::sheet(file, text);
    }
    let (header_line, first) = first_line(text);
    let header = arff::read_row(file, header_line, first)?;
    let mut rows = Vec::new();
    for (line, content) in (1..).zip(text.lines()).skip(header_line) {
        if content.trim().is_empty() {
            continue;
        }
        let cells = arff::read_row(file, line, content)?;
        if cells.len() != header.len() {
            let remedy = "the file was cut off or mixed with another; write it again";
            return Err(ragged(file, line, cells.len(), header.len(), remedy));
        }
        rows.push(Row { line, cells });
    }
    if rows.is_empty() {
        let remedy = "check that the experiment was run to its end";
        return Err(DataError::file(file, "no rows below the first line", remedy));
    }
    Ok(Sheet::new(file, header, header_line, rows))
}

/// A scheme, its options and its version.
type Scheme = (String, String, String);
/// Rows of the training and the test part, where they are told.
type Sizes = (Option<f64>, Option<f64>);
/// A line of results.
type Found = (Scheme, Part, Sizes);

/// Reads results of experiments.
pub fn read(files: &[PathBuf], asked: &Asked<'_>) -> Result<Collected, DataError> {
    let mut found: Vec<Found> = Vec::new();
    let mut splits = false;
    let mut kinds: Option<(Kind, &Path)> = None;
    for file in files {
        let text = read_text(file)?;
        let sheet = sheet(file, &text)?;
        splits |= column(&sheet, "Key_Fold")?.is_none();
        let kind = read_sheet(&sheet, &mut found)?;
        let (first, other) = *kinds.get_or_insert((kind, file));
        if first != kind {
            let problem = format!("one of this file and {} is of regression", other.display());
            let remedy = "import classification and regression apart";
            return Err(DataError::file(file, problem, remedy));
        }
    }
    let kind = kinds.map_or(Kind::Classes, |(kind, _)| kind);
    if let (Some(_), Some(file)) = (asked.method.or(asked.dataset), files.first()) {
        let problem = "the file names its schemes and datasets itself";
        return Err(DataError::file(file, problem, "leave out --method and --dataset"));
    }
    same_sizes(&found)?;
    let names = names(found.iter().map(|(scheme, ..)| scheme));
    let test_share = if splits { share(found.iter().map(|(.., sizes)| *sizes)) } else { None };
    let parts = found.into_iter().map(|(scheme, part, _)| Part {
        method: names.get(&scheme).cloned().unwrap_or_default(),
        ..part
    });
    let taken = match kind {
        Kind::Classes => {
            "taken: accuracy, kappa and CPU times; left out, because they mean something else here: Weka's AUC, precision, recall and F of the first class, weighted averages, elapsed times"
        }
        Kind::Numbers => {
            "taken: RMSE, MAE and CPU times; left out: correlations, errors relative to those of a mean, elapsed times"
        }
    };
    let notes = vec![
        taken.to_owned(),
        "scores alone are known: that all schemes had the same test rows is taken from their run and fold".to_owned(),
    ];
    Ok(Collected {
        kind,
        lacking: Lacking::Refused,
        from: "Weka's Experimenter",
        parts: parts.collect(),
        test_share,
        notes,
    })
}

fn read_sheet(sheet: &Sheet<'_>, found: &mut Vec<Found>) -> Result<Kind, DataError> {
    let file = shared(sheet.file);
    let (dataset, run) = (needed(sheet, "Key_Dataset")?, needed(sheet, "Key_Run")?);
    let (fold, scheme) = (column(sheet, "Key_Fold")?, needed(sheet, "Key_Scheme")?);
    let options = column(sheet, "Key_Scheme_options")?;
    let version = column(sheet, "Key_Scheme_version_ID")?;
    let measured = Measured::of(sheet)?;
    let times = [column(sheet, "UserCPU_Time_training")?, column(sheet, "UserCPU_Time_testing")?];
    let sizes = ["Number_of_training_instances", "Number_of_testing_instances"];
    let sizes = [column(sheet, sizes[0])?, column(sheet, sizes[1])?];
    for row in &sheet.rows {
        let number = |column: Option<usize>| column.map_or(Ok(None), |c| real(sheet, row, c));
        let of = |column: Option<usize>| column.map_or("", |column| row.text(column)).to_owned();
        // A fast scheme takes 0.0 seconds; what was not measured is missing.
        let time = |column: Option<usize>| Ok(number(column)?.filter(|t| *t >= 0.0));
        let part = Part {
            dataset: text(sheet, row, dataset)?.to_owned(),
            method: String::new(),
            place: (whole(sheet, row, run)?, fold.map_or(Ok(0), |c| whole(sheet, row, c))?),
            origin: Origin::new(&file, row.line),
            content: Content::Scores,
            told: measured.scores(sheet, row)?,
            times: (time(times[0])?, time(times[1])?),
        };
        let scheme = (text(sheet, row, scheme)?.to_owned(), of(options), of(version));
        found.push((scheme, part, (number(sizes[0])?, number(sizes[1])?)));
    }
    Ok(measured.kind())
}

/// Refuses schemes that had training and test parts of other sizes: they were not tried on the same splits.
fn same_sizes(found: &[Found]) -> Result<(), DataError> {
    let mut known: BTreeMap<_, (&Part, Sizes)> = BTreeMap::new();
    for (_, part, sizes) in found {
        let (first, expected) = known.entry((&part.dataset, part.place)).or_insert((part, *sizes));
        if *expected != *sizes {
            let problem = format!(
                "run {}, fold {} on {} has parts of other sizes than in {}",
                part.place.0,
                part.place.1,
                shown(&part.dataset),
                first.origin.words()
            );
            let remedy =
                "schemes are compared on the same splits: import results of one experiment";
            return Err(part.origin.error(problem, remedy));
        }
    }
    Ok(())
}

/// The options of a scheme, each with its values; quoted values stay whole.
fn options_of(text: &str) -> Vec<String> {
    let (mut options, mut quoted, mut escaped): (Vec<String>, bool, bool) =
        (Vec::new(), false, false);
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_whitespace() && !quoted {
            let is_flag = word.starts_with('-')
                && !word[1..].starts_with(|d: char| d.is_ascii_digit() || d == '.');
            match options.last_mut() {
                _ if word.is_empty() => {}
                Some(last) if !is_flag => last.extend([" ", word.as_str()]),
                _ => options.push(word.clone()),
            }
            word.clear();
            continue;
        }
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        word.push(c);
    }
    options
}

/// Names of schemes: the class without its package; where several have the same, with the options that they do not share,
/// and with a number where that does not help.
fn names<'s>(schemes: impl Iterator<Item = &'s Scheme>) -> BTreeMap<Scheme, String> {
    let schemes: BTreeSet<&Scheme> = schemes.collect();
    let short = |scheme: &Scheme| scheme.0.rsplit('.').next().unwrap_or(&scheme.0).to_owned();
    let mut names: BTreeMap<Scheme, String> = BTreeMap::new();
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for &scheme in &schemes {
        let alike = schemes.iter().filter(|other| short(other) == short(scheme));
        let alike: Vec<Vec<String>> = alike.map(|other| options_of(&other.1)).collect();
        let own = options_of(&scheme.1);
        let differs = |option: &&String| !alike.iter().all(|other| other.contains(option));
        let options: Vec<&str> = own.iter().filter(differs).map(String::as_str).collect();
        let name = format!("{} {}", short(scheme), options.join(" "));
        let name: String = name.trim().chars().take(90).collect();
        let name = name.trim_end().to_owned();
        let times = used.entry(name.clone()).and_modify(|n| *n += 1).or_insert(1);
        let name = if *times == 1 { name } else { format!("{name} ({times})") };
        names.insert(scheme.clone(), name);
    }
    names
}

/// The share of the rows in a test part, if it is the same everywhere but for rounding.
fn share(sizes: impl Iterator<Item = Sizes>) -> Option<f64> {
    let shares: Option<Vec<f64>> =
        sizes.map(|(train, test)| Some(test? / (train? + test?))).collect();
    let shares = shares?.into_iter().filter(|s| *s > 0.0 && *s < 1.0).collect::<Vec<f64>>();
    let (low, high) =
        (shares.iter().copied().reduce(f64::min)?, shares.iter().copied().reduce(f64::max)?);
    let mean = crate::num::math::mean(&shares);
    (high - low <= 0.02).then_some((mean * 1e4).round() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_named_by_what_tells_them_apart() {
        let scheme =
            |class: &str, options: &str| (class.to_owned(), options.to_owned(), "1".to_owned());
        let nested = r#"-W 0 -A "weka.core.X -A \"y z\"""#;
        let all = [
            scheme("weka.lazy.IBk", &format!("-K 1 {nested}")),
            scheme("weka.lazy.IBk", &format!("-K 5 {nested} -E -0.5")),
            scheme("weka.trees.J48", "-C 0.25"),
            scheme("other.J48", "-C 0.25"),
        ];
        let names = names(all.iter());
        let of = |position: usize| names[&all[position]].as_str();
        assert_eq!([of(0), of(1)], ["IBk -K 1", "IBk -K 5 -E -0.5"]);
        assert_eq!([of(3), of(2)], ["J48", "J48 (2)"]);
        assert_eq!(options_of(nested), ["-W 0", r#"-A "weka.core.X -A \"y z\"""#]);
    }
}
