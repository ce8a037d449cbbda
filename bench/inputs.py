"""What the benchmark works on: corrupted pictures, and drawn matrices of a known rank."""

import numpy as np
from program import PICTURE_RANKS

#: Of the pictures of a set.
SHAPES = {"yale_b": (192, 168), "orl": (112, 92), "coil20": (128, 128), "jaffe": (180, 150)}
SEED = 1


def picture_files(folder, name, count):
    """So many of a set, evenly spaced."""
    files = sorted((folder / name).glob("*.png"))
    return [files[k * len(files) // count] for k in range(count)]


def drawn_picture(shape, number):
    """Smooth, of full rank, 0 to 255: in place of pictures that are not there."""
    a, b = np.meshgrid(np.linspace(0, 6, shape[0]), np.linspace(0, 6, shape[1]), indexing="ij")
    waves = np.sin(a + 0.7 * b * b / (1 + b) + number) * np.cos(b + 0.3 * number)
    ridge = np.exp(-((a - b + 0.5 * np.sin(number)) ** 2))
    return np.rint(128 + 60 * waves + 50 * ridge)


def corrupted(picture, seed):
    """Half of the pixels black or white."""
    rng = np.random.default_rng(seed)
    return np.where(rng.random(picture.shape) < 0.5, 255.0 * (rng.random(picture.shape) < 0.5), picture)


def drawn_set(name, count):
    """Pairs of a drawn picture and what is left of it."""
    first = count * list(SHAPES).index(name)
    pictures = [drawn_picture(SHAPES[name], first + k) for k in range(count)]
    return [(picture, corrupted(picture, SEED + k)) for k, picture in enumerate(pictures)]


def picture_set(program, folder, name, count):
    """Pairs of a clean picture and the same with half of its pixels black or white."""
    if folder is None:
        return drawn_set(name, count)
    return [(program.corrupted(path, SEED, 0), program.corrupted(path, SEED)) for path in picture_files(folder, name, count)]


def has_pictures(folder):
    return all((folder / name).is_dir() for name in PICTURE_RANKS)


def planted(rows, cols, rank=10, seed=SEED):
    """Non-negative: rank 10, dense noise of 1 % of the mean, 10 % of the entries replaced. Truth and data."""
    rng = np.random.default_rng(seed)
    truth = rng.random((rows, rank)) @ rng.random((cols, rank)).T
    y = truth + 0.01 * truth.mean() * rng.standard_normal(truth.shape)
    hit = rng.random(truth.shape) < 0.1
    y[hit] = 2 * truth.max() * rng.random(np.count_nonzero(hit))
    return truth, np.maximum(y, 0, out=y)
