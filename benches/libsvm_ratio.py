"""Tribunal against LIBSVM on nested cross-validation: CPU time and accuracy, measured in one run.

The task is that of `experiments/svm-small.toml`: 5 outer and 5 inner stratified folds, the 64 grid points
C = 4^-2 ... 4^5 times gamma = 4^-5 ... 4^2, an RBF kernel, one-vs-one, minmax scaling fitted on each training part, and
the grid point with the best mean inner accuracy. The contestants:

- tribunal's methods `svm`, `ollawv`, `nnisda` and `mnsvm`, each in a process of its own with `-j 1` (`nnisda` and
  `mnsvm` take long on the two synthetic datasets, and run there with `--all` only);
- LIBSVM through scikit-learn's `SVC` in a plain loop: every inner fold is scaled once, then every grid point is fitted
  and predicts (cache 200 MB, tolerance 0.001, shrinking, as LIBSVM and scikit-learn have it by default);
- `GridSearchCV` over a pipeline of `MinMaxScaler` and `SVC`, as most people would write it (without `--all`, only on the
  two smallest datasets).

All use the same outer folds, which are read from what tribunal stored; scikit-learn draws its own inner folds, so
accuracies differ a little. That both solve the same problem is checked apart from that: LIBSVM is fitted with the
parameters that tribunal chose, and must give (nearly) the same predictions on the outer test folds.

Times are CPU seconds, user and system, on one thread; CPU and not wall time, because other work on the machine shall
not count. Tribunal's are those of the whole process, with start, reading, writing and reports, and, beside them, the
sum of the times that it reports for selecting, training and predicting. LIBSVM's are those of the loop, without
Python's start and imports. All contestants take their turns on a dataset one after the other, REPEATS times; who needs
more than SHORT seconds comes only once (but tribunal's `svm` always comes again), and the median counts.

Run it from the project's folder, after `cargo build --release`, with a Python that has scikit-learn:

    python3 benches/libsvm_ratio.py [--tribunal target/release/tribunal] [--datasets datasets] [--all] [--only NAME]

It prints Markdown; what it is at goes to standard error.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is loaded

import argparse
import csv
import itertools
import json
import math
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy
import sklearn
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

SEED = 2018
FOLDS = 5
C_EXPONENTS = (-2, 5)
GAMMA_EXPONENTS = (-5, 2)
C = [4.0**e for e in range(C_EXPONENTS[0], C_EXPONENTS[1] + 1)]
GAMMA = [4.0**e for e in range(GAMMA_EXPONENTS[0], GAMMA_EXPONENTS[1] + 1)]
FITS = FOLDS * (FOLDS * len(C) * len(GAMMA) + 1)
METHODS = ("svm", "ollawv", "nnisda", "mnsvm")
CATALOGUE = ("iris", "sonar", "dermatology_complete")
SYNTHETIC = {"mixture-997": (997, 3), "mixture-2427": (2427, 4)}  # rows and classes
FEATURES = 20
CLUSTERS = 4  # a class
SPREAD = 0.8  # of the clusters' centres, in standard deviations of a cluster: the best accuracy is about 85 %
# What runs with --all only.
SLOW = {"search": ("dermatology_complete", *SYNTHETIC), "nnisda": tuple(SYNTHETIC), "mnsvm": tuple(SYNTHETIC)}
SHORT = 10.0
REPEATS = 3


def say(text):
    print(text, file=sys.stderr, flush=True)


# The data


def write_mixture(path, rows, classes):
    """Writes a dataset of Gaussian clusters, CLUSTERS a class. RandomState, because numpy has frozen its numbers."""
    random = np.random.RandomState(rows)
    centres = random.normal(0.0, SPREAD, (classes, CLUSTERS, FEATURES))
    y = np.arange(rows) % classes
    random.shuffle(y)
    x = centres[y, random.randint(CLUSTERS, size=rows)] + random.normal(size=(rows, FEATURES))
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([f"x{j + 1}" for j in range(FEATURES)] + ["class"])
        writer.writerows([f"{value:.6f}" for value in row] + [f"k{k}"] for row, k in zip(x, y))


def read_table(path):
    """Features and class names of a CSV file with a header, numbers only, and the class in the last column."""
    with open(path, newline="") as file:
        lines = list(csv.reader(file))[1:]
    x = np.array([[float(value) for value in line[:-1]] for line in lines])
    return x, np.array([line[-1] for line in lines])


# Tribunal


def write_spec(path, dataset, method):
    grid = (
        f"c = {{ base = 4, from = {C_EXPONENTS[0]}, to = {C_EXPONENTS[1]} }}, "
        f"gamma = {{ base = 4, from = {GAMMA_EXPONENTS[0]}, to = {GAMMA_EXPONENTS[1]} }}"
    )
    path.write_text(f"""\
