/* Walls hold. */
#include "tests/reliability/ground.h"

#include <math.h>

/* ---- Walls ------------------------------------------------------------------------------------------------------- */

typedef struct box {
    float half, height;
    vv_vec2 centre;
    float angle;
} box;

static vv_vec2 corner_of(const box *b, float x, float y)
{
    float sine = sinf(b->angle), cosine = cosf(b->angle);
    return (vv_vec2){b->centre.x + cosine * x - sine * y, b->centre.y + sine * x + cosine * y};
}

/* A closed box of thin walls, in either direction of its chain. */
static void add_box(vv_stage *stage, const box *b, bool reversed)
{
    const float corners[5][2] = {
        {-b->half, 0.0f}, {b->half, 0.0f}, {b->half, b->height}, {-b->half, b->height}, {-b->half, 0.0f}};
    vv_vec2 points[5];
    for (int k = 0; k < 5; k++)
        points[k] = corner_of(b, corners[reversed ? 4 - k : k][0], corners[reversed ? 4 - k : k][1]);
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle out;
    def.kind = VV_OBSTACLE_SEGMENTS;
    def.point_count = 5;
    def.points = points;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &out, NULL), VV_OK);
}

static bool is_inside(const box *b, vv_vec2 at)
{
    vv_vec2 d = vv_vec2_sub(at, b->centre);
    float sine = sinf(b->angle), cosine = cosf(b->angle);
    float x = cosine * d.x + sine * d.y, y = cosine * d.y - sine * d.x;
    return fabsf(x) <= b->half && y >= 0.0f && y <= b->height;
}

/* A position in the box, perhaps so near a wall that the ball overlaps it, or outside and thrown at the box. */
static vv_actor_def random_ball(const box *b, const body balls[BALL_MESHES], bool outside)
{
    vv_actor_def def = vv_default_actor_def();
    vv_vec2 centre = corner_of(b, ground_between(-0.95f, 0.95f) * b->half, ground_between(0.05f, 0.95f) * b->height);
    def.velocity = (vv_vec2){ground_between(-6.0f, 6.0f), ground_between(-6.0f, 6.0f)};
    if (outside) {
        vv_vec2 middle = corner_of(b, 0.0f, 0.5f * b->height);
        float angle = ground_between(-VV_PI, VV_PI), away = b->half + b->height + 1.0f;
        vv_vec2 from = {cosf(angle), sinf(angle)};
        centre = vv_vec2_add(middle, vv_vec2_scale(from, away));
        def.velocity = vv_vec2_scale(from, -ground_between(8.0f, 25.0f));
    }
    def.sprite = balls[vvi_random_below(&ground_numbers, 3)].sprite;
    def.position = (vv_vec2){centre.x, centre.y - 0.5f};
    def.strengths = ground_strengths((temper)vvi_random_below(&ground_numbers, TEMPERS));
    def.place = vv_complex_at_example(vv_sprite_complex(def.sprite), 0);
    return def;
}

/* How many of a lively heap leave the box, or of those outside get into it, in 6 s of pushes. */
static uint32_t count_escapes(const body balls[BALL_MESHES])
{
    enum { MOST = 24 };
    box b = {ground_between(1.5f, 3.5f),
             ground_between(3.0f, 7.0f),
             {ground_between(-50.0f, 50.0f), ground_between(-3.0f, 3.0f)},
             0.0f};
    b.angle = vvi_random_below(&ground_numbers, 2) ? ground_between(-3.0f, 3.0f) : 0.0f;
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_actor actors[MOST];
    bool outside[MOST];
    uint32_t room = (uint32_t)(0.6f * 2.0f * b.half * b.height / 0.785f); /* of their area, six tenths are balls */
    uint32_t count = 1 + vvi_random_below(&ground_numbers, room < MOST ? room : MOST), escapes = 0;
    assert_int_equal(vv_stage_create(&stage_def, NULL, &stage, NULL), VV_OK);
    add_box(stage, &b, vvi_random_below(&ground_numbers, 2) == 1);
    for (uint32_t i = 0; i < count; i++) {
        outside[i] = vvi_random_below(&ground_numbers, 6) == 0;
        vv_actor_def def = random_ball(&b, balls, outside[i]);
        assert_int_equal(vv_stage_add_actor(stage, &def, &actors[i], NULL), VV_OK);
    }
    for (uint32_t k = 0; k < 360; k++) {
        if (k % 20 == 10) {
            vv_actor who = actors[vvi_random_below(&ground_numbers, count)];
            vv_vec2 push = {ground_between(-4.0f, 4.0f), ground_between(-4.0f, 4.0f)};
            assert_true(vv_stage_apply_impulse(stage, who, push));
        }
        vv_stage_step(stage, 1.0f / 60.0f);
    }
    for (uint32_t i = 0; i < count; i++)
        escapes += is_inside(&b, vv_stage_actor_state(stage, actors[i]).position) == outside[i];
    vv_stage_destroy(stage);
    return escapes;
}

void ground_walls(uint32_t scenes)
{
    uint32_t escapes = 0, bad = 0;
    body balls[BALL_MESHES];
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        balls[m] = body_ball(1.0f, ground_ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        uint32_t now = count_escapes(balls);
        if (now && ground_verbose)
            printf("    %u crossed a wall in run %u\n", now, k);
        escapes += now;
        bad += now > 0;
    }
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        body_free(&balls[m]);
    ground_judge(escapes == 0, "%u balls crossed the thin walls of %u of %u boxes", escapes, bad, scenes);
}
