"""Writes published_medians.json: means and sds behind the median p-values that Suppharangsarn 2010
prints (Tables 5.2, 5.7, 6.8-6.16), read from the transcribed tables. Usage: make_published_medians.py
<datasets/published>"""
import csv
import json
import pathlib
import sys
import tomllib

root = pathlib.Path(sys.argv[1]) / "papers"
tables = tomllib.loads((root / "suppharangsarn-2010.toml").read_text())["table"]


def columns(path):
    rows = list(csv.DictReader((root / path).open()))
    return {name: [float(row[name]) for row in rows] for name in rows[0] if name != "dataset"}


pairs = []
for table in tables:
    for pair in table.get("claims", {}).get("pairs", []):
        if "bootstrap" not in pair:
            continue
        means, sds = columns(table["csv"]), columns(table["sd"])
        a, b = pair["a"], pair["b"]
        pairs.append(
            {
                "pair": f"{pair['printed_in']} {a} vs {b}",
                "monte_carlo": pair["monte_carlo"],
                "bootstrap": pair["bootstrap"],
                "means": [means[a], means[b]],
                "sds": [sds[a], sds[b]],
            }
        )
text = ",\n".join(json.dumps(pair) for pair in pairs)
pathlib.Path(__file__).with_name("published_medians.json").write_text(f"[\n{text}\n]\n")
print(len(pairs))
