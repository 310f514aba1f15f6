//! Data files as they are downloaded, with nothing said but their path: what is found is stated, what cannot be known is refused
//! with what to say. Layouts are those of the public files named at each case.

use crate::support::{Dir, Said};

fn spec(dataset: &str) -> String {
    format!(
        "[experiment]\nname = \"e\"\nseed = 1\n[protocol]\nouter = {{ folds = 3 }}\n[[dataset]]\n{dataset}\n\
         [[method]]\nkind = \"majority\"\n[[method]]\nkind = \"naive-bayes\"\n"
    )
}

/// `data info` of a file, and the plan of an experiment that only knows its path.
fn info_and_plan(dir: &Dir, file: &str, content: &str) -> (Said, Said) {
    dir.write(file, content);
    dir.write("e.toml", spec(&format!("path = \"{file}\"")));
    (dir.run(&["data", "info", file]), dir.run(&["plan", "e.toml"]))
}

/// Rows of numbers and a class in a rule of their own.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| row(i) + "\n").collect()
}

#[test]
fn what_is_found_is_stated_by_info_and_plan() {
    let dir = Dir::new();
    let class = |i: usize| ["a", "b"][i % 2];
    for (file, content, notes) in [
        // UCI ecoli.data
        (
            "ecoli.data",
            rows(12, |i| format!("P{i}  0.{i}   {}", class(i))),
            vec!["blanks separate", "the first line is data"],
        ),
        // winequality with decimal commas, as a European export has it
        (
            "european-wine",
            "\"x y\";\"z\";\"class\"\n".to_owned()
                + &rows(12, |i| format!("{i},5;{},25;{}", i * i, class(i))),
            vec!["semicolons", "decimal comma", "read as csv because of its content"],
        ),
        // UCI breast-cancer: no header, all nominal, quotes, nan
        (
            "breast-cancer.csv",
            rows(12, |i| {
                format!(
                    "'{}','{}','{}'",
                    ["30-39", "40-49"][i / 2 % 2],
                    ["nan", "yes", "no"][i % 3],
                    class(i)
                )
            }),
            vec![
                "single quotes",
                "the first line is data",
                "`nan` is taken for a missing value (4 times, in c2)",
            ],
        ),
        // scikit-learn's breast_cancer.csv
        (
            "counts.csv",
            "12,2,malignant,benign\n".to_owned()
                + &rows(12, |i| format!("{i}.5,{},{}", i * 3, i % 2)),
            vec!["line 1 counts the rows", "0 is malignant"],
        ),
        // LIBSVM's heart_scale
        (
            "heart_scale",
            rows(12, |i| format!("{} 1:{i} 3:0.5", ["+1", "-1"][i % 2])),
            vec!["read as libsvm"],
        ),
        (
            "plain.dat",
            "x,class\n".to_owned() + &rows(12, |i| format!("{i}.5,{}", class(i))),
            vec!["read as csv"],
        ),
        (
            "dates.csv",
            "day,x,class\n".to_owned()
                + &rows(12, |i| format!("2020-01-{:02},{i}.5,{}", i + 1, class(i))),
            vec!["the dates of column `day`"],
        ),
    ] {
        let (info, plan) = info_and_plan(&dir, file, &content);
        assert_eq!((info.code, plan.code), (0, 0), "{file}: {} {}", info.err, plan.err);
        for note in notes {
            assert!(info.err.contains(note), "{file}, {note}: {}", info.err);
            let said = format!("{}{}", plan.out, plan.err).replace("\n  ", " ");
            assert!(said.contains(note), "{file}, {note}: {said}");
        }
        assert!(info.out.contains("12 rows"), "{}", info.out);
    }
}

#[test]
fn what_is_no_table_is_refused_with_a_remedy() {
    let dir = Dir::new();
    for (file, content, words) in [
        ("a.csv", "PK\u{3}\u{4}...", "spreadsheet"),
        ("page.csv", "<!DOCTYPE html><html>404</html>", "use the download"),
        ("d.json", "[{\"x\": 1, \"class\": \"a\"}]", "to_csv"),
    ] {
        let (info, plan) = info_and_plan(&dir, file, content);
        for said in [info, plan] {
            assert_eq!(said.code, 2, "{}", said.err);
            assert!(said.err.contains(words) && said.err.contains("help"), "{}", said.err);
        }
    }
}

