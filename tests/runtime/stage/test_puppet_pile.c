/* Piles of puppets and sprites, free and keyed: nobody runs away. What contact gives is at most what keys and falling
 * give; nobody is driven through the ground; what is let alone comes to rest. */
#include "tests/runtime/stage/bodies.h"
#include "tests/runtime/stage/puppet_actors.h"

enum { MOST = 8, KEYS = 4, TRACKS = 3, SECONDS = 60 };

static const vv_vec2 corners[2][5] = {
    {{-0.5f, 0.0f}, {0.5f, 0.0f}, {-0.5f, 1.0f}, {0.5f, 1.0f}, {0.0f, 0.5f}},
    {{-1.0f, 0.0f}, {1.0f, 0.0f}, {-1.0f, 0.4f}, {1.0f, 0.4f}, {0.0f, 0.2f}},
};

typedef struct pile {
    vv_stage *stage;
    vvi_random random;
    box boxes[2];
    body crate, ball;
    uint32_t count;
    vv_actor actors[MOST];
    const box *drawn[MOST]; /* NULL: a sprite */
    vv_clip *clips[MOST];   /* NULL: free */
    float key_speed;        /* fastest that any key moves a handle, in a step: m/s */
    float fall;             /* speed of what falls from where the highest are */
    uint32_t failed;
    float fastest, lowest;
} pile;

static float between(pile *p, float low, float high) { return low + (high - low) * vvi_random_unit(&p->random); }
static bool chance(pile *p, float share) { return vvi_random_unit(&p->random) < share; }

static pile pile_make(uint64_t seed)
{
    pile p = {.stage = stage_make(), .random = vvi_random_seed(seed), .fall = 10.0f};
    p.boxes[0] = box_make(1.0f, 1.0f, 5, 5);
    p.boxes[1] = box_make(2.0f, 0.4f, 8, 3);
    p.crate = body_crate(0.8f, 4);
    p.ball = body_ball(0.7f, 3);
    stage_ground(p.stage, 0.6f);
    return p;
}

static void pile_free(pile *p)
{
    vv_stage_destroy(p->stage);
    for (uint32_t i = 0; i < p->count; i++)
        vv_clip_destroy(p->clips[i], NULL);
    box_free(&p->boxes[0]);
    box_free(&p->boxes[1]);
    body_free(&p->crate);
    body_free(&p->ball);
}

/* ---- Who is in it ------------------------------------------------------------------------------------------------ */

static void add_body(pile *p, vv_vec2 at)
{
    const body *b = chance(p, 0.5f) ? &p->crate : &p->ball;
    vv_actor_def def = vv_default_actor_def();
    def.sprite = b->sprite;
    def.position = at;
    def.place = vv_complex_at_example(vv_sprite_complex(b->sprite), 0);
    p->actors[p->count++] = add(p->stage, &def);
}

/* One to three handles go the same way through the pile, round and round: there and back or jumping, exactly or
 * softly. */
static vv_clip *make_clip(pile *p, uint32_t kind, vv_vec2 at)
{
    vv_key keys[TRACKS][KEYS];
    vv_track tracks[TRACKS];
    vv_vec2 way[KEYS];
    float length = between(p, 1.0f, 4.0f), strength = chance(p, 0.6f) ? 1.0f : 0.3f;
    bool jumps = chance(p, 0.3f), reversed = chance(p, 0.3f);
    uint32_t count = 1u + (uint32_t)between(p, 0.0f, 2.99f), first = (uint32_t)between(p, 0.0f, 4.99f);
    for (uint32_t k = 0; k < KEYS; k++) /* the first is where it stands */
        way[k] = k ? (vv_vec2){between(p, -2.0f, 2.0f) - at.x, between(p, 0.0f, 2.5f) - at.y} : (vv_vec2){0.0f, 0.0f};
    for (uint32_t t = 0; t < count; t++) {
        uint32_t handle = (first + 2u * t) % 5u;
        for (uint32_t k = 0; k < KEYS; k++) {
            vv_vec2 to = way[reversed ? (KEYS - k) % KEYS : k];
            keys[t][k] = vv_default_key();
            keys[t][k].time = length * (float)k / (float)KEYS;
            keys[t][k].value[0] = corners[kind][handle].x + to.x;
            keys[t][k].value[1] = corners[kind][handle].y + to.y;
            keys[t][k].curve = jumps ? VV_CURVE_STEP : VV_CURVE_SMOOTH;
            keys[t][k].strength = strength;
        }
        tracks[t] = (vv_track){.handle = handle, .channel = VV_CHANNEL_POSITION, .key_count = KEYS, .keys = keys[t]};
    }
    vv_clip_def def = {.handle_count = 5, .duration = length, .loop = true, .track_count = count, .tracks = tracks};
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
    for (double time = 0.0; time < (double)length + 0.02; time += 0.02) {
        vv_handle_target now = vv_clip_sample(clip, 0, time), then = vv_clip_sample(clip, 0, time + 0.02);
        vv_vec2 from = {now.value[0], now.value[1]}, to = {then.value[0], then.value[1]};
        p->key_speed = fmaxf(p->key_speed, vv_vec2_distance(from, to) / 0.02f);
    }
    return clip;
}

