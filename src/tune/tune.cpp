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
    internal::check(method, fit, data);
  } else {
    internal::check_all_but_rank(method, fit, data);
  }
}

bool chooses_loss(const Method& method, const TuneOptions& options) {
  return options.knobs.loss && !method.tunable().second_loss.empty();
}
bool chooses_ridge(const Method& method, const TuneOptions& options) {
  return options.knobs.ridge && !method.tunable().ridge.empty();
}
bool chooses_grouping(const Method& method, const TuneOptions& options) {
  return options.knobs.grouping && !method.tunable().structures.empty();
}

/// Whether a fit grows from that of a smaller rank, with the loss that is tried first.
bool grows(const Method& method, const TuneOptions& options) {
  const auto first = method.clone();
  if (chooses_loss(method, options)) {
    for (const auto& [name, value] : method.tunable().first_loss) first->set(name, value);
  }
  return first->tunable().grows;
}

int most_sensible_rank(Index rows, Index cols) {
  const Index smaller = std::min(rows, cols);
  // If there are few rows or columns, nearly as high a rank may be needed. With a rank above a
  // quarter of many, the factors are more than half as large as the data.
  return static_cast<int>(std::clamp<Index>(
      std::max<Index>(smaller / 4, std::min<Index>(smaller - 1, 8)), 1, most_rank));
}

/// Whether rank 1 is the only choice; about the loss the fit itself decides. It is decided without
/// a look at the data, which are too few to hold any out.
bool only_rank_1_is_left(const Method& method, const Data& data, const TuneOptions& options) {
  return options.rank == 0 && most_sensible_rank(data.rows(), data.cols()) == 1 &&
         !chooses_ridge(method, options) && !chooses_grouping(method, options);
}

/// The order of the trials. What earlier trials have shown decides which one comes next.
class Search {
 public:
  Search(const Method& method, const Data& data, const TuneOptions& options)
      : options_(options),
        can_(method.tunable()),
        chooses_loss_(grmf::chooses_loss(method, options)),
        chooses_ridge_(grmf::chooses_ridge(method, options)),
        chooses_grouping_(grmf::chooses_grouping(method, options)),
        grows_(grmf::grows(method, options)),
        trials_(method, data, options) {}

  Tuned run() {
    int most = options_.rank;
    if (options_.rank > 0) {
      try_rank(options_.rank);
    } else {
      most = try_ranks();
    }
    if (chooses_loss_) try_second_loss(most);
    if (chooses_ridge_) try_ridges();
    if (chooses_grouping_) try_structures();
    return trials_.end();
  }

 private:
  bool attempt(int rank, const Settings& settings, Starts starts = {}) {
    return trials_.attempt(rank, settings, Structure::left_out, std::move(starts));
  }

  /// Tries a rank with the method's own loss, or with the first where the loss is to be chosen.
  bool try_rank(int rank) {
    const Settings settings = chooses_loss_ ? can_.first_loss : Settings{};
    if (!attempt(rank, settings, trials_.grown(path_, rank))) return false;
    if (grows_) path_ = trials_.found();
    if (chooses_loss_) found_[rank] = trials_.found();
    return true;
  }

  /// Tries the second loss, beginning with the solution of the first that would be chosen. Where
  /// the first has no use for more columns, the second may have: it adds them one by one.
  void try_second_loss(int most) {
    const int of_first = trials_.chosen().rank;
    path_ = std::move(found_[of_first]);
    for (int rank = of_first; rank <= most; rank = next(rank)) {
      Settings settings = can_.second_loss;
      if (!can_.rank_of_first_loss.empty())
        settings.emplace_back(can_.rank_of_first_loss, std::int64_t{of_first});
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

  /// Tries the choices of sparsity and grouping.
  void try_structures() {
    const Trial from = trials_.chosen();
    for (const Tunable::Structure& structure : can_.structures) {
      if (structure.ridge != 1 && !chooses_ridge_) continue;
      Settings settings = from.settings;
      for (const auto& [name, value] : structure.settings)
        internal::set_setting(settings, name, value);
      settings = with_ridge(std::move(settings), structure.ridge);
      if (!trials_.attempt(from.rank, settings, Structure::own)) return;
    }
  }

  /// The settings with their ridge multiplied by `times`.
  [[nodiscard]] Settings with_ridge(Settings settings, double times) const {
    if (times == 1) return settings;
    for (const auto& [name, value] : can_.ridge) {
      double now = value;
      for (const auto& [known, its_value] : settings) {
        const auto* number = std::get_if<double>(&its_value);
        if (known == name && number != nullptr) now = *number;
      }
      internal::set_setting(settings, name, times * now);
    }
    return settings;
  }

  const TuneOptions& options_;
  Tunable can_;
  bool chooses_loss_;
  bool chooses_ridge_;
  bool chooses_grouping_;
  bool grows_;
  Trials trials_;
  Starts path_;                  ///< factors of the last rank that was tried in ascending order
  std::map<int, Starts> found_;  ///< factors found with the first loss at every rank
};

}  // namespace

Tuned tune(const Method& method, const Data& data, const TuneOptions& options) {
  check(method, data, options);
  if (only_rank_1_is_left(method, data, options)) {
    return {.rank = 1,
            .method = method.clone(),
            .trials = {},
            .why = "rank 1: with no more than two rows or columns there is no other to choose"};
  }
  return Search(method, data, options).run();
}

}  // namespace grmf
