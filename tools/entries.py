#!/usr/bin/python3 -B
"""Check that the entries of Y are read in two places: by src/data and by src/engine.

    tools/entries.py [ROOT]

Whatever else a fit is made of knows its data through an Engine (src/engine/engine.h), so that other
engines can take the place of the processor's. A file of the library outside the two folders may read
entries only if it belongs to a method that says so by needs_dense(), or works after a fit; both kinds
are listed below. Prints a line for every violation; the exit code is 1 if there are any.
"""

import re
import sys
from pathlib import Path

# Folders whose files may read entries.
READERS = ("src/data/", "src/engine/")

# Files that read a whole dense matrix, and the file of their method, which must say so by
# needs_dense().
DENSE = {
    "src/methods/godec_plus.cpp": "src/methods/godec_plus.cpp",
    "src/methods/rpca_run.cpp": "src/methods/rpca.cpp",
    "src/methods/rnmf_beta.cpp": "src/methods/rnmf.cpp",
}

# What works on data after a fit: nothing of a fit passes through it.
AFTER_A_FIT = ("src/result/outliers.cpp", "src/repair/repair.cpp")

# The ways to an entry: members of Data, and the classes of src/data that read rows.
ENTRIES = re.compile(
    r"(?:\.|->)(?:y|weight)\([^()]*,|\b\w*data\w*(?:\(\))?\s*(?:\.|->)\s*(?:y|weight)\(|"
    r"\b(?:stored_y|stored_weights)\(|"
    r"\b(?:DataRows|Filled|dense_copy|dense_weights|HoldOut|HeldOut|sample_of)\b|"
    r'#include "data/(?:data_rows|filled|dense_copy|any_view)\.h"')

# tune makes its own data by holding entries out, which is work of src/data.
NOT_READING = {"src/tune/": re.compile(r"\b(?:HoldOut|HeldOut|sample_of)\b"),
               "src/linalg/": re.compile(r"\bFilled\b|data/(?:filled|any_view)\.h")}


def violations(root):
    allowed = set(AFTER_A_FIT)
    for reader, method in DENSE.items():
        if "needs_dense() const override" not in (root / method).read_text():
            yield f"{method}: {reader} reads entries, but needs_dense() does not say so"
        allowed.add(reader)
    for path in sorted((root / "src").rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in (".h", ".cpp") or name.startswith(READERS) or name in allowed:
            continue
        excused = next((words for home, words in NOT_READING.items() if name.startswith(home)), None)
        code = re.sub(r"//.*", "", path.read_text())
        if excused:
            code = excused.sub("", code)
        for found in ENTRIES.finditer(code):
            number = code.count("\n", 0, found.start()) + 1
            yield f"{name}:{number}: reads an entry of Y; an Engine should do that: {found[0].strip()}"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
    found = list(violations(root))
    for line in found:
        print(line)
    if not found:
        print("the entries of Y are read by src/data, src/engine and methods that need them all")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
