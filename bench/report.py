"""performance.json and instructions.json -> tables, charts, and the marked blocks of docs/performance.md."""

import json
import os
import re
import statistics

import charts
from inputs import SHAPES
from instructions import records_of
from program import PICTURE_RANKS, TITLES
from rounds import exponent, geometric_mean, median, spread

OFF, ON, SVD = "grmf, grouping off", "grmf", "numpy svd"
UNMEASURED = "*Not measured on this machine.*\n"
DRAWN = "*Pictures drawn by the program, in place of those of the sets.*\n\n"


# ---- text ----

def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def time_of(seconds):
    return f"{1e3 * seconds:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def cell(result, rounds):
    """Median and spread; the number of runs where it is not that of the rounds."""
    runs = len(result["seconds"])
    fewer = f", {runs} run{'s' if runs > 1 else ''}" if runs < rounds else ""
    return f"{time_of(median(result))} ({100 * spread(result['seconds']):.0f} %{fewer})"


def percent(share, digits=1):
    return f"{100 * share:.{digits}f} %"


def titled(name):
    return f"{TITLES[name]} {SHAPES[name][0]} x {SHAPES[name][1]}" if name in SHAPES else name


def drawn(stage):
    return DRAWN if stage.get("drawn") else ""


def measured(stage):
    return f"\n*Measured {stage['measured']}, grmf {stage['version']}.*\n" if "measured" in stage else ""


def sweeps_of(results):
    """Means, of the start and after it; of those alone where the start has no sweeps of its own to tell of."""
    keys = [key for key in ("start_sweeps", "sweeps") if key in results[0]]
    return " + ".join(f"{statistics.mean(result[key] for result in results):.0f}" for key in keys)


# ---- stages: each makes the text of its block and its charts ----

def machine_block(machine, _):
    caches = ", ".join(f"{name} {size}" for name, size in machine["caches"].items())
    words = {"processor": f"{machine['cpu']}, {machine['cores']} cores; {caches}", "memory": machine["memory"],
             "instructions of the kernels": machine["instruction_set"], "compiler": f"{machine['compiler']}, {machine['flags'].strip()}",
             "system": machine["target"],
             "compared with": f"Python {machine['python']}, NumPy {machine['numpy']}, {machine['blas']}, scikit-learn {machine['scikit-learn']}"}
    return table(["", ""], words.items())


def ratio(case, name):
    return median(case[name]) / median(case[SVD])


def ratio_in_rounds(sets, name):
    """Geometric mean over sets of the geometric means over pictures, for each round by itself."""
    rounds = range(len(next(iter(sets.values()))[0][name]["seconds"]))
    return [geometric_mean(geometric_mean(case[name]["seconds"][k] / case[SVD]["seconds"][k] for case in cases) for cases in sets.values())
            for k in rounds]


def pictures_block(stage, put_chart):
    sets = {name: [case for key, case in stage["cases"].items() if key.split()[0] == name] for name in PICTURE_RANKS}
    ratios = {name: {model: geometric_mean(ratio(case, model) for case in cases) for model in (OFF, ON)} for name, cases in sets.items()}

    def ratio_and_range(name, model):
        each = [ratio(case, model) for case in sets[name]]
        return f"{ratios[name][model]:.2f} ({min(each):.1f} to {max(each):.1f})"

    rows = []
    for name, cases in sets.items():
        times = [time_of(statistics.median(median(case[model]) for case in cases)) for model in (SVD, OFF, ON)]
        tied = statistics.mean(case[ON]["tied"] for case in cases)
        sweeps = [sweeps_of([case[model] for case in cases]) for model in (OFF, ON)]
        rows.append([titled(name), PICTURE_RANKS[name], times[0], times[1], ratio_and_range(name, OFF), sweeps[0], times[2],
                     ratio_and_range(name, ON), sweeps[1], percent(tied, 0)])
    means = {model: f"**{geometric_mean(ratios[name][model] for name in sets):.2f}**, spread {percent(spread(ratio_in_rounds(sets, model)), 0)}"
             for model in (OFF, ON)}
    rows.append(["geometric mean", "", "", "", means[OFF], "", "", means[ON], "", ""])
    text = table(["", "rank", "SVD", "grouping off", "/ SVD", "sweeps", "defaults", "/ SVD", "sweeps", "tied"], rows)
    text += "\n" + accuracy_table(sets)
    put_chart("pictures", charts.dots("time of a fit / time of numpy.linalg.svd", {titled(name): ratios[name] for name in sets}, (OFF, ON), marked=1))
    return drawn(stage) + text


