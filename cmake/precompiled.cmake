# Headers that many files include are read once for each set of compiler flags, not once a file.
#
#   grmf_precompile(TARGET HEADER...)
#
# Files still include what they use: for those outside tests/, clang-tidy of `make lint` compiles each
# without precompiled headers. Those of the tests are compiled with them alone.
set(grmf_standard_headers
    <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstdio> <exception> <filesystem>
    <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <span> <sstream> <stdexcept>
    <string> <string_view> <thread> <tuple> <utility> <variant> <vector>)

function(grmf_precompile target)
  target_precompile_headers(${target} PRIVATE ${grmf_standard_headers} ${ARGN})
endfunction()

# Sources of a target are compiled several at a time, so that what they instantiate alike is made once.
# Not where precompiled headers are off: each file is then looked at by itself.
function(grmf_compile_together target)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()
