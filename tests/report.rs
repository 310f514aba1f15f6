//! Reports as a user makes them: from a run, again from the store without its data, from a table of somebody else, with
//! holes, and with names and shapes that nobody should use.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{Dir, SMALL, project};

/// Every file of a folder, by its name inside.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap_or_else(|e| panic!("{}: {e}", next.display()))
        {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                // The list of what was written, by which a later report knows its own.
                if name != ".files" {
                    found.insert(name, std::fs::read(&path).expect("a file"));
                }
            }
        }
    }
    found
}

const THREE: &str =
    "[[dataset]]\nname = \"glass\"\n[analysis]\nmetrics = [\"accuracy\", \"kappa\"]\n";

/// A spec with three datasets, so that there is a verdict.
fn spec(more: &str) -> String {
    format!("{SMALL}{THREE}{more}")
}

#[test]
fn a_run_writes_every_format_and_a_second_report_is_the_same_bytes() {
    let dir = Dir::new();
    dir.write("s.toml", spec(""));
    let said = dir.succeed(&["run", "s.toml"]);
    assert!(said.err.contains("report in reports/small/index.html"), "{}", said.err);
    let first = files(&dir.path("reports/small"));
    for name in [
        "index.html",
        "summary.md",
        "summary.csv",
        "tables.json",
        "verdict.json",
        "verdict.txt",
        "references.bib",
        "tables/accuracy-scores.tex",
        "tables/accuracy-scores.csv",
        "tables/kappa-control.tex",
        "tables/side-by-side.tex",
        "tables/meta-ranks.csv",
        "tables/datasets.tex",
        "figures/accuracy-critical-difference.svg",
        "figures/accuracy-critical-difference.png",
        "figures/accuracy-critical-difference.tex",
        "figures/accuracy-bonferroni-dunn.tex",
        "figures/kappa-heat-map.svg",
        "figures/time-by-size.png",
        "figures/curves.svg",
    ] {
        assert!(first.contains_key(name), "{name} is not among {:?}", first.keys());
    }
    assert!(!first.keys().any(|name| name.ends_with(".partial")));
    std::fs::remove_dir_all(dir.path("reports")).expect("removed");
    let said = dir.succeed(&["report", "s.toml"]);
    assert!(said.out.is_empty() && said.err.contains("index.html"), "{}{}", said.out, said.err);
    let second = files(&dir.path("reports/small"));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        assert!(bytes == &second[name], "{name} differs");
    }
    // One thread and several give the same bytes as well.
    dir.succeed(&["report", "s.toml", "-j", "1"]);
    assert!(first == files(&dir.path("reports/small")));
}

