#include "report/page.h"

#include <regex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace grmf::report {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

/// The text between the first `begin` and the next `end`.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t first = text.find(begin);
  if (first == std::string::npos) return "";
  const std::size_t from = first + begin.size();
  return text.substr(from, text.find(end, from) - from);
}

std::string data_in(const std::string& html) {
  return between(html, R"(<script type="application/json" id="data">)", "</script>");
}

TEST(Page, carries_its_model) {
  const ordered_json data = {{"title", "Errors"},
                             {"sections", {{{"id", "a"}, {"blocks", ordered_json::array()}}}}};
  const std::string html = page(data);
  EXPECT_EQ(ordered_json::parse(data_in(html)), data);
  EXPECT_THAT(html, HasSubstr("<title>Errors</title>"));
}

TEST(Page, no_text_ends_the_element_that_carries_it) {
  const std::string evil =
      "</script><script>alert(1)</script><!-- \xe2\x80\xa8 \xe2\x80\xa9 \xe2\x82\xac & @SCRIPT@";
  const ordered_json data = {{"title", evil}, {evil, {evil}}};
  const std::string html = page(data);
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, HasSubstr("<title>&lt;/script&gt;&lt;script&gt;alert(1)"));
  const std::string inside = data_in(html);
  EXPECT_THAT(inside, Not(HasSubstr("<")));
  EXPECT_THAT(inside, Not(HasSubstr("\xe2\x80\xa8")));
  EXPECT_THAT(inside, HasSubstr("\\u2028 \\u2029 \xe2\x82\xac & @SCRIPT@"));
  EXPECT_EQ(ordered_json::parse(inside), data);
}

TEST(Page, bytes_that_are_no_text_do_not_stop_it) {
  const std::string html = page({{"title", "a"}, {"subtitle", "caf\xe9.png"}});
  EXPECT_EQ(ordered_json::parse(data_in(html))["subtitle"], "caf\xef\xbf\xbd.png");
}

TEST(Page, a_title_is_not_needed) {
  for (const ordered_json& data :
       {ordered_json(), ordered_json::object(), ordered_json{{"title", 3}}}) {
    EXPECT_THAT(page(data), HasSubstr("<title>grmf</title>"));
  }
}

TEST(Page, leaves_no_place_unfilled) {
  const std::string html = page({{"title", "a"}});
  EXPECT_FALSE(std::regex_search(html, std::regex("@[A-Z]+@")));
  EXPECT_THAT(html, HasSubstr("--ground"));
  EXPECT_THAT(html, HasSubstr("Page.blocks.set(\"pictures\""));
  EXPECT_THAT(html, testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(html, testing::EndsWith("</html>\n"));
}

TEST(Page, asks_for_nothing_outside_itself) {
  std::string html = page({{"title", "a"}});
  const std::string policy = between(html, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'; img-src data:;"));
  // The name of SVG is the only address there is; nothing is fetched from it.
  html = std::regex_replace(html, std::regex("\"http://www\\.w3\\.org/2000/svg\""), "");
  EXPECT_FALSE(std::regex_search(html, std::regex("(https?:)?//[a-z]+\\.[a-z]")));
  EXPECT_FALSE(std::regex_search(html, std::regex("(src|href)=\"(?!data:|#)")));
  for (const char* word : {"@import", "url(", "fetch(", "XMLHttpRequest", "WebSocket", "sendBeacon",
                           "innerHTML", "insertAdjacentHTML", "document.write", "eval("}) {
    EXPECT_THAT(html, Not(HasSubstr(word)));
  }
}

}  // namespace
}  // namespace grmf::report
