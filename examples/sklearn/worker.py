"""The fast form of the protocol: the program stays and is asked in lines of JSON (docs/command.md).

Copy it, and write a method like svc_worker.py beside it. Starting Python and importing scikit-learn takes longer than most
fits; a worker does it once.
"""

import base64
import json
import sys
import traceback

import numpy


def serve(fit):
    """Answers until nothing more is asked.

    `fit(train, labels, params, seed)` returns a model, which has `predict` and perhaps `predict_proba` as in scikit-learn,
    and facts about it (numbers under names, or nothing: {}).
    """
    answers = sys.stdout
    sys.stdout = sys.stderr  # answers go to standard output, and nothing else does: a stray print() is only a message

    def answer(message):
        print(json.dumps(message), file=answers, flush=True)

    answer({"tribunal": 1, "numbers": "base64"})
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "data":
            data = asked
            train = numbers(data["train"], "x", "<f8")
            labels = numbers(data["train"], "y", "<i4")[:, 0]
            test = numbers(data["test"], "x", "<f8")
        elif asked["do"] == "fit":
            try:
                model, facts = fit(train, labels, asked["params"], asked["seed"])
                answer({"facts": facts})
            except Exception as problem:
                traceback.print_exc()
                answer({"error": f"{type(problem).__name__}: {problem}"})
        elif asked["do"] == "predict":
            answer(predictions(model, test, data["classes"]))


def numbers(part, name, kind):
    """A matrix from its bytes; a missing value is not a number."""
    values = numpy.frombuffer(base64.b64decode(part[name]), dtype=kind)
    return values.reshape(part["rows"], len(values) // max(part["rows"], 1))


def predictions(model, test, classes):
    found = {"labels": [int(label) for label in model.predict(test)]}
    if hasattr(model, "predict_proba"):
        # A class of the dataset that was not in the training part gets probability zero.
        probabilities = numpy.zeros((len(test), classes))
        probabilities[:, model.classes_] = model.predict_proba(test)
        found["probabilities"] = probabilities.tolist()
    return found
