/* A stage that plays in the studio: what it shows is what `verve simulate` gives, forwards and back, with everything
 * that was done by hand, while the project changes. */
#include "shipped.h"

#include "runtime/stage/sprite/sprite.h"
#include "studio/core/play.h"
#include "tests/testing.h"

#include <math.h>

static vv_studio *studio;

/* Scenes of the shipped examples. */
#define CALM   1u
#define STROLL 2u

static int close_studio(void **state)
{
    (void)state;
    vv_studio_destroy(studio);
    studio = NULL;
    return 0;
}

static const vv_play *play(const char *example, uint32_t scene)
{
    studio = shipped_open(example, NULL);
    assert_non_null(studio);
    const vv_play *view = vv_studio_play(studio, scene);
    if (!view)
        fail_msg("%s", vv_studio_text(studio));
    return view;
}

static uint64_t hash_now(void)
{
    uint32_t hash[2];
    vv_studio_play_hash(studio, hash);
    return (uint64_t)hash[1] << 32 | hash[0];
}

static void apply(const char *command)
{
    if (vv_studio_apply(studio, command, (uint32_t)strlen(command)) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    vv_studio_lines_written(studio);
}

static void cue(const char *entry)
{
    if (vv_studio_cue(studio, entry, (uint32_t)strlen(entry)) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
}

static const vv_project *project(void) { return vv_document_project(studio->document); }

/* The stage after a straight run of the scene, as `verve simulate` runs it. */
static uint64_t simulated(uint32_t scene, double time)
{
    vv_performance *p = NULL;
    assert_int_equal(vv_performance_create(studio->session, scene, NULL, &p, NULL), VV_OK);
    for (uint32_t f = 0; f / 30.0 <= time; f++)
        vv_performance_show(p, f / 30.0);
    vv_performance_show(p, time);
    uint64_t hash = vv_performance_hash(p);
    vv_performance_destroy(p);
    return hash;
}

/* Drags the first actor about for a while and throws it. */
static void drag(double from, double to)
{
    const vv_play_actor *a = vvi_playing_current(studio)->actors;
    float x = a->x, y = a->y;
    uint32_t taken = vv_studio_play_grab(studio, x, y);
    assert_int_not_equal(taken, VV_NONE);
    for (double t = from; t < to; t += 1.0 / 60.0) {
        float s = (float)(t - from);
        assert_int_equal(vv_studio_play_drag(studio, x + s, y + 2.0f * s - s * s), VV_OK);
        assert_true(vv_studio_seek(studio, t));
    }
    vv_studio_play_release(studio);
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

static void it_plays_what_simulate_gives(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t scene;
    } examples[] = {{"bounce", CALM}, {"walk", STROLL}, {"cannon", 4}};
    for (size_t e = 0; e < sizeof examples / sizeof *examples; e++) {
        const vv_play *view = play(examples[e].name, examples[e].scene);
        static const double times[] = {0.0, 1.0 / 60.0, 0.77, 2.0, 3.5};
        for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
            assert_true(vv_studio_seek(studio, times[i]));
            assert_int_equal(hash_now(), simulated(examples[e].scene, times[i]));
            assert_true(fabs((double)view->time - times[i]) < 1e-6);
        }
        close_studio(NULL);
    }
}

static void seeking_back_is_exact_with_all_that_was_done(void **state)
{
    (void)state;
    enum { FRAMES = 420 };
    static uint64_t hashes[FRAMES + 1];
    play("bounce", CALM);
    for (uint32_t f = 0; f <= FRAMES; f++) {
        if (f == 60)
            vv_studio_play_grab(studio, vvi_playing_current(studio)->actors[0].x,
                                vvi_playing_current(studio)->actors[0].y);
        if (f > 60 && f < 150)
            vv_studio_play_drag(studio, 0.02f * (float)(f - 60), 1.0f + 0.5f * sinf(0.1f * (float)f));
        if (f == 150)
            vv_studio_play_release(studio);
        if (f == 200)
            cue("{\"do\":\"gravity\",\"gravity\":[0.5,-7]}");
        assert_true(vv_studio_seek(studio, f / 60.0));
        hashes[f] = hash_now();
    }
    uint32_t live = vvi_playing_current(studio)->view.live;
    assert_in_range(live, 80, 95);
    vvi_random random = vvi_random_seed(7);
    for (int i = 0; i < 60; i++) {
        uint32_t f = vvi_random_below(&random, FRAMES + 1);
        assert_true(vv_studio_seek(studio, f / 60.0));
        if (hash_now() != hashes[f])
            fail_msg("frame %u differs after seeking", f);
    }
    assert_int_equal(vvi_playing_current(studio)->view.live, live);
    /* Another deed in the middle of the drag: the later ones are forgotten, and nobody is held any more. */
    vv_studio_seek(studio, 100.0 / 60.0);
    cue("{\"do\":\"gravity\",\"gravity\":[0,-3]}");
    assert_true(vvi_playing_current(studio)->view.live < 50);
    vv_studio_seek(studio, 110.0 / 60.0);
    assert_false(vv_performance_has_hold(vvi_playing_current(studio)->performance, 0, "hand"));
    uint64_t after = hash_now();
    vv_studio_seek(studio, 0.3);
    vv_studio_seek(studio, 110.0 / 60.0);
    assert_int_equal(hash_now(), after);
}

/* However long it runs, memory stays the same and going back stays exact. */
static void states_are_thinned_out(void **state)
{
    (void)state;
    play("bounce", CALM);
    vvi_playing *p = vvi_playing_current(studio);
    size_t capacity = p->rewind.capacity;
    assert_true(capacity <= (size_t)24 * 1024 * 1024);
    while (!vv_studio_seek(studio, 400.0))
        ;
    assert_true(p->rewind.every > 30);
    assert_true(p->rewind.count >= p->rewind.most / 2);
    uint64_t end = hash_now();
    vv_studio_seek(studio, 211.3);
    vv_studio_seek(studio, 400.0);
    assert_int_equal(hash_now(), end);
    assert_int_equal(p->rewind.capacity, capacity);
}

static void a_frame_allocates_nothing(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    studio = shipped_open("walk", &allocator);
    assert_non_null(studio);
    assert_non_null(vv_studio_play(studio, STROLL));
    vv_studio_show_goals(studio, true);
    uint64_t allocations = counting.allocations;
    for (uint32_t f = 0; f < 300; f++)
        vv_studio_seek(studio, f / 60.0);
    vv_studio_seek(studio, 1.0);
    vv_studio_seek(studio, 30.0);
    assert_int_equal(counting.allocations, allocations);
    close_studio(NULL);
    assert_int_equal(counting.used, 0);
}

/* ---- The hand ---------------------------------------------------------------------------------------------------- */

static void a_hand_that_rests_says_nothing_and_an_empty_place_holds_nothing(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    assert_int_equal(vv_studio_play_grab(studio, 1000.0f, 1000.0f), VV_NONE);
    assert_int_equal(vv_studio_play_grab(studio, NAN, 0.0f), VV_NONE);
    assert_int_equal(view->live, 0);
    vv_studio_play_grab(studio, view->actors[0].x, view->actors[0].y);
    for (uint32_t f = 0; f < 60; f++) {
        for (int i = 0; i < 8; i++) /* a mouse at 480 Hz that rests */
            vv_studio_play_drag(studio, 1.0f, 1.0f);
        vv_studio_seek(studio, f / 60.0);
    }
    assert_int_equal(vv_studio_play_drag(studio, INFINITY, 0.0f), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_play_drag(studio, NAN, 0.0f), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_play_drag(studio, 0.0f, NAN), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_play_drag(studio, 0.0f, 1e30f), VV_ERROR_ARGUMENT);
    assert_int_equal(view->live, 1); /* taking hold, moved before its step ran */
    vv_studio_play_release(studio);
    vv_studio_play_release(studio);
    assert_int_equal(view->live, 3); /* and letting go, at rest */
}

/* ---- Takes ------------------------------------------------------------------------------------------------------- */

static void a_take_plays_and_simulates_alike(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    vv_studio_seek(studio, 0.5);
    drag(0.5, 1.5);
    vv_studio_seek(studio, 2.0);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"ball\",\"strengths\":{\"bounce\":0.2,\"drag\":0.5}}");
    vv_studio_seek(studio, 4.0);
    uint64_t end = hash_now();
    assert_true(view->live > 50);
    assert_int_equal(vv_studio_store_take(studio, "take 1", 4.0f), VV_OK);
    char *command = strdup(vv_studio_text(studio));
    apply(command);
    free(command);
    uint32_t scene = project()->scene_count - 1;
    assert_int_equal(simulated(scene, 4.0), end);
    assert_int_equal(hash_now(), end); /* another scene is no change of this one */
    assert_non_null(vv_studio_play(studio, scene));
    vv_studio_seek(studio, 4.0);
    assert_int_equal(hash_now(), end);
    assert_int_equal(view->live, 0);
    assert_int_not_equal(vv_studio_store_take(studio, "", 4.0f), VV_OK);
}