[experiment]
name = "ratio"
seed = {SEED}

[protocol]
outer = {{ folds = {FOLDS}, repeats = 1, stratified = true }}
inner = {{ folds = {FOLDS}, stratified = true }}
scale = "minmax"
select = "accuracy"

[[dataset]]
{dataset}

[[method]]
name = "{method}"
kind = "{method}"
grid = {{ {grid} }}
""")


def run_tribunal(options, folder, dataset, method, jobs):
    """Runs one method on one dataset in a new folder; its CPU seconds, its wall seconds, and where the results are."""
    folder.mkdir()
    spec = folder / "ratio.toml"
    write_spec(spec, dataset, method)
    command = [options.tribunal, "run", spec, "--quiet", "--jobs", str(jobs)]
    command += ["--output", folder, "--data-dir", options.datasets]
    begin = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"tribunal ended with exit code {child.returncode}: {' '.join(map(str, command))}")
    return usage.ru_utime + usage.ru_stime, wall, folder / "results" / "ratio"


def read_lines(path):
    """The bodies of a journal; its first line is a header."""
    with open(path) as file:
        next(file)
        return [json.loads(line)["body"] for line in file]


def read_results(results):
    """By outer fold: test rows, true and predicted classes, chosen parameters; and the reported CPU seconds."""
    predictions = {body["trial"]: body for body in read_lines(results / "predictions.jsonl")}
    folds = {}
    for body in read_lines(results / "journal.jsonl"):
        if body["status"]["is"] != "done":
            sys.exit(f"a trial is not done: {body['status']}")
        stored = predictions[body["trial"]]
        names = np.array(stored["classes"])
        folds[body["fold"]] = {
            "rows": np.array(stored["rows"]),
            "truth": names[stored["truth"]],
            "predicted": names[stored["predictions"]["labels"]],
            "chosen": body["chosen"],
        }
    with open(results / "timings.csv", newline="") as file:
        reported = sum(
            float(row[column])
            for row in csv.DictReader(file)
            for column in ("select_time", "train_time", "predict_time")
        )
    if sorted(folds) != list(range(FOLDS)):
        sys.exit(f"{results}: not the folds 0 to {FOLDS - 1}: {sorted(folds)}")
    return [folds[fold] for fold in range(FOLDS)], reported


def turn_of_tribunal(options, folder, dataset, method):
    """CPU seconds, mean accuracy in %, the reported CPU seconds, and the outer folds."""
    cpu, _, results = run_tribunal(options, folder, dataset, method, 1)
    folds, reported = read_results(results)
    accuracy = 100 * statistics.mean(np.mean(fold["truth"] == fold["predicted"]) for fold in folds)
    return {"cpu": cpu, "accuracy": accuracy, "reported": reported, "folds": folds}


# LIBSVM


def machine(c, gamma):
    return SVC(C=c, gamma=gamma, kernel="rbf", cache_size=200, tol=1e-3)


def inner_folds(fold):
    return StratifiedKFold(FOLDS, shuffle=True, random_state=SEED + fold)


def split(rows, test):
    train = np.ones(rows, dtype=bool)
    train[test] = False
    return np.flatnonzero(train), test


def scaled(train, test):
    scaler = MinMaxScaler().fit(train)
    return scaler.transform(train), scaler.transform(test)


def plain_loop(x, y, folds):
    """The accuracy of every outer fold. Of equally good grid points the first counts, as with tribunal."""
    points = list(itertools.product(C, GAMMA))
    accuracies = []
    for number, fold in enumerate(folds):
        train, test = split(len(y), fold["rows"])
        x_outer, y_outer = x[train], y[train]
        scores = np.zeros(len(points))
        for inner_train, inner_test in inner_folds(number).split(x_outer, y_outer):
            x_train, x_test = scaled(x_outer[inner_train], x_outer[inner_test])
            y_train, y_test = y_outer[inner_train], y_outer[inner_test]
            for i, point in enumerate(points):
                scores[i] += np.mean(machine(*point).fit(x_train, y_train).predict(x_test) == y_test)
        best = points[int(np.argmax(scores >= scores.max() - 1e-12))]
        x_train, x_test = scaled(x_outer, x[test])
        accuracies.append(np.mean(machine(*best).fit(x_train, y_outer).predict(x_test) == y[test]))
    return accuracies


def grid_search(x, y, folds):
    """The accuracy of every outer fold."""
    accuracies = []
    for number, fold in enumerate(folds):
        train, test = split(len(y), fold["rows"])
        search = GridSearchCV(
            make_pipeline(MinMaxScaler(), SVC()),
            {"svc__C": C, "svc__gamma": GAMMA},
            scoring="accuracy",
            cv=inner_folds(number),
            n_jobs=1,
        )
        search.fit(x[train], y[train])
        accuracies.append(np.mean(search.predict(x[test]) == y[test]))
    return accuracies


def same_predictions(x, y, classes, folds):
    """The share of outer test rows, in %, on which LIBSVM with tribunal's parameters predicts what tribunal does."""
    same = 0
    for fold in folds:
        train, test = split(len(y), fold["rows"])
        x_train, x_test = scaled(x[train], x[test])
        model = machine(fold["chosen"]["c"], fold["chosen"]["gamma"]).fit(x_train, y[train])
        same += np.sum(classes[model.predict(x_test)] == fold["predicted"])
    return 100 * same / len(y)


