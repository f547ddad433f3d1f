/* Separate solids on the flesh: eyes that look forward, smiling mouths, spikes, horns and antennae. */
#include "skin.h"

#define MOST_SIDES 14u /* of a ball */
#define MOST_ROWS  8u
#define SIDES      8u /* of a tube */
#define MOST_RINGS 12u

/* ---- Balls ----------------------------------------------------------------------------------------------------- */

typedef struct ball {
    vv_vec3 middle, radii;
    uint32_t color, body;
    uint32_t sides, rows; /* at most MOST_SIDES, MOST_ROWS */
} ball;

static uint32_t ball_point(skin_mesh *mesh, const ball *b, uint32_t row, uint32_t side)
{
    float us, uc, vs, vc;
    vv_sin_cos(VV_PI * (float)row / (float)b->rows, &us, &uc);
    vv_sin_cos(2.0f * VV_PI * (float)side / (float)b->sides, &vs, &vc);
    vv_vec3 unit = {us * vc, us * vs, uc}, r = b->radii;
    vv_vec3 at = {b->middle.x + r.x * unit.x, b->middle.y + r.y * unit.y, b->middle.z + r.z * unit.z};
    vv_vec3 normal = vv_vec3_normalize((vv_vec3){unit.x / r.x, unit.y / r.y, unit.z / r.z}, unit);
    return vvi_skin_point(mesh, at, normal, b->color, b->body);
}

/* Adds a ball whose poles are in front and behind. */
static void add_ball(skin_mesh *mesh, const ball *b)
{
    uint32_t rows[MOST_ROWS + 1][MOST_SIDES];
    for (uint32_t i = 0; i <= b->rows; i++)
        for (uint32_t k = 0; k < b->sides; k++)
            rows[i][k] = k > 0 && (i == 0 || i == b->rows) ? rows[i][0] : ball_point(mesh, b, i, k);
    for (uint32_t i = 0; i < b->rows; i++)
        for (uint32_t k = 0; k < b->sides; k++) {
            uint32_t next = (k + 1) % b->sides;
            if (i > 0)
                vvi_skin_triangle(mesh, rows[i][k], rows[i + 1][k], rows[i][next]);
            if (i + 1 < b->rows)
                vvi_skin_triangle(mesh, rows[i][next], rows[i + 1][k], rows[i + 1][next]);
        }
}

/* ---- Tubes ----------------------------------------------------------------------------------------------------- */

/* Rings along a line, closed at both ends. */
typedef struct tube {
    uint32_t count; /* ≥ 2 */
    vv_vec3 at[MOST_RINGS];
    float radius[MOST_RINGS];
    uint32_t color, body;
} tube;

static vv_vec3 tube_direction(const tube *t, uint32_t i)
{
    uint32_t a = i > 0 ? i - 1 : 0, b = i + 1 < t->count ? i + 1 : i;
    return vv_vec3_normalize(vv_vec3_sub(t->at[b], t->at[a]), (vv_vec3){0.0f, 0.0f, 1.0f});
}

static void add_tube(skin_mesh *mesh, const tube *t)
{
    uint32_t rings[MOST_RINGS][SIDES];
    for (uint32_t i = 0; i < t->count; i++) {
        vv_vec3 d = tube_direction(t, i),
                aside = fabsf(d.y) < 0.8f ? (vv_vec3){0.0f, 1.0f, 0.0f} : (vv_vec3){0.0f, 0.0f, 1.0f};
        vv_vec3 u = vv_vec3_normalize(vv_vec3_cross(aside, d), (vv_vec3){1.0f, 0.0f, 0.0f}), v = vv_vec3_cross(d, u);
        for (uint32_t k = 0; k < SIDES; k++) {
            float sine, cosine;
            vv_sin_cos(2.0f * VV_PI * (float)k / (float)SIDES, &sine, &cosine);
            vv_vec3 out = vv_vec3_add(vv_vec3_scale(u, cosine), vv_vec3_scale(v, sine));
            vv_vec3 at = vv_vec3_add(t->at[i], vv_vec3_scale(out, t->radius[i]));
            rings[i][k] = vvi_skin_point(mesh, at, out, t->color, t->body);
        }
    }
    for (uint32_t i = 0; i + 1 < t->count; i++)
        for (uint32_t k = 0; k < SIDES; k++)
            vvi_skin_quad(mesh, rings[i][k], rings[i][(k + 1) % SIDES], rings[i + 1][(k + 1) % SIDES], rings[i + 1][k]);
    for (uint32_t end = 0; end < 2; end++) {
        uint32_t i = end == 0 ? 0 : t->count - 1;
        vv_vec3 out = vv_vec3_scale(tube_direction(t, i), end == 0 ? -1.0f : 1.0f);
        vv_vec3 at = vv_vec3_add(t->at[i], vv_vec3_scale(out, t->radius[i]));
        uint32_t tip = vvi_skin_point(mesh, at, out, t->color, t->body);
        for (uint32_t k = 0; k < SIDES; k++) {
            uint32_t a = rings[i][k], b = rings[i][(k + 1) % SIDES];
            vvi_skin_triangle(mesh, tip, end == 0 ? b : a, end == 0 ? a : b);
        }
    }
}

