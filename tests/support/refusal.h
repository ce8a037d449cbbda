#pragma once

#include <gmock/gmock.h>

#include "grmf/error.h"

namespace grmf::test {

/// Matches a call that throws an Error of this code whose message holds all these words.
template <class... Words>
auto refuses(ErrorCode code, Words... words) {
  return testing::Throws<Error>(testing::AllOf(
      testing::Property(&Error::code, code),
      testing::Property(&Error::what, testing::AllOf(testing::HasSubstr(words)...))));
}

}  // namespace grmf::test
