#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "grmf/data.h"
#include "grmf/error.h"
#include "grmf/export.h"
#include "grmf/fit.h"
#include "grmf/method.h"

/// Fits many matrices, each on a thread of its own. For small ones, such as a folder of pictures,
/// this is far faster than fitting one after the other with all threads.
///
/// FitOptions::threads matrices are fitted at a time; several threads share a matrix only where
/// there are fewer matrices than threads. All other options, the seed and the time limit among
/// them, apply to every matrix as if it were fitted alone, and each result is the same bit for bit.
/// The shapes may differ.
///
/// FitOptions::on_sweep and on_done are called from the threads that fit, one call at a time. If
/// either returns Action::stop, the batch stops: no other matrix is begun, and the fits under way
/// end after their sweep with Status::stopped. The batch also stops on an exception from on_done,
/// or from on_sweep unless it is an Error or std::bad_alloc; the exception is rethrown once all
/// threads are done, and until then on_done may still be called for fits that were under way. A
/// std::bad_alloc in a fit becomes the error of its item.
namespace grmf {

/// What became of a matrix. It has neither a result nor an error if the batch was stopped before
/// the matrix was begun.
struct BatchItem {
  std::optional<Result> result = {};
  std::optional<Error> error = {};  ///< why the matrix could not be fitted; the others go on
};

/// Fits matrices that are all in memory. Item k is what became of batch[k]; on_done may look at it
/// before the others are done.
GRMF_EXPORT std::vector<BatchItem> fit_all(
    const Method& method, std::span<const Data> batch, const FitOptions& options,
    const std::function<Action(Index k, const BatchItem& item)>& on_done = {});

/// Makes matrices, fits them and hands over the results one by one, so that no more of them are in
/// memory than are fitted at a time. data_of(k) makes matrix k, from 0 to count - 1, roughly in
/// this order, on the thread that fits it; several calls may run at once. An Error or
/// std::bad_alloc it throws becomes the error of the item; any other exception stops the batch and
/// is rethrown. on_done gets every item that was begun, in the order in which they end; without
/// on_done the results are dropped.
GRMF_EXPORT void fit_each(const Method& method, Index count,
                          const std::function<Data(Index k)>& data_of, const FitOptions& options,
                          const std::function<Action(Index k, BatchItem item)>& on_done);

}  // namespace grmf
