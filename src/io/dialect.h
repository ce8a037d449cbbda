#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grmf/io/table_options.h"

/// What the text of a table means, before anything is known of its columns.
namespace grmf::io {

/// Separates fields, as any number of blanks and tabs.
inline constexpr char blanks = ' ';

/// What separates the fields of a table that begins with `text`, where nobody says it: what occurs
/// in the first line outside quotes. Semicolons come before tabs and those before commas, unless
/// `usual` is among them; but semicolons separate only where what lies between them is no list of
/// commas itself. Runs of blanks separate where none of these occurs and the second line has as
/// many fields.
char delimiter_of(std::string_view text, char usual);

/// The text as a field: in quotes where it would otherwise be read as something else.
std::string as_field(std::string_view text, char delimiter);

/// The text without blanks around it.
std::string_view trimmed(std::string_view text);

/// Whether a field means a missing value.
bool is_missing(std::string_view field, const TableOptions& options);

/// The number in a field, which may be nan or inf; nothing for any other text. `decimal_comma`
/// allows 1,5 for 1.5.
std::optional<double> number_in(std::string_view field, bool decimal_comma);

/// Whether a text that is no number may be meant as one: a price, a percentage, or a number in
/// which figures are grouped.
bool is_decorated_number(std::string_view field);

}  // namespace grmf::io
