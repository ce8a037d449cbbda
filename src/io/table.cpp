#include "io/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fast_float/fast_float.h>

#include "io/dialect.h"
#include "io/refusal.h"
#include "io/table_columns.h"

namespace grmf::io {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t block_size = std::size_t{1} << 20U;
constexpr double largest_exact = 9007199254740992.0;  // 2^53
constexpr std::ptrdiff_t longest_field = std::ptrdiff_t{1} << 20U;

/// Reads the text from beginning to end. Numbers are read where they stand in the block; a field
/// that needs more (quotes, blanks, the end of the block) takes the slow path through next_field().
class TableReader {
 public:
  TableReader(Source& source, char usual_delimiter, const TableOptions& options)
      : source_(source),
        separator_(usual_delimiter),
        options_(options),
        buffer_(std::make_unique_for_overwrite<char[]>(longest_field + block_size)) {
    cursor_ = end_ = buffer_.get();
  }

  Table read() {
    refill();
    skip_mark();
    const std::string_view start(cursor_, static_cast<std::size_t>(end_ - cursor_));
    separator_ = options_.delimiter.value_or(delimiter_of(start, separator_));
    read_first_lines();
    while (!finished_) {
      if (!read_plain_number()) read_any_field();
    }
    if (rows_ == 0) {
      refuse(source_.name(), header_ ? "holds a header and no rows; at least one row is needed"
                                     : "holds empty lines only; at least one row is needed");
    }
    return table();
  }

 private:
  enum class Ending { field, line, file };
  struct Field {
    std::string_view text;
    Ending ending = Ending::field;
    bool quoted = false;
  };

  /// Reads a number that is followed by its separator within the block; returns false where it is
  /// not so simple.
  bool read_plain_number() {
    if (columns_.roles[fields_ < cols_ ? fields_ : 0] != Role::number || separator_ == blanks)
      return false;
    double number = 0.0;
    const auto [next, error] = fast_float::from_chars(cursor_, end_, number);
    if (error != std::errc() || end_ - next < 2 || empty_lines_ > 0) return false;
    if (std::abs(number) >= largest_exact)
      note_large(line_, std::string_view(cursor_, next), number);
    if (*next == separator_) {
      cursor_ = next + 1;
      add(number);
      return true;
    }
    const std::ptrdiff_t carriage = *next == '\r' ? 1 : 0;
    if (next[carriage] != '\n') return false;
    cursor_ = next + carriage + 1;
    ++line_;
    add(number);
    end_record();
    return true;
  }

  void read_any_field() {
    const Index line = line_;
    const Field field = next_field();
    finished_ = field.ending == Ending::file;
    if (fields_ == 0 && is_empty_line(field)) {
      note_empty_line();
      return;
    }
    if (empty_lines_ > 0) fill_empty_lines(field);
    take(line, field.text, field.ending);
    if (field.ending != Ending::field) end_record();
  }

  /// Takes a field as what its column is.
  void take(Index line, std::string_view text, Ending ending) {
    // What is too much is counted, and refused at the end of the line.
    const Role role =
        fields_ < std::ssize(columns_.roles) ? columns_.roles[fields_] : Role::left_out;
    if (role == Role::name) {
      if (options_.id_column.empty() && number_in(text, separator_ == ';')) refuse_name(line, text);
      row_names_.emplace_back(trimmed(text));
    }
    if (role != Role::number) {
      ++fields_;
      return;
    }
    if (is_missing(text, options_)) return add(missing);
    const std::optional<double> number = number_in(text, separator_ == ';');
    if (!number) refuse_text(line, fields_, std::string(text), ending);
    if (std::abs(*number) >= largest_exact) note_large(line, trimmed(text), *number);
    add(*number);
  }

  /// Notes a whole number that a double may not hold.
  void note_large(Index line, std::string_view text, double number) {
    const bool whole = text.find_first_of(".,eEn") == std::string_view::npos;
    if (!whole || large_line_ > 0 || std::isinf(number)) return;
    large_line_ = line;
    large_ = text;
  }

