/* Results, errors, memory: what every other Verve header stands on.
 *
 * Verve never prints, never exits, never touches files or clocks. What can fail for reasons outside the program (bytes
 * from disk or network, numbers from an artist, memory) returns a vv_result and fills a vv_error. What can only fail
 * because the calling code is wrong (a null pointer, an index past the end) is asserted, in release builds too: see
 * vv_set_assert_handler. Unless its comment allows NULL, a pointer argument must not be NULL.
 *
 * Threads: what a function takes as const may be used by any number of threads at once; what it changes, by one at a
 * time. A result that failed leaves what `out` points to alone. Every destroy function accepts NULL, and must be given
 * the allocator that the thing was created with.
 *
 * Floating point: every function that computes rounds to nearest and keeps subnormal numbers, whatever the host has set,
 * and gives the host its own settings (MXCSR, FPCR) back. The inline functions of math.h run as the host does.
 * Callbacks of the host run with the library's settings and must not change them. */
#ifndef VERVE_BASE_H
#define VERVE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(VV_SHARED) && defined(_WIN32)
#ifdef VV_BUILDING
#define VV_API __declspec(dllexport)
#else
#define VV_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define VV_API __attribute__((visibility("default")))
#else
#define VV_API
#endif

#if defined(__GNUC__)
#define VV_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define VV_PRINTF(format_index, first)
#endif

#define VV_VERSION_MAJOR 0
#define VV_VERSION_MINOR 1
#define VV_VERSION_PATCH 0

/* The version the library was built as, packed as major << 16 | minor << 8 | patch. */
VV_API uint32_t vv_version(void);

/* No index: what does not exist. */
#define VV_NONE UINT32_MAX

/* ---- Results ----------------------------------------------------------------------------------------------- */

typedef enum vv_result {
    VV_OK = 0,
    VV_ERROR_MEMORY,      /* the allocator refused, or its limit is reached */
    VV_ERROR_ARGUMENT,    /* a value from outside is out of its range, not a number, or infinite */
    VV_ERROR_FORMAT,      /* bytes are not what they claim to be */
    VV_ERROR_VERSION,     /* made by a newer Verve than this one */
    VV_ERROR_NOT_FOUND,   /* a name or an index that does not exist */
    VV_ERROR_FILE,        /* the operating system refused to read or write */
    VV_ERROR_LIMIT,       /* larger or deeper than Verve accepts */
    VV_ERROR_CONVERGENCE, /* a solver stopped before it reached its tolerance */
    VV_ERROR_CANCELLED,   /* the caller asked long work to stop */
    VV_ERROR_LOCKED,      /* called from inside a step (a controller, an observer), where it may not be called */
} vv_result;

/* A short lower-case name: "memory", "argument", … Never null. */
VV_API const char *vv_result_name(vv_result result);

/* What went wrong, where, and what a person can do about it. Unused texts are empty, an unused line is 0.
 * A function that takes a vv_error accepts NULL where the caller does not care. On VV_OK it is left alone. */
typedef struct vv_error {
    vv_result code;
    uint32_t line;     /* 1-based line in `file`, 0 if none */
    char file[160];    /* file or stream */
    char path[160];    /* JSON path such as $.artworks[0].handles[2].at, or part of a def such as follows[2] */
    char message[240]; /* what is wrong, no full stop */
    char remedy[240];  /* what to do, no full stop */
} vv_error;

/* Writes "PLACE: what is wrong; what to do" into `text`, always ended by a zero. Returns `text`. */
VV_API char *vv_error_text(const vv_error *error, char *text, size_t text_bytes);

/* ---- Asserts ------------------------------------------------------------------------------------------------ */

/* A call that broke a rule of these headers: which function noticed, and the condition that does not hold, as C. */
typedef void vv_assert_handler(const char *function, const char *condition);

/* Sets what is called when an assert fails, for the whole process; NULL: the default, which stops the program with a
 * trap. A handler usually logs and aborts, throws, or jumps out. If it returns, the call goes on with the bad argument
 * and anything may happen. A thread that jumps out keeps the library's floating-point settings. Returns the handler before. Set it before other threads use the library. The asserts are
 * part of every build except one with VV_ASSERTS=OFF (CMake), where nothing is checked and no handler is called. */
VV_API vv_assert_handler *vv_set_assert_handler(vv_assert_handler *handler);

/* ---- Memory ------------------------------------------------------------------------------------------------ */

/* Where memory comes from. `alignment` is a power of two. `allocate` may return NULL: the call that needed it then
 * returns VV_ERROR_MEMORY and leaves everything as it was. `release` gets the size it was allocated with. */
typedef struct vv_allocator {
    void *(*allocate)(void *user, size_t bytes, size_t alignment);
    void (*release)(void *user, void *memory, size_t bytes);
    void *user;
} vv_allocator;

/* The C library's heap. Wherever a function takes an allocator, NULL means this one. */
VV_API const vv_allocator *vv_default_allocator(void);

/* An allocator that counts and bounds another. Fill `inner` and `limit` (0: none), then use vv_counting_allocator.
 * `fail_at`: the how-manyeth allocation from now fails (1 the next, 0 never); tests use it to fail each in turn. Counts
 * are plain numbers: one thread at a time. */
typedef struct vv_counting {
    const vv_allocator *inner; /* NULL: the default allocator */
    size_t limit;              /* bytes that may be in use at once; 0: no limit */
    size_t used;               /* bytes in use now */
    size_t peak;               /* most bytes ever in use */
    uint64_t allocations;      /* how many allocations were asked for */
    uint64_t fail_at;
} vv_counting;

/* An allocator that draws on `counting`, which must outlive everything allocated through it. */
VV_API vv_allocator vv_counting_allocator(vv_counting *counting);

/* ---- Long work --------------------------------------------------------------------------------------------- */

/* Called now and then by long work with the share done, 0…1. Returning false asks it to stop: the call then
 * returns VV_ERROR_CANCELLED. `report` may be NULL. */
typedef struct vv_progress {
    bool (*report)(void *user, float done);
    void *user;
} vv_progress;

/* ---- State hash -------------------------------------------------------------------------------------------- */

/* A 64-bit hash of bytes, the same on every machine. Chain by passing the last result as `seed`; start with 0. */
VV_API uint64_t vv_hash_bytes(uint64_t seed, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
