//! `tribunal analyze` as a user meets it: what may not change a verdict (threads, order, scale), what the text says, and
//! what the program refuses and how it helps then. The numbers themselves are checked in `analysis_published`.

use serde_json::Value;

use crate::analysis_published::{json, long};
use crate::support::{Dir, project};

/// Scores with ties, `k` methods named `m0` and so on.
fn scores(n: usize, k: usize) -> Vec<Vec<f64>> {
    let noise = |d: usize, m: usize| ((d * 7919 + m * 104_729 + d * m * 37) % 23) as f64 / 100.0;
    (0..n).map(|d| (0..k).map(|m| 0.5 + 0.02 * (m % 4) as f64 + noise(d, m)).collect()).collect()
}

/// A wide table: the columns and rows in some order, every score turned into something.
fn wide(
    rows: &[usize],
    columns: &[usize],
    n: usize,
    k: usize,
    turn: impl Fn(f64, usize) -> f64,
) -> String {
    let scores = scores(n, k);
    let mut text = String::from("dataset");
    columns.iter().for_each(|m| text.push_str(&format!(",m{m}")));
    for &d in rows {
        text.push_str(&format!("\nd{d}"));
        columns.iter().for_each(|&m| text.push_str(&format!(",{}", turn(scores[d][m], d))));
    }
    text + "\n"
}

fn plain(n: usize, k: usize) -> String {
    let (rows, columns): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (0..k).collect());
    wide(&rows, &columns, n, k, |v, _| v)
}

/// Everything that ranks decide, without names.
fn rank_results(found: &Value) -> Value {
    let of = |pair: &Value| {
        let names = ["rank_difference", "z", "p_unadjusted", "nemenyi_p", "p_holm", "p_shaffer"];
        names.map(|name| pair[name].clone())
    };
    let pairs: Vec<_> = found["pairwise"].as_array().expect("pairs").iter().map(of).collect();
    serde_json::json!([
        found["average_ranks"],
        found["friedman"],
        found["iman_davenport"],
        found["control"],
        pairs,
        found["critical_difference"],
        found["robustness"],
    ])
}

#[test]
fn threads_change_no_byte() {
    let dir = Dir::new();
    dir.write("folds.csv", long(7, 3, 4));
    for format in ["text", "json"] {
        let with = |jobs: &str| {
            let tests = "+monte-carlo,+mcmc-kde,+bootstrap,+bayes,+rank-uncertainty";
            let common = ["analyze", "folds.csv", "--tests", tests, "--draws", "300"];
            dir.succeed(&[&common[..], &["--format", format, "-j", jobs]].concat()).out
        };
        let one = with("1");
        assert!(one.len() > 1000 && one == with("2") && one == with("5"));
    }
}

/// A pair in either order, with the sign its numbers must be turned by.
fn pair<'a>(found: &'a Value, list: &str, a: &Value, b: &Value) -> (&'a Value, f64) {
    let list = found[list].as_array().expect("pairs");
    let is = |v: &&Value| (v["a"] == *a && v["b"] == *b) || (v["a"] == *b && v["b"] == *a);
    let pair = list.iter().find(is).expect("the pair");
    (pair, if pair["a"] == *a { 1.0 } else { -1.0 })
}

