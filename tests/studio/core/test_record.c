/* Recordings of regions: what copies a recording moves as what copies the source itself, the stage is left as it was,
 * and what cannot be recorded is refused. */
#include "shipped.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SECONDS 1.0

static void apply(vv_studio *studio, const char *json)
{
    if (vv_studio_apply(studio, json, (uint32_t)strlen(json)) != VV_OK)
        fail_msg("%.300s: %s", json, vv_studio_text(studio));
}

/* Actor 0 waves by a clip; 1 copies it live; 2 is there to copy a recording of it; 3 is a sprite. */
static const char STAGE[] =
    "[{\"do\":\"clip.add\",\"name\":\"wave\",\"artwork\":\"square\",\"length\":2},"
    "{\"do\":\"key.set\",\"clip\":\"wave\",\"handle\":\"top\",\"channel\":\"position\",\"keys\":["
    "{\"time\":0,\"value\":[0,0.94]},{\"time\":0.4,\"value\":[0.4,1.1]},{\"time\":1,\"value\":[-0.3,0.7]}]},"
    "{\"do\":\"key.set\",\"clip\":\"wave\",\"handle\":\"bottom\",\"channel\":\"position\",\"keys\":["
    "{\"time\":0,\"value\":[0,0.0781]},{\"time\":2,\"value\":[0,0.0781]}]},"
    "{\"do\":\"scene.add\",\"name\":\"copying\",\"seconds\":2,\"actors\":["
    "{\"name\":\"source\",\"artwork\":\"square\",\"kind\":\"puppet\",\"clip\":\"wave\",\"at\":[1,2],\"angle\":0.4},"
    "{\"name\":\"live\",\"artwork\":\"square\",\"kind\":\"puppet\",\"at\":[4,0],\"scale\":2,\"copies\":[{\"from\":"
    "\"source\","
    "\"regions\":[{\"from\":\"top\",\"to\":\"top\"},{\"from\":\"bottom\",\"to\":\"bottom\"}]}]},"
    "{\"name\":\"taped\",\"artwork\":\"square\",\"kind\":\"puppet\",\"at\":[4,0],\"scale\":2},"
    "{\"name\":\"sprite\",\"artwork\":\"square\",\"at\":[30,0]}]}]";

static const char PASTE[] =
    "{\"do\":\"actor.set\",\"scene\":\"copying\",\"actor\":\"taped\",\"layers\":[],\"copies\":[{\"recording\":"
    "\"tape\",\"regions\":[{\"from\":\"top\",\"to\":\"top\"},{\"from\":\"bottom\",\"to\":\"bottom\"}]}]}";

static const vv_region REGIONS[2] = {{1, 0.4f}, {0, 0.4f}}; /* top, bottom */

static vv_studio *copying(const vv_allocator *allocator, const vv_play **play)
{
    vv_studio *studio = shipped_open("principle-arcs", allocator);
    assert_non_null(studio);
    apply(studio, STAGE);
    apply(studio, "{\"do\":\"actor.set\",\"scene\":\"copying\",\"actor\":\"live\",\"layers\":[]}");
    assert_int_equal(vv_studio_project(studio), VV_OK);
    uint32_t scene = 0;
    for (; !*play && scene < 8; scene++) {
        *play = vv_studio_play(studio, scene);
        if (*play && (*play)->actor_count != 4)
            *play = NULL;
    }
    assert_non_null(*play);
    return studio;
}

static void test_a_recording_moves_others_as_the_source_does(void **state)
{
    (void)state;
    const vv_play *play = NULL;
    vv_studio *studio = copying(NULL, &play);
    while (!vv_studio_seek(studio, 0.3))
        ;
    uint32_t before[2], after[2];
    vv_studio_play_hash(studio, before);
    assert_int_equal(vv_studio_record(studio, 0, REGIONS, 2, 0.0, SECONDS, "tape"), VV_OK);
    vv_studio_play_hash(studio, after);
    assert_memory_equal(before, after, sizeof before);
    assert_float_equal(play->time, 0.3, 1e-6);
    char *command = strdup(vv_studio_text(studio));
    assert_non_null(strstr(command, "\"rate\":60,"));
    apply(studio, command);
    apply(studio, PASTE);
    free(command);
    float widest = 0.0f;
    for (uint32_t n = 1; n <= 10; n++) {
        double time = SECONDS * n / 10.0;
        while (!vv_studio_seek(studio, time))
            ;
        const vv_play_actor *live = &play->actors[1], *taped = &play->actors[2];
        for (uint32_t i = 0; i < live->vertex_count; i++) {
            assert_float_equal(live->vertices[i].x, taped->vertices[i].x, 2e-3);
            assert_float_equal(live->vertices[i].y, taped->vertices[i].y, 2e-3);
            widest = fmaxf(widest, fabsf(live->vertices[i].x - 4.0f));
        }
    }
    assert_true(widest > 1.4f); /* at rest it is 1.0: it does move */
    assert_true(vv_studio_undo(studio) && vv_studio_undo(studio));
    vv_studio_destroy(studio);
}

