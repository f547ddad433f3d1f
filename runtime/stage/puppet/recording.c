/* Recordings: how regions of a puppet moved, frame by frame, to be copied later (section 3.4). One block of bytes: a
 * header, the regions, the frames. */
#include "runtime/stage/puppet/puppet.h"

#include <string.h>

#define RECORDING_MAGIC   0x43455256u /* "VREC" */
#define RECORDING_VERSION 1u
#define MAX_STATES        4000000u
#define MAX_NUMBER        1e9f

struct vv_recording {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t region_count, frame_count;
    float rate, size;
    uint32_t loop, reserved;
    uint64_t regions, frames; /* offsets */
};

static const vv_region *regions_of(const vv_recording *r)
{
    return (const vv_region *)(const void *)((const uint8_t *)r + r->regions);
}

static const vv_region_state *frames_of(const vv_recording *r)
{
    return (const vv_region_state *)(const void *)((const uint8_t *)r + r->frames);
}

/* Every offset follows from the counts. */
static vv_recording layout(uint32_t region_count, uint32_t frame_count)
{
    vv_recording r = {.magic = RECORDING_MAGIC,
                      .version = RECORDING_VERSION,
                      .region_count = region_count,
                      .frame_count = frame_count};
    uint64_t cursor = sizeof r;
    r.regions = vvi_section(&cursor, region_count, sizeof(vv_region));
    r.frames = vvi_section(&cursor, (uint64_t)frame_count * region_count, sizeof(vv_region_state));
    r.byte_count = cursor;
    return r;
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool counts_are_sane(uint32_t region_count, uint32_t frame_count)
{
    return region_count >= 1 && frame_count >= 1 && (uint64_t)region_count * frame_count <= MAX_STATES;
}

static bool clock_is_sane(float rate, float size)
{
    return rate >= 1.0f && rate <= 1000.0f && size > 0.0f && size <= MAX_NUMBER;
}

static bool region_is_sane(const vv_region *region)
{
    return region->handle < VV_RIG_MAX_HANDLES && region->threshold >= 0.0f && region->threshold <= 1.0f;
}

static bool state_is_sane(const vv_region_state *s)
{
    const float numbers[] = {s->rest.x,    s->rest.y,    s->centre.x,  s->centre.y,
                             s->linear.xx, s->linear.xy, s->linear.yx, s->linear.yy};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(fabsf(numbers[i]) <= MAX_NUMBER))
            return false;
    return true;
}

static vv_result check_def(const vv_recording_def *def, vv_error *error)
{
    if (!counts_are_sane(def->region_count, def->frame_count))
        return vvi_fail(error, VV_ERROR_LIMIT,
                        "a recording holds 1 to %u region states; %u regions times %u frames is outside that",
                        MAX_STATES, def->region_count, def->frame_count);
    if (!clock_is_sane(def->rate, def->size))
        return vvi_fail(
            error, VV_ERROR_ARGUMENT,
            "the recording's rate is %g and its size %g; the rate must be 1…1000 frames a second, the size in 0…1e9",
            (double)def->rate, (double)def->size);
    for (uint32_t k = 0; k < def->region_count; k++)
        if (!region_is_sane(&def->regions[k]))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "region %u of the recording needs a handle below %u and a threshold in 0…1", k,
                            VV_RIG_MAX_HANDLES);
    for (uint32_t i = 0; i < def->frame_count * def->region_count; i++)
        if (!state_is_sane(&def->frames[i]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "region %u of frame %u is not finite, or beyond ±1e9",
                            i % def->region_count, i / def->region_count);
    return VV_OK;
}

vv_result vv_recording_create(const vv_recording_def *def, const vv_allocator *allocator, vv_recording **out,
                              vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->regions, def->region_count);
    VVI_ASSERT_ARRAY(def->frames, (size_t)def->frame_count * def->region_count);
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    vv_recording header = layout(def->region_count, def->frame_count);
    header.rate = def->rate;
    header.size = def->size;
    header.loop = def->loop;
    uint8_t *bytes = vvi_allocate_zeroed(allocator, (size_t)header.byte_count, 1);
    if (!bytes)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + header.regions, def->regions, def->region_count * sizeof *def->regions);
    memcpy(bytes + header.frames, def->frames, (size_t)def->frame_count * def->region_count * sizeof *def->frames);
    *out = (vv_recording *)(void *)bytes;
    return VV_OK;
}

