"""Fair measurement: child processes that answer requests, rounds that interleave them, and statistics."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent


def openblas_core():
    """The kernels OpenBLAS is to take, where it knows the processor or not: an older one takes the slowest on a newer processor."""
    flags = set(Path("/proc/cpuinfo").read_text().split())
    for flag, core in (("avx512dq", "SkylakeX"), ("avx2", "Haswell")):
        if flag in flags:
            return {"OPENBLAS_CORETYPE": core}
    return {}


class Child:
    """A process that answers every request, a JSON object on a line, with another."""

    def __init__(self, words, threads):
        limits = {f"{name}_NUM_THREADS": str(threads) for name in ("OPENBLAS", "OMP", "MKL")}
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**openblas_core(), **os.environ, **limits})
        self.loaded = set()

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline() or '{"error": "the process has ended"}')
        if "error" in said:
            raise RuntimeError(f"{request}: {said['error']}")
        return said

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Bench:
    """What a stage measures with: matrices under names, our worker, the contenders at each number of threads."""

    def __init__(self, worker, program, pictures, rounds, patience, quick):
        self.worker, self.program, self.pictures = worker, program, pictures
        self.rounds, self.patience, self.quick = rounds, patience, quick
        self.folder = tempfile.TemporaryDirectory()
        self.children = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self.children.values():
            child.end()
        self.folder.cleanup()

    def path(self, name):
        return Path(self.folder.name) / f"{name}.npy"

    def put(self, name, matrix):
        np.save(self.path(name), np.ascontiguousarray(matrix))
        return name

    def child(self, kind, threads):
        words = [self.worker] if kind == "ours" else [sys.executable, "-B", str(HERE / "contenders.py")]
        key = (kind, threads)
        if key not in self.children:
            self.children[key] = Child(words, threads)
        return self.children[key]

    def ask(self, child, **request):
        """Loads first what the request names; that is not part of its time."""
        for name in (request.get("data"), request.get("truth"), *request.get("start", ())):
            if name is not None and name not in child.loaded:
                child.ask(do="load", name=name, file=str(self.path(name)))
                child.loaded.add(name)
        return child.ask(**request)

    # Each makes a function that runs once and says what came of it.

    def ours(self, do, data=None, threads=1, **request):
        if data is not None:
            request |= {"data": data, "threads": threads}
        return lambda: self.ask(self.child("ours", 1), do=do, **request)

    def theirs(self, do, data, threads=1, **request):
        def run():
            said = self.ask(self.child("theirs", threads), do=do, data=data, **request)
            if threads > 1:
                time.sleep(0.05)  # the threads of OpenBLAS wait busily for a while, which the next one must not pay for
            return said

        return run

    def interleave(self, cases, patience=float("inf")):
        """Every round runs every contender of every case once, in an order that turns from round to round.

        `cases`: name -> contender -> function. A contender that would need more than `patience` seconds for all rounds
        gets as many as fit, at least one. For each the seconds of all runs, and what the last one said.
        """
        results = {case: {name: {"seconds": []} for name in contenders} for case, contenders in cases.items()}
        for k in range(self.rounds):
            began = time.perf_counter()
            for case, contenders in cases.items():
                case_began = time.perf_counter()
                names = list(contenders)
                turn = k % len(names)
                for name in names[turn:] + names[:turn]:
                    result = results[case][name]
                    if result["seconds"] and sum(result["seconds"]) + result["seconds"][0] > patience:
                        continue
                    said = contenders[name]()
                    result["seconds"].append(said.pop("seconds"))
                    if "gflops" in said:
                        result.setdefault("rates", []).append(said.pop("gflops"))
                    result |= said
                if time.perf_counter() - case_began > 10:
                    print(f"    {case}: {time.perf_counter() - case_began:.1f} s", flush=True)
            print(f"  round {k + 1} of {self.rounds}: {time.perf_counter() - began:.1f} s", flush=True)
        return results


# ---- statistics ----

def median(result):
    return statistics.median(result["seconds"])


def spread(values):
    """The middle half of the values, as a share of their median; 0 for a single one."""
    if len(values) < 2:
        return 0.0
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return (high - low) / middle


def geometric_mean(values):
    return statistics.geometric_mean(values)


def exponent(points):
    """p of seconds ~ x^p, by least squares of the logarithms; `points` are pairs."""
    x, y = zip(*points)
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])
