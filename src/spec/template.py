"""A method of your own for Tribunal: put your learning into `fit` and `predict`, and leave the rest as it is.

This one is the nearest centroid, with the centroids drawn towards the middle of all rows by the parameter `shrink`.
It needs nothing but Python 3. Messages for people belong to standard error; Tribunal keeps them in the outcome.

For an estimator of scikit-learn, XGBoost, LightGBM or the like, two lines are enough, and `grid` in the spec:

    def fit(rows, labels, params, seed):
        return RandomForestClassifier(**params, random_state=seed).fit(rows, labels)

    def predict(model, rows):
        return model.predict_proba(rows)    # or model.predict(rows), where there are no probabilities
"""

import csv
import json
import math
import random
import sys
from pathlib import Path


def fit(rows, labels, params, seed):
    """Learns from rows of numbers and their classes, numbered from 0. `params` are those of the spec."""
    random.seed(seed)  # the same seed gives the same model, if you use random numbers
    middle = [sum(column) / len(rows) for column in zip(*rows)]
    model = []
    for label in sorted(set(labels)):
        own = [row for row, other in zip(rows, labels) if other == label]
        centre = [sum(column) / len(own) for column in zip(*own)]
        model.append([c + params["shrink"] * (m - c) for c, m in zip(centre, middle)])
    return model


def predict(model, rows):
    """For every row the probabilities of all classes of `fit`, or the number of one class.

    Without probabilities some metrics, such as AUC and log loss, are undefined.
    """

    def probabilities(row):
        distances = [sum((a - b) ** 2 for a, b in zip(row, centre)) for centre in model]
        weights = [math.exp(min(distances) - distance) for distance in distances]
        return [weight / sum(weights) for weight in weights]

    return [probabilities(row) for row in rows]


# What follows speaks with Tribunal, as docs/command.md describes.


def fit_known(rows, labels, params, seed):
    """A training part may lack a class: `fit` gets the classes that are there, numbered without gaps."""
    known = sorted(set(labels))
    numbers = {label: number for number, label in enumerate(known)}
    return known, fit(rows, [numbers[label] for label in labels], params, seed)


def answer(fitted, rows, classes):
    """Class numbers, and probabilities of all classes or None."""
    known, model = fitted
    predicted = predict(model, rows)
    if not all(hasattr(row, "__len__") for row in predicted):
        return [known[int(number)] for number in predicted], None
    labels, probabilities = [], []
    for row in predicted:
        row = [float(p) for p in row]
        labels.append(known[row.index(max(row))])
        row = dict(zip(known, row))
        probabilities.append([row.get(label, 0.0) for label in range(classes)])
    return labels, probabilities


def by_files(folder):
    """protocol = "files": the exam is in a folder, and the answer is left there."""
    with open(folder / "train.csv", newline="") as file:
        table = list(csv.reader(file))[1:]
    with open(folder / "test.csv", newline="") as file:
        test = [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]
    rows = [[float(cell) for cell in row[:-1]] for row in table]
    labels = [int(row[-1]) for row in table]
    params = json.loads((folder / "params.json").read_text())
    task = json.loads((folder / "task.json").read_text())
    fitted = fit_known(rows, labels, params, task["seed"])
    labels, probabilities = answer(fitted, test, task["classes"])
    names = [f"p{label}" for label in range(task["classes"])] if probabilities else []
    with open(folder / "predictions.csv", "w") as file:
        print("label", *names, sep=",", file=file)
        for number, label in enumerate(labels):
            print(label, *(probabilities[number] if probabilities else []), sep=",", file=file)


def as_worker():
    """protocol = "worker": asked in lines of JSON until there are no more."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what libraries print is for people

    def say(message):
        print(json.dumps(message), file=answers, flush=True)

    say({"tribunal": 1})
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "data":
            data = asked
        elif asked["do"] == "fit":
            train = data["train"]
            fitted = fit_known(train["x"], train["y"], asked["params"], asked["seed"])
            say({})
        elif asked["do"] == "predict":
            labels, probabilities = answer(fitted, data["test"]["x"], data["classes"])
            scores = {"probabilities": probabilities} if probabilities else {}
            say({"labels": labels, **scores})


if len(sys.argv) > 1:
    by_files(Path(sys.argv[1]))
else:
    as_worker()
