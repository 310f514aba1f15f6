#!/usr/bin/env python3
"""Writes sklearn_regression.json next to this file.

    python make_regression.py [datasets folder, default `datasets`]

README.md beside this file has the definitions. Rows 0, 5, 10, ... are the test
part; features are scaled to [0, 1] by the ranges of the other rows, as
`scale = "minmax"` does, and nominal features are one-hot encoded. The script
stops with an error when answers disagree with the plain formulas it checks them by.
"""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"  # same sums in the same order on every run

import csv
import json
import platform
import sys

import numpy as np
import sklearn
from sklearn import metrics as skm
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor
from sklearn.svm import SVR, NuSVR

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = (
    f"make_regression.py with scikit-learn {sklearn.__version__}, numpy {np.__version__}, "
    f"Python {platform.python_version()}"
)
DATASETS = ("autompg", "concrete", "forestfires")
TOL = 1e-6
NEAR = 1e-9  # distances closer than this count as ties


def check(ok, what):
    if not ok:
        raise SystemExit(f"check failed: {what}")


def load(folder, name):
    """The header and the rows as text; the target is the last column."""
    with open(os.path.join(folder, name + ".csv"), newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file) if row]
    return rows[0], rows[1:]


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def scaled(values, train):
    """By the range of the training rows; a column that is constant there is 0 everywhere."""
    low, high = train.min(), train.max()
    return (values - low) / (high - low) if high > low else values * 0.0


def split(header, rows):
    """Prepared training and test features, and targets."""
    inside = np.arange(len(rows)) % 5 == 0
    columns = []
    for at in range(len(header) - 1):
        cells = [row[at] for row in rows]
        numbers = [number(cell) for cell in cells]
        known = [n is not None for n, cell in zip(numbers, cells) if cell not in ("", "?")]
        if all(known):
            check(all(n is not None for n in numbers), f"{header[at]}: missing values")
            columns.append(np.array(numbers))
        else:
            for level in sorted(set(cells)):
                columns.append(np.array([float(cell == level) for cell in cells]))
    x = np.stack([scaled(values, values[~inside]) for values in columns], axis=1)
    y = np.array([float(row[-1]) for row in rows])
    return inside, x[~inside], x[inside], y[~inside], y[inside]


def scores(truth, predicted):
    mse = skm.mean_squared_error(truth, predicted)
    out = {
        "rmse": float(skm.root_mean_squared_error(truth, predicted)),
        "mae": float(skm.mean_absolute_error(truth, predicted)),
        "r2": float(skm.r2_score(truth, predicted)),
    }
    check(abs(out["rmse"] - mse**0.5) < 1e-12 * max(1.0, out["rmse"]), "rmse")
    plain = 1 - ((truth - predicted) ** 2).sum() / ((truth - truth.mean()) ** 2).sum()
    check(abs(out["r2"] - plain) < 1e-12, "r2")
    return out


def tied(model, k, test):
    """Test rows whose k-th and next neighbour are equally far away: any of them may count."""
    distances, _ = model.kneighbors(test, n_neighbors=k + 1)
    return np.flatnonzero(distances[:, k] - distances[:, k - 1] < NEAR).tolist()


def ridge_by_hand(x, y, penalty, test):
    mean, level = x.mean(axis=0), y.mean()
    c = x - mean
    w = np.linalg.solve(c.T @ c + penalty * np.eye(c.shape[1]), c.T @ (y - level))
    return (test - mean) @ w + level


def cases_of(name, train, test, y, truth):
    def case(method, params, predicted, **more):
        return {
            "dataset": name, "method": method, "params": params,
            "predicted": np.asarray(predicted).tolist(),
            "metrics": scores(truth, predicted), **more,
        }

    yield case("mean", {}, DummyRegressor().fit(train, y).predict(test))
    for penalty in (0.01, 1.0, 100.0):
        predicted = Ridge(alpha=penalty, solver="cholesky").fit(train, y).predict(test)
        by_hand = ridge_by_hand(train, y, penalty, test)
        check(np.abs(predicted - by_hand).max() < 1e-8, f"{name}: ridge {penalty}")
        yield case("ridge", {"ridge": penalty}, predicted)
    weights = 0.25 + np.arange(len(y)) % 4
    weighted = Ridge(alpha=1.0, solver="cholesky").fit(train, y, sample_weight=weights)
    yield case("ridge", {"ridge": 1.0}, weighted.predict(test), weights=weights.tolist())
    for k in (1, 5, 20):
        for how in ("uniform", "distance"):
            model = KNeighborsRegressor(k, weights=how, algorithm="kd_tree").fit(train, y)
            yield case("knn", {"k": k, "weights": how}, model.predict(test),
                       tie_rows=tied(model, k, test))
    # Penalty and tube in units of the spread of the targets, so that problems are alike.
    unit = float(np.quantile(y, 0.9) - np.quantile(y, 0.1)) or 1.0
    kernels = (("rbf", {"gamma": 0.5}), ("linear", {}),
               ("polynomial", {"gamma": 0.25, "coef0": 1.0, "degree": 3}))
    for kernel, more in kernels:
        sk = {"kernel": "poly" if kernel == "polynomial" else kernel, "C": unit, "tol": TOL,
              "cache_size": 200, **more}
        for form in ("epsilon", "nu"):
            if form == "epsilon":
                model, own = SVR(epsilon=0.1 * unit, **sk), {"epsilon": 0.1 * unit}
            else:
                model, own = NuSVR(nu=0.4, **sk), {"nu": 0.4}
            model.fit(train, y)
            check(model.fit_status_ == 0, f"{name} {kernel} {form}: converged")
            params = {"kernel": kernel, "form": form, "c": unit, **own, **more}
            yield case("svr", params, model.predict(test), unit=unit,
                       support_vectors=len(model.support_))


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "datasets"
    cases = []
    for name in DATASETS:
        inside, train, test, y, truth = split(*load(folder, name))
        for case in cases_of(name, train, test, y, truth):
            print(f"  {name:12} {case['method']:6} {case['params']}: rmse {case['metrics']['rmse']:.4f}")
            cases.append(case)

    def dump(value):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)

    lines = ",\n".join(dump(case) for case in cases)
    text = f'{{\n"cases":[\n{lines}\n],\n"source":{dump(SOURCE)}\n}}\n'
    json.loads(text)
    with open(os.path.join(HERE, "sklearn_regression.json"), "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
    print(f"sklearn_regression.json: {len(cases)} cases, {len(text)} bytes")


if __name__ == "__main__":
    main()
