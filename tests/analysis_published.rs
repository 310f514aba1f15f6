//! `tribunal analyze --format json` on the published tables: every value of datasets/published/reference.csv (SciPy,
//! statsmodels, scikit-posthocs) must come out of the command line, the documented keys must be there, and the medians
//! that Suppharangsarn (2010) printed must be found again from means and standard deviations.

use serde_json::Value;

use crate::published::{assert_close, library, reference};
use crate::published_ranks::TABLES;
use crate::support::{Dir, project};

/// A published table by its name without ending.
fn table(file: &str) -> String {
    project().join(format!("datasets/published/tables/{file}.csv")).display().to_string()
}

/// The verdict as JSON.
pub fn json(dir: &Dir, arguments: &[&str]) -> Value {
    let mut all = vec!["analyze"];
    all.extend(arguments);
    all.extend(["--format", "json"]);
    let said = dir.succeed(&all);
    assert!(!said.out.contains("NaN") && !said.out.contains("inf,"), "{}", said.out);
    serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{e}: {}", said.out))
}

/// The entry of a list with such a name.
fn entry<'a>(list: &'a Value, key: &str, name: &str) -> &'a Value {
    let list = list.as_array().expect("a list");
    list.iter().find(|v| v[key] == name).unwrap_or_else(|| panic!("no {key} {name}"))
}

/// The settings under which a quantity of the reference is printed.
fn options(quantity: &str) -> [&'static str; 3] {
    let [alpha, zeros, wilcoxon] = match quantity {
        "cd_nemenyi_0.10" | "cd_bonferroni_dunn_0.10" => ["0.10", "drop", "auto"],
        "wilcoxon_p_exact" => ["0.05", "drop", "exact"],
        "wilcoxon_p_asymptotic" => ["0.05", "drop", "normal"],
        "wilcoxon_p_asymptotic_cc" => ["0.05", "drop", "normal-corrected"],
        "wilcoxon_p_pratt" => ["0.05", "pratt", "normal"],
        "wilcoxon_p_zsplit" => ["0.05", "split", "normal"],
        _ => ["0.05", "drop", "auto"],
    };
    [alpha, zeros, wilcoxon]
}

/// Where the JSON has a quantity of the reference.
fn find(found: &Value, quantity: &str, a: &str, b: &str) -> f64 {
    let against = || {
        assert_eq!(found["control"], a);
        entry(&found["versus_control"], "method", b)
    };
    let value = match quantity {
        "average_rank" => &found["average_ranks"][a],
        "friedman_chi2" => &found["friedman"]["chi2"],
        "friedman_chi2_tie_corrected" => &found["friedman"]["chi2_tie_corrected"],
        "friedman_p_tie_corrected" => &found["friedman"]["p_tie_corrected"],
        "iman_davenport_F" => &found["iman_davenport"]["f"],
        "iman_davenport_p" => &found["iman_davenport"]["p"],
        "iman_davenport_F_tie_corrected" => &found["iman_davenport"]["f_tie_corrected"],
        "cd_nemenyi_0.05" | "cd_nemenyi_0.10" => &found["critical_difference"]["nemenyi"],
        "cd_bonferroni_dunn_0.05" | "cd_bonferroni_dunn_0.10" => {
            &found["critical_difference"]["bonferroni_dunn"]
        }
        "nemenyi_p" => {
            let pairs = found["pairwise"].as_array().expect("pairs");
            let is = |v: &&Value| (v["a"] == a && v["b"] == b) || (v["a"] == b && v["b"] == a);
            &pairs.iter().find(is).expect("the pair")["nemenyi_p"]
        }
        "rank_z_p_unadjusted" => &against()["p_unadjusted"],
        "rank_z_p_bonferroni" => &against()["p_bonferroni"],
        "rank_z_p_holm" => &against()["p_holm"],
        "rank_z_p_simes-hochberg" => &against()["p_hochberg"],
        "rank_z_p_hommel" => &against()["p_hommel"],
        "wilcoxon_n_nonzero" => &against()["wilcoxon"]["n"],
        "wilcoxon_r_plus" => &against()["wilcoxon"]["r_plus"],
        "wilcoxon_r_minus" => &against()["wilcoxon"]["r_minus"],
        p if p.starts_with("wilcoxon_p_") => &against()["wilcoxon"]["p"],
        other => panic!("no place for {other}"),
    };
    value.as_f64().unwrap_or_else(|| panic!("{quantity} {a} {b}: {value}"))
}

