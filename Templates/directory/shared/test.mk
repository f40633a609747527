# The test of a plugin: it makes requests in the process that a host would start for them, and `hookswitch directory check` reads the
# records as a host does.
HOOKSWITCH ?= hookswitch
# The helper is beside the command in a build folder, or in the folder libexec of its installation.
bin = $(dir $(realpath $(shell command -v $(HOOKSWITCH))))
HELPER ?= $(or $(wildcard $(bin)hookswitch-helper),$(bin)../libexec/hookswitch/hookswitch-helper)
request = HOOKSWITCH_DIRECTORY_SETTINGS='{"numbers": "$(1)"}' $(HELPER) directory ./build/$(NAME).so
changes = HOOKSWITCH_DIRECTORY_INCREMENTAL=1 HOOKSWITCH_DIRECTORY_TOKEN=$(1) $(call request,$(CURDIR)/numbers.txt)

.PHONY: test
test: all
	$(call request,$(CURDIR)/numbers.txt) >build/everything
	$(HOOKSWITCH) directory check build/everything
	$(call changes,1) >build/changes
	$(HOOKSWITCH) directory check build/changes
	$(call changes,none) >build/renewed
	$(HOOKSWITCH) directory check build/renewed
	$(call request,/nowhere/numbers.txt) >build/cancelled
	! $(HOOKSWITCH) directory check build/cancelled 2>build/reason
	grep -q 'cancelled: .*/nowhere/numbers.txt' build/reason
