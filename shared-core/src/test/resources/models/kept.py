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

from mpmath import erfc, log, mp, mpf, pi, sqrt, exp, matrix, lu_solve

mp.dps = 40
HERE = pathlib.Path(__file__).parent
DENSE = [[0, 100], [1.5, 95.25], [3, 104], [-20, 130]]
SPARSE = [[1, 0, 0, 2], [0, 2, 0, 0.5], [0, 0, -3, 1], [0, 0, 0, 0]]
VERSION = 4
ROWS = {
    "": DENSE,
    "-factors": DENSE,
    "-shared-factor": DENSE,
    "-shared-diagonal": DENSE,
    "-diagonals": SPARSE,
}


def crc32c(data, crc=0):
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def content(data):
    assert data[:12] == b"\x89IBC\r\n\x1a\n" + struct.pack(">I", VERSION)
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


class Component:
    """What one posterior says."""

    def __init__(self, f, link, size):
        self.link = link
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
    def __init__(self, data):
        f = Fields(data)
        link = f.text()
        m = f.one("i")
        self.intercept = f.one("b") == 1
        self.center, self.scale = f.numbers(m), f.numbers(m)
        size = m + self.intercept
        self.parts = [Component(f, link, size)]
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
            self.parts.append(Component(f, link, size))
            self.parts[-1].weight = weight
            self.parts[-1].members = read_members(f)
        f.text(), f.one("i"), f.one("q")
        self.read_report(f)
        assert f.at == len(data)

    def read_report(self, f):
        f.one("i"), f.one("i"), f.one("q")
        for _ in range(f.one("i")):
            f.text(), f.text()
        f.text(), f.text()
        if f.one("b"):
            f.text(), read_prior(f), f.numbers(1), f.text()
            f.numbers(f.one("i"))
            f.text()
            if f.one("b"):
                read_members(f), f.one("b"), f.text()
        for _ in range(f.one("i")):
            f.text(), f.numbers(1), read_prior(f), f.one("b"), f.text(), f.numbers(1)
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
        part = part or self.parts[0]
        mean = part.means[part.vector[category]]
        result = [b / s for b, s in zip(mean, self.scale)]
        if self.intercept:
            result.append(mean[-1] - sum(b * c for b, c in zip(result, self.center)))
        return result

    def variance(self, category, row, part):
        x = [(mpf(v) - c) / s for v, c, s in zip(row, self.center, self.scale)]
        x += [mpf(1)] * self.intercept
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
        b = self.coefficients(category, part)
        eta = sum(p * q for p, q in zip(b, [mpf(v) for v in row] + [mpf(1)] * self.intercept))
        factor = 1 if part.link == "probit" else pi / 8
        return eta / sqrt(1 + factor * self.variance(category, row, part)) if moderated else eta

    def probabilities(self, row, moderated):
        result = [mpf(0)] * self.categories
        for part in self.parts:
            eta = [self.predictor(k, row, moderated, part) for k in range(self.categories)]
            for alpha, weight in part.members:
                logs = [log(cdf(part.link, e)) - alpha * log(cdf(part.link, -e)) for e in eta]
                terms = [exp(t) for t in logs]
                share = part.weight * weight / sum(terms)
                result = [r + share * t for r, t in zip(result, terms)]
        return result


def cdf(link, eta):
    return erfc(-eta / sqrt(2)) / 2 if link == "probit" else 1 / (1 + exp(-eta))


def line(name, what, key, values):
    return ",".join([name, what, key, " ".join(mp.nstr(v, 17) for v in values)])


def main():
    lines = ["model,what,of,values"]
    names = ["model,features,categories"]
    for kind, rows in ROWS.items():
        name = f"version-{VERSION}{kind}"
        model = Model(content((HERE / f"{name}.ibcavi").read_bytes()))
        names.append(f"{name},{'|'.join(model.feature_names)},{'|'.join(model.category_names)}")
        lines.append(line(name, "BASE_RATES", "", model.base_rates()))
        for k in range(model.categories):
            lines.append(line(name, "COEFFICIENTS", str(k), model.coefficients(k)))
        for row in rows:
            key = " ".join(map(str, row))
            lines.append(line(name, "PLUG_IN", key, model.probabilities(row, False)))
            lines.append(line(name, "MODERATED", key, model.probabilities(row, True)))
    (HERE / "kept.csv").write_text("\n".join(lines) + "\n")
    (HERE / "kept-names.csv").write_text("\n".join(names) + "\n")


if __name__ == "__main__":
    main()
