"""What the benchmark measures. Every stage takes a Bench and returns what belongs into performance.json."""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
from contenders import balanced_svd
from inputs import SHAPES, picture_set, planted
from program import PICTURE_RANKS

PLAIN = {"lambda1": 0, "lambda2": 0}
LARGE = {"1000 x 1000": (1000, 1000), "4000 x 2000": (4000, 2000)}


def put_pictures(bench, name, count):
    """Names of the clean and of the corrupted pictures of a set."""
    return [(bench.put(f"{name}-{k}-clean", clean), bench.put(f"{name}-{k}", noisy))
            for k, (clean, noisy) in enumerate(picture_set(bench.program, bench.pictures, name, count))]


def put_large(bench):
    shapes = {"300 x 200": (300, 200)} if bench.quick else LARGE
    named = {}
    for name, shape in shapes.items():
        truth, y = planted(*shape)
        named[name] = bench.put(f"{name} truth", truth), bench.put(name, y)
    return named


def models(bench, y, rank, truth, **request):
    """Grouping off and on: two fits that differ in nothing else."""
    request = {"data": y, "rank": rank, "truth": truth, **request}
    return {"grmf, grouping off": bench.ours("fit", options=PLAIN, **request), "grmf": bench.ours("fit", **request)}


def pictures(bench):
    """Corrupted pictures at the paper's ranks against the SVD, and what stopping early costs."""
    count = 2 if bench.quick else 8
    cases, exact = {}, {}
    for name, rank in PICTURE_RANKS.items():
        for k, (clean, noisy) in enumerate(put_pictures(bench, name, count)):
            fits = models(bench, noisy, rank, clean)
            cases[f"{name} {k}"] = {**fits, "numpy svd": bench.theirs("svd", noisy)}
            exact[f"{name} {k}"] = models(bench, noisy, rank, clean, acceleration=0, tolerance=1e-8, max_sweeps=100000)
    results = bench.interleave(cases)
    print("  the same without acceleration, to 1e-8", flush=True)
    for case, fits in exact.items():
        for name, fit in fits.items():
            said = fit()
            results[case][name] |= {"exact_rmae": said["rmae"], "exact_status": said["status"]}
    return {"drawn": bench.pictures is None, "cases": results}


def shapes(bench):
    """Every contender on every shape, at several ranks and both numbers of threads.

    Where our fits take seconds, plain NumPy PRMF and PCP take minutes: there they run on one thread alone.
    """
    matrices = {name: put_pictures(bench, name, 1)[0] for name in SHAPES} | put_large(bench)
    ranks, threads = ((4,), (1,)) if bench.quick else ((4, 10, 20), (1, 2))
    cases = {}
    for name, (truth, y) in matrices.items():
        for t in threads:
            both = {"threads": t, "truth": truth}
            slow = t > 1 and name == "4000 x 2000"
            cases[f"{name}, {t}"] = {"numpy svd": bench.theirs("svd", y, t)}
            if not slow:
                cases[f"{name}, {t}"]["numpy pcp"] = bench.theirs("pcp", y, **both)
            for r in ranks:
                case = {**models(bench, y, r, **both),
                        "prmf": bench.ours("fit", y, method="prmf", rank=r, **both),
                        "sklearn truncated svd": bench.theirs("truncated_svd", y, rank=r, **both),
                        "sklearn nmf": bench.theirs("nmf", y, rank=r, **both)}
                if not slow:
                    case["numpy prmf"] = bench.theirs("prmf", y, rank=r, sweeps=500, tolerance=1e-5, **both)
                cases[f"{name}, {t}, {r}"] = case
    return {"drawn": bench.pictures is None, "cases": bench.interleave(cases, bench.patience)}


def large(bench):
    """Large matrices at rank 10: against NMF, and on two threads."""
    cases = {}
    for name, (truth, y) in put_large(bench).items():
        cases[name] = {f"{fit}, {t}": run for t in (1, 2) for fit, run in models(bench, y, 10, truth, threads=t).items()}
        cases[name]["sklearn nmf, 1"] = bench.theirs("nmf", y, rank=10, truth=truth)
    return {"cases": bench.interleave(cases)}


def prmf(bench):
    """PRMF against its plain NumPy form: as a whole, from the SVD, and the sweeps alone, from one start and so to one end."""
    jobs = {name: (put_pictures(bench, name, 1)[0][1], rank, 50) for name, rank in PICTURE_RANKS.items()}
    jobs |= {name: (y, 10, 10) for name, (_, y) in put_large(bench).items() if name != "4000 x 2000"}
    cases = {}
    for name, (y, rank, sweeps) in jobs.items():
        factors = balanced_svd(np.load(bench.path(y)), rank)
        start = [bench.put(f"{y} {side}", factor) for side, factor in zip("uv", factors)]
        ours = {"method": "prmf", "rank": rank, "max_sweeps": sweeps, "acceleration": 0, "tolerance": 0}
        theirs = {"rank": rank, "sweeps": sweeps}
        cases[name] = {"prmf": bench.ours("fit", y, options={"init": "svd"}, **ours), "numpy prmf": bench.theirs("prmf", y, **theirs),
                       "prmf, started": bench.ours("fit", y, start=start, **ours),
                       "numpy prmf, started": bench.theirs("prmf", y, start=start, **theirs)}
    results = bench.interleave(cases)
    for name, case in results.items():
        for more in ("", ", started"):
            made = [case[side + more].get("start_sweeps", 0) + case[side + more]["sweeps"] for side in ("prmf", "numpy prmf")]
            if made[0] != made[1]:  # times of unequal work
                raise RuntimeError(f"{name}{more}: prmf made {made[0]} sweeps, NumPy {made[1]}")
    return {"drawn": bench.pictures is None, "cases": results}


