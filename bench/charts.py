"""Two kinds of charts, as plain SVG: lines over logarithmic axes, and dots on a line for every row."""

import math
from xml.sax.saxutils import escape

COLOURS = ("#0072b2", "#009e73", "#d55e00", "#cc79a7", "#e69f00", "#56b4e9", "#444444", "#999999")
FONT = 'font-family="sans-serif" font-size="11"'


class Scale:
    """Numbers on a logarithmic axis -> places."""

    def __init__(self, values, begin, end):
        self.low, self.high = math.log10(min(values)), math.log10(max(values))
        least = math.log10(5)  # so that what hardly changes looks like it
        room = max(0.05 * (self.high - self.low), (least - (self.high - self.low)) / 2)
        self.low, self.high = self.low - room, self.high + room
        self.begin, self.end = begin, end

    def __call__(self, value):
        return self.begin + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self):
        """1, 2 and 5 times powers of ten; of a long axis the powers alone."""
        steps = (1, 2, 5) if self.high - self.low < 3 else (1,)
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        values = (step * 10.0**power for power in powers for step in steps)
        return [value for value in values if self.low <= math.log10(value) <= self.high]


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {FONT} {more}>{escape(words)}</text>'


def line(x1, y1, x2, y2, colour="#e6e6e6", width=1.0):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def dot(x, y, colour, radius=4.0):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"/>'


def legend(names, width, y):
    """Names with their colours in rows of three."""
    parts = []
    for k, name in enumerate(names):
        x, below = 20 + k % 3 * (width - 20) / 3, y + k // 3 * 16
        parts += [dot(x, below - 4, COLOURS[k]), text(x + 9, below, name, "start")]
    return parts


def document(width, height, parts):
    body = "\n".join([f'<rect width="{width}" height="{height}" fill="white"/>', *parts])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n{body}\n</svg>\n'


def panel(left, width, x_label, y_label, series):
    """Lines over logarithmic axes; `series`: name -> pairs."""
    top, bottom, right = 20, 250, left + width - 15
    left += 60
    x = Scale([point[0] for points in series.values() for point in points], left, right)
    y = Scale([point[1] for points in series.values() for point in points], bottom, top)
    parts = []
    for value in x.ticks():
        parts += [line(x(value), top, x(value), bottom), text(x(value), bottom + 15, f"{value:g}")]
    for value in y.ticks():
        parts += [line(left, y(value), right, y(value)), text(left - 5, y(value) + 4, f"{value:g}", "end")]
    for colour, points in zip(COLOURS, series.values()):
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        parts += [dot(x(a), y(b), colour, 3.0) for a, b in points]
    parts.append(text((left + right) / 2, bottom + 32, x_label))
    middle = (top + bottom) / 2
    parts.append(text(left - 45, middle, y_label, more=f'transform="rotate(-90 {left - 45:.1f} {middle:.1f})"'))
    return parts


def lines(panels, names, width=760):
    """Panels side by side, each (x label, y label, series), and a legend of the names where there are several."""
    each = width / len(panels)
    parts = [part for k, (x, y, series) in enumerate(panels) for part in panel(k * each, each, x, y, series)]
    rows = math.ceil(len(names) / 3) if len(names) > 1 else 0
    return document(width, 300 + 16 * rows, parts + (legend(names, width, 306) if rows else []))


def dots(label, rows, names, width=760, marked=None):
    """A line for every row (name -> value), all on one logarithmic axis; `marked` is a value to compare with."""
    left, step, top = 170, 24, 14
    bottom = top + step * len(rows)
    x = Scale([value for row in rows.values() for value in row.values()] + ([marked] if marked else []), left, width - 20)
    parts = []
    for value in x.ticks():
        parts += [line(x(value), top, x(value), bottom), text(x(value), bottom + 15, f"{value:g}")]
    if marked:
        parts.append(line(x(marked), top, x(marked), bottom, "#444444"))
    for k, (row, values) in enumerate(rows.items()):
        y = top + step * (k + 0.5)
        parts += [line(left, y, width - 20, y), text(left - 8, y + 4, row, "end")]
        parts += [dot(x(values[name]), y, colour) for name, colour in zip(names, COLOURS) if name in values]
    parts.append(text((left + width) / 2, bottom + 32, label))
    height = bottom + 44 + 16 * math.ceil(len(names) / 3)
    return document(width, height, parts + legend(names, width, bottom + 52))
