/* Hanging the tree of bodies on the root (1.2), and what follows from it: the spine from tail to head, limb after limb, joints, lengths,
 * sides. Written when a creature is made, compared when one comes as bytes; so nothing here needs memory of its own. */
#include "bodies.h"

#include <string.h>

/* Bodies nearer to the sagittal plane than this share of the creature's size are on neither side. */
#define MIDDLE_SHARE 0.02f
/* Ends of a spine that are nearer than this are level. */
#define LEVEL_SHARE 1e-3f

bool vvi_derive_put(derivation *d, uint32_t body, void *at, const void *value, size_t bytes)
{
    if (d->write)
        memcpy(at, value, bytes);
    else if (memcmp(at, value, bytes) != 0) {
        d->body = body;
        return false;
    }
    return true;
}

static hung_body *bodies_in(const derivation *d) { return (hung_body *)((char *)d->creature + d->creature->bodies); }

static bool put_index(derivation *d, uint32_t body, uint32_t *at, uint32_t value)
{
    return vvi_derive_put(d, body, at, &value, sizeof value);
}

static bool put_number(derivation *d, uint32_t body, float *at, float value)
{
    return vvi_derive_put(d, body, at, &value, sizeof value);
}

static bool put_point(derivation *d, uint32_t body, vv_vec3 *at, vv_vec3 value)
{
    return vvi_derive_put(d, body, at, &value, sizeof value);
}

/* From the root up to the body that was given first, links are turned round. Given parents come before their children, so that way
 * descends in the order of the bodies and is met once going down through all. */
static bool put_parents(derivation *d)
{
    hung_body *bodies = bodies_in(d);
    uint32_t turned = d->creature->root, below = VV_NONE;
    for (uint32_t b = d->creature->body_count; b-- > 0;) {
        if (!put_index(d, b, &bodies[b].parent, b == turned ? below : bodies[b].given))
            return false;
        if (b == turned) {
            below = b;
            turned = bodies[b].given;
        }
    }
    return true;
}

static uint32_t next_child(const derivation *d, uint32_t parent, uint32_t from)
{
    const hung_body *bodies = bodies_in(d);
    for (uint32_t b = from; b < d->creature->body_count; b++)
        if (bodies[b].parent == parent)
            return b;
    return VV_NONE;
}

static bool put_children(derivation *d)
{
    hung_body *bodies = bodies_in(d);
    for (uint32_t b = 0; b < d->creature->body_count; b++) {
        uint32_t sibling = bodies[b].parent == VV_NONE ? VV_NONE : next_child(d, bodies[b].parent, b + 1);
        if (!put_index(d, b, &bodies[b].next_sibling, sibling) ||
            !put_index(d, b, &bodies[b].first_child, next_child(d, b, 0)))
            return false;
    }
    return true;
}

/* ---- The spine ------------------------------------------------------------------------------------------------------------ */

/* One of the two halves of the spine beside the root. */
typedef struct arm {
    uint32_t first, last; /* from the root outwards; VV_NONE: there is none */
    uint32_t count;
    uint32_t faces; /* mouths and eyes on it */
} arm;

static uint32_t spine_child(const hung_body *bodies, uint32_t parent)
{
    uint32_t b = bodies[parent].first_child;
    while (b != VV_NONE && !is_spine(&bodies[b]))
        b = bodies[b].next_sibling;
    return b;
}

static arm find_arm(const hung_body *bodies, uint32_t first)
{
    uint64_t face = VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE);
    arm a = {first, first, 0, 0};
    for (uint32_t b = first; b != VV_NONE; b = spine_child(bodies, b)) {
        a.last = b;
        a.count++;
    }
    if (first != VV_NONE)
        for (uint32_t b = first; b != VV_NONE; b = next_in_subtree(bodies, b, first))
            a.faces += (bodies[b].caps & face) != 0;
    return a;
}

/* Whether b, rather than a, is the half that leads to the head. */
static bool leads_to_head(const derivation *d, const arm *a, const arm *b)
{
    const hung_body *bodies = bodies_in(d);
    float level = LEVEL_SHARE * d->creature->size;
    if (a->faces != b->faces)
        return b->faces > a->faces;
    vv_vec3 from = bodies[a->count ? a->last : d->creature->root].middle;
    vv_vec3 to = bodies[b->count ? b->last : d->creature->root].middle;
    if (fabsf(to.z - from.z) > level)
        return to.z > from.z;
    if (fabsf(to.y - from.y) > level)
        return to.y > from.y;
    return b->count > a->count;
}

