/* Invariants of contact over random scenes that nobody tuned:
 *
 *     ground WHAT [SCENES] [SEED]          WHAT is one of the table below
 *
 * Prints what it measured and what falls short of the limits in docs/reliability.md; exits with 1 if anything does. A
 * few scenes of each run as tests; the figures of long runs are in docs/reliability.md. VV_VERBOSE=1 prints every
 * scene that falls short; VV_SUBSTEPS=8 measures with so many substeps instead of the default. */
#include "tests/reliability/ground.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const ground_temper_names[TEMPERS] = {"default", "recipe", "cartoon", "free"};
const uint32_t ground_ball_rings[BALL_MESHES] = {5, 6, 8, 10, 12, 15, 19};
vvi_random ground_numbers;
bool ground_verbose;

static uint32_t shortcomings;

float ground_between(float low, float high) { return low + (high - low) * vvi_random_unit(&ground_numbers); }

void ground_judge(bool good, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf(good ? "  ok     " : "  SHORT  ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    shortcomings += !good;
}

vv_strengths ground_strengths(temper which)
{
    vv_strengths s = vv_default_strengths();
    if (which == TEMPER_DEFAULT)
        return s;
    s.energy = 1.2f;
    s.energy_example = BALL_SQUASHED;
    s.velocity = 0.6f;
    s.velocity_example = BALL_STRETCHED;
    s.bounce = 0.8f;
    s.orient = VV_ORIENT_VELOCITY;
    s.orient_rate = 10.0f;
    s.orient_symmetric = true;
    s.friction = 0.1f;
    if (which == TEMPER_FREE)
        s.orient = VV_ORIENT_FREE;
    if (which == TEMPER_CARTOON) {
        s.energy = 1.6f;
        s.equilibrium = 9.0f;
        s.settle = 0.5f;
        s.orient_rate = 16.0f;
        s.friction = 0.6f;
    }
    return s;
}

vv_stage *ground_stage(float step, bool sleep)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    def.step = step;
    def.sleep = sleep;
    def.max_steps = 64;
    if (getenv("VV_SUBSTEPS"))
        def.substeps = (uint32_t)atoi(getenv("VV_SUBSTEPS"));
    assert_int_equal(vv_stage_create(&def, NULL, &stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    return stage;
}

vv_actor ground_add(vv_stage *stage, const vv_sprite *sprite, vv_vec2 at, vv_vec2 velocity, const vv_strengths *s)
{
    vv_actor_def def = vv_default_actor_def();
    vv_actor out;
    def.sprite = sprite;
    def.position = at;
    def.velocity = velocity;
    def.strengths = *s;
    def.place = vv_complex_at_example(vv_sprite_complex(sprite), 0);
    assert_int_equal(vv_stage_add_actor(stage, &def, &out, NULL), VV_OK);
    return out;
}

void ground_add_polygon(vv_stage *stage, const vv_vec2 *points, uint32_t count)
{
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle out;
    def.kind = VV_OBSTACLE_POLYGON;
    def.point_count = count;
    def.points = points;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &out, NULL), VV_OK);
}

typedef struct part {
    const char *name;
    void (*measure)(uint32_t scenes);
} part;

static const part parts[] = {
    {"throws", ground_throws},   {"steps", ground_steps}, {"alone", ground_alone}, {"squash", ground_squash},
    {"bounce", ground_bounce},   {"heaps", ground_heaps}, {"calm", ground_calm},   {"heads", ground_heads},
    {"walls", ground_walls},     {"sag", ground_sag},     {"rope", ground_rope},   {"limbs", ground_limbs},
    {"posts", ground_posts},     {"press", ground_press}, {"flips", ground_flips}, {"rides", ground_rides},
    {"touches", ground_touches},
};

int main(int argc, char **argv)
{
    uint32_t scenes = argc > 2 ? (uint32_t)atoi(argv[2]) : 6;
    ground_numbers = vvi_random_seed(argc > 3 ? (uint64_t)atoll(argv[3]) : 1);
    ground_verbose = getenv("VV_VERBOSE") != NULL;
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
        if (argc > 1 && strcmp(argv[1], parts[k].name) == 0) {
            parts[k].measure(scenes);
            printf("%u fall short\n", shortcomings);
            return shortcomings > 0;
        }
    fprintf(stderr, "usage: ground PART [SCENES] [SEED]; parts:");
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
        fprintf(stderr, " %s", parts[k].name);
    fprintf(stderr, "\n");
    return 2;
}
