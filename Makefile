# Everything that Hookswitch can do from a shell: `make help` lists it.
#
# WITHOUT="sip …" leaves those plugins out of whatever is made; WITHOUT=sound builds a host that carries no sound. BUILD=folder builds somewhere else than in .build. PREFIX=/usr/local and
# DESTDIR= say where to install.

SHELL := /bin/bash
.DEFAULT_GOAL := all
MAKEFLAGS += --no-print-directory

BUILD ?= .build
PREFIX ?= /usr/local
ifdef WITHOUT
export HOOKSWITCH_WITHOUT := $(WITHOUT)
endif

debug := swift build --scratch-path $(BUILD)
release := swift build --scratch-path $(BUILD) -c release
# The example transport in C, built outside the package as a stranger would, beside the others.
example = $(MAKE) -s -C Examples/TransportC OUT=$(abspath $(BUILD))
# All tests are Swift Testing's; the empty XCTest half would only leak under LeakSanitizer and fail there.
test_flags := --disable-xctest
# What talks to other people's phones and registrars, in their time, has the machine for itself; so has what floods the stack.
sip_tests := '^(SIPTests|SIPStackTests|RTPMediaTests)[.]'
has_sip = $(filter SIP,$(shell HOOKSWITCH_WITHOUT='$(HOOKSWITCH_WITHOUT)' scripts/plugins))
# What names the functions of a report, also for a command whose search path a test has changed.
toolchain = $(shell scripts/toolchain)
define unit_tests
	$(1) $(if $(has_sip),--skip $(sip_tests))
	$(if $(has_sip),$(1) --filter '^(SIPStackTests|RTPMediaTests)[.]')
	$(if $(has_sip),$(1) --filter '^SIPTests[.]')
endef
# Under a sanitizer all is slower: few tests at a time, so that none waits for the others beyond its limit, and more patience with what must come.
sanitized_environment := SWIFT_BACKTRACE=enable=no SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 HOOKSWITCH_PATIENCE=4
# What is left out, and why: scripts/sanitizer-skips.
sanitized_flags = $(shell scripts/sanitizer-flags $(1))
# Plugins find the sanitizer's functions in the program that loads them, so it must export them.
tsan_flags := -Xlinker --export-dynamic

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
	@set -e; for product in hookswitch hookswitch-helper $$(scripts/plugins); do $(release) --product $$product; done
	@scripts/place-manifests $(BUILD)/release
	@$(example)/release

.PHONY: demo
demo: command ## Set up, build the command and the plugins, and show them working
	@$(BUILD)/release/hookswitch demo

.PHONY: check
check: setup-test ## Formatting, imports and floors, house rules, the C headers, warnings: everything but the tests
	@scripts/check
	$(debug) --build-tests

.PHONY: debug
debug: setup-test
	$(debug)
	@scripts/place-manifests $(BUILD)/debug
	@$(example)/debug

.PHONY: test
test: debug explore scenarios corpora mutants sound real-time check-install check-outside ## Set up, build, explore every small world, run the scenarios, the fuzzers' corpora, the mutants, the sound of the plugins, the audio thread and an installation, a program outside the package, then all unit tests
	$(debug) --build-tests
	$(call unit_tests,swift test --skip-build --scratch-path $(BUILD) $(test_flags))

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

.PHONY: check-outside
check-outside: setup ## Build a program outside the package against HookswitchCore: it links no sound library
	@scripts/check-outside $(BUILD)

.PHONY: real-time
real-time: setup ## Watch the audio thread, in release: it may not allocate, lock, write or ask the system for anything but sleep
	$(release) --product rt-audit
	$(BUILD)/release/rt-audit

matrix = $(MAKE) -s -C Tests/Mutants OUT=$(abspath $(BUILD))/mutants -j2 && \
  HOOKSWITCH_COMMAND=$(abspath $(BUILD))/release/hookswitch $(BUILD)/debug/kill-matrix $(BUILD)/mutants

.PHONY: mutants
mutants: debug command ## Run the conformance kit on plugins with one fault each: each must be found, by the right test
	@$(matrix)

.PHONY: matrix
matrix: debug command ## The same, and write docs/kill-matrix.md
	@$(matrix) --page docs/kill-matrix.md

# Each plugin's release build: without -O Swift allocates where with it it does not. One that needs a second instance as its far end says so in its conform.json.
judge = set -e; for plugin in $$(scripts/plugins); do echo "$$plugin:"; pair=Plugins/$$plugin/conform.json; \
  $(BUILD)/release/hookswitch conform $(BUILD)/release/lib$$plugin.so $$(test ! -f $$pair || echo --config $$pair)

.PHONY: sound
sound: command ## Run the kit's rows about audio on each plugin's release build
	@$(judge) --level media --test 'media.*' --require media; done

