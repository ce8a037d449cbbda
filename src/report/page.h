#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace grmf::report {

/// The page of `data` as one HTML file: it opens from disk, asks for nothing outside itself, and shows text as
/// text whatever the data holds. Throws nothing on a data of another shape: a block that cannot be shown says so.
///
///     {"title": "...", "subtitle": "...", "summary": ["a sentence", ...],
///      "facts": [{"label": "Command", "value": "grmf reproduce", "code": true}, ...],
///      "sections": [{"id": "table2", "title": "...", "note": "...", "blocks": [...]}, ...]}
///
/// Everything may be missing. Ids make the addresses of sections and blocks (`#table2`); one that is taken gets a
/// number. The blocks, each with its name as "type":
///
/// text      {"text": "..."}; an empty line begins a paragraph
/// claims    {"claims": [{"name", "paper", "verdict": "holds" | "does not hold" | "not checked", "evidence"}]}
/// table     {"id", "caption", "columns": [{"label", "group", "kind": "text" | "number", "digits": 3}],
///           "rows": [[cell, ...], ...]}. Neighbours of one non-empty group share a header. A cell is a string, a
///           number, null, or {"value", "deviation", "paper", "paperDeviation", "mark": "best" | "order", "note"}; `mark` may be a
///           list of both; "order": the paper's order of methods does not hold here.
/// chart     {"kind": "lines", "id", "caption", "x": axis, "y": axis,
///           "series": [{"name", "points": [[x, y, deviation or null], ...]}]}; axis: {"label", "unit", "log": false}.
///           A y that is null is a gap. y begins at 0 unless it is logarithmic.
/// chart     {"kind": "boxes", "id", "caption", "x": {"label", "categories": ["GRMF", ...]}, "y": axis,
///           "series": [{"name", "groups": [[value, ...] for every category]}]}. Quartiles as NumPy's percentile
///           makes them, whiskers to the last value within 1.5 times their distance.
/// pictures  {"id", "caption", "items": [{"name", "images": [{"label", "src", "note"}]}]}: a viewer that compares two
///           images of an item, at first the second and the third
/// grid      {"id", "caption", "columns": ["original", ...], "rows": [{"label", "cells": [{"src", "note"} or null]}]}
/// image     {"id", "caption", "src", "alt"}
///
/// A src begins with `data:image/png;base64,` or `data:image/svg+xml;base64,`; another is not shown.
std::string page(const nlohmann::ordered_json& data);

}  // namespace grmf::report