static void refused(vv_studio *studio, uint32_t actor, const vv_region *regions, uint32_t count, double from, double to,
                    const char *words)
{
    assert_int_not_equal(vv_studio_record(studio, actor, regions, count, from, to, "tape"), VV_OK);
    if (!strstr(vv_studio_text(studio), words))
        fail_msg("not “%s”: %s", words, vv_studio_text(studio));
}

static void test_what_cannot_be_recorded(void **state)
{
    (void)state;
    const vv_play *play = NULL;
    vv_studio *studio = copying(NULL, &play);
    refused(studio, 3, REGIONS, 2, 0.0, 1.0, "no puppet 3");
    refused(studio, 4, REGIONS, 2, 0.0, 1.0, "no puppet 4");
    refused(studio, 0, REGIONS, 0, 0.0, 1.0, "0 regions cannot be recorded; choose 1 to 64");
    refused(studio, 0, REGIONS, 65, 0.0, 1.0, "65 regions cannot be recorded; choose 1 to 64");
    refused(studio, 0, REGIONS, 2, 1.0, 1.0, "has no two steps");
    refused(studio, 0, REGIONS, 2, (double)NAN, 1.0, "has no two steps");
    refused(studio, 0, REGIONS, 2, 0.0, 1e12, "has no two steps, or more than");
    refused(studio, 0, REGIONS, 2, -1.0, 1.0, "has no two steps");
    refused(studio, 0, (vv_region[]){{9, 0.4f}}, 1, 0.0, 1.0, "region 0 has no handle of the puppet");
    refused(studio, 0, (vv_region[]){{0, NAN}}, 1, 0.0, 1.0, "region 0 has no handle of the puppet");
    refused(studio, 0, (vv_region[]){{0, 0.4f}, {0, 0.5f}}, 2, 0.0, 1.0, "the same handle");
    vv_studio_play_end(studio);
    refused(studio, 0, REGIONS, 2, 0.0, 1.0, "nothing plays");
    vv_studio_destroy(studio);
}

/* A box that is bent into an arc, one of its family. */
static void test_a_recording_is_of_one_drawing(void **state)
{
    (void)state;
    const vv_play *play = NULL;
    vv_studio *studio = copying(NULL, &play);
    apply(studio, "{\"do\":\"actor.set\",\"scene\":\"copying\",\"actor\":\"source\",\"clip\":\"over\","
                  "\"family\":\"box-and-arc\"}");
    uint32_t own = play->actors[0].artwork, other = own;
    double changes = 0.0;
    for (uint32_t n = 0; other == own && n < 40; n++, changes += 0.1) {
        while (!vv_studio_seek(studio, changes))
            ;
        other = play->actors[0].artwork;
    }
    assert_int_not_equal(own, other);
    refused(studio, 0, REGIONS, 2, 0.0, changes, "another member of its family");
    assert_true(fabs((double)play->time - (changes - 0.1)) < 1e-6);
    vv_studio_destroy(studio);
}

static void test_no_memory(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    const vv_play *play = NULL;
    vv_studio *studio = copying(&allocator, &play);
    uint32_t failed = 0;
    for (uint64_t n = 1; n < 200; n++) {
        counting.fail_at = n;
        vv_result result = vv_studio_record(studio, 0, REGIONS, 1, 0.0, 0.1, "tape");
        counting.fail_at = 0;
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
        failed++;
    }
    assert_in_range(failed, 1, 198);
    assert_non_null(strstr(vv_studio_text(studio), "recording.add"));
    vv_studio_destroy(studio);
    assert_int_equal(counting.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_recording_moves_others_as_the_source_does),
        cmocka_unit_test(test_what_cannot_be_recorded),
        cmocka_unit_test(test_a_recording_is_of_one_drawing),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
