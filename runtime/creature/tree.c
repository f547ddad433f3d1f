/* Deriving the tree (1.2): re-rooting at the root body, the spine from tail to head, the limbs one after the other,
 * joints, lengths and sides. The results are written when a creature is created and compared when one arrives as
 * bytes, so nothing here needs memory of its own. */
#include "bodies.h"

#include <string.h>

/* Bodies nearer to the sagittal plane than this share of the creature's size are on neither side. */
#define MIDDLE_SHARE 0.02f
/* Spine ends whose heights or depths differ by less than this share of the creature's size count as level. */
#define LEVEL_SHARE 1e-3f

bool vvi_derive_bytes(derivation *d, uint32_t body, void *at, const void *value, size_t bytes)
{
    if (d->write)
        memcpy(at, value, bytes);
    else if (memcmp(at, value, bytes) != 0) {
        d->body = body;
        return false;
    }
    return true;
}

static stored_body *bodies_in(const derivation *d)
{
    return (stored_body *)((char *)d->creature + d->creature->bodies);
}

static bool derive_index(derivation *d, uint32_t body, uint32_t *at, uint32_t value)
{
    return vvi_derive_bytes(d, body, at, &value, sizeof value);
}

static bool derive_float(derivation *d, uint32_t body, float *at, float value)
{
    return vvi_derive_bytes(d, body, at, &value, sizeof value);
}

static bool derive_vector(derivation *d, uint32_t body, vv_vec3 *at, vv_vec3 value)
{
    return vvi_derive_bytes(d, body, at, &value, sizeof value);
}

/* Links from the root up to the first body of the def are reversed. Parents in the def come before their children, so
 * that path descends in the order of the bodies and is met in one pass from the last body to the first. */
static bool derive_parents(derivation *d)
{
    stored_body *bodies = bodies_in(d);
    uint32_t reversed = d->creature->root, below = VV_NONE;
    for (uint32_t b = d->creature->body_count; b-- > 0;) {
        if (!derive_index(d, b, &bodies[b].parent, b == reversed ? below : bodies[b].def_parent))
            return false;
        if (b == reversed) {
            below = b;
            reversed = bodies[b].def_parent;
        }
    }
    return true;
}

static uint32_t next_child(const derivation *d, uint32_t parent, uint32_t from)
{
    const stored_body *bodies = bodies_in(d);
    for (uint32_t b = from; b < d->creature->body_count; b++)
        if (bodies[b].parent == parent)
            return b;
    return VV_NONE;
}

static bool derive_children(derivation *d)
{
    stored_body *bodies = bodies_in(d);
    for (uint32_t b = 0; b < d->creature->body_count; b++) {
        uint32_t sibling = bodies[b].parent == VV_NONE ? VV_NONE : next_child(d, bodies[b].parent, b + 1);
        if (!derive_index(d, b, &bodies[b].next_sibling, sibling) ||
            !derive_index(d, b, &bodies[b].first_child, next_child(d, b, 0)))
            return false;
    }
    return true;
}

/* ---- The spine --------------------------------------------------------------------------------------------------- */

/* One of the two halves of the spine on either side of the root. */
typedef struct spine_half {
    uint32_t first, last; /* its bodies next to the root and at the end; VV_NONE: it has none */
    uint32_t count;
    uint32_t faces; /* number of mouths and eyes on it */
} spine_half;

static uint32_t spine_child(const stored_body *bodies, uint32_t parent)
{
    uint32_t b = bodies[parent].first_child;
    while (b != VV_NONE && !is_spine(&bodies[b]))
        b = bodies[b].next_sibling;
    return b;
}

static spine_half find_half(const stored_body *bodies, uint32_t first)
{
    uint64_t face = VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE);
    spine_half a = {first, first, 0, 0};
    for (uint32_t b = first; b != VV_NONE; b = spine_child(bodies, b)) {
        a.last = b;
        a.count++;
    }
    if (first != VV_NONE)
        for (uint32_t b = first; b != VV_NONE; b = next_in_subtree(bodies, b, first))
            a.faces += (bodies[b].caps & face) != 0;
    return a;
}

/* Whether b rather than a is the half that leads to the head. */
static bool leads_to_head(const derivation *d, const spine_half *a, const spine_half *b)
{
    const stored_body *bodies = bodies_in(d);
    float level = LEVEL_SHARE * d->creature->size;
    if (a->faces != b->faces)
        return b->faces > a->faces;
    vv_vec3 from = bodies[a->count ? a->last : d->creature->root].rest_centre;
    vv_vec3 to = bodies[b->count ? b->last : d->creature->root].rest_centre;
    if (fabsf(to.z - from.z) > level)
        return to.z > from.z;
    if (fabsf(to.y - from.y) > level)
        return to.y > from.y;
    return b->count > a->count;
}

