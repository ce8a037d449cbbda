#include "commands/fit_data.h"

#include <cmath>
#include <utility>

#include "commands/file_arguments.h"
#include "commands/labels.h"
#include "commands/table_flags.h"
#include "grmf/error.h"
#include "grmf/io/matrix_file.h"
#include "io/format_table.h"
#include "terminal/file_name.h"
#include "terminal/lists.h"
#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

std::vector<int> parse_axes(const std::string& text) {
  std::vector<int> axes;
  for (const std::string& axis : split(text)) axes.push_back(parse_number<int>("--fold", axis));
  return axes;
}

/// The axes of an array that become rows and columns, "0,1:2".
std::optional<io::Fold> parse_fold(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw Error(ErrorCode::wrong_kind,
                "--fold is '" + text +
                    "'; the axes that become rows stand before a colon and those that become "
                    "columns behind it, as in 0,1:2");
  }
  return io::Fold{.rows = parse_axes(text.substr(0, colon)),
                  .columns = parse_axes(text.substr(colon + 1))};
}

bool same_shape(const AnyMatrix& a, const AnyMatrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols();
}

/// Reads a companion of the data as it is or, where it then does not fit, with the flags that tell
/// how the table of the data is read: it may be made like that.
io::Input read_as_fits(const std::filesystem::path& path, const DataFiles& files,
                       const AnyMatrix& y) {
  const std::optional<io::Format> format = unless_named(path, files.format);
  io::ReadOptions reading{.fold = files.reading.fold};
  if (reading.fold) reading.fold->only_where_it_fits = true;
  const bool flags = files.reading.table != io::TableOptions();
  try {
    io::Input input = io::read_input(path, format, reading);
    if (!flags || same_shape(input.values, y)) return input;
  } catch (const Error&) {
    if (!flags || path == "-") throw;
  }
  reading.table = files.reading.table;
  reading.table.absent_may_be_dropped = true;
  return io::read_input(path, format, reading);
}

/// Reads a matrix that says something about every entry of the data, and adds to the notes. It is
/// folded as the data are if it has as many dimensions. Its names, if any, must be those of the
/// data.
AnyMatrix read_companion(const std::filesystem::path& path, const DataFiles& files,
                         const AnyMatrix& y, const Names& names, std::vector<std::string>& notes) {
  io::Input input = read_as_fits(path, files, y);
  notes.insert(notes.end(), input.notes.begin(), input.notes.end());
  AnyMatrix& companion = input.values;
  if (!same_shape(companion, y)) {
    const auto shape = [](const AnyMatrix& m) {
      return std::to_string(m.rows()) + " x " + std::to_string(m.cols());
    };
    throw Error(ErrorCode::invalid_data, path.string() + ": is " + shape(companion) +
                                             ", the data " + shape(y) +
                                             "; the shapes must be equal");
  }
  naming(path, [&] { matched_names(names, input.names, "that of the data"); });
  return std::move(companion);
}

AnyMatrix read_weights(const DataFiles& files, const AnyMatrix& y, const Names& names,
                       std::vector<std::string>& notes) {
  if (!files.weights) return y.alike(1.0);
  AnyMatrix weights = read_companion(*files.weights, files, y, names, notes);
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

/// The data, with the mask and the weights that were given.
Data data_of(const DataFiles& files, AnyMatrix y, const Names& names,
             std::vector<std::string>& notes) {
  if (!files.mask && !files.weights) return Data(std::move(y));
  AnyMatrix weights = read_weights(files, y, names, notes);
  if (files.mask) take_out_masked(read_companion(*files.mask, files, y, names, notes), weights);
  return {std::move(y), std::move(weights)};
}

}  // namespace

std::string input_help() { return io::input_formats() + " file; - for standard input"; }

void add_data_files(Command& command, DataFiles& files) {
  command.file("input", files.input, input_help()).required();
  add_data_flags(command, files);
}

void add_data_flags(Command& command, DataFiles& files) {
  add_format(command, files.format, "format of the input, where its name does not tell");
  command.file("--mask", files.mask, "matrix file of the shape of the input; 0 = missing");
  command.file("--weights", files.weights, "matrix file: how much an entry counts; 0 = missing");
  command
      .parsed("--fold", files.reading.fold, parse_fold,
              "of an npy or npz of other dimensions: the axes, from 0, that become rows, and those "
              "that become columns, such as 0,1:2")
      .placeholder("AXES");
  add_table_flags(command, files.reading.table);
}

FitData read_data(const DataFiles& files) {
  return make_data(files, io::read_input(files.input, files.format, files.reading));
}

FitData make_data(const DataFiles& files, io::Input input) {
  return naming_input(files.input, [&]() -> FitData {
    std::vector<std::string> notes = std::move(input.notes);
    Data data = data_of(files, std::move(input.values), input.names, notes);
    data.set_names(std::move(input.names));
    return {std::move(data), input.peak, std::move(notes)};
  });
}

}  // namespace grmf::cli
