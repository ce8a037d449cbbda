#pragma once

#include <string>

namespace grmf::report {

/// Numbers as colours: blue below 0, orange above, the stronger the further from 0. The same number
/// always has the same colour, and even the smallest can be told from the white of 0.
class ColourScale {
 public:
  /// `largest` is the size of the number that gets the strongest colour.
  explicit ColourScale(double largest) : largest_(largest) {}

  [[nodiscard]] double largest() const { return largest_; }
  /// The colour of a value, such as "#3b82c4".
  [[nodiscard]] std::string colour(double value) const;
  /// A colour for text that is readable on the colour of a value: "#ffffff" or nearly black.
  [[nodiscard]] std::string ink(double value) const;

 private:
  double largest_;
};

}  // namespace grmf::report
