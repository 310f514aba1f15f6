//! Data that misleads: every file of the review that ran without a word (UCI glass, Weka's Reuters and cpu, Titanic) as a table made
//! by rule with the same layout, and where the warning is shown.

use std::fmt::Write;

use serde_json::Value;

use crate::support::Dir;

fn spec(dataset: &str) -> String {
    format!(
        "[experiment]\nname = \"e\"\nseed = 1\n[protocol]\nouter = {{ folds = 2 }}\n[[dataset]]\n{dataset}\n\
         [[method]]\nkind = \"knn\"\n[[method]]\nkind = \"majority\"\n"
    )
}

/// The layout of UCI `glass.data`: no header, a number of the row, measures, the class last; sorted by class.
fn glass(rows: usize) -> String {
    let mut text = String::new();
    for i in 0..rows {
        let noise = (i * i * 37 % 101) as f64 / 100.0;
        let _ = writeln!(
            text,
            "{},{:.5},{:.2},{}",
            i + 1,
            1.51 + noise / 50.0,
            13.0 + noise,
            1 + i * 3 / rows
        );
    }
    text
}

#[test]
fn a_column_that_counts_the_rows_is_warned_of_wherever_the_data_is_used() {
    let dir = Dir::new();
    dir.write("glass.csv", glass(60));
    dir.write("e.toml", spec("path = \"glass.csv\"\nheader = false\ntask = \"classification\""));
    let warning =
        "warning: glass: `c1` counts the rows: it holds every whole number from 1 to 60 once";
    for arguments in [
        &["plan", "e.toml", "--no-pilot"][..],
        &["run", "e.toml"],
        &["check", "e.toml", "--save-baseline", "b.json"],
    ] {
        let said = dir.succeed(arguments);
        assert!(said.err.contains(warning), "{arguments:?}: {}", said.err);
        assert!(said.err.contains("ignore = [\"c1\"]"), "{}", said.err);
    }
    let caution = "the data of glass may mislead: `c1` counts the rows";
    assert!(dir.succeed(&["run", "e.toml"]).out.contains(&format!("CAUTION: {caution}")));
    // A report has it without the data.
    std::fs::remove_file(dir.path("glass.csv")).unwrap();
    dir.succeed(&["report", "results/e", "--format", "html,markdown,json"]);
    for file in ["index.html", "summary.md"] {
        let text = dir.read(&format!("reports/e/{file}"));
        assert!(text.contains("counts the rows"), "{file}");
    }
    let tables: Value = serde_json::from_str(&dir.read("reports/e/tables.json")).unwrap();
    assert_eq!(tables["data"][0]["suspicions"][0]["kind"], "row-number");
    assert_eq!(tables["data"][0]["suspicions"][0]["column"], "c1");
}

#[test]
fn a_plan_has_it_in_json_and_the_remedy_ends_it() {
    let dir = Dir::new();
    dir.write("glass.csv", glass(60));
    let dataset = "path = \"glass.csv\"\nheader = false\ntask = \"classification\"";
    dir.write("e.toml", spec(dataset));
    let said = dir.succeed(&["plan", "e.toml", "--no-pilot", "--json"]);
    let plan: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(plan["data"][0]["remarks"]["suspicions"][0]["kind"], "row-number");
    dir.write("e.toml", spec(&format!("{dataset}\nignore = [\"c1\"]")));
    let said = dir.succeed(&["run", "e.toml"]);
    assert!(!said.err.contains("warning"), "{}", said.err);
    assert!(!dir.read("results/e/run.json").contains("row-number"));
}

