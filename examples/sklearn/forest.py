"""A random forest of scikit-learn, judged by Tribunal. Parameters: trees and, optionally, max_features."""

from sklearn.ensemble import RandomForestClassifier

from files import read_exam, write_answer

folder, train, labels, test, params, task = read_exam()
model = RandomForestClassifier(
    n_estimators=params["trees"],
    max_features=params.get("max_features", "sqrt"),
    random_state=task["seed"],
)
model.fit(train, labels)
depth = max(tree.get_depth() for tree in model.estimators_)
write_answer(folder, model.predict(test), model.predict_proba(test), model.classes_, task, {"depth": depth})
