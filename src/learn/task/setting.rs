//! Settings: what methods are written for. A method is found by its kind and the setting of the experiment, so the same word
//! may name one implementation per setting.

use crate::data::TaskKind;

/// What methods are written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Setting {
    /// Classes of rows, judged on folds.
    Classification,
    /// Numbers of rows, judged on folds.
    Regression,
    /// Classes of bags of rows, judged on folds.
    Bags,
    /// Classes of rows that arrive in order, each predicted before it is learned from.
    Stream,
}

impl Setting {
    /// Every setting, in documentation order.
    pub const ALL: [Setting; 4] =
        [Setting::Classification, Setting::Regression, Setting::Bags, Setting::Stream];

    /// The setting of a dataset that is judged on folds.
    pub fn of_folds(task: TaskKind) -> Setting {
        match task {
            TaskKind::Classification | TaskKind::Stream => Setting::Classification,
            TaskKind::Regression | TaskKind::MultiTarget => Setting::Regression,
            TaskKind::MultiInstance => Setting::Bags,
        }
    }

    /// Whether classes are predicted.
    pub fn has_classes(self) -> bool {
        match self {
            Setting::Classification | Setting::Bags | Setting::Stream => true,
            Setting::Regression => false,
        }
    }

    /// The word in lists and documentation.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Classification => "classification",
            Setting::Regression => "regression",
            Setting::Bags => "bags",
            Setting::Stream => "stream",
        }
    }

    /// What its datasets hold, in words.
    pub fn holds(self) -> &'static str {
        match self {
            Setting::Classification => "classes of rows",
            Setting::Regression => "numbers to predict",
            Setting::Bags => "classes of bags",
            Setting::Stream => "a stream of classes",
        }
    }

    /// The same, in the words that matter against another setting.
    pub fn holds_unlike(self, other: Setting) -> &'static str {
        let of_classes_alone = self.has_classes() && !other.has_classes();
        if of_classes_alone && self != Setting::Stream { "classes" } else { self.holds() }
    }

    /// What its methods do, in words.
    pub fn methods_do(self) -> &'static str {
        match self {
            Setting::Classification => "predicts classes of rows",
            Setting::Regression => "predicts numbers",
            Setting::Bags => "learns from bags",
            Setting::Stream => "learns from a stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The compiler asks for a place for a new setting, and this for its place in the list.
    #[test]
    fn every_setting_is_listed_once() {
        let place = |setting: &Setting| match setting {
            Setting::Classification => 0,
            Setting::Regression => 1,
            Setting::Bags => 2,
            Setting::Stream => 3,
        };
        assert_eq!(Setting::ALL.iter().map(place).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    #[test]
    fn words_say_what_differs() {
        let (rows, numbers) = (Setting::Classification, Setting::Regression);
        assert_eq!(rows.holds_unlike(numbers), "classes");
        assert_eq!(Setting::Bags.holds_unlike(rows), "classes of bags");
        assert_eq!(Setting::Stream.holds_unlike(numbers), "a stream of classes");
        assert_eq!(numbers.holds_unlike(rows), "numbers to predict");
    }
}
