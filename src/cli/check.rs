//! `tribunal check SPEC|RUN --baseline FILE`, and `--save-baseline FILE`.

use std::path::{Path, PathBuf};

use super::arguments::{CheckOptions, SpecOptions};
use super::context::{Checked, check as check_spec, count, read_spec, within};
use super::exit::{Exit, Refusal, colour_on_stdout, output_lost, print, say};
use super::run::{cannot_write, interrupted, on_terminal, warn_of_damage};
use super::stored::{StoredRun, folder_of};
use crate::court::Session;
use crate::experiment::{Experiment, Protocol};
use crate::files;
use crate::files::io_reason;
use crate::gate::{
    Finding, NOTHING_RAN, Overall, Snapshot, Verdict, compare, incomparable, junit, markdown,
    problems, read_baseline, text, verdict_json, write_baseline,
};
use crate::plan::{Outline, Plan, Selection};
use crate::spec::is_name;
use crate::store::{History, replace_file, write_tables};

const HELP: &str = "if the change is meant, save a new baseline with --save-baseline";

pub fn check(options: &CheckOptions) -> Result<Exit, Refusal> {
    // What an earlier check wrote says nothing about this one, whatever becomes of it.
    if let Some(folder) = named_in(&options.spec) {
        remove(&folder).map_err(|e| cannot_write(&folder, &e))?;
    }
    if let Some(folder) = folder_of(&options.spec.spec) {
        return check_stored(folder, options);
    }
    let checked = check_spec(&options.spec)?;
    refuse_streams(&checked.spec.experiment)?;
    let folder = gate_folder(&options.spec, &checked.spec.experiment.name);
    let plan = checked.plan()?;
    if let Some(file) = &options.save_baseline {
        let Some(run) = snapshot(options, &checked, &plan)? else { return Ok(Exit::Interrupted) };
        return save(file, &run.snapshot);
    }
    let file = options.baseline.as_deref().unwrap_or(Path::new(""));
    let name = file.display().to_string();
    let settings = &checked.spec.gate;
    let outline = Snapshot::outline(&plan, settings, &checked.selection);
    // Nothing runs for a baseline that cannot be compared anyway.
    let comparable = read_baseline(file).map_err(|error| vec![error.to_string()]);
    let comparable = comparable.and_then(|baseline| {
        let problems = problems(&baseline, &outline);
        if problems.is_empty() { Ok(baseline) } else { Err(problems) }
    });
    let verdict = match comparable {
        Ok(baseline) => {
            let Some(now) = snapshot(options, &checked, &plan)? else {
                return Ok(Exit::Interrupted);
            };
            let verdict = compare(&name, &baseline, &now.snapshot, settings);
            Verdict { all_stored: Some(now.all_stored), ..verdict }
        }
        Err(problems) => incomparable(&name, problems, &outline, settings),
    };
    conclude(options, &verdict, &folder)
}

/// A stream gives one score per method: how much it varies by chance is unknown, so no drop can be judged.
fn refuse_streams(experiment: &Experiment) -> Result<(), Refusal> {
    match experiment.protocol {
        Protocol::Prequential(_) => Err(Refusal::usage(
            "a baseline needs folds, and a stream gives one score per method\nhelp: `tribunal verify SPEC --all` \
             compares every stored score with what a new run gives",
        )),
        Protocol::CrossValidation(_) | Protocol::Imported(_) => Ok(()),
    }
}

