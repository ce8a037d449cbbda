#!/bin/sh
# Formats (style.sh format) or checks (style.sh lint) the code of the project.
set -eu
cd "$(dirname "$0")/.."

cpp_files() {
  find . \( -path './.?*' -o -path ./build \) -prune -o -type f "$@" -print | sort
}

# The reference version where there is one; see tools/setup.sh.
clang_format=$(command -v clang-format-14 || command -v clang-format)

case ${1-} in
  format)
    cpp_files \( -name '*.h' -o -name '*.cpp' \) | xargs -r "$clang_format" -i
    ;;
  lint)
    echo "shellcheck"
    shellcheck .ci/run tools/*.sh
    echo "layers"
    tools/layers.py
    tools/entries.py
    echo "columns"
    if cpp_files \( -name '*.h' -o -name '*.cpp' \) | xargs -r grep -nE '.{101,}'; then
      echo "Lines of C++ have at most 100 columns." >&2
      exit 1
    fi
    echo "clang-format"
    cpp_files \( -name '*.h' -o -name '*.cpp' \) | xargs -r "$clang_format" --dry-run -Werror
    echo "clang-tidy"
    # Silent about a clean file: its output is then only a count of hidden warnings.
    # shellcheck disable=SC2016 # $1 is for the inner shell
    # Tests and benchmarks are left to the compiler: behind their macros clang-tidy takes minutes and
    # finds little.
    cpp_files -name '*.cpp' ! -path './tests/*' ! -path './bench/*' | xargs -r -n 1 -P "$(nproc)" sh -c '
      output=$(clang-tidy --quiet -p build/lint "$1" 2>&1) || { echo "$output"; exit 1; }' sh
    ;;
  *)
    echo "usage: tools/style.sh format|lint" >&2
    exit 2
    ;;
esac
