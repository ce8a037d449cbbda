#include "experiment/input.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

#include "base/threads.h"
#include "experiment/fit_case.h"
#include "grmf/corrupt.h"
#include "grmf/error.h"
#include "grmf/io/matrix_file.h"

namespace grmf::experiment {
namespace {

/// FNV-1a over the bits of the numbers. It tells whether a file has changed since a run was made of
/// it.
class Digest {
 public:
  void add(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (int shift = 0; shift < 64; shift += 8) {
      state_ = (state_ ^ ((bits >> shift) & 0xFF)) * 0x100000001b3ULL;
    }
  }
  void add(const Matrix& matrix) {
    add(static_cast<double>(matrix.rows()));
    for (const double value : matrix.values()) add(value);
  }
  [[nodiscard]] std::string text() const {
    std::array<char, 20> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(state_));
    return text.data();
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

std::string digest_of(const Content& content) {
  Digest digest;
  digest.add(content.values);
  digest.add(content.truth);
  digest.add(content.peak);
  return digest.text();
}

void check_shapes(const Content& content, const std::filesystem::path& file,
                  const std::filesystem::path& truth) {
  const Matrix& a = content.values;
  const Matrix& b = content.truth;
  if (a.rows() == b.rows() && a.cols() == b.cols()) return;
  throw Error(ErrorCode::invalid_data, truth.string() + ": is of another shape than " +
                                           file.string() + "; a truth must be of the same shape");
}

/// The largest finite entry, which the noise takes for white.
double largest(const Matrix& values) {
  double most = 0.0;
  for (const double value : values.values()) {
    if (std::isfinite(value)) most = std::max(most, value);
  }
  return most;
}

/// The methods that cannot take these values, and why.
auto refusals_of(const Matrix& values, const Names& names) {
  decltype(Input::refused_by) refusals;
  // What no method takes is told by every fit.
  internal::error_of([&] {
    Data data{MatrixView(values)};
    data.set_names(names);
    for (const std::string_view name : method_names()) {
      for (const Setting setting : {Setting::fair, Setting::published}) {
        std::string why = method_of(name, setting)->refusal(data);
        if (!why.empty()) refusals[{std::string(name), setting}] = std::move(why);
      }
    }
  });
  return refusals;
}

}  // namespace

Input file_input(std::string name, const std::filesystem::path& file,
                 std::optional<io::Format> format,
                 const std::optional<std::filesystem::path>& truth, const io::TableOptions& table) {
  Input input;
  input.name = std::move(name);
  input.read = [=] {
    io::Input read = io::read_input(file, format, {.table = table});
    Content content{.values = std::move(read.values).widened(),
                    .truth = {},
                    .peak = read.peak,
                    .notes = std::move(read.notes),
                    .names = std::move(read.names)};
    if (!truth) {
      content.truth = content.values;
      return content;
    }
    io::ReadOptions reading{.table = table};
    reading.table.absent_may_be_dropped = true;
    io::Input clean = io::read_input(*truth, format, reading);
    content.truth = std::move(clean.values).widened();
    content.notes.insert(content.notes.end(), clean.notes.begin(), clean.notes.end());
    check_shapes(content, file, *truth);
    return content;
  };
  return input;
}

void survey(std::vector<Input>& inputs) {
  for (Input& input : inputs) {
    const auto work = [&] {
      const Content content = input.read();
      input.rows = content.values.rows();
      input.cols = content.values.cols();
      input.peak = content.peak;
      input.digest = digest_of(content);
      input.refused_by = refusals_of(content.values, content.names);
      input.notes = content.notes;
    };
    if (const auto error = internal::error_of(work, input.name)) input.error = error->what();
  }
}

Case destroyed(const Input& input, double ratio, std::uint64_t seed) {
  Content content = input.read();
  if (!input.digest.empty() && digest_of(content) != input.digest) {
    throw Error(ErrorCode::invalid_data,
                input.name + ": has changed since the experiment began; start it again");
  }
  Matrix corrupted = std::move(content.values);
  if (ratio > 0) {
    const double white = content.peak > 0 ? content.peak : largest(corrupted);
    if (white == 0) {
      throw Error(ErrorCode::invalid_data,
                  input.name +
                      ": has no entry above 0, so there is no white to destroy with; "
                      "compare it as it is, with --corrupt 0");
    }
    corrupted = corrupt(corrupted, ratio, white, seed, static_cast<std::uint64_t>(input.number));
  }
  Data data(corrupted);
  return {.data = std::move(data),
          .corrupted = std::move(corrupted),
          .truth = std::move(content.truth),
          .peak = content.peak};
}

}  // namespace grmf::experiment
