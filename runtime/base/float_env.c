/* Sets and restores the floating-point control word: see float_env.h. Where the host's word had to be replaced,
 * restoring it also restores the exception flags of before the call; where not, flags that the computation raised
 * stay raised. */
#include "base.h"

#if defined(__x86_64__) || defined(__i386__)
#define MXCSR_DEFAULT 0x1f80u /* all exceptions masked, round to nearest, no flush-to-zero, no denormals-are-zero */
#define MXCSR_FLAGS   0x003fu
#define X87_DEFAULT   0x037fu /* masked, round to nearest, all 64 bits of precision */

static bool is_default(uint64_t mxcsr) { return (mxcsr & ~(uint64_t)MXCSR_FLAGS) == MXCSR_DEFAULT; }

static void set_mxcsr(uint32_t word) { __asm__ volatile("ldmxcsr %0" : : "m"(word) : "memory"); }

vvi_float_env vvi_float_env_enter(void)
{
    uint32_t word;
    __asm__ volatile("stmxcsr %0" : "=m"(word) : : "memory");
    vvi_float_env host = {word, X87_DEFAULT};
    if (__builtin_expect(!is_default(word), 0))
        set_mxcsr(MXCSR_DEFAULT);
#ifdef __i386__
    const uint16_t x87 = X87_DEFAULT;
    __asm__ volatile("fnstcw %0" : "=m"(host.x87) : : "memory");
    host.x87 &= 0x0f3f; /* the other bits are reserved */
    if ((host.x87 | 0x40) != X87_DEFAULT)
        __asm__ volatile("fldcw %0" : : "m"(x87) : "memory");
#endif
    return host;
}

void vvi_float_env_leave(const vvi_float_env *host)
{
    if (__builtin_expect(!is_default(host->control), 0))
        set_mxcsr((uint32_t)host->control);
#ifdef __i386__
    if ((host->x87 | 0x40) != X87_DEFAULT)
        __asm__ volatile("fldcw %0" : : "m"(host->x87) : "memory");
#endif
}

#elif defined(__aarch64__)
/* FPCR 0: round to nearest, no flush-to-zero, NaNs propagate, no traps. Status flags have a register of their own. */
static void set_fpcr(uint64_t word) { __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory"); }

vvi_float_env vvi_float_env_enter(void)
{
    vvi_float_env host = {0, 0};
    __asm__ volatile("mrs %0, fpcr" : "=r"(host.control) : : "memory");
    if (host.control != 0)
        set_fpcr(0);
    return host;
}

void vvi_float_env_leave(const vvi_float_env *host)
{
    if (host->control != 0)
        set_fpcr(host->control);
}
#endif
