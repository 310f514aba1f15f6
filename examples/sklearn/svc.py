"""A support vector machine of scikit-learn, judged by Tribunal. Parameters: C and gamma."""

from sklearn.svm import SVC

from files import read_exam, write_answer

folder, train, labels, test, params, task = read_exam()
if len(set(labels)) == 1:  # a small training part may hold a single class, which SVC refuses
    write_answer(folder, [labels[0]] * len(test))
else:
    model = SVC(C=params["C"], gamma=params["gamma"], random_state=task["seed"])
    model.fit(train, labels)
    write_answer(folder, model.predict(test), facts={"support_vectors": int(model.n_support_.sum())})