def accuracy_table(sets):
    rows = []
    for name, cases in sets.items():
        row = [titled(name)]
        for model in (OFF, ON):
            converged = sum(case[model]["exact_status"] == "converged" for case in cases)
            off = [case[model]["rmae"] / case[model]["exact_rmae"] - 1 for case in cases]
            row += [f"{statistics.mean(case[model]['rmae'] for case in cases):.4f}",
                    f"{statistics.mean(case[model]['exact_rmae'] for case in cases):.4f} ({converged} of {len(cases)})",
                    f"{100 * statistics.mean(off):+.2f} % ({100 * min(off):+.2f} to {100 * max(off):+.2f})"]
        rows.append(row)
    exact = "to 1e-8, plain (converged)"
    return table(["mean RMAE", "grouping off", exact, "difference", "defaults", exact, "difference"], rows)


def prmf_block(stage, _):
    rows = []
    for name, case in stage["cases"].items():
        row = [titled(name), case["prmf"]["sweeps"]]
        for more in ("", ", started"):
            ours, theirs = case["prmf" + more], case["numpy prmf" + more]
            row += [time_of(median(theirs)), time_of(median(ours)), f"**{median(theirs) / median(ours):.0f}**"]
        rows.append([*row, f"{abs(ours['objective'] / theirs['objective'] - 1):.0e}"])
    head = ["", "sweeps", "with the SVD: NumPy", "prmf", "times as fast", "sweeps alone: NumPy", "prmf", "times as fast", "difference of f"]
    return drawn(stage) + table(head, rows)


def kernel_block(stage, put_chart):
    rows, charted = [], {}
    for key, case in stage["cases"].items():
        side, rank = key.split(", ")
        kernel, peak = (statistics.median(case[name]["rates"]) for name in ("kernel", "fma"))
        shares = [a / b for a, b in zip(case["kernel"]["rates"], case["fma"]["rates"])]
        charted[f"{side.upper()}, rank {rank}"] = {"half-sweep": kernel, "multiply-adds": peak}
        rows.append([rank, side.upper(), f"{kernel:.1f}", f"{peak:.1f}", f"**{percent(kernel / peak, 0)}** ({100 * spread(shares):.0f} %)"])
    put_chart("kernel", charts.dots("GFLOP/s, one thread", charted, ("half-sweep", "multiply-adds")))
    return table(["rank", "rows of", "GFLOP/s", "multiply-adds alone", "share"], rows)


def large_block(stage, _):
    against, threads = [], []
    for name, case in stage["cases"].items():
        nmf = case["sklearn nmf, 1"]
        for model in (OFF, ON):
            one, two = case[f"{model}, 1"], case[f"{model}, 2"]
            rounds = max(len(result["seconds"]) for result in case.values())
            each = [said for result in (one, nmf) for said in (cell(result, rounds), sweeps_of([result]), f"{result['rmae']:.4f}")]
            against.append([name, model, *each, f"**{median(one) / median(nmf):.2f}**"])
            threads.append([name, model, cell(one, rounds), cell(two, rounds), f"**{median(one) / median(two):.2f}**"])
    return (table(["", "", "time", "sweeps", "RMAE", "NMF", "sweeps", "RMAE", "time / NMF"], against) + "\n"
            + table(["", "", "one thread", "two threads", "times as fast"], threads))


def growth_block(stage, put_chart):
    curves = {}
    for key, case in stage["cases"].items():
        curve, *numbers = key.split(", ")
        curves.setdefault(curve, []).append((*map(int, numbers), median(case["grmf"])))
    d = [(rows, seconds) for rows, _, _, seconds in curves["d"]]
    n = [(cols, seconds) for _, cols, _, seconds in curves["n"]]
    r = [(rank, seconds) for _, _, rank, seconds in curves["r"]]
    entries = [(rows * cols, seconds) for rows, cols, _, seconds in curves["both"]]
    each = [(rows, 1e9 * seconds / (rows * cols)) for rows, cols, _, seconds in curves["both"]]
    fitted = table(["time grows with", "from", "to", "exponent"],
                   [[name, points[0][0], points[-1][0], f"**{exponent(points):.2f}**"]
                    for name, points in (("d, rows", d), ("n, columns", n), ("r, rank", r), ("d n, entries of a square", entries))])
    squares = table(["", "time", "an entry", "to the smallest"],
                    [[f"{side} x {side}", time_of(seconds), f"{nanoseconds:.1f} ns", f"{nanoseconds / each[0][1]:.2f}"]
                     for (side, nanoseconds), (_, seconds) in zip(each, entries)])
    curves_of_size = {"rows d": d, "columns n": n}
    put_chart("growth", charts.lines([("rows or columns", "seconds", curves_of_size), ("rank", "seconds", {"rank": r}),
                                      ("side of a square", "nanoseconds an entry", {"side": each})], list(curves_of_size)))
    return fitted + "\n" + squares


def memory_block(stage, _):
    return table(["", "input", "peak", "peak / input"],
                 [[f"{peak['side']} x {peak['side']} {name}", f"{peak['input'] / 1e6:.0f} MB", f"{peak['peak'] / 1e6:.0f} MB",
                   f"**{peak['peak'] / peak['input']:.2f}**"] for name, peak in stage["peaks"].items()])


