"""The page around its blocks, and models of another shape."""

import unittest

import sample
from shared import BROWSER, SAMPLE, OnSample, make_page


class Frame(OnSample):
    def ground(self):
        return BROWSER.js("return getComputedStyle(document.body).backgroundColor")

    def test_the_theme_is_that_of_the_system_until_one_is_chosen(self):
        self.addCleanup(BROWSER.js, "localStorage.clear()")
        light = self.ground()
        BROWSER.system_theme("dark")
        BROWSER.wait(lambda: self.ground() != light, "the dark theme")
        dark = self.ground()
        button = BROWSER.find(".theme")
        for name, ground in (("light", light), ("dark", dark), ("auto", dark), ("light", light)):
            button.click()
            self.assertTrue(button.text.endswith(f"Theme: {name}"), button.text)
            self.assertEqual(self.ground(), ground)
        BROWSER.open(SAMPLE, "dark")
        self.assertEqual(self.ground(), light)

    def test_without_storage_the_theme_can_still_be_chosen(self):
        hide = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused'); }})"
        added = BROWSER.cdp("Page.addScriptToEvaluateOnNewDocument", source=hide)
        self.addCleanup(BROWSER.cdp, "Page.removeScriptToEvaluateOnNewDocument", **added)
        BROWSER.open(SAMPLE)
        light = self.ground()
        BROWSER.find(".theme").click()
        BROWSER.find(".theme").click()
        self.assertNotEqual(self.ground(), light)

    def test_the_contents_lead_to_the_sections(self):
        self.assertEqual(len(BROWSER.all("nav a")), 5)
        BROWSER.all("nav a")[2].click()
        BROWSER.wait(lambda: 0 <= BROWSER.js("return document.getElementById('spread').getBoundingClientRect().top") < 60, "the section")
        BROWSER.wait(lambda: BROWSER.all("nav a")[2].get_attribute("aria-current") == "location", "the mark")

    def test_the_contents_fold_on_a_phone(self):
        BROWSER.open(SAMPLE, width=375, height=812, phone=True)
        button, items = BROWSER.find(".fold"), BROWSER.find("nav ul")
        self.assertFalse(items.is_displayed())
        button.click()
        self.assertTrue(items.is_displayed())
        self.assertEqual(button.get_attribute("aria-expanded"), "true")
        BROWSER.all("nav a")[1].click()
        self.assertFalse(items.is_displayed())

    def test_wide_tables_scroll_in_a_box_of_their_own(self):
        BROWSER.open(SAMPLE, width=1440)
        self.assertIsNone(BROWSER.find("#rmae .scroller").get_attribute("tabindex"))
        BROWSER.open(SAMPLE, width=375, height=812, phone=True)
        box = BROWSER.find("#rmae .scroller")
        BROWSER.wait(lambda: box.get_attribute("tabindex") == "0", "the stop of the keyboard")
        first = "return document.querySelector('#rmae tbody th').getBoundingClientRect().left"
        before = BROWSER.js(first)
        BROWSER.js("arguments[0].scrollLeft = 120", box)
        self.assertEqual(BROWSER.js(first), before)

    def test_prints_light(self):
        BROWSER.open(SAMPLE, "dark")
        BROWSER.cdp("Emulation.setEmulatedMedia", media="print")
        self.addCleanup(BROWSER.cdp, "Emulation.setEmulatedMedia", media="")
        self.assertEqual(BROWSER.js("return getComputedStyle(document.body).color"), "rgb(28, 31, 36)")
        for selector in ("#bar", ".copies", ".tools", ".values"):
            self.assertFalse(BROWSER.find(selector).is_displayed(), selector)


class OtherModels(unittest.TestCase):
    def test_words_stay_words(self):
        BROWSER.open(make_page("hostile", sample.hostile_model()))
        self.assertIsNone(BROWSER.js("return window.hurt || null"))
        self.assertEqual(BROWSER.all("img"), [])
        self.assertEqual(BROWSER.console(), [])
        self.assertEqual(len(BROWSER.requested()), 1)
        self.assertEqual(BROWSER.find("h1").text, sample.hostile_model()["title"])

    def test_a_block_that_cannot_be_shown_says_so(self):
        blocks = [{"type": "constructor"}, {"type": "chart", "kind": "pie"}, None, {"type": "text", "text": "still here"}]
        BROWSER.open(make_page("odd", {"title": "Odd", "sections": [{"title": "x", "blocks": blocks}]}))
        self.assertEqual(len(BROWSER.all(".failed")), 3)
        self.assertEqual(len(BROWSER.console()), 3)
        self.assertEqual(BROWSER.find(".words").text, "still here")

    def test_little_is_enough(self):
        blocks = [{"type": kind} for kind in ("text", "claims", "table", "pictures", "grid", "image")]
        blocks += [{"type": "chart", "kind": kind} for kind in ("lines", "boxes")]
        blocks += [{"type": "chart", "kind": "lines", "series": [{"name": "one", "points": [[3, 0.5, None]]}]}]
        for data in ({}, {"title": "T"}, {"sections": [{"blocks": blocks}]}):
            BROWSER.open(make_page("little", data))
            self.assertEqual(BROWSER.console(), [])

    def test_a_large_page_is_complete(self):
        data = sample.large_data()
        path = make_page("large", data)
        self.assertGreater(path.stat().st_size, 2_500_000)
        BROWSER.open(path)
        self.assertEqual(BROWSER.console(), [])
        self.assertEqual(BROWSER.all(".failed"), [])
        table, *charts, viewer = data["sections"][0]["blocks"]
        self.assertEqual(len(BROWSER.all("#rmae tbody tr")), len(table["rows"]))
        for chart in charts:
            drawn = BROWSER.js("return [...document.querySelectorAll(`#${arguments[0]} .plot [data-series]`)].map(g => g.dataset.series)", chart["id"])
            self.assertEqual(set(drawn), {series["name"] for series in chart["series"]}, chart["id"])
        values = sum(len(group) for chart in charts if chart["kind"] == "boxes" for series in chart["series"] for group in series["groups"])
        dots = BROWSER.js("return [...document.querySelectorAll('.box .dots')].reduce((sum, path) => sum + path.getAttribute('d').split('M').length - 1, 0)")
        self.assertEqual(dots, values)
        names = BROWSER.js("return [...document.querySelector('#faces select').options].map(option => option.text)")
        self.assertEqual(names, [item["name"] for item in viewer["items"]])
        self.assertEqual(len(BROWSER.all("#faces .strip img")), len(viewer["items"][0]["images"]))