def kernel(bench):
    """Half-sweeps without the small systems against a loop of multiply-adds."""
    y = bench.put("y", planted(1000, 1000)[1])
    cases = {f"{side}, {rank}": {"kernel": bench.ours("kernel", y, rank=rank, side=side), "fma": bench.ours("fma")}
             for rank in (5, 10, 20) for side in ("u", "v")}
    return {"cases": bench.interleave(cases)}


def growth(bench):
    """Time against size and rank: five sweeps from random factors, which cost nothing, without grouping, on one thread."""
    sides = (250, 500, 1000) if bench.quick else (500, 1000, 2000, 4000, 8000)
    middle = sides[0] * 2
    points = {"both": [(s, s, 10) for s in sides], "d": [(s, middle, 10) for s in sides], "n": [(middle, s, 10) for s in sides],
              "r": [(middle, middle, r) for r in (5, 10, 15, 20, 30, 40)]}
    cases = {}
    for curve, places in points.items():
        for d, n, r in places:
            y = f"{d} x {n}"
            if not bench.path(y).exists():
                bench.put(y, planted(d, n)[1])
            fit = bench.ours("fit", y, rank=r, tolerance=0, max_sweeps=5, options={**PLAIN, "init": "random"})
            cases[f"{curve}, {d}, {n}, {r}"] = {"grmf": fit}
    return {"cases": bench.interleave(cases)}


#: Runs a command and prints the peak of its memory in bytes. In a small process of its own: a child counts what its parent had
#: at the time of the fork.
LAUNCHER = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(process.pid, 0)
print(usage.ru_maxrss * 1024)
sys.exit(status != 0)
"""


def memory(bench):
    """Peak memory of the program with all defaults, from the file to the model, against the size of the input."""
    side = 1000 if bench.quick else 8000
    y = planted(side, side)[1]
    peaks = {}
    for kind in (np.float64, np.float32):
        name = np.dtype(kind).name
        path = bench.path(bench.put(name, y.astype(kind)))
        words = [bench.program.path, "fit", path, "-r", "10", "--max-sweeps", "3", "-q", "-o", bench.path("model").with_suffix(".npz")]
        said = subprocess.run([sys.executable, "-S", "-c", LAUNCHER, *map(str, words)], check=True, capture_output=True, text=True)
        peaks[name] = {"side": side, "input": side * side * np.dtype(kind).itemsize, "peak": int(said.stdout)}
        print(f"  {name}: {peaks[name]['peak'] / peaks[name]['input']:.2f} times the input", flush=True)
        os.remove(path)
    return {"peaks": peaks}


#: What grmf_bench calls it -> what we call it.
FILES = {"read_csv_of_500_mb": "table", "read_csv_with_names_of_500_mb": "named table", "start_up_to_help": "help"}


def files(bench):
    """Tables of 500 MB from the cache of the system, in bytes a second of processor time; and from the start of the program to its end."""
    words = [Path(bench.worker).with_name("grmf_bench"), f"--benchmark_filter={'|'.join(FILES)}", f"--benchmark_repetitions={bench.rounds}",
             "--benchmark_enable_random_interleaving=true", "--benchmark_format=json"]
    said = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)
    found = {name: [] for name in FILES.values()}
    for run in said["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        if run.get("error_occurred"):
            raise RuntimeError(f"{run['name']}: {run['error_message']}")
        found[FILES[run["name"].split("/")[0]]].append(run.get("bytes_per_second", run["real_time"] / 1e3))
    help_seconds = found.pop("help")
    for name, rates in found.items():
        print(f"  {name} of 500 MB: {statistics.median(rates) / 1e6:.0f} MB/s a core", flush=True)
    print(f"  grmf --help: {1e3 * statistics.median(help_seconds):.1f} ms", flush=True)
    return {"tables": {name: {"rates": rates} for name, rates in found.items()}, "help": {"seconds": help_seconds}}


def auto(bench):
    """The rank chosen by the data, on two threads, against a fit at the rank that is chosen."""
    cases = {}
    for name in PICTURE_RANKS:
        clean, noisy = put_pictures(bench, name, 1)[0]
        chosen = bench.ours("auto", noisy, 2, truth=clean)
        cases[name] = {"rank auto": chosen, "grmf": bench.ours("fit", noisy, 2, truth=clean, rank=chosen()["rank"])}
    return {"drawn": bench.pictures is None, "cases": bench.interleave(cases)}


STAGES = {stage.__name__: stage for stage in (pictures, prmf, kernel, large, growth, memory, files, auto, shapes)}
