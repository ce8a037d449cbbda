#include "grmf/tune.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "grmf/error.h"
#include "methods/fit_settings.h"
#include "tune/hold_out.h"

namespace grmf {
namespace {

using Settings = std::vector<std::pair<std::string, OptionValue>>;

/// Data beyond this are looked at in part.
constexpr Index most_lines = 1500;
constexpr int most_rank = 64;
/// Fewer entries held out tell nothing.
constexpr std::size_t fewest_held_out = 20;
/// Standard errors above the best. A whole one costs more in recovery than the values it saves are worth.
constexpr double as_good_as_best = 0.5;
/// Nor is a difference worth anything that is less than this share of the score.
constexpr double negligible = 1e-3;
/// Enough to compare by; what is chosen is fitted anew.
constexpr double trial_tolerance = 1e-4;
constexpr int trial_sweeps = 300;

bool has(const Method& method, std::string_view option) {
  const auto specs = method.options();
  return std::any_of(specs.begin(), specs.end(),
                     [&](const OptionSpec& spec) { return spec.name == option; });
}

/// In the order of the table a general option comes before those it writes.
std::unique_ptr<Method> copy_of(const Method& method) {
  auto copy = make_method(method.name());
  for (const OptionSpec& spec : method.options()) copy->set(spec.name, method.get(spec.name));
  return copy;
}

void set_all(Method& method, const Settings& settings) {
  for (const auto& [name, value] : settings) method.set(name, value);
}

/// Sets one of the settings, or adds it.
void put(Settings& settings, const char* name, double value) {
  for (auto& [known, its_value] : settings) {
    if (known != name) continue;
    its_value = value;
    return;
  }
  settings.emplace_back(name, value);
}

std::string text_of(const Trial& trial) {
  std::string text = "rank " + std::to_string(trial.rank);
  for (const auto& [name, value] : trial.settings) text += ", " + name + " " + to_string(value);
  return text;
}

double weighted_mean(const std::vector<double>& values, const std::vector<double>& weights) {
  const double sum = std::inner_product(values.begin(), values.end(), weights.begin(), 0.0);
  return sum / std::accumulate(weights.begin(), weights.end(), 0.0);
}

void check(const Method& method, const Data& data, const TuneOptions& options) {
  if (!method.takes_rank()) {
    throw Error(ErrorCode::unknown_name,
                std::string(method.name()) + " finds its own rank; there is nothing to choose");
  }
  if (!(options.held_out > 0 && options.held_out <= 0.5)) {
    throw Error(ErrorCode::out_of_range, "option held_out is " +
                                             to_string(OptionValue(options.held_out)) +
                                             "; it must be greater than 0 and at most 0.5");
  }
  if (options.rank != 0) internal::check({.rank = options.rank}, data);
}

/// The trials, one after the other, each begun with what those before have shown.
class Search {
 public:
  Search(const Method& method, const Data& data, const TuneOptions& options)
      : method_(method),
        options_(options),
        all_(internal::sample_of(data, std::max<Index>(most_lines, 4 * options.rank))),
        rest_(internal::HoldOut(options.held_out, options.seed).rest_of(all_)),
        held_out_(all_, rest_) {
    if (held_out_.weights().size() < fewest_held_out) {
      throw Error(ErrorCode::invalid_data,
                  "only " + std::to_string(held_out_.weights().size()) +
                      " entries could be held out to choose by, at least " +
                      std::to_string(fewest_held_out) + " are needed; give the rank");
    }
  }

  Tuned run() {
    if (options_.rank > 0) {
      try_losses(options_.rank);
    } else {
      try_ranks();
    }
    if (options_.knobs.ridge && has(method_, "lambda3")) try_ridges();
    if (options_.knobs.grouping && relative()) try_groupings();
    return choose();
  }

 private:
  [[nodiscard]] bool relative() const {
    return has(method_, "lambda2") &&
           method_.get("scaling") == OptionValue(std::string("relative"));
  }

