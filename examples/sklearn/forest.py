"""A random forest of scikit-learn as a worker. Parameters: trees and, optionally, max_features."""

from sklearn.ensemble import RandomForestClassifier

from worker import serve


def fit(train, labels, params, seed):
    model = RandomForestClassifier(
        n_estimators=params["trees"],
        max_features=params.get("max_features", "sqrt"),
        random_state=seed,
    )
    model.fit(train, labels)
    return model, {"depth": max(tree.get_depth() for tree in model.estimators_)}


serve(fit)