def call_seconds():
    """What scikit-learn itself takes for a fit and a prediction: the median of those with four rows."""
    x, y = np.array([[0.0], [0.1], [0.9], [1.0]]), np.array([0, 0, 1, 1])
    times = []
    for _ in range(300):
        begin = time.process_time()
        np.mean(machine(1.0, 1.0).fit(x, y).predict(x) == y)
        times.append(time.process_time() - begin)
    return statistics.median(times)


def turn_of_libsvm(work, x, y, folds):
    """CPU seconds and mean accuracy in %."""
    begin = time.process_time()
    accuracies = work(x, y, folds)
    return {"cpu": time.process_time() - begin, "accuracy": 100 * statistics.mean(accuracies)}


# Turns


def measure(options, scratch, name, dataset, x, names_of_rows):
    """All contestants on one dataset."""
    # LIBSVM gets the classes as numbers: scikit-learn takes longer over words.
    classes, y = np.unique(names_of_rows, return_inverse=True)
    contestants = [c for c in (*METHODS, "loop", "search") if options.all or name not in SLOW.get(c, ())]
    turns = {contestant: [] for contestant in contestants}
    calls = []
    for turn in range(REPEATS):
        for contestant in contestants:
            if turn > 0 and contestant != "svm" and turns[contestant][0]["cpu"] > SHORT:
                continue
            if contestant in METHODS:
                done = turn_of_tribunal(options, scratch / f"{name}-{contestant}-{turn}", dataset, contestant)
            else:
                calls.append(FITS * call_seconds())
                work = plain_loop if contestant == "loop" else grid_search
                done = turn_of_libsvm(work, x, y, turns["svm"][0]["folds"])
            if contestant == "svm":
                check_rows(name, names_of_rows, done["folds"])
            turns[contestant].append(done)
            say(f"{name}: {contestant}: {done['cpu']:.3f} s, {done['accuracy']:.2f} %")

    def median(contestant, what):
        return statistics.median(turn[what] for turn in turns[contestant])

    measured = {c: {"cpu": median(c, "cpu"), "accuracy": turns[c][0]["accuracy"]} for c in contestants}
    measured["reported"] = median("svm", "reported")
    measured["calls"] = statistics.median(calls)
    measured["spread"] = max(max(t["cpu"] for t in ts) / min(t["cpu"] for t in ts) for ts in turns.values())
    measured["same"] = same_predictions(x, y, classes, turns["svm"][0]["folds"])
    measured["shape"] = (*x.shape, len(classes))
    return measured


