use std::path::Path;

use super::*;
use crate::measure::Direction;

fn named(text: &str, form: Option<&str>) -> Result<Sheet<'static>, DataError> {
    let options = FormOptions { form: form.map(str::to_owned), ..FormOptions::default() };
    of_bytes(Path::new("folder/f.json"), text.as_bytes().to_vec(), &options)
}

fn sheet(text: &str) -> Sheet<'static> {
    named(text, None).unwrap()
}

fn cells<'s>(sheet: &'s Sheet) -> Vec<Vec<&'s str>> {
    let row = |cells: &'s [String]| cells.iter().map(String::as_str).collect();
    std::iter::once(row(&sheet.header)).chain(sheet.rows.iter().map(|r| row(&r.cells))).collect()
}

/// The same table in every form.
const WANTED: [[&str; 3]; 3] = [["d", "A", "B"], ["x", "0.9", "0.8"], ["y", "0.7", ""]];

#[test]
fn one_table_in_every_form_of_text_is_the_same_sheet() {
    for text in [
        "d,A,B\nx,0.9,0.8\ny,0.7,\n",
        "d;A;B\r\nx;0,9;0,8\r\ny;0,7;\r\n",
        "d A B\nx 0.9 0.8\ny 0.7 NA\n",
        "| d | A | B |\n|---|---|---|\n| x | **0.9** | 0.8 |\n| y | 0.7 | |\n",
        "\\begin{tabular}{lrr}\nd & A & B \\\\\nx & \\textbf{0.9} & 0.8 \\\\\ny & 0.7 & \\\\\n\\end{tabular}\n",
        "[{\"d\": \"x\", \"A\": 0.9, \"B\": 0.8}, {\"d\": \"y\", \"A\": 0.7, \"B\": null}]",
        "[{\"d\": \"x\", \"A\": 0.9, \"B\": 0.8}, {\"A\": 0.7, \"d\": \"y\"}]",
        "{\"d\": \"x\", \"A\": 0.9, \"B\": 0.8}\n{\"d\": \"y\", \"A\": 0.7, \"B\": NaN}\n",
        "{\"columns\": [\"d\", \"A\", \"B\"], \"index\": [0, 1], \"data\": [[\"x\", 0.9, 0.8], [\"y\", 0.7, null]]}",
        "{\"d\": {\"0\": \"x\", \"1\": \"y\"}, \"A\": {\"0\": 0.9, \"1\": 0.7}, \"B\": {\"0\": 0.8, \"1\": null}}",
        "{\"0\": {\"d\": \"x\", \"A\": 0.9, \"B\": 0.8}, \"1\": {\"d\": \"y\", \"A\": 0.7, \"B\": null}}",
        "{\"d\": [\"x\", \"y\"], \"A\": [0.9, 0.7], \"B\": [0.8, null]}",
        "{\"schema\": {\"fields\": []}, \"data\": [{\"d\": \"x\", \"A\": 0.9, \"B\": 0.8}, {\"d\": \"y\", \"A\": 0.7}]}",
    ] {
        let found = sheet(text);
        let blank = |text: &str| if text == "NA" { String::new() } else { text.to_owned() };
        let found: Vec<Vec<String>> =
            cells(&found).iter().map(|row| row.iter().map(|cell| blank(cell)).collect()).collect();
        assert_eq!(found, WANTED, "{text}");
    }
}

#[test]
fn a_hash_alone_is_the_first_cell_and_a_tilde_no_number() {
    let found = sheet("# made by hand\n#,A,B\nx,~0.9,0.8\ny,~~0.7~~,0.6\n");
    assert_eq!(found.header, ["#", "A", "B"]);
    assert_eq!((found.header_line, found.rows[0].text(1)), (2, "~0.9"));
}

#[test]
fn objects_inside_an_object_must_say_what_they_are() {
    let text = "{\"A\": {\"x\": 0.9, \"y\": 0.7}, \"B\": {\"x\": 0.8, \"y\": null}}";
    let error = named(text, None).unwrap_err();
    assert!(
        error.remedy.contains("json-columns") && error.remedy.contains("json-index"),
        "{error}"
    );
    let columns = named(text, Some("json-columns")).unwrap();
    assert_eq!(cells(&columns), [["", "A", "B"], ["x", "0.9", "0.8"], ["y", "0.7", ""]]);
    let index = named(text, Some("json-index")).unwrap();
    assert_eq!(cells(&index), [["", "x", "y"], ["A", "0.9", "0.7"], ["B", "0.8", ""]]);
}

#[test]
fn json_without_a_table_is_refused() {
    for (text, word) in [
        ("[]", "no rows"),
        ("[[1, 2]]", "not an object"),
        ("{\"a\": {\"b\": {\"c\": 1}}}", "no table"),
        ("{\"a\": [{\"x\": 1}], \"b\": [{\"x\": 1}]}", "several tables"),
        ("{\"a\": [1], \"b\": [1, 2]}", "2 values"),
        ("{\"columns\": [\"a\"], \"data\": [[1, 2]]}", "2 values for 1"),
        ("[{\"a\": 1, \"a\": 2}]", "twice"),
        ("{\"cells\": [], \"nbformat\": 4}", "no table"),
    ] {
        let error = named(text, Some("json")).unwrap_err();
        assert!(error.problem.contains(word) && !error.remedy.is_empty(), "{text}: {error}");
    }
    let nested =
        sheet("{\"d\": \"x\", \"m\": {\"acc\": 1, \"f1\": 2}}\n{\"d\": \"y\", \"tags\": [1]}\n");
    assert_eq!(nested.header, ["d", "m.acc", "m.f1", "tags"]);
}

