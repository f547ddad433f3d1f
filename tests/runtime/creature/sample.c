/* The hand-made creatures that tests in this folder share. */
#include "sample.h"

#include "tests/testing.h"

#define SPINE   VV_CAP_BIT(VV_CAP_SPINE)
#define LIMB    VV_CAP_BIT(VV_CAP_LIMB)
#define GRASPER (LIMB | VV_CAP_BIT(VV_CAP_GRASPER))
#define FOOT    (LIMB | VV_CAP_BIT(VV_CAP_FOOT))
#define MOUTH   VV_CAP_BIT(VV_CAP_MOUTH)
#define EYE     VV_CAP_BIT(VV_CAP_EYE)
#define EAR     VV_CAP_BIT(VV_CAP_EAR)
#define TAIL    VV_CAP_BIT(VV_CAP_TAIL)

const char *sample_name(sample_kind kind)
{
    static const char *const names[SAMPLE_KINDS] = {"biped",     "quadruped", "hexapod",    "snake",
                                                    "branching", "figure 4",  "asymmetric", "one body"};
    return names[kind];
}

static uint32_t find(const sample *s, const char *name)
{
    for (uint32_t b = 0; b < s->def.body_count; b++)
        if (strcmp(s->names[b], name) == 0)
            return b;
    return VV_NONE;
}

/* A box of half its thickness around the way from its joint to its tip. */
static vv_creature_body *add(sample *s, const char *name, const char *parent, vv_vec3 place, vv_vec3 tip, float half,
                             uint64_t caps)
{
    uint32_t b = s->def.body_count++;
    assert_true(b < SAMPLE_MAX_BODIES);
    snprintf(s->names[b], sizeof s->names[b], "%s", name);
    s->bodies[b] =
        (vv_creature_body){.name = s->names[b], .position = place, .rotation = vv_quat_identity(), .caps = caps};
    s->bodies[b].parent = parent ? find(s, parent) : VV_NONE;
    s->bodies[b].low = (vv_vec3){vvi_min(tip.x, 0) - half, vvi_min(tip.y, 0) - half, vvi_min(tip.z, 0) - half};
    s->bodies[b].high = (vv_vec3){vvi_max(tip.x, 0) + half, vvi_max(tip.y, 0) + half, vvi_max(tip.z, 0) + half};
    return &s->bodies[b];
}

/* "left NAME", and "right NAME" as its mirror image. The parent has two sides too where its name begins with '*'. */
static void add_pair(sample *s, const char *name, const char *parent, vv_vec3 place, vv_vec3 tip, float half,
                     uint64_t caps, vv_vec3 centre)
{
    char own[VV_CREATURE_NAME_BYTES], its[VV_CREATURE_NAME_BYTES];
    for (int side = 1; side >= -1; side -= 2) {
        const char *which = side > 0 ? "left" : "right";
        float x = (float)side;
        snprintf(own, sizeof own, "%s %s", which, name);
        if (*parent == '*')
            snprintf(its, sizeof its, "%s %s", which, parent + 1);
        else
            snprintf(its, sizeof its, "%s", parent);
        vv_creature_body *body =
            add(s, own, its, (vv_vec3){x * place.x, place.y, place.z}, (vv_vec3){x * tip.x, tip.y, tip.z}, half, caps);
        body->centre = (vv_vec3){x * centre.x, centre.y, centre.z};
    }
}

static const vv_vec3 zero = {0, 0, 0};

