#!/usr/bin/env python3
"""Draws the figures of docs/recovery.md: how near to the truth does a fit come?

    python3 bench/recovery.py --grmf build/release/cli/grmf --out docs/figures [--data PICTURES] [--tables DIR]
                              [--only planted ...]

Needs NumPy and matplotlib, and for all figures about ten minutes on two cores. Every figure is made by calling the
program, and leaves NAME.csv, with one line per fit, and NAME.svg. Without --data, `planted` alone is drawn.

RMAE is sum |estimate - truth| / sum |truth|. Pictures come from --data, a folder with the folders yale_b, orl, coil20 and
jaffe of grey pictures. Every 40th is taken, 5 or 6 of each set, and `grmf corrupt --seed 1` makes a share of the pixels
black or white. Ranks are those of the paper, where a figure does not say otherwise. The median filter takes the median
of the 5 x 5 neighbours of an entry.

    corruption     mean RMAE of pictures against the share of destroyed pixels. The lines add one part after the other:
                   the SVD start with almost no ridge, the ridge, the robust start, sparsity and grouping, which makes
                   all defaults, and then rank and loss chosen by the program, which takes longest and has four
                   points
    recovery_rank  mean RMAE of pictures with half of the pixels destroyed against the rank; what is not named is as by
                   default. l1_rank is the paper's rank + 2
    planted        mean RMAE of data without neighbours against the share of outliers, with the lines of `corruption`.
                   The data are U V^T, 300 x 200 of rank 6 with normal factors, plus dense normal noise of deviation
                   0.05, plus normal outliers of deviation 30. Means of 3 draws
    defaults       the sweep behind the defaults: what sparsity and grouping of several strengths save and cost, and the
                   ridge
    starts         objective and RMAE from 50 random starts, from the SVD and from the robust start. One picture of
                   each set, half of its pixels destroyed, and planted data with half of the entries hit; grmf without
                   sparsity and grouping, and prmf
"""

import matplotlib.pyplot as plt
import numpy as np
from figures import arguments_of, legend_below, make
from matplotlib.ticker import LogLocator, NullFormatter
from program import PICTURE_RANKS, TITLES, Program, rmae

PLAIN = {"lambda1": 0, "lambda2": 0}
SHARES = tuple(tenths / 10 for tenths in range(8))
SEED = 1
PLANTED_RANK = 6

#: Options of the lines that add one part after the other. The median filter has none.
PARTS = {"bare": {"init": "svd", **PLAIN, "lambda3": 0.001}, "ridge": {"init": "svd", **PLAIN}, "robust": PLAIN, "grouping": {},
         "auto": {"loss": "auto"}, "median": None}
PART_LABELS = {"bare": "SVD start, no ridge", "ridge": "+ ridge", "robust": "+ robust start", "grouping": "+ grouping: the defaults",
               "auto": "rank and loss auto", "median": "5 x 5 median filter"}


def styled(colour, marker, width=1.6, dashes="-"):
    return {"color": colour, "marker": marker, "markersize": 4, "linewidth": width, "linestyle": dashes}


MEDIAN = {"color": "#222222", "linewidth": 1.4, "linestyle": "--"}
#: Lines that fall together stay visible: the later one is thinner.
PART_STYLES = {"bare": styled("#999999", "v"), "ridge": {**styled("#f0c040", "s", 5), "markersize": 8},
               "robust": styled("#0072b2", "o", 2.2), "grouping": styled("#009e73", "^", 1.2), "auto": styled("#d55e00", "D"),
               "median": {**MEDIAN, "marker": "x", "markersize": 4}}


# ---- data ----

def pictures(folder, name):
    return sorted((folder / name).glob("*.png"))[::40]


def planted(seed, share):
    """U V^T and the data."""
    rng = np.random.default_rng(seed)
    truth = rng.standard_normal((300, PLANTED_RANK)) @ rng.standard_normal((200, PLANTED_RANK)).T
    y = truth + 0.05 * rng.standard_normal(truth.shape)
    hit = rng.random(y.shape) < share
    y[hit] += 30 * rng.standard_normal(hit.sum())
    return truth, y


def median_filter(y):
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(y, 2, mode="edge"), (5, 5))
    return np.median(windows, axis=(2, 3))


# ---- figures ----

