/* Creatures in the page: several bound to one motion, keyed on one and seen on all. */
#include "studio/core/studio.h"

#include "author/base/json.h"
#include "author/judge/judge.h"
#include "runtime/base/base.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two grown creatures, a wave for one grasper and a walk. */
static const char commands[] =
    "[{\"do\":\"creature.add\",\"name\":\"first\",\"seed\":11},{\"do\":\"creature.add\",\"name\":\"second\",\"seed\":"
    "12},"
    "{\"do\":\"gait.add\",\"name\":\"walk\"},"
    "{\"do\":\"motion.add\",\"name\":\"lift\",\"length\":2},"
    "{\"do\":\"channel.add\",\"motion\":\"lift\",\"name\":\"spine\",\"select\":{\"cap\":\"root\"},\"mode\":{\"scale\":"
    "\"creature\"},"
    "\"side\":\"centre\",\"place\":[{\"time\":0,\"value\":[0,0,0]},{\"time\":1,\"value\":[0,-0.1,0]},{\"time\":2,"
    "\"value\":[0,0,0]}]},"
    "{\"do\":\"channel.add\",\"motion\":\"lift\",\"name\":\"feet\",\"select\":{\"cap\":\"foot\"},\"mode\":{\"scale\":"
    "\"limb\"},"
    "\"place\":[{\"time\":0,\"value\":[0,0,0]},{\"time\":1,\"value\":[0,0.2,0.1]},{\"time\":2,\"value\":[0,0,0]}]}]";
static const char wish[] = "{\"motion\":\"lift\",\"creatures\":[\"first\",\"seed:30\",\"second\"],\"channel\":1}";

typedef struct herd {
    vv_studio *studio;
    const vv_herd_view *view;
} herd;

static int set_up(void **state)
{
    static herd h;
    h.studio = vv_studio_create(NULL);
    assert_non_null(h.studio);
    if (vv_studio_apply(h.studio, commands, sizeof commands - 1) != VV_OK)
        fail_msg("%s", vv_studio_text(h.studio));
    h.view = vv_studio_herd(h.studio, wish, sizeof wish - 1);
    if (h.view == NULL)
        fail_msg("%s", vv_studio_text(h.studio));
    *state = &h;
    return 0;
}

static int tear_down(void **state)
{
    herd *h = *state;
    vv_studio_destroy(h->studio);
    return 0;
}

static void ask(herd *h, const char *json)
{
    const vv_herd_view *view = vv_studio_herd(h->studio, json, (uint32_t)strlen(json));
    if (view == NULL)
        fail_msg("%s", vv_studio_text(h->studio));
    assert_ptr_equal(view, h->view);
}

static uint32_t foot_of(herd *h, uint32_t member)
{
    static const char feet[] = "{\"cap\":\"foot\"}";
    assert_int_equal(vv_studio_herd_select(h->studio, feet, sizeof feet - 1), VV_OK);
    vv_json_document *json = NULL;
    assert_int_equal(
        vv_json_parse(vv_studio_text(h->studio), vv_studio_text_length(h->studio), "answer", NULL, &json, NULL), VV_OK);
    const vv_json *list = vv_json_member(vv_json_root(json), "bodies")->child;
    for (uint32_t i = 0; i < member; i++)
        list = list->next;
    char name[VV_CREATURE_NAME_BYTES] = "";
    if (list->child != NULL)
        strcpy(name, list->child->string);
    vv_json_destroy(json);
    assert_true(name[0] != '\0');
    assert_int_equal(vv_studio_herd_report(h->studio), VV_OK);
    assert_int_equal(
        vv_json_parse(vv_studio_text(h->studio), vv_studio_text_length(h->studio), "answer", NULL, &json, NULL), VV_OK);
    const vv_json *one = vv_json_member(vv_json_root(json), "members")->child;
    for (uint32_t i = 0; i < member; i++)
        one = one->next;
    uint32_t found = VV_NONE;
    for (const vv_json *body = vv_json_member(one, "bodies")->child; body != NULL; body = body->next)
        if (strcmp(vv_json_member(body, "name")->string, name) == 0)
            found = body->index;
    vv_json_destroy(json);
    assert_true(found != VV_NONE);
    return found;
}

