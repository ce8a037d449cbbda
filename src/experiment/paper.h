#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/run.h"

/// The figures that the paper prints, for comparison.
namespace grmf::experiment {

/// A set of pictures (Table 1). Intact pictures are fitted at `rank`, destroyed ones at one less.
struct PictureSet {
  std::string_view id;  ///< name of its folder
  std::string_view label;
  int rank;
  int pictures;  ///< number of pictures in the paper; 0 for a set it does not know

  [[nodiscard]] int rank_at(double ratio) const { return ratio > 0 ? rank - 1 : rank; }
};
/// The picture sets of the paper, in its order.
std::span<const PictureSet> paper_sets();
/// The set with this id: one of the paper, or the pictures that the program draws.
const PictureSet& set_named(std::string_view id);
inline constexpr std::string_view drawn_set = "drawn";

/// The methods in the order of the tables.
std::vector<std::string_view> paper_methods();
/// The name of a method as the tables write it.
std::string label_of(std::string_view method);

struct PaperFigure {
  double mean;
  double deviation;
};
/// A figure of the paper. The measure is rmae (Tables 2 and 4) or seconds (Table 3). Empty where
/// the paper has none.
std::optional<PaperFigure> paper_figure(std::string_view measure, std::string_view set,
                                        double ratio, std::string_view method);

/// The share of pixels that the paper destroys.
inline constexpr double paper_ratio = 0.5;

}  // namespace grmf::experiment
