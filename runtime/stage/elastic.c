/* The elasticity that a drawing keeps however soft its strengths are.
 *
 * Shape matching knows the drawing as a whole. Where its stiffness is low, nothing ties particles together: held at
 * one point, a drawing would fall off its hold, and how far it sags would depend on how many particles it has. So a
 * soft drawing is also a sheet of rubber. Each triangle resists deformation with the energy  μ A |F − R|²,  where F
 * maps the rest shape to the drawing and R is the rotation nearest to it. The modulus E = 2μ is such that a drawing
 * that hangs under the stage's gravity becomes longer by HANGING_STRAIN; it depends neither on the mesh nor on the
 * step.
 *
 * The forces are integrated over the substep in smaller ones, as many as the finest triangle needs, from where the
 * substep began. Each evaluates them where the particles will be at its end, which is a Kelvin–Voigt damping of one
 * such time: it quenches what the mesh cannot resolve and leaves slow swings alone. Held particles are constraints in
 * each of them: exact holds prescribe where a particle goes, others are springs. */
#include "runtime/stage/elastic.h"

/* From this stiffness on (Hz) matching alone is firmer than the sheet; below, the sheet fades in. */
#define FIRM 8.0f
/* By which share a drawing that hangs at its top is longer. */
#define HANGING_STRAIN 0.03f
/* `local` (Hz) makes the sheet firmer instead of matching neighbourhoods: at this one, twice as firm. */
#define LOCAL_DOUBLES 30.0f
/* Stability: (time · frequency)² of a particle at most, and smaller steps in a substep at most. A triangle that would
 * need more, such as a sliver, is made softer. */
#define MAX_SQUARE 0.5f
#define MAX_STEPS  64u
/* Edges do not lengthen further beyond this multiple of their length at rest. */
#define MAX_STRETCH 2.4f

size_t vvi_elastic_scratch_bytes(const vvi_sprite_view *view)
{
    size_t patches = view->particle_count + VV_STAGE_MAX_HOLDS;
    return view->triangle_count * sizeof(element) + patches * sizeof(patch_particle);
}

float vvi_actor_elasticity(const actor *a)
{
    float share = a->strengths.stiffness / FIRM;
    return a->puppet || share >= 1.0f ? 0.0f : 1.0f - share * share * share * share;
}

static sheet lay_out(vv_stage *stage, actor *a)
{
    sheet s = {.actor = a, .view = &a->view, .rest = a->rest, .x = a->x, .v = a->v, .forces = stage->shape};
    VVI_CHECK(stage->scratch_bytes >= vvi_elastic_scratch_bytes(&a->view));
    VVI_CHECK(stage->shape_count >= a->view.particle_count);
    s.rates = &s.forces->x;
    s.elements = stage->scratch;
    s.patches = (patch_particle *)(void *)(s.elements + a->view.triangle_count);
    return s;
}

/* ---- The elements ------------------------------------------------------------------------------------------------ */

/* Of the present rest shape. */
static void make_elements(const sheet *s, float modulus)
{
    for (uint32_t t = 0; t < s->view->triangle_count; t++) {
        const uint32_t *c = s->view->triangles + 3u * (size_t)t;
        vv_vec2 p = vv_vec2_sub(s->rest[c[1]], s->rest[c[0]]), q = vv_vec2_sub(s->rest[c[2]], s->rest[c[0]]);
        float twice = vv_vec2_cross(p, q), longest = vvi_max(vv_vec2_dot(p, p), vv_vec2_dot(q, q));
        s->elements[t] = (element){{0.0f, 0.0f, 0.0f, 0.0f}, 0.0f};
        if (fabsf(twice) > 1e-3f * longest)
            s->elements[t] =
                (element){{q.y / twice, -q.x / twice, -p.y / twice, p.x / twice}, 0.5f * modulus * fabsf(twice)};
    }
}

/* |∇N|² of the three linear functions that are 1 at one corner and 0 at the others. */
static void square_gradients(const element *e, float squares[3])
{
    vv_vec2 one = {e->inverse[0], e->inverse[1]}, two = {e->inverse[2], e->inverse[3]}, zero = vv_vec2_add(one, two);
    squares[0] = vv_vec2_dot(zero, zero);
    squares[1] = vv_vec2_dot(one, one);
    squares[2] = vv_vec2_dot(two, two);
}

static void sum_rates(const sheet *s)
{
    float squares[3];
    for (uint32_t i = 0; i < s->view->particle_count; i++)
        s->rates[i] = 0.0f;
    for (uint32_t t = 0; t < s->view->triangle_count; t++) {
        const uint32_t *c = s->view->triangles + 3u * (size_t)t;
        square_gradients(&s->elements[t], squares);
        for (int k = 0; k < 3; k++)
            s->rates[c[k]] += s->elements[t].weight * squares[k] / s->view->masses[c[k]];
    }
}