/* Outwards from the root: in the order from `order` on, in the spine at `spine` and then one `step` further each time. */
static bool put_arm(derivation *d, const arm *a, uint32_t order, uint32_t spine, uint32_t step)
{
    hung_body *bodies = bodies_in(d);
    uint32_t *orders = (uint32_t *)((char *)d->creature + d->creature->order);
    uint32_t *spines = (uint32_t *)((char *)d->creature + d->creature->spine);
    for (uint32_t b = a->first; b != VV_NONE; b = spine_child(bodies, b), order++, spine += step)
        if (!put_index(d, b, &orders[order], b) || !put_index(d, b, &spines[spine], b) ||
            !put_index(d, b, &bodies[b].hip, b) || !put_index(d, b, &bodies[b].limb, VV_NONE))
            return false;
    return true;
}

static bool put_spine(derivation *d)
{
    vv_creature *c = d->creature;
    hung_body *bodies = bodies_in(d);
    arm tail = find_arm(bodies, spine_child(bodies, c->root));
    uint32_t other = tail.first == VV_NONE ? VV_NONE : bodies[tail.first].next_sibling;
    while (other != VV_NONE && !is_spine(&bodies[other]))
        other = bodies[other].next_sibling;
    arm head = find_arm(bodies, other);
    if (!leads_to_head(d, &tail, &head)) {
        arm swap = head;
        head = tail;
        tail = swap;
    }
    if (c->spine_count != 1 + head.count + tail.count || !put_index(d, c->root, &c->spine_root, tail.count))
        return false;
    arm root = {c->root, c->root, 1, 0};
    uint32_t *order = (uint32_t *)((char *)c + c->order), *spine = (uint32_t *)((char *)c + c->spine);
    return put_index(d, c->root, &order[0], root.first) && put_index(d, c->root, &spine[tail.count], root.first) &&
           put_index(d, c->root, &bodies[c->root].hip, c->root) &&
           put_index(d, c->root, &bodies[c->root].limb, VV_NONE) && put_arm(d, &head, 1, tail.count + 1, 1) &&
           put_arm(d, &tail, 1 + head.count, tail.count - 1, UINT32_MAX);
}

/* ---- Limbs ---------------------------------------------------------------------------------------------------------------- */

static bool put_limb(derivation *d, uint32_t index, uint32_t first, uint32_t start, uint32_t *count)
{
    vv_creature *c = d->creature;
    hung_body *bodies = bodies_in(d);
    uint32_t *order = (uint32_t *)((char *)c + c->order);
    limb found = {first, bodies[first].parent, start, 0, 0};
    for (uint32_t b = first; b != VV_NONE; b = next_in_subtree(bodies, b, first)) {
        uint32_t child = bodies[b].first_child;
        if (!put_index(d, b, &order[start + found.count], b) || !put_index(d, b, &bodies[b].hip, found.hip) ||
            !put_index(d, b, &bodies[b].limb, index))
            return false;
        found.branches += child != VV_NONE && bodies[child].next_sibling != VV_NONE;
        found.count++;
    }
    *count = found.count;
    return vvi_derive_put(d, first, (limb *)((char *)c + c->limbs) + index, &found, sizeof found);
}

static bool put_limbs(derivation *d)
{
    vv_creature *c = d->creature;
    const hung_body *bodies = bodies_in(d);
    uint32_t start = c->spine_count, index = 0;
    for (uint32_t s = 0; s < c->spine_count; s++)
        for (uint32_t b = bodies[order_of(c)[s]].first_child; b != VV_NONE; b = bodies[b].next_sibling) {
            uint32_t count;
            if (is_spine(&bodies[b]))
                continue;
            if (index == c->limb_count || !put_limb(d, index, b, start, &count))
                return false;
            start += count;
            index++;
        }
    return index == c->limb_count && start == c->body_count;
}

/* ---- Geometry at rest ------------------------------------------------------------------------------------------------------- */

/* From where the limb hangs, or from the root, joint by joint to the body's centre. */
static float way_to(const hung_body *bodies, uint32_t b)
{
    float way = vv_vec3_length(vv_vec3_sub(bodies[b].middle, bodies[b].joint));
    bool spine = is_spine(&bodies[b]);
    for (uint32_t up = bodies[b].parent; up != VV_NONE && is_spine(&bodies[up]) == spine; up = bodies[b].parent) {
        way += bodies[b].length;
        b = up;
    }
    return way;
}

