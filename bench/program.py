"""Calls of the program, and what all scripts know of pictures."""

import json
import subprocess
import tempfile

import numpy as np

#: The paper's, for corrupted pictures.
PICTURE_RANKS = {"yale_b": 4, "orl": 3, "coil20": 4, "jaffe": 4}
TITLES = {"yale_b": "Yale B", "orl": "ORL", "coil20": "COIL-20", "jaffe": "JAFFE"}


def flags(options):
    return [word for name, value in options.items() for word in (f"--{name}", str(value))]


class Program:
    def __init__(self, path):
        self.path = path

    def call(self, *words):
        return subprocess.run([self.path, *map(str, words)], check=True, capture_output=True, text=True).stdout

    def fit(self, y, rank, options, start=None):
        """U, V and what the program says of them. On one thread: the result is the same, and fits run side by side."""
        with tempfile.TemporaryDirectory() as folder:
            data, model = f"{folder}/y.npy", f"{folder}/model.npz"
            np.save(data, y)
            words = ["fit", data, "-r", rank, "-o", model, "--json", "-q", "--threads", 1, *flags(options)]
            if start is not None:
                np.savez(f"{folder}/start.npz", u=start[0], v=start[1])
                words += ["--start", f"{folder}/start.npz"]
            said = json.loads(self.call(*words))
            with np.load(model) as factors:
                return factors["u"], factors["v"], said

    def corrupted(self, picture, seed, ratio=0.5):
        """The picture with this share of its pixels black or white; the picture itself at ratio 0."""
        with tempfile.TemporaryDirectory() as folder:
            self.call("corrupt", picture, "-o", f"{folder}/noisy.npy", "--ratio", ratio, "--seed", seed)
            return np.load(f"{folder}/noisy.npy")


def rmae(truth, estimate):
    return np.abs(estimate - truth).sum() / np.abs(truth).sum()
