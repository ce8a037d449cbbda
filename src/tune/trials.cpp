#include "tune/trials.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "backends/backends.h"
#include "context/fit_context.h"
#include "grmf/error.h"
#include "starts/robust_start.h"

namespace grmf::internal {
namespace {

/// Of data with more rows or columns only a sample of this many is looked at.
constexpr Index most_lines = 1500;
/// With fewer entries held out the scores tell nothing.
constexpr std::size_t fewest_held_out = 20;
/// So many entries held out are enough: no further fold is made.
constexpr double enough_held_out = 4000;
/// The most folds that are made.
constexpr int most_folds = 3;
/// How many standard errors a trial may be above the best to be chosen for its smaller rank or for
/// its fewer free values. A whole standard error costs more in recovery than the values it saves
/// are worth.
constexpr double margin_of_rank = 0.5;
constexpr double margin_of_structure = 0.1;
/// A larger rank is not worth a difference that is less than this share of the score.
constexpr double negligible = 1e-3;
/// Nor a difference that is less than this share of the unit of the data: trials are no more
/// accurate.
constexpr double accuracy = 1e-5;
/// The stop rule of trials is loose, because the chosen candidate is fitted anew.
constexpr double trial_tolerance = 1e-5;
constexpr int trial_sweeps = 300;

void set_all(Method& method, const Settings& settings) {
  for (const auto& [name, value] : settings) method.set(name, value);
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

/// The number of equal weights that would hold as much information.
double effective_count(const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  return sum * sum / std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
}

int folds_for(const Data& data, double share) {
  const double held_out = share * static_cast<double>(data.observed());
  const double possible = std::min(std::floor(1 / share), static_cast<double>(most_folds));
  return static_cast<int>(std::clamp(std::ceil(enough_held_out / held_out), 1.0, possible));
}

}  // namespace

void set_setting(Settings& settings, const std::string& name, const OptionValue& value) {
  for (auto& [known, its_value] : settings) {
    if (known != name) continue;
    its_value = value;
    return;
  }
  settings.emplace_back(name, value);
}

Trials::Trials(const Method& method, const Data& data, const TuneOptions& options)
    : method_(method), options_(options) {
  const Data all = sample_of(data, std::max<Index>(most_lines, 4 * options.rank));
  const int folds = folds_for(all, options.held_out);
  for (int fold = 0; fold < folds; ++fold) {
    Data rest = rest_of(all, options.held_out, options.seed, fold);
    HeldOut held_out(all, rest);
    weights_.insert(weights_.end(), held_out.weights().begin(), held_out.weights().end());
    folds_.push_back({std::move(rest), std::move(held_out)});
  }
  if (weights_.size() < fewest_held_out) {
    throw Error(ErrorCode::invalid_data, "only " + std::to_string(weights_.size()) +
                                             " entries could be held out to choose by, at least " +
                                             std::to_string(fewest_held_out) +
                                             " are needed; give the rank");
  }
}

double Trials::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool Trials::attempt(int rank, const Settings& settings, Structure structure, Starts starts) {
  if (stopped_) return false;
  const auto method = method_.clone();
  set_all(*method, method_.tunable().unrefined);
  if (structure == Structure::left_out) set_all(*method, method_.tunable().unstructured);
  set_all(*method, settings);
  std::vector<double> errors;
  Starts found;
  double free_values = 0.0;
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    FitOptions fit{.rank = rank,
                   .max_sweeps = trial_sweeps,
                   .tolerance = trial_tolerance,
                   .stop = StopRule::decrease,
                   .time_limit = std::max(options_.time_limit - seconds(), 0.0),
                   .seed = options_.seed,
                   .threads = options_.threads,
                   .backend = options_.backend,
                   .standard_errors = false,
                   .on_sweep = options_.on_sweep};
    if (!starts.empty()) fit.start = std::move(starts[fold]);
    if (stopped_) {
      // The first trial counts although it was cut short, and needs something of every fold.
      fit.time_limit = 0.0;
      fit.on_sweep = {};
    }
    Result result = method->fit(folds_[fold].rest, fit);
    stopped_ = stopped_ || result.status == Status::stopped || result.status == Status::time_limit;
    if (stopped_ && !trials_.empty()) return false;
    const std::vector<double> of_fold = folds_[fold].held_out.errors_of(result.u, result.v);
    errors.insert(errors.end(), of_fold.begin(), of_fold.end());
    free_values += (1 - result.tied()) * static_cast<double>(result.u.size() + result.v.size());
    found.push_back({std::move(result.u), std::move(result.v)});
  }
  const double score = weighted_mean(errors, weights_);
  trials_.push_back({.rank = rank,
                     .settings = settings,
                     .score = std::isfinite(score) ? score : std::numeric_limits<double>::max(),
                     .free_values = free_values / static_cast<double>(folds_.size())});
  errors_.push_back(std::move(errors));
  structured_.push_back(structure == Structure::own);
  found_ = std::move(found);
  if (last().score < best().score) best_ = trials_.size() - 1;
  if (options_.on_trial && options_.on_trial(last()) == Action::stop) stopped_ = true;
  return !stopped_;
}

Starts Trials::grown(Starts starts, int rank) {
  if (std::any_of(starts.begin(), starts.end(), collapsed)) return {};
  const bool enough = std::all_of(starts.begin(), starts.end(),
                                  [&](const Factors& start) { return start.u.cols() >= rank; });
  if (enough) return starts;
  // The team of threads ends before a fit starts its own.
  FitContext context(
      {.seed = options_.seed, .threads = options_.threads, .backend = options_.backend});
  for (std::size_t fold = 0; fold < starts.size(); ++fold) {
    const auto engine = make_engine(folds_[fold].rest, context);
    while (starts[fold].u.cols() < rank)
      starts[fold] = with_another_column(*engine, starts[fold], options_.seed);
  }
  return starts;
}

/// Compares the errors with the best trial entry by entry, so that entries that all trials find
/// hard do not add to the standard error.
void Trials::compare_with_best() {
  const double count = effective_count(weights_);
  for (std::size_t k = 0; k < trials_.size(); ++k) {
    Trial& trial = trials_[k];
    trial.above_best = trial.score - best().score;
    std::vector<double> squares(weights_.size());
    for (std::size_t e = 0; e < squares.size(); ++e)
      squares[e] = std::pow(errors_[k][e] - errors_[best_][e] - trial.above_best, 2);
    trial.standard_error = std::sqrt(weighted_mean(squares, weights_) / count);
  }
}

/// Whether a trial is a candidate. Where sparsity and grouping are to be chosen, trials that left
/// them out are not.
bool Trials::counts(std::size_t trial) const {
  const bool any_structured =
      std::find(structured_.begin(), structured_.end(), true) != structured_.end();
  return structured_[trial] || !any_structured;
}

std::size_t Trials::choice() {
  for (std::size_t k = 0; k < trials_.size(); ++k) {
    if (counts(k) && (!counts(best_) || trials_[k].score < best().score)) best_ = k;
  }
  compare_with_best();
  const bool structured = structured_[best_];
  // Without structure zeros are chance: then the rank counts and, at equal rank, the score.
  const auto simpler = [&](const Trial& a, const Trial& b) {
    if (!structured) return std::pair(a.rank, a.score) < std::pair(b.rank, b.score);
    return std::pair(a.free_values, a.score) < std::pair(b.free_values, b.score);
  };
  std::size_t chosen = best_;
  for (std::size_t k = 0; k < trials_.size(); ++k) {
    const double error = trials_[k].standard_error;
    const double margin =
        structured ? margin_of_structure * error
                   : std::max({margin_of_rank * error, negligible * best().score, accuracy});
    if (counts(k) && trials_[k].above_best <= margin && simpler(trials_[k], trials_[chosen]))
      chosen = k;
  }
  return chosen;
}

Tuned Trials::end() {
  const std::size_t chosen = choice();
  auto method = method_.clone();
  set_all(*method, trials_[chosen].settings);
  if (options_.knobs.loss) set_all(*method, method_.tunable().final_loss);
  const int rank = trials_[chosen].rank;
  std::string why = reason(chosen);
  return {.rank = rank,
          .method = std::move(method),
          .trials = std::move(trials_),
          .chosen = chosen,
          .why = std::move(why),
          .stopped = stopped_};
}

std::string Trials::reason(std::size_t chosen) const {
  const std::string count = std::to_string(trials_.size());
  const std::string share = count + (trials_.size() == 1 ? " trial, " : " trials, ") +
                            std::to_string(weights_.size()) + " entries held out" +
                            (stopped_ ? "; ended before all had been tried" : "");
  const std::string text = text_of(trials_[chosen]) + ": ";
  if (chosen == best_) return text + "the best of " + share;
  return text + "as good as the best (" + text_of(best()) + ") but for chance, and simpler; " +
         share;
}

}  // namespace grmf::internal
