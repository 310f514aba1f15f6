#!/usr/bin/env python3
"""Writes sklearn_metrics.json and sklearn_methods.json next to this file.

    python make_sklearn.py [datasets folder, default `datasets`]

README.md beside this file has the definitions. The script stops with an error
when scikit-learn's answers disagree with the plain formulas it checks them by.
"""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"  # same sums in the same order on every run

import csv
import json
import math
import platform
import sys
import warnings

import numpy as np
import scipy
import sklearn
from sklearn import metrics as skm
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = (
    f"make_sklearn.py with scikit-learn {sklearn.__version__}, numpy {np.__version__}, "
    f"scipy {scipy.__version__}, Python {platform.python_version()}"
)
EPS = 2.220446049250313e-16


def check(ok, what):
    if not ok:
        raise SystemExit(f"check failed: {what}")


def write(name, head, cases):
    """Sorted keys, one case per line, floats by repr."""

    def dump(value):
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)

    parts = {key: dump(value) for key, value in head.items()}
    parts["cases"] = "[\n" + ",\n".join(dump(case) for case in cases) + "\n]"
    text = "{\n" + ",\n".join(f"{dump(key)}:{parts[key]}" for key in sorted(parts)) + "\n}\n"
    json.loads(text)
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
    print(f"{name}: {len(cases)} cases, {len(text)} bytes")


# ---------------------------------------------------------------- metrics


def number(x):
    """A float, or None where the metric is undefined."""
    x = float(x)
    return None if math.isnan(x) else x


def half_auc(positive, negative):
    """P(positive > negative) + P(equal) / 2, by comparing every pair."""
    p, q = np.asarray(positive)[:, None], np.asarray(negative)[None, :]
    return float(((p > q).sum() + 0.5 * (p == q).sum()) / (p.size * q.size))


def hand_till(truth, scores, k):
    present = [c for c in range(k) if (truth == c).any()]
    pairs = []
    for a, i in enumerate(present):
        for j in present[a + 1 :]:
            i_j = half_auc(scores[truth == i, i], scores[truth == j, i])
            j_i = half_auc(scores[truth == j, j], scores[truth == i, j])
            pairs.append((i_j + j_i) / 2)
    return float(np.mean(pairs))


def auc(truth, scores, k):
    present = np.unique(truth)
    if scores is None or len(present) < 2:
        return None
    if k == 2:
        value = float(skm.roc_auc_score(truth == 1, scores[:, 1]))
        by_hand = half_auc(scores[truth == 1, 1], scores[truth == 0, 1])
    else:
        by_hand = hand_till(truth, scores, k)
        if len(present) < k:
            return by_hand
        value = float(skm.roc_auc_score(truth, scores, multi_class="ovo", average="macro"))
    check(abs(value - by_hand) < 1e-12, "auc")
    return value


def log_loss(truth, scores, k):
    if scores is None:
        return None
    p = scores[np.arange(len(truth)), truth]
    value = float(np.mean(-np.log(np.maximum(p, EPS))))
    theirs = skm.log_loss(truth, scores, labels=list(range(k)))
    check(abs(value - theirs) < 1e-12 * max(1.0, value), "log loss")
    return abs(value)  # abs: -0.0 is 0.0


def kappa_by_hand(truth, predicted, k):
    m = np.zeros((k, k))
    np.add.at(m, (truth, predicted), 1)
    n = m.sum()
    chance = (m.sum(0) * m.sum(1)).sum() / n**2
    return math.nan if chance == 1 else (np.trace(m) / n - chance) / (1 - chance)


