#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grmf/matrix.h"

/// The results of the authors' code, from the optional folder beside the checkout.
namespace grmf::test {

struct AuthorsRow {
  Matrix input;
  Matrix clean;
  int rank;
  double rmae;
};

/// The rows of a table of the authors. `method` is spelled as in the table; `state` is "corrupted"
/// or "origin".
std::vector<AuthorsRow> authors_rows(const std::filesystem::path& shared, const std::string& method,
                                     const std::string& set, const std::string& state);

/// A corrupted picture and the original.
struct CorruptedPicture {
  Matrix input;
  Matrix clean;
};
/// All corrupted inputs of a set.
std::vector<CorruptedPicture> corrupted_pictures(const std::filesystem::path& shared,
                                                 const std::string& set);

}  // namespace grmf::test