void vv_recording_destroy(vv_recording *recording, const vv_allocator *allocator)
{
    if (recording)
        vvi_release(allocator, recording, (size_t)recording->byte_count, 1);
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

size_t vvi_recording_bytes(const vv_recording *recording) { return (size_t)recording->byte_count; }

static bool header_is_sound(const vv_recording *r, size_t byte_count)
{
    if (!counts_are_sane(r->region_count, r->frame_count) || !clock_is_sane(r->rate, r->size) || r->loop > 1)
        return false;
    vv_recording expected = layout(r->region_count, r->frame_count);
    expected.rate = r->rate;
    expected.size = r->size;
    expected.loop = r->loop;
    return memcmp(r, &expected, sizeof expected) == 0 && r->byte_count == byte_count;
}

vv_result vvi_recording_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_recording *r = bytes;
    static const vvi_block_kind kind = {"a recording", RECORDING_MAGIC, RECORDING_VERSION, VVI_ALIGNMENT,
                                        sizeof(vv_recording)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!header_is_sound(r, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the recording's counts and offsets do not agree");
    for (uint32_t k = 0; k < r->region_count; k++)
        if (!region_is_sane(&regions_of(r)[k]))
            return vvi_fail(error, VV_ERROR_FORMAT, "region %u of the recording is damaged", k);
    for (uint32_t i = 0; i < r->frame_count * r->region_count; i++)
        if (!state_is_sane(&frames_of(r)[i]))
            return vvi_fail(error, VV_ERROR_FORMAT, "frame %u of the recording is damaged", i / r->region_count);
    return VV_OK;
}

/* ---- Selecting --------------------------------------------------------------------------------------------------- */

static uint32_t find_region(const vv_recording *r, uint32_t handle)
{
    for (uint32_t k = 0; k < r->region_count; k++)
        if (regions_of(r)[k].handle == handle)
            return k;
    return 0;
}

vv_result vvi_recording_select(const vv_recording *r, uint32_t count, const vv_region_pair *pairs,
                               const vv_allocator *allocator, vv_recording **out, vv_error *error)
{
    if (!counts_are_sane(count, r->frame_count))
        return vvi_fail(error, VV_ERROR_LIMIT, "a copy of %u regions of this recording is too large", count);
    vv_recording header = layout(count, r->frame_count);
    header.rate = r->rate;
    header.size = r->size;
    header.loop = r->loop;
    uint8_t *bytes = vvi_allocate_zeroed(allocator, (size_t)header.byte_count, 1);
    if (!bytes)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    vv_region *regions = (vv_region *)(void *)(bytes + header.regions);
    vv_region_state *frames = (vv_region_state *)(void *)(bytes + header.frames);
    memcpy(bytes, &header, sizeof header);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t from = find_region(r, pairs[k].from.handle);
        regions[k] = regions_of(r)[from];
        for (uint32_t f = 0; f < r->frame_count; f++)
            frames[(size_t)f * count + k] = frames_of(r)[(size_t)f * r->region_count + from];
    }
    *out = (vv_recording *)(void *)bytes;
    return VV_OK;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

uint32_t vv_recording_region_count(const vv_recording *recording)
{
    VV_ASSERT(recording != NULL);
    return recording->region_count;
}

vv_region vv_recording_source_region(const vv_recording *recording, uint32_t region)
{
    VV_ASSERT(recording != NULL);
    VV_ASSERT(region < recording->region_count);
    return regions_of(recording)[region];
}

float vv_recording_size(const vv_recording *recording)
{
    VV_ASSERT(recording != NULL);
    return recording->size;
}

float vv_recording_duration(const vv_recording *recording)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(recording != NULL);
    return (float)(recording->frame_count - (recording->loop ? 0u : 1u)) / recording->rate;
}

/* Interpolates the rotation the short way and the stretch linearly: a region that spins keeps its size between
 * frames. A region that is inside out has no rotation, and is interpolated linearly. */
static vv_mat2 interpolate_linear(vv_mat2 a, vv_mat2 b, float t)
{
    if (vv_mat2_determinant(a) <= 0.0f || vv_mat2_determinant(b) <= 0.0f)
        return (vv_mat2){a.xx + (b.xx - a.xx) * t, a.xy + (b.xy - a.xy) * t, a.yx + (b.yx - a.yx) * t,
                         a.yy + (b.yy - a.yy) * t};
    vv_polar2 from = vv_mat2_polar(a), to = vv_mat2_polar(b);
    return vv_polar2_compose((vv_polar2){from.angle + vv_wrap_angle(to.angle - from.angle) * t,
                                         from.xx + (to.xx - from.xx) * t, from.xy + (to.xy - from.xy) * t,
                                         from.yy + (to.yy - from.yy) * t});
}

vv_region_state vv_recording_sample(const vv_recording *recording, uint32_t region, double time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(recording != NULL);
    VV_ASSERT(region < recording->region_count);
    uint32_t count = recording->frame_count;
    double frame = time * (double)recording->rate, last = (double)(count - 1);
    if (recording->loop && fabs(frame) < 1e15)
        frame -= floor(frame / (double)count) * (double)count;
    else
        frame = !(frame > 0.0) ? 0.0 : frame < last ? frame : last;
    uint32_t first = (uint32_t)frame < count ? (uint32_t)frame : count - 1;
    uint32_t second = first + 1 < count ? first + 1 : recording->loop ? 0 : first;
    float t = (float)(frame - (double)first);
    VVI_CHECK(first < count && second < count && t >= 0.0f && t <= 1.0f);
    const vv_region_state *states = frames_of(recording) + region;
    vv_region_state a = states[(size_t)first * recording->region_count];
    vv_region_state b = states[(size_t)second * recording->region_count];
    if (!(t > 0.0f))
        return a;
    return (vv_region_state){vv_vec2_lerp(a.rest, b.rest, t), vv_vec2_lerp(a.centre, b.centre, t),
                             interpolate_linear(a.linear, b.linear, t)};
}
