#include "commands/table_flags.h"

#include <string>
#include <utility>
#include <vector>

#include "grmf/error.h"
#include "io/dialect.h"
#include "terminal/lists.h"

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

/// The words between commas, without blanks around them.
std::vector<std::string> parse_words(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& word : split(text)) words.emplace_back(io::trimmed(word));
  return words;
}

}  // namespace

void add_table_flags(Command& command, io::TableOptions& table) {
  const std::string heading = "Tables of text";
  command
      .parsed("--delimiter", table.delimiter, parse_delimiter,
              "what separates the fields of a table: comma, semicolon, tab or blanks [found]")
      .placeholder("NAME")
      .under(heading);
  command
      .parsed("--header", table.header, parse_yes_or_no,
              "whether the first line of a table is a header: yes or no [found]")
      .placeholder("NAME")
      .under(heading);
  command
      .parsed("--na", table.missing, parse_words,
              "words for missing values, besides NA, NaN, null and ?")
      .placeholder("A,B")
      .under(heading);
  command
      .word("--id-column,--id_column", table.id_column,
            "column with the names of the rows: a name, a number from 1, or none [found]")
      .under(heading);
  command
      .parsed("--columns", table.columns, parse_words,
              "columns to take: names, numbers from 1, ranges such as 3-5 [all]")
      .placeholder("A,B")
      .under(heading);
  command.parsed("--drop", table.drop, parse_words, "columns to leave out, in the same way")
      .placeholder("A,B")
      .under(heading);
}

}  // namespace grmf::cli
