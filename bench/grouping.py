#!/usr/bin/env python3
"""Draws the figures of docs/grouping.md: does a fit find the groups that are there?

    python3 bench/grouping.py --grmf build/release/cli/grmf --out docs/figures [--data PICTURES] [--only rank ...]

Needs NumPy and matplotlib, and for all figures about an hour on two cores. Every figure is made by calling the program, and
leaves NAME.csv, with one line per fit, and NAME.svg.

Planted data. Every row of U (d x r) and V (n x r) has one to three distinct values out of 0, 2.5, -4 and 6. The data
are U V^T, plus dense normal noise where a figure says so, plus normal outliers of deviation 60 at a tenth of the
entries. A fitted row is right if its zeros and its ties are exactly (==) those of the true row, for one permutation of
the columns that is the same for all rows of both factors, the best there is. The basis is otherwise the program's own
choice: a row that is right up to a turn is not right.

    start     share of right rows against the noise of a start near the truth, from the SVD start, and from the truth
              in another basis
    dense     ... against dense noise, for three widths of the smoothing of the l1 loss
    outliers  ... against the share of outliers
    lambda    ... against lambda1 = lambda2, with dense noise
    rank      ... against the rank, for four sizes of the data, from the SVD start
    pictures  zeros and ties against the error of recovery; only with --data, a folder with the folders yale_b, orl,
              coil20 and jaffe of grey pictures, of which every tenth is taken
"""

import matplotlib.pyplot as plt
import numpy as np
from figures import arguments_of, legend_below, make
from program import PICTURE_RANKS, Program, rmae

VALUES = (0, 2.5, -4, 6)
STRENGTH = {"lambda1": 30, "lambda2": 30, "tau1": 1, "tau2": 1}
PLANTED = {"scaling": "absolute", "init": "svd", **STRENGTH, "lambda3": 0.1, "eps": 1e-4, "max-sweeps": 2000}
SIZES = ((60, 50), (120, 90), (200, 150), (300, 200))


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


def planted(seed, d=120, n=90, r=5, dense=0.0, outliers=0.1):
    """U, V, the data, and the random numbers that are left."""
    rng = np.random.default_rng(seed)
    u, v = grouped_factor(rng, d, r), grouped_factor(rng, n, r)
    y = u @ v.T + dense * rng.standard_normal((d, n))
    hit = rng.random(y.shape) < outliers
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


def planted_fit(program, seed, gauge, start, d=120, n=90, r=5, dense=0.0, outliers=0.1, turn=None, **options):
    """One fit of planted data. `start` is "svd", "in another basis" by `turn`, or the deviation of noise on the truth."""
    u, v, y, rng = planted(seed, d, n, r, dense, outliers)
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
NEAR = 1.0  # deviation of the noise on a start near the truth


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


ALL_STARTS = [("on", "svd"), ("on", NEAR), ("off", "svd"), ("off", NEAR), ("off", 0.0)]


def curve(lines, x, **fixed):
    """Mean, least and largest share of right rows of the lines with these values, for every x, in percent."""
    mine = [line for line in lines if all(line[key] == value for key, value in fixed.items())]
    at = sorted({line[x] for line in mine})
    shares = [[100 * line["right"] for line in mine if line[x] == point] for point in at]
    return at, [np.mean(s) for s in shares], [min(s) for s in shares], [max(s) for s in shares]


#: Curves that fall together stay visible: the later one is thinner.
STYLES = {"on": {"color": GAUGE["on"], "linewidth": 3, "markersize": 7, "marker": "o"},
          "off": {"color": GAUGE["off"], "linewidth": 1.4, "markersize": 3.5, "marker": "o"},
          "truth": {"color": "#444444", "linewidth": 1, "markersize": 4, "marker": "^", "linestyle": ":"}}


def plot(axes, lines, x, style, place=lambda point: point, **fixed):
    at, mean, least, most = curve(lines, x, **fixed)
    at = [place(point) for point in at]
    axes.fill_between(at, least, most, color=style["color"], alpha=0.12, linewidth=0)
    axes.plot(at, mean, **style)


