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

/* A wrong call by a programmer: goes to the host's handler (vv_set_assert_handler) or stops the program. It is checked in
 * every build, so it belongs where a call enters the library, not into inner loops. VV_NO_ASSERTS leaves it out: the
 * studio's module does, whose only caller is the studio's core. */
#ifdef VV_NO_ASSERTS
#define VV_ASSERT(condition) ((void)0)
#else
#define VV_ASSERT(condition) (__builtin_expect(!!(condition), 1) ? (void)0 : vvi_assert_failed(__func__, #condition))
#endif
void vvi_assert_failed(const char *function, const char *condition);

/* ---- Text and errors ------------------------------------------------------------------------------------------ */

/* A small snprintf that gives the same text on every host: %s %c %d %u %zu %x %% and %g (the shortest decimal that reads
 * back as the same float). Returns the length the whole text needs. */
size_t vvi_format(char *text, size_t text_bytes, const char *format, ...) VV_PRINTF(3, 4);
size_t vvi_format_list(char *text, size_t text_bytes, const char *format, va_list arguments);

/* The shortest decimal that reads back as `value` (float: at most 9 digits). Returns its length; text holds ≥ 32. */
size_t vvi_print_float(char *text, float value);
/* The same for a double (at most 17 digits). */
size_t vvi_print_double(char *text, double value);
/* Reads a JSON-style number from text[0…length). Returns the characters used, 0 if there is none. The nearest double
 * for up to 19 digits (what lies within 2⁻¹¹⁵ of the middle between two may go either way); further digits are dropped;
 * overflow gives ±inf. */
size_t vvi_parse_double(const char *text, size_t length, double *value);

/* 1…name_bytes − 1 bytes of UTF-8 without control characters, then a zero; nothing after it is read. */
bool vvi_name_is_sound(const char *name, size_t name_bytes);

/* Fills `error` (may be NULL) and returns `code`. The message is formatted; place and remedy are added below. */
vv_result vvi_fail(vv_error *error, vv_result code, const char *format, ...) VV_PRINTF(3, 4);
/* Add to an error just made; each returns error->code (or `code` if error is NULL) so that calls chain. */
void vvi_error_remedy(vv_error *error, const char *format, ...) VV_PRINTF(2, 3);
/* Puts a step such as "pins[2]" before the error's path and returns `result`: inner steps name their part, and whoever called them puts the
 * whole before it, so that a path of the project comes of it ("$.artworks[0].sprite.pins[2]"). Nothing changes where `result` is VV_OK,
 * where memory ran out or the work was stopped, which is no fault of the input, and where the path already begins with $. */
vv_result vvi_placed(vv_result result, vv_error *error, const char *format, ...) VV_PRINTF(3, 4);
void vvi_error_place(vv_error *error, const char *file, uint32_t line, const char *path);
/* Out of memory: the same sentence everywhere. */
vv_result vvi_fail_memory(vv_error *error, size_t bytes);

/* ---- Memory --------------------------------------------------------------------------------------------------- */

#define VVI_ALIGNMENT 64u

/* From `allocator` (NULL: default), aligned to 64; NULL on failure or on overflow of count · size. */
void *vvi_allocate(const vv_allocator *allocator, size_t count, size_t size);
void *vvi_allocate_zeroed(const vv_allocator *allocator, size_t count, size_t size);
/* NULL is fine. */
void vvi_release(const vv_allocator *allocator, void *memory, size_t count, size_t size);

/* Many allocations that die together. Blocks double in size. Zero-initialise `allocator` only. */
typedef struct vvi_arena_block vvi_arena_block;
typedef struct vvi_arena {
    const vv_allocator *allocator;
    vvi_arena_block *first; /* newest */
    size_t used;            /* bytes taken from the newest block */
} vvi_arena;

/* Aligned to 64, zeroed; NULL on failure. */
void *vvi_arena_take(vvi_arena *arena, size_t count, size_t size);
void vvi_arena_release(vvi_arena *arena);

/* A growing array: doubles *items (of *capacity elements) until it holds `needed`. False, with nothing changed, on
 * failure. */
