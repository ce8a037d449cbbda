// Reading large files: tables in bytes per second and core, arrays against the bare system call.

#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <unistd.h>

#include "grmf/io/matrix_file.h"

namespace grmf::io {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t file_size = 500'000'000;
constexpr Index columns = 1000;
constexpr Index columns_beside_names = 20;

/// A file that lives as long as the program.
class LargeFile {
 public:
  template <class Write>
  LargeFile(const std::string& ending, const Write& write)
      : path_(fs::temp_directory_path() / ("grmf-bench-" + std::to_string(::getpid()) + ending)) {
    write(path_);
  }
  ~LargeFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  LargeFile(const LargeFile&) = delete;
  LargeFile& operator=(const LargeFile&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] std::int64_t size() const {
    return static_cast<std::int64_t>(fs::file_size(path_));
  }

  /// Drops the file from the cache, as far as the system listens, so that the next read comes from
  /// the disk.
  void forget() const {
    const int descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    ::fsync(descriptor);
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    ::close(descriptor);
  }

 private:
  fs::path path_;
};

/// A number as measurements give it: five significant digits.
double measured(std::mt19937_64& engine) {
  return static_cast<double>(static_cast<std::int64_t>(engine() % 200'000) - 100'000) / 1000.0;
}

/// Adds a row of measured numbers, behind what the line holds.
void add_numbers(std::string& line, Index count, std::mt19937_64& engine) {
  std::array<char, 32> text{};
  for (Index j = 0; j < count; ++j) {
    const auto end = std::to_chars(text.begin(), text.end(), measured(engine)).ptr;
    line.append(text.begin(), end).push_back(j + 1 < count ? ',' : '\n');
  }
}

/// Writes lines until the file is large enough. `next_line` puts the line of a number, from 0 on,
/// into a text.
template <class NextLine>
void write_lines(const fs::path& path, const NextLine& next_line) {
  std::string line;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) throw std::system_error(errno, std::generic_category(), path.string());
  std::int64_t written = 0;
  for (Index row = 0; written < file_size; ++row) {
    line.clear();
    next_line(row, line);
    written += static_cast<std::int64_t>(line.size());
    if (std::fwrite(line.data(), 1, line.size(), file) != line.size()) break;
  }
  // An incomplete file would be read in less time.
  const bool whole = std::ferror(file) == 0;
  if (std::fclose(file) != 0 || !whole) {
    throw std::system_error(errno, std::generic_category(), path.string());
  }
}

void write_table(const fs::path& path) {
  std::mt19937_64 engine(1);
  write_lines(path, [&](Index, std::string& line) { add_numbers(line, columns, engine); });
}

/// A header, and a name before the numbers of every row: row-000001 and so on.
void write_named_table(const fs::path& path) {
  std::mt19937_64 engine(1);
  write_lines(path, [&](Index row, std::string& line) {
    if (row == 0) {
      line = "name";
      for (Index j = 1; j <= columns_beside_names; ++j) line += ",column-" + std::to_string(j);
      line += '\n';
      return;
    }
    const std::string number = std::to_string(row);
    line.append("row-").append(number.size() < 6 ? 6 - number.size() : 0, '0').append(number) +=
        ',';
    add_numbers(line, columns_beside_names, engine);
  });
}

void write_array(const fs::path& path) {
  std::mt19937_64 engine(1);
  Matrix values(file_size / (8 * columns), columns);
  for (double& value : values.values()) value = measured(engine);
  write_matrix(path, values);
}

const LargeFile& table() {
  static const LargeFile file(".csv", write_table);
  return file;
}

const LargeFile& named_table() {
  static const LargeFile file("-names.csv", write_named_table);
  return file;
}

const LargeFile& array() {
  static const LargeFile file(".npy", write_array);
  return file;
}

void read_all(benchmark::State& state, const LargeFile& file) {
  for ([[maybe_unused]] const auto _ : state) benchmark::DoNotOptimize(read_input(file.path()));
  state.SetBytesProcessed(state.iterations() * file.size());
}

void read_csv_of_500_mb(benchmark::State& state) { read_all(state, table()); }
void read_csv_with_names_of_500_mb(benchmark::State& state) { read_all(state, named_table()); }

// performance.py says how often these are repeated.
BENCHMARK(read_csv_of_500_mb)
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK(read_csv_with_names_of_500_mb)
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

void read_npy_of_500_mb_from_disk(benchmark::State& state) {
  const LargeFile& file = array();
  for ([[maybe_unused]] const auto _ : state) {
    state.PauseTiming();
    file.forget();
    state.ResumeTiming();
    benchmark::DoNotOptimize(read_matrix(file.path()));
  }
  state.SetBytesProcessed(state.iterations() * file.size());
}

/// The least that any reader must do: read the same bytes into memory of the same size.
void bare_read_of_500_mb_from_disk(benchmark::State& state) {
  const LargeFile& file = array();
  for ([[maybe_unused]] const auto _ : state) {
    state.PauseTiming();
    file.forget();
    state.ResumeTiming();
    std::vector<char> memory(static_cast<std::size_t>(file.size()));
    const int descriptor = ::open(file.path().c_str(), O_RDONLY | O_CLOEXEC);
    std::size_t done = 0;
    for (ssize_t count = 1; count > 0; done += static_cast<std::size_t>(count)) {
      count = ::read(descriptor, memory.data() + done, memory.size() - done);
      if (count < 0) state.SkipWithError("the file cannot be read");
    }
    ::close(descriptor);
    benchmark::DoNotOptimize(memory.data());
  }
  state.SetBytesProcessed(state.iterations() * file.size());
}

BENCHMARK(read_npy_of_500_mb_from_disk)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->Repetitions(5);
BENCHMARK(bare_read_of_500_mb_from_disk)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->Repetitions(5);

}  // namespace
}  // namespace grmf::io