/// UCI wine.data has its classes in the first column, agaricus-lepiota too, Kaggle's mushrooms.csv calls it `class`.
#[test]
fn classes_in_the_first_column_are_not_overlooked() {
    let dir = Dir::new();
    let wine = rows(60, |i| format!("{},{}.5,{}", i % 3 + 1, i, 400 + i * 7));
    let (info, plan) = info_and_plan(&dir, "wine.data", &wine);
    for said in [info, plan] {
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(
            said.err.contains("if the classes are in column `c1`, set `target = \"c1\"`"),
            "{}",
            said.err
        );
    }
    assert_eq!(dir.run(&["data", "info", "wine.data", "--target", "c1"]).code, 0);
    let mushrooms = rows(40, |i| {
        format!("{},{},{}", ["e", "p"][i % 2], ["x", "b", "s"][i % 3], ["d", "g", "u", "m"][i % 4])
    });
    let (info, _) = info_and_plan(&dir, "agaricus-lepiota.data", &mushrooms);
    assert!(
        info.err.contains("the last one, `c3`, is the target unless `target` names another"),
        "{}",
        info.err
    );
    let letters = rows(60, |i| format!("{},{},{}", ["T", "I", "D"][i % 3], i % 7, i % 5));
    let (info, _) = info_and_plan(&dir, "letter-recognition.data", &letters);
    assert!(info.err.contains("`target = \"c1\"` predicts them"), "{}", info.err);
    let (info, _) =
        info_and_plan(&dir, "mushrooms.csv", &format!("class,cap,habitat\n{mushrooms}"));
    assert!(info.err.contains("`target = \"class\"` predicts that one"), "{}", info.err);
}

#[test]
fn what_is_said_wins() {
    let dir = Dir::new();
    dir.write("d.csv", "x;y;class\n1,5;NA;a\n2,5;u;b\n3,5;NA;a\n4,5;u;b\n");
    let said = |keys: &str| {
        dir.write("e.toml", spec(&format!("path = \"d.csv\"\n{keys}")));
        dir.run(&["plan", "e.toml"])
    };
    let text = |said: &Said| format!("{}{}", said.out, said.err);
    let found = said("");
    assert!(text(&found).contains("`NA` is taken for a missing value"), "{}", text(&found));
    let kept = said("missing = []");
    assert_eq!(kept.code, 0, "{}", kept.err);
    assert!(!text(&kept).contains("taken for a missing value"), "{}", text(&kept));
    let told =
        said("missing = []\ndelimiter = \";\"\ndecimal = \",\"\nheader = true\nformat = \"csv\"");
    assert!(
        !text(&told).contains("separate the fields") && !text(&told).contains("decimal comma"),
        "{}",
        text(&told)
    );
    let point = said("decimal = \".\"");
    assert_eq!(point.code, 2);
    assert!(
        point.err.contains("`1,5` is no number where the decimal mark is '.'"),
        "{}",
        point.err
    );
    let wrong = said("decimal = \";\"");
    assert!(wrong.err.contains("unknown `decimal` `;`"), "{}", wrong.err);
}

/// What an import found is found again when the catalogue is read, and an entry of before is read as it always was.
#[test]
fn an_imported_file_is_the_same_dataset() {
    let dir = Dir::new();
    dir.write(
        "d.data",
        rows(12, |i| format!("{i}.5  NA   {}", ["a", "b"][i % 2])).replacen("NA", "7", 3),
    );
    let content = |said: Said| {
        assert_eq!(said.code, 0, "{}", said.err);
        said.out.lines().find(|l| l.starts_with("content")).expect("a content line").to_owned()
    };
    let file = content(dir.run(&["data", "info", "d.data"]));
    assert_eq!(dir.run(&["data", "import", "d.data", "--data-dir", "own"]).code, 0);
    assert_eq!(content(dir.run(&["data", "info", "d", "--data-dir", "own"])), file);
    assert_eq!(dir.run(&["data", "verify", "--data-dir", "own"]).code, 0);
}

#[test]
fn mistakes_in_a_spec_are_said_once_and_rightly() {
    let dir = Dir::new();
    dir.write("d.csv", "x,y\n".to_owned() + &rows(30, |i| format!("{i}.5,{}.25", i * i)));
    let methods = "[[method]]\nkind = \"ridge\"\n[[method]]\nkind = \"mean\"\n";
    let head = "[experiment]\nname = \"e\"\nseed = 1\n";
    dir.write(
        "e.toml",
        format!("{head}[[dataset]]\npath = \"d.csv\"\ntask = \"numbers\"\n{methods}"),
    );
    let said = dir.run(&["plan", "e.toml"]);
    assert!(said.err.contains("unknown `task` `numbers`"), "{}", said.err);
    assert_eq!(said.err.matches("error").count(), 1, "{}", said.err);

    let large = head.replace("seed = 1", "seed = 99999999999999999999");
    dir.write(
        "e.toml",
        format!("{large}[[dataset]]\nname = \"iris\"\n[[method]]\nkind = \"knn\"\n"),
    );
    let said = dir.run(&["plan", "e.toml"]);
    assert!(said.err.contains("`seed` is out of range"), "{}", said.err);
    assert!(!said.err.contains("this is a whole number"), "{}", said.err);

    for seed in 1..20 {
        let drawn = format!(
            "{head}[protocol]\nkind = \"prequential\"\n[[dataset]]\nname = \"s\"\nlimit = 2\n\
             generate = {{ kind = \"sea\", noise-percent = 0, instance-seed = {seed} }}\n[[method]]\nkind = \"majority\"\n"
        );
        dir.write("e.toml", drawn);
        let said = dir.run(&["plan", "e.toml"]);
        assert!(!said.err.contains("check `target`"), "{}", said.err);
    }
}

