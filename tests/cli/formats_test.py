"""Files as people have them: arrays of NumPy, jpegs, names that say something else than the content."""

import gzip
import itertools
import json
import os
import struct
import unittest

from support import DATA, InFolder, SAMPLES, USAGE, low_rank_csv, npy, npy_file, text_npy, write_archive


def cube(a, b, c):
    """Entries of an array of three axes, in C order, of rank 2 when two of them are folded."""
    return [(1 + i) * (2 + j % 3) + (k % 2) * (i % 4) for i, j, k in itertools.product(range(a), range(b), range(c))]


class Formats(InFolder):
    def save(self, name, data):
        (self.path / name).write_bytes(data)

    def sample(self, path, name):
        self.save(name, (SAMPLES / path).read_bytes())

    def fitted(self, *arguments):
        """What grmf info tells of the fit with these arguments."""
        done = self.ok("fit", *arguments, "-r", 1, "-o", "m.npz")
        self.told = done.stderr.decode()
        return json.loads(self.ok("info", "m.npz", "--json").stdout)

    def same_model(self, one, other):
        """Whether two ways to name the data give the same model."""
        for name, arguments in (("one.npz", one), ("other.npz", other)):
            self.ok("fit", *arguments, "-r", 1, "-q", "-o", name)
        return (self.path / "one.npz").read_bytes() == (self.path / "other.npz").read_bytes()


