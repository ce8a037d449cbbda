#pragma once

#include <algorithm>
#include <string>

namespace grmf::test {

/// A name as a part of a test's name, where GoogleTest takes no '-'.
inline std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// For suites whose parameter is a name.
struct NamedByParameter {
  template <class Instance>
  std::string operator()(const Instance& instance) const {
    return test_name(std::string(instance.param));
  }
};

}  // namespace grmf::test
