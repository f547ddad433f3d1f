/* Edits baked files as an attacker who knows the format would: numbers, counts, indices and offsets, in the tables
 * and in the blocks, and corrects the hash afterwards. */
#ifndef VV_FUZZ_FORGE_H
#define VV_FUZZ_FORGE_H

#include "runtime/asset/asset.h"
#include "runtime/base/base.h"

#include <string.h>

static inline void forge_seal(uint8_t *bytes, size_t count)
{
    vvi_asset_header *header = (void *)bytes;
    header->byte_count = count;
    header->hash = vvi_asset_hash(bytes, count);
}

static inline float forge_float(vvi_random *random, float was)
{
    static const float strange[] = {0.0f,  -0.0f,  1.0f,  -1.0f, 1e37f,  -1e37f, 3e38f,  1e-38f, 1e-45f,
                                    1e20f, -1e20f, 1e15f, 1e12f, 1e10f,  1e9f,   1e8f,   1e7f,   1e6f,
                                    -1e6f, 1e5f,   1e4f,  1e3f,  -1e3f,  1e2f,   10.0f,  -10.0f, 2.0f,
                                    0.5f,  1e-3f,  1e-6f, 1e-9f, -1e-9f, 1e-12f, 1e-20f, 1e-30f};
    switch (vvi_random_below(random, 6)) {
    case 0:
        return -was;
    case 1: /* by a power of two, up to 2^±31 */
        return vvi_random_below(random, 2) ? was * (float)(1u << vvi_random_below(random, 32))
                                           : was / (float)(1u << vvi_random_below(random, 32));
    case 2:
        return was * (0.5f + vvi_random_unit(random));
    case 3:
        return was + 2.0f * vvi_random_unit(random) - 1.0f;
    case 4:
        return vvi_random_below(random, 2) ? INFINITY : NAN;
    default:
        return strange[vvi_random_below(random, (uint32_t)(sizeof strange / sizeof *strange))];
    }
}

static inline uint32_t forge_word(vvi_random *random, uint32_t was)
{
    switch (vvi_random_below(random, 6)) {
    case 0:
        return was + 1;
    case 1:
        return was - 1;
    case 2:
        return was ^ 1u << vvi_random_below(random, 32);
    case 3:
        return vvi_random_below(random, 64);
    case 4:
        return was + 64u * (1u + vvi_random_below(random, 8));
    default:
        return vvi_random_below(random, 2) ? UINT32_MAX : 0;
    }
}

static inline void forge_place(vvi_random *random, uint8_t *at, size_t left)
{
    float number;
    double wide;
    uint32_t word;
    memcpy(&number, at, sizeof number);
    memcpy(&word, at, sizeof word);
    if (left >= 8 && vvi_random_below(random, 6) == 0) { /* a double */
        memcpy(&wide, at, sizeof wide);
        double by = (double)forge_float(random, 1.0f);
        wide = vvi_random_below(random, 2) ? wide * by : by;
        memcpy(at, &wide, sizeof wide);
    } else if (vvi_random_below(random, 3) != 0) {
        number = forge_float(random, number);
        memcpy(at, &number, sizeof number);
    } else {
        word = forge_word(random, word);
        memcpy(at, &word, sizeof word);
    }
}

/* Picks a place to edit: follows one offset of the tables and, where that leads to a block, perhaps one of the
 * block's own. Small sections are picked as often as large ones. */
static inline size_t forge_section(vvi_random *random, const uint8_t *bytes, size_t count)
{
    const vvi_asset_header *header = (const void *)bytes;
    const uint32_t tables[5] = {header->artworks, header->families, header->recordings, header->items, header->staging};
    size_t at = tables[vvi_random_below(random, header->staging ? 5 : 4)];
    for (int depth = 0; depth < 3 && at + 256 <= count; depth++) {
        uint32_t stop = vvi_random_below(random, 4);
        size_t field = at + 4 * (size_t)vvi_random_below(random, 64);
        uint32_t offset;
        memcpy(&offset, bytes + field, sizeof offset);
        size_t to = offset < count && offset % 64 == 0 && offset > 0 ? offset : 0;
        if (depth > 0 && to > 0 && at + to < count)
            to = vvi_random_below(random, 2) ? at + to : to; /* offsets inside a block count from its start */
        if (stop == 0 || to == 0)
            continue;
        at = to;
    }
    return at < count ? at : 0;
}

/* Edits one to three places. */
static inline void forge_edit(vvi_random *random, uint8_t *bytes, size_t count)
{
    for (uint32_t edits = 1 + vvi_random_below(random, 3); edits > 0; edits--) {
        size_t at = vvi_random_below(random, (uint32_t)count);
        if (vvi_random_below(random, 3) != 0)
            at =
                forge_section(random, bytes, count) + vvi_random_below(random, vvi_random_below(random, 2) ? 64 : 1024);
        at &= ~(size_t)3;
        if (at >= 8 && at + 4 <= count) /* the magic stays */
            forge_place(random, bytes + at, count - at);
    }
    forge_seal(bytes, count);
}

#endif
