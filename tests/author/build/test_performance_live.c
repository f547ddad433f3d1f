/* What is done to a performance by hand: it acts when it should, comes again after going back, stands in a take's
 * script at the very same step, and outlives every change of the document. */
#include "session.h"

#include "author/build/performance.h"

static vv_performance *perform_scene(uint32_t scene)
{
    vv_performance *p = NULL;
    vv_error error = {0};
    if (vv_performance_create(session, scene, NULL, &p, &error) != VV_OK)
        fail_msg("%s %s: %s", error.file, error.path, error.message);
    return p;
}

#define ACTORS                                                                                                         \
    "\"actors\":[{\"name\":\"one\",\"artwork\":\"arm\",\"at\":[0,1.5],\"velocity\":[1,0],\"place\":{\"bent\":1}},"     \
    "{\"name\":\"two\",\"artwork\":\"arm\",\"at\":[0.4,3.5],\"angle\":1,\"flipped\":true,\"behaviour\":\"wave\"}],"    \
    "\"obstacles\":[{\"kind\":\"ground\"},{\"kind\":\"polygon\",\"points\":[[1.5,0],[3,0],[3,1]]}]"

static vv_performance *perform(const char *more)
{
    char command[2048];
    snprintf(command, sizeof command, "{\"do\":\"scene.add\",\"name\":\"stage\"," ACTORS "%s%s}", *more ? "," : "",
             more);
    apply(command);
    return perform_scene(vv_document_project(document)->scene_count - 1);
}

static vv_result cue(vv_performance *p, const char *entry, vv_error *error)
{
    vv_json_document *json = NULL;
    assert_int_equal(vv_json_parse(entry, strlen(entry), "cue", NULL, &json, NULL), VV_OK);
    vv_result result = vv_performance_add_cue_json(p, json, vv_json_root(json), error);
    vv_json_destroy(json);
    return result;
}

