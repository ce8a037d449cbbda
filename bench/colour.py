"""The table of docs/cli.md on colour: channels apart, side by side or one below the other, PSNR in dB.

usage: python3 bench/colour.py PATH_OF_GRMF [--mask-values]

Eight drawn pictures of 128 x 128, half of the pixels black or white, means over five seeds. Needs NumPy.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np

GRMF = sys.argv[1]
MASKED = "--mask-values" in sys.argv
SIZE = 128
y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE


def stripes(t):
    return 0.35 * (np.sin(20 * t) > 0.2) + 0.15 * np.cos(47 * t)


def plaid():
    return 0.35 + 0.6 * stripes(x) + 0.5 * stripes(y) + 0.35 * stripes(x) * stripes(y)


def shelves(shade=lambda book: 0.3 + 0.5 * (book * 5 % 7) / 6):
    board, book = np.fmod(y * 4, 1), (x * 12).astype(int)
    spine = (np.fmod(x * 12, 1) < 0.88) & (board > 0.2 + 0.12 * (book % 3))
    return np.where(board > 0.9, 0.1, np.where(spine, shade(book), 0.92 - 0.2 * board))


def board():
    dark = ((x * 8).astype(int) + (y * 8).astype(int)) % 2 == 0
    return np.where(dark, 0.25, 0.8) * (0.6 + 0.4 * x) + 0.15 * (1 - y)


def window():
    inside = (abs(x - 0.5) >= 0.03) & (abs(y - 0.45) >= 0.03) & (abs(x - 0.5) < 0.44) & (abs(y - 0.5) < 0.44)
    return np.where(inside, 0.9 - 0.35 * y + 0.25 * np.sin(6 * x) * (y - 0.4), 0.15)


def clouds(seed):
    size = np.hypot(*np.meshgrid(np.fft.fftfreq(SIZE), np.fft.fftfreq(SIZE)))
    size[0, 0] = 1
    noise = np.random.default_rng(seed).standard_normal((SIZE, SIZE))
    field = np.real(np.fft.ifft2(np.fft.fft2(noise) / size**1.6))
    return (field - field.min()) / (field.max() - field.min())


def tinted(shade, gains, bases):
    return [gain * shade + base for gain, base in zip(gains, bases)]


PICTURES = {
    "plaid, tinted": tinted(plaid(), (0.9, 0.7, 0.5), (0, 0.15, 0.3)),
    "board, tinted": tinted(board(), (0.95, 0.6, 0.4), (0, 0.1, 0.3)),
    "window, tinted": tinted(window(), (1, 0.8, 0.6), (0, 0.1 * y, 0.3 * (1 - y))),
    "shelves, a colour for each book": [shelves(lambda book, k=k: 0.15 + 0.8 * (book * k % 11) / 10) for k in (3, 5, 7)],
    "clouds, tinted": tinted(clouds(1), (1, 0.7, 0.4), (0, 0.25, 0.55)),
    "plaid, shelves and window as channels": [plaid(), shelves(), window()],
    "board, window and plaid as channels": [board(), window(), plaid()],
    "clouds, another in each channel": [clouds(seed) for seed in (2, 3, 4)],
}
WAYS = {"apart": ("apart", False), "side by side": ("together", False), "one below the other": ("together", True)}


def denoised(noisy, channels, transposed, folder):
    """By grmf denoise; one below the other is side by side for the transposed picture."""
    pixels = np.moveaxis(noisy, 0, 2).astype(np.uint8)
    if transposed:
        pixels = pixels.transpose(1, 0, 2)
    (folder / "in.ppm").write_bytes(b"P6\n%d %d\n255\n" % (SIZE, SIZE) + pixels.tobytes())
    flags = ["--mask-values", "0,255"] if MASKED else []
    subprocess.run([GRMF, "denoise", folder / "in.ppm", "-o", folder / "out.npy", "-q", "--channels", channels, *flags], check=True)
    result = np.clip(np.round(np.load(folder / "out.npy")), 0, 255)
    return np.moveaxis(result.transpose(1, 0, 2) if transposed else result, 2, 0)


def psnr(truth, noise, way, folder):
    values = []
    for seed in range(1, 6):
        shape = truth.shape if noise == "in each channel" else truth.shape[1:]
        u = np.random.default_rng(seed).random(shape) * np.ones(truth.shape)
        noisy = np.where(u < 0.25, 0, np.where(u < 0.5, 255, truth))
        error = denoised(noisy, *WAYS[way], folder) - truth
        values.append(10 * np.log10(255**2 / np.mean(error**2)))
    return np.mean(values)


def main():
    columns = [(noise, way) for noise in ("in each channel", "on whole pixels") for way in WAYS]
    print("| picture |", " | ".join(f"noise {noise}: {way}" for noise, way in columns), "|")
    print("|---" * (1 + len(columns)) + "|")
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for picture, channels in PICTURES.items():
            truth = np.round(255 * np.clip(np.stack(channels), 0, 1))
            rows.append([psnr(truth, *column, pathlib.Path(name)) for column in columns])
            print(f"| {picture} |", " | ".join(f"{value:.1f}" for value in rows[-1]), "|", flush=True)
    print("| **mean** |", " | ".join(f"{value:.1f}" for value in np.mean(rows, axis=0)), "|")


main()
