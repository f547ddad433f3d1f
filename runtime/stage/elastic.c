/* The elasticity of soft drawings.
 *
 * Shape matching knows the drawing as a whole. Where its stiffness is low, nothing ties particles together: held at
 * one point, a drawing would fall off its hold, and how far it sags would depend on how many particles it has. So a
 * soft drawing is a sheet of rubber. It resists deformation with the energy  μ A |F − R|²,  where F maps the rest
 * shape to the drawing and R is the rotation nearest to it. A part of that is a sum over triangles, the rest over
 * particles, with the mean F of the triangles around each (nodal integration: OWN_SHARE). The modulus E = 2μ is such
 * that a drawing that hangs under the stage's gravity becomes longer by HANGING_STRAIN; it depends neither on the mesh
 * nor on the step. Matching as a whole is a spring of each particle towards its goal, whose frequency is the stiffness.
 *
 * The forces are integrated over the substep in smaller ones, as many as the finest triangle needs, from where the
 * substep began. Those of the sheet are evaluated where the particles will be at its end, which is a Kelvin–Voigt
 * damping of one such time: it quenches what the mesh cannot resolve and leaves slow swings alone. Held particles and
 * contact with obstacles are constraints in each of them: exact holds prescribe where a particle goes, others are
 * springs. */
#include "runtime/stage/elastic.h"

/* From this stiffness on (Hz) a drawing is firm: matched as a whole, and moved by contact and holds as a whole first.
 * Below, it is a sheet. */
#define FIRM 8.0f
/* Where the sheet ends, its weight must not show any more, since that of a firm drawing does not. So from this
 * stiffness on matching is increasingly stiffer than it says, at last so many times. */
#define STIFFENS_FROM 4.0f
#define STIFFENS_TO   3.5f
/* Hz: what a change of pose leaves for matching and the sheet to do has the energy that it would have at this
 * stiffness. */
#define MOST_LAG 2.0f
/* For so long after its equilibrium place was moved, s, it is directed; then carrying it fades, within the same
 * time. */
#define DIRECTED_TIME 0.15f
/* Of the energy, what triangles have each by itself; the rest is that of the mean F around each particle. Triangles
 * alone are too stiff where a sheet bends, the more so the coarser they are, and means too soft: a strip of n rows has
 * 1 + 2/n² and 1 − 4/(3 n²) of its stiffness, together nearly all of it. */
#define OWN_SHARE 0.42f
/* By which share a drawing that hangs at its top is longer. */
#define HANGING_STRAIN 0.03f
/* `local` (Hz) makes the sheet firmer instead of matching neighbourhoods: at this one, twice as firm. */
#define LOCAL_DOUBLES 30.0f
/* And `stiffness`: where matching carries the weight, its effect must reach further than a triangle. */
#define STIFFNESS_DOUBLES 5.0f
/* (time · frequency)² at most, which is stable below 4/3, and smaller steps in a substep at most. A triangle that would
 * need more, such as a sliver, is made softer. */
#define MAX_SQUARE 1.2f
#define MAX_STEPS  96u
/* Edges do not lengthen further beyond this multiple of their length at rest. */
#define MAX_STRETCH 2.4f

/* Each hold has a particle, and what it takes along finds room for half of them. */
static uint32_t patch_limit(const vvi_sprite_view *view) { return view->particle_count / 2u + VV_STAGE_MAX_HOLDS; }

size_t vvi_elastic_scratch_bytes(const vvi_sprite_view *view)
{
    return view->triangle_count * sizeof(element) + view->particle_count * sizeof(vv_mat2) +
           patch_limit(view) * sizeof(patch_particle);
}

float vvi_actor_elasticity(const actor *a) { return a->puppet || a->strengths.stiffness >= FIRM ? 0.0f : 1.0f; }

/* The frequency of matching as a whole, Hz. */
static float matching_frequency(const actor *a)
{
    float near = vvi_smoothstep((a->strengths.stiffness - STIFFENS_FROM) / (FIRM - STIFFENS_FROM));
    return a->strengths.stiffness * (1.0f + (STIFFENS_TO - 1.0f) * near * near);
}

float vvi_actor_carried_share(const actor *a)
{
    if (!(vvi_actor_elasticity(a) > 0.0f) || a->clip)
        return 1.0f;
    float whole = matching_frequency(a), local = MOST_LAG * a->strengths.local / LOCAL_DOUBLES;
    float directed = 1.0f - vvi_smoothstep(a->equilibrium_time / DIRECTED_TIME - 1.0f);
    return directed * (1.0f - MOST_LAG / vvi_max(sqrtf(whole * whole + local * local), MOST_LAG));
}