  /// Reads the first line and, if that is a header, the first row behind it. What the columns are
  /// can be told only when these are known.
  void read_first_lines() {
    std::vector<std::string> fields;
    while (fields.empty() && !finished_) fields = whole_line();
    columns_.roles.assign(std::max<std::size_t>(fields.size(), 1), Role::number);
    if (fields.empty()) return;
    if (empty_lines_ > 0) {
      fill_empty_lines({{}, fields.size() > 1 ? Ending::field : Ending::line, false});
    }
    header_ = rows_ == 0 && options_.header.value_or(is_header(fields));
    std::vector<std::string> names;
    Index line = first_line_;
    if (header_) {
      for (const std::string& field : fields) names.emplace_back(trimmed(field));
      cols_ = std::ssize(fields);
      first_record_line_ = record_line_;
      record_line_ = line_;
      fields = finished_ ? std::vector<std::string>() : whole_line();
      line = first_line_;
      // A table may end behind its header, which is refused later.
      if (fields.empty()) {
        columns_.roles.assign(names.size(), Role::number);
        return;
      }
      if (std::ssize(fields) != cols_) {
        fields_ = std::ssize(fields);
        end_record();
      }
    }
    columns_ = columns_of(source_.name(), options_, std::move(names), fields,
                          [](std::string_view field, const TableOptions& options) {
                            return !is_missing(field, options) && !number_in(field, true);
                          });
    std::vector<Index> texts;
    for (Index k = 0; k < std::ssize(fields); ++k) {
      if (is_text(k, fields[k])) texts.push_back(k);
    }
    if (!texts.empty()) refuse_columns(line, texts, fields[texts.front()]);
    for (const std::string& field : fields) take(line, field, Ending::line);
    end_record();
  }

  /// The fields of the next line; none where it is empty.
  std::vector<std::string> whole_line() {
    std::vector<std::string> fields;
    Field field;
    first_line_ = line_;
    do {
      field = next_field();
      fields.emplace_back(field.text);
    } while (field.ending == Ending::field);
    finished_ = field.ending == Ending::file;
    if (fields.size() > 1 || !is_empty_line(field)) return fields;
    note_empty_line();
    return {};
  }

  /// A header has names alone. Programs that write the names of rows leave the first field empty.
  [[nodiscard]] bool is_header(const std::vector<std::string>& fields) const {
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (k == 0 && fields.size() > 1 && trimmed(fields[k]).empty()) continue;
      if (is_missing(fields[k], options_) || number_in(fields[k], separator_ == ';')) return false;
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
    if (large_line_ > 0) {
      table.notes.push_back(source_.name() + ":" + std::to_string(large_line_) + ": holds " +
                            shown(large_) +
                            "; whole numbers beyond 2^53 are rounded to the nearest double");
    }
    return table;
  }

  void add(double number) {
    values_.push_back(number);
    ++fields_;
  }

  /// Ends a record: all its fields are read, and the cursor is on the line after it.
  void end_record() {
    if (cols_ == 0) {
      cols_ = fields_;
      first_record_line_ = record_line_;
    } else if (fields_ != cols_) {
      refuse(source_.name(), record_line_,
             "line " + std::to_string(record_line_) + " has " + counted(fields_, "field") +
                 ", line " + std::to_string(first_record_line_) + " has " + std::to_string(cols_) +
                 "; all lines must have the same number; mark missing values by empty fields");
    }
    fields_ = 0;
    ++rows_;
    record_line_ = line_;
  }

  static bool is_empty_line(const Field& field) {
    return field.text.empty() && !field.quoted && field.ending != Ending::field;
  }

  /// Notes an empty line. Nothing after the last line break is the end of the file, not one more
  /// line.
  void note_empty_line() {
    if (!finished_ && empty_lines_++ == 0) first_empty_line_ = record_line_;
    record_line_ = line_;
  }

  /// Handles empty lines that turn out not to be the end: in a single column they are missing
  /// values, otherwise the table is ragged.
  void fill_empty_lines(const Field& next) {
    const bool one_column = cols_ == 1 || (cols_ == 0 && next.ending != Ending::field);
    if (!one_column) {
      refuse(source_.name(), first_empty_line_,
             "line " + std::to_string(first_empty_line_) +
                 " is empty; all lines must have the same number of fields; remove the line");
    }
    if (cols_ == 0) first_record_line_ = first_empty_line_;
    cols_ = 1;
    values_.insert(values_.end(), static_cast<std::size_t>(empty_lines_), missing);
    rows_ += empty_lines_;
    empty_lines_ = 0;
  }

