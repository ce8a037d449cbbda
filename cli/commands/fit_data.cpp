#include "commands/fit_data.h"

#include <cmath>
#include <utility>

#include "commands/file_arguments.h"
#include "grmf/error.h"
#include "grmf/io/matrix_file.h"
#include "io/format_table.h"
#include "terminal/file_name.h"

namespace grmf::cli {
namespace {

/// A matrix that says something about every entry of the data.
AnyMatrix read_companion(const std::filesystem::path& path, const DataFiles& files,
                         const AnyMatrix& y) {
  AnyMatrix companion = io::read_input(path, unless_named(path, files.format)).values;
  if (companion.rows() != y.rows() || companion.cols() != y.cols()) {
    const auto shape = [](const AnyMatrix& m) {
      return std::to_string(m.rows()) + " x " + std::to_string(m.cols());
    };
    throw Error(ErrorCode::invalid_data, path.string() + ": is " + shape(companion) +
                                             ", the data " + shape(y) +
                                             "; the shapes must be equal");
  }
  return companion;
}

AnyMatrix read_weights(const DataFiles& files, const AnyMatrix& y) {
  if (!files.weights) return y.alike(1.0);
  AnyMatrix weights = read_companion(*files.weights, files, y);
  // Tried with other data than the input, so that what is refused is the fault of the weights.
  naming(*files.weights, [&] { return Data(Matrix32(y.rows(), y.cols()), weights); });
  return weights;
}

void take_out_masked(const AnyMatrix& mask, AnyMatrix& weights) {
  weights.visit([&](auto& m) {
    for (Index i = 0; i < m.rows(); ++i) {
      for (Index j = 0; j < m.cols(); ++j) {
        const double kept = mask(i, j);
        if (kept == 0 || std::isnan(kept)) m(i, j) = 0;
      }
    }
  });
}

}  // namespace

std::string input_help() { return io::matrix_formats() + " file; - for standard input"; }

void add_data_files(Command& command, DataFiles& files) {
  command.file("input", files.input, input_help()).required();
  add_data_flags(command, files);
}

void add_data_flags(Command& command, DataFiles& files) {
  add_format(command, files.format, "format of the input, where its name does not tell");
  command.file("--mask", files.mask, "matrix file of the shape of the input; 0 = missing");
  command.file("--weights", files.weights, "matrix file: how much an entry counts");
}

FitData read_data(const DataFiles& files) {
  io::Input input = io::read_input(files.input, files.format);
  AnyMatrix& y = input.values;
  return naming_input(files.input, [&]() -> FitData {
    if (!files.mask && !files.weights) return {Data(std::move(y)), input.peak};
    AnyMatrix weights = read_weights(files, y);
    if (files.mask) take_out_masked(read_companion(*files.mask, files, y), weights);
    return {Data(std::move(y), std::move(weights)), input.peak};
  });
}

}  // namespace grmf::cli
