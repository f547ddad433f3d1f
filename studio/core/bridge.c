/* The bridge between the page and the core. The WebAssembly module exports the functions of studio.h as they are
 * (cmake/wasm.cmake), and these two, which allocate memory for what the page passes in. */
#include "runtime/base/base.h"
#include "studio/core/layout_check.h" /* assumes pointers of four bytes: this file is compiled only for WebAssembly */

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("vv_allocate") void *bridge_allocate(size_t bytes);
EXPORT("vv_release") void bridge_release(void *memory, size_t bytes);

void *bridge_allocate(size_t bytes) { return vvi_allocate(NULL, bytes, 1); }

void bridge_release(void *memory, size_t bytes) { vvi_release(NULL, memory, bytes, 1); }