def plot_starts(axes, lines, x, place=lambda point: point, **fixed):
    plot(axes, lines, x, STYLES["on"], place, gauge="on", start="svd", **fixed)
    plot(axes, lines, x, STYLES["off"], place, gauge="off", start="svd", **fixed)
    plot(axes, lines, x, STYLES["truth"], place, gauge="off", start=0.0, **fixed)


def legend_of_starts(figure):
    legend_below(figure, [(STYLES["on"], "gauge on, SVD start"), (STYLES["off"], "gauge off, SVD start"),
                          (STYLES["truth"], "start at the truth: what the model can hold")])


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


class Dense(Figure):
    name = "dense"
    NOISE = (0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
    EPS = (1e-4, 1e-2, 1.0)

    def fits(self):
        return self.planted_fits([{"dense": dense, "eps": eps} for eps in self.EPS for dense in self.NOISE], ALL_STARTS)

    def draw(self, lines):
        figure, panels = plt.subplots(1, 3, figsize=(9, 3.6), sharey=True, layout="constrained")
        for axes, eps in zip(panels, self.EPS):
            plot_starts(axes, lines, "dense", self.NOISE.index, eps=eps)
            axes.set_xticks(range(len(self.NOISE)), [f"{noise:g}" for noise in self.NOISE], fontsize=7)
            axes.set_title(f"eps = {eps:g} (width {eps ** 0.5:g})", fontsize=9)
            axes.set_xlabel("deviation of the dense noise")
        shares_axis(panels[0])
        legend_of_starts(figure)
        return figure


class Outliers(Figure):
    name = "outliers"

    def fits(self):
        return self.planted_fits([{"outliers": share} for share in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)], ALL_STARTS)

    def draw(self, lines):
        figure, axes = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
        plot_starts(axes, lines, "outliers", lambda share: 100 * share)
        axes.set_xlabel("outliers [% of the entries]")
        shares_axis(axes)
        legend_of_starts(figure)
        return figure


class Lambda(Figure):
    name = "lambda"
    DENSE = 0.05

    def fits(self):
        return self.planted_fits([{"lambda1": strength, "lambda2": strength, "dense": self.DENSE}
                                  for strength in (1, 3, 10, 20, 30, 50, 70, 100)], ALL_STARTS)

    def draw(self, lines):
        figure, axes = plt.subplots(figsize=(6.4, 3.8), layout="constrained")
        plot_starts(axes, lines, "lambda1")
        axes.set_xscale("log")
        axes.set_xticks([1, 3, 10, 30, 100], ["1", "3", "10", "30", "100"])
        axes.set_xticks([], minor=True)
        axes.set_xlabel(f"lambda1 = lambda2 (dense noise {self.DENSE:g}, eps 1e-4)")
        shares_axis(axes)
        legend_of_starts(figure)
        return figure


class Rank(Figure):
    name = "rank"
    COLOURS = ("#cc79a7", "#0072b2", "#009e73", "#e69f00")
    WITHOUT = (120, 90)  # the size that is fitted without gauge steps too

    def fits(self):
        for d, n in SIZES:
            points = [{"d": d, "n": n, "r": r} for r in range(3, 9)]
            yield from self.planted_fits(points, [("on", "svd")])
            if (d, n) == self.WITHOUT:
                yield from self.planted_fits(points, [("off", "svd")])

    def draw(self, lines):
        figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
        for (d, n), colour, marker in zip(SIZES, self.COLOURS, "os^D"):
            at, mean, _, _ = curve(lines, "r", d=d, n=n, gauge="on")
            axes.plot(at, mean, color=colour, marker=marker, markersize=4, linewidth=1.6, label=f"{d} x {n}")
        at, mean, _, _ = curve(lines, "r", gauge="off")
        axes.plot(at, mean, "--", color=GAUGE["off"], marker="x", markersize=4, linewidth=1.2,
                  label="gauge off, {} x {}".format(*self.WITHOUT))
        axes.set_xticks(range(3, 9))
        axes.set_xlabel("rank")
        shares_axis(axes)
        axes.legend(frameon=False, loc="center left", fontsize=8)
        return figure


