#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes kept.csv: what the kept models have to say, without the library.

The files are read as docs/model-format.md lays them out, and everything is computed from the
definitions with 40 digits: coefficients on the original scale, and class probabilities of some rows
at the posterior means (plug-in) and at the means shrunk by their variance (moderated), and the base
rates. Names of features and categories go to kept-names.csv.
"""

import pathlib
import struct

from mpmath import cos, sin, erfc, log, mp, mpf, pi, sqrt, exp, matrix, lu_solve

mp.dps = 40
HERE = pathlib.Path(__file__).parent
DENSE = [[0, 100], [1.5, 95.25], [3, 104], [-20, 130]]
SPARSE = [[1, 0, 0, 2], [0, 2, 0, 0.5], [0, 0, -3, 1], [0, 0, 0, 0]]
VERSIONS = [5, 6]
ROWS = {
    "": DENSE,
    "-factors": DENSE,
    "-shared-factor": DENSE,
    "-shared-diagonal": DENSE,
    "-diagonals": SPARSE,
    "-bases": DENSE,
    "-trees": DENSE,
    "-continued": DENSE,
}


def crc32c(data, crc=0):
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def content(data, version):
    assert data[:12] == b"\x89IBC\r\n\x1a\n" + struct.pack(">I", version)
    covered, result, at = data[:12], b"", 12
    while True:
        length, crc = struct.unpack_from(">II", data, at)
        body = data[at + 8 : at + 8 + (length or 8)]
        covered += data[at : at + 4] + body
        assert crc32c(covered) == crc
        at += 8 + len(body)
        if length == 0:
            assert struct.unpack(">Q", body) == (len(result),) and at == len(data)
            return result
        result += body


class Fields:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, code, count=1):
        values = struct.unpack_from(f">{count}{code}", self.data, self.at)
        self.at += struct.calcsize(f">{count}{code}")
        return values

    def one(self, code):
        return self.take(code)[0]

    def text(self):
        return self.take("s", self.one("i"))[0].decode()

    def numbers(self, count):
        return [mpf(value) for value in self.take("d", count)]


class Linear:
    linear, added = True, 0

    def add(self, x):
        return x


class Steps:
    """1 on the side of a cut that is away from 0."""

    linear = False

    def __init__(self, f, inputs):
        self.cuts = [f.numbers(f.one("i")) for _ in range(inputs)]
        self.added = sum(len(cuts) for cuts in self.cuts)

    def add(self, x):
        steps = [v > c if c >= 0 else v <= c for v, cuts in zip(x, self.cuts) for c in cuts]
        return x + [mpf(int(step)) for step in steps]


class Waves:
    """Cosine and sine of each frequency."""

    linear = False

    def __init__(self, f, inputs):
        _, self.amplitude = f.numbers(2)
        self.pairs = f.one("i")
        self.frequencies = f.numbers(inputs * self.pairs)
        self.added = 2 * self.pairs

    def add(self, x):
        waves = []
        for j in range(self.pairs):
            phase = sum(v * self.frequencies[m * self.pairs + j] for m, v in enumerate(x))
            waves += [self.amplitude * cos(phase), self.amplitude * sin(phase)]
        return x + waves


class Leaves:
    """One of each tree's leaves."""

    linear = False

    def __init__(self, f, inputs):
        self.value = f.numbers(1)[0]
        trees = f.one("i")
        self.trees = [[f.take("iid") for _ in range(f.one("i"))] for _ in range(trees)]
        self.added = sum(len(splits) + 1 for splits in self.trees)

    def add(self, x):
        leaves = []
        for splits in self.trees:
            leaf = 0
            for s, (split, feature, cut) in enumerate(splits):
                if leaf == split and x[feature] > cut:
                    leaf = s + 1
            leaves += [self.value if j == leaf else mpf(0) for j in range(len(splits) + 1)]
        return x + leaves


def read_basis(f, inputs):
    kind = f.one("b")
    return Linear() if kind == 1 else {2: Steps, 3: Waves, 4: Leaves}[kind](f, inputs)


class Component:
    """What one posterior says."""

    def __init__(self, f, link, size, basis):
        self.link, self.basis = link, basis
        size += basis.added
        categories, vectors = f.one("i"), f.one("i")
        self.vector = f.take("i", categories)
        self.means = [f.numbers(size) for _ in range(vectors)]
        kind = f.one("b")
        count = {1: 1, 2: vectors, 3: 1, 4: vectors}[kind]
        self.full = kind <= 2
        length = size * (size + 1) // 2 if self.full else size
        spread = [f.numbers(length) for _ in range(count)]
        self.spread = spread * vectors if count == 1 else spread


def read_names(f, count):
    return [f.text() for _ in range(count)] if f.one("b") else []


def read_members(f):
    count = f.one("i")
    return list(zip(f.numbers(count), f.numbers(count)))


def read_prior(f):
    return f.text(), f.numbers(2)