/// What readers assumed reaches the report, too.
#[test]
fn notes_of_the_reader_are_in_the_report() {
    let dir = Dir::new();
    let rows: String = (0..40).map(|i| format!("{},{}\n", i * i % 37, i % 2)).collect();
    dir.write("own.csv", format!("x,class\n{rows}"));
    dir.write("e.toml", spec("path = \"own.csv\""));
    let note = "the 2 different whole numbers of the target `class` are taken for classes";
    assert!(dir.succeed(&["run", "e.toml"]).err.contains(note));
    std::fs::remove_file(dir.path("own.csv")).unwrap();
    dir.succeed(&["report", "results/e", "--format", "markdown,json"]);
    assert!(dir.read("reports/e/summary.md").contains("whole numbers of the target"));
    let tables: Value = serde_json::from_str(&dir.read("reports/e/tables.json")).unwrap();
    assert!(tables["data"][0]["notes"][0].as_str().unwrap().contains(note));
}

/// At most three of a dataset, with the way to the others.
#[test]
fn many_warnings_are_cut_with_the_command_that_lists_them() {
    let dir = Dir::new();
    let rows: String = (0..60)
        .map(|i| {
            format!("{i},{},n{i},m{i},k{i},{:.3},{}\n", 60 - i, (i * i % 59) as f64 / 7.0, i % 2)
        })
        .collect();
    dir.write("own.csv", format!("a,b,c,d,e,x,class\n{rows}"));
    dir.write("e.toml", spec("path = \"own.csv\"\ntask = \"classification\""));
    let said = dir.succeed(&["plan", "e.toml", "--no-pilot"]);
    assert_eq!(said.err.matches("warning: own: `").count(), 3, "{}", said.err);
    assert!(said.err.contains("and 2 more: `tribunal data info "), "{}", said.err);
    let info = dir.succeed(&["data", "info", "own.csv", "--task", "classification"]);
    assert_eq!(info.out.matches("\nwarning: ").count(), 5, "{}", info.out);
}

