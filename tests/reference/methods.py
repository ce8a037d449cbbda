"""Small fits of every method, computed with NumPy straight from the definitions of the methods.

    python3 -m venv env && env/bin/pip install -r tests/reference/requirements.txt
    env/bin/python tests/reference/methods.py tests/fixtures/methods

Writes for every case y.npy (NaN where missing), the start u0.npy and v0.npy, and what the method gives from
there: l.npy (U V^T) and, for methods with outliers, s.npy. The settings are repeated in
tests/methods/reference_test.cpp. Nothing here shares code or ideas of implementation with the library: rows are
solved one by one, convex problems by CVXPY, non-negative least squares by trying all supports.
"""

import itertools
import sys
from pathlib import Path

import cvxpy
import numpy as np

ROWS, COLS, RANK = 12, 9, 3


def problem(seed, nonnegative=False, gaps=True):
    """Low rank, a tenth gross errors, some entries missing."""
    rng = np.random.default_rng(seed)
    draw = rng.random if nonnegative else rng.standard_normal
    y = draw((ROWS, RANK)) @ draw((RANK, COLS))
    wrong = rng.random(y.shape) < 0.1
    y[wrong] = rng.uniform(0 if nonnegative else -5, 5, wrong.sum())
    if gaps:
        y[rng.random(y.shape) < 0.06] = np.nan
    return y, rng.random((ROWS, RANK)) + 0.1, rng.random((COLS, RANK)) + 0.1


def weights_for(y, seed):
    """Between 0.2 and 2."""
    return np.random.default_rng(seed).uniform(0.2, 2, y.shape)


def alternate(y, u, v, solve_row, sweeps, weights=None):
    """V, then U, row by row; solve_row(a, b, x, m) improves x on b ~ a x with weights m."""
    observed = ~np.isnan(y)
    m = np.ones_like(y) if weights is None else weights
    for _ in range(sweeps):
        v = np.array([solve_row(u[o], y[o, j], v[j], m[o, j]) for j, o in enumerate(observed.T)])
        u = np.array([solve_row(v[o], y[i, o], u[i], m[i, o]) for i, o in enumerate(observed)])
    return u, v


def grmf_row(loss, lambda1, tau1, lambda2, tau2, lambda3, eps, nonnegative):
    """One step: weights and active sets at x, then the convex problem."""

    def solve(a, b, x, m):
        residual = b - a @ x
        w = m if loss == "l2" else m / np.sqrt(residual**2 + eps)
        z = cvxpy.Variable(RANK)
        terms = [0.5 * cvxpy.sum_squares(cvxpy.multiply(np.sqrt(w), b - a @ z)), lambda3 * cvxpy.sum_squares(z)]
        terms += [lambda1 / tau1 * cvxpy.abs(z[l]) for l in range(RANK) if abs(x[l]) < tau1]
        terms += [lambda2 / tau2 * cvxpy.abs(z[l] - z[k]) for l in range(RANK) for k in range(l)
                  if abs(x[l] - x[k]) < tau2]
        task = cvxpy.Problem(cvxpy.Minimize(sum(terms)), [z >= 0] if nonnegative else [])
        task.solve(solver=cvxpy.CLARABEL, tol_gap_abs=1e-14, tol_gap_rel=1e-14, tol_feas=1e-14)
        return z.value

    return solve


def prmf_row(lam, ridge, delta):
    def solve(a, b, x, m):
        w = m * np.sqrt(lam) / np.maximum(np.abs(b - a @ x), delta)
        return np.linalg.solve(a.T @ (w[:, None] * a) + ridge * np.eye(RANK), a.T @ (w * b))

    return solve


def nonnegative_least_squares(gram, rhs):
    """All supports; the best of those that are feasible."""
    best, value = np.zeros(RANK), 0.0
    for size in range(1, RANK + 1):
        for support in itertools.combinations(range(RANK), size):
            x = np.zeros(RANK)
            x[list(support)] = np.linalg.solve(gram[np.ix_(support, support)], rhs[list(support)])
            f = 0.5 * x @ gram @ x - rhs @ x
            if (x >= 0).all() and f < value:
                best, value = x, f
    return best


def rnmf_row(price):
    """|y - x - s|^2 + price |s| is quadratic within price / 2 and linear beyond."""

    def solve(a, b, x, m):
        w = m * price / np.maximum(np.abs(b - a @ x), price / 2)
        return nonnegative_least_squares(a.T @ (w[:, None] * a), a.T @ (w * b))

    return solve


def shrink(x, by):
    return np.sign(x) * np.maximum(np.abs(x) - by, 0)


def godec_plus(y, u, v, sigma, power, steps, weights=None):
    """Weights count relative to the largest."""
    observed = ~np.isnan(y)
    m = np.ones_like(y) if weights is None else weights / weights[observed].max()
    low = u @ v.T
    row_space = v
    for _ in range(steps):
        t = np.where(observed, y - low, 0)
        x1 = low + m * t * np.exp(-(t**2) / sigma)
        for _ in range(power + 1):
            row_space = np.linalg.qr(x1.T @ (x1 @ row_space))[0]
        low = x1 @ row_space @ row_space.T
    return low


