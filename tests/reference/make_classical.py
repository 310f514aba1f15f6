#!/usr/bin/env python3
"""Writes sklearn_classical.json next to this file: discriminants and the Gaussian process classifier; and
sklearn_gp_evidence.json: the evidence of the latter, and the parameters that make it largest.

    python make_classical.py [datasets folder, default `datasets`]

README.md beside this file has the definitions. The script stops with an error
when scikit-learn's answers disagree with the plain formulas it checks them by.
"""

import sys

import make_sklearn as base  # sets the number of threads before numpy is loaded
import numpy as np
from scipy.special import erf
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.linear_model import LinearRegression

FOLD = 0
KEPT = 10  # test rows whose scores are stored
SOURCE = base.SOURCE.replace("make_sklearn", "make_classical")


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def lda(x, y, test, k, where, full_rank):
    model = LinearDiscriminantAnalysis().fit(x, y)
    p = model.predict_proba(test)
    if full_rank:
        means = np.array([x[y == c].mean(axis=0) for c in range(k)])
        prior = np.bincount(y) / len(y)
        centred = x - means[y]
        inverse = np.linalg.inv(centred.T @ centred / len(y))
        z = test @ inverse @ means.T - 0.5 * np.sum(means @ inverse * means, axis=1) + np.log(prior)
        gap = np.abs(softmax(z) - p).max()
        base.check(gap < 1e-8, f"{where}: lda against the formula {gap}")
    return p


def qda(x, y, test, k, where, reg):
    model = QuadraticDiscriminantAnalysis(reg_param=reg).fit(x, y)
    p = model.predict_proba(test)
    z = []
    for c in range(k):
        own = x[y == c]
        d = test - own.mean(axis=0)
        cov = (1 - reg) * np.cov(own.T, bias=True) + reg * np.eye(x.shape[1])
        distance = np.sum(d @ np.linalg.inv(cov) * d, axis=1)
        z.append(np.log(len(own) / len(x)) - 0.5 * (distance + np.linalg.slogdet(cov)[1]))
    gap = np.abs(softmax(np.array(z).T) - p).max()
    base.check(gap < 1e-8, f"{where}: qda against the formula {gap}")
    return p


def flda(x, y, test, k, where):
    """Output minus threshold of every class against the rest, suppharangsarn eq. 2.73-2.76."""
    out = []
    n = len(y)
    for c in range(k):
        n1 = int((y == c).sum())
        n2 = n - n1
        target = np.where(y == c, n / n1, -n / n2)
        theirs = LinearRegression().fit(x, target).predict(test)
        w = np.linalg.pinv(np.hstack([np.ones((n, 1)), x])) @ target
        by_hand = np.hstack([np.ones((len(test), 1)), test]) @ w
        gap = np.abs(theirs - by_hand).max()
        base.check(gap < 1e-8, f"{where}: flda against the pseudo-inverse {gap}")
        out.append(theirs - 0.5 * (n / n1 - n / n2))
    return np.array(out).T


# Williams and Barber (1998), appendix A: the logistic function as a sum of error functions, with scikit-learn's numbers.
LAMBDAS = np.array([0.41, 0.4, 0.37, 0.44, 0.39])
COEFS = np.array([-1854.8214151, 3516.89893646, 221.29346712, 128.12323805, -2010.49422654])