/* Whether some member has feet, and which. */
static uint32_t with_feet(herd *h, uint32_t *foot)
{
    static const char feet[] = "{\"cap\":\"foot\"}";
    assert_int_equal(vv_studio_herd_select(h->studio, feet, sizeof feet - 1), VV_OK);
    vv_json_document *json = NULL;
    assert_int_equal(
        vv_json_parse(vv_studio_text(h->studio), vv_studio_text_length(h->studio), "answer", NULL, &json, NULL), VV_OK);
    uint32_t member = VV_NONE;
    for (const vv_json *count = vv_json_member(vv_json_root(json), "counts")->child; count != NULL; count = count->next)
        if (count->number > 0 && member == VV_NONE)
            member = count->index;
    vv_json_destroy(json);
    assert_true(member != VV_NONE);
    *foot = foot_of(h, member);
    return member;
}

static void test_stands_in_a_row(void **state)
{
    herd *h = *state;
    assert_int_equal(h->view->member_count, 3);
    assert_true(h->view->vertex_count > 1000 && h->view->triangle_count > 1000);
    for (uint32_t i = 1; i < 3; i++)
        assert_true(h->view->members[i].x > h->view->members[i - 1].x);
    for (uint32_t t = 0; t < 3 * h->view->triangle_count; t++)
        assert_true(h->view->triangles[t] < h->view->vertex_count);
    assert_true(h->view->length == 2.0f);
}

static void test_frames_are_independent(void **state)
{
    herd *h = *state;
    uint64_t forwards[5], backwards;
    for (uint32_t i = 0; i < 5; i++) {
        vv_studio_herd_show(h->studio, 0.4f * (float)i);
        forwards[i] = vv_hash_bytes(0, h->view->positions, h->view->vertex_count * sizeof(vv_vec3));
    }
    for (uint32_t i = 5; i-- > 0;) {
        vv_studio_herd_show(h->studio, 0.4f * (float)i);
        backwards = vv_hash_bytes(0, h->view->positions, h->view->vertex_count * sizeof(vv_vec3));
        assert_true(backwards == forwards[i]);
    }
    assert_true(forwards[0] != forwards[2]);
}

/* A foot keyed somewhere on one is there, and what the key says is what all feet do. */
static void test_keys_on_any(void **state)
{
    herd *h = *state;
    uint32_t foot, member = with_feet(h, &foot);
    float goal[14], place[3];
    assert_int_equal(vv_studio_herd_target(h->studio, 1, member, foot, 0.5f, goal), VV_OK);
    memcpy(place, goal, sizeof place);
    place[1] += 0.05f;
    assert_int_equal(vv_studio_herd_key(h->studio, 1, member, foot, 0.5f, place, NULL), VV_OK);
    uint32_t length = vv_studio_text_length(h->studio);
    char *text = malloc(length + 1);
    memcpy(text, vv_studio_text(h->studio), length + 1);
    if (vv_studio_apply(h->studio, text, length) != VV_OK)
        fail_msg("%s: %s", text, vv_studio_text(h->studio));
    free(text);
    ask(h, wish);
    assert_int_equal(vv_studio_herd_target(h->studio, 1, member, foot, 0.5f, goal), VV_OK);
    for (uint32_t k = 0; k < 3; k++)
        assert_true(fabsf(goal[k] - place[k]) < 1e-4f);
    assert_true(vv_studio_undo(h->studio));
    ask(h, wish);
    assert_int_equal(vv_studio_herd_target(h->studio, 1, member, foot, 0.5f, goal), VV_OK);
    assert_true(fabsf(goal[1] - (place[1] - 0.05f)) < 1e-4f);
}

