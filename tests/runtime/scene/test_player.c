/* Players of scenes: they do what a host would do by hand with the functions of a stage, at every frame rate, and can
 * be saved anywhere. Scenes are random: balls and crates, and cues of all kinds that sprites can perform. */
#include "runtime/scene/scene.h"
#include "tests/runtime/stage/bodies.h"
#include "tests/testing.h"

enum { ACTORS = 3, CUES = 40, STEPS = 180 };

typedef struct drawn {
    vv_scene_def def;
    body bodies[ACTORS];
    vv_scene_obstacle ground;
    vv_scene_actor actors[ACTORS];
    vv_scene_drawing drawings[ACTORS];
    vv_scene_hold hold;
    vv_scene_cue cues[CUES];
    vv_strengths strengths;
} drawn;

static const vv_vec2 ground_points[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
static const char *const names[ACTORS] = {"one", "two", "three"};

static vv_vec2 any_vector(vvi_random *random, float most)
{
    float x = vvi_random_unit(random), y = vvi_random_unit(random);
    return (vv_vec2){most * (2.0f * x - 1.0f), most * (2.0f * y - 1.0f)};
}

static vv_scene_cue any_cue(vvi_random *random, drawn *d)
{
    static const vv_cue_kind kinds[] = {VV_CUE_PUSH,    VV_CUE_VELOCITY,  VV_CUE_TELEPORT, VV_CUE_FLIP,
                                        VV_CUE_PLACE,   VV_CUE_STRENGTHS, VV_CUE_FORCE,    VV_CUE_HOLD,
                                        VV_CUE_RELEASE, VV_CUE_WIND,      VV_CUE_GRAVITY};
    vv_scene_cue cue = vv_default_scene_cue(kinds[vvi_random_below(random, sizeof kinds / sizeof *kinds)]);
    bool of_stage = cue.kind == VV_CUE_WIND || cue.kind == VV_CUE_GRAVITY;
    cue.actor = of_stage ? VV_NONE : vvi_random_below(random, ACTORS);
    cue.has_vector = cue.kind != VV_CUE_HOLD || vvi_random_below(random, 2);
    cue.has_number = vvi_random_below(random, 2);
    cue.vector = any_vector(random, cue.kind == VV_CUE_GRAVITY ? 10.0f : 2.0f);
    cue.vector.y = cue.kind == VV_CUE_TELEPORT ? 2.0f + cue.vector.y : cue.vector.y;
    cue.at = any_vector(random, 0.3f);
    cue.number = cue.kind == VV_CUE_HOLD ? 3.0f + vvi_random_unit(random) : vvi_random_unit(random);
    cue.name = vvi_random_below(random, 2) ? "grip" : "";
    cue.place = vv_complex_at_example(vv_sprite_complex(d->bodies[0].sprite), vvi_random_below(random, 3));
    cue.mask = 1u << VV_STRENGTH_STIFFNESS | 1u << VV_STRENGTH_DRAG;
    cue.strengths = &d->strengths;
    return cue;
}

static drawn *draw(uint32_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    drawn *d = calloc(1, sizeof *d);
    d->def = vv_default_scene_def();
    d->ground = (vv_scene_obstacle){.def = vv_default_obstacle_def(), .visible = true};
    d->ground.def.kind = VV_OBSTACLE_HALF_PLANE;
    d->ground.def.point_count = 2;
    d->ground.def.points = ground_points;
    d->strengths = vv_default_strengths();
    d->strengths.stiffness = 25.0f;
    d->strengths.drag = 0.5f;
    for (uint32_t i = 0; i < ACTORS; i++) {
        d->bodies[i] = i == 1 ? body_crate(0.5f, 4) : body_ball(0.5f, 3);
        d->drawings[i] = (vv_scene_drawing){i, d->bodies[i].vertex_count, d->bodies[i].positions};
        d->actors[i] = vv_default_scene_actor();
        d->actors[i].name = names[i];
        d->actors[i].def.sprite = d->bodies[i].sprite;
        d->actors[i].def.place = vv_complex_at_example(vv_sprite_complex(d->bodies[i].sprite), 0);
        d->actors[i].def.position = (vv_vec2){0.7f * (float)i, 0.5f + vvi_random_unit(&random)};
        d->actors[i].def.velocity = any_vector(&random, 2.0f);
        d->actors[i].drawing_count = 1;
        d->actors[i].drawings = &d->drawings[i];
    }
    d->hold = (vv_scene_hold){"own", {{0.2f, 0.2f}, {0.0f, 0.0f}, 5.0f}, true};
    d->actors[2].hold_count = 1;
    d->actors[2].holds = &d->hold;
    for (uint32_t i = 0; i < CUES; i++) {
        d->cues[i] = any_cue(&random, d);
        d->cues[i].time = (float)i * (float)STEPS / 60.0f / CUES + 0.02f * vvi_random_unit(&random);
    }
    d->def.obstacles = &d->ground;
    d->def.obstacle_count = 1;
    d->def.actors = d->actors;
    d->def.actor_count = ACTORS;
    d->def.cues = d->cues;
    d->def.cue_count = CUES;
    return d;
}

static void forget(drawn *d)
{
    for (uint32_t i = 0; i < ACTORS; i++)
        body_free(&d->bodies[i]);
    free(d);
}

static vv_scene_player *play(const drawn *d)
{
    vv_scene_player *player = NULL;
    vv_error error = {0};
    if (vv_scene_player_create(&d->def, NULL, &player, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    return player;
}

static uint64_t hash_of(vv_scene_player *player) { return vv_stage_hash(vv_scene_player_stage(player)); }

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

/* Names of the holds of each actor, in the stage's order. */
typedef struct by_hand {
    vv_stage *stage;
    vv_actor ids[ACTORS];
    uint32_t hold_count[ACTORS];
    const char *holds[ACTORS][VV_STAGE_MAX_HOLDS];
} by_hand;

static vv_vec2 grip_of(const by_hand *h, const drawn *d, uint32_t actor, vv_vec2 at)
{
    vv_vec2 *vertices = calloc(d->bodies[actor].vertex_count, sizeof *vertices);
    uint32_t best = 0;
    for (uint32_t i = 1; i < d->bodies[actor].vertex_count; i++)
        if (vv_vec2_distance(d->bodies[actor].positions[i], at) <
            vv_vec2_distance(d->bodies[actor].positions[best], at))
            best = i;
    vv_stage_vertices(h->stage, h->ids[actor], vertices);
    vv_vec2 found = vertices[best];
    free(vertices);
    return found;
}

static void hold_by_hand(by_hand *h, const drawn *d, uint32_t actor, const char *name, vv_vec2 at, const vv_vec2 *to,
                         float strength)
{
    vv_hold hold = {at, to ? *to : grip_of(h, d, actor, at), strength};
    for (uint32_t i = h->hold_count[actor]; name[0] && i-- > 0;)
        if (strcmp(h->holds[actor][i], name) == 0) {
            vv_stage_move_hold(h->stage, h->ids[actor], i, hold.to);
            return;
        }
    if (vv_stage_add_hold(h->stage, h->ids[actor], &hold) != VV_NONE)
        h->holds[actor][h->hold_count[actor]++] = name;
}

static void release_by_hand(by_hand *h, uint32_t actor, const char *name)
{
    for (uint32_t i = h->hold_count[actor]; i-- > 0;) {
        if (name[0] && strcmp(h->holds[actor][i], name) != 0)
            continue;
        vv_stage_remove_hold(h->stage, h->ids[actor], i);
        for (uint32_t k = i + 1; k < h->hold_count[actor]; k++)
            h->holds[actor][k - 1] = h->holds[actor][k];
        h->hold_count[actor]--;
    }
}

static void perform_by_hand(by_hand *h, const drawn *d, const vv_scene_cue *cue)
{
    vv_actor id = cue->actor == VV_NONE ? (vv_actor){0, 0} : h->ids[cue->actor];
    vv_actor_state now = vv_stage_actor_state(h->stage, id);
    vv_strengths strengths;
    switch (cue->kind) {
    case VV_CUE_PUSH:
        vv_stage_apply_impulse(h->stage, id, cue->vector);
        break;
    case VV_CUE_VELOCITY:
        vv_stage_set_velocity(h->stage, id, cue->vector, cue->has_number ? cue->number : now.angular_velocity);
        break;
    case VV_CUE_TELEPORT:
        vv_stage_teleport(h->stage, id, cue->vector, cue->has_number ? cue->number : now.angle);
        break;
    case VV_CUE_FLIP:
        vv_stage_flip(h->stage, id);
        break;
    case VV_CUE_PLACE:
        vv_stage_set_equilibrium(h->stage, id, cue->place);
        break;
    case VV_CUE_STRENGTHS:
        strengths = *vv_stage_strengths(h->stage, id);
        strengths.stiffness = d->strengths.stiffness;
        strengths.drag = d->strengths.drag;
        vv_stage_set_strengths(h->stage, id, &strengths);
        break;
    case VV_CUE_FORCE:
        vv_stage_set_force(h->stage, id, cue->vector);
        break;
    case VV_CUE_HOLD:
        hold_by_hand(h, d, cue->actor, cue->name, cue->at, cue->has_vector ? &cue->vector : NULL,
                     cue->has_number ? cue->number : INFINITY);
        break;
    case VV_CUE_RELEASE:
        release_by_hand(h, cue->actor, cue->name);
        break;
    case VV_CUE_WIND:
        vv_stage_set_wind(h->stage, cue->vector);
        break;
    case VV_CUE_GRAVITY:
        vv_stage_set_gravity(h->stage, cue->vector);
        break;
    default:
        fail_msg("a cue of another kind");
    }
}

static by_hand begin_by_hand(const drawn *d)
{
    by_hand h = {0};
    vv_obstacle ground;
    assert_int_equal(vv_stage_create(&d->def.stage, NULL, &h.stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_obstacle(h.stage, &d->ground.def, &ground, NULL), VV_OK);
    for (uint32_t i = 0; i < ACTORS; i++) {
        assert_int_equal(vv_stage_add_actor(h.stage, &d->actors[i].def, &h.ids[i], NULL), VV_OK);
        for (uint32_t k = 0; k < d->actors[i].hold_count; k++)
            hold_by_hand(&h, d, i, d->hold.name, d->hold.hold.at, NULL, d->hold.hold.strength);
    }
    return h;
}

/* A cue acts before the first step that begins at its time or later. A host that waits for that step shows the state
 * just before its end, and then lets the step end. */
static void a_player_does_what_a_host_would(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 30; seed++) {
        drawn *d = draw(seed);
        vv_scene_player *player = play(d);
        by_hand h = begin_by_hand(d);
        const float step = d->def.stage.step, nearly = vvi_just_below(step);
        uint32_t next = 0;
        for (uint32_t s = 0; s <= STEPS; s++) {
            float shown = 0.0f;
            if (next < CUES && (double)d->cues[next].time * 60.0 <= s + 1e-6 && s > 0) {
                vv_stage_step(h.stage, nearly);
                shown = nearly;
            }
            for (; next < CUES && (double)d->cues[next].time * 60.0 <= s + 1e-6; next++)
                perform_by_hand(&h, d, &d->cues[next]);
            assert_int_equal(vv_stage_step(h.stage, step - shown), 1);
            vv_scene_player_show(player, s / 60.0);
            if (vv_stage_hash(h.stage) != hash_of(player))
                fail_msg("seed %u differs at step %u", seed, s);
        }
        assert_int_equal(next, CUES);
        vv_stage_destroy(h.stage);
        vv_scene_player_destroy(player);
        forget(d);
    }
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

static void every_frame_rate_has_the_same_run(void **state)
{
    (void)state;
    static const float rates[] = {30.0f, 59.94f, 144.0f, 240.0f, 7.0f};
    for (uint32_t seed = 1; seed <= 10; seed++) {
        drawn *d = draw(seed);
        vv_scene_player *exact = play(d);
        for (double t = 0.0; t < 2.5; t += 0.1)
            vv_scene_player_show(exact, t);
        vv_scene_player_show(exact, 2.5);
        for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
            vv_scene_player *player = play(d);
            while (vv_scene_player_time(player) + (double)(1.0f / rates[r]) < 2.5)
                vv_scene_player_step(player, 1.0f / rates[r]);
            vv_scene_player_show(player, 2.5);
            assert_int_equal(hash_of(player), hash_of(exact));
            vv_scene_player_destroy(player);
        }
        vv_scene_player_destroy(exact);
        forget(d);
    }
}

static void a_long_frame_runs_no_more_than_max_steps(void **state)
{
    (void)state;
    drawn *d = draw(1);
    vv_scene_player *player = play(d);
    assert_int_equal(vv_scene_player_step(player, 100.0f), d->def.stage.max_steps);
    assert_int_equal(vv_scene_player_step(player, -1.0f), 0);
    assert_int_equal(vv_scene_player_step(player, NAN), 0);
    vv_scene_player_destroy(player);
    forget(d);
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

static void a_save_continues_as_the_run_did(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 10; seed++) {
        drawn *d = draw(seed);
        vv_scene_player *player = play(d), *other = play(d);
        uint64_t hashes[STEPS];
        vvi_random random = vvi_random_seed(seed);
        uint32_t at = 20 + vvi_random_below(&random, STEPS / 2);
        vv_scene_player_show(player, at / 60.0);
        size_t count = vv_scene_player_save_bytes(player);
        uint8_t *bytes = malloc(count);
        assert_int_equal(vv_scene_player_save(player, bytes, count - 1), 0);
        assert_int_equal(vv_scene_player_save(player, bytes, count), count);
        for (uint32_t s = at; s < STEPS; s++) {
            vv_scene_player_show(player, s / 60.0);
            hashes[s] = hash_of(player);
        }
        vv_scene_player *both[2] = {player, other};
        for (uint32_t k = 0; k < 2; k++) {
            vv_error error = {0};
            if (vv_scene_player_restore(both[k], bytes, count, &error) != VV_OK)
                fail_msg("%s", error.message);
            assert_true(vv_scene_player_time(both[k]) == at / 60.0);
            for (uint32_t s = at; s < STEPS; s++) {
                vv_scene_player_show(both[k], s / 60.0);
                assert_int_equal(hash_of(both[k]), hashes[s]);
            }
        }
        for (size_t cut = 0; cut < count; cut += 1 + count / 50)
            assert_int_not_equal(vv_scene_player_restore(player, bytes, cut, NULL), VV_OK);
        free(bytes);
        vv_scene_player_destroy(player);
        vv_scene_player_destroy(other);
        forget(d);
    }
}

/* ---- Hosts ------------------------------------------------------------------------------------------------------- */

static vv_scene_player *inner;
static uint32_t refused;

static void call_inside(const void *user, vv_stage *stage, vv_actor actor, void *memory, float seconds)
{
    (void)user, (void)stage, (void)actor, (void)memory, (void)seconds;
    if (inner) {
        double before = vv_scene_player_time(inner);
        assert_int_equal(vv_scene_player_step(inner, 0.5f), VV_NONE);
        vv_scene_player_show(inner, before + 1.0);
        assert_true(vv_scene_player_time(inner) == before);
        refused++;
    }
}

static void a_controller_cannot_step_its_scene(void **state)
{
    (void)state;
    drawn *d = draw(3);
    d->actors[0].def.controller = (vv_controller){.step = call_inside};
    vv_scene_player *player = play(d), *plain = NULL;
    d->actors[0].def.controller = (vv_controller){.step = NULL};
    plain = play(d);
    inner = player;
    for (uint32_t s = 0; s < 60; s++) {
        vv_scene_player_show(player, s / 60.0);
        vv_scene_player_show(plain, s / 60.0);
    }
    inner = NULL;
    vv_actor_state a = vv_scene_player_actor_state(player, 1), b = vv_scene_player_actor_state(plain, 1);
    assert_true(refused >= 59 && a.position.x == b.position.x && a.position.y == b.position.y);
    vv_scene_player_destroy(player);
    vv_scene_player_destroy(plain);
    forget(d);
}

static void no_memory_is_an_error_and_playing_takes_none(void **state)
{
    (void)state;
    drawn *d = draw(5);
    for (uint32_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_scene_player *player = NULL;
        vv_error error = {0};
        vv_result result = vv_scene_player_create(&d->def, &allocator, &player, &error);
        assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
        if (result != VV_OK) {
            assert_int_equal(counting.used, 0);
            continue;
        }
        uint64_t before = counting.allocations;
        vv_scene_player_show(player, 3.0);
        assert_int_equal(counting.allocations, before);
        vv_scene_player_destroy(player);
        assert_int_equal(counting.used, 0);
        assert_true(n > ACTORS);
        break;
    }
    forget(d);
}

static void what_a_stage_refuses_is_named(void **state)
{
    (void)state;
    drawn *d = draw(7);
    vv_scene_player *player = NULL;
    vv_error error = {0};
    d->actors[1].def.position.x = NAN;
    assert_int_equal(vv_scene_player_create(&d->def, NULL, &player, &error), VV_ERROR_ARGUMENT);
    assert_string_equal(error.path, "actors[1]");
    d->ground.def.friction = -1.0f;
    assert_int_equal(vv_scene_player_create(&d->def, NULL, &player, &error), VV_ERROR_ARGUMENT);
    assert_string_equal(error.path, "obstacles[0]");
    forget(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_does_what_a_host_would),
        cmocka_unit_test(every_frame_rate_has_the_same_run),
        cmocka_unit_test(a_long_frame_runs_no_more_than_max_steps),
        cmocka_unit_test(a_save_continues_as_the_run_did),
        cmocka_unit_test(a_controller_cannot_step_its_scene),
        cmocka_unit_test(no_memory_is_an_error_and_playing_takes_none),
        cmocka_unit_test(what_a_stage_refuses_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