static void add_puppet(pile *p, vv_vec2 at, bool keyed)
{
    uint32_t kind = chance(p, 0.6f) ? 0 : 1;
    vv_actor_def def = puppet_def(&p->boxes[kind], at.x, at.y);
    def.material.stiffness = between(p, 2.0f, 10.0f);
    def.material.bounce = chance(p, 0.3f) ? 0.5f : 0.0f;
    if (keyed)
        def.clip = p->clips[p->count] = make_clip(p, kind, at);
    else
        def.angle = chance(p, 0.5f) ? between(p, -3.0f, 3.0f) : 0.0f;
    def.flipped = !keyed && chance(p, 0.3f);
    p->drawn[p->count] = &p->boxes[kind];
    p->actors[p->count++] = add(p->stage, &def);
}

static void fill(pile *p, float keyed)
{
    uint32_t count = 2u + (uint32_t)between(p, 0.0f, 6.99f);
    while (p->count < count) {
        vv_vec2 at = {between(p, -1.5f, 1.5f), between(p, 0.0f, 3.5f)}; /* often inside one another */
        if (chance(p, 0.3f))
            add_body(p, at);
        else
            add_puppet(p, at, chance(p, keyed));
    }
}

/* ---- What happens ------------------------------------------------------------------------------------------------ */

static void look_at(pile *p, uint32_t i)
{
    vv_vec2 x[BOX_MOST];
    p->fastest = fmaxf(p->fastest, vv_vec2_length(vv_stage_actor_state(p->stage, p->actors[i]).velocity));
    if (!p->drawn[i])
        return;
    vv_stage_vertices(p->stage, p->actors[i], x);
    for (uint32_t k = 0; k < p->drawn[i]->vertex_count; k++)
        p->lowest = fminf(p->lowest, x[k].y);
}

static void run(pile *p, uint32_t steps)
{
    for (uint32_t s = 0; s < steps; s++) {
        uint32_t count = 0;
        vv_stage_step(p->stage, 0.02f);
        const vv_event *events = vv_stage_events(p->stage, &count);
        for (uint32_t k = 0; k < count; k++)
            p->failed += events[k].kind == VV_EVENT_STEP_FAILED;
        for (uint32_t i = 0; i < p->count && s >= 50; i++) /* who began inside the ground comes out first */
            look_at(p, i);
    }
}

/* A mover of infinite mass sends off at (1 + bounce) its speed, 1.5 of it, and a drawing held by one handle swings
 * about it: twice the keys' speed, and what falling adds. A key that jumps may take what it meets along for one
 * step's way into the ground; otherwise nobody gets further into it than the smaller drawings are high. */
static void test_nobody_runs_away(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        pile p = pile_make(seed);
        fill(&p, 0.6f);
        run(&p, SECONDS * 50);
        if (p.failed || p.fastest > 2.0f * p.key_speed + p.fall || p.lowest < -(0.4f + 0.02f * p.key_speed))
            fail_msg("seed %d: %u failed, %.1f m/s where keys go %.1f, %.2f m high", (int)seed, p.failed,
                     (double)p.fastest, (double)p.key_speed, (double)p.lowest);
        pile_free(&p);
    }
}

