#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace grmf::report {

/// The page of `data` as one HTML file: it opens from disk, asks for nothing outside itself, and
/// shows text as text whatever the data hold. Data of another shape throw nothing: a block that
/// cannot be shown says so.
///
///     {"title": "...", "subtitle": "...", "summary": ["a sentence", ...],
///      "facts": [{"label": "Command", "value": "grmf reproduce", "code": true}, ...],
///      "sections": [{"id": "table2", "title": "...", "note": "...", "blocks": [...]}, ...]}
///
/// Everything may be missing. Ids make the addresses of sections and blocks (`#table2`); an id that
/// is taken already gets a number. These are the blocks, each with its name as "type":
///
/// text      {"text": "..."}; an empty line begins a paragraph.
/// claims    {"claims": [{"name", "paper", "verdict", "evidence"}]}; a verdict is "holds",
///           "does not hold" or "not checked".
/// table     {"id", "caption", "columns": [{"label", "group", "kind": "text" | "number",
///           "digits": 3}], "rows": [[cell, ...], ...]}. Neighbouring columns of one non-empty
///           group share a heading. A cell is a string, a number, null, or {"value", "deviation",
///           "paper", "paperDeviation", "mark": "best" | "order", "note"}; `mark` may be a list of
///           both. "order" means that the paper's order of methods does not hold here.
/// chart     {"kind": "lines", "id", "caption", "x": axis, "y": axis,
///           "series": [{"name", "points": [[x, y, deviation or null], ...]}]}, where an axis is
///           {"label", "unit", "log": false}. A y that is null is a gap. The y axis begins at 0
///           unless it is logarithmic.
/// chart     {"kind": "boxes", "id", "caption", "x": {"label", "categories": ["GRMF", ...]},
///           "y": axis, "series": [{"name", "groups": [[value, ...] for every category]}]}. The
///           quartiles are NumPy's percentiles, and the whiskers reach to the last value within 1.5
///           times their distance.
/// pictures  {"id", "caption", "items": [{"name", "images": [{"label", "src", "note"}]}]}: a viewer
///           that compares two images of an item, at first the second and the third.
/// grid      {"id", "caption", "columns": ["original", ...],
///           "rows": [{"label", "cells": [{"src", "note"} or null]}]}
/// image     {"id", "caption", "src", "alt"}
///
/// A src begins with `data:image/png;base64,` or `data:image/svg+xml;base64,`; any other is not
/// shown.
std::string page(const nlohmann::ordered_json& data);

}  // namespace grmf::report