def check_rows(name, names_of_rows, folds):
    for fold in folds:
        if not np.array_equal(fold["truth"], names_of_rows[fold["rows"]]):
            sys.exit(f"{name}: the rows that were read here are not those of tribunal")
    if sorted(np.concatenate([fold["rows"] for fold in folds])) != list(range(len(names_of_rows))):
        sys.exit(f"{name}: the outer test folds do not hold every row once")


# Threads


def measure_threads(options, scratch, name, dataset):
    """Wall seconds of tribunal's svm on one and on two threads, the faster of two each, taken in turn."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else math.nan
    runs = {1: [], 2: []}
    for turn in range(2):
        for jobs in (1, 2):
            cpu, wall, _ = run_tribunal(options, scratch / f"threads-{jobs}-{turn}", dataset, "svm", jobs)
            runs[jobs].append((wall, cpu))
            say(f"{name}: tribunal svm on {jobs} thread(s): {wall:.2f} s wall, {cpu:.2f} s CPU")
    return min(runs[1]), min(runs[2]), load


# The report


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores"


def seconds(value):
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"


def geometric_mean(values):
    return math.exp(statistics.mean(math.log(value) for value in values))


def mean_of(known, all_datasets, mean, form):
    """A mean in bold, with the number of datasets if some have no value."""
    if not known:
        return "-"
    return f"**{mean(known):{form}}**" + (f" (of {len(known)})" if len(known) < all_datasets else "")


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|---" + "|---:" * (len(head) - 1) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def report(options, measured, threads):
    version = subprocess.run([options.tribunal, "--version"], capture_output=True, text=True).stdout.strip()
    others = METHODS[1:]
    spread = max(m["spread"] for m in measured.values())
    print("## Tribunal against LIBSVM: nested cross-validation\n")
    print(f"- machine: {processor()}, {platform.system()} {platform.release()}")
    print(
        f"- versions: {version}, scikit-learn {sklearn.__version__}, numpy {np.__version__}, "
        f"scipy {scipy.__version__}, Python {platform.python_version()}"
    )
    print(
        f"- task: {FOLDS} x {FOLDS} stratified folds, {len(C)} x {len(GAMMA)} grid, RBF, one-vs-one: "
        f"{FITS} fits a method and dataset; seed {SEED}"
    )
    print(
        f"- times: CPU seconds on one thread; the median of {REPEATS} turns for svm and for all that take less than "
        f"{SHORT:.0f} s; the slowest turn took up to {spread:.2f} times as long as the fastest\n"
    )

    print("### CPU seconds\n")
    head = ["dataset", "rows", "features", "classes", "tribunal svm", "of it reported"]
    head += ["LIBSVM, plain loop", "of it scikit-learn's calls", "GridSearchCV", *(f"tribunal {o}" for o in others)]
    rows = []
    for name, m in measured.items():
        row = [name, *map(str, m["shape"]), seconds(m["svm"]["cpu"]), seconds(m["reported"])]
        row += [seconds(m["loop"]["cpu"]), f"about {m['calls']:.1f}"]
        rows.append(row + [seconds(m[c]["cpu"]) if c in m else "-" for c in ("search", *others)])
    table(head, rows)
    print(
        "\"Reported\" is select_time + train_time + predict_time; the rest of the process is start, reading, writing "
        "and reports. "
        f"\"scikit-learn's calls\" is {FITS} times what a fit and a prediction with four rows take: what a "
        "program that calls LIBSVM directly would save.\n"
    )

    print("### Ratios: CPU seconds of LIBSVM over those of tribunal\n")
    head = ["dataset", "loop / svm", "loop / svm as reported", "loop without calls / svm as reported"]
    head += ["GridSearchCV / svm", *(f"loop / {other}" for other in others)]
    ratios = []
    for m in measured.values():
        loop, bare = m["loop"]["cpu"], m["loop"]["cpu"] - m["calls"]
        row = [loop / m["svm"]["cpu"], loop / m["reported"]]
        # Where calls are nearly all of LIBSVM's time, what is left of it is noise.
        row.append(bare / m["reported"] if bare > 0.1 * loop else None)
        row.append(m["search"]["cpu"] / m["svm"]["cpu"] if "search" in m else None)
        ratios.append(row + [loop / m[other]["cpu"] if other in m else None for other in others])
    rows = [[name] + ["-" if r is None else f"{r:.1f}" for r in row] for name, row in zip(measured, ratios)]
    means = ["**geometric mean**"]
    for column in zip(*ratios):
        means.append(mean_of([r for r in column if r is not None], len(column), geometric_mean, ".1f"))
    table(head, rows + [means])

    print("### Mean outer accuracy in %\n")
    head = ["dataset", "LIBSVM, plain loop", "GridSearchCV", "tribunal svm", "svm - LIBSVM"]
    for method in others:
        head += [f"tribunal {method}", f"{method} - LIBSVM"]
    head.append("same predictions at svm's parameters")
    rows = []
    for name, m in measured.items():
        base = m["loop"]["accuracy"]
        row = [name, f"{base:.2f}", f"{m['search']['accuracy']:.2f}" if "search" in m else "-"]
        for method in METHODS:
            known = method in m
            row.append(f"{m[method]['accuracy']:.2f}" if known else "-")
            row.append(f"{m[method]['accuracy'] - base:+.2f}" if known else "-")
        rows.append(row + [f"{m['same']:.2f}"])
    means = ["**mean difference**", "", ""]
    for method in METHODS:
        known = [m[method]["accuracy"] - m["loop"]["accuracy"] for m in measured.values() if method in m]
        means += ["", mean_of(known, len(measured), statistics.mean, "+.2f")]
    table(head, rows + [means + [""]])

    name, ((wall_1, cpu_1), (wall_2, cpu_2), load) = threads
    print("### Two threads against one\n")
    print(
        f"tribunal svm on {name}, the faster of two runs each: {wall_1:.2f} s on one thread, {wall_2:.2f} s on two: "
        f"{wall_1 / wall_2:.2f} times as fast (CPU over wall time: {cpu_1 / wall_1:.2f} and {cpu_2 / wall_2:.2f}; "
        f"load average before it: {load:.2f}, of which this script is up to 1)."
    )
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if usable < 2:
        print("\nThe script may use one core only: the ratio says nothing.")
    elif cpu_1 < 0.93 * wall_1 or cpu_2 < 0.93 * min(2.0, wall_1 / wall_2) * wall_2 or load > 1.3:
        print("\nThe machine was busy with other work: the ratio is a lower bound.")


def main():
    names = [*CATALOGUE, *SYNTHETIC]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    option = parser.add_argument
    option("--tribunal", type=Path, default=Path("target/release/tribunal"), help="the program [%(default)s]")
    option("--datasets", type=Path, default=Path("datasets"), help="the data folder [%(default)s]")
    option("--all", action="store_true", help="every contestant on every dataset (hours)")
    option("--only", action="append", choices=names, metavar="NAME", help=f"only this dataset: {', '.join(names)}")
    options = parser.parse_args()
    options.tribunal, options.datasets = options.tribunal.resolve(), options.datasets.resolve()
    for path in (options.tribunal, options.datasets):
        if not path.exists():
            parser.error(f"{path} does not exist")
    names = [name for name in names if not options.only or name in options.only]

    measured = {}
    with tempfile.TemporaryDirectory(prefix="libsvm-ratio-") as scratch:
        scratch = Path(scratch)
        call_seconds()  # warms up
        for name in names:
            dataset, path = f"name = {json.dumps(name)}", options.datasets / f"{name}.csv"
            if name in SYNTHETIC:
                path = scratch / f"{name}.csv"
                dataset += f"\npath = {json.dumps(str(path))}"
                write_mixture(path, *SYNTHETIC[name])
            measured[name] = measure(options, scratch, name, dataset, *read_table(path))
        # The datasets are sorted by size: this is the largest.
        threads = (name, measure_threads(options, scratch, name, dataset))
    report(options, measured, threads)


if __name__ == "__main__":
    main()
