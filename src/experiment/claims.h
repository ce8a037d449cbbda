#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/lookup.h"

/// The claims of the paper, checked against the runs.
namespace grmf::experiment {

enum class Verdict { holds, does_not_hold, not_checked };
std::string_view to_string(Verdict verdict);

struct Claim {
  std::string name;
  Setting setting = Setting::fair;
  std::string paper;  ///< what the paper says
  Verdict verdict = Verdict::not_checked;
  std::string evidence = {};  ///< our numbers on it
};

/// Every claim, once for every setting that was asked for. A claim is not checked if the experiment
/// it is about is not among `experiments`: the pictures or ranks of it that happen to be there are
/// no basis for a judgement.
std::vector<Claim> check_claims(const Lookup& lookup,
                                const std::vector<std::string_view>& experiments);

}  // namespace grmf::experiment