/* ---- A project that changes -------------------------------------------------------------------------------------- */

static void strengths_change_while_it_runs(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    vv_studio_seek(studio, 1.0);
    uint32_t version = view->version;
    for (int i = 0; i < 20; i++) { /* a slider, several times a step */
        char command[160];
        snprintf(command, sizeof command,
                 "{\"do\":\"sprite.set\",\"artwork\":\"ball\",\"strengths\":{\"stiffness\":%d}}", 5 + i);
        assert_int_equal(vv_studio_preview(studio, command, (uint32_t)strlen(command)), VV_OK);
    }
    assert_true(view->live > 0 && view->live <= view->actor_count);
    vv_studio_seek(studio, 1.1);
    vv_studio_preview_end(studio);
    vv_studio_seek(studio, 1.2);
    const vvi_playing *p = vvi_playing_current(studio);
    float now =
        vv_stage_strengths(vv_performance_stage(p->performance), vv_performance_actor(p->performance, 0))->stiffness;
    assert_true(
        now ==
        project()->artworks[project()->scenes[view->scene]->stage.actors[0].artwork]->sprite.strengths.stiffness);
    assert_int_equal(view->version, version); /* the same performance */
    uint64_t hash = hash_now();
    vv_studio_seek(studio, 0.2);
    vv_studio_seek(studio, 1.2);
    assert_int_equal(hash_now(), hash);
    assert_int_equal(vv_studio_reset(studio), VV_OK);
    assert_int_equal(view->live, 0);
    vv_studio_seek(studio, 1.2);
    assert_int_equal(hash_now(), simulated(CALM, 1.2));
}

