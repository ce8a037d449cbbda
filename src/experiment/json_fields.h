#pragma once

#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include "grmf/error.h"

/// Members of a JSON object from a file that anybody may have written. A member that is missing or
/// of another kind throws an Error that names it.
namespace grmf::experiment {

inline Error bad_member(const std::string& name, const std::string& rule) {
  return {ErrorCode::invalid_data, "member '" + name + "' " + rule};
}

template <class Json>
const Json& member(const Json& object, const std::string& name) {
  if (!object.is_object()) throw Error(ErrorCode::invalid_data, "is no object");
  const auto found = object.find(name);
  if (found == object.end()) throw bad_member(name, "is missing");
  return *found;
}

template <class Json>
std::string text_member(const Json& object, const std::string& name) {
  const Json& value = member(object, name);
  if (!value.is_string()) throw bad_member(name, "must be a text");
  return value.template get<std::string>();
}

template <class Json>
double number_member(const Json& object, const std::string& name) {
  const Json& value = member(object, name);
  if (!value.is_number()) throw bad_member(name, "must be a number");
  return value.template get<double>();
}

/// A number, or nothing where the member is null.
template <class Json>
std::optional<double> optional_number_member(const Json& object, const std::string& name) {
  if (member(object, name).is_null()) return std::nullopt;
  return number_member(object, name);
}

template <class Json>
std::uint64_t count_member(const Json& object, const std::string& name) {
  const Json& value = member(object, name);
  if (!value.is_number_integer() || value < 0) {
    throw bad_member(name, "must be a whole number, 0 or more");
  }
  return value.template get<std::uint64_t>();
}

template <class Json>
int small_count_member(const Json& object, const std::string& name) {
  const std::uint64_t count = count_member(object, name);
  if (count > std::numeric_limits<int>::max()) throw bad_member(name, "is too large");
  return static_cast<int>(count);
}

template <class Json>
const Json& list_member(const Json& object, const std::string& name) {
  const Json& value = member(object, name);
  if (!value.is_array()) throw bad_member(name, "must be a list");
  return value;
}

}  // namespace grmf::experiment
