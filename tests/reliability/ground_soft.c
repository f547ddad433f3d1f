/* Held drawings sag, soft ones behave. */
#include "tests/reliability/ground.h"

#include <math.h>

enum { STRIPS = 4, MOST_VERTICES = 1400 };

/* Of a strip eighteen times as long as it is wide: 111, 365, 763 and 1,305 vertices. */
static const uint32_t strip_rows[STRIPS] = {2, 4, 6, 8};
/* The finest one takes most of the time: it is left to `make test-long`. */
static uint32_t strip_count(void) { return getenv("VV_LONG") ? STRIPS : STRIPS - 1u; }
#define SLENDER 18.0f

static vv_actor add_held(vv_stage *stage, const vv_sprite *sprite, vv_vec2 at, const vv_strengths *s, vv_hold a,
                         vv_hold b)
{
    const vv_hold holds[2] = {a, b};
    vv_actor_def def = vv_default_actor_def();
    vv_actor out;
    def.sprite = sprite;
    def.position = at;
    def.strengths = *s;
    def.place = vv_complex_at_example(vv_sprite_complex(sprite), 0);
    def.hold_count = 2;
    def.holds = holds;
    assert_int_equal(vv_stage_add_actor(stage, &def, &out, NULL), VV_OK);
    return out;
}

/* An exact hold of the vertex nearest to a point, displaced with it. */
static vv_hold hold_of(const body *b, vv_vec2 at, vv_vec2 by)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < b->vertex_count; i++)
        if (vv_vec2_distance(b->positions[i], at) < vv_vec2_distance(b->positions[best], at))
            best = i;
    return (vv_hold){b->positions[best], vv_vec2_add(b->positions[best], by), INFINITY};
}

/* ---- Bars -------------------------------------------------------------------------------------------------------- */

typedef struct sagged {
    float sag, trembling; /* of the centre of mass after 10 s; its way in the last second; m */
} sagged;

/* The vertex that is nearest to a point. */
static vv_vec2 vertex_near(const body *b, vv_vec2 at) { return hold_of(b, at, (vv_vec2){0.0f, 0.0f}).at; }

/* A bar held at both ends. */
static sagged hang_bar(const body *bar, const vv_vec2 ends[2], const vv_strengths *s, float step)
{
    sagged result = {0};
    vv_stage *stage = ground_stage(step, false);
    float high = 20.0f;
    vv_hold left = hold_of(bar, ends[0], (vv_vec2){0.0f, high});
    vv_hold right = hold_of(bar, ends[1], (vv_vec2){0.0f, high});
    vv_actor a = add_held(stage, bar->sprite, (vv_vec2){0.0f, high}, s, left, right);
    vv_vec2 last = vv_stage_actor_state(stage, a).position, start = last;
    for (uint32_t k = 0; k < (uint32_t)(10.0f / step); k++) {
        vv_stage_step(stage, step);
        vv_vec2 now = vv_stage_actor_state(stage, a).position;
        if ((float)k * step > 9.0f)
            result.trembling += vv_vec2_distance(now, last);
        last = now;
    }
    result.sag = start.y - last.y;
    vv_stage_destroy(stage);
    return result;
}

