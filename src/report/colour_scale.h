#pragma once

#include <string>

namespace grmf::report {

/// Numbers as colours: blue below 0, orange above, the stronger the further from 0. The same number always
/// has the same colour, and the smallest one can still be told from the white of 0.
class ColourScale {
 public:
  /// `largest` is the size of the number that gets the strongest colour.
  explicit ColourScale(double largest) : largest_(largest) {}

  [[nodiscard]] double largest() const { return largest_; }
  /// "#3b82c4"
  [[nodiscard]] std::string colour(double value) const;
  /// What is readable on it: "#ffffff" or nearly black.
  [[nodiscard]] std::string ink(double value) const;

 private:
  double largest_;
};

}  // namespace grmf::report
