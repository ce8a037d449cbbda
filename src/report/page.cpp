#include "report/page.h"

#include <array>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "report/page_assets.h"
#include "report/text.h"

namespace grmf::report {
namespace {

using Json = nlohmann::ordered_json;

/// The data as JSON in which no browser sees the end of its element. All that is replaced occurs
/// only within strings, where it may be written as \u.
std::string json_text(const Json& data) {
  // U+2028 and U+2029 end a line of JavaScript, for programs that take the JSON for that.
  constexpr std::string_view line_separator = "\xe2\x80\xa8";
  constexpr std::string_view paragraph_separator = "\xe2\x80\xa9";
  // Bytes that are not UTF-8, for example of a file name, become U+FFFD.
  const std::string plain = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string_view rest = plain;
  std::string escaped;
  escaped.reserve(plain.size() + plain.size() / 64);
  std::size_t done = 0;
  while (true) {
    const std::size_t at = rest.find_first_of("<\xe2", done);
    escaped += rest.substr(done, at - done);
    if (at == std::string_view::npos) return escaped;
    const std::string_view here = rest.substr(at);
    done = at + line_separator.size();
    if (here.starts_with(line_separator)) {
      escaped += "\\u2028";
    } else if (here.starts_with(paragraph_separator)) {
      escaped += "\\u2029";
    } else {
      done = at + 1;
      escaped += here.front() == '<' ? std::string_view("\\u003c") : here.substr(0, 1);
    }
  }
}

std::string title_of(const Json& data) {
  const bool has_title = data.is_object() && data.contains("title") && data["title"].is_string();
  return has_title ? data["title"].get<std::string>() : "grmf";
}

}  // namespace

std::string page(const Json& data) {
  const std::array<std::pair<std::string_view, std::string>, 5> parts{{
      {"@TITLE@", markup_text(title_of(data))},
      {"@STYLE@", std::string(page_assets::style)},
      {"@THEME@", std::string(page_assets::theme)},
      {"@DATA@", json_text(data)},
      {"@SCRIPT@", std::string(page_assets::script)},
  }};
  std::string whole;
  std::string_view rest = page_assets::html;
  // The parts are filled in by the order of the template, so that no name is looked for in a part.
  for (const auto& [name, content] : parts) {
    const std::size_t at = rest.find(name);
    whole += rest.substr(0, at);
    whole += content;
    rest.remove_prefix(at + name.size());
  }
  whole += rest;
  return whole;
}

}  // namespace grmf::report
