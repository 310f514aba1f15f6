//! What a program that is started for every fit finds in its environment: its parameters and the facts of the exam that a
//! language without a reader of JSON needs. Names are made of capital letters, digits and `_`. Workers get none of it: they
//! stay, and every fit has parameters of its own.

use std::path::Path;

use super::program::Question;
use crate::params::Value;

/// How the name of a parameter's variable begins.
pub const PARAMETER: &str = "TRIBUNAL_PARAM_";

/// The variables that every fit has, but for the number of classes or targets.
const FOLDER: &str = "TRIBUNAL_FOLDER";
const TASK: &str = "TRIBUNAL_TASK";
const SEED: &str = "TRIBUNAL_SEED";

/// Bytes of a value. Linux takes 128 KiB; longer ones are only in `params.json`.
const MOST: usize = 1 << 15;

/// The variable of a parameter: `max-depth` is in `TRIBUNAL_PARAM_MAX_DEPTH`.
pub fn variable_of(parameter: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    format!("{PARAMETER}{}", parameter.chars().map(safe).collect::<String>())
}

/// Whether a variable is set here, so that a spec cannot set it.
pub fn is_taken(variable: &str) -> bool {
    let fixed = [FOLDER, TASK, SEED, &counted("classes"), &counted("targets")];
    variable.starts_with(PARAMETER) || fixed.contains(&variable)
}

/// The variable of the number that a task declares, of classes or targets.
fn counted(shape: &str) -> String {
    format!("TRIBUNAL_{}", shape.to_ascii_uppercase())
}

/// What a task is called, and how many classes or targets it has.
pub struct TaskFacts {
    /// Its word.
    pub name: &'static str,
    /// `classes` or `targets`.
    pub shape: &'static str,
    /// How many.
    pub count: usize,
}

/// The variables of a fit.
pub fn of_fit(task: &TaskFacts, question: &Question<'_>, folder: &Path) -> Vec<(String, String)> {
    let mut variables = vec![
        (FOLDER.to_owned(), folder.display().to_string()),
        (TASK.to_owned(), task.name.to_owned()),
        (counted(task.shape), task.count.to_string()),
        (SEED.to_owned(), question.seed.to_string()),
    ];
    let parameters = question.params.iter().map(|(name, value)| (variable_of(name), text(value)));
    variables.extend(parameters.filter(|(_, value)| value.len() <= MOST));
    variables
}

/// A value as `params.json` has it, but without quotes; a list has one text per line.
fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.to_string(),
        Value::List(names) => names.iter().collect::<Vec<_>>().join("\n"),
        other => serde_json::to_string(other).unwrap_or_else(|_| other.to_string()),
    }
}

/// The variables as a shell takes them before a command.
pub fn in_shell(variables: &[(String, String)]) -> String {
    let assigned = |(name, value): &(String, String)| format!("{name}={} ", quoted(value));
    variables.iter().map(assigned).collect()
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{NameList, Params};

    #[test]
    fn every_parameter_has_a_variable_with_a_safe_name() {
        assert_eq!(variable_of("C"), "TRIBUNAL_PARAM_C");
        assert_eq!(variable_of("max-depth"), "TRIBUNAL_PARAM_MAX_DEPTH");
        assert_eq!(variable_of("größe.2"), "TRIBUNAL_PARAM_GR__E_2");
        assert!(is_taken("TRIBUNAL_PARAM_C") && is_taken("TRIBUNAL_CLASSES"));
        assert!(!is_taken("TRIBUNAL_DATA") && !is_taken("OMP_NUM_THREADS"));
    }

    #[test]
    fn values_are_those_of_the_file_without_quotes() {
        let params = Params::new(vec![
            ("C".into(), Value::Int(10)),
            ("gamma".into(), Value::Real(1e-9)),
            ("kernel".into(), Value::Text("it's \"rbf\"".into())),
            ("deep".into(), Value::Flag(true)),
            ("order".into(), Value::List(NameList::declared(&["b", "a c"]))),
            ("long".into(), Value::Text("x".repeat(MOST + 1).into())),
        ]);
        let question = Question { params: &params, seed: 12, memory: 0 };
        let task = TaskFacts { name: "classification", shape: "classes", count: 3 };
        let found = of_fit(&task, &question, Path::new("/tmp/a"));
        let expected = [
            ("TRIBUNAL_FOLDER", "/tmp/a"),
            ("TRIBUNAL_TASK", "classification"),
            ("TRIBUNAL_CLASSES", "3"),
            ("TRIBUNAL_SEED", "12"),
            ("TRIBUNAL_PARAM_C", "10"),
            ("TRIBUNAL_PARAM_GAMMA", "1e-9"),
            ("TRIBUNAL_PARAM_KERNEL", "it's \"rbf\""),
            ("TRIBUNAL_PARAM_DEEP", "true"),
            ("TRIBUNAL_PARAM_ORDER", "b\na c"),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(found, expected);
        assert_eq!(in_shell(&expected[6..7]), "TRIBUNAL_PARAM_KERNEL='it'\\''s \"rbf\"' ");
    }
}