/* Derives one half from the root outwards: `order` is where it begins in the solving order, `spine` where it begins
 * in the spine array, which it then walks by `step`. */
static bool derive_half(derivation *d, const spine_half *a, uint32_t order, uint32_t spine, uint32_t step)
{
    stored_body *bodies = bodies_in(d);
    uint32_t *orders = (uint32_t *)((char *)d->creature + d->creature->order);
    uint32_t *spines = (uint32_t *)((char *)d->creature + d->creature->spine);
    for (uint32_t b = a->first; b != VV_NONE; b = spine_child(bodies, b), order++, spine += step)
        if (!derive_index(d, b, &orders[order], b) || !derive_index(d, b, &spines[spine], b) ||
            !derive_index(d, b, &bodies[b].hip, b) || !derive_index(d, b, &bodies[b].limb, VV_NONE))
            return false;
    return true;
}

static bool derive_spine(derivation *d)
{
    vv_creature *c = d->creature;
    stored_body *bodies = bodies_in(d);
    spine_half tail = find_half(bodies, spine_child(bodies, c->root));
    uint32_t other = tail.first == VV_NONE ? VV_NONE : bodies[tail.first].next_sibling;
    while (other != VV_NONE && !is_spine(&bodies[other]))
        other = bodies[other].next_sibling;
    spine_half head = find_half(bodies, other);
    if (!leads_to_head(d, &tail, &head)) {
        spine_half swap = head;
        head = tail;
        tail = swap;
    }
    if (c->spine_count != 1 + head.count + tail.count || !derive_index(d, c->root, &c->spine_root, tail.count))
        return false;
    spine_half root = {c->root, c->root, 1, 0};
    uint32_t *order = (uint32_t *)((char *)c + c->order), *spine = (uint32_t *)((char *)c + c->spine);
    return derive_index(d, c->root, &order[0], root.first) &&
           derive_index(d, c->root, &spine[tail.count], root.first) &&
           derive_index(d, c->root, &bodies[c->root].hip, c->root) &&
           derive_index(d, c->root, &bodies[c->root].limb, VV_NONE) && derive_half(d, &head, 1, tail.count + 1, 1) &&
           derive_half(d, &tail, 1 + head.count, tail.count - 1, UINT32_MAX);
}

/* ---- Limbs ------------------------------------------------------------------------------------------------------- */

static bool derive_limb(derivation *d, uint32_t index, uint32_t first, uint32_t start, uint32_t *count)
{
    vv_creature *c = d->creature;
    stored_body *bodies = bodies_in(d);
    uint32_t *order = (uint32_t *)((char *)c + c->order);
    stored_limb found = {first, bodies[first].parent, start, 0, 0};
    for (uint32_t b = first; b != VV_NONE; b = next_in_subtree(bodies, b, first)) {
        uint32_t child = bodies[b].first_child;
        if (!derive_index(d, b, &order[start + found.count], b) || !derive_index(d, b, &bodies[b].hip, found.hip) ||
            !derive_index(d, b, &bodies[b].limb, index))
            return false;
        found.branches += child != VV_NONE && bodies[child].next_sibling != VV_NONE;
        found.count++;
    }
    *count = found.count;
    return vvi_derive_bytes(d, first, (stored_limb *)((char *)c + c->limbs) + index, &found, sizeof found);
}

static bool derive_limbs(derivation *d)
{
    vv_creature *c = d->creature;
    const stored_body *bodies = bodies_in(d);
    uint32_t start = c->spine_count, index = 0;
    for (uint32_t s = 0; s < c->spine_count; s++)
        for (uint32_t b = bodies[order_of(c)[s]].first_child; b != VV_NONE; b = bodies[b].next_sibling) {
            uint32_t count;
            if (is_spine(&bodies[b]))
                continue;
            if (index == c->limb_count || !derive_limb(d, index, b, start, &count))
                return false;
            start += count;
            index++;
        }
    return index == c->limb_count && start == c->body_count;
}

/* ---- Geometry at rest -------------------------------------------------------------------------------------------- */

/* The path length from where the limb is attached, or for spine bodies from the root, joint by joint to the centre of
 * the body. */
static float distance_to(const stored_body *bodies, uint32_t b)
{
    float length = vv_vec3_length(vv_vec3_sub(bodies[b].rest_centre, bodies[b].joint));
    bool spine = is_spine(&bodies[b]);
    for (uint32_t up = bodies[b].parent; up != VV_NONE && is_spine(&bodies[up]) == spine; up = bodies[b].parent) {
        length += bodies[b].length;
        b = up;
    }
    return length;
}