static sheet lay_out(vv_stage *stage, actor *a)
{
    sheet s = {.actor = a, .view = &a->view, .rest = a->rest, .x = a->x, .v = a->v, .forces = stage->shape};
    VVI_CHECK(stage->scratch_bytes >= vvi_elastic_scratch_bytes(&a->view));
    VVI_CHECK(stage->shape_count >= a->view.particle_count);
    s.rates = &s.forces->x;
    s.elements = stage->scratch;
    s.means = (vv_mat2 *)(void *)(s.elements + a->view.triangle_count);
    s.patches = (patch_particle *)(void *)(s.means + a->view.particle_count);
    s.patch_limit = patch_limit(&a->view);
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
        s->elements[t] = (element){0.0f, 0.0f};
        if (fabsf(twice) > 1e-3f * longest)
            s->elements[t] = (element){1.0f / twice, 0.5f * modulus * fabsf(twice)};
    }
}

/* The inverse of the matrix whose columns are the edges from the first corner at rest. Its rows are the gradients of
 * the linear functions that are 1 at the second and at the third corner. */
static inline vv_mat2 inverse_edges(const sheet *s, const element *e, const uint32_t c[3])
{
    vv_vec2 p = vv_vec2_sub(s->rest[c[1]], s->rest[c[0]]), q = vv_vec2_sub(s->rest[c[2]], s->rest[c[0]]);
    return (vv_mat2){q.y * e->by, -q.x * e->by, -p.y * e->by, p.x * e->by};
}

/* Rows of the triangle's stiffness: Σ_j |∇N_i·∇N_j| over the three linear functions that are 1 at one corner and 0 at
 * the others. Their sums bound the eigenvalues (Gershgorin), however slender the triangle is. */
static void sum_rows(const vv_mat2 *inverse, float rows[3])
{
    vv_vec2 one = {inverse->xx, inverse->xy}, two = {inverse->yx, inverse->yy}, zero = vv_vec2_add(one, two);
    float a = fabsf(vv_vec2_dot(zero, one)), b = fabsf(vv_vec2_dot(zero, two)), c = fabsf(vv_vec2_dot(one, two));
    rows[0] = vv_vec2_dot(zero, zero) + a + b;
    rows[1] = vv_vec2_dot(one, one) + a + c;
    rows[2] = vv_vec2_dot(two, two) + b + c;
}