  /// The next field as text, which stays valid until the next call.
  Field next_field() {
    if (cursor_ == end_ && !last_block_) refill();
    if (cursor_ < end_ && *cursor_ == '"') return quoted_field();
    if (separator_ == blanks) skip_blanks();
    const auto ends_field = [this](char c) {
      return c == separator_ || c == '\n' || (separator_ == blanks && c == '\t');
    };
    const char* stop = std::find_if(cursor_, end_, ends_field);
    while (stop == end_ && !last_block_) {
      const std::ptrdiff_t looked = end_ - cursor_;
      refill();
      stop = std::find_if(cursor_ + looked, end_, ends_field);
    }
    std::string_view text(cursor_, static_cast<std::size_t>(stop - cursor_));
    if (separator_ == blanks) {  // what looks behind the blanks may move the block
      unquoted_ = text;
      text = unquoted_;
    }
    const Ending ending = take_ending(stop);
    if (ending != Ending::field && text.ends_with('\r')) text.remove_suffix(1);
    return {text, ending, false};
  }

  void skip_blanks() {
    for (;;) {
      while (cursor_ < end_ && (*cursor_ == ' ' || *cursor_ == '\t')) ++cursor_;
      if (cursor_ < end_ || last_block_) return;
      refill();
    }
  }

  Field quoted_field() {
    const Index first_line = line_;
    unquoted_.clear();
    ++cursor_;
    while (take_to_quote(first_line)) unquoted_ += '"';
    look_ahead();
    const char* stop = cursor_;
    if (stop != end_ && *stop == '\r' && (stop + 1 == end_ || stop[1] == '\n')) ++stop;
    if (stop != end_ && *stop != separator_ && *stop != '\n') {
      refuse(source_.name(), line_,
             "text follows a closing quote; a quoted field ends with its quote, and a quote inside "
             "is doubled");
    }
    return {unquoted_, take_ending(stop), true};
  }

  /// Takes the quoted text up to the next quote, and the quote itself; returns true where the quote
  /// is doubled.
  bool take_to_quote(Index first_line) {
    for (;;) {
      const char* quote = std::find(cursor_, end_, '"');
      line_ += std::count(static_cast<const char*>(cursor_), quote, '\n');
      unquoted_.append(cursor_, quote);
      cursor_ = quote;
      if (std::ssize(unquoted_) > longest_field || (quote == end_ && last_block_)) {
        refuse(source_.name(), first_line,
               "a quote is opened here and never closed; add the closing one");
      }
      if (quote != end_) break;
      refill();
    }
    look_ahead();
    ++cursor_;
    const bool doubled = cursor_ != end_ && *cursor_ == '"';
    if (doubled) ++cursor_;
    return doubled;
  }

  /// Makes two characters available, where there are so many: enough to see \r\n or a doubled
  /// quote.
  void look_ahead() {
    if (end_ - cursor_ < 2 && !last_block_) refill();
  }

  Ending take_ending(const char* stop) {
    if (stop == end_) {
      cursor_ = end_;
      return Ending::file;
    }
    cursor_ = stop + 1;
    if (*stop != '\n') return separator_ == blanks ? ending_behind_blanks() : Ending::field;
    ++line_;
    return Ending::line;
  }

  /// Blanks at the end of a line separate nothing.
  Ending ending_behind_blanks() {
    skip_blanks();
    look_ahead();
    if (cursor_ == end_) return Ending::file;
    if (*cursor_ == '\r' && end_ - cursor_ > 1 && cursor_[1] == '\n') ++cursor_;
    if (*cursor_ != '\n') return Ending::field;
    ++cursor_;
    ++line_;
    return Ending::line;
  }

  /// Reads the next block, after the characters that are not yet read.
  void refill() {
    const std::ptrdiff_t rest = end_ - cursor_;
    if (rest > longest_field) {
      refuse(source_.name(), line_,
             "a field has more than " + std::to_string(longest_field) +
                 " characters; is this a table of numbers?");
    }
    reserve();
    std::memmove(buffer_.get(), cursor_, static_cast<std::size_t>(rest));
    const std::size_t count = source_.read(buffer_.get() + rest, block_size);
    last_block_ = count < block_size;
    bytes_ += count;
    cursor_ = buffer_.get();
    end_ = cursor_ + rest + count;
  }

