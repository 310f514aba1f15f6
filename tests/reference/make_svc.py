#!/usr/bin/env python3
"""Writes svc.json next to this file: support vector machines by LIBSVM.

    python make_svc.py [datasets folder, default `datasets`]

README.md beside this file has the definitions. LIBSVM keeps kernel values as
32-bit floats, so its optimum is that of a slightly different matrix. The script
carries every solution on in 64-bit to a violation of 1e-9, to say how far off
LIBSVM's answers are, and stops with an error where they cannot be explained.
"""

import sys

sys.dont_write_bytecode = True

from make_sklearn import FOLDS, HERE, check, load, minmax  # first: one thread

import csv
import json
import os
import platform

import numpy as np
import scipy
import sklearn
from sklearn.svm import SVC, SVR, NuSVR

SOURCE = (
    f"make_svc.py with scikit-learn {sklearn.__version__} (its LIBSVM), numpy {np.__version__}, "
    f"scipy {scipy.__version__}, Python {platform.python_version()}"
)
BINARY = ["heart", "sonar", "ionosphere", "vote", "diabetes"]
MULTICLASS = ["iris", "wine", "glass", "vehicle", "vowel"]
REGRESSION = [("autompg", "mpg"), ("concrete", "compressive_strength")]
SKLEARN_NAME = {"polynomial": "poly"}
FOLD = 0
TOL = 1e-6  # LIBSVM's stopping tolerance
SHARP = 1e-9  # the same for the solutions in 64-bit
MAX_ITER = 10**7

# kernel, C, gamma, coef0, degree, class weights
BINARY_GRID = [
    ("rbf", 0.0625, 0.25, None, None, "equal"),
    ("rbf", 1.0, 1.0, None, None, "equal"),
    ("rbf", 64.0, 0.0625, None, None, "equal"),
    ("rbf", 1024.0, 16.0, None, None, "equal"),
    ("linear", 1.0, None, None, None, "equal"),
    ("polynomial", 1.0, 0.5, 1.0, 3, "equal"),
    ("sigmoid", 1.0, 0.05, -0.5, None, "equal"),
    ("rbf", 1.0, 1.0, None, None, "balanced"),
]
MULTICLASS_GRID = [
    ("rbf", 1.0, 1.0, None, None, "equal"),
    ("rbf", 64.0, 0.25, None, None, "equal"),
    ("linear", 1.0, None, None, None, "equal"),
]


def kernel(a, b, name, gamma, coef0, degree):
    if name == "rbf":
        square = np.zeros((len(a), len(b)))
        for u, v in zip(a.T, b.T):
            square += (u[:, None] - v[None, :]) ** 2
        return np.exp(-gamma * square)
    dot = a @ b.T
    if name == "linear":
        return dot
    if name == "polynomial":
        return (gamma * dot + coef0) ** degree
    check(name == "sigmoid", name)
    return np.tanh(gamma * dot + coef0)


# ---------------------------------------------------------------- the dual problem
#
# minimise 1/2 b'Kb - target'b + tube * sum|b|, sum b = 0, with b = s * a split into
# variables a in [0, limit] of sign s. A classifier has one variable per row (tube -1,
# target 0: -sum a); a regression has two per row.


