//! Frozen identities of what is not classification of rows on drawn folds: regression, bags, wrappers over wrappers, steps,
//! declared folds and streams. If one of these fails, stored results of users would silently become stale: raise the
//! version of the method, the step or the engine, and say so in the changelog under "Numbers".

use crate::frozen::first_ids;

/// A method, and the id of repeat 0, fold 0.
type Frozen<'a> = (&'a str, &'a str);

fn assert_frozen(protocol: &str, dataset: &str, methods: &[Frozen<'_>]) {
    let specs: Vec<&str> = methods.iter().map(|(spec, _)| *spec).collect();
    let found = first_ids(protocol, dataset, &specs);
    let found: Vec<Frozen<'_>> = specs.into_iter().zip(found.iter().map(String::as_str)).collect();
    assert_eq!(found, methods, "{protocol} {dataset}");
}

#[test]
fn the_ids_of_regression_are_frozen() {
    assert_frozen(
        "",
        "name = \"autompg\"",
        &[
            ("kind = \"mean\"", "3bad40a95aee4dfe3a3857b64562fc9d"),
            ("kind = \"ridge\"", "b704b1775eef2a973d2e8958ec9c6d79"),
            ("kind = \"knn\"\ngrid = { k = [1, 5] }", "3ac71a3c3124bfe489aaa9a3618f68c2"),
            ("kind = \"svr\"\nparams = { c = 10 }", "3660c5b8455bf4204758ed76819a801b"),
        ],
    );
}

#[test]
fn the_ids_of_bags_are_frozen() {
    assert_frozen(
        "",
        "name = \"musk1\"",
        &[
            ("kind = \"simple-mi\"", "ae689e758c4b08856ef5964e7a3d9409"),
            (
                "kind = \"simple-mi\"\nbase = \"knn\"\nparams = { base-k = 3 }",
                "e183842a403e3b6f51c4b1578cc08233",
            ),
        ],
    );
}

#[test]
fn the_ids_of_nested_bases_are_frozen() {
    assert_frozen(
        "",
        "name = \"musk1\"",
        &[
            ("kind = \"bagging\"\nbase = \"simple-mi\"", "2d739e8c5e4a93ed6508e47dba292787"),
            (
                "kind = \"bagging\"\nbase = [\"simple-mi\", \"lda\"]",
                "6d94597f6355263667f5d9baa82ccae1",
            ),
            (
                "kind = \"simple-mi\"\nbase = [\"bagging\", \"naive-bayes\"]",
                "8a37792949e6f8eac9926323f53cd115",
            ),
        ],
    );
    assert_frozen(
        "",
        "name = \"iris\"",
        &[(
            "kind = \"bagging\"\nbase = [\"adaboost\", \"j48\"]",
            "2daa45c10eadafb84ec0ff6bcba84781",
        )],
    );
}

/// The version of the step is part of these.
#[test]
fn the_ids_of_the_fisher_step_are_frozen() {
    assert_frozen(
        "",
        "name = \"wine\"",
        &[
            ("kind = \"lda\"\nprepare = [\"fisher\"]", "69f781a7a1bff814bec9d08b3447ad85"),
            (
                "kind = \"lda\"\nprepare = [\"fisher\"]\ngrid = { fisher-features = [2, 5] }",
                "4c19bab70cff0151aeb87a947ad90ad0",
            ),
        ],
    );
}

#[test]
fn the_ids_of_declared_folds_are_frozen() {
    assert_frozen(
        "",
        "name = \"iris\"\nfolds-file = \"folds.csv\"",
        &[
            ("kind = \"lda\"", "e740c744226cc247d457d84612c78f92"),
            ("kind = \"knn\"\ngrid = { k = [1, 3] }", "c0f4a113828da834c20b612b48f2b9fc"),
        ],
    );
}

#[test]
fn the_ids_of_streams_are_frozen() {
    let protocol = "kind = \"prequential\"\nchunk = 100\nwindow = 150";
    assert_frozen(
        protocol,
        "name = \"vehicle\"",
        &[
            ("kind = \"majority\"", "5dcd774bb16af9ccbb49cb564c115e94"),
            ("kind = \"no-change\"", "8841fd507561bc89203017cd3b52b304"),
            ("kind = \"naive-bayes\"", "ef720ce567991720fad61bbb923ffa36"),
        ],
    );
    let drawn = "name = \"sea\"\nlimit = 1000\ngenerate = { kind = \"sea\" }";
    assert_frozen(
        protocol,
        drawn,
        &[("kind = \"naive-bayes\"", "8e6ed136620579529107a05f674265e9")],
    );
    let test_then_train = "kind = \"prequential\"\nevaluate = \"test-then-train\"";
    assert_frozen(
        test_then_train,
        drawn,
        &[("kind = \"naive-bayes\"", "70883e6486a237ae1ad827fb8d56afd9")],
    );
}
