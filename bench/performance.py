#!/usr/bin/env python3
"""Measures the speed of grmf and writes bench/results and docs/performance.md.

    python3 bench/performance.py [--only pictures,kernel,...] [--quick] [--data PICTURES] [--check]

Needs NumPy with OpenBLAS and scikit-learn; `callgrind` needs valgrind. Everything is compared within one run: in every round
every contender runs once, in an order that turns from round to round, each in a process of its own that waits while another
works. Stages that are not asked for keep their last results, if those are of the same machine and versions. Stages:

    pictures   corrupted pictures at the paper's ranks against numpy.linalg.svd, and what stopping early costs
    prmf       PRMF against its plain NumPy form, sweep for sweep
    kernel     floating-point operations a second of a half-sweep against a loop of multiply-adds
    large      1000 x 1000 and 4000 x 2000 against scikit-learn's NMF, and on one and two threads
    growth     time against rows, columns and rank, with fitted exponents
    memory     peak memory at 8000 x 8000
    files      reading tables of 500 MB, and the start of the program
    auto       the rank chosen by the data
    shapes     all contenders on all shapes, ranks 4, 10, 20, one and two threads; slow ones get fewer rounds
    callgrind  instructions of two fixed jobs, compared with the last of the same compiler and target

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
    """What the figures depend on, without names or places; and our version, which every stage has for itself."""
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
    version = ours.pop("version")
    here = {"cpu": model.group(1).strip() if model else "unknown", "cores": os.cpu_count(), "caches": caches,
            "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB", **ours, **theirs}
    return here, version


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
    """What is against the counts: that some grew too much, or that there was nothing to see it by. Else an empty text.

    A check leaves the counts that it compares with.
    """
    if shutil.which("valgrind") is None:
        print("  left out: there is no valgrind", flush=True)
        return "nothing was checked: there is no valgrind"
    record = instructions.count(bench)
    ratios = instructions.compare(record, path)
    if not check:
        instructions.keep(record, path)
    for name, value in record["instructions"].items():
        compared = f", {ratios[name]:.4f} times the last" if ratios else ", nothing to compare with"
        print(f"  {name}: {value / 1e6:.1f} million on {record['instruction_set']}{compared}", flush=True)
    if not ratios:
        return f"nothing was checked: {path.name} has no record of this build; a run without --check makes one"
    grown = [name for name, ratio in ratios.items() if ratio > instructions.MOST_GROWTH]
    return f"the number of instructions grew: {', '.join(grown)}" if grown else ""


def arguments_given():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release", metavar="DIR", help="where worker and program were built")
    parser.add_argument("--data", type=Path, metavar="DIR",
                        help="folder with the folders yale_b, orl, coil20 and jaffe of grey pictures; else pictures are drawn")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the results go [bench/results]")
    parser.add_argument("--only", metavar="STAGE,...", help="these stages alone")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="[15]")
    parser.add_argument("--patience", type=float, default=5, metavar="SECONDS", help="for all runs of one contender in one case of `shapes` [5]")
    parser.add_argument("--quick", action="store_true", help="three rounds of small cases, results into build/bench")
    parser.add_argument("--report", action="store_true", help="measure nothing, write tables, charts and docs anew")
    parser.add_argument("--check", action="store_true", help="fail where the number of instructions grew by more than 5 %%, or could not be compared")
    arguments = parser.parse_args()
    names = [*STAGES, "callgrind"]
    arguments.only = arguments.only.split(",") if arguments.only else names
    for name in arguments.only:
        if name not in names:
            parser.error(f"no stage {name}; there are {', '.join(names)}")
    if arguments.check and (arguments.report or "callgrind" not in arguments.only):
        parser.error("--check needs the stage callgrind")
    if arguments.data is not None and not has_pictures(arguments.data):
        parser.error(f"{arguments.data} has not the four folders of pictures")
    return arguments


def measure(arguments, out, page):
    """Runs the stages; what is against the number of instructions."""
    rounds = 3 if arguments.quick else arguments.rounds
    complaint = ""

    def bench():
        return Bench(str(arguments.build / "bench" / "grmf_worker"), Program(str(arguments.build / "cli" / "grmf")), arguments.data, rounds,
                     arguments.patience, arguments.quick)

    with bench() as first:
        here, version = machine(first)
    print("pictures drawn by the program" if arguments.data is None else "pictures from --data", flush=True)
    for name in arguments.only:
        print(name, flush=True)
        began = time.perf_counter()
        with bench() as current:
            if name == "callgrind":
                complaint = count_instructions(current, out / "instructions.json", arguments.check)
            else:
                found = {"version": version, "measured": time.strftime("%Y-%m-%d"), **STAGES[name](current)}
                # After every stage, so that a run that is cut short leaves what it has measured; and after none but these:
                # counts are of no machine, and leave the times of another one.
                results = stored(out / "performance.json", here)
                results["stages"][name] = found
                (out / "performance.json").write_text(dumped(results))
        print(f"  {name} took {time.perf_counter() - began:.0f} s", flush=True)
        report.write(out, page)
    return complaint


def main():
    arguments = arguments_given()
    out = arguments.out or (ROOT / "build" / "bench" if arguments.quick else HERE / "results")
    out.mkdir(parents=True, exist_ok=True)
    page = None if arguments.quick or arguments.out else ROOT / "docs" / "performance.md"
    complaint = ""
    if arguments.report:
        report.write(out, page)
    else:
        complaint = measure(arguments, out, page)
    print(f"wrote {os.path.relpath(out)}" + (f" and {os.path.relpath(page)}" if page else ""))
    if complaint and arguments.check:
        print(f"--check: {complaint}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