/* A leg of three bodies at a hip; the foot's sole is on the ground. */
static void add_leg_pair(sample *s, const char *where, const char *hip, float x, float top, float z)
{
    char thigh[40], shin[40], foot[40], on_thigh[44], on_shin[44];
    snprintf(thigh, sizeof thigh, "%sthigh", where);
    snprintf(shin, sizeof shin, "%sshin", where);
    snprintf(foot, sizeof foot, "%sfoot", where);
    snprintf(on_thigh, sizeof on_thigh, "*%s", thigh);
    snprintf(on_shin, sizeof on_shin, "*%s", shin);
    float knee = 0.5f * top + 0.02f;
    add_pair(s, thigh, hip, (vv_vec3){x, top, z}, (vv_vec3){0, knee - top, 0.03f}, 0.05f, LIMB, zero);
    add_pair(s, shin, on_thigh, (vv_vec3){x, knee, z + 0.03f}, (vv_vec3){0, 0.06f - knee, -0.03f}, 0.04f, LIMB, zero);
    add_pair(s, foot, on_shin, (vv_vec3){x, 0.06f, z}, (vv_vec3){0, -0.03f, 0.12f}, 0.03f, FOOT,
             (vv_vec3){0, -0.06f, 0.05f});
}

static void make_biped(sample *s)
{
    add(s, "pelvis", NULL, (vv_vec3){0, 0.95f, 0}, (vv_vec3){0, 0.15f, 0}, 0.12f, SPINE);
    add(s, "belly", "pelvis", (vv_vec3){0, 1.10f, 0}, (vv_vec3){0, 0.15f, 0.01f}, 0.12f, SPINE);
    add(s, "chest", "belly", (vv_vec3){0, 1.25f, 0.01f}, (vv_vec3){0, 0.25f, 0}, 0.14f, SPINE);
    add(s, "neck", "chest", (vv_vec3){0, 1.50f, 0.01f}, (vv_vec3){0, 0.10f, 0.02f}, 0.05f, SPINE);
    add(s, "head", "neck", (vv_vec3){0, 1.60f, 0.03f}, (vv_vec3){0, 0.15f, 0.02f}, 0.09f, SPINE);
    add(s, "mouth", "head", (vv_vec3){0, 1.62f, 0.12f}, (vv_vec3){0, 0, 0.02f}, 0.02f, MOUTH)->deforms = 1;
    add_pair(s, "eye", "head", (vv_vec3){0.04f, 1.70f, 0.12f}, zero, 0.015f, EYE, zero);
    add_pair(s, "ear", "head", (vv_vec3){0.09f, 1.70f, 0.03f}, (vv_vec3){0.02f, 0.05f, 0}, 0.01f, EAR, zero);
    add_pair(s, "upper arm", "chest", (vv_vec3){0.20f, 1.45f, 0}, (vv_vec3){0.05f, -0.28f, 0}, 0.04f, LIMB, zero);
    add_pair(s, "fore arm", "*upper arm", (vv_vec3){0.25f, 1.17f, 0}, (vv_vec3){0.02f, -0.23f, 0.08f}, 0.035f, LIMB,
             zero);
    add_pair(s, "hand", "*fore arm", (vv_vec3){0.27f, 0.94f, 0.08f}, (vv_vec3){0, -0.12f, 0.05f}, 0.03f, GRASPER,
             (vv_vec3){0, -0.07f, 0.03f});
    add_leg_pair(s, "", "pelvis", 0.11f, 0.92f, 0.0f);
    add(s, "tail 1", "pelvis", (vv_vec3){0, 0.95f, -0.10f}, (vv_vec3){0, -0.05f, -0.15f}, 0.03f, TAIL);
    add(s, "tail 2", "tail 1", (vv_vec3){0, 0.90f, -0.25f}, (vv_vec3){0, -0.05f, -0.15f}, 0.025f, TAIL);
    add(s, "tail 3", "tail 2", (vv_vec3){0, 0.85f, -0.40f}, (vv_vec3){0, -0.02f, -0.12f}, 0.02f, TAIL);
}