#[test]
fn the_order_of_rows_and_columns_changes_nothing_else() {
    let dir = Dir::new();
    let (rows, columns) = ([4, 0, 7, 2, 6, 1, 3, 5], [2, 4, 1, 0, 3]);
    let sd = |v: f64, d: usize| 0.01 * (d + 1) as f64 + 0.02 * v;
    dir.write("t.csv", plain(8, 5));
    dir.write("t_sd.csv", wide(&[0, 1, 2, 3, 4, 5, 6, 7], &[0, 1, 2, 3, 4], 8, 5, sd));
    dir.write("other/t.csv", wide(&rows, &columns, 8, 5, |v, _| v));
    dir.write("other/t_sd.csv", wide(&rows, &[3, 1, 0, 2, 4], 8, 5, sd));
    let with = |file: &str, sd: &str| {
        json(&dir, &[file, "--sd", sd, "--tests", "+monte-carlo", "--draws", "2001"])
    };
    let (one, other) = (with("t.csv", "t_sd.csv"), with("other/t.csv", "other/t_sd.csv"));
    for key in ["average_ranks", "friedman", "iman_davenport", "critical_difference", "control"] {
        assert_eq!(one[key], other[key], "{key}");
    }
    let close = |a: &Value, b: &Value, sign: f64, what: &str| {
        let (a, b) = (a.as_f64().expect("a number"), sign * b.as_f64().expect("a number"));
        assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{what}: {a} {b}");
    };
    for mine in one["pairwise"].as_array().expect("pairs") {
        let (its, sign) = pair(&other, "pairwise", &mine["a"], &mine["b"]);
        close(&mine["z"], &its["z"], sign, "z");
        for p in ["p_unadjusted", "nemenyi_p", "p_holm", "p_shaffer", "p_hommel"] {
            close(&mine[p], &its[p], 1.0, p);
        }
        let turned = if sign > 0.0 { ["r_plus", "r_minus"] } else { ["r_minus", "r_plus"] };
        for (a, b) in ["r_plus", "r_minus"].into_iter().zip(turned) {
            close(&mine["wilcoxon"][a], &its["wilcoxon"][b], 1.0, a);
        }
        close(&mine["wilcoxon"]["p"], &its["wilcoxon"]["p"], 1.0, "wilcoxon");
        let (mine, _) = pair(&one, "uncertainty", &mine["a"], &mine["b"]);
        let (its, _) = pair(&other, "uncertainty", &mine["a"], &mine["b"]);
        for name in ["median_p", "lower_quartile", "upper_quartile", "share_below_alpha"] {
            close(&mine["monte_carlo"][name], &its["monte_carlo"][name], 1.0, name);
        }
        let p = |v: &Value| v["monte_carlo"]["calibrated_p"].as_f64().expect("a p");
        assert!((p(mine) - p(its)).abs() <= 1e-12, "{mine} {its}");
    }
}

#[test]
fn monotone_transforms_change_no_rank_result() {
    let dir = Dir::new();
    let (rows, columns): (Vec<usize>, Vec<usize>) = ((0..9).collect(), (0..4).collect());
    dir.write("x.csv", plain(9, 4));
    // Another increasing function on every dataset; equal scores stay equal.
    dir.write("y/x.csv", wide(&rows, &columns, 9, 4, |v, d| (v * v * v + v) * (d + 1) as f64));
    let (x, y) = (json(&dir, &["x.csv"]), json(&dir, &["y/x.csv"]));
    assert_eq!(rank_results(&x), rank_results(&y));
    assert_eq!(x["verdict"], y["verdict"]);
}

#[test]
fn lower_is_better_is_negated_higher_is_better() {
    let dir = Dir::new();
    let (rows, columns): (Vec<usize>, Vec<usize>) = ((0..9).collect(), (0..4).collect());
    dir.write("x.csv", plain(9, 4));
    dir.write("y/x.csv", wide(&rows, &columns, 9, 4, |v, _| -v));
    let tests = ["--tests", "+bayes,+sign,+paired-t,+quade,+anova", "--rope", "0.01"];
    let higher = json(&dir, &[&["x.csv", "--higher-is-better"], &tests[..]].concat());
    let lower = json(&dir, &[&["y/x.csv", "--lower-is-better"], &tests[..]].concat());
    for key in ["average_ranks", "friedman", "pairwise", "versus_control", "quade", "verdict"] {
        assert_eq!(higher[key], lower[key], "{key}");
    }
}

