//! Data that the catalogue declares and that does not ship: found in a folder that the user names, left out and told of
//! where it is not.

use crate::support::{Dir, Said, project, said};
use tribunal::data::load::sha256;

const SPEC: &str = r#"
[experiment]
name = "partly"
seed = 7
[protocol]
outer = { folds = 3 }
[[dataset]]
name = "mine"
[[dataset]]
name = "theirs"
scale = "standard"
[[method]]
kind = "majority"
[[method]]
kind = "lda"
[gate]
datasets = { theirs = 0.02 }
"#;

fn rows(shift: usize) -> String {
    let row = |i: usize| format!("{},{},{}\n", i * 7 % 11, i % 5 + shift, ["a", "b"][i % 2]);
    format!("x,z,class\n{}", (0..30).map(row).collect::<String>())
}

/// A catalogue with a dataset that ships and one that does not, and a spec with both.
fn place() -> Dir {
    let dir = Dir::new();
    let entry = |name: &str, ships: bool, text: &str| {
        format!(
            "[[dataset]]\nname = \"{name}\"\nfile = \"{name}.csv\"\nships = {ships}\ntask = \"classification\"\n\
             rows = 30\nfeatures = 2\nclasses = 2\nsha256 = \"{}\"\nsource = \"\"\nlicence = \"\"\n",
            sha256(text.as_bytes())
        )
    };
    let (mine, theirs) = (rows(0), rows(3));
    let entries = entry("mine", true, &mine) + &entry("theirs", false, &theirs);
    dir.write("datasets/catalog.toml", format!("format = 1\n{entries}"));
    dir.write("datasets/mine.csv", mine);
    dir.write("elsewhere/theirs.csv", theirs);
    dir.write("partly.toml", SPEC);
    dir
}

fn run(dir: &Dir, arguments: &[&str]) -> Said {
    said(dir.command(arguments).env_remove("TRIBUNAL_DATA").output().expect("a start"))
}

fn good(dir: &Dir, arguments: &[&str]) -> Said {
    let said = run(dir, arguments);
    assert_eq!(said.code, 0, "{arguments:?}\n{}\n{}", said.out, said.err);
    said
}

