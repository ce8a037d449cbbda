#pragma once

#include <string>
#include <string_view>

#include "grmf/data.h"
#include "grmf/fit.h"
#include "solve/run_loop.h"

/// What every method does before and after its run.
namespace grmf::internal {

/// What FitOptions say, or else the method.
/// Its clock starts with the call.
StopSettings stop_settings(const FitOptions& options, const StopDefaults& defaults);

/// Throws Error unless every number is in its range and the data have a size one can compute with.
void check(const FitOptions& options, const Data& data);
/// The same without the rank, for methods that find their own.
void check_all_but_rank(const FitOptions& options, const Data& data);

/// Warns of a start or a stop rule that a method has no use for.
void warn_of_unused_start(const FitOptions& options, std::string_view method, Result& result);
void warn_of_unused_stop_rule(const FitOptions& options, std::string_view method, Result& result);

/// The warning that f is not coercive; `option` is where a ridge would be given.
std::string no_ridge(const std::string& option);

/// Names the maker of a result.
void set_origin(Result& result, std::string_view method);
/// Takes over factors and certificate of a run, and signs.
void finish(Result& result, Alternation& run, std::string_view method);

}  // namespace grmf::internal
