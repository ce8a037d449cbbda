"""What is refused: exit code, one message, no file."""

import gzip
import resource
import unittest
from pathlib import Path

from support import DATA, GRMF, InFolder, SAMPLES, USAGE, low_rank_csv, npy


class Refusals(InFolder):
    def test_usage(self):
        for words, arguments in [
            (["'--rnak'", "'--rank'"], ["fit", "x.csv", "--rnak", 2]),
            (["'fti'", "'fit'"], ["fti", "x.csv"]),
            (["unknown command 'reprot'; did you mean 'report'? See"], ["reprot"]),
            (["unknown command 'predict'; see grmf --help"], ["predict", "x.npz"]),
            (["unknown method 'kmeans'; known are: grmf, "], ["fit", "x.csv", "-r", 2, "-m", "kmeans"]),
            (["unknown flag '--rnak'; did you mean '--rank'? See grmf fit --help"], ["fit", "--rnak=2"]),
            (["unexpected word 'info'"], ["methods", "grmf", "info"]),
            (["unexpected word 'info'"], ["tune", "x.csv", "info", "x.npz"]),
            (["unexpected word 'extra'", "see grmf help --help"], ["help", "fit", "extra"]),
            (["unexpected word '---'"], ["tune", "x.csv", "---"]),
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
            (["demo.ppm: ", "colour"], ["demo", "-o", "demo.ppm"]),
            (["--format"], ["corrupt", "-", "-o", "y.csv"]),
            (["unknown method 'grfm'"], ["methods", "grfm"]),
            (["'nosuch'", "grmf, ngrmf, gmf-l2, prmf"], ["fit", "x.csv", "-r", 2, "-m", "nosuch"]),
            (["lambda1", "a number", "abc"], ["fit", "x.csv", "-r", 2, "--lambda1", "abc"]),
            (["scaling", "relative, absolute"], ["fit", "x.csv", "-r", 2, "--scaling", "odd"]),
            (["--rank takes a whole number", "'two'"], ["fit", "x.csv", "-r", "two"]),
            (["--rank takes a whole number", "'two'"], ["tune", "x.csv", "-r", "two"]),
            (["scores.png", ".svg"], ["tune", "x.csv", "-o", "scores.png"]),
            (["unknown option 'loss'"], ["fit", "x.csv", "-r", 2, "-m", "tsvd", "--loss", "auto"]),
            (["--seed takes a whole number, 0 or more"], ["fit", "x.csv", "-r", 2, "--seed=-1"]),
            (["--stop", "certified, decrease or steps"], ["fit", "x.csv", "-r", 2, "--stop", "never"]),
            (["--ratio takes a number"], ["corrupt", "x.csv", "-o", "y.csv", "--ratio", "half"]),
            (["lamda", "lambda1"], ["fit", "x.csv", "-r", 2, "--set", "lamda1=2"]),
            (["name=value"], ["fit", "x.csv", "-r", 2, "--set", "lambda1"]),
            (["nothing-like-it"], ["help", "nothing-like-it"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(USAGE, words, *arguments, input=b"")

    def test_data(self):
        files = {
            "empty.csv": "",
            "ragged.csv": "1,2,3\n4,5\n",
            "text.csv": "1,2\n3,four\n",
            "inf.csv": "1,2\n3,inf\n",
            "missing.csv": "nan,nan\n,\n",
            "tiny.csv": "1,2\n3,4\n",
            "badly.csv": "1,-1\n1,1\n",
            "semi.csv": "a;b\n1;x\n",
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
            (["threads is -1", "at least 0"], ["demo", "--threads=-1"]),
            (["x.csv: ", "another name"], ["fit", "x.csv", "-r", 1, "-o", "x.csv"]),
            (["link.npz: ", "another name"], ["fit", "x.csv", "-r", 1, "-o", "link.npz"]),
            (["circle.npz: ", "circle"], ["fit", "x.csv", "-r", 1, "-o", "circle.npz"]),
            (["badly.csv: ", "weight -1 at row 0, column 1"], ["fit", "tiny.csv", "-r", 1, "--weights", "badly.csv"]),
            (["text.csv:2"], ["fit", "x.csv", "-r", 1, "--mask", "text.csv"]),
            (["semi.csv:2", "--drop b"], ["fit", "semi.csv", "-r", 1]),
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


if __name__ == "__main__":
    unittest.main(verbosity=2)
