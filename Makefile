# Builds, tests and installs Hookswitch: `make help` lists the targets.
#
# WITHOUT="sip …" leaves out those plugins; WITHOUT=sound builds a host without media. BUILD=folder replaces the build folder .build.
# PREFIX=/usr/local and DESTDIR= set the place of the installation.

SHELL := /bin/bash
.DEFAULT_GOAL := all
MAKEFLAGS += --no-print-directory

BUILD ?= .build
PREFIX ?= /usr/local
ifdef WITHOUT
export HOOKSWITCH_WITHOUT := $(WITHOUT)
endif

# One compiler reads each module, and writes its interface too. In batches, and for the interface, each file would be read three times, and a build
# of everything would take twice as long. After a change in one file its whole module compiles again: INCREMENTAL=1 chooses the batches, in a build
# folder of its own.
once := -Xswiftc -no-emit-module-separately-wmo
whole_modules := --disable-index-store -Xswiftc -disable-batch-mode -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 $(once)
ifdef INCREMENTAL
BUILD := $(BUILD)-incremental
whole_modules := --disable-index-store
endif
debug := swift build --scratch-path $(BUILD) $(whole_modules)
release := swift build --scratch-path $(BUILD) -c release $(once)
# The example transport in C, built outside the package like a third-party one, beside the others.
example = $(MAKE) -s -C Examples/TransportC OUT=$(abspath $(BUILD))
# The program of all tests in a build folder, by its whole path, from which tests find the command, and the library that they use. `swift test`
# would lock the folder, in which a build may run.
test_program = $(abspath $(1))/debug/hookswitchPackageTests.xctest --testing-library swift-testing
# Every run reads an empty input: a child process of a test would otherwise read whatever the caller left there.
# Tests in real time against third-party phones and registrars run apart from the others, and from those that flood the stack.
sip_tests := '^(SIPTests|SIPStackTests|RTPMediaTests)[.]'
# Phones, and all that measures audio in real time: one after another, with the processor to themselves.
phone_tests := '^SIPTests[.](BaresipTests|ICETests|LinphoneTests|OwnKindTests|WireTests)'
# The tests of processes, which block their threads.
loader_tests := '^TransportLoaderTests[.]'
# The tests of libwebsockets in the host, which only AddressSanitizer sees keep a pointer too long.
stream_tests := '^HookswitchTests[.]Stream'
has_sip = $(filter SIP,$(shell HOOKSWITCH_WITHOUT='$(HOOKSWITCH_WITHOUT)' scripts/plugins))
# Contains the symbolizer for sanitizer reports, also for a command whose PATH a test has changed.
toolchain = $(shell scripts/toolchain)
define sip_unit_tests
	$(if $(has_sip),$(1) --filter '^(SIPStackTests|RTPMediaTests)[.]' </dev/null)
	$(if $(has_sip),$(1) --filter '^SIPTests[.]' --skip $(phone_tests) </dev/null)
	$(if $(has_sip),$(1) --filter $(phone_tests) --no-parallel </dev/null)
endef
# Most tests mostly wait. They run in two programs at once, because tests that block their threads hold up all others of their program.
general_tests = env $(1) --filter $(loader_tests) -- env $(1) --skip $(loader_tests) $(if $(has_sip),--skip $(sip_tests))
define unit_tests
	@scripts/together $(call general_tests,$(1))
	$(call sip_unit_tests,$(1))
endef
# All tests at once would share as many threads as there are cores: run few at a time, so that none exceeds its time limit
# while it waits for the others.
few_at_a_time := SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4
# Sanitizers slow down all tests: lengthen the tests' time-outs.
sanitized_environment := SWIFT_BACKTRACE=enable=no $(few_at_a_time) HOOKSWITCH_PATIENCE=4
# scripts/sanitizer-skips lists the excluded tests, with reasons.
sanitized_flags = $(shell scripts/sanitizer-flags $(1))
# Plugins find the sanitizer's functions in the program that loads them, so it must export them.
tsan_flags := -Xlinker --export-dynamic
# Without a handler of its own, a transport that dies of SIGSEGV on purpose dies of it.
tsan_environment = TSAN_OPTIONS=handle_segv=0 $(sanitized_environment)

.NOTPARALLEL:

.PHONY: all
all: setup ## Build everything in release, each plugin's manifest beside its library
	$(release)
	@scripts/place-manifests $(BUILD)/release
	@$(example)/release

.PHONY: setup
setup:
	@scripts/setup build

.PHONY: setup-install
setup-install:
	@scripts/setup install

