//! Methods that are programs: what they are asked, what they may answer, and what becomes of those that misbehave. The
//! programs are shell scripts, so that nothing need be installed.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Dir, Said};

/// Answers the most frequent class of the training part, as `majority` does.
pub const MAJORITY: &str = r#"
set -e
cd "$1"
class=$(sed 1d train.csv | sed 's/.*,//' | sort | uniq -c | sort -k1,1nr -k2,2n | sed 's/.* //;1q')
{ echo label; sed 1d test.csv | sed "s/.*/$class/"; } > predictions.csv
"#;

/// The same as a worker: it learns from the last line of data.
const WORKER: &str = r#"
echo '{"tribunal": 1}'
while read -r line; do
  case "$line" in
    *'"do":"data"'*)
      rows=$(echo "$line" | sed 's/.*"test":{"rows":\([0-9]*\).*/\1/')
      class=$(echo "$line" | sed 's/.*"y":\[\([0-9,]*\)\].*/\1/' | tr , '\n' | sort | uniq -c | sort -k1,1nr -k2,2n | sed 's/.* //;1q') ;;
    *'"do":"fit"'*) echo '{"facts":{"class":'"$class"'}}' ;;
    *'"do":"predict"'*)
      labels=$(i=0; while [ $i -lt $rows ]; do printf '%s,' "$class"; i=$((i+1)); done)
      echo '{"labels":['"${labels%,}"']}' ;;
  esac
done
"#;

pub struct Trial {
    pub dir: Dir,
}

impl Trial {
    /// A script and a spec that compares it with `majority`.
    pub fn new(script: &str, keys: &str) -> Trial {
        let dir = Dir::new();
        dir.write("method.sh", script);
        dir.write(
            "x.toml",
            format!(
                r#"
[experiment]
name = "x"
seed = 3
[protocol]
outer = {{ folds = 2 }}
inner = {{ folds = 2 }}
[[dataset]]
name = "iris"
[[method]]
name = "mine"
kind = "command"
command = ["sh", "method.sh"]
{keys}
[[method]]
kind = "majority"
"#
            ),
        );
        Trial { dir }
    }

    pub fn run(&self) -> Said {
        self.dir.run(&["run", "x.toml"])
    }

    /// The outcomes of the script, as the journal has them.
    pub fn outcomes(&self) -> Vec<Value> {
        let journal = self.dir.read("results/x/journal.jsonl");
        let lines = journal.lines().filter_map(|line| {
            let start = line.find('{')?;
            serde_json::from_str::<Value>(line.get(start..)?).ok()
        });
        let outcomes =
            lines.map(|line| if line["body"].is_object() { line["body"].clone() } else { line });
        outcomes.filter(|outcome| outcome["method"] == "mine").collect()
    }

    /// Runs a script that must fail in all its trials, with this kind of failure and these words.
    pub fn fails(script: &str, keys: &str, fault: &str, words: &str) -> Trial {
        let trial = Trial::fails_without_log(script, keys, fault, words);
        for outcome in trial.outcomes() {
            let status = &outcome["status"];
            let log = status["log"].as_str().unwrap_or_else(|| panic!("{script}: no log"));
            let text = trial.dir.read(log);
            let reason = status["reason"].as_str().unwrap_or("");
            assert!(text.contains(reason) && text.contains("what it wrote"), "{text}");
        }
        trial
    }

    /// The same where the answer is in order, and only what it says is not.
    fn fails_without_log(script: &str, keys: &str, fault: &str, words: &str) -> Trial {
        let trial = Trial::new(script, keys);
        let said = trial.run();
        assert_eq!(said.code, 3, "{script}\n{}\n{}", said.out, said.err);
        let outcomes = trial.outcomes();
        assert_eq!(outcomes.len(), 2, "{script}");
        for outcome in &outcomes {
            let status = &outcome["status"];
            assert_eq!(status["is"], "failed", "{script}: {status}");
            assert_eq!(status["fault"], fault, "{script}: {status}");
            let reason = status["reason"].as_str().unwrap_or("");
            assert!(reason.contains(words), "{script}: {reason}");
            let logged = said.err.contains("log in results/x/logs/");
            assert_eq!(logged, status["log"].is_string(), "{}", said.err);
        }
        // The other method is not disturbed.
        assert!(trial.dir.read("results/x/outcomes.csv").contains(",majority,"));
        trial
    }
}