class Figure:
    def __init__(self, program, folder=None):
        self.program = program
        self.folder = folder

    def picture(self, path, share):
        return self.program.corrupted(path, SEED, 0), self.program.corrupted(path, SEED, share)

    def fit(self, truth, y, rank, options):
        """One line of a table; without options, of the median filter."""
        if options is None:
            return {"rmae": rmae(truth, median_filter(y)), "rank": "", "objective": "", "sweeps": "", "status": "", "seconds": "", "chosen": ""}
        u, v, said = self.program.fit(y, "auto" if options.get("loss") == "auto" else rank, options)
        return {"rmae": rmae(truth, u @ v.T), **{key: said[key] for key in ("rank", "objective", "sweeps", "status", "seconds", "chosen")}}


def plot_means(axes, lines, x, style, scale=1.0, **fixed):
    """Mean RMAE of the lines with these values, for every x."""
    mine = [line for line in lines if all(line[key] == value for key, value in fixed.items())]
    at = sorted({line[x] for line in mine})
    axes.plot([scale * point for point in at], [np.mean([line["rmae"] for line in mine if line[x] == point]) for point in at], **style)


def log_axis(axis, subs):
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_major_formatter("{x:g}")
    axis.set_minor_formatter(NullFormatter())


class Corruption(Figure):
    name = "corruption"
    AUTO_SHARES = (0.0, 0.3, 0.5, 0.7)

    def fits(self):
        for name, rank in PICTURE_RANKS.items():
            for path in pictures(self.folder, name):
                for part in PARTS:
                    for share in self.AUTO_SHARES if part == "auto" else SHARES:
                        yield lambda n=name, r=rank, p=path, s=share, k=part: {
                            "set": n, "picture": p.stem, "share": s, "line": k, **self.fit(*self.picture(p, s), r, PARTS[k])}

    def draw(self, lines):
        figure, panels = plt.subplots(2, 2, figsize=(9, 6.6), sharex=True, sharey=True, layout="constrained")
        for axes, name in zip(panels.flat, PICTURE_RANKS):
            for part, style in PART_STYLES.items():
                plot_means(axes, lines, "share", style, 100, set=name, line=part)
            axes.set_yscale("log")
            log_axis(axes.yaxis, (1, 2, 5))
            axes.set_title(f"{TITLES[name]}, rank {PICTURE_RANKS[name]}", fontsize=9)
        for axes in panels[1]:
            axes.set_xlabel("destroyed pixels [%]")
        for axes in panels[:, 0]:
            axes.set_ylabel("mean RMAE")
        legend_below(figure, [(style, PART_LABELS[part]) for part, style in PART_STYLES.items()], 3)
        return figure


class RecoveryRank(Figure):
    name = "recovery_rank"
    SHARE = 0.5
    RANKS = range(1, 16)
    LINES = {"l1": {}, "l1 svd": {"init": "svd"}, "atan": {"loss": "atan"}, "atan l1_rank": {"loss": "atan"}, "median": None}
    LABELS = {"l1": "l1, robust start", "l1 svd": "l1, SVD start", "atan": "atan", "atan l1_rank": "atan, l1_rank: the paper's rank + 2",
              "median": "5 x 5 median filter"}
    STYLES = {"l1": styled("#0072b2", "^", 4), "l1 svd": styled("#e69f00", "s"), "atan": styled("#cc79a7", "o", 4),
              "atan l1_rank": styled("#d55e00", "D"), "median": MEDIAN}

    def fits(self):
        for name, paper in PICTURE_RANKS.items():
            for path in pictures(self.folder, name):
                for line, options in self.LINES.items():
                    if line == "atan l1_rank":
                        options = {**options, "l1-rank": paper + 2}
                    for rank in self.RANKS:
                        if options is not None or rank == self.RANKS[0]:
                            yield lambda n=name, p=path, k=line, r=rank, o=options: {
                                "set": n, "picture": p.stem, "line": k, **self.fit(*self.picture(p, self.SHARE), r, o)}

    def draw(self, lines):
        figure, panels = plt.subplots(2, 2, figsize=(9, 6.6), sharex=True, layout="constrained")
        for axes, (name, paper) in zip(panels.flat, PICTURE_RANKS.items()):
            for line, style in self.STYLES.items():
                if line == "median":
                    axes.axhline(np.mean([row["rmae"] for row in lines if row["set"] == name and row["line"] == line]), **style)
                else:
                    plot_means(axes, lines, "rank", style, set=name, line=line)
            axes.axvline(paper, color="#bbbbbb", linewidth=1, linestyle=":", zorder=0)
            axes.set_title(f"{TITLES[name]}, the paper's rank {paper} (dotted)", fontsize=9)
            axes.set_xticks(self.RANKS[::2])
            axes.set_ylim(bottom=0)
        for axes in panels[1]:
            axes.set_xlabel("rank")
        for axes in panels[:, 0]:
            axes.set_ylabel("mean RMAE, half of the pixels destroyed")
        legend_below(figure, [(style, self.LABELS[line]) for line, style in self.STYLES.items()], 3)
        return figure


