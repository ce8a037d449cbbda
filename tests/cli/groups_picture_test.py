"""What `grmf groups` shows: the picture, the rows that are asked for, colours on a terminal.

usage: python3 groups_picture_test.py PATH_OF_GRMF
"""

import csv
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy

GRMF = os.path.abspath(sys.argv.pop(1))
OK, USAGE, DATA = 0, 2, 3
SVG = "{http://www.w3.org/2000/svg}"

U = numpy.array([[2.5, 2.5, 0, -4], [1, 0, 1, 1.0001], [0, 0, 0, 0], [3, -1.25, 3, -1.25], [2.5, 7, 7, -4]])
V = numpy.array([[0, 0.5, 0.5, 0.5], [9, 8, 7, 6], [-2, -2.001, -2, -2.001]])


def runs(path):
    """The strokes "M<left> <row>h<width>" of a path."""
    return [(float(left), int(row), float(width)) for left, row, width in re.findall(r"M(\S+?) (\d+)h([\d.]+)", path)]


class WithModels(unittest.TestCase):
    """Every test runs in a folder that holds a fitted model and one whose factors are U and V from above."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name)
        random = numpy.random.default_rng(1)
        planted = [random.choice([0, 2, -3, 5], (rows, 4)) for rows in (40, 30)]
        numpy.savetxt(self.path / "x.csv", planted[0] @ planted[1].T, delimiter=",")
        self.ok("fit", "x.csv", "-r", 4, "-q", "--lambda1", 0.05, "--lambda2", 0.05, "-o", "fit.npz")
        self.save("m.npz", U, V)

    def save(self, name, u, v):
        with numpy.load(self.path / "fit.npz") as model:
            numpy.savez(self.path / name, **{**model, "u": u, "v": v})

    def run_grmf(self, *arguments, **options):
        return subprocess.run([GRMF, *map(str, arguments)], cwd=self.path, capture_output=True, **options)

    def ok(self, *arguments):
        done = self.run_grmf(*arguments)
        self.assertEqual(done.returncode, OK, done.stderr.decode())
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode()

    def refused(self, code, words, *arguments):
        before = sorted(os.listdir(self.path))
        done = self.run_grmf(*arguments)
        message = done.stderr.decode()
        self.assertEqual((done.returncode, done.stdout), (code, b""), message)
        self.assertTrue(message.startswith("grmf: "), message)
        for word in words:
            self.assertIn(word, message)
        self.assertEqual(sorted(os.listdir(self.path)), before)

    def sizes_and_zeros(self, *arguments):
        """How many groups have how many members, and how many entries are zero, counted from the table."""
        groups = [group for row in json.loads(self.ok("groups", *arguments, "--json"))["rows"] for group in row["groups"]]
        sizes = [len(group["members"]) for group in groups if group["value"] != 0]
        zeros = sum(len(group["members"]) for group in groups if group["value"] == 0)
        return {size: sizes.count(size) for size in sizes}, zeros


class Rows(WithModels):
    def test_text_and_tables_show_the_rows_asked_for(self):
        wanted = [("U", row) for row in range(2, 4)] + [("V", 2)]
        text = self.ok("groups", "m.npz", "--rows", "2:4")
        self.assertEqual([(f, int(row)) for f, row in re.findall(r"^([UV]) (\d+) ", text, re.M)], wanted)
        self.assertIn("2 rows of U and 1 row of V: ", text)
        table = csv.DictReader(self.ok("groups", "m.npz", "--rows", "2:4", "--csv").splitlines())
        self.assertEqual(list(dict.fromkeys((row["factor"], int(row["row"])) for row in table)), wanted)
        report = json.loads(self.ok("groups", "m.npz", "--rows", "2:4", "--json"))
        self.assertEqual([(row["factor"], row["row"]) for row in report["rows"]], wanted)
        self.assertEqual(report["summary"]["sparsity"], 4 / 12)

    def test_the_text_tells_the_sizes_of_the_groups(self):
        for rows in ("0:3", "1:40", "0:1000"):
            text = self.ok("groups", "fit.npz", "--rows", rows)
            printed = re.findall(r"^ +(\d+) +(\d+) groups? +#+$", text, re.M)
            self.assertEqual({int(size): int(count) for size, count in printed},
                             self.sizes_and_zeros("fit.npz", "--rows", rows)[0])

    def test_what_are_no_rows_is_refused(self):
        for code, words, arguments in [
            (USAGE, ["--rows takes A:B", "'7'"], ["m.npz", "--rows", "7"]),
            (USAGE, ["--rows", "'b'"], ["m.npz", "--rows", "0:b"]),
            (USAGE, ["--rows", "'-1'"], ["m.npz", "--rows=-1:2"]),
            (DATA, ["--rows is 3:3", "greater"], ["m.npz", "--rows", "3:3"]),
            (DATA, ["m.npz: ", "5 rows of U and 3 rows of V"], ["m.npz", "--rows", "5:9"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(code, words, "groups", *arguments)


class Terminal(WithModels):
    def on_a_terminal(self, **variables):
        try:
            reader, terminal = pty.openpty()
        except OSError as error:
            self.skipTest(f"this machine has no terminals to give: {error}")
        without = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        process = subprocess.Popen([GRMF, "groups", "m.npz"], cwd=self.path, stdout=terminal,
                                   env={**without, "TERM": "xterm", **variables})
        os.close(terminal)
        shown = b""
        try:
            while block := os.read(reader, 4096):
                shown += block
        except OSError:  # what the end of a terminal looks like
            pass
        os.close(reader)
        self.assertEqual(process.wait(), OK)
        return shown.decode().replace("\r\n", "\n")

    def test_letters_have_a_background_each_and_the_text_is_the_same(self):
        shown = self.on_a_terminal()
        plain = self.ok("groups", "m.npz")
        self.assertEqual(re.sub(r"\x1b\[[\d;]*m", "", shown), plain)
        painted = re.findall(r"\x1b\[30;(4\d)m(.)\x1b\[0m", shown)
        self.assertEqual({sign for _, sign in painted}, {"a", "b"})
        self.assertEqual(len(set(painted)), 2)
        self.assertEqual(len({colour for colour, _ in painted}), 2)

    def test_no_color_and_dumb_terminals_and_pipes_get_none(self):
        self.assertNotIn("\x1b", self.on_a_terminal(NO_COLOR="1"))
        self.assertNotIn("\x1b", self.on_a_terminal(TERM="dumb"))
        self.assertNotIn("\x1b", self.ok("groups", "m.npz"))


class Picture(WithModels):
    def draw(self, *arguments):
        self.assertEqual(self.ok("groups", *arguments, "-o", "p.svg"), "")
        return ElementTree.parse(self.path / "p.svg").getroot()

    def panel(self, root, factor):
        return next(group for group in root.iter(f"{SVG}g") if group.get("class") == factor)

    def labelled_cells(self, root, factor):
        """Row by row: (kind, colour, letter, text) of every cell."""
        table = []
        for row in self.panel(root, factor).iter(f"{SVG}g"):
            if row.get("class") != "row":
                continue
            cells = []
            for cell in row.findall(f"{SVG}g"):
                kind = cell.get("class")
                texts = [text.text for text in cell.findall(f"{SVG}text")]
                shapes = cell.findall(f"{SVG}rect")
                self.assertEqual(len(shapes), 0 if kind == "zero" else 1)
                colour = shapes[0].get("stroke" if kind == "single" else "fill") if shapes else None
                cells.append((kind, colour, texts[1] if kind == "tie" else None, texts[0]))
            table.append(cells)
        return table

    def assert_shows(self, table, factor):
        self.assertEqual([len(row) for row in table], [factor.shape[1]] * factor.shape[0])
        colour_of = {}
        for cells, values in zip(table, factor):
            for (kind, colour, letter, text), value in zip(cells, values):
                tied = numpy.count_nonzero(values == value) > 1
                self.assertEqual(kind, "zero" if value == 0 else "tie" if tied else "single")
                self.assertEqual(text, f"{value:.3g}")
                self.assertEqual(colour_of.setdefault(value, colour), colour)  # in other rows as well
            for a, first in zip(cells, values):
                for b, second in zip(cells, values):
                    if first != 0 and second != 0:
                        # Near values may share a colour, but then not the kind, or not the letter.
                        self.assertEqual(a == b and a[0] == "tie", first == second and a[0] == "tie")

    def test_every_entry_has_its_cell_and_only_equal_ones_are_marked_alike(self):
        root = self.draw("m.npz")
        self.assert_shows(self.labelled_cells(root, "U"), U)
        self.assert_shows(self.labelled_cells(root, "V"), V)

    def test_negative_values_are_blue_and_positive_ones_orange(self):
        for cells, values in zip(self.labelled_cells(self.draw("m.npz"), "U"), U):
            for (_, colour, _, _), value in zip(cells, values):
                if value != 0:
                    red, blue = int(colour[1:3], 16), int(colour[5:7], 16)
                    self.assertEqual(red > blue, value > 0, (colour, value))

    def test_figure_2_of_the_paper_from_a_fit(self):
        with numpy.load(self.path / "fit.npz") as model:
            u, v = model["u"], model["v"]
        root = self.draw("fit.npz", "--rows", "3:15")
        self.assertEqual({cell[0] for row in self.labelled_cells(root, "U") for cell in row}, {"tie", "single", "zero"})
        self.assert_shows(self.labelled_cells(root, "U"), u[3:15])
        self.assert_shows(self.labelled_cells(root, "V"), v[3:15])

    def test_many_rows_have_no_values_but_every_stroke(self):
        with numpy.load(self.path / "fit.npz") as model:
            factors = {"U": model["u"], "V": model["v"]}
        root = self.draw("fit.npz")
        for name, factor in factors.items():
            panel = self.panel(root, name)
            self.assertEqual(self.labelled_cells(root, name), [])
            paths = [(path, runs(path.get("d"))) for path in panel.iter(f"{SVG}path")]
            width = max(right for path, strokes in paths for left, _, w in strokes for right in [left + w])
            pitch = round(width / factor.shape[1])
            seen = numpy.full(factor.shape, "zero  ")
            colours = {}
            for path, strokes in paths:
                for left, row, width in strokes:
                    for column in range(int(left // pitch), int((left + width - 1) // pitch) + 1):
                        seen[row, column] = path.get("class")
                        colours.setdefault((row, factor[row, column]), set()).add(path.get("stroke"))
            for row, values in enumerate(factor):
                for column, value in enumerate(values):
                    tied = numpy.count_nonzero(values == value) > 1
                    self.assertEqual(seen[row, column].strip(), "zero" if value == 0 else "tie" if tied else "single")
            self.assertEqual({len(shades) for shades in colours.values()}, {1})

    def test_ties_that_lie_side_by_side_are_one_stroke_and_near_values_are_not(self):
        rows = numpy.tile([1, 1, 1.0000001, 1.0000001, 2, 3], (30, 1))
        self.save("near.npz", rows, rows)
        paths = [path for path in self.panel(self.draw("near.npz"), "U").iter(f"{SVG}path")]
        strokes = sorted(stroke for path in paths if path.get("class") == "tie" for stroke in runs(path.get("d")))
        self.assertEqual(len(strokes), 2 * 30)
        first, second = strokes[0], strokes[30]
        self.assertLess(first[0] + first[2], second[0])

    def test_a_thousand_rows_are_a_small_file(self):
        random = numpy.random.default_rng(2)
        self.save("large.npz", random.normal(size=(1000, 12)), random.choice([-1.5, 0, 2], (1000, 12)))
        root = self.draw("large.npz")
        self.assertLess((self.path / "p.svg").stat().st_size, 1_000_000)
        self.assertLess(float(root.get("height")), 2000)

    def test_the_bars_tell_the_sizes_of_the_groups(self):
        for rows in ("0:3", "1:40", "0:1000"):
            sizes, zeros = self.sizes_and_zeros("fit.npz", "--rows", rows)
            words = [text.text for text in self.draw("fit.npz", "--rows", rows).findall(f"{SVG}text")]
            drawn = {int(words[place].split()[0]): int(words[place + 1]) for place in range(len(words))
                     if re.fullmatch(r"\d+ entr(y|ies)", words[place])}
            self.assertEqual(drawn, sizes)
            self.assertIn(f"{zeros} zero{'s' * (zeros != 1)} not counted", words)

    def test_the_rows_asked_for(self):
        root = self.draw("m.npz", "--rows", "2:4")
        self.assert_shows(self.labelled_cells(root, "U"), U[2:4])
        self.assert_shows(self.labelled_cells(root, "V"), V[2:4])

    def test_a_factor_without_rows_in_the_range_is_left_out(self):
        root = self.draw("m.npz", "--rows", "4:9")
        self.assert_shows(self.labelled_cells(root, "U"), U[4:])
        self.assertNotIn("V", [group.get("class") for group in root.iter(f"{SVG}g")])

    def test_extreme_factors_are_drawn(self):
        for u, v in [([[0, 0]], [[0, 0]]), ([[1e308, -1e308]], [[5e-324, 5e-324]]), ([[1]], [[-1]]),
                     (numpy.ones((2, 60)), numpy.zeros((1, 60)))]:
            self.save("odd.npz", numpy.array(u, float), numpy.array(v, float))
            self.draw("odd.npz")
            self.assertNotRegex((self.path / "p.svg").read_text(), "nan|inf")

    def test_it_stands_alone_on_a_ground_of_its_own(self):
        root = self.draw("m.npz")
        ground = root.find(f"{SVG}rect")
        self.assertEqual((ground.get("width"), ground.get("height"), ground.get("fill")), ("100%", "100%", "#ffffff"))
        self.assertNotIn("href", (self.path / "p.svg").read_text())

    def test_standard_output_and_pipes(self):
        self.draw("m.npz")
        wanted = (self.path / "p.svg").read_text()
        for name in ("-", "/dev/stdout", "/dev/fd/1"):
            self.assertEqual(self.ok("groups", "m.npz", "-o", name), wanted)
        self.ok("groups", "m.npz", "-o", "CAPITALS.SVG")
        self.assertEqual((self.path / "CAPITALS.SVG").read_text(), wanted)
        self.ok("groups", "m.npz", "-o", "/dev/null")

    def test_an_older_picture_stays_where_the_model_cannot_be_read(self):
        (self.path / "p.svg").write_text("older")
        (self.path / "broken.npz").write_bytes(b"PK")
        self.refused(DATA, ["broken.npz: "], "groups", "broken.npz", "-o", "p.svg")
        self.assertEqual((self.path / "p.svg").read_text(), "older")

    def test_refusals(self):
        for code, words, arguments in [
            (USAGE, ["p.png: ", ".svg"], ["m.npz", "-o", "p.png"]),
            (USAGE, ["m.npz: ", ".svg"], ["m.npz", "-o", "m.npz"]),
            (USAGE, ["picture: ", ".svg"], ["m.npz", "-o", "picture"]),
            (DATA, ["nowhere/p.svg: ", "the folder must exist"], ["m.npz", "-o", "nowhere/p.svg"]),
            (USAGE, ["--json", "--output", "exclude each other"], ["m.npz", "--json", "-o", "p.svg"]),
            (USAGE, ["--csv", "--output", "exclude each other"], ["m.npz", "--csv", "-o", "p.svg"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(code, words, "groups", *arguments)


if __name__ == "__main__":
    unittest.main(verbosity=2)
