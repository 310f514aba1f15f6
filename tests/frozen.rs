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

/// Kinds with the defaults of all parameters, with bases and with values of every type; the id of repeat 0, fold 0.
const METHODS: [(&str, &str); 29] = [
    ("kind = \"majority\"", "ab9844d20dd9a4392049355c52943a29"),
    ("kind = \"knn\"", "e4fcdb6abcde1b3d49054298dd8723cd"),
    ("kind = \"naive-bayes\"", "6fd85201a819c5c93e6115dab3a88890"),
    ("kind = \"lda\"", "6fb1c329d7d65bcddf41cd7b30358883"),
    ("kind = \"qda\"", "abc56bd0dd82d5caf171f426d99e24a0"),
    ("kind = \"flda\"", "689bc8a8bba1cb761fa6b720b7ff6135"),
    ("kind = \"flda-all\"", "933a0dc4fb2d36bfb6de5e699b418728"),
    ("kind = \"logistic\"", "5f5aff77572195af7e56034a69f832c5"),
    ("kind = \"linear-svm\"", "f4e7be1fc951dab72155299f4f3ee7b2"),
    ("kind = \"svm\"", "3ed0c10281a012adc0537302d13491cc"),
    ("kind = \"ollawv\"", "47a7b1957a5c5a1577cbacce77d2b08a"),
    ("kind = \"olla-l2\"", "aaf522f4a2db702054879f9276a29fb1"),
    ("kind = \"nnisda\"", "a3d5615382c67ab266744d629c2bd567"),
    ("kind = \"mnsvm\"", "141c3b91195f5f5134155675f9fc3c7d"),
    ("kind = \"gp\"", "5bbbee451f1c6a6a5c6965870194b199"),
    ("kind = \"j48\"", "f3a26e1479d24a08aed044f7af1e9eaf"),
    ("kind = \"jrip\"", "3391d72b8dbc0515c73beb61db68d3b0"),
    ("kind = \"random-forest\"", "aa3db4f6de65c6816aa73c02929f1c61"),
    ("kind = \"adaboost\"", "0aaf4d4e49f866b7cbcc6358a3d538a0"),
    ("kind = \"bagging\"", "f6440214a657852a04b378d064a16a2e"),
    ("kind = \"mlp\"", "6f7dcf0b6d1c92917e2b97408512feb0"),
    ("kind = \"bagging\"\nbase = \"knn\"", "735088eff0da38d69cbd4c1ce9b15548"),
    (
        "kind = \"adaboost\"\nbase = \"naive-bayes\"\nparams = { rounds = 4 }",
        "0225b3fa202fba6270342ba6e47b4c3f",
    ),
    (
        "kind = \"bagging\"\nbase = \"random-forest\"\nparams = { base-trees = 3 }",
        "b97eee291566ed22e7f2c3b768ab9beb",
    ),
    (
        "kind = \"knn\"\nparams = { k = 3, weights = \"distance\", smooth = true }",
        "062b8a55cbeabadc5833a1d9a6a2ea99",
    ),
    (
        "kind = \"svm\"\ngrid = { c = [1, 10], gamma = { base = 2, from = -3, to = 0 } }",
        "e2d5373095e31ce2b35b89bc58bd9ff4",
    ),
    (
        "kind = \"j48\"\ngrid = [{ pruned = [false] }, { confidence = [0.1, 0.5] }]",
        "8d6b532f305bbc0e88df310318a130af",
    ),
    (
        "kind = \"command\"\ncommand = [\"sh\", \"no.sh\"]\ngrid = { a = [1, 0.5], b = [true] }",
        "fc09c70616c865a043b8a1771a6729a3",
    ),
    (
        "kind = \"command\"\ncommand = [\"sh\", \"no.sh\"]\ninput = \"table\"",
        "5e30a44249aedee6868db43f4aa11261",
    ),
];

