/* The floating-point environment of a public call. A host may have set flush-to-zero (linking with -ffast-math does),
 * another rounding mode or traps; each of these changes bits. So every public function that computes begins with
 * VVI_FLOAT_GUARD, which sets rounding to nearest, subnormal numbers and no traps, and restores the host's settings
 * on every return. In a nested call, and where the host has changed nothing, it reads the control word and writes
 * nothing.
 *
 * Compilers do not know that arithmetic depends on the control word, and may move it across an instruction that sets
 * it. Hence enter and leave are functions in another file: reads and writes of memory stay on their side of such a
 * call, and on x86 no floating-point register survives a call, so the compiler gains nothing by moving arithmetic
 * across it.
 *
 * A callback of the host (controller, allocator) runs in the library's environment and must leave it unchanged. */
#ifndef VVI_FLOAT_ENV_H
#define VVI_FLOAT_ENV_H

#include <stdint.h>

#if defined(__i386__) && !defined(__SSE2_MATH__)
#error "32-bit x86 computes other bits with the x87; build with -msse2 -mfpmath=sse"
#endif

#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
/* What the host had set. */
typedef struct vvi_float_env {
    uint64_t control; /* MXCSR or FPCR */
    uint16_t x87;     /* control word; 32-bit x86 converts 64-bit integers to floats in the x87 */
} vvi_float_env;

__attribute__((noinline)) vvi_float_env vvi_float_env_enter(void);
__attribute__((noinline)) void vvi_float_env_leave(const vvi_float_env *host);

/* Declares a variable with a cleanup, so that the compiler calls leave wherever the function returns. */
#define VVI_FLOAT_GUARD                                                                                                \
    __attribute__((cleanup(vvi_float_env_leave))) const vvi_float_env vvi_float_guard = vvi_float_env_enter();         \
    (void)vvi_float_guard
#else
#define VVI_FLOAT_GUARD ((void)0) /* WebAssembly has one environment only */
#endif

#endif