  /// False once there is no time for more. A trial that was cut short counts only if it is the first.
  bool attempt(int rank, const Settings& settings, bool structured = false,
               std::optional<Factors> start = {}) {
    if (stopped_) return false;
    const auto method = copy_of(method_);
    // Ranks, losses and ridges are compared without sparsity and grouping, which cost time and change little.
    if (!structured && has(method_, "lambda2"))
      set_all(*method, {{"lambda1", 0.0}, {"lambda2", 0.0}});
    set_all(*method, settings);
    Result result =
        method->fit(rest_, {.rank = rank,
                            .max_sweeps = trial_sweeps,
                            .tolerance = trial_tolerance,
                            .time_limit = std::max(options_.time_limit - seconds(), 0.0),
                            .seed = options_.seed,
                            .threads = options_.threads,
                            .start = std::move(start),
                            .on_sweep = options_.on_sweep});
    stopped_ = result.status == Status::stopped || result.status == Status::time_limit;
    if (stopped_ && !trials_.empty()) return false;
    errors_.push_back(held_out_.errors_of(result));
    const auto values = static_cast<double>(result.u.size() + result.v.size());
    const double score = weighted_mean(errors_.back(), held_out_.weights());
    trials_.push_back({.rank = rank,
                       .settings = settings,
                       .score = std::isfinite(score) ? score : std::numeric_limits<double>::max(),
                       .free_values = (1 - result.tied()) * values});
    structured_.push_back(structured);
    if (trials_.back().score < trials_[best_].score) best_ = trials_.size() - 1;
    last_ = {std::move(result.u), std::move(result.v)};
    if (options_.on_trial && options_.on_trial(trials_.back()) == Action::stop) stopped_ = true;
    return !stopped_;
  }

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  bool try_losses(int rank) {
    if (!options_.knobs.loss || !has(method_, "loss")) return attempt(rank, {});
    if (!attempt(rank, {{"loss", std::string("l1")}})) return false;
    return attempt(rank, {{"loss", std::string("atan")}}, false, std::move(last_));
  }

  void try_ranks() {
    const Index smaller = std::min(rest_.rows(), rest_.cols());
    // Of few columns nearly all may be needed, of many never.
    const int most = static_cast<int>(std::clamp<Index>(
        std::max<Index>(smaller / 2, std::min<Index>(smaller - 1, 8)), 1, most_rank));
    std::vector<int> tried;
    for (int rank = 1; rank <= most; rank += 1 + rank / 8) {
      tried.push_back(rank);
      if (!try_losses(rank)) return;
      const int best = trials_[best_].rank;
      if (rank >= best + 2 + best / 4) break;
    }
    // What the longer steps have left out beside the best.
    const int best = trials_[best_].rank;
    for (const int rank : {best - 1, best + 1}) {
      const bool known = std::find(tried.begin(), tried.end(), rank) != tried.end();
      if (rank >= 1 && rank <= most && !known && !try_losses(rank)) return;
    }
  }

  /// Up or down from the ridge at hand, as long as it gets better.
  void try_ridges() {
    const Trial from = trials_[best_];
    const double ridge = std::get<double>(method_.get("lambda3"));
    if (ridge == 0) return;
    constexpr double factor = 1.6;
    constexpr int most_steps = 4;
    for (const double way : {1 / factor, factor}) {
      double there = ridge;
      for (int step = 0; step < most_steps; ++step) {
        there *= way;
        Settings settings = from.settings;
        put(settings, "lambda3", there);
        const std::size_t before = best_;
        if (!attempt(from.rank, settings)) return;
        if (best_ == before) break;
      }
      if (trials_[best_].settings != from.settings) break;  // so the other way is worse
    }
  }

  /// None; near ones, which make values equal that nearly are; and far ones, which pull all entries of a row
  /// together and take over a part of what the ridge does.
  void try_groupings() {
    const Trial from = trials_[best_];
    const auto with = [&](double lambda1, double lambda2, double tau) {
      Settings settings = from.settings;
      put(settings, "lambda1", lambda1);
      put(settings, "lambda2", lambda2);
      if (lambda2 > 0) {
        put(settings, "tau1", tau);
        put(settings, "tau2", tau);
      }
      return settings;
    };
    constexpr double near = 0.05;
    constexpr double far = 2.0;
    if (!attempt(from.rank, with(0, 0, near), true)) return;
    for (const double lambda : {0.001, 0.003}) {
      if (!attempt(from.rank, with(lambda, lambda, near), true)) return;
    }
    const double ridge = ridge_of(from);
    for (const double share : {1.0, 0.8, 0.64}) {
      for (const double lambda2 : {0.002, 0.004}) {
        Settings settings = with(0, lambda2, far);
        if (share < 1) put(settings, "lambda3", share * ridge);
        if (!attempt(from.rank, settings, true)) return;
      }
    }
  }

