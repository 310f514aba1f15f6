"""Writes classic_tests.json: what SciPy and statsmodels say of random samples.

    python make_classic_tests.py      (scipy 1.17.1, statsmodels 0.15.0, numpy, pandas)

The samples are decimals and whole numbers, so that the file holds them exactly as they were used; half of
them have ties. NaN never occurs: what SciPy cannot compute is left out.
"""
import itertools
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.contingency_tables import mcnemar

rng = np.random.default_rng(2018)
SIDES = ["two-sided", "greater"]


def sample(n, kind, shift=0.0):
    if kind == "whole":  # many ties, and zeros where these are differences
        return [float(v) for v in rng.integers(-4, 7, n)]
    if kind == "percent":
        return [round(float(v), 2) for v in rng.normal(80 + shift, 5, n)]
    return [float(v) for v in rng.normal(shift, 1, n)]


def wilcoxon():
    cases = []
    for n in [1, 2, 3, 5, 8, 11, 14, 24, 27, 50, 90]:
        for kind in ["whole", "real", "real"]:
            d = sample(n, kind, 0.3)
            if not any(d):
                continue
            case = {"d": d, "results": []}
            for zeros in ["wilcox", "pratt", "zsplit"]:
                for corrected in [False, True]:
                    p = [stats.wilcoxon(d, zero_method=zeros, correction=corrected, alternative=side, method="approx")
                         for side in SIDES]
                    case["results"].append({
                        "zeros": zeros, "method": "corrected" if corrected else "normal",
                        "abs_z": abs(float(p[0].zstatistic)), "r_plus": float(p[1].statistic),
                        "p": [float(x.pvalue) for x in p]})
            if kind == "real":
                p = [stats.wilcoxon(d, alternative=side, method="exact") for side in SIDES]
                case["results"].append({"zeros": "wilcox", "method": "exact", "r_plus": float(p[1].statistic),
                                        "p": [float(x.pvalue) for x in p]})
            elif 2 <= n <= 11:  # every division of the signs, by SciPy's own permutation machinery
                for zeros in ["wilcox", "pratt", "zsplit"]:
                    method = stats.PermutationMethod(n_resamples=100_000)
                    p = [stats.wilcoxon(d, zero_method=zeros, alternative=side, method=method) for side in SIDES]
                    case["results"].append({"zeros": zeros, "method": "exact", "r_plus": float(p[1].statistic),
                                            "p": [float(x.pvalue) for x in p]})
            cases.append(case)
    return cases


def sign():
    counts = [(1, 0), (0, 3), (7, 7), (9, 3), (30, 12), (100, 160), (2, 400), (5000, 4800), (60000, 59000)]
    return [{"wins": w, "losses": l, "p": [float(stats.binomtest(w, w + l, alternative=s).pvalue) for s in SIDES]}
            for w, l in counts]


def t_result(result):
    return {"t": float(result[0].statistic), "p": [float(r.pvalue) for r in result]}


def ttests():
    cases = []
    for n, m in [(2, 2), (3, 5), (10, 10), (12, 30), (100, 7)]:
        for kind in ["whole", "percent", "real"]:
            a, b, c = sample(n, kind, 1.0), sample(n, kind), sample(m, kind)
            d = np.array(a) - np.array(b)
            if np.std(d) == 0 or np.std(a) == 0 and np.std(c) == 0:
                continue
            ratio = 1 / 9
            t = np.mean(d) / math.sqrt((1 / n + ratio) * np.var(d, ddof=1))
            cases.append({
                "a": a, "b": b, "c": c,
                "paired": t_result([stats.ttest_rel(a, b, alternative=s) for s in SIDES]),
                "pooled": t_result([stats.ttest_ind(a, c, alternative=s) for s in SIDES]),
                "welch": t_result([stats.ttest_ind(a, c, equal_var=False, alternative=s) for s in SIDES]),
                "welch_df": float(stats.ttest_ind(a, c, equal_var=False).df),
                "corrected": {"t": float(t), "p": [float(2 * stats.t.sf(abs(t), n - 1)), float(stats.t.sf(t, n - 1))]},
            })
    return cases


