//! Result files of KEEL: `results/METHOD.DATASET/resultN.tst` (`resultNsM.tst` with the seed M), each a test fold. The head
//! is that of the data (`@relation`, `@attribute`, `@inputs`, `@outputs`), the lines below `@data` hold the true and the
//! predicted value, and `?` where a classifier gave none. `.tra` files are the same of the training part. Sources of the
//! layout: experiments of KEEL in kylecblyth/IIS-Project, and the reader of RKEEL.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Asked;
use super::cells::{read_text, shared};
use super::numbers::written;
use super::part::{Collected, Content, Kind, Lacking, Origin, Part, Predictions, UNCLASSIFIED};
use crate::data::error::DataError;
use crate::data::read::text::shown;

/// The part of a file before its lines of answers.
struct Head {
    relation: String,
    /// The classes of the output; `None` where it is a number.
    classes: Option<Vec<String>>,
    /// Outputs; one is needed.
    outputs: usize,
    /// The line of `@data`.
    data: usize,
}

/// The rest of a line after a keyword, whatever its case.
fn after<'t>(line: &'t str, keyword: &str) -> Option<&'t str> {
    let start = line.get(..keyword.len())?;
    start.eq_ignore_ascii_case(keyword).then(|| line[keyword.len()..].trim())
}

/// An attribute's name and type: `class{a,b}`, `x integer[1,10]`.
fn attribute(text: &str) -> (String, &str) {
    let quoted = text.starts_with(['\'', '"']);
    let end = if quoted { text[1..].find(['\'', '"']).map(|at| at + 2) } else { None };
    let end = end.or_else(|| text.find([' ', '\t', '{', '['])).unwrap_or(text.len());
    let name = text[..end].trim_matches(['\'', '"']).to_owned();
    (name, text[end..].trim())
}

/// Names between commas.
fn names(text: &str) -> Vec<String> {
    let names = text.split(',').map(|name| name.trim().trim_matches(['\'', '"']).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

fn head(text: &str) -> Option<Head> {
    let mut relation = None;
    let mut attributes: Vec<(String, &str)> = Vec::new();
    let mut outputs: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if let Some(rest) = after(line, "@relation") {
            relation = Some(rest.trim_matches(['\'', '"']).to_owned());
        } else if let Some(rest) = after(line, "@attribute") {
            attributes.push(attribute(rest));
        } else if let Some(rest) = after(line, "@outputs").or_else(|| after(line, "@output")) {
            outputs = names(rest);
        } else if after(line, "@data").is_some() {
            let called = |own: &&(String, &str)| outputs.first().is_some_and(|name| *name == own.0);
            let output = attributes.iter().find(called).or(attributes.last())?;
            let inside = output.1.strip_prefix('{').and_then(|rest| rest.split_once('}'));
            return Some(Head {
                relation: relation?,
                classes: inside.map(|(inside, _)| names(inside)),
                outputs: outputs.len().max(1),
                data: number,
            });
        }
    }
    None
}

/// Whether a text holds true and predicted values below a head of KEEL; data have commas there, unless the file is called like results.
pub fn recognised(file: &Path, text: &str) -> bool {
    let Some(head) = head(text) else { return false };
    if place_of(file).is_some() {
        return true;
    }
    let mut lines = text.lines().skip(head.data).map(str::trim).filter(|line| !line.is_empty());
    lines.next().is_some_and(|line| pair(line, &head).is_some())
}

/// The true and the predicted value of a line. Names of classes may hold blanks.
fn pair<'l>(line: &'l str, head: &Head) -> Option<(&'l str, &'l str)> {
    let known = |text: &str| match &head.classes {
        Some(classes) => classes.iter().any(|class| class == text),
        None => !text.contains(char::is_whitespace) && written(text).is_some(),
    };
    let blanks = line.char_indices().filter(|(_, c)| c.is_whitespace());
    let mut pairs = blanks.map(|(at, _)| (line[..at].trim(), line[at..].trim()));
    pairs.find(|(truth, label)| {
        known(truth) && (known(label) || head.classes.is_some() && *label == UNCLASSIFIED)
    })
}

/// The fold and the seed of `result3s1.tst`, and whether the file is of a training part.
fn place_of(file: &Path) -> Option<((u32, u32), bool)> {
    let name = file.file_name()?.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let (stem, ending) = name.rsplit_once('.')?;
    let digits = stem.strip_prefix("result")?;
    let (fold, seed) = digits.split_once('s').unwrap_or((digits, "0"));
    Some(((seed.parse().ok()?, fold.parse().ok()?), ending == "tra"))
}

/// The method and the dataset of a folder `METHOD.DATASET`: both may hold dots, and the relation is mostly the dataset.
fn names_of(file: &Path, relation: &str) -> (Option<String>, String) {
    let folder = file.parent().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let Some(folder) = folder else { return (None, relation.to_owned()) };
    let method = folder.len().checked_sub(relation.len() + 1).and_then(|end| {
        let (method, rest) = (folder.get(..end)?, folder.get(end..)?);
        let same = rest.strip_prefix('.').is_some_and(|r| r.eq_ignore_ascii_case(relation));
        (same && !method.is_empty()).then(|| method.to_owned())
    });
    match (method, folder.rsplit_once('.')) {
        (Some(method), _) => (Some(method), relation.to_owned()),
        (None, Some((method, dataset))) if !method.is_empty() && !dataset.is_empty() => {
            (Some(method.to_owned()), dataset.to_owned())
        }
        _ => (None, relation.to_owned()),
    }
}

