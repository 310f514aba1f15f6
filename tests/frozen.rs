//! Frozen identities and results. If one of these fails, stored results of users would silently become stale or wrong:
//! raise the version of the method or of the engine, and say so in the changelog under "Numbers".

use crate::support::{Dir, SMALL};

#[test]
fn identities_and_scores_do_not_drift() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml"]);
    let text = dir.read("results/small/outcomes.csv");
    let first: Vec<&str> = text.lines().nth(1).expect("a row").split(',').take(8).collect();
    assert_eq!(first, FIRST_ROW);
    let hash = blake3::hash(text.as_bytes()).to_hex();
    assert_eq!(&hash[..32], ALL_ROWS, "{text}");
}

const FIRST_ROW: [&str; 8] = [
    "ceb076b37f0b4cfd2993354cb606f84a",
    "iris",
    "kNN",
    "0",
    "0",
    "done",
    "k=5 weights=uniform distance=euclidean ties=first smooth=false",
    "0.98",
];
const ALL_ROWS: &str = "fb821883be837787d294edbc5bba2aa7";

#[test]
fn nominal_and_missing_values_go_all_the_way() {
    let dir = Dir::new();
    let rows: String = (0..60)
        .map(|i| {
            let colour = ["red", "green", "", "blue"][i % 4];
            let x = if i % 7 == 0 { String::new() } else { (i % 10).to_string() };
            format!("{x},{colour},{}\n", if (i % 10) + (i % 4) > 6 { "yes" } else { "no" })
        })
        .collect();
    dir.write("mixed.csv", format!("x,colour,class\n{rows}"));
    for nominal in ["one-hot", "ordinal"] {
        let spec = format!(
            "[experiment]\nname = \"{nominal}\"\nseed = 1\n[protocol]\nnominal = \"{nominal}\"\nselect = \"f1\"\n\
             [[dataset]]\npath = \"mixed.csv\"\n[[method]]\nkind = \"knn\"\ngrid = {{ k = [1, 3] }}\n\
             [[method]]\nkind = \"logistic\"\n[[method]]\nkind = \"naive-bayes\"\n[[method]]\nkind = \"majority\"\n"
        );
        dir.write("mixed.toml", spec);
        let said = dir.succeed(&["run", "mixed.toml", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        assert!(json["protocol"].as_str().expect("text").contains("missing values imputed"));
        let mean =
            |method: usize| json["tables"][0]["cells"][method]["mean"].as_f64().expect("a mean");
        assert!(mean(0) > mean(3) && mean(1) > mean(3), "{}", said.out);
    }
}
