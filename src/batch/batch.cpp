#include "grmf/batch.h"

#include <atomic>
#include <mutex>
#include <utility>

#include "base/threads.h"

namespace grmf {
namespace {

/// Fits matrix k with these options.
using Fit = std::function<Result(Index k, const FitOptions& options)>;
using OnDone = std::function<Action(Index k, BatchItem item)>;

class Batch {
 public:
  /// All arguments must outlive the batch.
  Batch(const FitOptions& options, const Fit& fit, const OnDone& on_done)
      : options_(options), fit_(fit), on_done_(on_done) {}

  void run(Index count) {
    internal::for_each_matrix(count, options_.threads, [this](Index k, int threads) {
      if (stopped_) return;
      try {
        BatchItem item = item_of(k, threads);
        if (on_done_) ask([&] { return on_done_(k, std::move(item)); });
      } catch (...) {
        stopped_ = true;
        throw;
      }
    });
  }

 private:
  BatchItem item_of(Index k, int threads) {
    FitOptions own = options_;
    own.threads = threads;
    own.on_sweep = [this](const Progress& progress) {
      if (options_.on_sweep && !stopped_) ask([&] { return options_.on_sweep(progress); });
      return stopped_ ? Action::stop : Action::proceed;
    };
    BatchItem item;
    item.error = internal::error_of([&] { item.result = fit_(k, own); });
    return item;
  }

  template <class Callback>
  void ask(const Callback& callback) {
    const std::lock_guard lock(one_at_a_time_);
    if (callback() == Action::stop) stopped_ = true;
  }

  const FitOptions& options_;
  const Fit& fit_;
  const OnDone& on_done_;
  std::mutex one_at_a_time_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace

std::vector<BatchItem> fit_all(
    const Method& method, std::span<const Data> batch, const FitOptions& options,
    const std::function<Action(Index k, const BatchItem& item)>& on_done) {
  std::vector<BatchItem> items(batch.size());
  const Fit fit = [&](Index k, const FitOptions& own) { return method.fit(batch[k], own); };
  const OnDone keep = [&](Index k, BatchItem item) {
    items[k] = std::move(item);
    return on_done ? on_done(k, items[k]) : Action::proceed;
  };
  Batch(options, fit, keep).run(std::ssize(batch));
  return items;
}

void fit_each(const Method& method, Index count, const std::function<Data(Index k)>& data_of,
              const FitOptions& options,
              const std::function<Action(Index k, BatchItem item)>& on_done) {
  const Fit fit = [&](Index k, const FitOptions& own) { return method.fit(data_of(k), own); };
  Batch(options, fit, on_done).run(count);
}

}  // namespace grmf
