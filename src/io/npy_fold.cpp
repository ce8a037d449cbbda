#include "io/npy_fold.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "io/refusal.h"

namespace grmf::io {
namespace {

std::vector<int> all_axes(const Fold& fold) {
  std::vector<int> axes = fold.rows;
  axes.insert(axes.end(), fold.columns.begin(), fold.columns.end());
  return axes;
}

/// A fold for `dimensions` axes, at least two: all but the last become rows.
Fold plain_fold(std::size_t dimensions) {
  Fold fold;
  for (int axis = 0; axis + 1 < static_cast<int>(dimensions); ++axis) fold.rows.push_back(axis);
  fold.columns = {static_cast<int>(dimensions) - 1};
  return fold;
}

Index product(const std::vector<Index>& shape, const std::vector<int>& axes) {
  Index count = 1;
  for (const int axis : axes) count *= shape[static_cast<std::size_t>(axis)];
  return count;
}

[[noreturn]] void refuse_dimensions(const std::string& source, const std::vector<Index>& shape) {
  const std::string what = "the shape is " + shape_text(shape) + "; a matrix has two dimensions; ";
  if (shape.size() < 2) {
    refuse(source,
           what + "reshape the array" + (shape.size() == 1 ? ", to one row with a[None, :]" : ""));
  }
  const Fold example = plain_fold(shape.size());
  refuse(source, what + "say which axes become rows and which columns: --fold " +
                     fold_text(example) + " makes it " +
                     std::to_string(product(shape, example.rows)) + " x " +
                     std::to_string(product(shape, example.columns)));
}

void check_axes(const std::string& source, const std::vector<Index>& shape, const Fold& fold) {
  std::vector<int> named = all_axes(fold);
  std::sort(named.begin(), named.end());
  const std::size_t dimensions = shape.size();
  bool each_once = named.size() == dimensions && !fold.rows.empty() && !fold.columns.empty();
  for (std::size_t k = 0; each_once && k < dimensions; ++k) {
    each_once = named[k] == static_cast<int>(k);
  }
  if (each_once) return;
  refuse(source,
         "the shape is " + shape_text(shape) + ", and --fold " + fold_text(fold) +
             " does not fit it; every axis is named once, with axes on both sides of the colon; " +
             (dimensions < 2 ? "this array has too few of them"
                             : "one that fits is --fold " + fold_text(plain_fold(dimensions))));
}

/// The axes of the file with their steps in the matrix, the fastest last.
std::vector<FoldedAxis> axes_of(const NpyHeader& header, const Fold& fold) {
  std::vector<FoldedAxis> axes(header.shape.size());
  const std::vector<int> order = all_axes(fold);
  Index step = 1;
  for (std::size_t k = order.size(); k-- > 0;) {
    const auto axis = static_cast<std::size_t>(order[k]);
    axes[axis] = {header.shape[axis], step};
    step *= header.shape[axis];
  }
  if (header.fortran_order) std::reverse(axes.begin(), axes.end());
  return axes;
}

std::vector<FoldedAxis> merged(const std::vector<FoldedAxis>& axes) {
  std::vector<FoldedAxis> result;
  for (const FoldedAxis& axis : axes) {
    if (axis.size == 1) continue;
    if (!result.empty() && result.back().step == axis.size * axis.step) {
      result.back() = {result.back().size * axis.size, axis.step};
    } else {
      result.push_back(axis);
    }
  }
  return result;
}

}  // namespace

FoldedArray folded(const std::string& source, const NpyHeader& header,
                   const std::optional<Fold>& fold) {
  const std::vector<Index>& shape = header.shape;
  const bool fits = fold && fold->rows.size() + fold->columns.size() == shape.size();
  const bool wanted = fold && (fits || !fold->only_where_it_fits);
  if (wanted) check_axes(source, shape, *fold);
  if (!wanted && shape.size() != 2) refuse_dimensions(source, shape);
  const Fold used = wanted ? *fold : plain_fold(2);
  return {.rows = product(shape, used.rows),
          .cols = product(shape, used.columns),
          .axes = merged(axes_of(header, used))};
}

std::string fold_text(const Fold& fold) {
  const auto list = [](const std::vector<int>& axes) {
    std::string text;
    for (const int axis : axes) text.append(text.empty() ? "" : ",").append(std::to_string(axis));
    return text;
  };
  return list(fold.rows) + ":" + list(fold.columns);
}

}  // namespace grmf::io
