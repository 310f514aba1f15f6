//! The harness: a process with little memory tries inputs one after the other, each written to a file first, so that
//! whatever ends the process (a panic, a full stack, memory that is refused, the watchdog) leaves the input behind. The
//! test that started it then makes the input smaller and says how to try it again. It knows no format.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tribunal::num::key::RngKey;

use super::mutate::{below, mutate};
use crate::support::project;

/// One reader under test.
pub struct Target {
    /// Its name, and that of its folder of starting inputs.
    pub name: &'static str,
    /// How often the short run tries it.
    pub runs: u64,
    /// Words of its format.
    pub dictionary: &'static [&'static str],
    /// Reads the input, which also stands in a file; tells what came out, or the message of the refusal. Panics if
    /// something that must hold does not.
    pub judge: fn(&[u8], &Path) -> Result<String, String>,
}

/// Address space of the process, in kilobytes: the program itself, its threads, and at most this much for one input.
const MEMORY: u64 = 2_000_000;
/// Seconds for one input. The slowest takes a small part of one.
const PATIENCE: u64 = 60;
/// Tries to make a failing input smaller.
const SHRINKS: usize = 300;
/// Inputs that gave new answers and are mutated further.
const MOST_KEPT: usize = 2_000;

fn setting(name: &str) -> Option<String> {
    std::env::var(format!("TRIBUNAL_FUZZ_{name}")).ok().filter(|value| !value.is_empty())
}

/// Tries every target, or the one that is asked for, or replays one input.
pub fn try_all(targets: &[Target]) {
    if let Some(replay) = setting("REPLAY") {
        let (name, file) = replay.split_once(':').expect("TRIBUNAL_FUZZ_REPLAY=target:file");
        let said = start(name, &[("INPUT", file)]).err();
        assert!(said.is_none(), "{file} still breaks {name}:\n{}", said.unwrap_or_default());
        return;
    }
    let asked = setting("TARGET");
    let chosen = targets.iter().filter(|t| asked.as_deref().is_none_or(|name| name == t.name));
    let failures: Vec<String> = chosen.filter_map(|target| try_target(target).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn try_target(target: &Target) -> Result<(), String> {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let folder = scratch.path().to_string_lossy().into_owned();
    let Err(said) = start(target.name, &[("FOLDER", &folder)]) else { return Ok(()) };
    let input = std::fs::read(scratch.path().join("input")).unwrap_or_default();
    let broken = |bytes: &[u8]| {
        let file = scratch.path().join("smaller");
        std::fs::write(&file, bytes).expect("a written input");
        start(target.name, &[("INPUT", &file.to_string_lossy())]).is_err()
    };
    let smaller = if broken(&input) { shrink(input.clone(), broken) } else { input };
    let name = format!("{}-{}", target.name, &blake3::hash(&smaller).to_hex()[..16]);
    let file = project().join("target/fuzz").join(name);
    std::fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
    std::fs::write(&file, &smaller).expect("a written input");
    let place = file.display();
    Err(format!(
        "an input of {} bytes breaks the reader `{}`; it is in {place}\ntry it again with\n  \
         TRIBUNAL_FUZZ_REPLAY={}:{place} cargo test --release fuzz -- --nocapture\n{said}",
        smaller.len(),
        target.name,
        target.name
    ))
}

/// Runs the worker; an error is what it said before it died.
fn start(target: &str, settings: &[(&str, &str)]) -> Result<(), String> {
    let this = std::env::current_exe().expect("this program");
    let arguments = ["fuzz::worker", "--exact", "--ignored", "--nocapture", "--test-threads=1"];
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit -v {MEMORY} && exec \"$0\" \"$@\"")).arg(&this);
        shell
    } else {
        Command::new(&this)
    };
    command.args(arguments).current_dir(project()).env("TRIBUNAL_FUZZ_WORK", target);
    command.env("NO_COLOR", "1").env_remove("TRIBUNAL_FUZZ_REPLAY").env("RAYON_NUM_THREADS", "1");
    for (name, value) in settings {
        command.env(format!("TRIBUNAL_FUZZ_{name}"), value);
    }
    let output = command.output().expect("the worker starts");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        let told = said(&output.stdout);
        told.lines().filter(|line| line.starts_with("fuzz ")).for_each(|line| println!("{line}"));
        return Ok(());
    }
    Err(format!("{}\n{}\n{}", output.status, said(&output.stdout), said(&output.stderr)))
}