.PHONY: conform
conform: command ## Run the whole kit on each plugin's release build: some minutes, since a plugin that keeps time itself takes it
	@$(judge) --level full --require action,media; done

.PHONY: test-tsan
test-tsan: setup-test ## The unit tests under ThreadSanitizer, in a build folder of their own
	swift build --build-tests --sanitize=thread $(tsan_flags) --scratch-path $(BUILD)-tsan
	@scripts/place-manifests $(BUILD)-tsan/debug
	$(call unit_tests,$(sanitized_environment) swift test --skip-build --scratch-path $(BUILD)-tsan $(test_flags) $(call sanitized_flags,tsan))

# UndefinedBehaviorSanitizer for C; Swift traps by itself where it would be undefined.
ubsan_flags := -Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined
asan_options = handle_segv=0:external_symbolizer_path=$(toolchain)/bin/llvm-symbolizer
asan_environment = UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=$(asan_options) \
  LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/lsan.supp:print_suppressions=0 $(sanitized_environment)
asan_tests = $(asan_environment) swift test --skip-build --scratch-path $(BUILD)-asan $(test_flags) $(call sanitized_flags,asan)

.PHONY: build-asan
build-asan: setup-test
	swift build --build-tests --sanitize=address $(ubsan_flags) --scratch-path $(BUILD)-asan
	@scripts/place-manifests $(BUILD)-asan/debug

.PHONY: test-asan
test-asan: build-asan conform-asan ## The unit tests and the kit's rows about life and sound under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer, in a build folder of their own
	$(call unit_tests,$(asan_tests))

# The kit's rows about life and sound, on plugins that carry the sanitizers. Debug builds allocate where -O does not; and the kit's children end
# without tidying up, so that leaks are for the tests.
.PHONY: conform-asan
conform-asan: build-asan
	@set -e; for plugin in $$(scripts/plugins); do echo "$$plugin:"; pair=Plugins/$$plugin/conform.json; \
	  $(asan_environment) ASAN_OPTIONS=$(asan_options):detect_leaks=0 $(BUILD)-asan/debug/hookswitch conform $(BUILD)-asan/debug/lib$$plugin.so $$(test ! -f $$pair || echo --config $$pair) \
	  --level media --test 'life.*' --test 'media.*' $(call sanitized_flags,kit); done

.PHONY: smoke
smoke: build-asan conform-asan ## What CI does with sanitizers: the loader, SIP and RTP under them, and each fuzz target for 20 seconds
	$(asan_tests) --filter '^TransportLoaderTests[.]'
	$(if $(has_sip),$(asan_tests) --filter '^(SIPStackTests|RTPMediaTests)[.]')
	$(if $(has_sip),$(asan_tests) --filter '^SIPTests[.]')
	@JOBS=2 scripts/fuzz $(BUILD)-fuzz 20

.PHONY: fuzz
fuzz: setup ## Damaged input for every parser; SECONDS=60 each, ONLY=manifest runs one, JOBS=2 two at a time
	@scripts/fuzz $(BUILD)-fuzz $(or $(SECONDS),60) $(ONLY)

.PHONY: install
install: setup-install command ## Install the command, plugins, header, manuals, completions: PREFIX=/usr/local, DESTDIR= for packagers
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install $(BUILD)/release

.PHONY: uninstall
uninstall: ## Remove what was installed, with the same PREFIX and DESTDIR
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/uninstall

.PHONY: check-install
check-install: setup-test command
	@scripts/check-install $(BUILD)/release

.PHONY: bench
bench: setup ## Measure, in release, and write bench.json; ONLY=core runs a part
	@set -e; for product in bench hookswitch-helper $$(scripts/plugins); do $(release) --product $$product; done
	@scripts/place-manifests $(BUILD)/release
	@$(example)/release
	$(BUILD)/release/bench $(if $(ONLY),--only $(ONLY)) --json bench.json

.PHONY: soak
soak: setup ## Carry mixed SIP calls for 30 minutes (SECONDS=1800), and show that memory, files and threads stay flat
	@set -e; for product in bench hookswitch-helper $$(scripts/plugins); do $(release) --product $$product; done
	@scripts/place-manifests $(BUILD)/release
	$(BUILD)/release/bench --soak $(or $(SECONDS),1800)

.PHONY: docs
docs: setup ## The reference of each public module as a web site, in docs/site
	@scripts/build-docs $(BUILD)

.PHONY: manual
manual: setup ## Write docs/command.md and docs/transport-rules.md anew, from the command's own words
	$(debug) --product hookswitch
	$(BUILD)/debug/hookswitch help --markdown > docs/command.md
	$(BUILD)/debug/hookswitch conform --rules > docs/transport-rules.md

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf $(BUILD) $(BUILD)-tsan $(BUILD)-asan $(BUILD)-fuzz bench.json docs/site

.PHONY: help
help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
