/* The floating-point environment of a public call. A host may have set flush-to-zero (linking with -ffast-math does), another
 * rounding mode or traps; every one of them changes bits. So each public function that computes begins with VVI_FLOAT_GUARD,
 * which sets round to nearest, subnormal numbers as they are and no traps, and gives the host's settings back on every return.
 * In a nested call, and in a host that changes nothing, it reads the control word and writes nothing.
 *
 * Compilers do not know that arithmetic depends on the control word, and may move it across an instruction that sets one.
 * Hence enter and leave are calls of functions in another file: memory is read and written on the right side of a call that
 * may change it, and on x86 no register for floats survives a call, so nothing is gained by moving arithmetic across one.
 *
 * A callback of the host (controllers, allocators) runs under the library's environment, and must leave it as it was. */
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
    uint16_t x87;     /* on 32-bit x86: integers of 64 bits become floats there */
} vvi_float_env;

__attribute__((noinline)) vvi_float_env vvi_float_env_enter(void);
__attribute__((noinline)) void vvi_float_env_leave(const vvi_float_env *host);

/* A declaration, so that the compiler calls leave wherever the function returns. */
#define VVI_FLOAT_GUARD                                                                                                \
    __attribute__((cleanup(vvi_float_env_leave))) const vvi_float_env vvi_float_guard = vvi_float_env_enter();         \
    (void)vvi_float_guard
#else
#define VVI_FLOAT_GUARD ((void)0) /* WebAssembly has one environment only */
#endif

#endif
