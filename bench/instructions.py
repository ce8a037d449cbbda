"""Instructions of fixed jobs, counted by callgrind: a figure that no busy machine disturbs.

Counts are comparable only for one compiler, target, set of flags and instruction set; instructions.json keeps one record for each.
"""

import json
import re
import subprocess
import time

from inputs import drawn_set

SWEEPS = 20
#: The first starts from random factors, which cost next to nothing, so that it is sweeps and nothing else.
JOBS = {f"{SWEEPS} sweeps": {"tolerance": 0, "max_sweeps": SWEEPS, "options": {"lambda1": 0, "lambda2": 0, "init": "random"}},
        "default fit": {}}
KEY = ("compiler", "target", "flags", "instruction_set")
MOST_GROWTH = 1.05


def run(worker, requests):
    """Instructions of a worker that gets these requests, and its answers."""
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", worker]
    done = subprocess.run(words, input="".join(json.dumps(request) + "\n" for request in requests), check=True, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        if "error" in answer:
            raise RuntimeError(answer["error"])
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1)), answers


def count(bench):
    """The record of this build: what valgrind's processor, which has no AVX-512, makes of a drawn picture of 192 x 168."""
    picture = bench.put("picture", drawn_set("yale_b", 1)[0][1])
    before = [{"do": "about"}, {"do": "load", "name": "y", "file": str(bench.path(picture))}]
    start, (about, _) = run(bench.worker, before)
    counts = {}
    for name, job in JOBS.items():
        counted, (*_, fit) = run(bench.worker, [*before, {"do": "fit", "data": "y", "rank": 5, **job}])
        if "max_sweeps" in job and (fit["start_sweeps"], fit["sweeps"]) != (0, SWEEPS):
            raise RuntimeError(f"{name}: {fit['start_sweeps']} + {fit['sweeps']} were made")
        counts[name] = counted - start
    return {**about, "measured": time.strftime("%Y-%m-%d"), "instructions": counts}


def records_of(path):
    return json.loads(path.read_text()) if path.exists() else []


def is_same_build(one, other):
    return all(one[key] == other[key] for key in KEY)


def compare(record, path):
    """The ratios to the record of the same build and jobs that is kept; none where there is none."""
    for old in records_of(path):
        if is_same_build(old, record) and old["instructions"].keys() == record["instructions"].keys():
            return {name: value / old["instructions"][name] for name, value in record["instructions"].items()}
    return {}


def keep(record, path):
    """Puts the record in the place of that of the same build."""
    others = [old for old in records_of(path) if not is_same_build(old, record)]
    path.write_text(json.dumps([*others, record], indent=1) + "\n")
