//! Names that mean something to the programs that show them: to a spreadsheet, a browser, LaTeX, Markdown, a shell or a
//! terminal. They go through a whole run and come out as the names they are.

use crate::browser;
use crate::support::{Dir, Said};

const NASTY: &[&str] = &[
    "=HYPERLINK(\"http://x\")",
    "<script>alert(1)</script>",
    "\\input{/etc/passwd}",
    "a|b",
    "../../x",
    "$(rm)",
    "%",
    "\u{1f680}",
    "x\u{202e}y",
    "-1-1",
    "'=quoted",
    "@SUM(1)",
    "&lt;",
    "</svg><b onload=alert(2)>",
    "\"\"",
    "{{7*7}}",
    "x",
    "x sd",
];

/// Eighteen methods that differ, on three datasets with names of the same kind.
fn run() -> (Dir, Said) {
    let dir = Dir::new();
    let rows: String =
        (0..24).map(|i| format!("{},{},{}\n", i % 7, i % 5, ["=a()", "<b>"][i % 2])).collect();
    dir.write("one.csv", format!("x,y,class\n{rows}"));
    dir.write("two.csv", format!("x,y,class\n{}", rows.replace("=a()", "+b|c")));
    dir.write("three.csv", format!("x,y,class\n{}", rows.replace("=a()", "@c")));
    let quoted = |text: &str| serde_json::to_string(text).expect("a string");
    let mut spec = String::from(
        "[experiment]\nname = \"nasty\"\nseed = 1\n[protocol]\nkind = \"flat\"\nouter = { folds = 2 }\n",
    );
    let datasets = [
        ("one.csv", "=cmd|' /C calc'!A0"),
        ("two.csv", "<img src=x onerror=alert(3)>"),
        ("three.csv", "\\write18{rm}"),
    ];
    for (file, name) in datasets {
        spec.push_str(&format!("[[dataset]]\npath = \"{file}\"\nname = {}\n", quoted(name)));
    }
    for (k, name) in (1..).zip(NASTY) {
        spec.push_str(&format!(
            "[[method]]\nname = {}\nkind = \"knn\"\nparams = {{ k = {k} }}\n",
            quoted(name)
        ));
    }
    dir.write("nasty.toml", spec);
    let said = dir.succeed(&["run", "nasty.toml"]);
    (dir, said)
}

/// The fields of CSV text, for fields without line ends.
fn cells(text: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cells.last_mut().expect("a cell").push('"');
            }
            '"' => quoted = !quoted,
            ',' | '\n' if !quoted => cells.push(String::new()),
            c => cells.last_mut().expect("a cell").push(c),
        }
    }
    cells
}

fn files(dir: &Dir, folder: &str, ending: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(dir.path(folder)).expect("a folder") {
        let name = format!("{folder}/{}", entry.expect("an entry").file_name().to_string_lossy());
        if dir.path(&name).is_dir() {
            names.extend(files(dir, &name, ending));
        } else if name.ends_with(ending) {
            names.push(name);
        }
    }
    names
}

