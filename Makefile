# A short way in. Every target first installs what it needs (tools/setup.sh) and
# then calls CMake with the preset of that name; see CMakePresets.json.

PYTHON := /usr/bin/python3
JOBS := $(shell nproc 2>/dev/null || echo 2)

.PHONY: help build demo test bench sanitize format lint clean
.NOTPARALLEL:

help:
	@echo 'make build     build the library, the examples and the tests (build/release)'
	@echo 'make demo      draw pictures, destroy half of their pixels, recover them, compare all methods'
	@echo 'make test      build and run all tests'
	@echo 'make bench     measure: start-up, reading of large files (1 GB of disk in the temporary folder), speed against NumPy'
	@echo 'make sanitize  run the tests under the address, undefined and thread sanitizers'
	@echo 'make format    format the C++ files in place'
	@echo 'make lint      check layers, columns, format, clang-tidy and the shell scripts'
	@echo 'make clean     remove the build folder'

build:
	@tools/setup.sh build
	@cmake --preset release
	@cmake --build --preset release --parallel $(JOBS)

# Builds the program alone: the tests would take longer than all the rest.
demo:
	@tools/setup.sh build
	@cmake --preset release
	@cmake --build --preset release --parallel $(JOBS) --target grmf_cli
	@build/release/cli/grmf demo -o build/grmf-demo.png --report build/grmf-demo.html

test: build
	@tools/setup.sh test
	@ctest --preset release --parallel $(JOBS)
	@$(PYTHON) -B tests/summary.py build/release

# Repetitions are interleaved: a noisy neighbour then disturbs all alike. Debian's own Python is the one that Debian's
# packages are for. BENCH are arguments of performance.py: make bench BENCH="--data PICTURES"; without --data
# pictures are drawn. It also runs what grmf_bench has on tables and the start of the program.
bench:
	@tools/setup.sh bench
	@cmake --preset release -DGRMF_BUILD_BENCH=ON
	@cmake --build --preset release --parallel $(JOBS) --target grmf_bench grmf_worker grmf_cli
	@build/release/bench/grmf_bench --benchmark_filter='-csv|help' --benchmark_enable_random_interleaving=true \
		--benchmark_report_aggregates_only=true
	@$(PYTHON) -B bench/performance.py $(BENCH)

# The presets choose the tests by their labels (tests/labels.cmake): without the statistical ones, and
# under the thread sanitizer, which is slow, only those in which threads share work.
# Older ThreadSanitizer runtimes stop when the kernel spreads addresses widely;
# setarch -R turns that off where it is allowed.
sanitize:
	@tools/setup.sh test
	@cmake --preset asan
	@cmake --build --preset asan --parallel $(JOBS)
	@ctest --preset asan --parallel $(JOBS)
	@cmake --preset tsan
	@cmake --build --preset tsan --parallel $(JOBS)
	@$$(setarch -R true 2>/dev/null && echo setarch -R) ctest --preset tsan --parallel $(JOBS)

format:
	@tools/setup.sh format
	@tools/style.sh format

lint:
	@tools/setup.sh lint
	@cmake --preset lint
	@tools/style.sh lint

clean:
	@rm -rf build
