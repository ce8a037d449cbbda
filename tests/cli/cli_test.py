"""The command line as a user sees it: output, exit codes, files. Needs the standard library alone.

usage: python3 cli_test.py PATH_OF_GRMF
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRMF = os.path.abspath(sys.argv.pop(1))
OK, FAILURE, USAGE, DATA, NOT_CONVERGED, INTERRUPTED = 0, 1, 2, 3, 4, 130


def low_rank_csv(rows=30, cols=20):
    """A table of rank 2 with an outlier in every seventh place or so."""
    lines = []
    for i in range(rows):
        cells = []
        for j in range(cols):
            value = (1 + i % 5) * (2 + j % 3) + (i % 2) * (j % 4)
            cells.append(str(999 if (i * i + 3 * j) % 7 == 0 and i % 3 == 0 else value))
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


class InFolder(unittest.TestCase):
    """Every test runs in an empty folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)
        (self.path / "x.csv").write_text(low_rank_csv())

    def run_grmf(self, *arguments, **options):
        return subprocess.run([GRMF, *map(str, arguments)], cwd=self.path, capture_output=True, **options)

    def ok(self, *arguments, **options):
        done = self.run_grmf(*arguments, **options)
        self.assertEqual(done.returncode, OK, done.stderr.decode())
        return done

    def refused(self, code, words, *arguments):
        """Exit code, one message with all these words, and nothing new in the folder."""
        before = sorted(os.listdir(self.path))
        done = self.run_grmf(*arguments)
        message = done.stderr.decode()
        self.assertEqual(done.returncode, code, message)
        self.assertTrue(message.startswith("grmf: "), message)
        for word in words:
            self.assertIn(word, message)
        self.assertEqual(sorted(os.listdir(self.path)), before)


class Fit(InFolder):
    def test_writes_a_model_and_says_so(self):
        done = self.ok("fit", "x.csv", "-r", 2)
        self.assertTrue((self.path / "x.npz").exists())
        self.assertIn("wrote x.npz", done.stderr.decode())
        self.assertEqual(done.stdout, b"")

    def test_json_has_every_field(self):
        done = self.ok("fit", "x.csv", "-r", 2, "--json", "-q", "--threads", 2)
        self.assertEqual(done.stderr, b"")
        fields = ("method rank rows cols status sweeps objective certificate seconds groups_mean "
                  "groups_paper_mean groups_paper_std sparsity tied threads backend warnings").split()
        summary = json.loads(done.stdout)
        self.assertEqual(list(summary), fields)
        self.assertEqual((summary["rows"], summary["cols"], summary["rank"]), (30, 20, 2))
        self.assertEqual(summary["threads"], 2)

    def test_the_same_fit_gives_the_same_bytes_for_any_number_of_threads(self):
        models = []
        for threads in (1, 2, 3, 8):
            self.ok("fit", "x.csv", "-r", 2, "-o", "m.npz", "-q", "--threads", threads, "--lambda2", 0.01)
            models.append((self.path / "m.npz").read_bytes())
        self.assertEqual(models, models[:1] * 4)

    def test_works_in_a_pipe(self):
        done = self.ok("fit", "-", "--format", "csv", "-r", 2, "-q", input=low_rank_csv().encode())
        self.ok("fit", "x.csv", "-r", 2, "-q")
        self.assertEqual(done.stdout, (self.path / "x.npz").read_bytes())

    def test_flags_and_set_mean_the_same(self):
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "a.npz", "--lambda1-u", 0.02, "--mm-steps", 2)
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "b.npz", "--set", "lambda1_u=0.02", "--set", "mm_steps=2")
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "c.npz", "--lambda1_u", 0.02, "--mm_steps", 2)
        a, b, c = ((self.path / name).read_bytes() for name in ("a.npz", "b.npz", "c.npz"))
        self.assertEqual(a, b)
        self.assertEqual(a, c)

    def test_options_override_the_preset(self):
        self.ok("fit", "x.csv", "-r", 1, "-q", "--lambda2", 0, "--preset", "published", "--max-sweeps", 5)
        options = json.loads(self.ok("info", "x.npz", "--json").stdout)["options"]
        self.assertEqual(options["scaling"], "per-sample")
        self.assertEqual(options["lambda1"], 0.1)
        self.assertEqual(options["lambda2"], 0)

    def test_a_start_is_taken(self):
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "a.npz", "--tolerance", 1e-9, "--max-sweeps", 5000)
        done = self.ok("fit", "x.csv", "-r", 2, "-q", "--start", "a.npz", "--json", "-o", "b.npz")
        self.assertLessEqual(json.loads(done.stdout)["sweeps"], 2)

    def test_strict_tells_that_a_fit_did_not_converge(self):
        self.assertEqual(self.run_grmf("fit", "x.csv", "-r", 2, "-q", "--max-sweeps", 1, "--strict").returncode,
                         NOT_CONVERGED)
        self.ok("fit", "x.csv", "-r", 2, "-q", "--max-sweeps", 1)

    def test_a_mask_takes_entries_out(self):
        (self.path / "mask.csv").write_text("\n".join(["0," + ",".join("1" * 19)] * 30) + "\n")
        self.ok("fit", "x.csv", "-r", 2, "-q", "--mask", "mask.csv", "-o", "a.npz")
        changed = [line.split(",") for line in low_rank_csv().splitlines()]
        (self.path / "y.csv").write_text("\n".join(",".join(["5e8", *cells[1:]]) for cells in changed))
        self.ok("fit", "y.csv", "-r", 2, "-q", "--mask", "mask.csv", "-o", "b.npz")
        self.assertEqual((self.path / "a.npz").read_bytes(), (self.path / "b.npz").read_bytes())

    def test_an_interrupt_stops_after_the_sweep_and_leaves_a_whole_model_or_none(self):
        rows = "\n".join(",".join(str((i * j) % 251 + (i ^ j) % 17) for j in range(300)) for i in range(300))
        (self.path / "big.csv").write_text(rows + "\n")
        for number in range(20):
            model = self.path / f"m{number}.npz"
            fit = subprocess.Popen([GRMF, "fit", "big.csv", "-r", "12", "-o", str(model), "-q", "--tolerance", "0",
                                    "--max-sweeps", "1000000"], cwd=self.path)
            try:
                fit.wait(timeout=0.02 + 0.03 * number)
            except subprocess.TimeoutExpired:
                pass
            fit.send_signal(signal.SIGINT)
            code = fit.wait()
            self.assertIn(code, (INTERRUPTED, -signal.SIGINT))
            if model.exists():
                self.assertEqual(json.loads(self.ok("info", model, "--json").stdout)["status"], "stopped")


