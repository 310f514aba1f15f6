//! Fuzzing on the stable toolchain: every reader of files that people exchange meets damaged and hostile input. A target is a
//! function in [`targets`] or a file of its own, one entry of [`TARGETS`], and a folder of starting inputs in
//! `tests/fuzz/corpus/`. What must hold: no panic, no endless loop, no memory beyond a bound, every refusal says something
//! and sends nothing to a terminal but text. docs/robustness.md has the commands.

mod adjust;
mod baseline;
mod claims;
mod forms;
mod harness;
mod import;
mod mutate;
mod several;
mod stored;
mod targets;

use harness::Target;

/// Every target. The number is how often the short run tries it: each takes about as long as the others.
const TARGETS: &[Target] = &[
    Target { name: "spec", runs: 300, dictionary: targets::SPEC_WORDS, judge: targets::spec },
    Target { name: "csv", runs: 2_000, dictionary: targets::CSV_WORDS, judge: targets::csv },
    Target { name: "found", runs: 2_000, dictionary: targets::CSV_WORDS, judge: targets::found },
    Target { name: "parquet", runs: 300, dictionary: &["PAR1"], judge: targets::parquet },
    Target { name: "arff", runs: 2_000, dictionary: targets::ARFF_WORDS, judge: targets::arff },
    Target { name: "keel", runs: 1_500, dictionary: targets::ARFF_WORDS, judge: targets::keel },
    Target {
        name: "libsvm",
        runs: 1_000,
        dictionary: &["+1 1:1\n", "#", ":"],
        judge: targets::libsvm,
    },
    Target { name: "gzip", runs: 500, dictionary: &[], judge: targets::gzip },
    Target {
        name: "catalog",
        runs: 500,
        dictionary: targets::CATALOG_WORDS,
        judge: targets::catalog,
    },
    Target { name: "journal", runs: 150, dictionary: stored::WORDS, judge: stored::journal },
    Target {
        name: "predictions",
        runs: 150,
        dictionary: stored::WORDS,
        judge: stored::predictions,
    },
    Target { name: "manifest", runs: 150, dictionary: stored::WORDS, judge: stored::manifest },
    Target { name: "baseline", runs: 400, dictionary: baseline::WORDS, judge: baseline::baseline },
    Target {
        name: "analyze",
        runs: 400,
        dictionary: targets::SHEET_WORDS,
        judge: targets::analyze,
    },
    Target { name: "forms", runs: 400, dictionary: forms::WORDS, judge: forms::judge },
    Target { name: "parquet-tables", runs: 200, dictionary: &["PAR1"], judge: forms::parquet },
    Target { name: "claims", runs: 400, dictionary: claims::WORDS, judge: claims::claims },
    Target { name: "several", runs: 400, dictionary: several::WORDS, judge: several::judge },
    Target { name: "import", runs: 400, dictionary: import::WORDS, judge: import::judge },
    Target { name: "adjust", runs: 200, dictionary: adjust::WORDS, judge: adjust::judge },
];

#[test]
fn fuzz_no_input_brings_a_reader_down() {
    harness::try_all(TARGETS);
}

/// What the test above starts in a process of its own, with little memory.
#[test]
#[ignore = "started by the fuzz test"]
fn worker() {
    harness::work(TARGETS);
}