class Pictures(Figure):
    """Half of the pixels become black or white; ridge and smoothing are those of the defaults.

    Four fits of each: without lambda1 and lambda2 ("none"); with them and without gauge steps, from the SVD start
    ("off") and from the fit without them ("after"), which is where a fit with gauge steps ("on") begins, too.
    """

    name = "pictures"
    COLOURS = dict(zip(PICTURE_RANKS, ("#0072b2", "#d55e00", "#009e73", "#cc79a7")))
    KINDS = ("none", "off", "after", "on")

    def __init__(self, program, folder):
        super().__init__(program, 0)
        self.folder = folder

    def fits(self):
        for name, rank in PICTURE_RANKS.items():
            for k, picture in enumerate(sorted((self.folder / name).glob("*.png"))[::10]):
                for kind in self.KINDS:
                    yield lambda n=name, r=rank, s=k + 1, p=picture, x=kind: self.fit(n, r, s, p, x)

    def fit(self, name, rank, seed, picture, kind):
        clean = self.program.corrupted(picture, seed, 0)
        noisy = self.program.corrupted(picture, seed)
        width = 0.01 * np.median(noisy[noisy != 0])
        options = {"scaling": "absolute", "init": "svd", **STRENGTH, "lambda3": 0.2 * max(noisy.shape) ** 0.5, "eps": width ** 2,
                   "tolerance": 1e-10, "max-sweeps": 20000, "gauge": "on" if kind == "on" else "off"}
        plain = {**options, "lambda1": 0, "lambda2": 0}
        start = self.program.fit(noisy, rank, plain)[:2] if kind == "after" else None
        u, v, said = self.program.fit(noisy, rank, plain if kind == "none" else options, start)
        return {"set": name, "picture": picture.stem, "seed": seed, "kind": kind, "rmae": rmae(clean, u @ v.T),
                **{key: said[key] for key in ("tied", "sparsity", "objective", "certificate", "sweeps", "status", "seconds")}}

    def draw(self, lines):
        figure, panels = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
        plain = {(line["set"], line["picture"]): line["rmae"] for line in lines if line["kind"] == "none"}
        for axes, before in zip(panels, ("off", "after")):
            for name, colour in self.COLOURS.items():
                ends = []
                for kind, marker, fill in ((before, "o", "white"), ("on", "D", colour)):
                    mine = [line for line in lines if line["set"] == name and line["kind"] == kind]
                    tied = [100 * line["tied"] for line in mine]
                    worse = [100 * (line["rmae"] / plain[name, line["picture"]] - 1) for line in mine]
                    axes.plot(tied, worse, marker, color=colour, alpha=0.3, markersize=3, markeredgewidth=0)
                    ends.append((np.mean(tied), np.mean(worse)))
                    axes.plot(*ends[-1], marker, markersize=8, markerfacecolor=fill, markeredgecolor=colour, zorder=3)
                axes.annotate("", ends[1], ends[0],
                              arrowprops={"arrowstyle": "->", "color": colour, "shrinkA": 4, "shrinkB": 4})
            axes.axhline(0, color="#bbbbbb", linewidth=0.8, zorder=0)
            axes.set_xlabel("entries that are zero or repeat one of their row [%]")
        panels[0].set_title("gauge off: from the SVD start", fontsize=9)
        panels[1].set_title("gauge off: from the fit with lambda1 = lambda2 = 0", fontsize=9)
        panels[0].set_ylabel("RMAE, more than with lambda1 = lambda2 = 0 [%]")
        legend_below(figure, [({"color": colour, "linestyle": "", "marker": "D"}, name)
                              for name, colour in self.COLOURS.items()] +
                     [({"color": "#555555", "markerfacecolor": "white", "linestyle": "", "marker": "o"}, "gauge off"),
                      ({"color": "#555555", "linestyle": "", "marker": "D"}, "gauge on")])
        return figure


# ---- all of it ----

def main():
    parser = arguments_of(__doc__)
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="drawn matrices per point [10]")
    arguments = parser.parse_args()
    program = Program(arguments.grmf)
    figures = [kind(program, arguments.seeds) for kind in (Start, Dense, Outliers, Lambda, Rank)]
    if arguments.data:
        figures.append(Pictures(program, arguments.data))
    make(figures, arguments)


if __name__ == "__main__":
    main()
