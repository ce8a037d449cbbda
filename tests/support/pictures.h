#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "grmf/matrix.h"

namespace grmf::test {

/// The optional folder of pictures beside the checkout; empty when it is absent and under
/// sanitizers.
std::optional<std::filesystem::path> shared_folder();
/// Why a test is skipped without the folder; the test adds what stands in for it.
inline constexpr const char* no_pictures =
    "no folder of pictures beside the checkout, or a sanitizer that leaves it out; ";

/// One of the four picture sets, with the paper's rank for intact pictures; it is one less for
/// corrupted ones.
struct PictureSet {
  std::string name;
  int rank;
};
const std::vector<PictureSet>& picture_sets();
void PrintTo(const PictureSet& set, std::ostream* out);  // NOLINT: GoogleTest's name

/// The first `count` pictures of a set, by file name.
std::vector<Matrix> first_pictures(const std::filesystem::path& shared, const std::string& set,
                                   int count);
/// Every n-th picture of a set, by file name.
std::vector<Matrix> every_nth_picture(const std::filesystem::path& shared, const std::string& set,
                                      int n);

}  // namespace grmf::test
