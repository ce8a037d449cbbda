"""Only src/data and src/engine read entries of Y, and what checks it sees every way to one.

    python3 tests/house/entries_test.py
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def check(root):
    done = subprocess.run([sys.executable, "-B", ROOT / "tools" / "entries.py", root],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Entries(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        shutil.copytree(ROOT / "src", self.root / "src")

    def expect_refused(self, path, line):
        path = self.root / path
        path.write_text(path.read_text() + line + "\n")
        code, output = check(self.root)
        self.assertEqual(code, 1, line)
        self.assertIn(path.name, output)

    def test_they_are_read_in_their_two_places(self):
        self.assertEqual(check(ROOT)[0], 0, check(ROOT)[1])

    def test_every_way_to_an_entry_is_seen(self):
        for line in ("double f(const Data& a) { return a.y(0, 0); }",
                     "double f(const Data* a) { return a->weight(0, 0); }",
                     "double f(const Data& data) { return data.y(row(0), 0); }",
                     "double f(const Data& data) { return data\n.y(\n0, 0); }",
                     "auto f(const Data& data) { return data.stored_y(); }",
                     "auto f(const Data& data) { return data.stored_weights(); }",
                     "void f(const Data& data) { DataRows rows(data); }",
                     "auto f(const Data& data) { return dense_copy(data); }",
                     "void f(const Data& data) { Filled filled(data); }"):
            with self.subTest(line=line):
                self.setUp()
                self.expect_refused("src/starts/start.cpp", line)

    def test_a_method_that_reads_them_must_say_so(self):
        path = self.root / "src/methods/rpca.cpp"
        path.write_text(path.read_text().replace("needs_dense", "need_dense"))
        code, output = check(self.root)
        self.assertEqual(code, 1)
        self.assertIn("needs_dense() does not say so", output)


if __name__ == "__main__":
    unittest.main(verbosity=2)
