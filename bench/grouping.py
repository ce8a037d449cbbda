#!/usr/bin/env python3
"""Draws a figure of docs/grouping.md: what gauge steps do where lambda is given.

    python3 bench/grouping.py --grmf build/release/cli/grmf --out docs/figures

Needs NumPy and matplotlib, and a quarter of an hour on two cores. The figure is made by calling the program, and leaves
start.csv, with one line per fit, and start.svg.

Planted data. Every row of U (d x r) and V (n x r) has one to three distinct values out of 0, 2.5, -4 and 6. The data
are U V^T, plus normal outliers of deviation 60 at a tenth of the entries. A fitted row is right if its zeros and its
ties are exactly (==) those of the true row, for one permutation of the columns that is the same for all rows of both
factors, the best there is. The basis is otherwise the program's own choice: a row that is right up to a turn is not
right.

    start     share of right rows against the noise of a start near the truth, from the SVD start, and from the truth
              in another basis
"""

import matplotlib.pyplot as plt
import numpy as np
from figures import arguments_of, legend_below, make
from program import Program

VALUES = (0, 2.5, -4, 6)
STRENGTH = {"lambda1": 30, "lambda2": 30, "tau1": 1, "tau2": 1}
PLANTED = {"scaling": "absolute", "init": "svd", **STRENGTH, "lambda3": 0.1, "eps": 1e-4, "max-sweeps": 2000}


# ---- data and judgement ----

def grouped_factor(rng, rows, r):
    """Rows with one to three distinct values each (fewer where r is smaller)."""
    x = np.empty((rows, r))
    for row in x:
        count = min(rng.integers(1, 4), r)
        chosen = rng.choice(VALUES, count, replace=False)
        row[:] = rng.choice(chosen, r)
        while len(set(row)) < count:
            row[:] = rng.choice(chosen, r)
    return x


def planted(seed, d=120, n=90, r=5):
    """U, V, the data, and the random numbers that are left."""
    rng = np.random.default_rng(seed)
    u, v = grouped_factor(rng, d, r), grouped_factor(rng, n, r)
    y = u @ v.T
    hit = rng.random(y.shape) < 0.1
    y[hit] += 60 * rng.standard_normal(hit.sum())
    return u, v, y, rng


def with_zero(x):
    """A column of zeros in front: a zero is then a tie with it."""
    return np.column_stack([np.zeros(len(x)), x])


def right_rows(truth, found):
    """Which rows of `found` have the zeros and ties of `truth`, for the permutation of columns with most of them.

    Places one column after the other and drops the rows that no longer agree; a branch with no more rows than the
    best result so far is left.
    """
    truth, found = with_zero(truth), with_zero(found)
    ties = truth[:, :, None] == truth[:, None, :]
    found_ties = found[:, :, None] == found[:, None, :]
    best = np.zeros(len(truth), bool)

    def place(columns, agreeing):
        nonlocal best
        here = len(columns)
        if here == truth.shape[1]:
            best = agreeing
            return
        branches = []
        for column in set(range(1, truth.shape[1])) - set(columns):
            rows = agreeing & (found_ties[:, column, columns] == ties[:, here, :here]).all(1)
            branches.append((rows.sum(), column, rows))
        for count, column, rows in sorted(branches, key=lambda branch: -branch[0]):
            if count > best.sum():
                place([*columns, column], rows)

    place([0], np.ones(len(truth), bool))
    return best


# ---- fits ----

def start_near(u, v, rng, noise):
    return u + noise * rng.standard_normal(u.shape), v + noise * rng.standard_normal(v.shape)


def in_another_basis(u, v, rng, turn):
    """The truth in another basis: the product is the same."""
    q = np.eye(u.shape[1]) + turn * rng.standard_normal((u.shape[1], u.shape[1]))
    return u @ q, v @ np.linalg.inv(q).T


def planted_fit(program, seed, gauge, start, d=120, n=90, r=5, turn=None, **options):
    """One fit of planted data. `start` is "svd", "in another basis" by `turn`, or the deviation of noise on the truth."""
    u, v, y, rng = planted(seed, d, n, r)
    near = None
    if start == "in another basis":
        near = in_another_basis(u, v, rng, turn)
    elif start != "svd":
        near = start_near(u, v, rng, start)
    options = {**PLANTED, **options, "gauge": gauge}
    found_u, found_v, said = program.fit(y, r, options, near)
    truth = np.vstack([u, v])
    right = right_rows(truth, np.vstack([found_u, found_v]))
    several = np.array([len(set(row)) > 1 for row in truth])
    loss = np.sqrt((y - found_u @ found_v.T) ** 2 + options["eps"]).sum()
    return {"gauge": gauge, "start": start, "seed": seed, "right": right.mean(), "right_of_several": right[several].mean(),
            "loss": loss, "penalties": said["objective"] - loss, "sweeps": said["sweeps"], "status": said["status"],
            "seconds": said["seconds"]}


