/* Invariants of contact over random scenes that nobody tuned:
 *
 *     ground throws|steps|bounce|heaps|walls|sag|flips [SCENES] [SEED]
 *
 * Prints what it measured and what falls short of the limits in docs/reliability.md; exits with 1 if anything does. A
 * few scenes of each run as tests; the figures of long runs are in docs/reliability.md. */
#include "tests/runtime/stage/bodies.h"
#include "tests/testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MESHES = 7, MAX_HEAP = 64 };

static const uint32_t ball_rings[MESHES] = {5, 6, 8, 10, 12, 15, 19}; /* 91 … 1,141 vertices */

static vvi_random numbers;
static uint32_t shortcomings;
static bool verbose;

static float between(float low, float high) { return low + (high - low) * vvi_random_unit(&numbers); }

static void judge(bool good, const char *format, ...) VV_PRINTF(2, 3);
static void judge(bool good, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf(good ? "  ok     " : "  SHORT  ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    shortcomings += !good;
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

typedef enum temper { TEMPER_DEFAULT, TEMPER_RECIPE, TEMPER_CARTOON, TEMPERS } temper;
static const char *const temper_names[TEMPERS] = {"default", "recipe", "cartoon"};

/* The defaults; the recipe of docs/sprites.md; its “cartoon ball”. */
static vv_strengths strengths_of(temper which)
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
    if (which == TEMPER_CARTOON) {
        s.energy = 1.6f;
        s.equilibrium = 9.0f;
        s.settle = 0.5f;
        s.orient_rate = 16.0f;
        s.friction = 0.6f;
    }
    return s;
}

static vv_stage *make_stage(float step, bool sleep)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    def.step = step;
    def.sleep = sleep;
    def.max_steps = 64;
    assert_int_equal(vv_stage_create(&def, NULL, &stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    return stage;
}

static vv_actor add(vv_stage *stage, const vv_sprite *sprite, vv_vec2 at, vv_vec2 velocity, const vv_strengths *s)
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

/* ---- Thrown balls ------------------------------------------------------------------------------------------------ */

typedef struct throw_def {
    temper temper;
    float height, speed, angle;
} throw_def;

typedef struct flown {
    uint32_t grows, turns, gains; /* landings after which forward speed, or the total energy, was greater; turns back */
    float end;                    /* x after 5 s */
} flown;

static double total_energy(const vv_stage *stage)
{
    vv_mechanics m = vv_stage_mechanics(stage, (vv_actor){0});
    return m.kinetic + m.potential;
}

/* Forward speeds and energies are compared at the top of each flight, where squashes have faded. */
static flown fly(const body *ball, throw_def t, float step)
{
    flown result = {0};
    vv_stage *stage = make_stage(step, false);
    vv_strengths s = strengths_of(t.temper);
    vv_actor a = add(stage, ball->sprite, (vv_vec2){0.0f, t.height}, (vv_vec2){t.speed, 0.0f}, &s);
    float before = NAN, spin = 0.0f, rises = 0.0f;
    uint32_t airborne = 0;
    double energy = INFINITY;
    for (uint32_t k = 0; k < (uint32_t)lroundf(5.0f / step); k++) {
        vv_stage_step(stage, step);
        vv_actor_state now = vv_stage_actor_state(stage, a);
        airborne = now.touching ? 0 : airborne + 1;
        bool apex = now.velocity.y <= 0.0f && (rises > 0.0f || k == 0) && ((float)airborne * step > 0.05f || k == 0);
        rises = now.velocity.y;
        if (!apex)
            continue;
        double has = total_energy(stage);
        /* A ball of radius R that friction brakes from rolling gains R/2 of the spin lost. */
        float given = 0.25f * fmaxf(0.0f, fabsf(spin) - fabsf(now.angular_velocity));
        bool grows = now.velocity.x > 1.02f * before + given + 0.01f, turns = now.velocity.x < -0.02f;
        bool gains = has > energy + 0.005 * fabs(energy);
        if (verbose && (grows || turns || gains))
            printf("    %s, %u vertices, from %.2f m at %.2f m/s, step 1/%.0f: %.3f after %.3f m/s, %.3f J after %.3f "
                   "at %.2f s\n",
                   temper_names[t.temper], ball->vertex_count, (double)t.height, (double)t.speed, 1.0 / (double)step,
                   (double)now.velocity.x, (double)before, has, energy, (double)((float)k * step));
        result.grows += grows;
        result.turns += turns;
        result.gains += gains;
        before = now.velocity.x;
        spin = now.angular_velocity;
        energy = has;
    }
    result.end = vv_stage_actor_state(stage, a).position.x;
    vv_stage_destroy(stage);
    return result;
}

static void throw_all(uint32_t scenes, bool steps)
{
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 90.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    body balls[MESHES];
    uint32_t variants = steps ? 5 : MESHES, grows = 0, turns = 0, gains = 0;
    float worst[TEMPERS] = {0.0f};
    for (uint32_t m = 0; m < MESHES; m++)
        balls[m] = body_ball(1.0f, ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        throw_def t = {(temper)(k % TEMPERS), between(1.5f, 5.0f), between(0.8f, 2.5f), 0.0f};
        float low = INFINITY, high = -INFINITY, sum = 0.0f;
        for (uint32_t m = 0; m < variants; m++) {
            flown f = fly(&balls[steps ? 2 : m], t, steps ? step_sizes[m] : 1.0f / 60.0f);
            grows += f.grows;
            turns += f.turns;
            gains += f.gains;
            low = fminf(low, f.end);
            high = fmaxf(high, f.end);
            sum += fabsf(f.end) / (float)variants;
        }
        float spread = (high - low) / fmaxf(0.3f, sum);
        if (verbose)
            printf("    %s from %.2f m at %.2f m/s: ends at %.3f … %.3f\n", temper_names[t.temper], (double)t.height,
                   (double)t.speed, (double)low, (double)high);
        worst[t.temper] = fmaxf(worst[t.temper], spread);
    }
    for (uint32_t m = 0; m < MESHES; m++)
        body_free(&balls[m]);
    judge(grows == 0, "forward speed grows at %u landings", grows);
    judge(turns == 0, "it turns back at %u landings", turns);
    judge(gains == 0, "energy is greater after %u landings", gains);
    for (uint32_t t = 0; t < TEMPERS; t++)
        judge(worst[t] < 0.05f, "%s: the place after 5 s differs by up to %.1f %% of the way between %s",
              temper_names[t], 100.0 * (double)worst[t], steps ? "steps of 1/30 to 1/240 s" : "meshes");
}

/* ---- Rebounds ---------------------------------------------------------------------------------------------------- */

/* Height that the centre rebounds to over the height it fell, both above where it rests. */
static float rebound(const body *ball, float bounce, float drop, bool poses, float step)
{
    vv_strengths s = strengths_of(poses ? TEMPER_RECIPE : TEMPER_DEFAULT);
    s.bounce = bounce;
    s.orient = VV_ORIENT_ANGLE;
    s.orient_rate = 20.0f;
    s.friction = 0.0f;
    vv_stage *stage = make_stage(step, false);
    vv_actor a = add(stage, ball->sprite, (vv_vec2){0.0f, drop}, (vv_vec2){0.0f, 0.0f}, &s);
    float top = 0.0f, rest = 0.5f;
    bool met = false, rises = false;
    for (uint32_t k = 0; k < (uint32_t)lroundf((2.5f + 2.0f * sqrtf(2.0f * drop / 9.81f)) / step); k++) {
        vv_stage_step(stage, step);
        vv_actor_state now = vv_stage_actor_state(stage, a);
        met = met || now.touching;
        rises = rises || (met && now.velocity.y > 0.3f);
        if (rises && now.velocity.y < -0.3f)
            break;
        if (rises)
            top = fmaxf(top, now.position.y);
    }
    vv_stage_destroy(stage);
    return rises ? fmaxf(0.0f, top - rest) / drop : 0.0f;
}

static void bounce_all(uint32_t scenes)
{
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    float worst[2] = {0.0f, 0.0f};
    body balls[MESHES];
    for (uint32_t m = 0; m < MESHES; m++)
        balls[m] = body_ball(1.0f, ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        float bounce = between(0.4f, 0.98f), drop = expf(between(logf(0.5f), logf(16.0f)));
        float step = step_sizes[vvi_random_below(&numbers, 4)];
        const body *ball = &balls[vvi_random_below(&numbers, MESHES)];
        for (int poses = 0; poses < 2; poses++) {
            float ratio = rebound(ball, bounce, drop, poses, step);
            float error = fabsf(ratio / (bounce * bounce) - 1.0f);
            if (verbose || error > 0.05f)
                printf("    bounce %.2f from %.2f m, %u vertices, step 1/%.0f, poses %s: %.3f of %.3f\n",
                       (double)bounce, (double)drop, ball->vertex_count, 1.0 / (double)step, poses ? "on" : "off",
                       (double)ratio, (double)(bounce * bounce));
            worst[poses] = fmaxf(worst[poses], error);
        }
    }
    for (uint32_t m = 0; m < MESHES; m++)
        body_free(&balls[m]);
    judge(worst[0] <= 0.05f, "without poses a rebound differs from bounce² by up to %.1f %%", 100.0 * (double)worst[0]);
    judge(worst[1] <= 0.05f, "with poses a rebound differs from bounce² by up to %.1f %%", 100.0 * (double)worst[1]);
}

/* ---- Heaps ------------------------------------------------------------------------------------------------------- */

typedef enum floor_kind { FLOOR_WALLS, FLOOR_FUNNEL, FLOOR_SLOPE, FLOORS } floor_kind;
static const char *const floor_names[FLOORS] = {"between walls", "in a funnel", "on a slope"};
typedef enum cast_kind { CAST_CRATES, CAST_BALLS, CAST_MIXED, CAST_LIVELY, CASTS } cast_kind;
static const char *const cast_names[CASTS] = {"crates", "balls", "mixed", "lively balls"};

static void add_polygon(vv_stage *stage, vv_vec2 a, vv_vec2 b, vv_vec2 c, vv_vec2 d)
{
    const vv_vec2 corners[4] = {a, b, c, d};
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle out;
    def.kind = VV_OBSTACLE_POLYGON;
    def.point_count = 4;
    def.points = corners;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &out, NULL), VV_OK);
}