/// Files of spreadsheets and of older programs are read as `analyze` reads them.
#[test]
fn other_encodings_are_read_with_a_note() {
    let dir = Dir::new();
    let text = "größe;x;class\n".to_owned()
        + &rows(12, |i| format!("{i},5;{};{}", i * i, ["a", "b"][i % 2]));
    let wide = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(order).collect()
    };
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    dir.write("plain.csv", &text);
    let plain = dir.succeed(&["data", "info", "plain.csv", "--json"]).out;
    let content = |json: &str| -> String {
        let found: serde_json::Value = serde_json::from_str(json).expect("JSON");
        found["content"].to_string()
    };
    for (file, bytes, note) in [
        ("little.csv", wide(u16::to_le_bytes), "UTF-16"),
        ("big.csv", wide(u16::to_be_bytes), "UTF-16"),
        ("latin.csv", latin, "Windows-1252"),
    ] {
        dir.write(file, bytes);
        let said = dir.succeed(&["data", "info", file]);
        assert!(said.err.contains(note) && said.out.contains("größe"), "{}{}", said.err, said.out);
        let json = dir.succeed(&["data", "info", file, "--json"]).out;
        assert_eq!(content(&json), content(&plain), "{file}");
    }
}

/// The Titanic data of KEEL and Weka has an attribute `class` for the class of the cabin.
#[test]
fn an_attribute_called_class_is_no_target_by_its_name() {
    let dir = Dir::new();
    let text = "@relation t\n@attribute class {first,crew}\n@attribute sex {m,f}\n@attribute survived {yes,no}\n@data\n".to_owned()
        + &rows(12, |i| format!("{},{},{}", ["first", "crew"][i % 2], ["m", "f"][i / 2 % 2], ["yes", "no"][i / 3 % 2]));
    let (info, plan) = info_and_plan(&dir, "titanic.arff", &text);
    for said in [info, plan] {
        assert_eq!(said.code, 0, "{}", said.err);
        let words = format!("{}{}", said.out, said.err).replace("\n  ", " ");
        assert!(words.contains("the last column `survived` is the target"), "{words}");
    }
    assert_eq!(dir.succeed(&["data", "info", "titanic.arff", "--target", "class"]).code, 0);
}

/// The remedy for a target of dates is another target: it cannot be left out.
#[test]
fn a_target_of_dates_is_not_to_be_ignored() {
    let dir = Dir::new();
    let text =
        "x,y,day\n".to_owned() + &rows(25, |i| format!("{i},{},2020-01-{:02}", i % 7, i + 1));
    let (info, _) = info_and_plan(&dir, "d.csv", &text);
    assert!(info.err.contains("the target holds dates"), "{}", info.err);
    assert!(info.err.contains("`target`") && !info.err.contains("ignore"), "{}", info.err);
}

#[test]
fn a_tab_can_be_written_on_the_command_line() {
    let dir = Dir::new();
    dir.write("d.txt", "x\tclass\n".to_owned() + &rows(12, |i| format!("{i}.5\t{}", i % 2)));
    for tab in ["\\t", "tab", "\t"] {
        dir.succeed(&["data", "info", "d.txt", "--delimiter", tab]);
    }
    let said = dir.run(&["data", "info", "d.txt", "--delimiter", "ab"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("write one character, or `tab`"), "{}", said.err);
}

/// Types, titles and repeated headers are no examples (Orange's lenses.tab has three header lines).
#[test]
fn lines_that_are_no_examples_are_left_out_or_refused() {
    let dir = Dir::new();
    let class = |i: usize| {
        format!("{}\t{}\t{}", ["a", "b"][i % 2], ["u", "v", "w"][i % 3], ["no", "yes"][i / 2 % 2])
    };
    let lenses = "age\ttear\tlenses\ndiscrete\tdiscrete\tdiscrete\n\t\tclass\n".to_owned()
        + &rows(24, class);
    let (info, plan) = info_and_plan(&dir, "lenses.tab", &lenses);
    assert_eq!((info.code, plan.code), (0, 0), "{}{}", info.err, plan.err);
    assert!(
        info.out.contains("24 rows") && info.err.contains("Orange"),
        "{}{}",
        info.out,
        info.err
    );
    let table = "age\ttear\tlenses\n".to_owned() + &rows(24, class);
    let (info, _) = info_and_plan(&dir, "two.tsv", &(table.clone() + &table));
    assert!(info.out.contains("48 rows"), "{}{}", info.out, info.err);
    assert!(info.err.contains("1 line that repeats the header is left out"), "{}", info.err);
    for (top, what) in [("Lenses of 1990\n", "line 1 looks like a title"), ("", "")] {
        let (info, _) = info_and_plan(&dir, "title.tsv", &format!("{top}{table}"));
        assert_eq!(info.code == 2, !top.is_empty(), "{}", info.err);
        assert!(info.err.contains(what), "{}", info.err);
    }
    let (info, _) =
        info_and_plan(&dir, "types.tsv", &table.replacen('\n', "\ntext\ttext\ttext\n", 1));
    assert!(info.err.contains("types.tsv:2: line 2 looks like a second header"), "{}", info.err);
}
