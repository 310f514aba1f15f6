//! A verdict as JUnit XML, which every CI server shows as a list of tests: one test a comparison. A regression is
//! a failure; what is missing, incomparable or inconclusive is an error; an inconclusive comparison that need not pass is
//! skipped.

use super::text::explain;
use super::verdict::{Comparison, Finding, Overall, Verdict};
use crate::escape::xml;

/// How a test ended.
enum Result {
    Passed,
    Failed,
    Broken,
    Skipped,
}

/// The XML.
pub fn junit(verdict: &Verdict) -> String {
    let suite = xml(&format!("tribunal check {}", verdict.experiment));
    let mut cases = String::new();
    let (mut tests, mut failures, mut errors, mut skipped) = (0, 0, 0, 0);
    let mut case = |class: &str, name: &str, result: &Result, kind: &str, message: &str| {
        let class = xml(&format!("{}.{class}", verdict.experiment));
        let (name, message) = (xml(name), xml(message));
        tests += 1;
        let inside = match result {
            Result::Passed => String::new(),
            Result::Failed => {
                failures += 1;
                format!("<failure type=\"{kind}\" message=\"{message}\"/>")
            }
            Result::Broken => {
                errors += 1;
                format!("<error type=\"{kind}\" message=\"{message}\"/>")
            }
            Result::Skipped => {
                skipped += 1;
                format!("<skipped message=\"{message}\"/>")
            }
        };
        cases.push_str(&match result {
            Result::Passed => {
                format!("    <testcase classname=\"{class}\" name=\"{name}\" time=\"0\">\n      <system-out>{message}</system-out>\n    </testcase>\n")
            }
            _ => format!("    <testcase classname=\"{class}\" name=\"{name}\" time=\"0\">\n      {inside}\n    </testcase>\n"),
        });
    };
    if verdict.overall == Overall::Incomparable {
        let message = verdict.problems.join("; ");
        case("baseline", "is comparable", &Result::Broken, "incomparable", &message);
    }
    for comparison in &verdict.comparisons {
        let result = match (comparison.finding, verdict.closes(comparison)) {
            (Finding::Pass, _) => Result::Passed,
            (Finding::Regressed, _) => Result::Failed,
            (_, false) => Result::Skipped,
            (_, true) => Result::Broken,
        };
        let kind = comparison.finding.name();
        case(&comparison.method, &case_name(comparison), &result, kind, &explain(comparison));
    }
    let (properties, said) = verdict.stale_words().map_or_else(Default::default, |words| {
        let property = "<property name=\"nothing_was_run\" value=\"true\"/>";
        let properties = format!("    <properties>\n      {property}\n    </properties>\n");
        (properties, format!("    <system-out>{}</system-out>\n", xml(words)))
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">\n  \
         <testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"0\">\n\
         {properties}{cases}{said}  </testsuite>\n</testsuites>\n"
    )
}

fn case_name(comparison: &Comparison) -> String {
    let place = comparison.dataset.as_deref().unwrap_or("mean over datasets");
    format!("{} on {place}", comparison.metric.name)
}