static void other_changes_make_it_anew_at_the_same_time(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    vv_studio_seek(studio, 2.0);
    uint32_t version = view->version;
    apply("{\"do\":\"scene.set\",\"scene\":\"calm\",\"gravity\":[0,-4]}");
    assert_int_not_equal(view->version, version);
    assert_true(view->time == 2.0f);
    assert_int_equal(hash_now(), simulated(CALM, 2.0));
    drag(2.0, 2.4);
    uint32_t live = view->live;
    vv_studio_undo(studio);
    assert_int_equal(view->live, live); /* done again on the other stage */
    vv_studio_redo(studio);
    apply("{\"do\":\"scene.rename\",\"scene\":\"calm\",\"to\":\"other\"}");
    assert_int_equal(view->scene, CALM);
    while (!vv_studio_seek(studio, 25.0))
        ;
    apply("{\"do\":\"scene.set\",\"scene\":\"other\",\"gravity\":[0,-5]}");
    assert_true(view->time == 0.0f); /* too far to run again by itself */
    apply("{\"do\":\"scene.remove\",\"scene\":\"other\"}");
    assert_int_equal(view->scene, VV_NONE);
    assert_int_equal(view->actor_count, 0);
    assert_true(vv_studio_seek(studio, 1.0));
    assert_int_equal(vv_studio_cue(studio, "{}", 2), VV_ERROR_NOT_FOUND);
}