# ---- figures: each lists its fits and draws them ----

GAUGE = {"on": "#0072b2", "off": "#d55e00"}


class Figure:
    """Has a name, `fits`: functions that each make one line of its table, and `draw`, which draws the table."""

    def __init__(self, program, seeds):
        self.program = program
        self.seeds = range(seeds)

    def planted_fits(self, points, starts):
        for point in points:
            for gauge, start in starts:
                for seed in self.seeds:
                    yield lambda p=point, g=gauge, s=start, k=seed: {**p, **planted_fit(self.program, k, g, s, **p)}


def curve(lines, x, **fixed):
    """Mean, least and largest share of right rows of the lines with these values, for every x, in percent."""
    mine = [line for line in lines if all(line[key] == value for key, value in fixed.items())]
    at = sorted({line[x] for line in mine})
    shares = [[100 * line["right"] for line in mine if line[x] == point] for point in at]
    return at, [np.mean(s) for s in shares], [min(s) for s in shares], [max(s) for s in shares]


#: Curves that fall together stay visible: the later one is thinner.
STYLES = {"on": {"color": GAUGE["on"], "linewidth": 3, "markersize": 7, "marker": "o"},
          "off": {"color": GAUGE["off"], "linewidth": 1.4, "markersize": 3.5, "marker": "o"}}


def plot(axes, lines, x, style, place=lambda point: point, **fixed):
    at, mean, least, most = curve(lines, x, **fixed)
    at = [place(point) for point in at]
    axes.fill_between(at, least, most, color=style["color"], alpha=0.12, linewidth=0)
    axes.plot(at, mean, **style)


def shares_axis(axes):
    axes.set_ylim(-3, 104)
    axes.set_ylabel("rows with the right zeros and ties [%]")


class Start(Figure):
    """Left: noise on the truth, and the SVD start at a place of its own. Right: the truth times I + noise."""

    name = "start"
    NOISE = (0.0, 0.3, 0.6, 0.9, 1.2, 1.5, 3.0, 5.0, 8.0)
    SVD_PLACE = 10.0
    TURN = (0.0, 0.03, 0.1, 0.2, 0.3, 0.5)
    EPS = (1e-4, 1e-8)

    def fits(self):
        near = [{"turn": 0.0, "eps": self.EPS[0]}]
        yield from self.planted_fits(near, [(gauge, start) for start in (*self.NOISE, "svd") for gauge in GAUGE])
        turns = [{"turn": turn, "eps": eps} for eps in self.EPS for turn in self.TURN]
        yield from self.planted_fits(turns, [(gauge, "in another basis") for gauge in GAUGE])

    def draw(self, lines):
        figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True, layout="constrained")
        labels = [(STYLES["on"], "gauge on, either eps")]
        for gauge in GAUGE:
            style = STYLES[gauge]
            near = [line for line in lines if line["start"] not in ("svd", "in another basis")]
            plot(left, near, "start", style, self.NOISE.index, gauge=gauge)
            _, mean, least, most = curve(lines, "turn", gauge=gauge, start="svd")
            left.errorbar([self.SVD_PLACE], mean, [[mean[0] - least[0]], [most[0] - mean[0]]], capsize=3,
                          **{**style, "marker": "D"})
            for eps, dashes in zip(self.EPS, ("-", "--")):
                drawn = {**style, "linestyle": dashes, "marker": "o" if eps == self.EPS[0] else "s"}
                plot(right, lines, "turn", drawn, gauge=gauge, start="in another basis", eps=eps)
                if gauge == "off":
                    labels.append((drawn, f"gauge off, eps {eps:g}"))
        left.axvline(self.SVD_PLACE - 1, color="#bbbbbb", linewidth=0.8)
        left.set_xticks([*range(len(self.NOISE)), self.SVD_PLACE], [*(f"{noise:g}" for noise in self.NOISE), "SVD"])
        left.set_xlabel("start: truth plus noise of this deviation, or SVD")
        right.set_xlabel("start: truth in the basis I + noise of this deviation")
        shares_axis(left)
        legend_below(figure, labels)
        return figure


# ---- all of it ----

def main():
    parser = arguments_of(__doc__)
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="drawn matrices per point [10]")
    arguments = parser.parse_args()
    make([Start(Program(arguments.grmf), arguments.seeds)], arguments)


if __name__ == "__main__":
    main()
