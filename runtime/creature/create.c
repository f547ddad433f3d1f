/* Creating a creature: the def is checked, the root chosen (1.2), the block laid out, and everything that follows is
 * derived into it. */
#include "bodies.h"

#include <string.h>

/* When the root is chosen, distances within a factor of SAME_RATIO and within SAME_SHARE of the creature's size count
 * as equal. Of two hips the hindmost then becomes the root, however the legs between them are bent, and of three the
 * middle one. */
#define SAME_RATIO 1.25f
#define SAME_SHARE 0.02f

vv_creature vvi_creature_layout(const vv_creature *counts)
{
    vv_creature c = *counts;
    uint64_t cursor = sizeof c;
    c.magic = CREATURE_MAGIC;
    c.version = CREATURE_VERSION;
    c.reserved = 0;
    c.bodies = vvi_section(&cursor, c.body_count, sizeof(stored_body));
    c.order = vvi_section(&cursor, c.body_count, sizeof(uint32_t));
    c.spine = vvi_section(&cursor, c.spine_count, sizeof(uint32_t));
    c.limbs = vvi_section(&cursor, c.limb_count, sizeof(stored_limb));
    c.legs = vvi_section(&cursor, c.leg_count, sizeof(stored_leg));
    c.paths = vvi_section(&cursor, c.path_count, sizeof(uint32_t));
    c.cap_names = vvi_section(&cursor, c.own_cap_count, sizeof(uint32_t));
    c.deform_names = vvi_section(&cursor, c.deform_count, sizeof(uint32_t));
    c.names = vvi_section(&cursor, c.name_bytes, 1);
    c.byte_count = vvi_section(&cursor, 0, 0);
    return c;
}

/* ---- The def ----------------------------------------------------------------------------------------------------- */

static vv_result check_def(const vv_creature_def *def, vv_error *error)
{
    vv_result result = vvi_creature_check_counts(def->body_count, def->own_cap_count, def->deform_count, error);
    for (uint32_t b = 0; result == VV_OK && b < def->body_count; b++) {
        result = vvi_creature_check_body(&def->bodies[b], b, def->own_cap_count, def->deform_count, VV_ERROR_ARGUMENT,
                                         error);
        for (uint32_t k = 0; result == VV_OK && k < b; k++)
            if (strcmp(def->bodies[k].name, def->bodies[b].name) == 0)
                result = vvi_fail(error, VV_ERROR_ARGUMENT, "two bodies are named %s", def->bodies[b].name);
    }
    if (result == VV_OK)
        result = vvi_creature_check_names("cap", def->own_cap_count, def->own_caps, true, VV_ERROR_ARGUMENT, error);
    if (result == VV_OK)
        result = vvi_creature_check_names("deform", def->deform_count, def->deforms, false, VV_ERROR_ARGUMENT, error);
    return result;
}

static void copy_def(const vv_creature_def *def, stored_body *bodies)
{
    uint64_t all_caps = 0;
    for (uint32_t b = 0; b < def->body_count; b++) {
        const vv_creature_body *source = &def->bodies[b];
        stored_body *body = &bodies[b];
        body->def_parent = source->parent;
        body->caps = source->caps;
        body->deforms = source->deforms;
        body->place = source->position;
        body->turn = vv_quat_normalize(source->rotation);
        body->centre = source->centre;
        body->low = source->low;
        body->high = source->high;
        body->rest_centre = vv_vec3_add(body->place, vv_quat_rotate(body->turn, body->centre));
        all_caps |= source->caps;
    }
    if (!(all_caps & VV_CAP_BIT(VV_CAP_SPINE)))
        bodies[0].caps |= VV_CAP_BIT(VV_CAP_SPINE);
}

/* ---- The root ---------------------------------------------------------------------------------------------------- */

/* Re-roots the tree at a spine body. Any spine body does for counting: limbs are attached to the spine in the same
 * way as after re-rooting at the final root. */
static void reroot(uint32_t count, stored_body *bodies, uint32_t top)
{
    for (uint32_t b = 0; b < count; b++)
        bodies[b].parent = bodies[b].def_parent;
    for (uint32_t b = top, below = VV_NONE; b != VV_NONE; below = b, b = bodies[b].def_parent)
        bodies[b].parent = below;
}

static bool is_foot(const stored_body *body) { return (body->caps & VV_CAP_BIT(VV_CAP_FOOT)) != 0 && !is_spine(body); }

