"""What the scripts that draw figures with matplotlib share: tables, and the look of a figure."""

import argparse
import csv
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.lines import Line2D  # noqa: E402

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
