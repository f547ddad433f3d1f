/* The door of runtime/base: numbers, memory, errors and small solvers that the rest of Verve builds on.
 * Names that begin with vvi_ are shared inside the library and never seen by a game. */
#ifndef VVI_BASE_H
#define VVI_BASE_H

#include <verve/base.h>
#include <verve/math.h>

#include "float_env.h"
#include "unguarded.h"

#include <stdarg.h>

/* ---- Asserts -------------------------------------------------------------------------------------------------- */

/* VV_ASSERT: a wrong call by the host, or an invariant that costs next to nothing to check. It is part of every
 * build, also of a release, and goes to the host's handler (vv_set_assert_handler) or stops the program; so it
 * belongs where a call enters the library and where things are built, not in inner loops. VV_NO_ASSERTS leaves it
 * out; the studio's module defines it, because its only caller is the studio's core.
 *
 * VVI_ASSERT_ARRAY: a def that says how many items an array has must also give the array. VVI_ASSERT_ARRAY_OF is for
 * a helper that reads a def on behalf of a public function: it reports that function's name.
 *
 * VVI_CHECK: an invariant inside the library that costs something, in an inner loop or over a whole array. It is
 * compiled where VV_CHECKS is defined, which CMake does for debug, sanitizer and fuzzing builds, and costs nothing in
 * a release, where its condition is not evaluated.
 *
 * Data from outside, however damaged, must never make either fail: loaders verify it and return errors. */
