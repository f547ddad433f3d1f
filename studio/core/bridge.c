/* The bridge between a page and the core. The WebAssembly module exports the functions of studio.h as they are
 * (cmake/wasm.cmake), and these two: memory for what the page hands over. */
#include "runtime/base/base.h"

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("vv_allocate") void *bridge_allocate(size_t bytes);
EXPORT("vv_release") void bridge_release(void *memory, size_t bytes);

void *bridge_allocate(size_t bytes) { return vvi_allocate(NULL, bytes, 1); }

void bridge_release(void *memory, size_t bytes) { vvi_release(NULL, memory, bytes, 1); }
