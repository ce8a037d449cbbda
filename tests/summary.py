"""Counts the tests of the last run of ctest, and names those that were skipped, with the reason.

    python3 tests/summary.py BUILD_FOLDER
"""

import re
import sys
from pathlib import Path


def main():
    folder = Path(sys.argv[1]) / "Testing" / "Temporary"
    log = (folder / "LastTest.log").read_text(errors="replace")
    passed = len(re.findall(r"^\[       OK \] ", log, re.MULTILINE))
    failed = len(set(re.findall(r"^\[  FAILED  \] (\S+) \(\d+ ms\)", log, re.MULTILINE)))
    skipped = re.findall(r"(?:Skipped\n(.*)\n+)?\[  SKIPPED \] (\S+) \(\d+ ms\)", log, re.MULTILINE)
    for count, outcome in re.findall(r"^Ran (\d+) tests? in .*\n\n(.*)", log, re.MULTILINE):
        lost = sum(int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", outcome))
        left = sum(int(n) for n in re.findall(r"skipped=(\d+)", outcome))
        passed += int(count) - lost - left
        failed += lost
        skipped += [("see the log", "of the command line")] * left
    for reason, name in skipped:
        print(f"skipped: {name}: {reason or 'see the log'}")
    print(f"{passed} passed, {failed} failed, {len(skipped)} skipped")


if __name__ == "__main__":
    main()
