//! The check of `[report]`.

use std::ops::Range;

use super::read_analysis::{choose, listed};
use super::reader::{Reader, Report, unknown_word};
use crate::choices::{Listed, choice, word, words};
use crate::diagnostic::Diagnostic;
use crate::experiment::MethodSpec;
use crate::report::settings::{
    BEST_RANK, FIGURES, FORMATS, GROUPS, LAYOUTS, LONG_TABLE, ReportSettings,
};
use crate::suggest;

/// The methods of the scatter plot and where they stand, for [`check_scatter`].
pub type Scatter = Vec<(String, Range<usize>)>;

/// What `[report]` says; without it, everything.
pub fn read_report(reader: Option<Reader<'_>>, report: &Report) -> (ReportSettings, Scatter) {
    let mut settings = ReportSettings::default();
    let Some(reader) = reader else { return (settings, Vec::new()) };
    chosen(&reader, "formats", "format", FORMATS, &mut settings.formats, report);
    chosen(&reader, "layouts", "layout", LAYOUTS, &mut settings.layouts, report);
    chosen(&reader, "figures", "figure", FIGURES, &mut settings.figures, report);
    settings.decimals = reader.whole("decimals", 0, 12).map(|d| d as usize);
    settings.spread = reader.flag("spread").unwrap_or(settings.spread);
    settings.siunitx = reader.flag("siunitx").unwrap_or(settings.siunitx);
    choose(&reader, "long-table", LONG_TABLE, &mut settings.long_table);
    choose(&reader, "best-rank", BEST_RANK, &mut settings.best_rank);
    choose(&reader, "groups", GROUPS, &mut settings.groups);
    settings.figure_notes = reader.flag("figure-notes").unwrap_or(settings.figure_notes);
    let scatter = reader.words("scatter").unwrap_or_default();
    let scatter: Scatter = scatter.into_iter().map(|(w, s)| (w.to_owned(), s)).collect();
    match scatter.as_slice() {
        [] => {}
        [(across, _), (up, _)] if across != up => {
            settings.scatter = Some((across.clone(), up.clone()));
        }
        [(_, span), ..] => {
            let mistake = Diagnostic::new("`scatter` takes two different methods", span.clone());
            report.add(mistake.help("write two names, like [\"kNN\", \"SVM\"]"));
        }
    }
    reader.finish();
    (settings, scatter)
}

fn chosen<T: Copy + PartialEq>(
    reader: &Reader<'_>,
    key: &'static str,
    what: &'static str,
    list: Listed<T>,
    into: &mut Vec<T>,
    report: &Report,
) {
    let name = |c: &T| word(list, c);
    if let Some(found) = listed(
        reader,
        (key, what),
        |w| choice(list, w),
        name,
        |word, span| unknown_word(what, word, span, &words(list)),
        report,
    ) {
        *into = found;
    }
}

/// The methods of the scatter plot must be among the experiment's.
pub fn check_scatter(scatter: Scatter, methods: &[MethodSpec], report: &Report) {
    let known: Vec<&str> = methods.iter().map(|method| method.name.as_str()).collect();
    for (name, span) in scatter {
        if !known.is_empty() && !known.contains(&name.as_str()) {
            let listed = format!("the methods are {}", known.join(", "));
            let mistake = Diagnostic::new(format!("no method is called `{name}`"), span);
            report.add(mistake.help(suggest::help(&name, &known, &listed)));
        }
    }
}