class Planted(Figure):
    name = "planted"
    DRAWS = 3

    def fits(self):
        for seed in range(self.DRAWS):
            for share in SHARES:
                for part, options in PARTS.items():
                    yield lambda k=seed, s=share, p=part, o=options: {
                        "seed": k, "share": s, "line": p, **self.fit(*planted(k, s), PLANTED_RANK, o)}

    def draw(self, lines):
        figure, axes = plt.subplots(figsize=(6.4, 4.4), layout="constrained")
        for part, style in PART_STYLES.items():
            plot_means(axes, lines, "share", style, 100, line=part)
        axes.set_yscale("log")
        log_axis(axes.yaxis, (1, 2, 5))
        axes.set_xlabel("outliers [% of the entries]")
        axes.set_ylabel("mean RMAE")
        legend_below(figure, [(style, PART_LABELS[part]) for part, style in PART_STYLES.items()], 3)
        return figure


class Defaults(Figure):
    """The sweep by which lambda1 = lambda2, tau1 = tau2 and lambda3 were set, on intact and on corrupted pictures alike."""

    name = "defaults"
    SHARES = {0.0: 1, 0.5: 0}  # intact pictures have the paper's ranks + 1
    STRUCTURE = [(0, 0.05), *((strength, tau) for strength in (0.0005, 0.001, 0.003) for tau in (0.03, 0.05, 0.1))]
    RIDGES = (0.2, 0.3, 0.4, 0.5, 0.6)
    CHOSEN = {"lambda": 0.001, "tau": 0.05, "lambda3": 0.4}
    COLOURS = dict(zip(PICTURE_RANKS, ("#0072b2", "#d55e00", "#009e73", "#cc79a7")))

    def cells(self):
        for strength, tau in self.STRUCTURE:
            yield {**self.CHOSEN, "lambda": strength, "tau": tau}
        for ridge in self.RIDGES:
            if ridge != self.CHOSEN["lambda3"]:
                yield {**self.CHOSEN, "lambda3": ridge}

    def cell(self, truth, y, rank, cell):
        options = {"lambda1": cell["lambda"], "lambda2": cell["lambda"], "tau1": cell["tau"], "tau2": cell["tau"], "lambda3": cell["lambda3"]}
        u, v, said = self.program.fit(y, rank, options)
        return {**cell, "rmae": rmae(truth, u @ v.T), "tied": said["tied"]}

    def fits(self):
        for name, rank in PICTURE_RANKS.items():
            for path in pictures(self.folder, name):
                for share, more in self.SHARES.items():
                    for cell in self.cells():
                        yield lambda n=name, r=rank + more, p=path, s=share, c=cell: {
                            "set": n, "picture": p.stem, "share": s, **self.cell(*self.picture(p, s), r, c)}

    def draw(self, lines):
        def mean(value, **fixed):
            return np.mean([line[value] for line in lines if all(line[key] == x for key, x in fixed.items())])

        figure, panels = plt.subplots(2, 2, figsize=(9, 6.6), sharey="row", layout="constrained")
        for column, share in enumerate(self.SHARES):
            for name, colour in self.COLOURS.items():
                fixed = {"set": name, "share": share}
                plain = mean("rmae", **fixed, **{**self.CHOSEN, "lambda": 0})
                for strength, tau in self.STRUCTURE:
                    at = {**fixed, **self.CHOSEN, "lambda": strength, "tau": tau}
                    chosen = (strength, tau) == (self.CHOSEN["lambda"], self.CHOSEN["tau"])
                    panels[0, column].plot(100 * mean("tied", **at), 100 * (mean("rmae", **at) / plain - 1), "D" if chosen else "o", color=colour,
                                           markersize=7 if chosen else 4)
                ridge = [mean("rmae", **fixed, **{**self.CHOSEN, "lambda3": value}) for value in self.RIDGES]
                panels[1, column].plot(self.RIDGES, [100 * (value / min(ridge) - 1) for value in ridge], "o-", color=colour, markersize=4)
            panels[0, column].set_title("intact" if share == 0 else "half of the pixels destroyed", fontsize=9)
            panels[0, column].set_xlabel("entries that are zero or repeat one of their row [%]")
            panels[1, column].set_xlabel("lambda3")
        panels[0, 0].set_ylabel("RMAE above lambda1 = lambda2 = 0 [%]")
        panels[1, 0].set_ylabel("RMAE above the best lambda3 [%]")
        dot = {"marker": "o", "linestyle": ""}
        legend_below(figure, [*(({**dot, "color": colour}, TITLES[name]) for name, colour in self.COLOURS.items()),
                              ({**dot, "marker": "D", "color": "#555555"}, "the default")])
        return figure


