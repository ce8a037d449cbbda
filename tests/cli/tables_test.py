"""The tables of tests/fixtures/io/tables on the command line: what is refused leaves nothing, what is read can be fitted."""

import json
import unittest

from support import DATA, SAMPLES, InFolder

TABLES = SAMPLES / "tables"
ANSWERS = json.loads((TABLES / "answers.json").read_text(encoding="utf-8"))


def arguments(answer):
    return ["fit", TABLES / answer["file"], *answer["flags"], "-r", 1, "-o", "model.npz"]


def can_be_fitted(answer):
    """Whether it is large enough, and all numbers are finite, which a fit asks for."""
    values = answer.get("values", [])
    return len(values) >= 3 and len(values[0]) >= 3 and not any(isinstance(value, str) for row in values for value in row)


class Tables(InFolder):
    def test_refused(self):
        refused = [answer for answer in ANSWERS if "refused" in answer]
        self.assertGreater(len(refused), 60)
        for answer in refused:
            line = f":{answer['line']}" if answer["line"] else ""
            with self.subTest(name=answer["name"]):
                self.refused(DATA, [f"{answer['file']}{line}: ", answer["refused"]], *arguments(answer))

    def test_fitted(self):
        fitted = [answer for answer in ANSWERS if can_be_fitted(answer)]
        self.assertGreater(len(fitted), 40)
        for answer in fitted:
            with self.subTest(name=answer["name"]):
                self.ok(*arguments(answer))
                (self.path / "model.npz").unlink()

    def test_noted(self):
        for answer in ANSWERS:
            for note in answer.get("notes", []):
                with self.subTest(name=answer["name"]):
                    self.assertIn(note, self.ok(*arguments(answer)).stderr.decode())


if __name__ == "__main__":
    unittest.main(verbosity=2)
