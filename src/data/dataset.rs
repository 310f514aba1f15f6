//! A dataset: a table whose columns have been given roles. Its identity is a hash of what was read, not of the file,
//! so that compressing a file or rewriting it in another format does not make old results look stale.

use std::fmt;
use std::path::Path;

use super::bags::{self, BagNames};
use super::error::DataError;
use super::folds::{DeclaredFolds, FoldExamples, of_column};
use super::read::{Facts, ReadTable};
use super::table::{Column, Values};
use super::target::check_target;
use crate::num::hash::Canonical;
use crate::suggest;

/// What is to be learned from a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum TaskKind {
    /// One nominal target.
    #[default]
    Classification,
    /// One numeric target.
    Regression,
    /// Several numeric targets.
    MultiTarget,
    /// One class for each bag of rows.
    MultiInstance,
    /// Classes that arrive in time order.
    Stream,
}

impl TaskKind {
    /// Every kind, in documentation order.
    pub const ALL: [TaskKind; 5] = [
        TaskKind::Classification,
        TaskKind::Regression,
        TaskKind::MultiTarget,
        TaskKind::MultiInstance,
        TaskKind::Stream,
    ];

    /// The word in catalogues and specs.
    pub fn name(self) -> &'static str {
        match self {
            TaskKind::Classification => "classification",
            TaskKind::Regression => "regression",
            TaskKind::MultiTarget => "multi-target",
            TaskKind::MultiInstance => "multi-instance",
            TaskKind::Stream => "stream",
        }
    }

    /// The kind with that name.
    pub fn from_name(name: &str) -> Option<TaskKind> {
        TaskKind::ALL.into_iter().find(|t| t.name() == name)
    }

    /// Whether targets are classes.
    pub fn has_classes(self) -> bool {
        match self {
            TaskKind::Classification | TaskKind::MultiInstance | TaskKind::Stream => true,
            TaskKind::Regression | TaskKind::MultiTarget => false,
        }
    }
}

impl fmt::Display for TaskKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A dataset ready to be split.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// The name in the experiment.
    pub name: String,
    /// What is to be learned.
    pub task: TaskKind,
    /// The columns a method may see.
    pub features: Vec<Column>,
    /// The columns to be predicted.
    pub targets: Vec<Column>,
    /// For each row the bag it belongs to (multi-instance data only).
    pub bags: Option<Column>,
    /// Number of rows.
    pub rows: usize,
    /// BLAKE3 of the content, as 64 hexadecimal digits. Folds are drawn from it, so declared ones are no part of it.
    pub hash: String,
    /// Folds of its examples, where it declares them.
    pub folds: Option<DeclaredFolds>,
    /// What its user should know of how it was read.
    pub notes: Vec<String>,
    /// The columns that are neither learned from nor predicted.
    pub left_out: Vec<LeftOut>,
    /// What the reader made of values.
    pub facts: Facts,
}

/// A column that is no part of a dataset, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The name in the header.
    pub name: String,
    /// Why it is left out: `ignored`, or `fold` where it declares folds.
    pub role: &'static str,
    /// Number of missing values.
    pub missing: usize,
    /// Number of different values.
    pub different: usize,
    /// The first of them.
    pub first: Vec<String>,
}

impl LeftOut {
    fn new(column: &Column, role: &'static str) -> LeftOut {
        let (different, first) = match &column.values {
            Values::Numeric(values) => {
                let mut known: Vec<f64> = values.iter().filter(|v| !v.is_nan()).collect();
                known.sort_by(f64::total_cmp);
                known.dedup();
                (known.len(), known.iter().take(6).map(ToString::to_string).collect())
            }
            Values::Nominal { levels, .. } => {
                (levels.len(), levels.iter().take(6).cloned().collect())
            }
        };
        let (name, missing) = (column.name.clone(), column.values.missing());
        LeftOut { name, role, missing, different, first }
    }
}

/// Which columns play which part.
#[derive(Debug, Clone, Default)]
pub struct Roles {
    /// Columns to leave out.
    pub ignore: Vec<String>,
    /// The bag column of multi-instance data.
    pub bag: Option<String>,
    /// The column that declares folds.
    pub fold: Option<String>,
    /// The classes that may occur, where the user or the catalogue declares them.
    pub classes: Vec<String>,
}

