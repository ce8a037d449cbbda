#include "io/table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/dialect.h"
#include "io/field_reader.h"
#include "io/refusal.h"
#include "io/table_columns.h"
#include "io/table_notes.h"
#include "io/utf8.h"

namespace grmf::io {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Makes a table of the fields of a text.
class TableReader {
 public:
  TableReader(Source& source, const TableOptions& options, std::vector<Span>* cells)
      : reader_(source), options_(options), cells_(cells), notes_(source.name()) {}

  Table read(char usual_delimiter) {
    const std::string_view start = reader_.start();
    separator_ = options_.delimiter.value_or(delimiter_of(start, usual_delimiter));
    reader_.set_separator(separator_);
    gaps_look_like_numbers_ =
        std::any_of(options_.missing.begin(), options_.missing.end(),
                    [this](const std::string& word) { return number_of(word).has_value(); });
    read_first_lines();
    while (!finished_) {
      if (!read_plain_number()) read_any_field();
    }
    if (rows_ == 0) {
      refuse(reader_.name(), header_ ? "holds a header and no rows; at least one row is needed"
                                     : "holds empty lines only; at least one row is needed");
    }
    return table();
  }

 private:
  /// Reads a field the fast way; returns false where it is not so simple.
  bool read_plain_number() {
    if (!empty_lines_.empty() || columns_.roles[fields_ < cols_ ? fields_ : 0] != Role::number)
      return false;
    const Index line = reader_.line();
    const auto number = reader_.next_plain_number();
    if (!number) return false;
    const bool is_gap = gaps_look_like_numbers_ && is_missing(number->text, options_);
    notes_.large(line, number->text, number->value);
    add(is_gap ? missing : number->value, {number->first, number->first + number->text.size()});
    if (number->ending == Ending::line) end_record();
    return true;
  }

  void read_any_field() {
    const Index line = reader_.line();
    const Field field = reader_.next();
    finished_ = field.ending == Ending::file;
    if (fields_ == 0 && is_empty_line(field)) {
      note_empty_line(field);
      return;
    }
    if (!empty_lines_.empty()) fill_empty_lines(field.ending != Ending::field);
    take(line, field);
    if (field.ending != Ending::field) end_record();
  }

  /// Takes a field as what its column is.
  void take(Index line, const Field& field) {
    // What is too much is counted, and refused at the end of the line.
    const Role role =
        fields_ < std::ssize(columns_.roles) ? columns_.roles[fields_] : Role::left_out;
    if (role == Role::name) {
      if (!numbers_may_be_names_ && number_of(field.text) && !is_missing(field.text, options_))
        refuse_name(line, field.text);
      row_names_.push_back(name_of(field.text));
    }
    if (role != Role::number) {
      ++fields_;
      return;
    }
    const Span place{field.first, field.last};
    if (is_missing(field.text, options_)) return add(missing, place);
    const std::optional<double> number = number_of(field.text);
    if (!number) refuse_text(line, field);
    notes_.large(line, trimmed(field.text), *number);
    add(*number, place);
  }

  [[nodiscard]] std::optional<double> number_of(std::string_view text) const {
    return number_in(text, separator_ == ';');
  }

  /// Reads the first line and, if that is a header, the first row behind it. What the columns are
  /// can be told only when these are known.
  void read_first_lines() {
    Line line;
    while (line.texts.empty() && !finished_) line = whole_line();
    columns_.roles.assign(std::max<std::size_t>(line.texts.size(), 1), Role::number);
    if (line.texts.empty()) return;
    if (!empty_lines_.empty()) fill_empty_lines(line.texts.size() == 1);
    header_ = rows_ == 0 && options_.header.value_or(is_header(line.texts));
    std::vector<std::string> names;
    if (header_) {
      for (const std::string& text : line.texts) names.push_back(name_of(text));
      cols_ = std::ssize(names);
      first_record_line_ = record_line_;
      record_line_ = reader_.line();
      line = finished_ ? Line() : whole_line();
      if (!line.texts.empty() && std::ssize(line.texts) != cols_) {
        fields_ = std::ssize(line.texts);
        end_record();
      }
    } else if (!options_.header) {
      notes_.first_line(line.texts);
    }
    // A header may be followed by nothing, which is refused later, or by a missing value.
    const bool nothing = line.texts.empty();
    if (nothing) line.texts.resize(names.size());
    numbers_may_be_names_ = !options_.id_column.empty() || nameless_corner(names);
    columns_ = columns_of(reader_.name(), options_, std::move(names), line.texts,
                          [](std::string_view field, const TableOptions& options) {
                            return !is_missing(field, options) && !number_in(field, true);
                          });
    if (nothing) return;
    const bool found = !numbers_may_be_names_ && columns_.roles[0] == Role::name;
    if (found) notes_.first_name(trimmed(line.texts[0]));
    take(line);
  }

