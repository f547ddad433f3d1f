/* A pile of 50 sprites in a box under random impulses, teleports, flips, wind, strengths and saves, for as long as
 * asked:
 *
 *     pile [MINUTES OF STAGE TIME] [SEED]
 *
 * Nobody may become NaN or leave the box, energy stays bounded, and memory stays what it was. A minute runs as a
 * test; the figures of long runs are in docs/reliability.md. */
#include "tests/runtime/stage/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACTORS = 50, KINDS = 3, STEPS_A_MINUTE = 3600 };

static const float half_width = 8.0f, height = 14.0f;

typedef struct pile {
    vv_counting counting;
    vv_allocator allocator;
    vvi_random random;
    body bodies[KINDS];
    vv_stage *stage;
    vv_actor actors[ACTORS];
    void *saved;
    size_t saved_bytes;
    /* What was seen. */
    uint64_t impulses, teleports, flips, failures, overflows, begins, restores;
    double greatest_energy, greatest_speed, calm_energy;
    float worst_outside;
} pile;

static float between(pile *p, float low, float high) { return low + (high - low) * vvi_random_unit(&p->random); }

static vv_vec2 anywhere(pile *p)
{
    return (vv_vec2){between(p, -half_width + 1.5f, half_width - 1.5f), between(p, 1.5f, height - 1.5f)};
}

static bool build_box(pile *p)
{
    /* Walls a metre thick: a sprite that is pushed into one finds the way back. */
    const vv_vec2 walls[4][4] = {
        {{-half_width - 1, -1}, {half_width + 1, -1}, {half_width + 1, 0}, {-half_width - 1, 0}},
        {{-half_width - 1, 0}, {-half_width, 0}, {-half_width, height}, {-half_width - 1, height}},
        {{half_width, 0}, {half_width + 1, 0}, {half_width + 1, height}, {half_width, height}},
        {{-half_width - 1, height},
         {half_width + 1, height},
         {half_width + 1, height + 1},
         {-half_width - 1, height + 1}}};
    for (int i = 0; i < 4; i++) {
        vv_obstacle_def def = vv_default_obstacle_def();
        vv_obstacle wall;
        def.kind = VV_OBSTACLE_POLYGON;
        def.point_count = 4;
        def.points = walls[i];
        if (vv_stage_add_obstacle(p->stage, &def, &wall, NULL) != VV_OK)
            return false;
    }
    return true;
}

static vv_strengths random_strengths(pile *p)
{
    vv_strengths s = vv_default_strengths();
    s.energy = between(p, 0.0f, 2.0f);
    s.energy_towards = (vv_energy_towards)vvi_random_below(&p->random, 3);
    s.energy_example = 1;
    s.velocity = between(p, 0.0f, 1.0f);
    s.velocity_example = 2;
    s.bounce = between(p, 0.0f, 0.9f);
    s.stiffness = between(p, 8.0f, 60.0f);
    s.orient = (vv_orient)vvi_random_below(&p->random, 3);
    s.orient_rate = between(p, 0.0f, 10.0f);
    s.friction = between(p, 0.0f, 1.0f);
    return s;
}

static bool build(pile *p, uint64_t seed)
{
    p->random = vvi_random_seed(seed);
    p->allocator = vv_counting_allocator(&p->counting);
    p->bodies[0] = body_ball(1.0f, 6);
    p->bodies[1] = body_crate(1.0f, 8);
    p->bodies[2] = body_beam(2.0f, 24);
    vv_stage_def def = vv_default_stage_def();
    def.max_actors = ACTORS;
    def.low = (vv_vec2){-half_width, 0};
    def.high = (vv_vec2){half_width, height};
    if (vv_stage_create(&def, &p->allocator, &p->stage, NULL) != VV_OK || !build_box(p))
        return false;
    for (int i = 0; i < ACTORS; i++) {
        vv_actor_def actor = vv_default_actor_def();
        actor.sprite = p->bodies[i % KINDS].sprite;
        actor.position = (vv_vec2){-7.0f + 1.5f * (float)(i % 10), 0.2f + 1.5f * (float)(i / 10)};
        actor.strengths = random_strengths(p);
        if (vv_stage_add_actor(p->stage, &actor, &p->actors[i], NULL) != VV_OK)
            return false;
    }
    p->saved_bytes = vv_stage_save_bytes(p->stage) * 2;
    p->saved = malloc(p->saved_bytes);
    return p->saved != NULL;
}

/* About four disturbances a second, in spells of ten seconds between which it may settle. */
static void disturb(pile *p, uint64_t step)
{
    if (step / 600 % 2 || vvi_random_below(&p->random, 15) != 0)
        return;
    vv_actor actor = p->actors[vvi_random_below(&p->random, ACTORS)];
    float mass = vv_sprite_mass(vv_stage_sprite(p->stage, actor));
    vv_vec2 impulse = {between(p, -20.0f, 20.0f) * mass, between(p, -10.0f, 25.0f) * mass};
    switch (vvi_random_below(&p->random, 8)) {
    case 0:
        vv_stage_teleport(p->stage, actor, anywhere(p), between(p, -3.0f, 3.0f));
        p->teleports++;
        break;
    case 1:
        vv_stage_flip(p->stage, actor);
        p->flips++;
        break;
    case 2: {
        vv_strengths strengths = random_strengths(p);
        vv_stage_set_strengths(p->stage, actor, &strengths);
        break;
    }
    case 3:
        vv_stage_set_wind(p->stage, (vv_vec2){between(p, -5.0f, 5.0f), 0});
        break;
    case 4:
        vv_stage_apply_impulse_at(p->stage, actor, impulse, vv_stage_actor_state(p->stage, actor).position);
        p->impulses++;
        break;
    default:
        vv_stage_apply_impulse(p->stage, actor, impulse);
        p->impulses++;
    }
}