class Dual:
    def __init__(self, gram, row, sign, limit, linear, nu=False):
        self.gram, self.row, self.sign = gram, row, sign
        self.limit, self.linear, self.nu = limit, linear, nu

    def weights(self, a):
        return np.bincount(self.row, weights=self.sign * a, minlength=len(self.gram))

    def gradient(self, a):
        return self.sign * (self.gram @ self.weights(a))[self.row] + self.linear

    def groups(self):
        """Sets of variables among which one pair may move: per sign in nu-SVR."""
        if not self.nu:
            return [np.ones(len(self.sign), bool)]
        return [self.sign > 0, self.sign < 0]

    def violation(self, a, gradient=None):
        v = -self.sign * (self.gradient(a) if gradient is None else gradient)
        up, low = self.movable(a)
        worst = -np.inf
        for group in self.groups():
            if (up & group).any() and (low & group).any():
                worst = max(worst, v[up & group].max() - v[low & group].min())
        return float(max(worst, 0.0))

    def movable(self, a):
        can_grow, can_shrink = a < self.limit, a > 0
        plus = self.sign > 0
        return np.where(plus, can_grow, can_shrink), np.where(plus, can_shrink, can_grow)

    def float32_slack(self, a):
        """The most that 32-bit kernel values can move a difference of two gradients."""
        return float(2 * 2.0**-24 * (np.abs(self.gram) @ np.abs(self.weights(a))).max())

    def interval(self, a):
        """The bounds of the threshold; equal, up to the violation, with a free variable."""
        v = -self.sign * self.gradient(a)
        up, low = self.movable(a)
        return float(v[up].max()), float(v[low].min())

    def bias(self, a):
        """As LIBSVM: the mean over free variables, else the middle of the interval."""
        v = -self.sign * self.gradient(a)
        if self.nu:
            free = [g & (a > 0) & (a < self.limit) for g in self.groups()]
            check(all(f.any() for f in free), "nu-SVR: free variables of both signs")
            return float((v[free[0]].mean() + v[free[1]].mean()) / 2)
        free = (a > 0) & (a < self.limit)
        return float(v[free].mean()) if free.any() else sum(self.interval(a)) / 2

    def sharpen(self, a, where):
        """Pairs of largest decrease (LIBSVM's second-order rule), in 64-bit."""
        a = a.copy()
        diagonal = np.diag(self.gram)[self.row]
        gradient = self.gradient(a)
        for step in range(400000):
            if step % 1000 == 0:
                gradient = self.gradient(a)
            if self.violation(a, gradient) < SHARP:
                gradient = self.gradient(a)
                if self.violation(a, gradient) < SHARP:
                    return a
            v = -self.sign * gradient
            up, low = self.movable(a)
            best = None
            for group in self.groups():
                if not (up & group).any():
                    continue
                i = int(np.where(up & group, v, -np.inf).argmax())
                gap = v[i] - v
                curve = diagonal[i] + diagonal - 2 * self.gram[self.row[i]][self.row]
                curve = np.where(curve > 0, curve, 1e-12)
                gain = np.where(low & group & (gap > 0), gap**2 / curve, -np.inf)
                j = int(gain.argmax())
                if gain[j] > -np.inf and (best is None or gain[j] > best[0]):
                    best = (gain[j], i, j, gap[j] / curve[j])
            check(best is not None, f"{where}: no pair")
            _, i, j, move = best
            # v_i rises with sign_i * a_i growing, v_j falls
            room_i = self.limit[i] - a[i] if self.sign[i] > 0 else a[i]
            room_j = a[j] if self.sign[j] > 0 else self.limit[j] - a[j]
            move = min(move, room_i, room_j)
            for at, by, room in ((i, move, room_i), (j, -move, room_j)):
                if move == room:  # land on the bound exactly
                    a[at] = self.limit[at] if (by > 0) == (self.sign[at] > 0) else 0.0
                else:
                    a[at] += self.sign[at] * by
            gradient += self.sign * move * (
                self.gram[self.row[i]] - self.gram[self.row[j]])[self.row]
        raise SystemExit(f"check failed: {where}: sharpening did not end at "
                         f"{self.violation(a):.3g}")

    def unique(self, a):
        """Whether no other weights b reach the same optimum (false where in doubt).

        Only rows with multiplier to spare, or whose gradient is at the threshold,
        could take part; K must be positive definite on their directions of sum 0.
        """
        v = -self.sign * self.gradient(a)
        on = (a > 0) & (a < self.limit)
        for group in self.groups():
            if (on & group).any():
                on |= group & (np.abs(v - v[on & group].mean()) < 1e-6)
        rows = np.unique(self.row[on])
        if len(rows) < 2:
            return True
        center = np.linalg.qr(np.column_stack(
            [np.ones(len(rows)), np.eye(len(rows))[:, 1:]]))[0][:, 1:]
        eigen = np.linalg.eigvalsh(center.T @ self.gram[np.ix_(rows, rows)] @ center)
        return bool(eigen[0] > 1e-9 * max(eigen[-1], 1.0))


def classifier(gram, first, limit):
    """first: rows of the class that counts as positive."""
    sign = np.where(first, 1.0, -1.0)
    return Dual(gram, np.arange(len(gram)), sign, limit, -np.ones(len(gram)))


