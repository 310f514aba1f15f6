"""Golden upper tails and quantiles for src/stats/distribution.rs, written to distributions.json.

Normal, t, F, chi-square and the range of k normals (df infinite): mpmath 1.4 at 25 to 45 digits.
Quantiles: roots of the smaller tail in mpmath at 40 digits, which must give p back to 30 digits.
Studentised range with finite df: a double trapezoid sum in numpy (not Gauss-Legendre), good to about
1e-12 relative, which its k = 2 rows show against Student's t. Run time some minutes.
"""
import json

import mpmath as mp
import numpy as np
from scipy import stats
from scipy.special import expm1, log1p, ndtr

mp.mp.dps = 40


def t_sf(t, df):
    t, df = mp.mpf(t), mp.mpf(df)
    return mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2


def f_sf(f, a, b):
    f, a, b = mp.mpf(f), mp.mpf(a), mp.mpf(b)
    return mp.betainc(b / 2, a / 2, 0, b / (b + a * f), regularized=True)


def chi2_sf(x, df):
    return mp.gammainc(mp.mpf(df) / 2, mp.mpf(x) / 2, mp.inf, regularized=True)


def phi(z):
    return mp.erfc(-z / mp.sqrt(mp.mpf(2))) / 2


def range_sf(q, k):
    q = mp.mpf(q)
    with mp.workdps(45):
        return k * mp.quad(
            lambda z: mp.npdf(z) * (phi(z) ** (k - 1) - (phi(z) - phi(z - q)) ** (k - 1)),
            [q / 2 + i for i in range(-13, 14, 2)],
        )


def range_sf_double(q, k):
    x = np.arange(-12, 12.0001, 0.05)
    z = q[:, None] / 2 + x[None, :]
    below = ndtr(z)
    far = np.minimum(ndtr(z - q[:, None]) / below, 1)
    with np.errstate(divide="ignore"):
        v = np.exp(-z * z / 2 + (k - 1) * np.log(below)) * -expm1((k - 1) * log1p(-far))
    return k / np.sqrt(2 * np.pi) * 0.05 * v.sum(1)


def studentized_sf(q, k, df):
    low = min(-2, -np.log(q + 1)) - 46 / df
    high = np.log(1 + 12 / np.sqrt(df)) if df > 1 else 3
    u = np.linspace(low, high, 20001 if df < 5 else 8001)
    half = mp.mpf(df) / 2
    log_c = float(mp.log(2) + half * mp.log(half) - mp.loggamma(half) - half)
    weight = np.exp(log_c - df / 2 * (expm1(2 * u) - 2 * u))
    chunks = np.array_split(np.nonzero(weight > 0)[0], 10)
    return (u[1] - u[0]) * sum(
        (weight[c] * range_sf_double(q * np.exp(u[c]), k)).sum() for c in chunks
    )


def normal_sf(x):
    return mp.erfc(mp.mpf(x) / mp.sqrt(mp.mpf(2))) / 2


def f_cdf(f, a, b):
    return f_sf(1 / mp.mpf(f), b, a)


def chi2_cdf(x, df):
    return mp.gammainc(mp.mpf(df) / 2, 0, mp.mpf(x) / 2, regularized=True)


def quantile(cdf, sf, start):
    """The quantile with these tails, searched on the logarithm of x from SciPy's value on."""

    def root(p, *parameters):
        near = float(start.ppf(p, *parameters))
        tail, target = (cdf, mp.mpf(p)) if p < 0.5 else (sf, 1 - mp.mpf(p))
        sign = mp.sign(near)
        u = mp.findroot(
            lambda u: mp.log(tail(sign * mp.exp(u), *parameters) / target),
            (mp.log(abs(near)), mp.log(abs(near)) + mp.mpf("1e-9")),
            tol=1e-70,
        )
        x = sign * mp.exp(u)
        assert abs(tail(x, *parameters) / target - 1) < mp.mpf("1e-30"), (p, parameters)
        return x

    return root


