"""Tables that come back: with their errors repaired, their names, and in the sizes they had."""

import csv
import gzip
import io
import json
import random
import re
import unittest

from support import DATA, InFolder, USAGE, npy, read_archive, write_archive

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def low_rank(rows, cols, seed=1):
    """Numbers of rank 2 without pattern."""
    draw = random.Random(seed)
    u = [(draw.gauss(5, 3), draw.gauss(5, 3)) for _ in range(rows)]
    v = [(draw.gauss(2, 1), draw.gauss(2, 1)) for _ in range(cols)]
    return [[a * c + b * d for c, d in v] for a, b in u]


def town_table(values, cell="{:.1f}".format):
    """A table as people have it: quoted names with a comma, a column of text, CRLF, one blank here and there."""
    lines = ["town,region," + ",".join(MONTHS[:len(values[0])])]
    for i, row in enumerate(values):
        lines.append(f'"Town, {i}",north {i % 3}, ' + ",".join(map(cell, row)))
    return "\r\n".join(lines) + "\r\n"


class Clean(InFolder):
    FLAGS = ("--drop", "region", "-q")

    def write(self, name, text):
        (self.path / name).write_bytes(text.encode())

    def bytes_of(self, name):
        return (self.path / name).read_bytes()

    def marks(self):
        return list(csv.DictReader(io.StringIO((self.path / "mark.csv").read_text())))

    def test_a_table_of_low_rank_keeps_every_byte(self):
        values = low_rank(60, 12)
        for name, cell in (("tenths", "{:.1f}".format), ("whole", "{:.0f}".format), ("all", repr), ("power", "{:.5e}".format)):
            self.write(name + ".csv", town_table(values, cell))
            for rank in ([], ["-r", 2]):
                self.ok("clean", name + ".csv", "-o", "out.csv", *rank, *self.FLAGS)
                self.assertEqual(self.bytes_of("out.csv"), self.bytes_of(name + ".csv"), name)

    def test_any_table_of_low_rank_keeps_every_byte(self):
        for seed in range(24):
            draw = random.Random(seed)
            rank = 1 + seed % 3
            rows, cols = draw.randint(4 * rank + 2, 40), draw.randint(3 * rank + 1, 15)
            whole = seed % 2 == 0
            number = (lambda: draw.randint(1, 9)) if whole else (lambda: draw.gauss(0, 4))
            u = [[number() for _ in range(rank)] for _ in range(rows)]
            v = [[number() for _ in range(rank)] for _ in range(cols)]
            lines = [",".join(f"{sum(map(float.__mul__, map(float, a), map(float, b))):.{0 if whole else 2}f}" for b in v) for a in u]
            self.write("t.csv", "\n".join(lines) + "\n")
            self.ok("clean", "t.csv", "-o", "out.csv", "-r", rank, "-q")
            self.assertEqual(self.bytes_of("out.csv"), self.bytes_of("t.csv"), seed)
        # Numbers of very different size, which a ridge makes a little smaller.
        self.write("t.csv", "".join(f"{10 ** k},{2 * 10 ** k},{3 * 10 ** k}\n" for k in range(5)))
        self.ok("clean", "t.csv", "-o", "out.csv", "-r", 1, "-q")
        self.assertEqual(self.bytes_of("out.csv"), self.bytes_of("t.csv"))

    def test_planted_errors_alone_are_replaced(self):
        values = low_rank(60, 12)
        draw = random.Random(2)
        places = sorted(draw.sample([(i, j) for i in range(60) for j in range(12)], 20))
        broken = [row[:] for row in values]
        for i, j in places:
            broken[i][j] += draw.choice((-1, 1)) * draw.uniform(20, 90)
        self.write("in.csv", town_table(broken))
        self.ok("clean", "in.csv", "-o", "out.csv", "--mark", "mark.csv", *self.FLAGS)
        marks = self.marks()
        self.assertEqual([(mark["row"], mark["column"]) for mark in marks],
                         [(f"Town, {i}", MONTHS[j]) for i, j in places])
        before, after = (self.bytes_of(name).decode().split("\r\n") for name in ("in.csv", "out.csv"))
        self.assertEqual(len(before), len(after))
        changed = [(line - 1, field - 3) for line, (a, b) in enumerate(zip(before, after))
                   for field, (x, y) in enumerate(zip(a.split(","), b.split(","))) if x != y]
        self.assertEqual(changed, places)  # the name of a town has a comma, too
        for mark, (i, j) in zip(marks, places):
            self.assertEqual(mark["old"], f"{broken[i][j]:.1f}")
            self.assertRegex(mark["new"], r"^-?\d+\.\d$")
            self.assertLess(abs(float(mark["new"]) - values[i][j]), 0.25)
            self.assertEqual(float(mark["sigmas"]) > 0, broken[i][j] > values[i][j])
            self.assertGreater(abs(float(mark["sigmas"])), 4)

    def test_gaps_are_filled_where_something_is_known(self):
        values = low_rank(40, 8)
        holes = {(3, 2): "NA", (7, 0): "", (9, 7): "?", (20, 4): "-999"}
        text = town_table(values).split("\r\n")
        for (i, j), word in holes.items():
            fields = text[i + 1].split(",")
            fields[j + 3] = (" " if j == 0 else "") + word
            text[i + 1] = ",".join(fields)
        text[31] = '"Town, 30",north 0, ' + "," * 7
        self.write("in.csv", "\r\n".join(text))
        done = self.ok("clean", "in.csv", "-o", "out.csv", "--mark", "mark.csv", "--na", "-999,x", "--drop", "region", "-r", 2)
        self.assertIn("0 outliers and 4 gaps of 320 cells replaced", done.stderr.decode())
        self.assertIn("8 gaps left", done.stderr.decode())
        self.assertIn("'Town, 30' has no data", done.stderr.decode())
        after = self.bytes_of("out.csv").decode().split("\r\n")
        self.assertEqual(after[31], text[31])
        for mark, ((i, j), word) in zip(self.marks(), sorted(holes.items())):
            self.assertEqual((mark["row"], mark["column"], mark["old"], mark["sigmas"]), (f"Town, {i}", MONTHS[j], word, ""))
            self.assertLess(abs(float(after[i + 1].split(",")[j + 3]) - values[i][j]), 0.25)

    def test_decimal_commas_quotes_and_exponents_stay(self):
        values = low_rank(40, 6)
        broken = [row[:] for row in values]
        for i, j in ((4, 0), (11, 1), (23, 2)):
            broken[i][j] += 70

        def line(row):
            comma = f"{row[0]:.2f}".replace(".", ",")
            return f'{comma};"{row[1]:.3f}";{row[2]:.4e};' + ";".join(f"{value:.1f}" for value in row[3:])

        self.write("in.csv", "\n".join(map(line, broken)) + "\n")
        self.ok("clean", "in.csv", "-o", "out.csv", "-q", "-r", 2)
        after = self.bytes_of("out.csv").decode().splitlines()
        self.assertRegex(after[4].split(";")[0], r"^-?\d+,\d\d$")
        self.assertRegex(after[11].split(";")[1], r'^"-?\d+\.\d{3}"$')
        self.assertRegex(after[23].split(";")[2], r"^-?\d(\.\d+)?e[+-]\d\d$|^-?\d+(\.\d+)?$")
        self.assertEqual([k for k, (a, b) in enumerate(zip(after, map(line, broken))) if a != b], [4, 11, 23])

    def test_names_survive_fit_reconstruct_and_clean(self):
        self.write("in.csv", town_table(low_rank(30, 6)))
        self.ok("fit", "in.csv", "-o", "m.npz", "-r", 2, *self.FLAGS)
        self.ok("reconstruct", "m.npz", "-o", "r.csv")
        self.ok("clean", "r.csv", "-o", "c.csv", "-q", "-r", 2)
        rows = list(csv.reader(io.StringIO(self.bytes_of("c.csv").decode())))
        self.assertEqual(rows[0], ["", *MONTHS[:6]])
        self.assertEqual([row[0] for row in rows[1:]], [f"Town, {i}" for i in range(30)])
        self.assertEqual(self.bytes_of("c.csv"), self.bytes_of("r.csv"))

    def test_a_dry_run_writes_nothing_and_a_model_is_taken(self):
        values = low_rank(40, 8)
        values[5][3] += 80
        self.write("in.csv", town_table(values))
        self.ok("fit", "in.csv", "-o", "m.npz", "-r", 2, *self.FLAGS)
        before = sorted(path.name for path in self.path.iterdir())
        shown = self.ok("clean", "in.csv", "--dry-run", "--model", "m.npz", "--drop", "region").stdout.decode()
        self.assertRegex(shown, r"Town, 5 +apr +\S+ +\S+ +\S+")
        self.assertIn("1 outlier and 0 gaps of 320 cells would be replaced", shown)
        self.assertEqual(sorted(path.name for path in self.path.iterdir()), before)
        told = json.loads(self.ok("clean", "in.csv", "--model", "m.npz", "--json", "-o", "out.csv", *self.FLAGS).stdout)
        self.assertEqual((told["outliers"], told["gaps"]), (1, 0))
        self.assertEqual(told["cells"][0]["row_name"], "Town, 5")
        # What is an outlier is the user's to say.
        told = json.loads(self.ok("clean", "in.csv", "--model", "m.npz", "--json", "--dry-run", "--threshold", 1e6, *self.FLAGS).stdout)
        self.assertEqual(told["cells"], [])

    def test_arrays_are_cleaned_too(self):
        values = low_rank(30, 8)
        (self.path / "good.npy").write_bytes(npy((30, 8), sum(values, [])))
        values[3][4] += 80
        (self.path / "x.npy").write_bytes(npy((30, 8), sum(values, [])))
        write_archive(self.path / "x.npz", {"x.npy": self.bytes_of("x.npy")})
        self.ok("clean", "good.npy", "-o", "same.npy", "-q", "-r", 2)
        self.assertEqual(self.bytes_of("good.npy"), self.bytes_of("same.npy"))
        for name in ("x.npy", "x.npz"):
            self.ok("clean", name, "-o", "y.npy", "-q", "-r", 2)
            self.assertEqual(json.loads(self.ok("score", "good.npy", "y.npy", "--json").stdout)["rmse"] < 1e-6, True)
        self.refused(USAGE, ["x.npz", "name the output .npy"], "clean", "x.npz", "-o", "y.npz", "-q", "-r", 2)

    def test_sigmas_do_not_depend_on_the_threshold_and_outliers_agrees(self):
        values = low_rank(40, 8)
        values[5][3] += 80
        self.write("in.csv", town_table(values))
        self.ok("fit", "in.csv", "-o", "m.npz", "-r", 2, "--scale", "rows", *self.FLAGS)
        told = []
        for threshold in (4, 8):
            flags = ("--threshold", threshold, "--json", "--drop", "region")
            cells = json.loads(self.ok("clean", "in.csv", "--model", "m.npz", "--dry-run", *flags).stdout)["cells"]
            worst = json.loads(self.ok("outliers", "m.npz", "in.csv", *flags).stdout)["worst"]
            self.assertEqual([(cell["row"], cell["col"]) for cell in cells], [(5, 3)])
            self.assertEqual([(entry["row"], entry["col"]) for entry in worst], [(5, 3)])
            told.append((cells[0]["sigmas"], worst[0]["sigmas"]))
        self.assertEqual(told[0], told[1])

    def test_no_file_that_is_read_or_written_is_lost(self):
        self.write("in.csv", town_table(low_rank(30, 6)))
        self.ok("fit", "in.csv", "-o", "m.npz", "-r", 2, *self.FLAGS)
        before = {path.name: path.read_bytes() for path in self.path.iterdir()}
        for flags in (["--dry-run", "--mark", "in.csv"], ["-o", "out.csv", "--mark", "out.csv"], ["-o", "in.csv"],
                      ["--model", "m.npz", "--mark", "m.npz", "-o", "out.csv"], ["--model", "m.npz", "-o", "m.npz"],
                      ["-o", "-", "--mark", "-"], ["-o", "-", "--json"], ["-o", "out.csv.gz"],
                      ["--model", "m.npz", "-r", 2, "-o", "out.csv"]):
            done = self.run_grmf("clean", "in.csv", *flags, *self.FLAGS)
            self.assertIn(done.returncode, (USAGE, DATA), flags)
            self.assertEqual({path.name: path.read_bytes() for path in self.path.iterdir()}, before, flags)

    def test_packed_tables_and_masks_with_the_same_columns(self):
        values = low_rank(30, 6)
        self.write("in.csv", town_table(values))
        with gzip.open(self.path / "in.csv.gz", "wb") as file:
            file.write(self.bytes_of("in.csv"))
        self.ok("clean", "in.csv.gz", "-o", "out.csv", "-r", 2, *self.FLAGS)
        self.assertEqual(self.bytes_of("out.csv"), self.bytes_of("in.csv"))
        ones = [[1.0] * 6 for _ in values]
        ones[4][2] = 0.0
        self.write("mask.csv", town_table(ones))
        told = json.loads(self.ok("clean", "in.csv", "--dry-run", "--json", "-r", 2, "--mask", "mask.csv", *self.FLAGS).stdout)
        # What is masked counts as a gap; its estimate is what was there.
        self.assertEqual((told["outliers"], told["gaps"]), (0, 0))
        swapped = town_table(ones).replace("jan,feb", "feb,jan")
        self.write("other.csv", swapped)
        self.refused(DATA, ["other.csv", "'feb'", "'jan'"], "clean", "in.csv", "--dry-run", "--mask", "other.csv", *self.FLAGS)

    def test_what_is_refused(self):
        self.write("in.csv", town_table(low_rank(30, 6)))
        self.write("other.csv", town_table(low_rank(30, 6)).replace("mar", "may"))
        self.ok("fit", "in.csv", "-o", "m.npz", "-r", 2, *self.FLAGS)
        self.refused(USAGE, ["-o FILE", "--dry-run"], "clean", "in.csv", *self.FLAGS)
        self.refused(DATA, ["in.csv", "read from"], "clean", "in.csv", "-o", "in.csv", *self.FLAGS)
        self.refused(USAGE, ["in.csv", "is csv", "name the output .csv"], "clean", "in.csv", "-o", "out.npy", *self.FLAGS)
        self.refused(DATA, ["other.csv", "column 2", "'may'", "'mar'"],
                     "clean", "other.csv", "-o", "out.csv", "--model", "m.npz", *self.FLAGS)
        self.refused(DATA, ["'region'", "--drop region"], "clean", "in.csv", "-o", "out.csv", "-q")


