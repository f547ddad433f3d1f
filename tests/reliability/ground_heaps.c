/* Heaps come to rest. */
#include "tests/reliability/baked.h"
#include "tests/reliability/ground.h"

#include <math.h>

enum { MAX_HEAP = 64 };

/* ---- Heaps ------------------------------------------------------------------------------------------------------- */

typedef enum floor_kind { FLOOR_WALLS, FLOOR_FUNNEL, FLOOR_SLOPE, FLOORS } floor_kind;
static const char *const floor_names[FLOORS] = {"between walls", "in a funnel", "on a slope"};
typedef enum cast_kind { CAST_CRATES, CAST_BALLS, CAST_MEN, CAST_MIXED, CASTS } cast_kind;
static const char *const cast_names[CASTS] = {"crates", "balls", "men", "mixed"};

/* Who may lie in a heap. The man is the one of examples/cannon. */
enum { PART_BALL, PART_CRATE, PART_BEAM, PART_MAN, PARTS };
static const char *const part_names[PARTS] = {"ball", "crate", "beam", "man"};
typedef struct cast {
    body bodies[PART_MAN];
    baked example;
    const vv_sprite *sprites[PARTS];
    vv_vec2 size[PARTS]; /* width and height */
    float man_low;       /* of the man's lowest vertex, in his artwork */
} cast;

static cast make_cast(void)
{
    cast c = {.bodies = {body_ball(0.9f, 8), body_rounded_crate(0.9f, 12), body_beam(1.6f, 16)},
              .size = {{0.9f, 0.9f}, {0.9f, 0.9f}, {1.6f, 0.2f}}};
    c.example = bake("cannon");
    vv_artwork man = vv_asset_artwork(c.example.asset, vv_asset_find_artwork(c.example.asset, "man"));
    vv_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < man.mesh.vertex_count; i++) {
        vv_vec2 p = man.mesh.positions[i];
        low = (vv_vec2){fminf(low.x, p.x), fminf(low.y, p.y)};
        high = (vv_vec2){fmaxf(high.x, p.x), fmaxf(high.y, p.y)};
    }
    for (int i = 0; i < PART_MAN; i++)
        c.sprites[i] = c.bodies[i].sprite;
    c.sprites[PART_MAN] = man.sprite;
    c.size[PART_MAN] = vv_vec2_sub(high, low);
    c.man_low = low.y;
    return c;
}

static void free_cast(cast *c)
{
    for (int i = 0; i < PART_MAN; i++)
        body_free(&c->bodies[i]);
    release(&c->example);
}

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

static uint32_t random_part(cast_kind kind)
{
    static const uint32_t only[CASTS] = {PART_CRATE, PART_BALL, PART_MAN, PARTS};
    return kind == CAST_MIXED ? vvi_random_below(&ground_numbers, PARTS) : only[kind];
}

