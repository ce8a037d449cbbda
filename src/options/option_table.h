#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grmf/export.h"
#include "grmf/option.h"

namespace grmf::internal {

/// The word that stands for a number which is chosen from the data.
inline constexpr std::string_view automatic = "auto";

/// Returns `value` in the kind that `spec` asks for (1 becomes 1.0 for a real). Throws Error unless
/// the value obeys the spec.
OptionValue checked(const OptionSpec& spec, const OptionValue& value);

/// The known name that a misspelt one may have been meant for: the one that is the fewest edits
/// away, if a third of the letters or one letter is enough. Two neighbours exchanged are one edit.
/// Empty where no name is so near.
GRMF_EXPORT std::string_view suggestion(std::string_view name,
                                        const std::vector<std::string_view>& known);

/// Throws an Error about an option, such as "unknown option 'lamda1'; did you mean 'lambda1'?
/// Known are: ...". Nothing is suggested where no known name is near.
[[noreturn]] void throw_unknown(std::string_view what, std::string_view name,
                                const std::vector<std::string_view>& known);

/// Ties the rows of an option table to the members of an options struct, so that a default, a range
/// and a name are written down once. Several rows may write the same member: lambda1 sets both
/// numbers that lambda1_u and lambda1_v set separately.
template <class Options>
class OptionTable {
 public:
  using Write = std::function<void(Options&, const OptionValue&)>;
  using Read = std::function<OptionValue(const Options&)>;

  /// The default values of all rows are read from `defaults`.
  explicit OptionTable(Options defaults) : defaults_(std::move(defaults)) {}

  void add(OptionSpec spec, Read read, Write write) {
    spec.default_value = read(defaults_);
    specs_.push_back(std::move(spec));
    accessors_.push_back({std::move(read), std::move(write)});
  }

  [[nodiscard]] const std::vector<OptionSpec>& specs() const { return specs_; }

  void set(Options& options, std::string_view name, const OptionValue& value) const {
    const std::size_t row = find(name);
    accessors_[row].write(options, checked(specs_[row], value));
  }
  [[nodiscard]] OptionValue get(const Options& options, std::string_view name) const {
    return accessors_[find(name)].read(options);
  }
  /// Throws Error unless every value obeys its row, for options not set through the table.
  void check(const Options& options) const {
    for (std::size_t row = 0; row < specs_.size(); ++row) {
      checked(specs_[row], accessors_[row].read(options));
    }
  }

 private:
  struct Accessor {
    Read read;
    Write write;
  };

  [[nodiscard]] std::size_t find(std::string_view name) const {
    for (std::size_t row = 0; row < specs_.size(); ++row) {
      if (specs_[row].name == name) return row;
    }
    std::vector<std::string_view> known;
    for (const OptionSpec& spec : specs_) known.emplace_back(spec.name);
    throw_unknown("option", name, known);
  }

  Options defaults_;
  std::vector<OptionSpec> specs_;
  std::vector<Accessor> accessors_;
};

}  // namespace grmf::internal
