//! Results that were made elsewhere and imported. Such a method has outcomes and a declaration; it cannot be run.

use super::method::{Declared, MethodInfo};

/// A method of which only results are known.
pub struct Imported {
    /// Hash of everything that was imported of it.
    pub fingerprint: String,
}

impl Imported {
    /// The word in specs of imported runs.
    pub const KIND: &'static str = "imported";
}

static INFO: MethodInfo = MethodInfo {
    kind: Imported::KIND,
    summary: "results that were made elsewhere",
    reference: "the files that were imported",
    ..MethodInfo::PLAIN
};

impl Declared for Imported {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn fingerprint(&self) -> Option<&str> {
        Some(&self.fingerprint)
    }
}