#[test]
fn without_a_range_only_equal_scores_are_equivalent_and_the_text_says_so() {
    let dir = Dir::new();
    let (rows, columns): (Vec<usize>, Vec<usize>) = ((0..9).collect(), (0..4).collect());
    dir.write("x.csv", wide(&rows, &columns, 9, 4, |v, _| 1000.0 * v));
    let text = |more: &[&str]| {
        let words =
            [&["analyze", "x.csv", "--lower-is-better", "--tests", "+bayes"], more].concat();
        dir.succeed(&words).out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (unknown, known) = (text(&[]), text(&["--rope", "0.5"]));
    assert!(unknown.contains("equivalent means the same score; `rope` sets a width"), "{unknown}");
    assert!(known.contains("equivalent means a difference within 0.5"), "{known}");
    assert!(known.contains("differences within 0.5"), "{known}");
}

/// The tests that take no time.
const QUICK: &str = "friedman,iman-davenport,quade,nemenyi,bonferroni-dunn,holm,hochberg,hommel,\
    finner,li,shaffer,wilcoxon,sign,paired-t";

#[test]
fn the_text_says_what_a_reader_needs() {
    let dir = Dir::new();
    let tables = project().join("datasets/published/tables");
    let file = |name: &str| tables.join(name).display().to_string();
    let mean = file("suppharangsarn_5.4_accuracy_pct_mean.csv");
    let sd = file("suppharangsarn_5.4_accuracy_pct_sd.csv");
    let tests = ["--tests", "+monte-carlo", "--draws", "500"];
    let said = dir.succeed(&[&["analyze", &mean, "--sd", &sd], &tests[..]].concat());
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let verdict = "SVM (mean rank 1.35) is significantly better than GP, FLDA1 and FLDA2 (p adjusted for all pairwise comparisons by Shaffer's procedure; 5 % level).";
    let about = "two equal methods have a median of about 0.25";
    for expected in [verdict, about, "calibrated p", "Methods 4 methods were compared"] {
        assert!(words.contains(expected), "no {expected:?} in {words}");
    }
    let one_sided = [&["analyze", &mean, "--sd", &sd, "--one-sided"], &tests[..]].concat();
    assert!(!dir.succeed(&one_sided).out.contains("0.25, so"), "only folded medians are 0.25");
    for name in std::fs::read_dir(tables).expect("tables").map(|e| e.expect("one").path()) {
        let said = dir.run(&["analyze", &name.display().to_string(), "--tests", QUICK]);
        assert!([0, 2].contains(&said.code), "{}: {}", name.display(), said.err);
        let odd = |word: &&str| matches!(*word, "NaN" | "inf" | "-inf" | "[-inf," | "inf]");
        let odd: Vec<&str> = said.out.split_whitespace().filter(odd).collect();
        assert!(odd.is_empty(), "{odd:?} in {}: {}", name.display(), said.out);
    }
}

#[test]
fn the_methods_paragraph_follows_the_options() {
    let dir = Dir::new();
    dir.write("t.csv", plain(9, 4));
    dir.write("holes.csv", plain(9, 4).replacen("0.5,", ",", 1));
    let paragraph = |file: &str, options: &[&str]| {
        json(&dir, &[&[file], options].concat())["methods_paragraph"]
            .as_str()
            .expect("it")
            .to_owned()
    };
    let usual = paragraph("t.csv", &[]);
    for (options, words) in [
        (["--zeros", "pratt"], "(Pratt)"),
        (["--zeros", "split"], "split between both sides"),
        (["--zeros", "keel"], "KEEL"),
        (["--wilcoxon", "normal"], "two-sided p from the normal approximation)"),
        (["--wilcoxon", "normal-corrected"], "continuity correction"),
        (["--ties", "raw"], "equal in every bit"),
        (["--alpha", "0.1"], "at the 10 % level"),
        (["--control", "m1"], "3 comparisons with the control m1"),
        (["--tests", "+hommel"], "Hommel"),
    ] {
        let text = paragraph("t.csv", &options);
        assert!(text.contains(words) && !usual.contains(words), "{options:?}: {text}");
    }
    assert!(usual.contains("zero differences dropped") && usual.contains("No result was missing"));
    for (policy, words) in [
        ("drop-dataset", "1 of 9 datasets was left out because results were missing: d0."),
        ("drop-method", "1 of 4 methods was left out because results were missing: "),
        ("worst-rank", "1 missing result counted as the worst of its dataset"),
    ] {
        let text = paragraph("holes.csv", &["--missing", policy]);
        assert!(text.contains(words), "{policy}: {text}");
    }
}

/// Who leads is no part of "no evidence", and a leader that is left out cannot lead: neither changes the verdict.
#[test]
fn robustness_counts_changes_of_the_verdict_only() {
    let dir = Dir::new();
    // Three methods take turns; without some of the datasets another leads, and still none is better.
    let turns: String =
        (0..9).map(|d| format!("d{d},{},{},{}\n", d % 3, (d + 1) % 3, (d + 2) % 3)).collect();
    dir.write("turns.csv", format!("dataset,a,b,c\n{turns}"));
    let found = json(&dir, &["turns.csv"]);
    assert!(found["verdict"].as_str().expect("words").starts_with("No significant difference"));
    let panel = &found["robustness"]["without_one_dataset"];
    assert_eq!((&panel["analyses"], &panel["decisive"]), (&9.into(), &serde_json::json!([])));
    // Every method is better than the next; the control is the second.
    let steps: String = (0..60).map(|d| format!("d{d},{d}.5,{d}.7,{d}.9\n")).collect();
    dir.write("steps.csv", format!("dataset,worst,middle,best\n{steps}"));
    let found = json(&dir, &["steps.csv", "--control", "middle"]);
    assert!(found["verdict"].as_str().expect("words").contains("is significantly worse than best"));
    let panel = &found["robustness"]["without_one_method"];
    assert_eq!((&panel["analyses"], &panel["decisive"]), (&2.into(), &serde_json::json!([])));
}
