# PlantGuide. 'make help' lists what can be made.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# Debian packages: the C libraries that are linked, their headers, the time
# zones.
PACKAGES := liblmdb-dev libsodium-dev libjansson-dev libexpat1-dev libzstd-dev \
	libminizip-dev zlib1g-dev tzdata gcc python3
# What the program for stores and peers needs besides: libcurl as Debian's own
# `curl` uses it, so that most machines have the library. The daily program is
# built without it.
SYNC_PACKAGES := libcurl4-openssl-dev
# The stores that the transport is tested on; what is missing is skipped. Ceph
# is for 'make soak'.
ENGINE_PACKAGES := curl nginx libnginx-mod-http-dav-ext apache2-bin rclone \
	swift-proxy swift-account swift-container swift-object memcached
SOAK_ENGINE_PACKAGES := ceph-mon ceph-osd radosgw ceph-common
# What the peer server needs besides.
SERVE_PACKAGES := libmicrohttpd-dev libgnutls28-dev libqrencode-dev \
	libdeflate-dev
# What the program that shows notes on the desktop needs besides, and the bus and
# the daemons that it is tested on; what is missing is skipped.
NOTIFY_PACKAGES := libsystemd-dev
NOTIFY_TEST_PACKAGES := dbus-daemon systemd python3-dbusmock dunst xvfb
# What the program that decodes photos needs besides, and what its tests make
# photos with and look at them by.
PHOTO_PACKAGES := libvips-dev libseccomp-dev
PHOTO_TEST_PACKAGES := imagemagick libheif-examples libimage-exiftool-perl ffmpeg
# What the program that identifies plants needs besides: OpenCV's part that runs
# networks, and a compiler of C++. Debian's onnxruntime is a later one.
IDENTIFY_PACKAGES := libopencv-dnn-dev libseccomp-dev g++
# What the tests need besides: Python's virtual environments, a terminal with a
# pager to show screens on, a strict reader of calendars, the shells that
# complete the program's command lines, the checkers of its manual page and of
# its package, what servers find each other by, the proxy that the guide names,
# and for the campaigns what makes system calls fail and what makes file systems.
TEST_PACKAGES := python3-venv tmux less libical3 zsh fish mandoc lintian \
	lmdb-utils strace e2fsprogs xfsprogs btrfs-progs util-linux iproute2 openssl \
	dpkg-dev zbar-tools avahi-daemon avahi-utils dbus-daemon caddy
# The browser in which pages are tested, and the checkers of their scripts.
PAGE_TEST_PACKAGES := chromium-headless-shell node-typescript eslint
# Two other browsers, for 'make soak'.
BROWSER_PACKAGES := firefox-esr webkit2gtk-driver xvfb
# The dictionaries in which names of plants are attested, which are looked up
# there again.
DICTIONARY_PACKAGES := trans-de-en dict-freedict-deu-spa dict-freedict-fra-deu \
	dict-freedict-nld-spa dict-freedict-pol-deu dict-freedict-pol-eng
# What is measured against.
BENCH_PACKAGES := libsqlite3-dev taskwarrior wrk libvips-tools $(PAGE_TEST_PACKAGES)
# Debian's own, whatever else is first in PATH.
PYTHON ?= /usr/bin/python3
SUDO := $(shell [ "$$(id -u)" -eq 0 ] || echo sudo)

SWIFT_BUILD := swift build --explicit-target-dependency-import-check error
# The programs share one directory and one set of options, so that a module is
# compiled once for all of them; the tests have another, and are built beside.
# Which line made which instruction is for debuggers: DEBUG_INFO=dwarf keeps it,
# for a twentieth of the time and half of a program's size.
DEBUG_INFO ?= none
PROGRAMS := .build/programs
RELEASE := $(SWIFT_BUILD) -c release --static-swift-stdlib -debug-info-format $(DEBUG_INFO) --scratch-path $(PROGRAMS)
PROGRAM = @$(RELEASE) --product $(@F) && mkdir -p bin && cp -f $(PROGRAMS)/release/$(@F) $@
SOURCES := $(shell find Sources Benchmarks/Journal Benchmarks/Catalogue -type f 2>/dev/null) Package.swift
SYNC_SOURCES := $(shell find $(addprefix Sources/,CCurl CSodium CPOSIXShims \
	Encodings ErrorKit ObjectTransport POSIXKit ProgramPipes plantguide-sync) \
	-type f 2>/dev/null) Package.swift
PHOTO_SOURCES := $(shell find $(addprefix Sources/,CConfinement CGObject \
	CPhotoShims CPOSIXShims Encodings ErrorKit PhotoWorker POSIXKit ProgramPipes \
	plantguide-photo) -type f 2>/dev/null) Package.swift
