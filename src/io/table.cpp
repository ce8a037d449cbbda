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

#include "io/refusal.h"

namespace grmf::io {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t block_size = std::size_t{1} << 20U;
constexpr std::ptrdiff_t longest_field = std::ptrdiff_t{1} << 20U;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The number in a field, which may be nan or inf; missing for an empty field, and nothing for any
/// other text.
std::optional<double> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return missing;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double number = 0.0;
  const char* last = text.data() + text.size();
  const auto [end, error] = fast_float::from_chars(text.data(), last, number);
  // Numbers beyond the range of double become 0 or inf, as everywhere.
  const bool valid = error == std::errc() || error == std::errc::result_out_of_range;
  if (!valid || end != last) return {};
  return number;
}

/// Reads the text from beginning to end. Numbers are read where they stand in the block; a field
/// that needs more (quotes, blanks, the end of the block) takes the slow path through next_field().
class TableReader {
 public:
  TableReader(Source& source, char separator)
      : source_(source),
        separator_(separator),
        buffer_(std::make_unique_for_overwrite<char[]>(longest_field + block_size)) {
    cursor_ = end_ = buffer_.get();
  }

  Matrix read() {
    refill();
    skip_mark();
    read_first_line();
    while (!finished_) {
      if (!read_plain_number()) read_any_field();
    }
    if (rows_ == 0) {
      refuse(source_.name(), header_ ? "holds a header and no rows; at least one row is needed"
                                     : "holds empty lines only; at least one row is needed");
    }
    return {rows_, cols_, std::move(values_)};
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
    double number = 0.0;
    const auto [next, error] = fast_float::from_chars(cursor_, end_, number);
    if (error != std::errc() || end_ - next < 2 || empty_lines_ > 0) return false;
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
    const std::optional<double> number = number_in(field.text);
    if (!number) refuse_text(line, fields_ + 1, field.text);
    add(*number);
    if (field.ending != Ending::field) end_record();
  }

  /// Reads the first line. Whether it is a header can be told only when all of it is known.
  void read_first_line() {
    std::vector<std::string> fields;
    std::vector<Index> lines;
    Field field;
    do {
      lines.push_back(line_);
      field = next_field();
      fields.emplace_back(field.text);
    } while (field.ending == Ending::field);
    finished_ = field.ending == Ending::file;
    if (fields.size() == 1 && is_empty_line(field)) {
      note_empty_line();
      return;
    }
    header_ = std::none_of(fields.begin(), fields.end(),
                           [](const std::string& text) { return number_in(text).has_value(); });
    for (std::size_t k = 0; k < fields.size() && !header_; ++k) {
      const std::optional<double> number = number_in(fields[k]);
      if (!number) refuse_text(lines[k], static_cast<Index>(k) + 1, fields[k]);
      values_.push_back(*number);
    }
    fields_ = std::ssize(fields);
    end_record();
    if (header_) rows_ = 0;
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
    const auto ends_field = [this](char c) { return c == separator_ || c == '\n'; };
    const char* stop = std::find_if(cursor_, end_, ends_field);
    while (stop == end_ && !last_block_) {
      const std::ptrdiff_t looked = end_ - cursor_;
      refill();
      stop = std::find_if(cursor_ + looked, end_, ends_field);
    }
    std::string_view text(cursor_, static_cast<std::size_t>(stop - cursor_));
    const Ending ending = take_ending(stop);
    if (ending != Ending::field && text.ends_with('\r')) text.remove_suffix(1);
    return {text, ending, false};
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
    if (*stop == separator_) return Ending::field;
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

  [[noreturn]] void refuse_text(Index line, Index column, std::string_view text) const {
    refuse(source_.name(), line,
           "column " + std::to_string(column) + " of line " + std::to_string(line) + " holds " +
               shown(text) + "; every field must be a number, or empty or nan where missing" +
               (cols_ == 0 ? "; a header is a first line without any number or empty field" : "") +
               (separator_ != ';' && text.find(';') != std::string_view::npos
                    ? "; is it separated by semicolons? Separate by " +
                          std::string(separator_ == ',' ? "commas" : "tabs") +
                          ", and write numbers with a point"
                    : "; correct or remove it"));
  }

  Source& source_;
  char separator_;
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

Matrix read_table(Source& source, char separator) { return TableReader(source, separator).read(); }

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
