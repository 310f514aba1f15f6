"""Classical methods of tribunal against those of scikit-learn: CPU time and accuracy, measured in one run.

Each method is fitted on the training part of every one of three stratified folds and predicts the test part. Tribunal
runs in a process of its own with `-j 1`, and its `train_time` and `predict_time` count; scikit-learn gets the same rows,
scaled to [0, 1] on the training part as tribunal's are where it scales, and the CPU time of `fit` and `predict` counts.
Neither is charged for reading and scaling. Both take turns TURNS times, and the median counts.

Run it from the project's folder, after `cargo build --release`, with a Python that has scikit-learn:

    python3 benches/sklearn_ratio.py [--tribunal target/release/tribunal] [--datasets datasets] [--only KIND]

It prints Markdown; what it is at goes to standard error.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is loaded

import argparse
import csv
import gzip
import statistics
import tempfile
import time
from pathlib import Path

import libsvm_ratio as base  # reads tribunal's journals and knows the processor
import numpy as np
import sklearn
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

FOLDS = 3
TURNS = 3
SEED = 2018

# kind, parameters in the spec, scikit-learn's counterpart, datasets.
CONTESTS = [
    ("j48", "", lambda: DecisionTreeClassifier(criterion="entropy", random_state=0), ("letter", "satimage")),
    ("random-forest", "", lambda: RandomForestClassifier(100, random_state=0, n_jobs=1), ("letter", "satimage")),
    ("knn", "k = 5", lambda: KNeighborsClassifier(5, n_jobs=1), ("letter", "satimage")),
    ("naive-bayes", "", GaussianNB, ("adult",)),
    ("logistic", "ridge = 1.0", lambda: LogisticRegression(C=1.0), ("adult",)),
]


def read_table(path):
    """Features and class names of a CSV file, gzipped or not, with the class in the last column."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", newline="") as file:
        lines = list(csv.reader(file))[1:]
    return np.array([[float(value) for value in line[:-1]] for line in lines]), np.array([line[-1] for line in lines])


def turn_of_tribunal(options, folder, dataset, kind, params):
    """CPU seconds of all fits and of all predictions, mean accuracy, and the folds."""
    folder.mkdir()
    spec = folder / "ratio.toml"
    spec.write_text(f"""\
[experiment]
name = "ratio"
seed = {SEED}

[protocol]
outer = {{ folds = {FOLDS} }}
scale = "minmax"

[[dataset]]
name = "{dataset}"

[[method]]
kind = "{kind}"
params = {{ {params} }}
""")
    command = [options.tribunal, "run", spec, "--quiet", "--jobs", "1", "--output", folder]
    base.subprocess.run(command + ["--data-dir", options.datasets], check=True, stdout=base.subprocess.DEVNULL)
    results = folder / "results" / "ratio"
    predictions = {body["trial"]: body for body in base.read_lines(results / "predictions.jsonl")}
    folds, accuracies = [], []
    for body in base.read_lines(results / "journal.jsonl"):
        stored = predictions[body["trial"]]
        folds.append(np.array(stored["rows"]))
        accuracies.append(body["metrics"]["accuracy"])
    with open(results / "timings.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    seconds = [sum(float(row[column]) for row in rows) for column in ("train_time", "predict_time")]
    return seconds, statistics.mean(accuracies), folds


def turn_of_sklearn(make, x, y, folds):
    """The same for scikit-learn on the same folds."""
    seconds, accuracies = [0.0, 0.0], []
    for rows in folds:
        train, test = base.split(len(y), rows)
        x_train, x_test = base.scaled(x[train], x[test])
        model = make()
        begin = time.process_time()
        model.fit(x_train, y[train])
        middle = time.process_time()
        predicted = model.predict(x_test)
        seconds[0] += middle - begin
        seconds[1] += time.process_time() - middle
        accuracies.append(np.mean(predicted == y[test]))
    return seconds, statistics.mean(accuracies)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tribunal", type=Path, default=Path("target/release/tribunal"))
    parser.add_argument("--datasets", type=Path, default=Path("datasets"))
    parser.add_argument("--only", action="append", metavar="KIND")
    options = parser.parse_args()
    options.tribunal, options.datasets = options.tribunal.resolve(), options.datasets.resolve()
    print(f"{base.processor()}; scikit-learn {sklearn.__version__}; {FOLDS} folds, one thread, CPU seconds\n")
    head = ["method", "dataset", "fit", "predict", "accuracy", "scikit-learn", "fit", "predict", "accuracy", "ratio"]
    print("| " + " | ".join(head) + " |\n|---|---|---:|---:|---:|---|---:|---:|---:|---:|", flush=True)
    with tempfile.TemporaryDirectory(prefix="sklearn-ratio-") as scratch:
        for kind, params, make, datasets in CONTESTS:
            if options.only and kind not in options.only:
                continue
            for dataset in datasets:
                path = options.datasets / f"{dataset}.csv"
                x, names = read_table(path if path.exists() else path.with_suffix(".csv.gz"))
                y = np.unique(names, return_inverse=True)[1]
                ours, theirs = [], []
                for turn in range(TURNS):
                    folder = Path(scratch) / f"{kind}-{dataset}-{turn}"
                    seconds, accuracy, folds = turn_of_tribunal(options, folder, dataset, kind, params)
                    ours.append((sum(seconds), seconds, accuracy))
                    theirs.append((lambda s, a: (sum(s), s, a))(*turn_of_sklearn(make, x, y, folds)))
                    base.say(f"{kind} on {dataset}: {ours[-1][0]:.3f} s against {theirs[-1][0]:.3f} s")
                (own, own_parts, own_accuracy), (other, other_parts, other_accuracy) = (
                    sorted(turns)[TURNS // 2] for turns in (ours, theirs)
                )
                cells = [f"`{kind}`", dataset, *(f"{s:.3f}" for s in own_parts), f"{100 * own_accuracy:.2f}"]
                cells += [f"`{type(make()).__name__}`", *(f"{s:.3f}" for s in other_parts)]
                cells += [f"{100 * other_accuracy:.2f}", f"{other / own:.2f}"]
                print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