IDENTIFY_SOURCES := $(shell find $(addprefix Sources/,CConfinement COpenCVShims \
	CPOSIXShims Encodings ErrorKit IdentificationWorker POSIXKit ProgramPipes \
	plantguide-identify) -type f 2>/dev/null) Package.swift
NOTIFY_SOURCES := $(shell find $(addprefix Sources/,CSystemd CPOSIXShims \
	DesktopNotes Encodings ErrorKit POSIXKit plantguide-notify) \
	-type f 2>/dev/null) Package.swift
# What chooses for the campaigns.
SEED ?= 20261122
VENV := .venv/installed
# More than there are cores: tests wait for the disk and for time to pass. On two
# cores those of the command take 187 s by four, 220 s by three.
WORKERS ?= $(shell echo $$(($$(nproc) * 2)))
PYTEST := .venv/bin/python -m pytest -q -p Tests.skipped
PARALLEL := $(PYTEST) -n $(WORKERS) --dist worksteal
SHARED := share/man/man1/plantguide.1
PREFIX ?= /usr/local
INSTALLED := $(DESTDIR)$(PREFIX)
# What a demonstration writes lies in a scratch directory of its own.
DEMO := $(shell pwd)/.build/demo

.PHONY: help packages sync-packages serve-packages notify-packages photo-packages identify-packages test-packages engines browsers build sync serve notify photo identify catalogue start-order demo \
	install uninstall deb modules programs test new-list test-swift test-formats test-catalogue test-command test-care \
	test-sync test-transport test-peer test-remind test-services live test-photo test-identify test-pages lint docs format pictures bench bench-growth bench-pages bench-sync bench-photo bench-identify bare coverage soak fuzz sanitize clean

help: ## List what can be made.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile \
	  | awk -F'|' '{ printf "  make %-14s %s\n", $$1, $$2 }'

packages: ## Install the Debian packages that are missing.
	@$(call install,$(PACKAGES))

sync-packages: packages
	@$(call install,$(SYNC_PACKAGES))

serve-packages: packages
	@$(call install,$(SERVE_PACKAGES))

notify-packages: packages
	@$(call install,$(NOTIFY_PACKAGES))

photo-packages: packages
	@$(call install,$(PHOTO_PACKAGES))

identify-packages: packages
	@$(call install,$(IDENTIFY_PACKAGES))

test-packages: sync-packages serve-packages notify-packages photo-packages identify-packages
	@$(call install,$(TEST_PACKAGES) $(PHOTO_TEST_PACKAGES) $(DICTIONARY_PACKAGES))
	@$(call install,$(NOTIFY_TEST_PACKAGES)) \
	  || echo "Not all of $(NOTIFY_TEST_PACKAGES) could be installed; their tests are skipped."
	@$(call install,$(PAGE_TEST_PACKAGES)) \
	  || echo "Not all of $(PAGE_TEST_PACKAGES) could be installed; their tests are skipped."

define install
	missing=""; for package in $(1); do \
	  dpkg -s "$$package" >/dev/null 2>&1 || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "Installing$$missing (about a minute)."; \
	  $(SUDO) apt-get update -qq \
	  && DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi
endef

build: bin/plantguide $(SHARED) ## Build the program into bin/, its manual page and completions into share/.

# The image is kept beside the lists, as making it takes a program of its own;
# a Swift test tells where it is not that of the lists.
catalogue: packages ## Make the program's catalogue from the lists in Resources.
	@$(RELEASE) --product plantguide-catalogue
	@$(PROGRAMS)/release/plantguide-catalogue Resources

bin/plantguide: $(SOURCES) Resources/catalogue.image packaging/start-order.txt | packages
	@echo "Building for release (2 to 4 minutes at first)."
	@# The build does not know that it links by this list.
	@[ $(PROGRAMS)/release/plantguide -nt packaging/start-order.txt ] \
	  || rm -f $(PROGRAMS)/release/plantguide
	$(PROGRAM)

sync: bin/plantguide-sync ## Build the program that plantguide starts for S3, WebDAV and peers.

bin/plantguide-sync: $(SYNC_SOURCES) | sync-packages
	$(PROGRAM)

serve: bin/plantguide-serve ## Build the server that lets other machines sync.

bin/plantguide-serve: $(SOURCES) | serve-packages
	$(PROGRAM)

notify: bin/plantguide-notify ## Build the program that shows notes on the desktop.

bin/plantguide-notify: $(NOTIFY_SOURCES) | notify-packages
	$(PROGRAM)

photo: bin/plantguide-photo ## Build the program that decodes photos.

