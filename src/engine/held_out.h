#pragma once

#include "grmf/data.h"
#include "grmf/fit.h"

namespace grmf::internal {

/// How two factorisations do at entries held out, by the absolute errors |y - u . v|. Errors are
/// not capped: an entry that is grossly wrong adds no more to the difference than the two differ,
/// and on average nothing where gross errors go either way, while a cap would reward estimates that
/// come near to them.
class HeldOutComparison {
 public:
  /// Adds the entries that are observed in `all` and missing in `rest`, in one pass that stores
  /// nothing.
  void add(const Data& all, const Data& rest, const Factors& first, const Factors& second);

  [[nodiscard]] Index entries() const { return sums_.entries; }
  /// The weighted mean error of the first and of the second.
  [[nodiscard]] double first() const { return sums_.first / sums_.weight; }
  [[nodiscard]] double second() const { return sums_.second / sums_.weight; }
  /// How many standard errors the second is better; 0 where nothing was held out.
  [[nodiscard]] double standard_errors_better() const;

 private:
  struct Sums {
    Index entries = 0;
    double weight = 0.0;
    double weight_squares = 0.0;
    double first = 0.0;
    double second = 0.0;
    double squares = 0.0;  ///< of the differences

    void add(const Sums& other);
  };

  Sums sums_;
};

}  // namespace grmf::internal
