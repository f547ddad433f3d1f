/* How a puppet's handles stand, in the numbers of its keys: with exact keys, wherever the actor was put, they are the
 * keys'. */
#include "shipped.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void apply(vv_studio *studio, const char *json)
{
    if (vv_studio_apply(studio, json, (uint32_t)strlen(json)) != VV_OK)
        fail_msg("%s: %s", json, vv_studio_text(studio));
}

/* Position, angle and scale of the sack's left hand are keyed; no gravity, nothing to touch. */
static vv_studio *held(const char *place)
{
    vv_studio *studio = shipped_open("sack", NULL);
    assert_non_null(studio);
    char json[2048];
    snprintf(
        json, sizeof json,
        "[{\"do\":\"clip.add\",\"name\":\"hold\",\"artwork\":\"sack\",\"length\":9},"
        "{\"do\":\"key.set\",\"clip\":\"hold\",\"handle\":\"hand-left\",\"channel\":\"position\","
        "\"keys\":[{\"time\":0,\"value\":[-0.5,1.9]}]},"
        "{\"do\":\"key.set\",\"clip\":\"hold\",\"handle\":\"hand-left\",\"channel\":\"angle\","
        "\"keys\":[{\"time\":0,\"value\":0.4}]},"
        "{\"do\":\"key.set\",\"clip\":\"hold\",\"handle\":\"hand-left\",\"channel\":\"scale\","
        "\"keys\":[{\"time\":0,\"value\":[1.2,0.9]}]},"
        "{\"do\":\"scene.add\",\"name\":\"still\",\"gravity\":[0,0],\"actors\":[{\"name\":\"a\",\"artwork\":\"sack\","
        "\"kind\":\"puppet\",%s\"clip\":\"hold\"}]}]",
        place);
    apply(studio, json);
    return studio;
}

static uint32_t scene_count(vv_studio *studio)
{
    assert_int_equal(vv_studio_project(studio), VV_OK);
    uint32_t count = 0;
    for (const char *at = strstr(vv_studio_text(studio), "\"seconds\":"); at; at = strstr(at + 1, "\"seconds\":"))
        count++;
    return count;
}

static void check_held(const char *place)
{
    vv_studio *studio = held(place);
    assert_non_null(vv_studio_play(studio, scene_count(studio) - 1));
    assert_true(vv_studio_seek(studio, 3.0));
    static const float wanted[VV_CHANNEL_COUNT][2] = {{-0.5f, 1.9f}, {0.4f + 6.2831853f, 0.0f}, {1.2f, 0.9f}};
    for (int channel = 0; channel < VV_CHANNEL_COUNT; channel++) {
        float value[2];
        assert_int_equal(vv_studio_handle_value(studio, 0, 0, (vv_handle_channel)channel, 6.0f, value), VV_OK);
        assert_float_equal(value[0], wanted[channel][0], 4e-3);
        assert_float_equal(value[1], wanted[channel][1], 4e-3);
    }
    vv_studio_destroy(studio);
}

static void test_exact_keys_are_told_again(void **state)
{
    (void)state;
    check_held("");
    check_held("\"at\":[3,-1],\"angle\":0.7,\"scale\":0.5,");
    check_held("\"at\":[-2,1],\"angle\":-2.5,\"scale\":2,\"flipped\":true,");
}

static void test_only_puppets_on_stage_have_them(void **state)
{
    (void)state;
    float value[2];
    vv_studio *studio = held("");
    assert_int_not_equal(vv_studio_handle_value(studio, 0, 0, VV_CHANNEL_POSITION, 0.0f, value), VV_OK);
    assert_non_null(vv_studio_play(studio, scene_count(studio) - 1));
    assert_int_equal(vv_studio_handle_value(studio, 0, 0, VV_CHANNEL_POSITION, 0.0f, value), VV_OK);
    assert_int_not_equal(vv_studio_handle_value(studio, 9, 0, VV_CHANNEL_POSITION, 0.0f, value), VV_OK);
    assert_int_not_equal(vv_studio_handle_value(studio, 0, 99, VV_CHANNEL_POSITION, 0.0f, value), VV_OK);
    vv_studio_destroy(studio);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_keys_are_told_again),
        cmocka_unit_test(test_only_puppets_on_stage_have_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
