# SPDX-License-Identifier: Apache-2.0
"""Writes the data sets wine and digits of scikit-learn (Debian: python3-sklearn) as CSV, the class last.

    python3 export-datasets.py directory
"""

import csv
import pathlib
import sys

from sklearn.datasets import load_digits, load_wine


def export(directory, name, data):
    with open(directory / f"{name}.csv", "w", newline="", encoding="ascii") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([f"x{m}" for m in range(data.data.shape[1])] + ["class"])
        for row, label in zip(data.data, data.target):
            writer.writerow([*row, f"c{label}"])


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1])
    export(target, "wine", load_wine())
    export(target, "digits", load_digits())