  /// A field as a name.
  std::string name_of(std::string_view field) {
    std::string name = valid_utf8(trimmed(field));
    if (name != trimmed(field)) notes_.foreign_bytes();
    return name;
  }

  /// A whole line; its fields are none where it is empty.
  struct Line {
    std::vector<std::string> texts;
    std::vector<Span> places;
    Index number = 1;
  };

  Line whole_line() {
    Line line{.texts = {}, .places = {}, .number = reader_.line()};
    Field field;
    do {
      field = reader_.next();
      line.texts.emplace_back(field.text);
      line.places.push_back({field.first, field.last});
    } while (field.ending == Ending::field);
    finished_ = field.ending == Ending::file;
    if (line.texts.size() > 1 || !is_empty_line(field)) return line;
    note_empty_line(field);
    return {};
  }

  void take(const Line& line) {
    std::vector<Index> texts;
    for (Index k = 0; k < std::ssize(line.texts); ++k) {
      if (is_text(k, line.texts[k])) texts.push_back(k);
    }
    if (!texts.empty()) refuse_columns(line.number, texts, line.texts[texts.front()]);
    for (std::size_t k = 0; k < line.texts.size(); ++k) {
      take(line.number, {.text = line.texts[k],
                         .ending = Ending::line,
                         .quoted = false,
                         .first = line.places[k].first,
                         .last = line.places[k].last});
    }
    end_record();
  }

  /// A header has names alone. Programs that write the names of rows leave the first field empty.
  [[nodiscard]] bool is_header(const std::vector<std::string>& fields) const {
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (k == 0 && fields.size() > 1 && trimmed(fields[k]).empty()) continue;
      // A number with a decimal comma is no name, even where it is not read as a number.
      if (is_missing(fields[k], options_) || number_in(fields[k], true)) return false;
    }
    return true;
  }

  Table table() {
    Table table;
    const auto numbers = std::count(columns_.roles.begin(), columns_.roles.end(), Role::number);
    table.values = Matrix(rows_, numbers, std::move(values_));
    table.names.rows = std::move(row_names_);
    for (std::size_t k = 0; k < columns_.names.size(); ++k) {
      if (columns_.roles[k] == Role::number) table.names.columns.push_back(columns_.names[k]);
    }
    table.notes = notes_.all(columns_);
    return table;
  }

  void add(double number, Span place) {
    values_.push_back(number);
    if (cells_ != nullptr) cells_->push_back(place);
    ++fields_;
  }

  /// Ends a record: all its fields are read.
  void end_record() {
    if (cols_ == 0) {
      cols_ = fields_;
      first_record_line_ = record_line_;
    } else if (fields_ != cols_) {
      refuse(reader_.name(), record_line_,
             "line " + std::to_string(record_line_) + " has " + counted(fields_, "field") +
                 ", line " + std::to_string(first_record_line_) + " has " + std::to_string(cols_) +
                 "; all lines must have the same number; mark missing values by empty fields");
    }
    fields_ = 0;
    ++rows_;
    record_line_ = reader_.line();
    constexpr std::uint64_t enough_to_tell = std::uint64_t{1} << 18U;
    if (!reserved_ && reader_.place() > enough_to_tell) reserve();
  }

  /// Reserves room for all values, estimated from those read so far, so that they need not be
  /// copied later.
  void reserve() {
    reserved_ = true;
    const std::optional<std::uint64_t> length = reader_.length();
    if (!length) return;
    const double times = static_cast<double>(*length) / static_cast<double>(reader_.place());
    constexpr double margin = 1.01;
    values_.reserve(static_cast<std::size_t>(static_cast<double>(values_.size()) * times * margin));
  }

