#!/usr/bin/env python3
"""Writes weka_<method>.json next to this file, with the real Weka doing the learning.

    python make_weka.py [datasets folder, default `datasets`] [method ...]

Needs Weka 3.6.14 (Debian package `weka`, or WEKA_JAR naming the jar) and a JDK. The
CSV files become ARFF files in a temporary folder, Weka.java runs all jobs of a method in
one JVM, and its answers are stored. README.md beside this file describes the format.
The script stops with an error when Weka's own command line gives other answers.
"""

import csv
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
JAR = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
METHODS = ["j48", "knn", "naive_bayes", "jrip", "logistic", "mlp", "adaboost", "random_forest"]

# The categorical columns of UCI's "german" (the others are amounts, rates and counts).
GERMAN = ["a1", "a3", "a4", "a6", "a7", "a9", "a10", "a12", "a14", "a15", "a17", "a19", "a20"]
ALL = "all"


def data_set(file, nominal=(), holes=False):
    return {"file": file + ".csv", "nominal": nominal, "holes": holes}


SETS = {
    name: data_set(name)
    for name in (
        "iris glass vehicle vowel segment dermatology_complete wine ionosphere diabetes sonar "
        "teach german cancer satimage letter pendigits"
    ).split()
}
for _name in ("vote", "splice", "breast_cancer", "titanic", "flare_solar"):
    SETS[_name + "-nominal"] = data_set(_name, ALL)
SETS["german-nominal"] = data_set("german", GERMAN)
SETS["teach-nominal"] = data_set("teach", ["instructor", "course"])
SETS["iris-holes"] = data_set("iris", holes=True)
SETS["glass-holes"] = data_set("glass", holes=True)
SETS["vote-nominal-holes"] = data_set("vote", ALL, holes=True)
SETS["german-nominal-holes"] = data_set("german", GERMAN, holes=True)
SETS["teach-nominal-holes"] = data_set("teach", ["instructor", "course"], holes=True)

BIG = ["satimage", "letter", "pendigits"]
NOT_BIG = [name for name in SETS if name not in BIG]
# For options that only need to be seen at work, not on every data set.
FEW = [name for name in NOT_BIG if name not in ("segment", "vehicle", "splice-nominal", "sonar", "german", "titanic-nominal")]
RULES = {
    "split": "row i (from 0, file order) is a test row iff i % 3 == 0, else a training row",
    "holes": "cell (row i, feature j from 0) is missing iff (i * 7 + j * 13) % 11 == 0",
    "weights": "training row i of a weighted case weighs 1 + (i % 4) * 0.5; i counts all rows of the file",
    "levels": "classes and levels: sorted as numbers if all are, else as bytes, over all rows, before holes",
}


def check(ok, what):
    if not ok:
        raise SystemExit(f"check failed: {what}")


def write(name, head, cases):
    """Sorted keys, one case per line, floats by repr (as in make_sklearn.py)."""

    def dump(value):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)

    parts = {key: dump(value) for key, value in head.items()}
    parts["cases"] = "[\n" + ",\n".join(dump(case) for case in cases) + "\n]"
    text = "{\n" + ",\n".join(f"{dump(key)}:{parts[key]}" for key in sorted(parts)) + "\n}\n"
    json.loads(text)
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
    print(f"{name}: {len(cases)} cases, {len(text)} bytes", flush=True)


# ---------------------------------------------------------------- data


def missing(cell):
    return cell in ("", "?")


def levels(cells):
    """The distinct labels in our order."""
    labels = {cell for cell in cells if not missing(cell)}

    def number(label):
        try:
            value = float(label)
        except ValueError:
            return None
        return value if math.isfinite(value) else None

    if all(number(label) is not None for label in labels):
        check(len({number(label) for label in labels}) == len(labels), "two spellings of one level")
        return sorted(labels, key=number)
    return sorted(labels, key=lambda label: label.encode())


def quote(text):
    check("'" not in text and "\\" not in text, "label needs escaping")
    return f"'{text}'"


