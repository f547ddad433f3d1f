/* What a solver copies out of a creature at creation: bodies in the order of solving, limbs, and the two sides of the
 * spine. */
#include "solver.h"

/* The direction to which joints bend when a limb is straight at rest: knees forwards, elbows backwards, and up where
 * the limb itself points that way. All these directions lie in the sagittal plane, so that left and right limbs bend
 * alike. */
static vv_vec3 straight_pole(vv_vec3 chord, bool leg)
{
    vv_vec3 u = vv_vec3_normalize(chord, (vv_vec3){0, -1, 0});
    VVI_CHECK(vvi_is_unit3(u));
    bool is_horizontal = fabsf(u.z) > 0.8f;
    vv_vec3 wanted = is_horizontal ? (vv_vec3){0, 1, 0} : (vv_vec3){0, 0, leg ? 1.0f : -1.0f};
    return vv_vec3_normalize(perpendicular_part(wanted, u), (vv_vec3){0, 1, 0});
}

/* The height that a joint keeps above the ground is the radius of its body, or less if it lies lower at rest, so that
 * the rest pose is never changed. */
static float minimal_height(const stored_body *body, float size)
{
    vv_vec3 extent = sub(body->high, body->low);
    float radius = 0.5f * vvi_min(extent.x, vvi_min(extent.y, extent.z));
    return vvi_min(vvi_max(radius, 0.0f), body->joint.y - HEIGHT_MARGIN * size);
}

static vv_vec3 rest_joint(const vv_creature *creature, uint32_t body)
{
    const stored_body *b = &bodies_of(creature)[body];
    return body == creature->root ? b->place : b->joint;
}

static void prepare_body(vv_ik_solver *s, const vv_creature *creature, uint32_t i)
{
    uint32_t body = order_of(creature)[i];
    const stored_body *from = &bodies_of(creature)[body];
    solver_body *b = &s->bodies[i];
    *b = (solver_body){.body = body, .limb = from->limb, .turn = from->turn, .rest = rest_joint(creature, body)};
    b->parent = i > 0 ? s->order[from->parent] : 0;
    VV_ASSERT(b->parent < i || i == 0);
    b->offset = i > 0 ? sub(b->rest, s->bodies[b->parent].rest) : (vv_vec3){0, 0, 0};
    b->length = sqrtf(length_squared(b->offset));
    b->centre = sub(from->rest_centre, b->rest);
    b->origin = sub(from->place, b->rest);
    b->has_origin_offset = length_squared(b->origin) > 0.0f;
    b->min_height = minimal_height(from, creature->size);
    if (from->limb != VV_NONE) {
        vv_vec3 first = rest_joint(creature, limbs_of(creature)[from->limb].first);
        const solver_body *on = &s->bodies[b->parent];
        b->length_along = on->limb != VV_NONE ? on->length_along + b->length : 0.0f;
        b->pole = straight_pole(sub(b->rest, first), (from->caps & VV_CAP_BIT(VV_CAP_FOOT)) != 0);
    }
}

static void link_children(vv_ik_solver *s)
{
    for (uint32_t i = 0; i < s->body_count; i++)
        s->bodies[i].first_child = s->bodies[i].next_sibling = VV_NONE;
    for (uint32_t i = s->body_count - 1u; i > 0; i--) {
        VVI_CHECK(s->bodies[i].parent < i);
        solver_body *parent = &s->bodies[s->bodies[i].parent];
        s->bodies[i].next_sibling = parent->first_child;
        parent->first_child = i;
    }
    for (uint32_t i = s->spine_count; i < s->body_count; i++) {
        const solver_body *parent = &s->bodies[s->bodies[i].parent];
        bool alone = s->bodies[parent->first_child].next_sibling == VV_NONE;
        VVI_CHECK(parent->first_child != VV_NONE && s->bodies[i].limb < s->limb_count);
        s->bodies[i].forked = parent->limb != VV_NONE && (parent->forked || !alone);
    }
}

