//! Tables of results in every form, as a user gives them to `tribunal analyze`: the same scores have the same verdict, what was
//! guessed is stated, and what cannot be read is refused with a remedy.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Dir, Said, said};

const CSV: &str = "dataset,A,B,C\nd1,0.91,0.85,0.8\nd2,0.92,0.8,0.7\nd3,0.93,0.9,0.7\nd4,0.94,0.6,0.5\nd5,0.95,0.7,0.6\n";

/// The rows of the table above.
fn rows() -> Vec<Vec<&'static str>> {
    CSV.lines().map(|line| line.split(',').collect()).collect()
}

fn lines(join: impl Fn(&[&str]) -> String) -> String {
    rows().iter().map(|row| join(row) + "\n").collect()
}

fn records() -> Vec<Value> {
    let rows = rows();
    let number = |text: &str| text.parse::<f64>().map_or_else(|_| text.into(), Value::from);
    let record = |row: &Vec<&str>| {
        rows[0].iter().zip(row).map(|(name, cell)| ((*name).to_owned(), number(cell))).collect()
    };
    rows[1..].iter().map(|row| Value::Object(record(row))).collect()
}

/// What `analyze --json` says, and its notes.
fn judged(dir: &Dir, arguments: &[&str]) -> Value {
    let all = [&["analyze"], arguments, &["--metric", "accuracy", "--json"]].concat();
    serde_json::from_str(&dir.succeed(&all).out).expect("JSON")
}

fn ranks(found: &Value) -> String {
    format!("{} {}", found["average_ranks"], found["friedman"])
}

#[test]
fn the_same_table_in_every_form_has_the_same_verdict() {
    let dir = Dir::new();
    dir.write("plain.csv", CSV);
    let expected = ranks(&judged(&dir, &["plain.csv"]));
    assert!(expected.len() > 50, "{expected}");
    let rule = "|---|---|---|---|\n";
    let markdown =
        lines(|row| format!("| {} |", row.join(" | "))).replacen('\n', &format!("\n{rule}"), 1);
    let latex =
        lines(|row| format!("{} \\\\ \\hline", row.join(" & "))).replace("0.91", "\\textbf{0.91}");
    let objects: Vec<String> = records().iter().map(Value::to_string).collect();
    let utf16: Vec<u8> =
        lines(|row| row.join("\t")).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let forms: Vec<(&str, Vec<u8>, &str)> = vec![
        ("s.csv", lines(|row| row.join(";")).replace('.', ",").into(), "decimal comma"),
        ("t.tsv", lines(|row| row.join("\t")).into(), ""),
        ("p.txt", lines(|row| row.join("|")).into(), "delimiter"),
        ("b.txt", lines(|row| row.join("   ")).into(), "blanks"),
        ("e.csv", format!("sep=;\r\n{}", lines(|row| row.join(";"))).into(), ""),
        ("c.csv", format!("# made by hand\n{CSV}").into(), "skipped"),
        ("m.md", format!("# Results\n\n{markdown}\nText.\n").into(), "Markdown table on line 3"),
        (
            "l.tex",
            format!("\\begin{{tabular}}{{lrrr}}\n{latex}\\end{{tabular}}\n").into(),
            "LaTeX table",
        ),
        ("r.json", format!("[{}]", objects.join(",\n")).into(), ""),
        ("l.jsonl", objects.join("\n").into(), ""),
        ("u.txt", [b"\xff\xfe".to_vec(), utf16].concat(), "UTF-16"),
        ("w.csv", CSV.replace("d1", "größe").chars().map(|c| c as u8).collect(), "Windows-1252"),
        (
            "marks.csv",
            CSV.replace("0.91", "0.91*").replace("0.92", "**0.92** v").into(),
            "significance",
        ),
    ];
    for (name, bytes, note) in forms {
        dir.write(name, bytes);
        let found = judged(&dir, &[name]);
        assert_eq!(ranks(&found), expected, "{name}");
        let text = dir.succeed(&["analyze", name]).out;
        assert!(text.contains(note), "{name}: no {note:?} in\n{text}");
    }
}

