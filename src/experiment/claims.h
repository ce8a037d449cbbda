#pragma once

#include <string>
#include <vector>

#include "experiment/lookup.h"

/// What the paper claims, held against the runs.
namespace grmf::experiment {

enum class Verdict { holds, does_not_hold, not_checked };
std::string_view to_string(Verdict verdict);

struct Claim {
  std::string name;
  std::string paper;  ///< what it says
  Verdict verdict = Verdict::not_checked;
  std::string evidence = {};  ///< our numbers
};

/// Every claim once for every setting that was run, where the setting matters. Not checked: the runs it needs are not there.
std::vector<Claim> check_claims(const Lookup& lookup);

}  // namespace grmf::experiment
