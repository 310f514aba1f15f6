//! `[import]`: where the results of a run come from that was made elsewhere. `tribunal import` writes it into the spec
//! that its run keeps; a spec of an experiment to run has none.

use super::environment::Environment;
use super::reader::{Reader, Report};
use crate::diagnostic::Diagnostic;
use crate::experiment::ImportSpec;
use crate::experiment::{ImportedParts, Protocol};

/// What `[import]` says. Its repeats and folds replace the protocol's.
pub fn read_import(
    reader: Reader<'_>,
    protocol: &mut Protocol,
    environment: &Environment<'_>,
    report: &Report,
) -> Option<ImportSpec> {
    if environment.stored.is_none() {
        let mistake = Diagnostic::new("imported results cannot be run", reader.span.clone());
        report.add(
            mistake.help(
                "give the folder of the run to report, analyze or check, or remove the table",
            ),
        );
    }
    if reader.item("from").is_none() {
        reader.absent("from", "say what made the results");
    }
    let from = reader.text("from").map(|(text, _)| text.to_owned());
    let count = |key: &'static str| reader.whole(key, 1, 10_000).map_or(1, |n| n as usize);
    let (repeats, folds) = (count("repeats"), count("folds"));
    let share = reader.positive("test-share");
    if share.is_some_and(|share| share >= 1.0) {
        let mistake = Diagnostic::new("`test-share` must be below one", reader.span.clone());
        report.add(mistake.help("write the share of the rows that a test part holds, such as 0.3"));
    }
    let test_share = share.filter(|share| *share < 1.0);
    *protocol = Protocol::Imported(ImportedParts { repeats, folds, test_share });
    reader.finish();
    Some(ImportSpec { from: from? })
}
