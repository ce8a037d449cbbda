#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "grmf/models.h"

namespace grmf {
namespace {

std::string range_of(const OptionSpec& spec) {
  if (spec.kind == OptionKind::choice) {
    std::string list;
    for (const std::string& choice : spec.choices)
      list += (list.empty() ? "`" : ", `") + choice + "`";
    return list;
  }
  const std::string kind = spec.kind == OptionKind::integer ? "whole, " : "";
  return kind + (spec.min_excluded ? "> " : ">= ") + to_string(OptionValue(spec.min));
}

/// The option table of the documentation, from the option table of the code.
std::string markdown(std::span<const OptionSpec> specs) {
  std::string table = "| name | default | range | meaning |\n|---|---|---|---|\n";
  for (const OptionSpec& spec : specs) {
    if (spec.name.ends_with("_u") || spec.name.ends_with("_v")) continue;  // said below the table
    table += "| `" + spec.name + "` | " + to_string(spec.default_value) + " | " + range_of(spec) +
             " | " + spec.help + " |\n";
  }
  return table;
}

TEST(OptionsDoc, its_table_is_the_one_in_the_code) {
  std::ifstream file(GRMF_DOCS_DIR "/options.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string doc = text.str();
  const std::size_t begin = doc.find('\n', doc.find("<!-- options:"));
  const std::size_t end = doc.find("<!-- /options -->");
  ASSERT_NE(end, std::string::npos);
  EXPECT_EQ(doc.substr(begin + 1, end - begin - 1), markdown(Grmf().options()));
}

}  // namespace
}  // namespace grmf
