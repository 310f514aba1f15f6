//! The sources of what was done.

use crate::analysis::Judged;
use crate::analysis::registry::{ALL, DEMSAR, Run, Test, corrections, wilcoxon};
use crate::report::missing_words;

/// The sources of what was done, as BibTeX.
pub fn bibtex(judged: &Judged) -> String {
    let mut used: Vec<&str> = Vec::new();
    if let Ok(analysis) = &judged.over {
        used.push(DEMSAR);
        let deciding: [Test; 2] = [&corrections::SHAFFER, &corrections::HOLM];
        let rests_on = |test: &Test| {
            let named = usize::from(analysis.settings.control.is_some());
            let two = analysis.omnibus.answers_the_only_pair();
            if two { **test == wilcoxon::TEST } else { *test == deciding[named] }
        };
        // Two methods are compared by their own test; what is usual for more of them was not used.
        let two = analysis.omnibus.answers_the_only_pair() && analysis.settings.usual_tests();
        let unused = |test: &Test| two && matches!(test.run, Run::Overall(_) | Run::Correction(_));
        let done = |test: &Test| rests_on(test) || (analysis.has_done(test) && !unused(test));
        used.extend(ALL.iter().filter(|test| done(test)).flat_map(|test| test.sources));
        used.extend(analysis.handled.constant.as_ref().map(|_| missing_words::AUTOML_BENCHMARK));
    }
    for verdict in judged.on_datasets() {
        let pairs = verdict.pairs.first().map_or(&[][..], |pair| &pair.tests[..]);
        let tests = pairs.iter().map(|compared| compared.test);
        let tests = tests.chain(verdict.overall.iter().map(|(test, _)| *test));
        let undone = |test: &Test| verdict.undone.iter().any(|one| one.test == *test);
        used.extend(tests.filter(|test| !undone(test)).flat_map(|test| test.sources));
        used.extend(corrections::HOLM.sources.iter().filter(|_| verdict.pairs.len() > 1));
    }
    let mut once: Vec<&str> = Vec::new();
    for source in used {
        if !once.contains(&source) {
            once.push(source);
        }
    }
    once.join("\n\n")
}