#[test]
fn a_program_scores_what_the_same_method_scores_here() {
    for (script, keys) in [(MAJORITY, ""), (WORKER, "protocol = \"worker\"")] {
        let trial = Trial::new(script, keys);
        let said = trial.run();
        assert_eq!(said.code, 0, "{}", said.err);
        let scores = |method: &str| -> Vec<String> {
            let table = trial.dir.read("results/x/outcomes.csv");
            let own = table.lines().filter(|line| line.contains(&format!(",{method},")));
            own.map(|line| line.split(',').skip(3).take(6).collect::<Vec<_>>().join(",")).collect()
        };
        assert_eq!(scores("mine").len(), 2);
        assert_eq!(scores("mine"), scores("majority"));
        // One thread, the same bytes; and nothing is left behind.
        let bytes = trial.dir.read("results/x/outcomes.csv");
        trial.dir.succeed(&["run", "x.toml", "--force", "-j", "1"]);
        assert_eq!(trial.dir.read("results/x/outcomes.csv"), bytes);
        trial.dir.succeed(&["verify", "x.toml", "--all"]);
    }
}

#[test]
fn an_edited_source_runs_again_and_an_unedited_one_does_not() {
    let trial = Trial::new(MAJORITY, "sources = [\"more.txt\"]");
    let missing = trial.run();
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("cannot read the source `more.txt`"), "{}", missing.err);
    trial.dir.write("more.txt", "1");
    assert_eq!(trial.run().code, 0);
    assert!(trial.run().err.contains("nothing to run"));
    trial.dir.write("more.txt", "2");
    let why = trial.dir.succeed(&["why", "x.toml"]);
    assert!(why.out.contains("the program changed, its files or its settings"), "{}", why.out);
    assert!(trial.run().err.contains("4 trials, 2 stored, 2 to run"));
    // A comment in the script is a change, too: who knows what it means.
    trial.dir.write("method.sh", format!("# new\n{MAJORITY}"));
    assert!(trial.run().err.contains("2 to run"));
    // The report of what is stored needs neither the script nor the data.
    std::fs::remove_file(trial.dir.path("method.sh")).unwrap();
    trial.dir.succeed(&["report", "results/x"]);
}

