/* Of a library whose strengths have one more, `wobble` from 0 to 5 (added_strength.py): it is checked, read out of a
 * baked file, and saved and restored with a stage. usage: added_strength FILE VALUE */
#include <verve/asset.h>
#include <verve/stage.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "FAILED: %s\n", what);
        exit(1);
    }
}

static void *read_file(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    must(file != NULL && fseek(file, 0, SEEK_END) == 0, path);
    *count = (size_t)ftell(file);
    rewind(file);
    void *bytes = aligned_alloc(64, (*count + 63) / 64 * 64);
    must(bytes && fread(bytes, 1, *count, file) == *count, path);
    fclose(file);
    return bytes;
}

static void is_checked(void)
{
    vv_error error = {0};
    vv_strengths strengths = vv_default_strengths();
    must(vv_strengths_check(&strengths, 1, &error) == VV_OK, "the default is possible");
    strengths.wobble = 5.5f;
    must(vv_strengths_check(&strengths, 1, &error) != VV_OK, "5.5 is refused");
    must(strstr(error.message, "wobble") != NULL, "by its name");
}

static void is_saved(const vv_artwork *art, float value)
{
    vv_stage_def def = vv_default_stage_def();
    vv_actor_def actor_def = vv_default_actor_def();
    vv_stage *stage = NULL;
    vv_actor actor;
    actor_def.sprite = art->sprite;
    actor_def.strengths = art->strengths;
    must(vv_stage_create(&def, NULL, &stage, NULL) == VV_OK, "a stage");
    must(vv_stage_add_actor(stage, &actor_def, &actor, NULL) == VV_OK, "an actor");
    size_t count = vv_stage_save_bytes(stage);
    void *bytes = malloc(count);
    must(bytes && vv_stage_save(stage, bytes, count) == count, "saving");
    vv_strengths other = vv_default_strengths();
    must(vv_stage_set_strengths(stage, actor, &other), "other strengths");
    must(vv_stage_strengths(stage, actor)->wobble == 0.0f, "the default is 0");
    must(vv_stage_restore(stage, bytes, count, NULL) == VV_OK, "restoring");
    must(vv_stage_strengths(stage, actor)->wobble == value, "it is what was saved");
    free(bytes);
    vv_stage_destroy(stage);
}

int main(int argc, char **argv)
{
    must(argc == 3, "usage: added_strength FILE VALUE");
    float value = (float)atof(argv[2]);
    size_t count;
    const vv_asset *asset;
    void *bytes = read_file(argv[1], &count);
    must(vv_asset_load(bytes, count, &asset, NULL) == VV_OK, "the baked file opens");
    vv_artwork art = vv_asset_artwork(asset, 0);
    must(art.strengths.wobble == value, "the baked file has it");
    is_checked();
    is_saved(&art, value);
    free(bytes);
    return 0;
}
