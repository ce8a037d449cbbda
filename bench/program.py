"""What the scripts that draw figures share: calls of the program, tables, and the look of a figure."""

import argparse
import csv
import json
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402

PICTURE_RANKS = {"yale_b": 4, "orl": 3, "coil20": 4, "jaffe": 4}


# ---- the program ----

def flags(options):
    return [word for name, value in options.items() for word in (f"--{name}", str(value))]


class Program:
    def __init__(self, path):
        self.path = path

    def call(self, *words):
        return subprocess.run([self.path, *map(str, words)], check=True, capture_output=True, text=True).stdout

    def fit(self, y, rank, options, start=None):
        """U, V and what the program says of them. On one thread: the result is the same, and fits run side by side."""
        with tempfile.TemporaryDirectory() as folder:
            data, model = f"{folder}/y.npy", f"{folder}/model.npz"
            np.save(data, y)
            words = ["fit", data, "-r", rank, "-o", model, "--json", "-q", "--threads", 1, *flags(options)]
            if start is not None:
                np.savez(f"{folder}/start.npz", u=start[0], v=start[1])
                words += ["--start", f"{folder}/start.npz"]
            said = json.loads(self.call(*words))
            with np.load(model) as factors:
                return factors["u"], factors["v"], said

    def corrupted(self, picture, seed, ratio=0.5):
        """The picture with this share of its pixels black or white; the picture itself at ratio 0."""
        with tempfile.TemporaryDirectory() as folder:
            self.call("corrupt", picture, "-o", f"{folder}/noisy.npy", "--ratio", ratio, "--seed", seed)
            return np.load(f"{folder}/noisy.npy")


def rmae(truth, estimate):
    return np.abs(estimate - truth).sum() / np.abs(truth).sum()


# ---- tables ----

def write(lines, path):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, lines[0])
        writer.writeheader()
        for line in lines:
            writer.writerow({key: f"{value:.9g}" if isinstance(value, float) else value for key, value in line.items()})


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


def read(path):
    with open(path, newline="") as file:
        return [{key: number(value) for key, value in line.items()} for line in csv.DictReader(file)]


# ---- figures: each has a name, `fits`: functions that each make one line of its table, and `draw` ----

def legend_below(figure, labels, columns=None):
    figure.legend(handles=[Line2D([], [], **style, label=label) for style, label in labels],
                  loc="outside lower center", ncols=columns or len(labels), frameon=False, fontsize=8)


def measure(figure, path, jobs):
    with ThreadPoolExecutor(jobs) as pool:
        write(list(pool.map(lambda fit: fit(), figure.fits())), path)


def draw(figure, table, path):
    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "grmf", "axes.spines.top": False, "axes.spines.right": False,
                         "axes.grid": True, "axes.axisbelow": True, "grid.color": "#e6e6e6", "grid.linewidth": 0.6})
    drawn = figure.draw(read(table))
    drawn.savefig(path, facecolor="white", metadata={"Date": None, "Creator": None})
    plt.close(drawn)
    # Smaller: a tenth of a point is enough for the place of a marker, and nobody reads the indentation.
    text = re.sub(r'(?<= [xy]=")(\d+\.\d)\d+', r"\1", path.read_text())
    path.write_text(re.sub(r"\n +", "\n", text))


def arguments_of(description):
    """A parser of what every script takes."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grmf", required=True, metavar="PATH", help="the program")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="where the figures go")
    parser.add_argument("--tables", type=Path, metavar="DIR", help="where the tables go [where the figures go]")
    parser.add_argument("--data", type=Path, metavar="DIR", help="pictures, for the figures that need them")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="fits side by side [2]")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these figures alone")
    parser.add_argument("--redraw", action="store_true", help="draw the tables that are there, measure nothing")
    return parser


def make(figures, arguments):
    """Measures and draws the figures that the arguments ask for."""
    tables = arguments.tables or arguments.out
    for folder in (arguments.out, tables):
        folder.mkdir(parents=True, exist_ok=True)
    for figure in figures:
        if arguments.only and figure.name not in arguments.only:
            continue
        table = tables / f"{figure.name}.csv"
        if not arguments.redraw:
            measure(figure, table, arguments.jobs)
        draw(figure, table, arguments.out / f"{figure.name}.svg")
        print(figure.name, flush=True)
