/* The elasticity that a drawing keeps however soft its strengths are.
 *
 * Shape matching knows the drawing as a whole. Where its stiffness is low, nothing would tie the particles together:
 * held at one point a drawing would fall off its hold. So a soft drawing is also a sheet of rubber: each triangle of
 * the mesh resists deformation with the energy  μ A |F − R|²,  where F maps the rest shape to the drawing and R is the
 * rotation nearest to it. The modulus E = 2μ is such that a drawing hanging under the stage's gravity is longer by
 * HANGING_STRAIN; it depends neither on the mesh nor on the step.
 *
 * The forces are integrated over the substep in smaller ones, as many as the finest triangle needs. Each evaluates
 * them where the particles will be at its end (a Kelvin–Voigt damping of one such time): that quenches what the mesh
 * cannot resolve and leaves slow swings alone. */
#include "runtime/stage/state.h"

/* From this stiffness on (Hz) matching alone is firmer than the sheet; below, the sheet fades in. */
#define FIRM 8.0f
/* By which share a drawing hanging at its top is longer. */
#define HANGING_STRAIN 0.03f
/* Stability: (time · frequency)² of a particle at most, and smaller steps in a substep at most. A triangle that would
 * need more, such as a sliver, is made softer. */
#define MAX_SQUARE 0.6f
#define MAX_STEPS  96u
/* No edge is stretched further than this share of its length at rest. */
#define MAX_STRETCH 2.8f

typedef struct element {
    uint32_t corners[3];
    float inverse[4]; /* of the matrix whose columns are the edges from corner 0 at rest, row by row */
    float weight;     /* 2 μ A */
} element;

typedef struct sheet {
    element *elements;
    uint32_t count;
    float *rates;        /* [particle_count] Σ of the triangles' stiffness, over the particle's mass: 1/s² */
    vv_vec2 *x, *v, *at; /* [particle_count] */
    vv_vec2 *force;      /* [particle_count] */
} sheet;

size_t vvi_elastic_scratch_bytes(const vvi_sprite_view *view)
{
    size_t particles = view->particle_count + VVI_SPRITE_PADDING;
    return view->triangle_count * sizeof(element) + particles * (sizeof(float) + 4u * sizeof(vv_vec2));
}

float vvi_actor_elasticity(const actor *a)
{
    float share = a->strengths.stiffness / FIRM;
    return a->puppet || share >= 1.0f ? 0.0f : 1.0f - share * share;
}

static sheet lay_out(void *scratch, const vvi_sprite_view *view)
{
    uint32_t particles = view->particle_count;
    sheet s = {.elements = scratch};
    s.x = (vv_vec2 *)(void *)(s.elements + view->triangle_count);
    s.v = s.x + particles;
    s.at = s.v + particles;
    s.force = s.at + particles;
    s.rates = (float *)(void *)(s.force + particles);
    return s;
}

/* |∇N|² of the three linear functions that are 1 at one corner and 0 at the others. */
static void squared_gradients(const element *e, float squares[3])
{
    vv_vec2 one = {e->inverse[0], e->inverse[1]}, two = {e->inverse[2], e->inverse[3]}, zero = vv_vec2_add(one, two);
    squares[0] = vv_vec2_dot(zero, zero);
    squares[1] = vv_vec2_dot(one, one);
    squares[2] = vv_vec2_dot(two, two);
}

/* The triangles of the present rest shape. One that is flat there has no stiffness. */
static void list_elements(sheet *s, const actor *a, float modulus)
{
    const vvi_sprite_view *view = &a->view;
    for (uint32_t t = 0; t < view->triangle_count; t++) {
        const uint32_t *c = view->triangles + 3u * (size_t)t;
        vv_vec2 p = vv_vec2_sub(a->rest[c[1]], a->rest[c[0]]), q = vv_vec2_sub(a->rest[c[2]], a->rest[c[0]]);
        float twice = vv_vec2_cross(p, q), longest = vvi_max(vv_vec2_dot(p, p), vv_vec2_dot(q, q));
        if (!(fabsf(twice) > 1e-4f * longest))
            continue;
        element *e = &s->elements[s->count++];
        *e = (element){{c[0], c[1], c[2]},
                       {q.y / twice, -q.x / twice, -p.y / twice, p.x / twice},
                       0.5f * modulus * fabsf(twice)};
    }
}

