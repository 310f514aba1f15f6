//! Targets that read a run's folder: somebody else's results are input like any other. Lines get the checksums they should
//! have, because a checksum keeps accidents out and nobody else.

use std::path::Path;

use tribunal::analysis::Findings;
use tribunal::plan::Outline;
use tribunal::store::{History, read_manifest, read_predictions};

use super::targets::checked;

type Answer = Result<String, String>;

pub const WORDS: &[&str] = &[
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "1e999",
    "-1",
    "[[1.0]]",
    "{\"is\":\"done\"}",
    "{\"is\":\"failed\",\"reason\":\"x\"}",
    "\"kind\":\"probability\"",
    "\"truth\":[0,1]",
    "\"classes\":[\"a\"]",
    "\"labels\":[9]",
    "\"metrics\":{}",
    "\"facts\":null",
    "\"curve\":null",
    "\"fold\":0",
    "\"trial\":\"\"",
    "\n",
    "{\"tribunal\":\"journal\",\"format\":1}\n",
    "\"format\":2",
    "\"seed\":1",
    "\"spec\":\"\"",
];

/// The spec of the run whose files are the starting inputs.
const SPEC: &str = include_str!("stored.toml");

/// A file of lines with a header and good checksums around the bodies.
fn sealed(kind: &str, bodies: &[u8]) -> Vec<u8> {
    let mut text = format!("{{\"tribunal\":\"{kind}\",\"format\":1}}\n").into_bytes();
    for body in bodies.split(|&b| b == b'\n').filter(|body| !body.is_empty()) {
        let check = blake3::hash(body).to_hex();
        text.extend(format!("{{\"check\":\"{}\",\"body\":", &check[..16]).bytes());
        text.extend(body);
        text.extend(b"}\n");
    }
    text
}

/// Everything a report does with a run's folder before it draws.
fn looked_at(folder: &Path) -> Answer {
    let history = History::read(folder).map_err(|e| e.to_string())?;
    let mut rows = 0;
    read_predictions(folder, |stored| rows += stored.examples.len()).map_err(|e| e.to_string())?;
    let Some(manifest) = read_manifest(folder).map_err(|e| e.to_string())? else {
        return Ok("no manifest".into());
    };
    let names: Vec<String> = manifest.datasets.iter().map(|d| d.name.clone()).collect();
    let spec = checked(SPEC, &names).map_err(|m| m.render(false))?;
    let find = |name: &str| manifest.datasets.iter().find(|facts| facts.name == name).cloned();
    let Some(facts) = spec.experiment.datasets.iter().map(|d| find(&d.name)).collect() else {
        return Ok("other datasets".into());
    };
    let outline = Outline::new(&spec.experiment, facts).map_err(|e| e.to_string())?;
    let findings =
        Findings::of_run(&outline, &spec.analysis, &history, folder).map_err(|e| e.to_string())?;
    // In letters: digits do not count as another answer.
    let tally = |number: usize| "i".repeat(number.min(20));
    let verdicts = findings.verdicts.iter().map(|verdict| match &verdict.over {
        Ok(_) => "judged",
        Err(refused) => refused.problem.as_str(),
    });
    let verdicts = verdicts.collect::<Vec<_>>().join("; ");
    let (damaged, done) = (tally(history.damaged().len()), tally(findings.summary.done));
    Ok(tribunal::escape::visible(&format!("{damaged} damaged, {done} done, {verdicts}"))
        .into_owned())
}

/// Puts a whole run into the folder. Its outcomes were stored before there were metrics, so that they are scored again from
/// the predictions.
fn whole(folder: &Path) {
    let corpus = crate::support::project().join("tests/fuzz/corpus");
    let read = |name: &str| std::fs::read(corpus.join(name)).expect("a starting input");
    let write = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.join(name), bytes).expect("a written file")
    };
    write("journal.jsonl", sealed("journal", &read("journal/without-metrics")));
    write("predictions.jsonl", sealed("predictions", &read("predictions/whole")));
    write("run.json", read("manifest/whole"));
}

pub fn journal(bytes: &[u8], file: &Path) -> Answer {
    lines(bytes, file, "journal")
}

pub fn predictions(bytes: &[u8], file: &Path) -> Answer {
    lines(bytes, file, "predictions")
}

/// The input as a file by itself, and as bodies of lines.
fn lines(bytes: &[u8], file: &Path, kind: &str) -> Answer {
    let folder = file.parent().expect("a folder");
    let target = folder.join(format!("{kind}.jsonl"));
    whole(folder);
    std::fs::write(&target, bytes).expect("a written file");
    let raw = looked_at(folder);
    assert!(raw.as_ref().err().is_none_or(|message| !message.is_empty()));
    std::fs::write(&target, sealed(kind, bytes)).expect("a written file");
    looked_at(folder)
}

pub fn manifest(bytes: &[u8], file: &Path) -> Answer {
    let folder = file.parent().expect("a folder");
    whole(folder);
    std::fs::write(folder.join("run.json"), bytes).expect("a written file");
    if let Ok(Some(manifest)) = read_manifest(folder) {
        // A report of a folder takes the spec from here.
        let names: Vec<String> = manifest.datasets.iter().map(|d| d.name.clone()).collect();
        if let Err(mistakes) = checked(&manifest.spec, &names) {
            assert!(!mistakes.render(false).is_empty());
        }
    }
    looked_at(folder)
}
