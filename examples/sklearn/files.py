"""The exchange of files with Tribunal, in plain Python: read the exam, write the answer (docs/command.md)."""

import csv
import json
import sys
from pathlib import Path


def read_exam():
    """The folder, training rows, their labels, test rows, parameters and the task."""
    folder = Path(sys.argv[1])
    with open(folder / "train.csv", newline="") as file:
        rows = list(csv.reader(file))[1:]
    train = [[float(cell) for cell in row[:-1]] for row in rows]
    labels = [int(row[-1]) for row in rows]
    with open(folder / "test.csv", newline="") as file:
        test = [[float(cell) for cell in row] for row in list(csv.reader(file))[1:]]
    params = json.loads((folder / "params.json").read_text())
    task = json.loads((folder / "task.json").read_text())
    return folder, train, labels, test, params, task


def write_answer(folder, predictions, probabilities=None, classes=(), task=None, facts=None):
    """Labels, the probability of every class of the dataset where there are any, and facts about the model.

    `classes` are those that the model has seen; a class that was not in the training part gets probability zero.
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