def rpca(y, algorithm, tolerance, weights=1.0):
    """The missing entries have a free S."""
    observed = ~np.isnan(y)
    y = np.where(observed, y, 0)
    price = np.where(observed, weights / np.sqrt(max(y.shape)), 0)
    s, multiplier = np.zeros_like(y), np.zeros_like(y)
    mu, growth, mu_max = y.size / (4 * np.abs(y).sum()), 1, np.inf
    if algorithm == "ialm":
        spectral = np.linalg.norm(y, 2)
        multiplier = y / max(spectral, np.abs(y).max() * np.sqrt(max(y.shape)))
        mu, growth = 1.25 / spectral, 1.5
        mu_max = 1e7 * mu
    low = np.zeros_like(y)
    while True:
        before = low, s
        p, sigma, qt = np.linalg.svd(y - s + multiplier / mu, full_matrices=False)
        low = p * np.maximum(sigma - 1 / mu, 0) @ qt
        s = shrink(y - low + multiplier / mu, price / mu)
        gap = y - low - s
        multiplier = multiplier + mu * gap
        mu = min(mu * growth, mu_max)
        steps = [low - before[0], s - before[1]] if algorithm == "admm" else []
        if max(map(np.linalg.norm, [gap, *steps])) <= tolerance * np.linalg.norm(y):
            return low, np.where(observed, s, 0)


def counter_uniform(seed, stream, count):
    """The library's counter-based numbers, in Python's whole numbers."""
    mask = 2**64 - 1

    def mix(x):
        x = (x + 0x9E3779B97F4A7C15) & mask
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        return x ^ (x >> 31)

    return np.array([(mix(mix(mix(seed) ^ stream) ^ k) >> 11) * 2.0**-53 for k in range(count)])


def rnmf_beta(y, m, a, r, steps):
    """Itakura-Saito, as the paper's authors ran it."""
    floor = np.median(np.abs(y[y != 0])) * np.finfo(float).eps
    for _ in range(steps):
        hat = m @ a + r + floor
        r = r * (y / hat**2) / (1 / hat + r / np.linalg.norm(r, axis=0))
        low, hat = m @ a, m @ a + r + floor
        up = m.T @ (y / hat**2) + (low / hat).sum(axis=0)
        down = m.T @ (1 / hat) + (low * y / hat**2).sum(axis=0)
        a = a * up / down
        a = a / a.sum(axis=0)
        hat = m @ a + r + floor
        m = m * ((y / hat**2) @ a.T) / ((1 / hat) @ a.T)
    return m @ a, r


def write(folder, name, y, u0, v0, low, s=None, m=None):
    case = folder / name
    case.mkdir(parents=True, exist_ok=True)
    for key, value in {"y": y, "u0": u0, "v0": v0, "l": low, "s": s, "m": m}.items():
        if value is not None:
            np.save(case / f"{key}.npy", value)


def main(folder):
    for name, seed, settings in [
        ("grmf", 1, dict(loss="l1", nonnegative=False)),
        ("ngrmf", 2, dict(loss="l1", nonnegative=True)),
        ("gmf-l2", 3, dict(loss="l2", nonnegative=False)),
    ]:
        y, u0, v0 = problem(seed, nonnegative=settings["nonnegative"])
        row = grmf_row(lambda1=0.3, tau1=0.4, lambda2=0.2, tau2=0.3, lambda3=0.1, eps=1e-2, **settings)
        u, v = alternate(y, u0, v0, row, sweeps=4)
        write(folder, name, y, u0, v0, u @ v.T)

    y, u0, v0 = problem(4)
    u, v = alternate(y, u0, v0, prmf_row(lam=2.0, ridge=0.3, delta=0.05), sweeps=20)
    write(folder, "prmf", y, u0, v0, u @ v.T)

    y, u0, v0 = problem(5)
    write(folder, "godec-plus", y, u0, v0, godec_plus(y, u0, v0, sigma=1.5, power=1, steps=20))

    y, u0, v0 = problem(6, gaps=False)
    p, sigma, qt = np.linalg.svd(y, full_matrices=False)
    write(folder, "tsvd", y, u0, v0, p[:, :RANK] * sigma[:RANK] @ qt[:RANK])

    y, u0, v0 = problem(7)
    for algorithm in ("admm", "ialm"):
        write(folder, f"rpca-{algorithm}", y, u0, v0, *rpca(y, algorithm, 1e-9))

    y, u0, v0 = problem(18, nonnegative=True)
    u, v = alternate(y, u0, v0, rnmf_row(price=0.4), sweeps=10)
    write(folder, "rnmf", y, u0, v0, u @ v.T, shrink(np.where(np.isnan(y), 0, y - u @ v.T), 0.2))

    # The same with weights.
    y, u0, v0 = problem(14)
    m = weights_for(y, 14)
    row = grmf_row(loss="l1", nonnegative=False, lambda1=0.3, tau1=0.4, lambda2=0.2, tau2=0.3, lambda3=0.1, eps=1e-2)
    u, v = alternate(y, u0, v0, row, 4, m)
    write(folder, "grmf-weighted", y, u0, v0, u @ v.T, m=m)
    u, v = alternate(y, u0, v0, prmf_row(lam=2.0, ridge=0.3, delta=0.05), 20, m)
    write(folder, "prmf-weighted", y, u0, v0, u @ v.T, m=m)
    low = godec_plus(y, u0, v0, sigma=1.5, power=1, steps=20, weights=m)
    write(folder, "godec-plus-weighted", y, u0, v0, low, m=m)
    write(folder, "rpca-weighted", y, u0, v0, *rpca(y, "admm", 1e-9, m), m=m)
    y, u0, v0 = problem(18, nonnegative=True)
    u, v = alternate(y, u0, v0, rnmf_row(price=0.4), 10, m)
    s = shrink(np.where(np.isnan(y), 0, y - u @ v.T), 0.2)
    write(folder, "rnmf-weighted", y, u0, v0, u @ v.T, s, m)

    y, u0, v0 = problem(9, nonnegative=True, gaps=False)
    y = y + 0.05
    r = counter_uniform(0, 0x726E6D66, y.size).reshape(y.shape)
    write(folder, "rnmf-beta", y, u0, v0, *rnmf_beta(y, u0, v0.T, r, steps=30))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
