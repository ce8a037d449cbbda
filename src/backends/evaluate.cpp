#include "grmf/evaluate.h"

#include "backends/backends.h"
#include "context/fit_context.h"
#include "grmf/error.h"
#include "objective/formula.h"

namespace grmf {

Evaluation evaluate(const Formula& formula, const Data& data, const Factors& factors, int threads) {
  const Index rank = factors.u.cols();
  if (factors.u.rows() != data.rows() || factors.v.rows() != data.cols() ||
      factors.v.cols() != rank || rank == 0) {
    throw Error(ErrorCode::invalid_data,
                "u is " + std::to_string(factors.u.rows()) + " x " + std::to_string(rank) +
                    " and v is " + std::to_string(factors.v.rows()) + " x " +
                    std::to_string(factors.v.cols()) + "; they do not fit data of " +
                    std::to_string(data.rows()) + " x " + std::to_string(data.cols()));
  }
  internal::FitContext context({.threads = threads});
  const auto engine = internal::make_engine(data, context);
  const auto work = engine->row_work(internal::terms_of(formula), {}, static_cast<int>(rank));
  return {work->objective(factors), work->certificate(factors)};
}

}  // namespace grmf
