//! What of the protocol is part of an identity, and what changes nothing.

use std::collections::BTreeMap;

use super::*;

#[test]
fn declared_folds_are_known_by_their_assignment_and_drawn_ones_by_their_number() {
    let e = experiment("outer = { folds = 2 }\ninner = { folds = 2 }", &["one"], GRID);
    let declared =
        |folds: Vec<usize>| ids(&e, vec![with_folds(rows("one", 4), folds, 2)]).remove(0);
    let drawn = ids(&e, vec![rows("one", 4)]).remove(0);
    assert_eq!(declared(vec![0, 1, 0, 1]), declared(vec![0, 1, 0, 1]));
    assert_ne!(declared(vec![0, 1, 0, 1]), declared(vec![0, 1, 1, 0]));
    assert_ne!(declared(vec![0, 1, 0, 1]), drawn);
    let other = experiment("outer = { folds = 9 }\ninner = { folds = 2 }", &["one"], GRID);
    let same = ids(&other, vec![with_folds(rows("one", 4), vec![0, 1, 0, 1], 2)]).remove(0);
    assert_eq!(same, declared(vec![0, 1, 0, 1]), "a number that is not used changes nothing");
}

#[test]
fn a_repeat_that_is_added_leaves_the_others_as_they_were() {
    let e = experiment("inner = { folds = 2 }", &["one"], GRID);
    let folds = |of: [usize; 4]| Folds::declared(of.to_vec(), 2);
    let (first, second) = (folds([0, 1, 0, 1]), folds([0, 0, 1, 1]));
    let declared = |outer: &[Folds]| {
        let folds = Some(DeclaredFolds { outer: outer.to_vec(), ..DeclaredFolds::default() });
        ids(&e, vec![Dataset { folds, ..rows("one", 4) }])
    };
    let (one, two) =
        (declared(std::slice::from_ref(&first)), declared(&[first.clone(), second.clone()]));
    assert_eq!((one.len(), two.len()), (2, 4));
    assert_eq!(one, two[..2]);
    assert_ne!(two[2..], declared(&[first, folds([1, 0, 0, 1])])[2..], "its own folds count");
}

#[test]
fn declared_inner_folds_make_the_number_of_drawn_ones_idle() {
    let inner = |fold: usize| ((0, fold), Folds::declared(vec![0, 1, 0, 1], 2));
    let declared = |spec: &str, own: bool| {
        let e = experiment(spec, &["one"], GRID);
        let outer = vec![Folds::declared(vec![0, 1, 0, 1], 2)];
        let inner: BTreeMap<_, _> = (0..2).filter(|_| own).map(inner).collect();
        let folds = Some(DeclaredFolds { outer, inner });
        ids(&e, vec![Dataset { folds, ..rows("one", 4) }])
    };
    let (two, three) = ("inner = { folds = 2 }", "inner = { folds = 2, stratified = false }");
    assert_eq!(declared(two, true), declared(three, true));
    assert_ne!(declared(two, false), declared(three, false));
    assert_ne!(declared(two, true), declared(two, false));
}

#[test]
fn chunks_matter_only_where_they_are_predicted_whole() {
    let of = |protocol: &str| {
        let text = format!("kind = \"prequential\"\nwindow = 2\n{protocol}");
        let e = experiment(&text, &["one"], "[[method]]\nkind = \"majority\"\n");
        ids(&e, vec![rows("one", 4)])
    };
    let one_by_one = "evaluate = \"test-then-train\"\n";
    let chunk = |size: usize| format!("{one_by_one}chunk = {size}");
    assert_eq!(of(&chunk(1)), of(&chunk(3)));
    assert_eq!(of(&chunk(1)), of(one_by_one));
    assert_ne!(of("chunk = 1"), of("chunk = 3"));
}
