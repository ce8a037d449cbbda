"""Makes tests/fixtures/io/tables: small tables as people have them, and what a reader must make of each.

    python3 -m venv .venv && .venv/bin/pip install -r tests/reference/requirements.txt
    .venv/bin/python tests/reference/tables.py

The tables are in table_cases.py. answers.json has one line a case: a file, the flags of `grmf fit` it is read with, and

    values, rows, columns, notes   what is read: null is missing, "inf" and "-inf" are infinite; pieces of the notes
    or line, refused               the line that is named, 0 for the file as a whole, and a piece of the message

`by` says whose answer it is: that of pandas, which knows nothing of the reader here, or one by hand, where pandas reads
otherwise or not at all. Made again, all bytes are the same; no test looks at that, as tests have no pandas.
"""

import collections
import io
import json
import math
import pathlib
import re
import shutil

import pandas
from table_cases import CASES, ByPandas, Refused

FOLDER = pathlib.Path(__file__).parent.parent / "fixtures" / "io" / "tables"
#: The words of docs/tables.md, and none of those that pandas adds.
MISSING = ["", "NA", "NaN", "null", "?"]


def told(value):
    """A number as JSON can tell it. Python writes the shortest text that reads back exactly."""
    if value is None or math.isnan(value):
        return None
    return float(value) if math.isfinite(value) else str(float(value))


def by_pandas(case, data):
    """What pandas reads, with what a user would have to tell it."""
    arguments = {"header": None, "compression": "gzip" if data.startswith(b"\x1f\x8b") else None, **case.arguments}
    words = MISSING + arguments.pop("na_values", [])
    titles = arguments.pop("titles", None)
    index = arguments.pop("index_col", None)
    # The names of rows are texts, whatever they look like, and none of them is missing.
    texts = pandas.read_csv(io.BytesIO(data), dtype=str, na_filter=False, **arguments)
    names = [] if index is None else [texts.columns[index]]
    kinds = collections.defaultdict(lambda: float, dict.fromkeys(names, str))
    frame = pandas.read_csv(io.BytesIO(data), dtype=kinds, na_values=words, keep_default_na=False, **arguments).drop(columns=names)
    rows = [text for name in names for text in texts[name]]
    if titles is None:
        titles = [] if arguments["header"] is None else list(frame.columns)
    return {"values": [[told(value) for value in row] for row in frame.to_numpy(float)], "rows": rows, "columns": titles}


def answer(case, data):
    if isinstance(case, Refused):
        return {"by": "hand", "line": case.line, "refused": case.words}
    if isinstance(case, ByPandas):
        return {"by": "pandas", **by_pandas(case, data), "notes": case.notes}
    values = [[told(value) for value in row] for row in case.values]
    return {"by": "hand", "values": values, "rows": case.rows, "columns": case.columns, "notes": case.notes}


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    tables, answers = {}, {}
    for case in CASES:
        assert (case.file not in tables) == (case.data is not None), f"{case.file} is to be made once"
        data = tables.setdefault(case.file, case.data)
        name = re.sub(r"\W+", "_", " ".join([case.file, *case.flags]), flags=re.ASCII)
        assert name not in answers, name
        answers[name] = {"name": name, "file": case.file, "flags": case.flags, **answer(case, data)}
    for file, data in tables.items():
        (FOLDER / file).write_bytes(data)
    lines = ",\n".join(json.dumps(case, ensure_ascii=False, allow_nan=False) for case in answers.values())
    (FOLDER / "answers.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{len(tables)} tables, {len(answers)} cases")


main()
