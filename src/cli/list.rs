//! `tribunal list methods|steps|datasets|metrics|tests|layouts|figures`.

use serde_json::{Value, json};

use super::arguments::{ListOptions, Listed};
use super::context::catalog;
use super::exit::{Exit, Refusal, print};
use crate::analysis::registry::{self, Test};
use crate::choices;
use crate::data::catalog::Catalog;
use crate::data::prep::STEPS;
use crate::learn::command::Program;
use crate::learn::{MethodInfo, Registry, Setting};
use crate::measure::MetricInfo;
use crate::metrics;
use crate::params::ParamInfo;
use crate::report::settings::{FIGURES, LAYOUTS};

pub fn list(options: &ListOptions) -> Result<Exit, Refusal> {
    let (text, json) = match options.what {
        Listed::Methods => methods(),
        Listed::Steps => steps(),
        Listed::Metrics => all_metrics(),
        Listed::Tests => tests(),
        Listed::Layouts => words(LAYOUTS),
        Listed::Figures => words(FIGURES),
        Listed::Datasets => datasets(&catalog(&options.data, None)?),
    };
    if options.json {
        print(&format!("{}\n", serde_json::to_string_pretty(&json)?));
    } else {
        print(&text);
    }
    Ok(Exit::Done)
}

/// Words of a report with what they are.
fn words<T>(list: choices::Listed<T>) -> (String, Value) {
    let width = list.iter().map(|(word, ..)| word.len()).max().unwrap_or(0);
    let text = list.iter().map(|(word, _, about)| format!("{word:width$}  {about}\n")).collect();
    let json =
        list.iter().map(|(word, _, about)| json!({ "name": word, "about": about })).collect();
    (text, json)
}

fn methods() -> (String, Value) {
    let registry = Registry::standard();
    let of = |setting: Setting| registry.of(setting).map(move |e| (setting, e.method.info()));
    let infos: Vec<(Setting, &MethodInfo)> = Setting::ALL.into_iter().flat_map(of).collect();
    let mut text = String::new();
    for setting in Setting::ALL {
        text.push_str(&format!("setting {} ({}):\n\n", setting.name(), setting.holds()));
        for (_, info) in infos.iter().filter(|(own, _)| *own == setting) {
            text.push_str(&format!(
                "{}  {}\n{}",
                info.kind,
                info.summary,
                param_lines(info.params)
            ));
        }
        text.push('\n');
    }
    let kind = Program::KIND;
    text.push_str(&format!(
        "{kind}  a program of any language, with parameters of its own (docs/command.md); not for streams\n"
    ));
    let json = infos
        .iter()
        .map(|(setting, info)| {
            json!({
                "kind": info.kind, "setting": setting.name(), "summary": info.summary, "reference": info.reference,
                "version": info.version, "params": params_json(info.params), "reads": info.input.name(), "weights": info.weights,
                "leaks": info.leaks, "by_processor": info.by_processor,
            })
        })
        .collect();
    (text, json)
}

/// What `prepare` may list.
fn steps() -> (String, Value) {
    let infos = || STEPS.iter().map(|step| step.info());
    let text = infos()
        .map(|info| format!("{}  {}\n{}", info.name, info.summary, param_lines(info.params)))
        .collect();
    let json = infos()
        .map(|info| {
            json!({
                "name": info.name, "summary": info.summary, "reference": info.reference,
                "version": info.version, "params": params_json(info.params),
                "needs_classes": info.needs_classes,
            })
        })
        .collect();
    (text, json)
}

/// One line per parameter.
fn param_lines(params: &[ParamInfo]) -> String {
    let line = |p: &ParamInfo| {
        let value = format!("    {} = {}", p.name, p.default);
        format!("{value:30} {} ({})\n", p.about, p.domain)
    };
    params.iter().map(line).collect()
}

fn params_json(params: &[ParamInfo]) -> Value {
    params
        .iter()
        .map(|p| {
            json!({ "name": p.name, "about": p.about, "default": p.default, "takes": p.domain.to_string() })
        })
        .collect()
}

fn all_metrics() -> (String, Value) {
    let registry = Registry::standard();
    let all = metrics::all(&registry);
    let width = |text: fn(&MetricInfo) -> usize| all.iter().map(|i| text(i)).max().unwrap_or(0);
    let (names, titles) = (width(|i| i.name.len()), width(|i| i.title.len()));
    let ranges = width(|i| i.range_words().len());
    let line = |info: &&MetricInfo| {
        let MetricInfo { name, title, about, .. } = info;
        let (better, range) = (info.direction.name(), info.range_words());
        let settings = settings_of(info, &registry).join(", ");
        format!(
            "{name:names$}  {title:titles$}  {better:6} is better  {range:ranges$}  {about} [{settings}]\n"
        )
    };
    let text = all.iter().map(line).collect();
    let json = all.iter().map(|info| metric_json(info, &registry)).collect();
    (text, json)
}

/// A metric for programs; a range without a limit has none there.
fn metric_json(info: &MetricInfo, registry: &Registry) -> Value {
    let limit = |value: f64| value.is_finite().then_some(value);
    json!({
        "name": info.name, "title": info.title, "better": info.direction.name(), "about": info.about,
        "range": [limit(info.range.0), limit(info.range.1)],
        "settings": settings_of(info, registry),
    })
}

/// The settings in which a table can show the metric.
fn settings_of(info: &MetricInfo, registry: &Registry) -> Vec<&'static str> {
    let has = |setting: &Setting| {
        metrics::measurable(*setting, registry).iter().any(|known| known.name == info.name)
    };
    Setting::ALL.into_iter().filter(has).map(Setting::name).collect()
}

fn tests() -> (String, Value) {
    let usual = |test: &Test| registry::DEFAULT.contains(test);
    let line = |test: &Test| {
        format!("{:18} {} {}\n", test.name, if usual(test) { "*" } else { " " }, test.question)
    };
    let text: String = registry::ALL.iter().map(line).collect();
    let json = registry::ALL.iter().map(|test| {
        json!({
            "name": test.name, "about": test.question, "usual": usual(test), "title": test.title,
            "scope": test.run.scope(), "needs": test.needs, "assumes": test.assumes, "sources": test.sources,
        })
    });
    (format!("{text}\n* done when nothing else is asked for\n"), json.collect())
}

fn datasets(catalog: &Catalog) -> (String, Value) {
    let mut text = format!(
        "{:22} {:15} {:>6} {:>9} {:>8} {:>8}\n",
        "name", "task", "rows", "features", "classes", "missing"
    );
    for e in &catalog.entries {
        let note = match catalog.absence(e) {
            Some(_) => "  not here: does not ship",
            None => "",
        };
        let classes = e.classes.map_or(String::new(), |c| c.to_string());
        text.push_str(&format!(
            "{:22} {:15} {:>6} {:>9} {:>8} {:>8}{note}\n",
            e.name, e.task, e.rows, e.features, classes, e.missing
        ));
    }
    let json = catalog
        .entries
        .iter()
        .map(|e| {
            json!({
                "name": e.name, "file": e.file, "task": e.task, "rows": e.rows,
                "features": e.features, "classes": e.classes, "missing": e.missing,
                "ships": e.ships, "here": catalog.absence(e).is_none(), "source": e.source, "licence": e.licence, "sha256": e.sha256, "used_in": e.used_in,
            })
        })
        .collect();
    (text, json)
}
