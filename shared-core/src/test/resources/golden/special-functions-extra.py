# SPDX-License-Identifier: Apache-2.0
"""Writes special-functions-extra.csv: python3 special-functions-extra.py > special-functions-extra.csv

Independent of the Java code: closed forms in mpmath at 1000 digits, second derivatives written out.
Columns: function, mean, variance, value. Arguments are printed with repr, so that both sides read
the same double.
"""
import mpmath as mp

mp.mp.dps = 1000


def cdf(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def log_cdf(x):
    if x < -1000:  # asymptotic series; erfc of huge arguments underflows even in mpmath
        return -x * x / 2 - mp.log(mills(x)) - mp.log(2 * mp.pi) / 2
    return mp.log1p(-cdf(-x)) if x > 0 else mp.log(cdf(x))


def mills(x):
    if x < -1000:
        return -x + excess(-x)
    return mp.npdf(x) / cdf(x)


def excess(t):
    """mills(-t) - t; the asymptotic series 1/t - 2/t^3 + 10/t^5 - ... by long division."""
    rest = mp.mpf(0)  # t * Mills ratio = 1 + rest, rest = -1/t^2 + 3/t^4 - ...
    term = mp.mpf(1)
    for n in range(60):
        term *= -(2 * n + 1) / (t * t)
        rest += term
    return -t * rest / (1 + rest)


def probit_curvature(x):
    d = mills(x)
    return d * (excess(-x) if x < -1000 else x + d)


def sigma(x):
    return 1 / (1 + mp.exp(-x))


def logit_log_cdf(x):
    return -mp.log1p(mp.exp(-x)) if x > 0 else x - mp.log1p(mp.exp(x))


def radius(m, v):
    return mp.sqrt(m * m + v)


def weight(m, v):
    c = radius(m, v)
    return mp.tanh(c / 2) / (2 * c) if c else mp.mpf(1) / 4


def bound(s, m, v):
    c = radius(m, v)
    return s * m / 2 - c / 2 - mp.log1p(mp.exp(-c))


def slope(s, m, v):
    return mp.mpf(s) / 2 - weight(m, v) * m


def logit_bound_curvature(m, v):
    c = radius(m, v)
    if not c:
        return mp.mpf(1) / 4
    return sigma(c) * sigma(-c) * m * m / c**2 + weight(m, v) * v / c**2


def emit(name, m, v, value):
    print(f"{name},{m!r},{v!r},{mp.nstr(value, 25)}")


TAILS = [1e-300, 1e-8, 0.03125, 0.3, 0.77, 1.9, 2.6, 4.4, 6.1, 6.97, 7.0, 7.3, 8.49, 8.9999, 9.0, 9.1, 9.999,
         10.0, 10.0001, 11.3, 15.7, 23.0, 31.0, 37.0, 39.99, 40.0, 40.1, 55.0, 700.0, 1e4, 1e8,
         1e16, 1e100, 1e154, 1e200, 1e308]
POINTS = [-x for x in reversed(TAILS)] + [0.0] + TAILS
MEANS = [0.0, 1e-300, 1e-8, 0.3, 2.6, 8.49, 23.0, 39.99, 55.0, 700.0, 1e8, 1e154, 1e200, 1e308]
VARIANCES = [0.0, 1e-300, 1e-9, 0.04, 1.3, 17.0, 900.0, 1e6, 1e300]
LARGEST = mp.mpf(2) ** 1024

if __name__ == "__main__":
    print("function,mean,variance,value")
    for p in POINTS:
        x = mp.mpf(p)
        far = abs(x) > 1e5
        if abs(log_cdf(x) if x < 0 else 0) < LARGEST:
            emit("probitLogCdf", p, 0.0, mp.mpf(0) if far and x > 0 else log_cdf(x))
        emit("probitSlope", p, 0.0, mp.mpf(0) if far and x > 0 else mills(x))
        emit("probitCurvature", p, 0.0, mp.mpf(0) if far and x > 0 else probit_curvature(x))
        zero = mp.mpf(0)
        emit("logitLogCdf", p, 0.0, (x if x < 0 else zero) if far else logit_log_cdf(x))
        emit("logitSlope", p, 0.0, (zero if x > 0 else mp.mpf(1)) if far else sigma(-x))
        emit("logitCurvature", p, 0.0, zero if far else sigma(x) * sigma(-x))
    for p in [-x for x in reversed(MEANS[1:])] + MEANS:
        for u in VARIANCES:
            if 700 < abs(p) and u not in (0.0, 17.0, 1e300):
                continue
            m, v = mp.mpf(p), mp.mpf(u)
            emit("logitWeight", p, u, weight(m, v))
            emit("logitBoundPositive", p, u, bound(1, m, v))
            emit("logitBoundNegative", p, u, bound(-1, m, v))
            emit("logitBoundSlopePositive", p, u, slope(1, m, v))
            emit("logitBoundSlopeNegative", p, u, slope(-1, m, v))
            emit("logitBoundCurvature", p, u, logit_bound_curvature(m, v))