class Refusals(InFolder):
    def test_usage(self):
        for words, arguments in [
            (["'--rnak'", "'--rank'"], ["fit", "x.csv", "--rnak", 2]),
            (["'fti'", "'fit'"], ["fti", "x.csv"]),
            (["'nosuch'", "grmf, ngrmf, gmf-l2"], ["fit", "x.csv", "-r", 2, "-m", "nosuch"]),
            (["lambda1", "a number", "abc"], ["fit", "x.csv", "-r", 2, "--lambda1", "abc"]),
            (["scaling", "relative, absolute"], ["fit", "x.csv", "-r", 2, "--scaling", "odd"]),
            (["rank is missing"], ["fit", "x.csv"]),
            (["lamda", "lambda1"], ["fit", "x.csv", "-r", 2, "--set", "lamda1=2"]),
            (["name=value"], ["fit", "x.csv", "-r", 2, "--set", "lambda1"]),
            (["nothing-like-it"], ["help", "nothing-like-it"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(USAGE, words, *arguments)

    def test_data(self):
        files = {
            "empty.csv": "",
            "ragged.csv": "1,2,3\n4,5\n",
            "text.csv": "1,2\n3,four\n",
            "inf.csv": "1,2\n3,inf\n",
            "missing.csv": "nan,nan\n,\n",
        }
        for name, text in files.items():
            (self.path / name).write_text(text)
        (self.path / "folder.csv").mkdir()
        for words, arguments in [
            (["empty.csv"], ["fit", "empty.csv", "-r", 1]),
            (["ragged.csv:2", "line 2"], ["fit", "ragged.csv", "-r", 1]),
            (["text.csv:2", "four"], ["fit", "text.csv", "-r", 1]),
            (["infinite", "row 1", "column 1"], ["fit", "inf.csv", "-r", 1]),
            (["missing"], ["fit", "missing.csv", "-r", 1]),
            (["nosuch.csv"], ["fit", "nosuch.csv", "-r", 1]),
            (["folder.csv"], ["fit", "folder.csv", "-r", 1]),
            (["rank is 0"], ["fit", "x.csv", "-r", 0]),
            (["rank is 21", "1 to 20"], ["fit", "x.csv", "-r", 21]),
            (["lambda1 is -1", "at least 0"], ["fit", "x.csv", "-r", 2, "--lambda1=-1"]),
            (["tau1 is 0", "greater than 0"], ["fit", "x.csv", "-r", 2, "--tau1", 0]),
            (["nowhere"], ["fit", "x.csv", "-r", 2, "-q", "-o", "nowhere/m.npz"]),
            (["x.csv"], ["info", "x.csv"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(DATA, words, *arguments)

    def test_a_full_disk(self):
        done = self.run_grmf("fit", "x.csv", "-r", 2, "-q", "-o", "/dev/full")
        self.assertEqual(done.returncode, DATA)
        self.assertIn("/dev/full", done.stderr.decode())


class Models(InFolder):
    def setUp(self):
        super().setUp()
        self.ok("fit", "x.csv", "-r", 3, "-q", "-o", "m.npz", "--lambda1", 0.05, "--lambda2", 0.05)

    def test_groups_in_three_forms_tell_the_same(self):
        rows = json.loads(self.ok("groups", "m.npz", "--json").stdout)["rows"]
        self.assertEqual(len(rows), 30 + 20)
        for row in rows:
            members = sorted(member for group in row["groups"] for member in group["members"])
            self.assertEqual(members, [0, 1, 2])
        table = self.ok("groups", "m.npz", "--csv").stdout.decode().splitlines()
        self.assertEqual(table[0], "factor,row,value,members")
        self.assertEqual(len(table) - 1, sum(len(row["groups"]) for row in rows))
        text = self.ok("groups", "m.npz").stdout.decode()
        self.assertEqual(len(re.findall(r"^[UV] \d+ ", text, re.M)), 50)
        self.assertIn("distinct values in a row", text)

    def test_reconstruction_scores_well_against_what_was_fitted(self):
        for name in ("r.npy", "r.csv", "r.tsv"):
            self.ok("reconstruct", "m.npz", "-o", name)
            self.assertLess(json.loads(self.ok("score", "x.csv", name, "--json").stdout)["rmae"], 1.0)
        piped = self.ok("reconstruct", "m.npz", "-o", "-", "--format", "csv").stdout
        self.assertEqual(piped, (self.path / "r.csv").read_bytes())

    def test_info_shows_the_options(self):
        text = self.ok("info", "m.npz").stdout.decode()
        self.assertRegex(text, r"(?m)^  lambda1 +0\.05$")
        self.assertRegex(text, r"(?m)^status +\w+$")

    def test_a_closed_pipe_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([GRMF, "groups", "m.npz"], cwd=self.path, stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        self.assertEqual(done.returncode, OK)
        self.assertEqual(done.stderr, b"")


class Pictures(InFolder):
    def test_corrupt_and_score(self):
        (self.path / "p.pgm").write_bytes(b"P5 64 48 255\n" + bytes((3 * i + j) % 256 for i in range(48) for j in range(64)))
        self.ok("corrupt", "p.pgm", "-o", "a.png", "--ratio", 0.5, "--seed", 1)
        self.ok("corrupt", "p.pgm", "-o", "b.png", "--ratio", 0.5, "--seed", 1)
        self.assertEqual((self.path / "a.png").read_bytes(), (self.path / "b.png").read_bytes())
        scores = json.loads(self.ok("score", "p.pgm", "a.png", "--json").stdout)
        self.assertEqual(list(scores), ["rmae", "rmse", "re", "mae", "mse", "psnr", "ssim"])
        self.assertGreater(scores["rmae"], 0.2)

    def test_the_demo_recovers_its_pictures(self):
        text = self.ok("demo", "-o", "demo.png").stdout.decode()
        rows = [line.split() for line in text.splitlines() if re.match(r"\w+ +\d+ ", line)]
        self.assertGreaterEqual(len(rows), 3)
        for row in rows:
            self.assertLess(float(row[3]), 0.2 * float(row[2]), row)
        self.assertTrue((self.path / "demo.png").exists())


class About(InFolder):
    def test_version_help_and_topics(self):
        self.assertRegex(self.ok("--version").stdout.decode(), r"^grmf \d+\.\d+\.\d+")
        self.assertIn("fit", self.ok("--help").stdout.decode())
        for topic in ("formats", "exit-codes", "model", "fit", "groups"):
            self.assertGreater(len(self.ok("help", topic).stdout), 100)

    def test_methods(self):
        methods = json.loads(self.ok("methods", "--json").stdout)
        self.assertEqual([method["name"] for method in methods], ["grmf", "ngrmf", "gmf-l2"])
        self.assertIn("lambda2", [option["name"] for option in methods[0]["options"]])

    def test_completion_knows_every_command_and_flag(self):
        words = self.ok("completion", "--commands").stdout.decode().split()
        self.assertIn("reconstruct", words)
        flags = self.ok("completion", "--flags", "fit").stdout.decode().split()
        self.assertIn("--lambda1-u", flags)
        script = self.ok("completion").stdout
        subprocess.run(["bash", "-n"], input=script, check=True)


class Documentation(InFolder):
    def test_every_command_of_the_manual_works(self):
        manual = Path(__file__).parents[2] / "docs" / "cli.md"
        blocks = re.findall(r"```sh\n(.*?)```", manual.read_text(), re.S)
        self.assertGreater(len(blocks), 5)
        path = f"{Path(GRMF).parent}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-euo", "pipefail"], input="\n".join(blocks), text=True, cwd=self.path,
                              env={**os.environ, "PATH": path}, capture_output=True)
        self.assertEqual(done.returncode, OK, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
