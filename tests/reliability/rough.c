/* Rough play: 24 actors that somebody pushes with up to 60 N·s, teleports into each other and into the ground, seizes
 * and lets go, flips, and gives other velocities, strengths and gravities, for as long as asked:
 *
 *     rough balls|crowd|puppets [MINUTES OF STAGE TIME] [SEED, or fresh]
 *
 * No actor may fail, become NaN or leave the box, and memory stays what it was. A short run of each is a test; the
 * figures of long runs are in docs/reliability.md. */
#include "tests/reliability/baked.h"
#include "tests/runtime/stage/bodies.h"
#include "tests/runtime/stage/puppet_actors.h"

#include <stdio.h>
#include <time.h>

enum { ACTORS = 24, BODIES = 3, BOXES = 2, STEPS_A_MINUTE = 3600, MOST_VERTICES = 4096 };

static const float half_width = 10.0f, height = 16.0f;

typedef struct play {
    vv_counting counting;
    vv_allocator allocator;
    vvi_random random;
    body bodies[BODIES];
    box boxes[BOXES];
    baked man; /* of ten layers with pins */
    vv_stage *stage;
    vv_actor actors[ACTORS];
    uint64_t let_go[ACTORS]; /* the step at which the holds of an actor end; 0: it is not held */
    /* What was done and seen. */
    uint64_t pushes, teleports, holds, flips, failures, begins;
    double greatest_speed, greatest_spread;
    float worst_outside;
} play;

static float between(play *p, float low, float high) { return low + (high - low) * vvi_random_unit(&p->random); }

static bool chance(play *p, uint32_t of) { return vvi_random_below(&p->random, of) == 0; }

static vv_vec2 vector_within(play *p, float length)
{
    float angle = between(p, 0.0f, 2.0f * VV_PI), r = between(p, 0.0f, length), sine, cosine;
    vv_sin_cos(angle, &sine, &cosine);
    return (vv_vec2){r * cosine, r * sine};
}

