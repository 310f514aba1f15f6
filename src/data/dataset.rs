//! A dataset: a table whose columns have been given roles. Its identity is a hash of what was read, not of the file,
//! so that compressing a file or rewriting it in another format does not make old results look stale.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::error::DataError;
use super::folds::DeclaredFolds;
use super::read::ReadTable;
use super::table::{Column, MISSING, Values};
use crate::num::hash::Canonical;
use crate::suggest;

/// What is to be learned from a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TaskKind {
    /// One nominal target.
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
        matches!(self, TaskKind::Classification | TaskKind::MultiInstance | TaskKind::Stream)
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
}

/// Which columns play which part.
#[derive(Debug, Clone, Default)]
pub struct Roles {
    /// Columns to leave out.
    pub ignore: Vec<String>,
    /// The bag column of multi-instance data.
    pub bag: Option<String>,
    /// The classes that may occur, where the user or the catalogue declares them.
    pub classes: Vec<String>,
}

impl Dataset {
    /// Gives roles to the columns of a table that was just read from `file`.
    pub fn new(
        name: &str,
        task: TaskKind,
        file: &std::path::Path,
        read: ReadTable,
        roles: &Roles,
    ) -> Result<Dataset, DataError> {
        let ReadTable { table, lines, target } = read;
        let known: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
        for column in roles.ignore.iter().chain(&roles.bag) {
            if !known.contains(&column.as_str()) {
                let listed = known[..known.len().min(20)].join(", ");
                let remedy = suggest::help(column, &known, &format!("the columns are {listed}"));
                return Err(DataError::file(file, format!("no column `{column}`"), remedy));
            }
        }
        if let Some(column) = target.iter().find(|t| roles.ignore.contains(t)) {
            let problem = format!("`{column}` is the target and cannot be ignored");
            return Err(DataError::file(
                file,
                problem,
                "remove it from `ignore`, or name another `target`",
            ));
        }
        let (mut features, mut targets, mut bags) = (Vec::new(), Vec::new(), None);
        let rows = table.rows;
        for column in table.columns {
            if target.contains(&column.name) {
                targets.push(column);
            } else if roles.bag.as_deref() == Some(column.name.as_str()) {
                bags = Some(column);
            } else if !roles.ignore.contains(&column.name) {
                features.push(column);
            }
        }
        if task.has_classes() && targets.len() != 1 {
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
            super::bags::check(file, bags, &targets[0], &lines)?;
        }
        let hash = content_hash(task, &features, &targets, bags.as_ref());
        Ok(Dataset {
            name: name.to_owned(),
            task,
            features,
            targets,
            bags,
            rows,
            hash,
            folds: None,
        })
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

/// Refuses targets with holes or undeclared classes, puts classes into declared order, and drops those that never
/// occur: a class without a row can be neither learned nor tested.
fn check_target(
    file: &std::path::Path,
    column: &mut Column,
    task: TaskKind,
    lines: &[usize],
    declared: &[String],
) -> Result<(), DataError> {
    let line_of = |row: usize| lines.get(row).copied().unwrap_or(0);
    let blame = |row: usize, problem: String, remedy: &str| {
        Err(DataError::line(file, line_of(row), problem, remedy).in_column(&column.name))
    };
    match &mut column.values {
        Values::Numeric(values) => {
            if task.has_classes() {
                let problem = format!("the target of a {task} dataset must hold classes");
                return Err(DataError::file(file, problem, "set `task` to what the data is")
                    .in_column(&column.name));
            }
            if let Some(row) = values.iter().position(f64::is_nan) {
                let remedy = "remove the row: what is to be predicted must be known";
                return blame(row, "the target is missing".into(), remedy);
            }
        }
        Values::Nominal { levels, codes } => {
            if !task.has_classes() {
                let problem = format!("the target of a {task} dataset must be numeric");
                return Err(DataError::file(file, problem, "set `task` to what the data is")
                    .in_column(&column.name));
            }
            if let Some(row) = codes.iter().position(|&c| c == MISSING) {
                let remedy = "remove the row: what is to be predicted must be known";
                return blame(row, "the class is missing".into(), remedy);
            }
            if !declared.is_empty() {
                let known: BTreeSet<&String> = declared.iter().collect();
                let stranger = |code: &u32| !known.contains(&levels[*code as usize]);
                if let Some(row) = codes.iter().position(stranger) {
                    let problem = format!(
                        "unknown class `{}`; the declared classes are {}",
                        levels[codes[row] as usize],
                        declared.join(", ")
                    );
                    return blame(row, problem, "correct the value, or declare the class");
                }
            }
            let order: Vec<String> = match declared {
                [] => levels.clone(),
                declared => declared.to_vec(),
            };
            // By look-up: a column of a million identifiers may be taken for the target by mistake.
            let used: BTreeSet<u32> = codes.iter().copied().collect();
            let occurring: BTreeSet<&String> = used.iter().map(|&c| &levels[c as usize]).collect();
            let kept: Vec<String> = order.into_iter().filter(|l| occurring.contains(l)).collect();
            let new_code: BTreeMap<&String, u32> = kept.iter().zip(0..).collect();
            let renumbered: Vec<u32> =
                levels.iter().map(|l| new_code.get(l).copied().unwrap_or(MISSING)).collect();
            codes.iter_mut().for_each(|c| *c = renumbered[*c as usize]);
            *levels = kept;
        }
    }
    Ok(())
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
