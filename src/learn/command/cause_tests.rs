//! Logs of programs in many languages, and what of them is shown. Those of R 4.2, Python 3.11, Java 17, Node 20, Perl 5.36,
//! dash, bash and Rust 1.95 were written by these programs, and shortened; those of Julia, Go and C++ follow their
//! documentation, those of LIBSVM the texts of svm-train.c (3.37).

use std::path::Path;

use super::cause::{Folders, cause};

fn of(said: &str) -> String {
    cause(said, &Folders::new(Path::new("/no/such/spec"), Path::new("/tmp/tribunal-7-0")))
}

#[test]
fn r_shows_its_error_and_not_that_it_halted() {
    let said = "Loading required package: stats\n\
                Error in library(class) : there is no package called \u{2018}class\u{2019}\n\
                Execution halted\n";
    assert_eq!(
        of(said),
        "Error in library(class) : there is no package called \u{2018}class\u{2019}"
    );
    let said = "Warning message:\nIn log(-1) : NaNs produced\n\
                Error in knn(train, test, k) : \n  'train' and 'class' have different lengths\n\
                Calls: main -> knn\nExecution halted\n";
    let error = "Error in knn(train, test, k) : 'train' and 'class' have different lengths";
    assert_eq!(of(said), error);
    let calls =
        "Error in f(1) : too few rows in the training part\nCalls: main -> f\nExecution halted\n";
    assert_eq!(of(calls), "Error in f(1) : too few rows in the training part");
    assert_eq!(
        of("Error: object 'x' not found\nExecution halted\n"),
        "Error: object 'x' not found"
    );
}

#[test]
fn python_shows_the_exception_and_the_place_in_the_users_file() {
    let said = "Traceback (most recent call last):\n\
                \x20 File \"/no/such/spec/m.py\", line 6, in <module>\n    main()\n\
                \x20 File \"/no/such/spec/m.py\", line 3, in fit\n    return p[\"shrink\"]\n           ~^^^^^^^^^^\n\
                KeyError: 'shrink'\n";
    assert_eq!(of(said), "KeyError: 'shrink' (m.py line 3, in fit)");
    let library = "Traceback (most recent call last):\n\
                \x20 File \"/no/such/spec/k.py\", line 2, in <module>\n    SVC(C=-1).fit([[0],[1]],[0,1])\n\
                \x20 File \"/usr/lib/python3.11/site-packages/sklearn/base.py\", line 1393, in wrapper\n    estimator._validate_params()\n\
                sklearn.utils._param_validation.InvalidParameterError: The 'C' parameter of SVC must be a float in the range (0.0, inf]. Got -1 instead.\n";
    assert_eq!(
        of(library),
        "sklearn.utils._param_validation.InvalidParameterError: The 'C' parameter of SVC must be a float in the range \
         (0.0, inf]. Got -1 instead (k.py line 2)"
    );
    let syntax = "  File \"/no/such/spec/s.py\", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n";
    assert_eq!(of(syntax), "SyntaxError: invalid syntax (s.py line 1)");
    // An exception of any name.
    let own = "Traceback (most recent call last):\n  File \"/x/y/m.py\", line 3, in <module>\n    stop()\nTooFewRows: 2\n";
    assert_eq!(of(own), "TooFewRows: 2 (m.py line 3)");
}

#[test]
fn of_a_chain_the_first_and_the_last_are_shown() {
    let said = "Traceback (most recent call last):\n  File \"/no/such/spec/c.py\", line 3, in a\n    {}[\"k\"]\n    ~~^^^^^\nKeyError: 'k'\n\n\
                The above exception was the direct cause of the following exception:\n\n\
                Traceback (most recent call last):\n  File \"/no/such/spec/c.py\", line 6, in <module>\n    a()\n\
                \x20 File \"/no/such/spec/c.py\", line 5, in a\n    raise ValueError(\"no rows\") from e\nValueError: no rows\n";
    assert_eq!(
        of(said),
        "KeyError: 'k' (c.py line 3, in a) | ValueError: no rows (c.py line 5, in a)"
    );
    let java = "Exception in thread \"main\" java.lang.IllegalStateException: bad k\n\
                \tat Main.fit(Main.java:1)\n\tat Main.main(Main.java:2)\n\
                Caused by: java.lang.NumberFormatException: For input string: \"x\"\n\
                \tat java.base/java.lang.Integer.parseInt(Integer.java:668)\n\t... 2 more\n";
    assert_eq!(
        of(java),
        "Exception in thread \"main\" java.lang.IllegalStateException: bad k (at Main.fit(Main.java:1)) | \
         Caused by: java.lang.NumberFormatException: For input string: \"x\""
    );
}