static void give(vv_performance *p, const char *entry)
{
    vv_error error = {0};
    if (cue(p, entry, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
}

static uint32_t live_count(const vv_performance *p)
{
    uint32_t count;
    vv_performance_live_cues(p, &count);
    return count;
}

/* Runs to so many fixed steps, and shows a time well after the last but one. */
static void run_to(vv_performance *p, uint64_t steps)
{
    double step = (double)vv_performance_scene(p)->stage.step;
    while (vv_performance_event_report(p).steps < steps)
        vv_performance_show(p, ((double)vv_performance_event_report(p).steps + 0.25) * step);
}

static const char *const many[] = {
    "{\"do\":\"push\",\"actor\":\"one\",\"impulse\":[0.3,0.8]}",
    "{\"do\":\"velocity\",\"actor\":\"two\",\"velocity\":[-1,2],\"spin\":3}",
    "{\"do\":\"place\",\"actor\":\"one\",\"place\":{\"rest\":0.25,\"long\":0.75}}",
    "{\"do\":\"strengths\",\"actor\":\"two\",\"strengths\":{\"energy\":0.5,\"energy_example\":\"long\"}}",
    "{\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"hand\",\"at\":[0,1.3],\"to\":[0.5,2],\"strength\":6}",
    "{\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"hand\",\"at\":[0,1.3],\"to\":[0.7,2.4],\"strength\":6}",
    "{\"do\":\"flip\",\"actor\":\"one\"}",
    "{\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"hand\",\"at\":[0,1.3],\"to\":[1.1,2.7],\"strength\":6}",
    "{\"do\":\"input\",\"actor\":\"two\",\"input\":\"go\",\"value\":1}",
    "{\"do\":\"release\",\"actor\":\"one\",\"hold\":\"hand\"}",
    "{\"do\":\"raise\",\"actor\":\"two\",\"event\":\"hop\"}",
    "{\"do\":\"wind\",\"wind\":[3,0]}",
    "{\"do\":\"force\",\"actor\":\"one\",\"force\":[1,0]}",
    "{\"do\":\"gravity\",\"gravity\":[0,-5]}",
    "{\"do\":\"teleport\",\"actor\":\"two\",\"to\":[-2,2]}",
};
#define MANY (sizeof many / sizeof *many)

/* ---- Times ------------------------------------------------------------------------------------------------------- */

static void a_step_has_a_time_of_its_own(void **state)
{
    (void)state;
    const float steps[] = {1.0f / 60.0f, 1.0f / 50.0f, 1.0f / 24.0f, 0.0123f, 0.1f, 1e-3f, 1.0f / 144.0f};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        float before = 0.0f;
        for (uint64_t n = 1; (double)n * (double)steps[k] < 3600.0; n += n < 5000 ? 1 : 977) {
            float time = vvi_performance_time(steps[k], n, before);
            assert_true(time >= before);
            assert_true(vvi_scene_is_due(steps[k], time, n));
            assert_false(vvi_scene_is_due(steps[k], time, n - 1));
            before = time;
        }
    }
    assert_true(vvi_performance_time(1.0f / 60.0f, 30, 0.0f) == 0.5f);
}

/* ---- Live cues --------------------------------------------------------------------------------------------------- */

/* The script's own cue of the same step comes first: it teleports, and the push then acts on what was put there. */
static void a_live_cue_acts_as_the_same_entry_of_a_script(void **state)
{
    (void)state;
    vv_performance *scripted =
        perform("\"script\":[{\"time\":0.5,\"do\":\"velocity\",\"actor\":\"one\",\"velocity\":[0,0]"
                "},{\"time\":0.5,\"do\":\"push\",\"actor\":\"one\",\"impulse\":[0.3,0.8]}]");
    vv_document_undo(document);
    vv_performance *live =
        perform("\"script\":[{\"time\":0.5,\"do\":\"velocity\",\"actor\":\"one\",\"velocity\":[0,0]}]");
    run_to(live, 30); /* the next step is number 30, at 0.5 s */
    give(live, many[0]);
    for (uint64_t n = 31; n < 200; n++) {
        run_to(scripted, n);
        run_to(live, n);
        assert_int_equal(vv_performance_hash(live), vv_performance_hash(scripted));
    }
    assert_int_equal(vv_performance_live_cues(live, &(uint32_t){0})[0].step, 30);
    vv_performance_destroy(scripted);
    vv_performance_destroy(live);
}

static void what_sets_the_same_twice_before_a_step_is_kept_once(void **state)
{
    (void)state;
    vv_performance *p = perform("");
    for (uint32_t i = 0; i < 50; i++) {
        char entry[160];
        snprintf(entry, sizeof entry,
                 "{\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"hand\",\"at\":[0,1.3],\"to\":[%u,2]}", i);
        give(p, entry);
        give(p, "{\"do\":\"strengths\",\"actor\":\"one\",\"strengths\":{\"drag\":1}}");
        give(p, "{\"do\":\"strengths\",\"actor\":\"one\",\"strengths\":{\"settle\":2}}");
        give(p, "{\"do\":\"place\",\"actor\":\"one\",\"place\":{\"rest\":1}}");
        give(p, "{\"do\":\"input\",\"actor\":\"two\",\"input\":\"go\",\"value\":1}");
    }
    const vv_live_cue *live = vv_performance_live_cues(p, &(uint32_t){0});
    assert_int_equal(live_count(p), 4);
    assert_true(live[0].cue.vector.x == 49.0f);
    assert_true(live[1].cue.strengths.values.drag == 1.0f && live[1].cue.strengths.values.settle == 2.0f);
    give(p, "{\"do\":\"release\",\"actor\":\"one\",\"hold\":\"hand\"}"); /* what follows it is another hold */
    give(p, "{\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"hand\",\"at\":[0,0],\"to\":[0,1]}");
    give(p, "{\"do\":\"push\",\"actor\":\"one\",\"impulse\":[1,0]}"); /* pushes add up */
    give(p, "{\"do\":\"push\",\"actor\":\"one\",\"impulse\":[1,0]}");
    assert_int_equal(live_count(p), 8);
    run_to(p, 2);
    assert_true(vv_performance_has_hold(p, 0, "hand"));
    assert_false(vv_performance_has_hold(p, 1, "hand"));
    give(p, "{\"do\":\"wind\",\"wind\":[1,0]}"); /* another step, another cue */
    run_to(p, 3);
    give(p, "{\"do\":\"wind\",\"wind\":[2,0]}");
    assert_int_equal(live_count(p), 10);
    vv_performance_destroy(p);
}

/* A hold's vertex goes where the last cue of its name says, by the strength of the first. */
static void a_hold_of_the_same_name_moves(void **state)
{
    (void)state;
    vv_performance *p = perform("\"gravity\":[0,0]");
    vv_vec2 vertices[512];
    const vv_mesh *mesh = &vv_performance_rigged(p, 0)->body->mesh;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        vv_vec2 at = {0.0f, 1.3f};
        nearest =
            vv_vec2_distance(mesh->positions[i], at) < vv_vec2_distance(mesh->positions[nearest], at) ? i : nearest;
    }
    const char *entries[] = {
        "{\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"hand\",\"at\":[0,1.3],\"to\":[-3,3]}",
        "{\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"hand\",\"at\":[0,-0.3],\"to\":[-4,2],\"strength\":0.01}"};
    const vv_vec2 where[] = {{-3.0f, 3.0f}, {-4.0f, 2.0f}};
    for (int k = 0; k < 2; k++) {
        give(p, entries[k]);
        run_to(p, vv_performance_event_report(p).steps + 120);
        vv_stage_vertices(vv_performance_stage(p), vv_performance_actor(p, 0), vertices);
        assert_true(vv_vec2_distance(vertices[nearest], where[k]) < 1e-3f);
    }
    give(p, many[9]);
    run_to(p, vv_performance_event_report(p).steps + 1);
    assert_false(vv_performance_has_hold(p, 0, "hand"));
    vv_performance_destroy(p);
}

