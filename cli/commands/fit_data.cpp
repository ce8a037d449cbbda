#include "commands/fit_data.h"

#include <cmath>
#include <utility>

#include "commands/file_arguments.h"
#include "grmf/error.h"
#include "grmf/io/matrix_file.h"
#include "io/format_table.h"
#include "terminal/file_name.h"
#include "terminal/messages.h"

namespace grmf::cli {
namespace {

std::optional<char> parse_delimiter(const std::string& text) {
  for (const auto& [name, delimiter] :
       {std::pair{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"blanks", ' '}}) {
    if (text == name || text == std::string(1, delimiter)) return delimiter;
  }
  throw Error(ErrorCode::unknown_name,
              "--delimiter is '" + text + "'; it is one of comma, semicolon, tab and blanks");
}

std::optional<bool> parse_yes_or_no(const std::string& text) {
  if (text == "yes" || text == "no") return text == "yes";
  throw Error(ErrorCode::unknown_name, "--header is '" + text + "'; it is yes or no");
}

/// The words between commas.
std::vector<std::string> parse_words(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ',')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

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

Data data_of(const DataFiles& files, AnyMatrix y) {
  if (!files.mask && !files.weights) return Data(std::move(y));
  AnyMatrix weights = read_weights(files, y);
  if (files.mask) take_out_masked(read_companion(*files.mask, files, y), weights);
  return {std::move(y), std::move(weights)};
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
  command
      .parsed("--delimiter", files.table.delimiter, parse_delimiter,
              "what separates the fields of a table: comma, semicolon, tab or blanks [found]")
      .placeholder("NAME");
  command
      .parsed("--header", files.table.header, parse_yes_or_no,
              "whether the first line of a table is a header: yes or no [found]")
      .placeholder("NAME");
  command
      .parsed("--na", files.table.missing, parse_words,
              "words for missing values, besides NA, NaN, null and ?")
      .placeholder("A,B");
  command.word("--id-column,--id_column", files.table.id_column,
               "column with the names of the rows: a name, a number from 1, or none [found]");
  command
      .parsed("--columns", files.table.columns, parse_words,
              "columns to take: names, numbers from 1, ranges such as 3-5 [all]")
      .placeholder("A,B");
  command.parsed("--drop", files.table.drop, parse_words, "columns to leave out, in the same way")
      .placeholder("A,B");
}

FitData read_data(const DataFiles& files) {
  io::Input input = io::read_input(files.input, files.format, files.table);
  for (const std::string& note : input.notes) complain("note: " + note);
  return naming_input(files.input, [&]() -> FitData {
    FitData read{data_of(files, std::move(input.values)), input.peak};
    read.data.set_names(std::move(input.names));
    return read;
  });
}

}  // namespace grmf::cli
