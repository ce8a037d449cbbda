#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/lookup.h"

/// What the paper claims, held against the runs.
namespace grmf::experiment {

enum class Verdict { holds, does_not_hold, not_checked };
std::string_view to_string(Verdict verdict);

struct Claim {
  std::string name;
  Setting setting = Setting::fair;
  std::string paper;  ///< what it says
  Verdict verdict = Verdict::not_checked;
  std::string evidence = {};  ///< our numbers
};

/// Every claim, once for every setting that was asked for. Not checked: the experiment it is about is not among these; what happens to be
/// there of it, a picture or a rank, is no ground to judge by.
std::vector<Claim> check_claims(const Lookup& lookup,
                                const std::vector<std::string_view>& experiments);

}  // namespace grmf::experiment