/* A ball that was thrown out of what it began in rolls along the ground until rolling friction has stopped it. */
static bool is_rolling(const pile *p, uint32_t i)
{
    vv_actor_state now = vv_stage_actor_state(p->stage, p->actors[i]);
    float radius = now.position.y; /* of what rolls on a ground of height 0 */
    return !p->drawn[i] && now.grounded && fabsf(now.velocity.x + now.angular_velocity * radius) < 0.05f;
}

/* Slower than 2.5 cm a second, and what is slow in a heap of soft drawings is what creeps. */
static void test_what_is_free_comes_to_rest(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        pile p = pile_make(seed + 100);
        fill(&p, 0.0f);
        run(&p, 20 * 50);
        vv_actor_state before[MOST];
        for (uint32_t i = 0; i < p.count; i++)
            before[i] = vv_stage_actor_state(p.stage, p.actors[i]);
        run(&p, 100);
        for (uint32_t i = 0; i < p.count; i++) {
            vv_actor_state now = vv_stage_actor_state(p.stage, p.actors[i]);
            bool slows = fabsf(now.velocity.x) < fabsf(before[i].velocity.x);
            if (!(vv_vec2_distance(before[i].position, now.position) < 0.05f) && !(is_rolling(&p, i) && slows))
                fail_msg("seed %d: actor %u went %.3f m in 2 s", (int)seed, i,
                         (double)vv_vec2_distance(before[i].position, now.position));
        }
        assert_int_equal(p.failed, 0);
        assert_true(p.fastest < p.fall && p.lowest > -0.5f);
        pile_free(&p);
    }
}

/* ---- Two --------------------------------------------------------------------------------------------------------- */

/* The box kept at a place by exact keys on all of its corners. */
static void carry(vv_stage *stage, vv_actor id, float x, float y)
{
    for (uint32_t j = 0; j < 4; j++) {
        vv_handle_target aim = {.value = {corners[0][j].x + x, corners[0][j].y + y}, .strength = 1.0f};
        assert_true(vv_stage_set_handle_target(stage, id, j, VV_CHANNEL_POSITION, aim));
    }
}

/* A keyed box runs into a free puppet, and into a sleeping sprite: no step gives them more than its own speed, and
 * what they have in the end is no more than elasticity that loses nothing would give, twice that. */
static void test_a_mover_gives_its_speed(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    body crate = body_crate(0.8f, 5);
    for (int k = 0; k < 2; k++) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.0f);
        vv_actor_def def = puppet_def(&b, 0.0f, 0.05f), other = k ? vv_default_actor_def() : def;
        vv_actor mover = add(stage, &def);
        if (k) {
            other.sprite = crate.sprite;
            other.place = vv_complex_at_example(vv_sprite_complex(crate.sprite), 0);
        }
        other.position = (vv_vec2){2.0f, 0.0f};
        vv_actor id = add(stage, &other);
        for (int i = 0; i < 100; i++) {
            carry(stage, mover, 0.0f, 0.05f);
            vv_stage_step(stage, 0.02f);
        }
        assert_true(!k || vv_stage_actor_state(stage, id).asleep);
        float fastest = 0.0f, most = 0.0f;
        for (int i = 0; i < 100; i++) {
            float before = vv_stage_actor_state(stage, id).velocity.x;
            carry(stage, mover, i < 40 ? 0.08f * (float)i : 3.2f, 0.05f); /* 4 m/s */
            vv_stage_step(stage, 0.02f);
            fastest = fmaxf(fastest, vv_stage_actor_state(stage, id).velocity.x);
            most = fmaxf(most, vv_stage_actor_state(stage, id).velocity.x - before);
        }
        if (!(fastest > 3.4f && fastest < 8.0f && most < 4.0f * 1.02f))
            fail_msg("%s: %.2f m/s, %.2f at once", k ? "sprite" : "puppet", (double)fastest, (double)most);
        vv_stage_destroy(stage);
    }
    body_free(&crate);
    box_free(&b);
}

