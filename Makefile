# SPDX-License-Identifier: MIT

# Tests are compiled with optimisation, with the invariant checks on, and with
# warnings as errors, in a folder of their own. Debug information holds lines only, and the compiler
# writes a module while it compiles it, not in a pass of its own. DECENT_SEED, DECENT_SCALE and
# DECENT_TRACES reach the tests from the environment or from make's command line.
TEST_FLAGS = -c release --scratch-path .build/checked --disable-xctest \
  -Xswiftc -enable-testing -Xswiftc -DDECENT_INVARIANTS -Xswiftc -warnings-as-errors \
  -Xswiftc -gline-tables-only -Xswiftc -no-emit-module-separately-wmo

# The notebook is a package of its own. Both packages are built in one folder, which compiles once what
# both need. Without the flag, the plan that was made for one package would be taken for the other's.
TEST_FLAGS += --disable-build-manifest-caching
NOTES = --package-path Notes

# Each run of make test does the same as the last: tests have seeds of their own, and hash tables
# the same order. make test-long has new seeds, and hashes anew in half of its runs.
SAME_HASHING = SWIFT_DETERMINISTIC_HASHING=1

# What the tests write lies in memory where that is large: on a disk, half of their time is waiting for it.
ifndef TMPDIR
  ifneq ($(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 > 4000000'),)
    export TMPDIR = /dev/shm
  endif
endif

# The tests of what has nodes: the engine, the text, and the types that keep an order; without
# the longest, which make test-long runs with small nodes too.
NODE_TESTS = ^((SequenceEngine|ReplicatingText)Tests\.|ReplicatingTypesTests\.([^/]*(Array|Ordered|Text)|KnownFaults|LongHistory|NestedModel))(?!.*(InAllSmallStates|aMillion|aSmallMergeReplays))

# A quick check compiles without optimisation, so that only what a change reaches is compiled anew, in
# a folder of its own. It runs every tenth test: those that begin on a line whose number ends in 8. Left
# out are laws, random runs that take a seed, searches, and what needs the modules for browsers.
CHECK_FLAGS = --scratch-path .build/quick --disable-build-manifest-caching --disable-xctest \
  -Xswiftc -DDECENT_INVARIANTS -Xswiftc -warnings-as-errors -Xswiftc -gline-tables-only
CHECK_TESTS = ^(?!Browser|[^/]*/.*([lL]aws|seed|Small|[mM]illion)).*:[0-9]*8:[0-9]+$$

# What the formatter reads.
SWIFT_FILES = $(wildcard Package.swift Sources Tests Examples Notes Benchmarks/Package.swift Benchmarks/Sources \
  Browser/Package.swift Browser/Sources Fuzz/EntryPoints.swift)

# What Benchmarks/run reads.
export TRACES TASKS SEED ROUNDS JSON PEERS

# Where make install puts things; DESTDIR stands before all of it.
PREFIX = /usr/local

# What is installed must run where there is no Swift, and starts three times as fast so.
# Apple's systems have Swift's libraries.
INSTALL_FLAGS = $(NOTES) -c release --product decent --scratch-path .build/installed \
  $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: help setup run page install check test tests page-tests test-long wasm check-long golden bench \
  bench-check docs lint \
  format clean

help:
	@echo 'make run     build decent and show two devices that keep one notebook: side by side in the'
	@echo '             browser or, where output is no terminal, the tour of the command line'
	@echo 'make install build decent and put it into PREFIX=$(PREFIX), with its manual page,'
	@echo '             completions and the page it serves; DESTDIR=DIR stands before all paths'
	@echo 'make page    put the files of the page together in .build/page, which decent serve finds'
	@echo 'make check   compile all that a change reaches, and run a small part of all tests'
	@echo 'make test    run all tests; FILTER=Name runs those whose name matches,'
	@echo '             DECENT_SEED=N replays a run, DECENT_SCALE=N makes runs N times longer'
	@echo 'make page-tests  run the tests of the page, in node and in Chromium (make test does, too)'
	@echo 'make wasm    build the modules for browsers, Browser/.build/decent.wasm and others'
	@echo 'make test-long  many times as many random runs, and larger searches, chunk by chunk from'
	@echo '             where it stopped; MINUTES=20 or CHUNKS=8 say how many'
	@echo 'make check-long  all of what takes hours at most: that, threads, fuzzers'
	@echo '             (SECONDS_EACH=60), mutations'
	@echo 'make golden  add the golden files of format VERSION=N; overwrites nothing'
	@echo 'make bench   measure against the peers; TRACES=DIR names recorded sessions,'
	@echo '             TASKS=replay,fork picks tasks, ROUNDS=1 is sooner done, JSON=1 is for'
	@echo '             machines, PEERS=0 leaves the peers out (Benchmarks/README.md)'
	@echo 'make bench-check  count instructions of some benchmarks, and compare with Benchmarks/thresholds'
	@echo 'make docs    make a site of the documentation of all products, in .build/docs, for a server of'
	@echo '             files; BASE=PATH is the path of the site on its server, REPOSITORY=URL lets pages'
	@echo '             link to the files that they name'
	@echo 'make lint    check the format, the direction of imports and the rules for sources'
	@echo 'make format  rewrite the sources in the checked-in format'
	@echo 'make setup   install C libraries, node and tools for wasm (run and test do this first)'
	@echo 'make clean   remove what was built'

setup:
	@Scripts/setup

run: setup
	swift build $(NOTES) -c release --product decent --scratch-path .build/notes
	@Scripts/run .build/notes/release/decent

install: setup
	swift build $(INSTALL_FLAGS)
	@if Browser/build && Scripts/page; then page=.build/page; else page=; \
	  echo 'install: the page of decent serve is left out, since its module cannot be built' >&2; fi; \
	Scripts/install "$$(swift build $(INSTALL_FLAGS) --show-bin-path)/decent" \
	  '$(DESTDIR)$(PREFIX)' $$page

check: setup
	swift build --build-tests $(CHECK_FLAGS)
	$(SAME_HASHING) swift test --skip-build $(CHECK_FLAGS) --filter '$(CHECK_TESTS)'
	swift build $(NOTES) --build-tests $(CHECK_FLAGS)
	$(SAME_HASHING) swift test $(NOTES) --skip-build $(CHECK_FLAGS) --filter '$(CHECK_TESTS)'

# The tests of the modules for browsers need it; a FILTER that names none of them does not.
# What has nodes is tested with those that ship, and again with small ones: so few elements
# make deep trees.
test: setup
	@$(MAKE) --no-print-directory -j2 tests $(if $(FILTER),$(if $(findstring Browser,$(FILTER)),wasm),wasm)
	$(SAME_HASHING) swift test --skip-build $(TEST_FLAGS) $(if $(FILTER),--filter '$(FILTER)')
	$(SAME_HASHING) swift test $(NOTES) --skip-build $(TEST_FLAGS) $(if $(FILTER),--filter '$(FILTER)')
ifndef FILTER
	$(SAME_HASHING) DECENT_NODES=small DECENT_SCALE=$(or $(DECENT_SCALE),0.5) \
	  swift test --skip-build $(TEST_FLAGS) --filter '$(NODE_TESTS)'
	@$(MAKE) --no-print-directory page-tests
endif

tests:
	swift build --build-tests $(TEST_FLAGS)
	swift build $(NOTES) --build-tests $(TEST_FLAGS)

page-tests: setup wasm
	@Tests/PageTests/run

# Each chunk is as long as one of the runs of make test, on a seed of its own.
test-long: setup
	@FLAGS='$(TEST_FLAGS)' NOTES='$(NOTES)' FILTER='$(FILTER)' MINUTES='$(MINUTES)' Scripts/test-long $(CHUNKS)

# Beside the tests, whose building takes longer, it gets what they leave of the processors.
wasm:
	@nice Browser/build

# What takes too long for every change, one after the other: more random runs, threads,
# the fuzzers, and whether the tests would notice.
check-long: setup test-long
	Scripts/thread-sanitizer
	Fuzz/run $(or $(SECONDS_EACH),60)
	Scripts/mutate

page: setup wasm
	@Scripts/page

golden: setup
	@FLAGS='$(TEST_FLAGS)' Scripts/golden $(VERSION)

bench:
	@Benchmarks/run

bench-check:
	@Benchmarks/check

docs: setup
	swift build $(CHECK_FLAGS)
	@Scripts/docs .build/quick/debug $(if $(BASE),--hosting-base-path '$(BASE)') \
	  $(if $(REPOSITORY),--repository '$(REPOSITORY)')

lint:
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	@Scripts/check-imports
	@Scripts/check-sources
	@Scripts/check-page-tests
	@Scripts/test-checks
	@Benchmarks/test-peers

format:
	swift format --in-place --parallel --recursive $(SWIFT_FILES)

clean:
	rm -rf .build Notes/.build Benchmarks/.build Benchmarks/.venv Browser/.build Fuzz/.build
