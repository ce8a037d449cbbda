#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/method.h"

namespace grmf::test {

/// A fit that can be interrupted and resumed, also by another process.
struct ResumableFit {
  std::string name;  ///< of letters, digits and '_'
  std::string method;
  Settings settings = {};
  FitOptions fit = {.rank = 3, .max_sweeps = 60, .seed = 3};
  bool weights_and_floats = false;

  [[nodiscard]] std::unique_ptr<Method> make() const;
  [[nodiscard]] Data data() const;
  [[nodiscard]] const FitOptions& options() const { return fit; }
  /// The model file of a result.
  [[nodiscard]] std::string model(Result result) const;
};

/// Fits by every method, with every preset that changes the way there.
std::vector<ResumableFit> resumable_fits();
/// The one of these names.
ResumableFit resumable_fit(std::string_view name);

}  // namespace grmf::test
