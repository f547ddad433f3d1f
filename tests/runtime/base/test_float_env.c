/* The guard of public functions: under every floating-point environment of the host they give the same bits, and the
 * host has its own again afterwards. */
#define VVI_PUBLIC_MATHS /* as a host calls them */
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <verve/line.h>
#include <verve/stage.h>

#if defined(__x86_64__) || defined(__i386__)
static uint64_t control(void)
{
    uint32_t word;
    __asm__ volatile("stmxcsr %0" : "=m"(word) : : "memory");
    return word & ~0x3fu; /* without the flags */
}
static void set_control(uint64_t value)
{
    uint32_t word = (uint32_t)value;
    __asm__ volatile("ldmxcsr %0" : : "m"(word) : "memory");
}
/* As programs begin; flush-to-zero with denormals-are-zero; down, up, towards zero; all together; every exception
 * traps. */
static const uint64_t words[] = {0x1f80, 0x9fc0, 0x3f80, 0x5f80, 0x7f80, 0xffc0, 0x0000};
#elif defined(__aarch64__)
static uint64_t control(void)
{
    uint64_t word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word) : : "memory");
    return word;
}
static void set_control(uint64_t word) { __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory"); }
static const uint64_t words[] = {0, 1u << 24, 1u << 22, 2u << 22, 3u << 22, 7u << 22, 1u << 25};
#else
static uint64_t control(void) { return 0; }
static void set_control(uint64_t word) { (void)word; }
static const uint64_t words[] = {0};
#endif
enum { WORDS = sizeof words / sizeof *words };

/* What is called under each word; nothing else is computed there. */
typedef void call(float *out);

static const float tiny = 1e-40f; /* subnormal */

static void small_numbers(float *out)
{
    out[0] = vv_sin(tiny), out[1] = vv_atan2(tiny, 1.0f), out[2] = vv_exp(-100.0f);
}
static void small_vectors(float *out)
{
    vv_vec3 v = vv_quat_rotate((vv_quat){0.1f, 0.2f, 0.3f, 0.4f}, (vv_vec3){tiny, 3 * 1e-40f, 7 * 1e-41f});
    memcpy(out, &v, sizeof v);
}
static void rounded(float *out)
{
    vv_mat3 m = vv_quat_to_mat3((vv_quat){0.1f, 0.2f, 0.3f, 0.7f});
    memcpy(out, &m, sizeof m);
    out[9] = vv_mat3_determinant(m);
    out[10] = vv_cos(0.7f), out[11] = vv_acos(0.3f);
}
static void a_comparison(float *out)
{
    vv_affine a = {{tiny, 0.0f, 0.0f, tiny}, {1.0f, 0.0f}}, inverse = {0};
    out[0] = (float)vv_affine_invert(a, &inverse); /* with denormals-are-zero it would not be invertible */
    vv_vec3 v = vv_vec3_normalize((vv_vec3){3e-20f, 0, 0}, (vv_vec3){0, 1, 0});
    memcpy(out + 1, &v, sizeof v);
}
static void a_fall(float *out)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    assert_int_equal(vv_stage_create(&def, NULL, &stage, NULL), VV_OK);
    for (int i = 0; i < 10; i++)
        vv_stage_step(stage, 0.017f);
    double time = vv_stage_time(stage);
    memcpy(out, &time, sizeof time);
    vv_stage_destroy(stage);
}
static void a_refusal(float *out) /* returns early */
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_error error = {0};
    def.step = -0.1f;
    out[0] = (float)vv_stage_create(&def, NULL, &stage, &error);
    memcpy(out + 1, error.message, 32);
}

static void every_environment_gives_the_same_bits_and_stays(void **state)
{
    (void)state;
    static call *const calls[] = {small_numbers, small_vectors, rounded, a_comparison, a_fall, a_refusal};
    uint64_t before = control();
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        float expected[16] = {0}, found[16];
        calls[c](expected);
        for (int w = 0; w < WORDS; w++) {
            memset(found, 0, sizeof found);
            set_control(words[w]);
            calls[c](found);
            uint64_t after = control();
            set_control(before);
            assert_true(after == words[w]);
            assert_memory_equal(found, expected, sizeof found);
        }
    }
}

/* The guard inside the guard, and the environment inside. */
static uint64_t inner(void)
{
    VVI_FLOAT_GUARD;
    return control();
}
static uint64_t outer(uint64_t *between)
{
    VVI_FLOAT_GUARD;
    uint64_t inside = inner();
    *between = control();
    return inside;
}

static void guards_nest(void **state)
{
    (void)state;
    uint64_t before = control();
    for (int w = 0; w < WORDS; w++) {
        uint64_t between;
        set_control(words[w]);
        uint64_t inside = outer(&between), after = control();
        set_control(before);
        assert_true(inside == words[0] && between == words[0]);
        assert_true(after == words[w]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_environment_gives_the_same_bits_and_stays),
        cmocka_unit_test(guards_nest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
