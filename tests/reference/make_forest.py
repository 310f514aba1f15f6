#!/usr/bin/env python3
"""Writes sklearn_forest.json next to this file: how often random forests are right.

    python make_forest.py [datasets folder, default `datasets`]

README.md beside this file has the definitions.
"""

import sys

import make_sklearn as base  # sets the number of threads before numpy is loaded
import numpy as np
from sklearn.ensemble import RandomForestClassifier

SEEDS = range(1, 21)
TREES = 50
SOURCE = base.SOURCE.replace("make_sklearn", "make_forest")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "datasets"
    cases = []
    for name in ("vehicle", "segment", "sonar", "vowel"):
        x, y, _ = base.load(folder, name)
        test = np.arange(len(y)) % 3 == 0
        correct, nodes = [], []
        for seed in SEEDS:
            model = RandomForestClassifier(n_estimators=TREES, random_state=seed)
            model.fit(x[~test], y[~test])
            correct.append(int((model.predict(x[test]) == y[test]).sum()))
            nodes.append(sum(tree.tree_.node_count for tree in model.estimators_))
        cases.append({
            "dataset": name,
            "trees": TREES,
            "test_rows": int(test.sum()),
            "correct": correct,
            "nodes": nodes,
        })
    base.write("sklearn_forest.json", {"source": SOURCE}, cases)


if __name__ == "__main__":
    main()