/* The body next to the spine in the limb of b. */
static uint32_t first_limb_body(const stored_body *bodies, uint32_t b)
{
    while (!is_spine(&bodies[bodies[b].parent]))
        b = bodies[b].parent;
    return b;
}

typedef struct root_choice {
    uint32_t count;
    const stored_body *bodies;
    uint32_t *legs; /* [count] how many legs are attached to each body */
    uint32_t most;  /* the largest entry of legs[] */
    /* the mean first joint of the legs on the bodies that have most; without legs, the mean spine joint */
    vv_vec3 mean_position;
    float tolerance; /* metres that count as equal */
} root_choice;

static void count_legs(root_choice *r)
{
    vv_vec3 sum = {0, 0, 0};
    float total = 0.0f;
    for (uint32_t b = 0; b < r->count; b++)
        if (is_foot(&r->bodies[b])) {
            uint32_t hip = r->bodies[first_limb_body(r->bodies, b)].parent;
            r->most = ++r->legs[hip] > r->most ? r->legs[hip] : r->most;
        }
    for (uint32_t b = 0; b < r->count; b++) {
        const stored_body *body = &r->bodies[b];
        uint32_t first = is_foot(body) ? first_limb_body(r->bodies, b) : b;
        uint32_t hip = is_foot(body) ? r->bodies[first].parent : b;
        if (r->legs[hip] != r->most || !is_spine(&r->bodies[hip]) || is_foot(body) != (r->most > 0))
            continue;
        sum = vv_vec3_add(sum, joint_of(r->bodies, first));
        total += 1.0f;
    }
    r->mean_position = vv_vec3_scale(sum, 1.0f / total);
}

static float distance_from_mean(const root_choice *r, uint32_t b)
{
    return vv_vec3_length(vv_vec3_sub(r->bodies[b].rest_centre, r->mean_position));
}

/* The spine body with the most legs; of several the one nearest to the mean position, then the hindmost, then the
 * first. */
static uint32_t choose_root(const root_choice *r)
{
    float nearest = INFINITY;
    uint32_t root = VV_NONE;
    for (uint32_t b = 0; b < r->count; b++)
        if (is_spine(&r->bodies[b]) && r->legs[b] == r->most)
            nearest = vvi_min(nearest, distance_from_mean(r, b));
    for (uint32_t b = 0; b < r->count; b++)
        if (is_spine(&r->bodies[b]) && r->legs[b] == r->most &&
            distance_from_mean(r, b) <= SAME_RATIO * nearest + r->tolerance &&
            (root == VV_NONE || r->bodies[b].rest_centre.z < r->bodies[root].rest_centre.z))
            root = b;
    return root;
}

static uint32_t find_root(uint32_t count, stored_body *bodies, uint32_t *legs, float size)
{
    for (uint32_t b = 0; b < count; b++)
        if (bodies[b].caps & VV_CAP_BIT(VV_CAP_ROOT))
            return b;
    root_choice r = {.count = count, .bodies = bodies, .legs = legs, .tolerance = SAME_SHARE * size};
    count_legs(&r);
    return choose_root(&r);
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

static uint32_t count_names(const vv_creature_def *def)
{
    size_t bytes = 0;
    for (uint32_t b = 0; b < def->body_count; b++)
        bytes += strlen(def->bodies[b].name) + 1;
    for (uint32_t i = 0; i < def->own_cap_count; i++)
        bytes += strlen(def->own_caps[i]) + 1;
    for (uint32_t i = 0; i < def->deform_count; i++)
        bytes += strlen(def->deforms[i]) + 1;
    return (uint32_t)bytes;
}

/* Counts spine bodies, limbs, legs and the bodies on the legs' paths, in a tree that is rooted on the spine. */
static vv_result count_parts(const vv_creature_def *def, const stored_body *bodies, vv_creature *counts,
                             vv_error *error)
{
    for (uint32_t b = 0; b < def->body_count; b++) {
        counts->spine_count += is_spine(&bodies[b]);
        if (is_spine(&bodies[b]))
            continue;
        counts->limb_count += is_spine(&bodies[bodies[b].parent]);
        if (!is_foot(&bodies[b]))
            continue;
        if (++counts->leg_count > VV_CREATURE_MAX_LEGS)
            return vvi_fail(error, VV_ERROR_LIMIT, "body %s is one foot too many: a creature has at most %u",
                            def->bodies[b].name, VV_CREATURE_MAX_LEGS);
        for (uint32_t up = b; !is_spine(&bodies[up]); up = bodies[up].parent)
            counts->path_count++;
    }
    return VV_OK;
}

/* Fills the counts of the block, and its root. bodies[] come from the def; this sets in them what only creation may
 * set: the caps of spine and root. */
static vv_result measure(const vv_creature_def *def, stored_body *bodies, uint32_t *legs, vv_creature *counts,
                         vv_error *error)
{
    uint32_t top;
    creature_fault fault = vvi_creature_check_spine(def->body_count, bodies, &top);
    if (fault.what)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "body %s %s", def->bodies[fault.body].name, fault.what);
    vv_vec3 low, high;
    vvi_creature_box(def->body_count, bodies, &low, &high);
    vv_vec3 edges = vv_vec3_sub(high, low);
    float size = vvi_max(edges.x, vvi_max(edges.y, edges.z));
    if (!(size >= CREATURE_SMALLEST))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the creature of body %s is smaller than a millimetre",
                        def->bodies[0].name);
    reroot(def->body_count, bodies, top);
    *counts = (vv_creature){.body_count = def->body_count, .own_cap_count = def->own_cap_count};
    counts->deform_count = def->deform_count;
    counts->name_bytes = count_names(def);
    counts->root = find_root(def->body_count, bodies, legs, size);
    bodies[counts->root].caps |= VV_CAP_BIT(VV_CAP_ROOT);
    return count_parts(def, bodies, counts, error);
}

