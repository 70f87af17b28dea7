# SPDX-License-Identifier: Apache-2.0
"""Test log losses of scikit-learn's softmax regression on tf-idf values of the texts beside this file, for several C."""
import pathlib

import numpy
import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss


def read(name):
    lines = (pathlib.Path(__file__).parent / name).read_text().splitlines()
    return zip(*(line.split("\t", 1) for line in lines))


labels, texts = read("nlu-intents-train.tsv")
test_labels, test_texts = read("nlu-intents-test.tsv")
words = TfidfVectorizer(sublinear_tf=True, min_df=2)
rows, test_rows = words.fit_transform(texts), words.transform(test_texts)
print("scikit-learn", sklearn.__version__, "rows, words", rows.shape, "stored", rows.nnz, "sum", repr(numpy.sum(rows)))
for c in (1, 3, 10, 30, 100, 300):
    model = LogisticRegression(C=c, max_iter=2000, tol=1e-6).fit(rows, labels)
    print(c, log_loss(test_labels, model.predict_proba(test_rows), labels=model.classes_))
