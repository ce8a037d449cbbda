"""Counts the tests of the last run of ctest, and names those that were skipped, with the reason.

    python3 tests/summary.py BUILD_FOLDER

An entry of ctest is a suite of GoogleTest or a file of unittest, whose tests are counted, or else one
test. The log does not tell that such a test left with the code for "skipped": it says so itself, in a
line that begins with "skipped: ". Nor does it tell apart a program that is not there, so this is for a
run in which nothing failed.
"""

import re
import sys
from pathlib import Path

ENTRY = re.compile(r"^\d+/\d+ Test: (\S+)\n.*?^Output:\n-+\n(.*?)^<end of output>\n(.*?)^\"\1\" end time",
                   re.MULTILINE | re.DOTALL)


def counted(name, output, end):
    """Passed, failed, and the skipped as (name, reason) of an entry of the log."""
    passed = len(re.findall(r"^\[       OK \] ", output, re.MULTILINE))
    failed = len(set(re.findall(r"^\[  FAILED  \] (\S+) \(\d+ ms\)", output, re.MULTILINE)))
    skipped = [(test, reason) for reason, test in
               re.findall(r"(?:Skipped\n(.*)\n+)?\[  SKIPPED \] (\S+) \(\d+ ms\)", output, re.MULTILINE)]
    for count, outcome in re.findall(r"^Ran (\d+) tests? in .*\n\n(.*)", output, re.MULTILINE):
        lost = sum(int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", outcome))
        left = sum(int(n) for n in re.findall(r"skipped=(\d+)", outcome))
        passed += int(count) - lost - left
        failed += lost
        skipped += [(name, "")] * left
    if passed + failed + len(skipped) > 0:
        return passed, failed, skipped
    if reason := re.search(r"^skipped: (.*)", output, re.MULTILINE):
        return 0, 0, [(name, reason[1])]
    return (0, 1, []) if "Test Failed." in end else (1, 0, [])


def main():
    log = (Path(sys.argv[1]) / "Testing" / "Temporary" / "LastTest.log").read_text(errors="replace")
    passed, failed, skipped = zip(*(counted(*entry) for entry in ENTRY.findall(log)))
    for name, reason in sum(skipped, []):
        print(f"skipped: {name}: {reason or 'see the log'}")
    print(f"{sum(passed)} passed, {sum(failed)} failed, {len(sum(skipped, []))} skipped")


if __name__ == "__main__":
    main()