/* 3.3: another mode, the same motion of the active body. */
static void test_remaps(void **state)
{
    herd *h = *state;
    static const char mode[] = "{\"scale\":\"creature\",\"ground\":true}";
    enum { count = 41 };
    static float before[4 * count], after[4 * count];
    uint32_t foot, member = with_feet(h, &foot);
    assert_int_equal(vv_studio_herd_curve(h->studio, 1, 0, member, foot, count, before), VV_OK);
    assert_int_equal(vv_studio_herd_remap(h->studio, 1, member, foot, mode, sizeof mode - 1), VV_OK);
    uint32_t length = vv_studio_text_length(h->studio);
    char *text = malloc(length + 1);
    memcpy(text, vv_studio_text(h->studio), length + 1);
    if (vv_studio_apply(h->studio, text, length) != VV_OK)
        fail_msg("%s: %s", text, vv_studio_text(h->studio));
    free(text);
    ask(h, wish);
    assert_int_equal(vv_studio_herd_curve(h->studio, 1, 0, member, foot, count, after), VV_OK);
    for (uint32_t i = 0; i < 4 * count; i++)
        assert_true(fabsf(before[i] - after[i]) < 1e-4f);
}

static void apply_answer(herd *h)
{
    uint32_t length = vv_studio_text_length(h->studio);
    char *text = malloc(length + 1);
    memcpy(text, vv_studio_text(h->studio), length + 1);
    if (vv_studio_apply(h->studio, text, length) != VV_OK)
        fail_msg("%s: %s", text, vv_studio_text(h->studio));
    free(text);
    ask(h, wish);
}

/* Slopes are what differences of the curve say, in either space; one that is pulled on a body is there again when it
 * is asked for. */
static void test_slopes_in_both_spaces(void **state)
{
    herd *h = *state;
    enum { count = 4001, middle = 2000 };
    static float curve[4 * count];
    const float step = 2.0f / (count - 1), pulled[4] = {0.3f, -0.2f, 0.1f, 0.0f};
    uint32_t foot, member = with_feet(h, &foot);
    float slopes[3 * 8], general[3 * 8];
    assert_int_equal(vv_studio_herd_set_slopes(h->studio, 1, 0, member, foot, 1.0f, pulled, pulled), VV_OK);
    apply_answer(h);
    for (uint32_t space = 0; space < 2; space++) {
        uint32_t on = space == 0 ? member : VV_NONE;
        assert_int_equal(vv_studio_herd_curve(h->studio, 1, 0, on, foot, count, curve), VV_OK);
        assert_int_equal(vv_studio_herd_slopes(h->studio, 1, 0, on, foot, space == 0 ? slopes : general), VV_OK);
        for (uint32_t k = 0; k < 3; k++) {
            float difference = (curve[4 * (middle + 1) + k] - curve[4 * (middle - 1) + k]) / (2.0f * step);
            assert_true(fabsf((space == 0 ? slopes : general)[8 + k] - difference) < 5e-3f);
        }
    }
    for (uint32_t k = 0; k < 3; k++) {
        assert_true(fabsf(slopes[8 + k] - pulled[k]) < 1e-5f);
        assert_true(fabsf(slopes[12 + k] - pulled[k]) < 1e-5f);
    }
    assert_true(fabsf(general[8] - pulled[0]) > 1e-3f); /* limbs are not a metre long */
    assert_int_equal(vv_studio_herd_set_slopes(h->studio, 1, 0, VV_NONE, 0, 1.0f, NULL, pulled), VV_OK);
    apply_answer(h);
    assert_int_equal(vv_studio_herd_slopes(h->studio, 1, 0, VV_NONE, 0, slopes), VV_OK);
    for (uint32_t k = 0; k < 3; k++) {
        assert_true(fabsf(slopes[8 + k] - general[8 + k]) < 1e-6f); /* the other side stays */
        assert_true(fabsf(slopes[12 + k] - pulled[k]) < 1e-6f);
    }
    assert_true(vv_studio_herd_set_slopes(h->studio, 1, 0, member, foot, 0.5f, pulled, NULL) != VV_OK);
    assert_true(vv_studio_herd_slopes(h->studio, 1, 1, member, foot, slopes) != VV_OK);
}