/* The spine is given from the tail on, so that the root, found at the hind legs, is not the first body. */
static void make_quadruped(sample *s)
{
    add(s, "rump", NULL, (vv_vec3){0, 0.80f, -0.55f}, (vv_vec3){0, 0.02f, 0.15f}, 0.12f, SPINE);
    add(s, "loin", "rump", (vv_vec3){0, 0.82f, -0.35f}, (vv_vec3){0, 0, 0.30f}, 0.12f, SPINE);
    add(s, "withers", "loin", (vv_vec3){0, 0.82f, 0.10f}, (vv_vec3){0, 0.03f, 0.30f}, 0.13f, SPINE);
    add(s, "head", "withers", (vv_vec3){0, 0.95f, 0.45f}, (vv_vec3){0, 0.05f, 0.25f}, 0.10f, SPINE);
    add(s, "mouth", "head", (vv_vec3){0, 0.92f, 0.72f}, (vv_vec3){0, 0, 0.04f}, 0.03f, MOUTH);
    add_pair(s, "eye", "head", (vv_vec3){0.07f, 1.04f, 0.60f}, zero, 0.02f, EYE, zero);
    add_leg_pair(s, "hind ", "loin", 0.14f, 0.75f, -0.40f);
    add_leg_pair(s, "fore ", "withers", 0.14f, 0.75f, 0.20f);
    add(s, "tail 1", "rump", (vv_vec3){0, 0.85f, -0.60f}, (vv_vec3){0, 0.02f, -0.2f}, 0.03f, TAIL);
    add(s, "tail 2", "tail 1", (vv_vec3){0, 0.87f, -0.80f}, (vv_vec3){0, -0.05f, -0.2f}, 0.02f, TAIL);
}

static void make_hexapod(sample *s)
{
    add(s, "abdomen", NULL, (vv_vec3){0, 0.35f, -0.20f}, (vv_vec3){0, 0.02f, -0.20f}, 0.08f, SPINE);
    add(s, "thorax", "abdomen", (vv_vec3){0, 0.35f, -0.20f}, (vv_vec3){0, 0, 0.20f}, 0.07f, SPINE);
    add(s, "head", "thorax", (vv_vec3){0, 0.35f, 0.05f}, (vv_vec3){0, 0, 0.12f}, 0.06f, SPINE);
    add(s, "jaws", "head", (vv_vec3){0, 0.33f, 0.18f}, (vv_vec3){0, 0, 0.04f}, 0.02f, MOUTH);
    add_pair(s, "eye", "head", (vv_vec3){0.05f, 0.40f, 0.14f}, zero, 0.02f, EYE, zero);
    const char *where[3] = {"hind", "middle", "fore"};
    for (int i = 0; i < 3; i++) {
        char femur[32], tibia[32], foot[32], on_femur[36], on_tibia[36];
        float z = -0.15f + 0.09f * (float)i, out = i == 0 ? 0.45f : 0.28f, up = i == 0 ? 0.25f : 0.1f;
        snprintf(femur, sizeof femur, "%s femur", where[i]);
        snprintf(tibia, sizeof tibia, "%s tibia", where[i]);
        snprintf(foot, sizeof foot, "%s foot", where[i]);
        snprintf(on_femur, sizeof on_femur, "*%s", femur);
        snprintf(on_tibia, sizeof on_tibia, "*%s", tibia);
        add_pair(s, femur, "thorax", (vv_vec3){0.07f, 0.33f, z}, (vv_vec3){0.5f * out, up, 0}, 0.02f, LIMB, zero);
        add_pair(s, tibia, on_femur, (vv_vec3){0.07f + 0.5f * out, 0.33f + up, z},
                 (vv_vec3){0.5f * out, -0.29f - up, 0}, 0.015f, LIMB, zero);
        add_pair(s, foot, on_tibia, (vv_vec3){0.07f + out, 0.04f, z}, (vv_vec3){0, -0.02f, 0}, 0.02f, FOOT,
                 (vv_vec3){0, -0.04f, 0});
    }
}

static void make_snake(sample *s)
{
    char name[16], last[16] = "";
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "ring %d", i);
        add(s, name, i ? last : NULL, (vv_vec3){0.05f * (float)(i % 2), 0.06f, 0.15f * (float)(i - 4)},
            (vv_vec3){0, 0, 0.15f}, 0.06f, SPINE);
        memcpy(last, name, sizeof last);
    }
    add(s, "mouth", "ring 8", (vv_vec3){0, 0.05f, 0.78f}, (vv_vec3){0, 0, 0.03f}, 0.02f, MOUTH);
    add_pair(s, "eye", "ring 8", (vv_vec3){0.04f, 0.10f, 0.70f}, zero, 0.01f, EYE, zero);
}