class Arrays(Formats):
    def setUp(self):
        super().setUp()
        self.cube = npy((4, 5, 6), cube(4, 5, 6))
        self.save("cube.npy", self.cube)
        values = cube(4, 5, 6)
        rows = [[values[(i * 5 + j) * 6 + k] for k in range(6)] for i in range(4) for j in range(5)]
        self.save("flat.npy", npy((20, 6), [value for row in rows for value in row]))
        columns = [[values[(i * 5 + j) * 6 + k] for j in range(5) for i in range(4)] for k in range(6)]
        self.save("turned.npy", npy((6, 20), [value for row in columns for value in row]))

    def test_fold_makes_a_matrix(self):
        self.assertTrue(self.same_model(["cube.npy", "--fold", "0,1:2"], ["flat.npy"]))
        self.assertTrue(self.same_model(["cube.npy", "--fold", "2:1,0"], ["turned.npy"]))
        self.save("wide.npy", npy((2, 3), range(6)))
        self.save("tall.npy", npy((3, 2), (0, 3, 1, 4, 2, 5)))
        self.assertTrue(self.same_model(["wide.npy", "--fold", "1:0"], ["tall.npy"]))

    def test_companions_are_folded_if_they_have_as_many_dimensions(self):
        mask = [0 if k % 7 == 0 else 1 for k in range(120)]
        self.save("mask3.npy", npy((4, 5, 6), mask))
        self.save("mask2.npy", npy((20, 6), mask))
        (self.path / "mask.csv").write_text("".join(",".join(map(str, mask[6 * i : 6 * i + 6])) + "\n" for i in range(20)))
        plain = ["flat.npy", "--mask", "mask2.npy"]
        for name in ("mask3.npy", "mask2.npy", "mask.csv"):
            for flag in ("--mask", "--weights"):
                self.assertTrue(self.same_model(["cube.npy", "--fold", "0,1:2", flag, name],
                                                ["flat.npy", flag, "mask2.npy"]), (name, flag))
        self.assertFalse(self.same_model(plain, ["flat.npy"]))

    def test_npz(self):
        write_archive(self.path / "single.npz", {"x.npy": npy((20, 6), cube(4, 5, 6))})
        write_archive(self.path / "several.npz", {"left.npy": npy((20, 6), cube(4, 5, 6)), "right.npy": self.cube,
                                                  "weights.npy": npy((20, 6), [1 + k % 3 for k in range(120)])})
        self.assertTrue(self.same_model(["single.npz"], ["flat.npy"]))
        self.assertTrue(self.same_model(["several.npz:left"], ["flat.npy"]))
        self.assertTrue(self.same_model(["several.npz:right", "--fold", "0,1:2"], ["flat.npy"]))
        self.save("w.npy", npy((20, 6), [1 + k % 3 for k in range(120)]))
        self.assertTrue(self.same_model(["flat.npy", "--weights", "several.npz:weights"], ["flat.npy", "--weights", "w.npy"]))
        self.ok("score", "flat.npy", "several.npz:left")

    def test_a_model_never_replaces_the_npz_it_is_made_of(self):
        write_archive(self.path / "x.npz", {"a.npy": npy((4, 3), range(12))})
        before = (self.path / "x.npz").read_bytes()
        self.ok("fit", "x.npz", "-r", 1, "-q")
        self.ok("fit", "x.npz:a", "-r", 1, "-q")
        self.assertTrue({"x-model.npz", "x-a.npz"} <= set(os.listdir(self.path)))
        for name in ("x.npz", "x.npz:a"):
            self.refused(DATA, ["x.npz: ", "another name"], "fit", name, "-r", 1, "-o", "x.npz")
        self.assertEqual((self.path / "x.npz").read_bytes(), before)

    def test_float32_takes_the_way_of_float32(self):
        self.save("f4.npy", npy_file("<f4", (20, 6), struct.pack("<120f", *cube(4, 5, 6))))
        write_archive(self.path / "f4.npz", {"x.npy": (self.path / "f4.npy").read_bytes()})
        self.assertTrue(self.same_model(["f4.npz"], ["f4.npy"]))

    def test_models_in_a_folder_are_left_out(self):
        (self.path / "in").mkdir()
        (self.path / "in" / "a.csv").write_text(low_rank_csv())
        self.sample("jpeg/grey.jpg", "in/b.jpg")
        self.ok("fit", "in", "-r", 1, "-q", "-o", "in")
        told = self.ok("fit", "in", "-r", 1, "-o", "in").stderr.decode()
        self.assertIn("left out, for a name that tells no format: in/a.npz and 1 more", told)
        self.assertIn("wrote 2 of 2 models", told)

    def test_refusals(self):
        write_archive(self.path / "two.npz", {"a.npy": self.cube, "b.npy": self.cube})
        write_archive(self.path / "text.npz", {"a.npy": text_npy("text")})
        self.ok("fit", "x.csv", "-r", 1, "-q", "-o", "model.npz")
        for words, arguments in [
            (["cube.npy: the shape is (4, 5, 6)", "--fold 0,1:2 makes it 20 x 6"], ["cube.npy"]),
            (["cube.npy: ", "--fold 0:1", "every axis is named once", "--fold 0,1:2"], ["cube.npy", "--fold", "0:1"]),
            (["x.csv: is csv", "--fold is for arrays"], ["x.csv", "--fold", "0:1"]),
            (["two.npz: holds 2 arrays: 'a', 'b'", "FILE.npz:NAME"], ["two.npz"]),
            (["two.npz: holds no array 'c'", "'a', 'b'"], ["two.npz:c"]),
            (["text.npz: a.npy: ", "text"], ["text.npz"]),
            (["nosuch.npz: no such file"], ["nosuch.npz:a"]),
            (["model.npz: is a model of grmf", "grmf reconstruct"], ["model.npz"]),
            (["cube.npy: the shape is (4, 5, 6)"], ["x.csv", "--mask", "cube.npy"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(DATA, words, "fit", *arguments, "-r", 1)
        for words, fold in [(["--fold is '0,1'", "0,1:2"], "0,1"), (["--fold takes a whole number", "'x'"], "0,x:1"),
                            (["--fold takes a whole number", "''"], "0,1:")]:
            self.refused(USAGE, words, "fit", "cube.npy", "--fold", fold, "-r", 1)


class Jpeg(Formats):
    def test_grey_is_a_matrix_and_colour_a_picture(self):
        self.sample("jpeg/grey.jpg", "g.jpg")
        self.sample("jpeg/rgb_progressive.jpg", "c.jpeg")
        told = self.fitted("g.jpg")
        self.assertEqual([told["rows"], told["cols"], told["peak"]], [21, 18, 255])
        self.refused(DATA, ["c.jpeg: the picture has colour", "grmf denoise"], "fit", "c.jpeg", "-r", 1)
        told = json.loads(self.ok("denoise", "c.jpeg", "-r", 1, "--json", "-q", "-o", "c.png").stdout)
        self.assertEqual([told["rows"], told["cols"], told["channels"]], [21, 18, 3])
        self.ok("corrupt", "c.jpeg", "-o", "n.ppm")
        for command in (["denoise", "c.jpeg", "-r", 1], ["corrupt", "c.jpeg"]):
            self.refused(USAGE, ["out.jpg: jpeg is lossy", "write png"], *command, "-o", "out.jpg")
        self.refused(USAGE, ["r.jpg: jpeg is lossy", "write png"], "reconstruct", "m.npz", "-o", "r.jpg")
        self.refused(USAGE, ["r.npz: ", "write npy"], "reconstruct", "m.npz", "-o", "r.npz")
        self.refused(USAGE, ["y.jpg: ", "npz"], "fit", "g.jpg", "-r", 1, "-o", "y.jpg")

    def test_of_a_folder_they_become_png(self):
        (self.path / "in").mkdir()
        self.sample("jpeg/grey.jpg", "in/a.jpg")
        self.sample("jpeg/rgb.jpg", "in/b.JPEG")
        self.sample("png/grey8.png", "in/c.png")
        done = self.ok("denoise", "in", "-r", 1, "-o", "out", "--truth", "in")
        self.assertEqual(sorted(os.listdir(self.path / "out")), ["a.png", "b.png", "c.png"])
        self.assertEqual((self.path / "out/b.png").read_bytes()[24:26], b"\x08\x02")  # 8 bits, colour
        self.assertIn("wrote 3 of 3 pictures", done.stderr.decode())
        os.rename(self.path / "in/a.jpg", self.path / "in/a")
        self.ok("denoise", "in/a", "in/b.JPEG", "--format", "jpeg", "-q", "-r", 1, "-o", "more")
        self.assertEqual(sorted(os.listdir(self.path / "more")), ["a.png", "b.png"])
        self.sample("jpeg/grey.jpg", "in/c.jpg")
        self.refused(USAGE, ["would both become"], "denoise", "in", "-r", 1, "-o", "again")

    def test_damage_is_told(self):
        whole = (SAMPLES / "jpeg/grey.jpg").read_bytes()
        for share in (0.01, 0.3, 0.6, 0.9, 0.999):
            self.save("g.jpg", whole[: int(share * len(whole))])
            self.refused(DATA, ["g.jpg: ", "truncated or damaged"], "fit", "g.jpg", "-r", 1)


class NamesAndContent(Formats):
    def test_the_content_counts_with_a_note(self):
        self.sample("png/grey8.png", "p.csv")
        self.assertEqual(self.fitted("p.csv")["cols"], 9)
        self.assertIn("grmf: note: p.csv: the name says csv, the content is png; the content counts\n", self.told)
        (self.path / "t.png").write_text(low_rank_csv())
        self.assertEqual(self.fitted("t.png")["cols"], 20)
        self.assertIn("grmf: note: t.png: the name says png, the content is text; the content counts\n", self.told)
        (self.path / "t.csv.gz").write_text(low_rank_csv())
        self.assertEqual(self.fitted("t.csv.gz")["cols"], 20)
        self.assertIn("grmf: note: t.csv.gz: the name says gzip, the content is not packed", self.told)
        self.sample("jpeg/grey.jpg", "photo")
        self.assertEqual(self.fitted("photo")["cols"], 18)
        self.assertNotIn("note", self.told)
        self.save("packed.npy", gzip.compress((SAMPLES / "npy/i2_C_little.npy").read_bytes()))
        self.assertEqual(self.fitted("packed.npy")["cols"], 4)

    def test_the_note_reaches_the_user_of_every_command(self):
        self.sample("png/grey8.png", "p.csv")
        self.sample("png/grey8.png", "p.png")
        note = "grmf: note: p.csv: the name says csv, the content is png; the content counts\n"
        self.ok("fit", "p.png", "-r", 1, "-q", "-o", "m.npz")
        for arguments in (["fit", "p.csv", "-r", 1, "-o", "o.npz"], ["fit", "p.png", "-r", 1, "--mask", "p.csv", "-o", "o.npz"],
                          ["fit", "p.csv", "x.csv", "-r", 1, "-o", "many"], ["tune", "p.csv", "-r", 1],
                          ["denoise", "p.csv", "-r", 1, "-o", "o.png"], ["denoise", "p.png", "--truth", "p.csv", "-r", 1, "-o", "o.png"],
                          ["denoise", "p.csv", "p.png", "-r", 1, "-o", "two"],
                          ["compare", "p.csv", "-m", "tsvd", "-r", 1], ["compare", "p.png", "--truth", "p.csv", "-m", "tsvd", "-r", 1]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.ok(*arguments).stderr.decode().count(note), 1)
                self.assertNotIn("note", self.ok(*arguments, "-q").stderr.decode())
        for arguments in (["score", "p.png", "p.csv"], ["corrupt", "p.csv", "-o", "o.png"], ["outliers", "m.npz", "p.csv"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.ok(*arguments).stderr.decode(), note)

    def test_standard_input_needs_no_format_if_its_content_tells_it(self):
        for path in ("png/grey8.png", "npy/i2_C_little.npy", "npz/packed.npz", "jpeg/grey.jpg", "tiff/grey8.tiff", "pgm/text8.pgm"):
            with self.subTest(path=path):
                self.ok("fit", "-", "-r", 1, "-q", "-o", "m.npz", input=(SAMPLES / path).read_bytes())
        self.refused(USAGE, ["standard input", "--format"], "fit", "-", "-r", 1, "-o", "n.npz", input=b"1,2\n3,4\n")

    def test_other_formats_are_refused_with_a_line_that_converts_them(self):
        self.save("a.h5", b"\x89HDF\r\n\x1a\n" + bytes(90))
        self.save("b.csv", b"PAR1" + bytes(90))
        write_archive(self.path / "c.xlsx", {"[Content_Types].xml": "", "xl/workbook.xml": ""})
        write_archive(self.path / "c.npz", {"[Content_Types].xml": "", "xl/workbook.xml": ""})
        self.save("d.mat", b"MATLAB 5.0 MAT-file" + bytes(90))
        self.save("$(id) 'e'.h5", b"\x89HDF\r\n\x1a\n" + bytes(90))
        for name, words in [
            ("a.h5", ["python3 -c \"import h5py", "h5py.File('a.h5')"]),
            ("b.csv", ["python3 -c \"import pandas; pandas.read_parquet('b.csv').to_csv('b.csv.csv', index=False)\""]),
            ("c.xlsx", ["pandas.read_excel('c.xlsx')"]),
            ("c.npz", ["pandas.read_excel('c.npz')"]),
            ("d.mat", ["scipy.io.loadmat('d.mat')"]),
            ("$(id) 'e'.h5", ["h5py.File('FILE')"]),
        ]:
            for command in (["fit", name, "-r", 1], ["denoise", name, "-r", 1, "-o", "o.png"], ["score", name, "x.csv"]):
                with self.subTest(command=command):
                    self.refused(DATA, [name + ": is a", *words], *command)


if __name__ == "__main__":
    unittest.main(verbosity=2)