.PHONY: setup-test
setup-test:
	@scripts/setup test

.PHONY: command
command: setup
	@set -e; for product in hookswitch hookswitch-helper hookswitch-conform $$(scripts/plugins); do $(release) --product $$product; done
	@scripts/place-manifests $(BUILD)/release
	@$(example)/release

.PHONY: demo
demo: command ## Set up, build the command and the plugins, and show them working
	@$(BUILD)/release/hookswitch demo

.PHONY: demo-cluster
demo-cluster: command ## Show three nodes of a cluster on this machine, a call, and the line after its node was killed
	@scripts/demo-cluster $(BUILD)/release/hookswitch

.PHONY: check
check: setup-test ## Check everything but the tests: formatting, imports and floors, project rules, the C headers, commit subjects, warnings, the reference's links
	@scripts/check
	$(debug) --build-tests
	@scripts/build-docs $(BUILD) $(whole_modules)

.PHONY: debug
debug: setup-test
	$(debug)
	@scripts/place-manifests $(BUILD)/debug
	@$(example)/debug

# `make -n` runs lines that name MAKE itself, and so all that stands beside it.
submake := $(MAKE)
debug_tests = $(few_at_a_time) scripts/run-tests $(call test_program,$(BUILD))

.PHONY: test
test: unit proofs ## Set up, build, run the scenarios and all unit tests, explore every small world, replay the fuzz corpora, run the mutants, the plugins' audio tests, the audio thread's audit, an installation and a program outside the package

# A release build mostly keeps one core busy, so it runs beside the tests that mostly wait. It takes only the time that they leave: some tests
# have time-outs. `nice` does not do: swift build gives its compilers the priority 0. Where sound is measured in real time, nothing runs beside.
.PHONY: unit
unit: debug scenarios ## Run the scenarios and all unit tests, and build the release beside them
	$(debug) --build-tests
	@scripts/together chrt --idle 0 $(submake) release-products -- $(call general_tests,$(debug_tests))
	$(call sip_unit_tests,$(debug_tests))

# The parts of `make test` beside the unit tests; .ci/run runs them one by one.
proofs := corpora explore sound real-time check-install check-outside check-embedding without-sound check-python check-console check-cluster monkeycall mutants hostile
.PHONY: proofs
proofs: $(proofs)

.PHONY: release-products
release-products: command
	@set -e; for product in explore rt-audit; do $(release) --product $$product; done

.PHONY: explore
explore: setup ## Explore every small world, at most 3 minutes; HOOKSWITCH_EXPLORE_DEPTH and _SECONDS raise the bounds
	$(release) --product explore
	$(BUILD)/release/explore

.PHONY: scenarios
scenarios: debug ## Run the scenario files of Tests/Scenarios
	@scripts/run-scenarios $(BUILD)/debug/hookswitch

.PHONY: corpora
corpora: setup ## Run every input of Fuzz/Corpus once through its target
	HOOKSWITCH_FUZZ=1 $(debug) --product fuzz
	@scripts/replay-corpora $(BUILD)/debug/fuzz

.PHONY: c-library
c-library: setup ## Build the C library libhookswitch.so.0 in release, as libHookswitchC.so; its header is Sources/CHookswitch/include/hookswitch.h
	HOOKSWITCH_C=1 $(release) --product HookswitchC

.PHONY: check-embedding
check-embedding: debug ## Build the C library, check its header and exports, and run the C programs of Tests/EmbeddingC
	@HOOKSWITCH_C=1 swift build --scratch-path $(BUILD) $(whole_modules) --product HookswitchC
	@scripts/check-embedding $(BUILD)/debug

# In a build folder of its own: every module differs.
.PHONY: without-sound
without-sound: setup ## Build the command and the C library with WITHOUT=sound, and run a C program with it
	@set -e; for product in hookswitch HookswitchC; do \
	  HOOKSWITCH_C=1 HOOKSWITCH_WITHOUT=sound swift build --scratch-path $(BUILD)-soundless $(whole_modules) --product $$product; done
	@scripts/check-embedding $(BUILD)-soundless/debug --without-sound

wheel = python3 Bindings/Python/backend.py $(BUILD)/release dist

.PHONY: python
python: setup-install command c-library ## Build the wheel of the Python package in dist: the package, the C library, the helper and the transports
	@$(wheel)

.PHONY: check-cluster
check-cluster: setup-test command ## Provoke the failures of docs/cluster.md with real daemons, NATS servers, Kamailios and phones; ONLY=front runs one trial
	@python3 Tests/Cluster $(BUILD)/release/hookswitch $(if $(ONLY),--only $(ONLY)) --json $(BUILD)/cluster.json

