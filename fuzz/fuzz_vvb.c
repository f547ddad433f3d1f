/* Forged baked files: the mutator edits fields that it knows and corrects the hash (forge.h); what is then accepted
 * is played (play.h). A step that fails, a number that is not finite or a save that is refused is a crash. Seeds are
 * the shipped examples, baked by tools/fuzz.sh. */
#include "fuzz/forge.h"
#include "fuzz/play.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { FRAMES = 20 };

#ifdef VV_FUZZ
/* Mostly fields; sometimes any bytes, and other lengths. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    vvi_random random = vvi_random_seed(seed);
    if (size < sizeof(vvi_asset_header) || vvi_random_below(&random, 8) == 0)
        size = LLVMFuzzerMutate(data, size, most);
    if (size < sizeof(vvi_asset_header))
        return size;
    uint8_t *aligned = items_allocate(size, 1);
    memcpy(aligned, data, size);
    forge_edit(&random, aligned, size);
    memcpy(data, aligned, size);
    free(aligned);
    return size;
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < sizeof(vvi_asset_header))
        return 0;
    uint8_t *bytes = items_allocate(size, 1);
    memcpy(bytes, data, size);
    forge_seal(bytes, size);
    const vv_asset *asset = NULL;
    vv_error error;
    if (vv_asset_load(bytes, size, &asset, &error) == VV_OK) {
        const char *wrong = play_asset(asset, FRAMES);
        if (wrong) {
            fprintf(stderr, "accepted, but %s\n", wrong);
            abort();
        }
    }
    free(bytes);
    return 0;
}