/* ---- The block --------------------------------------------------------------------------------------------------- */

static uint32_t append_name(char *names, uint32_t *at, const char *name)
{
    uint32_t start = *at;
    size_t bytes = strlen(name) + 1;
    memcpy(names + start, name, bytes);
    *at += (uint32_t)bytes;
    return start;
}

static void append_names(const vv_creature_def *def, vv_creature *c)
{
    char *base = (char *)c;
    uint32_t at = 0;
    for (uint32_t b = 0; b < def->body_count; b++)
        ((stored_body *)(base + c->bodies))[b].name = append_name(base + c->names, &at, def->bodies[b].name);
    for (uint32_t i = 0; i < def->own_cap_count; i++)
        ((uint32_t *)(base + c->cap_names))[i] = append_name(base + c->names, &at, def->own_caps[i]);
    for (uint32_t i = 0; i < def->deform_count; i++)
        ((uint32_t *)(base + c->deform_names))[i] = append_name(base + c->names, &at, def->deforms[i]);
}

static vv_result build(const vv_creature_def *def, stored_body *bodies, uint32_t *legs, const vv_allocator *allocator,
                       vv_creature **out, vv_error *error)
{
    vv_creature counts;
    copy_def(def, bodies);
    vv_result result = measure(def, bodies, legs, &counts, error);
    if (result != VV_OK)
        return result;
    vv_creature header = vvi_creature_layout(&counts);
    vv_creature *c = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!c)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *c = header;
    memcpy((char *)c + c->bodies, bodies, def->body_count * sizeof *bodies);
    append_names(def, c);
    derivation d = {.creature = c, .write = true, .body = VV_NONE};
    bool agrees = vvi_derive_tree(&d) && vvi_derive_legs(&d);
    VV_ASSERT(agrees); /* the derived values always agree with the counts */
    (void)agrees;
    *out = c;
    return VV_OK;
}

vv_result vv_creature_create(const vv_creature_def *def, const vv_allocator *allocator, vv_creature **out,
                             vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->bodies, def->body_count);
    VVI_ASSERT_ARRAY(def->own_caps, def->own_cap_count);
    VVI_ASSERT_ARRAY(def->deforms, def->deform_count);
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    stored_body *bodies = vvi_allocate_zeroed(allocator, def->body_count, sizeof *bodies);
    uint32_t *legs = vvi_allocate_zeroed(allocator, def->body_count, sizeof *legs);
    if (bodies && legs)
        result = build(def, bodies, legs, allocator, out, error);
    else
        result = vvi_fail_memory(error, def->body_count * (sizeof *bodies + sizeof *legs));
    vvi_release(allocator, legs, def->body_count, sizeof *legs);
    vvi_release(allocator, bodies, def->body_count, sizeof *bodies);
    return result;
}

void vv_creature_destroy(vv_creature *creature, const vv_allocator *allocator)
{
    if (creature)
        vvi_release(allocator, creature, 1, (size_t)creature->byte_count);
}