/* `matching`: as add_matching. Returns how many smaller steps the substep needs, and softens triangles for which there
 * cannot be enough. */
static uint32_t make_stable(const sheet *s, float matching, float h)
{
    float most = matching;
    sum_rates(s);
    for (uint32_t i = 0; i < s->view->particle_count; i++)
        most = vvi_max(most, s->rates[i] + matching);
    float steps = h * sqrtf(most / MAX_SQUARE) + 1.0f, limit = (float)MAX_STEPS / h;
    limit = MAX_SQUARE * limit * limit;
    for (uint32_t t = 0; most > limit && t < s->view->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            s->elements[t].weight *= vvi_min(1.0f, limit / s->rates[s->view->triangles[3u * (size_t)t + (size_t)k]]);
    VVI_CHECK(steps >= 1.0f);
    return steps < (float)MAX_STEPS ? (uint32_t)steps : MAX_STEPS;
}

/* The rotation nearest to F, in the plane: that of the complex number (F₁₁ + F₂₂) + i (F₂₁ − F₁₂). */
static inline vv_vec2 nearest_rotation(float xx, float xy, float yx, float yy)
{
    vv_vec2 r = {xx + yy, yx - xy};
    float length = vv_vec2_length(r);
    return length > 1e-12f ? vv_vec2_scale(r, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
}

/* Where a particle will be at the end of the smaller step. */
static inline vv_vec2 place_ahead(const sheet *s, uint32_t i, float time)
{
    return (vv_vec2){s->x[i].x + time * s->v[i].x, s->x[i].y + time * s->v[i].y};
}

/* Forces of all triangles where the particles will be: −2 μ A (F − R) ∇N; their sum is 0. Returns whether a triangle is
 * stretched so much that an edge may be too long. */
static bool sum_forces(const sheet *s, float time)
{
    float largest = 0.0f;
    for (uint32_t i = 0; i < s->view->particle_count; i++)
        s->forces[i] = (vv_vec2){0.0f, 0.0f};
    for (uint32_t t = 0; t < s->view->triangle_count; t++) {
        const element *e = &s->elements[t];
        const uint32_t *c = s->view->triangles + 3u * (size_t)t;
        vv_vec2 from = place_ahead(s, c[0], time);
        vv_vec2 p = vv_vec2_sub(place_ahead(s, c[1], time), from), q = vv_vec2_sub(place_ahead(s, c[2], time), from);
        /* F, row by row */
        float xx = p.x * e->inverse[0] + q.x * e->inverse[2], xy = p.x * e->inverse[1] + q.x * e->inverse[3];
        float yx = p.y * e->inverse[0] + q.y * e->inverse[2], yy = p.y * e->inverse[1] + q.y * e->inverse[3];
        largest = vvi_max(largest, (xx * xx + xy * xy) + (yx * yx + yy * yy));
        vv_vec2 r = nearest_rotation(xx, xy, yx, yy);
        xx = e->weight * (xx - r.x);
        xy = e->weight * (xy + r.y);
        yx = e->weight * (yx - r.y);
        yy = e->weight * (yy - r.x);
        vv_vec2 one = {xx * e->inverse[0] + xy * e->inverse[1], yx * e->inverse[0] + yy * e->inverse[1]};
        vv_vec2 two = {xx * e->inverse[2] + xy * e->inverse[3], yx * e->inverse[2] + yy * e->inverse[3]};
        s->forces[c[0]] = vv_vec2_add(s->forces[c[0]], vv_vec2_add(one, two));
        s->forces[c[1]] = vv_vec2_sub(s->forces[c[1]], one);
        s->forces[c[2]] = vv_vec2_sub(s->forces[c[2]], two);
    }
    return largest > MAX_STRETCH * MAX_STRETCH;
}

/* Adds the forces of matching as a whole (eq. 7), a spring of this square of a frequency, 1/s². Its goals are those of
 * now: they move with the whole. */
static void add_matching(const sheet *s, float square)
{
    vvi_fit fit = vvi_match_fit(s->view, s->rest, s->x);
    for (uint32_t i = 0; i < s->view->particle_count; i++) {
        vv_vec2 e = s->rest[i];
        vv_vec2 goal = {fit.origin.x + fit.cosine * e.x - fit.sine * e.y,
                        fit.origin.y + fit.sine * e.x + fit.cosine * e.y};
        vv_vec2 force = vv_vec2_scale(vv_vec2_sub(goal, s->x[i]), square * s->view->masses[i]);
        s->forces[i] = vv_vec2_add(s->forces[i], force);
    }
}

/* ---- The substep ------------------------------------------------------------------------------------------------- */

static void integrate(const sheet *s, sheet_constraints *c, vv_vec2 gravity, float matching, uint32_t steps, float h)
{
    float time = h / (float)steps;
    vv_vec2 half = vv_vec2_scale(gravity, 0.5f * time);
    uint32_t particles = s->view->particle_count;
    vvi_positions_add(particles, half, s->v);
    for (uint32_t k = 0; k < steps; k++) {
        bool stretched = sum_forces(s, time);
        if (matching > 0.0f)
            add_matching(s, matching);
        for (uint32_t i = 0; i < particles; i++)
            s->v[i] = vv_vec2_add(s->v[i], vv_vec2_scale(s->forces[i], time / s->view->masses[i]));
        vvi_match_pins(s->view, 1.0f, s->v);
        if (stretched)
            vvi_sheet_limit_edges(s, c, MAX_STRETCH, time);
        vvi_sheet_constrain(s, c, time, h - (float)(k + 1u) * time, h);
        vv_vec2 gain = k + 1u < steps ? vv_vec2_scale(gravity, time) : half;
        for (uint32_t i = 0; i < particles; i++) {
            s->x[i] = vv_vec2_add(s->x[i], vv_vec2_scale(s->v[i], time));
            s->v[i] = vv_vec2_add(s->v[i], gain);
        }
    }
    for (uint32_t i = 0; i < c->pull_count; i++)
        if (c->pulls[i].exact)
            s->v[c->pulls[i].particle] = c->pulls[i].velocity;
}

/* Particles that belong to no triangle go with the others. */
static void carry_loose_particles(const sheet *s, actor *a)
{
    bool any = false;
    sum_rates(s);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        any = any || s->rates[i] == 0.0f;
    if (!any)
        return;
    vvi_fit fit = vvi_match_fit(&a->view, a->rest, a->x);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        if (s->rates[i] == 0.0f) {
            vv_vec2 e = a->rest[i];
            a->x[i] = (vv_vec2){fit.origin.x + fit.cosine * e.x - fit.sine * e.y,
                                fit.origin.y + fit.sine * e.x + fit.cosine * e.y};
            a->v[i] = (vv_vec2){0.0f, 0.0f};
        }
}

/* What holds and obstacles gave to the angular momentum: the rest is internal. */
static void book_torque(actor *a, float h)
{
    motion m = vvi_actor_motion(a);
    a->touch.torque += h * (float)(m.angular - a->predicted[2]);
}

/* Twice the longest distance in it is taken for the height of a drawing that hangs. */
static float find_modulus(const vv_stage *stage, const actor *a)
{
    float area = VV_PI * 0.25f * a->view.size * a->view.size, local = a->strengths.local / LOCAL_DOUBLES;
    float weight = a->view.mass / area * vvi_stage_gravity(stage);
    return vvi_actor_elasticity(a) * weight * a->view.radius / HANGING_STRAIN * (1.0f + local * local);
}

void vvi_actor_apply_elasticity(vv_stage *stage, const contact_island *island, actor *a, float h)
{
    sheet s = lay_out(stage, a);
    sheet_constraints constraints;
    vvi_sheet_list_constraints(stage, island, &s, h, &constraints);
    float rate = 2.0f * VV_PI * a->strengths.stiffness, matching = vvi_actor_elasticity(a) * rate * rate;
    make_elements(&s, find_modulus(stage, a));
    uint32_t steps = make_stable(&s, matching, h);
    /* The prediction has the mean velocity; here it begins with the first. */
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 from = vv_vec2_add(a->x0[i], a->support_shift), way = vv_vec2_sub(a->x[i], from);
        a->x[i] = from;
        a->v[i] = vv_vec2_sub(vv_vec2_scale(way, 1.0f / h), vv_vec2_scale(a->force_velocity, 0.5f));
    }
    integrate(&s, &constraints, vv_vec2_scale(a->force_velocity, 1.0f / h), matching, steps, h);
    a->pressed = constraints.pressed;
    if (a->hold_count > 0 || a->pressed > 0.0f)
        book_torque(a, h);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 way = vv_vec2_sub(vv_vec2_sub(a->x[i], a->x0[i]), a->support_shift);
        a->v[i] = vv_vec2_sub(a->v[i], vv_vec2_scale(way, 1.0f / h));
    }
    carry_loose_particles(&s, a);
    a->fit_is_stale = true;
}
