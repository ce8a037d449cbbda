#!/usr/bin/env python3
"""Draws the figures of docs/grouping.md on groups that are found without a number being given.

    python3 bench/groups.py --grmf build/release/bench/grmf_groups --out docs/figures [--only noise ...]

Needs matplotlib, and about a quarter of an hour on two cores. Every line of a table is a cell of ten draws, measured by
grmf_groups, which says what the data are.

    noise  rows whose zeros and ties are right, and the error by that of an oracle, against dense noise
    rank   ... against the rank, for three sizes of the data
"""

import statistics
import subprocess

import matplotlib.pyplot as plt
from figures import arguments_of, legend_below, make

COLOURS = {3: "#56b4e9", 4: "#0072b2", 5: "#009e73", 6: "#d55e00"}
FOUND = {"linewidth": 1.8, "marker": "o", "markersize": 5}
TRUTH = {"linewidth": 1, "linestyle": ":", "marker": "^", "markersize": 4}
OFF = {"linewidth": 1.2, "linestyle": "--", "marker": "s", "markersize": 3}
GREY = {"color": "#444444"}


def cell(program, rows, cols, rank, noise, draws):
    """The means over the draws of one cell."""
    settings = {"rows": rows, "cols": cols, "rank": rank, "noise": noise, "draws": draws}
    command = [program, *(str(word) for pair in settings.items() for word in pair)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[1:]
    draws_of = [line.split() for line in said]

    def mean(place):
        return statistics.mean(float(draw[place]) for draw in draws_of)

    return {**settings, "found": sum(draw[0] == "found" for draw in draws_of), "right": mean(4), "right_from_truth": mean(5),
            "error": mean(6), "by_oracle": mean(7), "by_oracle_from_truth": mean(8), "off_by_oracle": mean(9)}


class Figure:
    def __init__(self, program, draws):
        self.program = program
        self.draws = draws

    def fits(self):
        for rows, cols, rank, noise in self.cells():
            yield lambda a=rows, b=cols, r=rank, s=noise: cell(self.program, a, b, r, s, self.draws)


def plot_all(axes, lines, x, colour):
    """The share of right rows on the left, and the errors on the right."""
    lines = sorted(lines, key=lambda line: line[x])

    def plot(panel, y, times, style):
        panel.plot([line[x] for line in lines], [times * line[y] for line in lines], color=colour, **style)

    plot(axes[0], "right", 100, FOUND)
    plot(axes[0], "right_from_truth", 100, TRUTH)
    plot(axes[1], "by_oracle", 1, FOUND)
    plot(axes[1], "by_oracle_from_truth", 1, TRUTH)
    plot(axes[1], "off_by_oracle", 1, OFF)


def finished(figure, axes, labels):
    axes[0].set_ylabel("rows with the right zeros and ties [%]")
    axes[0].set_ylim(-3, 104)
    axes[1].set_ylabel("error by that of the oracle")
    axes[1].set_ylim(bottom=0.9)
    legend_below(figure, [*(({"color": colour, **FOUND}, label) for colour, label in labels),
                          ({**GREY, **TRUTH}, "start at the truth"), ({**GREY, **OFF}, "$\\lambda_1 = \\lambda_2 = 0$")])
    return figure


class Noise(Figure):
    name = "noise"
    SIZE = (300, 200)
    NOISE = (0.05, 0.5, 1, 2, 5, 10)

    def cells(self):
        return [(*self.SIZE, rank, noise) for rank in COLOURS for noise in self.NOISE]

    def draw(self, lines):
        figure, axes = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
        for rank, colour in COLOURS.items():
            mine = [line for line in lines if line["rank"] == rank]
            plot_all(axes, mine, "noise", colour)
        for panel in axes:
            panel.set_xscale("log")
            panel.set_xticks(self.NOISE, [f"{noise:g}" for noise in self.NOISE])
            panel.minorticks_off()
            panel.set_xlabel("deviation of the dense noise (U V$^T$: about 25)")
        return finished(figure, axes, [(colour, f"r = {rank}") for rank, colour in COLOURS.items()])


class Rank(Figure):
    name = "rank"
    SIZES = {(60, 50): "#d55e00", (120, 90): "#009e73", (300, 200): "#0072b2"}
    RANKS = (2, 3, 4, 5, 6, 7, 8)
    NOISE = 0.5

    def cells(self):
        return [(*size, rank, self.NOISE) for size in self.SIZES for rank in self.RANKS]

    def draw(self, lines):
        figure, axes = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
        for size, colour in self.SIZES.items():
            mine = [line for line in lines if (line["rows"], line["cols"]) == size]
            plot_all(axes, mine, "rank", colour)
        for panel in axes:
            panel.set_xlabel(f"rank (dense noise {self.NOISE:g})")
        return finished(figure, axes, [(colour, f"{size[0]} x {size[1]}") for size, colour in self.SIZES.items()])


def main():
    parser = arguments_of(__doc__)
    parser.add_argument("--draws", type=int, default=10, metavar="N", help="draws of a cell [10]")
    arguments = parser.parse_args()
    make([kind(arguments.grmf, arguments.draws) for kind in (Noise, Rank)], arguments)


if __name__ == "__main__":
    main()