static void what_is_refused_is_named_and_changes_nothing(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{\"time\":1,\"do\":\"flip\",\"actor\":\"one\"}",
        "{\"do\":\"flip\"}",
        "{\"do\":\"flip\",\"actor\":\"nobody\"}",
        "{\"do\":\"dance\",\"actor\":\"one\"}",
        "{\"do\":\"place\",\"actor\":\"one\",\"place\":{\"nowhere\":1}}",
        "{\"do\":\"push\",\"actor\":\"one\",\"impulse\":[1e9,0]}",
        "{\"do\":\"hold\",\"actor\":\"one\",\"to\":[1,1]}",
        "[]",
        "7",
    };
    vv_performance *p = perform(""), *other = perform_scene(1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        vv_error error = {0};
        assert_int_not_equal(cue(p, bad[i], &error), VV_OK);
        assert_true(error.message[0]);
    }
    assert_int_equal(live_count(p), 0);
    run_to(p, 60);
    run_to(other, 60);
    assert_int_equal(vv_performance_hash(p), vv_performance_hash(other));
    vv_performance_destroy(p);
    vv_performance_destroy(other);
}

static void too_many_are_refused(void **state)
{
    (void)state;
    vv_performance *p = perform("\"script\":[{\"time\":0.5,\"do\":\"flip\",\"actor\":\"one\"}]");
    vv_project_cue push = {.kind = VV_CUE_PUSH, .actor = 0, .has_vector = true};
    for (uint32_t i = 0; i < VV_PROJECT_MAX_CUES - 1; i++)
        assert_int_equal(vv_performance_add_cue(p, &push, NULL), VV_OK);
    vv_error error = {0};
    assert_int_equal(vv_performance_add_cue(p, &push, &error), VV_ERROR_LIMIT);
    assert_true(error.remedy[0]);
    vv_performance_destroy(p);
}

/* ---- Going back -------------------------------------------------------------------------------------------------- */

static void after_going_back_it_happens_again(void **state)
{
    (void)state;
    enum { STEPS = 300 };
    vv_performance *p = perform("");
    static uint64_t hashes[STEPS + 1];
    size_t room = vv_performance_save_bytes(p) + 65536, early_bytes = 0, later_bytes = 0;
    void *early = malloc(room), *later = malloc(room);
    assert_true(early && later);
    for (uint64_t n = 1; n <= STEPS; n++) {
        run_to(p, n);
        hashes[n] = vv_performance_hash(p);
        if (n == 1)
            early_bytes = vv_performance_save(p, early, room);
        if (n == 150)
            later_bytes = vv_performance_save(p, later, room);
        if (n % 17 == 0 && n / 17 <= MANY)
            give(p, many[n / 17 - 1]);
    }
    assert_true(early_bytes > 0 && later_bytes > 0);
    for (int k = 0; k < 5; k++) {
        bool late = k % 2 == 1;
        assert_int_equal(vv_performance_restore(p, late ? later : early, late ? later_bytes : early_bytes, NULL),
                         VV_OK);
        for (uint64_t n = vv_performance_event_report(p).steps; n <= STEPS; n++) {
            run_to(p, n);
            assert_int_equal(vv_performance_hash(p), hashes[n]);
        }
    }
    /* Another deed in the middle: what came later is forgotten. */
    assert_int_equal(vv_performance_restore(p, later, later_bytes, NULL), VV_OK);
    give(p, many[0]);
    assert_int_equal(live_count(p), 150 / 17 + 1);
    /* The state of a run with live cues, without them: holds made by hand are still there. */
    vv_performance *other = perform_scene(1);
    assert_int_equal(vv_performance_restore(other, early, early_bytes, NULL), VV_OK);
    assert_int_equal(vv_performance_restore(other, later, later_bytes, NULL), VV_OK);
    assert_int_equal(vv_performance_restore(p, later, later_bytes, NULL), VV_OK);
    assert_int_equal(vv_performance_hash(other), vv_performance_hash(p));
    assert_int_equal(vv_performance_hold_count(other, 0), vv_performance_hold_count(p, 0));
    free(early);
    free(later);
    vv_performance_destroy(p);
    vv_performance_destroy(other);
}