static void sum_rates(const sheet *s)
{
    float rows[3];
    for (uint32_t i = 0; i < s->view->particle_count; i++)
        s->rates[i] = 0.0f;
    for (uint32_t t = 0; t < s->view->triangle_count; t++) {
        const uint32_t *c = s->view->triangles + 3u * (size_t)t;
        vv_mat2 inverse = inverse_edges(s, &s->elements[t], c);
        sum_rows(&inverse, rows);
        for (int k = 0; k < 3; k++)
            s->rates[c[k]] += s->elements[t].weight * rows[k] / s->view->masses[c[k]];
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

/* F of a triangle where the particles will be. */
static inline vv_mat2 find_gradient(const sheet *s, const vv_mat2 *inverse, const uint32_t c[3], float time)
{
    vv_vec2 from = place_ahead(s, c[0], time);
    vv_vec2 p = vv_vec2_sub(place_ahead(s, c[1], time), from), q = vv_vec2_sub(place_ahead(s, c[2], time), from);
    return (vv_mat2){p.x * inverse->xx + q.x * inverse->yx, p.x * inverse->xy + q.x * inverse->yy,
                     p.y * inverse->xx + q.y * inverse->yx, p.y * inverse->xy + q.y * inverse->yy};
}

/* Σ of F and of the weights of the triangles around each particle. Returns whether one is stretched so much that an
 * edge may be too long. */
static bool sum_gradients(const sheet *s, float time)
{
    float largest = 0.0f;
    for (uint32_t i = 0; i < s->view->particle_count; i++) {
        s->means[i] = (vv_mat2){0.0f, 0.0f, 0.0f, 0.0f};
        s->rates[i] = 0.0f;
    }
    for (uint32_t t = 0; t < s->view->triangle_count; t++) {
        const element *e = &s->elements[t];
        const uint32_t *c = s->view->triangles + 3u * (size_t)t;
        vv_mat2 inverse = inverse_edges(s, e, c), f = find_gradient(s, &inverse, c, time);
        float weight = e->weight;
        largest = vvi_max(largest, (f.xx * f.xx + f.xy * f.xy) + (f.yx * f.yx + f.yy * f.yy));
        for (int k = 0; k < 3; k++) {
            vv_mat2 *mean = &s->means[c[k]];
            *mean = (vv_mat2){mean->xx + weight * f.xx, mean->xy + weight * f.xy, mean->yx + weight * f.yx,
                              mean->yy + weight * f.yy};
            s->rates[c[k]] += weight;
        }
    }
    return largest > MAX_STRETCH * MAX_STRETCH;
}

/* F − R */
static inline vv_mat2 strain_of(vv_mat2 f)
{
    vv_vec2 r = nearest_rotation(f.xx, f.xy, f.yx, f.yy);
    return (vv_mat2){f.xx - r.x, f.xy + r.y, f.yx - r.y, f.yy - r.x};
}

static void find_mean_strains(const sheet *s)
{
    for (uint32_t i = 0; i < s->view->particle_count; i++) {
        vv_mat2 m = s->means[i];
        float inverse = s->rates[i] > 0.0f ? 1.0f / s->rates[i] : 0.0f;
        s->means[i] = strain_of((vv_mat2){m.xx * inverse, m.xy * inverse, m.yx * inverse, m.yy * inverse});
    }
}

static inline vv_mat2 add_strains(const vv_mat2 *own, const vv_mat2 *a, const vv_mat2 *b, const vv_mat2 *c)
{
    const float others = (1.0f - OWN_SHARE) / 3.0f;
    return (vv_mat2){
        OWN_SHARE * own->xx + others * (a->xx + b->xx + c->xx), OWN_SHARE * own->xy + others * (a->xy + b->xy + c->xy),
        OWN_SHARE * own->yx + others * (a->yx + b->yx + c->yx), OWN_SHARE * own->yy + others * (a->yy + b->yy + c->yy)};
}

/* Forces where the particles will be: −2 μ A (F − R) ∇N of triangles and of particles; their sum is 0. Returns whether
 * an edge may be too long. */
static bool sum_forces(const sheet *s, float time)
{
    bool stretched = sum_gradients(s, time);
    find_mean_strains(s);
    for (uint32_t i = 0; i < s->view->particle_count; i++)
        s->forces[i] = (vv_vec2){0.0f, 0.0f};
    for (uint32_t t = 0; t < s->view->triangle_count; t++) {
        const element *e = &s->elements[t];
        const uint32_t *c = s->view->triangles + 3u * (size_t)t;
        vv_mat2 inverse = inverse_edges(s, e, c), own = strain_of(find_gradient(s, &inverse, c, time));
        vv_mat2 g = add_strains(&own, &s->means[c[0]], &s->means[c[1]], &s->means[c[2]]);
        float one_x = e->weight * inverse.xx, one_y = e->weight * inverse.xy;
        float two_x = e->weight * inverse.yx, two_y = e->weight * inverse.yy;
        vv_vec2 one = {g.xx * one_x + g.xy * one_y, g.yx * one_x + g.yy * one_y};
        vv_vec2 two = {g.xx * two_x + g.xy * two_y, g.yx * two_x + g.yy * two_y};
        s->forces[c[0]] = vv_vec2_add(s->forces[c[0]], vv_vec2_add(one, two));
        s->forces[c[1]] = vv_vec2_sub(s->forces[c[1]], one);
        s->forces[c[2]] = vv_vec2_sub(s->forces[c[2]], two);
    }
    return stretched;
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
    float whole = a->strengths.stiffness / STIFFNESS_DOUBLES;
    return weight * a->view.radius / HANGING_STRAIN * (1.0f + local * local + whole * whole);
}

/* Where a particle was when the substep began, and where it was carried from there. */
static inline vv_vec2 start_of(const actor *a, uint32_t i)
{
    return a->start != a->x0 ? a->start[i] : vv_vec2_add(a->x0[i], a->support_shift);
}

void vvi_actor_apply_elasticity(vv_stage *stage, const contact_island *island, actor *a, float h)
{
    sheet s = lay_out(stage, a);
    sheet_constraints constraints;
    vvi_sheet_list_constraints(stage, island, &s, h, &constraints);
    float rate = 2.0f * VV_PI * matching_frequency(a), matching = rate * rate;
    make_elements(&s, find_modulus(stage, a));
    uint32_t steps = make_stable(&s, matching, h);
    /* The prediction has the mean velocity; here it begins with the first. */
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 from = start_of(a, i), way = vv_vec2_sub(a->x[i], from);
        a->x[i] = from;
        a->v[i] = vv_vec2_sub(vv_vec2_scale(way, 1.0f / h), vv_vec2_scale(a->force_velocity, 0.5f));
    }
    integrate(&s, &constraints, vv_vec2_scale(a->force_velocity, 1.0f / h), matching, steps, h);
    a->pressed = constraints.pressed;
    if (a->hold_count > 0 || a->pressed > 0.0f)
        book_torque(a, h);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 way = vv_vec2_sub(a->x[i], start_of(a, i));
        a->v[i] = vv_vec2_sub(a->v[i], vv_vec2_scale(way, 1.0f / h));
    }
    carry_loose_particles(&s, a);
    a->fit_is_stale = true;
}