void ground_sag(uint32_t scenes)
{
    static const float stiffnesses[] = {0.0f, 0.5f, 2.0f, 4.0f, 8.0f, 40.0f},
                       step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    enum { COUNT = sizeof stiffnesses / sizeof stiffnesses[0] };
    uint32_t rising = 0, still = 0, strips = strip_count();
    float worst = 0.0f, worst_step = 0.0f, limp_low = INFINITY, limp_high = 0.0f, trembling = 0.0f;
    for (uint32_t k = 0; k < scenes; k++) {
        float length = ground_between(1.0f, 8.0f);
        body bars[STRIPS];
        vv_strengths s = vv_default_strengths();
        float sags[STRIPS][COUNT] = {{0.0f}};
        /* All of it soft, or only the whole; a drawing with few pieces or as usual. */
        uint32_t local = vvi_random_below(&ground_numbers, 3);
        s.damping = ground_between(1.0f, 3.0f);
        vv_vec2 ends[2] = {{-0.475f * length, 0.5f * length / SLENDER}, {0.475f * length, 0.5f * length / SLENDER}};
        for (uint32_t m = 0; m < strips; m++) {
            bars[m] = body_strip(length, length / SLENDER, strip_rows[m], 0.2f * (float)(k % 2), k);
            for (int e = 0; e < 2 && m == 0; e++) /* all are held where the coarsest has a vertex */
                ends[e] = vertex_near(&bars[0], ends[e]);
            for (uint32_t i = 0; i < COUNT; i++) {
                s.stiffness = stiffnesses[i];
                s.local = local == 0 ? stiffnesses[i] : local == 1 ? 0.0f : 20.0f;
                sagged r = hang_bar(&bars[m], ends, &s, 1.0f / 60.0f);
                sags[m][i] = r.sag / length;
                trembling = fmaxf(trembling, r.trembling / length);
                rising += i > 0 && sags[m][i] > sags[m][i - 1] + 1e-4f;
            }
            limp_low = local == 2 ? limp_low : fminf(limp_low, sags[m][0]);
            limp_high = local == 2 ? limp_high : fmaxf(limp_high, sags[m][0]);
            still += sags[m][0] < 0.01f;
        }
        for (uint32_t i = 0; i < COUNT; i++) {
            float low = INFINITY, high = -INFINITY, off;
            for (uint32_t m = 0; m < strips; m++) {
                low = fminf(low, sags[m][i]);
                high = fmaxf(high, sags[m][i]);
            }
            off = (high - low) / fmaxf(high, 0.005f); /* less than half a hundredth of the length shows nothing */
            worst = fmaxf(worst, off);
            if (ground_verbose)
                printf("    %.2f m, stiffness %.1f, local %u: sags %.4f %.4f %.4f %.4f of its length\n", (double)length,
                       (double)stiffnesses[i], local, (double)sags[0][i], (double)sags[1][i], (double)sags[2][i],
                       (double)sags[3][i]);
        }
        uint32_t which = vvi_random_below(&ground_numbers, 4);
        s.stiffness = stiffnesses[which];
        s.local = local == 0 ? stiffnesses[which] : local == 1 ? 0.0f : 20.0f;
        float low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < 4; i++) {
            float sag = hang_bar(&bars[1], ends, &s, step_sizes[i]).sag / length;
            low = fminf(low, sag);
            high = fmaxf(high, sag);
            if (ground_verbose)
                printf("    stiffness %.1f, step %.4f: %.4f\n", (double)s.stiffness, (double)step_sizes[i],
                       (double)sag);
        }
        worst_step = fmaxf(worst_step, (high - low) / fmaxf(high, 0.005f));
        for (uint32_t m = 0; m < strips; m++)
            body_free(&bars[m]);
    }
    ground_judge(rising == 0, "sag rises with stiffness %u times", rising);
    ground_judge(still == 0, "%u bars of stiffness 0 stay where they are", still);
    ground_judge(limp_high < 0.35f, "bars of stiffness 0 sag by %.3f to %.3f of their length", (double)limp_low,
                 (double)limp_high);
    ground_judge(worst <= 0.1f, "sag differs by up to %.1f %% between meshes", 100.0 * (double)worst);
    ground_judge(worst_step <= 0.1f, "sag differs by up to %.1f %% between steps of 1/30 to 1/240 s",
                 100.0 * (double)worst_step);
    ground_judge(trembling < 0.002f, "they still move by %.4f of their length in the last of 10 s", (double)trembling);
}

/* ---- Ropes ------------------------------------------------------------------------------------------------------- */

/* a of the catenary y = a cosh((x − x0)/a) of this length between points that are (across, rise) apart. */
static double catenary_parameter(double length, double across, double rise)
{
    double wanted = sqrt(length * length - rise * rise), low = 1e-3 * across, high = 1e4 * across;
    for (int i = 0; i < 200; i++) {
        double a = sqrt(low * high), got = 2.0 * a * sinh(across / (2.0 * a));
        if (got > wanted)
            low = a;
        else
            high = a;
    }
    return low;
}