/* ---- Takes ------------------------------------------------------------------------------------------------------- */

static void keep_take(vv_performance *p, const char *name)
{
    char *text = NULL;
    size_t length = 0;
    vv_error error = {0};
    if (vv_performance_write_scene(p, name, 5.0f, NULL, &text, &length, &error) != VV_OK)
        fail_msg("%s", error.message);
    apply(text);
    vv_project_text_release(NULL, text, length);
}

/* At every step of 400, also with steps that are no round numbers, with a script of its own, after strengths were
 * changed in the project, and after the take was saved and read again. */
static void a_take_is_the_same_run(void **state)
{
    (void)state;
    const char *const worlds[] = {"\"step\":0.016666668", "\"step\":0.0123,\"substeps\":3", "\"step\":0.02"};
    enum { STEPS = 400 };
    static uint64_t hashes[STEPS + 1];
    for (size_t k = 0; k < sizeof worlds / sizeof *worlds; k++) {
        char more[512];
        snprintf(
            more, sizeof more,
            "%s,\"background\":\"#112233\",\"script\":[{\"time\":0.25,\"do\":\"place\",\"actor\":\"two\",\"place\":{"
            "\"long\":1}},{\"time\":0.511,\"do\":\"push\",\"actor\":\"one\",\"impulse\":[0.5,1]},{\"time\":3.1,"
            "\"do\":\"flip\",\"actor\":\"one\"}]",
            worlds[k]);
        vv_performance *p = perform(more);
        uint32_t scene = vv_document_project(document)->scene_count - 1;
        for (uint64_t n = 1; n <= STEPS; n++) {
            run_to(p, n);
            hashes[n] = vv_performance_hash(p);
            if (n % 13 == 0 && n / 13 <= 2 * MANY)
                give(p, many[n / 13 % MANY]);
            if (n == 150) {
                apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"strengths\":{\"stiffness\":12,\"drag\":0.3}}");
                assert_int_equal(vv_performance_adopt(p, session, scene, NULL), VV_OK);
            }
        }
        keep_take(p, "take");
        vv_performance *again = perform_scene(scene + 1);
        assert_true(vv_performance_scene(again)->seconds == 5.0f);
        assert_memory_equal(vv_performance_scene(again)->background, vv_performance_scene(p)->background, 4);
        for (uint64_t n = 1; n <= STEPS; n++) {
            run_to(again, n);
            if (vv_performance_hash(again) != hashes[n])
                fail_msg("%s: step %u differs", worlds[k], (unsigned)n);
        }
        vv_performance_destroy(p);
        vv_performance_destroy(again);
        for (int undo = 0; undo < 3; undo++)
            vv_document_undo(document);
    }
}

/* ---- Documents that change --------------------------------------------------------------------------------------- */

static vv_performance_change compare(vv_performance *p, uint32_t scene)
{
    vv_performance_difference difference;
    assert_int_equal(vv_performance_compare(p, session, scene, &difference, NULL), VV_OK);
    return difference.change;
}