#[test]
fn names_come_out_as_names_whatever_they_mean_elsewhere() {
    let (dir, said) = run();
    for text in [&said.out, &said.err] {
        let obeyed = text.chars().find(|&c| (c.is_control() && c != '\n') || c == '\u{202e}');
        assert!(obeyed.is_none(), "{obeyed:?} reached the terminal");
    }
    assert!(said.out.contains("x\\u202ey"));
    let csv: Vec<String> =
        [files(&dir, "results", ".csv"), files(&dir, "reports", ".csv")].concat();
    assert!(csv.len() >= 6, "{csv:?}");
    for name in &csv {
        let text = dir.read(name);
        for cell in cells(&text) {
            let formula = cell.starts_with(['=', '+', '-', '@'])
                && cell.len() > 1
                && cell.parse::<f64>().is_err();
            assert!(!formula, "{name}: a spreadsheet would compute {cell}");
        }
        let width = cells(text.lines().next().expect("a head")).len();
        assert!(text.lines().all(|line| cells(line).len() == width), "{name} is ragged");
        let mut head = cells(text.lines().next().expect("a head"));
        head.sort();
        assert!(head.windows(2).all(|pair| pair[0] != pair[1]), "{name} has a head twice");
    }
    for name in files(&dir, "reports", ".tex") {
        let text = dir.read(&name);
        assert!(!text.contains("\\input{/etc") && !text.contains("\u{202e}x"), "{name}");
        assert!(
            !text.lines().any(|line| line.contains(" & %")),
            "{name}: a comment swallows a row"
        );
    }
    for name in [files(&dir, "reports", ".html"), files(&dir, "reports", ".svg")].concat() {
        let text = dir.read(&name);
        for markup in ["<script>alert", "<img src=x", "<b onload", "<b>"] {
            assert!(!text.contains(markup), "{name} holds {markup}");
        }
    }
    let markdown = dir.read("reports/nasty/summary.md");
    assert!(!markdown.contains("a|b") && markdown.contains("a\\|b"));
    assert!(!markdown.replace("\\<script>", "").contains("<script>"));
    for name in files(&dir, "reports", ".json") {
        let json: serde_json::Value = serde_json::from_str(&dir.read(&name)).expect("JSON");
        assert!(json.to_string().contains("<script>alert(1)</script>"), "{name}: JSON keeps names");
    }
    // Nothing but tables and figures with plain names.
    for name in files(&dir, "reports", "") {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        assert!(name.chars().all(plain), "{name}");
    }
    assert!(!dir.path("../../x").exists() && !dir.path("x").exists());
}

#[test]
fn our_own_tables_give_the_real_names_back() {
    let (dir, _) = run();
    for file in ["results/nasty/outcomes.csv", "reports/nasty/tables/accuracy-scores.csv"] {
        let said = dir.succeed(&["analyze", file, "--json", "--higher-is-better"]);
        let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        assert!(json["caveats"][0].as_str().expect("a caveat").contains("flat protocol"), "{file}");
        let found = json.to_string();
        for name in NASTY {
            let name = serde_json::Value::from(*name).to_string();
            assert!(found.contains(&name), "{file} lost {name}");
        }
        assert!(!found.contains("\"'=HYPERLINK"), "{file}");
    }
}

#[test]
fn the_page_runs_no_script_of_a_name() {
    let Some(chromium) = browser::find() else { return };
    let (dir, _) = run();
    let mut page = browser::Browser::start(&chromium);
    page.open(&dir.path("reports/nasty/index.html"));
    assert_eq!(page.eval("document.querySelectorAll('img[onerror], b[onload]').length"), 0);
    assert_eq!(page.eval("document.scripts.length"), 1);
    let shown = page.eval("document.body.textContent.includes('<script>alert(1)</script>')");
    assert_eq!(shown, true);
    assert_eq!(page.console(), Vec::<String>::new());
}

#[test]
fn data_cannot_command_the_terminal() {
    let dir = Dir::new();
    let escape = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}";
    dir.write("a.csv", format!("x{escape},class\n1,a\nz{escape},b\n2,a\n"));
    dir.write("b.csv", format!("x{escape},class\n1,a{escape}\n2,b\n"));
    dir.write("w.csv", format!("d,A{escape},B\na,1,{escape}\n"));
    dir.write("t.toml", "[experiment]\nname = \"\\u001b[2J\"\nseed = 1\n[[dataset]]\nname = \"\\u001b]0;x\\u0007\"\n[[method]]\nkind = \"\\u009b31m\"\n");
    for arguments in [
        &["data", "info", "a.csv"][..],
        &["data", "info", "b.csv"],
        &["data", "info", "b.csv", "--json"],
        &["analyze", "w.csv"],
        &["plan", "t.toml"],
    ] {
        let said = dir.run(arguments);
        let text = format!("{}{}", said.out, said.err);
        let obeyed = text
            .chars()
            .find(|&c| (c.is_control() && !matches!(c, '\n' | '\t')) || c == '\u{202e}');
        assert!(obeyed.is_none(), "{arguments:?} sends {obeyed:?}");
        assert!(text.contains("\\u"), "{arguments:?}: what was there is shown\n{text}");
    }
}
