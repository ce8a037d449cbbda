// docs/methods/<name>.md has the option table of the code. With GRMF_UPDATE_DOCS set, these tests
// write it.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grmf/grmf.h"
#include "support/names.h"

namespace grmf {
namespace {

void write_range(std::ostream& out, const OptionSpec& spec) {
  if (spec.kind == OptionKind::choice) {
    const char* separator = "";
    for (const std::string& choice : spec.choices) {
      out << separator << '`' << choice << '`';
      separator = ", ";
    }
    return;
  }
  out << (spec.kind == OptionKind::integer ? "whole, " : "") << (spec.min_excluded ? "> " : ">= ")
      << to_string(OptionValue(spec.min)) << (spec.or_auto ? ", or `auto`" : "");
}

std::string markdown(std::span<const OptionSpec> specs) {
  std::ostringstream table;
  table << "| name | default | range | meaning |\n|---|---|---|---|\n";
  for (const OptionSpec& spec : specs) {
    table << "| `" << spec.name << "` | " << to_string(spec.default_value) << " | ";
    write_range(table, spec);
    table << " | ";
    for (const char c : spec.help) table << (c == '|' ? "\\" : "") << c;
    table << " |\n";
  }
  return table.str();
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class MethodPages : public testing::TestWithParam<std::string_view> {
 protected:
  const std::filesystem::path path_ =
      std::filesystem::path(GRMF_DOCS_DIR) / "methods" / (std::string(GetParam()) + ".md");
};

TEST_P(MethodPages, has_the_option_table_of_the_code) {
  std::string page = text_of(path_);
  const std::size_t begin = page.find('\n', page.find("<!-- options:")) + 1;
  const std::size_t end = page.find("<!-- /options -->");
  ASSERT_NE(end, std::string::npos) << path_;
  const std::string table = markdown(make_method(GetParam())->options());
  if (std::getenv("GRMF_UPDATE_DOCS") != nullptr) {
    std::ofstream(path_) << page.replace(begin, end - begin, table);
    return;
  }
  EXPECT_EQ(page.substr(begin, end - begin), table);
}

TEST_P(MethodPages, says_what_a_reader_asks) {
  const std::string page = text_of(path_);
  for (const char* heading : {"## What it minimises", "## When to use it", "## Options",
                              "## Complexity", "## In the paper", "## Reference"}) {
    EXPECT_THAT(page, testing::HasSubstr(heading)) << path_;
  }
  // A runnable example comes first; the test of the command line runs it.
  EXPECT_LT(page.find("```sh"), page.find("## "));
}

INSTANTIATE_TEST_SUITE_P(methods, MethodPages, testing::ValuesIn(method_names()),
                         test::NamedByParameter());

}  // namespace
}  // namespace grmf
