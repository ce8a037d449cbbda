#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "grmf/models.h"
#include "options/option_table.h"

namespace grmf {
namespace internal {

// Each of these is defined in the file of its method.
std::unique_ptr<Method> make_prmf();
std::unique_ptr<Method> make_godec_plus();
std::unique_ptr<Method> make_tsvd();
std::unique_ptr<Method> make_rpca();
std::unique_ptr<Method> make_rnmf();

}  // namespace internal

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
    Entry{"prmf", internal::make_prmf},
    Entry{"godec-plus", internal::make_godec_plus},
    Entry{"tsvd", internal::make_tsvd},
    Entry{"rpca", internal::make_rpca},
    Entry{"rnmf", internal::make_rnmf},
};

}  // namespace

std::vector<std::string_view> method_names() {
  std::vector<std::string_view> names;
  names.reserve(registry.size());
  for (const Entry& entry : registry) names.push_back(entry.name);
  return names;
}

std::unique_ptr<Method> make_method(std::string_view name) {
  if (name == "rpmf") name = "prmf";  // some papers swap the letters
  for (const Entry& entry : registry) {
    if (entry.name == name) return entry.make();
  }
  internal::throw_unknown("method", name, method_names());
}

}  // namespace grmf
