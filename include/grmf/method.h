#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grmf/data.h"
#include "grmf/export.h"
#include "grmf/fit.h"
#include "grmf/option.h"
#include "grmf/tunable.h"

namespace grmf {

/// The interface of all methods. A method holds its options; fit() changes nothing in it and may be
/// called from several threads at once.
class GRMF_EXPORT Method {
 public:
  virtual ~Method() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  /// What the method is, in one line.
  [[nodiscard]] virtual std::string_view summary() const = 0;
  [[nodiscard]] virtual std::span<const OptionSpec> options() const = 0;
  /// Whether the method uses FitOptions::rank; otherwise it finds a rank of its own.
  [[nodiscard]] virtual bool takes_rank() const { return true; }
  /// Whether the method takes missing entries and weights, with the options as they are set now.
  [[nodiscard]] virtual bool takes_gaps() const { return true; }
  /// Why the method cannot take these data, with the options as they are set now; empty where it
  /// can. fit() refuses them with the same words. Where takes_gaps() is false, these are data with
  /// gaps or weights.
  [[nodiscard]] virtual std::string refusal(const Data& data) const;
  /// Whether the method needs all of Y as a dense matrix, with the options as they are set now.
  [[nodiscard]] virtual bool needs_dense() const { return false; }
  /// What tune() may vary in the method beside its rank, with the options as they are set now.
  [[nodiscard]] virtual Tunable tunable() const { return {}; }
  /// When a fit ends if FitOptions does not say, with the options as they are set now.
  [[nodiscard]] virtual StopDefaults stop_defaults() const = 0;
  /// Sets one option. Throws Error for an unknown name (naming the nearest known one), a value of
  /// the wrong kind, or one out of range.
  virtual void set(std::string_view option, const OptionValue& value) = 0;
  [[nodiscard]] virtual OptionValue get(std::string_view option) const = 0;
  /// Factorises the data. Throws Error for bad options; never prints.
  [[nodiscard]] virtual Result fit(const Data& data, const FitOptions& options) const = 0;
  /// A copy of the method with its options.
  [[nodiscard]] virtual std::unique_ptr<Method> clone() const = 0;

 protected:
  Method() = default;
  Method(const Method&) = default;
  Method(Method&&) = default;
  Method& operator=(const Method&) = default;
  Method& operator=(Method&&) = default;
};

/// The names make_method() knows.
GRMF_EXPORT std::vector<std::string_view> method_names();
/// A method with its default options; `rpmf` is another name of `prmf`. An unknown name throws an
/// Error that lists the known ones.
GRMF_EXPORT std::unique_ptr<Method> make_method(std::string_view name);

}  // namespace grmf
