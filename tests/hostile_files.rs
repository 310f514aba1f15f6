//! Files that lie about themselves: sizes that would fill the memory, paths that lead elsewhere, devices that never end, and
//! links where our own files belong. Every one is refused with a way out, before anything is allocated, read or written.

use crate::support::{Dir, SMALL};

const HEAD: &str = "[experiment]\nname = \"t\"\nseed = 7\n";
const IRIS: &str = "[[dataset]]\nname = \"iris\"\n";
const LDA: &str = "[[method]]\nkind = \"lda\"\n";

#[test]
fn absurd_sizes_in_a_spec_are_refused_before_anything_is_made() {
    let dir = Dir::new();
    let cases = [
        (format!("{HEAD}[protocol]\nouter = {{ folds = 1000000000 }}\n{IRIS}{LDA}"), "folds"),
        (format!("{HEAD}[protocol]\ninner = {{ folds = 99999999999999 }}\n{IRIS}{LDA}"), "folds"),
        (
            format!("{HEAD}[protocol]\nouter = {{ folds = 2, repeats = 1000000000 }}\n{IRIS}{LDA}"),
            "repeats",
        ),
        (
            format!("{HEAD}[protocol]\nouter = {{ folds = 150, repeats = 10000 }}\n{IRIS}{LDA}"),
            "1500000 trials",
        ),
        (
            format!("{HEAD}[protocol]\nouter = {{ folds = 10000, repeats = 10000 }}\n{IRIS}{LDA}"),
            "too few for 10000 outer folds",
        ),
        (format!("{HEAD}{IRIS}{LDA}[analysis]\ndraws = 1000000000000\n"), "draws"),
        (format!("{HEAD}{IRIS}{LDA}[report]\ndecimals = 1000000\n"), "decimals"),
        (
            format!(
                "{HEAD}[[dataset]]\nname = \"a\"\ngenerate = {{ rows = 1000000000000 }}\n{LDA}"
            ),
            "rows",
        ),
        (
            format!(
                "{HEAD}[[dataset]]\nname = \"a\"\ngenerate = {{ rows = 1000000, classes = 1000, features = 10000 }}\n{LDA}"
            ),
            "too many",
        ),
        (
            format!(
                "{HEAD}{IRIS}[[method]]\nkind = \"random-forest\"\nparams = {{ trees = 1000000000000 }}\n"
            ),
            "trees",
        ),
        (
            format!(
                "{HEAD}{IRIS}[[method]]\nkind = \"adaboost\"\nparams = {{ rounds = 1000000000000 }}\n"
            ),
            "rounds",
        ),
        (
            format!(
                "{HEAD}{IRIS}[[method]]\nkind = \"mlp\"\nparams = {{ hidden = 1000000000000 }}\n"
            ),
            "hidden",
        ),
        (
            format!(
                "{HEAD}{IRIS}[[method]]\nkind = \"svm\"\ngrid = {{ c = {{ from = 1, to = 9, steps = 9999 }}, gamma = {{ from = 1, to = 9, steps = 9999 }} }}\n"
            ),
            "more than 100000 points",
        ),
        (
            format!(
                "{HEAD}{IRIS}[[method]]\nkind = \"svm\"\ngrid = {{ c = {{ from = 1, to = 9, steps = 1000000000 }} }}\n"
            ),
            "steps",
        ),
        (
            format!(
                "{HEAD}{IRIS}[[method]]\nkind = \"svm\"\ngrid = {{ c = {{ base = 2, from = -1000000000, to = 1000000000 }} }}\n"
            ),
            "values",
        ),
    ];
    for (spec, word) in cases {
        dir.write("t.toml", &spec);
        let said = dir.run(&["run", "t.toml"]);
        assert_eq!(said.code, 2, "{spec}\n{}", said.err);
        assert!(said.err.contains(word) && said.err.contains("help"), "{spec}\n{}", said.err);
    }
    assert!(!dir.path("results").exists());
}