#ifdef VV_NO_ASSERTS
#define VV_ASSERT(condition)                  ((void)0)
#define VVI_ASSERT_ARRAY_OF(caller, p, count) ((void)0)
#else
#define VV_ASSERT(condition) (__builtin_expect(!!(condition), 1) ? (void)0 : vvi_assert_failed(__func__, #condition))
#define VVI_ASSERT_ARRAY_OF(caller, p, count)                                                                          \
    ((p) != NULL || (count) == 0 ? (void)0 : vvi_assert_failed(caller, #p " != NULL || " #count " == 0"))
#endif
#define VVI_ASSERT_ARRAY(p, count) VVI_ASSERT_ARRAY_OF(__func__, p, count)
#ifdef VV_CHECKS
#define VVI_CHECK(condition) (__builtin_expect(!!(condition), 1) ? (void)0 : vvi_assert_failed(__func__, #condition))
#else
#define VVI_CHECK(condition) ((void)(0 && (condition)))
#endif
void vvi_assert_failed(const char *function, const char *condition);

/* ---- Text and errors ------------------------------------------------------------------------------------------ */

/* A small snprintf that gives the same text on every host: %s %c %d %u %zu %x %% and %g (the shortest decimal that
 * reads back as the same float). Returns the length the whole text needs. */
size_t vvi_format(char *text, size_t text_bytes, const char *format, ...) VV_PRINTF(3, 4);
size_t vvi_format_list(char *text, size_t text_bytes, const char *format, va_list arguments);
/* Appends to a text whose length so far is `length`, which may be more than fits. Returns the new length of the
 * whole. */
size_t vvi_append(char *text, size_t text_bytes, size_t length, const char *format, ...) VV_PRINTF(4, 5);

/* The shortest decimal that reads back as `value` (float: at most 9 digits). Returns its length; text holds ≥ 32. */
size_t vvi_print_float(char *text, float value);
/* The double that reading that decimal gives. */
double vvi_shorten_float(float value);
/* The same for a double (at most 17 digits). */
size_t vvi_print_double(char *text, double value);
/* Reads a JSON-style number from text[0…length). Returns the number of characters read, 0 if there is no number.
 * *value is the nearest double for up to 19 digits (a decimal within 2⁻¹¹⁵ of the midpoint of two doubles may be
 * rounded either way); further digits are dropped; overflow gives ±inf. */
size_t vvi_parse_double(const char *text, size_t length, double *value);

/* True for 1…name_bytes − 1 bytes of UTF-8 without control characters, then a zero. Bytes after the zero are not
 * read. */
bool vvi_is_name_valid(const char *name, size_t name_bytes);

/* Fills `error` (may be NULL) with a formatted message and returns `code`. The functions below add place and remedy. */
vv_result vvi_fail(vv_error *error, vv_result code, const char *format, ...) VV_PRINTF(3, 4);
/* Adds to an error that was just made what to do about it. */
void vvi_error_remedy(vv_error *error, const char *format, ...) VV_PRINTF(2, 3);
/* Prefixes the error's path with a step such as "pins[2]" and returns `result`. Inner functions name their part and
 * each caller prefixes its own, so that together they give a path in the project ("$.artworks[0].sprite.pins[2]").
 * Nothing changes where `result` is VV_OK, where it is no fault of the input (out of memory, cancelled), and where
 * the path already begins with $. */
vv_result vvi_prefix_error_path(vv_result result, vv_error *error, const char *format, ...) VV_PRINTF(3, 4);
void vvi_error_place(vv_error *error, const char *file, uint32_t line, const char *path);
/* Reports that `bytes` could not be allocated, in the same words everywhere. */
vv_result vvi_fail_memory(vv_error *error, size_t bytes);

/* ---- Memory --------------------------------------------------------------------------------------------------- */

#define VVI_ALIGNMENT 64u

/* From `allocator` (NULL: default), aligned to 64; NULL on failure or on overflow of count · size. */
void *vvi_allocate(const vv_allocator *allocator, size_t count, size_t size);
void *vvi_allocate_zeroed(const vv_allocator *allocator, size_t count, size_t size);
/* `memory` may be NULL. */
void vvi_release(const vv_allocator *allocator, void *memory, size_t count, size_t size);

/* An arena: many allocations that are released together, from blocks that double in size. Initialise it with zeros
 * and the allocator. */
typedef struct vvi_arena_block vvi_arena_block;
typedef struct vvi_arena {
    const vv_allocator *allocator;
    vvi_arena_block *first; /* newest */
    size_t used;            /* bytes taken from the newest block */
} vvi_arena;

/* Aligned to 64, zeroed; NULL on failure. */
void *vvi_arena_allocate(vvi_arena *arena, size_t count, size_t size);
void vvi_arena_release(vvi_arena *arena);

/* A growing array: doubles *items (of *capacity elements) until it holds `needed`. False, with nothing changed, on
 * failure. */
bool vvi_grow(const vv_allocator *allocator, void **items, size_t *capacity, size_t needed, size_t size);

/* A prepared object is one block of bytes that an asset stores unchanged: a header, then sections, each at a multiple
 * of 64 bytes from the start of the block. `cursor` starts at the size of the header; each call returns the next
 * section's offset. Counts are 32-bit and sizes are small, so no sum comes near 2⁶⁴. */
static inline uint64_t vvi_section(uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = (*cursor + (VVI_ALIGNMENT - 1u)) & ~(uint64_t)(VVI_ALIGNMENT - 1u);
    *cursor = start + count * size;
    return start;
}

/* How a prepared object of one kind begins: with its magic number and its version, 32 bits each. */
typedef struct vvi_block_kind {
    const char *name; /* in errors: "a sprite" */
    uint32_t magic, version;
    uint32_t alignment; /* bytes, a power of two */
    size_t header_bytes;
} vvi_block_kind;

/* Refuses bytes that are not aligned, or do not begin with the header of this kind in this version. */
vv_result vvi_check_block(const void *bytes, size_t byte_count, const vvi_block_kind *kind, vv_error *error);

/* ---- Numbers -------------------------------------------------------------------------------------------------- */

bool vvi_all_finite(const float *values, size_t count);
/* True if every value lies within ±limit; NaN does not. */
bool vvi_all_within(const float *values, size_t count, float limit);
static inline float vvi_clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
static inline double vvi_clamp_double(double x, double low, double high) { return x < low ? low : x > high ? high : x; }
/* 3t² − 2t³: 0 for t ≤ 0, 1 for t ≥ 1, flat at both ends. */
static inline float vvi_smoothstep(float t)
{
    t = vvi_clamp(t, 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}
static inline double vvi_smoothstep_double(double t)
{
    t = vvi_clamp_double(t, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}
/* Cubic Hermite interpolation at t in 0…1 from the values and slopes (over the whole segment) at its ends. */
static inline double vvi_hermite(double a, double slope_a, double b, double slope_b, double t)
{
    double s = 1.0 - t;
    return s * s * (1.0 + 2.0 * t) * a + t * t * (1.0 + 2.0 * s) * b + t * s * s * slope_a - t * t * s * slope_b;
}
static inline float vvi_min(float a, float b) { return a < b ? a : b; }
static inline float vvi_max(float a, float b) { return a > b ? a : b; }
/* The minimum and maximum of doubles. fmin and fmax belong to libm, which the runtime does not link. */
static inline double vvi_min_double(double a, double b) { return a < b ? a : b; }
static inline double vvi_max_double(double a, double b) { return a > b ? a : b; }

/* A component by its index. (&v.x)[1] would read past a member, which is undefined behaviour. */
static inline float *vvi_component_pointer(vv_vec3 *v, uint32_t axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}
static inline float vvi_component(vv_vec3 v, uint32_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/* In double, within two units in the last place; the same bits everywhere. exp: 0 below −708, the largest double
 * above 709.7. log: x > 0 and normal. */
double vvi_exp_double(double x);
double vvi_log_double(double x);
/* Error below 1e-15 for |angle| ≤ 2²⁰. Larger angles lose digits; from 2⁵⁰ on, and for NaN, the angle counts
 * as 0. */
void vvi_sin_cos_double(double angle, double *sine, double *cosine);

/* Seeded random numbers (PCG32): the same sequence everywhere. */
typedef struct vvi_random {
    uint64_t state;
} vvi_random;
vvi_random vvi_random_seed(uint64_t seed);
uint32_t vvi_random_next(vvi_random *random);
float vvi_random_unit(vvi_random *random);                     /* [0, 1) */
uint32_t vvi_random_below(vvi_random *random, uint32_t bound); /* [0, bound), unbiased */

/* ---- Small dense solvers: prepare (factor), then solve --------------------------------------------------------- */

/* A = L Lᵀ in place: the lower triangle of A[n·n] (row-major) becomes L. False where A is not positive definite
 * beyond rounding. */
bool vvi_cholesky_factor_double(uint32_t n, double *A);
/* Solves A x = b in place, x[n · columns] with `columns` right-hand sides interleaved: x[i · columns + c]. */
void vvi_cholesky_solve_double(uint32_t n, const double *L, uint32_t columns, double *x);

/* A = P L U with row pivoting, in place, A[n·n] (row-major), pivot[n]. False where a pivot is exactly 0. */
bool vvi_lu_factor(uint32_t n, double *A, uint32_t *pivot);
/* Solves A x = b in place, right-hand sides interleaved as above. */
void vvi_lu_solve(uint32_t n, const double *LU, const uint32_t *pivot, uint32_t columns, double *x);

/* The least-squares solution of smallest norm of A X = B, by singular values: A[rows·columns], B[rows·right] and
 * X[columns·right] are row-major. Singular values up to tolerance · the largest count as 0. Returns the rank, or
 * VV_NONE without memory. */
uint32_t vvi_least_norm(uint32_t rows, uint32_t columns, const double *A, double tolerance, uint32_t right,
                        const double *B, double *X, const vv_allocator *allocator);

/* Eigenvalues and eigenvectors of a symmetric 3 × 3 matrix S = V D Vᵀ: S becomes D, the largest eigenvalue first,
 * and V a proper rotation whose columns are the eigenvectors. */
void vvi_symmetric3_factor(double S[3][3], double V[3][3]);

/* ---- Predicates for asserts ------------------------------------------------------------------------------------- */

/* True for a unit vector, up to rounding; false for NaN. */
static inline bool vvi_is_unit2(vv_vec2 v)
{
    float square = v.x * v.x + v.y * v.y;
    return square > 0.998f && square < 1.002f;
}
static inline bool vvi_is_unit3(vv_vec3 v)
{
    float square = v.x * v.x + v.y * v.y + v.z * v.z;
    return square > 0.998f && square < 1.002f;
}
static inline bool vvi_is_unit_quat(vv_quat q)
{
    float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return square > 0.998f && square < 1.002f;
}
/* Neither NaN nor infinite. */
static inline bool vvi_is_finite(double x) { return x - x == 0.0; }
/* Each value is greater than the one before it. */
bool vvi_is_ascending(const uint32_t *values, size_t count);
/* starts[count + 1] of `count` consecutive ranges: they begin at 0, end at `total`, and none has a negative length. */
bool vvi_are_starts(const uint32_t *starts, size_t count, uint32_t total);
/* All indices are below `bound`. */
bool vvi_all_below(const uint32_t *indices, size_t count, uint32_t bound);
/* All weights lie in 0…1 and sum to 1, both within `tolerance`. */
bool vvi_is_partition(const float *weights, size_t count, float tolerance);
/* No value is NaN or infinite. */
bool vvi_all_finite_double(const double *values, size_t count);

/* ---- Jobs ------------------------------------------------------------------------------------------------------ */

typedef void vvi_task(void *context, uint32_t index, uint32_t worker);

bool vvi_are_jobs_valid(const vv_jobs *jobs); /* NULL is */
static inline uint32_t vvi_worker_count(const vv_jobs *jobs) { return jobs ? jobs->workers : 1u; }
/* Calls task(context, index, worker) for each index 0…count − 1, in this order and as worker 0 without jobs. Tasks must
 * not depend on each other, and may allocate nothing. */
void vvi_jobs_run(const vv_jobs *jobs, uint32_t count, vvi_task *task, void *context);

#endif