/* Deforms come after the four tracks that every channel may have. */
static void test_curves_of_deforms(void **state)
{
    herd *h = *state;
    static const char open[] =
        "[{\"do\":\"curve.set\",\"motion\":\"lift\",\"channel\":\"feet\",\"track\":\"deform:curl\",\"keys\":"
        "[{\"time\":0,\"value\":0},{\"time\":2,\"value\":1}]},"
        "{\"do\":\"curve.set\",\"motion\":\"lift\",\"channel\":\"feet\",\"track\":\"deform:open\",\"keys\":"
        "[{\"time\":0,\"value\":0.25}]}]";
    float curve[4 * 3], slope[8] = {0};
    assert_int_equal(vv_studio_apply(h->studio, open, sizeof open - 1), VV_OK);
    ask(h, wish);
    assert_int_equal(vv_studio_herd_curve(h->studio, 1, 4, VV_NONE, 0, 3, curve), VV_OK);
    assert_true(curve[0] == 0.0f && fabsf(curve[4] - 0.5f) < 1e-6f && curve[8] == 1.0f);
    assert_int_equal(vv_studio_herd_curve(h->studio, 1, 5, 0, 0, 3, curve), VV_OK);
    assert_true(curve[0] == 0.25f && curve[8] == 0.25f);
    assert_true(vv_studio_herd_curve(h->studio, 1, 6, VV_NONE, 0, 3, curve) != VV_OK);
    slope[0] = 0.4f;
    assert_int_equal(vv_studio_herd_set_slopes(h->studio, 1, 5, VV_NONE, 0, 0.0f, NULL, slope), VV_OK);
    assert_non_null(strstr(vv_studio_text(h->studio), "\"deform:open\""));
}

/* A ray from far in front through the middle of a triangle meets what it belongs to. */
static void test_picks(void **state)
{
    herd *h = *state;
    for (uint32_t i = 0; i < 3; i++) {
        const vv_herd_member *member = &h->view->members[i];
        vv_vec3 at = member->placements[0].position;
        float from[3] = {at.x, at.y, at.z + 100.0f}, along[3] = {0.0f, 0.0f, -1.0f};
        uint32_t found[2] = {VV_NONE, VV_NONE};
        assert_true(vv_studio_herd_pick(h->studio, from, along, found));
        assert_int_equal(found[0], i);
        assert_true(found[1] < member->body_count);
    }
    float from[3] = {0.0f, 1000.0f, 0.0f}, along[3] = {0.0f, 1.0f, 0.0f};
    uint32_t found[2];
    assert_false(vv_studio_herd_pick(h->studio, from, along, found));
}

static void test_walks_on_the_spot(void **state)
{
    herd *h = *state;
    ask(h, "{\"motion\":null,\"creatures\":[\"first\",\"second\"],\"gait\":\"walk\",\"speed\":0.6}");
    for (uint32_t frame = 0; frame < 240; frame++) {
        vv_studio_herd_advance(h->studio, 1.0f / 60.0f);
        for (uint32_t i = 0; i < h->view->member_count; i++) {
            const vv_herd_member *member = &h->view->members[i];
            for (uint32_t b = 0; b < member->body_count; b++) {
                vv_vec3 p = member->placements[b].position;
                assert_true(isfinite(p.x + p.y + p.z));
                assert_true(fabsf(p.z) < 20.0f);
            }
        }
    }
    assert_int_equal(vv_studio_gait_footfalls(h->studio, 0, 0, 0.6f), VV_OK);
    assert_non_null(strstr(vv_studio_text(h->studio), "\"feet\":["));
    assert_non_null(strstr(vv_studio_text(h->studio), "\"unit\":"));
}

