//! Targets that read what people write or download: specs, data files, catalogues, tables of results.

use std::path::Path;
use std::sync::OnceLock;

use tribunal::analysis::{AnalysisSettings, Findings};
use tribunal::data::catalog::Catalog;
use tribunal::data::dataset::Roles;
use tribunal::data::load::{Claims, Source, load};
use tribunal::data::prep::{Nominal, Prepared, Recipe, Scale};
use tribunal::data::read::ReadOptions;
use tribunal::data::{DataError, TaskKind};
use tribunal::diagnostic::Mistakes;
use tribunal::escape::visible;
use tribunal::import::table::{TableOptions, read as import};
use tribunal::learn::Registry;
use tribunal::report::settings::ReportSettings;
use tribunal::report::{Contents, markdown, text, verdicts_text};
use tribunal::spec::{Environment, Spec, Stored, parse};

use crate::support::project;

type Answer = Result<String, String>;

pub const SPEC_WORDS: &[&str] = &[
    "[experiment]\n",
    "[protocol]\n",
    "[[dataset]]\n",
    "[[method]]\n",
    "[analysis]\n",
    "[report]\n",
    "name = ",
    "seed = 1\n",
    "kind = \"knn\"\n",
    "kind = \"svm\"\n",
    "kind = \"random-forest\"\n",
    "kind = \"mlp\"\n",
    "base = \"j48\"\n",
    "params = { }",
    "grid = { k = [1, 3] }\n",
    "grid = { c = { base = 2, from = -2, to = 9 } }\n",
    "{ from = 0.1, to = 10, steps = 5, scale = \"log\" }",
    "folds = 10",
    "repeats = 10",
    "draws = 100",
    "decimals = 3",
    "generate = { rows = 30 }\n",
    "path = \"x.csv\"\n",
    "target = \"class\"\n",
    "time-limit = 1.5\n",
    "control = ",
    "tests = [\"holm\"]\n",
    "classes = [\"a\"]\n",
    "delimiter = \";\"\n",
    "true",
    "\"\"\"",
    "'''",
    "1979-05-27T07:32:00Z",
    "\\u0000",
    "\\u001b",
    "=",
    ".",
    "\"iris\"",
];
pub const CSV_WORDS: &[&str] = &[
    ",",
    ";",
    "\"",
    "\"\"",
    "\"a\nb\"",
    "?",
    "<null>",
    "NA",
    "class",
    "x,class\n",
    "\n",
    ",,,",
    "\t",
    " ",
    "|",
    "1,5",
    "'",
    "#",
    "2020-01-31",
    "12:30",
    "nan",
    "4,2,a,b\n",
    "sep=;\n",
    "+1 1:2\n",
    "@relation r\n",
];
pub const ARFF_WORDS: &[&str] = &[
    "@relation r\n",
    "@attribute x numeric\n",
    "@attribute c {a, b}\n",
    "@attribute 'a b' {'x y', z}\n",
    "@attribute d date\n",
    "@attribute s string\n",
    "@attribute x real [0, 1]\n",
    "@attribute x integer [1, 3]\n",
    "@inputs x\n",
    "@outputs c\n",
    "@output c\n",
    "@data\n",
    "{0 1, 1 a}",
    "{}",
    "%",
    "?",
    "'",
    "{1}",
];
pub const CATALOG_WORDS: &[&str] = &[
    "[[dataset]]\n",
    "name = \"b\"\n",
    "file = \"../x\"\n",
    "file = \"/etc/passwd\"\n",
    "file = \"a.csv\"\n",
    "task = \"regression\"\n",
    "rows = 1\n",
    "format = 2\n",
    "targets = [\"y\"]\n",
    "bag = \"b\"\n",
    "nominal = [\"x\"]\n",
    "delimiter = \";\"\n",
    "header = false\n",
    "missing_words = [\"\"]\n",
    "sha256 = \"\"\n",
    "classes = 2\n",
];
pub const SHEET_WORDS: &[&str] = &[
    "dataset,",
    "method,",
    "value",
    "fold,",
    "repeat,",
    "metric,",
    "±",
    "+-",
    "(1)",
    "95.1 ± 0.2",
    "average",
    "caveat",
    "x sd",
    "x mark",
    "'=a",
    "-",
    "NA",
    "trial,dataset,method,repeat,fold,status,chosen,accuracy\n",
    "task,framework,constraint,fold,result,metric\n",
    "task,framework,fold,result,auc,logloss\n",
    "accuracy,",
    "accuracy_std,",
    "neg_log_loss,",
    "fit_time,",
    "\n----\n",
    "done",
    "failed",
    "_fold1",
    "1h8c_gp3",
];