static void it_is_known_what_a_change_means(void **state)
{
    (void)state;
    static const struct {
        const char *command;
        vv_performance_change change;
    } cases[] = {
        {"{\"do\":\"scene.set\",\"scene\":\"stage\",\"background\":\"#000000\"}", VV_PERFORMANCE_SAME},
        {"{\"do\":\"scene.set\",\"scene\":\"stage\",\"seconds\":9}", VV_PERFORMANCE_SAME},
        {"{\"do\":\"scene.set\",\"scene\":\"tour\",\"seconds\":9}", VV_PERFORMANCE_SAME},
        {"{\"do\":\"artwork.set\",\"artwork\":\"strip\",\"scale\":50}", VV_PERFORMANCE_SAME},
        {"{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"strengths\":{\"drag\":1}}", VV_PERFORMANCE_STRENGTHS},
        {"{\"do\":\"actor.set\",\"scene\":\"stage\",\"actor\":\"two\",\"strengths\":{\"bounce\":1}}",
         VV_PERFORMANCE_STRENGTHS},
        {"{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"ring\":2}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"density\":3}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"actor.set\",\"scene\":\"stage\",\"actor\":\"two\",\"at\":[1,1]}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"actor.set\",\"scene\":\"stage\",\"actor\":\"two\",\"scale\":2}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"scene.set\",\"scene\":\"stage\",\"gravity\":[0,-1]}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"actor.remove\",\"scene\":\"stage\",\"actor\":\"two\"}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"handle.set\",\"artwork\":\"arm\",\"handle\":\"elbow\",\"at\":[0,0.6]}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"example.set\",\"artwork\":\"arm\",\"example\":\"bent\",\"pose\":{}}", VV_PERFORMANCE_OTHER},
        {"{\"do\":\"behaviour.remove\",\"artwork\":\"arm\",\"behaviour\":\"wave\"}", VV_PERFORMANCE_OTHER},
    };
    vv_performance *p = perform("");
    assert_int_equal(compare(p, 1), VV_PERFORMANCE_SAME);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        apply(cases[i].command);
        if (compare(p, 1) != cases[i].change)
            fail_msg("%s", cases[i].command);
        vv_document_undo(document);
    }
    vv_session_forget(session); /* files changed */
    assert_int_equal(compare(p, 1), VV_PERFORMANCE_OTHER);
    vv_performance_destroy(p);
}

/* With the document, the session and everything that was built gone, it goes on as one that was left in peace. */
static void it_outlives_all_it_was_made_from(void **state)
{
    (void)state;
    vv_performance *p =
        perform("\"script\":[{\"time\":1,\"do\":\"hold\",\"actor\":\"one\",\"hold\":\"x\",\"at\":[0,0]}]");
    vv_performance *calm = perform_scene(1);
    run_to(calm, 200);
    run_to(p, 40);
    apply("{\"do\":\"handle.set\",\"artwork\":\"arm\",\"handle\":\"elbow\",\"at\":[0,0.6]}");
    const vv_staged *staged = NULL;
    assert_int_equal(vv_session_staged(session, 0, NULL, NULL, &staged, NULL), VV_OK);
    run_to(p, 60);
    vv_document_undo(document);
    vv_document_undo(document);
    apply("{\"do\":\"scene.remove\",\"scene\":\"tour\"}");
    run_to(p, 90);
    vv_session_destroy(session);
    session = NULL;
    run_to(p, 120);
    vv_document_destroy(document);
    document = NULL;
    run_to(p, 200);
    assert_int_equal(vv_performance_hash(p), vv_performance_hash(calm));
    assert_string_equal(vv_performance_rigged(p, 0)->example_names[1], "bent");
    assert_true(vv_performance_has_hold(p, 0, "x"));
    vv_performance_destroy(p);
    vv_performance_destroy(calm);
}

static void strengths_that_change_act_at_once(void **state)
{
    (void)state;
    vv_performance *p = perform("");
    run_to(p, 20);
    for (int i = 1; i <= 5; i++) { /* a slider, faster than steps */
        char command[128];
        snprintf(command, sizeof command, "{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"strengths\":{\"drag\":%d}}", i);
        apply(command);
        assert_int_equal(compare(p, 1), VV_PERFORMANCE_STRENGTHS);
        assert_int_equal(vv_performance_adopt(p, session, 1, NULL), VV_OK);
        assert_int_equal(compare(p, 1), VV_PERFORMANCE_SAME);
    }
    assert_int_equal(live_count(p), 2); /* one an actor */
    run_to(p, 21);
    assert_true(vv_stage_strengths(vv_performance_stage(p), vv_performance_actor(p, 0))->drag == 5.0f);
    for (int i = 1; i <= 5; i++)
        vv_document_undo(document);
    assert_int_equal(vv_performance_adopt(p, session, 1, NULL), VV_OK);
    run_to(p, 22);
    assert_true(vv_stage_strengths(vv_performance_stage(p), vv_performance_actor(p, 0))->drag == 0.0f);
    assert_int_equal(live_count(p), 4);
    vv_performance_destroy(p);
}

