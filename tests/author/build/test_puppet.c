/* Puppets in a scene: clips lead them, edits of clips change nothing before their time, states go over to another
 * performance, and everything that directs one comes from the project. */
#include "session.h"

static vv_performance *perform(void)
{
    vv_performance *p = NULL;
    vv_error error = {0};
    if (vv_performance_create(session, vv_document_project(document)->scene_count - 1, NULL, &p, &error) != VV_OK)
        fail_msg("%s %s: %s", error.file, error.path, error.message);
    return p;
}

/* An arm that hangs by its shoulder, which a clip moves to and fro. */
static void set_up(const char *actor)
{
    char command[2048];
    apply(
        "{\"do\":\"clip.add\",\"name\":\"swing\",\"artwork\":\"arm\",\"length\":4,\"tracks\":[{\"handle\":\"shoulder\","
        "\"channel\":\"position\",\"keys\":[{\"time\":0,\"value\":[0,1.3]},{\"time\":1,\"value\":[0.5,1.3]},"
        "{\"time\":2,\"value\":[0,1.3]},{\"time\":3,\"value\":[0.5,1.3]},{\"time\":3.5,\"value\":[0,1.3]}]}]}");
    snprintf(command, sizeof command,
             "{\"do\":\"scene.add\",\"name\":\"stage\",\"seconds\":4,\"step\":0.02,\"actors\":[{\"name\":\"arm\","
             "\"artwork\":\"arm\",\"kind\":\"puppet\",\"clip\":\"swing\"%s}]}",
             actor);
    apply(command);
}

static vv_vec2 pivot_at(vv_performance *p, uint32_t handle, double time)
{
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_performance_show(p, time);
    assert_true(vv_performance_pose(p, 0, pose));
    return vv_affine_apply(pose[handle], vv_performance_rigged(p, 0)->body->handles[handle].from);
}

static void assert_near(vv_vec2 a, vv_vec2 b, float tolerance)
{
    if (!(vv_vec2_distance(a, b) <= tolerance))
        fail_msg("(%g, %g) is not (%g, %g)", (double)a.x, (double)a.y, (double)b.x, (double)b.y);
}

static void exact_keys_are_met_wherever_the_actor_stands(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        vv_vec2 at_one; /* the shoulder after a second */
    } cases[] = {
        {"", {0.5f, 1.3f}},
        {",\"at\":[3,2]", {3.5f, 3.3f}},
        {",\"scale\":2", {1.0f, 2.6f}},
        {",\"flipped\":true", {-0.5f, 1.3f}},
        {",\"angle\":1.5707963,\"at\":[1,0]", {-0.3f, 0.5f}},
        {",\"clip_start\":0.5", {0.25f, 1.3f}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_up(cases[i].keys);
        vv_performance *p = perform();
        assert_near(pivot_at(p, 0, 1.0), cases[i].at_one, 1e-3f);
        vv_performance_destroy(p);
        vv_document_undo(document);
        vv_document_undo(document);
    }
}

/* Who is on a stage does not change its step: it would change the motion of everybody else. */
static void a_scene_steps_as_it_says_or_sixty_times_a_second(void **state)
{
    (void)state;
    set_up("");
    vv_performance *p = perform();
    assert_true(fabs(vv_performance_step(p) - 0.02) < 1e-9);
    vv_performance_destroy(p);
    apply("{\"do\":\"scene.add\",\"name\":\"usual\",\"actors\":[{\"name\":\"arm\",\"artwork\":\"arm\",\"kind\":"
          "\"puppet\",\"clip\":\"swing\"}]}");
    p = perform();
    assert_true(fabs(vv_performance_step(p) - 1.0 / 60.0) < 1e-9);
    vv_performance_destroy(p);
}

/* ---- Editing ----------------------------------------------------------------------------------------------------- */

static vv_performance_difference compare(const vv_performance *p)
{
    vv_performance_difference d;
    uint32_t scene = vv_document_project(document)->scene_count - 1;
    assert_int_equal(vv_performance_compare(p, session, scene, &d, NULL), VV_OK);
    return d;
}

