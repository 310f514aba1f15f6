"""Writes published_medians.json: means and sds behind the median p-values that Suppharangsarn 2010
prints (Tables 5.2, 5.7, 6.8-6.16), read from the transcribed tables. Usage: make_published_medians.py
<folder with expected.toml and tables/>"""
import csv
import json
import pathlib
import sys
import tomllib

root = pathlib.Path(sys.argv[1])
published = tomllib.loads((root / "expected.toml").read_text())["suppharangsarn"]


def columns(path):
    rows = list(csv.DictReader((root / path).open()))
    return {name: [float(row[name]) for row in rows] for name in rows[0] if name != "dataset"}


pairs = []
for table in ["5.2", "5.7", "6.8", "6.9", "6.10", "6.12", "6.14", "6.16"]:
    section = published[table]
    for pair in section["pairs"]:
        mean_csv = section.get("csv") or f"tables/suppharangsarn_{pair['data']}_accuracy_pct_mean.csv"
        means, sds = columns(mean_csv), columns(mean_csv.replace("_mean", "_sd"))
        a, b = pair["a"], pair["b"]
        pairs.append(
            {
                "pair": f"{table} {pair['label']}",
                "monte_carlo": pair["mc"],
                "bootstrap": pair["bootstrap"],
                "means": [means[a], means[b]],
                "sds": [sds[a], sds[b]],
            }
        )
text = ",\n".join(json.dumps(pair) for pair in pairs)
pathlib.Path(__file__).with_name("published_medians.json").write_text(f"[\n{text}\n]\n")
print(len(pairs))
