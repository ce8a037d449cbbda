#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "core/option_table.h"
#include "grmf/models.h"

namespace grmf {
namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<Method> (*make)();
};

template <class Concrete>
std::unique_ptr<Method> make() {
  return std::make_unique<Concrete>();
}

constexpr std::array registry = {
    Entry{"grmf", make<Grmf>},
    Entry{"ngrmf", make<NGrmf>},
    Entry{"gmf-l2", make<GmfL2>},
};

}  // namespace

std::vector<std::string_view> method_names() {
  std::vector<std::string_view> names;
  names.reserve(registry.size());
  for (const Entry& entry : registry) names.push_back(entry.name);
  return names;
}

std::unique_ptr<Method> make_method(std::string_view name) {
  for (const Entry& entry : registry) {
    if (entry.name == name) return entry.make();
  }
  internal::throw_unknown("method", name, method_names());
}

}  // namespace grmf