static void an_edited_key_changes_nothing_before_its_time(void **state)
{
    (void)state;
    set_up("");
    vv_performance *before = perform();
    assert_int_equal(compare(before).change, VV_PERFORMANCE_SAME);
    apply("{\"do\":\"key.set\",\"clip\":\"swing\",\"handle\":\"shoulder\",\"channel\":\"position\",\"keys\":[{\"time\":"
          "3.5,\"value\":[1,1.5]}]}");
    vv_performance_difference d = compare(before);
    assert_int_equal(d.change, VV_PERFORMANCE_DIRECTION);
    assert_true(d.since > 0.0 && d.since <= 3.0);
    vv_performance *after = perform();
    double last = floor(d.since * 50.0) / 50.0;
    for (double t = 0.0; t <= 3.6; t += 0.02) {
        vv_vec2 a = pivot_at(before, 2, t), b = pivot_at(after, 2, t);
        if (t <= last)
            assert_memory_equal(&a, &b, sizeof a);
    }
    assert_int_not_equal(vv_performance_hash(before), vv_performance_hash(after));
    vv_performance_destroy(before);
    vv_performance_destroy(after);
}

static void states_from_before_an_edit_go_on_in_a_performance_made_after_it(void **state)
{
    (void)state;
    set_up("");
    vv_performance *before = perform();
    vv_performance_show(before, 1.5);
    size_t count = vv_performance_save_bytes(before);
    void *bytes = malloc(count);
    assert_int_equal(vv_performance_save(before, bytes, count), count);
    apply(
        "{\"do\":\"key.remove\",\"clip\":\"swing\",\"handle\":\"shoulder\",\"channel\":\"position\",\"times\":[3.5]}");
    assert_true(compare(before).since >= 1.52);
    vv_performance *whole = perform(), *resumed = perform();
    assert_int_equal(vv_performance_restore(resumed, bytes, count, NULL), VV_OK);
    vv_performance_show(whole, 3.9);
    vv_performance_show(resumed, 3.9);
    assert_int_equal(vv_performance_hash(whole), vv_performance_hash(resumed));
    free(bytes);
    vv_performance_destroy(before);
    vv_performance_destroy(whole);
    vv_performance_destroy(resumed);
}

static void other_edits_say_from_when_on_they_count(void **state)
{
    (void)state;
    set_up("");
    vv_performance *p = perform();
    apply("{\"do\":\"actor.set\",\"scene\":\"stage\",\"actor\":\"arm\",\"material\":{\"stiffness\":8}}");
    assert_int_equal(compare(p).change, VV_PERFORMANCE_DIRECTION);
    assert_true(compare(p).since == 0.0);
    vv_document_undo(document);
    assert_int_equal(compare(p).change, VV_PERFORMANCE_SAME);
    apply("{\"do\":\"puppet.set\",\"artwork\":\"arm\",\"clusters\":0}");
    assert_int_equal(compare(p).change, VV_PERFORMANCE_OTHER);
    vv_document_undo(document);
    apply("{\"do\":\"clip.set\",\"clip\":\"swing\",\"length\":5}"); /* nothing loops: only a number for the eye */
    assert_int_equal(compare(p).change, VV_PERFORMANCE_SAME);
    apply("{\"do\":\"clip.set\",\"clip\":\"swing\",\"loop\":true}");
    assert_int_equal(compare(p).change, VV_PERFORMANCE_DIRECTION);
    assert_true(compare(p).since == 0.0);
    vv_performance_destroy(p);
}

/* The stage does not know which of several clips plays; the performance does. */
static void going_back_before_another_clip_was_played_plays_the_first_again(void **state)
{
    (void)state;
    set_up("");
    apply("{\"do\":\"scene.set\",\"scene\":\"stage\",\"script\":[{\"time\":1.5,\"do\":\"play\",\"actor\":\"arm\","
          "\"clip\":null}]}");
    vv_performance *p = perform();
    vv_performance_show(p, 1.0);
    size_t count = vv_performance_save_bytes(p);
    void *bytes = malloc(count);
    vv_performance_save(p, bytes, count);
    vv_performance_show(p, 3.0);
    uint64_t first = vv_performance_hash(p);
    assert_int_equal(vv_performance_restore(p, bytes, count, NULL), VV_OK);
    vv_performance_show(p, 3.0);
    assert_int_equal(vv_performance_hash(p), first);
    free(bytes);
    vv_performance_destroy(p);
}

/* ---- Directing by hand ------------------------------------------------------------------------------------------- */

static void cue(vv_performance *p, const char *text)
{
    vv_json_document *json = NULL;
    assert_int_equal(vv_json_parse(text, strlen(text), "cue", NULL, &json, NULL), VV_OK);
    assert_int_equal(vv_performance_add_cue_json(p, json, vv_json_root(json), NULL), VV_OK);
    vv_json_destroy(json);
}

