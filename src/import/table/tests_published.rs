//! Every published table that comes with the program is read; no text makes the import panic; both layouts say the same.

use proptest::prelude::*;

use super::tests::{each, means, only, plain};
use super::*;

/// Published tables that are not results of methods on datasets.
const OTHER: &[&str] = &["_datasets.", "_mark.", "_meta.", "_ensembles", "_sd.", "3.4_methods."];

#[test]
fn every_published_table_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/published/tables");
    let (mut tables, mut spreads) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.to_string_lossy().into_owned();
        if !name.ends_with(".csv") || OTHER.iter().any(|other| name.contains(other)) {
            continue;
        }
        let sd = PathBuf::from(name.replace("_mean.csv", "_sd.csv"));
        let sd = (sd != file && sd.exists()).then_some(sd);
        let options = TableOptions { sd, ..TableOptions::default() };
        let found = only(read(&file, &options).unwrap_or_else(|e| panic!("{e}: {}", e.remedy)));
        assert_eq!(found.layout, "wide");
        if name.contains("_accuracy_pct") {
            assert_eq!((found.results.range, found.notes.len()), ((0.0, 100.0), 1), "{name}");
            assert!(found.notes[0].contains("by the name of the file"), "{:?}", found.notes);
        }
        if ["_s.csv", "_mse", "_error", "rmse", "_ranks"].iter().any(|loss| name.contains(loss)) {
            assert_eq!(found.results.direction, Direction::Lower, "{name}: {:?}", found.notes);
        }
        tables += 1;
        if options.sd.is_some() {
            let scores = found.results.cells.iter().flatten().flatten();
            assert!(scores.filter(|score| score.sd.is_some()).count() > 0, "{name}");
            spreads += 1;
        }
    }
    assert!(tables > 60 && spreads > 15, "{tables} tables, {spreads} with spreads");
}

proptest! {
    #[test]
    fn no_text_makes_the_import_panic(
        head in prop::sample::select(vec![
            "", "d,a,b\n", "dataset,method,fold,metric,value\n", "task,model,score\n",
            "task,framework,constraint,fold,result,metric\n", "task,framework,fold,result,auc,logloss\n",
            "dataset,method,accuracy,accuracy_std,f1,fit_time\n",
        ]),
        text in "([a-c0-9.,;±() \t\"#\n-]|fold|inf|NA|é){0,60}",
        metrics in prop::collection::vec("[a-c]", 0..2),
        range in prop::option::of((any::<f64>(), any::<f64>())),
    ) {
        let options = TableOptions { metrics, range, ..TableOptions::default() };
        let _ = each(&format!("{head}{text}"), &options);
    }

    #[test]
    fn a_grid_survives_both_layouts(
        grid in prop::collection::vec(prop::collection::vec(prop::option::of(-1e6..1e6), 3), 1..6),
    ) {
        prop_assume!(grid.iter().flatten().any(Option::is_some));
        let (mut wide, mut long) = ("d,m0,m1,m2\n".to_owned(), "dataset,method,value\n".to_owned());
        for (d, row) in grid.iter().enumerate() {
            wide += &format!("d{d}");
            for (m, cell) in row.iter().enumerate() {
                let cell = cell.map_or(String::new(), |v: f64| v.to_string());
                wide += &format!(",{cell}");
                long += &format!("d{d},m{m},{cell}\n");
            }
            wide += "\n";
        }
        let (wide, long) = (plain(&wide).results, plain(&long).results);
        prop_assert_eq!(means(&wide), grid);
        prop_assert_eq!(wide, long);
    }
}
