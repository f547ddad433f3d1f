/* Saving, restoring and hashing: going on exactly as it would have; forged bytes change nothing. */
#include "runtime/stage/stage.h"
#include "tests/runtime/stage/scenes.h"

/* ---- A lively stage ---------------------------------------------------------------------------------------------- */

typedef struct memory {
    uint32_t steps;
    float last;
} memory;

static void act(const void *user, vv_stage *stage, vv_actor id, void *state, float seconds)
{
    memory *m = state;
    uint32_t every = *(const uint32_t *)user;
    m->steps++;
    m->last += seconds;
    if (m->steps % every == 0)
        vv_stage_apply_impulse(stage, id, (vv_vec2){m->steps % 2 ? 1.0f : -1.0f, 3.0f});
    if (m->steps % (3 * every) == 0)
        vv_stage_flip(stage, id);
}

static const uint32_t periods[2] = {17, 29};

typedef struct lively {
    vv_stage *stage;
    body bodies[3];
    vv_actor ids[6];
} lively;

static lively make_lively(void)
{
    vv_stage_def stage_def = vv_default_stage_def();
    lively l = {make_stage(&stage_def), {body_ball(1.0f, 4), body_crate(1.0f, 4), body_beam(2.0f, 10)}, {{0, 0}}};
    const vv_hold rope = {{0.0f, 0.0f}, {-1.0f, 4.0f}, 3.0f}, nail = {{1.0f, 0.0f}, {2.0f, 5.0f}, INFINITY};
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(l.stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    for (uint32_t i = 0; i < 6; i++) {
        vv_actor_def def = actor_of(&l.bodies[i % 3]);
        def.position = (vv_vec2){0.3f * (float)(i % 2), 0.2f + 1.3f * (float)i};
        def.angular_velocity = (float)i - 2.0f;
        def.strengths.projection = 1.0f - 0.15f * (float)i; /* below 1 the place has momentum of its own */
        def.strengths.energy = 1.0f;
        def.strengths.energy_towards = (vv_energy_towards)(i % 3);
        def.strengths.energy_example = 1;
        def.strengths.velocity = 0.4f;
        def.strengths.velocity_example = 2;
        def.strengths.bounce = 0.2f * (float)i;
        def.strengths.orient = (vv_orient)(i % 3);
        def.strengths.orient_rate = 10.0f;
        if (i < 2)
            def.controller = (vv_controller){.step = act, .user = &periods[i], .state_bytes = sizeof(memory)};
        if (i == 2)
            def.hold_count = 1, def.holds = &nail;
        if (i == 4)
            def.hold_count = 1, def.holds = &rope;
        l.ids[i] = add_actor(l.stage, &def);
    }
    return l;
}

static void lively_free(lively *l)
{
    vv_stage_destroy(l->stage);
    for (int i = 0; i < 3; i++)
        body_free(&l->bodies[i]);
}

static uint8_t *save(const vv_stage *stage, size_t *count)
{
    *count = vv_stage_save_bytes(stage);
    uint8_t *bytes = malloc(*count + 8);
    memset(bytes, 0xee, *count + 8);
    assert_int_equal(vv_stage_save(stage, bytes, *count), *count);
    for (int i = 0; i < 8; i++)
        assert_int_equal(bytes[*count + (size_t)i], 0xee); /* nothing beyond */
    return bytes;
}

static void odd_frames(vv_stage *stage, int count)
{
    for (int i = 0; i < count; i++)
        vv_stage_step(stage, 0.011f + 0.004f * (float)(i % 3));
}

/* ---- Going on ---------------------------------------------------------------------------------------------------- */

static void a_restored_stage_goes_on_as_it_would_have(void **state)
{
    (void)state;
    for (int moment = 0; moment < 12; moment++) {
        lively l = make_lively();
        size_t count, again;
        odd_frames(l.stage, 13 * moment);
        uint64_t at_save = vv_stage_hash(l.stage);
        uint8_t *bytes = save(l.stage, &count);
        odd_frames(l.stage, 60);
        uint64_t first = vv_stage_hash(l.stage);
        vv_vec2 shown[2][100];
        vv_stage_vertices(l.stage, l.ids[0], shown[0]);
        assert_int_equal(vv_stage_restore(l.stage, bytes, count, NULL), VV_OK);
        assert_true(vv_stage_hash(l.stage) == at_save);
        uint8_t *bytes_again = save(l.stage, &again);
        assert_int_equal(again, count);
        assert_memory_equal(bytes_again, bytes, count);
        odd_frames(l.stage, 60);
        assert_true(vv_stage_hash(l.stage) == first);
        vv_stage_vertices(l.stage, l.ids[0], shown[1]);
        assert_memory_equal(shown[0], shown[1], l.bodies[0].vertex_count * sizeof(vv_vec2));

        lively other = make_lively(); /* into another stage, made alike */
        assert_int_equal(vv_stage_restore(other.stage, bytes, count, NULL), VV_OK);
        odd_frames(other.stage, 60);
        assert_true(vv_stage_hash(other.stage) == first);
        lively_free(&other);
        lively_free(&l);
        free(bytes);
        free(bytes_again);
    }
}

static void later_actors_go_and_removed_ones_return(void **state)
{
    (void)state;
    lively l = make_lively();
    size_t count;
    uint32_t changes;
    odd_frames(l.stage, 20);
    uint64_t at_save = vv_stage_hash(l.stage);
    uint8_t *bytes = save(l.stage, &count);
    vv_actor_def def = actor_of(&l.bodies[1]);
    def.position.y = 20.0f;
    def.tag = 77;
    vv_actor late = add_actor(l.stage, &def);
    assert_true(vv_stage_remove_actor(l.stage, l.ids[3]));
    odd_frames(l.stage, 20);
    assert_int_equal(vv_stage_restore(l.stage, bytes, count, NULL), VV_OK);
    assert_true(vv_stage_hash(l.stage) == at_save);
    assert_false(vv_stage_has_actor(l.stage, late));
    assert_false(vv_stage_remove_actor(l.stage, late));
    assert_true(vv_stage_has_actor(l.stage, l.ids[3]) && vv_stage_has_actor(l.stage, l.ids[5]));
    const vv_restore_change *change = vv_stage_restore_changes(l.stage, &changes);
    assert_int_equal(changes, 2);
    assert_true(change[0].back && change[0].actor.index == 3 && change[0].actor.generation == l.ids[3].generation);
    assert_true(!change[1].back && change[1].actor.index == late.index && change[1].tag == 77);
    assert_true(change[0].obstacle.generation == 0 && change[1].obstacle.generation == 0);
    vv_actor again = add_actor(l.stage, &def); /* the id that it had: the stage gives them out as after the save */
    assert_true(again.index == late.index && again.generation == late.generation);
    free(bytes);
    lively_free(&l);
}

/* Of more actors than are kept, the one that was removed first is forgotten: saves that need it are refused. */
static void what_is_not_kept_cannot_return(void **state)
{
    (void)state;
    for (uint32_t keep = 0; keep < 3; keep++) {
        lively l = make_lively();
        size_t count;
        l.stage->def.keep_removed = keep;
        odd_frames(l.stage, 20);
        uint8_t *bytes = save(l.stage, &count);
        for (uint32_t i = 0; i <= keep; i++)
            assert_true(vv_stage_remove_actor(l.stage, l.ids[3 + i]));
        uint64_t before = vv_stage_hash(l.stage);
        vv_error error = {0};
        assert_int_equal(vv_stage_restore(l.stage, bytes, count, &error), VV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "this save has an actor 3 (generation 1) that is not on this stage"));
        assert_true(error.remedy[0] != '\0');
        assert_true(vv_stage_hash(l.stage) == before);
        free(bytes);
        lively_free(&l);
    }
}

