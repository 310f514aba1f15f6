//! Every key a spec may hold, declared once, in [`super::key_list`] and [`super::key_list_results`]. The check of a spec takes its suggestions from this list, and
//! `docs/spec.md` is generated from it, so neither can fall behind the other.

use super::key_list::RUN_KEYS;
use super::key_list_results::RESULT_KEYS;

/// A table of the spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// `[experiment]`
    Experiment,
    /// `[protocol]`
    Protocol,
    /// `outer = { ... }`
    Outer,
    /// `inner = { ... }`
    Inner,
    /// `[[dataset]]`
    Dataset,
    /// `generate = { ... }`
    Generate,
    /// `[[method]]`
    Method,
    /// `[analysis]`
    Analysis,
    /// `[report]`
    Report,
    /// `[reference]`
    Reference,
    /// `[gate]`
    Gate,
    /// `[gate.datasets]`
    GateDatasets,
    /// `[import]`
    Import,
}

impl Section {
    /// Every section, in documentation order.
    pub const ALL: [Section; 13] = [
        Section::Experiment,
        Section::Protocol,
        Section::Outer,
        Section::Inner,
        Section::Dataset,
        Section::Generate,
        Section::Method,
        Section::Analysis,
        Section::Report,
        Section::Reference,
        Section::Gate,
        Section::GateDatasets,
        Section::Import,
    ];

    /// How it is written.
    pub fn title(self) -> &'static str {
        match self {
            Section::Experiment => "[experiment]",
            Section::Protocol => "[protocol]",
            Section::Outer => "outer = { ... }",
            Section::Inner => "inner = { ... }",
            Section::Dataset => "[[dataset]]",
            Section::Generate => "generate = { ... }",
            Section::Method => "[[method]]",
            Section::Analysis => "[analysis]",
            Section::Report => "[report]",
            Section::Reference => "[reference]",
            Section::Gate => "[gate]",
            Section::GateDatasets => "[gate.datasets]",
            Section::Import => "[import]",
        }
    }
}

/// One key.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Where it stands.
    pub section: Section,
    /// The key.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What holds without it; `required` where nothing does.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

pub(super) const fn key(
    section: Section,
    name: &'static str,
    takes: &'static str,
    default: &'static str,
    about: &'static str,
) -> Key {
    Key { section, name, takes, default, about }
}

/// All keys, in documentation order.
pub fn all() -> impl Iterator<Item = &'static Key> {
    RUN_KEYS.iter().chain(RESULT_KEYS)
}

/// The keys of a section.
pub fn of(section: Section) -> impl Iterator<Item = &'static Key> {
    all().filter(move |k| k.section == section)
}

/// The reference of all keys, as Markdown.
pub fn documentation() -> String {
    let mut text = String::new();
    for section in Section::ALL {
        text.push_str(&format!("### `{}`\n\n", section.title()));
        text.push_str("| key | takes | default | meaning |\n|---|---|---|---|\n");
        for key in of(section) {
            let Key { name, takes, default, about, .. } = key;
            text.push_str(&format!("| `{name}` | {takes} | {default} | {about} |\n"));
        }
        text.push('\n');
    }
    text
}
