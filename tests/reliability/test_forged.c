/* Whatever is accepted can be played: baked examples are forged behind a right hash, some thousand times each, and what
 * loads nevertheless is put on a stage, pushed about, saved and restored, and everything else in it is used
 * (fuzz/play.h). VV_LONG=1 forges all examples and more. */
#include "fuzz/forge.h"
#include "fuzz/play.h"
#include "tests/reliability/examples.h"

enum { FRAMES = 120 };

static const char *const few[] = {"bounce", "principle-anticipation", "snake"};
static const char *const all[] = {"bounce",
                                  "ball",
                                  "sack",
                                  "principle-anticipation",
                                  "principle-squash-and-stretch",
                                  "principle-follow-through",
                                  "strengths",
                                  "platforms",
                                  "walk",
                                  "snake",
                                  "blob",
                                  "materials",
                                  "bridge",
                                  "puppet-walk",
                                  "leap",
                                  "pounce",
                                  "robot",
                                  "cat",
                                  "cannon",
                                  "person",
                                  "slinky",
                                  "man",
                                  "arm",
                                  "actions",
                                  "rider",
                                  "menagerie",
                                  "puppet-cat",
                                  "parade"};

static bool is_long(void) { return getenv("VV_LONG") != NULL; }

/* The example itself must pass, or nothing could be said of forged ones. */
static void expect_playable(const char *name, const uint8_t *bytes, size_t count, uint32_t round)
{
    const vv_asset *asset = NULL;
    assert_int_equal(vv_asset_load(bytes, count, &asset, NULL), VV_OK);
    const char *wrong = play_asset(asset, FRAMES);
    if (wrong)
        fail_msg("%s, forgery %u: %s", name, round, wrong);
}

static void forge_example(const char *name, uint32_t rounds)
{
    vv_bake_def def = vv_default_bake_def();
    def.scenes = false; /* tests/examples/test_scenes.c forges those */
    example e = example_bake_with(name, def);
    uint8_t *copy = items_allocate(e.count, 1);
    uint32_t accepted = 0;
    expect_playable(name, e.bytes, e.count, 0);
    const char *only = getenv("VV_ROUND");
    for (uint32_t round = only ? (uint32_t)atoi(only) : 1; round <= rounds; round++) {
        vvi_random random = vvi_random_seed(round);
        const vv_asset *asset = NULL;
        memcpy(copy, e.bytes, e.count);
        forge_edit(&random, copy, e.count);
        if (vv_asset_load(copy, e.count, &asset, NULL) != VV_OK)
            continue;
        accepted++;
        expect_playable(name, copy, e.count, round);
    }
    print_message("%s: %u of %u forgeries were accepted and played\n", name, accepted, rounds);
    free(copy);
    free(e.bytes);
}

static void what_is_accepted_can_be_played(void **state)
{
    (void)state;
    size_t count = is_long() ? sizeof all / sizeof *all : sizeof few / sizeof *few;
    for (size_t i = 0; i < count; i++)
        forge_example(is_long() ? all[i] : few[i], is_long() ? 4000 : 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_accepted_can_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
