//! `tribunal adjust`: bare p-values against the numbers of statsmodels' own tests (reference/adjust.json), and the forms in
//! which p-values come.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::support::Dir;

fn numbers(value: &Value) -> Vec<f64> {
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"));
    value.as_array().expect("a list").iter().map(number).collect()
}

fn families() -> Vec<Value> {
    let text = include_str!("reference/adjust.json");
    let all: Value = serde_json::from_str(text).expect("JSON");
    all["families"].as_array().expect("families").clone()
}

#[test]
fn corrections_are_those_of_statsmodels_and_r() {
    let dir = Dir::new();
    let mut compared = 0;
    for family in families() {
        let name = family["name"].as_str().expect("a name");
        let p: Vec<String> = numbers(&family["p"]).iter().map(|p| format!("{p:e}")).collect();
        dir.write("p.txt", p.join("\n"));
        let said = dir.succeed(&["adjust", "p.txt", "--json"]);
        let found: Value = serde_json::from_str(&said.out).expect("JSON");
        let hypotheses = found["hypotheses"].as_array().expect("hypotheses");
        for (correction, expected) in family["adjusted"].as_object().expect("corrections") {
            let expected = numbers(expected);
            assert_eq!(hypotheses.len(), expected.len(), "{name}");
            for (hypothesis, expected) in hypotheses.iter().zip(&expected) {
                let ours = hypothesis["adjusted"][correction].as_f64().expect("a number");
                assert!(
                    (ours - expected).abs() <= 1e-13,
                    "{name}, {correction}: {ours} {expected}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 775);
}

#[test]
fn every_correction_is_in_the_table_and_marked() {
    let dir = Dir::new();
    let said = dir.succeed(&["adjust", "A=0.01", "B=0.04", "0.03"]);
    let lines: Vec<&str> = said.out.lines().collect();
    for name in [
        "bonferroni",
        "holm",
        "hochberg",
        "hommel",
        "finner",
        "li",
        "sidak",
        "holland",
        "rom",
        "fdr",
    ] {
        assert!(lines[0].contains(name), "{}", said.out);
    }
    assert!(lines[1].starts_with("A ") && lines[1].contains("0.0300*"), "{}", said.out);
    // The third has no name, and so its place.
    assert!(lines[3].starts_with("3 "), "{}", said.out);
    assert!(said.out.contains("Keep the false discovery rate below it: fdr."), "{}", said.out);
    let said = dir.succeed(&["adjust", "0.01", "0.04", "0.03", "--method", "holm,BH", "--csv"]);
    assert_eq!(said.out, "name,p,holm,fdr\n1,0.01,0.03,0.03\n2,0.04,0.06,0.04\n3,0.03,0.06,0.04\n");
    let strict =
        dir.succeed(&["adjust", "0.01", "0.04", "0.03", "--method", "holm", "--alpha", "0.01"]);
    assert!(!strict.out.lines().take(4).any(|line| line.contains('*')), "{}", strict.out);
    let help = dir.succeed(&["adjust", "--help"]).out;
    assert!(help.contains("false discovery rate") && help.contains("family-wise error"), "{help}");
    assert!(dir.succeed(&["completions", "bash"]).out.contains("adjust"));
}

#[test]
fn p_values_come_from_standard_input_and_tables_too() {
    let dir = Dir::new();
    let mut child = dir
        .command(&["adjust", "-", "--method", "holm", "--csv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let text = "pair,t,p.value\na - b,3.1,0.01\n\"a, c\",2.2,0.04\n";
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("an end");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(out, "name,p,holm\na - b,0.01,0.02\n\"a, c\",0.04,0.04\n");
    dir.write("x.csv", "A,0.01\nmethod,p\n");
    let said = dir.run(&["adjust", "x.csv"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("x.csv"), "{}", said.err);
}

#[test]
fn what_cannot_be_adjusted_is_refused() {
    let dir = Dir::new();
    dir.write("empty.txt", "");
    std::fs::create_dir(dir.path("folder")).expect("a folder");
    for (arguments, words) in [
        (&["adjust"][..], "no p-values were given"),
        (&["adjust", "0.01"], "one p-value needs no correction"),
        (&["adjust", "0.01", "1.5"], "lie between 0 and 1"),
        (&["adjust", "0.01", "-0.5"], "lie between 0 and 1"),
        (&["adjust", "0.01", "NaN"], "not a number"),
        (&["adjust", "0.01", "none.csv"], "neither a p-value nor a file"),
        (&["adjust", "empty.txt"], "holds no p-values"),
        (&["adjust", "folder"], "is a folder"),
        (&["adjust", "0.01", "0.02", "--method", "holms"], "did you mean `holm`"),
        (&["adjust", "0.01", "0.02", "--alpha", "1"], "--alpha must lie between 0 and 1"),
    ] {
        let said = dir.run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.err);
        assert!(said.err.contains(words), "{arguments:?}: {}", said.err);
        assert!(said.err.contains("help: ") || said.err.contains("alpha"), "{}", said.err);
    }
}

#[test]
fn names_that_come_twice_and_zeros_are_noted_in_every_output() {
    let dir = Dir::new();
    let said = dir.succeed(&["adjust", "a=0.01", "a=1e-400", "--json"]);
    for words in ["the same name, and each counts: a", "a p-value of 0"] {
        assert!(said.err.contains(words) && said.out.contains(words), "{}\n{}", said.out, said.err);
    }
    let said = dir.succeed(&["adjust", "a=0.01", "b=0.02"]);
    assert!(!said.err.contains("note"), "{}", said.err);
}
