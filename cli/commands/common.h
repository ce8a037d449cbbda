#pragma once

#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include <CLI/CLI.hpp>

#include "grmf/error.h"
#include "grmf/option.h"
#include "io/format.h"

/// What the commands share. Nothing numeric lives in this folder.
namespace grmf::cli {

/// Exit codes, as the manual lists them.
enum ExitCode {
  ok = 0,
  failure = 1,
  usage = 2,
  bad_data = 3,
  not_converged = 4,
  interrupted = 130
};
int exit_code_of(ErrorCode code);

/// Throws Error (out_of_range): the text is a number, but `flag` holds none so large or small.
template <class Number>
[[noreturn]] void throw_out_of_type(const std::string& flag, const std::string& text) {
  using Limits = std::numeric_limits<Number>;
  const std::string rule = std::is_floating_point_v<Number>
                               ? "its size must be 0 or from 5e-324 to 1.797e308"
                               : "it must be from " + std::to_string(Limits::lowest()) + " to " +
                                     std::to_string(Limits::max());
  throw Error(ErrorCode::out_of_range, flag + " is " + text + "; " + rule);
}

/// A flag's text as a number. Throws Error naming the flag: wrong_kind, or out_of_range where the type
/// does not reach so far.
template <class Number>
Number parse_number(const std::string& flag, const std::string& text) {
  Number number{};
  const bool plus = text.starts_with('+') && !text.starts_with("+-");
  const char* begin = text.data() + (plus ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(begin, end, number);
  if (code == std::errc::invalid_argument || rest != end) {
    constexpr const char* kind = std::is_floating_point_v<Number> ? "a number"
                                 : std::is_signed_v<Number>       ? "a whole number"
                                                                  : "a whole number, 0 or more";
    throw Error(ErrorCode::wrong_kind, flag + " takes " + kind + ", not '" + text + "'");
  }
  if (code != std::errc()) throw_out_of_type<Number>(flag, text);
  return number;
}

/// Adds a flag that takes a number.
template <class Number, class Target>
CLI::Option* add_number(CLI::App& command, const std::string& flags, Target& target,
                        const std::string& help) {
  const std::string name = flags.substr(flags.find("--"), flags.find(",--") - flags.find("--"));
  return command
      .add_option_function<std::string>(
          flags,
          [&target, name](const std::string& text) { target = parse_number<Number>(name, text); },
          help)
      ->type_name(std::is_floating_point_v<Number> ? "NUMBER" : "N");
}

/// Adds an argument that names a file.
template <class Path>
CLI::Option* add_file(CLI::App& command, const std::string& flags, Path& path,
                      const std::string& help) {
  return command.add_option(flags, path, help)->type_name("FILE");
}

/// A flag's text as the kind its option takes. Throws Error (wrong_kind) naming the flag.
OptionValue parse_value(const OptionSpec& spec, const std::string& text);
/// "lambda1_u" -> "lambda1-u"
std::string kebab(std::string name);
/// A number for people: six significant digits.
std::string brief(double number);

/// Text for a terminal: no control characters, which a file's name may hold.
std::string printable(std::string text);
/// One message on standard error, after the name of the program.
void complain(const std::string& message);

/// What a command leaves for main to return, and what it was called by.
struct Outcome {
  int exit_code = ok;
  std::string command_line;  ///< as it can be typed again
};

// Every command adds itself to the program and runs from its callback.
void add_fit(CLI::App& app, Outcome& outcome);
void add_tune(CLI::App& app, Outcome& outcome);
void add_denoise(CLI::App& app, Outcome& outcome);
void add_reconstruct(CLI::App& app);
void add_groups(CLI::App& app);
void add_info(CLI::App& app);
void add_outliers(CLI::App& app);
void add_methods(CLI::App& app);
void add_corrupt(CLI::App& app);
void add_score(CLI::App& app);
void add_compare(CLI::App& app, Outcome& outcome);
void add_reproduce(CLI::App& app, Outcome& outcome);
void add_report(CLI::App& app);
void add_demo(CLI::App& app, Outcome& outcome);
void add_completion(CLI::App& app);
void add_man(CLI::App& app);
void add_help(CLI::App& app);

/// What messages call a file that is read.
std::string file_name(const std::filesystem::path& file);

/// Calls `make`; an Error without a place of its own gets the name of the file it comes from.
template <class Make>
auto naming(const std::filesystem::path& file, const Make& make) {
  try {
    return make();
  } catch (const Error& error) {
    throw Error(error.code(), file_name(file) + ": " + error.what());
  }
}

/// Adds --format, for what the name of a file does not tell.
CLI::Option* add_format(CLI::App& command, std::optional<io::Format>& format, const char* help);
/// `format` for a file whose own name tells none; where several files share one --format.
std::optional<io::Format> unless_named(const std::filesystem::path& path,
                                       std::optional<io::Format> format);

/// Adds --peak: the number that is white. Refused unless finite and greater than 0.
CLI::Option* add_peak(CLI::App& command, std::optional<double>& peak, const char* help);

/// 0.12345 -> "12.3 %"
std::string percent(double share);

}  // namespace grmf::cli
