//! Damaged data files: one clear error with file, line and column, code 2, and no run.

use crate::support::Dir;

const SPEC: &str =
    "[experiment]\nname = \"e\"\nseed = 1\n[[dataset]]\nFILE\n[[method]]\nkind = \"knn\"\n";

fn rows(text: &str, times: usize) -> String {
    text.repeat(times)
}

/// What is wrong, the file's name, its content, further keys of the dataset, and the words its message must have.
type Case = (&'static str, &'static str, Vec<u8>, &'static str, Vec<&'static str>);

fn cases() -> Vec<Case> {
    let arff = "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n";
    let keel = "@relation r\n@attribute x real [0,1]\n@attribute class {a,b}\n@inputs x\n@outputs class\n@data\n";
    let good = rows("1,a\n2,b\n", 10);
    let text = |s: &str| s.as_bytes().to_vec();
    vec![
        ("empty file", "d.csv", text(""), "", vec!["d.csv: the file is empty"]),
        ("header only", "d.csv", text("x,class\n"), "", vec!["d.csv", "no data rows"]),
        (
            "ragged row",
            "d.csv",
            text(&format!("x,class\n{good}1\n")),
            "",
            vec!["d.csv:22", "1 field", "expected 2"],
        ),
        (
            "too many fields",
            "d.csv",
            text("x,class\n1,a,z\n"),
            "",
            vec!["d.csv:2", "3 fields, expected 2"],
        ),
        (
            "text among numbers",
            "d.csv",
            text(&format!("x,class\n{good}oops,a\n")),
            "",
            vec!["d.csv:22", "column `x`", "oops"],
        ),
        (
            "infinity",
            "d.csv",
            text(&format!("x,class\n{good}inf,a\n")),
            "",
            vec!["d.csv:22", "column `x`"],
        ),
        ("open quote", "d.csv", text("x,class\n1,\"a\n2,b\n"), "", vec!["d.csv:2", "quote"]),
        (
            "missing class",
            "d.csv",
            text(&format!("x,class\n{good}3,\n")),
            "",
            vec!["d.csv:22", "column `class`", "class is missing"],
        ),
        (
            "undeclared class",
            "d.csv",
            text(&format!("x,class\n{good}3,c\n")),
            "classes = [\"a\", \"b\"]",
            vec!["d.csv:22", "unknown class `c`", "a, b"],
        ),
        ("column twice", "d.csv", text("x,x,class\n1,2,a\n"), "", vec!["d.csv", "`x`"]),
        (
            "unknown target",
            "d.csv",
            text(&format!("x,class\n{good}")),
            "target = \"klass\"",
            vec!["klass", "did you mean `class`?"],
        ),
        (
            "unknown column to ignore",
            "d.csv",
            text(&format!("x,class\n{good}")),
            "ignore = [\"y\"]",
            vec!["`y`"],
        ),
        (
            "unknown nominal column",
            "d.csv",
            text(&format!("x,class\n{good}")),
            "nominal = [\"xx\"]",
            vec!["`xx`", "did you mean `x`?"],
        ),
        (
            "another delimiter than is said",
            "d.csv",
            text("x;class\n1;a\n2;b\n"),
            "delimiter = \",\"",
            vec!["delimiter = \";\""],
        ),
        (
            "header or data",
            "d.csv",
            text("7,3,low\n5,1,high\n6,2,high\n4,9,mid\n5,9,mid\n"),
            "",
            vec!["d.csv:1", "header = true", "header = false"],
        ),
        (
            "points and commas",
            "d.csv",
            text("x;y;class\n1,5;2.5;a\n2,5;3.5;b\n"),
            "",
            vec!["d.csv:2", "`decimal`"],
        ),
        ("not text", "d.csv", vec![b'x', 0xff, 0x01, b'y'], "", vec!["d.csv:1", "UTF-8"]),
        (
            "only a column without a value",
            "d.csv",
            text("x,class\n,a\n,b\n"),
            "",
            vec!["no feature columns"],
        ),
        ("only the class", "d.csv", text("class\na\nb\n"), "", vec!["no feature columns"]),
        (
            "a number for a class",
            "d.csv",
            text(&format!("x,y\n{}", (0..40).map(|i| format!("1,{i}.5\n")).collect::<String>())),
            "",
            vec!["the target `y` has 40 different numbers", "task = \"regression\""],
        ),
        (
            "a number that is said to be a class",
            "d.csv",
            text(&format!("x,y\n{}", (0..40).map(|i| format!("1,{i}.5\n")).collect::<String>())),
            "task = \"classification\"",
            vec!["the target `y` has 40 different numbers in 40 rows", "list it under `nominal`"],
        ),
        (
            "two outputs",
            "d.dat",
            text(&format!(
                "{}0.5, a\n",
                keel.replace("@inputs x\n@outputs class", "@outputs x, class")
            )),
            "",
            vec!["target columns"],
        ),
        (
            "one class",
            "d.csv",
            text(&format!("x,class\n{}", rows("1,a\n2,a\n", 10))),
            "",
            vec!["has one class only"],
        ),
        (
            "too few rows",
            "d.csv",
            text("x,class\n1,a\n2,b\n"),
            "",
            vec!["has 2 rows, too few for 5 outer folds"],
        ),
        (
            "wrong checksum",
            "d.csv",
            text(&format!("x,class\n{good}")),
            "sha256 = \"0000000000000000000000000000000000000000000000000000000000000000\"",
            vec!["sha256 is", "expected 0000"],
        ),
        ("broken gzip", "d.csv.gz", vec![0x1f, 0x8b, 8, 0, 1, 2, 3], "", vec!["gzip"]),
        ("no table", "d.xyz", text("[{\"x\": 1}]"), "", vec!["this is JSON", "write it as CSV"]),
        (
            "arff without data",
            "d.arff",
            text("@relation r\n@attribute x numeric\n"),
            "",
            vec!["d.arff", "@data"],
        ),
        (
            "arff value not declared",
            "d.arff",
            text(&format!("{arff}1,c\n")),
            "",
            vec!["d.arff:5", "`c`", "a, b"],
        ),
        (
            "arff text among numbers",
            "d.arff",
            text(&format!("{arff}one,a\n")),
            "",
            vec!["d.arff:5", "`x`", "one"],
        ),
        ("arff ragged row", "d.arff", text(&format!("{arff}1,a,3\n")), "", vec!["d.arff:5"]),
        (
            "arff sparse index",
            "d.arff",
            text(&format!("{arff}{{7 1}}\n")),
            "",
            vec!["d.arff:5", "7"],
        ),
        (
            "arff unknown type",
            "d.arff",
            text("@relation r\n@attribute x complex\n@data\n1\n"),
            "",
            vec!["d.arff:2", "complex"],
        ),
        (
            "arff relational",
            "d.arff",
            text("@relation r\n@attribute bag relational\n@data\n1\n"),
            "",
            vec!["d.arff:2", "bag"],
        ),
        (
            "keel value not declared",
            "d.dat",
            text(&format!("{keel}0.5, z\n")),
            "",
            vec!["d.dat:7", "`z`"],
        ),
        (
            "keel text among numbers",
            "d.dat",
            text(&format!("{keel}?x, a\n")),
            "",
            vec!["d.dat:7", "?x"],
        ),
        (
            "keel unknown output",
            "d.dat",
            text(&keel.replace("@outputs class", "@outputs klass")),
            "",
            vec!["d.dat:5", "klass"],
        ),
        ("libsvm pair", "d.svm", text("1 1:2\n-1 2\n"), "", vec!["d.svm:2"]),
        ("libsvm order", "d.svm", text("1 2:1 1:1\n"), "", vec!["d.svm:1"]),
        ("libsvm zero", "d.svm", text("1 0:1 0:2\n"), "", vec!["d.svm:1", "twice"]),
        ("libsvm number", "d.svm", text("1 1:abc\n"), "", vec!["d.svm:1", "abc"]),
        ("libsvm several labels", "d.svm", text("1,2 1:1\n"), "", vec!["d.svm:1", "1,2"]),
    ]
}

