//! `analyze` and `import` point to each other: whoever gives a file to the wrong one of them is sent to the right one, whatever
//! program wrote it.

use crate::support::Dir;

const KEEL: &str = "@relation iris\n@attribute x real[0.0,1.0]\n@attribute class {a,b}\n@inputs x\n@outputs class\n@data\na a\na b\nb b\n";
const OPENML: &str = "@relation openml_task_7_predictions\n@attribute repeat numeric\n@attribute fold numeric\n@attribute row_id numeric\n\
    @attribute prediction {a,b}\n@attribute correct {a,b}\n@data\n0,0,0,a,a\n0,0,1,b,a\n0,1,2,a,b\n0,1,3,b,b\n";
const WEKA: &str = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Key_Scheme_version_ID,Number_of_training_instances,\
    Number_of_testing_instances,Number_correct,Percent_correct\n\
    iris,1,1,weka.classifiers.rules.ZeroR,,1,75.0,75.0,25.0,33.333333333333336\niris,1,2,weka.classifiers.rules.ZeroR,,1,75.0,75.0,25.0,33.33333333333333\n\
    iris,1,1,weka.classifiers.lazy.IBk,,1,75.0,75.0,70.0,93.33333333333333\niris,1,2,weka.classifiers.lazy.IBk,,1,75.0,75.0,71.0,94.66666666666667\n";
const TSML: &str = "GunPoint,ROCKET,TEST,0,MILLISECONDS\nparameters\n0.5,1,1,-1,-1,2,,-1,-1\n0,0,,0.9,0.1\n1,0,,0.6,0.4\n";
const LONG: &str = "dataset,method,fold,row,truth,prediction\nd,a,0,0,x,x\nd,a,1,1,y,x\nd,b,0,0,x,y\nd,b,1,1,y,y\n";
const NUMBERS: &str = "dataset,method,fold,row,truth,prediction\nd,a,0,0,1.5,1.25\nd,a,1,1,2,2.5\nd,b,0,0,1.5,1.75\nd,b,1,1,2,3.5\n";
const CLASSES: &str = "no,yes,predictions,truth\n0.75,0.25,no,no\n0.25,0.75,yes,no\n";
const TARGETS: &str = "predictions,truth\n1.25,1.5\n2.5,2\n";

#[test]
fn results_of_single_test_parts_are_sent_to_import() {
    for (file, text, folder) in [
        ("results/C45.iris/result0.tst", KEEL, Some("results")),
        ("J48.arff", OPENML, None),
        ("weka.csv", WEKA, None),
        ("ROCKET/Predictions/GunPoint/testResample0.csv", TSML, Some("ROCKET")),
        ("p.csv", LONG, None),
        ("n.csv", NUMBERS, None),
        ("rf.test.1h8c.local.20240101T000000/predictions/kc2/0/predictions.csv", CLASSES, None),
        ("rf.test.1h8c.local.20240101T000000/predictions/kc2/0/predictions.csv", TARGETS, None),
    ] {
        let dir = Dir::new();
        dir.write(file, text);
        for path in [Some(file), folder].into_iter().flatten() {
            let said = dir.run(&["analyze", path]);
            assert_eq!(said.code, 2, "{path}: {}", said.out);
            assert!(said.err.contains("`tribunal import --name NAME "), "{path}: {}", said.err);
            dir.succeed(&["import", "--name", "r", "--force", path]);
        }
    }
    // Several files of one program.
    let dir = Dir::new();
    dir.write("A/Predictions/GunPoint/testResample0.csv", TSML);
    dir.write("B/Predictions/GunPoint/testResample0.csv", TSML);
    let said = dir.run(&["analyze", "A", "B"]);
    assert!(said.code == 2 && said.err.contains("tribunal import"), "{}", said.err);
}

#[test]
fn tables_of_scores_are_sent_to_analyze() {
    for (file, text) in [
        ("wide.csv", "dataset,svm,tree\na,0.5,0.25\nb,0.75,0.5\nc,0.5,0.625\n"),
        (
            "long.csv",
            "dataset,method,accuracy\na,svm,0.5\na,rf,0.25\nb,svm,0.75\nb,rf,0.5\nc,svm,0.5\nc,rf,0.75\n",
        ),
        ("ROCKET_accuracy.csv", "Resamples:,0,1\na,0.5,0.25\nb,0.75,0.5\nc,0.5,0.625\n"),
        ("comma.csv", "dataset;svm;tree\na;0,5;0,25\nb;0,75;0,5\nc;0,5;0,625\n"),
    ] {
        let dir = Dir::new();
        dir.write(file, text);
        let said = dir.run(&["import", "--name", "r", file]);
        assert_eq!(said.code, 2, "{file}");
        assert!(said.err.contains(&format!("`tribunal analyze {file}`")), "{file}: {}", said.err);
    }
}