static void one_made_anew_takes_over_what_still_has_a_name(void **state)
{
    (void)state;
    vv_performance *p = perform("");
    for (size_t i = 0; i < MANY; i++) {
        run_to(p, 10 + 2 * i);
        give(p, many[i]);
    }
    apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"strengths\":{\"drag\":1}}");
    assert_int_equal(vv_performance_adopt(p, session, 1, NULL), VV_OK);
    apply("{\"do\":\"actor.move\",\"scene\":\"stage\",\"actor\":\"two\",\"before\":\"one\"}");
    apply("{\"do\":\"example.remove\",\"artwork\":\"arm\",\"example\":\"long\"}");
    vv_performance *heir = perform_scene(1);
    assert_int_equal(vv_performance_inherit(heir, p, NULL), VV_OK);
    uint32_t count;
    const vv_live_cue *live = vv_performance_live_cues(heir, &count);
    assert_int_equal(count, MANY - 2); /* the place and the strength of “long” are gone, and the project's own drag */
    for (uint32_t i = 0, old = 0; i < count; i++, old++) {
        while (vv_performance_live_cues(p, &(uint32_t){0})[old].step != live[i].step)
            old++;
        const vv_project_cue *was = &vv_performance_live_cues(p, &(uint32_t){0})[old].cue;
        assert_int_equal(live[i].cue.kind, was->kind);
        assert_true(was->actor == VV_NONE ? live[i].cue.actor == VV_NONE : live[i].cue.actor == 1 - was->actor);
    }
    run_to(heir, 100);
    apply("{\"do\":\"actor.remove\",\"scene\":\"stage\",\"actor\":\"one\"}");
    vv_performance *alone = perform_scene(1);
    assert_int_equal(vv_performance_inherit(alone, p, NULL), VV_OK);
    live = vv_performance_live_cues(alone, &count);
    for (uint32_t i = 0; i < count; i++)
        assert_true(live[i].cue.actor == 0 || live[i].cue.actor == VV_NONE);
    vv_performance_destroy(p);
    vv_performance_destroy(heir);
    vv_performance_destroy(alone);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    vv_performance_destroy(perform(""));
    bool whole = false;
    for (uint64_t n = 1; !whole; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_session *own = NULL;
        vv_performance *p = NULL, *heir = NULL;
        assert_int_equal(vv_session_create(document, &figure_host, &allocator, &own, NULL), VV_OK);
        assert_int_equal(vv_performance_create(own, 1, NULL, &p, NULL), VV_OK);
        assert_int_equal(vv_performance_create(own, 1, NULL, &heir, NULL), VV_OK);
        char *text = NULL;
        size_t length = 0;
        counting.fail_at = counting.allocations + n;
        uint32_t given = 0;
        for (size_t i = 0; i < MANY; i++) {
            vv_json_document *json = NULL;
            assert_int_equal(vv_json_parse(many[i], strlen(many[i]), "cue", NULL, &json, NULL), VV_OK);
            vv_result result = vv_performance_add_cue_json(p, json, vv_json_root(json), NULL);
            assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
            given += result == VV_OK;
            vv_json_destroy(json);
            run_to(p, vv_performance_event_report(p).steps + 1);
        }
        assert_int_equal(live_count(p), given);
        whole = given == MANY;
        whole = vv_performance_write_scene(p, "t", 1.0f, &allocator, &text, &length, NULL) == VV_OK && whole;
        if (text)
            vv_project_text_release(&allocator, text, length);
        whole = vv_performance_inherit(heir, p, NULL) == VV_OK && whole;
        vv_performance_destroy(p);
        vv_performance_destroy(heir);
        vv_session_destroy(own);
        assert_int_equal(counting.used, 0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_session, close_session)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_has_a_time_of_its_own),
        TEST(a_live_cue_acts_as_the_same_entry_of_a_script),
        TEST(what_sets_the_same_twice_before_a_step_is_kept_once),
        TEST(a_hold_of_the_same_name_moves),
        TEST(what_is_refused_is_named_and_changes_nothing),
        TEST(too_many_are_refused),
        TEST(after_going_back_it_happens_again),
        TEST(a_take_is_the_same_run),
        TEST(it_is_known_what_a_change_means),
        TEST(it_outlives_all_it_was_made_from),
        TEST(strengths_that_change_act_at_once),
        TEST(one_made_anew_takes_over_what_still_has_a_name),
        TEST(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