#[test]
fn every_reference_value_through_the_command_line() {
    let (dir, reference) = (Dir::new(), reference());
    let mut compared = 0;
    for (name, file, higher) in TABLES {
        let rows: Vec<_> = reference.iter().filter(|row| row.0 == name).collect();
        let control = rows.iter().find(|row| row.1 == "rank_z_p_unadjusted").expect("a control");
        let mut ways: Vec<[&str; 3]> = rows.iter().map(|row| options(&row.1)).collect();
        ways.sort_unstable();
        ways.dedup();
        for way @ [alpha, zeros, wilcoxon] in ways {
            let path = table(file);
            let side = if higher { "--higher-is-better" } else { "--lower-is-better" };
            let mut arguments = vec![path.as_str(), side, "--control", &control.2];
            arguments.extend(["--tests", "friedman", "--alpha", alpha]);
            arguments.extend(["--zeros", zeros, "--wilcoxon", wilcoxon]);
            let found = json(&dir, &arguments);
            for (_, quantity, a, b, value) in rows.iter().filter(|row| options(&row.1) == way) {
                let what = format!("{name} {quantity} {a} {b}");
                let ours = find(&found, quantity, a, b);
                // SciPy's studentised range is accurate in absolute terms only.
                if quantity != "nemenyi_p" || (ours - value).abs() > 1e-12 {
                    assert_close(ours, *value, &what);
                }
                compared += 1;
            }
        }
    }
    assert_eq!(compared, reference.len());
}

/// The names of an object's fields.
fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn has(value: &Value, names: &[&str]) {
    let found = keys(value);
    names.iter().for_each(|name| assert!(found.contains(name), "no {name} in {found:?}"));
}

#[test]
fn the_documented_keys_are_there() {
    let dir = Dir::new();
    let (mean, sd) = (
        table("suppharangsarn_5.4_accuracy_pct_mean"),
        table("suppharangsarn_5.4_accuracy_pct_sd"),
    );
    let plain = json(&dir, &[&mean, "--sd", &sd]);
    assert_eq!((&plain["n_datasets"], &plain["k"]), (&27.into(), &4.into()));
    assert_eq!((plain["alpha"].as_f64(), &plain["control"]), (Some(0.05), &"SVM".into()));
    assert_eq!(keys(&plain["average_ranks"]), ["FLDA1", "FLDA2", "GP", "SVM"]);
    let friedman = ["chi2", "chi2_tie_corrected", "df", "p", "p_tie_corrected"];
    assert_eq!(keys(&plain["friedman"]), friedman);
    let f = ["df1", "df2", "f", "f_tie_corrected", "p", "p_tie_corrected"];
    assert_eq!(keys(&plain["iman_davenport"]), f);
    assert_eq!(keys(&plain["critical_difference"]), ["bonferroni_dunn", "nemenyi"]);
    let corrected = ["z", "p_unadjusted", "p_bonferroni", "p_holm", "p_hochberg", "p_hommel"];
    let signed = ["n", "r_plus", "r_minus", "p", "method"];
    for pair in plain["versus_control"].as_array().expect("pairs") {
        has(pair, &corrected);
        has(pair, &["method", "p_finner", "wilcoxon"]);
        has(&pair["wilcoxon"], &signed);
        assert_eq!(pair["wilcoxon"]["method"], "exact");
        // Where SVM is better is R+.
        let sum = |name: &str| pair["wilcoxon"][name].as_f64().expect("a sum");
        assert!(sum("r_plus") > sum("r_minus"), "{pair}");
    }
    let pairs = plain["pairwise"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 6);
    for pair in pairs {
        has(pair, &["a", "b", "nemenyi_p", "p_holm", "p_shaffer", "wilcoxon"]);
        has(&pair["wilcoxon"], &signed);
    }
    assert!(plain.get("uncertainty").is_none(), "nobody asked for it");
    let drawn = json(&dir, &[&mean, "--sd", &sd, "--tests", "monte-carlo", "--draws", "1000"]);
    let pairs = drawn["uncertainty"].as_array().expect("pairs");
    assert_eq!((pairs.len(), keys(&pairs[0])), (6, vec!["a", "b", "monte_carlo"]));
    let drawn = ["median_p", "lower_quartile", "upper_quartile", "share_below_alpha", "draws"];
    has(&pairs[0]["monte_carlo"], &drawn);
}

