//! `tribunal audit` as a user sees it: what it prints and writes, its exit codes, and a paper of one's own.

use crate::support::{Dir, project};

/// The complete example of docs/audit.md: the blocks of its section, by file name.
fn example() -> Dir {
    let text = std::fs::read_to_string(project().join("docs/audit.md")).expect("the page");
    let dir = Dir::new();
    for (mark, name, kind) in
        [("nowhere.csv", "nowhere.csv", "```text\n"), ("nowhere.toml", "nowhere.toml", "```toml\n")]
    {
        let (_, rest) =
            text.split_once(&format!("`{mark}`:")).unwrap_or_else(|| panic!("no {mark}"));
        let (_, block) = rest.split_once(kind).expect("a block");
        dir.write(name, block.split("```").next().expect("an end"));
    }
    dir
}

#[test]
fn the_example_of_the_documentation() {
    let dir = example();
    let said = dir.succeed(&["audit", "nowhere.toml"]);
    let page = std::fs::read_to_string(project().join("docs/audit.md")).expect("the page");
    let (_, rest) = page.split_once("$ tribunal audit nowhere.toml\n").expect("what is printed");
    let shown = rest.split("```").next().expect("an end");
    assert_eq!(said.out.trim(), shown.trim(), "{}", said.out);
    assert_eq!(dir.run(&["audit", "nowhere.toml", "--strict", "-q"]).code, 3);
}

#[test]
fn tables_papers_and_the_list() {
    let dir = Dir::new();
    for arguments in [&["audit"][..], &["audit", "--list"]] {
        let said = dir.succeed(arguments);
        assert!(said.out.contains("melki-5.3-accuracy"), "{}", said.out);
        assert!(said.out.contains("Melki 2018, table 5.3, page 97"), "{}", said.out);
    }
    let said = dir.succeed(&["audit", "melki-5.3-accuracy"]);
    let summary =
        "melki-5.3-accuracy: 12 statements: 7 match, 1 under a convention, 4 contradictions";
    assert!(said.out.contains(summary), "{}", said.out);
    assert!(said.out.contains("ranks in the wrong direction"), "{}", said.out);
    let said = dir.succeed(&["audit", "shen"]);
    assert!(said.out.contains("mark spirals against MLP"), "{}", said.out);
    assert_eq!(dir.run(&["audit", "melki-5.3-runtime", "--strict"]).code, 0);
    assert_eq!(dir.run(&["audit", "shen", "--strict", "--quiet"]).code, 3);
    let said = dir.run(&["audit", "melki-5.3-acuracy"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("did you mean `melki-5.3-accuracy`?"), "{}", said.err);
}

#[test]
fn files_and_formats() {
    let dir = Dir::new();
    let said = dir.succeed(&["audit", "shen", "-o", "out"]);
    assert!(said.out.is_empty() && said.err.contains("index.html"), "{}", said.err);
    let json: serde_json::Value = serde_json::from_str(&dir.read("out/audit.json")).expect("JSON");
    assert_eq!((&json["schema"], &json["counts"]["contradiction"]), (&1.into(), &1.into()));
    for (format, file) in [("json", "audit.json"), ("markdown", "audit.md"), ("html", "index.html")]
    {
        let said = dir.succeed(&["audit", "shen", "--format", format]);
        assert_eq!(said.out, dir.read(&format!("out/{file}")), "the same bytes every time");
    }
    let page = dir.read("out/index.html");
    assert!(page.contains("<th scope=\"row\">mark spirals against MLP</th>"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
}

#[test]
fn a_wrong_claim_file_is_refused_with_its_line() {
    let dir = example();
    let text = dir.read("nowhere.toml");
    for (from, to, words) in [
        ("rank = {", "rnak = {", "did you mean `rank`?"),
        ("better = \"higher\"", "better = \"up\"", "unknown variant `up`"),
        ("format = 1", "format = 9", "this program reads 1"),
        ("Oracle = ", "Orcale = ", "did you mean `Oracle`?"),
        ("nowhere.csv", "gone.csv", "gone.csv cannot be used"),
    ] {
        assert!(text.contains(from), "{from}");
        dir.write("wrong.toml", text.replacen(from, to, 1));
        let said = dir.run(&["audit", "wrong.toml"]);
        assert_eq!(said.code, 2, "{from}: {}", said.err);
        assert!(
            said.err.contains("wrong.toml:") && said.err.contains(words),
            "{from}: {}",
            said.err
        );
        assert!(said.err.contains("nothing was audited"), "{}", said.err);
    }
    dir.write("wrong.toml", "format = \n");
    assert_eq!(dir.run(&["audit", "wrong.toml"]).code, 2);
    assert_eq!(dir.run(&["audit", "nothing.toml"]).code, 2);
    assert_eq!(dir.run(&["audit", "all", "--data-dir", "nowhere"]).code, 2);
}

/// Names come from files: none may become markup or command a terminal.
#[test]
fn hostile_names_are_shown_and_not_obeyed() {
    let dir = example();
    let text = dir.read("nowhere.toml").replace("Nowhere Survey", "<script>|\\u001b[2J");
    dir.write("hostile.toml", text);
    let said = dir.succeed(&["audit", "hostile.toml", "--format", "html"]);
    assert!(!said.out.contains("<script"), "{}", said.out);
    let said = dir.succeed(&["audit", "hostile.toml"]);
    assert!(!said.out.contains('\u{1b}'), "{}", said.out);
}

/// A claim file may name tables that ship, wherever it stands.
#[test]
fn a_file_that_names_tables_of_shipped_papers() {
    let dir = Dir::new();
    let file = project().join("datasets/published/papers/melki-chapter.toml");
    let by_file = dir.succeed(&["audit", file.to_str().expect("a name")]).out;
    assert_eq!(by_file, dir.succeed(&["audit", "melki-chapter"]).out);
}