/* Returns how many smaller steps the substep needs, and softens triangles for which there cannot be enough. */
static uint32_t make_stable(sheet *s, const vvi_sprite_view *view, float h)
{
    float most = 0.0f, squares[3];
    for (uint32_t i = 0; i < view->particle_count; i++)
        s->rates[i] = 0.0f;
    for (element *e = s->elements; e < s->elements + s->count; e++) {
        squared_gradients(e, squares);
        for (int k = 0; k < 3; k++)
            s->rates[e->corners[k]] += e->weight * squares[k] / view->masses[e->corners[k]];
    }
    for (uint32_t i = 0; i < view->particle_count; i++)
        most = vvi_max(most, s->rates[i]);
    float steps = ceilf(h * sqrtf(most / MAX_SQUARE)), limit = (float)MAX_STEPS / h;
    limit = MAX_SQUARE * limit * limit;
    for (element *e = s->elements; most > limit && e < s->elements + s->count; e++)
        for (int k = 0; k < 3; k++)
            e->weight *= vvi_min(1.0f, limit / s->rates[e->corners[k]]);
    VVI_CHECK(steps >= 0.0f);
    return steps < 1.0f ? 1u : steps < (float)MAX_STEPS ? (uint32_t)steps : MAX_STEPS;
}

/* F of a triangle, row by row. */
static void deformation(const element *e, const vv_vec2 *x, float f[4])
{
    vv_vec2 p = vv_vec2_sub(x[e->corners[1]], x[e->corners[0]]), q = vv_vec2_sub(x[e->corners[2]], x[e->corners[0]]);
    f[0] = p.x * e->inverse[0] + q.x * e->inverse[2];
    f[1] = p.x * e->inverse[1] + q.x * e->inverse[3];
    f[2] = p.y * e->inverse[0] + q.y * e->inverse[2];
    f[3] = p.y * e->inverse[1] + q.y * e->inverse[3];
}

/* The rotation nearest to F, in the plane: that of the complex number (F₁₁ + F₂₂) + i (F₂₁ − F₁₂). */
static vv_vec2 nearest_rotation(const float f[4])
{
    vv_vec2 r = {f[0] + f[3], f[2] - f[1]};
    float length = vv_vec2_length(r);
    return length > 1e-12f ? vv_vec2_scale(r, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
}

/* Forces of all triangles where the particles are `at`: −2 μ A (F − R) ∇N; their sum is 0. */
static void sum_forces(const sheet *s, uint32_t particles)
{
    for (uint32_t i = 0; i < particles; i++)
        s->force[i] = (vv_vec2){0.0f, 0.0f};
    for (const element *e = s->elements; e < s->elements + s->count; e++) {
        float f[4];
        deformation(e, s->at, f);
        vv_vec2 r = nearest_rotation(f);
        float xx = e->weight * (f[0] - r.x), xy = e->weight * (f[1] + r.y), yx = e->weight * (f[2] - r.y),
              yy = e->weight * (f[3] - r.x);
        vv_vec2 one = {xx * e->inverse[0] + xy * e->inverse[1], yx * e->inverse[0] + yy * e->inverse[1]};
        vv_vec2 two = {xx * e->inverse[2] + xy * e->inverse[3], yx * e->inverse[2] + yy * e->inverse[3]};
        s->force[e->corners[0]] = vv_vec2_add(s->force[e->corners[0]], vv_vec2_add(one, two));
        s->force[e->corners[1]] = vv_vec2_sub(s->force[e->corners[1]], one);
        s->force[e->corners[2]] = vv_vec2_sub(s->force[e->corners[2]], two);
    }
}

static void integrate(const sheet *s, const vvi_sprite_view *view, uint32_t steps, float h)
{
    float time = h / (float)steps;
    for (uint32_t k = 0; k < steps; k++) {
        for (uint32_t i = 0; i < view->particle_count; i++)
            s->at[i] = vv_vec2_add(s->x[i], vv_vec2_scale(s->v[i], time));
        sum_forces(s, view->particle_count);
        for (uint32_t i = 0; i < view->particle_count; i++) {
            s->v[i] = vv_vec2_add(s->v[i], vv_vec2_scale(s->force[i], time / view->masses[i]));
            s->x[i] = vv_vec2_add(s->x[i], vv_vec2_scale(s->v[i], time));
        }
    }
}

void vvi_actor_apply_elasticity(vv_stage *stage, actor *a, float h)
{
    float share = vvi_actor_elasticity(a);
    uint32_t particles = a->view.particle_count;
    if (!(share > 0.0f))
        return;
    VVI_CHECK(stage->scratch_bytes >= vvi_elastic_scratch_bytes(&a->view));
    sheet s = lay_out(stage->scratch, &a->view);
    float area = VV_PI * 0.25f * a->view.size * a->view.size;
    float modulus = a->view.mass / area * vvi_stage_gravity(stage) * 2.0f * a->view.radius / HANGING_STRAIN;
    list_elements(&s, a, share * modulus);
    uint32_t steps = make_stable(&s, &a->view, h);
    /* From where the substep began, with the velocities that bring the particles to where they are predicted. */
    for (uint32_t i = 0; i < particles; i++) {
        s.x[i] = a->x0[i];
        s.v[i] = vv_vec2_scale(vv_vec2_sub(a->x[i], a->x0[i]), 1.0f / h);
    }
    integrate(&s, &a->view, steps, h);
    for (uint32_t i = 0; i < particles; i++)
        a->x[i] = s.x[i];
}
