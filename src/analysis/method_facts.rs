//! What is known of a method of the experiment: its kind with its parts, and the values that its parameters take.

use crate::experiment::{MethodSpec, PartVersion};
use crate::learn::{Registry, Setting, VERSIONS_OF_A_BASE};
use crate::params::Value;
use crate::words::listed;

/// A method of the experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodFacts {
    /// Its name in tables.
    pub name: String,
    /// Its kind.
    pub kind: &'static str,
    /// Version of the kind.
    pub version: u32,
    /// What is done to the columns before a fit, in order.
    pub steps: Vec<PartVersion>,
    /// The methods it builds on, the outer one first.
    pub bases: Vec<PartVersion>,
    /// Where it is described.
    pub reference: &'static str,
    /// Grid points.
    pub points: usize,
    /// Every parameter with the values it takes in the grid, in words.
    pub parameters: Vec<(String, String)>,
}

impl MethodFacts {
    /// What is known of a method of an experiment.
    pub fn new(spec: &MethodSpec) -> MethodFacts {
        let info = spec.method.info();
        let mut parameters: Vec<(String, Vec<&Value>)> = Vec::new();
        for (name, value) in spec.grid.iter().flat_map(|point| point.iter()) {
            match parameters.iter_mut().find(|(known, _)| known == name) {
                Some((_, values)) if values.contains(&value) => {}
                Some((_, values)) => values.push(value),
                None => parameters.push((name.to_owned(), vec![value])),
            }
        }
        let in_words = |(name, values): (String, Vec<&Value>)| {
            let words: Vec<String> = values.iter().map(ToString::to_string).collect();
            (name, words.join(", "))
        };
        MethodFacts {
            name: spec.name.clone(),
            kind: info.kind,
            version: info.version,
            steps: spec.steps(),
            bases: spec.bases(),
            reference: info.reference,
            points: spec.grid.len(),
            parameters: parameters.into_iter().map(in_words).collect(),
        }
    }

    /// The kind with its parts and their versions: `bagging over knn (versions 1 and 2) after fisher (version 1)`.
    pub fn kind_words(&self) -> String {
        let nest = self.nest();
        let versions: Vec<String> = nest.iter().map(|part| part.version.to_string()).collect();
        let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
        let word = if versions.len() == 1 { "version" } else { "versions" };
        let names: Vec<String> = nest.into_iter().map(|part| part.name).collect();
        let mut words = format!("{} ({word} {})", names.join(" over "), listed(&versions));
        if !self.steps.is_empty() {
            let one = |part: &PartVersion| format!("{} (version {})", part.name, part.version);
            let steps: Vec<String> = self.steps.iter().map(one).collect();
            words.push_str(&format!(" after {}", steps.join(", ")));
        }
        words
    }

    /// The method and those it builds on, the outer one first, each with its own name and version.
    fn nest(&self) -> Vec<PartVersion> {
        let whole = PartVersion { name: self.kind.to_owned(), version: self.version };
        let all: Vec<&PartVersion> = std::iter::once(&whole).chain(&self.bases).collect();
        let mut nest = Vec::new();
        for (place, part) in all.iter().enumerate() {
            let Some(base) = all.get(place + 1) else {
                nest.extend(apart(part, &Registry::standard()));
                break;
            };
            let own = part.name.strip_suffix(&format!("-over-{}", base.name));
            let name = own.unwrap_or(&part.name).to_owned();
            nest.push(PartVersion { name, version: part.version });
        }
        nest
    }
}

/// A method whose version stands for its base, too, as itself and its base; any other as it is. The base may be one of that
/// kind again, so that only its own version says what is left for the whole.
fn apart(whole: &PartVersion, registry: &Registry) -> Vec<PartVersion> {
    let find = |kind: &str| registry.find(kind, Setting::Classification);
    let is_sum = whole.version > VERSIONS_OF_A_BASE;
    let (own, base) = match whole.name.split_once("-over-") {
        Some((own, kind)) if is_sum => {
            let version = find(kind).map(|entry| entry.method.info().version);
            (own, version.map(|version| PartVersion { name: kind.to_owned(), version }))
        }
        None if is_sum && find(&whole.name).is_some_and(|entry| entry.over.is_some()) => {
            let version = (whole.version - 1) % VERSIONS_OF_A_BASE + 1;
            (&*whole.name, Some(PartVersion { name: "its default base".to_owned(), version }))
        }
        _ => ("", None),
    };
    let rest = base.as_ref().and_then(|base| whole.version.checked_sub(base.version));
    match (base, rest) {
        (Some(base), Some(rest)) if rest > 0 && rest % VERSIONS_OF_A_BASE == 0 => {
            let own = PartVersion { name: own.to_owned(), version: rest / VERSIONS_OF_A_BASE };
            std::iter::once(own).chain(apart(&base, registry)).collect()
        }
        _ => vec![whole.clone()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_a_nest_are_shown_apart() {
        let part = |name: &str, version: u32| PartVersion { name: name.to_owned(), version };
        let words = |kind: &'static str, version: u32, bases: Vec<PartVersion>| {
            let facts = MethodFacts {
                name: "own".into(),
                kind,
                version,
                steps: vec![part("fisher", 1)],
                bases,
                reference: "",
                points: 1,
                parameters: Vec::new(),
            };
            let words = facts.kind_words();
            words.strip_suffix(" after fisher (version 1)").expect("the step").to_owned()
        };
        let registry = Registry::standard();
        let version = |kind: &str| {
            registry.find(kind, Setting::Classification).expect("a method").method.info().version
        };
        let (knn, boosted) = (version("knn"), version("adaboost"));
        assert!(knn < 1000 && boosted > 1000);
        assert_eq!(words("knn", knn, Vec::new()), format!("knn (version {knn})"));
        let over = format!("bagging over knn (versions 2 and {knn})");
        assert_eq!(words("bagging-over-knn", 2000 + knn, Vec::new()), over);
        let inner = vec![part("bagging-over-knn", 1000 + knn)];
        let over = format!("bagging over bagging over knn (versions 3, 1 and {knn})");
        assert_eq!(words("bagging-over-bagging-over-knn", 3, inner), over);
        let bags = words("simple-mi", 1, vec![part("j48", 4)]);
        assert_eq!(bags, "simple-mi over j48 (versions 1 and 4)");
        // The base is over a base itself: 2001 is not version 2 over version 1.
        assert_eq!(boosted, 1001);
        assert_eq!(
            words("bagging-over-adaboost", 2001, Vec::new()),
            "bagging over adaboost over its default base (versions 1, 1 and 1)"
        );
        // What is not known is shown as it is.
        let unknown = words("mine-over-yours", 1001, Vec::new());
        assert_eq!(unknown, "mine-over-yours (version 1001)");
        assert_eq!(words("dated", 20_261_118, Vec::new()), "dated (version 20261118)");
    }
}