/* What the page may edit: the rows that a gait goes by, also where it has none of its own, and how its feet fly. */
static void test_tells_the_table_of_a_gait(void **state)
{
    herd *h = *state;
    vv_gait_row rows[VV_GAIT_MAX_ROWS];
    vv_json_document *text = NULL;
    assert_int_equal(vv_studio_gait_table(h->studio, 0, 5), VV_OK);
    const char *told = vv_studio_text(h->studio);
    assert_int_equal(vv_json_parse(told, strlen(told), "table", NULL, &text, NULL), VV_OK);
    const vv_json *list = vv_json_member(vv_json_root(text), "rows");
    const vv_json *flight = vv_json_member(vv_json_root(text), "flight");
    uint32_t count = vv_gait_default_rows(rows);
    assert_int_equal(list->count, count);
    const vv_json *row = list->child;
    for (uint32_t r = 0; r < count; r++, row = row->next) {
        assert_true(vv_json_member(row, "feet")->number == rows[r].feet);
        assert_true((float)vv_json_member(row, "duty")->number == rows[r].duty);
        assert_int_equal(vv_json_member(row, "triggers")->count, rows[r].feet);
    }
    assert_int_equal(flight->count, 5);
    assert_true(flight->child->child->number == 0.0);
    const vv_json *middle = flight->child->next->next->child;
    assert_true(fabs(middle->number - 0.5) < 1e-6 && fabs(middle->next->number - 0.12) < 1e-6);
    vv_json_destroy(text);
}

/* The trial of the usual gait by itself, up to a frame: what the judge sees. placements[VV_CREATURE_MAX_BODIES]. */
static uint32_t judged(uint32_t number, uint32_t frame, vv_transform3 *placements)
{
    vv_creature_plan plan = {0};
    vv_creature *creature = NULL;
    vv_gait_def def = vv_default_gait_def();
    vv_gait *gait = NULL;
    vv_player *player = NULL;
    vv_trial trials[VV_MAX_TRIALS];
    assert_int_equal(vv_plan_grow(30, NULL, &plan, NULL), VV_OK);
    assert_int_equal(vv_plan_creature(&plan, NULL, &creature, NULL), VV_OK);
    assert_int_equal(vv_gait_create(&def, NULL, &gait, NULL), VV_OK);
    assert_true(number < vv_make_gait_trials(gait, creature, trials));
    assert_int_equal(vv_trial_open(&trials[number], creature, NULL, &player, NULL), VV_OK);
    for (uint32_t f = 1; f <= frame; f++)
        vv_trial_step(&trials[number], player, f, VV_JUDGE_RATE);
    uint32_t count = vv_creature_body_count(creature);
    memcpy(placements, vv_player_transforms(player), count * sizeof *placements);
    vv_player_destroy(player);
    vv_gait_destroy(gait, NULL);
    vv_creature_destroy(creature, NULL);
    vv_plan_destroy(&plan);
    return count;
}

/* Turns, and places from the first body on, are those of the frame that is asked for. */
static void see_frame(const herd *h, uint32_t number, uint32_t frame)
{
    vv_transform3 expected[VV_CREATURE_MAX_BODIES];
    uint32_t count = judged(number, frame, expected);
    const vv_herd_member *member = &h->view->members[1];
    assert_int_equal(member->body_count, count);
    for (uint32_t b = 0; b < count; b++) {
        vv_vec3 from = vv_vec3_sub(expected[b].position, expected[0].position);
        vv_vec3 to = vv_vec3_sub(member->placements[b].position, member->placements[0].position);
        assert_true(vv_vec3_length(vv_vec3_sub(from, to)) < 1e-4f);
        assert_memory_equal(&member->placements[b].rotation, &expected[b].rotation, sizeof expected[b].rotation);
    }
}