/// Protocols of a method that chooses among two points; the id of repeat 0, fold 0.
const PROTOCOLS: [(&str, &str); 15] = [
    ("", "7d183f368712e39b747624fe6da509fd"),
    ("outer = { folds = 3 }", "0bf4219c35379a632c29da6a2590489d"),
    ("outer = { folds = 5, repeats = 4 }", "7d183f368712e39b747624fe6da509fd"),
    ("outer = { stratified = false }", "83f550f53c0405e9be50a812c17fd8bf"),
    ("inner = { folds = 3 }", "b1cdacd5488cc987218ac5845afd88ff"),
    ("inner = { stratified = false }", "6641a1a6a7d5a49c9c7b050456164fea"),
    ("scale = \"none\"", "c4f9cb59471c9ad543365dbbf16e565e"),
    ("scale = \"symmetric\"", "a903b7c814142c58341d7e3680b2d887"),
    ("scale = \"standard\"", "7648ef0581a44729dd333b0c76ac9be0"),
    ("scale-scope = \"all\"", "c4a78433a9cda32fd9880965fc8dd742"),
    ("nominal = \"ordinal\"", "b1d7ca3aadc41c7b043589d0b9a05a64"),
    ("convert = false", "0e7ac0bcaf443415a37e5f28967ba5a1"),
    ("select = \"auc\"", "e2336127327b347f49cc2152ec9938b5"),
    ("search = \"pattern\"", "9aa9f78666e793f75babaf5994af1b33"),
    ("kind = \"flat\"", "adc09627bbe358f0074cbfacfa274e97"),
];

/// The id of the first fold of every method, in the order of the spec. A limit of a microsecond ends every trial at once
/// and is no part of its identity.
pub fn first_ids(protocol: &str, dataset: &str, methods: &[&str]) -> Vec<String> {
    let dir = Dir::new();
    dir.write("no.sh", "exit 1\n");
    dir.write("folds.csv", every_third_row());
    let mut spec = format!(
        "[experiment]\nname = \"ids\"\nseed = 11\n[protocol]\ntime-limit = 1e-6\n{protocol}\n[[dataset]]\n{dataset}\n"
    );
    for (number, method) in methods.iter().enumerate() {
        spec += &format!("[[method]]\nname = \"m{number}\"\n{method}\n");
    }
    dir.write("ids.toml", &spec);
    let said = dir.run(&["run", "ids.toml", "--quiet"]);
    assert!(said.code == 0 || said.code == 3, "{spec}\n{}", said.err);
    let text = dir.read("results/ids/outcomes.csv");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let first = |number| {
        let name = format!("m{number}");
        let row = rows.iter().find(|row| row[2] == name && row[3] == "0" && row[4] == "0");
        row.unwrap_or_else(|| panic!("{name} is not in\n{text}"))[0].to_owned()
    };
    (0..methods.len()).map(first).collect()
}

/// Folds for the rows of iris.
fn every_third_row() -> String {
    let lines: String = (0..150).map(|row| format!("{row},{}\n", row % 3)).collect();
    format!("row,fold\n{lines}")
}

#[test]
fn the_ids_of_every_kind_are_frozen() {
    let specs = METHODS.map(|(spec, _)| spec);
    let found = first_ids("", "name = \"iris\"", &specs);
    let found: Vec<_> = specs.into_iter().zip(found.iter().map(String::as_str)).collect();
    assert_eq!(found, METHODS);
}

#[test]
fn the_ids_of_every_protocol_are_frozen() {
    let grid = ["kind = \"knn\"\ngrid = { k = [1, 3] }"];
    let found: Vec<(&str, String)> = PROTOCOLS
        .iter()
        .map(|&(protocol, _)| (protocol, first_ids(protocol, "name = \"iris\"", &grid).remove(0)))
        .collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(p, id)| (*p, id.as_str())).collect();
    assert_eq!(found, PROTOCOLS);
}

/// How a dataset is declared; the id of repeat 0, fold 0.
const DATASETS: [(&str, &str); 5] = [
    ("name = \"wine\"\nscale = \"standard\"", "6059591024a7940aaafeed7a1beab599"),
    ("name = \"vote\"", "aa336f48b7f030e66c9e50c989950b7d"),
    ("name = \"teach\"\nnominal = [\"instructor\"]", "6a3e637b13fc14dd44fc1c911eda4a5f"),
    ("name = \"drawn\"\ngenerate = { classes = 3, rows = 8 }", "e54a5936ebb3f7930292a4e3b6e78a7e"),
    (
        "name = \"drawn\"\ngenerate = { features = 3, rows = 8, seed = 2 }",
        "62593ac44775b9e3fad9aecf402bde6c",
    ),
];

#[test]
fn the_ids_of_every_form_of_dataset_are_frozen() {
    let found: Vec<(&str, String)> = DATASETS
        .iter()
        .map(|&(dataset, _)| (dataset, first_ids("", dataset, &["kind = \"lda\""]).remove(0)))
        .collect();
    let found: Vec<(&str, &str)> = found.iter().map(|(d, id)| (*d, id.as_str())).collect();
    assert_eq!(found, DATASETS);
}
