//! Words in names that say what numbers are: times and memory, spreads, and parts of the data. There is one list of each, and
//! all that reads names asks here. A word alone decides nothing about a column.

/// Words of times.
const TIMES: &[&str] = &[
    "time",
    "times",
    "timing",
    "elapsed",
    "duration",
    "seconds",
    "secs",
    "sec",
    "milliseconds",
    "ms",
];
/// Words of what else is spent.
const SPENT: &[&str] = &["latency", "memory", "memoryusage", "cpu"];
/// What takes time: next to `time`, or in one word with it (`fittime`). Other words that end so are names (`InceptionTime`).
const PHASES: &[&str] = &[
    "fit",
    "train",
    "training",
    "test",
    "testing",
    "predict",
    "prediction",
    "inference",
    "score",
    "scoring",
    "run",
    "wall",
    "cpu",
    "exec",
    "execution",
    "build",
    "elapsed",
    "search",
    "tuning",
    "total",
];
/// Units behind such a word: `time_s`, `runtime (min)`, `memory_mb`.
const UNITS: &[&str] =
    &["s", "sec", "secs", "seconds", "ms", "min", "minutes", "h", "hours", "mb", "gb", "usage"];
/// Words of standard deviations.
const DEVIATIONS: &[&str] = &["std", "stds", "sd", "sds", "stdev", "stdevs", "stddev", "stddevs"];
/// Words of other spreads.
const SPREADS: &[&str] = &["stderr", "se", "sem", "var", "variance", "ci"];
/// Words of parts of the data that are not the test part.
const NOT_TEST: &[&str] =
    &["train", "training", "val", "valid", "validation", "dev", "inner", "oob"];
/// Words of the test part.
const TEST: &[&str] = &["test", "testing", "holdout"];

/// Words that mean p-values and nothing else.
const P_VALUES: &[&str] = &[
    "pvalue",
    "pvalues",
    "pval",
    "pvals",
    "qvalue",
    "qvalues",
    "qval",
    "padj",
    "padjusted",
    "punadj",
    "praw",
    "pholm",
    "adjustedp",
    "adjustedpvalue",
    "wilcoxonp",
    "ttestp",
];
/// Words of tests and corrections around a `p`: `p (Wilcoxon)`.
const TESTS: &[&str] = &[
    "p",
    "wilcoxon",
    "ttest",
    "t",
    "test",
    "sign",
    "friedman",
    "nemenyi",
    "holm",
    "bonferroni",
    "adj",
    "adjusted",
    "unadj",
    "raw",
    "vs",
];

fn is(word: &str, known: &[&str]) -> bool {
    known.contains(&word)
}

/// Whether a word says that something is a time.
pub fn is_time_word(word: &str) -> bool {
    let phase = word.strip_suffix("times").or_else(|| word.strip_suffix("time"));
    let phase = phase.map(|phase| {
        let before = ["avg", "mean", "total"].iter().find_map(|before| phase.strip_prefix(before));
        before.unwrap_or(phase)
    });
    is(word, TIMES) || phase.is_some_and(|phase| phase.is_empty() || is(phase, PHASES))
}

/// Whether a word says that something is spent.
pub fn is_cost_word(word: &str) -> bool {
    is_time_word(word) || is(word, SPENT)
}

/// Whether a word is a unit of what is spent.
pub fn is_cost_unit(word: &str) -> bool {
    is(word, UNITS)
}

/// Whether a word belongs to the name of a cost: `fit`, `train` or `s` in `svm_fit_time` and `svm_train_time_s`.
pub fn goes_with_cost(word: &str) -> bool {
    is_cost_word(word) || is_cost_unit(word) || is(word, PHASES)
}

/// Whether words are the name of a time: `fit time`, `elapsed`, `runtime (min)`.
pub fn is_time(words: &[String]) -> bool {
    match words {
        [.., word, unit] if is_time_word(word) && is_cost_unit(unit) => true,
        [.., word] => is_time_word(word),
        [] => false,
    }
}

/// Whether a word stands for standard deviations.
pub fn is_deviation(word: &str) -> bool {
    is(word, DEVIATIONS)
}

/// Whether a word stands for spreads of any kind.
pub fn is_spread(word: &str) -> bool {
    is_deviation(word) || is(word, SPREADS)
}

/// Whether a word stands for a part of the data that is not the test part.
pub fn is_other_part(word: &str) -> bool {
    is(word, NOT_TEST)
}

/// Whether a word stands for the test part.
pub fn is_test_part(word: &str) -> bool {
    is(word, TEST)
}

/// Whether words are the name of p-values: `p`, `p-value vs svm`, `adj. p`, `p (Holm)`. A `p` alone may be anything else, too.
pub fn is_p_value(words: &[String]) -> bool {
    let is_value = |pair: &[String]| matches!(pair, [p, value] if matches!(p.as_str(), "p" | "q") && is(value, &["value", "values", "val", "vals"]));
    let of_test =
        || words.iter().any(|word| word == "p") && words.iter().all(|word| is(word, TESTS));
    words.iter().any(|word| is(word, P_VALUES)) || words.windows(2).any(is_value) || of_test()
}