/* The moment at which a gait was judged is the one that is shown, whichever way the playhead came there. */
static void test_shows_trials_of_gaits(void **state)
{
    herd *h = *state;
    ask(h, "{\"motion\":\"lift\",\"creatures\":[\"first\",\"seed:30\"],\"gait\":\"walk\",\"trial\":8}");
    assert_true(h->view->length == 4.0f);
    vv_studio_herd_show(h->studio, 2.0f);
    see_frame(h, 8, 480);
    assert_true(h->view->members[1].gone > 0.5f);
    vv_studio_herd_show(h->studio, 317.0f / 240.0f);
    see_frame(h, 8, 317);
    vv_studio_herd_advance(h->studio, 3.0f / 240.0f);
    see_frame(h, 8, 320);
    ask(h, "{\"motion\":\"lift\",\"creatures\":[\"first\",\"seed:30\"],\"gait\":\"walk\",\"trial\":1}");
    vv_studio_herd_show(h->studio, 0.5f);
    see_frame(h, 1, 120);
    vv_studio_herd_show(h->studio, 4.0f);
    see_frame(h, 1, 960);
    vv_studio_herd_advance(h->studio, 0.01f);
    assert_true(h->view->seconds == 0.0f);
    ask(h, "{\"motion\":\"lift\",\"creatures\":[\"first\",\"seed:30\"],\"gait\":\"walk\"}");
    assert_true(h->view->length == 2.0f);
}

/* What a fault says is enough to find its moment. */
static void test_faults_name_their_trial(void **state)
{
    herd *h = *state;
    static const char bad[] =
        "[{\"do\":\"gait.set\",\"gait\":\"walk\",\"crouch\":0.6,\"sway\":0.3,\"roll\":0.6,\"yaw\":"
        "0.6,\"pitch\":0.6,\"bob\":0.3}]";
    assert_int_equal(vv_studio_apply(h->studio, bad, sizeof bad - 1), VV_OK);
    uint32_t found = 0;
    for (uint32_t seed = 1; seed < 8 && found == 0; seed++) {
        assert_int_equal(vv_studio_validate(h->studio, seed, 1), VV_OK);
        found += strstr(vv_studio_text(h->studio), "\"trial\":") != NULL;
    }
    assert_int_equal(found, 1);
    assert_non_null(strstr(vv_studio_text(h->studio), "\"words\":\""));
    assert_non_null(strstr(vv_studio_text(h->studio), "\"seconds\":4"));
}

static void test_refuses(void **state)
{
    herd *h = *state;
    uint32_t foot, member = with_feet(h, &foot);
    float out[14];
    assert_true(vv_studio_herd_target(h->studio, 9, member, foot, 0.0f, out) != VV_OK);
    assert_true(vv_studio_herd_target(h->studio, 1, 7, foot, 0.0f, out) != VV_OK);
    assert_true(vv_studio_herd_target(h->studio, 1, member, 5000, 0.0f, out) != VV_OK);
    assert_true(vv_studio_herd_target(h->studio, 0, member, foot, 0.0f, out) != VV_OK);
    assert_true(vv_studio_herd_remap(h->studio, 1, member, foot, "{\"scale\":\"huge\"}", 16) != VV_OK);
    assert_true(vv_studio_herd_select(h->studio, "{\"cap\":3}", 9) != VV_OK);
    static const char unknown[] = "{\"creatures\":[\"nobody\"]}";
    assert_null(vv_studio_herd(h->studio, unknown, sizeof unknown - 1));
    assert_true(vv_studio_herd_report(h->studio) != VV_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stands_in_a_row, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_frames_are_independent, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keys_on_any, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_remaps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slopes_in_both_spaces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_curves_of_deforms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_picks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_walks_on_the_spot, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_tells_the_table_of_a_gait, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shows_trials_of_gaits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_faults_name_their_trial, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refuses, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