def regression(gram, target, c, tube, nu=False):
    n = len(target)
    linear = np.concatenate([tube - target, tube + target])
    return Dual(gram, np.tile(np.arange(n), 2), np.repeat([1.0, -1.0], n),
                np.full(2 * n, c), linear, nu)


def finish(dual, a, where, report):
    """Checks LIBSVM's multipliers; the sharp ones and LIBSVM's violation."""
    check((a >= 0).all() and (a <= dual.limit).all(), f"{where}: box")
    check(abs(dual.weights(a).sum()) < 1e-9 * max(1.0, a.sum()), f"{where}: sum 0")
    kkt = dual.violation(a)
    slack = dual.float32_slack(a)
    check(kkt < 1.01 * TOL + slack, f"{where}: violation {kkt:.3g}, allowed {slack:.3g}")
    report.setdefault("violation", []).append((kkt, where))
    sharp = dual.sharpen(a, where)
    report.setdefault("violation, sharp", []).append((dual.violation(sharp), where))
    return sharp, kkt


def room(dual, sharp, where, report):
    """A free multiplier there must be (it fixes the bias); how clear are the counts?"""
    free = (sharp > 0) & (sharp < dual.limit)
    check(free.any(), f"{where}: no free support vector")
    if not dual.unique(sharp):
        return
    least = float((np.minimum(sharp, dual.limit - sharp) / dual.limit)[free].min())
    report.setdefault("smallest share of C to a bound, free", []).append((least, where))
    if not free.all():
        v = -dual.sign * dual.gradient(sharp)
        least = float(np.abs(v - v[free].mean())[~free].min())
        report.setdefault("smallest margin of the others", []).append((least, where))


def objective(gram, b):
    return float(0.5 * b @ gram @ b - np.abs(b).sum())


# ---------------------------------------------------------------- cases


def split(x):
    inside = np.arange(len(x)) % FOLDS == FOLD
    train, test = minmax(x[~inside], x[inside])
    return inside, train, test


def sklearn_params(name, c, gamma, coef0, degree, **more):
    given = {"gamma": gamma, "coef0": coef0, "degree": degree}
    return dict(kernel=SKLEARN_NAME.get(name, name), C=c, tol=TOL, shrinking=True,
                cache_size=200, max_iter=MAX_ITER, **more,
                **{key: value for key, value in given.items() if value is not None})


def describe(dataset, name, c, gamma, coef0, degree, weights, rows):
    return {"dataset": dataset, "kernel": name, "c": c, "gamma": gamma, "coef0": coef0,
            "degree": degree, "class_weights": weights, "scale": "minmax", "fold": FOLD,
            "test_rows": rows.tolist()}


def converged(model, where, report):
    ok = model.fit_status_ == 0 and np.max(model.n_iter_) < MAX_ITER
    report.setdefault("iterations", []).append((int(np.max(model.n_iter_)), where))
    if not ok:
        report.setdefault("did not converge", []).append((1, where))
    return ok