.PHONY: check-console
check-console: setup-test ## Test the console's page in Chromium, without a host
	@scripts/check-console

.PHONY: console-pictures
console-pictures: setup-test ## Take the pictures of docs/console.md from the page's tests
	@CONSOLE_PICTURES=$(CURDIR)/docs scripts/check-console test_pictures.py

.PHONY: check-python
check-python: setup-test command c-library ## Build the wheel, install it in a fresh environment without a network, and run its tests and Examples/EmbedPython
	@wheel=$$($(wheel)) && scripts/check-python "$$wheel"

.PHONY: check-outside
check-outside: debug ## Build and run programs outside the package: one links no sound library, Examples/EmbedSwift loads a transport
	@scripts/check-outside $(BUILD)

# The package of the example builds beside the other package outside, so that Hookswitch compiles once for both.
.PHONY: monkeycall
monkeycall: debug setup-test ## Run the tests of Examples/MonkeyCall, and its flows on a terminal
	@swift build --package-path Examples/MonkeyCall --scratch-path $(BUILD)/outside $(whole_modules) --build-tests
	@env $(few_at_a_time) $(abspath $(BUILD))/outside/debug/monkeycallPackageTests.xctest --testing-library swift-testing </dev/null
	@scripts/run-screens $(BUILD)/outside/debug/MonkeyCall $(BUILD)/debug

.PHONY: real-time
real-time: setup ## Audit the audio thread, in release: it must not allocate, lock, write or make any system call but to sleep
	$(release) --product rt-audit
	$(BUILD)/release/rt-audit

matrix = $(MAKE) -s -C Tests/Mutants OUT=$(abspath $(BUILD))/mutants -j2 && \
  HOOKSWITCH_COMMAND=$(abspath $(BUILD))/release/hookswitch $(BUILD)/debug/kill-matrix $(BUILD)/mutants

.PHONY: mutants
mutants: debug command ## Run the conformance kit on plugins with one fault each: the right test must find each fault
	@$(matrix) --page docs/kill-matrix.md

.PHONY: hostile
hostile: command ## Run the conformance kit on plugins that are hostile to it: none may pass, hang or hurt it
	@$(MAKE) -s -C Tests/Hostile OUT=$(abspath $(BUILD))/hostile KIT=$(abspath $(BUILD))/release/hookswitch run

.PHONY: matrix
matrix: debug command ## Run the whole kit on each mutant, which takes hours
	@$(matrix) --whole

.PHONY: matrix-page
matrix-page: debug ## Write docs/kill-matrix.md from the tables of the mutants
	@$(BUILD)/debug/kill-matrix --write docs/kill-matrix.md

# Runs the kit on each plugin's release build, because Swift without -O allocates more. A plugin that needs a second instance as its far end has a
# conform.json.
judge = set -e; for plugin in $$(scripts/plugins); do echo "$$plugin:"; pair=Plugins/$$plugin/conform.json; \
  $(BUILD)/release/hookswitch conform $(BUILD)/release/lib$$plugin.so $$(test ! -f $$pair || echo --config $$pair)

.PHONY: sound
sound: command ## Run the conformance kit's audio tests on each plugin's release build
	@$(judge) --level media --test 'media.*' --require media; done

.PHONY: conform
conform: command ## Run the whole conformance kit on each plugin's release build: some minutes, because a plugin with its own clock runs in real time
	@$(judge) --level full --require action,media; done

.PHONY: test-tsan
test-tsan: setup-test ## Run the unit tests under ThreadSanitizer, in a separate build folder
	swift build --build-tests $(whole_modules) --sanitize=thread $(tsan_flags) --scratch-path $(BUILD)-tsan
	@scripts/place-manifests $(BUILD)-tsan/debug
	$(call unit_tests,$(tsan_environment) scripts/run-tests $(call test_program,$(BUILD)-tsan) $(call sanitized_flags,tsan))

# UndefinedBehaviorSanitizer is for C; Swift itself traps on undefined behaviour.
ubsan_flags := -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined
asan_options = handle_segv=0:external_symbolizer_path=$(toolchain)/bin/llvm-symbolizer:suppressions=$(CURDIR)/scripts/asan.supp
asan_environment = UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=$(asan_options) \
  LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/lsan.supp:print_suppressions=0 $(sanitized_environment)
asan_tests = $(asan_environment) scripts/run-tests $(call test_program,$(BUILD)-asan) $(call sanitized_flags,asan)

