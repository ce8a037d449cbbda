"""What is done with a model: groups, info, reconstruct, outliers."""

import json
import os
import re
import struct
import subprocess
import unittest

from support import DATA, GRMF, InFolder, OK, read_archive, text_npy, write_archive


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

    def test_whether_groups_were_found_is_said_in_every_form(self):
        for lambdas, word in (([], "none"), (["--lambda1", 0.05, "--lambda2", 0.05], None)):
            fit = json.loads(self.ok("fit", "x.csv", "-r", 2, "-q", "--json", "-o", "a.npz", *lambdas).stdout)
            groups = json.loads(self.ok("groups", "a.npz", "--json").stdout)["summary"]
            info = json.loads(self.ok("info", "a.npz", "--json").stdout)
            self.assertEqual([fit["groups"], groups["groups"], info.get("groups")], [word] * 3)
            self.assertEqual(fit["zeros_and_ties"], groups["zeros_and_ties"])
            self.assertEqual(fit["zeros_and_ties"], info.get("zeros_and_ties"))
            said = self.ok("groups", "a.npz").stdout.decode()
            self.assertEqual("no groups were found" in said, word == "none")

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
        members = read_archive(self.path / "m.npz")
        text = members["meta.npy"]
        meta = json.loads(text[10 + struct.unpack("<H", text[8:10])[0]:].decode("utf-32-le"))
        for version, code in ((meta["format_version"], OK), (meta["format_version"] + 1, DATA)):
            members["meta.npy"] = text_npy(json.dumps({**meta, "format_version": version}))
            write_archive(self.path / "other.npz", members)
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


if __name__ == "__main__":
    unittest.main(verbosity=2)