/* The sum of the vectors from a body's centre to the mouths and eyes attached to it. For a mouth or an eye itself:
 * the vector from its parent's centre. */
static vv_vec3 vector_to_faces(const stored_body *bodies, uint32_t body)
{
    uint64_t face = VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE);
    vv_vec3 sum = {0, 0, 0}, centre = bodies[body].rest_centre;
    if ((bodies[body].caps & face) != 0 && bodies[body].parent != VV_NONE)
        return vv_vec3_sub(centre, bodies[bodies[body].parent].rest_centre);
    for (uint32_t b = bodies[body].first_child; b != VV_NONE; b = bodies[b].next_sibling)
        if (!is_spine(&bodies[b]))
            for (uint32_t k = b; k != VV_NONE; k = next_in_subtree(bodies, k, b))
                if (bodies[k].caps & face)
                    sum = vv_vec3_add(sum, vv_vec3_sub(bodies[k].rest_centre, centre));
    return sum;
}

/* A head may look backwards and an eye sideways. A body without a clear direction, or with one within 60 degrees of
 * the front, looks forwards. */
static vv_vec3 find_facing(const stored_body *bodies, uint32_t body)
{
    vv_vec3 to_faces = vector_to_faces(bodies, body), level = {to_faces.x, 0.0f, to_faces.z};
    float length = vv_vec3_length(level);
    if (!(length > 1e-6f) || length < 0.5f * fabsf(to_faces.y) || level.z >= 0.5f * length)
        return (vv_vec3){0, 0, 1};
    return vv_vec3_scale(level, 1.0f / length);
}

static bool derive_geometry(derivation *d, uint32_t b)
{
    stored_body *bodies = bodies_in(d), *body = &bodies[b];
    float tolerance = MIDDLE_SHARE * d->creature->size, x = body->rest_centre.x;
    int32_t side = x > tolerance ? 1 : x < -tolerance ? -1 : 0;
    vv_vec3 low, high, joint = joint_of(bodies, b);
    vvi_body_box(body, &low, &high);
    float length = body->parent == VV_NONE ? 0.0f : vv_vec3_length(vv_vec3_sub(joint, bodies[body->parent].joint));
    return derive_vector(d, b, &body->joint, joint) && vvi_derive_bytes(d, b, &body->side, &side, sizeof side) &&
           derive_float(d, b, &body->sole_height, vvi_max(body->rest_centre.y - low.y, 0.0f)) &&
           derive_vector(d, b, &body->facing, find_facing(bodies, b)) && derive_float(d, b, &body->length, length) &&
           derive_float(d, b, &body->limb_length, distance_to(bodies, b));
}

static bool derive_bounds(derivation *d)
{
    vv_creature *c = d->creature;
    vv_vec3 low, high;
    vvi_creature_box(c->body_count, bodies_in(d), &low, &high);
    vv_vec3 edges = vv_vec3_sub(high, low);
    return derive_vector(d, 0, &c->low, low) && derive_vector(d, 0, &c->high, high) &&
           derive_float(d, 0, &c->size, vvi_max(edges.x, vvi_max(edges.y, edges.z)));
}

/* The creature is upright if the line from the lowest to the highest spine body rises by more than 45 degrees. */
static bool derive_upright(derivation *d)
{
    vv_creature *c = d->creature;
    const stored_body *bodies = bodies_in(d);
    vv_vec3 low = bodies[c->root].rest_centre, high = low;
    for (uint32_t s = 0; s < c->spine_count; s++) {
        vv_vec3 p = bodies[spine_of(c)[s]].rest_centre;
        low = p.y < low.y ? p : low;
        high = p.y > high.y ? p : high;
    }
    vv_vec3 axis = vv_vec3_sub(high, low);
    return derive_index(d, c->root, &c->upright, axis.y * axis.y > axis.x * axis.x + axis.z * axis.z);
}

bool vvi_derive_tree(derivation *d)
{
    vv_creature *c = d->creature;
    stored_body *bodies = bodies_in(d);
    for (uint32_t b = 0; b < c->body_count; b++) {
        vv_vec3 centre = vv_vec3_add(bodies[b].place, vv_quat_rotate(bodies[b].turn, bodies[b].centre));
        if (!derive_vector(d, b, &bodies[b].rest_centre, centre))
            return false;
    }
    if (!derive_bounds(d) || !derive_parents(d) || !derive_children(d) || !derive_spine(d) || !derive_limbs(d))
        return false;
    for (uint32_t i = 0; i < c->body_count; i++)
        if (!derive_geometry(d, order_of(c)[i]))
            return false;
    return derive_upright(d);
}
