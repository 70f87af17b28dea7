# SPDX-License-Identifier: Apache-2.0
"""GFLOP/s of X @ B and X.T @ Z by numpy, best of five. Arguments: rows, columns, categories."""
import sys
import time

import numpy as np

n, m, k = (int(a) for a in sys.argv[1:4])
rng = np.random.default_rng(1)
x = rng.standard_normal((n, m))
b = rng.standard_normal((m, k))
z = rng.standard_normal((n, k))


def best(product):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        product()
        times.append(time.perf_counter() - start)
    return min(times)


forward = best(lambda: x @ b)
backward = best(lambda: x.T @ z)
print(4e-9 * n * m * k / (forward + backward))
