"""Nearest means of bags for Tribunal: the classes of the k bags whose means are nearest vote.

Needs only Python 3. The form is `worker` (docs/command.md): the program is started once and asked in lines of JSON.
Parameter: k.
"""

import json
import sys


def means(part):
    """The mean row of each bag. `starts` has the first row of each bag and, last, the number of rows."""
    starts, rows = part["starts"], part["x"]
    bags = [rows[first:end] for first, end in zip(starts, starts[1:])]
    return [[sum(value / len(bag) for value in column) for column in zip(*bag)] for bag in bags]


def vote(train, labels, row, k, classes):
    """The share of the votes of each class; of means at the same distance the earlier one is nearer."""

    def distance(bag):
        return sum((a - b) ** 2 for a, b in zip(train[bag], row))

    nearest = sorted(range(len(train)), key=distance)[:k]
    return [sum(labels[bag] == c for bag in nearest) / len(nearest) for c in range(classes)]


def main():
    def say(message):
        print(json.dumps(message), flush=True)

    say({"tribunal": 1})
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "data":
            # Data of classification do not name the task.
            task = asked.get("task", "classification")
            if task == "multi-instance":
                train, test = means(asked["train"]), means(asked["test"])
                labels, classes = asked["train"]["y"], asked["classes"]
        elif task != "multi-instance":
            say({"error": f"this program classifies bags only, the task is {task}"})
        elif asked["do"] == "fit":
            k = asked["params"]["k"]
            say({})
        elif asked["do"] == "predict":
            shares = [vote(train, labels, row, k, classes) for row in test]
            # The first of equally supported classes.
            say({"labels": [share.index(max(share)) for share in shares], "probabilities": shares})


main()
