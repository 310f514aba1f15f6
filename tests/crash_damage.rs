//! Stores that were damaged while nobody looked: cut, overwritten, with bits turned, lines doubled or in another order.
//! A damaged line is named and its trial runs again; the end is the same bytes.

use std::ops::Range;
use std::path::Path;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use tribunal::num::key::RngKey;
use tribunal::num::sample::below;
use tribunal::store::History;

use crate::crash::{KINDS, SPEC, TRIALS, run_again, scratch, truth, undisturbed};
use crate::support::{Dir, journal_ids};

const FILES: [&str; 2] = ["journal.jsonl", "predictions.jsonl"];

fn damaged(folder: &Path) -> Vec<String> {
    History::read(folder).expect("readable").damaged().to_vec()
}

/// A finished run, and its two files.
fn finished(folder: &Path, kind: &str) -> [Vec<u8>; 2] {
    run_again(folder, kind);
    FILES.map(|name| std::fs::read(folder.join(name)).expect("a file"))
}

fn put_back(folder: &Path, files: &[Vec<u8>; 2]) {
    for (name, bytes) in FILES.iter().zip(files) {
        std::fs::write(folder.join(name), bytes).expect("written");
    }
}

#[test]
fn a_file_cut_at_any_byte_of_its_tail_ends_whole_again() {
    for kind in KINDS {
        let folder = scratch();
        let folder = folder.path();
        let files = finished(folder, kind);
        for (position, name) in FILES.iter().enumerate() {
            let whole = &files[position];
            let line = whole.split_inclusive(|&b| b == b'\n').next_back().expect("a line").len();
            // Every seventh byte of the last line and a bit, the bytes next to line ends, and the very beginning.
            let tail = (0..line + 10).step_by(7).chain([1, 2, line - 1, line, line + 1]);
            let cuts = tail.map(|back| whole.len() - back).chain([0, 1, 20, 33, 34, 35]);
            for cut in cuts {
                put_back(folder, &files);
                std::fs::write(folder.join(name), &whole[..cut]).expect("written");
                assert_eq!(damaged(folder), Vec::<String>::new(), "a torn tail is no damage");
                run_again(folder, kind);
                assert_eq!(truth(folder), *undisturbed(kind), "{kind} {name} cut at {cut}");
            }
        }
    }
}

/// Where the lines of a file stand, the first one left out.
fn lines(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut all = Vec::new();
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        all.push(start..start + line.len());
        start += line.len();
    }
    all[1..].to_vec()
}

/// Ways to damage the middle of a file.
const WAYS: [&str; 6] = ["bit", "garbage", "zeros", "hole", "line end", "bit of the first line"];

fn spoil(bytes: &mut Vec<u8>, way: &str, draws: &mut ChaCha8Rng) {
    let first = lines(bytes)[0].start;
    // Not the last line end: without it the last line is torn, which is another case.
    let at = first + below(draws, (bytes.len() - first - 1) as u64) as usize;
    let block = |length: usize| at..bytes.len().min(at + length);
    match way {
        "bit" => bytes[at] ^= 1 << below(draws, 8),
        "garbage" => {
            let mut noise = vec![0; block(64).len()];
            draws.fill_bytes(&mut noise);
            bytes.splice(block(64), noise);
        }
        "zeros" => {
            let zeros = vec![0; block(512).len()];
            bytes.splice(block(512), zeros);
        }
        "hole" => drop(bytes.drain(block(40))),
        "line end" => {
            bytes.splice(at..at, *b"\n#");
        }
        // The name of the format; its number cannot be told from that of a newer version.
        _ => bytes[2 + below(draws, 20) as usize] ^= 1 << below(draws, 8),
    }
}

#[test]
fn damage_in_the_middle_is_named_and_costs_only_its_lines() {
    let mut draws = RngKey::root(4).child("damage", 0).stream();
    for kind in KINDS {
        let folder = scratch();
        let folder = folder.path();
        let files = finished(folder, kind);
        for round in 0..60 {
            let way = WAYS[round % WAYS.len()];
            let position = round / WAYS.len() % 2;
            put_back(folder, &files);
            let mut bytes = files[position].clone();
            spoil(&mut bytes, way, &mut draws);
            std::fs::write(folder.join(FILES[position]), &bytes).expect("written");
            let what = format!("{kind}, {way} in {}, round {round}", FILES[position]);
            let ends = bytes.ends_with(b"\n");
            let named = damaged(folder);
            assert!(!ends || !named.is_empty(), "{what}: not noticed");
            assert!(named.iter().all(|line| line.starts_with(FILES[position])), "{named:?}");
            run_again(folder, kind);
            assert_eq!(truth(folder), *undisturbed(kind), "{what}");
        }
    }
}

#[test]
fn lines_twice_or_in_another_order_or_with_other_ends_change_nothing() {
    for kind in KINDS {
        let folder = scratch();
        let folder = folder.path();
        let files = finished(folder, kind);
        for (position, name) in FILES.iter().enumerate() {
            let whole = &files[position];
            let places = lines(whole);
            let head = whole[..places[0].start].to_vec();
            let all: Vec<&[u8]> = places.iter().map(|place| &whole[place.clone()]).collect();
            let doubled: Vec<u8> = all.iter().flat_map(|line| [*line, *line].concat()).collect();
            let turned: Vec<u8> = all.iter().rev().flat_map(|line| line.to_vec()).collect();
            let windows = String::from_utf8(whole.clone()).expect("text").replace('\n', "\r\n");
            for bytes in [[head.clone(), doubled].concat(), [head, turned].concat(), windows.into()]
            {
                put_back(folder, &files);
                std::fs::write(folder.join(name), &bytes).expect("written");
                assert_eq!(damaged(folder), Vec::<String>::new());
                run_again(folder, kind);
                assert_eq!(std::fs::read(folder.join(name)).expect("a file"), bytes, "ran again");
                assert_eq!(truth(folder), *undisturbed(kind), "{kind} {name}");
            }
        }
    }
}

#[test]
fn the_program_names_damaged_lines_of_both_files() {
    let dir = Dir::new();
    dir.write("tiny.toml", SPEC.replace("KIND", "nested"));
    dir.succeed(&["run", "tiny.toml", "-q"]);
    let expected = dir.read("results/tiny/outcomes.csv");
    for (name, line) in [("journal.jsonl", 4), ("predictions.jsonl", 9), ("journal.jsonl", 1)] {
        let path = format!("results/tiny/{name}");
        let mut all: Vec<String> = dir.read(&path).lines().map(str::to_owned).collect();
        all[line - 1].replace_range(3..5, "??");
        dir.write(&path, format!("{}\n", all.join("\n")));
        let said = dir.succeed(&["run", "tiny.toml", "-q"]);
        let warning = format!("warning: results/tiny/{name}:{line} is damaged and left out");
        assert!(said.err.contains(&warning), "{}", said.err);
        assert_eq!(dir.read("results/tiny/outcomes.csv"), expected);
    }
    // Two trials ran again, and are counted once.
    let journal = dir.read("results/tiny/journal.jsonl").replace("??", "  ");
    let text: String = journal
        .lines()
        .filter(|l| !l.contains("  "))
        .fold("header\n".to_owned(), |text, line| text + line + "\n");
    assert_eq!(journal_ids(&text).len(), TRIALS + 1);
}
