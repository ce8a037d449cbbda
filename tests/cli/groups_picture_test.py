"""What `grmf groups` shows: the rows that are asked for, colours on a terminal.

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
from pathlib import Path

import numpy

GRMF = os.path.abspath(sys.argv.pop(1))
OK, USAGE, DATA = 0, 2, 3

U = numpy.array([[2.5, 2.5, 0, -4], [1, 0, 1, 1.0001], [0, 0, 0, 0], [3, -1.25, 3, -1.25], [2.5, 7, 7, -4]])
V = numpy.array([[0, 0.5, 0.5, 0.5], [9, 8, 7, 6], [-2, -2.001, -2, -2.001]])


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


if __name__ == "__main__":
    unittest.main(verbosity=2)
