/* Creatures on their way, measured. */
#include "trip.h"

#include "tests/testing.h"

/* ---- Courses and grounds ----------------------------------------------------------------------------------------- */

vv_course trip_straight(void *user, float time)
{
    float speed = *(const float *)user;
    return (vv_course){.z = speed * time, .speed_z = speed};
}

vv_course trip_circle(void *user, float time)
{
    float speed = *(const float *)user, angle = speed * time / 3.0f, s = sinf(angle), c = cosf(angle);
    return (vv_course){3.0f * (1.0f - c), 3.0f * s, angle, speed * s, speed * c, speed / 3.0f};
}

static float upright(vv_vec3 *normal, float slope_x, float slope_z)
{
    float up = 1.0f / sqrtf(1.0f + slope_x * slope_x + slope_z * slope_z);
    if (normal)
        *normal = (vv_vec3){-slope_x * up, up, -slope_z * up};
    return up;
}

float trip_ramp(void *user, float x, float z, vv_vec3 *normal)
{
    (void)x;
    float rise = *(const float *)user;
    upright(normal, 0.0f, rise);
    return rise * z;
}

float trip_hills(void *user, float x, float z, vv_vec3 *normal)
{
    float high = *(const float *)user, sx = sinf(1.1f * x), cz = cosf(0.9f * z);
    upright(normal, high * 1.1f * cosf(1.1f * x) * cz, -high * 0.9f * sx * sinf(0.9f * z));
    return high * sx * cz;
}

float trip_stairs(void *user, float x, float z, vv_vec3 *normal)
{
    (void)x;
    upright(normal, 0.0f, 0.0f);
    return *(const float *)user * floorf(z / 0.4f);
}

/* ---- A walker ---------------------------------------------------------------------------------------------------- */

#define WALKER_BODIES (VV_CREATURE_MAX_LEGS * 3 + VV_CREATURE_MAX_LEGS)

typedef struct walker {
    vv_creature_body bodies[WALKER_BODIES];
    char names[WALKER_BODIES][16];
    uint32_t count;
} walker;

static uint32_t add(walker *w, char kind, uint32_t index, uint32_t parent, vv_vec3 place, vv_vec3 half, uint64_t caps)
{
    uint32_t b = w->count++;
    snprintf(w->names[b], sizeof w->names[b], "%c%u", kind, index);
    w->bodies[b] = (vv_creature_body){.name = w->names[b], .parent = parent, .position = place, .caps = caps};
    w->bodies[b].rotation = vv_quat_identity();
    w->bodies[b].low = vv_vec3_scale(half, -1.0f);
    w->bodies[b].high = half;
    return b;
}

vv_creature *trip_walker(uint32_t legs, float height)
{
    static walker w;
    memset(&w, 0, sizeof w);
    uint32_t rows = (legs + 1) / 2, spine[VV_CREATURE_MAX_LEGS];
    float h = height, gap = 0.5f * h;
    for (uint32_t r = 0; r < rows + 1; r++)
        spine[r] = add(&w, 's', r, r ? spine[r - 1] : VV_NONE, (vv_vec3){0, h, gap * ((float)r - 0.5f * (float)rows)},
                       (vv_vec3){0.1f * h, 0.1f * h, 0.2f * h}, VV_CAP_BIT(VV_CAP_SPINE));
    for (uint32_t i = 0; i < legs; i++) {
        bool middle = i + 1 == legs && legs % 2;
        float x = middle ? 0.0f : i % 2 ? -0.2f * h : 0.2f * h, z = w.bodies[spine[i / 2]].position.z;
        vv_vec3 half = {0.04f * h, 0.04f * h, 0.04f * h};
        uint64_t cap = VV_CAP_BIT(VV_CAP_LIMB);
        uint32_t thigh = add(&w, 't', i, spine[i / 2], (vv_vec3){x, 0.95f * h, z}, half, cap);
        uint32_t shin = add(&w, 'k', i, thigh, (vv_vec3){x, 0.5f * h, z + 0.18f * h}, half, cap);
        uint32_t foot = add(&w, 'f', i, shin, (vv_vec3){x, 0.08f * h, z}, half, cap | VV_CAP_BIT(VV_CAP_FOOT));
        w.bodies[foot].centre = (vv_vec3){0, -0.04f * h, 0.04f * h};
        w.bodies[foot].low = (vv_vec3){-0.05f * h, -0.08f * h, -0.06f * h};
        w.bodies[foot].high = (vv_vec3){0.05f * h, 0.02f * h, 0.14f * h};
    }
    vv_creature_def def = {.body_count = w.count, .bodies = w.bodies};
    vv_creature *creature = NULL;
    vv_error error;
    if (vv_creature_create(&def, NULL, &creature, &error) != VV_OK)
        fail_msg("%s", error.message);
    return creature;
}

