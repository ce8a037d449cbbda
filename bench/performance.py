#!/usr/bin/env python3
"""Measures the speed of grmf and writes bench/results and docs/performance.md.

    python3 bench/performance.py [--only pictures,kernel,...] [--quick] [--data PICTURES] [--check]

Needs NumPy with OpenBLAS and scikit-learn; `callgrind` needs valgrind. Everything is compared within one run: in every round
every contender runs once, in an order that turns from round to round, each in a process of its own that waits while another
works. Stages that are not asked for keep their last results. Stages:

    pictures   corrupted pictures at the paper's ranks against numpy.linalg.svd, and what stopping early costs
    prmf       PRMF against its plain NumPy form, sweep for sweep
    kernel     floating-point operations a second of a half-sweep against a loop of multiply-adds
    large      1000 x 1000 and 4000 x 2000 against scikit-learn's NMF, and on one and two threads
    growth     time against rows, columns and rank, with fitted exponents
    memory     peak memory at 8000 x 8000
    auto       the rank chosen by the data
    shapes     all contenders on all shapes, ranks 4, 10, 20, one and two threads; slow ones get fewer rounds
    callgrind  instructions of a fixed job, compared with the last of the same compiler and target

--quick measures small cases in three rounds, to see that everything runs, and writes into build/bench. --report measures nothing and
writes tables, charts and docs anew.
"""

import argparse
import json
import os
import re
import shutil
import sys
import time
from pathlib import Path

import instructions
import report
from inputs import has_pictures
from program import Program
from rounds import HERE, Bench
from stages import STAGES

ROOT = HERE.parent


def machine(bench):
    """What the figures depend on, without names or places."""
    cpu = Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*:\s*(.+)", cpu)
    caches = {}
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        kind, level = (folder / "type").read_text().strip(), (folder / "level").read_text().strip()
        if kind != "Instruction":
            caches[f"L{level}"] = (folder / "size").read_text().strip()
    ours, theirs = bench.child("ours", 1).ask(do="about"), bench.child("theirs", 1).ask(do="about")
    if not theirs["blas"].startswith("openblas"):
        print(f"warning: NumPy calls {theirs['blas']}; the comparison is meant for OpenBLAS", file=sys.stderr)
    if theirs.pop("threads") not in (1, None):
        raise RuntimeError("NumPy's BLAS does not keep to one thread")
    return {"cpu": model.group(1).strip() if model else "unknown", "cores": os.cpu_count(), "caches": caches,
            "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB", **ours, **theirs}


def dumped(results):
    """JSON with a list of numbers on one line."""
    return re.sub(r"\[\s+([-\d.,e+\s]+?)\s+\]", lambda found: "[" + re.sub(r"\s+", " ", found.group(1)) + "]", json.dumps(results, indent=1)) + "\n"


def stored(path, here):
    """The results so far, if they are of this machine and of these versions."""
    results = json.loads(path.read_text()) if path.exists() else {}
    if results.get("machine") == here:
        return results
    if results:
        print("the results so far are of another machine or other versions: they are left out")
    return {"machine": here, "stages": {}}


def count_instructions(bench, path, check):
    """Whether a count grew too much. A check leaves the counts that it compares with."""
    if shutil.which("valgrind") is None:
        print("  left out: there is no valgrind", flush=True)
        return False
    record = instructions.count(bench)
    ratios = instructions.compare(record, path)
    if not check:
        instructions.keep(record, path)
    for name, value in record["instructions"].items():
        compared = f", {ratios[name]:.4f} times the last" if ratios else ", nothing to compare with"
        print(f"  {name}: {value / 1e6:.1f} million on {record['instruction_set']}{compared}", flush=True)
    return any(ratio > instructions.MOST_GROWTH for ratio in ratios.values())


def arguments_given():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = ROOT.parent / "shared" / "data"
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release", metavar="DIR", help="where worker and program were built")
    parser.add_argument("--data", type=Path, default=default if default.is_dir() else None, metavar="DIR",
                        help="folder with the folders yale_b, orl, coil20 and jaffe of grey pictures; else pictures are drawn")
    parser.add_argument("--drawn", dest="data", action="store_const", const=None, help="draw pictures in any case")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the results go [bench/results]")
    parser.add_argument("--only", metavar="STAGE,...", help="these stages alone")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="[15]")
    parser.add_argument("--patience", type=float, default=5, metavar="SECONDS", help="for all runs of one contender in one case of `shapes` [5]")
    parser.add_argument("--quick", action="store_true", help="three rounds of small cases, results into build/bench")
    parser.add_argument("--report", action="store_true", help="measure nothing, write tables, charts and docs anew")
    parser.add_argument("--check", action="store_true", help="fail where the number of instructions grew by more than 5 %%")
    arguments = parser.parse_args()
    names = [*STAGES, "callgrind"]
    arguments.only = arguments.only.split(",") if arguments.only else names
    for name in arguments.only:
        if name not in names:
            parser.error(f"no stage {name}; there are {', '.join(names)}")
    if arguments.data is not None and not has_pictures(arguments.data):
        parser.error(f"{arguments.data} has not the four folders of pictures")
    return arguments


def measure(arguments, out, page):
    """Runs the stages; whether the number of instructions grew too much."""
    rounds = 3 if arguments.quick else arguments.rounds
    grew = False

    def bench():
        return Bench(str(arguments.build / "bench" / "grmf_worker"), Program(str(arguments.build / "cli" / "grmf")), arguments.data, rounds,
                     arguments.patience, arguments.quick)

    with bench() as first:
        here = machine(first)
    results = stored(out / "performance.json", here)
    print("pictures drawn by the program" if arguments.data is None else "pictures from --data", flush=True)
    for name in arguments.only:
        print(name, flush=True)
        began = time.perf_counter()
        with bench() as current:
            if name == "callgrind":
                grew = count_instructions(current, out / "instructions.json", arguments.check)
            else:
                results["stages"][name] = STAGES[name](current)
        print(f"  {name} took {time.perf_counter() - began:.0f} s", flush=True)
        # After every stage, so that a run that is cut short leaves what it has measured.
        (out / "performance.json").write_text(dumped(results))
        report.write(out, page)
    return grew


def main():
    arguments = arguments_given()
    out = arguments.out or (ROOT / "build" / "bench" if arguments.quick else HERE / "results")
    out.mkdir(parents=True, exist_ok=True)
    page = None if arguments.quick or arguments.out else ROOT / "docs" / "performance.md"
    grew = False
    if arguments.report:
        report.write(out, page)
    else:
        grew = measure(arguments, out, page)
    print(f"wrote {os.path.relpath(out)}" + (f" and {os.path.relpath(page)}" if page else ""))
    return 1 if grew and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
