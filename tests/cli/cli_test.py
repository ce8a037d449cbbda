"""The command line as a user sees it: output, exit codes, files. Needs the standard library alone.

usage: python3 cli_test.py PATH_OF_GRMF
"""

import fcntl
import gzip
import json
import os
import pty
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest
import zipfile
from pathlib import Path

GRMF = os.path.abspath(sys.argv.pop(1))
SAMPLES = Path(__file__).parents[1] / "data" / "io"
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


def npy(shape, values=(), announced=None):
    """The bytes of an npy file of doubles; it may announce another shape than it holds."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {announced or shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}d", *values)


def text_npy(text):
    """The bytes of an npy file of one text, as NumPy stores it."""
    header = f"{{'descr': '<U{len(text)}', 'fortran_order': False, 'shape': (), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + text.encode("utf-32-le")


class InFolder(unittest.TestCase):
    """Every test runs in an empty folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)
        (self.path / "x.csv").write_text(low_rank_csv())

    def open_terminal(self):
        try:
            return pty.openpty()
        except OSError as error:
            self.skipTest(f"this machine has no terminals to give: {error}")

    def run_grmf(self, *arguments, **options):
        return subprocess.run([GRMF, *map(str, arguments)], cwd=self.path, capture_output=True, **options)

    def ok(self, *arguments, **options):
        done = self.run_grmf(*arguments, **options)
        self.assertEqual(done.returncode, OK, done.stderr.decode())
        return done

    def refused(self, code, words, *arguments, **options):
        """Exit code, one message with all these words, and nothing new in the folder."""
        before = sorted(os.listdir(self.path))
        done = self.run_grmf(*arguments, **options)
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
        for quiet in ([], ["-q"]):
            done = self.run_grmf("fit", "x.csv", "-r", 2, "--max-sweeps", 1, "--strict", *quiet)
            self.assertEqual(done.returncode, NOT_CONVERGED)
            self.assertRegex(done.stderr.decode(), r"(?m)^grmf: x\.csv: not converged after 1 sweeps \(max_sweeps\); raise --max-sweeps or --tolerance$")
        self.assertEqual(self.ok("fit", "x.csv", "-r", 2, "-q", "--max-sweeps", 1).stderr, b"")

    def test_of_an_option_given_twice_the_later_one_counts(self):
        for arguments, wanted in [(["--lambda1", 1, "--set", "lambda1=2"], 2), (["--set", "lambda1=2", "--lambda1", 1], 1),
                                  (["--lambda1", 1, "--lambda1", 2], 2), (["--set", "lambda1=2", "--set", "lambda1=1"], 1),
                                  (["--lambda1-u", 5, "--lambda1", 1], 1), (["--set", "lambda1=1", "--lambda1-u", 5], 5)]:
            with self.subTest(arguments=arguments):
                self.ok("fit", "x.csv", "-r", 2, "-q", "--max-sweeps", 1, *arguments)
                options = json.loads(self.ok("info", "x.npz", "--json").stdout)["options"]
                self.assertEqual(options["lambda1_u"], wanted)

    def test_the_preset_comes_first_however_it_is_given(self):
        models = []
        for preset in (["--preset", "published"], ["--set", "preset=published"]):
            for arguments in ([*preset, "--lambda2", 0], ["--lambda2", 0, *preset], ["--set", "lambda2=0", *preset]):
                self.ok("fit", "x.csv", "-r", 1, "-q", "--max-sweeps", 2, *arguments)
                models.append((self.path / "x.npz").read_bytes())
        self.assertEqual(models, models[:1] * 6)

    def test_warnings_and_notes_have_their_form(self):
        notes = self.ok("fit", "x.csv", "-r", 2, "--lambda1", 0.05, "--lambda3", 0).stderr.decode()
        self.assertRegex(notes, r"\d+\.\d % zeros, \d+\.\d % of the values saved")
        self.assertRegex(notes, r"(?m)^grmf: warning: lambda3 is 0")

    def test_a_numerical_issue_is_told_once(self):
        with zipfile.ZipFile(self.path / "huge.npz", "w") as start:
            start.writestr("u.npy", npy((30, 1), [1e200] * 30))
            start.writestr("v.npy", npy((20, 1), [1e100] * 20))
        done = self.run_grmf("fit", "x.csv", "-r", 1, "--start", "huge.npz")
        self.assertEqual(done.returncode, FAILURE)
        self.assertEqual(done.stderr.decode().count("rounding or overflow"), 1)
        self.assertRegex(done.stderr.decode(), r"(?m)^grmf: x\.csv: rounding or overflow")

    def test_data_of_a_size_one_cannot_compute_with_are_refused(self):
        (self.path / "huge.csv").write_text("1e300,2e300\n3e300,1e300\n")
        self.refused(DATA, ["huge.csv: the median", "multiply"], "fit", "huge.csv", "-r", 1)

    def test_a_name_in_capitals_with_gz_loses_both_ends(self):
        (self.path / "X.CSV.GZ").write_bytes(gzip.compress(low_rank_csv().encode()))
        self.ok("fit", "X.CSV.GZ", "-r", 2, "-q")
        self.assertTrue((self.path / "X.npz").exists())

    def test_a_mask_takes_entries_out(self):
        (self.path / "mask.csv").write_text("\n".join(["0," + ",".join("1" * 19)] * 30) + "\n")
        self.ok("fit", "x.csv", "-r", 2, "-q", "--mask", "mask.csv", "-o", "a.npz")
        changed = [line.split(",") for line in low_rank_csv().splitlines()]
        (self.path / "y.csv").write_text("\n".join(",".join(["5e8", *cells[1:]]) for cells in changed))
        self.ok("fit", "y.csv", "-r", 2, "-q", "--mask", "mask.csv", "-o", "b.npz")
        (self.path / "gaps.csv").write_text((self.path / "mask.csv").read_text().replace("0,", "nan,"))
        self.ok("fit", "y.csv", "-r", 2, "-q", "--mask", "gaps.csv", "-o", "c.npz")
        a, b, c = ((self.path / name).read_bytes() for name in ("a.npz", "b.npz", "c.npz"))
        self.assertEqual(a, b)
        self.assertEqual(a, c)


