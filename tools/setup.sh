#!/bin/sh
# Installs the system packages that a task needs and that are missing.
#
#   tools/setup.sh build|test|bench|format|lint
#
# Does nothing, quickly, when all are there. Needs root or password-less sudo to
# install; otherwise it prints the one command to run and fails.
set -eu

missing=

has_command() {
  command -v "$1" >/dev/null 2>&1
}

# need_command PACKAGE COMMAND...: any one of the commands will do.
need_command() {
  package=$1
  shift
  for name in "$@"; do
    if has_command "$name"; then return 0; fi
  done
  missing="$missing $package"
}

# need_package PACKAGE: for what brings no command along.
need_package() {
  status=$(dpkg-query -W -f='${db:Status-Status} ' "$1" 2>/dev/null) || status=
  case $status in
    *"installed "*) ;;
    *) missing="$missing $1" ;;
  esac
}

need_for_build() {
  need_command g++ c++
  need_command cmake cmake
  need_command ninja-build ninja
  need_package libeigen3-dev
  need_package libhwy-dev
  # The presets build the tests too.
  need_package libgtest-dev
  need_package libgmock-dev
  need_package zlib1g-dev
  need_package libpng-dev
  need_package libjpeg-dev
  need_package libtiff-dev
  need_package libfast-float-dev
  need_package nlohmann-json3-dev
  need_package libcli11-dev
}

need_for_test() {
  need_for_build
  # One test asks NumPy what it makes of our files.
  need_command python3 python3
  need_package python3-numpy
  # Another opens the page of a report in a browser; pip fetches axe, which judges how accessible it is.
  need_command chromium chromium
  need_command chromium-driver chromedriver
  need_package python3-selenium
  need_package python3-pip
  # A third holds the files of experiments against their schema.
  need_package python3-jsonschema
}

need_for_bench() {
  need_for_build
  need_package libbenchmark-dev
  # What is compared with. NumPy takes the OpenBLAS that is installed.
  need_command python3 python3
  need_package python3-numpy
  need_package libopenblas0-pthread
  need_package python3-sklearn
  need_package python3-threadpoolctl
  need_command valgrind valgrind
}

# Formatting differs between major versions of clang-format; 14 is the reference.
need_for_format() {
  need_command clang-format-14 clang-format-14 clang-format
}

need_for_lint() {
  need_for_build
  need_for_format
  need_command clang-tidy clang-tidy
  need_command shellcheck shellcheck
}

# Releases that no longer carry clang-format 14 get the one they have.
use_available_names() {
  case $missing in
    *clang-format-14*)
      if ! apt-cache show clang-format-14 >/dev/null 2>&1; then
        missing=$(echo "$missing" | sed 's/clang-format-14/clang-format/')
      fi
      ;;
  esac
}

# Another program (such as the unattended upgrade of a fresh machine) may hold
# the lock for a while, hence the timeout. A third-party source that fails to
# update is no reason to stop: the installation shows whether it matters.
install_missing() {
  echo "Installing:$missing"
  "$@" apt-get -q update || true
  use_available_names
  # shellcheck disable=SC2086 # one word per package
  "$@" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 \
    install -y --no-install-recommends $missing
}

print_command() {
  use_available_names
  install="apt-get update && apt-get install -y --no-install-recommends$missing"
  if has_command sudo; then
    as_root="sudo sh -c"
  else
    as_root="su -c"
  fi
  echo "Some packages are missing. Run this, then try again:" >&2
  echo "" >&2
  echo "  $as_root '$install'" >&2
  echo "" >&2
}

if ! has_command dpkg-query || ! has_command apt-get; then
  # Not Debian or Ubuntu: CMake will say if something is missing.
  case ${1-} in
    build | test | bench) tools="c++ cmake ninja" ;;
    format) tools="clang-format" ;;
    *) tools="c++ cmake ninja clang-format clang-tidy shellcheck" ;;
  esac
  for name in $tools; do
    if ! has_command "$name"; then
      echo "Not found: $name. Needed here: a C++20 compiler, CMake 3.22, Ninja, Eigen 3.4, Highway," \
        "GoogleTest, zlib, libpng, libjpeg, libtiff, fast_float, CLI11 and nlohmann-json; for 'make test' Python" \
        "with NumPy and, to open a page in a browser, Selenium with Chromium, jsonschema; for 'make bench' Google" \
        "Benchmark, NumPy with OpenBLAS, scikit-learn and valgrind; for 'make lint' clang-format 14," \
        "clang-tidy and shellcheck." >&2
      break
    fi
  done
  exit 0
fi

case ${1-} in
  build) need_for_build ;;
  test) need_for_test ;;
  bench) need_for_bench ;;
  format) need_for_format ;;
  lint) need_for_lint ;;
  *)
    echo "usage: tools/setup.sh build|test|bench|format|lint" >&2
    exit 2
    ;;
esac

if [ -z "$missing" ]; then
  exit 0
elif [ "$(id -u)" -eq 0 ]; then
  install_missing
elif has_command sudo && sudo -n true 2>/dev/null; then
  install_missing sudo -n
else
  print_command
  exit 1
fi
