#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <fast_float/fast_float.h>

#include "grmf/matrix.h"
#include "io/dialect.h"
#include "io/source.h"

namespace grmf::io {

/// What follows a field.
enum class Ending { field, line, file };

/// A field of a table of text.
struct Field {
  std::string_view text;  ///< valid until the next field is read
  Ending ending = Ending::field;
  bool quoted = false;
  std::uint64_t first = 0;  ///< its place in the text, in bytes, with its quotes
  std::uint64_t last = 0;   ///< the byte behind it
};

/// Reads a text field by field, from beginning to end.
class FieldReader {
 public:
  explicit FieldReader(Source& source);

  /// The first bytes of the text, as many as one block holds. A byte order mark is skipped.
  std::string_view start();
  /// What separates fields; it must be set before the first one is read.
  void set_separator(char separator) { separator_ = separator; }

  /// The next field. Quotes around it are taken away.
  Field next();
  /// The next field if it is a plain number that can be read where it stands, without quotes and
  /// blanks. It is behind what is read then; nothing is read where there is none.
  struct PlainNumber {
    double value = 0.0;
    std::string_view text;
    Ending ending = Ending::field;
    std::uint64_t first = 0;
  };
  std::optional<PlainNumber> next_plain_number();

  [[nodiscard]] const std::string& name() const { return source_.name(); }
  /// The line of the next field, counted from 1.
  [[nodiscard]] Index line() const { return line_; }
  /// The place of the next field in the text, in bytes.
  [[nodiscard]] std::uint64_t place() const { return place(cursor_); }
  /// The length of the text, where that is known.
  [[nodiscard]] std::optional<std::uint64_t> length() const;

 private:
  [[nodiscard]] std::uint64_t place(const char* at) const {
    return block_ + static_cast<std::uint64_t>(at - buffer_.get());
  }
  Field quoted_field();
  bool take_to_quote(Index first_line);
  void skip_blanks();
  void look_ahead();
  Ending take_ending(const char* stop);
  Ending ending_behind_blanks();
  void refill();

  Source& source_;
  char separator_ = ',';
  std::unique_ptr<char[]> buffer_;
  const char* cursor_ = nullptr;  ///< the next character to read
  const char* end_ = nullptr;     ///< end of the bytes in the buffer
  bool last_block_ = false;       ///< whether nothing follows after the buffer
  std::uint64_t block_ = 0;       ///< place of the buffer in the text
  Index line_ = 1;                ///< line of the cursor
  std::string unquoted_;
};

// In the header, because it is called for nearly every number.
inline std::optional<FieldReader::PlainNumber> FieldReader::next_plain_number() {
  if (separator_ == blanks) return {};
  double number = 0.0;
  const auto [next, error] = fast_float::from_chars(cursor_, end_, number);
  if (error != std::errc() || end_ - next < 2) return {};
  const std::ptrdiff_t carriage = *next == '\r' ? 1 : 0;
  const bool ends_line = next[carriage] == '\n';
  if (*next != separator_ && !ends_line) return {};
  const PlainNumber found{.value = number,
                          .text = {cursor_, static_cast<std::size_t>(next - cursor_)},
                          .ending = ends_line ? Ending::line : Ending::field,
                          .first = place(cursor_)};
  cursor_ = next + carriage + 1;
  line_ += ends_line ? 1 : 0;
  return found;
}

}  // namespace grmf::io
