#pragma once

#include <string>
#include <string_view>

#include "grmf/data.h"
#include "grmf/fit.h"
#include "solve/run_loop.h"

/// What every method does before and after its run.
namespace grmf::internal {

/// The stop settings that the FitOptions give, with the method's defaults for those they leave
/// open. The clock of the fit starts with this call.
StopSettings stop_settings(const FitOptions& options, const StopDefaults& defaults);

/// Throws Error unless every option is in its range and the numbers of the data are neither too
/// large nor too small to compute with.
void check(const FitOptions& options, const Data& data);
/// check() without the rank, for methods that find their own rank.
void check_all_but_rank(const FitOptions& options, const Data& data);

/// Adds a warning to the result if the options give a start, for methods that have no use for it.
void warn_of_unused_start(const FitOptions& options, std::string_view method, Result& result);
/// Adds a warning to the result if the options give a stop rule, for methods that stop by a measure
/// of their own.
void warn_of_unused_stop_rule(const FitOptions& options, std::string_view method, Result& result);

/// The text of the warning that f is not coercive; `option` names the option that would give the
/// ridge it lacks.
std::string no_ridge(const std::string& option);

/// Writes into the result which method and backend made it.
void set_origin(Result& result, std::string_view method);
/// Copies the factors and the certificate of a run into the result, and sets its origin.
void finish(Result& result, Alternation& run, std::string_view method);

}  // namespace grmf::internal
