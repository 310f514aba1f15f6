//! Methods of any task in one type. Experiments hold these; only a bench goes back to a method of its own task.

use std::ops::Deref;

use super::command::Program;
use super::imported::Imported;
use super::incremental::Incremental;
use super::method::{Contestant, Declared, Method};
use super::task::{Classify, ClassifyBags, Regress, Setting, Task};

/// A method of any task.
#[derive(Clone, Copy)]
pub enum AnyMethod {
    /// Predicts classes of rows.
    Classify(&'static dyn Method<Classify>),
    /// Predicts numbers.
    Regress(&'static dyn Method<Regress>),
    /// Predicts classes of bags.
    Bags(&'static dyn Method<ClassifyBags>),
    /// Learns from a stream.
    Stream(&'static dyn Incremental<Classify>),
    /// Is a program, of whatever setting.
    Program(&'static Program),
    /// Has results and cannot be run.
    Imported(&'static Imported),
}

impl AnyMethod {
    /// The setting it is written for; `None` if it goes with any.
    pub fn setting(&self) -> Option<Setting> {
        match self {
            AnyMethod::Classify(_) => Some(Setting::Classification),
            AnyMethod::Regress(_) => Some(Setting::Regression),
            AnyMethod::Bags(_) => Some(Setting::Bags),
            AnyMethod::Stream(_) => Some(Setting::Stream),
            AnyMethod::Program(_) | AnyMethod::Imported(_) => None,
        }
    }
}

impl Deref for AnyMethod {
    type Target = dyn Declared;

    fn deref(&self) -> &(dyn Declared + 'static) {
        match *self {
            AnyMethod::Classify(method) => method,
            AnyMethod::Regress(method) => method,
            AnyMethod::Bags(method) => method,
            AnyMethod::Stream(method) => method,
            AnyMethod::Program(program) => program,
            AnyMethod::Imported(imported) => imported,
        }
    }
}

/// A task whose methods can be looked up.
pub trait Trained: Task {
    /// Makes a method of this task one of any task.
    fn erase(method: &'static dyn Method<Self>) -> AnyMethod;

    /// The method of this task, if it is one that fits models.
    fn method(any: AnyMethod) -> Option<&'static dyn Method<Self>>;

    /// What takes part in trials of this task.
    fn contestant(any: AnyMethod) -> Option<&'static dyn Contestant<Self>>;
}

macro_rules! trained {
    ($task:ty, $variant:ident) => {
        impl Trained for $task {
            fn erase(method: &'static dyn Method<$task>) -> AnyMethod {
                AnyMethod::$variant(method)
            }

            fn method(any: AnyMethod) -> Option<&'static dyn Method<$task>> {
                match any {
                    AnyMethod::$variant(method) => Some(method),
                    _ => None,
                }
            }

            fn contestant(any: AnyMethod) -> Option<&'static dyn Contestant<$task>> {
                match any {
                    AnyMethod::$variant(method) => Some(method),
                    AnyMethod::Program(program) => Some(program),
                    _ => None,
                }
            }
        }
    };
}

trained!(Classify, Classify);
trained!(Regress, Regress);
trained!(ClassifyBags, Bags);

/// A task whose methods can learn from streams.
pub trait Streamed: Trained {
    /// Makes a method that learns from streams one of any task.
    fn erase_stream(method: &'static dyn Incremental<Self>) -> AnyMethod;

    /// The method of this task that learns from streams, if it is one.
    fn incremental(any: AnyMethod) -> Option<&'static dyn Incremental<Self>>;
}

impl Streamed for Classify {
    fn erase_stream(method: &'static dyn Incremental<Classify>) -> AnyMethod {
        AnyMethod::Stream(method)
    }

    fn incremental(any: AnyMethod) -> Option<&'static dyn Incremental<Classify>> {
        match any {
            AnyMethod::Stream(method) => Some(method),
            _ => None,
        }
    }
}

/// A method that builds on another one, of its own task or of another.
pub trait Over: Sync {
    /// The setting in which its base is looked up.
    fn base_setting(&self) -> Setting;

    /// Itself over a base, or why the base will not do. Its parameters are its own and those of the base, named `base-...`.
    fn over(&self, base: AnyMethod) -> Result<AnyMethod, String>;
}
