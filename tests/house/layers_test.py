"""The layers hold, and what checks them sees every kind of violation.

    python3 tests/house/layers_test.py
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECK = ROOT / "tools" / "layers.py"


def check(root):
    done = subprocess.run([sys.executable, "-B", CHECK, root], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Layers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name in ("include", "src", "cli"):
            shutil.copytree(ROOT / name, self.root / name)

    def add(self, path, text):
        path = self.root / path
        path.parent.mkdir(exist_ok=True)
        path.write_text((path.read_text() if path.exists() else "") + text)

    def expect_refused(self, *words):
        code, output = check(self.root)
        self.assertEqual(code, 1, output)
        for word in words:
            self.assertIn(word, output)

    def test_they_hold(self):
        code, output = check(ROOT)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"\d+ layers hold")

    def test_an_include_of_a_layer_above_is_refused(self):
        self.add("src/data/data.cpp", '#include "methods/fit_settings.h"\n')
        self.expect_refused("src/data/data.cpp", "layer data may not include from methods")

    def test_so_is_one_in_angle_brackets_but_none_of_a_library(self):
        self.add("src/data/data.cpp", "#include <experiment/run.h>\n#include <sys/wait.h>\n#include<grmf/tune.h>\n")
        self.expect_refused("layer data may not include from experiment", "layer data may not include from tune")
        self.assertNotIn("wait.h", check(self.root)[1])

    def test_a_public_header_of_a_layer_above_is_refused(self):
        self.add("src/options/option_table.h", '#include "grmf/models.h"\n')
        self.expect_refused("src/options/option_table.h", "layer options may not include from methods")

    def test_a_public_header_may_not_include_one_from_above(self):
        self.add("include/grmf/matrix.h", '#include "grmf/tune.h"\n')
        self.expect_refused("include/grmf/matrix.h", "above layer data")

    def test_a_public_header_in_a_folder_belongs_to_the_layer_of_the_folder(self):
        self.add("include/grmf/io/format.h", '#include "grmf/models.h"\n')
        self.assertEqual(check(self.root)[0], 0)
        self.add("src/tune/tune.cpp", '#include "grmf/io/format.h"\n')
        self.expect_refused("src/tune/tune.cpp", "layer tune may not include from io")

    def test_a_public_header_may_not_include_a_private_one(self):
        self.add("include/grmf/io/format.h", '#include "io/sink.h"\n')
        self.expect_refused('include/grmf/io/format.h', '"io/sink.h" is not public')

    def test_a_public_header_needs_a_layer(self):
        self.add("include/grmf/new.h", "#pragma once\n")
        self.expect_refused("include/grmf/new.h: belongs to no layer")

    def test_a_circle_inside_a_layer_is_refused(self):
        self.add("src/engine/engine.h", '#include "engine/cpu/panel.h"\n')
        self.expect_refused("folders include each other", "engine/cpu -> engine")

    def test_layers_that_use_each_other_are_refused(self):
        path = self.root / "src" / "CMakeLists.txt"
        text = path.read_text()
        self.assertIn("grmf_layer(base OBJECT", text)
        path.write_text(text.replace("grmf_layer(base OBJECT", "grmf_layer(base OBJECT USES data"))
        self.expect_refused("in a circle")

    def test_a_folder_of_sources_must_be_a_layer(self):
        self.add("src/extra/new.cpp", "int x;\n")
        self.expect_refused("src/extra: is no layer")


class Lines(unittest.TestCase):
    def test_none_of_a_cpp_file_is_longer_than_100_columns(self):
        too_long = re.compile(r"^.{101,}$", re.MULTILINE)
        for folder in ("include", "src", "cli", "tests", "bench", "examples"):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.suffix in (".h", ".cpp"):
                    self.assertEqual(too_long.findall(path.read_text()), [], path)


if __name__ == "__main__":
    unittest.main()
