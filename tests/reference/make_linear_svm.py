#!/usr/bin/env python3
"""Writes sklearn_linear_svm.json next to this file: LinearSVC with weights.

    python make_linear_svm.py [datasets folder, default `datasets`]

README.md beside this file has the definitions. The script stops with an error
when a solution leaves a gap between primal and dual, or when weights that are
whole numbers do not give the machine of rows that are repeated.
"""

import sys

import make_sklearn as base  # sets the number of threads before numpy is loaded
import numpy as np
from sklearn.svm import LinearSVC

FOLD = 0
KEPT = 10  # test rows whose decisions are stored
SOURCE = base.SOURCE.replace("make_sklearn", "make_linear_svm")


def fit(x, y, c, loss, weights):
    name = loss.replace("-", "_")
    model = LinearSVC(C=c, loss=name, dual=True, tol=1e-9, max_iter=2_000_000, random_state=1)
    return model.fit(x, y, sample_weight=weights)


def primal(w, x, sign, c, loss, weights):
    slack = np.maximum(0, 1 - sign * (x @ w))
    cost = slack if loss == "hinge" else slack**2
    return 0.5 * w @ w + c * np.sum(weights * cost)


def gap(model, x, sign, c, loss, weights):
    """Primal minus the dual of the multipliers that the slacks allow; exact for the squared hinge."""
    w = np.append(model.coef_[0], model.intercept_[0])
    x = np.hstack([x, np.ones((len(x), 1))])
    value = primal(w, x, sign, c, loss, weights)
    if loss == "hinge":
        return None, value
    slack = np.maximum(0, 1 - sign * (x @ w))
    a = 2 * c * weights * slack
    v = (a * sign) @ x
    dual = a.sum() - 0.5 * v @ v - np.sum(a**2 / (4 * c * weights))
    return value - dual, value


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "datasets"
    cases = []
    for name in ("heart", "diabetes"):
        x, y, labels = base.load(folder, name)
        test = np.arange(len(y)) % 5 == FOLD
        train_x, test_x = base.minmax(x[~test], x[test])
        weights = 1 + (np.arange(len(y)) % 4) / 2
        weights[np.arange(len(y)) % 7 == 3] = 0
        train_y, w = y[~test], weights[~test]
        # Class 0 is positive.
        sign = np.where(train_y == 0, 1.0, -1.0)
        for loss in ("squared-hinge", "hinge"):
            for c in (0.5, 4.0):
                model = fit(train_x, sign, c, loss, w)
                left, objective = gap(model, train_x[w > 0], sign[w > 0], c, loss, w[w > 0])
                where = f"{name} {loss} {c}"
                base.check(left is None or abs(left) < 1e-6 * objective, f"{where}: gap {left}")
                often = np.repeat(np.arange(len(w)), (2 * w).astype(int))
                again = fit(train_x[often], sign[often], c / 2, loss, None)
                decisions = model.decision_function(test_x)
                moved = np.abs(again.decision_function(test_x) - decisions).max()
                base.check(moved < 1e-7, f"{where}: repeated rows move a decision by {moved}")
                cases.append({
                    "dataset": name,
                    "loss": loss,
                    "c": c,
                    "objective": float(objective),
                    "decisions": [float(v) for v in decisions[:KEPT]],
                })
    base.write("sklearn_linear_svm.json", {"source": SOURCE}, cases)


if __name__ == "__main__":
    main()