class Scale(InFolder):
    """Every column counts alike, whatever its size."""

    FLAGS = ("-r", 2, "-q", "--tolerance", 1e-10, "--max-sweeps", 20000, "--gauge", "off", "--scale", "columns")

    def reconstructed(self, factors, name):
        values = low_rank(40, 9)
        text = "\n".join(",".join(repr(value * factors[j % 3]) for j, value in enumerate(row)) for row in values)
        (self.path / f"{name}.csv").write_text(text + "\n")
        self.ok("fit", f"{name}.csv", "-o", f"{name}.npz", *self.FLAGS)
        self.ok("reconstruct", f"{name}.npz", "-o", f"{name}-r.csv")
        rows = (self.path / f"{name}-r.csv").read_text().split()
        return [[float(field) / factors[j % 3] for j, field in enumerate(row.split(","))] for row in rows]

    def test_columns_of_any_size_give_the_same(self):
        plain = self.reconstructed((1.0, 1.0, 1.0), "plain")
        for a, b in zip(plain, self.reconstructed((1.0, 10.0, 1e6), "tens")):
            for x, y in zip(a, b):
                self.assertLess(abs(x - y), 1e-6 * max(abs(x), 1))
        self.assertEqual(plain, self.reconstructed((1.0, 2.0 ** 20, 2.0 ** -13), "twos"))

    def test_sizes_are_in_the_model_and_undone_in_outliers(self):
        values = low_rank(60, 9)
        values[5][3] += 60
        text = "\n".join(",".join(repr(value * 1000.0 ** (j % 3)) for j, value in enumerate(row)) for row in values)
        (self.path / "t.csv").write_text(text + "\n")
        self.ok("fit", "t.csv", "-o", "t.npz", *self.FLAGS)
        self.assertIn("scale_columns.npy", read_archive(self.path / "t.npz"))
        self.assertEqual(json.loads(self.ok("info", "t.npz", "--json").stdout)["scale"], "columns")
        found = json.loads(self.ok("outliers", "t.npz", "t.csv", "--json").stdout)
        self.assertEqual(found["count"], 1)
        worst = found["worst"][0]
        self.assertEqual((worst["row"], worst["col"]), (5, 3))
        self.assertAlmostEqual(worst["residual"], 60, places=2)
        self.assertAlmostEqual(worst["value"], values[5][3])

    def test_the_note_names_the_flag(self):
        rows = [f"{row[0]},{row[1] * 1e4},{row[2]}" for row in low_rank(40, 3)]
        (self.path / "t.csv").write_text("\n".join(rows) + "\n")
        note = "--scale columns makes all count alike"
        self.assertIn(note, self.ok("fit", "t.csv", "-r", 1).stderr.decode())
        self.assertNotIn(note, self.ok("fit", "t.csv", "-r", 1, "-q").stderr.decode())
        self.assertNotIn(note, self.ok("fit", "x.csv", "-r", 1).stderr.decode())
        for scale in ("none", "columns", "rows"):
            self.assertNotIn(note, self.ok("fit", "t.csv", "-r", 1, "--scale", scale).stderr.decode())
        batch = self.ok("fit", "t.csv", "x.csv", "-r", 1, "-o", "models").stderr.decode()
        self.assertEqual(batch.count(note), 1)
        self.refused(USAGE, ["--scale is 'all'", "none, columns or rows"], "fit", "t.csv", "--scale", "all")

    def test_a_start_of_scaled_data_keeps_its_units(self):
        self.reconstructed((1.0, 10.0, 1e6), "t")
        done = self.ok("fit", "t.csv", "--start", "t.npz", "-o", "again.npz", "--gauge", "off", "--json")
        self.assertIn("--scale columns as there", done.stderr.decode())
        self.assertLessEqual(json.loads(done.stdout)["sweeps"], 10)


