"""What the program says about itself: help, methods, man page, completion."""

import json
import re
import subprocess
import unittest

from support import InFolder, WITH_GRMF_ON_PATH


class About(InFolder):
    def test_version_help_and_topics(self):
        self.assertRegex(self.ok("--version").stdout.decode(), r"^grmf \d+\.\d+\.\d+")
        self.assertIn("fit", self.ok("--help").stdout.decode())
        self.assertIn("exit-codes", self.ok("help").stdout.decode())
        self.assertIn("reconstruct", self.ok("help").stdout.decode())
        self.assertIn("Usage: grmf help", self.ok("help", "--help").stdout.decode())
        for topic in ("formats", "exit-codes", "model", "fit", "groups"):
            self.assertGreater(len(self.ok("help", topic).stdout), 100)

    def test_methods(self):
        methods = json.loads(self.ok("methods", "--json").stdout)
        self.assertLessEqual({"grmf", "ngrmf", "gmf-l2", "prmf", "godec-plus", "tsvd", "rpca", "rnmf"},
                             {method["name"] for method in methods})
        options = {option["name"]: option for option in methods[0]["options"]}
        self.assertEqual((options["lambda2"]["kind"], options["lambda2"]["min"]), ("real", 0))
        self.assertTrue(options["tau1"]["min_excluded"])
        self.assertIn("relative", options["scaling"]["choices"])
        self.assertEqual(json.loads(self.ok("methods", "ngrmf", "--json").stdout), methods[1:2])
        table = self.ok("methods", "grmf").stdout.decode()
        for name, option in options.items():
            self.assertRegex(table, rf"(?m)^{name} +\S+  .*{re.escape(option['help'])}$")
        self.assertRegex(table, r"(?m)^tau1 +auto +greater than 0, or auto ")

    def test_the_man_page_tells_every_flag_of_every_command(self):
        page = self.ok("man").stdout.decode()
        shown = page.replace("\\-", "-")
        for command in self.ok("completion", "--commands").stdout.decode().split():
            self.assertIn(f"grmf {command}", shown)
            for flag in self.ok("completion", "--flags", command).stdout.decode().split():
                if flag != "--help":
                    self.assertIn(f"\\fB{flag}\\fR", shown)
        for method in json.loads(self.ok("methods", "--json").stdout):
            for option in method["options"]:
                self.assertIn("--" + option["name"].replace("_", "-"), shown)
        if subprocess.run(["sh", "-c", "command -v groff"], capture_output=True).returncode == 0:
            checked = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=page.encode(), capture_output=True)
            self.assertEqual(checked.stderr, b"")

    def test_completion_knows_every_command_and_flag(self):
        words = self.ok("completion", "--commands").stdout.decode().split()
        self.assertIn("reconstruct", words)
        flags = self.ok("completion", "--flags", "fit").stdout.decode().split()
        self.assertIn("--lambda1-u", flags)
        script = self.ok("completion").stdout
        subprocess.run(["bash", "-n"], input=script, check=True)

    def completed(self, *words):
        """What bash offers for the last of these words."""
        quoted = " ".join(f"'{word}'" for word in words)
        script = (self.ok("completion").stdout.decode() +
                  f'COMP_WORDS=(grmf {quoted}); COMP_CWORD={len(words)}; _grmf; printf "%s\\n" "${{COMPREPLY[@]}}"')
        done = subprocess.run(["bash", "-c", script], cwd=self.path, env=WITH_GRMF_ON_PATH, capture_output=True, check=True)
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode().split()

    def test_completion_offers_what_fits(self):
        for words, wanted in [
            (["rec"], ["reconstruct"]),
            (["fit", "--lambda2-"], ["--lambda2-u", "--lambda2-v"]),
            (["fit", "x.csv", "-m", "ng"], ["ngrmf"]),
            (["fit", "x.csv", "--method", "=", "ng"], ["ngrmf"]),
            (["fit", "x.csv", "--format", "pn"], ["png"]),
            (["fit", "x.csv", "--scaling", "rel"], ["relative"]),
            (["fit", "x.csv", "--preset", "p"], ["published"]),
            (["fit", "x.csv", "--stop", "="], ["certified", "decrease", "steps"]),
            (["methods", "gm"], ["gmf-l2"]),
            (["help", "exit"], ["exit-codes"]),
            (["fit", "x."], ["x.csv"]),
            (["fit", "x.csv", "-o", "x"], ["x.csv"]),
        ]:
            with self.subTest(words=words):
                self.assertEqual(self.completed(*words), wanted)


if __name__ == "__main__":
    unittest.main(verbosity=2)