/// The layout of Weka's `ReutersCorn-train.arff`: one text per row and a class.
#[test]
fn documents_in_an_arff_file_are_refused() {
    let texts = |more: &str, value: &str| {
        let mut text =
            format!("@relation r\n@attribute Text string\n{more}@attribute class {{0,1}}\n@data\n");
        for i in 0..40 {
            let _ = writeln!(text, "'BC-COFFEE {i}  the price\\nof corn',{value}{}", i % 2);
        }
        text
    };
    let dir = Dir::new();
    dir.write("reuters.arff", texts("", ""));
    dir.write("e.toml", spec("path = \"reuters.arff\""));
    let said = dir.run(&["run", "e.toml"]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains(
            "column `Text`: the `string` attribute holds texts: 40 different ones in 40 rows"
        ),
        "{}",
        said.err
    );
    assert!(said.err.contains("nothing else is left as a feature"), "{}", said.err);
    // Next to other features they can be left out, or kept on purpose.
    dir.write("reuters.arff", texts("@attribute x real\n", "1.5,"));
    let said = dir.run(&["run", "e.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("leave it out with ignore = [\"Text\"]"), "{}", said.err);
    dir.write("e.toml", spec("path = \"reuters.arff\"\nignore = [\"Text\"]"));
    dir.succeed(&["run", "e.toml"]);
    dir.write("e.toml", spec("path = \"reuters.arff\"\nnominal = [\"Text\"]"));
    assert!(dir.succeed(&["run", "e.toml"]).err.contains("warning: reuters: `Text` holds names"));
    // Words that repeat are categories, whatever the file calls them.
    let words = texts("@attribute x real\n", "1.5,").replace("BC-COFFEE 1", "BC-COFFEE 2");
    let words: String = words
        .lines()
        .map(|line| {
            let cut = line.find("BC-COFFEE").map_or(line.to_owned(), |at| {
                format!("'{}'{}", &line[at..at + 11], &line[line.rfind(",1.5").unwrap()..])
            });
            cut + "\n"
        })
        .collect();
    dir.write("reuters.arff", words);
    dir.write("e.toml", spec("path = \"reuters.arff\""));
    dir.succeed(&["run", "e.toml"]);
}

/// The layout of Weka's `cpu.with.vendor.arff`: a numeric attribute called class, one value for every two rows.
#[test]
fn a_number_for_every_other_row_is_no_class() {
    let dir = Dir::new();
    let mut arff = "@relation cpu\n@attribute MYCT real\n@attribute class real\n@data\n".to_owned();
    let mut csv = "MYCT,class\n".to_owned();
    for i in 0..120 {
        let line = format!("{}.5,{}\n", i * i % 97, 10 + i / 2 * 3);
        arff.push_str(&line);
        csv.push_str(&line);
    }
    dir.write("cpu.arff", arff);
    dir.write("cpu.csv", csv);
    for file in ["cpu.arff", "cpu.csv"] {
        for task in ["", "task = \"classification\""] {
            dir.write("e.toml", spec(&format!("path = \"{file}\"\n{task}")));
            let said = dir.run(&["run", "e.toml"]);
            assert_eq!(said.code, 2, "{file} {task}");
            assert!(
                said.err.contains("the target `class` has 60 different numbers"),
                "{}",
                said.err
            );
            assert!(said.err.contains("task = \"regression\""), "{}", said.err);
            assert!(said.err.contains("`nominal`"), "{}", said.err);
        }
        dir.write("e.toml", spec(&format!("path = \"{file}\"\nnominal = [\"class\"]")));
        dir.succeed(&["plan", "e.toml", "--no-pilot"]);
    }
}

/// Numbers that two programs wrote are one class, with a word on it; listed under `nominal` they are what they are.
#[test]
fn classes_that_are_the_same_number_are_one_class() {
    let dir = Dir::new();
    let rows: String =
        (0..40).map(|i| format!("{}.5,{}\n", i * i % 37, ["1", "1.0", "2", "02"][i % 4])).collect();
    dir.write("own.csv", format!("x,class\n{rows}"));
    let said = dir.succeed(&["data", "info", "own.csv"]);
    assert!(said.err.contains("are one class: `1` and `1.0`, `2` and `02`"), "{}", said.err);
    assert!(said.out.contains("  1                         20   50.0 %"), "{}", said.out);
    let said = dir.succeed(&["data", "info", "own.csv", "--nominal", "class"]);
    assert!(
        said.out.contains("warning: `class` has classes that differ only in how they are written"),
        "{}",
        said.out
    );
    // What was right keeps its names and its bytes.
    dir.write(
        "own.csv",
        format!("x,class\n{}", rows.replace(",1\n", ",1.0\n").replace(",2\n", ",02\n")),
    );
    let said = dir.succeed(&["data", "info", "own.csv"]);
    assert!(said.out.contains("  02 ") && said.out.contains("  1.0 "), "{}", said.out);
}

/// The columns of Kaggle's Titanic: a counted id, names, tickets of numbers and text, cabins with holes.
#[test]
fn tickets_and_names_are_to_be_left_out() {
    let mut text = "PassengerId,Survived,Pclass,Name,Age,Ticket,Cabin\n".to_owned();
    for i in 0..80 {
        let ticket =
            if i % 4 == 0 { format!("PC {}", 17000 + i) } else { (330_000 + 7 * i).to_string() };
        let cabin = if i % 3 == 0 { format!("C{i}") } else { String::new() };
        let (survived, class, age) = (i * i % 3 % 2, 1 + i % 3, 20 + i * 5 % 37);
        let _ = writeln!(
            text,
            "{},{survived},{class},\"Doe, Mr. No {i}\",{age},{ticket},{cabin}",
            i + 1
        );
    }
    let dir = Dir::new();
    dir.write("titanic.csv", &text);
    let dataset = "path = \"titanic.csv\"\ntarget = \"Survived\"\ntask = \"classification\"";
    dir.write("e.toml", spec(dataset));
    let said = dir.run(&["run", "e.toml"]);
    assert_eq!(said.code, 2);
    let help = "leave it out with ignore = [\"Ticket\"]: it has 80 different values in 80 rows";
    assert!(said.err.contains(help), "{}", said.err);
    // Whoever lists it under `nominal` all the same is warned of all four.
    dir.write("e.toml", spec(&format!("{dataset}\nnominal = [\"Ticket\"]")));
    let said = dir.succeed(&["plan", "e.toml", "--no-pilot"]);
    for column in ["PassengerId", "Name", "Ticket"] {
        assert!(said.err.contains(&format!("ignore = [\"{column}\"]")), "{column}: {}", said.err);
    }
    let all = "ignore = [\"PassengerId\", \"Name\", \"Ticket\", \"Cabin\"]";
    dir.write("e.toml", spec(&format!("{dataset}\n{all}")));
    assert!(!dir.succeed(&["run", "e.toml"]).err.contains("warning"));
    // A typing mistake among measured numbers is no name.
    let wrong = text.replace(",20,", ",2o,").replace(",Ticket", ",T");
    dir.write("titanic.csv", wrong);
    dir.write("e.toml", spec(&format!("{dataset}\nnominal = [\"T\"]")));
    let said = dir.run(&["run", "e.toml"]);
    assert!(
        said.err.contains("text `2o` in a numeric column") && !said.err.contains("ignore ="),
        "{}",
        said.err
    );
}

#[test]
fn info_lists_every_column_in_eighty_characters() {
    let dir = Dir::new();
    let rows: String = (0..40)
        .map(|i| {
            let colour = if i % 8 == 0 { "" } else { ["red", "blue", "green"][i % 3] };
            format!(
                "{i},{colour},{:.3},note {i},{}\n",
                (i * i % 39) as f64 / 7.0,
                ["a", "b"][i % 2]
            )
        })
        .collect();
    let long = "a_name_that_is_much_longer_than_the_table_has_room_for";
    dir.write("own.csv", format!("id,colour,{long},remark,class\n{rows}"));
    let said = dir.succeed(&["data", "info", "own.csv", "--ignore", "remark"]);
    let table: Vec<&str> = said.out.lines().skip_while(|line| !line.contains("distinct")).collect();
    assert!(table.iter().take(7).all(|line| line.chars().count() <= 80), "{}", said.out);
    let row = |start: &str| *table.iter().find(|line| line.starts_with(start)).unwrap_or(&"");
    assert!(row("! id").contains("numeric") && row("! id").contains("0 to 39"), "{}", said.out);
    assert!(row("  colour").contains("12.5 %") && row("  colour").contains("blue, green, red"));
    assert!(row("  class").contains("class") && row("  class").contains("a, b"), "{}", said.out);
    assert!(row("  remark").contains("ignored") && row("  remark").contains("40"), "{}", said.out);
    assert!(row("  a_name_that_is").contains('…'), "{}", said.out);
    assert!(said.out.contains("warning: `id` counts the rows"), "{}", said.out);
    let json = dir.succeed(&["data", "info", "own.csv", "--ignore", "remark", "--json"]);
    let all: Value = serde_json::from_str(&json.out).unwrap();
    let columns = all["columns"].as_array().unwrap();
    assert_eq!(columns.len(), 5);
    assert_eq!(columns[0]["suspicions"][0], "row-number");
    assert_eq!((&columns[1]["missing"], &columns[1]["missing_share"]), (&5.into(), &0.125.into()));
    assert_eq!((&columns[4]["role"], &columns[4]["distinct"]), (&"ignored".into(), &40.into()));
    assert_eq!(all["suspicions"][0]["column"], "id");
}

#[test]
fn many_columns_are_cut_unless_all_are_wanted() {
    let dir = Dir::new();
    let names: Vec<String> = (0..300).map(|c| format!("f{c}")).collect();
    let rows: String = (0..30)
        .map(|i| {
            let cells: Vec<String> = (0..300)
                .map(|c| format!("{:.2}", ((i + 1) * (c + 3) * 37 % 1009) as f64 / 9.0))
                .collect();
            format!("{},{}\n", cells.join(","), i % 2)
        })
        .collect();
    dir.write("wide.csv", format!("{},class\n{rows}", names.join(",")));
    let said = dir.succeed(&["data", "info", "wide.csv"]);
    assert!(said.out.contains("… and 250 more columns; --all lists them"), "{}", said.out);
    assert!(said.out.contains("  class "), "the target is always listed");
    let said = dir.succeed(&["data", "info", "wide.csv", "--all"]);
    assert!(said.out.contains("  f299 ") && !said.out.contains("more columns;"), "{}", said.out);
    let json = dir.succeed(&["data", "info", "wide.csv", "--json"]);
    let all: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(all["columns"].as_array().unwrap().len(), 301);
}

/// What is fine must not be warned of: every dataset of the catalogue that is here.
#[test]
fn no_dataset_of_the_catalogue_is_suspected() {
    let dir = Dir::new();
    let listed = dir.succeed(&["list", "datasets", "--json"]);
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    let all = listed.as_array().or_else(|| listed["datasets"].as_array()).expect("a list");
    let mut looked_at = 0;
    for entry in all {
        let name = entry["name"].as_str().expect("a name");
        let said = dir.run(&["data", "info", name, "--json"]);
        if said.code != 0 {
            continue; // It does not ship.
        }
        looked_at += 1;
        let info: Value = serde_json::from_str(&said.out).unwrap();
        let warnings: Vec<&Value> = info["suspicions"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|own| own["weight"] == "warning")
            .collect();
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
    }
    assert!(looked_at >= 40, "{looked_at}");
}

#[test]
fn a_check_that_ran_nothing_says_so_first() {
    let dir = Dir::new();
    dir.write("small.toml", crate::support::SMALL);
    dir.succeed(&["check", "small.toml", "--save-baseline", "b.json"]);
    let said = dir.succeed(&["check", "small.toml", "--baseline", "b.json"]);
    assert!(
        said.out.starts_with("NOTHING WAS RUN: every result was stored before"),
        "{}",
        said.out
    );
    assert!(
        said.err.contains("warning: nothing was run: every result was stored before"),
        "{}",
        said.err
    );
    let verdict: Value =
        serde_json::from_str(&dir.read("reports/small/gate/verdict.json")).unwrap();
    assert_eq!(verdict["nothing_was_run"], true);
    let junit = dir.read("reports/small/gate/junit.xml");
    assert!(junit.contains("<property name=\"nothing_was_run\" value=\"true\"/>"), "{junit}");
    assert!(junit.contains("<system-out>nothing was run"), "{junit}");
    assert!(dir.read("reports/small/gate/summary.md").starts_with("⚠️ **Nothing was run"));
    let quiet = dir.succeed(&["check", "small.toml", "--baseline", "b.json", "-q"]);
    assert!(quiet.err.contains("nothing was run"), "{}", quiet.err);
    let forced = dir.succeed(&["check", "small.toml", "--baseline", "b.json", "--force"]);
    assert!(!forced.out.contains("NOTHING") && !forced.err.contains("nothing was run"));
    let verdict: Value =
        serde_json::from_str(&dir.read("reports/small/gate/verdict.json")).unwrap();
    assert_eq!(verdict["nothing_was_run"], false);
    assert!(!dir.read("reports/small/gate/junit.xml").contains("nothing_was_run"));
}

#[test]
fn init_keeps_results_out_of_the_repository() {
    let dir = Dir::new();
    let said = dir.succeed(&["init", "mine"]);
    assert!(said.err.contains("wrote .gitignore"), "{}", said.err);
    let text = dir.read(".gitignore");
    assert!(text.lines().any(|line| line == "/results/") && text.contains("/reports/"), "{text}");
    let said = dir.succeed(&["init", "other"]);
    assert!(!said.err.contains(".gitignore"), "nothing to say of its own: {}", said.err);
    dir.write(".gitignore", "results\n");
    let said = dir.succeed(&["init", "third"]);
    assert_eq!(dir.read(".gitignore"), "results\n");
    assert!(said.err.contains(".gitignore is not changed; add /reports/"), "{}", said.err);
    dir.write(".gitignore", "/results/*\n!/results/README.md\n/reports/*\n");
    let said = dir.succeed(&["init", "fourth"]);
    assert!(!said.err.contains(".gitignore"), "{}", said.err);
}
