//! What is done about missing results, by the policy that was chosen, and what is said about it: every hole that changed the
//! table is named, with its cause.

use super::complete::{LEAST_DATASETS, Refused, refuse};
use super::holes::{Cause, Hole, Holes};
use super::results::{Results, Score};
use super::settings::{MISSING, Missing};
use crate::choices::word_of;
use crate::words::{count, listed, some_of};

/// What was done about missing results, by names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Handled {
    /// Datasets that were left out.
    pub datasets: Vec<String>,
    /// Methods that were left out.
    pub methods: Vec<String>,
    /// Results that were filled or ranked worst: dataset and method.
    pub filled: Vec<(String, String)>,
    /// The constant predictor whose scores filled them.
    pub constant: Option<String>,
    /// The same for readers, with the causes.
    pub notes: Vec<String>,
}

impl Handled {
    /// Whether a score that was analysed is not the method's own.
    pub fn is_filled(&self, dataset: &str, method: &str) -> bool {
        self.filled.iter().any(|(d, m)| d == dataset && m == method)
    }
}

/// More holes than this are counted, not named.
const NAMED: usize = 5;

/// Where to set the policy.
const WHERE: &str = "--missing, or missing in [analysis]";

/// Applies a policy. What is left has no hole, unless missing results are to be ranked worst.
pub fn apply(results: &mut Results, policy: Missing) -> Result<Handled, Refused> {
    let given = results.clone();
    let missing = given.hole_list();
    if policy == Missing::Error && missing.is_empty() && !given.holes.folds.is_empty() {
        let names = some_of(&given.holes.folds, NAMED);
        return refuse(
            format!("missing results: methods lack folds on {names}"),
            format!("add the folds, or choose another policy for missing results ({WHERE})"),
        );
    }
    if missing.is_empty() {
        return Ok(Handled::default());
    }
    let mut handled = Handled::default();
    match policy {
        Missing::Error => return Err(refusal(&given, &missing)),
        Missing::DropDataset => {
            // A method without any result would cost every dataset.
            let is_empty = |m: usize| given.cells.iter().all(|row| row[m].is_none());
            handled.methods = results.keep_methods(|method| !is_empty(method));
            handled.datasets = results.keep_datasets(|row| row.iter().all(Option::is_some));
        }
        Missing::DropMethod => {
            handled.datasets = results.keep_datasets(has_result);
            let cells = results.cells.clone();
            handled.methods = results.keep_methods(|m| cells.iter().all(|row| row[m].is_some()));
        }
        Missing::WorstRank => {
            handled.datasets = results.keep_datasets(has_result);
            handled.filled = names(results, &results.hole_list());
        }
        Missing::ConstantPredictor => {
            handled.datasets = results.keep_datasets(has_result);
            handled.filled = names(results, &results.hole_list());
            handled.constant = Some(fill(&given, results)?);
        }
    }
    // Positions have moved, and nothing after this asks for causes.
    results.holes = Holes::default();
    handled.notes = notes(&given, &missing, policy, &handled);
    Ok(handled)
}

/// Whether any method has a result on a dataset. One without costs every method, or ranks them all alike.
fn has_result(row: &[Option<Score>]) -> bool {
    row.iter().any(Option::is_some)
}

fn names(results: &Results, holes: &[Hole]) -> Vec<(String, String)> {
    let name = |&(d, m): &Hole| (results.datasets[d].clone(), results.methods[m].clone());
    holes.iter().map(name).collect()
}