def binary_case(dataset, train, y, test, rows, grid, report):
    name, c, gamma, coef0, degree, weights = grid
    where = f"{dataset} {name} C={c:g} gamma={gamma} {weights}"
    model = SVC(**sklearn_params(name, c, gamma, coef0, degree,
                                 class_weight=None if weights == "equal" else weights))
    model.fit(train, y)
    if not converged(model, where, report):
        return None
    gram, cross = (kernel(a, train, name, gamma, coef0, degree) for a in (train, test))
    per_class = np.ones(2) if weights == "equal" else len(y) / (2 * np.bincount(y))
    check(np.abs(per_class - model.class_weight_).max() < 1e-15, f"{where}: class weights")
    limit = c * model.class_weight_[y]
    # scikit-learn turns LIBSVM's signs for two classes, to be positive for class 1.
    b = np.zeros(len(train))
    b[model.support_] = -model.dual_coef_[0]
    bias = -float(model.intercept_[0])
    decision = -model.decision_function(test)
    gap = np.abs(cross @ b + bias - decision).max()
    report.setdefault("recomputed", []).append((float(gap), where))
    check(gap < 1e-9, f"{where}: decision {gap:.3g}")
    check((np.sign(b[model.support_]) == np.where(y[model.support_] == 0, 1, -1)).all(),
          f"{where}: signs")
    predicted = model.predict(test)
    check((predicted == np.where(decision > 0, 0, 1)).all(), f"{where}: predicted")

    dual = classifier(gram, y == 0, limit)
    sharp, kkt = finish(dual, np.abs(b), where, report)
    check((sharp > 0).any(), where)
    exact = dual.weights(sharp)
    exact_bias = dual.bias(sharp)
    exact_decision = cross @ exact + exact_bias
    off = float(np.abs(exact_decision - decision).max())
    report.setdefault("off", []).append((off, where))
    least = float(np.abs(decision).min())
    report.setdefault("smallest |decision|", []).append((least, where))
    check(least > off, f"{where}: a prediction hangs on rounding")
    room(dual, sharp, where, report)
    if name != "sigmoid":
        check(objective(gram, exact) < objective(gram, b) + 1e-9, f"{where}: lower objective")
        sign = np.where(y == 0, 1.0, -1.0)
        hinge = np.maximum(0.0, 1.0 - sign * (gram @ exact + exact_bias))
        primal = float(0.5 * exact @ gram @ exact + limit @ hinge)
        gap = primal + objective(gram, exact)
        report.setdefault("duality gap / primal, sharp", []).append((gap / primal, where))
        # at a violation of SHARP each row may count C times as much too much
        check(-1e-8 < gap < SHARP * limit.sum() + 1e-8, f"{where}: duality gap {gap:.3g}")

    at_bound = int((np.abs(b) >= limit * (1 - 1e-9)).sum())
    counts = (len(model.support_), at_bound)
    exact_counts = (int((sharp > 0).sum()), int((sharp >= limit * (1 - 1e-9)).sum()))
    unique = name != "sigmoid" and dual.unique(sharp)
    if not unique:
        report.setdefault("not unique", []).append((1, where))
    else:
        check(counts == exact_counts, f"{where}: {counts} became {exact_counts}")

    # The same rows the other way round: sharp answers, unless there are other optima.
    back = SVC(**sklearn_params(name, c, gamma, coef0, degree,
                                class_weight=None if weights == "equal" else weights))
    back.fit(train[::-1], y[::-1])
    order_off = float(np.abs(-back.decision_function(test) - decision).max())
    report.setdefault("rows reversed" + (", sigmoid" if name == "sigmoid" else ""), []).append(
        (order_off, where))

    return {
        **describe(dataset, name, c, gamma, coef0, degree, weights, rows),
        "predicted": predicted.tolist(), "decision": decision.tolist(),
        "objective": objective(gram, b), "bias": bias,
        "support_vectors": counts[0], "at_bound": counts[1],
        "decision_exact": exact_decision.tolist(),
        "objective_exact": objective(gram, exact), "bias_exact": exact_bias,
        "kkt": kkt, "off": off, "order_off": order_off, "unique": unique,
    }


