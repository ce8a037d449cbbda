#pragma once

#include "grmf/export.h"
#include "grmf/grmf_options.h"
#include "grmf/method.h"

/// GRMF and its family: methods that minimise the objective of grmf_options.h.
namespace grmf {

struct GrmfVariant;

/// Robust matrix factorisation with grouping effect: l1 loss, refined by the noise, with sparsity,
/// grouping and a ridge.
/// `Grmf{{.lambda2 = 0.01}}.fit(data, {.rank = 5})`
class GRMF_EXPORT Grmf : public Method {
 public:
  explicit Grmf(GrmfOptions options = {});

  [[nodiscard]] std::string_view name() const override;
  [[nodiscard]] std::string_view summary() const override;
  [[nodiscard]] std::span<const OptionSpec> options() const override;
  [[nodiscard]] StopDefaults stop_defaults() const override;
  void set(std::string_view option, const OptionValue& value) override;
  [[nodiscard]] OptionValue get(std::string_view option) const override;
  [[nodiscard]] Result fit(const Data& data, const FitOptions& options) const override;
  [[nodiscard]] std::unique_ptr<Method> clone() const override;
  [[nodiscard]] Tunable tunable() const override;

  [[nodiscard]] const GrmfOptions& settings() const noexcept { return settings_; }

 protected:
  Grmf(const GrmfVariant& variant, GrmfOptions options);

 private:
  const GrmfVariant* variant_;
  GrmfOptions settings_;
};

/// Non-negative GRMF: a hard constraint (U, V >= 0), or the penalty of the paper where
/// `nonnegative` is soft.
class GRMF_EXPORT NGrmf : public Grmf {
 public:
  explicit NGrmf(GrmfOptions options = {});
  [[nodiscard]] std::unique_ptr<Method> clone() const override;
};

/// GRMF with the l2 loss, which is not robust: it shows by comparison what the l1 loss brings.
class GRMF_EXPORT GmfL2 : public Grmf {
 public:
  explicit GmfL2(GrmfOptions options = {});
  [[nodiscard]] std::unique_ptr<Method> clone() const override;
};

}  // namespace grmf