float trip_speed(const vv_creature *creature)
{
    float length = 0.0f;
    for (uint32_t i = 0; i < vv_creature_leg_count(creature); i++)
        length = vvi_max(length, vv_creature_leg(creature, i).length);
    return sqrtf(9.81f * length);
}

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

typedef struct frame_state {
    vv_foothold feet[VV_CREATURE_MAX_LEGS];
    vv_vec3 root;
    float ground;
} frame_state;

static float ground_at(const trip *t, float x, float z)
{
    return t->terrain.height ? t->terrain.height(t->terrain.user, x, z, NULL) : 0.0f;
}

/* As a player would place it, out of what the walk says in public. */
static vv_vec3 in_world(const vv_walk *walk, const vv_creature *creature, vv_vec3 rest)
{
    vv_transform3 frame = vv_walk_frame(walk), hips = vv_walk_hips(walk);
    vv_vec3 root = bodies_of(creature)[creature->root].place;
    vv_vec3 p = vv_quat_rotate(hips.rotation, vv_vec3_sub(rest, root));
    p = vv_vec3_add(vv_vec3_add(p, root), hips.position);
    return vv_vec3_add(frame.position, vv_quat_rotate(frame.rotation, p));
}

static void measure_foot(const trip *t, const vv_walk *walk, uint32_t i, const frame_state *last, trip_report *r)
{
    const vv_foothold *foot = &vv_walk_footholds(walk)[i];
    float moved = vv_vec3_length(vv_vec3_sub(foot->position, last->feet[i].position));
    if (foot->stands && last->feet[i].stands)
        r->slip =
            vvi_max(r->slip, memcmp(&foot->rotation, &last->feet[i].rotation, sizeof foot->rotation) ? 1.0f : moved);
    else
        r->foot_step = vvi_max(r->foot_step, moved);
    const stored_body *body = &bodies_of(t->creature)[foot->body];
    float ground = ground_at(t, foot->position.x, foot->position.z);
    r->deepest = vvi_max(r->deepest, ground + 0.9f * body->sole_height - foot->position.y);
    if (!foot->stands || vv_walk_kind_of(walk) != VV_WALK_LEGS || foot->weight == 0.0f)
        return;
    const walk_leg *leg = &walk->legs[i];
    vv_vec3 hip = in_world(walk, t->creature, leg->hip_position);
    vv_quat from_rest = vv_quat_multiply(foot->rotation, vv_quat_conjugate(body->turn));
    vv_vec3 ankle = vv_vec3_add(foot->position, vv_quat_rotate(from_rest, leg->ankle));
    r->farthest = vvi_max(r->farthest, vv_vec3_length(vv_vec3_sub(hip, ankle)) / leg->reach);
}

static void note_tread(trip_report *r, uint32_t foot, float time, vv_vec3 place)
{
    assert_true(r->tread_count < TRIP_MAX_TREADS);
    r->treads[r->tread_count++] = (trip_tread){foot, time, place};
}

static void assert_finite(const vv_walk *walk)
{
    vv_transform3 frame = vv_walk_frame(walk), hips = vv_walk_hips(walk);
    float numbers[14] = {frame.position.x, frame.position.y, frame.position.z, frame.rotation.x, frame.rotation.y,
                         frame.rotation.z, frame.rotation.w, hips.position.x,  hips.position.y,  hips.position.z,
                         hips.rotation.x,  hips.rotation.y,  hips.rotation.z,  hips.rotation.w};
    for (int i = 0; i < 14; i++)
        assert_true(isfinite(numbers[i]));
    for (uint32_t i = 0; i < vv_walk_foothold_count(walk); i++) {
        const vv_foothold *f = &vv_walk_footholds(walk)[i];
        assert_true(isfinite(f->position.x) && isfinite(f->position.y) && isfinite(f->position.z) &&
                    isfinite(f->rotation.w));
        assert_true(f->phase >= 0.0f && f->phase <= 1.0f);
        assert_float_equal(vv_quat_dot(f->rotation, f->rotation), 1.0f, 1e-4);
    }
}