static void what_is_forgotten_cannot_return(void **state)
{
    (void)state;
    lively l = make_lively();
    size_t count;
    uint8_t *bytes = save(l.stage, &count);
    assert_true(vv_stage_remove_actor(l.stage, l.ids[3]));
    vv_stage_forget_removed(l.stage);
    uint64_t before = vv_stage_hash(l.stage);
    assert_int_equal(vv_stage_restore(l.stage, bytes, count, NULL), VV_ERROR_ARGUMENT);
    assert_true(vv_stage_hash(l.stage) == before);
    free(bytes);
    lively_free(&l);
}

/* Two timelines give one id to two drawings: each save brings back its own. */
static void an_id_of_two_timelines_is_told_apart(void **state)
{
    (void)state;
    lively l = make_lively();
    size_t counts[3];
    uint64_t hashes[3];
    uint8_t *saves[3] = {save(l.stage, &counts[0])};
    uint32_t changes;
    hashes[0] = vv_stage_hash(l.stage);
    for (uint32_t i = 0; i < 2; i++) {
        vv_actor_def def = actor_of(&l.bodies[i]);
        def.position.y = 12.0f;
        assert_int_equal(vv_stage_restore(l.stage, saves[0], counts[0], NULL), VV_OK);
        assert_true(vv_stage_hash(l.stage) == hashes[0]);
        assert_int_equal(add_actor(l.stage, &def).index, 6);
        odd_frames(l.stage, 5);
        saves[1 + i] = save(l.stage, &counts[1 + i]);
        hashes[1 + i] = vv_stage_hash(l.stage);
    }
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t k = (const uint32_t[]){1, 2, 1, 0, 2, 1}[i];
        assert_int_equal(vv_stage_restore(l.stage, saves[k], counts[k], NULL), VV_OK);
        assert_true(vv_stage_hash(l.stage) == hashes[k]);
    }
    assert_int_equal(vv_stage_restore(l.stage, saves[2], counts[2], NULL), VV_OK);
    vv_stage_restore_changes(l.stage, &changes);
    assert_int_equal(changes, 2); /* the ball went, the crate came */
    for (int i = 0; i < 3; i++)
        free(saves[i]);
    lively_free(&l);
}

