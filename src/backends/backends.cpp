#include "backends/backends.h"

#include <string_view>
#include <utility>
#include <vector>

#include "engine/cpu/cpu_engine.h"
#include "options/option_table.h"

namespace grmf::internal {
namespace {

struct Entry {
  std::string name;
  EngineMaker make;
};

/// The engines that the library brings, best first, and then those that were registered.
std::vector<Entry>& registry() {
  static std::vector<Entry> entries = {
      {"cpu", [](const Data& data, FitContext& context) -> std::unique_ptr<Engine> {
         return std::make_unique<CpuEngine>(data, context.workers());
       }}};
  return entries;
}

const Entry& entry_of(const std::string& name) {
  if (name == "auto") return registry().front();
  std::vector<std::string_view> known = {"auto"};
  for (const Entry& entry : registry()) {
    if (entry.name == name) return entry;
    known.emplace_back(entry.name);
  }
  throw_unknown("backend", name, known);
}

}  // namespace

void register_engine(const std::string& name, EngineMaker make) {
  registry().push_back({name, std::move(make)});
}

std::string backend_of(const FitContext& context) { return entry_of(context.backend()).name; }

std::unique_ptr<Engine> make_engine(const Data& data, FitContext& context) {
  return entry_of(context.backend()).make(data, context);
}

}  // namespace grmf::internal