/// The layout is that of `results_*.json` of lm-evaluation-harness 0.4 (EleutherAI/lm-evaluation-harness, evaluator.py).
const HARNESS: &str = r#"{"results": {
 "arc_easy": {"alias": "arc_easy", "acc,none": 0.43, "acc_stderr,none": 0.01, "acc_norm,none": 0.38},
 "gsm8k": {"exact_match,strict-match": 0.1, "exact_match,flexible-extract": 0.2},
 "mmlu": {"acc,none": 0.3}, "mmlu_law": {"acc,none": 0.2, "alias": " - law"},
 "wikitext": {"word_perplexity,none": 57.7, "word_perplexity_stderr,none": "N/A"}},
 "groups": {"mmlu": {"acc,none": 0.3}}, "group_subtasks": {"mmlu": ["mmlu_law"], "arc_easy": []},
 "higher_is_better": {"arc_easy": {"acc": true}, "wikitext": {"word_perplexity": false}},
 "config": {"model": "hf", "model_args": "pretrained=EleutherAI/pythia-70m,dtype=float"}, "versions": {}}"#;

#[test]
fn results_of_the_harness_are_a_long_table_of_one_model() {
    let found = sheet(HARNESS);
    let rows = cells(&found);
    let model = "EleutherAI/pythia-70m";
    assert_eq!(
        rows[..3],
        [
            ["dataset", "method", "metric", "value"],
            ["arc_easy", model, "acc", "0.43"],
            ["arc_easy", model, "acc_norm", "0.38"],
        ]
    );
    assert_eq!(rows[3][2], "exact_match,strict-match");
    assert!(
        rows.contains(&vec!["mmlu_law", model, "acc", "0.2"])
            && rows.iter().all(|row| row[0] != "mmlu")
    );
    assert_eq!(found.directions.get("word_perplexity"), Some(&Direction::Lower));
    let notes = found.notes.join("\n");
    for words in
        [model, "groups of tasks are left out, their tasks count: mmlu", "acc on 2 of 4", "_stderr"]
    {
        assert!(notes.contains(words), "{words}: {notes}");
    }
    let nameless = HARNESS.replace("model_args", "other");
    assert_eq!(cells(&sheet(&nameless))[1][1], "f", "without a name the file has one");
    assert!(named("{\"results\": [], \"config\": 1}", None).is_err());
}

/// Numbers of JSON have decimal points; texts can be written in any way.
#[test]
fn only_texts_of_json_may_have_signs_between_thousands() {
    let numbers =
        "[{\"d\": \"x\", \"A\": 1.250}, {\"d\": \"y\", \"A\": 980}, {\"d\": \"z\", \"A\": 12.400}]";
    assert_eq!(cells(&sheet(numbers))[1], ["x", "1.250"]);
    let texts = numbers
        .replace("1.250", "\"1.250\"")
        .replace("980", "\"980\"")
        .replace("12.400", "\"12.400\"");
    let error = named(&texts, None).unwrap_err();
    assert!(error.problem.contains("thousands"), "{error}");
}

#[test]
fn the_form_can_be_said_and_is_checked() {
    let error = named("d,A\nx,1\n", Some("exel")).unwrap_err();
    assert!(error.remedy.contains("csv"), "{error} {}", error.remedy);
    assert!(named("d,A\nx,1\n", Some("json")).is_err());
    assert!(named("d,A\nx,1\n", Some("parquet")).is_err());
    let options = FormOptions { delimiter: Some(Delimiter::Char(';')), ..FormOptions::default() };
    let forced = of_bytes(Path::new("f"), b"a,b;c\nx,y;1\n".to_vec(), &options).unwrap();
    assert_eq!(forced.header, ["a,b", "c"]);
}

#[test]
fn parquet_is_read_and_damage_is_refused() {
    use polars::prelude::{Column, DataFrame, ParquetWriter};
    let mut frame = DataFrame::new(
        2,
        vec![
            Column::new("A".into(), [Some(0.9), Some(0.7)]),
            Column::new("B".into(), [Some(0.8_f32), None]),
            Column::new("__index_level_0__".into(), ["x", "y"]),
            Column::new("n".into(), [150_i64, 20]),
        ],
    )
    .unwrap();
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).finish(&mut frame).unwrap();
    let read = |bytes: Vec<u8>| of_bytes(Path::new("f"), bytes, &FormOptions::default());
    let found = read(bytes.clone()).unwrap();
    assert_eq!(
        cells(&found),
        [["", "A", "B", "n"], ["x", "0.9", "0.8", "150"], ["y", "0.7", "", "20"]]
    );
    for cut in [4, 8, 12, bytes.len() / 2, bytes.len() - 1] {
        assert!(read(bytes[..cut].to_vec()).unwrap_err().problem.contains("Parquet"));
    }
}