impl Roles {
    /// Refuses columns that are not there, and columns with two roles.
    fn check(&self, file: &Path, known: &[&str], target: &[String]) -> Result<(), DataError> {
        for column in self.ignore.iter().chain(&self.bag).chain(&self.fold) {
            if !known.contains(&column.as_str()) {
                let listed = known[..known.len().min(20)].join(", ");
                let remedy = suggest::help(column, known, &format!("the columns are {listed}"));
                return Err(DataError::file(file, format!("no column `{column}`"), remedy));
            }
        }
        if let Some(column) = target.iter().find(|t| self.ignore.contains(t)) {
            let problem = format!("`{column}` is the target and cannot be ignored");
            let remedy = "remove it from `ignore`, or name another `target`";
            return Err(DataError::file(file, problem, remedy));
        }
        let bags = self.bag.iter().map(|column| ("bag", column));
        let folds = self.fold.iter().map(|column| ("fold", column));
        for (role, column) in bags.clone().chain(folds) {
            let other = match column {
                _ if target.contains(column) => "the target",
                _ if role == "fold" && self.bag.as_ref() == Some(column) => "`bag`",
                _ if self.ignore.contains(column) => "listed under `ignore`",
                _ => continue,
            };
            let problem = format!("`{column}` is both `{role}` and {other}");
            return Err(DataError::file(file, problem, "give every column one role"));
        }
        Ok(())
    }
}

impl Dataset {
    /// Gives roles to the columns of a table that was just read from `file`.
    pub fn new(
        name: &str,
        task: TaskKind,
        file: &Path,
        read: ReadTable,
        roles: &Roles,
    ) -> Result<Dataset, DataError> {
        let ReadTable { table, lines, target, notes, facts, .. } = read;
        let known: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
        roles.check(file, &known, &target)?;
        let (mut features, mut targets) = (Vec::new(), Vec::new());
        let (mut bags, mut fold) = (None, None);
        let mut left_out = Vec::new();
        let rows = table.rows;
        for column in table.columns {
            if target.contains(&column.name) {
                targets.push(column);
            } else if roles.bag.as_ref() == Some(&column.name) {
                bags = Some(column);
            } else if roles.fold.as_ref() == Some(&column.name) {
                left_out.push(LeftOut::new(&column, "fold"));
                fold = Some(column);
            } else if roles.ignore.contains(&column.name) {
                left_out.push(LeftOut::new(&column, "ignored"));
            } else {
                features.push(column);
            }
        }
        if task != TaskKind::MultiTarget && targets.len() != 1 {
            let problem = format!("{} target columns; a {task} dataset has one", targets.len());
            return Err(DataError::file(file, problem, "name the one to predict with `target`"));
        }
        for column in &mut targets {
            check_target(file, column, task, &lines, &roles.classes)?;
        }
        if features.is_empty() {
            let remedy = "a dataset needs at least one column beside the target";
            return Err(DataError::file(file, "no feature columns", remedy));
        }
        if task == TaskKind::MultiInstance {
            let Some(bags) = &bags else {
                let remedy = "name the column that groups rows into bags with `bag`";
                return Err(DataError::file(
                    file,
                    "multi-instance data without a bag column",
                    remedy,
                ));
            };
            bags::check(file, bags, &targets[0], &lines)?;
        }
        let hash = content_hash(task, &features, &targets, bags.as_ref());
        let mut dataset = Dataset {
            name: name.to_owned(),
            task,
            features,
            targets,
            bags,
            rows,
            hash,
            folds: None,
            notes,
            left_out,
            facts,
        };
        if let Some(column) = fold {
            let (folds, notes) = of_column(file, &column, &lines, &dataset.fold_examples())?;
            dataset.folds = Some(folds);
            dataset.notes.extend(notes);
        }
        Ok(dataset)
    }

    /// What folds are declared of: its rows, or its bags.
    pub(super) fn fold_examples(&self) -> FoldExamples<'_> {
        let bags = self.bags.as_ref().filter(|_| self.task == TaskKind::MultiInstance);
        FoldExamples { dataset: &self.name, rows: self.rows, bags: bags.map(BagNames::of) }
    }

    /// Number of missing feature values.
    pub fn missing(&self) -> usize {
        self.features.iter().map(|c| c.values.missing()).sum()
    }

    /// Number of nominal features.
    pub fn nominal(&self) -> usize {
        self.features.iter().filter(|c| matches!(c.values, Values::Nominal { .. })).count()
    }

    /// The class names and each row's class, where the (first) target has classes.
    pub fn classes(&self) -> Option<(&[String], &[u32])> {
        match self.targets.first().map(|c| &c.values) {
            Some(Values::Nominal { levels, codes }) => Some((levels, codes)),
            _ => None,
        }
    }
}