fn said(error: &DataError) -> String {
    error.render(false)
}

fn catalogue() -> &'static Catalog {
    static CATALOG: OnceLock<Catalog> = OnceLock::new();
    CATALOG.get_or_init(|| Catalog::open(&project().join("datasets")).expect("the catalogue"))
}

/// A spec's text, checked as the program does.
pub fn checked(text: &str, stored: &[String]) -> Result<Spec, Mistakes> {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    let registry = REGISTRY.get_or_init(Registry::standard);
    let datasets = stored.iter().map(|name| (name.clone(), TaskKind::default())).collect();
    let stored = Stored { datasets, ..Stored::default() };
    let environment = Environment {
        registry,
        catalog: Ok(catalogue()),
        folder: Path::new("no-such-folder"),
        stored: Some(&stored),
    };
    parse(Path::new("fuzz.toml"), text, &environment)
}

pub fn spec(bytes: &[u8], _: &Path) -> Answer {
    let Ok(text) = std::str::from_utf8(bytes) else { return Err("not UTF-8".into()) };
    let summary = |spec: &Spec| {
        let e = &spec.experiment;
        let methods: Vec<String> =
            e.methods.iter().map(|m| format!("{} {}", m.name, m.grid.len())).collect();
        format!(
            "{} {} {:?} {methods:?} {:?} {:?}",
            e.name,
            e.seed,
            e.protocol,
            spec.analysis,
            e.caveats()
        )
    };
    match (checked(text, &[]), checked(text, &[])) {
        (Ok(one), Ok(two)) => {
            assert_eq!(summary(&one), summary(&two), "read twice, it is another experiment");
            Ok(format!("{:?} {}", one.experiment.protocol.name(), one.experiment.methods.len()))
        }
        (Err(mistakes), Err(again)) => {
            assert_eq!(mistakes.mistakes, again.mistakes, "read twice, it has other mistakes");
            assert!(mistakes.mistakes.iter().all(|m| !m.message.is_empty()));
            assert!(!mistakes.render(true).is_empty());
            // The drawn text quotes lines of the file, so its shape would never repeat.
            let drawn = mistakes.render(false);
            let foul = drawn.chars().find(|&c| c.is_control() && !matches!(c, '\n' | '\t'));
            assert!(foul.is_none(), "{foul:?} would reach the terminal: {}", drawn.escape_debug());
            Err(visible(&mistakes.mistakes[0].message).into_owned())
        }
        _ => panic!("read twice, it is once good and once bad"),
    }
}

fn data<'f>(
    file: &Path,
    format: impl Into<Option<&'f str>>,
    task: TaskKind,
    options: ReadOptions,
) -> Answer {
    let source = Source {
        name: "fuzz".into(),
        file: file.to_path_buf(),
        task,
        format: format.into().map(str::to_owned),
        options,
        roles: Roles::default(),
        claims: Claims::default(),
        inside: None,
        ..Source::default()
    };
    let one = load(&source).map_err(|e| said(&e))?;
    let again = load(&source).map_err(|e| said(&e))?;
    assert_eq!(one.hash, again.hash, "read twice, it is another dataset");
    drop(again);
    let rows: Vec<usize> = (0..one.rows).collect();
    for (nominal, scale) in [(Nominal::OneHot, Scale::Standard), (Nominal::Ordinal, Scale::MinMax)]
    {
        let fitted = Prepared::fit(&one, &rows, Recipe { scale, nominal });
        // What would be refused for its size before a run is not made here either.
        if fitted.bytes(one.rows).1 < 100_000_000 {
            let features = fitted.apply(&one, &rows);
            assert!(
                tribunal::data::Rows::of(&features).is_ok(),
                "prepared features are not finite"
            );
        }
    }
    Ok(format!("{} nominal, {} missing", one.nominal().min(3), one.missing().min(2)))
}

/// The first way that is refused, else what the last one gave.
fn ways<const N: usize>(answers: [Answer; N]) -> Answer {
    let texts: Vec<String> = answers.iter().map(|a| a.clone().unwrap_or_else(|e| e)).collect();
    if answers.iter().all(Result::is_ok) { Ok(texts.join("; ")) } else { Err(texts.join("; ")) }
}

pub fn csv(_: &[u8], file: &Path) -> Answer {
    let other = ReadOptions {
        delimiter: Some(';'),
        header: Some(false),
        missing: vec!["NA".into()],
        ..ReadOptions::default()
    };
    ways([
        data(file, "csv", TaskKind::Classification, ReadOptions::default()),
        data(file, "csv", TaskKind::Regression, other),
    ])
}