/// Gives missing results the score of the constant predictor on their dataset, the rule of the AutoML benchmark
/// (P. Gijsbers et al., JMLR 25 (2024), no. 101). Returns its name.
fn fill(given: &Results, results: &mut Results) -> Result<String, Refused> {
    let Some(constant) = given.constant_predictor() else {
        return refuse(
            "missing results cannot be filled: no method is a constant predictor",
            "add [[method]] kind = \"majority\" (regression: \"mean\"; bags: \"simple-mi\" with base = \"majority\"), or in a table a method called constantpredictor",
        );
    };
    let name = given.methods[constant].clone();
    for (dataset, row) in results.datasets.iter().zip(&mut results.cells) {
        if row.iter().all(Option::is_some) {
            continue;
        }
        let Some(score) = row[constant].clone() else {
            let at = given.datasets.iter().position(|own| own == dataset).unwrap_or_default();
            return refuse(
                format!(
                    "missing results cannot be filled: the constant predictor itself has none, {}",
                    given.hole_words((at, constant))
                ),
                format!(
                    "run it there, add [[method]] kind = \"majority\", or choose another policy for missing results ({WHERE})"
                ),
            );
        };
        row.iter_mut().filter(|cell| cell.is_none()).for_each(|cell| *cell = Some(score.clone()));
    }
    Ok(name)
}

impl Results {
    /// The first few holes.
    fn holes_words(&self, holes: &[Hole]) -> String {
        let named: Vec<String> = holes.iter().map(|hole| self.hole_words(*hole)).collect();
        some_of(&named, NAMED)
    }

    /// Keeps some datasets and returns the names of the others.
    fn keep_datasets(&mut self, keep: impl Fn(&[Option<Score>]) -> bool) -> Vec<String> {
        let (mut datasets, mut cells, mut gone) = (Vec::new(), Vec::new(), Vec::new());
        for (name, row) in std::mem::take(&mut self.datasets).into_iter().zip(self.cells.drain(..))
        {
            if keep(&row) {
                datasets.push(name);
                cells.push(row);
            } else {
                gone.push(name);
            }
        }
        (self.datasets, self.cells) = (datasets, cells);
        gone
    }

    /// Keeps some methods and returns the names of the others.
    fn keep_methods(&mut self, keep: impl Fn(usize) -> bool) -> Vec<String> {
        let kept: Vec<bool> = (0..self.methods.len()).map(keep).collect();
        for row in &mut self.cells {
            let mut flags = kept.iter();
            row.retain(|_| flags.next() == Some(&true));
        }
        let methods = std::mem::take(&mut self.methods).into_iter().zip(kept);
        let (own, gone): (Vec<_>, Vec<_>) = methods.partition(|(_, kept)| *kept);
        self.methods = own.into_iter().map(|(name, _)| name).collect();
        gone.into_iter().map(|(name, _)| name).collect()
    }
}

/// What a reader must know of what was done.
fn notes(given: &Results, missing: &[Hole], policy: Missing, handled: &Handled) -> Vec<String> {
    let mut notes = Vec::new();
    let left_out = |name: &String| handled.methods.contains(name);
    let (k, n) = (given.methods.len(), given.datasets.len());
    let named = given.holes_words(missing);
    match policy {
        Missing::Error => {}
        Missing::DropDataset => {
            for name in &handled.methods {
                notes.push(format!("{name} is left out: it has no result on any dataset"));
            }
            let others: Vec<Hole> =
                missing.iter().copied().filter(|&(_, m)| !left_out(&given.methods[m])).collect();
            if !others.is_empty() {
                notes.push(format!(
                    "{} of {n} datasets left out because results are missing: {}",
                    handled.datasets.len(),
                    given.holes_words(&others)
                ));
                notes.extend(one_culprit(given, &others));
            }
        }
        Missing::DropMethod => notes.push(format!(
            "{} of {k} methods left out because results are missing: {named}",
            handled.methods.len()
        )),
        Missing::WorstRank => {
            notes.push(format!("missing results count as the worst of their dataset: {named}"));
        }
        Missing::ConstantPredictor => notes.push(format!(
            "missing results take the score of {} on their dataset: {named}",
            handled.constant.as_deref().unwrap_or("the constant predictor")
        )),
    }
    if policy != Missing::DropDataset && !handled.datasets.is_empty() {
        let named = some_of(&handled.datasets, NAMED);
        notes.push(format!("datasets left out because no method has a result there: {named}"));
    }
    notes
        .extend(lacking(given).into_iter().filter_map(|((d, m), _)| given.undefined_because(d, m)));
    notes
}

