//! Trial identities: a hash of everything that can change an outcome, and of nothing else. Names, comments, the order of
//! tables in a spec or a time limit are not part of it; the content of the data, the version of the method, the
//! points of its grid, the protocol, the seed, the repeat and the fold are.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::outline::DatasetFacts;
use crate::data::prep::Recipe;
use crate::experiment::{
    Evaluate, Experiment, MethodSpec, Prequential, Protocol, ProtocolKind, Search,
};
use crate::num::hash::Canonical;
use crate::params::{ParamInfo, Params, Value};

/// Raised whenever splitting, preprocessing, selection or scoring may give other numbers for the same spec.
pub const ENGINE_VERSION: u32 = 2;

/// 128 bits of BLAKE3, in hexadecimal wherever it is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrialId(u128);

impl TrialId {
    /// From 32 hexadecimal digits, as it is written; `None` for any other text.
    pub fn read(digits: &str) -> Option<TrialId> {
        let written = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        let whole = digits.len() == 32 && digits.bytes().all(written);
        u128::from_str_radix(digits, 16).ok().filter(|_| whole).map(TrialId)
    }
}

impl fmt::Display for TrialId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for TrialId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TrialId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TrialId, D::Error> {
        struct Digits;
        impl Visitor<'_> for Digits {
            type Value = TrialId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("32 hexadecimal digits")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<TrialId, E> {
                TrialId::read(text).ok_or_else(|| E::custom("not the identity of a trial"))
            }
        }
        deserializer.deserialize_str(Digits)
    }
}

/// What an identity is made of, part by part, so that a difference can be explained.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Identity {
    /// Hash of the dataset's content.
    pub data: String,
    /// Kind of the method.
    pub kind: String,
    /// Version of the method.
    pub version: u32,
    /// Hash of the grid's points.
    pub parameters: String,
    /// Hash of the protocol, as far as it concerns this method.
    pub protocol: String,
    /// The experiment's seed.
    pub seed: u64,
    /// [`ENGINE_VERSION`].
    pub engine: u32,
    /// Hash of what the method is made of beside its version, if it is a program or was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
}

impl Identity {
    /// The identity of all trials of a method on a dataset in a repeat.
    pub fn new(
        experiment: &Experiment,
        dataset: usize,
        (facts, repeat): (&DatasetFacts, usize),
        method: &MethodSpec,
    ) -> Identity {
        let info = method.method.info();
        let recipe = experiment.recipe(dataset);
        Identity {
            data: facts.content.clone(),
            kind: info.kind.to_owned(),
            version: info.version,
            parameters: hash_grid(&method.declared(), &method.grid),
            protocol: hash_protocol(experiment, recipe, (facts, repeat), method),
            seed: experiment.seed,
            engine: ENGINE_VERSION,
            fingerprint: method.method.fingerprint().map(str::to_owned),
        }
    }

    /// The identity of one trial.
    pub fn trial(&self, repeat: usize, fold: usize) -> TrialId {
        let mut hasher = Canonical::new("tribunal 2026 trial v1");
        hasher.text(&self.data).text(&self.kind).number(u64::from(self.version));
        hasher.text(&self.parameters).text(&self.protocol).number(self.seed);
        hasher.number(u64::from(self.engine)).number(repeat as u64).number(fold as u64);
        if let Some(fingerprint) = &self.fingerprint {
            hasher.text(fingerprint);
        }
        TrialId(hasher.bits())
    }
}

/// A parameter that was added to its kind later is hashed only where it differs from its default.
fn hash_grid(declared: &[ParamInfo], grid: &[Params]) -> String {
    let mut hasher = Canonical::new("tribunal 2026 grid v1");
    for point in grid {
        hasher.text("point");
        for (name, value) in ParamInfo::as_before(declared, point).iter() {
            hasher.text(name);
            match value {
                Value::Int(v) => hasher.text("int").number(*v as u64),
                Value::Real(v) => hasher.text("real").number(v.to_bits()),
                Value::Text(v) => hasher.text("text").text(v),
                Value::Flag(v) => hasher.text("flag").number(u64::from(*v)),
                Value::List(v) => {
                    hasher.text("list").number(v.iter().count() as u64);
                    for name in v.iter() {
                        hasher.text(name);
                    }
                    &mut hasher
                }
            };
        }
    }
    hasher.digits(32)
}