def expected(truth, predicted, scores, k):
    out = {"accuracy": float(skm.accuracy_score(truth, predicted))}
    out["error"] = 1.0 - out["accuracy"]
    out["balanced_accuracy"] = number(skm.balanced_accuracy_score(truth, predicted))
    out["kappa"] = number(skm.cohen_kappa_score(truth, predicted, labels=list(range(k))))
    by_hand = number(kappa_by_hand(truth, predicted, k))
    check((out["kappa"] is None) == (by_hand is None), "kappa defined")
    check(by_hand is None or abs(by_hand - out["kappa"]) < 1e-12, "kappa")
    labels = sorted(set(truth.tolist()) | set(predicted.tolist()))
    macro = dict(average="macro", labels=labels, zero_division=0)
    out["precision_macro"] = number(skm.precision_score(truth, predicted, **macro))
    out["recall_macro"] = number(skm.recall_score(truth, predicted, **macro))
    out["f1_macro"] = number(skm.f1_score(truth, predicted, **macro))
    each = []
    for c in labels:
        tn = int(((truth != c) & (predicted != c)).sum())
        fp = int(((truth != c) & (predicted == c)).sum())
        each.append(tn / (tn + fp) if tn + fp else 0.0)
    out["specificity_macro"] = float(np.mean(each))
    if k > 2:
        for name in ("precision", "recall", "f1", "specificity"):
            out[name] = out[name + "_macro"]
        out["auc"] = auc(truth, scores, k)
        out["log_loss"] = log_loss(truth, scores, k)
        return out
    how = dict(average="binary", pos_label=1, zero_division=np.nan)
    out["specificity"] = number(skm.recall_score(truth, predicted, **{**how, "pos_label": 0}))
    out["precision"] = number(skm.precision_score(truth, predicted, **how))
    out["recall"] = number(skm.recall_score(truth, predicted, **how))
    out["f1"] = number(skm.f1_score(truth, predicted, **how))
    tp = int(((truth == 1) & (predicted == 1)).sum())
    fp = int(((truth == 0) & (predicted == 1)).sum())
    fn = int(((truth == 1) & (predicted == 0)).sum())
    tn = len(truth) - tp - fp - fn
    for name, top, bottom in (
        ("precision", tp, tp + fp),
        ("recall", tp, tp + fn),
        ("f1", 2 * tp, 2 * tp + fp + fn),
        ("specificity", tn, tn + fp),
    ):
        check((out[name] is None) == (bottom == 0), f"{name} defined")
        check(bottom == 0 or abs(out[name] - top / bottom) < 1e-12, name)
    # Never saying "positive" where there are positives is precision 0; only without any positive is it undefined.
    if tp + fp == 0 and fn > 0:
        out["precision"] = 0.0
    out["auc"] = auc(truth, scores, k)
    out["log_loss"] = log_loss(truth, scores, k)
    return out


def metric_case(name, k, truth, predicted, scores):
    truth, predicted = np.asarray(truth, int), np.asarray(predicted, int)
    if scores is not None:
        scores = np.asarray(scores, float)
        check(scores.shape == (len(truth), k), f"{name}: shape")
        check(np.abs(scores.sum(axis=1) - 1).max() < 1e-12, f"{name}: rows sum to 1")
    return {
        "name": name,
        "classes": k,
        "truth": truth.tolist(),
        "predicted": predicted.tolist(),
        "scores": None if scores is None else scores.tolist(),
        "expected": expected(truth, predicted, scores, k),
    }


def labels_by_share(rng, n, shares):
    """n class ids; class c with probability shares[c]."""
    return np.searchsorted(np.cumsum(shares)[:-1], rng.random(n), side="right")


def noisy_scores(rng, truth, k, strength, unit=10**6):
    """Rows that sum to 1 in whole steps of 1/unit, leaning to the true class.

    A coarse unit makes ties. The last class takes what the rounding leaves.
    """
    raw = rng.random((len(truth), k)) + 1e-3
    raw[np.arange(len(truth)), truth] += strength
    steps = np.floor(raw / raw.sum(axis=1, keepdims=True) * unit).astype(int)
    steps[:, -1] = unit - steps[:, :-1].sum(axis=1)
    return steps / unit