static void measure(const trip *t, const vv_walk *walk, uint32_t frame, frame_state *last, trip_report *r)
{
    float time = (float)(frame + 1) / (float)t->hz;
    uint32_t standing = 0;
    vv_transform3 shown[2] = {vv_walk_frame(walk), vv_walk_hips(walk)};
    vv_vec3 root = in_world(walk, t->creature, bodies_of(t->creature)[t->creature->root].place);
    float ground = ground_at(t, root.x, root.z);
    assert_finite(walk);
    r->hash = vv_hash_bytes(r->hash, shown, sizeof shown);
    for (uint32_t i = 0; i < r->feet; i++) {
        const vv_foothold *foot = &vv_walk_footholds(walk)[i];
        r->hash = vv_hash_bytes(r->hash, &foot->position, sizeof foot->position);
        r->stands[frame][i] = foot->stands;
        standing += foot->stands;
        if (frame > 0 && time >= t->from)
            measure_foot(t, walk, i, last, r);
        if (frame > 0 && foot->stands && !last->feet[i].stands)
            note_tread(r, i, time, foot->position);
        last->feet[i] = *foot;
    }
    if (frame > 0 && time >= t->from) {
        r->root_step = vvi_max(r->root_step, fabsf(root.y - last->root.y - (ground - last->ground)));
        r->least_standing = standing < r->least_standing ? standing : r->least_standing;
        r->most_standing = standing > r->most_standing ? standing : r->most_standing;
        r->lowest_root = vvi_min(r->lowest_root, vv_walk_hips(walk).position.y);
        r->highest_root = vvi_max(r->highest_root, vv_walk_hips(walk).position.y);
    }
    last->root = root;
    last->ground = ground;
}

/* Duty from `from` on, over whole cycles; lags from the treads of the second half. */
static void find_diagram(const trip *t, trip_report *r)
{
    uint32_t first = (uint32_t)(t->from * (float)t->hz);
    for (uint32_t f = 0; f < r->feet; f++) {
        uint32_t start = VV_NONE, end = VV_NONE, standing = 0, cycles = 0, at_end = 0;
        for (uint32_t i = first + 1; i < r->frames; i++) {
            if (r->stands[i][f] && !r->stands[i - 1][f]) {
                if (start == VV_NONE)
                    start = i;
                else
                    cycles++;
                end = i;
                at_end = standing;
            }
            standing += start != VV_NONE && r->stands[i][f];
        }
        r->duty[f] = cycles > 0 ? (float)at_end / (float)(end - start) : 1.0f;
        r->lag[f] = -1.0f;
    }
    /* The last tread of each before the last but one of foot 0, against that one's cycle. */
    float last = -1.0f, before = -1.0f;
    for (uint32_t i = 0; i < r->tread_count; i++)
        if (r->treads[i].foot == 0) {
            before = last;
            last = r->treads[i].time;
        }
    for (uint32_t i = 0; i < r->tread_count && before > 0.0f; i++)
        if (r->treads[i].time >= before - 1e-4f && r->treads[i].time < last - 1e-4f)
            r->lag[r->treads[i].foot] = (r->treads[i].time - before) / (last - before);
}

static void show(const trip *t, const trip_report *r)
{
    if (!getenv("VV_SHOW"))
        return;
    for (uint32_t f = 0; f < r->feet; f++) {
        printf("%2u ", f);
        for (uint32_t i = 0; i < r->frames; i += t->hz / 30u)
            putchar(r->stands[i][f] ? '#' : '.');
        printf("  duty %.2f lag %.2f\n", (double)r->duty[f], (double)r->lag[f]);
    }
    printf("   slip %g, reach %.3f, foot %.3f m a frame, root %.4f, below ground %.3f\n", (double)r->slip,
           (double)r->farthest, (double)r->foot_step, (double)r->root_step, (double)r->deepest);
}

void trip_go(const trip *t, trip_report *r)
{
    static frame_state last;
    memset(r, 0, sizeof *r);
    vv_walk *walk = NULL;
    assert_int_equal(vv_walk_create(t->creature, NULL, &walk, NULL), VV_OK);
    float one = 1.0f;
    vv_walk_set_styles(walk, VV_NONE, 1, &t->gait, &one);
    vv_course course = t->course(t->user, 0.0f);
    vv_walk_reset(walk, &course, &t->terrain);
    r->feet = vv_walk_foothold_count(walk);
    r->frames = (uint32_t)(t->seconds * (float)t->hz);
    r->least_standing = VV_NONE;
    r->lowest_root = 1e30f;
    r->highest_root = -1e30f;
    assert_true(r->frames <= TRIP_MAX_FRAMES);
    for (uint32_t i = 0; i < vv_creature_leg_count(t->creature); i++)
        r->length = vvi_max(r->length, vv_creature_leg(t->creature, i).length);
    for (uint32_t frame = 0; frame < r->frames; frame++) {
        course = t->course(t->user, (float)(frame + 1) / (float)t->hz);
        vv_walk_step(walk, &course, &t->terrain, 1.0f / (float)t->hz);
        measure(t, walk, frame, &last, r);
    }
    vv_walk_destroy(walk, NULL);
    find_diagram(t, r);
    show(t, r);
}