/* A file that goes missing, and comes back. */
static void nothing_dangles_when_files_change(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    uint8_t pixels[4 * 16 * 16];
    memset(pixels, 255, sizeof pixels);
    vv_studio_seek(studio, 1.0);
    const char *image = project()->artworks[project()->scenes[view->scene]->stage.actors[0].artwork]->layers[0].image;
    char path[VV_PROJECT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", image);
    assert_int_equal(vv_studio_put_image(studio, path, 16, 16, pixels), VV_OK);
    assert_true(view->time == 1.0f);
    vv_studio_seek(studio, 1.5);
    assert_int_equal(hash_now(), simulated(CALM, 1.5));
}

/* ---- Views ------------------------------------------------------------------------------------------------------- */

/* Σ m |turned goal − vertex|², goals turned by `angle` about their centre of mass and moved by dx. */
static double fit_cost(const vv_play_actor *a, const vvi_sprite_view *sprite, double angle, double dx)
{
    double mass = 0.0, cx = 0.0, cy = 0.0, cost = 0.0;
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        double m = (double)sprite->masses[sprite->particles[i]];
        mass += m, cx += m * (double)a->goals[i].x, cy += m * (double)a->goals[i].y;
    }
    cx /= mass, cy /= mass;
    for (uint32_t i = 0; i < a->vertex_count; i++) {
        double gx = (double)a->goals[i].x - cx, gy = (double)a->goals[i].y - cy;
        double x = cx + dx + cos(angle) * gx - sin(angle) * gy - (double)a->vertices[i].x;
        double y = cy + sin(angle) * gx + cos(angle) * gy - (double)a->vertices[i].y;
        cost += (double)sprite->masses[sprite->particles[i]] * (x * x + y * y);
    }
    return cost;
}

/* They have the shape of the place, and no other angle or position of it lies nearer to the drawing. */
static void goals_are_the_nearest_rigid_fit_of_the_rest_shape(void **state)
{
    (void)state;
    const vv_play *view = play("walk", STROLL);
    vv_studio_show_goals(studio, true);
    vv_studio_seek(studio, 1.37);
    const vv_play_actor *a = &view->actors[0];
    const vv_performance *p = vvi_playing_current(studio)->performance;
    uint32_t n = a->vertex_count;
    vv_vec2 *rest = malloc(n * sizeof *rest);
    assert_non_null(rest);
    vv_rigged_vertices(vv_performance_rigged(p, 0), a->place, NULL, rest);
    for (uint32_t i = 1; i < n; i++) {
        double d = (double)vv_vec2_distance(a->goals[i], a->goals[i / 2]);
        assert_true(fabs(d - (double)vv_vec2_distance(rest[i], rest[i / 2])) < 2e-4);
    }
    vvi_sprite_view sprite = vvi_sprite_open(vv_stage_sprite(vv_performance_stage(p), vv_performance_actor(p, 0)));
    double least = fit_cost(a, &sprite, 0.0, 0.0);
    assert_true(least > 0.0);
    for (int k = 1; k < 100; k++) {
        assert_true(fit_cost(a, &sprite, 6.283185 * k / 100.0, 0.0) > least);
        assert_true(fit_cost(a, &sprite, 0.002 * (k % 2 ? k : -k), 0.0) > least);
        assert_true(fit_cost(a, &sprite, 0.0, 0.001 * (k % 2 ? k : -k)) > least);
    }
    vv_studio_show_goals(studio, false);
    assert_null(a->goals);
    free(rest);
}

/* By steps over edges of the mesh. */
static void a_neighbourhood_is_what_lies_within_the_ring(void **state)
{
    (void)state;
    const vv_play *view = play("walk", STROLL);
    const vv_play_actor *a = &view->actors[0];
    const vv_mesh *mesh = &vv_performance_rigged(vvi_playing_current(studio)->performance, 0)->body->mesh;
    uint32_t ring = project()->artworks[a->artwork]->sprite.ring, n = a->vertex_count;
    uint32_t *found = malloc(n * sizeof *found), *distance = malloc(n * sizeof *distance);
    assert_true(found && distance);
    for (uint32_t v = 0; v < n; v += 37) {
        uint32_t count = vv_studio_neighbourhood(studio, 0, a->vertices[v].x, a->vertices[v].y, found, n), expected = 0;
        memset(distance, 0xFF, n * sizeof *distance);
        distance[v] = 0;
        for (uint32_t step = 0; step < ring; step++)
            for (uint32_t t = 0; t < 3 * mesh->triangle_count; t++) {
                uint32_t from = mesh->triangles[t], to = mesh->triangles[t / 3 * 3 + (t + 1) % 3];
                for (int way = 0; way < 2; way++) {
                    uint32_t p = way ? to : from, q = way ? from : to;
                    if (distance[p] == step && distance[q] > step + 1)
                        distance[q] = step + 1;
                }
            }
        bool alone = true; /* vertices of two layers may coincide: only one of them is nearest */
        for (uint32_t i = 0; i < n; i++)
            alone = alone && (i == v || vv_vec2_distance(a->vertices[i], a->vertices[v]) > 1e-6f);
        if (!alone)
            continue;
        for (uint32_t i = 0; i < n; i++)
            expected += distance[i] <= ring;
        assert_int_equal(count, expected);
        for (uint32_t i = 0; i < count; i++)
            assert_true(distance[found[i]] <= ring);
        assert_int_equal(vv_studio_neighbourhood(studio, 0, a->vertices[v].x, a->vertices[v].y, found, 2), count);
    }
    assert_int_equal(vv_studio_neighbourhood(studio, 99, 0.0f, 0.0f, found, n), 0);
    free(found);
    free(distance);
}

