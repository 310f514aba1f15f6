"""Writes rank_tests.json: what other programs say of random tables.

    python make_rank_tests.py STAC    (scipy 1.17.1, statsmodels 0.15.0, scikit-posthocs 0.17.1, mlxtend 0.25.0, numpy 2.4.6)

STAC is stac/nonparametric_tests.py of github.com/citiususc/stac. Tables hold whole numbers, so that means and ties are
exact in every program; larger is better, rows are datasets and columns are methods. Pairs are listed as (0, 1), (0, 2),
..., (k-2, k-1). What no program computes (exact distributions with ties) is enumerated here, with fractions.
"""
import importlib.util
import itertools
import json
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import mlxtend
import numpy as np
import scipy
import scikit_posthocs as sp
import statsmodels
from mlxtend.evaluate import cochrans_q as mlxtend_q
from scipy import stats
from statsmodels.stats.contingency_tables import cochrans_q

rng = np.random.default_rng(2026)


def load_stac(path):
    # SciPy had these when STAC was written, and NumPy summed generators.
    scipy.mean, scipy.sqrt, scipy.sum = np.mean, np.sqrt, sum
    spec = importlib.util.spec_from_file_location("stac", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.np = SimpleNamespace(sum=sum)
    return module


stac = load_stac(sys.argv[1])


def pairs(k):
    return list(itertools.combinations(range(k), 2))


def upper(frame):
    values = np.asarray(frame, dtype=float)
    return [float(values[a, b]) for a, b in pairs(len(values))]


def random_tables():
    for n, k in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 3), (5, 4), (6, 4), (8, 5), (12, 6), (24, 4), (30, 10), (60, 3)]:
        for most in [9, 10_000]:  # with and mostly without ties
            table = rng.integers(0, most, (n, k)) + (np.arange(k) * most // 20)
            yield table.astype(float)


def varies(table):
    return any(len(set(row)) > 1 for row in table)


def aligned():
    """STAC ranks the smallest as 1, so it gets -table; times k, row means are whole numbers."""
    cases = []
    for table in random_tables():
        n, k = table.shape
        t, _, means, pivots = stac.friedman_aligned_ranks_test(*(-k * table).T)
        centred = k * table - table.sum(axis=1, keepdims=True)
        ranks = stats.rankdata(-centred).reshape(n, k)
        spread = ranks - ranks.mean(axis=1, keepdims=True)
        within = (spread ** 2).sum()
        sums = spread.sum(axis=0)
        case = {"table": table.tolist(), "stac_t": float(t), "p": float(stats.chi2.sf(t, k - 1)),
                "mean_ranks": [float(m) for m in means],
                "stac_z": [float(pivots[b] - pivots[a]) for a, b in pairs(k)]}
        if within > 0:
            corrected = (k - 1) * (sums ** 2).sum() / within
            case["corrected"] = [float(corrected), float(stats.chi2.sf(corrected, k - 1))]
            sd = np.sqrt(2 * within / (k - 1)) / n
            case["z"] = [float((sums[b] - sums[a]) / n / sd) for a, b in pairs(k)]
        cases.append(case)
    return cases


def after_quade():
    cases = []
    for table in random_tables():
        n, k = table.shape
        _, _, _, pivots = stac.quade_test(*(-table).T)
        ranks = stats.rankdata(-table, axis=1)
        weights = stats.rankdata(np.ptp(table, axis=1))
        scores = weights[:, None] * (ranks - (k + 1) / 2)
        total, sums = (scores ** 2).sum(), scores.sum(axis=0)
        if total == 0 or n * total - (sums ** 2).sum() < 1e-9:
            continue
        sd = np.sqrt(2 * total / (k - 1))
        cases.append({"table": table.tolist(), "p_t": upper(sp.posthoc_quade(table)),
                      "stac_z": [float(pivots[b] - pivots[a]) for a, b in pairs(k)],
                      "z": [float((sums[b] - sums[a]) / sd) for a, b in pairs(k)]})
    return cases


def after_friedman():
    cases = []
    for table in random_tables():
        ranks = stats.rankdata(table, axis=1)
        if all((ranks == ranks[0]).all(axis=1)):
            continue  # perfect agreement: scikit-posthocs divides by zero
        cases.append({"table": table.tolist(), "conover": upper(sp.posthoc_conover_friedman(table)),
                      "miller": upper(sp.posthoc_miller_friedman(table))})
    return cases


def page():
    """SciPy's order is from the smallest to the largest; columns here go from the best to the worst."""
    cases = []
    for table in random_tables():
        n, k = table.shape
        if k < 3:
            continue  # SciPy wants three columns
        tied = any(len(set(row)) < k for row in table)
        case = {"table": table.tolist(), "tied": tied}
        ranks = stats.rankdata(-table, axis=1)
        asymptotic = stats.page_trend_test(ranks, ranked=True, method="asymptotic")
        case["l"], case["p_normal"] = float(asymptotic.statistic), float(asymptotic.pvalue)
        if not tied and k <= 6:
            case["p_exact"] = float(stats.page_trend_test(ranks, ranked=True, method="exact").pvalue)
        if tied and k <= 5:
            case["p_exact"] = page_by_enumeration(ranks)
        cases.append(case)
    return cases


def page_by_enumeration(ranks):
    doubled = (2 * ranks).astype(int)
    weights = np.arange(1, ranks.shape[1] + 1)
    law = {0: Fraction(1)}
    for row in doubled:
        sums = [int((np.array(order) * weights).sum()) for order in itertools.permutations(row)]
        following = {}
        for so_far, probability in law.items():
            for value in sums:
                following[so_far + value] = following.get(so_far + value, 0) + probability / len(sums)
        law = following
    found = int((doubled * weights).sum())
    return float(sum(p for value, p in law.items() if value >= found))


def q():
    cases = []
    for n, k, share in [(5, 2, 0.5), (6, 3, 0.5), (7, 3, 0.7), (8, 4, 0.5), (6, 5, 0.6), (30, 3, 0.7), (60, 4, 0.8),
                        (40, 5, 0.5), (200, 3, 0.9), (400, 6, 0.8), (1000, 10, 0.9)]:
        right = rng.random((n, k)) < share + np.linspace(0, 0.1, k)
        totals = right.sum(axis=1)
        truth = np.ones(n, dtype=int)
        theirs = mlxtend_q(truth, *right.astype(int).T)
        ours = cochrans_q(right.astype(int))
        assert abs(theirs[0] - ours.statistic) < 1e-9
        case = {"right": right.astype(int).T.tolist(), "q": float(ours.statistic), "p": float(ours.pvalue)}
        if n <= 8:
            case["p_exact"] = q_by_enumeration(right.sum(axis=0), totals, k)
        cases.append(case)
    return cases


def q_by_enumeration(found, totals, k):
    """All placements of each row's successes, as a law of the unsorted column sums."""
    law = {(0,) * k: Fraction(1)}
    for total in totals:
        choices = list(itertools.combinations(range(k), total))
        following = {}
        for sums, probability in law.items():
            for choice in choices:
                key = tuple(s + (j in choice) for j, s in enumerate(sums))
                following[key] = following.get(key, 0) + probability / len(choices)
        law = following
    spread = int((found ** 2).sum())
    return float(sum(p for sums, p in law.items() if sum(s * s for s in sums) >= spread))


def sign_flips():
    cases = []
    for n in [2, 3, 5, 8, 10, 12]:
        for kind in range(3):
            d = rng.integers(-6, 10, n) if kind else np.round(rng.normal(0.4, 1, n), 3)
            d = d.astype(float)
            if not d.any():
                continue
            result = stats.permutation_test((d,), np.mean, permutation_type="samples", n_resamples=np.inf)
            cases.append({"d": d.tolist(), "p": float(result.pvalue), "by": "scipy"})
    for n in [20, 27, 33, 40, 60]:
        for most in [5, 500]:
            d = rng.integers(-most, most * 2, n)
            cases.append({"d": d.astype(float).tolist(), "p": signs_by_counting(d), "by": "counting"})
    return cases


def signs_by_counting(d):
    law = {0: 1}
    for value in map(int, d):
        following = {}
        for so_far, count in law.items():
            for sign in [-1, 1]:
                key = so_far + sign * value
                following[key] = following.get(key, 0) + count
        law = following
    found = abs(int(d.sum()))
    return float(Fraction(sum(c for value, c in law.items() if abs(value) >= found), 2 ** len(d)))


def rank_bootstrap():
    """Bootstrap means of one column of ranks and of one difference: SciPy's percentile and BCa ends."""
    cases = []
    for n, k in [(8, 3), (24, 4), (30, 10)]:
        table = (rng.integers(0, 1000, (n, k)) + np.arange(k) * 100).astype(float)
        ranks = stats.rankdata(-table, axis=1)
        difference = ranks[:, 1] - ranks[:, 0]
        case = {"table": table.tolist()}
        for name, values in [("method", ranks[:, 0]), ("pair", difference)]:
            for method in ["percentile", "BCa"]:
                found = stats.bootstrap((values,), np.mean, n_resamples=200_000, batch=20_000, method=method, rng=5)
                case[f"{name}_{method.lower()}"] = [float(x) for x in found.confidence_interval]
            case[f"{name}_se"] = float(values.std() / np.sqrt(n))
        cases.append(case)
    return cases


source = (f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, scikit-posthocs {sp.__version__}, "
          f"mlxtend {mlxtend.__version__}, numpy {np.__version__}, STAC a123815")
out = {"source": source, "aligned": aligned(), "quade": after_quade(), "friedman": after_friedman(), "page": page(),
       "cochran": q(), "sign_flips": sign_flips(), "rank_bootstrap": rank_bootstrap()}
target = Path(__file__).with_name("rank_tests.json")
lines = [f'"source": {json.dumps(out.pop("source"))}']
for name, cases in out.items():
    lines.append(f'"{name}": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]")
target.write_text("{\n" + ",\n".join(lines) + "\n}\n")
