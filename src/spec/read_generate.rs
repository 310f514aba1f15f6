//! Datasets that are drawn: the table `generate` and the key `limit`. Every generator has keys of its own, and a key that
//! another one has is a mistake with a hint. How rows are drawn is not known here.

use super::environment::MOST_SEED;
use super::keys::{self, Section};
use super::reader::{Reader, Report};
use crate::data::generate::{Generator, Normals, SEA_FUNCTIONS, Sea, Seed};
use crate::data::load::Source;
use crate::diagnostic::Diagnostic;

/// More than any drawn dataset needs; a typing mistake should not fill the memory.
const MOST_CELLS: usize = 100_000_000;

/// The same for the examples of a drawn stream, each of which has three numbers and a class.
const MOST_EXAMPLES: u64 = 30_000_000;

/// Drawn numbers stay far from the largest there are.
const MOST_SIZE: f64 = 1e100;

/// The keys of every generator, in addition to `kind`.
const NORMALS_KEYS: &[&str] = &["classes", "features", "rows", "variance", "spread", "seed"];
const SEA_KEYS: &[&str] = &["function", "balanced", "noise-percent", "instance-seed"];

/// A dataset of a known truth, drawn when it is needed.
pub fn read_drawn_dataset(reader: &Reader<'_>, streams: bool, report: &Report) -> Option<Source> {
    for key in keys::of(Section::Dataset) {
        if matches!(key.name, "name" | "generate" | "scale" | "limit" | "folds-file") {
            continue;
        }
        if let Some(item) = reader.item(key.name) {
            let message = format!("`{}` describes a file, but this dataset is drawn", key.name);
            report.add(Diagnostic::new(message, item.span()).help("remove it, or `generate`"));
        }
    }
    if reader.item("name").is_none() {
        reader.absent("name", "give the drawn dataset a name; another name draws other rows");
    }
    let (name, _) = reader.text("name")?;
    let how = reader.table("generate", Some(Section::Generate))?;
    let generator = match how.choice("kind", Generator::NAMES) {
        Some("sea") => {
            refuse_keys(&how, "sea", NORMALS_KEYS, report);
            Generator::Sea(read_sea(&how, reader)?)
        }
        _ => {
            refuse_keys(&how, "normals", SEA_KEYS, report);
            if streams {
                let message = "`normals` draws class after class and is no stream";
                let mistake = Diagnostic::new(message, how.span.clone());
                report.add(mistake.help("use another generator, such as kind = \"sea\""));
            }
            refuse_limit(reader, report);
            Generator::Normals(read_normals(&how, report))
        }
    };
    how.finish();
    Some(Source { name: name.to_owned(), generate: Some(generator), ..Source::default() })
}

/// Refuses `limit` where nothing is endless.
pub fn refuse_limit(reader: &Reader<'_>, report: &Report) {
    if let Some(item) = reader.item("limit") {
        let message = "`limit` belongs to a drawn stream, and this dataset has an end";
        report.add(Diagnostic::new(message, item.span()).help("remove it"));
    }
}

/// Refuses the keys of other generators.
fn refuse_keys(how: &Reader<'_>, kind: &str, others: &[&'static str], report: &Report) {
    for &key in others {
        let Some(item) = how.item(key) else { continue };
        let help = match (kind, key) {
            ("sea", "rows") => "remove it; `limit` next to `generate` is the number of examples",
            ("sea", "seed") => "write `instance-seed`",
            ("normals", "instance-seed") => "write `seed`",
            _ => "remove it",
        };
        let message = format!("`{kind}` has no `{key}`");
        report.add(Diagnostic::new(message, item.span()).help(help));
    }
}

fn seed(how: &Reader<'_>, key: &'static str) -> Seed {
    how.whole(key, 0, MOST_SEED).map_or(Seed::OfExperiment(0), Seed::Own)
}

fn read_sea(how: &Reader<'_>, dataset: &Reader<'_>) -> Option<Sea> {
    let whole = |key: &'static str, least: u64, most: u64, default: usize| {
        how.whole(key, least, most).map_or(default, |value| value as usize)
    };
    let sea = Sea {
        function: whole("function", 1, SEA_FUNCTIONS as u64, 1),
        balanced: how.flag("balanced").unwrap_or(false),
        noise_percent: whole("noise-percent", 0, 100, 10),
        instance_seed: seed(how, "instance-seed"),
        limit: 0,
    };
    if dataset.item("limit").is_none() {
        let help = "`sea` never ends: say how many examples to draw, such as `limit = 100000`";
        dataset.absent("limit", help);
    }
    let limit = dataset.whole("limit", 2, MOST_EXAMPLES)? as usize;
    Some(Sea { limit, ..sea })
}

fn read_normals(how: &Reader<'_>, report: &Report) -> Normals {
    let whole = |key: &'static str, least: u64, most: u64, default: usize| {
        how.whole(key, least, most).map_or(default, |value| value as usize)
    };
    let size = |key: &'static str| {
        let value = how.positive(key).unwrap_or(1.0);
        if value > MOST_SIZE {
            let span = how.item(key).map_or(how.span.clone(), toml::Spanned::span);
            let message = format!("`{key}` is too large to draw with");
            report.add(Diagnostic::new(message, span).help(format!("use at most {MOST_SIZE:e}")));
        }
        value
    };
    let (classes, features) = (whole("classes", 2, 1_000, 2), whole("features", 1, 10_000, 2));
    let rows = whole("rows", 2, 1_000_000, 100);
    if classes.saturating_mul(rows).saturating_mul(features) > MOST_CELLS {
        let message =
            format!("{classes} x {rows} rows of {features} features are too many to draw");
        let help = format!("draw at most {MOST_CELLS} numbers");
        report.add(Diagnostic::new(message, how.span.clone()).help(help));
    }
    let (variance, spread) = (size("variance"), size("spread"));
    Normals { classes, features, rows, variance, spread, seed: seed(how, "seed") }
}
