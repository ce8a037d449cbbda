#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "grmf/data.h"
#include "grmf/error.h"
#include "grmf/fit.h"
#include "grmf/method.h"

/// Many matrices, each fitted by a thread of its own: for small ones, such as a folder of pictures, far better than all
/// threads on one after the other.
///
/// FitOptions::threads matrices are fitted at a time; only where there are fewer matrices than that do several threads share
/// one. All other options, the seed and the time limit among them, hold for every matrix as if it were fitted alone, and so
/// does the result, bit for bit. The shapes may differ.
///
/// FitOptions::on_sweep and on_done are called from the threads that fit, one call at a time. Action::stop from either stops
/// the batch: no other matrix is begun, and fits under way end after their sweep with Status::stopped. An exception of on_done,
/// and any but Error and std::bad_alloc of on_sweep, stops it too, and is thrown on once all threads are done: for fits that
/// were under way on_done may be called after it has thrown. std::bad_alloc in a fit becomes the error of its item.
namespace grmf {

/// What became of a matrix. Neither: the batch was stopped before it was begun.
struct BatchItem {
  std::optional<Result> result = {};
  std::optional<Error> error = {};  ///< why it could not be fitted; the others go on
};

/// Fits matrices that are all there. Item k is what became of batch[k]; on_done may look at it before the others are done.
std::vector<BatchItem> fit_all(
    const Method& method, std::span<const Data> batch, const FitOptions& options,
    const std::function<Action(Index k, const BatchItem& item)>& on_done = {});

/// Fits matrices that are made, and results that are used, one by one: no more are in memory than are fitted at a time.
/// data_of(k) makes matrix k, from 0 to count - 1, about in this order, on the thread that fits it, several at once. An Error
/// or std::bad_alloc it throws becomes the error of the item; anything else stops the batch and is thrown on. on_done gets every
/// item that was begun, in the order they end; without one the results are dropped.
void fit_each(const Method& method, Index count, const std::function<Data(Index k)>& data_of,
              const FitOptions& options,
              const std::function<Action(Index k, BatchItem item)>& on_done);

}  // namespace grmf