fn content_hash(
    task: TaskKind,
    features: &[Column],
    targets: &[Column],
    bags: Option<&Column>,
) -> String {
    let mut hasher = Canonical::new("tribunal 2026 dataset content v1");
    hasher.text(task.name());
    let roles = [
        ("feature", features),
        ("target", targets),
        ("bag", bags.map_or(&[], std::slice::from_ref)),
    ];
    for (role, columns) in roles {
        for column in columns {
            hasher.text(role).text(&column.name).number(column.values.len() as u64);
            match &column.values {
                Values::Numeric(values) => {
                    // How a column is kept follows from its content, so what is kept identifies it.
                    match values.kept_rows() {
                        None => hasher.text("numeric"),
                        Some(rows) => {
                            hasher.text("sparse numeric").number(rows.len() as u64);
                            let rows = rows.iter().flat_map(|row| row.to_le_bytes());
                            hasher.raw(&rows.collect::<Vec<u8>>())
                        }
                    };
                    // Every NaN is a missing value; which NaN must not matter.
                    let bits = |v: &f64| if v.is_nan() { u64::MAX } else { v.to_bits() };
                    let kept = values.kept().iter().flat_map(|v| bits(v).to_le_bytes());
                    hasher.raw(&kept.collect::<Vec<u8>>());
                }
                Values::Nominal { levels, codes } => {
                    hasher.text("nominal").number(levels.len() as u64);
                    for level in levels {
                        hasher.text(level);
                    }
                    for code in codes {
                        hasher.raw(&code.to_le_bytes());
                    }
                }
            }
        }
    }
    hasher.digits(64)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::data::read::{self, ReadOptions};

    fn dataset(text: &str, classes: &[&str]) -> Result<Dataset, DataError> {
        let file = Path::new("t.csv");
        let options = ReadOptions { target_is_nominal: true, ..ReadOptions::default() };
        let format = read::format_of(file, None)?;
        let table = read::read(file, text.as_bytes(), format, &options)?;
        let classes = classes.iter().map(ToString::to_string).collect();
        let roles = Roles { classes, ..Roles::default() };
        Dataset::new("t", TaskKind::Classification, file, table, &roles)
    }

    #[test]
    fn identity_is_content_not_layout() {
        let a = dataset("x,class\n1,a\n2,b\n", &[]).unwrap();
        let b = dataset("x, class\r\n1.0,a\r\n2.0,\"b\"\r\n", &[]).unwrap();
        let c = dataset("x,class\n1,a\n3,b\n", &[]).unwrap();
        assert_eq!(a.hash, b.hash);
        assert_ne!(a.hash, c.hash);
    }

    #[test]
    fn a_missing_or_undeclared_class_is_refused_with_its_line() {
        let error = dataset("x,class\n1,a\n2,\n", &[]).unwrap_err();
        assert_eq!((error.line, error.column.as_deref()), (Some(3), Some("class")));
        let error = dataset("x,class\n1,a\n2,b\n3,c\n", &["a", "b"]).unwrap_err();
        assert_eq!(error.line, Some(4));
        assert!(error.problem.contains("unknown class `c`"), "{error}");
    }

    #[test]
    fn declared_classes_without_rows_are_dropped() {
        let text = "@relation r\n@attribute x numeric\n@attribute class {a,b,c}\n@data\n1,c\n2,a\n";
        let file = Path::new("t.arff");
        let options = ReadOptions { target_is_nominal: true, ..ReadOptions::default() };
        let format = read::format_of(file, None).unwrap();
        let table = read::read(file, text.as_bytes(), format, &options).unwrap();
        let data =
            Dataset::new("t", TaskKind::Classification, file, table, &Roles::default()).unwrap();
        let (levels, codes) = data.classes().unwrap();
        assert_eq!((levels.join(" ").as_str(), codes), ("a c", &[1_u32, 0][..]));
    }
}