/* ---- Eyes ------------------------------------------------------------------------------------------------------ */

/* Adds a large white eye that looks straight ahead; its pupil is shifted by `inwards` radii. */
static void add_eyeball(const flesh *f, uint32_t b, vv_vec3 p, float r, float inwards, skin_mesh *mesh)
{
    ball white = {p, {r, 1.08f * r, r}, f->plan->colors.eyes, b, 14, 8};
    ball pupil = {
        {p.x + inwards * r, p.y + 0.04f * r, p.z + 0.74f * r}, {0.5f * r, 0.6f * r, 0.32f * r}, SKIN_DARK, b, 12, 6};
    vv_vec3 spot = {p.x + inwards * r + 0.2f * r, p.y + 0.3f * r, p.z + 0.97f * r};
    ball spark = {spot, {0.15f * r, 0.17f * r, 0.1f * r}, 0xffffffffu, b, 8, 4};
    add_ball(mesh, &white);
    add_ball(mesh, &pupil);
    add_ball(mesh, &spark);
}

static void add_eye(const flesh *f, uint32_t b, skin_mesh *mesh)
{
    const vv_plan_body *eye = &f->plan->bodies[b];
    float r = eye->radius[0];
    uint32_t parent = eye->body.parent;
    float aside = parent == VV_NONE ? 0.0f : eye->body.position.x - f->plan->bodies[parent].body.position.x;
    add_eyeball(f, b, to_creature_frame(eye, vv_vec3_scale(eye->tip, 0.5f)), r,
                -vvi_clamp(0.5f * aside / r, -0.16f, 0.16f), mesh);
}

/* Adds eyes to a head without bodies for them, as of a skeleton. */
static void add_default_eyes(const flesh *f, uint32_t b, skin_mesh *mesh)
{
    const vv_plan_body *head = &f->plan->bodies[b];
    vv_vec3 middle = to_creature_frame(head, vv_vec3_scale(head->tip, 0.6f));
    float r = head->radius[0] + 0.6f * (head->radius[1] - head->radius[0]);
    for (float side = 1.0f; side >= -1.0f; side -= 2.0f) {
        vv_vec3 d = vv_vec3_normalize((vv_vec3){0.45f * side, 0.35f, 1.0f}, (vv_vec3){0.0f, 0.0f, 1.0f});
        add_eyeball(f, b, vv_vec3_add(middle, vv_vec3_scale(d, 0.92f * r)), 0.3f * r, -0.15f * side, mesh);
    }
}

/* ---- Mouths ---------------------------------------------------------------------------------------------------- */

/* The z at which a ray from the front hits some parts, by sphere tracing. */
static float find_front(const flesh *f, uint32_t count, const uint32_t *parts, vv_vec3 from)
{
    vv_vec3 p = from;
    for (int step = 0; step < 48; step++) {
        float d = vvi_flesh_distance(f, count, parts, p);
        if (d < 0.01f * f->cell)
            break;
        p.z -= d;
    }
    return p.z;
}