bin/plantguide-photo: $(PHOTO_SOURCES) | photo-packages
	$(PROGRAM)

identify: bin/plantguide-identify ## Build the program that runs models, which identify plants in photos.

bin/plantguide-identify: $(IDENTIFY_SOURCES) | identify-packages
	$(PROGRAM)

$(SHARED): bin/plantguide packaging/share.sh packaging/manual_page.py
	@packaging/share.sh bin/plantguide share

bin/plantguide-bench: $(SOURCES) | packages
	$(PROGRAM)

bin/plantguide-catalogue-bench: $(SOURCES) Resources/catalogue.image | packages
	$(PROGRAM)

start-order: build ## Measure again what the daily commands touch at their start (2 minutes).
	@$(call install,valgrind binutils)
	@packaging/start_order.py bin/plantguide packaging/start-order.txt

# What all programs are made of, compiled side by side. All packages come first,
# because SwiftPM remembers which libraries were missing.
modules: sync-packages serve-packages notify-packages photo-packages identify-packages
	@echo "Compiling for release (5 minutes at first)."
	@$(RELEASE) --target ProgramModules

demo: modules build sync serve notify photo identify ## Build all programs, load the sample journal into a scratch directory and show the main job (about 6 minutes at first).
	@Resources/sample/demo.sh bin/plantguide "$(DEMO)"

install: build ## Install below PREFIX (/usr/local), itself below DESTDIR.
	@install -D -m 755 bin/plantguide "$(INSTALLED)/bin/plantguide"
	@# Those that 'make sync', 'make serve', 'make notify', 'make photo' and
	@# 'make identify' have built.
	@for name in plantguide-sync plantguide-serve plantguide-notify plantguide-photo plantguide-identify; do \
	  [ ! -x "bin/$$name" ] || install -D -m 755 "bin/$$name" "$(INSTALLED)/libexec/plantguide/$$name"; \
	done
	@cd share && find . -type f -exec install -D -m 644 {} "$(INSTALLED)/share/{}" \;
	@packaging/units.sh "$(PREFIX)/bin" "$(INSTALLED)/lib/systemd/user" \
	  $$(ls bin)

uninstall: ## Remove what 'make install' put there; journals stay.
	@rm -rf "$(INSTALLED)/libexec/plantguide"
	@for unit in packaging/systemd/*; do \
	  rm -f "$(INSTALLED)/lib/systemd/user/$${unit##*/}"; \
	done
	@rm -f "$(INSTALLED)/bin/plantguide" \
	  "$(INSTALLED)/share/man/man1/plantguide.1" \
	  "$(INSTALLED)/share/bash-completion/completions/plantguide" \
	  "$(INSTALLED)/share/zsh/site-functions/_plantguide" \
	  "$(INSTALLED)/share/fish/vendor_completions.d/plantguide.fish"

deb: build sync serve notify photo identify ## Make a Debian package in bin/.
	@$(call install,dpkg-dev)
	@packaging/deb.sh bin/plantguide share bin bin/plantguide-sync bin/plantguide-serve bin/plantguide-notify bin/plantguide-photo bin/plantguide-identify

# A program is compiled module after module, which leaves a core to the tests.
# What the tests download comes meanwhile; what fails there is told when it is
# asked for again.
programs: test-packages
	@echo "Building the programs and the Swift tests side by side (about 6 minutes)."
	@$(MAKE) --no-print-directory -k $(VENV) engines >/dev/null 2>&1 & downloads=$$!; \
	  $(MAKE) --no-print-directory modules build sync serve notify photo identify & programs=$$!; \
	  $(SWIFT_BUILD) --build-tests; tests=$$?; \
	  wait $$downloads; wait $$programs && exit $$tests

test: new-list test-packages lint programs docs test-swift test-formats test-catalogue test-command test-care test-sync test-transport test-peer test-remind test-services test-photo test-identify test-pages ## Run all tests (about 23 minutes on two cores).
	@$(PYTHON) Tests/skipped.py
	@echo "All tests passed."

# Each part of the tests adds to the list of those that were skipped.
new-list:
	@rm -f .build/skipped

test-swift: sync-packages serve-packages notify-packages photo-packages identify-packages ## Run the Swift tests.
	@echo "Building and running the Swift tests (about 3 minutes)."
	@$(SWIFT_BUILD) --build-tests && swift test --skip-build

$(VENV): Tests/Formats/requirements.txt | test-packages
	@echo "Installing the pinned Python test tools."
	@$(PYTHON) -m venv .venv
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r Tests/Formats/requirements.txt
	@touch $(VENV)