/* The greatest distance of the middle line from the catenary, in lengths of the rope. */
static float rope_error(const body *rope, uint32_t rows, float length, vv_vec2 apart, const vv_strengths *s, float step,
                        float *trembling)
{
    vv_vec2 vertices[MOST_VERTICES];
    vv_stage *stage = ground_stage(step, false);
    float y = 0.5f * length / 22.0f, end = 0.48f * length;
    vv_vec2 from = {-0.5f * apart.x, 30.0f - 0.5f * apart.y}, to = {0.5f * apart.x, 30.0f + 0.5f * apart.y};
    vv_hold left = hold_of(rope, (vv_vec2){-end, y}, (vv_vec2){0.0f, 30.0f});
    vv_hold right = hold_of(rope, (vv_vec2){end, y}, (vv_vec2){0.0f, 30.0f});
    vv_vec2 start[2] = {left.to, right.to};
    vv_actor a = add_held(stage, rope->sprite, (vv_vec2){0.0f, 30.0f}, s, left, right);
    uint32_t steps = (uint32_t)(2.0f / step);
    for (uint32_t k = 1; k <= steps; k++) { /* its ends are brought to where they hang */
        float t = (float)k / (float)steps;
        vv_stage_move_hold(stage, a, 0, vv_vec2_lerp(start[0], from, t));
        vv_stage_move_hold(stage, a, 1, vv_vec2_lerp(start[1], to, t));
        vv_stage_step(stage, step);
    }
    vv_vec2 last = {0.0f, 0.0f};
    *trembling = 0.0f;
    for (uint32_t k = 0; k < (uint32_t)(12.0f / step); k++) {
        vv_stage_step(stage, step);
        vv_vec2 now = vv_stage_actor_state(stage, a).position;
        if ((float)k * step > 11.0f)
            *trembling += vv_vec2_distance(now, last) / length;
        last = now;
    }
    vv_stage_vertices(stage, a, vertices);
    vv_stage_destroy(stage);
    double across = (double)apart.x, rise = (double)apart.y, c;
    c = catenary_parameter((double)vv_vec2_distance(left.at, right.at), across, rise);
    /* Through both ends: y = c cosh((x − x0)/c) + y0. */
    double tilt = asinh(rise / (2.0 * c * sinh(across / (2.0 * c)))), x0 = -c * tilt;
    double y0 = (double)from.y - c * cosh((-0.5 * across - x0) / c);
    float worst = 0.0f;
    uint32_t columns = rope->vertex_count / (rows + 1u);
    for (uint32_t i = 0; i < columns; i++) {
        vv_vec2 middle = {0.0f, 0.0f};
        float rest = 0.0f;
        for (uint32_t j = 0; j <= rows; j++) {
            middle = vv_vec2_add(middle, vv_vec2_scale(vertices[j * columns + i], 1.0f / (float)(rows + 1u)));
            rest += rope->positions[j * columns + i].x / (float)(rows + 1u);
        }
        if (rest < left.at.x || rest > right.at.x)
            continue; /* beyond the holds */
        double nearest = INFINITY;
        for (int k = 0; k <= 2000; k++) {
            double x = across * ((double)k / 2000.0 - 0.5), dx = x - (double)middle.x;
            double dy = c * cosh((x - x0) / c) + y0 - (double)middle.y;
            nearest = fmin(nearest, dx * dx + dy * dy);
        }
        worst = fmaxf(worst, (float)sqrt(nearest) / length);
    }
    return worst;
}

void ground_rope(uint32_t scenes)
{
    static const uint32_t rows[] = {2, 3, 4, 6};
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    float worst = 0.0f, trembles = 0.0f;
    for (uint32_t k = 0; k < scenes; k++) {
        float length = ground_between(1.0f, 8.0f), part = ground_between(0.4f, 0.9f), trembling;
        vv_vec2 apart = {part * length, ground_between(-0.4f, 0.4f) * (0.96f - part) * length};
        vv_strengths s = vv_default_strengths();
        uint32_t which = vvi_random_below(&ground_numbers, 4);
        float step = step_sizes[vvi_random_below(&ground_numbers, 4)];
        body rope = body_strip(length, length / 22.0f, rows[which], 0.2f * (float)(k % 2), k);
        s.stiffness = 0.0f;
        s.local = vvi_random_below(&ground_numbers, 2) ? 0.0f : 20.0f;
        s.damping = ground_between(1.0f, 3.0f);
        float error = rope_error(&rope, rows[which], length, apart, &s, step, &trembling);
        if (ground_verbose)
            printf(
                "    %.2f m, %u vertices, local %.0f, step %.4f, ends %.2f and %.2f apart: %.4f off, trembles %.5f\n",
                (double)length, rope.vertex_count, (double)s.local, (double)step, (double)(apart.x / length),
                (double)(apart.y / length), (double)error, (double)trembling);
        worst = fmaxf(worst, error);
        trembles = fmaxf(trembles, trembling);
        body_free(&rope);
    }
    ground_judge(worst < 0.05f, "a rope of stiffness 0 is up to %.1f %% of its length off a catenary",
                 100.0 * (double)worst);
    ground_judge(trembles < 0.005f, "ropes still move by %.4f of their length in the last second", (double)trembles);
}

