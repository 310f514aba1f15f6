"""Writes adjust.json: what statsmodels' own tests state of its corrections, and what it computes for further families.

    python make_adjust.py > adjust.json      (statsmodels 0.15.0)

The families `multtest1` to `multtest4` and `hommel` are the literal numbers of statsmodels/stats/tests/test_multi.py, which were made
with R's package multtest (mt.rawp2adjp) and with R's p.adjust; `computed` was computed with multipletests here.
"""

import ast
import json
from pathlib import Path

import numpy as np
import statsmodels
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.tests import test_multi as own

COLUMNS = {"bonferroni": 1, "holm": 2, "hochberg": 3, "sidak": 4, "holland": 5, "fdr": 6}
METHODS = {"bonferroni": "bonferroni", "holm": "holm", "hochberg": "simes-hochberg", "sidak": "sidak",
           "holland": "holm-sidak", "hommel": "hommel", "fdr": "fdr_bh"}


def literal_hommel():
    """The two arrays inside test_hommel, which cannot be imported."""
    tree = ast.parse(Path(own.__file__).read_text())
    function = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "test_hommel")
    arrays = [ast.literal_eval(n.value.args[0]) for n in function.body
              if isinstance(n, ast.Assign) and isinstance(n.value, ast.Call) and isinstance(n.value.args[0], ast.List)]
    return arrays[0], arrays[1]


families = []
for name, table in [("multtest1", own.res_multtest1), ("multtest2", own.res_multtest2),
                    ("multtest3", own.res_multtest3), ("multtest4", own.res0_large)]:
    adjusted = {correction: table[:, column].tolist() for correction, column in COLUMNS.items()}
    families.append({"name": name, "p": table[:, 0].tolist(), "adjusted": adjusted})
p, hommel = literal_hommel()
families.append({"name": "hommel", "p": p, "adjusted": {"hommel": hommel}})
random = np.random.default_rng(20)
for number, size in enumerate([2, 3, 7, 45], 1):
    p = np.round(random.uniform(0, 1, size) ** 3, 6)
    adjusted = {correction: multipletests(p, method=method)[1].tolist() for correction, method in METHODS.items()}
    families.append({"name": f"computed{number}", "p": p.tolist(), "adjusted": adjusted})
lines = ",\n".join(json.dumps(family) for family in families)
print(f'{{"source": "statsmodels {statsmodels.__version__}", "families": [\n{lines}\n]}}')
