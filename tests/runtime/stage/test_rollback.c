/* Rollback: a game of a minute in which everything is added, removed and changed at random, rolled back by eight frames
 * in every frame, has the state of the same game played straight through, in every frame. */
#include "tests/runtime/stage/puppet_actors.h"
#include "tests/runtime/stage/scenes.h"

#include <verve/behaviour.h>
#include <verve/clip.h>
#include <verve/zone.h>

enum { FRAMES = 3000, BACK = 8, SPRITES = 3, CLIPS = 2, MOST = 7, WALLS = 5, HANDLES = 5 };

/* ---- What the game is made of ------------------------------------------------------------------------------------ */

typedef struct assets {
    body sprites[SPRITES];
    box puppet;
    vv_clip *clips[CLIPS];
    vv_behaviour *behaviours[SPRITES];
} assets;

/* Rocks one handle of five. */
static vv_clip *make_clip(float swing)
{
    vv_key keys[3] = {vv_default_key(), vv_default_key(), vv_default_key()};
    for (uint32_t k = 0; k < 3; k++) {
        keys[k].time = 0.4f * (float)k;
        keys[k].value[0] = k == 1 ? swing : 0.0f;
    }
    const vv_track track = {.handle = 1, .channel = VV_CHANNEL_ANGLE, .key_count = 3, .keys = keys};
    const vv_clip_def def = {
        .handle_count = HANDLES, .duration = 0.81f, .loop = swing > 0.5f, .track_count = 1, .tracks = &track};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
    return clip;
}