static void add_walls(vv_stage *stage, float half)
{
    for (float side = -1.0f; side < 2.0f; side += 2.0f) {
        float near = side * half, far = side * (half + 1.4f);
        if (side > 0.0f)
            add_polygon(stage, (vv_vec2){near, -1}, (vv_vec2){far, -1}, (vv_vec2){far, 40}, (vv_vec2){near, 40});
        else
            add_polygon(stage, (vv_vec2){far, -1}, (vv_vec2){near, -1}, (vv_vec2){near, 40}, (vv_vec2){far, 40});
    }
}

static void add_floor(vv_stage *stage, floor_kind kind, float half)
{
    add_walls(stage, half);
    if (kind == FLOOR_FUNNEL) {
        add_polygon(stage, (vv_vec2){-half, 0}, (vv_vec2){-0.6f, 0}, (vv_vec2){-0.6f, 0.1f},
                    (vv_vec2){-half, 0.7f * half});
        add_polygon(stage, (vv_vec2){0.6f, 0}, (vv_vec2){half, 0}, (vv_vec2){half, 0.7f * half}, (vv_vec2){0.6f, 0.1f});
    } else if (kind == FLOOR_SLOPE) {
        add_polygon(stage, (vv_vec2){-half, -1}, (vv_vec2){half, -1}, (vv_vec2){half, 0.01f},
                    (vv_vec2){-half, 0.35f * half});
    }
}

