"""The command line as a user sees it: output, exit codes, files. Needs the standard library alone.

usage: python3 cli_test.py PATH_OF_GRMF
"""

import gzip
import json
import os
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
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
        }
        for name, text in files.items():
            (self.path / name).write_text(text)
        (self.path / "folder.csv").mkdir()
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


class Progress(InFolder):
    """What a terminal gets to see."""

    def on_a_terminal(self, *arguments, **variables):
        reader, terminal = pty.openpty()
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