/* Marks bodies that never rotate relative to their parent: mouths, eyes, ears and spikes with everything attached to
 * them, unless that includes something that can reach out; and any single body on the spine that is not meant to
 * swing. */
static void find_rigid(vv_ik_solver *s, const vv_creature *creature)
{
    const uint64_t swinging = VV_CAP_BIT(VV_CAP_LIMB) | VV_CAP_BIT(VV_CAP_TAIL) | VV_CAP_BIT(VV_CAP_WING);
    const uint64_t reaching = swinging | VV_CAP_BIT(VV_CAP_GRASPER) | VV_CAP_BIT(VV_CAP_FOOT);
    const uint64_t fixed =
        VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_EAR) | VV_CAP_BIT(VV_CAP_SPIKE);
    for (uint32_t i = s->body_count; i-- > s->spine_count;) {
        const solver_body *b = &s->bodies[i];
        s->info[i].goals_below += (bodies_of(creature)[b->body].caps & reaching) != 0;
        s->info[b->parent].goals_below += s->info[i].goals_below;
    }
    for (uint32_t i = s->spine_count; i < s->body_count; i++) {
        solver_body *b = &s->bodies[i];
        const solver_body *on = &s->bodies[b->parent];
        uint64_t caps = bodies_of(creature)[b->body].caps;
        bool alone = on->limb == VV_NONE && b->first_child == VV_NONE && !(caps & swinging);
        b->rigid = alone || (s->info[i].goals_below == 0 && ((caps & fixed) || on->rigid));
    }
}

static void prepare_limbs(vv_ik_solver *s, const vv_creature *creature)
{
    for (uint32_t i = 0; i < s->limb_count; i++) {
        const stored_limb *from = &limbs_of(creature)[i];
        solver_limb *limb = &s->limbs[i];
        *limb = (solver_limb){.first = s->order[from->first], .count = from->count, .hip = s->order[from->hip]};
        VVI_CHECK(limb->hip < s->spine_count && limb->first >= s->spine_count);
        VVI_CHECK(limb->count > 0 && limb->first + limb->count <= s->body_count);
        float length = 0.0f;
        for (uint32_t k = limb->first; k < limb->first + limb->count; k++)
            length = vvi_max(length, s->bodies[k].length_along + sqrtf(length_squared(s->bodies[k].centre)));
        limb->max_turn_rate = MAX_TURN_RATE / sqrtf(vvi_max(length, 1e-3f * s->size));
    }
}

/* In the order of solving, the side towards the head comes first; it ends where the parent of a body is the root
 * again. */
static void prepare_sides(vv_ik_solver *s)
{
    uint32_t head = 1;
    while (head < s->spine_count && (head == 1 || s->bodies[head].parent != 0))
        head++;
    s->sides[0] = (spine_side){.first = 1, .count = s->spine_count > 1 ? head - 1u : 0};
    s->sides[1] = (spine_side){.first = head, .count = s->spine_count > head ? s->spine_count - head : 0};
    VV_ASSERT(s->sides[0].count + s->sides[1].count + 1u == s->spine_count);
    for (int i = 0; i < 2; i++)
        if (s->sides[i].count > 0)
            vvi_spine_prepare(s, &s->sides[i]);
}

void vvi_solver_prepare(vv_ik_solver *s, const vv_creature *creature)
{
    s->body_count = creature->body_count;
    s->spine_count = creature->spine_count;
    s->limb_count = creature->limb_count;
    s->size = creature->size;
    VV_ASSERT(s->spine_count >= 1 && s->spine_count <= s->body_count && s->size > 0.0f);
    VVI_CHECK(vvi_all_below(order_of(creature), s->body_count, s->body_count));
    for (uint32_t i = 0; i < s->body_count; i++)
        s->order[order_of(creature)[i]] = i;
    for (uint32_t i = 0; i < s->body_count; i++)
        prepare_body(s, creature, i);
    link_children(s);
    find_rigid(s, creature);
    prepare_limbs(s, creature);
    prepare_sides(s);
}
