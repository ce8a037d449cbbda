#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/run.h"

/// What the paper prints, for comparison.
namespace grmf::experiment {

/// A set of pictures (Table 1). The pictures are fitted at `rank`; destroyed ones at one less.
struct PictureSet {
  std::string_view id;  ///< of its folder
  std::string_view label;
  int rank;
  int pictures;  ///< as the paper has them; 0 for pictures it does not know

  [[nodiscard]] int rank_at(double ratio) const { return ratio > 0 ? rank - 1 : rank; }
};
/// Those of the paper, in its order.
std::span<const PictureSet> paper_sets();
/// By its id: one of the paper, or the pictures that the program draws.
const PictureSet& set_named(std::string_view id);
inline constexpr std::string_view drawn_set = "drawn";

/// The methods in the order of the tables, and how they are written there.
std::vector<std::string_view> paper_methods();
std::string label_of(std::string_view method);

struct PaperFigure {
  double mean;
  double deviation;
};
/// The measure is rmae (Tables 2 and 4) or seconds (Table 3); nothing where the paper has none.
std::optional<PaperFigure> paper_figure(std::string_view measure, std::string_view set,
                                        double ratio, std::string_view method);

/// How much of the pictures the paper destroys.
inline constexpr double paper_ratio = 0.5;

}  // namespace grmf::experiment
