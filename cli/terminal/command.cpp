#include "terminal/command.h"

#include <type_traits>
#include <utility>

#include <CLI/CLI.hpp>

#include "terminal/parse_number.h"

namespace grmf::cli {
namespace {

/// "--max-sweeps" of "--max-sweeps,--max_sweeps": what messages call the flag.
std::string first_long_flag(const std::string& flags) {
  const std::size_t begin = flags.find("--");
  return flags.substr(begin, flags.find(",--") - begin);
}

template <class Number, class Target>
Argument add_number(Command& command, const std::string& flags, Target& target,
                    const std::string& help) {
  const auto parse = [flag = first_long_flag(flags)](const std::string& text) {
    return parse_number<Number>(flag, text);
  };
  return command.parsed(flags, target, parse, help)
      .placeholder(std::is_floating_point_v<Number> ? "NUMBER" : "N");
}

}  // namespace

Argument Argument::required() {
  option_->required();
  return *this;
}

Argument Argument::excludes(const Argument& other) {
  option_->excludes(other.option_);
  return *this;
}

Argument Argument::placeholder(const std::string& word) {
  option_->type_name(word);
  return *this;
}

Argument Argument::in_order() {
  option_->trigger_on_parse();
  return *this;
}

Argument Argument::under(const std::string& heading) {
  option_->group(heading);
  return *this;
}

Argument Command::file(const std::string& flags, std::filesystem::path& target,
                       const std::string& help) {
  return Argument(*app_->add_option(flags, target, help)).placeholder("FILE");
}

Argument Command::file(const std::string& flags, std::optional<std::filesystem::path>& target,
                       const std::string& help) {
  return Argument(*app_->add_option(flags, target, help)).placeholder("FILE");
}

Argument Command::files(const std::string& flags, std::vector<std::filesystem::path>& target,
                        const std::string& help) {
  CLI::Option* option = app_->add_option(flags, target, help);
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return Argument(*option).placeholder("FILE");
}

Argument Command::word(const std::string& flags, std::string& target, const std::string& help) {
  return Argument(*app_->add_option(flags, target, help)).placeholder("NAME");
}

Argument Command::number(const std::string& flags, double& target, const std::string& help) {
  return add_number<double>(*this, flags, target, help);
}

Argument Command::number(const std::string& flags, std::optional<double>& target,
                         const std::string& help) {
  return add_number<double>(*this, flags, target, help);
}

Argument Command::number(const std::string& flags, int& target, const std::string& help) {
  return add_number<int>(*this, flags, target, help);
}

Argument Command::number(const std::string& flags, std::optional<int>& target,
                         const std::string& help) {
  return add_number<int>(*this, flags, target, help);
}

Argument Command::number(const std::string& flags, std::uint64_t& target, const std::string& help) {
  return add_number<std::uint64_t>(*this, flags, target, help);
}

Argument Command::number(const std::string& flags, std::optional<std::uint64_t>& target,
                         const std::string& help) {
  return add_number<std::uint64_t>(*this, flags, target, help);
}

Argument Command::flag(const std::string& flags, bool& target, const std::string& help) {
  return Argument(*app_->add_flag(flags, target, help));
}

Argument Command::parsed(const std::string& flags,
                         const std::function<void(const std::string& text)>& store,
                         const std::string& help) {
  return Argument(*app_->add_option_function<std::string>(flags, store, help));
}

void Command::footer(const std::string& text) { app_->footer(text); }

void Command::runs(std::function<int()> body) {
  app_->callback([body = std::move(body), exit_code = exit_code_] { *exit_code = body(); });
}

}  // namespace grmf::cli
