#include "io/field_reader.h"

#include <algorithm>
#include <cstring>

#include "io/dialect.h"
#include "io/refusal.h"

namespace grmf::io {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 20U;
constexpr std::ptrdiff_t longest_field = std::ptrdiff_t{1} << 20U;

}  // namespace

FieldReader::FieldReader(Source& source)
    : source_(source), buffer_(std::make_unique_for_overwrite<char[]>(longest_field + block_size)) {
  cursor_ = end_ = buffer_.get();
}

std::string_view FieldReader::start() {
  refill();
  const std::string_view bytes(cursor_, static_cast<std::size_t>(end_ - cursor_));
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    refuse(name(), line_, "the text is UTF-16; UTF-8 is read; save it as UTF-8");
  // Some programs write a byte order mark before UTF-8.
  if (bytes.starts_with("\xEF\xBB\xBF")) cursor_ += 3;
  return {cursor_, static_cast<std::size_t>(end_ - cursor_)};
}

Field FieldReader::next() {
  if (cursor_ == end_ && !last_block_) refill();
  if (separator_ == blanks) skip_blanks();
  if (cursor_ < end_ && *cursor_ == '"') return quoted_field();
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
  const bool ends_line = stop == end_ || *stop == '\n';
  if (ends_line && text.ends_with('\r')) text.remove_suffix(1);
  const std::uint64_t first = place(cursor_);
  if (separator_ == blanks) {  // what looks behind the blanks may move the block
    unquoted_ = text;
    text = unquoted_;
  }
  const Ending ending = take_ending(stop);
  return {text, ending, false, first, first + text.size()};
}

void FieldReader::skip_blanks() {
  for (;;) {
    while (cursor_ < end_ && (*cursor_ == ' ' || *cursor_ == '\t')) ++cursor_;
    if (cursor_ < end_ || last_block_) return;
    refill();
  }
}

Field FieldReader::quoted_field() {
  const Index first_line = line_;
  const std::uint64_t first = place(cursor_);
  unquoted_.clear();
  ++cursor_;
  while (take_to_quote(first_line)) unquoted_ += '"';
  look_ahead();
  const std::uint64_t last = place(cursor_);
  const char* stop = cursor_;
  if (stop != end_ && *stop == '\r' && (stop + 1 == end_ || stop[1] == '\n')) ++stop;
  const bool ends = stop == end_ || *stop == separator_ || *stop == '\n' ||
                    (separator_ == blanks && *stop == '\t');
  if (!ends) {
    refuse(name(), line_,
           "text follows a closing quote; a quoted field ends with its quote, and a quote inside "
           "is doubled");
  }
  return {unquoted_, take_ending(stop), true, first, last};
}

/// Takes the quoted text up to the next quote, and the quote itself; returns true where the quote
/// is doubled.
bool FieldReader::take_to_quote(Index first_line) {
  for (;;) {
    const char* quote = std::find(cursor_, end_, '"');
    line_ += std::count(cursor_, quote, '\n');
    unquoted_.append(cursor_, quote);
    cursor_ = quote;
    if (std::ssize(unquoted_) > longest_field || (quote == end_ && last_block_)) {
      refuse(name(), first_line, "a quote is opened here and never closed; add the closing one");
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

/// Makes two characters available, where there are so many: enough to see \r\n or a doubled quote.
void FieldReader::look_ahead() {
  if (end_ - cursor_ < 2 && !last_block_) refill();
}

Ending FieldReader::take_ending(const char* stop) {
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
Ending FieldReader::ending_behind_blanks() {
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
void FieldReader::refill() {
  const std::ptrdiff_t rest = end_ - cursor_;
  if (rest > longest_field) {
    refuse(name(), line_,
           "a field has more than " + std::to_string(longest_field) +
               " characters; is this a table of numbers?");
  }
  block_ = place(cursor_);
  std::memmove(buffer_.get(), cursor_, static_cast<std::size_t>(rest));
  const std::size_t count = source_.read(buffer_.get() + rest, block_size);
  last_block_ = count < block_size;
  cursor_ = buffer_.get();
  end_ = cursor_ + rest + count;
}

std::optional<std::uint64_t> FieldReader::length() const {
  const std::optional<std::uint64_t> left = source_.left();
  if (!left) return {};
  return place(end_) + *left;
}

}  // namespace grmf::io
