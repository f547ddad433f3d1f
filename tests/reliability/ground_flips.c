/* A flip shows the mirror image of what was shown, and time goes on. */
#include "tests/reliability/ground.h"

#include <math.h>

enum { MOST_VERTICES = 1200 };

typedef struct twin {
    vv_stage *stage;
    vv_actor actor;
} twin;

static twin make_twin(const body *ball, vv_vec2 velocity, float spin, float height)
{
    vv_strengths s = ground_strengths(TEMPER_FREE);
    twin t = {.stage = ground_stage(1.0f / 60.0f, false)};
    t.actor = ground_add(t.stage, ball->sprite, (vv_vec2){0.0f, height}, velocity, &s);
    assert_true(vv_stage_set_velocity(t.stage, t.actor, velocity, spin));
    return t;
}

/* How far what is shown is from the mirror image of what the twin shows, both about their centres. */
static float mirror_error(const twin *flipped, const twin *plain, uint32_t count)
{
    vv_vec2 image[MOST_VERTICES], original[MOST_VERTICES];
    float worst = 0.0f, centre = vv_stage_actor_state(plain->stage, plain->actor).position.x;
    vv_stage_vertices(flipped->stage, flipped->actor, image);
    vv_stage_vertices(plain->stage, plain->actor, original);
    for (uint32_t i = 0; i < count; i++) {
        vv_vec2 mirrored = {2.0f * centre - original[i].x, original[i].y};
        worst = fmaxf(worst, vv_vec2_distance(image[i], mirrored));
    }
    return worst;
}

void ground_flips(uint32_t scenes)
{
    float worst = 0.0f, angle = 0.0f, way = 0.0f;
    uint32_t frozen = 0;
    for (uint32_t k = 0; k < scenes; k++) {
        body ball = body_ball(1.0f, ground_ball_rings[vvi_random_below(&ground_numbers, BALL_MESHES)]);
        vv_vec2 velocity = {ground_between(-4.0f, 4.0f), ground_between(-2.0f, 6.0f)};
        float spin = ground_between(-8.0f, 8.0f), height = ground_between(8.0f, 12.0f);
        twin flipped = make_twin(&ball, velocity, spin, height), plain = make_twin(&ball, velocity, spin, height);
        float frame = 1.0f / ground_between(70.0f, 300.0f);
        uint32_t frames = 20 + vvi_random_below(&ground_numbers, 40);
        for (uint32_t i = 0; i < frames; i++) {
            vv_stage_step(flipped.stage, frame);
            vv_stage_step(plain.stage, frame);
        }
        assert_true(vv_stage_flip(flipped.stage, flipped.actor));
        /* Until the next fixed step what is shown goes on between the last two, which both are mirrored. */
        vv_actor_state last = vv_stage_actor_state(flipped.stage, flipped.actor);
        for (uint32_t steps = 0; steps == 0;) {
            vv_actor_state a = vv_stage_actor_state(flipped.stage, flipped.actor),
                           b = vv_stage_actor_state(plain.stage, plain.actor);
            worst = fmaxf(worst, mirror_error(&flipped, &plain, ball.vertex_count));
            angle = fmaxf(angle, fabsf(a.angle + b.angle));
            way = fmaxf(way, vv_vec2_distance(a.position, b.position));
            steps = vv_stage_step(flipped.stage, frame);
            (void)vv_stage_step(plain.stage, frame);
            vv_actor_state now = vv_stage_actor_state(flipped.stage, flipped.actor);
            frozen += vv_vec2_distance(now.position, last.position) < 0.2f * frame * vv_vec2_length(now.velocity);
            last = now;
        }
        vv_stage_destroy(flipped.stage);
        vv_stage_destroy(plain.stage);
        body_free(&ball);
    }
    ground_judge(worst < 1e-4f, "a vertex is up to %.5f m off the mirror image", (double)worst);
    ground_judge(angle < 1e-5f && way < 1e-5f, "angle and centre are up to %.5f rad and %.5f m off", (double)angle,
                 (double)way);
    ground_judge(frozen == 0, "%u frames stand still", frozen);
}