def metric_cases():
    def rng(seed):
        return np.random.Generator(np.random.PCG64(seed))

    def random_case(name, seed, n, shares, strength, unit=10**6, never=None):
        r, k = rng(seed), len(shares)
        truth = labels_by_share(r, n, shares)
        scores = noisy_scores(r, truth, k, strength, unit)
        votes = scores.copy()
        if never is not None:
            votes[:, never] = -1.0
        return metric_case(name, k, truth, votes.argmax(axis=1), scores)

    def two(p1):
        """Scores of two classes from hundredths for class 1."""
        return [[(100 - p) / 100, p / 100] for p in p1]

    cases = [
        random_case("binary balanced", 1, 40, [0.5, 0.5], 0.3),
        random_case("binary imbalanced, tied scores", 2, 60, [0.85, 0.15], 0.3, unit=10),
        metric_case("binary perfect", 2, [0, 1, 1, 0, 1, 0], [0, 1, 1, 0, 1, 0],
                    two([10, 90, 70, 20, 55, 45])),
        metric_case("binary all wrong", 2, [0, 1, 1, 0, 1, 0], [1, 0, 0, 1, 0, 1],
                    two([90, 10, 30, 80, 45, 55])),
        metric_case("binary truth of class 1 only", 2, [1] * 5, [1, 0, 1, 1, 0],
                    two([80, 40, 60, 95, 10])),
        metric_case("binary truth of class 0 only", 2, [0] * 5, [0, 1, 0, 0, 0],
                    two([20, 60, 40, 5, 10])),
        metric_case("binary, class 0 everywhere", 2, [0] * 4, [0] * 4,
                    two([20, 30, 40, 5])),
        metric_case("binary predictions of class 0 only", 2, [0, 1, 0, 1, 0, 0, 1], [0] * 7,
                    two([10, 40, 30, 45, 40, 5, 20])),
        metric_case("binary probabilities of 0 and 1", 2, [0, 1, 1, 0, 1, 0, 1, 0],
                    [0, 1, 0, 1, 1, 0, 1, 0], two([0, 100, 0, 100, 100, 0, 75, 25])),
        random_case("three classes", 3, 30, [0.4, 0.35, 0.25], 0.4),
        random_case("three classes, one absent from the truth", 4, 25, [0.55, 0.0, 0.45], 0.2),
        random_case("five classes", 5, 200, [0.3, 0.25, 0.2, 0.15, 0.1], 0.5),
        random_case("four classes imbalanced, tied scores", 6, 80, [0.65, 0.2, 0.1, 0.05], 0.5,
                    unit=20),
        random_case("three classes, one never predicted", 7, 30, [0.4, 0.3, 0.3], 0.4, never=2),
        metric_case("four classes, one absent from both", 4,
                    [0, 0, 1, 3, 3, 1, 0, 3], [0, 1, 1, 3, 0, 1, 0, 3],
                    [[0.7, 0.1, 0.1, 0.1], [0.3, 0.4, 0.1, 0.2], [0.2, 0.5, 0.2, 0.1],
                     [0.0, 0.0, 0.0, 1.0], [0.4, 0.1, 0.2, 0.3], [0.1, 0.6, 0.0, 0.3],
                     [1.0, 0.0, 0.0, 0.0], [0.2, 0.1, 0.3, 0.4]]),
        metric_case("single row", 3, [1], [1], [[0.25, 0.5, 0.25]]),
    ]
    r = rng(8)
    truth = labels_by_share(r, 50, [0.5, 0.3, 0.2])
    predicted = np.where(r.random(50) < 0.6, truth, r.integers(0, 3, 50))
    cases.append(metric_case("three classes without scores", 3, truth, predicted, None))
    cases.append(metric_case("two classes without scores", 2, [0, 1, 1, 0, 1], [0, 1, 0, 0, 1], None))
    return cases


# ---------------------------------------------------------------- methods

DATASETS = ["iris", "wine", "glass", "heart", "ionosphere", "sonar", "vehicle"]
FOLDS = 5