static void a_hand_on_a_handle_leads_it_and_lets_go(void **state)
{
    (void)state;
    set_up("");
    vv_performance *p = perform();
    vv_performance_show(p, 0.1);
    cue(p, "{\"do\":\"aim\",\"actor\":\"arm\",\"handle\":\"hand\",\"channel\":\"position\",\"value\":[0.6,0.4],"
           "\"strength\":1}");
    assert_near(pivot_at(p, 2, 0.3), (vv_vec2){0.6f, 0.4f}, 1e-3f);
    cue(p,
        "{\"do\":\"aim\",\"actor\":\"arm\",\"handle\":\"hand\",\"channel\":\"position\",\"value\":[0,0],\"strength\":"
        "0}");
    assert_true(vv_vec2_distance(pivot_at(p, 2, 0.8), (vv_vec2){0.6f, 0.4f}) > 0.02f);
    vv_performance_destroy(p);
}

/* ---- A document that changes while it runs ----------------------------------------------------------------------- */

static void adopt(vv_performance *p)
{
    uint32_t scene = vv_document_project(document)->scene_count - 1;
    assert_int_equal(vv_performance_adopt(p, session, scene, NULL), VV_OK);
}

/* A puppet has no strengths that could have changed. */
static void a_puppet_goes_on_through_edits_that_do_not_concern_it(void **state)
{
    (void)state;
    set_up("");
    vv_performance *p = perform(), *alone = perform();
    vv_performance_show(p, 0.5);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"strengths\":{\"stiffness\":77}}");
    assert_int_equal(compare(p).change, VV_PERFORMANCE_SAME);
    adopt(p);
    vv_performance_show(p, 1.0);
    vv_performance_show(alone, 1.0);
    uint32_t count;
    vv_performance_live_cues(p, &count);
    assert_int_equal(count, 0);
    assert_int_equal(vv_performance_hash(p), vv_performance_hash(alone));
    vv_performance_destroy(p);
    vv_performance_destroy(alone);
}

/* What was said to a sprite is not said to the puppet that it became, nor the other way round. */
static void an_heir_of_the_other_kind_takes_over_what_suits_it(void **state)
{
    (void)state;
    set_up("");
    apply("{\"do\":\"actor.add\",\"scene\":\"stage\",\"name\":\"doll\",\"artwork\":\"arm\",\"at\":[5,0]}");
    vv_performance *p = perform();
    cue(p, "{\"do\":\"strengths\",\"actor\":\"doll\",\"strengths\":{\"stiffness\":9}}");
    cue(p, "{\"do\":\"place\",\"actor\":\"doll\",\"place\":{\"bent\":1}}");
    cue(p, "{\"do\":\"push\",\"actor\":\"doll\",\"impulse\":[1,0]}");
    cue(p, "{\"do\":\"material\",\"actor\":\"arm\",\"material\":{\"stiffness\":9}}");
    vv_performance_show(p, 0.1);
    apply("{\"do\":\"actor.set\",\"scene\":\"stage\",\"actor\":\"doll\",\"kind\":\"puppet\"}");
    assert_int_equal(compare(p).change, VV_PERFORMANCE_OTHER);
    vv_performance *heir = perform();
    uint32_t count;
    assert_int_equal(vv_performance_inherit(heir, p, NULL), VV_OK);
    vv_performance_live_cues(heir, &count);
    assert_int_equal(count, 2);
    vv_performance_show(heir, 0.2);
    vv_performance_destroy(p);
    vv_performance_destroy(heir);
}

/* Clips are known by their place in the project, also to states and cues: where that changes, it is made anew. */
static void clips_that_come_and_go_before_those_that_play_mix_nothing_up(void **state)
{
    (void)state;
    apply("{\"do\":\"clip.add\",\"name\":\"unused\",\"artwork\":\"arm\",\"tracks\":[{\"handle\":\"shoulder\","
          "\"channel\":\"position\",\"keys\":[{\"time\":0,\"value\":[-3,1.3]}]}]}");
    set_up("");
    apply("{\"do\":\"actor.set\",\"scene\":\"stage\",\"actor\":\"arm\",\"clip\":null}");
    apply("{\"do\":\"scene.set\",\"scene\":\"stage\",\"script\":[{\"time\":0.5,\"do\":\"play\",\"actor\":\"arm\","
          "\"clip\":\"swing\",\"start\":0}]}");
    vv_performance *p = perform();
    vv_performance_show(p, 0.2);
    apply("{\"do\":\"clip.remove\",\"clip\":\"unused\"}");
    if (compare(p).change == VV_PERFORMANCE_SAME) {
        adopt(p);
    } else {
        vv_performance_destroy(p);
        p = perform();
    }
    assert_near(pivot_at(p, 0, 1.0), (vv_vec2){0.5f, 1.3f}, 1e-3f);
    vv_performance_destroy(p);
}