/* From a body's middle to the mouths and eyes that hang on it, itself not counted; from its parent's, where it is one of them. */
static vv_vec3 way_to_faces(const hung_body *bodies, uint32_t body)
{
    uint64_t face = VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE);
    vv_vec3 sum = {0, 0, 0}, from = bodies[body].middle;
    if ((bodies[body].caps & face) != 0 && bodies[body].parent != VV_NONE)
        return vv_vec3_sub(from, bodies[bodies[body].parent].middle);
    for (uint32_t b = bodies[body].first_child; b != VV_NONE; b = bodies[b].next_sibling)
        if (!is_spine(&bodies[b]))
            for (uint32_t k = b; k != VV_NONE; k = next_in_subtree(bodies, k, b))
                if (bodies[k].caps & face)
                    sum = vv_vec3_add(sum, vv_vec3_sub(bodies[k].middle, from));
    return sum;
}

/* A head may look backwards and an eye sideways. What shows no direction, or one within 60 degrees of the front, looks ahead. */
static vv_vec3 facing_of(const hung_body *bodies, uint32_t body)
{
    vv_vec3 way = way_to_faces(bodies, body), level = {way.x, 0.0f, way.z};
    float length = vv_vec3_length(level);
    if (!(length > 1e-6f) || length < 0.5f * fabsf(way.y) || level.z >= 0.5f * length)
        return (vv_vec3){0, 0, 1};
    return vv_vec3_scale(level, 1.0f / length);
}

static bool put_geometry(derivation *d, uint32_t b)
{
    hung_body *bodies = bodies_in(d), *body = &bodies[b];
    float middle = MIDDLE_SHARE * d->creature->size, x = body->middle.x;
    int32_t side = x > middle ? 1 : x < -middle ? -1 : 0;
    vv_vec3 low, high, joint = joint_of(bodies, b);
    vvi_body_box(body, &low, &high);
    float length = body->parent == VV_NONE ? 0.0f : vv_vec3_length(vv_vec3_sub(joint, bodies[body->parent].joint));
    return put_point(d, b, &body->joint, joint) && vvi_derive_put(d, b, &body->side, &side, sizeof side) &&
           put_number(d, b, &body->sole, vvi_max(body->middle.y - low.y, 0.0f)) &&
           put_point(d, b, &body->facing, facing_of(bodies, b)) && put_number(d, b, &body->length, length) &&
           put_number(d, b, &body->limb_length, way_to(bodies, b));
}

static bool put_bounds(derivation *d)
{
    vv_creature *c = d->creature;
    vv_vec3 low, high;
    vvi_creature_box(c->body_count, bodies_in(d), &low, &high);
    vv_vec3 edges = vv_vec3_sub(high, low);
    return put_point(d, 0, &c->low, low) && put_point(d, 0, &c->high, high) &&
           put_number(d, 0, &c->size, vvi_max(edges.x, vvi_max(edges.y, edges.z)));
}

/* The way from the lowest body of the spine to the highest rises by more than 45 degrees. */
static bool put_upright(derivation *d)
{
    vv_creature *c = d->creature;
    const hung_body *bodies = bodies_in(d);
    vv_vec3 low = bodies[c->root].middle, high = low;
    for (uint32_t s = 0; s < c->spine_count; s++) {
        vv_vec3 p = bodies[spine_of(c)[s]].middle;
        low = p.y < low.y ? p : low;
        high = p.y > high.y ? p : high;
    }
    vv_vec3 way = vv_vec3_sub(high, low);
    return put_index(d, c->root, &c->upright, way.y * way.y > way.x * way.x + way.z * way.z);
}

bool vvi_derive_tree(derivation *d)
{
    vv_creature *c = d->creature;
    hung_body *bodies = bodies_in(d);
    for (uint32_t b = 0; b < c->body_count; b++) {
        vv_vec3 middle = vv_vec3_add(bodies[b].place, vv_quat_rotate(bodies[b].turn, bodies[b].centre));
        if (!put_point(d, b, &bodies[b].middle, middle))
            return false;
    }
    if (!put_bounds(d) || !put_parents(d) || !put_children(d) || !put_spine(d) || !put_limbs(d))
        return false;
    for (uint32_t i = 0; i < c->body_count; i++)
        if (!put_geometry(d, order_of(c)[i]))
            return false;
    return put_upright(d);
}
