# Headers that many files include are read once for each set of compiler flags, not once a file.
#
#   grmf_precompile(TARGET HEADER...)
#
# Files still include what they use: `make lint` compiles each without precompiled headers.
set(grmf_standard_headers
    <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstdio> <exception> <filesystem>
    <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <span> <sstream> <stdexcept>
    <string> <string_view> <thread> <tuple> <utility> <variant> <vector>)

function(grmf_precompile target)
  target_precompile_headers(${target} PRIVATE ${grmf_standard_headers} ${ARGN})
endfunction()
