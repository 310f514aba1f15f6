//! The theses' experiments: every spec is in order without the data that does not ship, a part of one runs and stands beside
//! the published numbers, and the gallery of reports holds what its page lists.

use std::path::PathBuf;

use crate::support::{Dir, project};

fn specs() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(project().join("experiments/theses")).expect("specs");
    let mut specs: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    specs.sort_by_key(|spec| stem(spec));
    specs
}

fn stem(path: &std::path::Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn every_spec_is_planned_with_what_ships() {
    let dir = Dir::new();
    // What each of them has to do without where nothing but the shipped data is there.
    let absent = [
        ("melki-5.3-large", "w3a ijcnn1"),
        ("melki-5.3-medium", "usps reuters"),
        ("melki-5.3-small", "dermatology prokaryotic eukaryotic"),
        ("melki-5.5-large", "w3a ijcnn1"),
        ("melki-5.5-medium", "usps reuters"),
        ("melki-5.5-small", "dermatology prokaryotic eukaryotic"),
        ("suppharangsarn-5.1", ""),
        ("suppharangsarn-5.4-large", "ringnorm scop_chpvz waveform"),
        ("suppharangsarn-5.4-large-nested", "ringnorm scop_chpvz waveform"),
        ("suppharangsarn-5.4-small", ""),
        ("suppharangsarn-5.4-small-nested", ""),
    ];
    assert_eq!(specs().iter().map(|s| stem(s)).collect::<Vec<_>>(), absent.map(|(name, _)| name));
    for (spec, (name, expected)) in specs().iter().zip(absent) {
        let spec = spec.to_str().expect("a name");
        let said = dir.succeed(&["plan", spec, "--no-pilot", "--json"]);
        let plan: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        assert_eq!(plan["experiment"], name);
        let notes = plan["warnings"].as_array().expect("notes").iter();
        let left_out = notes.filter_map(|note| note.as_str()?.split_once(": left out"));
        let left_out: Vec<&str> = left_out.map(|(name, _)| name).collect();
        assert_eq!(left_out.join(" "), expected, "{name}");
    }
}

#[test]
fn a_part_of_a_thesis_runs_beside_its_table() {
    let dir = Dir::new();
    let spec = project().join("experiments/theses/melki-5.3-small.toml");
    let spec = spec.to_str().expect("a name");
    let said = dir.succeed(&["run", spec, "-d", "iris", "-d", "wine", "-m", "OLLAWV"]);
    assert!(said.out.contains("published (Melki 2018, table 5.3, page 97) beside measured"));
    // The published accuracies of OLLAWV on iris and wine are 97.33 and 98.87.
    assert!(said.out.contains("97.33") && said.out.contains("98.87"), "{}", said.out);
    assert!(said.out.contains("melki-5.3-accuracy (Melki 2018, table 5.3, page 97): 2 of 2 cells"));
    let said = dir.succeed(&["run", spec, "-d", "iris", "-d", "wine"]);
    let printed = said.out.lines().find(|line| line.starts_with("mean rank as printed"));
    let printed = printed.expect("a row of printed ranks");
    assert!(["1.739", "2.022", "2.239"].iter().all(|rank| printed.contains(rank)), "{printed}");
    let page = dir.read("reports/melki-5.3-small/reference.json");
    let page: serde_json::Value = serde_json::from_str(&page).expect("JSON");
    let text = page.to_string();
    assert!(text.contains("its file eukaryotic.csv does not ship"), "{text}");
    assert!(text.contains("optdigits") && text.contains("not in the spec"), "{text}");
}

#[test]
fn the_gallery_holds_what_its_page_lists() {
    let gallery = project().join("reports/theses");
    let page = std::fs::read_to_string(gallery.join("README.md")).expect("a page");
    let names: Vec<String> = specs().iter().map(|spec| stem(spec)).collect();
    let mut found = 0;
    for entry in std::fs::read_dir(&gallery).expect("the gallery") {
        let folder = entry.expect("an entry").path();
        if !folder.is_dir() {
            continue;
        }
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name == "audit" || names.contains(&name), "{name} is of no spec");
        assert!(page.contains(&format!("({name}/index.html)")), "{name} is not listed");
        assert!(folder.join("index.html").is_file(), "{name} has no page");
        found += 1;
    }
    let links = page.matches("/index.html)").count();
    assert_eq!(links, found, "every link has a folder");
}