def load(folder, name):
    with open(os.path.join(folder, name + ".csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    head, rows = rows[0], [row for row in rows[1:] if row]
    check(head[-1] == "class", f"{name}: last column")
    x = np.array([[float(v) for v in row[:-1]] for row in rows])
    check(np.isfinite(x).all(), f"{name}: finite features")
    labels = [row[-1] for row in rows]
    classes = sorted(set(labels))
    try:
        classes = sorted(classes, key=float)
    except ValueError:
        pass
    ids = {label: i for i, label in enumerate(classes)}
    return x, np.array([ids[label] for label in labels]), classes


def minmax(train, test):
    low, high = train.min(axis=0), train.max(axis=0)
    width = high - low
    flat = width == 0
    width = np.where(flat, 1.0, width)

    def scale(x):
        return np.where(flat, 0.0, (x - low) / width)

    return scale(train), scale(test)


def digits10(rows):
    return [[float(f"{v:.10g}") for v in row] for row in rows]


def knn_ties(train, y, test, k, weights, classes, predicted, where):
    """Positions of test rows that hang on a tie; checks all the others."""
    ties = []
    for at, row in enumerate(test):
        d = np.sqrt(((train - row) ** 2).sum(axis=1))
        order = np.argsort(d, kind="stable")
        near, beyond = order[:k], d[order[k]]
        edge = d[order[k - 1]]
        tie = beyond - edge <= 1e-12 * beyond
        if weights == "uniform":
            w = np.ones(k)
        elif (d[near] == 0).any():
            w = (d[near] == 0).astype(float)
        else:
            w = 1.0 / d[near]
        votes = np.bincount(y[near], weights=w, minlength=classes)
        best = np.sort(votes)[::-1]
        tie = tie or best[0] - best[1] <= 1e-9 * best[0]
        if tie:
            ties.append(at)
        else:
            check(votes.argmax() == predicted[at], f"{where}: knn row {at}")
    return ties


def objective(theta, x1, onehot, ridge):
    """Gradient and Hessian of sum(log loss) + ridge/2 |W|^2, intercepts free.

    theta is m x (p + 1) with the intercepts last; m = 1 for two classes.
    """
    m, q = theta.shape
    z = x1 @ theta.T
    penalty = np.full(q, ridge)
    penalty[-1] = 0.0
    if m == 1:
        p = 1.0 / (1.0 + np.exp(-z))
        target = onehot[:, 1:]
    else:
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        target = onehot
    gradient = (p - target).T @ x1 + penalty * theta
    hessian = np.zeros((m, q, m, q))
    for a in range(m):
        for b in range(m):
            w = p[:, a] * ((a == b) - p[:, b])
            hessian[a, :, b, :] = (x1 * w[:, None]).T @ x1
        hessian[a, :, a, :] += np.diag(penalty)
    return gradient, hessian.reshape(m * q, m * q), p


def logistic(train, y, test, k, ridge, where, report):
    model = LogisticRegression(C=1.0 / ridge, solver="newton-cg", tol=1e-10, max_iter=100000)
    model.fit(train, y)
    theirs = model.predict_proba(test)
    theta = np.hstack([model.coef_, model.intercept_[:, None]])
    check(theta.shape[0] == (1 if k == 2 else k), f"{where}: weight vectors")
    x1 = np.hstack([train, np.ones((len(train), 1))])
    onehot = np.eye(k)[y]
    gradient, hessian, _ = objective(theta, x1, onehot, ridge)
    before = np.abs(gradient).max()
    # A gradient of 1e-6 still leaves weights loose to 1e-6 / ridge, so finish with
    # Newton steps. Least squares: the common shift of the intercepts is free.
    for _ in range(6):
        step = np.linalg.lstsq(hessian, gradient.ravel(), rcond=1e-13)[0]
        trial = theta - step.reshape(theta.shape)
        g, h, _ = objective(trial, x1, onehot, ridge)
        if np.abs(g).max() >= np.abs(gradient).max():
            break
        theta, gradient, hessian = trial, g, h
    after = np.abs(gradient).max()
    check(after < 1e-9, f"{where}: gradient {after}")
    z1 = np.hstack([test, np.ones((len(test), 1))])
    z = z1 @ theta.T
    if k == 2:
        ours = np.hstack([1.0 / (1.0 + np.exp(z)), 1.0 / (1.0 + np.exp(-z))])
    else:
        ours = np.exp(z - z.max(axis=1, keepdims=True))
        ours /= ours.sum(axis=1, keepdims=True)
    moved = np.abs(ours - theirs).max()
    check(moved < 1e-6, f"{where}: probabilities moved {moved}")
    predicted = ours.argmax(axis=1)
    check((predicted == model.predict(test)).all(), f"{where}: predictions moved")
    report["gradient before"] = max(report.get("gradient before", 0), before)
    report["gradient after"] = max(report.get("gradient after", 0), after)
    report["moved"] = max(report.get("moved", 0), moved)
    margin(ours, "logistic", report)
    return predicted, ours


def margin(probabilities, name, report):
    top = np.sort(probabilities, axis=1)
    key = f"smallest margin {name}"
    report[key] = min(report.get(key, 1.0), float((top[:, -1] - top[:, -2]).min()))


def naive_bayes_log(train, y, k, test):
    """log prior + log likelihood, by the formula."""
    extra = 1e-9 * train.var(axis=0).max()
    out = np.empty((len(test), k))
    for c in range(k):
        rows = train[y == c]
        mean, var = rows.mean(axis=0), rows.var(axis=0) + extra
        out[:, c] = math.log(len(rows) / len(train)) - 0.5 * (
            np.log(2 * np.pi * var) + (test - mean) ** 2 / var
        ).sum(axis=1)
    return out


def method_cases(folder):
    cases, facts, report = [], {}, {}
    score = {}  # (dataset, what) -> [right, tested, ties]

    def add(dataset, method, params, scale, fold, rows, predicted, truth, **more):
        cases.append({
            "dataset": dataset, "method": method, "params": params, "scale": scale,
            "fold": fold, "test_rows": rows.tolist(), "predicted": [int(v) for v in predicted],
            **more,
        })
        what = " ".join([method] + [f"{params[key]}" for key in sorted(params)])
        s = score.setdefault((dataset, what), [0, 0, 0])
        s[0] += int((predicted == truth).sum())
        s[1] += len(rows)
        s[2] += len(more.get("tie_rows", []))

    for name in DATASETS:
        x, y, classes = load(folder, name)
        k = len(classes)
        facts[name] = {"rows": len(x), "features": x.shape[1], "classes": classes}
        for fold in range(FOLDS):
            inside = np.arange(len(x)) % FOLDS == fold
            rows = np.flatnonzero(inside)
            train, test, yt, ye = x[~inside], x[inside], y[~inside], y[inside]
            check(len(np.unique(yt)) == k, f"{name}: every class in training")
            strain, stest = minmax(train, test)
            where = f"{name} fold {fold}"

            for n, weights in ((1, "uniform"), (3, "uniform"), (5, "uniform"),
                               (7, "uniform"), (5, "distance")):
                model = KNeighborsClassifier(n_neighbors=n, algorithm="brute", weights=weights)
                predicted = model.fit(strain, yt).predict(stest)
                ties = knn_ties(strain, yt, stest, n, weights, k, predicted, where)
                add(name, "knn", {"k": n, "weights": weights}, "minmax", fold, rows,
                    predicted, ye, tie_rows=ties)

            model = GaussianNB(var_smoothing=1e-9).fit(train, yt)
            predicted, p = model.predict(test), model.predict_proba(test)
            joint = naive_bayes_log(train, yt, k, test)
            q = np.exp(joint - joint.max(axis=1, keepdims=True))
            q /= q.sum(axis=1, keepdims=True)
            gap = np.abs(p - q).max()
            report["naive bayes against formula"] = max(
                report.get("naive bayes against formula", 0), gap)
            check(gap < 1e-6, f"{where}: naive bayes {gap}")
            margin(p, "naive bayes", report)
            more = {"probabilities": digits10(p)} if fold < 2 else {}
            add(name, "naive-bayes", {"var_smoothing": 1e-9}, "none", fold, rows,
                predicted, ye, **more)

            if fold < 2:
                for ridge in (0.01, 1.0):
                    predicted, p = logistic(strain, yt, stest, k, ridge, where, report)
                    add(name, "logistic", {"ridge": ridge}, "minmax", fold, rows,
                        predicted, ye, probabilities=digits10(p))

    for (dataset, what), (right, tested, ties) in score.items():
        print(f"  {dataset:11} {what:22} accuracy {right / tested:.4f} of {tested}"
              + (f", {ties} rows with ties" if what.startswith("knn") else ""))
    for key in sorted(report):
        print(f"  {key}: {report[key]:.3g}")
    return facts, cases


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "datasets"
    warnings.simplefilter("ignore")  # undefined metrics are part of the cases
    write("sklearn_metrics.json", {"source": SOURCE}, metric_cases())
    facts, cases = method_cases(folder)
    write("sklearn_methods.json", {"source": SOURCE, "datasets": facts}, cases)


if __name__ == "__main__":
    main()
