#include "grmf/tune.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

#include "grmf/error.h"
#include "methods/fit_settings.h"
#include "tune/trials.h"

namespace grmf {
namespace {

using internal::has_option;
using internal::option_is;
using internal::Settings;
using internal::Starts;
using internal::Trials;
using Structure = Trials::Structure;

constexpr int most_rank = 64;

void check(const Method& method, const Data& data, const TuneOptions& options) {
  if (!method.takes_rank()) {
    throw Error(ErrorCode::unknown_name,
                std::string(method.name()) + " finds its own rank; there is nothing to choose",
                ErrorSubject::option);
  }
  if (!method.takes_gaps()) {
    throw Error(
        ErrorCode::unknown_name,
        std::string(method.name()) +
            " takes no missing entries, so none can be held out to choose by; give the rank",
        ErrorSubject::option);
  }
  if (!(options.held_out > 0 && options.held_out <= 0.5)) {
    throw Error(ErrorCode::out_of_range,
                "option held_out is " + to_string(OptionValue(options.held_out)) +
                    "; it must be greater than 0 and at most 0.5",
                ErrorSubject::option);
  }
  const FitOptions fit{
      .rank = options.rank, .time_limit = options.time_limit, .threads = options.threads};
  if (options.rank != 0) {
    internal::check(fit, data);
  } else {
    internal::check_all_but_rank(fit, data);
  }
}

bool chooses_loss(const Method& method, const TuneOptions& options) {
  return options.knobs.loss && has_option(method, "loss");
}
bool chooses_ridge(const Method& method, const TuneOptions& options) {
  return options.knobs.ridge && has_option(method, "lambda3");
}
bool chooses_grouping(const Method& method, const TuneOptions& options) {
  return options.knobs.grouping && has_option(method, "lambda2") &&
         option_is(method, "scaling", "relative");
}

int most_sensible_rank(Index rows, Index cols) {
  const Index smaller = std::min(rows, cols);
  // If there are few rows or columns, nearly as high a rank may be needed. With a rank above a
  // quarter of many, the factors are more than half as large as the data.
  return static_cast<int>(std::clamp<Index>(
      std::max<Index>(smaller / 4, std::min<Index>(smaller - 1, 8)), 1, most_rank));
}

/// Whether rank 1 is the only choice. It is decided without a look at the data, which are too few
/// to hold any out.
bool only_rank_1_is_left(const Method& method, const Data& data, const TuneOptions& options) {
  return options.rank == 0 && most_sensible_rank(data.rows(), data.cols()) == 1 &&
         !chooses_loss(method, options) && !chooses_ridge(method, options) &&
         !chooses_grouping(method, options);
}

/// The order of the trials. What earlier trials have shown decides which one comes next.
class Search {
 public:
  Search(const Method& method, const Data& data, const TuneOptions& options)
      : method_(method), options_(options), trials_(method, data, options) {}

  Tuned run() {
    int most = options_.rank;
    if (options_.rank > 0) {
      try_rank(options_.rank);
    } else {
      most = try_ranks();
    }
    if (chooses_loss()) try_atan(most);
    if (chooses_ridge(method_, options_)) try_ridges();
    if (chooses_grouping(method_, options_)) try_groupings();
    return trials_.end();
  }

 private:
  bool attempt(int rank, const Settings& settings, Starts starts = {}) {
    return trials_.attempt(rank, settings, Structure::left_out, std::move(starts));
  }

  [[nodiscard]] bool chooses_loss() const { return grmf::chooses_loss(method_, options_); }

  /// Whether the method's own start grows column by column, so that the fit of a smaller rank can
  /// be grown instead.
  [[nodiscard]] bool grows() const {
    return option_is(method_, "init", "robust") && !option_is(method_, "nonnegative", "hard") &&
           (chooses_loss() || !option_is(method_, "loss", "atan"));
  }

  /// Tries a rank with the method's own loss, or with l1 where the loss is to be chosen.
  bool try_rank(int rank) {
    const Settings settings = chooses_loss() ? Settings{{"loss", std::string("l1")}} : Settings{};
    if (!attempt(rank, settings, trials_.grown(path_, rank))) return false;
    if (grows()) path_ = trials_.found();
    if (chooses_loss()) found_[rank] = trials_.found();
    return true;
  }

  /// Tries the atan loss, beginning with the l1 solution that would be chosen. Where l1 has no use
  /// for more columns, atan may have: it adds them one by one.
  void try_atan(int most) {
    const int by_l1 = trials_.chosen().rank;
    path_ = std::move(found_[by_l1]);
    for (int rank = by_l1; rank <= most; rank = next(rank)) {
      Settings settings{{"loss", std::string("atan")}};
      if (rank > by_l1) settings.emplace_back("l1_rank", std::int64_t{by_l1});
      if (!attempt(rank, settings, trials_.grown(path_, rank))) return;
      path_ = trials_.found();
      const int best = trials_.best().rank;
      if (rank >= best + 3 + best / 2) return;
    }
  }