static void a_live_play_names_the_same_clip_for_an_heir(void **state)
{
    (void)state;
    apply("{\"do\":\"clip.add\",\"name\":\"unused\",\"artwork\":\"arm\",\"tracks\":[{\"handle\":\"shoulder\","
          "\"channel\":\"position\",\"keys\":[{\"time\":0,\"value\":[-3,1.3]}]}]}");
    set_up("");
    apply("{\"do\":\"actor.set\",\"scene\":\"stage\",\"actor\":\"arm\",\"clip\":null}");
    vv_performance *p = perform();
    cue(p, "{\"do\":\"play\",\"actor\":\"arm\",\"clip\":\"swing\",\"start\":0}");
    vv_performance_show(p, 0.2);
    apply("{\"do\":\"clip.remove\",\"clip\":\"unused\"}");
    vv_performance *heir = perform();
    assert_int_equal(vv_performance_inherit(heir, p, NULL), VV_OK);
    assert_near(pivot_at(heir, 0, 1.0), (vv_vec2){0.5f, 1.3f}, 1e-3f);
    vv_performance_destroy(p);
    vv_performance_destroy(heir);
}

/* As many as a sprite may have. */
static void a_puppet_is_held_at_as_many_points_as_a_sprite(void **state)
{
    (void)state;
    char actor[2048] = ",\"holds\":[", *end = actor + strlen(actor);
    for (int i = 0; i < 20; i++)
        end += snprintf(end, 64, "%s{\"at\":[0,%g]}", i ? "," : "", 0.05 * i);
    snprintf(end, 8, "]");
    set_up(actor);
    vv_performance *p = perform();
    assert_int_equal(vv_performance_hold_count(p, 0), 20);
    vv_performance_destroy(p);
}

static void showing_allocates_nothing_and_every_failed_allocation_is_survived(void **state)
{
    (void)state;
    vv_result result = VV_ERROR_MEMORY;
    set_up(",\"scale\":1.5");
    uint32_t scene = vv_document_project(document)->scene_count - 1;
    for (uint64_t n = 1; result != VV_OK && n < 2000; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_session *own = NULL;
        vv_performance *p = NULL;
        assert_int_equal(vv_session_create(document, &figure_host, &allocator, &own, NULL), VV_OK);
        const vv_staged *staged;
        assert_int_equal(vv_session_scaled(own, 0, VV_ACTOR_PUPPET, 1.5f, NULL, NULL, &staged, NULL), VV_OK);
        counting.fail_at = n;
        result = vv_performance_create(own, scene, NULL, &p, NULL);
        assert_true(result == VV_OK || (result == VV_ERROR_MEMORY && !p));
        uint64_t allocations = counting.allocations;
        if (p)
            vv_performance_show(p, 0.5);
        assert_int_equal(counting.allocations, allocations);
        vv_performance_destroy(p);
        vv_session_destroy(own);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_session, close_session)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(exact_keys_are_met_wherever_the_actor_stands),
        TEST(a_scene_steps_as_it_says_or_sixty_times_a_second),
        TEST(an_edited_key_changes_nothing_before_its_time),
        TEST(states_from_before_an_edit_go_on_in_a_performance_made_after_it),
        TEST(going_back_before_another_clip_was_played_plays_the_first_again),
        TEST(other_edits_say_from_when_on_they_count),
        TEST(a_hand_on_a_handle_leads_it_and_lets_go),
        TEST(a_puppet_goes_on_through_edits_that_do_not_concern_it),
        TEST(an_heir_of_the_other_kind_takes_over_what_suits_it),
        TEST(clips_that_come_and_go_before_those_that_play_mix_nothing_up),
        TEST(a_live_play_names_the_same_clip_for_an_heir),
        TEST(a_puppet_is_held_at_as_many_points_as_a_sprite),
        TEST(showing_allocates_nothing_and_every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