def files_block(stage, _):
    titles = {"table": "csv, 1000 columns", "named table": "csv, a header, names of rows, 20 columns"}
    rows = [[titles[name], f"**{statistics.median(read['rates']) / 1e6:.0f} MB/s** ({percent(spread(read['rates']), 0)})"]
            for name, read in stage["tables"].items()]
    started = stage["help"]
    return table(["", ""], [*rows, ["`grmf --help`", f"**{time_of(median(started))}** ({percent(spread(started['seconds']), 0)})"]])


def auto_block(stage, _):
    rows = []
    for name, case in stage["cases"].items():
        chosen, fit = case["rank auto"], case["grmf"]
        rounds = len(chosen["seconds"])
        rows.append([titled(name), chosen["rank"], chosen["trials"], cell(chosen, rounds), cell(fit, rounds), f"{median(chosen) / median(fit):.1f}",
                     f"{chosen['rmae']:.4f}"])
    return drawn(stage) + table(["", "rank chosen", "trials", "choosing and fitting", "fitting alone", "ratio", "RMAE"], rows)


OF_A_RANK = (OFF, ON, "prmf", "sklearn truncated svd", "sklearn nmf", "numpy prmf")
OF_NO_RANK = (SVD, "numpy pcp")


def shapes_block(stage, put_chart):
    cases = {tuple(key.split(", ")): case for key, case in stage["cases"].items()}
    rounds = max(len(result["seconds"]) for case in cases.values() for result in case.values())

    def rows(length, names):
        return [[titled(key[0]), *key[1:], *(cell(case[name], rounds) if name in case else "" for name in names)]
                for key, case in cases.items() if len(key) == length]

    ranks = sorted({key[2] for key in cases if len(key) == 3}, key=int)
    shown = "10" if "10" in ranks else ranks[0]
    charted = {titled(key[0]): {name: median(result) for name, result in (case | cases[key[:2]]).items()}
               for key, case in cases.items() if len(key) == 3 and key[1:] == ("1", shown)}
    put_chart("shapes", charts.dots(f"seconds, rank {shown}, one thread", charted, (*OF_A_RANK, *OF_NO_RANK)))
    return (drawn(stage) + table(["", "threads", "rank", *OF_A_RANK], rows(3, OF_A_RANK)) + "\n"
            + table(["", "threads", *OF_NO_RANK], rows(2, OF_NO_RANK)))


def instructions_block(records, _):
    return table(["compiler", "target", "flags", "instruction set", "job", "million instructions", "measured"],
                 [[record["compiler"], record["target"], record["flags"].strip(), record["instruction_set"], job, f"{count / 1e6:.1f}",
                   f"{record['measured']}, grmf {record['version']}"]
                  for record in records for job, count in record["instructions"].items()])


BLOCKS = {"pictures": pictures_block, "prmf": prmf_block, "kernel": kernel_block, "large": large_block, "growth": growth_block,
          "memory": memory_block, "files": files_block, "auto": auto_block, "shapes": shapes_block}


CHARTS = {"pictures": "Time of a fit in times of an SVD", "kernel": "GFLOP/s", "growth": "Time against rows, columns and rank",
          "shapes": "Seconds of all contenders"}


def write(out, page):
    """Tables and charts into `out`, and into the page, if there is one, what stands between its marks.

    What has no results says so, and has no chart: an old one would pass for one of this machine.
    """
    path = out / "performance.json"
    results = json.loads(path.read_text()) if path.exists() else {"stages": {}}

    def put_chart(name, svg):
        (out / f"{name}.svg").write_text(svg)

    blocks = {"machine": machine_block(results["machine"], put_chart) if "machine" in results else UNMEASURED}
    for name, make in BLOCKS.items():
        stage = results["stages"].get(name)
        blocks[name] = UNMEASURED if stage is None else make(stage, put_chart) + measured(stage)
        if stage is None and name in CHARTS:
            (out / f"{name}.svg").unlink(missing_ok=True)
    records = records_of(out / "instructions.json")
    blocks["callgrind"] = instructions_block(records, put_chart) if records else UNMEASURED

    def with_chart(name, folder):
        return blocks[name] + (f"\n![{CHARTS[name]}]({folder}/{name}.svg)\n" if name in CHARTS and name in results["stages"] else "")

    (out / "performance.md").write_text("# Figures of docs/performance.md\n" + "".join(
        f"\n## {name}\n\n{with_chart(name, '.')}" for name in blocks))
    if page is not None:
        text = page.read_text()
        for name in blocks:
            mark = f"<!-- {name}: written by bench/performance.py -->"
            whole = f"{mark}\n{with_chart(name, os.path.relpath(out, page.parent))}<!-- end -->"
            text = re.sub(f"{re.escape(mark)}\n.*?<!-- end -->", lambda _, found=whole: found, text, flags=re.DOTALL)
        page.write_text(text)