/// A file of which nothing is said.
pub fn found(_: &[u8], file: &Path) -> Answer {
    let options = ReadOptions { sniff: true, ..ReadOptions::default() };
    ways(
        [TaskKind::Classification, TaskKind::Regression]
            .map(|task| data(file, None, task, options.clone())),
    )
}

pub fn parquet(_: &[u8], file: &Path) -> Answer {
    both_tasks(file, "parquet")
}

fn both_tasks(file: &Path, format: &str) -> Answer {
    ways(
        [TaskKind::Classification, TaskKind::Regression]
            .map(|task| data(file, format, task, ReadOptions::default())),
    )
}

pub fn arff(_: &[u8], file: &Path) -> Answer {
    both_tasks(file, "arff")
}

pub fn keel(_: &[u8], file: &Path) -> Answer {
    both_tasks(file, "keel")
}

pub fn libsvm(_: &[u8], file: &Path) -> Answer {
    both_tasks(file, "libsvm")
}

/// The input as it is, and packed: as it is it is rarely whole, packed it always is.
pub fn gzip(bytes: &[u8], file: &Path) -> Answer {
    let as_it_is = data(file, "csv", TaskKind::Classification, ReadOptions::default());
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, bytes).expect("packed");
    let mut packed = packer.finish().expect("packed");
    packed.extend_from_within(..);
    std::fs::write(file, packed).expect("a written input");
    let twice = data(file, "csv", TaskKind::Classification, ReadOptions::default());
    std::fs::write(file, bytes).expect("a written input");
    ways([as_it_is, twice])
}

pub fn catalog(bytes: &[u8], file: &Path) -> Answer {
    let folder = file.parent().expect("a folder");
    std::fs::write(folder.join("catalog.toml"), bytes).expect("a written catalogue");
    std::fs::write(folder.join("a.csv"), "x,class\n1,a\n2,b\n3,a\n").expect("a written file");
    let opened = Catalog::open(folder).map_err(|e| said(&e))?;
    let few = opened.entries.iter().take(5);
    let loaded: Vec<Answer> = few
        .map(|entry| {
            let source = opened.source(entry);
            assert!(
                source.file.starts_with(folder) && !source.file.to_string_lossy().contains("..")
            );
            load(&source).map(|data| format!("{} rows", data.rows)).map_err(|e| said(&e))
        })
        .collect();
    loaded.into_iter().collect::<Result<Vec<_>, _>>().map(|all| all.join(", "))
}

/// What stands between a table and the table of its standard deviations.
const BETWEEN: &[u8] = b"\n----\n";

/// A larger table takes the tests seconds, which is no fault.
const MOST_JUDGED: usize = 150;

pub fn analyze(bytes: &[u8], file: &Path) -> Answer {
    let cut = bytes.windows(BETWEEN.len()).position(|w| w == BETWEEN);
    let mut options = TableOptions::default();
    if let Some(at) = cut {
        let sd = file.with_file_name("sd");
        std::fs::write(file, &bytes[..at]).expect("a written input");
        std::fs::write(&sd, &bytes[at + BETWEEN.len()..]).expect("a written input");
        options.sd = Some(sd);
    }
    let answer = judged(file, &options);
    std::fs::write(file, bytes).expect("a written input");
    answer
}

fn judged(file: &Path, options: &TableOptions) -> Answer {
    let one = import(file, options).map_err(|e| said(&e))?;
    let again = import(file, options).map_err(|e| said(&e))?;
    assert_eq!(format!("{one:?}"), format!("{again:?}"), "read twice, it is another table");
    let layout = one[0].layout;
    let cells = one.iter().map(|one| one.results.datasets.len() * one.results.methods.len());
    if cells.sum::<usize>() > MOST_JUDGED {
        return Ok(format!("a large {layout} table"));
    }
    let settings = AnalysisSettings { draws: 100, ..AnalysisSettings::default() };
    let findings = Findings::of_results("fuzz", one, &settings)
        .map_err(|refused| format!("{}: {}", refused.problem, refused.remedy))?;
    let report = ReportSettings::default();
    let contents = Contents::new(&findings, &report);
    for table in &contents.tables {
        tribunal::report::write::csv::table(table);
        tribunal::report::write::latex::table(table, &report);
    }
    let texts = [
        verdicts_text(&findings),
        text(&findings, &report, false),
        markdown(&findings, &contents.tables),
    ];
    assert!(texts.iter().all(|text| !text.is_empty()));
    Ok(format!("{layout}, {} tables, {} figures", contents.tables.len(), contents.figures.len()))
}