#[test]
fn a_report_needs_neither_data_nor_spec() {
    let dir = Dir::new();
    let rows = "x,class\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n7,a\n8,b\n9,a\n10,b\n";
    dir.write("mine.csv", rows);
    let text = spec("").replace("[analysis]", "[[dataset]]\npath = \"mine.csv\"\n[analysis]");
    dir.write("s.toml", &text);
    dir.succeed(&["run", "s.toml", "-q"]);
    let first = files(&dir.path("reports/small"));
    std::fs::remove_file(dir.path("mine.csv")).expect("removed");
    let mut command = dir.command(&["report", "s.toml"]);
    let output = command.env("TRIBUNAL_DATA", dir.path("nowhere")).output().expect("started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(first == files(&dir.path("reports/small")), "the same report without the data");
    std::fs::remove_dir_all(dir.path("reports")).expect("removed");
    std::fs::remove_file(dir.path("s.toml")).expect("removed");
    let mut command = dir.command(&["report", "results/small"]);
    let output = command.env("TRIBUNAL_DATA", dir.path("nowhere")).output().expect("started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let again = files(&dir.path("reports/small"));
    assert!(
        first["summary.csv"] == again["summary.csv"]
            && first["verdict.json"] == again["verdict.json"]
    );
}

#[test]
fn formats_layouts_and_names_select_what_is_written() {
    let dir = Dir::new();
    dir.write("s.toml", spec("[report]\nformats = [\"csv\"]\nlayouts = [\"marks\", \"scores\"]\nfigures = [\"boxes\"]\n"));
    dir.succeed(&["run", "s.toml", "-q"]);
    let names: Vec<String> = files(&dir.path("reports/small")).into_keys().collect();
    let expected = [
        "summary.csv",
        "tables/accuracy-marks.csv",
        "tables/accuracy-scores.csv",
        "tables/kappa-marks.csv",
        "tables/kappa-scores.csv",
    ];
    assert_eq!(names, expected);
    let again = |arguments: &[&str]| {
        std::fs::remove_dir_all(dir.path("reports")).expect("removed");
        let all = [&["report", "s.toml"], arguments].concat();
        dir.succeed(&all);
        files(&dir.path("reports/small")).into_keys().collect::<Vec<String>>()
    };
    assert_eq!(
        again(&["--format", "svg,png"]),
        [
            "figures/accuracy-boxes.png",
            "figures/accuracy-boxes.svg",
            "figures/accuracy-boxes.txt",
            "figures/kappa-boxes.png",
            "figures/kappa-boxes.svg",
            "figures/kappa-boxes.txt"
        ]
    );
    assert_eq!(
        again(&["--format", "latex", "--layout", "control-wide"]),
        ["tables/accuracy-control-wide.tex", "tables/kappa-control-wide.tex"]
    );
    assert_eq!(
        again(&["--format", "latex,svg", "--only", "kappa-scores,boxes"]),
        [
            "figures/accuracy-boxes.svg",
            "figures/accuracy-boxes.txt",
            "figures/kappa-boxes.svg",
            "figures/kappa-boxes.txt",
            "tables/kappa-scores.tex"
        ]
    );
    // A layout that the spec does not have is made when it is named.
    assert_eq!(
        again(&["--format", "latex", "--only", "accuracy-control-wide"]),
        ["tables/accuracy-control-wide.tex"]
    );
    for (arguments, code, words) in [
        (&["--format", "pdf"][..], 2, "--format does not know `pdf`"),
        (&["--layout", "score"], 2, "did you mean `scores`?"),
        (&["--only", "marked"], 6, "did you mean `marks`?"),
        (&["--only", "median-p"], 6, "no test with uncertainty was asked for"),
        (&["--only", "accuracy-boxes", "--format", "latex"], 6, "nothing was written"),
    ] {
        let said = dir.run(&[&["report", "s.toml"], arguments].concat());
        assert_eq!(said.code, code, "{}", said.err);
        assert!(said.err.contains(words), "{}", said.err);
    }
}

#[test]
fn a_report_of_nothing_is_refused() {
    let dir = Dir::new();
    dir.write("s.toml", SMALL);
    let said = dir.run(&["report", "s.toml"]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("holds no finished trial") && said.err.contains("tribunal run"),
        "{}",
        said.err
    );
    std::fs::create_dir(dir.path("empty")).expect("a folder");
    let said = dir.run(&["report", "empty"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no run.json"), "{}", said.err);
    assert!(!dir.path("reports").exists());
}

#[test]
fn mistakes_in_the_report_section_are_all_told() {
    let dir = Dir::new();
    dir.write("s.toml", format!("{SMALL}[report]\nformats = [\"pdf\"]\nfigures = [\"box\"]\nbest-rank = \"up\"\nscatter = [\"kNN\", \"kNN\"]\ndecimals = 40\nlayout = 3\n"));
    let said = dir.run(&["plan", "s.toml"]);
    assert_eq!(said.code, 2);
    for words in [
        "unknown format `pdf`",
        "unknown figure `box`",
        "unknown `best-rank` `up`",
        "takes two different methods",
        "`decimals` is out of range",
        "unknown key `layout`",
    ] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    dir.write("s.toml", format!("{SMALL}[report]\nscatter = [\"kNN\", \"SVM\"]\n"));
    assert!(dir.run(&["plan", "s.toml"]).err.contains("no method is called `SVM`"));
}

/// What a metric that is gone left behind would be taken for a result; a part of a report leaves the rest alone.
#[test]
fn a_whole_report_removes_what_an_earlier_one_wrote() {
    let dir = Dir::new();
    dir.write("s.toml", spec(""));
    dir.succeed(&["run", "s.toml", "-q"]);
    dir.write("reports/small/tables/mine.txt", "mine");
    dir.write("s.toml", spec("").replace(", \"kappa\"", ""));
    let page = dir.read("reports/small/index.html");
    dir.succeed(&["report", "s.toml", "-q", "--only", "accuracy-scores"]);
    assert!(dir.path("reports/small/tables/kappa-scores.tex").exists());
    assert!(page == dir.read("reports/small/index.html"), "the page is of the whole report");
    dir.succeed(&["report", "s.toml", "-q"]);
    assert!(!dir.path("reports/small/tables/kappa-scores.tex").exists());
    assert!(!dir.path("reports/small/figures/kappa-boxes.png").exists());
    assert_eq!(dir.read("reports/small/tables/mine.txt"), "mine");
}

/// `--layout` is about files of tables: the page and everything else stay, unless the page is asked for by name.
#[test]
fn a_layout_does_not_destroy_the_page() {
    let dir = Dir::new();
    dir.write("s.toml", spec(""));
    dir.succeed(&["run", "s.toml", "-q"]);
    let before = files(&dir.path("reports/small"));
    dir.succeed(&["report", "s.toml", "-q", "--layout", "marks"]);
    let after = files(&dir.path("reports/small"));
    assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)));
    let new: Vec<&String> = after.keys().filter(|name| !before.contains_key(*name)).collect();
    assert_eq!(
        new,
        [
            "tables/accuracy-marks.csv",
            "tables/accuracy-marks.tex",
            "tables/kappa-marks.csv",
            "tables/kappa-marks.tex"
        ]
    );
    // The page has every table of before, and the new one where it was asked for.
    dir.succeed(&["report", "s.toml", "-q", "--layout", "marks", "--format", "html"]);
    let page = dir.read("reports/small/index.html");
    for table in ["accuracy-scores", "accuracy-pairs", "kappa-control", "datasets", "kappa-marks"] {
        assert!(page.contains(&format!("id=\"table-{table}\"")), "{table}");
    }
    assert!(
        page.contains("href=\"tables&#x2f;accuracy-scores.tex\""),
        "files of before are listed"
    );
    assert!(page.contains("figures&#x2f;accuracy-boxes.png"), "and linked");
}

/// Notes are below figures or not; captions next to the files and in TikZ have them always.
#[test]
fn notes_of_figures_are_optional_and_offered_as_captions() {
    let dir = Dir::new();
    dir.write("s.toml", spec("").replace("inner = { folds = 2 }", "kind = \"flat\""));
    dir.succeed(&["run", "s.toml", "-q"]);
    let note = "Box: quartiles and median";
    let diagram = "reports/small/figures/accuracy-critical-difference";
    let (svg, txt) =
        ("reports/small/figures/accuracy-boxes.svg", "reports/small/figures/accuracy-boxes.txt");
    assert!(dir.read(svg).contains(note) && dir.read(txt).contains(note));
    let tikz = dir.read(&format!("{diagram}.tex"));
    let (picture, caption) = tikz.split_once("\\caption{").expect("a caption");
    assert!(!picture.contains("Mean ranks of") && caption.contains("Mean ranks of"), "{tikz}");
    for set in ["$k = 3$", "$N = 3$", "$\\alpha = 0.05$"] {
        assert!(caption.contains(set), "{set}: {caption}");
    }
    assert!(caption.contains("\\label{fig:accuracy-critical-difference}\n\\end{figure}"));
    for flag in ["--no-figure-notes", "-q"] {
        // By the flag, and by the spec.
        dir.succeed(&["report", "s.toml", "-q", flag][..if flag == "-q" { 3 } else { 4 }]);
        assert!(!dir.read(svg).contains(note) && dir.read(txt).contains(note));
        // A caution is no note: it is in the picture whatever was asked for.
        let shown = dir.read(svg).replace('\n', " ");
        assert!(shown.contains("Caution: "), "{shown}");
        let text = spec("").replace("inner = { folds = 2 }", "kind = \"flat\"");
        dir.write("s.toml", format!("{text}[report]\nfigure-notes = false\n"));
    }
}

/// Another seed, another draw: run and report must draw the same.
#[test]
fn run_and_report_draw_from_the_same_seed() {
    let dir = Dir::new();
    dir.write("s.toml", spec("tests = [\"monte-carlo\"]\ndraws = 200\n"));
    dir.succeed(&["run", "s.toml", "-q", "--seed", "11"]);
    let first = dir.read("reports/small/verdict.json");
    dir.succeed(&["report", "s.toml", "-q", "--seed", "11"]);
    assert!(first == dir.read("reports/small/verdict.json"));
    dir.succeed(&["report", "results/small", "-q"]);
    assert!(first == dir.read("reports/small/verdict.json"), "the run knows its seed");
    assert!(dir.read("reports/small/index.html").contains("<dt>seed</dt><dd>11</dd>"));
}

#[test]
fn damage_and_other_data_are_told() {
    let dir = Dir::new();
    let rows =
        |last: &str| format!("x,class\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n7,a\n8,b\n9,a\n{last},b\n");
    dir.write("mine.csv", rows("10"));
    let text = spec("").replace("[analysis]", "[[dataset]]\npath = \"mine.csv\"\n[analysis]");
    dir.write("s.toml", &text);
    dir.succeed(&["run", "s.toml", "-q"]);
    let summary = dir.read("reports/small/summary.csv");
    dir.write("mine.csv", rows("11"));
    let said = dir.succeed(&["report", "s.toml"]);
    assert!(said.err.contains("the data of `mine` changed since the run"), "{}", said.err);
    assert!(summary == dir.read("reports/small/summary.csv"));
    let journal = dir.read("results/small/journal.jsonl");
    let line = journal.lines().nth(3).expect("a line").to_owned();
    dir.write("results/small/journal.jsonl", journal.replace(&line, "garbage"));
    let said = dir.succeed(&["report", "s.toml"]);
    assert!(said.err.contains("journal.jsonl:4 is damaged"), "{}", said.err);
    dir.write("results/small/run.json", "{\"format\": 99}");
    let said = dir.run(&["report", "results/small"]);
    assert!(said.code == 2 && said.err.contains("use a newer tribunal"), "{}", said.err);
}

/// An unfair protocol is named in every single file.
#[test]
fn every_file_of_an_unfair_run_says_so() {
    let dir = Dir::new();
    dir.write("s.toml", spec("").replace("inner = { folds = 2 }", "kind = \"flat\""));
    dir.succeed(&["run", "s.toml", "-q"]);
    for (name, bytes) in files(&dir.path("reports/small")) {
        let text = String::from_utf8_lossy(&bytes).replace('\n', " ");
        let exempt = name.ends_with(".png") || name == "references.bib";
        assert!(exempt || text.contains("chosen on the test folds"), "{name} keeps quiet");
    }
}

/// Half a run: the report is made, the holes are named.
#[test]
fn a_run_with_holes_names_them() {
    let dir = Dir::new();
    dir.write("s.toml", spec(""));
    dir.run(&["run", "s.toml", "-q", "-d", "iris", "-d", "wine"]);
    dir.run(&["run", "s.toml", "-q", "-d", "glass", "-m", "kNN"]);
    let said = dir.succeed(&["report", "s.toml"]);
    assert!(said.err.contains("21 of 27 trials have scores"), "{}", said.err);
    let markdown = dir.read("reports/small/summary.md");
    assert!(
        markdown.contains("Missing: logistic on glass (0 of 3 trials done: not run yet)"),
        "{markdown}"
    );
    let refused = "2 datasets; tests over datasets need at least 3 (policy drop-dataset for missing results: logistic on glass (not run)";
    assert!(markdown.contains(&format!("No verdict over datasets: {refused}")), "{markdown}");
    assert!(markdown.contains("; run the trials that have not been run"), "{markdown}");
    assert!(markdown.contains("worst-rank leaves 3 methods on 3 datasets"), "{markdown}");
    let page = dir.read("reports/small/index.html");
    assert!(page.contains("logistic on glass (3 trials)") && page.contains("21 of 27"));
    assert!(page.contains("there is no verdict: 2 datasets"), "figures that are missing say why");
    // A policy gives a verdict, and every caption says which.
    dir.write("s.toml", spec("missing = \"worst-rank\"\n"));
    dir.succeed(&["report", "s.toml"]);
    assert!(dir.read("reports/small/summary.md").contains("policy worst-rank for missing results"));
    assert!(dir.read("reports/small/figures/accuracy-critical-difference.svg").contains("worst"));
}

#[test]
fn analyze_writes_a_report_of_anybodys_table() {
    let dir = Dir::new();
    let table = project().join("datasets/published/tables/melki_3.3_aCC.csv");
    let said =
        dir.succeed(&["analyze", &table.to_string_lossy(), "--control", "SVRCC", "-o", "out"]);
    assert!(said.err.contains("report in out/index.html"), "{}", said.err);
    let all = files(&dir.path("out"));
    let tex = String::from_utf8_lossy(&all["tables/melki_3-3_aCC-scores.tex"]).into_owned();
    assert!(tex.contains("average rank") && tex.contains("2.83"), "{tex}");
    // Table 3.4 of Melki 2018, signed ranks of MORF and ST.
    let control = String::from_utf8_lossy(&all["tables/melki_3-3_aCC-control.csv"]).into_owned();
    for row in ["MORF,", "ST,"] {
        assert!(control.lines().any(|line| line.starts_with(row)), "{control}");
    }
    assert!(control.contains(",224,76,0.034") && control.contains(",239,61,0.009"), "{control}");
    let page = String::from_utf8_lossy(&all["index.html"]).into_owned();
    assert!(page.contains("tribunal analyze") && page.contains("--control SVRCC"));
    assert!(!page.contains("Every fold"), "there is no run to show");
}

/// Two methods that Wilcoxon's test finds different and approximations by ranks do not: no file may contradict the verdict.
#[test]
fn two_methods_are_told_apart_in_every_figure() {
    let dir = Dir::new();
    let rows: String =
        (0..20).map(|d| format!("d{d},{},0.8\n", if d < 7 { 0.9 } else { 0.8 })).collect();
    dir.write("two.csv", format!("dataset,A,B\n{rows}"));
    dir.succeed(&["analyze", "two.csv", "--metric", "accuracy", "-o", "two"]);
    assert!(!dir.path("two/figures/accuracy-bonferroni-dunn.svg").exists());
    for name in ["critical-difference", "pair-matrix"] {
        let figure = dir.read(&format!("two/figures/accuracy-{name}.svg")).replace('\n', " ");
        assert!(figure.contains("ilcoxon signed-rank test"), "{name}");
        assert!(!figure.contains("no significant difference"), "{name}");
    }
    assert!(dir.read("two/tables/accuracy-scores.csv").contains("Wilcoxon\",,0.0156"));
}

/// Names with every letter that means something somewhere, missing cells, equal scores, one dataset too few.
#[test]
fn shapes_and_names_that_nobody_should_use() {
    let dir = Dir::new();
    let hostile = "<script>alert(1)</script>,\"a_b & 50% $x$ #1 ^~{}\\\",\"= 1+1\",\"[c]\"";
    let rows = "\"d_1 & <b>\",0.5,0.6,0.7,0.8\n\"50% $\",0.6,0.5,0.8,0.7\n\"\"\"q\"\"\",0.6,0.7,0.5,0.9\n|pipe|,0.1,0.2,0.3,0.4\n";
    dir.write("hostile.csv", format!("dataset,{hostile}\n{rows}"));
    dir.succeed(&["analyze", "hostile.csv", "-o", "hostile"]);
    let page = dir.read("hostile/index.html");
    assert!(!page.contains("<script>alert") && page.contains("&lt;script&gt;alert(1)"));
    let tied = "dataset,a,b,c\nx,1.5,2.5,3.5\ny,2.5,3.5,1.5\nz,3.5,1.5,2.5\n";
    dir.write("tied.csv", tied);
    dir.succeed(&["analyze", "tied.csv", "-o", "tied"]);
    assert!(dir.read("tied/summary.md").contains("No significant difference"));
    let heads: Vec<String> =
        (0..30).map(|m| format!("method number {m:02} with a long name")).collect();
    let mut wide = format!("dataset,{}\n", heads.join(","));
    for d in 0..40 {
        let cells: Vec<String> = (0..30).map(|m| format!("{}", (m * 7 + d * 13) % 31)).collect();
        wide.push_str(&format!("d{d},{}\n", cells.join(",")));
    }
    let holed = wide.replace("\nd3,8,", "\nd3,,");
    assert_ne!(wide, holed);
    dir.write("wide.csv", holed);
    // Nobody said which way is better: every table says that it is assumed.
    assert!(dir.read("tied/tables/tied-scores.tex").contains("higher is assumed"));
    assert!(dir.read("tied/index.html").contains("higher is assumed"));
    let said = dir.run(&["analyze", "wide.csv", "--missing", "worst-rank", "-o", "wide"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for folder in ["hostile", "tied", "wide"] {
        for (name, bytes) in files(&dir.path(folder)) {
            let text = String::from_utf8_lossy(&bytes);
            let bad = !name.ends_with(".png") && (text.contains("NaN") || text.contains("inf,"));
            assert!(!bad, "{folder}/{name} has an undefined number");
        }
    }
    // One method, one dataset: no verdict, but a report.
    dir.write("s.toml", "[experiment]\nname = \"one\"\nseed = 1\n[[dataset]]\nname = \"iris\"\n[[method]]\nkind = \"knn\"\n");
    dir.succeed(&["run", "s.toml"]);
    let page = dir.read("reports/one/index.html");
    assert!(page.contains("No verdict on accuracy") && page.contains("figure-accuracy-heat-map"));
}

/// Two methods that differ in a step or in a base are two methods, and every output says so.
#[test]
fn steps_and_bases_are_named_where_there_are_some() {
    let dir = Dir::new();
    let more = "[[method]]\nname = \"chosen\"\nkind = \"knn\"\nprepare = [\"fisher\"]\n\
        [[method]]\nname = \"deep\"\nkind = \"bagging\"\nbase = [\"bagging\", \"knn\"]\nparams = { rounds = 2, base-rounds = 2 }\n";
    dir.write("small.toml", format!("{SMALL}{more}"));
    dir.succeed(&["run", "small.toml", "-q"]);
    let run: serde_json::Value =
        serde_json::from_str(&dir.read("results/small/run.json")).expect("JSON");
    let methods = run["methods"].as_array().expect("methods");
    let keys = |m: usize| (methods[m].get("steps").is_some(), methods[m].get("bases").is_some());
    assert_eq!([0, 3, 4].map(keys), [(false, false), (true, false), (false, true)]);
    let step = &methods[3]["steps"][0];
    assert_eq!(step["name"], "fisher");
    let bases = methods[4]["bases"].as_array().expect("bases");
    assert!(bases.iter().any(|base| base["name"].as_str().is_some_and(|n| n.contains("knn"))));
    let (page, summary) =
        (dir.read("reports/small/index.html"), dir.read("reports/small/summary.md"));
    for text in [&page, &summary] {
        let version = &step["version"];
        assert!(text.contains(&format!("knn (version 1) after fisher (version {version})")));
        assert!(text.contains("bagging over bagging over knn (versions 1, 1 and 1)"));
    }
    assert!(summary.contains("## Methods with steps or bases"), "{summary}");
    // Without any, nothing is said.
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q"]);
    let run = dir.read("results/small/run.json");
    assert!(!run.contains("\"steps\"") && !run.contains("\"bases\""));
    assert!(!dir.read("reports/small/summary.md").contains("Methods with steps"));
}
