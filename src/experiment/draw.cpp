#include "experiment/draw.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace grmf::experiment {
namespace {

constexpr Index size = 160;

Matrix draw(const std::function<double(double y, double x)>& shade) {
  Matrix picture(size, size);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) {
      const double value = shade(static_cast<double>(i) / size, static_cast<double>(j) / size);
      picture(i, j) = std::round(std::clamp(value, 0.0, 1.0) * 255);
    }
  }
  return picture;
}

/// 1 inside [begin, end), 0 outside.
double box(double t, double begin, double end) { return t >= begin && t < end ? 1.0 : 0.0; }

/// Woven stripes of two colours.
double plaid(double y, double x) {
  const auto stripes = [](double t) {
    return 0.35 * (std::sin(20 * t) > 0.2 ? 1.0 : 0.0) + 0.15 * std::cos(47 * t);
  };
  return 0.35 + stripes(x) * 0.6 + stripes(y) * 0.5 + 0.35 * stripes(x) * stripes(y);
}

/// Shelves with books: blocks of their own height and shade on every board.
double shelves(double y, double x) {
  const double board = std::fmod(y * 4, 1.0);
  if (board > 0.9) return 0.3;
  const auto book = static_cast<int>(x * 12);
  const bool spine = std::fmod(x * 12, 1.0) < 0.88 && board > 0.2 + 0.12 * (book % 3);
  return spine ? 0.3 + 0.5 * ((book * 5 % 7) / 6.0) : 0.92 - 0.2 * board;
}

/// Tiles: a board whose fields fade from one corner.
double board(double y, double x) {
  const bool dark = (static_cast<int>(x * 8) + static_cast<int>(y * 8)) % 2 == 0;
  return (dark ? 0.25 : 0.8) * (0.6 + 0.4 * x) + 0.15 * (1 - y);
}

/// A window with a cross bar and a landscape of hills behind it.
double window(double y, double x) {
  const double bar = std::max(box(x, 0.47, 0.53), box(y, 0.42, 0.48));
  const double frame = 1 - box(x, 0.06, 0.94) * box(y, 0.06, 0.94);
  if (bar + frame > 0) return 0.3;
  return 0.9 - 0.35 * y + 0.25 * std::sin(6 * x) * (y - 0.4);
}

void place(const Matrix& part, Matrix& whole, Index top, Index left) {
  for (Index i = 0; i < part.rows(); ++i) {
    for (Index j = 0; j < part.cols(); ++j) whole(top + i, left + j) = part(i, j);
  }
}

constexpr Index gap = 6;

}  // namespace

std::vector<Drawing> drawings() {
  return {{"plaid", draw(plaid)},
          {"shelves", draw(shelves)},
          {"board", draw(board)},
          {"window", draw(window)}};
}

std::vector<Drawing> drawn_pictures() {
  std::vector<Drawing> pictures = drawings();
  const std::vector<Drawing> upright = pictures;
  for (const Drawing& each : upright) {
    pictures.push_back({each.name + ", turned", transposed(each.picture)});
  }
  for (const Drawing& each : upright) {
    Matrix inverted = each.picture;
    for (double& pixel : inverted.values()) pixel = 255 - pixel;
    pictures.push_back({each.name + ", inverted", std::move(inverted)});
  }
  return pictures;
}

Matrix side_by_side(const std::vector<Matrix>& pictures) {
  Index width = -gap;
  for (const Matrix& picture : pictures) width += picture.cols() + gap;
  Matrix whole(pictures.front().rows(), width, 255.0);
  Index left = 0;
  for (const Matrix& picture : pictures) {
    place(picture, whole, 0, left);
    left += picture.cols() + gap;
  }
  return whole;
}

Matrix stacked(const std::vector<Matrix>& pictures) {
  Index height = -gap;
  for (const Matrix& picture : pictures) height += picture.rows() + gap;
  Matrix whole(height, pictures.front().cols(), 255.0);
  Index top = 0;
  for (const Matrix& picture : pictures) {
    place(picture, whole, top, 0);
    top += picture.rows() + gap;
  }
  return whole;
}

}  // namespace grmf::experiment
