"""Tables: order, notes, copies."""

from selenium.webdriver import ActionChains, Keys

import sample
from shared import BROWSER, OnSample


class Tables(OnSample):
    def column(self, k):
        return BROWSER.js("return [...document.querySelectorAll('#rmae tbody tr')].map(r => r.children[arguments[0]].textContent)", k)

    def values(self, k):
        return [None if words == "–" else float(words.split(" ")[0].split("paper")[0]) for words in self.column(k)]

    def header(self, k):
        return BROWSER.all("#rmae th[aria-sort]")[k]

    def sort(self, k, by_key=None):
        button = self.header(k).find_element("css selector", "button")
        if by_key:
            self.press_key_at(button, by_key)
        else:
            button.click()
        return self.header(k).get_attribute("aria-sort")

    def check_sorting(self, by_key):
        before = self.column(0)
        last = 6
        self.assertEqual(self.sort(last, by_key), "ascending")
        *values, missing = self.values(last)
        self.assertEqual((values, missing), (sorted(values), None))
        self.assertEqual(self.sort(last, by_key), "descending")
        *values, missing = self.values(last)
        self.assertEqual((values, missing), (sorted(values, reverse=True), None))
        self.assertEqual(self.sort(last, by_key), "none")
        self.assertEqual(self.column(0), before)
        self.assertEqual(self.sort(0, by_key), "ascending")
        self.assertEqual(self.column(0), sorted(before, key=str.lower))

    def test_sorts_by_mouse(self):
        self.check_sorting(None)

    def test_sorts_by_enter(self):
        self.check_sorting(Keys.ENTER)

    def test_sorts_by_space(self):
        self.check_sorting(Keys.SPACE)

    def test_groups_share_a_header(self):
        groups = BROWSER.js("return [...document.querySelectorAll('#rmae .group')].map(g => [g.textContent, g.colSpan])")
        self.assertEqual(groups, [["Yale B", 3], ["COIL", 3]])

    def test_says_what_the_paper_has_and_where_its_order_does_not_hold(self):
        cell = BROWSER.js("return document.querySelectorAll('#rmae tbody tr')[3].children[3].textContent")
        self.assertRegex(cell, r"^0\.\d{3} ± 0\.\d{3}paper 0\.\d{3}⇅ order: the paper's order of methods does not hold here$")

    def test_a_note_shows_on_hover_and_on_focus(self):
        button = BROWSER.find("#rmae .noted")
        note = "Mean of 64 pictures; 2 of them did not converge."
        described = BROWSER.js("return document.getElementById(arguments[0].getAttribute('aria-describedby')).textContent", button)
        self.assertEqual(described, note)
        ActionChains(BROWSER.driver).move_to_element(button).perform()
        self.assertEqual(BROWSER.find(".tip.shown").text, note)
        ActionChains(BROWSER.driver).move_to_element(BROWSER.find("h1")).perform()
        self.assertEqual(BROWSER.all(".tip.shown"), [])
        BROWSER.js("arguments[0].focus()", button)
        self.assertEqual(BROWSER.find(".tip.shown").text, note)
        self.keys(Keys.ESCAPE)
        self.assertEqual(BROWSER.all(".tip.shown"), [])

    def copied(self, name):
        """What is pasted after a click on the button of this name."""
        BROWSER.js("document.getElementById('status').textContent = ''")
        next(b for b in BROWSER.all("#rmae .copies button") if b.text == name).click()
        BROWSER.wait(lambda: BROWSER.find("#status").text == f"Copied the table as {name}", "the copy")
        area = BROWSER.js("const t = document.createElement('textarea'); document.body.prepend(t); t.focus(); return t")
        ActionChains(BROWSER.driver).key_down(Keys.CONTROL).send_keys("v").key_up(Keys.CONTROL).perform()
        BROWSER.wait(lambda: area.get_property("value"), "the paste")
        words = area.get_property("value")
        BROWSER.js("arguments[0].remove()", area)
        return words

    def check_copies(self):
        lines = self.copied("Markdown").splitlines()
        self.assertEqual(lines[0], "| Method | Yale B: 10 % | Yale B: 30 % | Yale B: 50 % | COIL: 10 % | COIL: 30 % | COIL: 50 % |")
        self.assertEqual(lines[1], "| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        self.assertRegex(lines[2], r"^\| GRMF \| \*\*0\.\d{3}\*\* ± 0\.\d{3} \(paper 0\.\d{3}\) \|")
        self.assertTrue(lines[-1].endswith("| – |"), lines[-1])
        self.assertEqual(len(lines), 10)

        latex = self.copied("LaTeX")
        self.assertIn("\\begin{tabular}{lrrrrrr}\n\\toprule\n & \\multicolumn{3}{c}{Yale B} & \\multicolumn{3}{c}{COIL} \\\\\n", latex)
        self.assertIn("\\cmidrule(lr){2-4} \\cmidrule(lr){5-7}\nMethod & 10 \\% & 30 \\%", latex)
        self.assertRegex(latex, r"GRMF & \$\\mathbf\{0\.\d{3}\} \\pm 0\.\d{3}\$ \{\\footnotesize \(paper \$0\.\d{3}\$\)\} &")
        self.assertIn("$\\updownarrow$", latex)

        rows = [line.split(",") for line in self.copied("CSV").splitlines()]
        self.assertEqual(rows[0][:4], ["Method", "Yale B: 10 %", "Yale B: 10 % (deviation)", "Yale B: 10 % (paper)"])
        given = sample.data()["sections"][1]["blocks"][0]["rows"][0]
        self.assertEqual([float(value) for value in rows[1][1:4]], [given[1][key] for key in ("value", "deviation", "paper")])
        self.assertEqual(rows[8][-3:], ["", "", ""])

    def test_copies(self):
        self.check_copies()

    def test_copies_without_the_clipboard_of_newer_browsers(self):
        BROWSER.js("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        self.check_copies()

    def test_copies_in_the_order_that_is_shown(self):
        self.sort(1)
        self.sort(1)
        self.assertTrue(self.copied("Markdown").splitlines()[2].startswith("| RNMF |"))
