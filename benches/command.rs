//! What a method pays for being a program: the time of a fit that learns nothing, asked of a worker, for 1,000 x 20 training
//! rows and 250 test rows. `cargo bench --bench command` prints the median of many fits for both encodings, for data that
//! the worker has and for data that are new, with workers in Rust (this very program) and in Python if it is there.

use std::io::{BufRead, Write};
use std::time::Instant;

use base64::Engine;
use ndarray::Array2;
use rand_chacha::rand_core::Rng;
use tribunal::data::Rows;
use tribunal::learn::command::{Exchange, Program, ProgramSettings, Workplace};
use tribunal::learn::{
    Classify, Contestant, FitContext, Input, Labels, NeverStop, Samples, Shared,
};
use tribunal::num::key::RngKey;
use tribunal::params::Params;

const ROWS: usize = 1000;
const TEST: usize = 250;
const WIDTH: usize = 20;

/// Reads everything into numbers, and answers class 0.
const PYTHON: &str = r#"
import array, base64, json, sys
packed = sys.argv[1] == "base64"
print(json.dumps({"tribunal": 1, "numbers": sys.argv[1]}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "data":
        rows = asked["test"]["rows"]
        if packed:
            train = array.array("d", base64.b64decode(asked["train"]["x"]))
            test = array.array("d", base64.b64decode(asked["test"]["x"]))
            labels = array.array("i", base64.b64decode(asked["train"]["y"]))
    elif asked["do"] == "fit":
        print("{}", flush=True)
    else:
        print(json.dumps({"labels": [0] * rows}), flush=True)
"#;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [role, encoding] = arguments.as_slice()
        && role == "worker"
    {
        return work(encoding);
    }
    let own = std::env::current_exe().expect("a path").to_string_lossy().into_owned();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("worker.py"), PYTHON).expect("a script");
    println!("median time of a fit that learns nothing, {ROWS} x {WIDTH} and {TEST} test rows");
    println!("{:<10} {:<8} {:>12} {:>12}", "worker", "numbers", "new data", "same data");
    for encoding in ["base64", "json"] {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
        let mut workers = vec![("Rust", words(&[&own, "worker", encoding]))];
        if std::process::Command::new("python3").arg("-V").output().is_ok() {
            workers.push(("Python", words(&["python3", "worker.py", encoding])));
        }
        for (language, command) in workers {
            let program = Program::new(ProgramSettings {
                command,
                folder: folder.path().to_path_buf(),
                environment: Vec::new(),
                exchange: Exchange::Worker,
                input: Input::Numbers,
                memory: None,
                wall_limit: 60.0,
                fingerprint: format!("{language} {encoding}"),
            });
            let (new, same) = (fits(&program, true), fits(&program, false));
            println!("{language:<10} {encoding:<8} {new:>9.3} ms {same:>9.3} ms");
        }
    }
}

/// Median milliseconds of a fit.
fn fits(program: &Program, new_data: bool) -> f64 {
    let workplace = Workplace::new(None);
    let shared = Shared::nothing();
    let context = FitContext {
        key: RngKey::root(1),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 28,
        place: Some(&workplace),
    };
    let mut random = RngKey::root(7).stream();
    let mut number = |_| f64::from(random.next_u32()) / f64::from(u32::MAX);
    let labels = Labels::new((0..ROWS).map(|row| (row % 2) as u32).collect(), 2);
    let test = Array2::from_shape_fn((TEST, WIDTH), &mut number);
    let mut train = Array2::from_shape_fn((ROWS, WIDTH), &mut number);
    let mut times = Vec::new();
    for round in 0..210 {
        if new_data {
            train[(0, 0)] = f64::from(round);
        }
        let samples: Samples<'_, Classify> =
            Samples::new(Rows::new(&train).expect("rows"), &labels).expect("samples");
        let started = Instant::now();
        let tested = program
            .test(&samples, Rows::new(&test).expect("rows"), &Params::default(), &context)
            .unwrap_or_else(|error| panic!("{error}"));
        // The first fits start the worker and warm it up.
        if round >= 10 {
            times.push(started.elapsed().as_secs_f64() * 1e3);
        }
        assert_eq!(tested.answers.labels.len(), TEST);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The worker in Rust.
fn work(encoding: &str) {
    let mut out = std::io::stdout();
    let mut say = |line: String| {
        let said = writeln!(out, "{line}").and_then(|()| out.flush());
        said.expect("someone listens");
    };
    say(format!(r#"{{"tribunal": 1, "numbers": "{encoding}"}}"#));
    let mut rows = 0;
    for line in std::io::stdin().lock().lines() {
        let asked: serde_json::Value =
            serde_json::from_str(&line.expect("a line")).expect("a message");
        match asked["do"].as_str() {
            Some("data") => {
                rows = asked["test"]["rows"].as_u64().expect("a number");
                for part in [&asked["train"]["x"], &asked["test"]["x"]] {
                    if let Some(text) = part.as_str() {
                        let bytes = base64::prelude::BASE64_STANDARD.decode(text);
                        let bytes = bytes.expect("base64");
                        let (numbers, _) = bytes.as_chunks::<8>();
                        let sum: f64 = numbers.iter().map(|b| f64::from_le_bytes(*b)).sum();
                        assert!(sum.is_finite());
                    }
                }
            }
            Some("fit") => say("{}".into()),
            _ => say(format!(r#"{{"labels": {:?}}}"#, vec![0; rows as usize])),
        }
    }
}