#[test]
fn absurd_sizes_in_data_are_refused() {
    let dir = Dir::new();
    let wide = format!("{}class\n", "x,".repeat(1_000_001));
    let cases = [
        ("a.svm", "1 4000000000:1\n-1 1:1\n".to_owned(), "features do not fit"),
        ("b.svm", "1 18446744073709551616:1\n-1 1:1\n".to_owned(), "not a feature index"),
        (
            "c.arff",
            "@attribute x real\n@attribute c {a}\n@data\n{4000000000 1}\n".to_owned(),
            "no attribute 4000000000",
        ),
        ("d.csv", wide, "more than 1000000 columns"),
    ];
    for (name, text, words) in cases {
        dir.write(name, text);
        let said = dir.run(&["data", "info", name]);
        assert_eq!(said.code, 2, "{name}: {}", said.err);
        assert!(said.err.contains(words) && said.err.contains("help"), "{name}: {}", said.err);
    }
    let methods: String = (0..201).map(|m| format!(",m{m}")).collect();
    let values: String = (0..201).map(|m| format!(",{m}")).collect();
    dir.write("wide.csv", format!("d{methods}\na{values}\nb{values}\n"));
    let said = dir.run(&["analyze", "wide.csv"]);
    assert!(said.code == 2 && said.err.contains("201 methods, more than 200"), "{}", said.err);
}

/// Looking every class up in a list took time that grows with the square of their number: hours for this file.
#[test]
fn a_target_of_identifiers_is_read_in_a_blink() {
    let dir = Dir::new();
    let rows: String = (0..300_000).map(|i| format!("{},id{i}\n", i % 7)).collect();
    dir.write("ids.csv", format!("x,id\n{rows}"));
    let said = dir.succeed(&["data", "info", "ids.csv", "--json"]);
    assert!(said.out.contains("\"id299999\""));
}

#[test]
fn a_catalogue_reads_nothing_outside_its_folder() {
    let dir = Dir::new();
    dir.write("secret.csv", "x,class\n1,a\n2,b\n");
    for file in ["../secret.csv", "/etc/passwd"] {
        let entry = format!(
            "format = 1\n[[dataset]]\nname = \"s\"\nfile = \"{file}\"\ntask = \"classification\"\nrows = 2\nfeatures = 1\nsha256 = \"\"\nsource = \"\"\nlicence = \"\"\n"
        );
        dir.write("data/catalog.toml", entry);
        for arguments in
            [["data", "info", "s"], ["data", "verify", "s"], ["list", "datasets", "-q"]]
        {
            let arguments =
                [&arguments[..2 + usize::from(arguments[2] == "s")], &["--data-dir", "data"]]
                    .concat();
            let said = dir.run(&arguments);
            assert_eq!(said.code, 2, "{arguments:?}: {}", said.err);
            assert!(said.err.contains("not in the folder"), "{}", said.err);
        }
    }
}