static heap_result pile_up(const cast *c, cast_kind kind, floor_kind floor, uint32_t count)
{
    enum { STEPS = 60 };
    heap_result result = {0};
    float half = ground_between(2.2f, 3.2f), speeds[MAX_HEAP], ways[MAX_HEAP] = {0.0f};
    vv_stage *stage = ground_stage(1.0f / STEPS, true);
    vv_actor actors[MAX_HEAP];
    uint32_t parts[MAX_HEAP];
    vv_vec2 last[MAX_HEAP];
    vv_strengths s = vv_default_strengths();
    float wide = kind == CAST_MEN ? 1.25f * c->size[PART_MAN].x : kind == CAST_MIXED ? 1.8f : 1.3f;
    float high = kind == CAST_MEN || kind == CAST_MIXED ? 1.1f * c->size[PART_MAN].y : 1.25f;
    uint32_t columns = (uint32_t)(2.0f * half / wide);
    add_floor(stage, floor, half);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t which = parts[i] = random_part(kind);
        float x = ((float)(i % columns) + 0.5f) * (2.0f * half / (float)columns) - half + ground_between(-0.12f, 0.12f);
        float y = 0.4f * half * (floor != FLOOR_WALLS) + 0.3f * half * (floor == FLOOR_FUNNEL) + 0.1f +
                  high * (float)(i / columns) - (which == PART_MAN ? c->man_low : 0.0f);
        actors[i] = ground_add(stage, c->sprites[which], (vv_vec2){x, y}, (vv_vec2){0.0f, 0.0f}, &s);
    }
    /* The last one has fallen when nobody is faster than after a fall of 0.1 m; 8 s later all are asleep. A tower of 15
     * may take a while to topple. */
    uint32_t fell = 0;
    for (uint32_t k = 0; k < 40 * STEPS && k < fell + 8 * STEPS; k++) {
        vv_stage_step(stage, 1.0f / STEPS);
        for (uint32_t i = 0; i < count; i++)
            if (vv_vec2_length(vv_stage_actor_state(stage, actors[i]).velocity) > 1.4f)
                fell = k;
    }
    for (uint32_t i = 0; i < count; i++) {
        vv_actor_state now = vv_stage_actor_state(stage, actors[i]);
        result.awake += !now.asleep;
        last[i] = now.position;
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
    for (uint32_t i = 0; i < count && ground_verbose && result.awake; i++)
        if (ways[i] > 0.3f * result.way)
            printf("      %u (%s) at %.3f %.3f, %.3f rad: way %.4f m\n", i, part_names[parts[i]], (double)last[i].x,
                   (double)last[i].y, (double)vv_stage_actor_state(stage, actors[i]).angle, (double)ways[i]);
    qsort(speeds, count, sizeof speeds[0], compare_floats);
    result.speed = speeds[count / 2];
    vv_stage_destroy(stage);
    return result;
}

void ground_heaps(uint32_t scenes)
{
    cast c = make_cast();
    uint32_t bad[CASTS][FLOORS] = {{0}}, tried[CASTS][FLOORS] = {{0}};
    float way = 0.0f;
    for (uint32_t k = 0; k < scenes; k++) {
        cast_kind kind = (cast_kind)(k % CASTS);
        floor_kind floor = (floor_kind)(k / CASTS % FLOORS);
        uint32_t count = 12 + vvi_random_below(&ground_numbers, k % 5 == 4 ? 53 : 21);
        heap_result r = pile_up(&c, kind, floor, count);
        bool rests = r.awake == 0 && r.way == 0.0f;
        if (!rests)
            printf("    %u: %u %s %s: %u awake after 8 s, way in 2 s up to %.4f m, median speed %.4f m/s\n", k, count,
                   cast_names[kind], floor_names[floor], r.awake, (double)r.way, (double)r.speed);
        bad[kind][floor] += !rests;
        tried[kind][floor]++;
        way = fmaxf(way, r.way);
    }
    for (uint32_t i = 0; i < CASTS; i++)
        for (uint32_t f = 0; f < FLOORS; f++)
            if (tried[i][f] > 0)
                ground_judge(bad[i][f] == 0, "%s %s: %u of %u heaps are not asleep after 8 s", cast_names[i],
                             floor_names[f], bad[i][f], tried[i][f]);
    free_cast(&c);
}

/* ---- Lively balls under a heavy one ------------------------------------------------------------------------------ */