static void contacts_lie_on_the_ground_and_fade(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    bool met = false, faded = false;
    for (uint32_t f = 0; f < 240; f++) {
        vv_studio_seek(studio, f / 60.0);
        for (uint32_t i = 0; i < view->contact_count; i++) {
            const vv_contact_mark *m = &view->contacts[i];
            assert_true(m->age >= 0.0f && m->age <= 0.25f);
            assert_true(fabsf(m->y) < 0.05f); /* the ground is at 0 */
            assert_true(m->normal_y > 0.9f);
            met = true;
            faded = faded || m->age > 0.2f;
        }
    }
    assert_true(met && faded);
}

static void inputs_and_states_are_seen(void **state)
{
    (void)state;
    const vv_play *view = play("walk", STROLL);
    const vv_play_actor *a = &view->actors[0];
    assert_int_not_equal(a->behaviour, VV_NONE);
    const vv_project_behaviour *b = &project()->artworks[a->artwork]->behaviours[a->behaviour];
    assert_int_equal(a->input_count, b->input_count);
    assert_true(b->input_count > 0);
    char entry[256];
    snprintf(entry, sizeof entry, "{\"do\":\"input\",\"actor\":\"%s\",\"input\":\"%s\",\"value\":0.625}",
             project()->scenes[view->scene]->stage.actors[0].name, b->inputs[0].text);
    vv_studio_seek(studio, 0.1);
    cue(entry);
    vv_studio_seek(studio, 0.2);
    assert_true(a->inputs[0] == 0.625f);
    assert_true(a->state < b->state_count);
    float sum = 0.0f, drawn = 0.0f;
    for (uint32_t e = 0; e < a->example_count; e++)
        sum += a->place[e], drawn += a->equilibrium[e];
    assert_true(fabsf(sum - 1.0f) < 1e-4f && fabsf(drawn - 1.0f) < 1e-4f);
}

/* ---- Memory, errors ---------------------------------------------------------------------------------------------- */

/* As the command's pictures go through it. */
static void a_tour_has_the_weights_of_its_scenes_places(void **state)
{
    (void)state;
    studio = shipped_open("bounce", NULL);
    assert_non_null(studio);
    const vv_project_scene *scene = project()->scenes[0];
    const vv_rigged *rigged = NULL;
    assert_int_equal(scene->kind, VV_SCENE_TOUR);
    assert_int_equal(vv_session_artwork(studio->session, scene->artwork, NULL, &rigged, NULL), VV_OK);
    float weights[VV_BLEND_MAX_EXAMPLES], expected[VV_BLEND_MAX_EXAMPLES], moved = 0.0f;
    for (float t = -0.1f; t < scene->seconds + 0.2f; t += 0.037f) {
        assert_int_equal(vv_studio_tour(studio, 0, t, weights), VV_OK);
        vv_complex_weights(rigged->complex, vv_scene_place(rigged, scene, t), expected);
        assert_memory_equal(weights, expected, rigged->example_count * sizeof *weights);
        moved = vvi_max(moved, 1.0f - weights[0]);
    }
    assert_true(moved > 0.5f);
    assert_int_equal(vv_studio_tour(studio, 0, scene->keys[1].time, weights), VV_OK);
    assert_true(weights[scene->keys[1].place.shares[0].example] == 1.0f);
    assert_int_equal(vv_studio_tour(studio, 0, NAN, weights), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_tour(studio, CALM, 0.0f, weights), VV_ERROR_NOT_FOUND);
}