#[test]
fn what_is_not_here_is_left_out_and_every_output_says_so() {
    let dir = place();
    let reason = "its file theirs.csv does not ship and is not in datasets";
    let said = good(&dir, &["plan", "partly.toml", "--no-pilot"]);
    assert!(said.out.contains(&format!("note: theirs: left out, {reason}")), "{}", said.out);
    assert!(said.out.contains("6 trials"), "{}", said.out);
    let said = good(&dir, &["run", "partly.toml"]);
    assert!(said.err.contains(reason), "{}", said.err);
    let left_out = "Left out, because the data is not here: theirs.";
    assert!(said.out.contains(left_out), "{}", said.out);
    let page = dir.read("reports/partly/index.html");
    assert!(page.contains("Absent datasets") && page.contains(reason));
    let summary = dir.read("reports/partly/summary.md");
    assert!(summary.contains(left_out) && summary.contains("## Absent datasets"), "{summary}");
    let json = good(&dir, &["run", "partly.toml", "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["absent"][0]["name"], "theirs");
    let said = good(&dir, &["why", "partly.toml"]);
    assert!(said.out.contains(&format!("note: theirs: left out, {reason}")), "{}", said.out);
    let said = run(&dir, &["run", "partly.toml", "-d", "theirs"]);
    assert_eq!(said.code, 6);
    assert!(said.err.contains(reason), "{}", said.err);

    // The folder of the run knows, wherever it is looked at from, and whatever is there by then.
    good(&dir, &["report", "results/partly", "--data-dir", "elsewhere"]);
    assert_eq!(dir.read("reports/partly/summary.md"), summary);
    std::fs::remove_dir_all(dir.path("datasets")).expect("removed");
    let other = Dir::new();
    let folder = dir.path("results/partly");
    good(&other, &["report", folder.to_str().expect("a name")]);
    assert_eq!(other.read("reports/partly/summary.md"), summary);
}

#[test]
fn a_folder_that_has_it_can_be_named() {
    let dir = place();
    good(&dir, &["run", "partly.toml"]);
    let said = good(&dir, &["run", "partly.toml", "--data-dir", "elsewhere"]);
    assert!(said.err.contains("12 trials, 6 stored, 6 to run"), "{}", said.err);
    assert!(!said.out.contains("Left out"), "{}", said.out);
    // Stored results need no data.
    let said = good(&dir, &["report", "partly.toml"]);
    assert!(!said.err.contains("have scores"), "{}", said.err);
    let mut by_variable = dir.command(&["plan", "partly.toml", "--no-pilot"]);
    let by_variable = crate::support::said(
        by_variable.env("TRIBUNAL_DATA", "elsewhere").output().expect("a start"),
    );
    assert!(by_variable.out.contains("12 trials"), "{}", by_variable.out);

    // What has the name but is no such file is told, not left out.
    std::fs::create_dir_all(dir.path("folder/theirs.csv")).expect("a folder");
    let said = run(&dir, &["run", "partly.toml", "--data-dir", "folder"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("theirs.csv") && said.err.contains("cannot read"), "{}", said.err);

    dir.write("elsewhere/theirs.csv", rows(4));
    let said = run(&dir, &["run", "partly.toml", "--data-dir", "elsewhere"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("sha256 is") && said.err.contains("theirs.csv"), "{}", said.err);
}

#[test]
fn nothing_but_absent_data_is_an_error_and_lists_tell() {
    let dir = place();
    dir.write("partly.toml", SPEC.replace("[[dataset]]\nname = \"mine\"\n", ""));
    let said = run(&dir, &["run", "partly.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no dataset can be had; of `theirs`"), "{}", said.err);
    let listed = good(&dir, &["list", "datasets"]).out;
    assert!(listed.contains("not here: does not ship"), "{listed}");
    let listed = good(&dir, &["list", "datasets", "--data-dir", "elsewhere"]).out;
    assert!(!listed.contains("not here"), "{listed}");
    let verified = good(&dir, &["data", "verify"]).out;
    assert!(verified.contains("1 good, 0 bad\nnot here, because they do not ship: theirs"));
    assert_eq!(run(&dir, &["data", "verify", "theirs"]).code, 3);
    assert!(good(&dir, &["data", "verify", "--data-dir", "elsewhere"]).out.contains("2 good"));
}

/// A dataset may be scaled otherwise than the rest, which is another trial; saying what holds anyway is not.
#[test]
fn a_dataset_may_have_a_scale_of_its_own() {
    let dir = place();
    let with =
        |scale: &str| SPEC.replace("\"mine\"\n", &format!("\"mine\"\nscale = \"{scale}\"\n"));
    let to_run = |text: String| {
        dir.write("partly.toml", text);
        good(&dir, &["run", "partly.toml", "--dry-run"]).out
    };
    good(&dir, &["run", "partly.toml"]);
    assert!(to_run(with("minmax")).contains("nothing"), "the protocol's own");
    assert!(to_run(with("symmetric")).contains("protocol"), "another one");
    let said = good(&dir, &["run", "partly.toml"]);
    assert!(said.out.contains("scaling minmax (symmetric on mine)"), "{}", said.out);
    dir.write("partly.toml", with("symetric"));
    let said = run(&dir, &["run", "partly.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `symmetric`?"), "{}", said.err);
}

/// What does not ship is declared well enough to be loaded by those who have it.
#[test]
fn the_declared_files_load_where_they_are() {
    let folder = project().join("../shared/datasets");
    if !folder.join("dermatology.csv").is_file() {
        eprintln!("skipped: the files that do not ship are not here");
        return;
    }
    let dir = Dir::new();
    let folder = folder.to_str().expect("a name").to_owned();
    let mut command = dir.command(&["data", "verify", "--data-dir", &folder]);
    let said =
        said(command.env_remove("TRIBUNAL_DATA").current_dir(project()).output().expect("a start"));
    assert_eq!(said.code, 0, "{}\n{}", said.out, said.err);
    assert!(!said.out.contains("not here"), "{}", said.out);
}