#[test]
fn experiments_have_names_that_are_folders_everywhere() {
    let dir = Dir::new();
    for name in ["../x", "/tmp/x", "a/b", "..", ".x", "nul", "COM1.x", "x.", "a\\u0000b"] {
        dir.write("t.toml", SMALL.replace("\"small\"", &format!("\"{name}\"")));
        let said = dir.run(&["plan", "t.toml", "--no-pilot"]);
        assert!(
            said.code == 2 && said.err.contains("cannot name a folder"),
            "{name}: {}",
            said.err
        );
    }
    assert_eq!(dir.run(&["init", "../x"]).code, 2);
    assert_eq!(dir.run(&["init", "aux"]).code, 2);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    #[test]
    fn devices_pipes_and_folders_are_not_data() {
        let dir = Dir::new();
        let pipe = dir.path("pipe.csv");
        let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        symlink("/dev/zero", dir.path("zero.csv")).expect("a link");
        for file in ["/dev/zero", "zero.csv", "pipe.csv", "."] {
            dir.write(
                "t.toml",
                format!("{HEAD}[[dataset]]\npath = \"{file}\"\nformat = \"csv\"\n{LDA}"),
            );
            let said = dir.run(&["plan", "t.toml", "--no-pilot"]);
            assert!(said.code == 2 && said.err.contains("no file"), "{file}: {}", said.err);
        }
        let said = dir.run(&[
            "data",
            "import",
            "pipe.csv",
            "--data-dir",
            "d",
            "--source",
            "x",
            "--licence",
            "x",
        ]);
        assert!(said.code == 2 && said.err.contains("not a regular file"), "{}", said.err);
        // Specs and tables may come through a pipe, but not without end.
        for arguments in [["plan", "/dev/zero"], ["analyze", "/dev/zero"]] {
            let said = dir.run(&arguments);
            assert!(
                said.code == 2 && said.err.contains("longer than"),
                "{arguments:?}: {}",
                said.err
            );
        }
    }

    #[test]
    fn a_catalogue_follows_no_link_out_of_its_folder() {
        let dir = Dir::new();
        dir.write("a.csv", "x,class\n1,a\n2,b\n");
        dir.succeed(&[
            "data",
            "import",
            "a.csv",
            "--data-dir",
            "data",
            "--source",
            "x",
            "--licence",
            "x",
        ]);
        dir.succeed(&["data", "verify", "--data-dir", "data"]);
        std::fs::remove_file(dir.path("data/a.csv")).expect("removed");
        symlink(dir.path("a.csv"), dir.path("data/a.csv")).expect("a link");
        let said = dir.run(&["data", "verify", "--data-dir", "data"]);
        assert!(
            said.code == 3 && said.err.contains("leads out of the data folder"),
            "{}",
            said.err
        );
        // The whole folder may be somewhere else.
        std::fs::rename(dir.path("data"), dir.path("disk")).expect("moved");
        std::fs::remove_file(dir.path("disk/a.csv")).expect("removed");
        std::fs::copy(dir.path("a.csv"), dir.path("disk/a.csv")).expect("copied");
        symlink(dir.path("disk"), dir.path("data")).expect("a link");
        dir.succeed(&["data", "verify", "--data-dir", "data"]);
    }

    #[test]
    fn nothing_is_written_through_links_in_a_runs_folder() {
        let dir = Dir::new();
        let spec = format!(
            "{HEAD}[protocol]\nouter = {{ folds = 2 }}\n{IRIS}{LDA}[[method]]\nkind = \"majority\"\n[report]\nfigures = [\"boxes\"]\n"
        );
        dir.write("t.toml", spec);
        // Results on another disk are fine.
        std::fs::create_dir(dir.path("disk")).expect("a folder");
        symlink(dir.path("disk"), dir.path("results")).expect("a link");
        dir.succeed(&["run", "t.toml"]);
        let precious = dir.write("precious", "precious");
        let names = ["results/t/.lock", "results/t/journal.jsonl", "results/t/predictions.jsonl"];
        for name in names {
            let kept = std::fs::read(dir.path(name)).expect("our file");
            std::fs::remove_file(dir.path(name)).expect("removed");
            symlink(&precious, dir.path(name)).expect("a link");
            let said = dir.run(&["run", "t.toml"]);
            assert!(said.code == 2 && said.err.contains("symbolic link"), "{name}: {}", said.err);
            assert_eq!(dir.read("precious"), "precious", "{name}");
            std::fs::remove_file(dir.path(name)).expect("removed");
            std::fs::write(dir.path(name), kept).expect("put back");
        }
        // What is derived replaces a link.
        let derived = [
            "results/t/outcomes.csv",
            "results/t/outcomes.csv.partial",
            "results/t/run.json",
            "reports/t/index.html",
            "reports/t/summary.md.partial",
            "reports/t/.files",
        ];
        for name in derived {
            let _ = std::fs::remove_file(dir.path(name));
            symlink(&precious, dir.path(name)).expect("a link");
        }
        dir.succeed(&["run", "t.toml"]);
        assert_eq!(dir.read("precious"), "precious");
        for name in derived.iter().filter(|name| !name.ends_with(".partial")) {
            let found = dir.path(name).symlink_metadata().expect("our file");
            assert!(found.is_file(), "{name} is still a link");
        }
        // A folder of a report is ours as well.
        std::fs::remove_dir_all(dir.path("reports/t/tables")).expect("removed");
        std::fs::create_dir(dir.path("elsewhere")).expect("a folder");
        symlink(dir.path("elsewhere"), dir.path("reports/t/tables")).expect("a link");
        let said = dir.run(&["report", "t.toml"]);
        assert!(said.code != 0 && said.err.contains("symbolic link"), "{}", said.err);
        assert_eq!(std::fs::read_dir(dir.path("elsewhere")).expect("a folder").count(), 0);
    }

    #[test]
    fn a_run_folder_of_endless_files_is_refused() {
        let dir = Dir::new();
        std::fs::create_dir_all(dir.path("results/t")).expect("a folder");
        for name in ["run.json", "journal.jsonl", "predictions.jsonl"] {
            let file = dir.path("results/t").join(name);
            symlink("/dev/zero", &file).expect("a link");
            dir.write("t.toml", format!("{HEAD}{IRIS}{LDA}"));
            let said = dir.run(&["report", "t.toml"]);
            assert!(
                said.code == 2 && said.err.contains("not a regular file"),
                "{name}: {}",
                said.err
            );
            std::fs::remove_file(file).expect("removed");
        }
    }
}