  [[nodiscard]] double ridge_of(const Trial& trial) const {
    for (const auto& [name, value] : trial.settings) {
      if (name == "lambda3") return std::get<double>(value);
    }
    return std::get<double>(method_.get("lambda3"));
  }

  /// Against the best, entry by entry: what all trials find hard says nothing.
  void compare_with_best() {
    const std::vector<double>& weights = held_out_.weights();
    double sum = 0.0;
    double squared = 0.0;
    for (const double w : weights) {
      sum += w;
      squared += w * w;
    }
    const double count = sum * sum / squared;  // as many equal weights would say as much
    for (std::size_t k = 0; k < trials_.size(); ++k) {
      Trial& trial = trials_[k];
      trial.above_best = trial.score - trials_[best_].score;
      std::vector<double> squares(weights.size());
      for (std::size_t e = 0; e < squares.size(); ++e)
        squares[e] = std::pow(errors_[k][e] - errors_[best_][e] - trial.above_best, 2);
      trial.standard_error = std::sqrt(weighted_mean(squares, weights) / count);
    }
  }

  Tuned choose() {
    compare_with_best();
    // Where sparsity and grouping are to be chosen, what was tried without a word on them is no candidate.
    const bool need_structured =
        std::find(structured_.begin(), structured_.end(), true) != structured_.end();
    if (need_structured) {
      for (std::size_t k = 0; k < trials_.size(); ++k) {
        if (structured_[k] && (!structured_[best_] || trials_[k].score < trials_[best_].score))
          best_ = k;
      }
      compare_with_best();
    }
    std::size_t chosen = best_;
    // Without structure zeros are chance: the rank counts, and at equal rank the score.
    const auto simpler = [&](const Trial& a, const Trial& b) {
      if (!need_structured) return std::pair(a.rank, a.score) < std::pair(b.rank, b.score);
      return std::pair(a.free_values, a.score) < std::pair(b.free_values, b.score);
    };
    for (std::size_t k = 0; k < trials_.size(); ++k) {
      const double margin =
          std::max(as_good_as_best * trials_[k].standard_error, negligible * trials_[best_].score);
      const bool as_good = trials_[k].above_best <= margin && (structured_[k] || !need_structured);
      if (as_good && simpler(trials_[k], trials_[chosen])) chosen = k;
    }
    auto method = copy_of(method_);
    set_all(*method, trials_[chosen].settings);
    const int rank = trials_[chosen].rank;
    std::string why = reason(chosen);
    return {.rank = rank,
            .method = std::move(method),
            .trials = std::move(trials_),
            .chosen = chosen,
            .why = std::move(why),
            .stopped = stopped_};
  }

  [[nodiscard]] std::string reason(std::size_t chosen) const {
    const std::string share = std::to_string(trials_.size()) + " trials, " +
                              std::to_string(held_out_.weights().size()) + " entries held out";
    const std::string text = text_of(trials_[chosen]) + ": ";
    if (chosen == best_) return text + "the best of " + share;
    return text + "as good as the best (" + text_of(trials_[best_]) +
           ") but for chance, and simpler; " + share;
  }

  const Method& method_;
  const TuneOptions& options_;
  Data all_;
  Data rest_;
  internal::HeldOut held_out_;
  std::vector<Trial> trials_;
  std::vector<std::vector<double>> errors_;  ///< of every trial, entry by entry
  std::vector<bool> structured_;  ///< whether the trial had sparsity and grouping of its own
  std::size_t best_ = 0;
  Factors last_;  ///< of the last trial
  bool stopped_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

Tuned tune(const Method& method, const Data& data, const TuneOptions& options) {
  check(method, data, options);
  return Search(method, data, options).run();
}

}  // namespace grmf