  static bool is_empty_line(const Field& field) {
    return field.ending != Ending::field && !field.quoted && trimmed(field.text).empty();
  }

  /// Notes an empty line. Nothing after the last line break is the end of the file, not one more
  /// line.
  void note_empty_line(const Field& field) {
    if (!finished_) {
      if (empty_lines_.empty()) first_empty_line_ = record_line_;
      empty_lines_.push_back({field.first, field.last});
    }
    record_line_ = reader_.line();
  }

  /// Handles empty lines that turn out not to be the end: in a single column they are missing
  /// values, otherwise the table is ragged. `alone` says whether the next line has one field.
  void fill_empty_lines(bool alone) {
    if (cols_ != 1 && (cols_ != 0 || !alone)) {
      refuse(reader_.name(), first_empty_line_,
             "line " + std::to_string(first_empty_line_) +
                 " is empty; all lines must have the same number of fields; remove the line");
    }
    if (cols_ == 0) first_record_line_ = first_empty_line_;
    cols_ = 1;
    for (const Span& place : empty_lines_) add(missing, place);
    fields_ = 0;
    rows_ += std::ssize(empty_lines_);
    empty_lines_.clear();
  }

  [[nodiscard]] bool is_text(Index column, std::string_view field) const {
    return columns_.roles[column] == Role::number && !is_missing(field, options_) &&
           !number_of(field);
  }

  [[noreturn]] void refuse_name(Index line, std::string_view text) const {
    refuse(reader_.name(), line,
           "column 1 holds names, but " + shown(text) + " in line " + std::to_string(line) +
               ", which is a number; if these are names, say --id-column 1; if the first line is a "
               "header, say --header yes");
  }

  /// Refuses text in a column of numbers, and names all columns of this line that hold text.
  [[noreturn]] void refuse_text(Index line, const Field& field) {
    std::vector<Index> all = {fields_};
    const std::string text(field.text);
    Ending ending = field.ending;
    for (Index next = fields_ + 1; ending == Ending::field && next < cols_; ++next) {
      const Field other = reader_.next();
      ending = other.ending;
      if (is_text(next, other.text)) all.push_back(next);
    }
    refuse_columns(line, all, text);
  }

  [[noreturn]] void refuse_columns(Index line, const std::vector<Index>& all,
                                   const std::string& text) const {
    std::string drop;
    for (const Index column : all) {
      if (!drop.empty()) drop += ',';
      drop += columns_.handle(column);
    }
    refuse(reader_.name(), line,
           columns_.title(all.front()) + " of line " + std::to_string(line) + " holds " +
               shown(text) +
               "; a number is expected, or empty, NA, NaN, null or ? where it is missing; correct "
               "it, name a missing value with --na, or leave columns of text out with --drop " +
               drop +
               (all.front() == 0 && options_.id_column.empty()
                    ? "; if column 1 has the names of rows, say --id-column 1"
                    : "") +
               (header_ || options_.header ? ""
                                           : "; if the first line is a header, say --header yes"));
  }

  FieldReader reader_;
  const TableOptions& options_;
  std::vector<Span>* cells_;  ///< where the places of the numbers go; may be null
  char separator_ = ',';
  TableColumns columns_;
  TableNotes notes_;
  std::vector<std::string> row_names_;
  bool gaps_look_like_numbers_ = false;  ///< such as -999
  bool numbers_may_be_names_ = false;
  bool reserved_ = false;
  bool finished_ = false;
  bool header_ = false;

  Index record_line_ = 1;          ///< line where the current record began
  Index first_record_line_ = 1;    ///< line of the record that all others must be as long as
  std::vector<Span> empty_lines_;  ///< empty lines since the last record
  Index first_empty_line_ = 0;
  Index fields_ = 0;  ///< fields of the current record
  Index rows_ = 0;
  Index cols_ = 0;  ///< columns; 0 until the first record is read
  std::vector<double> values_;
};

}  // namespace

Table read_table(Source& source, char usual_delimiter, const TableOptions& options,
                 std::vector<Span>* cells) {
  return TableReader(source, options, cells).read(usual_delimiter);
}

}  // namespace grmf::io