bool vvi_grow(const vv_allocator *allocator, void **items, size_t *capacity, size_t needed, size_t size);

/* Prepared things are one block of bytes that an asset holds as it is: a header, then sections, each beginning at a
 * multiple of 64 bytes from the block's own start. `cursor` begins at the header's size; returns the section's offset.
 * Counts are 32-bit and sizes small, so no sum comes near 2⁶⁴. */
static inline uint64_t vvi_section(uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = (*cursor + (VVI_ALIGNMENT - 1u)) & ~(uint64_t)(VVI_ALIGNMENT - 1u);
    *cursor = start + count * size;
    return start;
}

/* ---- Numbers -------------------------------------------------------------------------------------------------- */

bool vvi_all_finite(const float *values, size_t count);
/* No number is beyond ±most, or none. */
bool vvi_all_within(const float *values, size_t count, float most);
static inline float vvi_clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
static inline float vvi_min(float a, float b) { return a < b ? a : b; }
static inline float vvi_max(float a, float b) { return a > b ? a : b; }
/* The same of doubles: fmin and fmax are libm's, and a runtime links with nothing. */
static inline double vvi_least(double a, double b) { return a < b ? a : b; }
static inline double vvi_most(double a, double b) { return a > b ? a : b; }

/* A coordinate by its number. (&v.x)[1] would reach beyond a member, which compilers may do with what they like. */
static inline float *vvi_axis(vv_vec3 *v, uint32_t axis) { return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z; }
static inline float vvi_along(vv_vec3 v, uint32_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/* In double, within two units in the last place; the same bits everywhere. exp: 0 below −708, the largest double above
 * 709.7. log: x > 0 and normal. */
double vvi_exp_double(double x);
double vvi_log_double(double x);
/* Within 1e-15 for angles up to 2²⁰ in size; angles beyond lose digits, from 2⁵⁰ on (and NaN) they count as 0. */
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
bool vvi_cholesky_factor(uint32_t n, float *A);
bool vvi_cholesky_factor_double(uint32_t n, double *A);
/* Solves A x = b in place, x[n · columns] with `columns` right-hand sides interleaved: x[i · columns + c]. */
void vvi_cholesky_solve(uint32_t n, const float *L, uint32_t columns, float *x);
void vvi_cholesky_solve_double(uint32_t n, const double *L, uint32_t columns, double *x);

/* A = P L U with row pivoting, in place, A[n·n] (row-major), pivot[n]. False where a pivot is exactly 0. */
bool vvi_lu_factor(uint32_t n, double *A, uint32_t *pivot);
/* Solves A x = b in place, right-hand sides interleaved as above. */
void vvi_lu_solve(uint32_t n, const double *LU, const uint32_t *pivot, uint32_t columns, double *x);

/* Householder QR with column pivoting of A[rows · columns] (row-major, rows ≥ columns or not), in place.
 * tau[min(rows, columns)], pivot[columns]. Returns the numerical rank (diagonal above tolerance · largest). */
uint32_t vvi_qr_factor(uint32_t rows, uint32_t columns, double *A, double *tau, uint32_t *pivot, double tolerance);
/* The least-squares solution of smallest norm on the pivoted columns (others 0): b[rows] is overwritten, x[columns]. */
void vvi_qr_solve(uint32_t rows, uint32_t columns, uint32_t rank, const double *QR, const double *tau,
                  const uint32_t *pivot, double *b, double *x);

/* The least-squares solution of smallest norm of A X = B by singular values: A[rows·columns], B[rows·right], X[columns·right],
 * all row-major. Singular values up to tolerance · the largest count as 0. Returns how many do not, VV_NONE where memory ran
 * out. */
uint32_t vvi_least_norm(uint32_t rows, uint32_t columns, const double *A, double tolerance, uint32_t right,
                        const double *B, double *X, const vv_allocator *allocator);

/* A symmetric 3 × 3 matrix as V diag V ᵀ: S becomes diag, the largest eigenvalue first, V a proper rotation whose columns are
 * the eigenvectors. */
void vvi_symmetric3_factor(double S[3][3], double V[3][3]);

#endif
