# The front door. Every target installs what it needs (as root or through sudo), builds and works.
#   make          the verve command, at build/verve
#   make run      the studio, on the shipped examples or on PROJECT=folder: builds everything, serves it, opens the browser
#   make test     every test: built by gcc, again by clang with sanitizers, and in WebAssembly
#   make test-long  all of that, the tests that take long (an hour of stage time and more), all of it under the address,
#                 undefined-behaviour and thread sanitizers, and the fuzz targets; takes hours, ends with a summary
#   make test-arm the same bits on ARM, emulated
#   make bench    the benchmarks            make fuzz     each fuzz target for a minute (FUZZ_SECONDS)
#   make wasm     the core for browsers     make format   formats the sources
#   make studio   the studio's page         make dist     the whole studio as one HTML file, build/dist/verve-studio.html
#   make measure  how quick and how large the studio is
#   make install  library, headers, pkg-config, CMake package and the command (PREFIX, DESTDIR); after `make studio` also the
#                 page, which the installed `verve studio` needs

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
LLVM ?= $(shell tools/setup.sh --llvm)
CONFIGURE = cmake -S . -G Ninja '-DCMAKE_INSTALL_PREFIX=$(PREFIX)'
SOURCES = $(shell git ls-files '*.c' '*.h')

.PHONY: all run studio dist measure test test-gcc build-gcc test-core test-page build-clang test-clang test-long build-thread test-arm bench fuzz wasm format format-check install clean
.NOTPARALLEL: # each step keeps all cores busy by itself, and two at once would fight over apt's lock

# Warnings are errors in the tests only: what a newer compiler adds must not keep anyone from using Verve.
all:
	@tools/setup.sh build
	@mkdir -p build
	@$(CONFIGURE) -B build -DCMAKE_C_COMPILER=gcc -DVV_TESTS=OFF -DVV_WERROR=OFF >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build build -j $(JOBS)

# Everything that `verve studio` needs; the page has its own tools, so that the command can be built without them.
studio: all
	@tools/setup.sh wasm page
	@$(CONFIGURE) -B build >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build build --target page -j $(JOBS)

run: studio
	@build/verve studio $(if $(PROJECT),'$(PROJECT)')

dist: studio
	@cd studio/page && node build.mjs ../../build/dist --wasm ../../build/verve.wasm --single ../../examples

measure: studio
	@tools/setup.sh browser
	@node tests/studio/page/measure.mjs . build

test: test-gcc test-clang

test-gcc: build-gcc test-core test-page

build-gcc:
	@tools/setup.sh build test wasm page browser
	$(CONFIGURE) -B build/gcc -DCMAKE_C_COMPILER=gcc
	cmake --build build/gcc -j $(JOBS)
	cmake --build build/gcc --target page wasm_replay -j $(JOBS)

test-core:
	ctest --test-dir build/gcc -j $(JOBS) --output-on-failure -LE 'page|long'

test-page:
	ctest --test-dir build/gcc -j $(JOBS) --output-on-failure -L page -LE long --repeat until-pass:2 # a browser may stumble once; ctest tells

build-clang:
	@tools/setup.sh build test
	$(CONFIGURE) -B build/clang -DCMAKE_C_COMPILER=clang-$(LLVM) -DVV_SANITIZE=ON
	cmake --build build/clang -j $(JOBS)

test-clang: build-clang
	ctest --test-dir build/clang -j $(JOBS) --output-on-failure -LE long

build-thread:
	@tools/setup.sh build test
	$(CONFIGURE) -B build/thread -DCMAKE_C_COMPILER=clang-$(LLVM) -DVV_SANITIZE=thread
	cmake --build build/thread -j $(JOBS)

# A part that fails does not keep the others from running: the script goes on and tells at the end.
test-long:
	@FUZZ_SECONDS=$(FUZZ_SECONDS) JOBS=$(JOBS) tools/test_long.sh

# Not part of `make test`: a cross-compiler and an emulator are much to install.
test-arm: all
	@tools/setup.sh arm
	tests/determinism/test_arm.sh . build

bench: all
	@build/verve bench

fuzz:
	@tools/setup.sh build fuzz
	$(CONFIGURE) -B build/fuzz -DCMAKE_C_COMPILER=clang-$(LLVM) -DVV_SANITIZE=ON -DVV_FUZZ=ON -DVV_TESTS=OFF
	cmake --build build/fuzz -j $(JOBS)
	tools/fuzz.sh build/fuzz $(FUZZ_SECONDS)

wasm:
	@tools/setup.sh build wasm
	$(CONFIGURE) -B build -DCMAKE_C_COMPILER=gcc -DVV_TESTS=OFF -DVV_WERROR=OFF
	cmake --build build --target wasm -j $(JOBS)

format:
	@tools/setup.sh format
	@clang-format-$(LLVM) -i $(SOURCES)

format-check:
	@tools/setup.sh format
	@clang-format-$(LLVM) --dry-run -Werror $(SOURCES)

install: all
	cmake --install build
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then PATH="$$PATH:/sbin" ldconfig; fi # the loader finds the new library

clean:
	rm -rf build
