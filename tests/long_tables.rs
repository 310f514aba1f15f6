//! Long tables of results through the command: several metrics in text, JSON and page, what points from `analyze` to `import`
//! and back, and single folds under `--missing error`. Numbers are made by a rule.

use serde_json::Value;

use crate::support::Dir;

/// Three methods on six datasets, with three metrics, a time and a seed. `b` is always best by accuracy, `a` by RMSE.
fn table() -> String {
    let mut text = "seed,learner_id,task_id,classif.acc,rmse,fit_time\n".to_owned();
    for dataset in 0..6 {
        for (m, method) in ["a", "b", "c"].iter().enumerate() {
            let accuracy = 0.5 + f64::from(dataset) / 100.0 + [0.12, 0.2, 0.0][m];
            let rmse = 3.0 + f64::from(dataset) + [0.1, 0.2, 0.5][m];
            text += &format!("1,{method},d{dataset},{accuracy:.3},{rmse:.3},{}\n", m + 1);
        }
    }
    text
}

#[test]
fn every_metric_of_a_long_table_has_its_verdict() {
    let dir = Dir::new();
    dir.write("t.csv", table());
    let said = dir.succeed(&["analyze", "t.csv", "-o", "out"]);
    assert!(
        said.out.contains("accuracy: 3 methods on 6 datasets, higher is better"),
        "{}",
        said.out
    );
    assert!(said.out.contains("RMSE: 3 methods on 6 datasets, lower is better"), "{}", said.out);
    assert!(said.out.contains("columns that are not judged: fit_time"), "{}", said.out);
    let page = dir.read("out/index.html");
    assert!(page.contains("RMSE") && page.contains("accuracy"));

    let json = |arguments: &[&str]| -> Value {
        let said = dir.succeed(&[&["analyze", "t.csv", "--json"], arguments].concat());
        serde_json::from_str(&said.out).expect("JSON")
    };
    let both = json(&[]);
    let metric = |verdict: &Value| verdict["metric"].as_str().unwrap_or_default().to_owned();
    let names: Vec<String> = both.as_array().expect("a list").iter().map(metric).collect();
    assert_eq!(names, ["classif.acc", "rmse"]);
    let one = json(&["--metric", "rmse"]);
    assert_eq!(metric(&one), "rmse");
    let chosen = json(&["--metric", "fit_time", "--metric", "rmse"]);
    assert_eq!(metric(&chosen[0]), "fit_time");
    let said = dir.run(&["analyze", "t.csv", "--lower-is-better"]);
    assert!(said.code != 0 && said.err.contains("--metric: classif.acc, rmse"), "{}", said.err);
}

#[test]
fn analyze_and_import_point_to_each_other() {
    let dir = Dir::new();
    dir.write("t.csv", table());
    let said = dir.run(&["import", "--name", "x", "t.csv"]);
    assert!(
        said.code != 0 && said.err.contains("`tribunal analyze t.csv` judges it"),
        "{}",
        said.err
    );
    dir.write(
        "weka.arff",
        "@relation r\n@attribute Key_Dataset {x}\n@attribute Key_Scheme {a}\n@data\nx,a\n",
    );
    dir.write("p.csv", "dataset,method,fold,row,truth,prediction\nx,a,0,0,1,1\nx,b,0,0,1,0\n");
    for file in ["weka.arff", "p.csv"] {
        let said = dir.run(&["analyze", file]);
        assert!(said.code != 0 && said.err.contains("tribunal import --name NAME"), "{}", said.err);
    }
}

#[test]
fn missing_error_looks_at_single_folds() {
    let dir = Dir::new();
    let mut text = "dataset,method,fold,value\n".to_owned();
    for dataset in 0..4 {
        for fold in 0..3 {
            text += &format!("d{dataset},a,{fold},0.{fold}{dataset}1\n");
            if (dataset, fold) != (2, 1) {
                text += &format!("d{dataset},b,{fold},0.{fold}{dataset}3\n");
            }
        }
    }
    dir.write("t.csv", text);
    dir.succeed(&["analyze", "t.csv"]);
    let said = dir.run(&["analyze", "t.csv", "--missing", "error"]);
    assert!(said.code != 0 && said.err.contains("methods lack folds on d2"), "{}", said.err);
}
