//! The target that reads several tables together: the input is the file of one method next to two good ones.

use std::path::{Path, PathBuf};

use tribunal::import::table::{TableOptions, read_all};

pub const WORDS: &[&str] = &[
    "Resamples:,0,1,2\n",
    "folds:,0,1\n",
    "Beef,",
    "Car,0.5,0.6,0.7\n",
    ",",
    "NaN",
    "1e308",
    "-1e308",
    "4294967296",
    "Average",
    "?",
    "0.5 ± 0.1",
];

/// Reads the input and the other files as a list and as a folder.
pub fn judge(bytes: &[u8], file: &Path) -> Result<String, String> {
    let folder = file.with_file_name("several");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut paths: Vec<PathBuf> = Vec::new();
    for (name, score) in [("A", "0.5"), ("B", "0.75")] {
        let rows = ["Beef", "Car", "Ham"].map(|dataset| format!("{dataset},{score},{score}\n"));
        let path = folder.join(format!("{name}_accuracy.csv"));
        std::fs::write(&path, format!("Resamples:,0,1\n{}", rows.concat())).expect("a file");
        paths.push(path);
    }
    paths.push(folder.join("C_accuracy.csv"));
    std::fs::write(&paths[2], bytes).expect("a file");
    let options = TableOptions::default();
    let whole = read_all(std::slice::from_ref(&folder), &options);
    match (read_all(&paths, &options), whole) {
        (Ok(list), Ok(whole)) => {
            assert_eq!(list.len(), whole.len(), "a list and a folder of the same files differ");
            for (list, whole) in list.iter().zip(&whole) {
                assert_eq!(list.results, whole.results, "a list and a folder differ");
            }
            let first = list.first().expect("a metric");
            let sizes = (first.results.datasets.len().min(5), first.notes.len());
            Ok(format!("{} {sizes:?}", first.layout))
        }
        // In a folder what is no such table is left alone.
        (Err(error), _) => {
            assert!(!error.problem.is_empty() && !error.remedy.is_empty(), "{error}");
            Err(error.render(false))
        }
        (Ok(_), Err(error)) => panic!("only the folder is refused: {error}"),
    }
}
