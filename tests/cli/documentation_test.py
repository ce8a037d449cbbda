"""Every command and snippet of the documentation."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import InFolder, OK, WITH_GRMF_ON_PATH


class Documentation(InFolder):
    """Every command and snippet of the documentation, page by page, each page in a folder of its own."""

    DOCS = Path(__file__).parents[2] / "docs"

    def run_page(self, page):
        blocks = re.findall(r"```(sh|python)\n(.*?)```", page.read_text(), re.S)
        with tempfile.TemporaryDirectory() as folder:
            for language, text in blocks:
                runner = ["bash", "-euo", "pipefail"] if language == "sh" else [sys.executable, "-"]
                done = subprocess.run(runner, input=text, text=True, cwd=folder, capture_output=True, env=WITH_GRMF_ON_PATH)
                self.assertEqual(done.returncode, OK, f"{page.name}: {text}{done.stderr}")
        return len(blocks)

    def test_every_command_of_the_manual_works(self):
        self.assertGreater(self.run_page(self.DOCS / "cli.md"), 5)

    def test_every_snippet_about_files_works(self):
        self.assertGreater(self.run_page(self.DOCS / "formats.md"), 0)

    def test_every_command_about_tables_works(self):
        self.assertGreater(self.run_page(self.DOCS / "tables.md"), 0)

    def test_the_example_of_grouping_works(self):
        self.assertGreater(self.run_page(self.DOCS / "grouping.md"), 0)

    def test_every_example_of_a_method_works(self):
        methods = [method["name"] for method in json.loads(self.ok("methods", "--json").stdout)]
        self.assertEqual(sorted(f"{name}.md" for name in methods), sorted(os.listdir(self.DOCS / "methods")))
        for name in methods:
            with self.subTest(method=name):
                self.assertGreater(self.run_page(self.DOCS / "methods" / f"{name}.md"), 0)

    def test_the_commands_of_the_readme_work(self):
        readme = (self.DOCS.parent / "README.md").read_text()
        commands = next(block for block in re.findall(r"```sh\n(.*?)```", readme, re.S) if "photo.png" in block)
        # Small, for the sanitizers' sake.
        rows = [" ".join(str(40 + (7 * i * (j + 3)) % 180) for j in range(40)) for i in range(48)]
        (self.path / "photo.pgm").write_text("P2\n40 48\n255\n" + "\n".join(rows) + "\n")
        self.ok("corrupt", "photo.pgm", "-o", "photo.png", "--ratio", 0)
        done = subprocess.run(["bash", "-euo", "pipefail"], input=commands, text=True, cwd=self.path, capture_output=True,
                              env=WITH_GRMF_ON_PATH)
        self.assertEqual(done.returncode, OK, done.stderr)

    def test_the_tour_of_a_table_works(self):
        root = self.DOCS.parent
        readme = (root / "README.md").read_text()
        commands, shown = re.search(r"```sh\n([^`]*sensors\.csv[^`]*)```\n\n```\n(.*?)```", readme, re.S).groups()
        (self.path / "examples").mkdir()
        (self.path / "examples" / "sensors.csv").write_bytes((root / "examples" / "sensors.csv").read_bytes())
        done = subprocess.run(["bash", "-euo", "pipefail"], input=commands, text=True, cwd=self.path, capture_output=True,
                              env=WITH_GRMF_ON_PATH)
        self.assertEqual(done.returncode, OK, done.stderr)
        # The README shows the beginning of the first list, and its end.
        for part in shown.split("...\n"):
            for line in part.splitlines():
                self.assertIn(line.strip(), done.stdout)
        before, after = ((self.path / name).read_text().splitlines() for name in ("examples/sensors.csv", "cleaned.csv"))
        cells = [(a.split(","), b.split(",")) for a, b in zip(before, after)]
        self.assertEqual(len(before), len(after))
        changed = sum(x != y for a, b in cells for x, y in zip(a, b))
        self.assertEqual(changed, len((self.path / "replaced.csv").read_text().splitlines()) - 1)

    def test_every_page_is_run(self):
        with_snippets = {page.relative_to(self.DOCS).as_posix() for page in self.DOCS.rglob("*.md")
                         if re.search(r"```(sh|python)", page.read_text()) and "methods" not in page.parts}
        self.assertEqual(with_snippets, {"cli.md", "formats.md", "grouping.md", "tables.md"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