test-formats: build $(VENV) ## Check stored bytes and JSON with independent readers.
	@echo "Checking formats with independent readers (half a minute)."
	@$(PARALLEL) Tests/Formats

test-catalogue: $(VENV) ## Check the bundled catalogue and its care profiles.
	@$(PARALLEL) Tests/Catalogue

test-command: build bin/plantguide-sync bin/plantguide-photo bin/plantguide-identify test-packages $(VENV) ## Run the program as its users do: bad input, crashes, damage.
	@echo "Running the program as its users do (about 2 minutes)."
	@$(PARALLEL) Tests/EndToEnd

test-care: build $(VENV) ## Check the rules of care against a model that shares no code.
	@echo "Playing a keeper's year and 1,000 random journals (about a minute)."
	@$(PARALLEL) Tests/CareModel

test-sync: build $(VENV) ## Check segments and sync against a replica that shares no code.
	@echo "Syncing with a replica in Python (half a minute)."
	@$(PARALLEL) Tests/Sync

browsers: ## Install Firefox and WebKit, in which 'make soak' uses the pages, too.
	@$(call install,$(BROWSER_PACKAGES))

engines: ## Install the stores that the transport is tested on; none is started.
	@Tests/Engines/packages.sh $(ENGINE_PACKAGES)

test-transport: bin/plantguide-sync test-packages $(VENV) ## Carry objects to and from real stores, and ones that misbehave.
	@$(MAKE) --no-print-directory engines \
	  || echo "Not all stores could be installed; those missing are skipped."
	@echo "Carrying objects to stores (about a minute)."
	@$(PARALLEL) Tests/Transport

test-peer: build sync serve test-packages $(VENV) ## Ask the peer server, and ask it badly.
	@echo "Asking the peer server (half a minute)."
	@$(PARALLEL) Tests/Peer

test-photo: bin/plantguide-photo test-packages $(VENV) ## Decode photos of all kinds, and files that are meant to do harm.
	@echo "Decoding photos, and what only looks like some (half a minute)."
	@$(PARALLEL) Tests/Photo

test-identify: build bin/plantguide-photo bin/plantguide-identify test-packages $(VENV) ## Identify plants by models, and compare their scores with another runtime's.
	@echo "Identifying plants, and running what is meant to do harm (a minute)."
	@$(PARALLEL) Tests/Identify

test-remind: build sync notify test-packages $(VENV) ## Remind on channels: a desktop, ntfy, mail, webhooks, apprise, calendars.
	@echo "Reminding on channels (about a minute)."
	@$(PARALLEL) Tests/Reminders

test-services: build sync test-packages $(VENV) ## Ask outside services, played on this machine, in all shapes that they are known for.
	@echo "Asking services on this machine (about a minute)."
	@$(PARALLEL) Tests/Services

live: build sync $(VENV) ## Ask the real services whose keys are in the environment; costs a few requests.
	@$(PYTEST) -rs Tests/Services/live_services.py

test-pages: build serve test-packages $(VENV) ## Use the pages in a browser: flows, looks, offline, hostile texts.
	@echo "Using the pages in a browser (about 3 minutes)."
	@$(PARALLEL) Tests/Pages

lint: ## Check the format of all Swift files, what each module imports, who makes files, words, and colours of pages.
	@swift format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks
	@$(PYTHON) Tests/imports.py
	@$(PYTHON) Tests/made_files.py
	@$(PYTHON) Tests/words.py
	@$(PYTHON) Tests/colours.py

# The tests are built beside, by the same options.
docs: packages ## Write the pages of the library below .build/docs (2 minutes at first, then half a minute).
	@for module in JournalActions JournalFormats; do $(SWIFT_BUILD) --target $$module || exit 1; done
	@$(PYTHON) packaging/docs.py .build/debug .build/docs
	@echo "The pages are in .build/docs/pages. To read them, run"
	@echo "  python3 -m http.server --bind 127.0.0.1 --directory .build/docs/pages 8080"
	@echo "and open http://127.0.0.1:8080/documentation/plantguidejournal"

format: ## Format all Swift files in place.
	@swift format --in-place --recursive Package.swift Sources Tests Examples Benchmarks

pictures: build serve $(VENV) ## Make the pictures of docs/pages.md again.
	@$(call install,$(PAGE_TEST_PACKAGES))
	@.venv/bin/python packaging/page_pictures.py bin docs/pictures

bench: build serve photo bin/plantguide-bench bin/plantguide-catalogue-bench $(VENV) ## Measure against C programs on the same LMDB (about 8 minutes).
	@$(call install,$(BENCH_PACKAGES))
	@$(PYTHON) Benchmarks/run.py --write