static void what_cannot_be_played_says_why(void **state)
{
    (void)state;
    studio = vv_studio_create(NULL);
    assert_null(vv_studio_play(studio, 0));
    assert_true(strstr(vv_studio_text(studio), "remedy") != NULL);
    assert_int_equal(vv_studio_play_grab(studio, 0.0f, 0.0f), VV_NONE);
    assert_int_equal(vv_studio_play_drag(studio, 0.0f, 0.0f), VV_OK);
    assert_true(vv_studio_seek(studio, 1.0));
    assert_int_equal(vv_studio_reset(studio), VV_OK);
    assert_int_equal(vv_studio_store_take(studio, "a", 1.0f), VV_ERROR_NOT_FOUND);
    assert_int_equal(hash_now(), 0);
    vv_studio_play_end(studio);
    float weight;
    assert_int_equal(vv_studio_tour(studio, 0, 0.0f, &weight), VV_ERROR_NOT_FOUND);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    studio = shipped_open("bounce", &allocator);
    assert_non_null(studio);
    assert_non_null(vv_studio_play(studio, CALM));
    const char *strengths = "{\"do\":\"sprite.set\",\"artwork\":\"ball\",\"strengths\":{\"drag\":1}}";
    const char *gravity = "{\"do\":\"scene.set\",\"scene\":\"calm\",\"gravity\":[0,-4]}";
    bool whole = false;
    for (uint64_t n = 1; !whole; n++) {
        counting.fail_at = counting.allocations + n;
        const vv_play *view = vv_studio_play(studio, CALM);
        whole = view != NULL;
        vv_studio_seek(studio, 0.2);
        whole = vv_studio_preview(studio, strengths, (uint32_t)strlen(strengths)) == VV_OK && whole;
        whole = vv_studio_play_grab(studio, vvi_playing_current(studio)->actors[0].x,
                                    vvi_playing_current(studio)->actors[0].y) != VV_NONE &&
                whole;
        vv_studio_seek(studio, 0.3);
        whole = vv_studio_preview(studio, gravity, (uint32_t)strlen(gravity)) == VV_OK && whole;
        whole = vv_studio_store_take(studio, "t", 1.0f) == VV_OK && whole;
        whole = vv_studio_reset(studio) == VV_OK && whole;
        counting.fail_at = 0;
        vv_studio_play_release(studio);
        vv_studio_preview_end(studio);
        vv_studio_seek(studio, 0.4);
        assert_int_equal(vv_studio_reset(studio), VV_OK);
        vv_studio_seek(studio, 0.4);
        if (n % 8 == 1)
            assert_int_equal(hash_now(), simulated(CALM, 0.4));
    }
    close_studio(NULL);
    assert_int_equal(counting.used, 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, close_studio)

/* ---- Joints and zones -------------------------------------------------------------------------------------------- */

static void join(const char *rest)
{
    char command[256];
    snprintf(command, sizeof command,
             "{\"do\":\"joint.add\",\"scene\":\"calm\",\"kind\":\"rope\",\"a\":{\"actor\":\"ball\","
             "\"handle\":\"top\"},\"b\":{\"at\":[0.3,4]},%s}",
             rest);
    apply(command);
}

static uint32_t count_marks(const vv_play *view, vv_event_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < view->mark_count; i++)
        count += view->marks[i].kind == (uint32_t)kind;
    return count;
}

/* The first mark of a kind, which there must be. */
static const vv_play_mark *find_mark(const vv_play *view, vv_event_kind kind)
{
    uint32_t i = 0;
    while (i < view->mark_count && view->marks[i].kind != (uint32_t)kind)
        i++;
    assert_true(i < view->mark_count);
    return &view->marks[i];
}

/* A ball on a rope: its end on the stage stays where the command put it, the other is on the drawing, and both are no
 * further apart than the rope is long. */
static void it_shows_joints(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    assert_int_equal(view->joint_count, 0);
    join("\"length\":3");
    for (double time = 0.25; time <= 3.0; time += 0.25) {
        while (!vv_studio_seek(studio, time))
            ;
        assert_int_equal(view->joint_count, 1);
        const vv_play_joint *joint = &view->joints[0];
        const vv_play_actor *ball = &view->actors[0];
        assert_int_equal(joint->present, 1);
        assert_float_equal(joint->b_x, 0.3f, 1e-5f);
        assert_float_equal(joint->b_y, 4.0f, 1e-5f);
        assert_float_equal(joint->length, 3.0f, 1e-5f);
        assert_true(hypotf(joint->a_x - joint->b_x, joint->a_y - joint->b_y) < 3.1f);
        assert_true(hypotf(joint->a_x - ball->x, joint->a_y - ball->y) < ball->size);
    }
    assert_int_equal(count_marks(view, VV_EVENT_JOINT_BROKEN), 0);
}