class Model:
    def __init__(self, data, version):
        f = Fields(data)
        self.version = version
        link = f.text()
        m = f.one("i")
        self.intercept = f.one("b") == 1
        self.center, self.scale = f.numbers(m), f.numbers(m)
        size = m + self.intercept
        bases = [read_basis(f, m) for _ in range(f.one("i"))]
        self.parts = [Component(f, link, size, bases[f.one("i")])]
        self.categories = len(self.parts[0].vector)
        self.category_weights = f.numbers(self.categories)
        self.feature_names = read_names(f, m)
        self.category_names = read_names(f, self.categories)
        self.parts[0].members = read_members(f)
        (self.parts[0].weight,) = f.numbers(1)
        read_prior(f)
        for _ in range(f.one("i")):
            link, (weight,) = f.text(), f.numbers(1)
            read_prior(f)
            self.parts.append(Component(f, link, size, bases[f.one("i")]))
            self.parts[-1].weight = weight
            self.parts[-1].members = read_members(f)
        f.text(), f.one("i"), f.one("q")
        self.read_report(f)
        assert f.at == len(data)

    def read_report(self, f):
        f.one("i"), f.one("i"), f.one("q")
        if self.version > 5:
            f.one("q")
        for _ in range(f.one("i")):
            f.text(), f.text()
        self.method, _ = f.text(), f.text()
        if f.one("b"):
            f.text(), read_prior(f), f.numbers(1), f.text()
            f.numbers(f.one("i"))
            f.text()
            if f.one("b"):
                read_members(f), f.one("b"), f.text()
        for _ in range(f.one("i")):
            f.text(), f.text(), f.numbers(1), read_prior(f), f.one("b"), f.text(), f.numbers(1)
            f.numbers(f.one("i"))
            f.one("b"), f.numbers(1)
        f.one("i"), f.text()
        for _ in range(f.one("i")):
            f.text(), f.one("q")
        for _ in range(f.one("i")):
            f.text()

    def base_rates(self):
        total = sum(self.category_weights)
        return [(w + mpf(1) / self.categories) / (total + 1) for w in self.category_weights]

    def coefficients(self, category, part=None):
        part = part or next(part for part in self.parts if part.basis.linear)
        mean = part.means[part.vector[category]]
        result = [b / s for b, s in zip(mean, self.scale)]
        if self.intercept:
            result.append(mean[-1] - sum(b * c for b, c in zip(result, self.center)))
        return result

    def fitted(self, row, part):
        x = [(mpf(v) - c) / s for v, c, s in zip(row, self.center, self.scale)]
        return part.basis.add(x) + [mpf(1)] * self.intercept

    def variance(self, category, row, part):
        x = self.fitted(row, part)
        spread = part.spread[part.vector[category]]
        if not part.full:
            return sum(v * e * e for v, e in zip(spread, x))
        lower = matrix(len(x), len(x))
        for i in range(len(x)):
            for j in range(i + 1):
                lower[i, j] = spread[i * (i + 1) // 2 + j]
        column = matrix(x)
        return (column.T * lu_solve(lower * lower.T, column))[0]

    def predictor(self, category, row, moderated, part):
        eta = sum(b * x for b, x in zip(part.means[part.vector[category]], self.fitted(row, part)))
        factor = 1 if part.link == "probit" else pi / 8
        return eta / sqrt(1 + factor * self.variance(category, row, part)) if moderated else eta

    def probabilities(self, row, moderated):
        result = [mpf(0)] * self.categories
        for part in self.parts:
            eta = [self.predictor(k, row, moderated, part) for k in range(self.categories)]
            for alpha, weight in part.members:
                logs = [log(cdf(part.link, e)) - alpha * log(cdf(part.link, -e)) for e in eta]
                terms = [exp(t) if s else mpf(0) for t, s in zip(logs, self.seen())]
                share = part.weight * weight / sum(terms)
                result = [r + share * t for r, t in zip(result, terms)]
        rates = self.base_rates()
        rest = sum(rate for rate, s in zip(rates, self.seen()) if s)
        return [rest * r if s else rate for r, rate, s in zip(result, rates, self.seen())]

    def seen(self):
        """Categories without rows take no part in the categorical stage."""
        return [self.method != "CATEGORICAL" or w > 0 for w in self.category_weights]


def cdf(link, eta):
    return erfc(-eta / sqrt(2)) / 2 if link == "probit" else 1 / (1 + exp(-eta))


def line(name, what, key, values):
    return ",".join([name, what, key, " ".join(mp.nstr(v, 17) for v in values)])


def main():
    lines = ["model,what,of,values"]
    names = ["model,features,categories"]
    kept = [(version, kind) for version in VERSIONS for kind in ROWS]
    for version, kind in kept:
        name = f"version-{version}{kind}"
        path = HERE / f"{name}.ibcavi"
        if not path.exists():
            continue
        rows = ROWS[kind]
        model = Model(content(path.read_bytes(), version), version)
        names.append(f"{name},{'|'.join(model.feature_names)},{'|'.join(model.category_names)}")
        lines.append(line(name, "BASE_RATES", "", model.base_rates()))
        linear = any(part.basis.linear for part in model.parts)
        for k in range(model.categories if linear else 0):
            lines.append(line(name, "COEFFICIENTS", str(k), model.coefficients(k)))
        for row in rows:
            key = " ".join(map(str, row))
            lines.append(line(name, "PLUG_IN", key, model.probabilities(row, False)))
            lines.append(line(name, "MODERATED", key, model.probabilities(row, True)))
    (HERE / "kept.csv").write_text("\n".join(lines) + "\n")
    (HERE / "kept-names.csv").write_text("\n".join(names) + "\n")


if __name__ == "__main__":
    main()