/// If all holes are of one method, what leaving it out would give.
fn one_culprit(given: &Results, holes: &[Hole]) -> Option<String> {
    let &(_, method) = holes.first()?;
    let others = given.methods.len() - 1;
    (others >= 2 && holes.iter().all(|hole| hole.1 == method)).then(|| {
        let name = &given.methods[method];
        format!("all of these are results of {name}; --missing drop-method compares the other {others} methods without it")
    })
}

/// The holes of methods that lack the probabilities which the metric needs, one per method, with the setting that gives some.
fn lacking(given: &Results) -> Vec<(Hole, Option<(&'static str, &'static str)>)> {
    let mut found: Vec<(Hole, Option<(&'static str, &'static str)>)> = Vec::new();
    for (&hole, cause) in &given.holes.causes {
        let Cause::NoProbabilities(setting) = *cause else { continue };
        if found.iter().all(|(known, _)| known.1 != hole.1) {
            found.push((hole, setting));
        }
    }
    found
}

/// What would complete the results: trials that can be run, and probabilities.
fn remedies(given: &Results) -> Vec<String> {
    let not_run = given.holes.causes.values().any(|cause| *cause == Cause::NotRun);
    let run = not_run.then(|| "run the trials that have not been run (tribunal run)".to_owned());
    let remedy = |((_, method), setting)| given.probabilities_remedy(method, setting);
    run.into_iter().chain(lacking(given).into_iter().map(remedy)).collect()
}

/// Nothing is done about holes: what is missing, and what could be done.
fn refusal(given: &Results, missing: &[Hole]) -> Refused {
    let culprit = one_culprit(given, missing).map_or(String::new(), |words| format!("; {words}"));
    let lacking: String = remedies(given).into_iter().map(|remedy| remedy + "; or ").collect();
    let policies: Vec<&str> =
        MISSING.iter().filter(|(_, own)| *own != Missing::Error).map(|(word, _)| *word).collect();
    Refused {
        problem: format!("missing results: {}", given.holes_words(missing)),
        remedy: format!(
            "{lacking}choose what to do about missing results ({WHERE}): {}{culprit}",
            listed(&policies).replace(" and ", " or ")
        ),
    }
}

/// Why a policy left too little, and what would leave enough; `None` where no result was missing.
pub fn too_little(given: &Results, policy: Missing, problem: &str) -> Option<Refused> {
    let missing = given.hole_list();
    if missing.is_empty() {
        return None;
    }
    let mut remedies = remedies(given);
    let mut enough = Vec::new();
    for (word, other) in MISSING.iter().filter(|(_, other)| *other != policy) {
        let mut left = given.clone();
        let (Ok(_), n, k) = (apply(&mut left, *other), left.datasets.len(), left.methods.len())
        else {
            continue;
        };
        if k >= 2 && n >= LEAST_DATASETS {
            let methods = count(k, "method", "methods");
            enough.push(format!("{word} leaves {methods} on {}", count(n, "dataset", "datasets")));
        }
    }
    if !enough.is_empty() {
        let named: Vec<&str> = enough.iter().map(String::as_str).collect();
        remedies.push(format!(
            "choose another policy for missing results ({WHERE}): {}",
            listed(&named)
        ));
    }
    if remedies.is_empty() {
        remedies.push("complete the results, or add datasets".into());
    }
    Some(Refused {
        problem: format!(
            "{problem} (policy {} for missing results: {})",
            word_of(MISSING, &policy),
            given.holes_words(&missing)
        ),
        remedy: remedies.join("; or "),
    })
}

#[cfg(test)]
mod tests;