/// The same of a run that is stored: nothing runs, what its folder holds is compared.
fn check_stored(folder: &Path, options: &CheckOptions) -> Result<Exit, Refusal> {
    let run = StoredRun::read(folder, &options.spec.data)?;
    refuse_streams(&run.spec.experiment)?;
    let seed = options.spec.seed.unwrap_or(run.spec.experiment.seed);
    if seed != run.spec.experiment.seed {
        let text = "--seed cannot be changed for a run that is stored\nhelp: leave it out, or give the spec";
        return Err(Refusal::usage(text));
    }
    if options.effort.force {
        let text = "--force runs everything again, and a run that is stored cannot be run\nhelp: leave it out, or give the spec";
        return Err(Refusal::usage(text));
    }
    let verdicts = gate_folder(&options.spec, &run.spec.experiment.name);
    remove(&verdicts).map_err(|e| cannot_write(&verdicts, &e))?;
    let selection = Selection {
        datasets: options.spec.datasets.clone(),
        methods: options.spec.methods.clone(),
    };
    selection.check(&run.spec.experiment)?;
    let outline = Outline::new(&run.spec.experiment, run.datasets)?;
    let history = History::read(&run.results)?;
    warn_of_damage(&history, &run.results);
    let settings = &run.spec.gate;
    let now = Snapshot::stored(&outline, settings, &selection, &history, &run.results)?;
    if let Some(file) = &options.save_baseline {
        return save(file, &now);
    }
    let file = options.baseline.as_deref().unwrap_or(Path::new(""));
    let name = file.display().to_string();
    let verdict = match read_baseline(file) {
        Ok(baseline) => compare(&name, &baseline, &now, settings),
        Err(error) => incomparable(&name, vec![error.to_string()], &now, settings),
    };
    conclude(options, &verdict, &verdicts)
}

/// Writes and shows a verdict.
fn conclude(options: &CheckOptions, verdict: &Verdict, folder: &Path) -> Result<Exit, Refusal> {
    let exit = exit_of(verdict);
    let files = write(folder, verdict, exit).map_err(|e| cannot_write(folder, &e))?;
    show(options, verdict, exit)?;
    if exit == Exit::Done && output_lost() {
        // The program ends with another code than the files tell.
        remove(folder).map_err(|e| cannot_write(folder, &e))?;
    }
    if verdict.overall == Overall::Incomparable {
        for problem in &verdict.problems {
            say(&format!("error: {problem}"));
        }
        if !verdict.problems.iter().any(|p| p.contains("help:")) {
            say(&format!("help: {HELP}"));
        }
    }
    if !options.effort.quiet {
        say(&format!("verdict in {}", files.display()));
    }
    Ok(exit)
}

/// The code that goes with a verdict.
fn exit_of(verdict: &Verdict) -> Exit {
    match verdict.overall {
        _ if verdict.opens() => Exit::Done,
        Overall::Found(Finding::Regressed) => Exit::Regressed,
        Overall::Found(Finding::Incomplete) => Exit::Incomplete,
        Overall::Found(Finding::Inconclusive | Finding::Pass) => Exit::Inconclusive,
        Overall::Incomparable => Exit::Incomparable,
    }
}

/// Where the files of a check of this experiment are.
fn gate_folder(spec: &SpecOptions, experiment: &str) -> PathBuf {
    within(&spec.output, "reports", experiment).join("gate")
}

/// The same for a spec that may be full of mistakes, if it tells its name.
fn named_in(spec: &SpecOptions) -> Option<PathBuf> {
    let text = read_spec(&spec.spec).ok()?;
    let table = text.parse::<toml::Table>().ok()?;
    let name = table.get("experiment")?.get("name")?.as_str()?;
    is_name(name).then(|| gate_folder(spec, name))
}