static void make_branching(sample *s)
{
    add(s, "hips", NULL, (vv_vec3){0, 0.8f, 0}, (vv_vec3){0, 0.2f, 0}, 0.1f, SPINE);
    add(s, "trunk", "hips", (vv_vec3){0, 1.0f, 0}, (vv_vec3){0, 0.4f, 0}, 0.1f, SPINE);
    add(s, "mouth", "trunk", (vv_vec3){0, 1.4f, 0.1f}, zero, 0.03f, MOUTH);
    add(s, "arm", "trunk", (vv_vec3){0, 1.2f, 0.1f}, (vv_vec3){0, 0.1f, 0.3f}, 0.04f, LIMB);
    add_pair(s, "prong", "arm", (vv_vec3){0, 1.3f, 0.4f}, (vv_vec3){0.15f, -0.1f, 0.1f}, 0.03f, LIMB, zero);
    add_pair(s, "claw", "*prong", (vv_vec3){0.15f, 1.2f, 0.5f}, (vv_vec3){0, 0, 0.1f}, 0.03f, GRASPER,
             (vv_vec3){0, 0, 0.05f});
    add_pair(s, "thigh", "hips", (vv_vec3){0.12f, 0.8f, 0}, (vv_vec3){0.03f, -0.35f, 0}, 0.05f, LIMB, zero);
    add_pair(s, "hind shin", "*thigh", (vv_vec3){0.15f, 0.45f, 0}, (vv_vec3){0, -0.4f, -0.2f}, 0.04f, LIMB, zero);
    add_pair(s, "hind foot", "*hind shin", (vv_vec3){0.15f, 0.05f, -0.2f}, (vv_vec3){0, -0.02f, 0.05f}, 0.03f, FOOT,
             (vv_vec3){0, -0.05f, 0});
    add_pair(s, "fore shin", "*thigh", (vv_vec3){0.15f, 0.45f, 0}, (vv_vec3){0, -0.4f, 0.2f}, 0.04f, LIMB, zero);
    add_pair(s, "fore foot", "*fore shin", (vv_vec3){0.15f, 0.05f, 0.2f}, (vv_vec3){0, -0.02f, 0.05f}, 0.03f, FOOT,
             (vv_vec3){0, -0.05f, 0});
}

/* Seen from the front: A and B above, left and right; 1 on one side, 2 and 3 on the other. */
static void make_figure_4(sample *s)
{
    add(s, "trunk", NULL, (vv_vec3){0, 0.3f, 0}, (vv_vec3){0, 0.9f, 0}, 0.15f, SPINE);
    add(s, "A", "trunk", (vv_vec3){0.3f, 1.2f, 0}, (vv_vec3){0.1f, 0.1f, 0}, 0.05f, GRASPER);
    add(s, "B", "trunk", (vv_vec3){-0.3f, 1.2f, 0}, (vv_vec3){-0.1f, 0.1f, 0}, 0.05f, GRASPER);
    add(s, "1", "trunk", (vv_vec3){0.3f, 0.6f, 0}, (vv_vec3){0.1f, 0, 0}, 0.05f, GRASPER);
    add(s, "2", "trunk", (vv_vec3){-0.3f, 0.8f, 0}, (vv_vec3){-0.1f, 0, 0}, 0.05f, GRASPER);
    add(s, "3", "trunk", (vv_vec3){-0.3f, 0.5f, 0}, (vv_vec3){-0.1f, 0, 0}, 0.05f, GRASPER);
}

