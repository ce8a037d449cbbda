"""What holds of every page, whatever it shows."""

import functools
import unittest
from pathlib import Path

import numpy

import support
from shared import BROWSER, FILES, SAMPLE, series_of
from support import near

AXE_FOLDER = Path(__file__).resolve().parents[2] / "build" / "axe"


def of_every_page(test):
    @functools.wraps(test)
    def run(self):
        for path in [SAMPLE, *FILES]:
            with self.subTest(page=path.name):
                test(self, path)

    return run


class EveryPage(unittest.TestCase):
    @of_every_page
    def test_asks_for_nothing_and_complains_of_nothing(self, path):
        for theme in ("light", "dark"):
            BROWSER.open(path, theme)
            self.assertEqual(BROWSER.requested(), [path.as_uri()])
            self.assertEqual(BROWSER.console(), [])
        self.assertEqual(BROWSER.all(".failed"), [])

    @of_every_page
    def test_every_series_of_every_chart_is_drawn(self, path):
        script = """let style = document.getElementById('only');
            if (!style) document.head.append(style = Object.assign(document.createElement('style'), {id: 'only'}));
            style.textContent = `[data-series]:not([data-series=${JSON.stringify(arguments[0])}]) { display: none }`"""
        for theme in ("light", "dark"):
            BROWSER.open(path, theme)
            for chart in BROWSER.all(".chart"):
                plot = chart.find_element("css selector", ".plot")
                for name, colour in series_of(chart):
                    BROWSER.js(script, name)
                    shown = near(BROWSER.pixels(plot)[0], colour)
                    BROWSER.js(script, "nothing of this name")
                    self.assertGreater(shown, 40 + near(BROWSER.pixels(plot)[0], colour), (chart.get_attribute("id"), name, theme))

    @of_every_page
    def test_every_picture_is_drawn_as_it_is(self, path):
        # The browser's own decoder says what colour the picture has at some places.
        script = """const img = arguments[0], [w, h] = [img.naturalWidth, img.naturalHeight];
            const context = Object.assign(document.createElement('canvas'), {width: w, height: h}).getContext('2d');
            context.drawImage(img, 0, 0, w, h);
            const points = [];
            for (let i = 0; i < 8; ++i) for (let j = 0; j < 8; ++j) {
              const [x, y] = [Math.floor((j + 0.5) / 8 * w), Math.floor((i + 0.5) / 8 * h)];
              const around = context.getImageData(x - 1, y - 1, 3, 3).data;
              const colours = [...Array(9).keys()].map(k => [...around.slice(4 * k, 4 * k + 4)]);
              points.push([(x + 0.5) / w, (y + 0.5) / h, colours]);
            }
            return {w, h, points}"""
        BROWSER.open(path)
        for img in BROWSER.all("img"):
            if img.find_elements("xpath", "./ancestor::*[contains(@class, 'layer')]"):
                continue  # half of it is hidden; Viewer looks at these
            alt = img.get_attribute("alt")
            drawn = BROWSER.js(script, img)
            self.assertGreater(min(drawn["w"], drawn["h"]), 0, alt)
            shot, (left, top, width, height) = BROWSER.pixels(img)
            self.assertGreater(shot.std(), 0, alt)
            if drawn["w"] > width or drawn["h"] > height or img.get_attribute("src").startswith("data:image/svg"):
                continue
            wrong = 0
            for x, y, around in drawn["points"]:
                # Where it is transparent the ground shows through. One of the nine pixels: enlarged it may be moved by a part of one.
                seen = shot[int(top + y * height), int(left + x * width)]
                colours = numpy.array(around)
                off = numpy.abs(colours[:, :3] - seen.astype(int)).max(axis=1).min()
                wrong += colours[4, 3] == 255 and off > 3
            self.assertLess(wrong, 4, alt)  # the corners are rounded

    @of_every_page
    def test_fits_a_phone(self, path):
        BROWSER.open(path, width=375, height=812, phone=True)
        self.assertEqual(BROWSER.js("return [innerWidth, document.documentElement.scrollWidth]"), [375, 375])

    def test_colours_stand_out_from_the_ground(self):
        script = """const style = getComputedStyle(document.documentElement);
            return arguments[0].map(name => style.getPropertyValue(name).trim())"""

        def luminance(colour):
            parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
            r, g, b = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
            return 0.2126 * r + 0.7152 * g + 0.0722 * b

        def contrast(a, b):
            low, high = sorted([luminance(a), luminance(b)])
            return (high + 0.05) / (low + 0.05)

        for theme in ("light", "dark"):
            BROWSER.open(SAMPLE, theme)
            ground, *series = BROWSER.js(script, ["--ground", *(f"--series-{k}" for k in range(10))])
            for colour in series:
                self.assertGreaterEqual(contrast(ground, colour), 3, (theme, colour))

    @of_every_page
    def test_axe_finds_nothing(self, path):
        axe, reason = support.axe_source(AXE_FOLDER)
        if reason:
            self.skipTest(reason)
        script = """const done = arguments[0];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(
              found => done([found.passes.length, found.violations.map(v => [v.id, v.nodes.slice(0, 4).map(n => n.html.slice(0, 300) + n.failureSummary)])]),
              error => done([0, String(error)]))"""
        for theme, width in (("light", 1280), ("dark", 1280), ("light", 375), ("dark", 375)):
            BROWSER.open(path, theme, width=width, phone=width < 500)
            for details in BROWSER.all("details"):
                BROWSER.js("arguments[0].open = true", details)
            BROWSER.wait(lambda: BROWSER.js("return [...document.querySelectorAll('details')].every(d => d.querySelector('table'))"))
            BROWSER.js(axe)
            passed, violations = BROWSER.driver.execute_async_script(script)
            self.assertEqual(violations, [], (theme, width))
            self.assertGreater(passed, 20)
