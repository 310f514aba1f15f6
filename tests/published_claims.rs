//! Every entry of datasets/published/expected.toml is accounted for: compared with what we compute,
//! compared by another test, or not recomputable for a reason that is written here. The checks
//! themselves are in the `published_claims_*` modules; each writes what it compared into a
//! [`Ledger`], and [`nothing_is_skipped`] holds the ledger against the file.

use std::collections::{BTreeMap, BTreeSet};

use crate::published::{Table, assert_printed, expected, printed, rounds_to};
use crate::{
    published_claims_bollipo, published_claims_confusion, published_claims_faults,
    published_claims_medians, published_claims_posthoc, published_claims_ranks,
    published_claims_shen, published_claims_suppharangsarn,
};

/// The published entries by path ("melki/3.3/rank/SVR"), and which of them have been compared.
pub struct Ledger {
    entries: BTreeMap<String, String>,
    mismatches: BTreeSet<(String, String)>,
    compared: BTreeSet<String>,
    refuted: BTreeSet<(String, String)>,
}

impl Ledger {
    pub fn new() -> Ledger {
        let mut entries = BTreeMap::new();
        let mut mismatches = BTreeSet::new();
        for (name, value) in expected() {
            if name != "known_mismatch" {
                flatten(&name, &value, &mut entries);
                continue;
            }
            for entry in value.as_array().expect("mismatches") {
                let text = |key: &str| entry[key].as_str().expect("text").to_owned();
                assert!(!text("why").is_empty());
                assert!(mismatches.insert((text("table"), text("quantity"))), "{entry} twice");
            }
        }
        Ledger { entries, mismatches, compared: BTreeSet::new(), refuted: BTreeSet::new() }
    }

    /// An entry that says where something is or how it is read, not what came out.
    pub fn context(&self, path: &str) -> &str {
        self.entries.get(path).unwrap_or_else(|| panic!("no entry {path}"))
    }

    pub fn has(&self, path: &str) -> bool {
        self.entries.contains_key(path)
    }

    /// The names under a path, without those further down.
    pub fn names(&self, path: &str) -> Vec<String> {
        let start = format!("{path}/");
        let names = self.entries.keys().filter_map(|key| key.strip_prefix(&start));
        let firsts: BTreeSet<&str> = names.map(|name| name.split('/').next().unwrap()).collect();
        firsts.into_iter().map(str::to_owned).collect()
    }

    /// A published entry, which the caller compares.
    pub fn take(&mut self, path: &str) -> String {
        self.compared.insert(path.to_owned());
        self.context(path).to_owned()
    }

    /// Demands that our value rounds to the published one.
    pub fn check(&mut self, path: &str, ours: f64) {
        assert_printed(ours, &self.take(path), path);
    }

    /// Demands that our value does not round to the published one, but the one by `cause` does.
    pub fn check_explained(&mut self, path: &str, ours: f64, cause: f64) {
        let text = self.take(path);
        assert!(!rounds_to(ours, &text), "{path}: {ours} needs no explanation");
        assert_printed(cause, &text, path);
    }

    /// Demands agreement up to what the rounding of a column's cells does to its mean, and that
    /// nothing less would do.
    pub fn check_up_to_rounded_cells(&mut self, path: &str, ours: f64, cells: &[&str]) {
        let (number, half_unit) = printed(&self.take(path));
        let of_cells: f64 = cells.iter().map(|cell| printed(cell).1).sum();
        let off = (ours - number).abs();
        assert!(off > half_unit, "{path}: {ours} needs no allowance");
        assert!(off <= half_unit + of_cells / cells.len() as f64, "{path}: {ours}");
    }

    /// Notes that a published error was shown to be one.
    pub fn refute(&mut self, table: &str, quantity: &str) {
        let name = (table.to_owned(), quantity.to_owned());
        assert!(self.mismatches.contains(&name), "{name:?} is no known mismatch");
        self.refuted.insert(name);
    }

    /// Demands that a published entry is wrong, `right` is the value and `cause` what it comes from.
    pub fn check_wrong(&mut self, path: &str, mismatch: (&str, &str), right: f64, cause: f64) {
        self.check_explained(path, right, cause);
        self.refute(mismatch.0, mismatch.1);
    }

    /// The table that an entry is about.
    pub fn table(&self, path: &str) -> Table {
        Table::read(self.context(&format!("{path}/csv")).trim_start_matches("tables/"))
    }
}

