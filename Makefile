# The front door. Every target installs what it needs (as root or through sudo), builds and works.
#   make          the verve command, at build/verve
#   make run      the studio, on the shipped examples or on PROJECT=folder: builds everything, serves it, opens the browser
#   make test     every test: built by gcc, again by clang with sanitizers (without the films), and in WebAssembly; names the slowest
#   make test-long  all of that, the tests that take long (an hour of stage time and more), all of it under the address,
#                 undefined-behaviour and thread sanitizers, and the fuzz targets; takes hours, ends with a summary
#   make test-arm the same bits on ARM, emulated
#   make test-32  the unit tests built for 32-bit x86 with SSE2; fetches 225 MB of Debian packages and installs none of them
#   make bench    the benchmarks            make fuzz     each fuzz target for a minute (FUZZ_SECONDS)
#   make wasm     the core for browsers     make format   formats the sources
#   make studio   the studio's page         make dist     the whole studio as one HTML file, build/dist/verve-studio.html
#   make measure  how quick and how large the studio is
#   make install  library, headers, pkg-config, CMake package and the command (PREFIX, DESTDIR); after `make studio` also the
#                 page, which the installed `verve studio` needs

PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
TEST_JOBS ?= $(shell expr $(JOBS) + 2) # those of the server and of the page wait more than they work
LLVM ?= $(shell tools/setup.sh --llvm)
CONFIGURE = cmake -S . -G Ninja '-DCMAKE_INSTALL_PREFIX=$(PREFIX)'
SOURCES = $(shell git ls-files '*.c' '*.h')

.PHONY: all run studio dist measure test test-gcc build-gcc test-core test-page build-clang test-clang test-long build-thread test-arm test-32 bench fuzz wasm format format-check install clean
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

# Tests of the page wait for the browser while others compute, so that both kinds run in one go.
test: test-gcc test-clang
	@tools/slowest.py build/gcc/tests.xml build/clang/tests.xml

CTEST = ctest -j $(TEST_JOBS) --output-on-failure --output-junit tests.xml

test-gcc: build-gcc
	$(CTEST) --test-dir build/gcc -LE long

build-gcc:
	@tools/setup.sh build test wasm page browser
	$(CONFIGURE) -B build/gcc -DCMAKE_C_COMPILER=gcc
	cmake --build build/gcc --target all page wasm_replay -j $(JOBS)

test-core:
	$(CTEST) --test-dir build/gcc -LE 'page|long'

test-page:
	$(CTEST) --test-dir build/gcc -L page -LE long

build-clang:
	@tools/setup.sh build test
	$(CONFIGURE) -B build/clang -DCMAKE_C_COMPILER=clang-$(LLVM) -DVV_SANITIZE=ON
	cmake --build build/clang -j $(JOBS)

test-clang: build-clang
	$(CTEST) --test-dir build/clang -LE long

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

# Not part of `make test` either: the libraries for 32 bits are much to fetch. Tests that build again, or need the page, are left out.
test-32:
	@tools/setup.sh build test
	tools/sysroot32.sh build/sysroot32
	$(CONFIGURE) -B build/x86-32 '-DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/x86-32.cmake' '-DVV_SYSROOT=$(CURDIR)/build/sysroot32/root'
	cmake --build build/x86-32 -j $(JOBS)
	ctest --test-dir build/x86-32 -j $(JOBS) --output-on-failure -LE 'page|long' -E '^(determinism|install|house|studio_)'

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
	@python3 tools/reflow.py $(SOURCES)
	@if [ -d studio/page/node_modules ]; then cd studio/page && npm run --silent format; fi

format-check:
	@tools/setup.sh format
	@clang-format-$(LLVM) --dry-run -Werror $(SOURCES)
	@python3 tools/reflow.py --check $(SOURCES)

install: all
	cmake --install build
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then PATH="$$PATH:/sbin" ldconfig; fi # the loader finds the new library

clean:
	rm -rf build