static void make_asymmetric(sample *s)
{
    vvi_random random = vvi_random_seed(5);
    add(s, "middle", NULL, (vv_vec3){0.02f, 0.9f, 0}, (vv_vec3){0, 0.1f, 0.2f}, 0.12f, SPINE);
    add(s, "front", "middle", (vv_vec3){0, 1.0f, 0.25f}, (vv_vec3){0, 0.2f, 0.2f}, 0.1f, SPINE);
    add(s, "back", "middle", (vv_vec3){0.05f, 0.85f, -0.3f}, (vv_vec3){0, 0, -0.2f}, 0.1f, SPINE);
    add(s, "mouth", "front", (vv_vec3){0, 1.2f, 0.5f}, (vv_vec3){0, 0, 0.05f}, 0.04f, MOUTH);
    add(s, "eye", "front", (vv_vec3){-0.05f, 1.3f, 0.45f}, zero, 0.03f, EYE);
    add(s, "long arm", "front", (vv_vec3){0.15f, 1.0f, 0.3f}, (vv_vec3){0.4f, 0.1f, 0.1f}, 0.04f, LIMB);
    add(s, "long hand", "long arm", (vv_vec3){0.55f, 1.1f, 0.4f}, (vv_vec3){0.1f, 0.1f, 0}, 0.04f, GRASPER);
    add(s, "short hand", "front", (vv_vec3){-0.15f, 1.05f, 0.3f}, (vv_vec3){-0.1f, 0, 0.1f}, 0.04f, GRASPER);
    const char *legs[3] = {"long leg", "middling leg", "short leg"}, *hips[3] = {"back", "back", "front"};
    for (int i = 0; i < 3; i++) {
        char foot[32];
        float x = i == 0 ? 0.2f : i == 1 ? -0.2f : 0.0f, z = i == 2 ? 0.4f : -0.4f, top = 0.9f - 0.25f * (float)i;
        snprintf(foot, sizeof foot, "%s's foot", legs[i]);
        add(s, legs[i], hips[i], (vv_vec3){x, top, z}, (vv_vec3){0, 0.05f - top, 0}, 0.04f, LIMB);
        add(s, foot, legs[i], (vv_vec3){x, 0.05f, z}, (vv_vec3){0, -0.01f, 0.1f}, 0.04f, FOOT);
    }
    for (uint32_t b = 0; b < s->def.body_count; b++)
        s->bodies[b].rotation = sample_turn(&random);
}

/* ---- Random trees ------------------------------------------------------------------------------------------------ */

vv_vec3 sample_point(vvi_random *random, float reach)
{
    float x = vvi_random_unit(random), y = vvi_random_unit(random), z = vvi_random_unit(random);
    return (vv_vec3){reach * (2 * x - 1), reach * (2 * y - 1), reach * (2 * z - 1)};
}

vv_quat sample_turn(vvi_random *random)
{
    vv_vec3 v = sample_point(random, 1.0f);
    float w = 2 * vvi_random_unit(random) - 1;
    return vv_quat_normalize((vv_quat){v.x, v.y, v.z, w});
}

/* Anywhere near its parent, often at an odd turn. */
static void wander(vvi_random *random, const char *name, const char *parent, sample *s, uint64_t caps)
{
    float size = 0.05f + vvi_random_unit(random);
    vv_vec3 from = parent ? s->bodies[find(s, parent)].position : (vv_vec3){0, size, 0};
    vv_vec3 place = vv_vec3_add(from, sample_point(random, size));
    vv_creature_body *body = add(s, name, parent, place, sample_point(random, size), 0.01f, caps);
    body->centre = sample_point(random, 0.5f * size);
    if (vvi_random_below(random, 3))
        body->rotation = sample_turn(random);
}

static void mirror(vv_creature_body *body, bool keep_place)
{
    vv_vec3 low = body->low;
    body->position.x = keep_place ? body->position.x : -body->position.x;
    body->rotation = (vv_quat){body->rotation.x, -body->rotation.y, -body->rotation.z, body->rotation.w};
    body->centre.x = -body->centre.x;
    body->low.x = -body->high.x;
    body->high.x = -low.x;
}

static void flatten(vv_creature_body *body)
{
    body->position.x = body->centre.x = 0.0f;
    body->rotation = vv_quat_normalize((vv_quat){body->rotation.x, 0, 0, body->rotation.w + 1e-3f});
    float half = vvi_max(-body->low.x, body->high.x);
    body->low.x = -half;
    body->high.x = half;
}

