/* Performances of new stages on the figure's project, for tests that say what is on the stage. */
#ifndef VV_TEST_BUILD_STAGE_SESSION_H
#define VV_TEST_BUILD_STAGE_SESSION_H

#include "session.h"

static inline uint32_t last_scene(void) { return vv_document_project(document)->scene_count - 1; }

static inline vv_performance *perform_last_scene(void)
{
    vv_performance *p = NULL;
    vv_error error = {0};
    if (vv_performance_create(session, last_scene(), NULL, &p, &error) != VV_OK)
        fail_msg("%s %s: %s", error.file, error.path, error.message);
    return p;
}

/* A performance of a new scene with these keys, which are a format for one number or more. */
static inline vv_performance *perform(const char *format, ...) VV_PRINTF(1, 2);
static inline vv_performance *perform(const char *format, ...)
{
    char keys[4096], command[4400];
    va_list list;
    va_start(list, format);
    vsnprintf(keys, sizeof keys, format, list);
    va_end(list);
    snprintf(command, sizeof command, "{\"do\":\"scene.add\",\"name\":\"stage %u\",%s}",
             vv_document_project(document)->scene_count, keys);
    apply(command);
    return perform_last_scene();
}

static inline void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not within %g of %.9g", value, tolerance, expected);
}

/* What another performance of the scene of `p` is, saved at a frame and restored in `p` and in itself, goes on with the
 * bits that it had without that. */
static inline void assert_going_back_changes_nothing(vv_performance *p, uint32_t first, uint32_t every, uint32_t frames)
{
    uint64_t hashes[512];
    assert_true(frames <= 512);
    for (uint32_t from = first; from < frames; from += every) {
        vv_performance *other = perform_last_scene(), *both[] = {other, p};
        vv_performance_show(other, from / 60.0);
        size_t count = vv_performance_save_bytes(other);
        uint8_t *bytes = malloc(count);
        assert_int_equal(vv_performance_save(other, bytes, count), count);
        for (uint32_t f = from; f < frames; f++) {
            vv_performance_show(other, f / 60.0);
            hashes[f] = vv_performance_hash(other);
        }
        for (int i = 0; i < 2; i++) {
            vv_error error = {0};
            if (vv_performance_restore(both[i], bytes, count, &error) != VV_OK)
                fail_msg("%s", error.message);
            for (uint32_t f = from; f < frames; f++) {
                vv_performance_show(both[i], f / 60.0);
                if (vv_performance_hash(both[i]) != hashes[f])
                    fail_msg("from frame %u it differs at %u", from, f);
            }
        }
        free(bytes);
        vv_performance_destroy(other);
    }
}

#endif