#[test]
fn folds_give_every_way_of_drawing() {
    let dir = Dir::new();
    dir.write("folds.csv", long(6, 3, 5));
    let found =
        json(&dir, &["folds.csv", "--tests", "monte-carlo,mcmc-kde,bootstrap", "--draws", "500"]);
    let pair = &found["uncertainty"][0];
    assert_eq!(keys(pair), ["a", "b", "bootstrap", "mcmc_kde", "monte_carlo"]);
    for way in ["bootstrap", "mcmc_kde", "monte_carlo"] {
        let p = pair[way]["median_p"].as_f64().expect("a p");
        assert!(p > 0.0 && p <= 0.5, "{pair}");
    }
    let only = json(&dir, &["folds.csv", "--tests", "bootstrap", "--draws", "500"]);
    assert_eq!(keys(&only["uncertainty"][0]), ["a", "b", "bootstrap"]);
}

/// Scores fold by fold, in the long layout.
pub fn long(datasets: usize, methods: usize, folds: usize) -> String {
    let mut text = String::from("dataset,method,fold,value\n");
    for (d, m, f) in (0..datasets * methods * folds)
        .map(|i| (i / (methods * folds), i / folds % methods, i % folds))
    {
        let mixed = (d * 31 + m * 17 + f * 7 + d * m * f) * 2_654_435_761;
        let noise = (mixed / 65_536 % 1000) as f64 / 10_000.0;
        let score = 0.6 + 0.03 * (d % 7) as f64 + 0.01 * m as f64 + noise;
        text.push_str(&format!("d{d},m{m},{f},{score:.4}\n"));
    }
    text
}

/// Table 5.7, from Table 5.4 with `--sd`: the median of 40,000 draws rounds to what was printed, give or take three
/// standard deviations of a median of 10,000 draws.
#[test]
fn published_medians_through_the_command_line() {
    let (dir, library) = (Dir::new(), library());
    let (mean, sd) = (
        table("suppharangsarn_5.4_accuracy_pct_mean"),
        table("suppharangsarn_5.4_accuracy_pct_sd"),
    );
    let arguments = [&mean, "--sd", &sd, "--tests", "monte-carlo", "--draws", "40000"];
    let found = json(&dir, &arguments);
    let (_, of) = library.find("suppharangsarn-5.4").expect("the table");
    let pairs = of.claims.pairs.iter().filter_map(|pair| Some((pair, pair.monte_carlo.as_ref()?)));
    let pairs: Vec<_> = pairs.collect();
    assert_eq!(pairs.len(), 6);
    for (pair, printed) in pairs {
        let list = found["uncertainty"].as_array().expect("pairs");
        let is = |v: &&Value| v["a"] == pair.a.as_str() && v["b"] == pair.b.as_str();
        let ours = list.iter().find(is).expect("it");
        let number = |name: &str| ours["monte_carlo"][name].as_f64().expect("a number");
        // Near the middle a quarter of the draws lie in half the distance of the quartiles.
        let density = 0.5 / (number("upper_quartile") - number("lower_quartile"));
        let spread = 0.5 / (density * 1e4_f64.sqrt());
        let off = (number("median_p") - printed.value()).abs();
        assert!(off <= printed.half_unit() + 3.0 * spread, "{pair:?} {off}");
    }
}
