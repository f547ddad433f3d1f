/* Results, errors and memory: what every other Verve header uses.
 *
 * Verve never prints, never exits, and never uses files or clocks. A function that can fail for reasons outside the
 * program (bytes from disk or network, numbers from an artist, no memory) returns a vv_result and fills a vv_error.
 * What can fail only because the calling code is wrong (a null pointer, an index past the end) is asserted, in
 * release builds too: see vv_set_assert_handler. A pointer argument must not be NULL unless its comment allows it.
 *
 * Threads: any number of threads may use an object at once through functions that take it as const; a function that
 * changes it needs it to itself.
 *
 * Creating and destroying: a function that fails leaves what `out` points to unchanged. Every destroy function
 * accepts NULL, and must be given the allocator that the object was created with.
 *
 * Floating point: every function that computes rounds to nearest and keeps subnormal numbers, whatever the host has
 * set, and restores the host's settings (MXCSR, FPCR) before it returns. The inline functions of math.h run with the
 * host's settings. Callbacks of the host run with the library's settings and must not change them. */
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

/* The version of the library that is linked, packed as major << 16 | minor << 8 | patch. */
VV_API uint32_t vv_version(void);

/* The index of nothing: not found, none. */
#define VV_NONE UINT32_MAX

/* ---- Results ----------------------------------------------------------------------------------------------------- */

typedef enum vv_result {
    VV_OK = 0,
    VV_ERROR_MEMORY,      /* the allocator refused, or its limit is reached */
    VV_ERROR_ARGUMENT,    /* a value from outside is out of its range, not a number, or infinite */
    VV_ERROR_FORMAT,      /* bytes are not what they claim to be */
    VV_ERROR_VERSION,     /* written in a version of the format that this library does not read */
    VV_ERROR_NOT_FOUND,   /* a name or an index that does not exist */
    VV_ERROR_FILE,        /* the operating system refused to read or write */
    VV_ERROR_LIMIT,       /* larger, longer or deeper than Verve accepts */
    VV_ERROR_CONVERGENCE, /* a solver stopped before it reached its tolerance */
    VV_ERROR_CANCELLED,   /* the caller asked long work to stop */
    VV_ERROR_LOCKED,      /* called from inside a step (a controller, an observer), where it may not be called */
} vv_result;

/* A short lower-case name: "memory", "argument", … Never null. */
VV_API const char *vv_result_name(vv_result result);

/* What went wrong, where, and what a person can do about it. Texts that are not used are empty; a line that is not
 * used is 0. A function that takes a vv_error accepts NULL where the caller does not need it, and does not write to
 * it when it returns VV_OK. */
typedef struct vv_error {
    vv_result code;
    uint32_t line;     /* line in `file`, counted from 1; 0: none */
    char file[160];    /* file or stream */
    char path[160];    /* JSON path such as $.artworks[0].handles[2].at, or part of a def such as follows[2] */
    char message[240]; /* what is wrong, without a full stop */
    char remedy[240];  /* what to do, without a full stop */
} vv_error;

/* Writes "PLACE: what is wrong; what to do" into `text`, cut to text_bytes and always terminated by a zero; the empty
 * text if `error` is NULL. Returns `text`. */
VV_API char *vv_error_text(const vv_error *error, char *text, size_t text_bytes);

/* ---- Asserts ----------------------------------------------------------------------------------------------------- */

/* Called when a caller breaks a rule of these headers: the function that noticed it, and the condition that does not
 * hold, as C source. */
typedef void vv_assert_handler(const char *function, const char *condition);

/* Sets the function that is called when an assert fails, for the whole process; NULL sets the default, which stops
 * the program with a trap. Returns the previous handler. Set it before other threads use the library.
 *
 * A handler usually logs and aborts, throws, or jumps out. If it returns, the call continues with the bad argument
 * and anything may happen. A thread that jumps out keeps the library's floating-point settings. The asserts are part
 * of every build except one with VV_ASSERTS=OFF (CMake), where nothing is checked and no handler is called. */
VV_API vv_assert_handler *vv_set_assert_handler(vv_assert_handler *handler);

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Where memory comes from. `alignment` is a power of two. `allocate` may return NULL: the call that needed the memory
 * then returns VV_ERROR_MEMORY and changes nothing. `release` receives the size that was allocated. */
typedef struct vv_allocator {
    void *(*allocate)(void *user, size_t bytes, size_t alignment);
    void (*release)(void *user, void *memory, size_t bytes);
    void *user;
} vv_allocator;

/* The heap of the C library. Wherever a function takes an allocator, NULL means this one. */
VV_API const vv_allocator *vv_default_allocator(void);

/* Counts and limits the allocations of another allocator. Zero it, fill `inner` and `limit`, then use
 * vv_counting_allocator. The counts are plain numbers, so one thread at a time may allocate. */
typedef struct vv_counting {
    const vv_allocator *inner; /* NULL: the default allocator */
    size_t limit;              /* bytes that may be in use at once; 0: no limit */
    size_t used;               /* bytes in use now */
    size_t peak;               /* most bytes ever in use */
    uint64_t allocations;      /* how many allocations were asked for */
    uint64_t fail_at;          /* the allocation that fails, counted from now: 1 is the next one; 0: none. For tests */
} vv_counting;

/* The allocator that counts in `counting`, which must outlive everything that is allocated through it. */
VV_API vv_allocator vv_counting_allocator(vv_counting *counting);

/* ---- Long work --------------------------------------------------------------------------------------------------- */

/* `report` is called from time to time during long work with the fraction that is done, 0…1. When it returns false,
 * the work stops and the call returns VV_ERROR_CANCELLED. `report` may be NULL. */
typedef struct vv_progress {
    bool (*report)(void *user, float done);
    void *user;
} vv_progress;

/* ---- Many cores -------------------------------------------------------------------------------------------------- */

#define VV_MAX_WORKERS 64u

/* Verve never starts a thread. A host that has threads may lend them: functions that take a vv_jobs (NULL: none) divide
 * their work into tasks, and the results have the same bits for any number of workers and any order of tasks. */
typedef struct vv_jobs {
    void *user;
    uint32_t workers; /* how many tasks may run at once, 1…VV_MAX_WORKERS */
    /* Calls task(context, index, worker) once for each index 0…count − 1, on any threads and in any order, and returns
     * when all calls have returned. `worker`, 0…workers − 1, is a number that no other task has at the same time; it
     * need not belong to a thread. A task needs 256 KB of stack, sets the floating-point settings of its thread itself,
     * and must not be interrupted by a call of the function that `run` was passed to. `run` itself is called on the
     * thread that called Verve, and must not call functions that change what is in hand. */
    void (*run)(void *user, uint32_t count, void (*task)(void *context, uint32_t index, uint32_t worker),
                void *context);
} vv_jobs;

/* ---- State hash -------------------------------------------------------------------------------------------------- */

/* A 64-bit hash of bytes, the same on every machine. Start with the seed 0; to hash several blocks as one, pass each
 * result as the seed of the next call. */
VV_API uint64_t vv_hash_bytes(uint64_t seed, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