def five_by_two():
    cases = []
    for _ in range(10):
        d = np.round(rng.normal(0.02, 0.03, (5, 2)), 4)
        s2 = ((d - d.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
        t, f = d[0, 0] / math.sqrt(s2.mean()), (d ** 2).sum() / (2 * s2.sum())
        cases.append({"d": d.tolist(), "t": float(t),
                      "p_t": [float(2 * stats.t.sf(abs(t), 5)), float(stats.t.sf(t, 5))],
                      "f": float(f), "p_f": float(stats.f.sf(f, 10, 5))})
    return cases


def mcnemars():
    cases = []
    for a, b in [(1, 0), (1, 7), (10, 4), (59, 121), (3, 0), (300, 350), (5, 6), (2000, 1700)]:
        table = [[10, a], [b, 10]]
        plain, corrected = mcnemar(table, exact=False, correction=False), mcnemar(table, exact=False, correction=True)
        binomial = stats.binom(a + b, 0.5)
        cases.append({"a": a, "b": b, "exact": float(mcnemar(table, exact=True).pvalue),
                      "mid": float(2 * binomial.cdf(min(a, b)) - binomial.pmf(min(a, b))),
                      "chi2": float(plain.statistic), "p_chi2": float(plain.pvalue),
                      "chi2_corrected": float(corrected.statistic), "p_chi2_corrected": float(corrected.pvalue)})
    return cases


def mann_whitney():
    cases = []
    for n, m in [(1, 1), (1, 4), (2, 2), (3, 7), (6, 5), (8, 8), (20, 15), (30, 30), (60, 40)]:
        for kind in ["whole", "real"]:
            a, b = sample(n, kind, 0.4), sample(m, kind)
            if len(set(a + b)) == 1:
                continue
            case = {"a": a, "b": b, "results": []}
            for corrected in [False, True]:
                p = [stats.mannwhitneyu(a, b, use_continuity=corrected, method="asymptotic", alternative=s) for s in SIDES]
                case["results"].append({"method": "corrected" if corrected else "normal",
                                        "u_a": float(p[0].statistic), "p": [float(x.pvalue) for x in p]})
            if len(set(a + b)) == n + m:
                p = [stats.mannwhitneyu(a, b, method="exact", alternative=s) for s in SIDES]
            elif min(n, m) > 1 and math.comb(n + m, n) <= 20000:
                permutation = stats.PermutationMethod(n_resamples=100_000)
                p = [stats.mannwhitneyu(a, b, method=permutation, alternative=s) for s in SIDES]
            else:
                p = []
            if p:
                case["results"].append({"method": "exact", "u_a": float(p[0].statistic),
                                        "p": [float(x.pvalue) for x in p]})
            cases.append(case)
    return cases


def anova():
    cases = []
    for k, n in [(2, 3), (3, 5), (4, 10), (7, 24)]:
        for kind in ["whole", "percent", "real"]:
            rows = [sample(k, kind) for _ in range(n)]
            columns = [[row[g] for row in rows] for g in range(k)]
            # Independent groups of unequal sizes: the g-th loses some of its values.
            groups = [column[: max(2, n - g)] for g, column in enumerate(columns)]
            one = stats.f_oneway(*groups)
            long = pd.DataFrame([(s, g, rows[s][g]) for s in range(n) for g in range(k)], columns=["s", "g", "y"])
            rm = AnovaRM(long, "y", "s", within=["g"]).fit().anova_table.iloc[0]
            total = sum(map(len, groups))
            df = total - k
            ms = sum(np.var(g) * len(g) for g in groups) / df
            tukey = stats.tukey_hsd(*groups)
            pairs = []
            for i, j in itertools.combinations(range(k), 2):
                width = math.sqrt(ms * (1 / len(groups[i]) + 1 / len(groups[j])))
                t = (np.mean(groups[i]) - np.mean(groups[j])) / width
                pairs.append({
                    "lsd": float(stats.t.isf(0.025, df) * width), "p_lsd": float(2 * stats.t.sf(abs(t), df)),
                    "hsd": float(stats.studentized_range.isf(0.05, k, df) * width / math.sqrt(2)),
                    "p_hsd": float(tukey.pvalue[i, j]),
                    "scheffe": float(math.sqrt((k - 1) * stats.f.isf(0.05, k - 1, df)) * width),
                    "p_scheffe": float(stats.f.sf(t * t / (k - 1), k - 1, df))})
            cases.append({"rows": rows, "groups": groups, "f": float(one.statistic), "p": float(one.pvalue),
                          "critical_f": float(stats.f.isf(0.05, k - 1, df)),
                          "rm_f": float(rm["F Value"]), "rm_p": float(rm["Pr > F"]), "pairs": pairs})
    return cases


made = {"scipy": scipy.__version__, "statsmodels": statsmodels.__version__, "wilcoxon": wilcoxon(), "sign": sign(),
        "ttest": ttests(), "five_by_two": five_by_two(), "mcnemar": mcnemars(), "mann_whitney": mann_whitney(),
        "anova": anova()}
lines = [f"{json.dumps(k)}: " + ("[\n" + ",\n".join(map(json.dumps, v)) + "\n]" if isinstance(v, list) else json.dumps(v))
         for k, v in made.items()]
text = "{\n" + ",\n".join(lines) + "\n}\n"
assert "NaN" not in text and "Infinity" not in text
Path(__file__).with_name("classic_tests.json").write_text(text)
