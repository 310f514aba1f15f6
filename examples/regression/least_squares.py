"""Least squares for Tribunal: a linear function of the features per target, by the normal equations.

Needs only Python 3. The form is `files` (docs/command.md): the program is started for every fit with a folder as its last
argument. Parameter: ridge, which is added to the diagonal of the equations; the constant is not penalised.
"""

import csv
import json
import sys
from pathlib import Path


def read_rows(path):
    """Rows of numbers, without the line of names."""
    with open(path, newline="") as file:
        return [[float(cell) for cell in line] for line in list(csv.reader(file))[1:]]


def solve(matrix, right):
    """Solves a system of equations by elimination, with the largest pivot of each column."""
    rows = [line + [value] for line, value in zip(matrix, right)]
    size = len(rows)
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for row in range(place + 1, size):
            factor = rows[row][place] / rows[place][place]
            rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place])]
    solution = [0.0] * size
    for place in reversed(range(size)):
        known = sum(rows[place][other] * solution[other] for other in range(place + 1, size))
        solution[place] = (rows[place][size] - known) / rows[place][place]
    return solution


def fit(rows, target, ridge):
    """The means of the features, the mean of the target and the coefficients."""
    count, width = len(rows), len(rows[0])
    means = [sum(column) / count for column in zip(*rows)]
    centre = sum(target) / count
    centred = [[value - mean for value, mean in zip(row, means)] for row in rows]
    matrix = [[sum(row[i] * row[j] for row in centred) for j in range(width)] for i in range(width)]
    for place in range(width):
        matrix[place][place] += ridge
    right = [sum(row[i] * (y - centre) for row, y in zip(centred, target)) for i in range(width)]
    return means, centre, solve(matrix, right)


def predict(model, row):
    means, centre, coefficients = model
    return centre + sum(c * (value - mean) for c, value, mean in zip(coefficients, row, means))


def main():
    folder = Path(sys.argv[-1])
    task = json.loads((folder / "task.json").read_text())
    if task["task"] != "regression":
        sys.exit(f"this program does regression only, not {task['task']}")
    params = json.loads((folder / "params.json").read_text())
    features = len(task["features"])
    train = read_rows(folder / "train.csv")
    test = read_rows(folder / "test.csv")
    rows = [line[:features] for line in train]
    # The targets are the columns after the features.
    targets = list(zip(*[line[features:] for line in train]))
    models = [fit(rows, target, params["ridge"]) for target in targets]
    names = ["prediction"] if len(models) == 1 else [f"prediction{n + 1}" for n in range(len(models))]
    with open(folder / "predictions.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows([predict(model, row) for model in models] for row in test)


main()