typedef struct heap_result {
    uint32_t awake;   /* after 8 s */
    float way, speed; /* the longest way in the last 2 s; the median speed then */
} heap_result;

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static heap_result pile_up(const body bodies[3], cast_kind cast, floor_kind kind, uint32_t count)
{
    enum { STEPS = 60 };
    heap_result result = {0};
    float half = between(2.2f, 3.2f), speeds[MAX_HEAP], ways[MAX_HEAP] = {0.0f};
    vv_stage *stage = make_stage(1.0f / 60.0f, true);
    vv_actor actors[MAX_HEAP];
    vv_vec2 last[MAX_HEAP];
    uint32_t columns = (uint32_t)(2.0f * half / 1.3f);
    add_floor(stage, kind, half);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t which = cast == CAST_CRATES ? 1 : cast == CAST_MIXED ? vvi_random_below(&numbers, 3) : 0;
        vv_strengths s = vv_default_strengths();
        if (cast == CAST_LIVELY)
            s = strengths_of(TEMPER_RECIPE);
        float x = ((float)(i % columns) + 0.5f) * (2.0f * half / (float)columns) - half + between(-0.12f, 0.12f);
        float y = 0.4f * half * (kind != FLOOR_WALLS) + 0.3f * half * (kind == FLOOR_FUNNEL) + 0.1f +
                  1.25f * (float)(i / columns);
        actors[i] = add(stage, bodies[which].sprite, (vv_vec2){x, y}, (vv_vec2){0.0f, 0.0f}, &s);
    }
    /* The last one has fallen after √(2 h/g); 8 s later all are asleep. */
    float fallen = sqrtf(2.0f * 1.25f * (float)(count / columns + 1) / 9.81f);
    uint32_t until = (uint32_t)((fallen + 8.0f) * STEPS);
    for (uint32_t k = 0; k < until; k++)
        vv_stage_step(stage, 1.0f / STEPS);
    for (uint32_t i = 0; i < count; i++) {
        vv_actor_state now = vv_stage_actor_state(stage, actors[i]);
        result.awake += !now.asleep;
        last[i] = now.position;
        if (verbose && !now.asleep)
            printf("      %u at %.3f %.3f: %.4f m/s, %.4f rad/s\n", i, (double)now.position.x, (double)now.position.y,
                   (double)vv_vec2_length(now.velocity), (double)now.angular_velocity);
    }
    for (uint32_t k = 0; k < 2 * STEPS; k++) {
        vv_stage_step(stage, 1.0f / STEPS);
        for (uint32_t i = 0; i < count; i++) {
            vv_actor_state now = vv_stage_actor_state(stage, actors[i]);
            ways[i] += vv_vec2_distance(now.position, last[i]);
            last[i] = now.position;
            speeds[i] = vv_vec2_length(now.velocity);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        result.way = fmaxf(result.way, ways[i]);
    qsort(speeds, count, sizeof speeds[0], compare_floats);
    result.speed = speeds[count / 2];
    vv_stage_destroy(stage);
    return result;
}

static void heap_all(uint32_t scenes)
{
    body bodies[3] = {body_ball(0.9f, 8), body_rounded_crate(0.9f, 12), body_beam(1.6f, 16)};
    uint32_t bad[CASTS][FLOORS] = {{0}}, tried[CASTS][FLOORS] = {{0}};
    float way = 0.0f;
    for (uint32_t k = 0; k < scenes; k++) {
        cast_kind cast = (cast_kind)(k % CASTS);
        floor_kind kind = (floor_kind)(k / CASTS % FLOORS);
        uint32_t count = 12 + vvi_random_below(&numbers, k % 5 == 4 ? 53 : 21);
        heap_result r = pile_up(bodies, cast, kind, count);
        bool rests = r.awake == 0 && r.way == 0.0f;
        if (!rests)
            printf("    %u %s %s: %u awake after 8 s, way in 2 s up to %.4f m, median speed %.4f m/s\n", count,
                   cast_names[cast], floor_names[kind], r.awake, (double)r.way, (double)r.speed);
        bad[cast][kind] += !rests;
        tried[cast][kind]++;
        way = fmaxf(way, r.way);
    }
    for (uint32_t c = 0; c < CASTS; c++)
        for (uint32_t f = 0; f < FLOORS; f++)
            if (tried[c][f] > 0)
                judge(bad[c][f] == 0, "%s %s: %u of %u heaps are not asleep after 8 s", cast_names[c], floor_names[f],
                      bad[c][f], tried[c][f]);
    for (int i = 0; i < 3; i++)
        body_free(&bodies[i]);
}

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

/* How many of a lively heap, some of whom begin across a wall or in one another, leave the box in 6 s of pushes. */
static uint32_t count_escapes(const body balls[MESHES])
{
    box b = {between(1.5f, 3.5f), between(3.0f, 7.0f), {between(-50.0f, 50.0f), between(-3.0f, 3.0f)}, 0.0f};
    b.angle = vvi_random_below(&numbers, 2) ? between(-3.0f, 3.0f) : 0.0f;
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_actor actors[MAX_HEAP];
    uint32_t count = 4 + vvi_random_below(&numbers, 16), escapes = 0;
    assert_int_equal(vv_stage_create(&stage_def, NULL, &stage, NULL), VV_OK);
    add_box(stage, &b, vvi_random_below(&numbers, 2) == 1);
    for (uint32_t i = 0; i < count; i++) {
        vv_strengths s = strengths_of((temper)vvi_random_below(&numbers, TEMPERS));
        vv_actor_def def = vv_default_actor_def();
        vv_vec2 centre = corner_of(&b, between(-0.95f, 0.95f) * b.half, between(0.05f, 0.95f) * b.height);
        def.sprite = balls[vvi_random_below(&numbers, 3)].sprite;
        def.position = (vv_vec2){centre.x, centre.y - 0.5f};
        def.velocity = (vv_vec2){between(-6.0f, 6.0f), between(-6.0f, 6.0f)};
        def.strengths = s;
        def.place = vv_complex_at_example(vv_sprite_complex(def.sprite), 0);
        assert_int_equal(vv_stage_add_actor(stage, &def, &actors[i], NULL), VV_OK);
    }
    for (uint32_t k = 0; k < 360; k++) {
        if (k % 20 == 10) {
            vv_actor who = actors[vvi_random_below(&numbers, count)];
            vv_vec2 push = {between(-4.0f, 4.0f), between(-4.0f, 4.0f)};
            assert_true(vv_stage_apply_impulse(stage, who, push));
        }
        vv_stage_step(stage, 1.0f / 60.0f);
    }
    for (uint32_t i = 0; i < count; i++)
        escapes += !is_inside(&b, vv_stage_actor_state(stage, actors[i]).position);
    vv_stage_destroy(stage);
    return escapes;
}

static void wall_all(uint32_t scenes)
{
    uint32_t escapes = 0, bad = 0;
    body balls[MESHES];
    for (uint32_t m = 0; m < MESHES; m++)
        balls[m] = body_ball(1.0f, ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        uint32_t now = count_escapes(balls);
        if (now && verbose)
            printf("    %u left in run %u\n", now, k);
        escapes += now;
        bad += now > 0;
    }
    for (uint32_t m = 0; m < MESHES; m++)
        body_free(&balls[m]);
    judge(escapes == 0, "%u balls left %u of %u boxes of thin walls", escapes, bad, scenes);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "throws";
    uint32_t scenes = argc > 2 ? (uint32_t)atoi(argv[2]) : 6;
    numbers = vvi_random_seed(argc > 3 ? (uint64_t)atoll(argv[3]) : 1);
    verbose = getenv("VV_VERBOSE") != NULL;
    if (strcmp(what, "throws") == 0 || strcmp(what, "steps") == 0)
        throw_all(scenes, what[0] == 's');
    else if (strcmp(what, "bounce") == 0)
        bounce_all(scenes);
    else if (strcmp(what, "heaps") == 0)
        heap_all(scenes);
    else if (strcmp(what, "walls") == 0)
        wall_all(scenes);
    else
        return 2;
    printf("%u fall short\n", shortcomings);
    return shortcomings > 0;
}