/* ---- Limbs ------------------------------------------------------------------------------------------------------- */

typedef struct swung {
    float stretch; /* the greatest length of an edge, in its greatest of all examples */
    double energy; /* the greatest kinetic energy, J */
    double late;   /* … in the last second */
} swung;

/* A body in the air, or on the ground, whose pose turns an arm to and fro. */
static swung swing_limb(const body *limb, const vv_strengths *s, bool grounded, float step)
{
    vv_vec2 vertices[MOST_VERTICES];
    swung result = {0};
    vv_stage *stage = ground_stage(step, false);
    vv_actor a = ground_add(stage, limb->sprite, (vv_vec2){0.0f, grounded ? 0.0f : 300.0f}, (vv_vec2){0.0f, 0.0f}, s);
    if (!grounded)
        vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    uint32_t steps = (uint32_t)(5.0f / step);
    for (uint32_t k = 0; k < steps; k++) {
        if (k == (uint32_t)(0.5f / step) || k == (uint32_t)(1.5f / step))
            assert_true(vv_stage_set_equilibrium(
                stage, a, vv_complex_at_example(vv_sprite_complex(limb->sprite), k < (uint32_t)(1.0f / step))));
        vv_stage_step(stage, step);
        vv_stage_vertices(stage, a, vertices);
        for (uint32_t t = 0; t < limb->triangle_count; t++)
            for (uint32_t e = 0; e < 3; e++) {
                uint32_t i = limb->triangles[3 * t + e], j = limb->triangles[3 * t + (e + 1) % 3];
                float rest = fmaxf(vv_vec2_distance(limb->positions[i], limb->positions[j]),
                                   vv_vec2_distance(limb->posed[i], limb->posed[j]));
                result.stretch = fmaxf(result.stretch, vv_vec2_distance(vertices[i], vertices[j]) / rest);
            }
        vv_mechanics m = vv_stage_mechanics(stage, a);
        result.energy = fmax(result.energy, m.kinetic);
        if (k + (uint32_t)(1.0f / step) >= steps)
            result.late = fmax(result.late, m.kinetic);
    }
    vv_stage_destroy(stage);
    return result;
}

void ground_limbs(uint32_t scenes)
{
    static const uint32_t cells[] = {8, 12, 16, 24, 28};
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    float stretch = 0.0f;
    double most = 0.0, late = 0.0;
    for (uint32_t k = 0; k < scenes; k++) {
        float angle = ground_between(2.0f, 2.8f);
        body limb = body_limb(1.0f, cells[vvi_random_below(&ground_numbers, 5)], k % 3 == 0 ? 2.8f : angle);
        vv_strengths s = vv_default_strengths();
        bool grounded = vvi_random_below(&ground_numbers, 2) == 0;
        float step = step_sizes[vvi_random_below(&ground_numbers, 4)];
        s.projection = vvi_random_below(&ground_numbers, 2) ? 1.0f : 0.0f;
        swung firm = swing_limb(&limb, &s, grounded, step);
        s.stiffness = k % 2 == 0 ? 2.0f : ground_between(0.0f, 8.0f);
        s.local = vvi_random_below(&ground_numbers, 2) ? 20.0f : ground_between(0.0f, 30.0f);
        swung soft = swing_limb(&limb, &s, grounded, step);
        double mass = (double)vv_sprite_mass(limb.sprite);
        if (ground_verbose)
            printf(
                "    %u vertices, stiffness %.2f, local %.1f, projection %.0f, step %.4f%s: stretch %.2f (%.2f firm), "
                "energy %.3f J/kg (%.3f firm), late %.4f (%.4f)\n",
                limb.vertex_count, (double)s.stiffness, (double)s.local, (double)s.projection, (double)step,
                grounded ? ", on the ground" : "", (double)soft.stretch, (double)firm.stretch, soft.energy / mass,
                firm.energy / mass, soft.late / mass, firm.late / mass);
        stretch = fmaxf(stretch, soft.stretch);
        most = fmax(most, soft.energy / firm.energy);
        late = fmax(late, soft.late / firm.energy);
        body_free(&limb);
    }
    ground_judge(stretch <= 3.0f, "an edge is stretched %.2f times", (double)stretch);
    ground_judge(most <= 1.1, "a soft limb has up to %.2f times the energy of a firm one", most);
    ground_judge(late <= 0.1, "3 s later it still has up to %.3f of that", late);
}

