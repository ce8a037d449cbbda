#!/usr/bin/env python3
"""What grmf is measured against. Answers requests as worker.cpp does: one JSON object per line, both ways.

    {"do": "load", "name": "y", "file": "y.npy"}
    {"do": "svd", "data": "y", "truth": "clean"}    or another name of CONTENDERS, with its arguments

"seconds" is the time from an array in memory to the result. Threads are set by the environment, before NumPy is loaded.
"""

import json
import sys
import time
import warnings

import numpy as np
import sklearn
import threadpoolctl
from sklearn.decomposition import NMF, TruncatedSVD


def svd(y):
    """All singular vectors that there are for it, not the larger square matrix."""
    u, s, vt = np.linalg.svd(y, full_matrices=False)
    return {}, lambda: (u * s) @ vt


def truncated_svd(y, rank):
    model = TruncatedSVD(rank, random_state=0)
    factor = model.fit_transform(y)
    return {}, lambda: factor @ model.components_


def nmf(y, rank):
    model = NMF(rank, max_iter=200, random_state=0)
    factor = model.fit_transform(y)
    return {"sweeps": int(model.n_iter_)}, lambda: factor @ model.components_


def balanced_svd(y, rank):
    p, s, qt = np.linalg.svd(y, full_matrices=False)
    return p[:, :rank] * np.sqrt(s[:rank]), qt[:rank].T * np.sqrt(s[:rank])


def improve_rows(y, x, a, ridge, delta):
    """Every row of x: weighted least squares of its row of y by a, weights 1 / max(|residual|, delta)."""
    for i in range(len(x)):
        w = 1 / np.maximum(np.abs(y[i] - a @ x[i]), delta)
        wa = w[:, None] * a
        x[i] = np.linalg.solve(wa.T @ a + ridge * np.eye(a.shape[1]), wa.T @ y[i])


def huber(residual, delta):
    size = np.abs(residual)
    return np.where(size > delta, size - delta / 2, size**2 / (2 * delta)).sum()


def prmf(y, rank, sweeps, tolerance=0.0, start=None):
    """PRMF as its paper writes it, row by row, with the ridge and the width that our own has by default; unless started, from the SVD."""
    ridge = 0.4 * max(y.shape) ** 0.5
    delta = 0.01 * np.median(np.abs(y[y != 0]))
    u, v = [factor.copy() for factor in start or balanced_svd(y, rank)]
    f, made = np.inf, 0
    for made in range(1, sweeps + 1):
        improve_rows(y.T, v, u, ridge, delta)
        improve_rows(y, u, v, ridge, delta)
        before, f = f, huber(y - u @ v.T, delta) + ridge / 2 * ((u**2).sum() + (v**2).sum())
        if before - f <= tolerance * before < np.inf:
            break
    return {"sweeps": made, "objective": float(f)}, lambda: u @ v.T


def shrink(x, by):
    return np.sign(x) * np.maximum(np.abs(x) - by, 0)


def pcp(y):
    """Principal component pursuit by the inexact augmented Lagrangian method, to 1e-7."""
    weight = max(y.shape) ** -0.5
    norm, largest = np.linalg.norm(y), np.linalg.norm(y, 2)
    multiplier = y / max(largest, np.abs(y).max() / weight)
    mu = 1.25 / largest
    most = 1e7 * mu
    sparse = np.zeros_like(y)
    for made in range(1, 1001):
        p, s, qt = np.linalg.svd(y - sparse + multiplier / mu, full_matrices=False)
        s = np.maximum(s - 1 / mu, 0)
        rank = np.count_nonzero(s)
        low = (p[:, :rank] * s[:rank]) @ qt[:rank]
        sparse = shrink(y - low + multiplier / mu, weight / mu)
        left = y - low - sparse
        multiplier += mu * left
        mu = min(1.5 * mu, most)
        if np.linalg.norm(left) <= 1e-7 * norm:
            break
    return {"sweeps": made, "rank": int(rank)}, lambda: low


CONTENDERS = {"svd": svd, "truncated_svd": truncated_svd, "nmf": nmf, "prmf": prmf, "pcp": pcp}


def about():
    """Versions, and the BLAS that NumPy calls."""
    pools = [pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"]
    # Packages may bring one each; NumPy's own is the one that counts.
    blas = max(pools, key=lambda pool: "numpy" in pool["filepath"], default={})
    return {"python": sys.version.split()[0], "numpy": np.__version__, "scikit-learn": sklearn.__version__,
            "blas": f"{blas.get('internal_api', 'unknown BLAS')} {blas.get('version') or ''} {blas.get('architecture') or ''}".strip(),
            "threads": blas.get("num_threads")}


def measured(matrices, request):
    contender = CONTENDERS[request.pop("do")]
    y, truth = matrices[request.pop("data")], request.pop("truth", None)
    if "start" in request:
        request["start"] = [matrices[name] for name in request["start"]]
    begin = time.perf_counter()
    facts, product = contender(y, **request)
    seconds = time.perf_counter() - begin
    if truth is not None:
        clean = matrices[truth]
        facts["rmae"] = float(np.abs(product() - clean).sum() / np.abs(clean).sum())
    return {"seconds": seconds, **facts}


def answer(matrices, request):
    if request["do"] == "about":
        return about()
    if request["do"] == "load":
        matrices[request["name"]] = np.load(request["file"])
        return {}
    return measured(matrices, request)


def main():
    warnings.simplefilter("ignore")  # a fit that meets its cap shows by its number of sweeps
    matrices = {}
    for line in sys.stdin:
        try:
            said = answer(matrices, json.loads(line))
        except Exception as error:  # the other side decides what to do about it
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