def rows(function, arguments):
    found = [(*a, float(function(*a))) for a in arguments]
    return [r for r in found if abs(r[-1]) > 1e-290]


golden = {
    "normal": rows(
        normal_sf,
        [(x,) for x in (-3.0, 0.1, 1.0, 1.959963984540054, 5.0, 8.0, 11.5, 20.0, 37.0)],
    ),
    "t": rows(
        t_sf,
        [
            (t, df)
            for df in (1.0, 2.0, 4.5, 9.0, 30.0, 207.0, 1000.0, 1e5)
            for t in (0.01, 0.5, 2.0, 5.0, 12.0, 40.0, 300.0)
        ],
    ),
    "f": rows(
        f_sf,
        [
            (f, a, b)
            for a, b in (
                (1.0, 14.0), (2.0, 18.0), (9.0, 207.0), (12.0, 276.0), (3.0, 5.5), (40.0, 2000.0),
                (1.0, 1.0), (1000.0, 1e5),
            )
            for f in (0.05, 0.5, 1.0, 2.5, 6.72, 20.0, 100.0, 400.0)
        ],
    ),
    "chi2": rows(
        chi2_sf,
        [
            (x, df)
            for df in (1.0, 2.0, 3.0, 9.0, 12.0, 50.5, 400.0, 20000.0)
            for x in (0.01, 0.4, 2.0, 9.0, 30.0, 100.0, 160.0, 500.0, 20500.0)
        ],
    ),
}
LEVELS = (1e-100, 1e-12, 1e-3, 0.05, 0.3, 0.7, 0.975, 1 - 1e-6, 1 - 1e-12)
golden["normal_quantile"] = rows(
    quantile(lambda x: normal_sf(-x), normal_sf, stats.norm),
    [
        (p,)
        for p in (
            1e-300, 1e-30, 1e-16, 1e-8, 0.01, 0.1, 0.2, 0.249, 0.25, 0.251, 0.35, 0.4, 0.45, 0.49,
            0.499999, 0.5000000001, 0.500001, 0.51, 0.55, 0.6, 0.65, 0.749, 0.75, 0.751, 0.9, *LEVELS,
        )
    ],
)
golden["t_quantile"] = rows(
    quantile(lambda t, df: t_sf(-t, df), t_sf, stats.t),
    [(p, df) for df in (1.0, 2.5, 9.0, 207.0, 1e5) for p in LEVELS],
)
golden["f_quantile"] = rows(
    quantile(f_cdf, f_sf, stats.f),
    [
        (p, a, b)
        for a, b in ((1.0, 1.0), (2.0, 18.0), (9.0, 207.0), (3.0, 5.5), (40.0, 2000.0))
        for p in LEVELS
    ],
)
golden["chi2_quantile"] = rows(
    quantile(chi2_cdf, chi2_sf, stats.chi2),
    [(p, df) for df in (1.0, 2.0, 9.0, 50.5, 20000.0) for p in LEVELS],
)
mp.mp.dps = 25
golden["range"] = rows(
    range_sf,
    [
        (q, k)
        for k in (2, 3, 5, 10, 13, 30, 60, 100)
        for q in (0.05, 0.5, 1.5, 3.0, 5.0, 8.0, 12.0, 18.0)
    ],
)
golden["studentized_range"] = [
    r
    for r in rows(
        studentized_sf,
        [
            (q, k, df)
            for df in (1.0, 2.0, 2.5, 5.0, 10.0, 20.0, 60.0, 240.0, 5000.0)
            for k in (2, 3, 10, 40, 100)
            for q in (0.5, 2.0, 3.5, 6.0, 15.0, 60.0)
        ],
    )
    if r[-1] > 1e-25
]
with open("distributions.json", "w") as out:
    out.write("{\n")
    out.write(
        ",\n".join(
            f'"{name}": [\n' + ",\n".join(json.dumps(r) for r in found) + "\n]"
            for name, found in golden.items()
        )
    )
    out.write("\n}\n")