/* ---- Posts ------------------------------------------------------------------------------------------------------- */

typedef struct draped {
    float sag; /* of both ends below the middle, in lengths */
    float way; /* of its centre in the last second, in lengths */
} draped;

/* A bar is put down on a post. */
static draped drape(const body *bar, uint32_t rows, float length, float width, const vv_strengths *s, float step)
{
    vv_vec2 vertices[MOST_VERTICES], top = {0.5f * width, 10.0f};
    const vv_vec2 corners[4] = {{-top.x, 0.0f}, {top.x, 0.0f}, {top.x, top.y}, {-top.x, top.y}};
    draped result = {0};
    vv_stage *stage = ground_stage(step, false);
    ground_add_polygon(stage, corners, 4);
    vv_actor a = ground_add(stage, bar->sprite, (vv_vec2){0.0f, top.y + 0.01f * length}, (vv_vec2){0.0f, 0.0f}, s);
    vv_vec2 last = {0.0f, 0.0f};
    float seconds = fmaxf(10.0f, 24.0f / s->damping); /* vibrations decay as exp(−damping t/2) */
    for (uint32_t k = 0; k < (uint32_t)(seconds / step); k++) {
        vv_stage_step(stage, step);
        vv_vec2 now = vv_stage_actor_state(stage, a).position;
        if ((float)k * step > seconds - 1.0f)
            result.way += vv_vec2_distance(now, last) / length;
        last = now;
    }
    vv_stage_vertices(stage, a, vertices);
    vv_stage_destroy(stage);
    uint32_t columns = bar->vertex_count / (rows + 1u);
    float ends = 0.0f, middle = 0.0f;
    for (uint32_t j = 0; j <= rows; j++) {
        const uint32_t first = j * columns, last_one = first + columns - 1u, half = first + columns / 2u;
        ends += 0.5f * (vertices[first].y + vertices[last_one].y);
        middle += vertices[half].y;
        /* As far as it was not straight from the first. */
        ends -= 0.5f * (bar->positions[first].y + bar->positions[last_one].y);
        middle -= bar->positions[half].y;
    }
    result.sag = (middle - ends) / ((float)(rows + 1u) * length);
    return result;
}

void ground_posts(uint32_t scenes)
{
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    uint32_t strips = strip_count();
    float worst = 0.0f, way = 0.0f;
    for (uint32_t k = 0; k < scenes; k++) {
        float length = ground_between(1.0f, 6.0f), width = ground_between(0.04f, 0.2f) * length;
        float low = INFINITY, high = -INFINITY;
        vv_strengths s = vv_default_strengths();
        s.stiffness = ground_between(1.0f, 10.0f);
        s.local = vvi_random_below(&ground_numbers, 2) ? 20.0f : s.stiffness;
        s.damping = ground_between(1.0f, 3.0f);
        float step = step_sizes[vvi_random_below(&ground_numbers, 4)];
        draped all[STRIPS] = {{0.0f, 0.0f}};
        for (uint32_t m = 0; m < strips; m++) {
            body bar = body_strip(length, length / SLENDER, strip_rows[m], 0.2f * (float)(k % 2), k);
            all[m] = drape(&bar, strip_rows[m], length, width, &s, step);
            body_free(&bar);
            low = fminf(low, all[m].sag);
            high = fmaxf(high, all[m].sag);
            way = fmaxf(way, all[m].way);
        }
        if (ground_verbose)
            printf("    %.2f m on %.2f m, stiffness %.2f, local %.1f, step %.4f: sags %.4f %.4f %.4f %.4f, moves %.4f "
                   "%.4f %.4f "
                   "%.4f\n",
                   (double)length, (double)width, (double)s.stiffness, (double)s.local, (double)step,
                   (double)all[0].sag, (double)all[1].sag, (double)all[2].sag, (double)all[3].sag, (double)all[0].way,
                   (double)all[1].way, (double)all[2].way, (double)all[3].way);
        worst = fmaxf(worst, (high - low) / fmaxf(high, 0.005f));
    }
    ground_judge(worst <= 0.1f, "the sag of a bar on a post differs by up to %.1f %% between meshes",
                 100.0 * (double)worst);
    ground_judge(way < 0.001f, "it still moves by up to %.4f of its length in a second", (double)way);
}
