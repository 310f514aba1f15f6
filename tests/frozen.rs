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

/// Hashes that stores and baselines keep: of data, programs, imported results, folds and predicted labels.
#[test]
fn hashes_of_content_do_not_drift() {
    let dir = Dir::new();
    let rows = (0..60).map(|i| {
        let colour = ["red", "green", "", "blue"][i % 4];
        let x = if i % 7 == 0 { String::new() } else { (i % 10).to_string() };
        let z = if i % 29 == 0 { 3 } else { 0 };
        format!("{x},{z},{colour},{}\n", if (i % 10) + (i % 4) > 6 { "yes" } else { "no" })
    });
    dir.write("mixed.csv", format!("x,z,colour,class\n{}", rows.collect::<String>()));
    dir.write("method.sh", "exit 1\n");
    let spec = "[experiment]\nname = \"m\"\nseed = 1\n[protocol]\nouter = { folds = 3 }\n\
                [[dataset]]\npath = \"mixed.csv\"\n[[method]]\nkind = \"majority\"\n[[method]]\nkind = \"knn\"\n";
    dir.write("m.toml", spec);
    dir.succeed(&["check", "m.toml", "--save-baseline", "b.json"]);
    let baseline = dir.read("b.json");
    for kept in [
        "\"protocol\": \"11a3e8970930700eb38751cbe7c6fbb0\"",
        "\"content\":\"74e51e66de35bcbae4694ed7eccf46168a4dc40c94de4ef8d9bfc75036158490\"",
        "\"splits\":[\"8aadd1421738a88e\"]",
        "\"parameters\":\"2b236cf190974aed5127557c1553b065\"",
        "\"labels\":\"6f788465948cfa12\"",
    ] {
        assert!(baseline.contains(kept), "{kept}\n{baseline}");
    }
    let program =
        "[[method]]\nname = \"p\"\nkind = \"command\"\ncommand = [\"sh\", \"method.sh\"]\n";
    dir.write("p.toml", format!("{}{program}", spec.replace("\"m\"", "\"p\"")));
    dir.run(&["run", "p.toml"]);
    let manifest = dir.read("results/p/run.json");
    assert!(manifest.contains("\"2874dc4ae69c2e737aaf17b44bfc79d2\""), "{manifest}");
}

#[test]
fn hashes_of_imported_results_do_not_drift() {
    let dir = Dir::new();
    let predictions = "dataset,method,fold,row,truth,prediction,probability:a,probability:b\n\
                       x,one,0,0,a,a,0.75,0.25\nx,one,0,1,b,a,0.5,0.5\nx,one,1,2,b,b,0.25,0.75\nx,one,1,3,a,a,1,0\n\
                       x,two,0,0,a,b,0.25,0.75\nx,two,0,1,b,b,0,1\nx,two,1,2,b,b,0,1\nx,two,1,3,a,b,0.5,0.5\n";
    let scores = "dataset,method,fold,metric,value\nx,one,1,accuracy,0.5\nx,one,2,accuracy,0.75\n\
                  x,two,1,accuracy,0.25\nx,two,2,accuracy,1\n";
    let cases = [
        (
            predictions,
            ["780128f4533d61743f789f4ce6a9463f", "f0df328785d37652df09261b08ed5988"],
            "080b37d54775d9e267fa21529a580425eeee8750fd4e00f7c62f2495cab394a7",
            ["d12f5b34830ba19b", "2e2b335c81d6f746"],
        ),
        (
            scores,
            ["c52d58f92717dfbc66224e05a7f95d3f", "cf4d8f5369f1aacd2da9af87f7f435ad"],
            "14f76611bf85bb0972e2a2078092fc2dc3eda16aa6840295695a7bdca8506789",
            ["scores-e066c09cfab4e008", "scores-b313e9706ad2a8f5"],
        ),
    ];
    for (text, identities, files, labels) in cases {
        dir.write("r.csv", text);
        dir.succeed(&["import", "--name", "r", "--force", "r.csv"]);
        dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
        let kept = format!("{}{}", dir.read("results/r/run.json"), dir.read("b.json"));
        for hash in identities.iter().chain(&labels).chain([&files]) {
            assert!(kept.contains(&format!("\"{hash}\"")), "{hash}\n{kept}");
        }
    }
}
