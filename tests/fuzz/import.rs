//! The target that reads results of other programs, as files of all formats.

use std::path::{Path, PathBuf};

use tribunal::import::run::{Asked, Format, read as import};

pub const WORDS: &[&str] = &[
    "dataset,method,repeat,fold,row,truth,prediction\n",
    "dataset,method,fold,metric,value\n",
    "probability:a",
    "score:b",
    "accuracy",
    "train_time",
    "task,framework,constraint,fold,type,result,metric,info,acc\n",
    "neg_logloss",
    "regression",
    "a,b,predictions,truth\n",
    "p,e,TEST,0,SECONDS,\nx\n0.5\n",
    ",TRAIN,",
    "0,1,,0.5,0.5\n",
    "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Percent_correct\n",
    "'-K 1 \\\"x\\\"'",
    "@relation openml_task_1_predictions\n",
    "@attribute row_id numeric\n",
    "@attribute prediction {a,b}\n",
    "@attribute confidence.a numeric\n",
    "@data\n",
    "@relation r\n@attribute y {a,b}\n@outputs y\n@data\na b\n",
    "@attribute y real[0,1]\n",
    "a ?\n",
    "0.5,1,1,-1,-1,,-1,-1\n",
    "nan",
    "-1",
    "4294967296",
    "?",
];

/// Whatever the text is, every reader gets it; only what it is taken for by itself counts as an answer.
pub fn judge(bytes: &[u8], file: &Path) -> Result<String, String> {
    // Some formats are told by the names of folders and files.
    for name in ["m.d/result0.tst", "m/Predictions/d/testResample0.csv", "predictions/d/0/p.csv"] {
        let named = file.with_file_name(name);
        std::fs::create_dir_all(named.parent().expect("a folder")).expect("a folder");
        std::fs::write(&named, bytes).expect("a written input");
        if let Err(error) = import(&[named], &Asked::default()) {
            assert!(!error.problem.is_empty() && !error.remedy.is_empty(), "{error}");
        }
    }
    let paths: [PathBuf; 1] = [file.to_path_buf()];
    for (format, _) in Format::ALL {
        let asked = Asked { format: Some(format), method: Some("m"), ..Asked::default() };
        let _ = import(&paths, &asked);
    }
    let read = || import(&paths, &Asked { dataset: None, ..Asked::default() });
    match (read(), read()) {
        (Ok(one), Ok(two)) => {
            assert_eq!((one.size(), one.notes()), (two.size(), two.notes()));
            let size = one.size();
            Ok(format!("{} {} {}", one.format.name(), size.folds.min(3), size.predicted.min(2)))
        }
        (Err(one), Err(two)) => {
            assert_eq!(one, two, "read twice, it has another mistake");
            assert!(!one.problem.is_empty() && !one.remedy.is_empty(), "{one}");
            Err(one.render(false))
        }
        _ => panic!("read twice, it is once good and once bad"),
    }
}