/* Also below the ground and in walls. */
static vv_vec2 anywhere(play *p)
{
    float x = between(p, -half_width - 0.5f, half_width + 0.5f), y = between(p, -0.5f, height);
    return (vv_vec2){x, y};
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

/* The ball of docs/sprites.md. */
static vv_strengths ball_strengths(void)
{
    vv_strengths s = vv_default_strengths();
    s.energy = 1.2f;
    s.energy_example = BALL_SQUASHED;
    s.velocity = 0.6f;
    s.velocity_example = BALL_STRETCHED;
    s.bounce = 0.8f;
    s.orient = VV_ORIENT_VELOCITY;
    s.orient_rate = 10.0f;
    s.orient_symmetric = true;
    s.friction = 0.1f;
    return s;
}

static vv_strengths random_strengths(play *p)
{
    vv_strengths s = vv_default_strengths();
    s.energy = between(p, 0.0f, 2.0f);
    s.energy_towards = (vv_energy_towards)vvi_random_below(&p->random, 3);
    s.energy_example = 1;
    s.velocity = between(p, 0.0f, 1.0f);
    s.velocity_example = 2;
    s.bounce = between(p, 0.0f, 0.9f);
    s.stiffness = between(p, 8.0f, 60.0f);
    s.local = between(p, 0.0f, 30.0f);
    s.orient = (vv_orient)vvi_random_below(&p->random, 3);
    s.orient_rate = between(p, 0.0f, 10.0f);
    s.friction = between(p, 0.0f, 1.0f);
    return s;
}

static void build_stage(play *p)
{
    vv_stage_def def = vv_default_stage_def();
    vv_obstacle_def wall = vv_default_obstacle_def();
    vv_obstacle out;
    def.max_actors = ACTORS;
    def.low = (vv_vec2){-half_width, 0};
    def.high = (vv_vec2){half_width, height};
    assert_int_equal(vv_stage_create(&def, &p->allocator, &p->stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(p->stage, 0.0f, 0.6f, &out, NULL), VV_OK);
    for (int side = -1; side <= 1; side += 2) {
        float x = (float)side * half_width, far = (float)side * (half_width + 1.0f);
        const vv_vec2 corners[4] = {{x, 0}, {far, 0}, {far, height}, {x, height}};
        wall.kind = VV_OBSTACLE_POLYGON;
        wall.point_count = 4;
        wall.points = corners;
        assert_int_equal(vv_stage_add_obstacle(p->stage, &wall, &out, NULL), VV_OK);
    }
}

static void build(play *p, char cast, uint64_t seed)
{
    p->random = vvi_random_seed(seed);
    p->allocator = vv_counting_allocator(&p->counting);
    p->bodies[0] = body_ball(1.0f, 4);
    p->bodies[1] = body_crate(1.0f, 5);
    p->bodies[2] = body_beam(2.0f, 16);
    p->man = bake("man");
    p->boxes[0] = box_make(1.0f, 1.0f, 5, 5);
    p->boxes[1] = box_make(2.0f, 0.4f, 10, 2);
    build_stage(p);
    for (int i = 0; i < ACTORS; i++) {
        vv_actor_def actor = vv_default_actor_def();
        bool puppet = cast == 'p' || (cast == 'c' && i % 4 == 3);
        actor.position = (vv_vec2){-7.0f + 2.2f * (float)(i % 7), 0.2f + 1.5f * (float)(i / 7)};
        if (puppet) {
            actor.puppet = p->boxes[i / 4 % BOXES].puppet;
            actor.material.stiffness = between(p, 2.0f, 20.0f);
        } else {
            bool man = cast == 'c' && i % 8 == 0;
            actor.sprite =
                man ? vv_asset_artwork(p->man.asset, 0).sprite : p->bodies[cast == 'b' ? 0 : i % BODIES].sprite;
            actor.strengths = cast == 'b' ? ball_strengths() : random_strengths(p);
        }
        assert_int_equal(vv_stage_add_actor(p->stage, &actor, &p->actors[i], NULL), VV_OK);
    }
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

static void seize(play *p, int i, uint64_t step)
{
    uint32_t count = 1u + vvi_random_below(&p->random, 3);
    vv_vec2 middle = vv_stage_actor_state(p->stage, p->actors[i]).position;
    for (uint32_t k = 0; k < count; k++) {
        float x = between(p, -1.0f, 1.0f), y = between(p, 0.0f, 1.0f), hertz = between(p, 1.0f, 30.0f);
        vv_vec2 far = anywhere(p), near = vv_vec2_add(middle, vector_within(p, 2.0f));
        bool jumps = chance(p, 3), exact = chance(p, 2);
        vv_hold hold = {.at = {x, y}, .to = jumps ? far : near, .strength = exact ? INFINITY : hertz};
        (void)vv_stage_add_hold(p->stage, p->actors[i], &hold);
    }
    p->let_go[i] = step + 1u + vvi_random_below(&p->random, 60);
    p->holds++;
}

/* Hands that hold an actor also move, now and then by a jump. */
static void move_hands(play *p, uint64_t step)
{
    for (int i = 0; i < ACTORS; i++) {
        if (p->let_go[i] == 0)
            continue;
        if (step >= p->let_go[i]) {
            while (vv_stage_remove_hold(p->stage, p->actors[i], 0))
                ;
            p->let_go[i] = 0;
        } else if (chance(p, 8)) {
            (void)vv_stage_move_hold(p->stage, p->actors[i], 0, anywhere(p));
        }
    }
}

/* Anywhere, or into another. */
static vv_vec2 somewhere(play *p)
{
    vv_vec2 at = anywhere(p), aside = vector_within(p, 0.3f);
    uint32_t other = vvi_random_below(&p->random, 2 * ACTORS);
    return other < ACTORS ? vv_vec2_add(vv_stage_actor_state(p->stage, p->actors[other]).position, aside) : at;
}

/* Numbers are drawn before they are used as arguments, whose order compilers choose: so a seed is the same play
 * everywhere. */
static void disturb(play *p, uint64_t step)
{
    move_hands(p, step);
    if (!chance(p, 6))
        return;
    int i = (int)vvi_random_below(&p->random, ACTORS);
    vv_actor actor = p->actors[i];
    vv_vec2 impulse = vector_within(p, 60.0f), velocity = vector_within(p, 80.0f), gravity = vector_within(p, 30.0f);
    vv_vec2 to = somewhere(p), aside = vector_within(p, 1.0f);
    float angle = between(p, -3.0f, 3.0f), spin = between(p, -50.0f, 50.0f);
    vv_strengths strengths = random_strengths(p);
    switch (vvi_random_below(&p->random, 12)) {
    case 0:
    case 1:
        vv_stage_teleport(p->stage, actor, to, angle);
        p->teleports++;
        break;
    case 2:
    case 3:
        if (p->let_go[i] == 0)
            seize(p, i, step);
        break;
    case 4:
        vv_stage_flip(p->stage, actor);
        p->flips++;
        break;
    case 5:
        vv_stage_set_velocity(p->stage, actor, velocity, spin);
        break;
    case 6:
        (void)vv_stage_set_strengths(p->stage, actor, &strengths);
        break;
    case 7:
        vv_stage_set_gravity(p->stage, spin > 0.0f ? (vv_vec2){0.0f, -9.81f} : gravity);
        break;
    case 8:
        vv_stage_apply_impulse_at(p->stage, actor, impulse,
                                  vv_vec2_add(vv_stage_actor_state(p->stage, actor).position, aside));
        p->pushes++;
        break;
    default:
        vv_stage_apply_impulse(p->stage, actor, impulse);
        p->pushes++;
    }
}

static bool look_at(play *p, int i, uint64_t step)
{
    static vv_vec2 vertices[MOST_VERTICES];
    vv_actor_state s = vv_stage_actor_state(p->stage, p->actors[i]);
    const vv_sprite *sprite = vv_stage_sprite(p->stage, p->actors[i]);
    const vv_puppet *puppet = vv_stage_puppet(p->stage, p->actors[i]);
    uint32_t count = sprite ? vv_sprite_vertex_count(sprite) : vv_puppet_vertex_count(puppet);
    assert_true(count <= MOST_VERTICES);
    vv_stage_vertices(p->stage, p->actors[i], vertices);
    if (!vvi_all_finite(&vertices[0].x, 2 * (size_t)count) || !vvi_all_finite(&s.velocity.x, 2)) {
        printf("step %llu: actor %d is not finite\n", (unsigned long long)step, i);
        return false;
    }
    float size = sprite ? vv_sprite_size(sprite) : vv_puppet_size(puppet);
    for (uint32_t k = 0; k < count; k++)
        p->greatest_spread = fmax(p->greatest_spread, (double)(vv_vec2_distance(vertices[k], s.position) / size));
    float out = fmaxf(fabsf(s.position.x) - half_width, fmaxf(-s.position.y, s.position.y - height));
    p->worst_outside = fmaxf(p->worst_outside, out);
    p->greatest_speed = fmax(p->greatest_speed, (double)vv_vec2_length(s.velocity));
    return true;
}

static bool look(play *p, uint64_t step)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(p->stage, &count);
    for (uint32_t i = 0; i < count; i++) {
        p->begins += events[i].kind == VV_EVENT_CONTACT_BEGIN;
        if (events[i].kind == VV_EVENT_STEP_FAILED) {
            p->failures++;
            printf("step %llu: actor %u failed\n", (unsigned long long)step, events[i].actor.index);
        }
    }
    for (int i = 0; i < ACTORS; i++)
        if (!look_at(p, i, step))
            return false;
    return true;
}

static void tell(const play *p, const char *cast, double minutes)
{
    printf("%s, %.0f minutes: %llu pushes, %llu teleports, %llu holds, %llu flips, %llu contacts begun\n", cast,
           minutes, (unsigned long long)p->pushes, (unsigned long long)p->teleports, (unsigned long long)p->holds,
           (unsigned long long)p->flips, (unsigned long long)p->begins);
    printf("failures %llu, greatest speed %.1f m/s, furthest outside %.3f m, widest drawing %.2f of its size\n",
           (unsigned long long)p->failures, p->greatest_speed, (double)p->worst_outside, p->greatest_spread);
    printf("hash %016llx, %.0f s of processor time\n", (unsigned long long)vv_stage_hash(p->stage),
           (double)clock() / CLOCKS_PER_SEC);
}

int main(int count, char **arguments)
{
    static play p;
    const char *cast = count > 1 ? arguments[1] : "balls";
    double minutes = count > 2 ? atof(arguments[2]) : 1.0;
    bool fresh = count > 3 && strcmp(arguments[3], "fresh") == 0;
    uint64_t seed = fresh ? (uint64_t)time(NULL) : count > 3 ? strtoull(arguments[3], NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)seed);
    build(&p, cast[0], seed);
    size_t used = p.counting.used;
    uint64_t allocations = p.counting.allocations, steps = (uint64_t)(minutes * STEPS_A_MINUTE);
    bool good = true;
    for (uint64_t step = 0; step < steps && good; step++) {
        disturb(&p, step);
        vv_stage_step(p.stage, 1.0f / 60.0f);
        good = look(&p, step);
    }
    tell(&p, cast, minutes);
    good = good && p.failures == 0 && p.worst_outside <= 0.0f && p.counting.used == used &&
           p.counting.allocations == allocations;
    printf("%s\n", good ? "1 passed, 0 failed" : "0 passed, 1 failed");
    vv_stage_destroy(p.stage);
    for (int i = 0; i < BODIES; i++)
        body_free(&p.bodies[i]);
    for (int i = 0; i < BOXES; i++)
        box_free(&p.boxes[i]);
    release(&p.man);
    return good ? 0 : 1;
}