/* Between a keyed box that comes down to half a metre and the ground: squeezed, not driven into it by more than a
 * twentieth of its height. A soft one stays there; a stiff one pops out, no faster than what falls its height. */
static void test_squeezed(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    for (float stiffness = 2.0f; stiffness < 30.0f; stiffness *= 1.2f) {
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.6f);
        vv_actor_def def = puppet_def(&b, 0.1f, 0.0f);
        def.material.stiffness = stiffness;
        vv_actor id = add(stage, &def);
        def.position = (vv_vec2){0.0f, 1.2f};
        vv_actor mover = add(stage, &def);
        float fastest = 0.0f, lowest = 0.0f;
        for (int i = 0; i < 400; i++) {
            vv_vec2 x[BOX_MOST];
            carry(stage, mover, 0.0f, i < 70 ? 1.2f - 0.01f * (float)i : 0.5f); /* half a metre a second */
            vv_stage_step(stage, 0.02f);
            fastest = fmaxf(fastest, vv_vec2_length(vv_stage_actor_state(stage, id).velocity));
            vv_stage_vertices(stage, id, x);
            for (uint32_t k = 0; k < b.vertex_count; k++)
                lowest = fminf(lowest, x[k].y);
        }
        if (fastest > (stiffness < 10.0f ? 1.0f : 4.43f) || lowest < -0.05f)
            fail_msg("%.0f Hz: %.2f m/s, %.2f m", (double)stiffness, (double)fastest, (double)lowest);
        vv_stage_destroy(stage);
    }
    box_free(&b);
}

/* One is brought halfway into another: they part, and what parts them is no speed that they keep. */
static void test_depth_is_no_speed(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    vv_actor first = add(stage, &def);
    def.position.x = 3.0f;
    vv_actor second = add(stage, &def);
    vv_stage_teleport(stage, second, (vv_vec2){0.5f, 0.6f}, 0.0f);
    float fastest = 0.0f;
    for (int i = 0; i < 200; i++) {
        vv_stage_step(stage, 0.02f);
        fastest = fmaxf(fastest, vv_vec2_length(vv_stage_actor_state(stage, second).velocity));
    }
    vv_vec2 at = vv_stage_actor_state(stage, first).position, to = vv_stage_actor_state(stage, second).position;
    float apart = fmaxf(fabsf(to.x - at.x), fabsf(to.y - at.y));
    if (!(apart > 0.97f && fastest < 0.1f))
        fail_msg("%.3f m apart, %.3f m/s", (double)apart, (double)fastest);
    vv_stage_destroy(stage);
    box_free(&b);
}

/* One that copies another in larger measure, and stands in its way, does not drive it. */
static void test_who_is_led_does_not_push(void **state)
{
    (void)state;
    box b = box_make(1.0f, 1.0f, 6, 6);
    vv_stage *stage = stage_make();
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_actor_def def = puppet_def(&b, 0.0f, 0.0f);
    def.velocity.y = 1.0f;
    vv_actor leader = add(stage, &def);
    const vv_region_pair regions[1] = {{.from = {.handle = 4, .threshold = 0.2f},
                                        .to = {.handle = 4, .threshold = 0.2f},
                                        .position_strength = 1.0f,
                                        .shape_strength = 1.0f}};
    const vv_region_copy copy = {.from = leader, .scale = 1.5f, .pair_count = 1, .pairs = regions};
    def.position = (vv_vec2){0.2f, -1.02f};
    def.velocity.y = 0.0f;
    def.copy_count = 1;
    def.copies = &copy;
    vv_actor led = add(stage, &def);
    for (int i = 0; i < 100; i++) {
        vv_stage_step(stage, 0.02f);
        assert_true(fabsf(vv_stage_actor_state(stage, leader).velocity.y - 1.0f) < 1e-3f);
    }
    assert_true(vv_stage_actor_state(stage, led).position.y > 1.0f);
    vv_stage_destroy(stage);
    box_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_runs_away),        cmocka_unit_test(test_what_is_free_comes_to_rest),
        cmocka_unit_test(test_a_mover_gives_its_speed), cmocka_unit_test(test_squeezed),
        cmocka_unit_test(test_depth_is_no_speed),       cmocka_unit_test(test_who_is_led_does_not_push),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