#[test]
fn every_damaged_file_gets_a_message_to_act_on() {
    for (what, name, bytes, keys, words) in cases() {
        let dir = Dir::new();
        dir.write(name, bytes);
        dir.write("e.toml", SPEC.replace("FILE", &format!("path = \"{name}\"\n{keys}")));
        let said = dir.run(&["run", "e.toml"]);
        assert_eq!(said.code, 2, "{what}: code {}\n{}{}", said.code, said.out, said.err);
        for word in words {
            assert!(said.err.contains(word), "{what}: no `{word}` in\n{}", said.err);
        }
        assert!(said.err.contains("help: "), "{what}: no remedy in\n{}", said.err);
        assert!(!said.err.contains("panicked"), "{what}:\n{}", said.err);
        assert!(!dir.path("results").exists(), "{what}: something was written");
    }
}

#[test]
fn all_bad_datasets_are_reported_at_once() {
    let dir = Dir::new();
    dir.write("a.csv", "x,class\n1\n");
    dir.write("b.csv", "");
    let both = "path = \"a.csv\"\n[[dataset]]\npath = \"b.csv\"";
    dir.write("e.toml", SPEC.replace("FILE", both));
    let said = dir.run(&["run", "e.toml"]);
    assert!(
        said.err.contains("a.csv:2") && said.err.contains("b.csv: the file is empty"),
        "{}",
        said.err
    );
}

