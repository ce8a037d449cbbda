#include "grmf/data.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "grmf/error.h"
#include "grmf/option.h"

namespace grmf {
namespace {

std::string shape(const Matrix& a) {
  return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

std::string place(Index i, Index j) {
  return "row " + std::to_string(i) + ", column " + std::to_string(j) + " (counted from 0)";
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  const double below = *std::max_element(values.begin(), middle);
  return below + (*middle - below) / 2;
}

}  // namespace

Data::Data(Matrix y) : y_(std::move(y)) { check_and_summarise(); }

Data::Data(Matrix y, Matrix weights) : y_(std::move(y)), weights_(std::move(weights)) {
  if (y_.rows() != weights_->rows() || y_.cols() != weights_->cols()) {
    throw Error(ErrorCode::invalid_data, "weights are " + shape(*weights_) + ", the data " +
                                             shape(y_) + "; the shapes must be equal");
  }
  for (Index i = 0; i < rows(); ++i) {
    for (Index j = 0; j < cols(); ++j) {
      const double m = (*weights_)(i, j);
      if (!(std::isfinite(m) && m >= 0)) {
        throw Error(ErrorCode::invalid_data, "weight " + to_string(OptionValue(m)) + " at " +
                                                 place(i, j) +
                                                 "; weights must be finite and not negative");
      }
    }
  }
  check_and_summarise();
}

void Data::check_and_summarise() {
  if (y_.empty()) {
    throw Error(ErrorCode::invalid_data,
                "the data are " + shape(y_) + "; at least one row and one column are needed");
  }
  std::vector<double> sizes;
  for (Index i = 0; i < rows(); ++i) {
    for (Index j = 0; j < cols(); ++j) {
      double& y = y_(i, j);
      if (std::isnan(y)) {
        if (!weights_) weights_.emplace(rows(), cols(), 1.0);
        (*weights_)(i, j) = 0.0;
      } else if (std::isinf(y) && weight(i, j) > 0) {
        throw Error(ErrorCode::invalid_data, "infinite entry at " + place(i, j) +
                                                 "; entries must be finite, or NaN where missing");
      }
      // Whatever stood at a missing place must not reach the arithmetic: 0 * inf is not 0.
      const double m = weight(i, j);
      if (m == 0) y = 0.0;
      if (y != 0) sizes.push_back(std::abs(y));
      total_weight_ += m;
    }
  }
  if (total_weight_ == 0) {
    throw Error(ErrorCode::invalid_data,
                "all " + shape(y_) + " entries are missing; at least one must be observed");
  }
  if (!std::isfinite(total_weight_)) {
    throw Error(ErrorCode::invalid_data, "the weights add up to infinity; give smaller weights");
  }
  if (!sizes.empty()) scale_ = median(sizes);
}

}  // namespace grmf