def multiclass_case(dataset, k, train, y, test, rows, grid, report):
    name, c, gamma, coef0, degree, weights = grid
    where = f"{dataset} {name} C={c:g} gamma={gamma} {weights}"
    model = SVC(**sklearn_params(name, c, gamma, coef0, degree,
                                 decision_function_shape="ovo", break_ties=False))
    model.fit(train, y)
    if not converged(model, where, report):
        return None
    gram, cross = (kernel(a, train, name, gamma, coef0, degree) for a in (train, test))
    ovo = model.decision_function(test)
    check(ovo.shape == (len(test), k * (k - 1) // 2), f"{where}: pairs")
    votes = np.zeros((len(test), k), int)
    kkt, off, unique = 0.0, 0.0, True
    used = np.zeros(len(train), bool)
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
    loose = np.zeros(len(test), bool)
    for at, (i, j) in enumerate(pairs):
        here = f"{where} ({i},{j})"
        b = np.zeros(len(train))
        # Row j - 1 of the coefficients for class i's vectors, row i for class j's.
        for own, other in ((i, j - 1), (j, i)):
            mine = y[model.support_] == own
            b[model.support_[mine]] = model.dual_coef_[other, mine]
        check((b[y == i] >= 0).all() and (b[y == j] <= 0).all(), f"{here}: signs")
        # So positive is the pair's first class; scikit-learn turns signs for two classes only.
        gap = np.abs(cross @ b + model.intercept_[at] - ovo[:, at]).max()
        report.setdefault("recomputed", []).append((float(gap), here))
        check(gap < 1e-9, f"{here}: decision {gap:.3g}")
        votes[np.arange(len(test)), np.where(ovo[:, at] > 0, i, j)] += 1
        used |= b != 0
        inside = np.flatnonzero((y == i) | (y == j))
        dual = classifier(gram[np.ix_(inside, inside)], y[inside] == i,
                          np.full(len(inside), c))
        sharp, worst = finish(dual, np.abs(b[inside]), here, report)
        exact = cross[:, inside] @ dual.weights(sharp) + dual.bias(sharp)
        room(dual, sharp, here, report)
        gap = float(np.abs(exact - ovo[:, at]).max())
        report.setdefault("off", []).append((gap, here))
        report.setdefault("smallest |decision|", []).append(
            (float(np.abs(ovo[:, at]).min()), here))
        loose |= np.abs(ovo[:, at]) <= gap
        kkt, off = max(kkt, worst), max(off, gap)
        pair_unique = dual.unique(sharp)
        counts = (int((b != 0).sum()), int((sharp > 0).sum()))
        check(not pair_unique or counts[0] == counts[1], f"{here}: vectors {counts}")
        unique = unique and pair_unique
    predicted = model.predict(test)
    check((predicted == votes.argmax(axis=1)).all(), f"{where}: predicted")
    check(used.sum() == len(model.support_), f"{where}: support vectors")
    check(not loose.any(), f"{where}: a vote hangs on rounding")
    if not unique:
        report.setdefault("not unique", []).append((1, where))
    return {
        **describe(dataset, name, c, gamma, coef0, degree, weights, rows),
        "predicted": predicted.tolist(), "support_vectors": len(model.support_),
        "ovo": [[float(f"{v:.9f}") for v in row] for row in ovo],
        "kkt": kkt, "off": off, "unique": unique,
    }


def load_regression(folder, dataset, target):
    with open(os.path.join(folder, dataset + ".csv"), newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file) if row]
    check(rows[0][-1] == target, f"{dataset}: last column")
    data = np.array([[float(v) for v in row] for row in rows[1:]])
    check(np.isfinite(data).all(), f"{dataset}: finite")
    return data[:, :-1], data[:, -1]


def regression_case(dataset, method, train, y, test, rows, divisor, report):
    c, gamma, epsilon, nu = 1.0, 0.5, 0.1, 0.5
    where = f"{dataset} {method}"
    params = sklearn_params("rbf", c, gamma, None, None)
    model = (SVR(epsilon=epsilon, **params) if method == "epsilon-svr"
             else NuSVR(nu=nu, **params))
    model.fit(train, y)
    if not converged(model, where, report):
        return None
    gram, cross = (kernel(a, train, "rbf", gamma, None, None) for a in (train, test))
    b = np.zeros(len(train))
    b[model.support_] = model.dual_coef_[0]
    predicted = model.predict(test)
    gap = np.abs(cross @ b + model.intercept_[0] - predicted).max()
    report.setdefault("recomputed", []).append((float(gap), where))
    check(gap < 1e-9, f"{where}: decision {gap:.3g}")
    dual = regression(gram, y, c, epsilon if method == "epsilon-svr" else 0.0,
                      method == "nu-svr")
    start = np.concatenate([np.maximum(b, 0), np.maximum(-b, 0)])
    more = {}
    if method == "nu-svr":
        share = np.array([start[: len(y)].sum(), start[len(y):].sum()])
        check(np.abs(share - c * nu * len(y) / 2).max() < 1e-6, f"{where}: nu {share}")
    sharp, kkt = finish(dual, start, where, report)
    exact = cross @ dual.weights(sharp) + dual.bias(sharp)
    if method == "nu-svr":
        v = -dual.sign * dual.gradient(sharp)
        free = [g & (sharp > 0) & (sharp < c) for g in dual.groups()]
        more["tube_exact"] = float((v[free[0]].mean() - v[free[1]].mean()) / 2)
    off = float(np.abs(exact - predicted).max())
    report.setdefault("off", []).append((off, where))
    unique = dual.unique(sharp)
    if not unique:
        report.setdefault("not unique", []).append((1, where))
    else:
        check(len(model.support_) == np.count_nonzero(dual.weights(sharp)), f"{where}: vectors")
    more["epsilon" if method == "epsilon-svr" else "nu"] = (
        epsilon if method == "epsilon-svr" else nu)
    return {
        "dataset": dataset, "method": method, "kernel": "rbf", "c": c, "gamma": gamma,
        "scale": "minmax", "fold": FOLD, "test_rows": rows.tolist(),
        "target_divisor": divisor, "predicted": predicted.tolist(),
        "bias": float(model.intercept_[0]), "support_vectors": len(model.support_),
        "at_bound": int((np.abs(b) >= c * (1 - 1e-9)).sum()),
        "predicted_exact": exact.tolist(), "bias_exact": dual.bias(sharp),
        "kkt": kkt, "off": off, "unique": unique, **more,
    }


def write(name, head, lists):
    """Sorted keys, one case per line, floats by repr."""

    def dump(value):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)

    parts = {key: dump(value) for key, value in head.items()}
    for key, cases in lists.items():
        parts[key] = "[\n" + ",\n".join(dump(case) for case in cases) + "\n]"
    text = "{\n" + ",\n".join(f"{dump(key)}:{parts[key]}" for key in sorted(parts)) + "\n}\n"
    json.loads(text)
    check(len(text) < 700_000, f"{name}: {len(text)} bytes")
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
    counts = ", ".join(f"{len(cases)} {key}" for key, cases in lists.items())
    print(f"{name}: {counts}, {len(text)} bytes")


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "datasets"
    cases, values, facts, report = [], [], {}, {}
    for dataset in BINARY + MULTICLASS:
        x, y, classes = load(folder, dataset)
        facts[dataset] = {"rows": len(x), "features": x.shape[1], "classes": classes}
        inside, train, test = split(x)
        check(len(np.unique(y[~inside])) == len(classes), f"{dataset}: every class in training")
        rows, k = np.flatnonzero(inside), len(classes)
        check((k == 2) == (dataset in BINARY), f"{dataset}: classes")
        for grid in BINARY_GRID if k == 2 else MULTICLASS_GRID:
            if k == 2:
                case = binary_case(dataset, train, y[~inside], test, rows, grid, report)
            else:
                case = multiclass_case(dataset, k, train, y[~inside], test, rows, grid, report)
            if case is None:
                continue
            right = float((np.array(case["predicted"]) == y[inside]).mean())
            print(f"  {dataset:11} {grid[0]:10} C {grid[1]:<7g} gamma {str(grid[2]):7} {grid[5]:9}"
                  f"accuracy {right:.4f}, {case['support_vectors']} vectors, kkt {case['kkt']:.1e}, "
                  f"off {case['off']:.1e}, {'unique' if case['unique'] else 'not unique'}")
            cases.append(case)
    for dataset, target in REGRESSION:
        x, y = load_regression(folder, dataset, target)
        inside, train, test = split(x)
        facts[dataset] = {"rows": len(x), "features": x.shape[1], "target": target}
        divisor = float(y[~inside].max())
        for method in ("epsilon-svr", "nu-svr"):
            case = regression_case(dataset, method, train, y[~inside] / divisor, test,
                                   np.flatnonzero(inside), divisor, report)
            if case is None:
                continue
            rmse = float(np.sqrt(((np.array(case["predicted"]) - y[inside] / divisor) ** 2).mean()))
            print(f"  {dataset:11} {method:11} rmse {rmse:.4f}, {case['support_vectors']} vectors, "
                  f"kkt {case['kkt']:.1e}, off {case['off']:.1e}, "
                  f"{'unique' if case['unique'] else 'not unique'}")
            values.append(case)
    for key in sorted(report):
        found = report[key]
        if key.startswith("smallest"):
            print(f"  {key}: {min(found)[0]:.3g} ({min(found)[1]})")
        elif isinstance(found[0][0], float) or key == "iterations":
            print(f"  {key}: at most {max(found)[0]:.3g} ({max(found)[1]})")
        else:
            print(f"  {key}: " + "; ".join(where for _, where in found))
    above = [f"{where} {value:.1e}" for value, where in report["violation"] if value >= 1e-5]
    print("  violation of 1e-5 or more: " + ("; ".join(above) or "none"))
    print("  did not converge: " + str(len(report.get("did not converge", []))))
    write("svc.json", {"source": SOURCE, "datasets": facts},
          {"cases": cases, "regression": values})


if __name__ == "__main__":
    main()
