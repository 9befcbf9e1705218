# Every command of this repository. Each one first installs what it needs (scripts/packages.list says what and why).
# PHP=8.4 builds for, or tests with, that PHP, unpacked below build/php; PHP=8.2-zts is one with thread safety, which is compiled first;
# PHP_CONFIG=... chooses one that is installed; JOBS=... is the number of parallel compilations.
SHELL := /bin/bash
PHP ?=
EXAMPLE ?= hello
TARGET ?=
SECONDS ?= 300
BENCH ?=
VERSION ?=
RELEASE ?= bookworm trixie
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*\#\# .*/\1/p' Makefile)

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name what; do \
	    printf '  make %-14s %s\n' "$$name" "$$what"; done

serve: build ## build, then serve examples/hello.php on 127.0.0.1:9501; EXAMPLE=site: examples/site.php
	@scripts/serve $(EXAMPLE)

build: ## build build/release/tern.so
	@scripts/need build
	@scripts/build release$(PHP:%=-%) tern

test: ## unit tests, phpt, make install, end to end: with the extension as users build it
	@scripts/need build test
	@scripts/test release$(PHP:%=-%) build unit phpt install e2e

check: ## layout, include rules, static analysis of what changed, duplicates, budgets, generated files, instructions
	@scripts/need build test check
	@scripts/check

tidy: ## static analysis of every source, half an hour; make check does it for those that changed
	@scripts/need build check
	@scripts/checks/tidy --all
	@scripts/checks/locals --all

fix: ## format the code, regenerate the arginfo headers
	@scripts/need check
	@scripts/fix

test-asan: ## unit tests, fuzz corpora and phpt under AddressSanitizer and UndefinedBehaviorSanitizer
	@scripts/need build test asan
	@scripts/test asan$(PHP:%=-%) build unit corpora phpt

test-newest: ## phpt and some end-to-end tests with the newest stable PHP
	@scripts/need build test
	@scripts/test quick-8.5 extension phpt smoke

newest-php: ## the newest PHP that can be had, even before its release: build, unit tests, phpt, a row
	@scripts/need build test
	@scripts/newest-php

matrix: ## every suite with every PHP that can be had, and a table: hours
	@scripts/need build test asan
	@scripts/matrix

arm64: ## compile for arm64, then unit tests, phpt and a server in an emulator: half an hour
	@scripts/need build test arm64
	@scripts/test release-arm64 build unit pages phpt install hello

test-valgrind: ## the phpt folders of scripts/valgrind.list under valgrind
	@scripts/need build test valgrind
	@scripts/test release build valgrind

test-upstream: ## PHP's own tests of streams, sockets, curl, mysqli, PDO, ... inside of a coroutine; fetches PHP's source
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@scripts/upstream release$(PHP:%=-%)

test-sapi: ## PHP's own tests of web requests, with php-cgi and with a classic site; fetches PHP's source and php-cgi
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@scripts/sapi release$(PHP:%=-%)

test-database-suites: ## PHP's own tests of databases, and Laravel's and Doctrine's, with db_connections and without; fetches their sources and php-cgi
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@scripts/database-suites release$(PHP:%=-%)

test-fpm: ## PHP's own tests of php-fpm, with php-fpm and with `tern fpm`; fetches PHP's source and php-fpm
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@scripts/fpm-tests release$(PHP:%=-%)

load-fpm: ## `tern fpm` and php-fpm under load, reloaded, upgraded, a worker killed; bodies of 1 GB: some minutes
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@tests/fpm/run operations
	@TERN_BODY_MB=1024 scripts/suite/e2e release$(PHP:%=-%) /dev/null large_body_test

audit-state: ## look for state of PHP that contexts do not exchange: COUNT=2000 of PHP's own tests, PAIRS=300 pairs; fetches PHP's source
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@scripts/audit-state release$(PHP:%=-%) $(COUNT:%=--count %) $(PAIRS:%=--pairs %)