void ground_calm(uint32_t scenes)
{
    enum { BALLS = 60, STEPS = 60 };
    float worst = 0.0f;
    for (uint32_t k = 0; k < scenes; k++) {
        body small = body_ball(0.5f, 6), large = body_ball(3.0f, 10);
        vv_strengths s = ground_strengths((temper)(TEMPER_RECIPE + k % 3));
        vv_stage *stage = ground_stage(1.0f / STEPS, false);
        vv_actor actors[BALLS];
        float speeds[BALLS], half = ground_between(2.2f, 3.2f);
        uint32_t columns = (uint32_t)(2.0f * half / 0.65f);
        add_walls(stage, half);
        for (uint32_t i = 0; i < BALLS; i++) {
            float x = ((float)(i % columns) + 0.5f) * (2.0f * half / (float)columns) - half;
            vv_vec2 at = {x + ground_between(-0.05f, 0.05f), 0.05f + 0.65f * (float)(i / columns)};
            actors[i] = ground_add(stage, small.sprite, at, (vv_vec2){0.0f, 0.0f}, &s);
        }
        vv_vec2 top = {ground_between(-0.3f, 0.3f), 0.1f + 0.65f * (float)(BALLS / columns + 1)};
        ground_add(stage, large.sprite, top, (vv_vec2){0.0f, 0.0f}, &s);
        for (uint32_t i = 0; i < 10 * STEPS; i++)
            vv_stage_step(stage, 1.0f / STEPS);
        for (uint32_t i = 0; i < BALLS; i++)
            speeds[i] = vv_vec2_length(vv_stage_actor_state(stage, actors[i]).velocity);
        qsort(speeds, BALLS, sizeof speeds[0], compare_floats);
        if (ground_verbose || speeds[BALLS / 2] >= 0.01f)
            printf("    %s between walls %.1f m apart: median %.4f m/s, fastest %.4f m/s\n",
                   ground_temper_names[TEMPER_RECIPE + k % 3], 2.0 * (double)half, (double)speeds[BALLS / 2],
                   (double)speeds[BALLS - 1]);
        worst = fmaxf(worst, speeds[BALLS / 2]);
        vv_stage_destroy(stage);
        body_free(&small);
        body_free(&large);
    }
    ground_judge(worst < 0.01f, "60 lively balls under one six times as wide: median speed up to %.4f m/s after 10 s",
                 (double)worst);
}

/* ---- Men who fall on their heads --------------------------------------------------------------------------------- */

void ground_heads(uint32_t scenes)
{
    cast c = make_cast();
    uint32_t stand = 0, awake = 0;
    for (uint32_t k = 0; k < scenes; k++) {
        vv_stage *stage = ground_stage(1.0f / 60.0f, true);
        vv_strengths s = vv_default_strengths();
        if (k % 2) { /* as in the scene “launch” */
            s.stiffness = 30.0f;
            s.local = 25.0f;
            s.damping = 3.0f;
            s.equilibrium = 5.0f;
            s.settle = 0.6f;
            s.energy = 3.5f;
            s.energy_time = 0.4f;
            s.energy_example = 2;
            s.velocity = 1.2f;
            s.velocity_threshold = 0.8f;
            s.velocity_example = 1;
            s.bounce = 0.2f;
            s.friction = 0.7f;
            s.drag = 0.15f;
        }
        vv_actor_def def = vv_default_actor_def();
        vv_actor actor;
        def.sprite = c.sprites[PART_MAN];
        def.position = (vv_vec2){0.0f, c.size[PART_MAN].y + ground_between(0.02f, 3.0f)};
        def.angle = VV_PI + ground_between(-0.15f, 0.15f) * (float)(k % 3);
        def.velocity = (vv_vec2){ground_between(-1.0f, 1.0f) * (float)(k / 2 % 2), 0.0f};
        def.strengths = s;
        def.place = vv_complex_at_example(vv_sprite_complex(def.sprite), 0);
        assert_int_equal(vv_stage_add_actor(stage, &def, &actor, NULL), VV_OK);
        for (uint32_t i = 0; i < 720; i++)
            vv_stage_step(stage, 1.0f / 60.0f);
        vv_actor_state now = vv_stage_actor_state(stage, actor);
        float off = fabsf(vv_wrap_angle(now.angle - VV_PI));
        bool stands = off < 0.7f && now.position.y > 0.35f * c.size[PART_MAN].y;
        if (stands || !now.asleep)
            printf("    %u: from %.3f m, %.4f rad askew, at %.2f m/s: %.3f rad from standing on its head, centre at "
                   "%.2f m, %s\n",
                   k, (double)def.position.y, (double)(def.angle - VV_PI), (double)def.velocity.x, (double)off,
                   (double)now.position.y, now.asleep ? "asleep" : "awake");
        stand += stands;
        awake += !now.asleep;
        vv_stage_destroy(stage);
    }
    free_cast(&c);
    ground_judge(stand == 0, "%u of %u men stay on their heads", stand, scenes);
    ground_judge(awake == 0, "%u of %u are awake after 12 s", awake, scenes);
}