class Starts(Figure):
    name = "starts"
    SHARE = 0.5
    RANDOM = 50
    METHODS = {"grmf": PLAIN, "prmf": {}}
    RANDOM_STYLE = {"color": "#0072b2", "marker": "o", "markersize": 3, "linestyle": "", "alpha": 0.4, "markeredgewidth": 0}
    MARKED = {"svd": {"color": "#e69f00", "linewidth": 2}, "robust": {"color": "#d55e00", "linewidth": 2, "linestyle": (0, (2, 1))}}

    def fits(self):
        data = {name: (lambda n=name: self.picture(pictures(self.folder, n)[0], self.SHARE), rank) for name, rank in PICTURE_RANKS.items()}
        data["planted"] = (lambda: planted(0, self.SHARE), PLANTED_RANK)
        starts = [("svd", 0), ("robust", 0), *(("random", seed) for seed in range(self.RANDOM))]
        for name, (load, rank) in data.items():
            for method, options in self.METHODS.items():
                for start, seed in starts:
                    chosen = {**options, "method": method, "init": start, "seed": seed}
                    yield lambda n=name, d=load, r=rank, m=method, s=start, k=seed, o=chosen: {
                        "set": n, "method": m, "start": s, "seed": k, **self.fit(*d(), r, o)}

    def panel(self, axes, lines, value):
        """Random starts as dots side by side, the others as lines across them."""
        axes.set_xticks(range(len(self.METHODS)), self.METHODS)
        axes.set_xlim(-0.6, len(self.METHODS) - 0.4)
        axes.grid(False, axis="x")
        for place, method in enumerate(self.METHODS):
            mine = [line for line in lines if line["method"] == method]
            dots = [value(line, mine) for line in mine if line["start"] == "random"]
            axes.plot(place + np.linspace(-0.3, 0.3, len(dots)), dots, **self.RANDOM_STYLE)
            for start, style in self.MARKED.items():
                axes.hlines([value(line, mine) for line in mine if line["start"] == start], place - 0.4, place + 0.4, zorder=3, **style)

    def draw(self, lines):
        def above(line, others):
            return 100 * (line["objective"] / min(other["objective"] for other in others) - 1)

        names = [*PICTURE_RANKS, "planted"]
        figure, panels = plt.subplots(2, len(names), figsize=(11, 5.4), sharex=True, layout="constrained")
        for (upper, lower), name in zip(panels.T, names):
            mine = [line for line in lines if line["set"] == name]
            self.panel(upper, mine, above)
            self.panel(lower, mine, lambda line, _: line["rmae"])
            upper.set_title(TITLES.get(name, name), fontsize=9)
            low, high = lower.get_ylim()
            lower.set_ylim(min(low, 0.97 * high), max(high, 1.03 * low))
        top = max(upper.get_ylim()[1] for upper in panels[0])
        for upper in panels[0]:
            upper.set_ylim(-0.05 * top, top)
        panels[0, 0].set_ylabel("objective, above the lowest seen [%]")
        panels[1, 0].set_ylabel("RMAE")
        legend_below(figure, [(self.RANDOM_STYLE, f"{self.RANDOM} random starts"), (self.MARKED["svd"], "SVD start"),
                              (self.MARKED["robust"], "robust start")])
        return figure


def main():
    arguments = arguments_of(__doc__).parse_args()
    program = Program(arguments.grmf)
    figures = [Planted(program)]
    if arguments.data:
        figures += [kind(program, arguments.data) for kind in (Defaults, Starts, RecoveryRank, Corruption)]
    make(figures, arguments)


if __name__ == "__main__":
    main()