  /// Reserves room for all values, estimated from the number of values in the first block, so that
  /// they need not be copied later.
  void reserve() {
    const std::optional<std::uint64_t> left = source_.left();
    if (reserved_ || values_.empty() || !left) return;
    reserved_ = true;
    const double blocks = 1.0 + static_cast<double>(*left) / static_cast<double>(bytes_);
    const double expected = static_cast<double>(values_.size()) * blocks * 1.01;
    values_.reserve(static_cast<std::size_t>(expected) + block_size);
  }

  /// Skips the byte order mark that some programs write before UTF-8.
  void skip_mark() {
    const std::string_view start(cursor_, static_cast<std::size_t>(end_ - cursor_));
    if (start.starts_with("\xEF\xBB\xBF")) cursor_ += 3;
    if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
      refuse(source_.name(), line_, "the text is UTF-16; UTF-8 is read; save it as UTF-8");
    }
  }

  [[nodiscard]] bool is_text(Index column, std::string_view field) const {
    return columns_.roles[column] == Role::number && !is_missing(field, options_) &&
           !number_in(field, separator_ == ';');
  }

  [[noreturn]] void refuse_name(Index line, std::string_view text) const {
    refuse(source_.name(), line,
           "column 1 holds names, but " + shown(text) + " in line " + std::to_string(line) +
               ", which is a number; if these are names, say --id-column 1; if the first line is a "
               "header, say --header yes");
  }

  /// Refuses text in a column of numbers, and names all columns of this line that hold text.
  [[noreturn]] void refuse_text(Index line, Index column, const std::string& text, Ending ending) {
    std::vector<Index> all = {column};
    for (Index next = column + 1; ending == Ending::field && next < cols_; ++next) {
      const Field field = next_field();
      ending = field.ending;
      if (is_text(next, field.text)) all.push_back(next);
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
    refuse(source_.name(), line,
           columns_.title(all.front()) + " of line " + std::to_string(line) + " holds " +
               shown(text) +
               "; a number is expected, or empty, NA, NaN, null or ? where it is missing; correct "
               "it, name a missing value with --na, or leave columns of text out with --drop " +
               drop);
  }

  Source& source_;
  char separator_;
  const TableOptions& options_;
  TableColumns columns_;
  std::vector<std::string> row_names_;
  std::string large_;     ///< the first whole number that a double may not hold
  Index large_line_ = 0;  ///< its line; 0 where there is none
  Index first_line_ = 1;  ///< line of the fields of whole_line()
  std::unique_ptr<char[]> buffer_;
  const char* cursor_ = nullptr;  ///< the next character to read
  const char* end_ = nullptr;     ///< end of the bytes in the buffer
  bool last_block_ = false;       ///< whether nothing follows after the buffer
  std::uint64_t bytes_ = 0;       ///< bytes taken from the source so far
  bool reserved_ = false;
  bool finished_ = false;
  bool header_ = false;
  std::string unquoted_;

  Index line_ = 1;               ///< line of the cursor
  Index record_line_ = 1;        ///< line where the current record began
  Index first_record_line_ = 1;  ///< line of the record whose number of fields all others must have
  Index empty_lines_ = 0;        ///< empty lines since the last record
  Index first_empty_line_ = 0;
  Index fields_ = 0;  ///< fields of the current record
  Index rows_ = 0;
  Index cols_ = 0;  ///< columns; 0 until the first record is read
  std::vector<double> values_;
};

}  // namespace

Table read_table(Source& source, char usual_delimiter, const TableOptions& options) {
  return TableReader(source, usual_delimiter, options).read();
}

void write_table(Sink& sink, const Matrix& values, char separator) {
  constexpr std::size_t longest_number = 32;
  std::string text(block_size, '\0');
  std::size_t used = 0;
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      if (text.size() - used < longest_number) {
        sink.write(text.data(), used);
        used = 0;
      }
      // The sign of a NaN means nothing.
      const double value = std::isnan(values(i, j)) ? missing : values(i, j);
      char* const start = text.data() + used;
      char* const end = std::to_chars(start, start + longest_number - 1, value).ptr;
      *end = j + 1 < values.cols() ? separator : '\n';
      used += static_cast<std::size_t>(end - start) + 1;
    }
  }
  sink.write(text.data(), used);
}

}  // namespace grmf::io