class Data:
    """One of SETS, as read from its CSV file and with holes made. The target is the last column in all of them."""

    def __init__(self, name, folder):
        self.name, self.entry = name, dict(SETS[name])
        with open(os.path.join(folder, self.entry["file"]), newline="", encoding="utf-8") as file:
            table = list(csv.reader(file))
        self.columns, self.rows = table[0], table[1:]
        features = self.columns[:-1]
        self.entry["nominal"] = features if self.entry["nominal"] == ALL else list(self.entry["nominal"])
        check(set(self.entry["nominal"]) <= set(features), f"columns of {name}")
        self.levels = {
            j: levels(row[j] for row in self.rows)
            for j, column in enumerate(self.columns)
            if column in self.entry["nominal"] or j == len(features)
        }
        self.entry["classes"] = self.levels[len(features)]
        if self.entry["holes"]:
            for i, row in enumerate(self.rows):
                for j in range(len(features)):
                    if (i * 7 + j * 13) % 11 == 0:
                        row[j] = "?"
        self.entry["test_rows"] = (len(self.rows) + 2) // 3

    def arff(self, path, keep=lambda i: True):
        with open(path, "w", encoding="utf-8") as out:
            out.write(f"@relation {quote(self.name)}\n")
            for j, column in enumerate(self.columns):
                kind = "numeric"
                if j in self.levels:
                    kind = "{" + ",".join(quote(level) for level in self.levels[j]) + "}"
                out.write(f"@attribute {quote(column)} {kind}\n")
            out.write("@data\n")
            for i, row in enumerate(self.rows):
                if keep(i):
                    cells = [
                        "?" if missing(cell) else quote(cell) if j in self.levels else cell
                        for j, cell in enumerate(row)
                    ]
                    out.write(",".join(cells) + "\n")


# ---------------------------------------------------------------- jobs


