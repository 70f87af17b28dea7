# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's LogisticRegression to its own tolerance: a line "seconds, then probabilities' file" for a given C.

Arguments: the file of the data, C, the file for the probabilities. Layout of the data, little endian doubles: rows,
columns, classes, training rows, stored values; row starts, column numbers, values, labels.
"""
import sys
import time

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

data = np.fromfile(sys.argv[1])
n, m, k, training, stored = data[:5].astype(int)
starts = data[5:6 + n].astype(int)
columns = data[6 + n:6 + n + stored].astype(int)
values = data[6 + n + stored:6 + n + 2 * stored]
labels = data[6 + n + 2 * stored:].astype(int)
x = csr_matrix((values, columns, starts), shape=(n, m))
if stored == n * m:
    x = x.toarray()
start = time.perf_counter()
model = LogisticRegression(C=float(sys.argv[2]), max_iter=10000).fit(x[:training], labels[:training])
seconds = time.perf_counter() - start
# Classes without a training row have no column.
p = np.zeros((n - training, k))
p[:, model.classes_] = model.predict_proba(x[training:])
p.tofile(sys.argv[3])
print(seconds)