/// Cuts pieces out as long as it stays broken.
fn shrink(mut input: Vec<u8>, broken: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let (mut size, mut tries) = (input.len() / 2, 0);
    while size > 0 {
        let mut at = 0;
        while at < input.len() && tries < SHRINKS {
            let without = [&input[..at], &input[(at + size).min(input.len())..]].concat();
            tries += 1;
            if broken(&without) {
                input = without;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    input
}

/// The worker: tries what it is told to, in this process.
pub fn work(targets: &[Target]) {
    let Some(name) = setting("WORK") else { return };
    let target = targets.iter().find(|t| t.name == name).expect("a target of that name");
    static TRIED: AtomicU64 = AtomicU64::new(0);
    std::thread::spawn(|| {
        let mut last = u64::MAX;
        loop {
            let tried = TRIED.load(Ordering::Relaxed);
            if tried == last {
                eprintln!("one input takes longer than {PATIENCE} seconds: an endless loop?");
                std::process::abort();
            }
            last = tried;
            std::thread::sleep(Duration::from_secs(PATIENCE));
        }
    });
    let try_one = |bytes: &[u8], folder: &Path| {
        TRIED.fetch_add(1, Ordering::Relaxed);
        let file = folder.join("input");
        std::fs::write(&file, bytes).expect("a written input");
        let answer = (target.judge)(bytes, &file);
        let message = answer.as_ref().unwrap_or_else(|refusal| refusal);
        assert!(answer.is_ok() || !message.trim().is_empty(), "a refusal that says nothing");
        let foul = message.chars().find(|&c| c.is_control() && !matches!(c, '\n' | '\t'));
        assert!(foul.is_none(), "{foul:?} would reach the terminal in: {}", message.escape_debug());
        shape(&answer)
    };
    if let Some(file) = setting("INPUT") {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let bytes = std::fs::read(&file).expect("the input");
        println!("\nfuzz {name} says {}", try_one(&bytes, scratch.path()));
        return;
    }
    let folder = PathBuf::from(setting("FOLDER").expect("a folder"));
    let mut kept = corpus(target.name);
    assert!(!kept.is_empty(), "no starting inputs in tests/fuzz/corpus/{name}");
    let mut shapes: BTreeSet<String> = kept.iter().map(|input| try_one(input, &folder)).collect();
    let seed = setting("SEED").map_or(2018, |text| text.parse().expect("a whole number"));
    let seconds = setting("SECONDS").map(|text| text.parse().expect("a whole number"));
    let (begun, key) = (Instant::now(), RngKey::root(seed).child(target.name, 0));
    let mut run = 0;
    while seconds.map_or(run < target.runs, |most| begun.elapsed() < Duration::from_secs(most)) {
        let mut rng = key.child("run", run).stream();
        let (one, other) = (below(&mut rng, kept.len()), below(&mut rng, kept.len()));
        let input = mutate(&mut rng, &kept[one], &kept[other], target.dictionary);
        // A new answer is what tells that something new was reached.
        if shapes.insert(try_one(&input, &folder)) && kept.len() < MOST_KEPT {
            kept.push(input);
        }
        run += 1;
    }
    let (took, answers) = (begun.elapsed().as_secs_f64(), shapes.len());
    println!("\nfuzz {name}: {run} inputs, {answers} different answers, {took:.1} s");
}

/// An answer without numbers and without what it quotes of the input.
fn shape(answer: &Result<String, String>) -> String {
    let (word, text) = match answer {
        Ok(text) => ("good ", text),
        Err(text) => ("bad ", text),
    };
    let pieces = text.split('`').step_by(2);
    let plain: String = pieces.flat_map(str::chars).filter(|c| !c.is_ascii_digit()).collect();
    word.chars().chain(plain.chars()).take(300).collect()
}

/// The starting inputs of a target, by name.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = project().join("tests/fuzz/corpus").join(target);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map(|entries| entries.filter_map(|e| Some(e.ok()?.path())).collect())
        .unwrap_or_default();
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a starting input")).collect()
}