/// Reads the test folds.
pub fn read(files: &[PathBuf], asked: &Asked<'_>) -> Result<Collected, DataError> {
    let (mut parts, mut training) = (Vec::new(), 0);
    let mut kinds: Option<(Kind, &Path)> = None;
    let mut silent: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        let text = read_text(file)?;
        let place = place_of(file).ok_or_else(|| {
            let problem = "the name of the file does not tell its fold";
            DataError::file(file, problem, "keep KEEL's names: result0.tst or result0s0.tst")
        })?;
        if place.1 {
            training += 1;
            continue;
        }
        let (kind, part) = read_file(file, &text, place.0, asked)?;
        let (first, other) = *kinds.get_or_insert((kind, file));
        if first != kind {
            let problem = format!(
                "the output is a class here and a number in {}, or the other way round",
                other.display()
            );
            let remedy = "import classification and regression apart";
            return Err(DataError::file(file, problem, remedy));
        }
        if let Content::Predictions(predictions) = &part.content {
            let count = predictions.labels.iter().filter(|label| *label == UNCLASSIFIED).count();
            *silent.entry(part.method.clone()).or_default() += count;
        }
        parts.push(part);
    }
    if let (true, Some(first)) = (parts.is_empty(), files.first()) {
        let problem = "the files hold answers on training parts (.tra) alone";
        return Err(DataError::file(first, problem, "import the test parts: result0.tst"));
    }
    let mut notes = Vec::new();
    if training > 0 {
        notes.push(format!("{training} files of training parts (.tra) left out"));
    }
    for (method, count) in silent.into_iter().filter(|(_, count)| *count > 0) {
        notes.push(format!(
            "{}: {count} test rows are not classified (`?`); they count as wrong, and `?` as one more class in averages over classes",
            shown(&method)
        ));
    }
    let kind = kinds.map_or(Kind::Classes, |(kind, _)| kind);
    let (from, lacking) = ("result files of KEEL", Lacking::Failed);
    Ok(Collected { from, kind, lacking, parts, test_share: None, notes })
}

fn read_file(
    file: &Path,
    text: &str,
    place: (u32, u32),
    asked: &Asked<'_>,
) -> Result<(Kind, Part), DataError> {
    let Some(head) = head(text) else {
        let problem = "there is no head of KEEL: @relation, @attribute lines and @data";
        return Err(DataError::file(file, problem, "check that it was written completely"));
    };
    if head.outputs > 1 {
        let problem = format!("the file has {} outputs", head.outputs);
        return Err(DataError::file(file, problem, "import results of one output"));
    }
    let (method, dataset) = names_of(file, &head.relation);
    let Some(method) = asked.method.map(str::to_owned).or(method) else {
        let problem = "the folder of the file does not tell the method";
        let remedy =
            "keep KEEL's folders, results/METHOD.DATASET/result0.tst, or say --method NAME";
        return Err(DataError::file(file, problem, remedy));
    };
    let declared = head.classes.clone().unwrap_or_default();
    let mut found = Predictions { declared, ..Predictions::default() };
    for (line, content) in (1..).zip(text.lines()).skip(head.data) {
        if content.trim().is_empty() {
            continue;
        }
        let Some((truth, label)) = pair(content.trim(), &head) else {
            let what = match &head.classes {
                Some(classes) => format!("classes ({})", classes.join(", ")),
                None => "numbers".to_owned(),
            };
            let problem = format!(
                "{} is not a true and a predicted value: two {what} with a blank between",
                shown(content.trim())
            );
            return Err(DataError::line(file, line, problem, "take the file as KEEL wrote it"));
        };
        found.lines.push(line);
        for (text, own) in [(truth, &mut found.truth), (label, &mut found.labels)] {
            let number = if head.classes.is_none() { written(text) } else { None };
            own.push(number.unwrap_or_else(|| text.to_owned()));
        }
    }
    if found.truth.is_empty() {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "no lines below @data", remedy));
    }
    let kind = if head.classes.is_some() { Kind::Classes } else { Kind::Numbers };
    let part = Part {
        dataset: asked.dataset.map_or(dataset, str::to_owned),
        method,
        place,
        origin: Origin { file: shared(file), line: None },
        content: Content::Predictions(found),
        told: BTreeMap::new(),
        times: (None, None),
    };
    Ok((kind, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_datasets_folds_and_classes_are_told_apart() {
        let names = |folder: &str, relation: &str| {
            names_of(&Path::new("results").join(folder).join("result0.tst"), relation)
        };
        let expected = |method: &str, dataset: &str| (Some(method.to_owned()), dataset.to_owned());
        assert_eq!(
            names("Ignore-MV.Ada.NC-C.monk-2", "Monk-2"),
            expected("Ignore-MV.Ada.NC-C", "Monk-2")
        );
        assert_eq!(names("C45.new.set", "new.set"), expected("C45", "new.set"));
        assert_eq!(names("C45.iris", "unknown"), expected("C45", "iris"));
        assert_eq!(names("results", "iris"), (None, "iris".to_owned()));
        let place = |name: &str| place_of(Path::new(name));
        assert_eq!(place("a/result12s3.tst"), Some(((3, 12), false)));
        assert_eq!(place("result0.tra.gz"), Some(((0, 0), true)));
        assert_eq!(place("iris-10-1tst.dat"), None);
        let text = "@relation r\n@attribute x real[0,1]\n@attribute c{a b, c}\n@inputs x\n@outputs c\n@data\n";
        let head = head(text).unwrap();
        assert_eq!(pair("a b c", &head), Some(("a b", "c")));
        assert_eq!(pair("c\t?", &head), Some(("c", "?")));
        assert_eq!(pair("0.5,c", &head), None);
        let found =
            |name: &str, line: &str| recognised(Path::new(name), &format!("{text}{line}\n"));
        assert!(!found("a.dat", "0.5,c") && found("a.dat", "c c") && found("result0.tst", "c, c"));
    }
}