.PHONY: build-asan
build-asan: setup-test
	swift build --build-tests $(whole_modules) --sanitize=address $(ubsan_flags) --scratch-path $(BUILD)-asan
	@scripts/place-manifests $(BUILD)-asan/debug

.PHONY: test-asan
test-asan: build-asan conform-asan ## Run the unit tests and the kit's life and audio tests under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer, in a separate build folder
	$(call unit_tests,$(asan_tests))

# Runs the kit's life and audio tests on instrumented plugins, without leak detection: the kit's children exit without freeing memory. A plugin
# with its own clock runs in real time, for which a sanitizer may be too slow: what fails runs once more, as in scripts/run-tests.
.PHONY: conform-asan
conform-asan: build-asan
	@set -e; judge() { pair=Plugins/$$1/conform.json; \
	  $(asan_environment) ASAN_OPTIONS=$(asan_options):detect_leaks=0 $(BUILD)-asan/debug/hookswitch conform $(BUILD)-asan/debug/lib$$1.so $$(test ! -f $$pair || echo --config $$pair) \
	  --level media --test 'life.*' --test 'media.*' $(call sanitized_flags,kit); }; \
	for plugin in $$(scripts/plugins); do echo "$$plugin:"; judge $$plugin || { echo "UNSTABLE $$plugin: runs once more"; judge $$plugin; }; done

.PHONY: smoke
smoke: smoke-tests smoke-fuzz ## Run the loader, stream, SIP and RTP tests under sanitizers, and each fuzz target for 20 seconds

.PHONY: smoke-tests
smoke-tests: build-asan conform-asan
	$(asan_tests) --filter $(loader_tests) --filter $(stream_tests) </dev/null
	$(call sip_unit_tests,$(asan_tests))

.PHONY: smoke-fuzz
smoke-fuzz: setup
	@SEED=1 JOBS=2 scripts/fuzz $(BUILD)-fuzz 20

.PHONY: fuzz
fuzz: setup ## Fuzz every parser; SECONDS=60 each, ONLY=manifest runs one, JOBS=2 runs two at a time
	@scripts/fuzz $(BUILD)-fuzz $(or $(SECONDS),60) $(ONLY)

.PHONY: install
install: setup-install command c-library ## Install the command, plugins, C library, headers, manuals, completions: PREFIX=/usr/local, DESTDIR= for packagers
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install $(BUILD)/release

.PHONY: uninstall
uninstall: ## Remove the installed files, with the same PREFIX and DESTDIR
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/uninstall

.PHONY: check-install
check-install: setup-test command c-library
	@scripts/check-install $(BUILD)/release

.PHONY: bench
bench: c-library ## Run the benchmarks, in release, and write bench.json; ONLY=core runs a part
	@set -e; for product in bench hookswitch hookswitch-helper $$(scripts/plugins); do $(release) --product $$product; done
	@scripts/place-manifests $(BUILD)/release
	@$(example)/release
	$(BUILD)/release/bench $(if $(ONLY),--only $(ONLY)) --json bench.json

.PHONY: soak
soak: setup ## Run mixed SIP calls for 30 minutes (SECONDS=1800), and check that memory, files and threads do not grow
	@set -e; for product in bench hookswitch-helper $$(scripts/plugins); do $(release) --product $$product; done
	@scripts/place-manifests $(BUILD)/release
	$(BUILD)/release/bench --soak $(or $(SECONDS),1800)

.PHONY: docs
docs: setup ## Build the reference of each public module as a web site, in docs/site
	@scripts/build-docs $(BUILD) $(whole_modules)

.PHONY: manual
manual: setup ## Regenerate docs/command.md and docs/transport-rules.md from the command
	$(debug) --product hookswitch
	$(BUILD)/debug/hookswitch help --markdown > docs/command.md

.PHONY: surface
surface: debug ## Write docs/surface.md, docs/openrpc.json and docs/dbus from the table in Sources/HostSurface
	$(BUILD)/debug/hookswitch help --surface > docs/surface.md
	$(BUILD)/debug/hookswitch help --openrpc > docs/openrpc.json
	$(BUILD)/debug/hookswitch help --dbus > docs/dbus/org.hookswitch.Host1.xml
	$(BUILD)/debug/hookswitch conform --rules > docs/transport-rules.md

.PHONY: clean
clean: ## Remove all build products
	rm -rf $(BUILD) $(BUILD)-tsan $(BUILD)-asan $(BUILD)-fuzz bench.json docs/site dist

.PHONY: help
help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