fn flatten(path: &str, value: &toml::Value, entries: &mut BTreeMap<String, String>) {
    match value {
        toml::Value::Table(table) => {
            table
                .iter()
                .for_each(|(name, value)| flatten(&format!("{path}/{name}"), value, entries));
        }
        toml::Value::Array(values) => {
            let places = values.iter().enumerate();
            places.for_each(|(i, value)| flatten(&format!("{path}/{i}"), value, entries));
        }
        toml::Value::String(text) => {
            entries.insert(path.to_owned(), text.clone());
        }
        toml::Value::Integer(number) => {
            entries.insert(path.to_owned(), number.to_string());
        }
        other => panic!("{path}: {other}"),
    }
}

/// Last names of entries that are no results: where the table is, how it is read, which methods.
const CONTEXT: [&str; 23] = [
    "csv",
    "sd_csv",
    "better",
    "control",
    "section",
    "figure",
    "tests_table",
    "test",
    "source",
    "label",
    "note",
    "text",
    "a",
    "b",
    "data",
    "table",
    "max",
    "why",
    "dataset",
    "method",
    "smaller",
    "larger",
    "size",
];

fn is_context(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap();
    path.starts_with("conventions/") || CONTEXT.contains(&last)
}

/// The test elsewhere that compares an entry.
fn elsewhere(path: &str) -> Option<&'static str> {
    let parts: Vec<&str> = path.split('/').collect();
    match parts[..] {
        ["melki", _, "wilcoxon", ..] => Some("published_wilcoxon::melki_printed_keels_numbers"),
        ["suppharangsarn", "5.1", "wilcoxon", _]
        | ["suppharangsarn", "5.5", "pairs", _, "abs_z" | "p"] => {
            Some("published_wilcoxon::suppharangsarn_printed_the_plain_normal_approximation")
        }
        ["suppharangsarn", "3.3", "dunnett_crit"] => None,
        ["suppharangsarn", "3.1" | "3.2" | "3.3" | "3.4" | "3.5" | "3.6_wilcoxon", ..]
        | ["suppharangsarn", "4.2", "t_p" | "t_n_inferred", ..] => Some("worked_examples"),
        ["shen", "5.4", "PSVM_vs_sampling_noiseless" | "PSVM_vs_sampling_noisy", _] => {
            Some("shen_marks::with_and_without_sampling")
        }
        _ => None,
    }
}

/// Why an entry cannot be recomputed.
fn not_recomputable(path: &str) -> Option<&'static str> {
    let parts: Vec<&str> = path.split('/').collect();
    match parts[..] {
        [.., "mcmc_kde"] => Some("needs fold scores and a bandwidth, neither of them printed"),
        ["suppharangsarn", "6.6", "full_mnist" | "nectec"] => {
            Some("Table 6.6 is lost and no other table has these datasets")
        }
        ["bollipo", "wilcoxon_claims", "3.4"] => Some("one dataset, and its folds are not printed"),
        _ => None,
    }
}

#[test]
fn nothing_is_skipped() {
    let mut ledger = Ledger::new();
    published_claims_ranks::check(&mut ledger);
    published_claims_posthoc::check(&mut ledger);
    published_claims_faults::check(&mut ledger);
    published_claims_confusion::check(&mut ledger);
    published_claims_suppharangsarn::check(&mut ledger);
    published_claims_medians::check(&mut ledger);
    published_claims_bollipo::check(&mut ledger);
    published_claims_shen::check(&mut ledger);
    let mut counts = [0; 4];
    for path in ledger.entries.keys() {
        let compared = ledger.compared.contains(path);
        let context = is_context(path);
        let elsewhere = !context && elsewhere(path).is_some();
        // A lost value that was shown to be impossible counts as compared.
        let lost = !compared && not_recomputable(path).is_some();
        let kinds = [compared, elsewhere, lost, context];
        assert_eq!(kinds.iter().filter(|&&kind| kind).count(), 1, "{path}: {kinds:?}");
        kinds.iter().zip(&mut counts).for_each(|(&kind, count)| *count += usize::from(kind));
    }
    let open: Vec<_> = ledger.mismatches.difference(&ledger.refuted).collect();
    assert!(open.is_empty(), "known mismatches that no check refutes: {open:?}");
    // Compared here, compared elsewhere, not recomputable, no results; and the mismatches.
    assert_eq!(counts, COUNTS, "{}", ledger.entries.len());
    assert_eq!(ledger.refuted.len(), MISMATCHES);
}

const COUNTS: [usize; 4] = [798, 399, 24, 387];
const MISMATCHES: usize = 57;
