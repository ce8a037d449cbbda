#pragma once

#include <memory>

#include "backends/backends.h"
#include "context/fit_context.h"

namespace grmf::test {

/// An engine for some data with the context of a fit, for tests of what a fit is made of. The data
/// must outlive this.
struct EngineOf {
  explicit EngineOf(const Data& data, const FitOptions& options = {.threads = 2})
      : context(options), engine(internal::make_engine(data, context)) {}

  internal::FitContext context;
  std::unique_ptr<internal::Engine> engine;
};

}  // namespace grmf::test
