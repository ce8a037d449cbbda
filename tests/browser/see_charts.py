"""Charts: what they tell, by mouse and by keyboard."""

import numpy
from selenium.webdriver import ActionChains, Keys

import sample
from shared import BROWSER, OnSample, series_of
from support import near


class Charts(OnSample):
    def test_hovering_tells_all_values_of_the_nearest_place(self):
        plot = BROWSER.find("#rmae-2 .plot")
        ActionChains(BROWSER.driver).move_to_element_with_offset(plot, 8, 0).perform()
        lines = BROWSER.find(".tip.shown").text.splitlines()
        self.assertEqual(lines[0], "corruption ratio 30 %")
        self.assertEqual(len(BROWSER.all(".tip .tip-row")), len(sample.METHODS))
        self.assertEqual(lines[-2:], ["GRMF", "0.110 ± 0.010"])
        ActionChains(BROWSER.driver).move_to_element(BROWSER.find("h1")).perform()
        self.assertEqual(BROWSER.all(".tip.shown"), [])

    def test_the_keyboard_reads_the_same(self):
        plot = BROWSER.find("#rmae-2 .plot")
        self.press_key_at(plot, Keys.HOME, Keys.ARROW_RIGHT)
        self.assertIn("corruption ratio 20 %", BROWSER.find(".tip.shown").text)
        said = BROWSER.js("return document.getElementById('status').textContent")
        self.assertIn("GRMF 0.090 ± 0.010", said)
        self.assertNotIn("RNMF", said.replace("N-GRMF", ""))  # a gap

    def test_every_point_has_its_mark(self):
        marks = BROWSER.js("return [...document.querySelectorAll('#rmae-2 .plot .mark')].map(m => m.getAttribute('d').split('M').length - 1)")
        self.assertEqual(marks, [4] + [5] * 7)  # one has a gap

    def test_a_series_can_be_switched_off(self):
        for switch in (lambda button: button.click(), lambda button: self.press_key_at(button, Keys.SPACE)):
            chart, button = BROWSER.find("#rmae-2"), BROWSER.find("#rmae-2 .legend button")
            colour = series_of(chart)[-1][1]
            plot = chart.find_element("css selector", ".plot")
            self.assertGreater(near(BROWSER.pixels(plot)[0], colour), 40)
            switch(button)
            self.assertEqual(button.get_attribute("aria-pressed"), "false")
            self.assertLess(near(BROWSER.pixels(plot)[0], colour, 10), 5)
            switch(button)
            self.assertGreater(near(BROWSER.pixels(plot)[0], colour), 40)

    def test_the_ribbon_can_be_switched(self):
        button = BROWSER.find("#time .option")
        self.assertEqual(len(BROWSER.all("#time .ribbon")), 3)
        button.click()
        self.assertEqual(len(BROWSER.all("#time .ribbon")), 0)

    def test_boxes_tell_their_five_numbers_and_have_every_value(self):
        block = next(b for s in sample.data()["sections"] for b in s["blocks"] if b.get("kind") == "boxes")
        values = numpy.array(block["series"][0]["groups"][0])
        self.press_key_at(BROWSER.find("#boxes .plot"), Keys.HOME)
        lines = BROWSER.find(".tip.shown").text.splitlines()
        self.assertEqual((lines[0], lines[-1]), ("GRMF, plain", "213 values"))
        q1, median, q3 = numpy.percentile(values, [25, 50, 75])
        high, low = values[values <= q3 + 1.5 * (q3 - q1)].max(), values[values >= q1 - 1.5 * (q3 - q1)].min()
        shown = [float(line.split()[-1]) for line in lines[1:-1]]
        numpy.testing.assert_allclose(shown, [high, q3, median, q1, low], atol=5e-4)
        dots = BROWSER.js("""return [...document.querySelectorAll('#boxes .box')].map(box =>
            [...box.querySelectorAll('.dots')].reduce((sum, path) => sum + path.getAttribute('d').split('M').length - 1, 0))""")
        self.assertEqual(dots, [213] * 16)

    def test_values_as_a_table(self):
        BROWSER.find("#rmae-2 details summary").click()
        BROWSER.wait(lambda: BROWSER.all("#rmae-2 details table"), "the table")
        self.assertEqual(len(BROWSER.all("#rmae-2 details tbody tr")), len(sample.RATIOS))

    def test_are_drawn_anew_for_another_width(self):
        BROWSER.window(700, 900)
        BROWSER.wait(lambda: BROWSER.js("const s = document.querySelector('#boxes svg'); return Math.abs(s.viewBox.baseVal.width - s.clientWidth) < 2"), "the drawing")