#[test]
fn the_same_data_twice_is_refused() {
    let dir = Dir::new();
    let text = format!("x,class\n{}", rows("1,a\n2,b\n", 10));
    dir.write("a.csv", &text);
    dir.write("b.csv", text.replace('\n', "\r\n"));
    dir.write("e.toml", SPEC.replace("FILE", "path = \"a.csv\"\n[[dataset]]\npath = \"b.csv\""));
    let said = dir.run(&["run", "e.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("datasets `a` and `b` hold the same data"), "{}", said.err);
}

#[test]
fn the_same_rows_in_every_format_give_the_same_scores() {
    let mut outcomes = Vec::new();
    let numbers: Vec<(f64, f64, &str)> = (0..40)
        .map(|i| (f64::from(i % 9), f64::from(i * 7 % 11), if i % 9 > 4 { "2" } else { "1" }))
        .collect();
    let lines = |separator: &str| -> String {
        numbers.iter().map(|(a, b, c)| format!("{a}{separator}{b}{separator}{c}\n")).collect()
    };
    let declared = "@attribute f1 numeric\n@attribute f2 numeric\n@attribute class {1,2}\n@data\n";
    let keel = "@attribute f1 real [0, 9]\n@attribute f2 real [0, 11]\n@attribute class {1,2}\n@inputs f1, f2\n@outputs class\n@data\n";
    let sparse: String = numbers.iter().map(|(a, b, c)| format!("{c} 1:{a} 2:{b}\n")).collect();
    for (name, text) in [
        ("d.csv", format!("f1,f2,class\n{}", lines(","))),
        ("d.tsv", format!("f1\tf2\tclass\n{}", lines("\t"))),
        ("d.arff", format!("@relation r\n{declared}{}", lines(","))),
        ("d.dat", format!("@relation r\n{keel}{}", lines(", "))),
        ("d.svm", sparse),
    ] {
        let dir = Dir::new();
        dir.write(name, text);
        dir.write("e.toml", SPEC.replace("FILE", &format!("path = \"{name}\"")));
        dir.succeed(&["run", "e.toml"]);
        outcomes.push(dir.read("results/e/outcomes.csv"));
    }
    assert!(outcomes.iter().all(|o| *o == outcomes[0]));
}

/// Lists inside each other take one byte each, and must not take a frame of the stack each.
#[test]
fn a_footer_of_a_million_lists_is_damage_and_no_crash() {
    let dir = Dir::new();
    let footer = vec![0x19; 1_000_000];
    let length = (footer.len() as u32).to_le_bytes();
    dir.write("d.parquet", [b"PAR1", footer.as_slice(), &length, b"PAR1"].concat());
    for command in [&["data", "info", "d.parquet"], &["analyze", "d.parquet", "--json"]] {
        let said = dir.run(command);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains("its footer is damaged"), "{}", said.err);
    }
}
