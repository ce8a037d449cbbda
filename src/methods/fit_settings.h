#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "context/fit_context.h"
#include "engine/engine.h"
#include "grmf/data.h"
#include "grmf/fit.h"
#include "grmf/method.h"
#include "objective/terms.h"
#include "solve/run_loop.h"

/// What every method does before and after its run.
namespace grmf::internal {

/// The stop settings that the FitOptions give, with the method's defaults for those they leave
/// open.
StopSettings stop_settings(const FitOptions& options, const StopDefaults& defaults);

/// Throws Error unless every option is in its range, the method takes the data, and their numbers
/// are neither too large nor too small to compute with.
void check(const Method& method, const FitOptions& options, const Data& data);
/// check() without the rank, for methods that find their own rank.
void check_all_but_rank(const Method& method, const FitOptions& options, const Data& data);

/// Tells the context which fit this is, so that no other is resumed by mistake. Throws Error where
/// the method needs a dense matrix and the backend does not give it.
void identify(FitContext& context, const Method& method, const Data& data,
              const FitOptions& options);

/// The factors that a run begins with: those of the options, or else own(). Where the fit resumes
/// behind its start, zeros stand in for them, because the state brings the factors. Rows that have
/// no data are 0. Throws Error where they do not fit the data or are not finite.
Factors first_factors(const FitOptions& options, const FitContext& context, const Data& data,
                      const Engine& engine, const std::function<Factors()>& own);

/// Adds a warning to the result if the options give a start, for methods that have no use for it.
void warn_of_unused_start(const FitOptions& options, std::string_view method, Result& result);
/// Adds a warning to the result if the options give a stop rule, for methods that stop by a measure
/// of their own.
void warn_of_unused_stop_rule(const FitOptions& options, std::string_view method, Result& result);

/// The text of the warning that f is not coercive; `option` names the option that would give the
/// ridge it lacks.
std::string no_ridge(const std::string& option);

/// Runs the method itself, after its start, and computes the certificate.
Result run_method(Alternation& method, const StopSettings& stop, FitContext& context);

/// Tells f in absolute numbers and the noise that it leaves, and warns of negative entries where f
/// keeps the factors non-negative. The factors of the result must be set.
void describe_fit(const Terms& terms, const Data& data, Engine& engine, Result& result);

/// Ends a fit, when all else of the result is set: names the method and the backend, makes the
/// estimates of rows and columns without data exactly 0, and warns of them.
void finish_fit(const Method& method, const Data& data, const Engine& engine, Result& result);

}  // namespace grmf::internal
