"""The plain form of the protocol: the program is started for every fit and exchanges files (docs/command.md).

Needs nothing but Python. Copy it, and write a method like svc.py beside it.
"""

import csv
import json
import sys
from pathlib import Path


def read_exam():
    """The folder, training rows, their labels, test rows, parameters and the task."""
    folder = Path(sys.argv[-1])
    train = read_rows(folder / "train.csv")
    labels = [int(row.pop()) for row in train]
    test = read_rows(folder / "test.csv")
    params = json.loads((folder / "params.json").read_text())
    task = json.loads((folder / "task.json").read_text())
    return folder, train, labels, test, params, task


def read_rows(path):
    """Rows of numbers, without the line of names; an empty cell is a missing value."""
    with open(path, newline="") as file:
        lines = list(csv.reader(file))[1:]
    return [[float(cell or "nan") for cell in line] for line in lines]


def write_answer(folder, predictions, probabilities=None, classes=(), task=None, facts=None):
    """Writes the labels and, if there are any, probabilities and facts about the model (numbers under names).

    `classes` are those that the model has seen, in the order of its probabilities. A class of the dataset that was not in
    the training part gets probability zero.
    """
    with open(folder / "predictions.csv", "w", newline="") as file:
        writer = csv.writer(file)
        if probabilities is None:
            writer.writerow(["label"])
            writer.writerows([int(label)] for label in predictions)
        else:
            count = task["classes"]
            writer.writerow(["label"] + [f"p{number}" for number in range(count)])
            for label, known in zip(predictions, probabilities):
                row = [0.0] * count
                for number, probability in zip(classes, known):
                    row[int(number)] = float(probability)
                writer.writerow([int(label)] + row)
    if facts:
        (folder / "facts.json").write_text(json.dumps(facts))
