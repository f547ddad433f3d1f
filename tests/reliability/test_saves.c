/* Saves of stages of whole examples (sprites, behaviours, puppets with clips and families): whatever byte is damaged
 * and wherever they are cut, they are refused and change nothing; a save of another example is refused in words. */
#include "fuzz/play.h"
#include "runtime/base/base.h"
#include "tests/reliability/examples.h"

static const char *const names[] = {"bounce", "walk", "principle-anticipation", "principle-exaggeration"};
enum { EXAMPLES = sizeof names / sizeof *names, DAMAGES = 1500, CUTS = 300 };

typedef struct shown {
    example file;
    play_stage play;
    uint8_t *saved;
    size_t count;
} shown;

static shown open_example(const char *name, uint32_t frames)
{
    shown s = {.file = example_bake(name)};
    const vv_asset *asset = NULL;
    vv_error error = {0};
    example_must(vv_asset_load(s.file.bytes, s.file.count, &asset, &error), &error);
    assert_true(play_open(asset, &s.play));
    for (uint32_t frame = 0; frame < frames; frame++)
        assert_null(play_step(&s.play, frame));
    s.count = vv_stage_save_bytes(s.play.stage);
    s.saved = items_allocate(s.count, 1);
    assert_int_equal(vv_stage_save(s.play.stage, s.saved, s.count), s.count);
    return s;
}

static void close_example(shown *s)
{
    play_close(&s->play);
    free(s->saved);
    free(s->file.bytes);
}

static void expect_refused(const shown *s, const uint8_t *bytes, size_t count, uint64_t before)
{
    vv_error error = {0};
    assert_int_not_equal(vv_stage_restore(s->play.stage, bytes, count, &error), VV_OK);
    assert_true(error.message[0] != '\0' && error.remedy[0] != '\0');
    assert_true(vv_stage_hash(s->play.stage) == before);
}

static void damaged_saves_are_refused(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < EXAMPLES; i++) {
        vvi_random random = vvi_random_seed(i);
        shown s = open_example(names[i], 20 + vvi_random_below(&random, 40));
        uint64_t at_save = vv_stage_hash(s.play.stage);
        assert_null(play_step(&s.play, 0));
        uint64_t before = vv_stage_hash(s.play.stage);
        for (uint32_t round = 0; round < DAMAGES; round++) {
            uint8_t *byte = &s.saved[vvi_random_below(&random, (uint32_t)s.count)], kept = *byte;
            *byte ^= (uint8_t)(1u + vvi_random_below(&random, 255));
            expect_refused(&s, s.saved, s.count, before);
            *byte = kept;
        }
        for (uint32_t round = 0; round < CUTS; round++)
            expect_refused(&s, s.saved, round < 64 ? round : vvi_random_below(&random, (uint32_t)s.count), before);
        assert_int_equal(vv_stage_restore(s.play.stage, s.saved, s.count, NULL), VV_OK);
        assert_true(vv_stage_hash(s.play.stage) == at_save);
        close_example(&s);
    }
}

static void a_save_of_another_example_is_refused(void **state)
{
    (void)state;
    shown first = open_example("bounce", 30), second = open_example("ball", 0);
    vv_error error = {0};
    uint64_t before = vv_stage_hash(second.play.stage);
    expect_refused(&second, first.saved, first.count, before);
    assert_int_equal(vv_stage_restore(second.play.stage, first.saved, first.count, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "actor"));
    close_example(&first);
    close_example(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_saves_are_refused),
        cmocka_unit_test(a_save_of_another_example_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