#[test]
fn our_own_parquet_and_standard_input_are_read() {
    let dir = Dir::new();
    dir.write("small.toml", crate::support::SMALL);
    dir.succeed(&["run", "small.toml"]);
    let both = ["csv", "parquet"].map(|ending| {
        let file = format!("results/small/outcomes.{ending}");
        dir.succeed(&["analyze", &file, "--json"]).out
    });
    assert_eq!(both[0], both[1]);
    let mut child = dir
        .command(&["analyze", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(CSV.as_bytes()).expect("written");
    let Said { code, out, .. } = said(child.wait_with_output().expect("an answer"));
    assert_eq!(code, 0, "{out}");
    let empty = dir.run(&["analyze", "-"]);
    assert!(
        empty.code == 2 && empty.err.contains("standard input: the file is empty"),
        "{}",
        empty.err
    );
}

/// The layout of lm-evaluation-harness 0.4, made by rule.
fn harness(model: &str, level: f64) -> String {
    let tasks = ["arc_easy", "boolq", "piqa", "mmlu_law", "mmlu_math"];
    let scores = tasks.iter().enumerate().map(|(at, task)| {
        let acc = level + at as f64 / 100.0;
        format!("\"{task}\": {{\"alias\": \"{task}\", \"acc,none\": {acc}, \"acc_stderr,none\": 0.01, \"perplexity,none\": {}}}", 9.0 - acc)
    });
    let scores = scores.collect::<Vec<_>>().join(",\n");
    let lower = tasks
        .map(|task| format!("\"{task}\": {{\"acc\": true, \"perplexity\": false}}"))
        .join(", ");
    format!(
        "{{\"results\": {{{scores},\n\"mmlu\": {{\"acc,none\": 0.9}}}}, \"group_subtasks\": {{\"mmlu\": [\"mmlu_law\", \"mmlu_math\"]}},\n\"higher_is_better\": {{{lower}}}, \"config\": {{\"model\": \"hf\", \"model_args\": \"pretrained={model}\"}}}}"
    )
}

#[test]
fn results_of_language_models_are_one_method_per_file() {
    let dir = Dir::new();
    for (model, level) in [("a/one", 0.3), ("b/two", 0.5), ("c/three", 0.4)] {
        dir.write(
            &format!("out/{}/results_1.json", model.replace('/', "__")),
            harness(model, level),
        );
    }
    dir.write("out/a__one/samples_1.json", "[]");
    let files = ["a__one", "b__two", "c__three"].map(|name| format!("out/{name}/results_1.json"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for paths in [&files[..], &["out"]] {
        let acc = dir.succeed(&[&["analyze"], paths, &["--metric", "acc", "--json"]].concat()).out;
        let acc: Value = serde_json::from_str(&acc).expect("JSON");
        assert_eq!(acc["n_datasets"], 5, "the group is left out: {acc}");
        assert_eq!(acc["average_ranks"]["b/two"], 1.0, "{}", acc["average_ranks"]);
        let text = dir.succeed(&[&["analyze"], paths, &["--metric", "perplexity"]].concat()).out;
        assert!(text.contains("groups of tasks are left out"), "{text}");
        let lower =
            dir.succeed(&[&["analyze"], paths, &["--metric", "perplexity", "--json"]].concat()).out;
        let lower: Value = serde_json::from_str(&lower).expect("JSON");
        assert_eq!(lower["average_ranks"]["b/two"], 1.0, "the file says that lower is better");
    }
    let several = dir.succeed(&[&["analyze"], &files[..], &["--json"]].concat()).out;
    let several: Value = serde_json::from_str(&several).expect("JSON");
    let metrics: Vec<&Value> =
        several.as_array().expect("a list").iter().map(|one| &one["metric"]).collect();
    assert_eq!(metrics, ["acc", "perplexity"]);
}

#[test]
fn what_cannot_be_read_is_refused_with_a_remedy() {
    let dir = Dir::new();
    let table = "| d | A | B |\n|---|---|---|\n| x | 1 | 2 |\n";
    let refused: Vec<(&str, Vec<u8>, &str)> = vec![
        ("a.xlsx", b"PK\x03\x04 xl/workbook.xml".to_vec(), "Excel"),
        ("a.csv", b"<!DOCTYPE html><html></html>".to_vec(), "raw"),
        ("a.rds", b"X\n\0\0\0\x03\0".to_vec(), "write.csv"),
        ("a.pkl", b"\x80\x04\x95abc.".to_vec(), "pickle"),
        ("a.npy", b"\x93NUMPY\x01\0v".to_vec(), "to_csv"),
        ("a.arff", b"@relation x\n@data\n".to_vec(), "tribunal import"),
        ("two.md", format!("{table}\n{table}").into(), "lines 1, 5"),
        ("cut.parquet", b"PAR1abcdefgh".to_vec(), "Parquet"),
        ("mixed.csv", b"d;A;B\nx;0,95;0.93\n".to_vec(), "decimal comma"),
        ("open.csv", b"d;A;B\nx;95,123;94,456\ny;93,111;92,222\n".to_vec(), "--decimal comma"),
        ("percent.csv", b"d,A,B\nx,92%,0.9\ny,93%,0.8\n".to_vec(), "percent"),
        ("nul.csv", b"d,A,B\nx,1,2\0\n".to_vec(), "text"),
        ("both.json", b"{\"A\": {\"x\": 1}, \"B\": {\"x\": 2}}".to_vec(), "json-columns"),
    ];
    for (name, bytes, word) in refused {
        dir.write(name, bytes);
        let said = dir.run(&["analyze", name]);
        assert_eq!(said.code, 2, "{name}: {}", said.out);
        assert!(said.err.contains(word) && said.err.contains("help:"), "{name}: {}", said.err);
    }
    let said = dir.run(&["analyze", "open.csv", "--input-format", "exel"]);
    assert!(said.err.contains("no form of a table is called"), "{}", said.err);
}

/// What takes memory or time without bound would do so here.
#[test]
fn hostile_tables_are_refused() {
    let dir = Dir::new();
    let wide = format!("d{}\nx{}\n", ",A".repeat(999_999), ",1".repeat(999_999));
    let hostile: Vec<(&str, Vec<u8>)> = vec![
        ("deep.json", "[".repeat(200_000).into()),
        ("deeper.json", "{\"a\":".repeat(200_000).into()),
        ("braces.tex", format!("a & b \\\\\n{} & c \\\\\n", "{".repeat(200_000)).into()),
        ("bars.md", "|".repeat(300_000).into()),
        ("wide.csv", wide.into()),
        ("numbers.csv", format!("d,A,B\nx,{},2\n", "9".repeat(100_000)).into()),
        ("quotes.csv", "\"".repeat(300_001).into()),
        (
            "keys.jsonl",
            (0..2_000).map(|at| format!("{{\"k{at}\": 1}}\n")).collect::<String>().into(),
        ),
    ];
    for (name, bytes) in hostile {
        dir.write(name, bytes);
        let said = dir.run(&["analyze", name]);
        assert_eq!(said.code, 2, "{name}: {}", said.err.chars().take(500).collect::<String>());
    }
}

#[test]
fn the_form_and_the_notes_of_a_second_table_are_not_forgotten() {
    let dir = Dir::new();
    dir.write("mean.csv", "dataset;A;B\na;0,5;0,25\nb;0,75;0,5\nc;0,625;0,5\nd;0,5;0,375\n");
    dir.write("sd.csv", "dataset;A;B\na;1,234;2,345\nb;1,5;1,25\nc;1;2\nd;1;2\n");
    let said = dir.succeed(&["analyze", "mean.csv", "--sd", "sd.csv"]);
    assert!(
        said.out.contains("note: sd.csv: numbers are read with a decimal comma"),
        "{}",
        said.out
    );
    // `1,234` alone may be a thousand: what is said of the form holds for the second table, too.
    dir.write("open.csv", "dataset;A;B\na;1,234;2,345\nb;1;1\nc;1;2\nd;1;2\n");
    let said = dir.run(&["analyze", "mean.csv", "--sd", "open.csv"]);
    assert!(said.code == 2 && said.err.contains("open.csv"), "{}", said.err);
    dir.succeed(&["analyze", "mean.csv", "--sd", "open.csv", "--decimal", "comma"]);
    // Files of one method each are read into one table, and what was found in each is said.
    for (method, last) in [("A", "0,5"), ("B", "0,25")] {
        let text =
            format!("# made by hand\nResamples:;0;1\na;0,5;{last}\nb;0,75;{last}\nc;0,5;0,25\n");
        dir.write(&format!("in/{method}_accuracy.csv"), text);
    }
    let said = dir.succeed(&["analyze", "in"]);
    assert!(said.out.contains("note: numbers are read with a decimal comma"), "{}", said.out);
    assert!(said.out.contains("before the header skipped"), "{}", said.out);
}
