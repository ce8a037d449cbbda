#pragma once

#include <memory>
#include <string_view>

#include "grmf/method.h"
#include "options/option_table.h"

namespace grmf::internal {

/// A method whose options are a struct with a table. Little more than fit() is left to the method
/// itself, the class Concrete.
template <class Concrete, class Options>
class TabledMethod : public Method {
 public:
  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string_view summary() const override { return summary_; }
  [[nodiscard]] std::span<const OptionSpec> options() const override { return table_->specs(); }
  void set(std::string_view option, const OptionValue& value) override {
    table_->set(settings_, option, value);
  }
  [[nodiscard]] OptionValue get(std::string_view option) const override {
    return table_->get(settings_, option);
  }
  [[nodiscard]] std::unique_ptr<Method> clone() const override {
    return std::make_unique<Concrete>(static_cast<const Concrete&>(*this));
  }

 protected:
  /// The table must outlive the method.
  TabledMethod(std::string_view name, std::string_view summary, const OptionTable<Options>& table)
      : name_(name), summary_(summary), table_(&table) {}

  [[nodiscard]] const Options& settings() const { return settings_; }

 private:
  std::string_view name_;
  std::string_view summary_;
  const OptionTable<Options>* table_;
  Options settings_;
};

}  // namespace grmf::internal
