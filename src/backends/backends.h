#pragma once

#include <functional>
#include <memory>
#include <string>

#include "context/fit_context.h"
#include "engine/engine.h"

/// Which engines there are, and who is asked for one.
namespace grmf::internal {

/// An engine for the data by the backend that the context names; "auto" takes the first that is
/// registered. The context and the data must outlive it. Throws Error for a name that is unknown.
std::unique_ptr<Engine> make_engine(const Data& data, FitContext& context);

/// The name of the backend that make_engine() takes. Throws Error for a name that is unknown.
std::string backend_of(const FitContext& context);

/// Makes an engine known under a name, beside those that the library brings.
using EngineMaker = std::function<std::unique_ptr<Engine>(const Data& data, FitContext& context)>;
void register_engine(const std::string& name, EngineMaker make);

}  // namespace grmf::internal