static void wander_limb(vvi_random *random, sample *s, uint32_t index, uint32_t spine, bool symmetric)
{
    static const uint64_t ends[6] = {LIMB, GRASPER, FOOT, FOOT, MOUTH, EYE};
    uint32_t count = 1 + vvi_random_below(random, 4);
    char parent[2][32], name[2][32] = {{0}};
    snprintf(parent[0], sizeof parent[0], "spine %u", vvi_random_below(random, spine));
    memcpy(parent[1], parent[0], sizeof parent[1]);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t caps = i + 1 == count ? ends[vvi_random_below(random, 6)] : LIMB;
        for (uint32_t side = 0; side < (symmetric ? 2u : 1u); side++)
            snprintf(name[side], sizeof name[side], "%s %u.%u", side ? "right" : "left", index, i);
        wander(random, name[0], parent[0], s, caps);
        vv_creature_body left = s->bodies[s->def.body_count - 1];
        if (symmetric) {
            vv_creature_body *right = add(s, name[1], parent[1], left.position, zero, 0, caps);
            right->rotation = left.rotation;
            right->centre = left.centre;
            right->low = left.low;
            right->high = left.high;
            mirror(right, false);
        }
        if (vvi_random_below(random, 4))
            memcpy(parent, name, sizeof parent);
    }
}

void sample_random(uint64_t seed, bool symmetric, sample *out)
{
    vvi_random random = vvi_random_seed(seed);
    memset(out, 0, sizeof *out);
    out->def = (vv_creature_def){.bodies = out->bodies, .own_caps = out->own_caps, .deforms = out->deforms};
    uint32_t spine = 1 + vvi_random_below(&random, 9), limbs = vvi_random_below(&random, 11);
    char name[32], parent[32] = "";
    if (!symmetric && vvi_random_below(&random, 4) == 0) { /* the tree as given begins in a limb */
        wander(&random, "paw", NULL, out, vvi_random_below(&random, 2) ? FOOT : LIMB);
        wander(&random, "leg", "paw", out, LIMB);
        snprintf(parent, sizeof parent, "leg");
    }
    for (uint32_t i = 0; i < spine; i++) {
        snprintf(name, sizeof name, "spine %u", i);
        wander(&random, name, *parent ? parent : NULL, out, SPINE);
        if (symmetric)
            flatten(&out->bodies[i]);
        memcpy(parent, name, sizeof parent);
    }
    for (uint32_t i = 0; i < limbs; i++)
        wander_limb(&random, out, i, spine, symmetric);
}

/* ---- Making them ------------------------------------------------------------------------------------------------- */

void sample_make(sample_kind kind, sample *out)
{
    static void (*const makers[])(sample *) = {make_biped,     make_quadruped, make_hexapod,   make_snake,
                                               make_branching, make_figure_4,  make_asymmetric};
    memset(out, 0, sizeof *out);
    out->own_caps[0] = "nose";
    out->own_caps[1] = "horn";
    out->deforms[0] = "open";
    out->deforms[1] = "curl";
    out->def = (vv_creature_def){.bodies = out->bodies, .own_caps = out->own_caps, .deforms = out->deforms};
    out->def.own_cap_count = out->def.deform_count = kind == SAMPLE_ONE_BODY ? 0 : 2;
    if (kind == SAMPLE_ONE_BODY)
        add(out, "blob", NULL, (vv_vec3){0, 0.25f, 0}, zero, 0.25f, 0);
    else
        makers[kind](out);
}

vv_creature *sample_create(const sample *made)
{
    vv_creature *creature = NULL;
    vv_error error = {0};
    if (vv_creature_create(&made->def, NULL, &creature, &error) != VV_OK)
        fail_msg("%s", error.message);
    return creature;
}

vv_creature *sample_creature(sample_kind kind)
{
    static sample made; /* tests run one after the other */
    sample_make(kind, &made);
    return sample_create(&made);
}