static void a_joint_that_broke_is_gone_until_time_goes_back(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    join("\"length\":1,\"break_force\":0.01");
    assert_int_equal(view->joints[0].present, 1);
    while (!vv_studio_seek(studio, 2.0))
        ;
    assert_int_equal(view->joints[0].present, 0);
    assert_int_equal(count_marks(view, VV_EVENT_JOINT_BROKEN), 1);
    assert_int_equal(find_mark(view, VV_EVENT_JOINT_BROKEN)->joint, 0);
    assert_int_equal(find_mark(view, VV_EVENT_JOINT_BROKEN)->zone, VV_NONE);
    while (!vv_studio_seek(studio, 0.0))
        ;
    assert_int_equal(view->joints[0].present, 1); /* going back brings it back */
}

/* Zones are shown where they are; the events of what comes into them are marks. One that is switched off acts on
 * nobody. */
static void it_shows_zones(void **state)
{
    (void)state;
    const vv_play *view = play("bounce", CALM);
    apply("{\"do\":\"zone.add\",\"scene\":\"calm\",\"kind\":\"wind\",\"points\":[[-9,-9],[9,-9],[9,9],[-9,9]],"
          "\"at\":[0.5,0.25],\"velocity\":[3,-1]}");
    apply("{\"do\":\"zone.add\",\"scene\":\"calm\",\"kind\":\"force\",\"acceleration\":[0,90],\"active\":false}");
    apply("{\"do\":\"zone.add\",\"scene\":\"calm\",\"kind\":\"water\",\"points\":[[-9,0.1],[9,0.1]],\"density\":0}");
    assert_int_equal(view->zone_count, 3);
    assert_int_equal(view->zones[0].active, 1);
    assert_float_equal(view->zones[0].x, 0.5f, 0.0f);
    assert_float_equal(view->zones[0].y, 0.25f, 0.0f);
    assert_float_equal(view->zones[0].velocity_x, 3.0f, 0.0f);
    assert_float_equal(view->zones[0].velocity_y, -1.0f, 0.0f);
    assert_int_equal(view->zones[1].active, 0);
    while (!vv_studio_seek(studio, 1.0))
        ;
    assert_int_equal(count_marks(view, VV_EVENT_ZONE_ENTER), 2);
    assert_int_equal(find_mark(view, VV_EVENT_ZONE_ENTER)->zone, 0);
    assert_int_equal(find_mark(view, VV_EVENT_ZONE_ENTER)->joint, VV_NONE);
    assert_int_equal(find_mark(view, VV_EVENT_CONTACT_BEGIN)->zone, VV_NONE);
    for (uint32_t i = 0; i < view->mark_count; i++) /* where it was first is first; it falls into the other later */
        if (view->marks[i].kind == VV_EVENT_ZONE_ENTER && view->marks[i].time > 0.1f)
            assert_int_equal(view->marks[i].zone, 2);
    assert_true(view->actors[0].y < 4.0f); /* nothing lifts it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_plays_what_simulate_gives),
        TEST(seeking_back_is_exact_with_all_that_was_done),
        TEST(states_are_thinned_out),
        TEST(a_frame_allocates_nothing),
        TEST(a_hand_that_rests_says_nothing_and_an_empty_place_holds_nothing),
        TEST(a_take_plays_and_simulates_alike),
        TEST(strengths_change_while_it_runs),
        TEST(other_changes_make_it_anew_at_the_same_time),
        TEST(nothing_dangles_when_files_change),
        TEST(goals_are_the_nearest_rigid_fit_of_the_rest_shape),
        TEST(a_neighbourhood_is_what_lies_within_the_ring),
        TEST(contacts_lie_on_the_ground_and_fade),
        TEST(inputs_and_states_are_seen),
        TEST(a_tour_has_the_weights_of_its_scenes_places),
        TEST(it_shows_joints),
        TEST(a_joint_that_broke_is_gone_until_time_goes_back),
        TEST(it_shows_zones),
        TEST(what_cannot_be_played_says_why),
        TEST(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
