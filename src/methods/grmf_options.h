#pragma once

#include "grmf/models.h"
#include "options/option_table.h"

namespace grmf {

/// A member of the GRMF family: which options it fixes, and the table of those it leaves open.
struct GrmfVariant {
  std::string_view name;
  std::string_view summary;
  GrmfOptions (*specialise)(GrmfOptions);  ///< sets the options that the variant fixes
  const internal::OptionTable<GrmfOptions>* table;
};

namespace internal {

const GrmfVariant& grmf_variant();
const GrmfVariant& ngrmf_variant();
const GrmfVariant& gmf_l2_variant();

/// What tune() may vary in a variant with these settings.
Tunable tunable_of(const GrmfVariant& variant, const GrmfOptions& settings);

}  // namespace internal
}  // namespace grmf