#[test]
fn other_languages_show_their_error() {
    let rust = "\nthread 'main' (15305) panicked at m.rs:1:87:\nindex out of bounds: the len is 0 but the index is 1\n\
                note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
    assert_eq!(
        of(rust),
        "panicked at m.rs:1:87: index out of bounds: the len is 0 but the index is 1"
    );
    let node = "/no/such/spec/m.js:1\nfunction f(){ throw new Error(\"bad k\") } f()\n              ^\n\nError: bad k\n\
                \x20   at f (/no/such/spec/m.js:1:21)\n    at Module._compile (node:internal/modules/cjs/loader:1521:14)\n\nNode.js v20.20.2\n";
    assert_eq!(of(node), "Error: bad k (at f (m.js:1:21))");
    let julia = "ERROR: LoadError: UndefVarError: `x` not defined\nStacktrace:\n [1] top-level scope\n   @ ~/m.jl:3\n\
                 in expression starting at /home/me/m.jl:3\n";
    assert_eq!(of(julia), "ERROR: LoadError: UndefVarError: `x` not defined");
    let perl = "Can't locate Nope.pm in @INC at m.pl line 1.\nBEGIN failed--compilation aborted at m.pl line 1.\n";
    assert_eq!(
        of(perl),
        "Can't locate Nope.pm in @INC at m.pl line 1. | BEGIN failed--compilation aborted at m.pl line 1."
    );
    let cpp = "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\nAborted\n";
    assert_eq!(
        of(cpp),
        "terminate called after throwing an instance of 'std::bad_alloc' what():  std::bad_alloc"
    );
    let go = "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/x.go:5 +0x1d\nexit status 2\n";
    assert_eq!(of(go), "panic: runtime error: index out of range [5] with length 3");
}

#[test]
fn exceptions_of_a_group_are_without_its_frame() {
    let said = "  + Exception Group Traceback (most recent call last):\n  |   File \"m.py\", line 3, in <module>\n  |     raise ExceptionGroup(\"two\", errors)\n  | ExceptionGroup: two (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | ValueError: no rows\n    +---------------- 2 ----------------\n    | TypeError: no columns\n    +------------------------------------\n";
    let shown = "ValueError: no rows (m.py line 3) | TypeError: no columns (m.py line 3)";
    assert_eq!(of(said), shown);
    assert_eq!(of("100%|###|\n| a | b |\n"), "100%|###| | a | b |");
}

#[test]
fn shells_and_programs_without_a_form_show_what_may_be_the_error() {
    assert_eq!(of("m.sh: 1: svm-train: not found\n"), "m.sh: 1: svm-train: not found");
    let after = "m.sh: line 1: svm-train: command not found\ndone with fold\n";
    assert_eq!(of(after), "m.sh: line 1: svm-train: command not found");
    let usage = "Usage: svm-train [options] training_set_file [model_file]\noptions:\n\
                 -s svm_type : set type of SVM (default 0)\n\t0 -- C-SVC\t\t(multi-class classification)\n\
                 -v n: n-fold cross validation mode\n-q : quiet mode (no outputs)\n";
    // Messages and usage go to two streams, so that either may come first.
    for said in [format!("Unknown option: -z\n{usage}"), format!("{usage}Unknown option: -z\n")] {
        assert_eq!(of(&said), "Unknown option: -z");
    }
    let folds = "n-fold cross validation: n must >= 2\n";
    for said in [format!("{folds}{usage}"), format!("{usage}{folds}")] {
        assert_eq!(
            of(&said),
            "n-fold cross validation: n must >= 2 | Usage: svm-train [options] training_set_file [model_file]"
        );
    }
    assert_eq!(of(usage), "Usage: svm-train [options] training_set_file [model_file]");
    let open = "can't open input file /tmp/tribunal-7-0/train.txt\n";
    assert_eq!(of(open), "can't open input file FOLDER/train.txt");
}

#[test]
fn without_any_error_the_first_and_last_lines_are_shown() {
    assert_eq!(of("starting\nepoch 1\nepoch 2\n"), "starting | epoch 2");
    assert_eq!(of("oh no"), "oh no");
    assert_eq!(of(""), "");
    assert_eq!(of("\n \n"), "");
    // A progress bar is drawn over itself, and colours are no text.
    assert_eq!(of("  0%|   |\r 50%|   |\r100%|###|\n"), "100%|###|");
    assert_eq!(of("\u{1b}[31mERROR:\u{1b}[0m no rows"), "ERROR: no rows");
}

#[test]
fn what_is_shown_is_short_and_on_one_line() {
    let said = format!("Error: {}\nError: {}\n", "a".repeat(100_000), "é".repeat(100_000));
    let shown = of(&said);
    assert!(shown.chars().count() <= 2 * 243 + 3 && !shown.contains('\n'), "{}", shown.len());
    assert!(of("Error: a\u{7}b\u{202e}c").contains("a\\u0007b\\u202ec"));
}