class Names(InFolder):
    """Names are text and nothing else, wherever they come back."""

    HOSTILE = ["<script>alert(1)</script>", 'quote "x" & <b>', "line\nend", "\x1b[31m\u009bred\x07", "a,b", "caf\u00e9"]

    def setUp(self):
        super().setUp()
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["", *self.HOSTILE])
        for i, row in enumerate(low_rank(20, 6)):
            if i == 4:
                row[2] += 90
            writer.writerow([f"{self.HOSTILE[i % 6]} {i}", *map(repr, row)])
        (self.path / "t.csv").write_text(out.getvalue(), newline="")
        self.ok("fit", "t.csv", "-r", 2, "-q", "-o", "t.npz")

    def test_names_come_back_in_every_form(self):
        info = json.loads(self.ok("info", "t.npz", "--json").stdout)
        self.assertEqual(info["col_names"], self.HOSTILE)
        self.assertEqual(info["row_names"], [f"{self.HOSTILE[i % 6]} {i}" for i in range(20)])
        self.ok("reconstruct", "t.npz", "-o", "r.csv")
        with open(self.path / "r.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ["", *self.HOSTILE])
        self.assertEqual([row[0] for row in rows[1:]], info["row_names"])
        found = json.loads(self.ok("outliers", "t.npz", "t.csv", "--json").stdout)["worst"][0]
        self.assertEqual((found["row_name"], found["col_name"]), (info["row_names"][4], self.HOSTILE[2]))
        table = list(csv.DictReader(io.StringIO(self.ok("outliers", "t.npz", "t.csv", "--csv").stdout.decode(), newline="")))
        self.assertEqual((table[0]["row"], table[0]["column"]), (info["row_names"][4], self.HOSTILE[2]))
        self.assertAlmostEqual(float(table[0]["residual"]), float(table[0]["value"]) - float(table[0]["estimate"]))
        groups = json.loads(self.ok("groups", "t.npz", "--json").stdout)["rows"]
        self.assertEqual([row["name"] for row in groups], info["row_names"] + self.HOSTILE)
        lines = list(csv.DictReader(io.StringIO(self.ok("groups", "t.npz", "--csv").stdout.decode(), newline="")))
        self.assertEqual({line["name"] for line in lines}, set(info["row_names"] + self.HOSTILE))

    def test_no_name_reaches_a_terminal_or_a_picture_raw(self):
        for command in (["outliers", "t.npz", "t.csv"], ["groups", "t.npz"], ["info", "t.npz"],
                        ["clean", "t.csv", "--dry-run", "-r", 2]):
            done = self.ok(*command)
            for text in (done.stdout, done.stderr):
                self.assertNotIn(b"\x1b", text, command)
                self.assertNotIn(b"\x07", text, command)
                self.assertNotIn("\u009b".encode(), text, command)
        self.ok("groups", "t.npz", "-o", "g.svg")
        picture = (self.path / "g.svg").read_text()
        self.assertNotIn("<script", picture)
        self.assertIsNone(re.search("[\x00-\x08\x0b-\x1f]", picture))
        self.assertIn("&lt;script&gt;", picture)
        self.assertIn("caf\u00e9", picture)

    def test_scores_by_column_have_names(self):
        self.ok("reconstruct", "t.npz", "-o", "r.csv")
        parts = json.loads(self.ok("score", "t.csv", "r.csv", "--by", "columns", "--json").stdout)["by"]
        self.assertEqual([part["name"] for part in parts], self.HOSTILE)
        self.assertGreater(parts[2]["rmse"], 1)
        self.assertLess(parts[0]["rmse"], 1)
        (self.path / "a.csv").write_text(",a,b\nx,1,2\ny,NA,NA\nz,3,4\n")
        (self.path / "b.csv").write_text(",a,b\nx,1,2\ny,5,6\nz,3,5\n")
        self.assertIn("nan", self.ok("score", "a.csv", "b.csv", "--by", "rows").stdout.decode())
        parts = json.loads(self.ok("score", "a.csv", "b.csv", "--by", "rows", "--json").stdout)["by"]
        self.assertEqual([part["mae"] for part in parts], [0, None, 0.5])

    def test_data_with_other_names_are_refused(self):
        text = (self.path / "t.csv").read_text().replace("caf\u00e9", "tea", 1)
        (self.path / "u.csv").write_text(text)
        self.refused(DATA, ["u.csv", "column 5", "'tea'"], "outliers", "t.npz", "u.csv")


if __name__ == "__main__":
    unittest.main()
