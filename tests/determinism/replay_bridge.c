/* The replay as a WebAssembly module, for the determinism test. */
#include "studio/core/replay.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Replays script[length]; out[2] is the hash, low word first. On an error, its text is in text[text_bytes]. Returns a
 * vv_result. */
EXPORT("vv_replay") int bridge_replay(const char *script, size_t length, uint32_t *out, char *text, size_t text_bytes);

int bridge_replay(const char *script, size_t length, uint32_t *out, char *text, size_t text_bytes)
{
    uint64_t hash = 0;
    vv_error error = {0};
    vv_result result = vv_replay(script, length, &hash, &error);
    out[0] = (uint32_t)hash;
    out[1] = (uint32_t)(hash >> 32);
    if (result != VV_OK)
        vv_error_text(&error, text, text_bytes);
    return (int)result;
}