def takes_interrupts():
    """A process started in the background ignores Ctrl-C, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Signals(InFolder):
    """At random moments; the seed is printed, so that a failure can be had again."""

    def setUp(self):
        super().setUp()
        seed = random.randrange(10**9)
        print(f"seed {seed}", file=sys.stderr)
        self.random = random.Random(seed)
        rows = "\n".join(",".join(str((i * j) % 251 + (i ^ j) % 17) for j in range(300)) for i in range(300))
        (self.path / "big.csv").write_text(rows + "\n")

    def signalled(self, number, longest, *arguments, **options):
        """The exit code of a run that got the signal within `longest` seconds."""
        run = subprocess.Popen([GRMF, *map(str, arguments)], cwd=self.path, **options)
        try:
            run.wait(timeout=longest * self.random.random())
        except subprocess.TimeoutExpired:
            pass
        run.send_signal(number)
        code = run.wait()
        self.assertEqual(list(self.path.glob(".grmf-*")), [])
        return code

    def test_an_interrupt_stops_after_the_sweep_and_leaves_a_whole_model_or_none(self):
        for number in range(20):
            model = self.path / f"m{number}.npz"
            code = self.signalled(signal.SIGINT, 0.6, "fit", "big.csv", "-r", 12, "-o", model, "-q", "--tolerance", 0,
                                  "--max-sweeps", 1000000, preexec_fn=takes_interrupts)
            self.assertIn(code, (INTERRUPTED, -signal.SIGINT))
            if model.exists():
                self.assertEqual(json.loads(self.ok("info", model, "--json").stdout)["status"], "stopped")

    def test_an_interrupt_that_is_ignored_stays_ignored(self):
        code = self.signalled(signal.SIGINT, 0.3, "fit", "big.csv", "-r", 4, "-q", "--tolerance", 0, "--time-limit", 0.6,
                              "--max-sweeps", 1000000, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.assertEqual(code, OK)

    def test_a_signal_while_a_file_is_written_leaves_no_part_of_it(self):
        lines = "\n".join(f"{i % 7}.{i},{i % 5}" for i in range(1500)) + "\n"
        (self.path / "tall.csv").write_text(lines)
        self.ok("fit", "tall.csv", "-r", 1, "-q", "--max-sweeps", 1, "-o", "tall.npz")
        with zipfile.ZipFile(self.path / "tall.npz") as model:
            members = {name: model.read(name) for name in model.namelist()}
        members["v.npy"] = members["u.npy"]  # 1500 x 1500 entries, some 40 MB of text
        with zipfile.ZipFile(self.path / "square.npz", "w") as model:
            for name, content in members.items():
                model.writestr(name, content)
        codes = set()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGTERM) * 5:
            codes.add(self.signalled(number, 0.5, "reconstruct", "square.npz", "-o", "square.csv",
                                     preexec_fn=takes_interrupts))
        self.assertTrue(codes & {-signal.SIGTERM, -signal.SIGHUP, -signal.SIGINT}, codes)


class Refusals(InFolder):
    def test_usage(self):
        for words, arguments in [
            (["'--rnak'", "'--rank'"], ["fit", "x.csv", "--rnak", 2]),
            (["'fti'", "'fit'"], ["fti", "x.csv"]),
            (["unknown flag '--rnak'; did you mean '--rank'? See grmf fit --help"], ["fit", "--rnak=2"]),
            (["unexpected word 'info'"], ["methods", "grmf", "info"]),
            (["unexpected word 'info'"], ["fit", "x.csv", "info", "x.npz"]),
            (["unexpected word 'extra'", "see grmf help --help"], ["help", "fit", "extra"]),
            (["unexpected word '---'"], ["fit", "x.csv", "---"]),
            (["unexpected word '-'"], ["methods", "grmf", "-"]),
            (["unexpected word '-'", "see grmf --help"], ["-"]),
            (["INPUT is missing", "see grmf fit --help"], ["fit"]),
            (["--output is missing", "see grmf reconstruct --help"], ["reconstruct", "m.npz"]),
            (["--rank takes a value", "see grmf fit --help"], ["fit", "x.csv", "-r"]),
            (["--json and --csv exclude each other", "see grmf groups --help"], ["groups", "m.npz", "--json", "--csv"]),
            (["--json takes no value", "see grmf groups --help"], ["groups", "m.npz", "--json=maybe"]),
            (["unknown flag '--zzzzz'; see grmf fit --help"], ["fit", "--zzzzz"]),
            (["a command is missing", "see grmf --help"], []),
            (["--rank takes a whole number", "'+-2'"], ["fit", "x.csv", "-r", "+-2"]),
            (["standard output", "give the model a name"], ["fit", "x.csv", "-r", 2, "--json", "-o", "/dev/stdout"]),
            (["standard output", "give the model a name"], ["fit", "x.csv", "-r", 2, "--json", "-o", "/dev/fd/1"]),
            (["y.csv: ", "npz"], ["fit", "x.csv", "-r", 2, "-o", "y.csv"]),
            (["y.PNG: ", "npz"], ["fit", "x.csv", "-r", 2, "-o", "y.PNG"]),
            (["demo.tiff: ", "not written"], ["demo", "-o", "demo.tiff"]),
            (["--format"], ["corrupt", "-", "-o", "y.csv"]),
            (["unknown method 'grfm'"], ["methods", "grfm"]),
            (["'nosuch'", "grmf, ngrmf, gmf-l2, prmf"], ["fit", "x.csv", "-r", 2, "-m", "nosuch"]),
            (["lambda1", "a number", "abc"], ["fit", "x.csv", "-r", 2, "--lambda1", "abc"]),
            (["scaling", "relative, absolute"], ["fit", "x.csv", "-r", 2, "--scaling", "odd"]),
            (["rank is missing"], ["fit", "x.csv"]),
            (["--rank takes a whole number", "'two'"], ["fit", "x.csv", "-r", "two"]),
            (["--seed takes a whole number, 0 or more"], ["fit", "x.csv", "-r", 2, "--seed=-1"]),
            (["--stop", "certified, decrease or steps"], ["fit", "x.csv", "-r", 2, "--stop", "never"]),
            (["--ratio takes a number"], ["corrupt", "x.csv", "-o", "y.csv", "--ratio", "half"]),
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
            "tiny.csv": "1,2\n3,4\n",
            "badly.csv": "1,-1\n1,1\n",
            "semi.csv": "1;2\n3;4\n",
            "colour.pgm": "P3 1 1 255 1 2 3\n",
        }
        for name, text in files.items():
            (self.path / name).write_text(text)
        (self.path / "folder.csv").mkdir()
        (self.path / "folder").mkdir()
        (self.path / "link.npz").symlink_to("x.csv")
        (self.path / "circle.npz").symlink_to("circle.npz")
        self.ok("fit", "x.csv", "-r", 1, "-q", "-o", "start.npz")
        for words, arguments in [
            (["empty.csv"], ["fit", "empty.csv", "-r", 1]),
            (["ragged.csv:2", "line 2"], ["fit", "ragged.csv", "-r", 1]),
            (["text.csv:2", "four"], ["fit", "text.csv", "-r", 1]),
            (["inf.csv: ", "infinite", "row 1", "column 1"], ["fit", "inf.csv", "-r", 1]),
            (["missing.csv: ", "missing"], ["fit", "missing.csv", "-r", 1]),
            (["inf.csv: ", "2 x 2", "30 x 20"], ["fit", "x.csv", "-r", 1, "--mask", "inf.csv"]),
            (["inf.csv: ", "2 x 2", "30 x 20"], ["fit", "x.csv", "-r", 1, "--weights", "inf.csv"]),
            (["nosuch.csv"], ["fit", "nosuch.csv", "-r", 1]),
            (["folder.csv"], ["fit", "folder.csv", "-r", 1]),
            (["rank is 0"], ["fit", "x.csv", "-r", 0]),
            (["rank is 21", "1 to 20"], ["fit", "x.csv", "-r", 21]),
            (["lambda1 is -1", "at least 0"], ["fit", "x.csv", "-r", 2, "--lambda1=-1"]),
            (["tau1 is 0", "greater than 0"], ["fit", "x.csv", "-r", 2, "--tau1", 0]),
            (["nowhere", "folder must exist"], ["fit", "x.csv", "-r", 2, "-q", "-o", "nowhere/m.npz"]),
            (["folder.csv", "is a folder"], ["fit", "x.csv", "-r", 2, "-q", "-o", "folder.csv"]),
            (["x.csv"], ["info", "x.csv"]),
            (["nosuch: ", "no such file"], ["fit", "nosuch", "-r", 1]),
            (["folder: ", "is a folder"], ["fit", "folder", "-r", 1]),
            (["x.csv: rank is 21"], ["fit", "x.csv", "-r", 21]),
            (["start.npz: start u is 30 x 1"], ["fit", "x.csv", "-r", 2, "--start", "start.npz"]),
            (["--rank is 99999999999", "to 2147483647"], ["fit", "x.csv", "-r", 99999999999]),
            (["--lambda1 is 1e400", "size must be"], ["fit", "x.csv", "-r", 1, "--lambda1", "1e400"]),
            (["threads is 1025", "at most 1024"], ["fit", "x.csv", "-r", 1, "--threads", 1025]),
            (["x.csv: ", "another name"], ["fit", "x.csv", "-r", 1, "-o", "x.csv"]),
            (["link.npz: ", "another name"], ["fit", "x.csv", "-r", 1, "-o", "link.npz"]),
            (["circle.npz: ", "circle"], ["fit", "x.csv", "-r", 1, "-o", "circle.npz"]),
            (["badly.csv: ", "weight -1 at row 0, column 1"], ["fit", "tiny.csv", "-r", 1, "--weights", "badly.csv"]),
            (["text.csv:2"], ["fit", "x.csv", "-r", 1, "--mask", "text.csv"]),
            (["semi.csv:2", "semicolons"], ["fit", "semi.csv", "-r", 1]),
            (["tiny.csv, x.csv: ", "2 x 2", "30 x 20"], ["score", "tiny.csv", "x.csv"]),
            (["inf.csv, tiny.csv: ", "truth is not finite"], ["score", "inf.csv", "tiny.csv"]),
            (["--peak is 0", "greater than 0"], ["score", "tiny.csv", "tiny.csv", "--peak", 0]),
            (["--peak is nan", "finite"], ["corrupt", "tiny.csv", "-o", "y.csv", "--peak", "nan"]),
            (["y.png: white is 70000", "at most 65535"], ["corrupt", "tiny.csv", "-o", "y.png", "--peak", 70000]),
            (["nowhere", "folder must exist"], ["demo", "-o", "nowhere/demo.png"]),
            (["odd?[2Jname.csv: "], ["fit", "odd\x1b[2Jname.csv", "-r", 1]),
            (["colour.pgm: ", "-colorspace Gray"], ["fit", "colour.pgm", "-r", 1]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(DATA, words, *arguments)

    def test_truncated_files(self):
        files = {"a.npy": npy((3, 4), range(12)), "a.csv.gz": gzip.compress(low_rank_csv().encode())}
        for sample in ("png/grey8.png", "tiff/grey8.tiff"):
            files[Path(sample).name] = (SAMPLES / sample).read_bytes()
        for name, whole in files.items():
            (self.path / name).write_bytes(whole)
            self.ok("fit", name, "-r", 1, "-q", "-o", "whole.npz")
            for share in (0.3, 0.6, 0.9):
                (self.path / name).write_bytes(whole[: int(share * len(whole))])
                with self.subTest(name=name, share=share):
                    self.refused(DATA, [name + ": "], "fit", name, "-r", 1)

    def test_a_huge_shape_over_little_data_takes_no_memory(self):
        limit = 1 << 30  # bytes of address space; the file announces eight terabytes
        sanitized = b"__sanitizer" in Path(GRMF).read_bytes()  # such a program maps terabytes at its start

        def limited():
            if not sanitized:
                resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

        (self.path / "huge.npy").write_bytes(npy(None, range(60 // 8), announced=(10**12, 1)))
        self.refused(DATA, ["huge.npy: ", "1000000000000"], "fit", "huge.npy", "-r", 1, preexec_fn=limited)
        (self.path / "small.npy").write_bytes(npy((2, 2), (1, 2, 3, 4)))
        self.ok("fit", "small.npy", "-r", 1, "-q", "-o", "small.npz", preexec_fn=limited)

    def test_an_unwritable_folder(self):
        (self.path / "locked").mkdir(mode=0o555)
        nobody = 65534
        program = shutil.copy(GRMF, self.path)  # where nobody can reach it
        self.path.chmod(0o755)
        done = subprocess.run([program, "fit", "x.csv", "-r", "2", "-q", "-o", "locked/m.npz"], cwd=self.path,
                              user=nobody if os.geteuid() == 0 else None, capture_output=True)
        self.assertEqual(done.returncode, DATA)
        self.assertIn("locked/m.npz: cannot be written", done.stderr.decode())
        self.assertIn("must be writable", done.stderr.decode())

    def test_output_that_cannot_be_written(self):
        self.ok("fit", "x.csv", "-r", 1, "-q", "-o", "m.npz")
        for arguments in (["--help"], ["--version"], ["help"], ["help", "model"], ["fit", "--help"], ["methods"], ["man"],
                          ["completion"], ["info", "m.npz"], ["groups", "m.npz"], ["score", "x.csv", "x.csv"],
                          ["fit", "x.csv", "-r", "1", "--json", "-o", "m.npz"],
                          ["reconstruct", "m.npz", "-o", "-", "--format", "csv"]):
            for target in (">/dev/full", ">&-"):
                with self.subTest(arguments=arguments, target=target):
                    done = subprocess.run(["sh", "-c", f'"$0" "$@" {target}', GRMF, *arguments], cwd=self.path, capture_output=True)
                    self.assertEqual(done.returncode, DATA)
                    self.assertIn("grmf: standard output: cannot be written: ", done.stderr.decode())
        self.assertTrue(zipfile.is_zipfile(self.path / "m.npz"))

    def test_a_model_is_not_written_to_a_terminal(self):
        reader, terminal = self.open_terminal()
        done = subprocess.run([GRMF, "fit", "x.csv", "-r", "1", "-o", "-"], cwd=self.path, stdout=terminal, stderr=subprocess.PIPE)
        os.close(terminal)
        os.close(reader)
        self.assertEqual(done.returncode, DATA)
        self.assertIn("is a terminal", done.stderr.decode())

    def test_a_full_disk(self):
        done = self.run_grmf("fit", "x.csv", "-r", 2, "-q", "-o", "/dev/full")
        self.assertEqual(done.returncode, DATA)
        self.assertIn("/dev/full", done.stderr.decode())

    def test_a_file_system_without_room_keeps_the_older_model(self):
        self.ok("fit", "x.csv", "-r", 1, "-q", "-o", "m.npz")
        older = (self.path / "m.npz").read_bytes()

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        self.refused(DATA, ["m.npz: cannot be written"], "fit", "x.csv", "-r", 2, "-q", "-o", "m.npz", preexec_fn=limited)
        self.assertEqual((self.path / "m.npz").read_bytes(), older)

    def test_a_full_small_file_system(self):
        script = (f"mkdir small && mount -t tmpfs -o size=8k grmf-test small && "
                  f"{GRMF} fit x.csv -r 9 -q -o small/m.npz; code=$?; ls -A small; exit $code")
        trial = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                                "mount -t tmpfs -o size=8k grmf-test /mnt"], capture_output=True)
        if trial.returncode != 0:
            self.skipTest("this machine lets no one mount a small file system")
        done = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
                              cwd=self.path, capture_output=True)
        self.assertEqual(done.returncode, DATA, done.stderr.decode())
        self.assertIn("small/m.npz: cannot be written", done.stderr.decode())
        self.assertIn("make room", done.stderr.decode())
        self.assertEqual(done.stdout, b"")


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
        patterns = re.findall(r"^[UV] \d+ +(\S+)", text, re.M)
        self.assertEqual(len(patterns), 50)
        for row, pattern in zip(rows, patterns):
            for group in row["groups"]:
                signs = {pattern[member] for member in group["members"]}
                self.assertEqual(len(signs), 1, row)
                self.assertEqual(signs == {"."}, group["value"] == 0, row)
        self.assertIn("distinct values in a row", text)

    def test_the_heading_of_groups_stands_above_its_columns(self):
        self.ok("fit", "x.csv", "-r", 12, "-q", "-o", "wide.npz", "--lambda1", 0.05)
        for model in ("m.npz", "wide.npz"):
            lines = self.ok("groups", model).stdout.decode().splitlines()
            starts = {re.search(r"^[UV] \d+ +\S+ +", line).end() for line in lines if re.match(r"[UV] \d+ +\S+ +\S", line)}
            self.assertEqual(starts, {lines[0].index("values")}, model)

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

    def test_a_flipped_byte_anywhere_is_refused(self):
        whole = (self.path / "m.npz").read_bytes()
        for place in range(0, len(whole), 131):
            damaged = bytearray(whole)
            damaged[place] ^= 0x10
            (self.path / "damaged.npz").write_bytes(damaged)
            with self.subTest(place=place):
                self.refused(DATA, ["damaged.npz: "], "reconstruct", "damaged.npz", "-o", "r.npy")

    def test_a_newer_layout_is_refused(self):
        with zipfile.ZipFile(self.path / "m.npz") as model:
            members = {name: model.read(name) for name in model.namelist()}
        text = members["meta.npy"]
        meta = json.loads(text[10 + struct.unpack("<H", text[8:10])[0]:].decode("utf-32-le"))
        for version, code in ((meta["format_version"], OK), (meta["format_version"] + 1, DATA)):
            members["meta.npy"] = text_npy(json.dumps({**meta, "format_version": version}))
            with zipfile.ZipFile(self.path / "other.npz", "w") as other:
                for name, content in members.items():
                    other.writestr(name, content)
            done = self.run_grmf("info", "other.npz")
            self.assertEqual(done.returncode, code, done.stderr.decode())
        self.assertIn("other.npz: ", done.stderr.decode())
        self.assertIn("newer", done.stderr.decode())

    def test_a_closed_pipe_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([GRMF, "groups", "m.npz"], cwd=self.path, stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        self.assertEqual(done.returncode, OK)
        self.assertEqual(done.stderr, b"")


class Outliers(InFolder):
    def setUp(self):
        super().setUp()
        self.wrong = {((7 * k + k * k) % 30, (11 * k + 3) % 20) for k in range(12)}
        rows = [[999 if (i, j) in self.wrong else (1 + i % 5) * (2 + j % 3) for j in range(20)] for i in range(30)]
        (self.path / "x.csv").write_text("\n".join(",".join(map(str, row)) for row in rows) + "\n")
        self.ok("fit", "x.csv", "-r", 1, "-q", "-o", "m.npz")

    def test_are_exactly_those_that_were_put_there(self):
        found = json.loads(self.ok("outliers", "m.npz", "x.csv", "--json", "--worst", 1000).stdout)
        self.assertEqual(found["count"], len(found["worst"]))
        self.assertEqual({(entry["row"], entry["col"]) for entry in found["worst"]}, self.wrong)
        for entry in found["worst"]:
            self.assertEqual(entry["value"], 999)
            self.assertAlmostEqual(entry["score"], abs(entry["value"] - entry["estimate"]))

    def test_a_table_lists_the_worst(self):
        text = self.ok("outliers", "m.npz", "x.csv", "--worst", 5, "-o", "distance.csv").stdout.decode()
        self.assertIn(f"{len(self.wrong)} of 600 entries", text)
        self.assertEqual(len(re.findall(r"^ +\d+ +\d+ +999 ", text, re.M)), 5)
        self.assertIn(f"and {len(self.wrong) - 5} more", text)
        rows = (self.path / "distance.csv").read_text().splitlines()
        self.assertEqual((len(rows), len(rows[0].split(","))), (30, 20))

    def test_another_matrix_is_refused(self):
        (self.path / "other.csv").write_text("1,2\n3,4\n")
        self.refused(DATA, ["other.csv: ", "30 x 20", "2 x 2"], "outliers", "m.npz", "other.csv")


class Progress(InFolder):
    """What a terminal gets to see."""

    def on_a_terminal(self, *arguments, width=120, **variables):
        reader, terminal = self.open_terminal()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        fit = subprocess.Popen([GRMF, "fit", "x.csv", "-r", "8", "--tolerance", "0", "--time-limit", "0.5", *arguments],
                               cwd=self.path, stderr=terminal, env={**os.environ, "TERM": "xterm", **variables})
        os.close(terminal)
        shown = b""
        try:
            while block := os.read(reader, 4096):
                shown += block
        except OSError:  # what the end of a terminal looks like
            pass
        os.close(reader)
        self.assertEqual(fit.wait(), OK)
        return shown.decode()

    def test_the_time_left_honours_the_limit_and_the_line_the_width(self):
        shown = self.on_a_terminal("--max-sweeps", "1000000", NO_COLOR="1")
        left = [float(seconds) for seconds in re.findall(r"about (\S+) s left", shown)]
        self.assertTrue(left)
        self.assertLessEqual(max(left), 0.5)
        narrow = self.on_a_terminal("--max-sweeps", "1000000", NO_COLOR="1", width=40)
        drawn = [line for line in re.findall(r"\r([^\r\n]*)\x1b\[K", narrow) if line]
        self.assertEqual({len(line) for line in drawn}, {39})

    def test_a_bar_with_the_time_left(self):
        shown = self.on_a_terminal("--max-sweeps", "1000000")
        self.assertRegex(shown, r"\r\x1b\[36m\[=* *\]\x1b\[0m sweep \d+  f \S+  \S+ s, about \S+ s left")

    def test_no_color_and_dumb_terminals_are_respected(self):
        plain = self.on_a_terminal("--max-sweeps", "1000000", NO_COLOR="1")
        self.assertIn("s left", plain)
        self.assertNotIn("\x1b[36m", plain)
        self.assertNotIn("\x1b", self.on_a_terminal("--max-sweeps", "1000000", TERM="dumb"))
        self.assertEqual(self.on_a_terminal("-q"), "")


class Pictures(InFolder):
    def test_corrupt_and_score(self):
        (self.path / "p.pgm").write_bytes(b"P5 64 48 255\n" + bytes((3 * i + j) % 256 for i in range(48) for j in range(64)))
        self.ok("corrupt", "p.pgm", "-o", "a.png", "--ratio", 0.5, "--seed", 1)
        self.ok("corrupt", "p.pgm", "-o", "b.png", "--ratio", 0.5, "--seed", 1)
        self.assertEqual((self.path / "a.png").read_bytes(), (self.path / "b.png").read_bytes())
        scores = json.loads(self.ok("score", "p.pgm", "a.png", "--json").stdout)
        self.assertEqual(list(scores), ["rmae", "rmse", "re", "mae", "mse", "psnr", "ssim"])
        self.assertGreater(scores["rmae"], 0.2)

    def test_a_picture_keeps_its_white_through_a_model(self):
        for white in (1, 15, 255, 1000, 65535):
            wide = 2 if white > 255 else 1
            pixels = b"".join((white * ((i + j) % 4) // 3).to_bytes(wide, "big") for i in range(12) for j in range(16))
            (self.path / "p.pgm").write_bytes(f"P5 16 12 {white}\n".encode() + pixels)
            self.ok("corrupt", "p.pgm", "-o", "same.png", "--ratio", 0)
            self.ok("fit", "p.pgm", "-r", 6, "-q", "-o", "p.npz")
            self.assertEqual(json.loads(self.ok("info", "p.npz", "--json").stdout)["peak"], white)
            self.ok("reconstruct", "p.npz", "-o", "r.png")
            self.ok("reconstruct", "p.npz", "-o", "r.pgm")
            self.assertIn(f"\n{white}\n".encode(), (self.path / "r.pgm").read_bytes()[:30])
            for estimate in ("same.png", "r.png", "r.pgm"):
                with self.subTest(white=white, estimate=estimate):
                    scores = json.loads(self.ok("score", "p.pgm", estimate, "--json").stdout)
                    self.assertLess(scores["rmae"], 0.01)
        self.ok("fit", "x.csv", "-r", 1, "-q")
        self.assertNotIn("peak", json.loads(self.ok("info", "x.npz", "--json").stdout))

    def test_format_tells_what_a_name_does_not(self):
        text = low_rank_csv().encode()
        noisy = self.ok("corrupt", "-", "-o", "-", "--format", "csv", input=text).stdout
        self.ok("corrupt", "x.csv", "-o", "noisy.csv")
        self.assertEqual(noisy, (self.path / "noisy.csv").read_bytes())
        (self.path / "noisy.dat").write_bytes(noisy)
        self.assertEqual(self.ok("score", "-", "noisy.dat", "--format", "csv", input=text).stdout,
                         self.ok("score", "x.csv", "noisy.csv").stdout)

    def test_the_demo_refuses_an_output_before_it_begins(self):
        for output in ("nowhere/demo.png", "demo.tiff", "demo"):
            self.assertEqual(self.run_grmf("demo", "-o", output).stdout, b"", output)

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
        self.assertRegex(table, r"(?m)^tau1 +\S+ +greater than 0 ")

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
        path = f"{Path(GRMF).parent}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-c", script], cwd=self.path, env={**os.environ, "PATH": path}, capture_output=True, check=True)
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


class Documentation(InFolder):
    """Every command and snippet of the documentation, page by page, each page in a folder of its own."""

    DOCS = Path(__file__).parents[2] / "docs"

    def run_page(self, page):
        path = f"{Path(GRMF).parent}:{os.environ['PATH']}"
        blocks = re.findall(r"```(sh|python)\n(.*?)```", page.read_text(), re.S)
        with tempfile.TemporaryDirectory() as folder:
            for language, text in blocks:
                runner = ["bash", "-euo", "pipefail"] if language == "sh" else [sys.executable, "-"]
                done = subprocess.run(runner, input=text, text=True, cwd=folder, capture_output=True,
                                      env={**os.environ, "PATH": path})
                self.assertEqual(done.returncode, OK, f"{page.name}: {text}{done.stderr}")
        return len(blocks)

    def test_every_command_of_the_manual_works(self):
        self.assertGreater(self.run_page(self.DOCS / "cli.md"), 5)

    def test_every_snippet_about_files_works(self):
        self.assertGreater(self.run_page(self.DOCS / "formats.md"), 0)

    def test_every_example_of_a_method_works(self):
        methods = [method["name"] for method in json.loads(self.ok("methods", "--json").stdout)]
        self.assertEqual(sorted(f"{name}.md" for name in methods), sorted(os.listdir(self.DOCS / "methods")))
        for name in methods:
            with self.subTest(method=name):
                self.assertGreater(self.run_page(self.DOCS / "methods" / f"{name}.md"), 0)

    def test_the_commands_of_the_readme_work(self):
        readme = (self.DOCS.parent / "README.md").read_text()
        commands = next(block for block in re.findall(r"```sh\n(.*?)```", readme, re.S) if "photo.png" in block)
        self.ok("demo", "-o", "photo.png")
        path = f"{Path(GRMF).parent}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-euo", "pipefail"], input=commands, text=True, cwd=self.path, capture_output=True,
                              env={**os.environ, "PATH": path})
        self.assertEqual(done.returncode, OK, done.stderr)

    def test_every_page_is_run(self):
        with_snippets = {page.relative_to(self.DOCS).as_posix() for page in self.DOCS.rglob("*.md")
                         if re.search(r"```(sh|python)", page.read_text()) and "methods" not in page.parts}
        self.assertEqual(with_snippets, {"cli.md", "formats.md"})


if __name__ == "__main__":
    unittest.main(verbosity=2)