/// The protocol as far as it concerns a method on a dataset. What was added later is hashed under a name of its own, and
/// only where it differs from what was done before, so that older trials keep their identities.
fn hash_protocol(
    experiment: &Experiment,
    recipe: Recipe,
    (facts, repeat): (&DatasetFacts, usize),
    method: &MethodSpec,
) -> String {
    let conditions = &experiment.conditions;
    let mut hasher = Canonical::new("tribunal 2026 protocol v1");
    match &experiment.protocol {
        Protocol::Prequential(stream) => {
            hasher.text("prequential").text(stream.evaluate.name());
            // One by one, chunks are only how the data is read.
            let chunk = match stream.evaluate {
                Evaluate::Chunks => stream.chunk,
                Evaluate::TestThenTrain => Prequential::USUAL_CHUNK,
            };
            hasher.number(chunk as u64).number(stream.window as u64);
        }
        folds => {
            let stratified = folds.cross_validation().is_none_or(|folds| folds.outer.stratified);
            // Drawn folds follow from their number and the content; declared ones are what they are.
            let drawn = if facts.folds.is_some() { (0, true) } else { (folds.folds(), stratified) };
            hasher.number(drawn.0 as u64).number(u64::from(drawn.1));
        }
    }
    hasher.text(recipe.scale.name()).text(recipe.nominal.name());
    hasher.text(conditions.scale_scope.name());
    hasher.text(match &experiment.protocol {
        // Imported trials have the word that they were given first.
        Protocol::Imported(_) => ProtocolKind::Nested.name(),
        other => other.name(),
    });
    if !conditions.convert {
        hasher.text("nothing is converted");
    }
    if method.grid.len() > 1 {
        hasher.text(conditions.select.name);
        if method.search != Search::Grid {
            hasher.text(method.search.name());
        }
        if let Some(folds) = experiment.protocol.cross_validation()
            && folds.kind == ProtocolKind::Nested
        {
            let drawn = (folds.inner.folds, folds.inner.stratified);
            // Declared inner folds are what they are.
            let are_declared = facts.folds.as_ref().is_some_and(|folds| folds.inner);
            let (count, stratified) = if are_declared { (0, true) } else { drawn };
            hasher.number(count as u64).number(u64::from(stratified));
        }
    }
    if let Some(folds) = &facts.folds {
        hasher.text("declared folds").text(folds.assignment_of(repeat));
    }
    for base in method.method.info().bases {
        hasher.text("base").text(base.kind).number(u64::from(base.version));
    }
    for step in &method.prepare {
        let info = step.info();
        hasher.text("step").text(info.name).number(u64::from(info.version));
        hasher.text(method.prepare_scope.name());
    }
    hasher.digits(32)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::params::NameList;

    #[test]
    fn an_identity_is_written_as_it_is_read_and_nothing_else_is_one() {
        let text = "\"00fa86a6820b8a19db93c281608fc9fc\"";
        let id: TrialId = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&id).unwrap(), text);
        for wrong in
            ["", "+0fa86a6820b8a19db93c281608fc9fc", "00FA86A6820B8A19DB93C281608FC9FC", "0"]
        {
            assert_eq!(TrialId::read(wrong), None, "{wrong}");
        }
    }

    fn point(values: &[(&'static str, Value)]) -> Params {
        Params::new(values.iter().map(|(name, value)| ((*name).into(), value.clone())).collect())
    }

    /// Stored trials of every user have these bytes in their identities.
    #[test]
    fn the_hash_of_a_grid_never_changes() {
        let all = |k: i64| {
            point(&[
                ("k", Value::Int(k)),
                ("c", Value::Real(0.1)),
                ("w", Value::Text("1/d".into())),
                ("f", Value::Flag(false)),
            ])
        };
        let of = |value: Value| hash_grid(&[], &[point(&[("p", value)])]);
        let found = [
            of(Value::Int(-3)),
            of(Value::Real(0.25)),
            of(Value::Text("uniform".into())),
            of(Value::Flag(true)),
            hash_grid(&[], &[all(1), all(i64::MIN)]),
            hash_grid(&[], &[]),
        ];
        let stored = [
            "0b7f043ad2608a909c9dbcb91efb997f",
            "32df3f5cf216a2abd078e2a0bcd4de2a",
            "1f0eb196e233280d9dfdfae70ded9695",
            "0c976d97b385de3cdede0bd1ce5f6baf",
            "db449dbb6e9f8155c1b7bbb52270897f",
            "2ef5de31c010e5c90e2f83c8205cedab",
        ];
        assert_eq!(found, stored);
    }

    #[test]
    fn lists_of_names_are_hashed_name_by_name() {
        let of = |names: &'static [&'static str]| {
            hash_grid(&[], &[point(&[("p", Value::List(NameList::declared(names)))])])
        };
        assert_eq!(of(&["a", "b"]), "b1ed39012958a95a1a7848bad8a70c26");
        let text = hash_grid(&[], &[point(&[("p", Value::Text("[a,b]".into()))])]);
        let lists = [of(&["a", "b"]), of(&["b", "a"]), of(&["a,b"]), of(&["a"]), of(&[]), text];
        assert_eq!(lists.iter().collect::<BTreeSet<_>>().len(), lists.len());
    }
}