static bool look(pile *p, uint64_t step)
{
    double energy = 0.0;
    uint32_t count;
    const vv_event *events = vv_stage_events(p->stage, &count);
    for (uint32_t i = 0; i < count; i++) {
        p->failures += events[i].kind == VV_EVENT_STEP_FAILED;
        p->overflows += events[i].kind == VV_EVENT_OVERFLOW;
        p->begins += events[i].kind == VV_EVENT_CONTACT_BEGIN;
    }
    for (int i = 0; i < ACTORS; i++) {
        vv_actor_state s = vv_stage_actor_state(p->stage, p->actors[i]);
        vv_mechanics m = vv_stage_mechanics(p->stage, p->actors[i]);
        energy += m.kinetic + m.potential;
        if (!isfinite(s.position.x + s.position.y + s.angle + s.velocity.x + s.velocity.y) || !isfinite(m.kinetic)) {
            printf("step %llu: actor %d is not finite\n", (unsigned long long)step, i);
            return false;
        }
        float out = fmaxf(fabsf(s.position.x) - half_width, fmaxf(-s.position.y, s.position.y - height));
        p->worst_outside = fmaxf(p->worst_outside, out);
        p->greatest_speed =
            fmax(p->greatest_speed, (double)sqrtf(s.velocity.x * s.velocity.x + s.velocity.y * s.velocity.y));
    }
    p->greatest_energy = fmax(p->greatest_energy, energy);
    if (step % 1200 == 1199) /* the end of a calm spell */
        p->calm_energy = fmax(p->calm_energy, energy);
    return true;
}

/* Now and then it goes on from its own save: nothing may change. */
static bool save_and_restore(pile *p)
{
    size_t bytes = vv_stage_save(p->stage, p->saved, p->saved_bytes);
    uint64_t hash = vv_stage_hash(p->stage);
    vv_error error = {0};
    for (int i = 0; i < 3; i++)
        vv_stage_step(p->stage, 1.0f / 60.0f);
    uint64_t later = vv_stage_hash(p->stage);
    if (vv_stage_restore(p->stage, p->saved, bytes, &error) != VV_OK || vv_stage_hash(p->stage) != hash) {
        printf("a save does not restore: %s\n", error.message);
        return false;
    }
    for (int i = 0; i < 3; i++)
        vv_stage_step(p->stage, 1.0f / 60.0f);
    p->restores++;
    return vv_stage_hash(p->stage) == later;
}

int main(int count, char **arguments)
{
    static pile p;
    double minutes = count > 1 ? atof(arguments[1]) : 1.0;
    uint64_t steps = (uint64_t)(minutes * STEPS_A_MINUTE);
    if (!build(&p, count > 2 ? strtoull(arguments[2], NULL, 10) : 1)) {
        printf("cannot build the pile\n");
        return 1;
    }
    size_t used = p.counting.used;
    uint64_t allocations = p.counting.allocations;
    bool good = true;
    for (uint64_t step = 0; step < steps && good; step++) {
        disturb(&p, step);
        vv_stage_step(p.stage, 1.0f / 60.0f);
        good = look(&p, step) && (step % 3000 != 2999 || save_and_restore(&p));
    }
    printf("%.0f minutes: %llu impulses, %llu teleports, %llu flips, %llu contacts begun, %llu saves restored\n",
           minutes, (unsigned long long)p.impulses, (unsigned long long)p.teleports, (unsigned long long)p.flips,
           (unsigned long long)p.begins, (unsigned long long)p.restores);
    printf("failures %llu, overflows %llu, greatest energy %.0f J (calm %.0f J), greatest speed %.1f m/s, furthest "
           "outside "
           "%.3f m\n",
           (unsigned long long)p.failures, (unsigned long long)p.overflows, p.greatest_energy, p.calm_energy,
           p.greatest_speed, (double)p.worst_outside);
    printf("memory %zu bytes before, %zu after, %llu allocations in between; hash %016llx\n", used, p.counting.used,
           (unsigned long long)(p.counting.allocations - allocations), (unsigned long long)vv_stage_hash(p.stage));
    good = good && p.failures == 0 && p.worst_outside <= 0.0f && p.greatest_energy < 5e3 && p.counting.used == used &&
           p.counting.allocations == allocations;
    printf("%s\n", good ? "1 passed, 0 failed" : "0 passed, 1 failed");
    vv_stage_destroy(p.stage);
    for (int i = 0; i < KINDS; i++)
        body_free(&p.bodies[i]);
    free(p.saved);
    return good ? 0 : 1;
}