#[test]
fn parameters_seed_and_kinds_are_told_and_facts_come_back() {
    let script = format!(
        "{MAJORITY}\ncp params.json task.json train.csv test.csv \"$OLDPWD\"\n\
         echo '{{\"support_vectors\": 7}}' > facts.json\necho careful >&2\n\
         test \"$OMP_NUM_THREADS$OPENBLAS_NUM_THREADS$MINE\" = 11yes"
    );
    let keys = "params = { kernel = \"rbf\", deep = true, order = [\"b\", \"a c\"] }\ngrid = { C = [1, 2.5] }\nenv = { MINE = \"yes\" }";
    let trial = Trial::new(&script, keys);
    // One at a time: all of them copy to the same place.
    let said = trial.dir.run(&["run", "x.toml", "-j", "1"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let read = |name: &str| -> Value { serde_json::from_str(&trial.dir.read(name)).unwrap() };
    let params = read("params.json");
    assert_eq!((&params["kernel"], &params["deep"]), (&"rbf".into(), &true.into()));
    assert_eq!(params["order"], serde_json::json!(["b", "a c"]));
    assert!(params["C"] == 1 || params["C"] == 2.5, "{params}");
    let task = read("task.json");
    assert_eq!((&task["tribunal"], &task["classes"]), (&1.into(), &3.into()));
    assert_eq!(task["features"][0]["kind"], "numeric");
    assert!(task["seed"].as_u64().unwrap() < 1 << 31);
    assert!(trial.dir.read("train.csv").starts_with("x1,x2,x3,x4,label\n"));
    assert!(trial.dir.read("test.csv").starts_with("x1,x2,x3,x4\n"));
    for outcome in trial.outcomes() {
        assert_eq!(outcome["facts"]["numbers"]["support_vectors"], 7.0);
        assert_eq!(outcome["output"], "careful");
        assert_eq!(outcome["chosen"]["C"], 1, "the first of equally good points");
    }
}

#[test]
fn bad_answers_are_failures_of_their_kind() {
    let answer = |text: &str| format!("cd \"$1\"; printf '{text}' > predictions.csv");
    let all = |label: &str| {
        format!(
            "cd \"$1\"; {{ echo label; sed 1d test.csv | sed 's/.*/{label}/'; }} > predictions.csv"
        )
    };
    Trial::fails(&answer("label\\n0\\n"), "", "wrong-length", "gave 1 predictions for");
    Trial::fails(&all("setosa"), "", "unknown-label", "there is no class `setosa`");
    Trial::fails(&answer("hello\\n"), "", "malformed", "first line must be `label`");
    Trial::fails("true", "", "malformed", "left no predictions.csv");
    let nan = "cd \"$1\"; { echo label,p0,p1,p2; sed 1d test.csv | sed 's/.*/0,1,0,nan/'; } > predictions.csv";
    Trial::fails(nan, "", "not-a-number", "row 1: the score of class 2");
    let facts = format!("{MAJORITY}\necho '{{\"a\": null}}' > facts.json");
    Trial::fails(&facts, "", "not-a-number", "the fact `a`");
    let taken = format!("{MAJORITY}\necho '{{\"accuracy\": 1}}' > facts.json");
    Trial::fails_without_log(&taken, "", "malformed", "the model reports a fact `accuracy`");
    Trial::fails("cd \"$1\"; mkfifo predictions.csv", "", "malformed", "not a regular file");
    let endless = "cd \"$1\"; yes 0 | head -c 3000000 > predictions.csv";
    Trial::fails(endless, "", "too-much-output", "longer than any answer");
    let trial = Trial::fails("echo oh no >&2; exit 4", "", "crashed", "exit code 4: oh no");
    assert_eq!(trial.outcomes()[0]["output"], "oh no");
    Trial::fails(
        "kill -9 $$",
        "",
        "crashed",
        "killed by signal 9 (perhaps the memory was used up)",
    );
    Trial::fails("kill -11 $$", "", "crashed", "signal 11 (segmentation fault)");
    // The first folder that failed is kept, so that its author can try again.
    let logs = std::fs::read_dir(trial.dir.path("results/x/logs")).unwrap().flatten();
    let kept: Vec<_> = logs.filter(|entry| entry.path().is_dir()).collect();
    assert_eq!(kept.len(), 1);
    assert!(kept[0].path().join("train.csv").is_file());
}

#[test]
fn workers_that_misbehave_are_failures_of_their_kind() {
    let worker = "protocol = \"worker\"";
    let greeted = |rest: &str| format!("echo '{{\"tribunal\": 1}}'\n{rest}");
    Trial::fails("echo hello", worker, "malformed", "which is not a JSON object");
    Trial::fails("echo '{\"tribunal\": 9}'", worker, "malformed", "a worker's first line is");
    Trial::fails("exit 0", worker, "crashed", "ended before it answered");
    Trial::fails(
        &greeted("read -r line; echo bad >&2; exit 3"),
        worker,
        "crashed",
        "exit code 3: bad",
    );
    let each = |answer: &str| {
        greeted(&format!(
            "while read -r line; do case \"$line\" in *data*) ;; *) {answer} ;; esac; done"
        ))
    };
    Trial::fails(&each("echo '{\"error\": \"too wide\"}'"), worker, "refused", "too wide");
    Trial::fails(&each("echo '{\"labels\": [0]}'"), worker, "malformed", "a fit with predictions");
    let short = each("case \"$line\" in *fit*) echo '{}' ;; *) echo '{\"labels\": [0]}' ;; esac");
    Trial::fails(&short, worker, "wrong-length", "gave 1 predictions");
    Trial::fails(&each("echo '{\"labels\": [NaN]}'"), worker, "not-a-number", "NaN or Infinity");
    let huge = each("echo '{\"labels\": [1e999]}'");
    Trial::fails(&huge, worker, "not-a-number", "the number `1e999`, which is beyond the range");
    Trial::fails(&each("echo debug"), worker, "malformed", "belong to standard error");
    let endless = each("yes aaaaaaaa | tr -d '\\n'");
    Trial::fails(&endless, worker, "too-much-output", "longer than any answer");
}

#[test]
fn a_worker_that_dies_once_costs_one_fit() {
    let script = WORKER.replace(
        "*'\"do\":\"fit\"'*)",
        "*'\"do\":\"fit\"'*) if mkdir once 2>/dev/null; then exit 9; fi;",
    );
    let trial = Trial::new(&script, "protocol = \"worker\"");
    let said = trial.dir.run(&["run", "x.toml", "-j", "1"]);
    assert_eq!(said.code, 3, "{}", said.err);
    let failed = trial.outcomes().iter().filter(|o| o["status"]["is"] == "failed").count();
    assert_eq!(failed, 1);
    // What failed is tried again, and succeeds.
    assert_eq!(trial.run().code, 0);
}

#[test]
fn what_a_worker_did_before_does_not_decide() {
    // It ends after its first answer, or says too much at its second: a new one is asked instead.
    let leaves = WORKER.replace("labels%,}\"']}' ;;", "labels%,}\"']}'; exit 0 ;;");
    let noisy = WORKER.replace("labels%,}\"']}' ;;", "labels%,}\"']}'; echo '{}' ;;");
    let chatty = WORKER.replace(
        "*'\"do\":\"fit\"'*)",
        "*'\"do\":\"fit\"'*) yes 'a long message' | head -c 40000000 >&2;",
    );
    for script in [leaves, noisy, chatty] {
        assert_ne!(script, WORKER);
        let trial = Trial::new(&script, "protocol = \"worker\"");
        for threads in ["1", "2"] {
            let said = trial.dir.run(&["run", "x.toml", "-j", threads, "--force"]);
            assert_eq!(said.code, 0, "{script}: {}", said.err);
        }
    }
}

/// Processes whose command line names this folder.
#[cfg(target_os = "linux")]
fn alive_in(folder: &std::path::Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap();
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let of = |entry: std::fs::DirEntry| {
        entry.file_name().to_str()?.parse::<u32>().ok()?;
        let here = std::fs::read_link(entry.path().join("cwd")).ok()? == folder;
        let words = std::fs::read_to_string(entry.path().join("cmdline")).ok()?;
        here.then_some(words)
    };
    processes.filter_map(of).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn silence_and_busy_loops_are_ended_with_all_their_children() {
    let started = Instant::now();
    let silent = "sleep 1000 & sleep 1000 & sleep 1000";
    let trial =
        Trial::fails(silent, "wall-limit = 0.5", "silent", "did not answer within 0.5 seconds");
    assert_eq!(alive_in(&trial.dir.path(".")), Vec::<String>::new());
    let trial = Trial::fails(
        &format!("(sleep 1000 &) ; {silent}"),
        "wall-limit = 0.5\nprotocol = \"worker\"",
        "silent",
        "did not answer",
    );
    assert_eq!(alive_in(&trial.dir.path(".")), Vec::<String>::new());
    // Its own time counts against the limit of the trial, wherever in the group it is spent.
    let busy = Trial::new("sh -c 'while :; do :; done' & wait", "");
    let spec = busy.dir.read("x.toml").replace("[protocol]", "[protocol]\ntime-limit = 0.3");
    busy.dir.write("x.toml", spec);
    assert_eq!(busy.run().code, 3);
    assert!(busy.outcomes().iter().all(|o| o["status"]["is"] == "timed-out"));
    assert_eq!(alive_in(&busy.dir.path(".")), Vec::<String>::new());
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_that_keeps_the_output_open_does_not_hold_up_the_run() {
    let script = format!("sleep 1000 &\n{MAJORITY}");
    let trial = Trial::new(&script, "");
    let started = Instant::now();
    assert_eq!(trial.run().code, 0);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(alive_in(&trial.dir.path(".")), Vec::<String>::new());
}

#[test]
#[cfg(target_os = "linux")]
fn memory_and_files_are_limited() {
    // A shell that doubles a text to 128 MiB, and answers if it gets so far.
    let double = "a=aaaaaaaaaaaaaaaa; i=0; while [ $i -lt 23 ]; do a=$a$a; i=$((i+1)); done";
    let hog = format!("{double}\n{MAJORITY}");
    // Some shells say so, some fall over.
    Trial::fails(&hog, "memory-limit = 64", "crashed", "it ");
    let said = Trial::new(&hog, "memory-limit = 2048").run();
    assert_eq!(said.code, 0, "{}", said.err);
    let messages = "yes this is a message >&2";
    Trial::fails(messages, "", "too-much-output", "64 MiB of messages");
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_the_programs_too() {
    use std::io::Read;
    let trial = Trial::new("touch started; sleep 1000", "");
    let mut child = trial
        .dir
        .command(&["run", "x.toml"])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let until = Instant::now() + Duration::from_secs(30);
    while !trial.dir.path("started").exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
    }
    let interrupt =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    let status = child.wait().expect("an end");
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(status.code(), Some(130), "{err}");
    assert_eq!(alive_in(&trial.dir.path(".")), Vec::<String>::new());
}

#[test]
fn programs_that_are_not_there_and_mistakes_in_their_keys_are_named_before_anything_runs() {
    let trial = Trial::new(MAJORITY, "");
    let spec = trial.dir.read("x.toml");
    trial.dir.write("x.toml", spec.replace("\"sh\", \"method.sh\"", "\"no-such-program\""));
    let said = trial.run();
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no such program on the PATH"), "{}", said.err);
    for (from, to, words) in [
        ("command = [\"sh\", \"method.sh\"]", "", "`command` is missing"),
        ("[\"sh\", \"method.sh\"]", "[]", "does not name a program"),
        ("[\"sh\", \"method.sh\"]", "\"sh method.sh\"", "must be a list of words"),
        (
            "kind = \"majority\"",
            "kind = \"majority\"\ncommand = [\"a\"]",
            "says nothing to `majority`",
        ),
        ("[\"sh\", \"method.sh\"]", "[\"sh\"]\nprotocol = \"http\"", "unknown `protocol`"),
        ("[\"sh\", \"method.sh\"]", "[\"sh\"]\nenv = { A = 1 }", "must be text in quotes"),
        ("[\"sh\", \"method.sh\"]", "[\"sh\"]\nbase = \"knn\"", "builds on no other method"),
        (
            "[\"sh\", \"method.sh\"]",
            "[\"sh\"]\nparams = { \"a b\" = 1 }",
            "cannot name a parameter",
        ),
        ("[\"sh\", \"method.sh\"]", "[\"sh\"]\nparams = { a = [1] }", "a single value"),
        ("[\"sh\", \"method.sh\"]", "[\"sh\"]\nmemory-limit = 1", "out of range"),
        ("[\"sh\", \"method.sh\"]", "[\"sh\"]\nwall-limit = 0", "must be above zero"),
        ("kind = \"command\"", "kind = \"imported\"", "were imported"),
        ("kind = \"command\"", "kind = \"comand\"", "did you mean `command`"),
    ] {
        let text = spec.replace(from, to);
        assert_ne!(text, spec);
        trial.dir.write("x.toml", text);
        let said = trial.run();
        assert_eq!(said.code, 2, "{to}: {}", said.err);
        assert!(said.err.contains(words), "{to}: {}", said.err);
    }
}

#[test]
fn a_method_in_python_to_start_from_runs_in_both_forms() {
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let dir = Dir::new();
    dir.succeed(&["init", "own", "--command", "python"]);
    let said = dir.succeed(&["run", "experiments/own.toml"]);
    assert!(said.out.contains("mine"), "{}", said.out);
    assert!(!said.out.contains("No verdict"), "{}", said.out);
    // It shows how to answer probabilities, which some metrics need.
    let spec = dir.read("experiments/own.toml");
    dir.write("experiments/own.toml", spec.replace("\"kappa\"]", "\"kappa\", \"auc\"]"));
    let said = dir.succeed(&["run", "experiments/own.toml"]);
    assert!(said.out.contains("AUC") && !said.out.contains("gives no prob"), "{}", said.out);
    // One dataset is enough to compare the forms; files start the program for every fit.
    let mut spec = dir.read("experiments/own.toml");
    for name in ["wine", "glass", "heart"] {
        spec = spec.replace(&format!("[[dataset]]\nname = \"{name}\"\n"), "");
    }
    dir.write("experiments/own.toml", &spec);
    dir.succeed(&["run", "experiments/own.toml"]);
    let worker = dir.read("results/own/outcomes.csv");
    let files = spec.replace("protocol = \"worker\"", "protocol = \"files\"");
    dir.write("experiments/own.toml", files);
    dir.succeed(&["run", "experiments/own.toml"]);
    let scores = |table: &str| -> Vec<String> {
        // All but the identity of the trial, which tells the forms apart.
        table.lines().filter_map(|line| Some(line.split_once(',')?.1.to_owned())).collect()
    };
    assert_eq!(scores(&worker), scores(&dir.read("results/own/outcomes.csv")));
    let again = dir.run(&["init", "own", "--command", "python"]);
    assert_eq!(again.code, 2);
}

/// Whether a command succeeds here; if not, says what is skipped.
fn is_here(command: &[&str], what: &str) -> bool {
    let tried = std::process::Command::new(command[0]).args(&command[1..]).output();
    let here = tried.is_ok_and(|output| output.status.success());
    if !here {
        eprintln!("skipped: {what} is not here");
    }
    here
}

#[test]
fn the_examples_run() {
    let sklearn = ["python3", "-c", "import sklearn"];
    let weka = ["sh", "-c", "java -version && test -e /usr/share/java/weka.jar"];
    let examples: [(&str, &[&str], &str); 3] = [
        ("shell", &["awk", "BEGIN { exit 0 }"], "awk"),
        ("sklearn", &sklearn, "scikit-learn"),
        ("weka", &weka, "Weka"),
    ];
    for (example, command, what) in examples {
        if !is_here(command, what) {
            continue;
        }
        let dir = Dir::new();
        let spec = crate::support::project().join(format!("examples/{example}/compare.toml"));
        let spec = spec.to_string_lossy().into_owned();
        // One dataset is enough to see that it works.
        let said = dir.run(&["run", &spec, "-d", "iris"]);
        let (table, planned) = (dir.read(&format!("results/{example}/outcomes.csv")), said.err);
        assert!(!planned.contains("failed"), "{example}: {planned}");
        assert!(table.lines().count() > 10, "{example}: {table}");
        assert!(table.lines().skip(1).all(|line| line.contains(",done,")), "{example}: {table}");
    }
}
