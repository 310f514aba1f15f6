//! Scores in two units: what is refused, with the cell, and what has a caveat.

use super::super::tests::{plain, refused};

fn table(corner: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().enumerate().map(|(at, row)| format!("n{at}x,{row}\n")).collect();
    format!("{corner},A,B,C\n{rows}")
}

#[test]
fn errors_of_methods_in_two_units_are_refused_or_pointed_out() {
    let alike = table("error", &["6.7,7.5,0.049", "8.7,7.4,0.081", "3.2,5.8,0.036"]);
    refused(&alike, None, Some("C"), &["`A` are in percent and those of `C` between 0 and 1"]);
    let far = table("error", &["36.7,37.5,0.349", "28.7,27.4,0.081", "33.2,35.8,0.386"]);
    let far = far.replace("0.349", "0.03").replace("0.386", "0.04");
    let caveats = plain(&far).caveats.concat();
    assert!(caveats.contains("taken for percent"), "{caveats}");
}

#[test]
fn percentages_below_one_are_percentages() {
    let rows = &["0.3,36.7,36.8", "0.0,56.8,26.2", "0.9,57.7,55.2", "0.8,37.4,58.0"];
    let caveats = plain(&table("exact match", rows)).caveats;
    assert_eq!(caveats.len(), 1, "{caveats:?}");
    assert!(caveats[0].contains("taken for percent"), "{caveats:?}");
    plain(&table("accuracy in percent", rows));
    let shares = &["0.367,36.7,36.8", "0.512,56.8,26.2", "0.931,57.7,55.2"];
    refused(&table("accuracy", shares), None, Some("A"), &["`A` between 0 and 1"]);
}

#[test]
fn many_odd_values_are_one_caveat_and_an_error_names_the_cell() {
    let rows: Vec<String> =
        (0..40).map(|at| format!("0.0{},{},49.7", 1 + at % 9, 30 + at)).collect();
    let rows: Vec<&str> =
        std::iter::once("3.5,34.9,36.4").chain(rows.iter().map(String::as_str)).collect();
    let caveats = plain(&table("accuracy", &rows)).caveats;
    assert_eq!(caveats.len(), 1, "{caveats:?}");
    let twice = ["0.5,0.7,0.8", "0.9,0.6,0.4", "0.6,0.7,0.5", "0.6,0.5,70.5", "0.7,0.8,0.5"];
    refused(&table("accuracy", &twice), Some(5), Some("C"), &["70.5 on `n3x`"]);
    let slipped = ["0.5,3,2.5", "70,80,90", "0.5,55,45", "60,70,80"];
    refused(&table("accuracy", &slipped), Some(4), Some("A"), &["0.5 on `n2x`"]);
}

#[test]
fn ranks_are_in_no_unit() {
    let rows = ["1,2,3", "3,2,1", "2,1,3", "1,3,2"];
    assert!(plain(&table("accuracy", &rows)).caveats.is_empty());
}
