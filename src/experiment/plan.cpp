#include "experiment/plan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>

#include "base/threads.h"
#include "experiment/fit_case.h"
#include "grmf/method.h"

namespace grmf::experiment {
namespace {

bool is_done(const Task& task, const Journal& journal) {
  const Run* run = journal.find(task.key);
  if (run == nullptr) return false;
  return (!task.shown.picture || !run->picture.empty()) && (!task.shown.groups || !run->u.empty());
}

bool leaves_rank_open(const RunKey& key) {
  return key.rank == 0 && key.method != nothing_done && make_method(key.method)->takes_rank();
}

using CaseName = std::tuple<std::size_t, double, std::uint64_t>;  // input, ratio, seed
CaseName case_of(const Task& task) { return {task.input, task.key.ratio, task.key.seed}; }

/// The cases in use. Fits of the same case share it.
class Cases {
 public:
  Cases(std::span<const Input> inputs, std::size_t kept) : inputs_(inputs), kept_(kept) {}

  std::shared_ptr<const Case> get(const CaseName& name) {
    const auto shared = find(name);
    std::call_once(shared->made, [&] {
      const auto& [input, ratio, seed] = name;
      shared->value = std::make_shared<const Case>(destroyed(inputs_[input], ratio, seed));
    });
    return shared->value;
  }

 private:
  struct Shared {
    std::once_flag made;
    std::shared_ptr<const Case> value;
  };

  std::shared_ptr<Shared> find(const CaseName& name) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(recent_.begin(), recent_.end(),
                                    [&](const auto& each) { return each.first == name; });
    if (found != recent_.end()) return found->second;
    if (recent_.size() == kept_) recent_.erase(recent_.begin());
    return recent_.emplace_back(name, std::make_shared<Shared>()).second;
  }

  std::span<const Input> inputs_;
  std::size_t kept_;
  std::mutex mutex_;
  std::vector<std::pair<CaseName, std::shared_ptr<Shared>>> recent_;
};

class Execution {
 public:
  Execution(std::span<const Input> inputs, const std::vector<Task>& tasks, Journal& journal,
            int threads, const Watch& watch)
      : journal_(journal),
        watch_(watch),
        threads_(internal::resolved_threads(threads)),
        cases_(inputs, static_cast<std::size_t>(2 * threads_)),
        total_(tasks.size()) {
    for (const Task& task : tasks) {
      if (!is_done(task, journal)) open_.push_back(&task);
    }
  }

  void run() {
    tell();
    choose_ranks();
    for_each(std::ssize(open_),
             [this](Index k) { carry_out(*open_[static_cast<std::size_t>(k)]); });
  }

 private:
  [[nodiscard]] bool stopped() const { return watch_.stop_wanted && watch_.stop_wanted(); }

  /// Runs every fit on one core, so that its time does not depend on how many fits are left.
  template <class Body>
  void for_each(Index count, const Body& body) {
    internal::for_each_matrix(count, threads_, [&](Index k, int /*threads*/) { body(k); });
  }

  [[nodiscard]] FitOptions options_of(const RunKey& key) const {
    FitOptions options{.rank = key.rank, .seed = key.seed, .threads = 1, .standard_errors = false};
    options.on_sweep = [this](const Progress&) {
      return stopped() ? Action::stop : Action::proceed;
    };
    return options;
  }

  /// Chooses the ranks before the fits: the methods of a case run at the same time, and would
  /// otherwise have to wait for its rank.
  void choose_ranks() {
    std::vector<const Task*> wanting;
    for (const Task* task : open_) {
      if (leaves_rank_open(task->key) && ranks_.emplace(case_of(*task), 0).second) {
        wanting.push_back(task);
      }
    }
    for_each(std::ssize(wanting), [&](Index k) {
      const Task& task = *wanting[static_cast<std::size_t>(k)];
      if (stopped()) return;
      const auto error = internal::error_of([&] {
        ranks_.at(case_of(task)) =
            rank_of_data(cases_.get(case_of(task))->data, options_of(task.key));
      });
      if (!error) return;
      const std::lock_guard lock(mutex_);
      unranked_[case_of(task)] = error->what();
    });
  }

  void carry_out(const Task& task) {
    if (stopped()) return;
    Run run;
    const auto error = internal::error_of([&] { run = made(task); });
    if (error) run = {.key = task.key, .error = error->what()};
    const std::lock_guard lock(mutex_);
    if (stopped()) return;  // the run may have been cut short
    ++done_;
    journal_.add(run);
    if (!run.error.empty() && watch_.on_failure) watch_.on_failure(run);
    tell();
  }

  Run made(const Task& task) {
    const auto its_case = cases_.get(case_of(task));
    if (task.key.method == nothing_done) return leave_case(*its_case, task.key, task.shown);
    FitOptions options = options_of(task.key);
    if (leaves_rank_open(task.key)) {
      const auto fault = unranked_.find(case_of(task));
      if (fault != unranked_.end()) throw Error(ErrorCode::invalid_data, fault->second);
      options.rank = ranks_.at(case_of(task));
    }
    return fit_case(*its_case, task.key, options, task.shown);
  }

  void tell() const {
    if (watch_.on_progress) watch_.on_progress(total_ - open_.size() + done_, total_);
  }

  Journal& journal_;
  const Watch& watch_;
  int threads_;
  Cases cases_;
  std::size_t total_;
  std::vector<const Task*> open_;
  std::map<CaseName, int> ranks_;             ///< ranks that the data chose
  std::map<CaseName, std::string> unranked_;  ///< why the data could not choose a rank
  std::mutex mutex_;  ///< guards the members below and the calls of the watch
  std::size_t done_ = 0;
};

}  // namespace

void Plan::add(Task task) {
  const auto [place, is_new] = place_.emplace(task.key, tasks_.size());
  if (is_new) {
    tasks_.push_back(std::move(task));
  } else {
    Shown& shown = tasks_[place->second].shown;
    shown.picture |= task.shown.picture;
    shown.groups |= task.shown.groups;
  }
}

void Plan::add(std::size_t input, const Sweep& sweep) {
  const Input& of = inputs_[input];
  for (const double ratio : sweep.ratios) {
    const auto key = [&](const std::string& method, Setting setting, int rank) {
      return RunKey{of.name, of.digest,  static_cast<std::uint64_t>(of.number),
                    ratio,   sweep.seed, method,
                    setting, rank};
    };
    add({input,
         key(std::string(nothing_done), Setting::fair, 0),
         {.picture = sweep.shown.picture}});
    for (const std::string& method : sweep.methods) {
      const bool takes_rank = make_method(method)->takes_rank();
      for (const Setting setting : sweep.settings) {
        if (of.refused_by.contains({method, setting})) continue;
        for (const int rank : sweep.ranks) {
          add({input, key(method, setting, takes_rank ? rank : 0), sweep.shown});
        }
      }
    }
  }
}

std::vector<Run> carry_out(std::span<const Input> inputs, const std::vector<Task>& tasks,
                           Journal& journal, int threads, const Watch& watch) {
  Execution(inputs, tasks, journal, threads, watch).run();
  std::vector<Run> runs;
  for (const Task& task : tasks) {
    const Run* run = journal.find(task.key);
    if (run == nullptr) continue;
    runs.push_back(*run);
    // The journal may hold pictures and groups that an earlier experiment showed but this one does
    // not.
    if (!task.shown.picture) runs.back().picture.clear();
    if (!task.shown.groups) runs.back().u = runs.back().v = {};
  }
  return runs;
}

}  // namespace grmf::experiment