bench-growth: build bin/plantguide-bench ## Measure what an event costs among 10 million (about 10 minutes, 10 GB).
	@$(call install,$(BENCH_PACKAGES))
	@$(PYTHON) Benchmarks/run.py --growth

bench-pages: build serve photo bin/plantguide-bench $(VENV) ## Measure the pages of the server (about 2 minutes).
	@$(call install,$(BENCH_PACKAGES))
	@$(PYTHON) Benchmarks/run.py --pages

bench-sync: build sync serve bin/plantguide-bench $(VENV) ## Measure syncing 1 million events, and among 1,000 replicas (about 10 minutes).
	@.venv/bin/python Benchmarks/sync.py

bench-photo: build photo ## Measure taking in 1,000 photos of 12 megapixels, and listing 10,000 (about 15 minutes, 6 GB).
	@$(call install,libvips-tools imagemagick)
	@$(PYTHON) Benchmarks/photos.py

bench-identify: build photo identify $(VENV) ## Measure what identifying a plant takes, beside another runtime.
	@.venv/bin/python Benchmarks/identify.py

# A child that a test kills leaves half a profile, over which `swift test` would
# fail; so the profiles are merged here, without those that cannot be read.
COVERAGE := .build/coverage
coverage: sync-packages serve-packages notify-packages ## Print the share of each module's lines that the Swift tests run (about 5 minutes).
	@$(SWIFT_BUILD) --build-tests --enable-code-coverage --scratch-path $(COVERAGE)
	@rm -rf $(COVERAGE)/profiles
	@LLVM_PROFILE_FILE="$(CURDIR)/$(COVERAGE)/profiles/%p.profraw" \
	  swift test --skip-build --scratch-path $(COVERAGE) --quiet
	@tools=$$(dirname "$$(readlink -f "$$(command -v swift)")"); cd $(COVERAGE) \
	  && "$$tools/llvm-profdata" merge -sparse --failure-mode=all -o profile profiles/*.profraw \
	  && "$$tools/llvm-cov" export -summary-only -instr-profile=profile \
	    debug/plantguidePackageTests.xctest >report.json
	@$(PYTHON) Tests/coverage.py $(COVERAGE)/report.json

bare: ## Follow the README on an empty Debian 12 in .build/bare, as root (three quarters of an hour).
	@$(call install,debootstrap)
	@$(SUDO) env PATH="$$PATH" Tests/bare.sh .build/bare

soak: build bin/plantguide-sync bin/plantguide-photo bin/plantguide-identify serve test-packages $(VENV) ## Run the long campaigns, with SEED; see Tests/CAMPAIGNS.md (an hour).
	@$(SWIFT_BUILD) --build-tests
	@Tests/Engines/packages.sh $(ENGINE_PACKAGES) $(SOAK_ENGINE_PACKAGES) \
	  || echo "Not all stores could be installed; those missing are skipped."
	@$(MAKE) --no-print-directory browsers \
	  || echo "Not all browsers could be installed; those missing are skipped."
	@set -o pipefail; failed=0; long="--campaign=long --seed=$(SEED)"; \
	for tests in EndToEnd Transport Peer Reminders Photo Identify Pages; do \
	  $(PARALLEL) -rPs Tests/$$tests $$long || failed=1; \
	done; \
	$(PARALLEL) Tests/CareModel/test_year.py --years=8 --seed=$(SEED) || failed=1; \
	SEEDS=$$(($(SEED) * 3000 + 1))-$$(($(SEED) * 3000 + 3000)) \
	  swift test --skip-build --filter SimulationTests | grep -v 'started\.$$' || failed=1; \
	SEEDS=$$(($(SEED) * 500 + 1))-$$(($(SEED) * 500 + 500)) \
	  swift test --skip-build --filter ReminderYearTests | grep -v 'started\.$$' || failed=1; \
	exit $$failed

fuzz: sync-packages serve-packages notify-packages ## Fuzz what reads foreign bytes: RUNS times each (10 million: 5 hours), with SEED.
	@Tests/Fuzz/fuzz.sh

sanitize: sync-packages serve-packages notify-packages ## Run the Swift tests under the address and the thread sanitizer.
	@Tests/sanitize.sh

# A 'make bare' that was killed leaves mounts, and what they show is not ours.
clean: ## Remove what was built.
	@if grep -q " $(CURDIR)/.build/" /proc/mounts; then \
	  echo "Something is mounted below .build; unmount it first:"; \
	  grep " $(CURDIR)/.build/" /proc/mounts | cut -d' ' -f2 | sort -r; exit 1; fi
	@rm -rf .build bin share .venv Benchmarks/.out
