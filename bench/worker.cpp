// Measures on request. Reads one request per line and answers each with one line, both in JSON; see
// performance.py.
//
//   {"do": "about"}                                version, compiler, target, flags, instructions
//   {"do": "load", "name": "y", "file": "y.npy"}   a matrix to work on
//   {"do": "fit", "data": "y", "rank": 4, ...}     a fit; fit_options() shows what else is read
//   {"do": "auto", "data": "y", ...}               a fit with the rank chosen by the data
//   {"do": "kernel", "data": "y", "rank": 4, "side": "u"}
//                                                  a half-sweep without the small systems
//   {"do": "fma"}                                  as many multiply-adds as the machine can make
//
// "seconds" is the time of the work alone, from a matrix in memory to the result, without reading
// the file and judging the result.

#include <chrono>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "fma_loop.h"
#include "grmf/grmf.h"
#include "grmf/io/matrix_file.h"
#include "half_sweep.h"

// The build defines these; a linter that reads this file alone does not.
#ifndef GRMF_COMPILER
#define GRMF_COMPILER ""
#define GRMF_TARGET ""
#define GRMF_FLAGS ""
#endif

namespace grmf::bench {
namespace {

using Json = nlohmann::ordered_json;

class Clock {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

OptionValue option_value(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number()) return value.get<double>();
  return value.get<std::string>();
}

std::unique_ptr<Method> method_of(const Json& request) {
  auto method = make_method(request.value("method", "grmf"));
  const Json options = request.value("options", Json::object());
  for (const auto& [name, value] : options.items()) method->set(name, option_value(value));
  return method;
}

FitOptions fit_options(const Json& request) {
  FitOptions options;
  options.rank = request.value("rank", 0);
  options.threads = request.value("threads", 1);
  options.acceleration = request.value("acceleration", options.acceleration);
  if (request.contains("max_sweeps")) options.max_sweeps = request["max_sweeps"].get<int>();
  if (request.contains("tolerance")) options.tolerance = request["tolerance"].get<double>();
  return options;
}

class Worker {
 public:
  Json answer(const Json& request) {
    const std::string work = request.at("do");
    if (work == "about") return about();
    if (work == "load") return load(request);
    if (work == "fit") return fit(request);
    if (work == "auto") return choose_and_fit(request);
    if (work == "kernel") return half_sweep(request);
    if (work == "fma") return fma();
    throw Error(ErrorCode::unknown_name, "no such request: " + work);
  }

 private:
  static Json about() {
    return {{"version", version()},
            {"compiler", GRMF_COMPILER},
            {"target", GRMF_TARGET},
            {"flags", GRMF_FLAGS},
            {"instruction_set", instruction_set()}};
  }

  Json load(const Json& request) {
    Matrix& matrix = matrices_[request.at("name")];
    matrix = io::read_matrix(request.at("file").get<std::string>());
    return {{"rows", matrix.rows()}, {"cols", matrix.cols()}};
  }

  Json fit(const Json& request) {
    const auto method = method_of(request);
    FitOptions options = fit_options(request);
    if (request.contains("start")) {
      options.start = {matrices_.at(request["start"][0]), matrices_.at(request["start"][1])};
    }
    int calls = 0;
    options.on_sweep = counting(calls);
    const Matrix& y = matrices_.at(request.at("data"));
    const Clock clock;
    const Result result = method->fit(Data(y), options);
    return judged(result, calls, clock.seconds(), request);
  }

  Json choose_and_fit(const Json& request) {
    const auto method = method_of(request);
    FitOptions options = fit_options(request);
    int calls = 0;
    options.on_sweep = counting(calls);
    const Matrix& y = matrices_.at(request.at("data"));
    const Clock clock;
    const Data data(y);
    const Tuned tuned = tune(*method, data, {.threads = options.threads});
    const double choosing = clock.seconds();
    options.rank = tuned.rank;
    const Result result = tuned.method->fit(data, options);
    Json answer = judged(result, calls, clock.seconds(), request);
    answer["rank"] = tuned.rank;
    answer["trials"] = tuned.trials.size();
    answer["choosing"] = choosing;
    return answer;
  }

  /// Counts the sweeps of a fit by its callback, which also sees the sweeps on the way to the
  /// start; the result knows only those after it.
  static std::function<Action(const Progress&)> counting(int& calls) {
    return [&calls](const Progress&) {
      ++calls;
      return Action::proceed;
    };
  }

  Json judged(const Result& result, int calls, double seconds, const Json& request) {
    Json answer = {{"seconds", seconds},
                   {"start_sweeps", calls - result.sweeps()},
                   {"sweeps", result.sweeps()},
                   {"status", to_string(result.status)},
                   {"objective", result.objective},
                   {"tied", result.tied()}};
    if (request.contains("truth")) {
      answer["rmae"] = score(matrices_.at(request["truth"]), result.reconstruct()).rmae;
    }
    return answer;
  }

  Json half_sweep(const Json& request) {
    const Data data(matrices_.at(request.at("data")));
    const int r = request.at("rank");
    const bool of_v = request.at("side") == "v";
    const auto measure = [&](int times) { return seconds_of_half_sweep(data, r, of_v, times); };
    const double seconds = measure(times_for(measure(1)));
    const double flops = static_cast<double>(data.rows() * data.cols()) * (r * (r + 1) + 5 * r + 8);
    return {{"seconds", seconds}, {"gflops", flops / seconds * 1e-9}};
  }

  static Json fma() {
    const auto measure = [](long steps, double& flops) {
      const Clock clock;
      flops = multiply_add(steps);
      return clock.seconds();
    };
    constexpr long some = 100'000;
    double flops = 0.0;
    const double seconds = measure(some * times_for(measure(some, flops)), flops);
    return {{"seconds", seconds}, {"gflops", flops / seconds * 1e-9}};
  }

  /// How often to repeat work that takes so long, to be well above the resolution of the clock.
  static int times_for(double seconds) {
    constexpr double enough = 0.03;
    return 1 + static_cast<int>(enough / seconds);
  }

  std::map<std::string, Matrix> matrices_;
};

void serve() {
  Worker worker;
  for (std::string line; std::getline(std::cin, line);) {
    Json answer;
    try {
      answer = worker.answer(Json::parse(line));
    } catch (const std::exception& error) {
      answer = {{"error", error.what()}};
    }
    std::cout << answer.dump() << std::endl;  // flushed, because the other side waits for it
  }
}

}  // namespace
}  // namespace grmf::bench

int main() {
  try {
    grmf::bench::serve();
  } catch (...) {
    return 1;
  }
}