  static int next(int rank) { return rank + 1 + rank / 8; }

  /// Tries ranks in ascending order; returns the largest rank that is sensible.
  int try_ranks() {
    const int most = most_sensible_rank(trials_.rows(), trials_.cols());
    std::vector<int> tried;
    for (int rank = 1; rank <= most; rank = next(rank)) {
      tried.push_back(rank);
      if (!try_rank(rank)) return most;
      const int best = trials_.best().rank;
      if (rank >= best + 2 + best / 4) break;
    }
    // The longer steps may have left out the neighbours of the best rank.
    const int best = trials_.best().rank;
    for (const int rank : {best - 1, best + 1}) {
      path_.clear();
      const bool known = std::find(tried.begin(), tried.end(), rank) != tried.end();
      if (rank >= 1 && rank <= most && !known && !try_rank(rank)) return most;
    }
    return most;
  }

  /// Tries smaller or larger ridges than the present one, as long as the score gets better.
  void try_ridges() {
    const Trial from = trials_.chosen();
    if (number("lambda3_u") == 0 && number("lambda3_v") == 0) return;
    constexpr double factor = 1.6;
    constexpr int most_steps = 4;
    double lowest = from.score;
    for (const double way : {1 / factor, factor}) {
      double times = 1.0;
      for (int step = 0; step < most_steps; ++step) {
        times *= way;
        if (!attempt(from.rank, with_ridge(from.settings, times))) return;
        if (trials_.last().score >= lowest) break;
        lowest = trials_.last().score;
      }
      if (lowest < from.score) break;  // a smaller ridge was better, so a larger one is worse
    }
  }

  /// Tries no grouping; then near groupings, which make values equal that nearly are; then far
  /// ones, which pull all entries of a row together and take over a part of the work of the ridge.
  void try_groupings() {
    const Trial from = trials_.chosen();
    const auto with = [&](double lambda1, double lambda2, double tau) {
      Settings settings = from.settings;
      internal::set_setting(settings, "lambda1", lambda1);
      internal::set_setting(settings, "lambda2", lambda2);
      if (lambda2 > 0) {
        internal::set_setting(settings, "tau1", tau);
        internal::set_setting(settings, "tau2", tau);
      }
      return settings;
    };
    const auto structured = [&](const Settings& settings) {
      return trials_.attempt(from.rank, settings, Structure::own);
    };
    constexpr double near = 0.05;
    constexpr double far = 2.0;
    if (!structured(with(0, 0, near))) return;
    for (const double lambda : {0.001, 0.003}) {
      if (!structured(with(lambda, lambda, near))) return;
    }
    for (const auto& [share, lambda2] : {std::pair{1.0, 0.002},
                                         {1.0, 0.003},
                                         {0.8, 0.003},
                                         {0.8, 0.004},
                                         {0.64, 0.003},
                                         {0.64, 0.004}}) {
      if (share < 1 && !chooses_ridge(method_, options_)) continue;
      if (!structured(with_ridge(with(0, lambda2, far), share))) return;
    }
  }

  [[nodiscard]] double number(const char* option) const {
    return std::get<double>(method_.get(option));
  }

  /// The settings with their ridge multiplied by `times`, for each factor its own ridge.
  [[nodiscard]] Settings with_ridge(Settings settings, double times) const {
    if (times == 1) return settings;
    bool known = false;
    for (auto& [name, value] : settings) {
      if (!name.starts_with("lambda3")) continue;
      value = times * std::get<double>(value);
      known = true;
    }
    if (known) return settings;
    if (number("lambda3_u") == number("lambda3_v")) {
      internal::set_setting(settings, "lambda3", times * number("lambda3_u"));
    } else {
      for (const char* side : {"lambda3_u", "lambda3_v"})
        internal::set_setting(settings, side, times * number(side));
    }
    return settings;
  }

  const Method& method_;
  const TuneOptions& options_;
  Trials trials_;
  Starts path_;                  ///< factors of the last rank that was tried in ascending order
  std::map<int, Starts> found_;  ///< factors found with l1 at every rank
};

}  // namespace

Tuned tune(const Method& method, const Data& data, const TuneOptions& options) {
  check(method, data, options);
  if (only_rank_1_is_left(method, data, options)) {
    return {.rank = 1,
            .method = internal::copy_of(method),
            .trials = {},
            .why = "rank 1: with no more than two rows or columns there is no other to choose"};
  }
  return Search(method, data, options).run();
}

}  // namespace grmf
