//! SimpleMI on bags that ship: against Weka's on the same folds, and in bounded memory.

use std::collections::BTreeMap;

use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::data::table::Values;
use tribunal::data::{Dataset, Rows};
use tribunal::learn::{Registry, Setting, Task, Trained, Truth, Units};
use tribunal::{
    Bags, ClassifyBags, Examples, FitContext, Labels, Method, ParamInfo, Samples, Scores, Value,
};

use crate::support::project;

fn shipped(name: &str) -> Dataset {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    load(&catalog.source(catalog.find(name).expect("known"))).expect("a good file")
}

/// Unscaled numbers of some rows, row after row.
fn numbers(data: &Dataset, rows: &[usize]) -> Vec<f64> {
    let columns = data.features.iter().map(|column| match &column.values {
        Values::Numeric(values) => values.iter().collect::<Vec<f64>>(),
        Values::Nominal { .. } => panic!("{} is nominal", column.name),
    });
    let columns: Vec<Vec<f64>> = columns.collect();
    rows.iter().flat_map(|&row| columns.iter().map(move |column| column[row])).collect()
}

/// `simple-mi` over a base.
fn simple_mi(base: &str) -> &'static dyn Method<ClassifyBags> {
    let registry = Registry::standard();
    let base = registry.find(base, Setting::Classification).expect("a classifier").method;
    let over = registry.find("simple-mi", Setting::Bags).and_then(|entry| entry.over);
    let whole = over.expect("a wrapper").over(base).unwrap_or_else(|reason| panic!("{reason}"));
    ClassifyBags::method(whole).expect("a method of bags")
}

/// A bag as Weka answered for it.
struct Answered {
    fold: usize,
    bag: usize,
    class: u32,
    share: f64,
}

/// Weka's answers by base and transform.
fn answers_of_weka() -> BTreeMap<(String, String), Vec<Answered>> {
    let file = project().join("tests/reference/weka_simple_mi.csv");
    let text = std::fs::read_to_string(file).expect("reference values");
    let mut all: BTreeMap<(String, String), Vec<Answered>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let whole = |at: usize| cells[at].parse::<usize>().expect("a number");
        all.entry((cells[0].into(), cells[1].into())).or_default().push(Answered {
            fold: whole(2),
            bag: whole(3),
            class: u32::try_from(whole(5)).expect("a class"),
            share: cells[6].parse().expect("a share"),
        });
    }
    all
}

#[test]
fn simple_mi_answers_as_weka_on_the_same_folds() {
    let data = shipped("musk1");
    let units = ClassifyBags::units(&data);
    let truth = ClassifyBags::truth(&data, &units).expect("classes of bags");
    assert_eq!((units.len(), data.rows), (92, 476));
    let names = data.bags.as_ref().expect("bags");
    let position: BTreeMap<usize, usize> = (0..units.len())
        .map(|bag| {
            let name = names.values.text(units.rows_of_one(bag)[0]).expect("a name");
            (name.parse().expect("a number"), bag)
        })
        .collect();
    let cases = answers_of_weka();
    assert_eq!(cases.len(), 4);
    for ((base, transform), answered) in cases {
        let method = simple_mi(&base);
        let params = ParamInfo::defaults(method.info().params)
            .with("transform", Value::Text(transform.clone().into()));
        assert_eq!(answered.len(), units.len());
        for fold in 0..10 {
            let of_fold: Vec<&Answered> = answered.iter().filter(|a| a.fold == fold).collect();
            let test: Vec<usize> = of_fold.iter().map(|a| position[&a.bag]).collect();
            let train: Vec<usize> = (0..units.len()).filter(|bag| !test.contains(bag)).collect();
            let (values, starts) = part(&data, &units, &train);
            let y: Labels = truth.select(&train);
            let x = bags(&values, &starts, &data);
            let samples = Samples::new(x, &y).expect("examples");
            let model = method.fit(&samples, &params, &FitContext::alone(1)).expect("a model");
            let (values, starts) = part(&data, &units, &test);
            let predicted = model.predict(bags(&values, &starts, &data));
            let Scores::Probability(shares) = predicted.scores else { panic!("no shares") };
            for (at, weka) in of_fold.iter().enumerate() {
                let case = format!("{base}, {transform}, fold {fold}, bag {}", weka.bag);
                assert_eq!(predicted.labels[at], weka.class, "{case}");
                // ZeroR adds one to every count, `majority` does not.
                if base == "majority" {
                    continue;
                }
                let share = shares.values[2 * at + 1];
                assert!((share - weka.share).abs() < 1e-6, "{case}: {share}, {}", weka.share);
            }
        }
    }
}

fn part(data: &Dataset, units: &Units, examples: &[usize]) -> (Vec<f64>, Vec<usize>) {
    (numbers(data, &units.rows_of(examples)), units.starts_of(examples))
}

fn bags<'a>(values: &'a [f64], starts: &'a [usize], data: &Dataset) -> Bags<'a> {
    Bags::new(Rows::dense(values, data.features.len()).expect("finite"), starts).expect("bags")
}

#[test]
fn rows_without_their_zeros_become_rows_of_bags_in_bounded_memory() {
    let data = shipped("webmining_75");
    let units = ClassifyBags::units(&data);
    let truth = ClassifyBags::truth(&data, &units).expect("classes of bags");
    let all: Vec<usize> = (0..units.len()).collect();
    let (values, starts) = part(&data, &units, &all);
    let x = bags(&values, &starts, &data);
    let samples = Samples::new(x, &truth).expect("examples");
    let method = simple_mi("majority");
    let params = ParamInfo::defaults(method.info().params);
    let one_row_each = 75 * 5863 * size_of::<f64>();
    let context = |memory: usize| FitContext { memory, ..FitContext::alone(1) };
    assert!(method.fit(&samples, &params, &context(one_row_each)).is_ok());
    let refused = method.fit(&samples, &params, &context(one_row_each - 1));
    assert!(refused.err().expect("no room").to_string().contains("one row for every bag"));
    let model = method.fit(&samples, &params, &context(usize::MAX)).expect("a model");
    assert!(model.predict(x.range(7..7)).labels.is_empty());
}