def job(data, weka_class, options, params, weighted=False, flags=(), rows=None):
    """What to run. `rows`: how many test rows have their probabilities stored, by default fewer with many classes."""
    classes = len(data.entry["classes"])
    return {
        "set": data.name,
        "class": weka_class,
        "options": options,
        "params": params,
        "weighted": weighted,
        "flags": list(flags),
        "rows": max(5, 40 // classes) if rows is None else rows,
    }


def floats(text):
    return [float(x) for x in text.split()]


def table(text):
    return [floats(line) for line in text.split(";")]


READ = {
    "correct": int,
    "leaves": int,
    "size": int,
    "predicted": str,
    "probabilities": table,
    "coefficients": table,
    "betas": floats,
    "objective": float,
    "inputs": lambda text: text.split("\1"),
    "text": lambda text: text.replace("\2", "\n"),
}


class Runner:
    def __init__(self, temp, folder):
        self.temp, self.folder, self.data, self.version = temp, folder, {}, None
        subprocess.run(["javac", "-nowarn", "-cp", JAR, "-d", temp, os.path.join(HERE, "Weka.java")], check=True)

    def get(self, name):
        if name not in self.data:
            self.data[name] = Data(name, self.folder)
            self.data[name].arff(self.path(name))
        return self.data[name]

    def path(self, name, part=""):
        return os.path.join(self.temp, name + part + ".arff")

    def java(self, *arguments):
        command = ["java", "-Djava.awt.headless=true", "-cp", JAR + os.pathsep + self.temp, *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    def run(self, jobs):
        """Weka's answers as one dictionary per job."""
        asked, answers = os.path.join(self.temp, "jobs.tsv"), os.path.join(self.temp, "answers.tsv")
        with open(asked, "w", encoding="utf-8") as out:
            for i, j in enumerate(jobs):
                weights = "weighted" if j["weighted"] else "plain"
                flags = ",".join(j["flags"]) or "-"
                fields = [str(i), self.path(j["set"]), weights, str(j["rows"]), flags, j["class"], j["options"]]
                out.write("\t".join(fields) + "\n")
        self.java("Weka", asked, answers)
        results = [{} for _ in jobs]
        with open(answers, encoding="utf-8", newline="\n") as file:
            for line in file:
                i, key, value = line.rstrip("\n").split("\t", 2)
                if i == "-":
                    self.version = "make_weka.py with Weka {}, Java {}".format(*value.split())
                else:
                    results[int(i)][key] = READ[key](value)
        return results

    def cases(self, jobs):
        """Jobs and answers as the cases of the JSON file."""
        keep = ("set", "options", "params", "weighted")
        out = []
        for j, result in zip(jobs, self.run(jobs)):
            rows = self.data[j["set"]].entry["test_rows"]
            check("predicted" not in result or len(result["predicted"]) == rows, "number of test rows")
            case = {key: j[key] for key in keep}
            out.append({**case, **result})
        return out

    def head(self, weka_class, jobs):
        names = [name for name in SETS if any(j["set"] == name for j in jobs)]
        return {
            "source": self.version,
            "weka_class": weka_class,
            "rules": RULES,
            "sets": {name: self.data[name].entry for name in names},
        }

    def check_command_line(self, jobs, cases, name, options):
        """Weka's own command line on separate training and test files must predict the same."""
        case = next(i for i, j in enumerate(jobs) if j["set"] == name and j["options"] == options and not j["weighted"])
        data = self.get(name)
        data.arff(self.path(name, "-train"), lambda i: i % 3 != 0)
        data.arff(self.path(name, "-test"), lambda i: i % 3 == 0)
        files = ["-t", self.path(name, "-train"), "-T", self.path(name, "-test")]
        printed = self.java(jobs[case]["class"], *files, "-p", "0", *options.split())
        labels = ""
        for line in printed.splitlines():
            words = line.split()
            # " 1   2:versicolor   3:virginica   +   0.97": number, truth, prediction, counted from 1
            if len(words) >= 4 and words[0].isdigit() and ":" in words[2]:
                labels += "0123456789abcdefghijklmnopqrstuvwxyz"[int(words[2].split(":")[0]) - 1]
        check(labels == cases[case]["predicted"], f"command line: {name} {options}")


# ---------------------------------------------------------------- logistic regression by hand


def design(data, train, w):
    """The columns Weka's Logistic sees, by name: holes filled with the training rows' mean or most frequent level,
    columns without information dropped, nominal columns as 0/1 (one column for two levels)."""
    columns = {}
    for j, name in enumerate(data.columns[:-1]):
        cells = [row[j] for row in data.rows]
        known = [i for i in train if not missing(cells[i])]
        if j not in data.levels:
            values = np.array([math.nan if missing(cell) else float(cell) for cell in cells])
            values[np.isnan(values)] = np.average(values[known], weights=w[known])
            if np.ptp(values[train]) > 0:
                columns[name] = values
            continue
        names = data.levels[j]
        code = np.array([-1 if missing(cell) else names.index(cell) for cell in cells])
        weight = np.array([w[[i for i in known if code[i] == level]].sum() for level in range(len(names))])
        code[code < 0] = np.argmax(weight)
        if len(set(code[train])) == 1:
            continue
        if len(names) == 2:
            columns[name] = (code == 1).astype(float)
        else:
            for level, label in enumerate(names):
                columns[f"{name}={label}"] = (code == level).astype(float)
    return columns


def exact_logistic(data, case):
    """Checks Weka's objective, and adds how far its optimiser stopped from the optimum (by Newton's method)."""
    n, k = len(data.rows), len(data.entry["classes"])
    rows = np.arange(n)
    train, test = rows[rows % 3 != 0], rows[rows % 3 == 0]
    w = 1 + (rows % 4) * 0.5 if case["weighted"] else np.ones(n)
    columns = design(data, train, w)
    check(list(columns) == case["inputs"], f"inputs of Logistic: {case['set']}: {list(columns)} {case['inputs']}")
    raw = np.column_stack(list(columns.values()))
    w = w[train]
    mean = w @ raw[train] / w.sum()
    sd = np.sqrt(w @ (raw[train] - mean) ** 2 / (w.sum() - 1))
    sd[sd == 0] = 1  # a level that no training row has
    z = np.column_stack([np.ones(n), (raw - mean) / sd])
    y = np.array([data.entry["classes"].index(row[-1]) for row in data.rows])
    hot = np.eye(k)[y][train]
    ridge = np.full((z.shape[1], k - 1), case["params"]["ridge"])
    ridge[0] = 0

    def log_p(beta, rows):
        v = np.column_stack([z[rows] @ beta, np.zeros(len(rows))])
        v -= v.max(axis=1, keepdims=True)
        return v - np.log(np.exp(v).sum(axis=1, keepdims=True))

    def objective(beta):
        return -(w[:, None] * hot * log_p(beta, train)).sum() + (ridge * beta**2).sum()

    def gradient(beta):
        p = np.exp(log_p(beta, train))
        return z[train].T @ (w[:, None] * (p - hot))[:, :-1] + 2 * ridge * beta

    def hessian(beta):
        p = np.exp(log_p(beta, train))[:, :-1]
        x, size = z[train], ridge.size
        h = np.zeros((z.shape[1], k - 1, z.shape[1], k - 1))
        for a in range(k - 1):
            for b in range(k - 1):
                h[:, a, :, b] = x.T @ ((w * p[:, a] * ((a == b) - p[:, b]))[:, None] * x)
        return h.reshape(size, size) + np.diag(2 * ridge.ravel())

    def newton(beta):
        """Halved steps while the objective falls, then whole ones while the gradient does."""
        best = objective(beta)
        slope = np.abs(gradient(beta)).max()
        for _ in range(500):
            step = np.linalg.lstsq(hessian(beta), gradient(beta).ravel(), rcond=1e-15)[0].reshape(beta.shape)
            scale = 1.0
            while scale > 1e-6 and not objective(beta - scale * step) < best:
                scale /= 2
            if scale <= 1e-6:
                scale = 1.0
                if not np.abs(gradient(beta - step)).max() < slope:
                    break
            beta = beta - scale * step
            best = min(best, objective(beta))
            slope = np.abs(gradient(beta)).max()
        return beta

    beta = np.array(case["coefficients"])
    beta[0] += mean @ beta[1:]
    beta[1:] *= sd[:, None]
    theirs = objective(beta)
    where = f"{case['set']} {case['options']}"
    if math.isinf(case["objective"]):
        case["objective"] = None  # JSON has no infinity; the README says where
    else:
        check(abs(theirs - case["objective"]) < 1e-9 * theirs, f"objective: {where}: {theirs}, {case['objective']}")
    given = np.array(case["probabilities"])
    before = np.exp(log_p(beta, test))
    check(np.abs(before[: len(given)] - given).max() < 1e-9, f"probabilities: {where}")
    best = newton(beta)
    after = np.exp(log_p(best, test))
    case["gradient"] = float(np.abs(gradient(beta)).max())
    case["exact_objective"] = float(objective(best))
    case["exact_off"] = float(np.abs(after - before).max())
    case["exact_changed"] = int((after.argmax(axis=1) != before.argmax(axis=1)).sum())
    check(np.abs(gradient(best)).max() < 1e-8, f"gradient: {where}")
    other = np.abs(np.exp(log_p(newton(np.zeros_like(beta)), test)) - after).max()
    if case["params"]["ridge"] > 1e-6:
        # From another start it must be the same; with less ridge, separable classes leave too little curvature.
        check(other < 1e-8, f"exact solution: {where}: {other}")
        case["exact_probabilities"] = after[: len(given)].tolist()


# ---------------------------------------------------------------- methods


def make_j48(runner):
    weka = "weka.classifiers.trees.J48"
    base = {"confidence": 0.25, "min_leaf": 2, "prune": True, "raise": True}
    jobs = []
    for name in SETS:
        data = runner.get(name)
        if name in BIG:
            jobs.append(job(data, weka, "-C 0.25 -M 2", base, rows=0))
            continue
        jobs.append(job(data, weka, "-C 0.25 -M 2", base, flags=["text"]))
        jobs.append(job(data, weka, "-C 0.25 -M 2", base, weighted=True, rows=5))
        jobs.append(job(data, weka, "-U -M 2", {**base, "prune": False, "raise": False, "confidence": None}, rows=5))
        for options, change in (
            ("-C 0.1 -M 2", {"confidence": 0.1}),
            ("-C 0.5 -M 2", {"confidence": 0.5}),
            ("-C 0.25 -M 5", {"min_leaf": 5}),
            ("-S -C 0.25 -M 2", {"raise": False}),
        ):
            jobs.append(job(data, weka, options, {**base, **change}, rows=3))
    cases = runner.cases(jobs)
    for name in ("glass", "vote-nominal-holes", "letter"):
        runner.check_command_line(jobs, cases, name, "-C 0.25 -M 2")
    write("weka_j48.json", runner.head(weka, jobs), cases)


def make_knn(runner):
    weka = "weka.classifiers.lazy.IBk"
    jobs = []
    for name in NOT_BIG:
        data = runner.get(name)
        for ranges, flags in (("growing", []), ("training", ["training-ranges"])):
            # Ranges of nominal columns mean nothing, so there is no difference.
            if ranges == "training" and len(data.entry["nominal"]) == len(data.columns) - 1:
                continue
            for k, weights, extra in (
                (1, "none", ""),
                (3, "none", ""),
                (5, "none", ""),
                (7, "none", ""),
                (5, "inverse", " -I"),
                (5, "similarity", " -F"),
            ):
                params = {"k": k, "weights": weights, "ranges": ranges}
                # Unweighted votes are shares of small counts, so few rows say enough.
                rows = None if extra and name in FEW else 3
                jobs.append(job(data, weka, f"-K {k}{extra}", params, flags=flags, rows=rows))
            params = {"k": 3, "weights": "none", "ranges": ranges}
            jobs.append(job(data, weka, "-K 3", params, weighted=True, flags=flags, rows=5))
    cases = runner.cases(jobs)
    for name in ("glass-holes", "german-nominal"):
        runner.check_command_line(jobs, cases, name, "-K 5 -I")
    write("weka_knn.json", runner.head(weka, jobs), cases)


def make_naive_bayes(runner):
    weka = "weka.classifiers.bayes.NaiveBayes"
    jobs = []
    for name in NOT_BIG:
        data = runner.get(name)
        jobs.append(job(data, weka, "", {"numeric": "normal"}))
        jobs.append(job(data, weka, "", {"numeric": "normal"}, weighted=True, rows=5))
        if len(data.entry["nominal"]) < len(data.columns) - 1:
            jobs.append(job(data, weka, "-K", {"numeric": "kernel"}))
            jobs.append(job(data, weka, "-K", {"numeric": "kernel"}, weighted=True, rows=5))
    cases = runner.cases(jobs)
    runner.check_command_line(jobs, cases, "vehicle", "")
    runner.check_command_line(jobs, cases, "german-nominal-holes", "-K")
    write("weka_naive_bayes.json", runner.head(weka, jobs), cases)


def make_jrip(runner):
    weka = "weka.classifiers.rules.JRip"
    base = {"folds": 3, "min_weight": 2, "optimisations": 2, "seed": 1, "prune": True, "check_error": True}
    jobs = []
    for name in FEW + ["vehicle"]:
        data = runner.get(name)
        for options, change, weighted in (
            ("-F 3 -N 2.0 -O 2 -S 1", {}, False),
            ("-F 3 -N 2.0 -O 2 -S 1", {}, True),
            ("-F 3 -N 2.0 -O 2 -S 2", {"seed": 2}, False),
            ("-F 3 -N 2.0 -O 0 -S 1", {"optimisations": 0}, False),
            ("-F 3 -N 2.0 -O 1 -S 1", {"optimisations": 1}, False),
            ("-F 3 -N 2.0 -O 2 -S 1 -E", {"check_error": False}, False),
            ("-F 3 -N 2.0 -O 2 -S 1 -P", {"prune": False}, False),
        ):
            jobs.append(job(data, weka, options, {**base, **change}, weighted, flags=["text"], rows=5))
    cases = runner.cases(jobs)
    runner.check_command_line(jobs, cases, "glass", "-F 3 -N 2.0 -O 2 -S 2")
    runner.check_command_line(jobs, cases, "vote-nominal-holes", "-F 3 -N 2.0 -O 2 -S 1")
    write("weka_jrip.json", runner.head(weka, jobs), cases)


def make_logistic(runner):
    weka = "weka.classifiers.functions.Logistic"
    jobs = []
    for name in NOT_BIG:
        if name in ("segment", "splice-nominal"):
            continue
        data = runner.get(name)
        for ridge in ("1.0E-8", "1.0E-4", "1.0", "10.0"):
            jobs.append(job(data, weka, f"-R {ridge} -M -1", {"ridge": float(ridge)}, rows=5))
        jobs.append(job(data, weka, "-R 1.0 -M -1", {"ridge": 1.0}, weighted=True, rows=5))
    cases = runner.cases(jobs)
    runner.check_command_line(jobs, cases, "vehicle", "-R 1.0 -M -1")
    for case in cases:
        exact_logistic(runner.data[case["set"]], case)
    write("weka_logistic.json", runner.head(weka, jobs), cases)


def make_mlp(runner):
    weka = "weka.classifiers.functions.MultilayerPerceptron"
    jobs = []
    for name in "iris glass vote-nominal cancer wine teach diabetes teach-nominal vote-nominal-holes".split():
        data = runner.get(name)
        for epochs, seed in ((200, 0), (20, 7)):
            options = f"-L 0.3 -M 0.2 -N {epochs} -V 0 -S {seed} -E 20 -H a"
            params = {"rate": 0.3, "momentum": 0.2, "epochs": epochs, "seed": seed}
            # The text lists all weights.
            flags = ["text"] if name in ("iris", "wine") else []
            jobs.append(job(data, weka, options, params, flags=flags))
    # Weights, a falling learning rate, and another number of hidden units.
    for name, weighted, decay, hidden in (
        ("glass", True, False, None),
        ("vote-nominal-holes", True, False, None),
        ("iris", False, True, None),
        ("diabetes", True, True, 3),
        ("teach-nominal", False, False, 1),
    ):
        options = f"-L 0.2 -M 0.4 -N 50 -V 0 -S 1 -E 20 -H {hidden or 'a'}" + (" -D" if decay else "")
        params = {"rate": 0.2, "momentum": 0.4, "epochs": 50, "seed": 1, "decay": decay, "hidden": hidden or 0}
        jobs.append(job(runner.get(name), weka, options, params, weighted=weighted))
    cases = runner.cases(jobs)
    runner.check_command_line(jobs, cases, "glass", "-L 0.3 -M 0.2 -N 200 -V 0 -S 0 -E 20 -H a")
    write("weka_mlp.json", runner.head(weka, jobs), cases)


def make_adaboost(runner):
    weka = "weka.classifiers.meta.AdaBoostM1"
    options = "-P 100 -S 1 -I 10 -W weka.classifiers.trees.J48 -- -C 0.25 -M 2"
    params = {"rounds": 10, "weight_threshold": 100, "base": "j48", "confidence": 0.25, "min_leaf": 2}
    part, part_params = options.replace("-P 100", "-P 70"), params | {"weight_threshold": 70}
    jobs = []
    for name in "iris glass vehicle diabetes cancer german-nominal vote-nominal-holes glass-holes".split():
        data = runner.get(name)
        jobs.append(job(data, weka, options, params))
        jobs.append(job(data, weka, options, params, weighted=True))
        jobs.append(job(data, weka, part, part_params))
    cases = runner.cases(jobs)
    runner.check_command_line(jobs, cases, "vehicle", options)
    write("weka_adaboost.json", runner.head(weka, jobs), cases)


def make_random_forest(runner):
    """Only how many rows are right: the random numbers are Weka's own, so the rows themselves say nothing."""
    weka = "weka.classifiers.trees.RandomForest"
    jobs, cases = [], []
    for name in "glass vehicle diabetes sonar".split():
        data = runner.get(name)
        for seed in range(1, 11):
            jobs.append(job(data, weka, f"-I 50 -K 0 -S {seed}", {}, flags=["score-only"], rows=0))
    results = runner.run(jobs)
    for name in dict.fromkeys(j["set"] for j in jobs):
        correct = [result["correct"] for j, result in zip(jobs, results) if j["set"] == name]
        shares = [c / runner.data[name].entry["test_rows"] for c in correct]
        cases.append(
            {
                "set": name,
                "options": "-I 50 -K 0 -S 1 ... 10",
                "params": {"trees": 50, "features": "int(log2(features)) + 1", "seeds": list(range(1, 11))},
                "correct": correct,
                "mean_accuracy": statistics.mean(shares),
                "sd_accuracy": statistics.stdev(shares),
            }
        )
    write("weka_random_forest.json", runner.head(weka, jobs), cases)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "datasets"
    with tempfile.TemporaryDirectory() as temp:
        runner = Runner(temp, folder)
        for method in sys.argv[2:] or METHODS:
            globals()["make_" + method](runner)


if __name__ == "__main__":
    main()