/* Adds a smile on the surface, thicker in the middle. */
static void add_mouth(const flesh *f, uint32_t b, skin_mesh *mesh)
{
    const vv_plan_body *mouth = &f->plan->bodies[b];
    uint32_t main = f->main_part[b];
    if (main == VV_NONE)
        return;
    uint32_t link = f->parts[main].link, parts[] = {main, link, f->parts[link].link};
    bool head = vvi_plan_has(f->plan, b, "head"); /* the head itself has the mouth */
    float r = (head ? 0.5f : 1.0f) * mouth->radius[1];
    vv_vec3 tip = to_creature_frame(mouth, head ? vv_vec3_scale(mouth->tip, 0.6f) : mouth->tip);
    tip.y -= head ? 0.7f * r : 0.0f;
    tube smile = {.count = MOST_RINGS - 1, .color = SKIN_DARK, .body = b};
    for (uint32_t i = 0; i < smile.count; i++) {
        float u = 2.0f * (float)i / (float)(smile.count - 1) - 1.0f;
        vv_vec3 at = {tip.x + 0.8f * r * u, tip.y + r * (0.42f * u * u - 0.22f), tip.z + 4.0f * r};
        smile.radius[i] = vvi_max(0.085f * r * (1.0f - 0.45f * u * u), 0.001f);
        at.z = vvi_max(find_front(f, 3, parts, at), tip.z - 2.0f * r) - 0.2f * smile.radius[i];
        smile.at[i] = at;
    }
    add_tube(mesh, &smile);
}

/* ---- Spikes, horns, antennae ----------------------------------------------------------------------------------- */

static void add_cone(const flesh *f, uint32_t b, uint32_t color, skin_mesh *mesh)
{
    const vv_plan_body *body = &f->plan->bodies[b];
    tube cone = {.count = 5, .color = color, .body = b};
    for (uint32_t i = 0; i < cone.count; i++) {
        float t = (float)i / 4.0f, round = 1.0f - t * t * (0.35f + 0.65f * t);
        cone.at[i] = to_creature_frame(body, vv_vec3_scale(body->tip, 1.15f * t - 0.15f));
        cone.radius[i] = body->radius[1] + (body->radius[0] - body->radius[1]) * round;
    }
    add_tube(mesh, &cone);
}

static void add_antenna(const flesh *f, uint32_t b, skin_mesh *mesh)
{
    const vv_plan_body *body = &f->plan->bodies[b];
    vv_vec3 tip = to_creature_frame(body, body->tip);
    float r = 0.6f * body->radius[0], bulb = 1.5f * body->radius[1];
    tube rod = {.count = 2,
                .at = {body->body.position, tip},
                .radius = {r, 0.7f * r},
                .color = f->plan->colors.skin,
                .body = b};
    ball end = {tip, {bulb, bulb, bulb}, f->plan->colors.back, b, 10, 6};
    add_tube(mesh, &rod);
    add_ball(mesh, &end);
}

static bool has_eyes(const vv_creature_plan *plan)
{
    for (uint32_t b = 0; b < plan->body_count; b++)
        if (has_cap(&plan->bodies[b], VV_CAP_EYE))
            return true;
    return false;
}

void vvi_skin_add_solids(const flesh *f, skin_mesh *mesh)
{
    bool blind = !has_eyes(f->plan);
    for (uint32_t b = 0; b < f->plan->body_count; b++) {
        const vv_plan_body *body = &f->plan->bodies[b];
        if (!(body->radius[0] > 0.0f && body->radius[1] > 0.0f))
            continue;
        if (blind && vvi_plan_has(f->plan, b, "head"))
            add_default_eyes(f, b, mesh);
        if (has_cap(body, VV_CAP_EYE))
            add_eye(f, b, mesh);
        else if (has_cap(body, VV_CAP_MOUTH))
            add_mouth(f, b, mesh);
        else if (has_cap(body, VV_CAP_SPIKE))
            add_cone(f, b, f->plan->colors.back, mesh);
        else if (vvi_plan_has(f->plan, b, "horn"))
            add_cone(f, b, f->plan->colors.belly, mesh);
        else if (vvi_plan_has(f->plan, b, "antenna"))
            add_antenna(f, b, mesh);
        else if (has_cap(body, VV_CAP_WING))
            vvi_skin_add_wing(f, b, mesh);
    }
}