/// Removes the files of a check.
fn remove(folder: &Path) -> std::io::Result<()> {
    if folder.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
        // Told when something is to be written there.
        return Ok(());
    }
    for file in [VERDICT, JUNIT, SUMMARY] {
        match std::fs::remove_file(folder.join(file)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// What the gate needs of a run.
struct Taken {
    snapshot: Snapshot,
    /// Whether nothing was run, because every trial was stored before.
    all_stored: bool,
}

/// Runs what is missing and takes what the gate needs; `None` if it was interrupted.
fn snapshot(
    options: &CheckOptions,
    checked: &Checked,
    plan: &Plan<'_>,
) -> Result<Option<Taken>, Refusal> {
    let Session { store, tally, .. } = on_terminal(&options.effort, checked, |run_options| {
        checked.case.run_into(plan, &checked.results, run_options)
    })?;
    let jobs = plan.jobs(&checked.selection);
    let selected: usize = jobs.iter().map(|job| job.trials.len()).sum();
    let old = selected - (tally.done + tally.failed + tally.skipped);
    let all_stored = selected > 0 && old == selected;
    if all_stored && !tally.interrupted {
        say(&format!("warning: {NOTHING_RAN}"));
    } else if old > 0 && !tally.interrupted {
        say(&format!(
            "note: stored before this check: {}; run with --force if the code of a method changed since",
            count(old, "trial")
        ));
    }
    if tally.interrupted {
        let history = store.history();
        let stored = plan.trials.iter().filter(|trial| history.is_settled(trial)).count();
        interrupted(stored, plan.trials.len(), &options.effort);
        return Ok(None);
    }
    write_tables(&store, plan)?;
    let history = store.history();
    let (gate, selection) = (&checked.spec.gate, &checked.selection);
    let snapshot = Snapshot::take(plan, gate, selection, &history, store.folder())?;
    Ok(Some(Taken { snapshot, all_stored }))
}

fn save(file: &Path, run: &Snapshot) -> Result<Exit, Refusal> {
    let broken = run.pairings.iter().filter_map(|p| Some((p, p.failure.as_ref()?)));
    for (pairing, reason) in broken {
        say(&format!("failed: {} on {}: {reason}", pairing.method, pairing.dataset));
    }
    if !run.is_complete() {
        say(
            "error: no baseline was saved, because trials failed; mend them, or leave them out with -d and -m",
        );
        return Ok(Exit::Incomplete);
    }
    let trials: usize = run.pairings.iter().map(|p| p.trials.len()).sum();
    if trials == 0 {
        let text = "error: nothing to save: every trial is skipped".to_owned();
        return Err(Refusal { exit: Exit::Nothing, text });
    }
    write_baseline(file, run).map_err(|error| {
        let (file, reason) = (file.display(), io_reason(&error));
        let text = format!("cannot write {file}: {reason}\nhelp: choose another place");
        let misplaced = error.kind() == std::io::ErrorKind::InvalidInput;
        if misplaced { Refusal::usage(text) } else { Refusal::internal(text) }
    })?;
    say(&format!("baseline of {} saved in {}", count(trials, "trial"), file.display()));
    Ok(Exit::Done)
}

const VERDICT: &str = "verdict.json";
const JUNIT: &str = "junit.xml";
const SUMMARY: &str = "summary.md";

/// Writes the verdict for programs, CI servers and people.
fn write(folder: &Path, verdict: &Verdict, exit: Exit) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder.parent().unwrap_or(folder))?;
    files::own_folder(folder)?;
    let mut json = serde_json::to_string_pretty(&verdict_json(verdict, exit as u8))?;
    json.push('\n');
    let written = replace_file(&folder.join(VERDICT), json.as_bytes())
        .and_then(|()| replace_file(&folder.join(JUNIT), junit(verdict).as_bytes()))
        .and_then(|()| replace_file(&folder.join(SUMMARY), markdown(verdict).as_bytes()));
    // All of them or none: half a verdict could tell another story than the exit code.
    if written.is_err() {
        remove(folder)?;
    }
    written.map(|()| folder.to_path_buf())
}

fn show(options: &CheckOptions, verdict: &Verdict, exit: Exit) -> Result<(), Refusal> {
    if options.json {
        let json = verdict_json(verdict, exit as u8);
        print(&format!("{}\n", serde_json::to_string_pretty(&json)?));
    } else if verdict.overall != Overall::Incomparable
        && (!options.effort.quiet || exit != Exit::Done)
    {
        print(&text(verdict, options.effort.verbose, colour_on_stdout()));
    }
    Ok(())
}