/* Hops every so often, and is soft while it does. */
static vv_behaviour *make_behaviour(const vv_sprite *sprite)
{
    vv_behaviour_state_def states[2] = {vv_default_behaviour_state_def(), vv_default_behaviour_state_def()};
    const vv_condition after[2] = {{.kind = VV_IF_TIME, .value = 1.3f}, {.kind = VV_IF_TIME, .value = 0.3f}};
    const vv_transition transitions[2] = {{0, 1, 1, &after[0]}, {1, 0, 1, &after[1]}};
    const char *const inputs[1] = {"way"};
    states[0].name = "wait";
    states[1].name = "hop";
    states[1].kick = (vv_vec2){0.6f, 2.0f};
    states[1].strength_mask = 1u << VV_STRENGTH_STIFFNESS;
    states[1].strengths.stiffness = 6.0f;
    states[1].turning = VV_TURNING_GROUNDED;
    const vv_behaviour_def def = {.complex = vv_sprite_complex(sprite),
                                  .state_count = 2,
                                  .states = states,
                                  .transition_count = 2,
                                  .transitions = transitions,
                                  .input_count = 1,
                                  .inputs = inputs};
    vv_behaviour *behaviour = NULL;
    vv_error error = {0};
    if (vv_behaviour_create(&def, NULL, &behaviour, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    return behaviour;
}

static assets make_assets(void)
{
    assets a = {.sprites = {body_ball(0.8f, 2), body_crate(0.8f, 2), body_beam(1.2f, 6)},
                .puppet = box_make(0.8f, 0.8f, 2, 2),
                .clips = {make_clip(0.4f), make_clip(0.7f)}};
    for (uint32_t i = 0; i < SPRITES; i++)
        a.behaviours[i] = make_behaviour(a.sprites[i].sprite);
    return a;
}

static void assets_free(assets *a)
{
    for (uint32_t i = 0; i < SPRITES; i++) {
        vv_behaviour_destroy(a->behaviours[i], NULL);
        body_free(&a->sprites[i]);
    }
    for (uint32_t i = 0; i < CLIPS; i++)
        vv_clip_destroy(a->clips[i], NULL);
    box_free(&a->puppet);
}

/* ---- The game ---------------------------------------------------------------------------------------------------- */

/* What a host has: a list of who is there, which it mends after a restore, and nothing else that a frame depends on. */
typedef struct game {
    const assets *from;
    vv_stage *stage;
    bool puppets;
    uint64_t seed;
    vv_actor actors[64];
    vv_obstacle walls[64];
    uint32_t actor_count, wall_count;
    uint32_t spawned, removed, walls_added, walls_removed, slept; /* over the whole game */
} game;

static game begin_game(const assets *from, bool puppets, uint64_t seed, const vv_allocator *allocator)
{
    game g = {.from = from, .puppets = puppets, .seed = seed};
    vv_stage_def def = vv_default_stage_def();
    def.step = VV_PUPPET_STEP;
    assert_int_equal(vv_stage_create(&def, allocator, &g.stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(g.stage, 0.0f, 0.6f, &g.walls[g.wall_count++], NULL), VV_OK);
    return g;
}

static float in_range(vvi_random *r, float low, float high) { return low + (high - low) * vvi_random_unit(r); }
static bool with_chance(vvi_random *r, float chance) { return vvi_random_unit(r) < chance; }

static uint32_t list_index(const game *g, vv_actor id)
{
    for (uint32_t i = 0; i < g->actor_count; i++)
        if (g->actors[i].index == id.index && g->actors[i].generation == id.generation)
            return i;
    fail_msg("actor %u (generation %u) is not in the host's list", id.index, id.generation);
    return 0;
}

static uint32_t wall_index(const game *g, vv_obstacle id)
{
    for (uint32_t i = 0; i < g->wall_count; i++)
        if (g->walls[i].index == id.index && g->walls[i].generation == id.generation)
            return i;
    fail_msg("obstacle %u (generation %u) is not in the host's list", id.index, id.generation);
    return 0;
}

/* An actor of the stage; which, depends on the stage alone. */
static vv_actor pick_actor(const game *g, vvi_random *r)
{
    vv_actor list[64];
    uint32_t count = vv_stage_actors(g->stage, list, 64);
    return count ? list[vvi_random_below(r, count)] : (vv_actor){0, 0};
}

static void spawn(game *g, vvi_random *r)
{
    uint32_t which = vvi_random_below(r, g->puppets ? SPRITES + 1u : SPRITES);
    vv_actor_def def = which < SPRITES ? actor_of(&g->from->sprites[which]) : puppet_def(&g->from->puppet, 0.0f, 0.0f);
    vv_hold grip = {{0.0f, 0.1f}, {in_range(r, -3.0f, 3.0f), 2.0f}, with_chance(r, 0.5f) ? 3.0f : INFINITY};
    def.position = (vv_vec2){in_range(r, -3.0f, 3.0f), in_range(r, 1.0f, 5.0f)};
    def.angle = in_range(r, -1.0f, 1.0f);
    def.strengths.energy = in_range(r, 0.0f, 2.0f);
    def.flipped = with_chance(r, 0.3f);
    def.resizable = which < SPRITES && with_chance(r, 0.6f);
    def.scale = def.resizable ? in_range(r, 0.8f, 1.2f) : 1.0f;
    def.sensor = with_chance(r, 0.15f);
    if (which < SPRITES && with_chance(r, 0.4f))
        def.controller = vv_behaviour_controller(g->from->behaviours[which]);
    if (with_chance(r, 0.2f))
        def.hold_count = 1, def.holds = &grip;
    if (which != 1 && with_chance(r, 0.3f)) /* the crate has four handles */
        def.clip = g->from->clips[vvi_random_below(r, CLIPS)], def.clip_start = vv_stage_time(g->stage);
    def.tag = 1000u + which;
    g->actors[g->actor_count++] = add_actor(g->stage, &def);
    g->spawned++;
}

static void remove_actor(game *g, vv_actor id)
{
    assert_true(vv_stage_remove_actor(g->stage, id));
    uint32_t at = list_index(g, id);
    g->actors[at] = g->actors[--g->actor_count];
    g->removed++;
}

static void add_wall(game *g, vvi_random *r)
{
    vv_vec2 at = {in_range(r, -4.0f, 4.0f), in_range(r, 0.2f, 2.0f)};
    const vv_vec2 points[3] = {at, {at.x + 1.5f, at.y + 0.1f}, {at.x + 0.6f, at.y + 0.7f}};
    vv_obstacle_def def = vv_default_obstacle_def();
    def.kind = with_chance(r, 0.5f) ? VV_OBSTACLE_POLYGON : VV_OBSTACLE_SEGMENTS;
    def.point_count = 3;
    def.points = points;
    def.sensor = with_chance(r, 0.3f);
    def.one_way = with_chance(r, 0.3f);
    def.tag = 9;
    assert_int_equal(vv_stage_add_obstacle(g->stage, &def, &g->walls[g->wall_count], NULL), VV_OK);
    g->wall_count++;
    g->walls_added++;
}

static void remove_wall(game *g, uint32_t slot)
{
    for (uint32_t i = 0; i < g->wall_count; i++)
        if (g->walls[i].index == slot) {
            assert_true(vv_stage_remove_obstacle(g->stage, g->walls[i]));
            g->walls[i] = g->walls[--g->wall_count];
            g->walls_removed++;
            return;
        }
}

static void change_wall(game *g, vvi_random *r)
{
    vv_obstacle list[64];
    uint32_t count = vv_stage_obstacles(g->stage, list, 64);
    vv_obstacle id = list[vvi_random_below(r, count)];
    vv_stage_set_obstacle_friction(g->stage, id, in_range(r, 0.0f, 1.0f));
    vv_stage_set_obstacle_layers(g->stage, id, with_chance(r, 0.5f) ? 2u : UINT32_MAX);
    vv_stage_set_obstacle_one_way(g->stage, id, with_chance(r, 0.5f));
    if (id.index > 0)
        vv_stage_set_obstacle_sensor(g->stage, id, with_chance(r, 0.5f));
}

/* Water, wind and forces come, move and go. */
static void change_zones(game *g, vvi_random *r)
{
    vv_zone_id list[16], id;
    uint32_t count = vv_stage_zones(g->stage, list, 16);
    vv_zone_def def = vv_default_zone_def((vv_zone_kind)vvi_random_below(r, 3));
    const vv_vec2 points[3] = {{-2.0f, 0.0f}, {2.0f, 0.0f}, {in_range(r, -2.0f, 2.0f), in_range(r, 0.5f, 3.0f)}};
    def.point_count = with_chance(r, 0.8f) ? 3 : 0;
    def.points = points;
    def.position.x = in_range(r, -2.0f, 2.0f);
    def.acceleration.y = in_range(r, 0.0f, 5.0f);
    def.velocity.x = in_range(r, -2.0f, 2.0f);
    if (count > 0 && with_chance(r, 0.4f))
        assert_true(vv_stage_remove_zone(g->stage, list[vvi_random_below(r, count)]));
    else if (count > 0 && with_chance(r, 0.5f))
        assert_int_equal(vv_stage_set_zone(g->stage, list[vvi_random_below(r, count)], &def, NULL), VV_OK);
    else if (count < 4)
        assert_int_equal(vv_stage_add_zone(g->stage, &def, &id, NULL), VV_OK);
}

static void change_actor(game *g, vvi_random *r, vv_actor id)
{
    uint32_t what = vvi_random_below(r, 12);
    vv_hold grip = {{0.1f, 0.2f}, {in_range(r, -3.0f, 3.0f), in_range(r, 0.5f, 3.0f)}, 4.0f};
    if (what == 0)
        vv_stage_flip(g->stage, id);
    else if (what == 1)
        vv_stage_apply_impulse(g->stage, id, (vv_vec2){in_range(r, -2.0f, 2.0f), in_range(r, 0.0f, 3.0f)});
    else if (what == 2)
        vv_stage_add_hold(g->stage, id, &grip);
    else if (what == 3)
        vv_stage_move_hold(g->stage, id, 0, grip.to);
    else if (what == 4)
        vv_stage_remove_hold(g->stage, id, 0);
    else if (what == 5)
        vv_stage_play_clip(g->stage, id, with_chance(r, 0.5f) ? g->from->clips[vvi_random_below(r, CLIPS)] : NULL,
                           vv_stage_time(g->stage));
    else if (what == 6)
        vv_behaviour_set_input(g->stage, id, 0, in_range(r, -1.0f, 1.0f));
    else if (what == 7)
        vv_stage_set_layers(g->stage, id, with_chance(r, 0.5f) ? 1u : 3u, with_chance(r, 0.5f) ? 2u : UINT32_MAX);
    else if (what == 8)
        change_wall(g, r);
    else if (what == 9)
        vv_stage_set_scale(g->stage, id, in_range(r, 0.7f, 1.4f));
    else if (what == 10)
        vv_stage_set_density(g->stage, id, in_range(r, 0.5f, 2.0f));
    else
        vv_stage_set_handle_target(
            g->stage, id, 2, VV_CHANNEL_ANGLE,
            (vv_handle_target){.value = {in_range(r, -0.5f, 0.5f)}, .strength = with_chance(r, 0.5f) ? 0.4f : 0.0f});
}

/* One frame: what happens depends on its number and on the stage alone. There are calm times, in which all may fall
 * asleep. */
static void play_frame(game *g, uint32_t frame)
{
    vvi_random r = vvi_random_seed(g->seed + 977u * frame);
    bool calm = frame % 400 > 260;
    if (!calm && with_chance(&r, 0.12f) && vv_stage_actors(g->stage, NULL, 0) < MOST)
        spawn(g, &r);
    vv_actor id = pick_actor(g, &r);
    if (!calm && id.generation && with_chance(&r, 0.07f))
        remove_actor(g, id);
    uint32_t slot = 1u + vvi_random_below(&r, WALLS);
    if (!calm && with_chance(&r, 0.12f) && g->wall_count < WALLS)
        add_wall(g, &r);
    if (!calm && with_chance(&r, 0.12f))
        remove_wall(g, slot);
    if (!calm && with_chance(&r, 0.05f))
        change_zones(g, &r);
    id = pick_actor(g, &r);
    if (!calm && id.generation && with_chance(&r, 0.4f))
        change_actor(g, &r, id);
    vv_stage_step(g->stage, VV_PUPPET_STEP);
    g->slept += id.generation && vv_stage_actor_state(g->stage, id).asleep;
}

/* ---- The host's lists -------------------------------------------------------------------------------------------- */

static void mend_actors(game *g, const vv_restore_change *change)
{
    assert_int_equal(vv_stage_has_actor(g->stage, change->actor), change->back);
    if (change->back)
        g->actors[g->actor_count++] = change->actor;
    else
        g->actors[list_index(g, change->actor)] = g->actors[g->actor_count - 1u], g->actor_count--;
    assert_in_range(change->tag, 1000, 1000 + SPRITES);
}

static void mend_walls(game *g, const vv_restore_change *change)
{
    assert_int_equal(vv_stage_has_obstacle(g->stage, change->obstacle), change->back);
    if (change->back)
        g->walls[g->wall_count++] = change->obstacle;
    else
        g->walls[wall_index(g, change->obstacle)] = g->walls[g->wall_count - 1u], g->wall_count--;
    assert_int_equal(change->tag, change->obstacle.index || change->obstacle.generation > 1 ? 9 : 0); /* the ground */
    assert_true(!change->back || vv_stage_obstacle_state(g->stage, change->obstacle).tag == change->tag);
}

static void roll_back(game *g, const uint8_t *bytes, size_t count)
{
    uint32_t changes;
    vv_error error = {0};
    if (vv_stage_restore(g->stage, bytes, count, &error) != VV_OK)
        fail_msg("%s", error.message);
    const vv_restore_change *change = vv_stage_restore_changes(g->stage, &changes);
    for (uint32_t i = 0; i < changes; i++)
        if (change[i].actor.generation)
            mend_actors(g, &change[i]);
        else
            mend_walls(g, &change[i]);
}

/* The lists name all that is there, and nothing else. */
static void check_lists(const game *g)
{
    vv_actor list[64];
    uint32_t count = vv_stage_actors(g->stage, list, 64);
    assert_int_equal(count, g->actor_count);
    for (uint32_t i = 0; i < count; i++)
        (void)list_index(g, list[i]);
    for (uint32_t i = 0; i < g->wall_count; i++)
        assert_true(vv_stage_has_obstacle(g->stage, g->walls[i]));
}

/* ---- Rollback ---------------------------------------------------------------------------------------------------- */

typedef struct moments {
    size_t capacity, counts[BACK + 1]; /* a ring: frame n is at n % (BACK + 1) */
    uint8_t *bytes;                    /* [BACK + 1][capacity] */
} moments;

static void keep_moment(moments *m, const game *g, uint32_t frame)
{
    uint32_t at = frame % (BACK + 1);
    m->counts[at] = vv_stage_save(g->stage, m->bytes + at * m->capacity, m->capacity);
    assert_in_range(m->counts[at], 1, m->capacity);
}

static moments begin_moments(const game *g)
{
    const vv_stage_def *def = &g->stage->def;
    vv_actor_def actors[SPRITES + 1];
    for (uint32_t i = 0; i < SPRITES; i++) {
        actors[i] = actor_of(&g->from->sprites[i]);
        actors[i].controller = vv_behaviour_controller(g->from->behaviours[i]);
    }
    actors[SPRITES] = puppet_def(&g->from->puppet, 0.0f, 0.0f);
    moments m = {.capacity = vv_stage_save_limit(def, actors, SPRITES + 1)};
    m.bytes = malloc((BACK + 1) * m.capacity);
    return m;
}

static void play_through(const assets *from, bool puppets, uint64_t seed, uint32_t frames, uint64_t *hashes)
{
    game g = begin_game(from, puppets, seed, NULL);
    for (uint32_t frame = 0; frame < frames; frame++) {
        hashes[frame] = vv_stage_hash(g.stage);
        play_frame(&g, frame);
        check_lists(&g);
    }
    hashes[frames] = vv_stage_hash(g.stage);
    assert_true(g.spawned > frames / 50 && g.removed > frames / 50 && g.walls_added > frames / 50);
    assert_true(g.walls_removed > 0 && (g.slept > 0 || frames < FRAMES));
    vv_stage_destroy(g.stage);
}

/* Goes back to frame `to` and on to frame `frame`. */
static void repeat_frames(game *g, moments *m, uint32_t to, uint32_t frame, const uint64_t *hashes)
{
    uint32_t at = to % (BACK + 1);
    roll_back(g, m->bytes + at * m->capacity, m->counts[at]);
    check_lists(g);
    for (uint32_t n = to; n < frame; n++) {
        if (vv_stage_hash(g->stage) != hashes[n])
            fail_msg("frame %u, repeated from %u, has another hash", n, to);
        keep_moment(m, g, n);
        play_frame(g, n);
    }
}

static void a_minute_rolled_back_in_every_frame_is_the_same(void **state)
{
    (void)state;
    assets from = make_assets();
    uint64_t *hashes = malloc((FRAMES + 1) * sizeof *hashes);
    play_through(&from, true, 1, FRAMES, hashes);
    game g = begin_game(&from, true, 1, NULL);
    moments m = begin_moments(&g);
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        if (vv_stage_hash(g.stage) != hashes[frame])
            fail_msg("frame %u has another hash", frame);
        keep_moment(&m, &g, frame);
        if (frame >= BACK)
            repeat_frames(&g, &m, frame - BACK, frame, hashes);
        play_frame(&g, frame);
    }
    assert_true(vv_stage_hash(g.stage) == hashes[FRAMES]);
    free(m.bytes);
    free(hashes);
    vv_stage_destroy(g.stage);
    assets_free(&from);
}

/* Restoring, and adding again what a restore took away, takes the memory that is there. (A puppet that is added again
 * allocates, as whenever one is added.) */
static void rolling_sprites_back_allocates_nothing(void **state)
{
    (void)state;
    assets from = make_assets();
    uint64_t hashes[401];
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    play_through(&from, false, 5, 400, hashes);
    game g = begin_game(&from, false, 5, &allocator);
    moments m = begin_moments(&g);
    for (uint32_t frame = 0; frame < 400; frame++) {
        keep_moment(&m, &g, frame);
        uint64_t before = counting.allocations;
        size_t used = counting.used;
        if (frame >= BACK)
            repeat_frames(&g, &m, frame - BACK, frame, hashes);
        assert_int_equal(counting.allocations, before);
        assert_int_equal(counting.used, used);
        play_frame(&g, frame);
    }
    assert_true(vv_stage_hash(g.stage) == hashes[400]);
    free(m.bytes);
    vv_stage_destroy(g.stage);
    assert_int_equal(counting.used, 0);
    assets_free(&from);
}

/* Whichever allocation fails, in a game that is rolled back: nothing is lost, and nothing leaks. A frame whose spawn
 * fails is rolled back and played again. */
static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    assets from = make_assets();
    body extra = body_ball(1.0f, 5);
    vv_actor_def defs[2] = {actor_of(&extra), puppet_def(&from.puppet, 1.0f, 1.0f)};
    defs[0].tag = defs[1].tag = 1000;
    for (uint32_t which = 0; which < 2; which++) {
        uint64_t needed = 1;
        for (uint64_t n = 1; n <= needed; n++) {
            vv_counting counting = {0};
            vv_allocator allocator = vv_counting_allocator(&counting);
            game g = begin_game(&from, true, 9, &allocator);
            moments m = begin_moments(&g);
            for (uint32_t frame = 0; frame < 30; frame++)
                play_frame(&g, frame);
            vv_actor gone = g.actors[0], added = {0, 0}, again = {0, 0};
            keep_moment(&m, &g, 0);
            uint64_t at_save = vv_stage_hash(g.stage), first = counting.allocations;
            remove_actor(&g, gone);
            assert_int_equal(vv_stage_add_actor(g.stage, &defs[which], &added, NULL), VV_OK);
            needed = counting.allocations - first;
            g.actors[g.actor_count++] = added;
            roll_back(&g, m.bytes, m.counts[0]);
            remove_actor(&g, gone);
            counting.fail_at = n;
            vv_result result = vv_stage_add_actor(g.stage, &defs[which], &again, NULL);
            counting.fail_at = 0;
            if (result == VV_OK)
                assert_true(again.index == added.index && again.generation == added.generation);
            else
                assert_int_equal(result, VV_ERROR_MEMORY);
            assert_int_equal(vv_stage_restore(g.stage, m.bytes, m.counts[0], NULL), VV_OK);
            assert_true(vv_stage_hash(g.stage) == at_save && vv_stage_has_actor(g.stage, gone));
            assert_false(vv_stage_has_actor(g.stage, added));
            vv_stage_destroy(g.stage);
            assert_int_equal(counting.used, 0);
            free(m.bytes);
        }
    }
    body_free(&extra);
    assets_free(&from);
}

/* ---- A new stage ------------------------------------------------------------------------------------------------- */

static vv_obstacle_def ground_of(uint64_t tag)
{
    static const vv_vec2 points[2] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    vv_obstacle_def def = vv_default_obstacle_def();
    def.point_count = 2;
    def.points = points;
    def.friction = 0.5f;
    def.tag = tag;
    return def;
}

/* Comings and goings, so that slots have generations; the tag of an actor says what it is made from. */
static void come_and_go(const assets *from, vv_stage *stage, vvi_random *r)
{
    vv_obstacle ground;
    for (uint32_t i = 0; i < 60; i++) {
        vv_actor list[64];
        uint32_t which = vvi_random_below(r, SPRITES + 1u);
        vv_actor_def def = which < SPRITES ? actor_of(&from->sprites[which]) : puppet_def(&from->puppet, 0.0f, 0.0f);
        def.position = (vv_vec2){in_range(r, -3.0f, 3.0f), in_range(r, 1.0f, 5.0f)};
        def.tag = which;
        add_actor(stage, &def);
        uint32_t there = vv_stage_actors(stage, list, 64);
        if (there > 8)
            vv_stage_remove_actor(stage, list[vvi_random_below(r, there)]);
        if (i % 20 == 0 && i)
            vv_stage_remove_obstacle(stage, ground);
        vv_obstacle_def ground_def = ground_of(40u + i);
        if (i % 20 == 0)
            assert_int_equal(vv_stage_add_obstacle(stage, &ground_def, &ground, NULL), VV_OK);
        run_steps(stage, 1);
    }
}

static void add_entry(const assets *from, vv_stage *stage, const vv_save_entry *e)
{
    vv_obstacle ground;
    if (e->actor.generation) {
        vv_actor_def def = e->tag < SPRITES ? actor_of(&from->sprites[e->tag]) : puppet_def(&from->puppet, 0.0f, 0.0f);
        def.id = e->actor;
        vv_actor id = add_actor(stage, &def);
        assert_memory_equal(&id, &e->actor, sizeof id);
        assert_int_equal(vv_stage_add_actor(stage, &def, &id, NULL), VV_ERROR_ARGUMENT); /* it is in use now */
        return;
    }
    assert_int_equal(e->tag, 80); /* the last of three */
    vv_obstacle_def ground_def = ground_of(e->tag);
    ground_def.id = e->obstacle;
    assert_int_equal(vv_stage_add_obstacle(stage, &ground_def, &ground, NULL), VV_OK);
    assert_memory_equal(&ground, &e->obstacle, sizeof ground);
    assert_int_equal(vv_stage_add_obstacle(stage, &ground_def, &ground, NULL), VV_ERROR_ARGUMENT);
}

/* Both go on alike, and give out the same ids. */
static void expect_alike(const assets *from, vv_stage *a, vv_stage *b)
{
    vv_actor_def def = actor_of(&from->sprites[0]);
    def.position.y = 4.0f;
    for (uint32_t i = 0; i < 40; i++) {
        assert_true(vv_stage_hash(a) == vv_stage_hash(b));
        if (i == 10) {
            vv_actor first = add_actor(a, &def), second = add_actor(b, &def);
            assert_memory_equal(&first, &second, sizeof first);
        }
        run_steps(a, 1);
        run_steps(b, 1);
    }
}

/* A save from disk: a new stage is made from what the save lists, with the defs that the host knows by its tags, and
 * goes on as the old one does. */
static void a_new_stage_goes_on_from_a_save(void **state)
{
    (void)state;
    assets from = make_assets();
    for (uint32_t round = 0; round < 6; round++) {
        vv_save_entry entries[64];
        uint32_t count = 0, more = 0;
        vv_stage_def stage_def = vv_default_stage_def();
        stage_def.step = VV_PUPPET_STEP;
        vv_stage *old = make_stage(&stage_def), *new = make_stage(&stage_def);
        vvi_random r = vvi_random_seed(round);
        come_and_go(&from, old, &r);
        size_t bytes = vv_stage_save_bytes(old);
        uint8_t *saved = malloc(bytes);
        assert_int_equal(vv_stage_save(old, saved, bytes), bytes);
        assert_int_equal(vv_stage_save_entries(saved, bytes, entries, 64, &count, NULL), VV_OK);
        assert_int_equal(count, 1 + vv_stage_actors(old, NULL, 0));
        assert_int_equal(vv_stage_save_entries(saved, bytes, entries, 1, &more, NULL), VV_OK);
        assert_int_equal(more, count);
        assert_int_equal(vv_stage_save_entries(saved, bytes - 1, entries, 64, &more, NULL), VV_ERROR_FORMAT);
        assert_int_equal(vv_stage_restore(new, saved, bytes, NULL), VV_ERROR_ARGUMENT);
        for (uint32_t i = 0; i < count; i++)
            add_entry(&from, new, &entries[i]);
        vv_error error = {0};
        if (vv_stage_restore(new, saved, bytes, &error) != VV_OK)
            fail_msg("%s", error.message);
        expect_alike(&from, old, new);
        free(saved);
        vv_stage_destroy(old);
        vv_stage_destroy(new);
    }
    assets_free(&from);
}

/* ---- Forged saves ------------------------------------------------------------------------------------------------ */

/* Behind a right checksum, anything may be written about who exists: it is refused and changes nothing, or it is taken
 * and the game goes on. */
static void forged_rollbacks_do_no_harm(void **state)
{
    (void)state;
    assets from = make_assets();
    game g = begin_game(&from, true, 3, NULL);
    moments m = begin_moments(&g);
    vvi_random random = vvi_random_seed(7);
    uint32_t refused = 0, taken = 0;
    for (uint32_t frame = 0; frame < 120; frame++)
        play_frame(&g, frame);
    keep_moment(&m, &g, 0);
    uint8_t *good = malloc(m.counts[0]);
    memcpy(good, m.bytes, m.counts[0]);
    for (uint32_t round = 0; round < 600; round++) {
        for (uint32_t frame = 0; frame < 6; frame++) {
            game ignored = g; /* its lists do not matter here */
            vv_actor id = pick_actor(&ignored, &random);
            vv_stage_remove_actor(g.stage, id);
            vv_obstacle wall = {vvi_random_below(&random, WALLS), 1u + vvi_random_below(&random, 30)};
            vv_stage_remove_obstacle(g.stage, wall);
        }
        memcpy(m.bytes, good, m.counts[0]);
        for (uint32_t k = vvi_random_below(&random, 4); k > 0; k--)
            m.bytes[24u + vvi_random_below(&random, round % 2 ? 400u : (uint32_t)m.counts[0] - 24u)] =
                (uint8_t)vvi_random_next(&random);
        vvi_save_seal(m.bytes, m.counts[0]);
        uint64_t before = vv_stage_hash(g.stage);
        vv_save_entry entries[64];
        uint32_t count;
        (void)vv_stage_save_entries(m.bytes, m.counts[0], entries, 64, &count, NULL);
        if (vv_stage_restore(g.stage, m.bytes, m.counts[0], NULL) == VV_OK) {
            taken++;
        } else {
            refused++;
            assert_true(vv_stage_hash(g.stage) == before);
        }
        vv_stage_step(g.stage, 0.02f);
    }
    assert_true(refused > 50 && taken > 50);
    free(good);
    free(m.bytes);
    vv_stage_destroy(g.stage);
    assets_free(&from);
}

/* ---- Sizes ------------------------------------------------------------------------------------------------------- */

/* The limit that is known at creation is not exceeded by a full stage with all holds in one heap, and not far off. */
static void a_save_is_never_larger_than_its_limit(void **state)
{
    (void)state;
    assets from = make_assets();
    for (uint32_t which = 0; which <= SPRITES; which++) {
        vv_stage_def stage_def = vv_default_stage_def();
        vv_actor_def def = which < SPRITES ? actor_of(&from.sprites[which]) : puppet_def(&from.puppet, 0.0f, 0.0f);
        def.spare_holds = VV_STAGE_MAX_HOLDS;
        if (which < SPRITES)
            def.controller = vv_behaviour_controller(from.behaviours[which]);
        stage_def.max_actors = 12;
        stage_def.max_obstacles = 3;
        size_t limit = vv_stage_save_limit(&stage_def, &def, 1);
        vv_stage *stage = make_stage(&stage_def);
        for (uint32_t i = 0; i < stage_def.max_obstacles; i++) {
            vv_obstacle ground;
            assert_int_equal(vv_stage_add_ground(stage, -0.01f * (float)i, 0.5f, &ground, NULL), VV_OK);
        }
        for (uint32_t i = 0; i < stage_def.max_actors; i++) {
            def.position = (vv_vec2){0.05f * (float)i, 0.1f};
            vv_actor id = add_actor(stage, &def);
            vv_hold grip = {{0.1f, 0.1f}, {0.0f, 1.0f}, 1.0f};
            while (vv_stage_add_hold(stage, id, &grip) != VV_NONE)
                ;
        }
        for (uint32_t n = 0; n < 4; n++) {
            run_steps(stage, 1);
            size_t bytes = vv_stage_save_bytes(stage);
            assert_in_range(bytes, limit / 2, limit);
        }
        vv_stage_destroy(stage);
    }
    assets_free(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_minute_rolled_back_in_every_frame_is_the_same),
        cmocka_unit_test(rolling_sprites_back_allocates_nothing),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(a_new_stage_goes_on_from_a_save),
        cmocka_unit_test(forged_rollbacks_do_no_harm),
        cmocka_unit_test(a_save_is_never_larger_than_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
