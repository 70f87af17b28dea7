#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads draws that ibcavi wrote and prints a summary of the coefficients.

    python3 read_draws.py draws.json

With ArviZ installed the file becomes an InferenceData, and ArviZ makes the summary and the
leave-one-out estimate. Without it the standard library computes means, standard deviations and
5 % and 95 % quantiles.
"""
import json
import math
import statistics
import sys

try:
    import arviz
except ImportError:
    arviz = None


def shape(values):
    """The lengths of nested lists; all of one level must be equally long."""
    if not isinstance(values, list):
        return ()
    shapes = {shape(value) for value in values}
    if len(shapes) > 1:
        raise ValueError("ragged lists: %s" % sorted(shapes))
    return (len(values),) + (shapes.pop() if shapes else ())


def check(data):
    """Refuses a file whose variables do not have the dimensions that it names."""
    coords, dims = data["coords"], data["dims"]
    for group in ("posterior", "log_likelihood", "posterior_predictive"):
        for name, values in data[group].items():
            expected = tuple(len(coords[dim]) for dim in dims.get(name, []))
            found = shape(values)
            if found[2:] != expected or len(found) < 2:
                raise ValueError("%s.%s has the shape %s, not (chain, draw)%s"
                                 % (group, name, found, expected))
            print("%s.%s: %s" % (group, name, found))


def quantile(ordered, p):
    """Linear between the order statistics."""
    at = p * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def summarize(data):
    """Prints a line for each coefficient; models on bases have none that belong to features."""
    if "coefficients" not in data["posterior"]:
        print("no coefficients of features")
        return
    draws = [draw for chain in data["posterior"]["coefficients"] for draw in chain]
    print("%-24s %-24s %10s %10s %10s %10s"
          % ("category", "coefficient", "mean", "sd", "5%", "95%"))
    for k, category in enumerate(data["coords"]["category"]):
        for p, coefficient in enumerate(data["coords"]["coefficient"]):
            values = sorted(draw[k][p] for draw in draws)
            deviation = statistics.stdev(values) if len(values) > 1 else 0.0
            print("%-24s %-24s %10.4g %10.4g %10.4g %10.4g"
                  % (category, coefficient, statistics.fmean(values), deviation,
                     quantile(values, 0.05), quantile(values, 0.95)))


def main(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    check(data)
    if arviz is None:
        summarize(data)
    else:
        draws = arviz.from_json(path)
        if "coefficients" in data["posterior"]:
            print(arviz.summary(draws, var_names=["coefficients"], kind="stats"))
        print(arviz.loo(draws))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: read_draws.py draws.json")
    main(sys.argv[1])