test-drivers: ## each call of each client extension beside each other one that waits, on one connection; minutes
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@TERN_EVERY=1 scripts/suite/e2e release$(PHP:%=-%) /dev/null two_users_test

fuzz: ## fuzz every target or TARGET=name for SECONDS=300 each
	@scripts/need build fuzz
	@scripts/fuzz '$(SECONDS)' $(TARGET)

test-classic: ## WordPress, phpMyAdmin, MediaWiki and DokuWiki in a browser, under PHP-FPM, `tern serve` and `tern fpm`; half an hour
	@scripts/need build test
	@scripts/build release$(PHP:%=-%) tern
	@scripts/suite/e2e release$(PHP:%=-%) /dev/null wordpress_test phpmyadmin_test mediawiki_test dokuwiki_test

fuzz-contexts: ## random programs in contexts and in processes: COUNT=10000 without JIT, and as many with it
	@scripts/need build test
	@scripts/fuzz-contexts release$(PHP:%=-%) $(COUNT)

fuzz-databases: ## random programs with eight connection objects, with db_connections and without: PROGRAMS=1000 from SEED=1 on
	@scripts/need build test
	@scripts/build release tern
	@scripts/fuzz-databases $(SEED:%=--seed %) $(PROGRAMS:%=--programs %)

bench: ## the benchmark suite and its report, about 40 minutes; BENCH=--quick: less than 4
	@scripts/need build bench
	@scripts/build release tern
	@status=0; bench/suite $(BENCH) || status=$$?; \
	    bench/report build/bench/suite.json --out build/bench/results --beside docs/results/swoole-*.json && exit $$status

bench-instructions: ## write bench/instructions.md, which make check compares with: instructions of each operation, a minute
	@scripts/need build bench
	@scripts/build release tern
	@bench/instructions --write

site: ## the documentation as a site in build/site, made from docs/ and the stubs; npm fetches the generator
	@scripts/need site
	@scripts/site

ide: ## the Composer package of stubs for editors and PHPStan, in build/ide
	@scripts/need build site
	@scripts/ide-stubs

check-site: site ## links, accessibility in Chromium at three widths in light and dark, reading without scripts; some minutes
	@scripts/need build test
	@scripts/build release tern
	@scripts/suite/e2e release /dev/null site_test

soak: ## minutes of load: reloads and crashes, five million mixed requests, idle connections, coroutines, databases, pools, tables
	@scripts/need build test bench asan
	@scripts/build release tern
	@scripts/build asan tern
	@tests/soak/run

musl: ## compile every source against musl; there is no PHP for it here, so nothing runs
	@scripts/need build musl
	@scripts/musl

install: build ## install tern.so into PHP's extension folder, and bin/tern into PREFIX (/usr/local)
	@scripts/install release$(PHP:%=-%)

fresh: ## try make serve and make test in a bare Debian 12 and 13 (root only)
	@scripts/need fresh
	@scripts/fresh-debian bookworm
	@scripts/fresh-debian trixie

packages: ## Debian packages for bookworm and trixie, RELEASE=trixie: for that one; in bare Debians (root only)
	@for release in $(RELEASE); do scripts/debian-packages "$$release" || exit; done

test-packages: ## install them in bare Debians, serve, upgrade under load, remove (root only)
	@for release in $(RELEASE); do scripts/test-packages "$$release" || exit; done

test-pie: ## the steps of PIE with the archive of a release, in bare Debians: they compile (root only)
	@for release in $(RELEASE); do scripts/test-pie "$$release" || exit; done

image: ## an OCI image of the packages for trixie, and its tests (root only); BASE=debian:trixie-slim: on that image
	@scripts/image trixie $(BASE)
	@scripts/test-image

rpm: ## check the spec file for RPM packages
	@scripts/rpm

release: ## VERSION=0.2.0: the files of a release in build/releases; tags and sends nothing
	@scripts/release '$(VERSION)'

clean: ## remove everything built
	rm -rf build