def gp_by_hand(x, sign, test, length, variance):
    """Rasmussen and Williams, algorithms 3.1 and 3.2, iterated until nothing moves."""

    def kernel(a, b):
        square = ((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=2)
        return variance * np.exp(-square / (2 * length**2))

    k = kernel(x, x)
    f = np.zeros(len(x))
    for _ in range(200):
        pi = 1 / (1 + np.exp(-f))
        w = pi * (1 - pi)
        gradient = (sign + 1) / 2 - pi
        root = np.sqrt(w)
        inside = np.eye(len(x)) + root[:, None] * k * root
        b = w * f + gradient
        moved, f = f, k @ (b - root * np.linalg.solve(inside, root * (k @ b)))
        if np.abs(moved - f).max() < 1e-9 * max(1.0, np.abs(f).max()):
            break
    star = kernel(test, x)
    mean = star @ gradient
    spread = variance - np.einsum("ij,ji->i", star * root, np.linalg.solve(inside, (star * root).T))
    z = LAMBDAS[:, None] * mean / np.sqrt(1 + 2 * LAMBDAS[:, None] ** 2 * spread)
    return 0.5 * COEFS @ erf(z) + 0.5 * COEFS.sum()


def gp(x, y, test, k, where, log_length, log_variance):
    length, variance = np.exp(log_length), np.exp(log_variance)
    kernel = ConstantKernel(variance) * RBF(length)
    model = GaussianProcessClassifier(kernel, optimizer=None, max_iter_predict=1000).fit(x, y)
    p = model.predict_proba(test)
    if k == 2:
        one = gp_by_hand(x, np.where(y == 1, 1, -1), test, length, variance)
        by_hand = np.array([1 - one, one]).T
    else:
        heads = [gp_by_hand(x, np.where(y == c, 1, -1), test, length, variance) for c in range(k)]
        by_hand = np.array(heads).T
        by_hand /= by_hand.sum(axis=1, keepdims=True)
    gap = np.abs(by_hand - p).max()
    print(f"  gp by hand differs by {gap:.2g}")
    base.check(gap < 5e-7, f"{where}: gp against the formula {gap}")
    return p


LDA = [("iris", "none"), ("wine", "none"), ("heart", "none"), ("vehicle", "none"),
       ("ionosphere", "none"), ("sonar", "minmax"), ("glass", "none")]
RANK_DEFICIENT = {"ionosphere"}  # one feature is constant
QDA = [("iris", "none", 0.0), ("wine", "none", 0.0), ("heart", "none", 0.0), ("vehicle", "none", 0.0),
       ("iris", "none", 0.3), ("ionosphere", "none", 0.1), ("sonar", "minmax", 0.05)]
FLDA = [("iris", "none"), ("wine", "minmax"), ("heart", "none"), ("vehicle", "minmax"), ("sonar", "minmax")]
GP = [("iris", 0.0, 0.0), ("heart", 0.0, 1.0), ("ionosphere", 0.5, 2.0), ("wine", -0.5, 3.0),
      ("sonar", 0.0, 5.0), ("heart", 1.0, 6.0), ("glass", -1.0, 2.0)]


# Where the search for the largest evidence begins.
EVIDENCE = [("iris", 0.0, 0.0), ("heart", 0.0, 1.0), ("ionosphere", 0.5, 2.0), ("wine", -0.5, 3.0), ("glass", -1.0, 2.0)]


def evidence(x, y, log_length, log_variance):
    """For each two-class problem: log evidence and gradient (by ln l, ln s) at the start, then the optimum."""

    def fitted(optimizer):
        kernel = ConstantKernel(np.exp(log_variance)) * RBF(np.exp(log_length))
        model = GaussianProcessClassifier(kernel, optimizer=optimizer, max_iter_predict=1000).fit(x, y)
        base_model = model.base_estimator_
        return getattr(base_model, "estimators_", [base_model])

    problems = []
    for start, best in zip(fitted(None), fitted("fmin_l_bfgs_b")):
        value, (by_variance, by_length) = start.log_marginal_likelihood(start.kernel_.theta, eval_gradient=True)
        top_variance, top_length = best.kernel_.theta
        problems.append({
            "log_evidence": value, "gradient": [by_length, by_variance],
            "best_log_evidence": best.log_marginal_likelihood_value_,
            "best_log_length_scale": top_length, "best_log_signal_variance": top_variance,
        })
    return [{key: np.asarray(v).tolist() for key, v in p.items()} for p in problems]


def write_evidence(folder):
    cases = []
    for name, length, variance in EVIDENCE:
        x, y, _ = base.load(folder, name)
        inside = np.arange(len(x)) % base.FOLDS == FOLD
        train, _ = base.minmax(x[~inside], x[inside])
        problems = evidence(train, y[~inside], length, variance)
        print(f"  evidence {name:11}", [(round(p["log_evidence"], 3), round(p["best_log_evidence"], 3)) for p in problems])
        params = {"likelihood": "logistic", "log_length_scale": length, "log_signal_variance": variance}
        cases.append({"dataset": name, "method": "gp", "params": params, "scale": "minmax", "fold": FOLD,
                      "test_rows": np.flatnonzero(inside).tolist(), "problems": problems})
    base.write("sklearn_gp_evidence.json", {"source": SOURCE}, cases)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "datasets"
    write_evidence(folder)
    cases, data = [], {}

    def add(method, name, scale, params, kind, answer):
        if name not in data:
            data[name] = base.load(folder, name)
        x, y, classes = data[name]
        inside = np.arange(len(x)) % base.FOLDS == FOLD
        train, test = x[~inside], x[inside]
        if scale == "minmax":
            train, test = base.minmax(train, test)
        scores = answer(train, y[~inside], test, len(classes), f"{method} on {name}")
        top = np.sort(scores, axis=1)
        right = float((scores.argmax(axis=1) == y[inside]).mean())
        print(f"  {method:5} {name:11} {params} accuracy {right:.4f}, "
              f"smallest margin {(top[:, -1] - top[:, -2]).min():.2g}")
        cases.append({
            "dataset": name, "method": method, "params": params, "scale": scale, "fold": FOLD,
            "test_rows": np.flatnonzero(inside).tolist(),
            "predicted": scores.argmax(axis=1).tolist(),
            kind: [[float(f"{v:.12g}") for v in row] for row in scores[:KEPT]],
        })

    for name, scale in LDA:
        add("lda", name, scale, {}, "probabilities",
            lambda x, y, t, k, w: lda(x, y, t, k, w, name not in RANK_DEFICIENT))
    for name, scale, reg in QDA:
        add("qda", name, scale, {"regularise": reg}, "probabilities",
            lambda x, y, t, k, w: qda(x, y, t, k, w, reg))
    for name, scale in FLDA:
        add("flda", name, scale, {}, "decisions", flda)
    for name, length, variance in GP:
        params = {"likelihood": "logistic", "log_length_scale": length, "log_signal_variance": variance}
        add("gp", name, "minmax", params, "probabilities",
            lambda x, y, t, k, w: gp(x, y, t, k, w, length, variance))
    base.write("sklearn_classical.json", {"source": SOURCE}, cases)


if __name__ == "__main__":
    main()
