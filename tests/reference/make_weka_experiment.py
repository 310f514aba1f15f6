"""Makes tests/import/weka_*: small experiments of Weka's Experimenter on datasets of the catalogue.

From the project's root, with Weka 3.6.14 and a JDK:

    python3 tests/reference/make_weka_experiment.py /usr/share/java/weka.jar

The files hold times of day and CPU times, so that they are not the same twice; all scores are.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

weka = sys.argv[1]
here = pathlib.Path(__file__).parent
with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    data = []
    for name in ("glass", "iris", "wine"):
        header, *rows = csv.reader(open(here.parent.parent / "datasets" / f"{name}.csv"))
        target = header.index("class")
        order = [i for i in range(len(header)) if i != target] + [target]
        classes = sorted({row[target] for row in rows})
        data.append(folder / f"{name}.arff")
        with open(data[-1], "w") as out:
            out.write(f"@relation {name}\n")
            for i in order[:-1]:
                out.write(f"@attribute {header[i].replace(' ', '_')} numeric\n")
            out.write("@attribute class {" + ",".join(classes) + "}\n@data\n")
            for row in rows:
                out.write(",".join(row[i] for i in order) + "\n")
    subprocess.run(["javac", "-nowarn", "-d", folder, "-cp", weka, here / "WekaExperiment.java"], check=True)
    subprocess.run(
        ["java", "-cp", f"{weka}:{folder}", "WekaExperiment", here.parent / "import", *data], check=True, cwd=folder
    )