/* A buffer that is too short receives nothing. */
static void a_short_buffer_receives_nothing(void **state)
{
    (void)state;
    lively l = make_lively();
    odd_frames(l.stage, 40);
    size_t needed = vv_stage_save_bytes(l.stage);
    uint8_t *bytes = malloc(needed);
    for (size_t n = 0; n < needed; n = n < 100 ? n + 1 : n + 211) {
        memset(bytes, 0xee, needed);
        assert_int_equal(vv_stage_save(l.stage, bytes, n), needed);
        for (size_t i = 0; i < needed; i++)
            assert_int_equal(bytes[i], 0xee);
    }
    assert_int_equal(vv_stage_save(l.stage, NULL, 0), needed);
    free(bytes);
    lively_free(&l);
}

/* Removing one who came later wakes what it rested on: not those who are restored already. */
static void a_sleeper_sleeps_on_when_one_who_came_later_goes(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    body b = body_crate(1.0f, 4);
    vv_actor_def def = actor_of(&b);
    vv_obstacle ground;
    size_t count;
    vv_stage *stage = make_stage(&stage_def);
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    vv_actor first = add_actor(stage, &def);
    def.position.x = 5.0f;
    vv_actor gap = add_actor(stage, &def);
    def.position.x = 10.0f;
    add_actor(stage, &def);
    run_steps(stage, 180);
    assert_true(vv_stage_actor_state(stage, first).asleep);
    vv_stage_remove_actor(stage, gap);
    uint64_t at_save = vv_stage_hash(stage);
    uint8_t *bytes = save(stage, &count);
    def.position = (vv_vec2){0.0f, 1.01f};
    vv_actor late = add_actor(stage, &def); /* takes the slot between */
    assert_int_equal(late.index, gap.index);
    run_steps(stage, 240);
    assert_int_equal(vv_stage_restore(stage, bytes, count, NULL), VV_OK);
    assert_false(vv_stage_has_actor(stage, late));
    assert_true(vv_stage_actor_state(stage, first).asleep);
    assert_true(vv_stage_hash(stage) == at_save);
    free(bytes);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* A world's box may be anywhere, and nobody is ever outside it: not even one who was put there. */
static void a_stage_far_from_the_origin_can_be_restored(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.low = (vv_vec2){100.0f, 100.0f};
    stage_def.high = (vv_vec2){200.0f, 200.0f};
    body b = body_crate(1.0f, 4);
    vv_actor_def def = actor_of(&b);
    vv_stage *stage = make_stage(&stage_def);
    def.position = (vv_vec2){150.0f, 150.0f};
    add_actor(stage, &def);
    def.position = (vv_vec2){0.0f, 150.0f};
    vv_actor outside = add_actor(stage, &def);
    assert_float_equal(vv_stage_actor_state(stage, outside).position.x, 100.0f, 0.0f);
    for (int i = 0; i < 3; i++) {
        size_t count;
        uint8_t *bytes = save(stage, &count);
        assert_int_equal(vv_stage_restore(stage, bytes, count, NULL), VV_OK);
        free(bytes);
        run_steps(stage, 1);
    }
    vv_stage_destroy(stage);
    body_free(&b);
}

static void the_hash_feels_every_change(void **state)
{
    (void)state;
    lively l = make_lively(), same = make_lively();
    odd_frames(l.stage, 10);
    odd_frames(same.stage, 10);
    assert_true(vv_stage_hash(l.stage) == vv_stage_hash(same.stage));
    uint64_t last = vv_stage_hash(l.stage);
    vv_strengths strengths = *vv_stage_strengths(l.stage, l.ids[0]);
    strengths.damping += 0.5f;
    for (int i = 0; i < 8; i++) {
        switch (i) {
        case 0:
            vv_stage_apply_impulse(l.stage, l.ids[1], (vv_vec2){1e-4f, 0.0f});
            break;
        case 1:
            vv_stage_set_gravity(l.stage, (vv_vec2){0.0f, -9.0f});
            break;
        case 2:
            vv_stage_set_wind(l.stage, (vv_vec2){1.0f, 0.0f});
            break;
        case 3:
            vv_stage_set_force(l.stage, l.ids[1], (vv_vec2){0.1f, 0.0f});
            break;
        case 4:
            vv_stage_move_hold(l.stage, l.ids[2], 0, (vv_vec2){2.0f, 5.1f});
            break;
        case 5:
            vv_stage_set_strengths(l.stage, l.ids[0], &strengths);
            break;
        case 6:
            ((memory *)vv_stage_controller_state(l.stage, l.ids[0]))->last += 1.0f;
            break;
        default:
            vv_stage_step(l.stage, 0.001f);
            break;
        }
        assert_true(vv_stage_hash(l.stage) != last);
        last = vv_stage_hash(l.stage);
    }
    lively_free(&l);
    lively_free(&same);
}

/* ---- Forged bytes ------------------------------------------------------------------------------------------------ */

static void truncated_saves_are_refused(void **state)
{
    (void)state;
    lively l = make_lively();
    size_t count;
    odd_frames(l.stage, 30);
    uint8_t *bytes = save(l.stage, &count);
    odd_frames(l.stage, 5);
    uint64_t before = vv_stage_hash(l.stage);
    for (size_t n = 0; n < count; n = n < 600 ? n + 1 : n + 37) {
        uint8_t *exact = malloc(n ? n : 1); /* its own block: reading beyond is found by the sanitizer */
        memcpy(exact, bytes, n);
        assert_int_not_equal(vv_stage_restore(l.stage, exact, n, NULL), VV_OK);
        free(exact);
    }
    uint8_t *longer = calloc(count + 4, 1);
    memcpy(longer, bytes, count);
    assert_int_not_equal(vv_stage_restore(l.stage, longer, count + 4, NULL), VV_OK);
    vvi_save_seal(longer, count + 4);
    assert_int_not_equal(vv_stage_restore(l.stage, longer, count + 4, NULL), VV_OK);
    for (size_t n = count - 1; n >= 24;
         n = n > 600 ? n - 37 : n - 1) { /* also where the length and the checksum are right */
        memcpy(longer, bytes, n);
        vvi_save_seal(longer, n);
        assert_int_not_equal(vv_stage_restore(l.stage, longer, n, NULL), VV_OK);
    }
    assert_true(vv_stage_hash(l.stage) == before);
    free(longer);
    free(bytes);
    lively_free(&l);
}

/* Every byte of a save is covered by its checksum: what is damaged is never taken for another state. */
static void every_damaged_byte_is_refused(void **state)
{
    (void)state;
    lively l = make_lively();
    size_t count;
    odd_frames(l.stage, 30);
    uint8_t *bytes = save(l.stage, &count);
    odd_frames(l.stage, 5);
    uint64_t before = vv_stage_hash(l.stage);
    for (size_t at = 0; at < count; at = at < 2000 ? at + 1 : at + 13) {
        vv_error error = {0};
        uint8_t kept = bytes[at];
        bytes[at] ^= (uint8_t)(1u << at % 8);
        vv_result result = vv_stage_restore(l.stage, bytes, count, &error);
        assert_int_equal(result, at >= 4 && at < 8 ? VV_ERROR_VERSION : VV_ERROR_FORMAT);
        assert_true(error.message[0] != '\0' && error.remedy[0] != '\0');
        bytes[at] = kept;
    }
    assert_true(vv_stage_hash(l.stage) == before);
    assert_int_equal(vv_stage_restore(l.stage, bytes, count, NULL), VV_OK);
    free(bytes);
    lively_free(&l);
}

/* Whatever is forged behind a right checksum: either it is refused and changes nothing, or it is taken and the stage
 * runs on. */
static void forged_saves_do_no_harm(void **state)
{
    (void)state;
    lively l = make_lively();
    size_t count;
    vvi_random random = vvi_random_seed(11);
    odd_frames(l.stage, 30);
    uint8_t *bytes = save(l.stage, &count), *forged = malloc(count);
    uint32_t refused = 0, taken = 0;
    for (int round = 0; round < 1500; round++) {
        uint64_t before = vv_stage_hash(l.stage);
        memcpy(forged, bytes, count);
        for (uint32_t k = vvi_random_below(&random, 3) + 1; k > 0; k--) {
            size_t at = vvi_random_below(&random, (uint32_t)(round % 2 ? count : 1200));
            const uint8_t values[] = {0x00, 0xff, 0x7f, 0x80, (uint8_t)vvi_random_next(&random)};
            forged[at] = values[vvi_random_below(&random, 5)];
            if (round % 3 == 0 && at + 4 <= count)
                memcpy(forged + (at & ~(size_t)3), "\x00\x00\xc0\x7f", 4); /* NaN, where a float is */
        }
        vvi_save_seal(forged, count);
        if (vv_stage_restore(l.stage, forged, count, NULL) == VV_OK) {
            taken++;
            odd_frames(l.stage, 2);
        } else {
            refused++;
            assert_true(vv_stage_hash(l.stage) == before);
        }
    }
    assert_true(refused > 100 && taken > 100);
    assert_int_equal(vv_stage_restore(l.stage, bytes, count, NULL), VV_OK);
    odd_frames(l.stage, 30);
    for (int i = 0; i < 6; i++) {
        vv_vec2 at = vv_stage_actor_state(l.stage, l.ids[i]).position;
        assert_true(fabsf(at.x) < 1e5f && fabsf(at.y) < 1e5f);
    }
    free(forged);
    free(bytes);
    lively_free(&l);
}

static void expect_refused(vv_stage *stage, const uint8_t *bytes, size_t count, vv_result code, const char *words)
{
    vv_error error = {0};
    uint64_t before = vv_stage_hash(stage);
    assert_int_equal(vv_stage_restore(stage, bytes, count, &error), code);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    assert_true(error.remedy[0] != '\0');
    assert_true(vv_stage_hash(stage) == before);
}

static void another_stage_is_refused(void **state)
{
    (void)state;
    lively l = make_lively(), other = make_lively();
    size_t count;
    uint8_t *bytes = save(l.stage, &count);
    vv_obstacle ground = {0, 1}, wall;
    assert_true(vv_stage_remove_obstacle(other.stage, ground));
    vv_stage_forget_removed(other.stage);
    expect_refused(other.stage, bytes, count, VV_ERROR_ARGUMENT, "other obstacles");
    assert_int_equal(vv_stage_add_ground(other.stage, -5.0f, 0.6f, &wall, NULL), VV_OK);
    expect_refused(other.stage, bytes, count, VV_ERROR_ARGUMENT, "other obstacles");
    lively_free(&other);
    other = make_lively();
    assert_int_equal(vv_stage_restore(other.stage, bytes, count, NULL), VV_OK);
    vv_stage_def def = vv_default_stage_def();
    def.substeps = 3;
    vv_stage *third = make_stage(&def);
    expect_refused(third, bytes, count, VV_ERROR_ARGUMENT, "other settings");
    vv_stage_destroy(third);
    expect_refused(other.stage, (const uint8_t *)"a picture of a cat", 19, VV_ERROR_FORMAT, "not a saved stage");
    bytes[4]++;
    expect_refused(other.stage, bytes, count, VV_ERROR_VERSION, "a newer Verve");
    bytes[4] = 2;
    expect_refused(other.stage, bytes, count, VV_ERROR_VERSION, "an older Verve");
    free(bytes);
    lively_free(&l);
    lively_free(&other);
}

/* A stage with a crate and a ball: drawn so, in this order, with this controller. */
typedef struct cast {
    float crate, ball;
    bool ball_first, flipped_layers;
    uint64_t fingerprint;
} cast;

static vv_stage *make_cast(const cast *c, body bodies[2])
{
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = make_stage(&stage_def);
    bodies[0] = body_crate(c->crate, 4);
    bodies[1] = body_ball(c->ball, 4);
    for (uint32_t i = 0; i < 2; i++) {
        vv_actor_def def = actor_of(&bodies[c->ball_first ? 1 - i : i]);
        def.position.y = 2.0f * (float)i;
        def.layers = c->flipped_layers ? 1u : 0xffffffffu;
        def.controller = (vv_controller){.step = act, .user = &periods[0], .state_bytes = 8};
        def.controller.fingerprint = c->fingerprint;
        add_actor(stage, &def);
    }
    return stage;
}

static void another_cast_is_refused(void **state)
{
    (void)state;
    const struct {
        cast cast;
        const char *words; /* NULL: accepted */
    } cases[] = {{{1.0f, 1.0f, false, false, 7}, NULL},
                 {{1.001f, 1.0f, false, false, 7}, "another drawing of actor 0"},
                 {{1.0f, 0.999f, false, false, 7}, "another drawing of actor 1"},
                 {{1.0f, 1.0f, true, false, 7}, "another drawing of actor 0"},
                 {{1.0f, 1.0f, false, true, 7}, NULL}, /* what can be changed at any time is restored */
                 {{1.0f, 1.0f, false, false, 8}, "actor 0 had another controller"}};
    uint8_t *bytes = NULL;
    size_t count = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        body bodies[2];
        vv_stage *stage = make_cast(&cases[i].cast, bodies);
        if (i == 0) {
            odd_frames(stage, 20);
            bytes = save(stage, &count);
        }
        if (cases[i].words)
            expect_refused(stage, bytes, count, VV_ERROR_ARGUMENT, cases[i].words);
        else
            assert_int_equal(vv_stage_restore(stage, bytes, count, NULL), VV_OK);
        vv_stage_destroy(stage);
        body_free(&bodies[0]);
        body_free(&bodies[1]);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_stage_goes_on_as_it_would_have),
        cmocka_unit_test(later_actors_go_and_removed_ones_return),
        cmocka_unit_test(what_is_not_kept_cannot_return),
        cmocka_unit_test(what_is_forgotten_cannot_return),
        cmocka_unit_test(an_id_of_two_timelines_is_told_apart),
        cmocka_unit_test(a_short_buffer_receives_nothing),
        cmocka_unit_test(a_sleeper_sleeps_on_when_one_who_came_later_goes),
        cmocka_unit_test(a_stage_far_from_the_origin_can_be_restored),
        cmocka_unit_test(the_hash_feels_every_change),
        cmocka_unit_test(truncated_saves_are_refused),
        cmocka_unit_test(every_damaged_byte_is_refused),
        cmocka_unit_test(forged_saves_do_no_harm),
        cmocka_unit_test(another_stage_is_refused),
        cmocka_unit_test(another_cast_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
