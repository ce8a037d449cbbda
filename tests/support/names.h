#pragma once

#include <algorithm>
#include <string>

namespace grmf::test {

/// A name made fit for a test name, where GoogleTest allows no '-' and no '@'.
inline std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  std::replace(name.begin(), name.end(), '@', '_');
  return name;
}

/// Names the tests of a suite whose parameter is a name.
struct NamedByParameter {
  template <class Instance>
  std::string operator()(const Instance& instance) const {
    return test_name(std::string(instance.param));
  }
};

}  // namespace grmf::test
