/* Limbs become bones: arms and legs two and a hand or a foot, tails as many as they are long, ears and fins one or
 * two. */
#include "bones.h"

#include <math.h>
#include <string.h>

#define DEGREES      0.01745329f
#define CLEAR_BEND   (18.0f * DEGREES) /* a limb is divided where it bends by more, else in its middle */
#define FOOT_TURN    (32.0f * DEGREES) /* a leg whose end turns by more ends in a foot */
#define FOOT_RADII   1.7f              /* … and one whose end reaches so far to a side */
#define MOST_FOOT    4.5f              /* radii of its leg: what reaches further is no foot */
#define HAND_SLENDER 3.2f              /* an arm this many times as long as it is wide has a hand */
#define THUMB_TURN   (40.0f * DEGREES) /* an arm whose axis turns by more near its end may lead to a thumb */
#define MIDDLE       0.52f

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static void append(char *name, const char *word)
{
    size_t length = strlen(name);
    if (word[0])
        vvi_format(name + length, VV_PROJECT_NAME_BYTES - length, "%s%s", length ? "-" : "", word);
}

/* "arm", "upper", "left" → "arm-upper-left" */
static void compose_name(char *name, const char *stem, const char *part, const char *side)
{
    vvi_format(name, VV_PROJECT_NAME_BYTES - 24, "%s", stem);
    append(name, part);
    append(name, side);
}

/* The name of a limb's end: its stem with "arm" or "leg" replaced, or with the word appended. */
static void end_name(char *name, const vvi_limb *limb, const char *word)
{
    static const char *const whole[] = {"forearm", "arm", "leg", "Arm", "Leg", "shin", "calf"};
    static const char *const parts[] = {"upper-", "lower-", "-upper", "-lower"};
    char text[VV_PROJECT_NAME_BYTES] = "";
    const char *stem = limb->stem, *found = NULL;
    size_t length = 0;
    for (size_t i = 0; !found && i < sizeof whole / sizeof *whole; i++) {
        found = strstr(stem, whole[i]);
        length = strlen(whole[i]);
    }
    if (found) {
        size_t before = (size_t)(found - stem);
        memcpy(text, stem, before);
        vvi_format(text + before, sizeof text - before, "%s%s", word, found + length);
    } else {
        vvi_format(text, sizeof text, "%s-%s", stem, word);
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char *part = strstr(text, parts[i]);
        if (part)
            memmove(part, part + strlen(parts[i]), strlen(part + strlen(parts[i])) + 1);
    }
    compose_name(name, text, "", limb->side);
}

static bool has_part(const char *stem)
{
    static const char *const parts[] = {"upper", "lower", "thigh", "shin", "calf", "forearm", "hand", "foot"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(stem, parts[i]))
            return true;
    return false;
}

/* ---- Where it is divided ----------------------------------------------------------------------------------------- */

/* The side on which the ink around a leg's end reaches furthest: the tip of the foot there; false if there is none. */
static bool find_toe(const vvi_limb *limb, vv_vec2 *toe)
{
    vv_vec2 shin = vv_vec2_sub(vvi_midline_at(&limb->curve, 0.85f), vvi_midline_at(&limb->curve, 0.6f));
    vv_vec2 across = {-shin.y, shin.x};
    float width = vvi_max(vvi_midline_radius(&limb->curve, 0.65f), 1.0f), furthest = 0.0f, other = 0.0f;
    for (float share = 0.86f; share <= 0.98f; share += 0.03f)
        for (int side = -1; side <= 1; side += 2) {
            vv_vec2 at = vvi_midline_at(&limb->curve, share);
            vv_vec2 end = vvi_mask_extent(limb->mask, at, vv_vec2_scale(across, (float)side));
            float far = vv_vec2_distance(at, end);
            if (far > furthest) {
                vv_vec2 opposite = vvi_mask_extent(limb->mask, at, vv_vec2_scale(across, (float)-side));
                furthest = far;
                other = vv_vec2_distance(at, opposite);
                *toe = vv_vec2_lerp(at, end, 0.88f);
            }
        }
    bool small = furthest < MOST_FOOT * width && furthest < 0.6f * limb->curve.length;
    return small && furthest > FOOT_RADII * width && furthest > 1.25f * other;
}

typedef struct limb_ends {
    float end;   /* share where the hand or foot begins; 1: there is none */
    vv_vec2 tip; /* of the hand or foot */
} limb_ends;

/* Whether what comes after a share lies on the ground. */
static bool lies_flat(const vvi_limb *limb, float share)
{
    vv_vec2 at = vvi_midline_at(&limb->curve, share), way = vv_vec2_sub(limb->curve.at[VVI_LIMB_POINTS - 1], at);
    vv_vec2 before = vv_vec2_sub(at, limb->curve.at[0]);
    return fabsf(way.x) > 2.5f * fabsf(way.y) && -before.y > fabsf(before.x);
}

static limb_ends no_end(const vvi_limb *limb) { return (limb_ends){1.0f, limb->curve.at[VVI_LIMB_POINTS - 1]}; }

static limb_ends find_foot(const vvi_limb *limb)
{
    limb_ends found = {1.0f, limb->curve.at[VVI_LIMB_POINTS - 1]};
    vv_vec2 toe;
    float turn, at = vvi_midline_bend(&limb->curve, 0.68f, 0.92f, &turn);
    float early_turn, early = vvi_midline_bend(&limb->curve, 0.5f, 0.68f, &early_turn);
    if (early_turn > 1.4f * FOOT_TURN && lies_flat(limb, early))
        found.end = early;
    else if (turn > FOOT_TURN)
        found.end = at;
    else if (find_toe(limb, &toe)) {
        found.tip = toe;
        found.end = 0.86f;
    }
    return found;
}

static limb_ends find_hand(const vvi_limb *limb)
{
    limb_ends found = {1.0f, limb->curve.at[VVI_LIMB_POINTS - 1]};
    if (limb->curve.length > 2.0f * HAND_SLENDER * vvi_midline_width(&limb->curve))
        found.end = vvi_midline_thinnest(&limb->curve, 0.74f, 0.84f);
    return found;
}

static limb_ends find_ends(const vvi_limb *limb)
{
    if (limb->has_end || limb->end >= 1.0f)
        return no_end(limb);
    limb_ends found = limb->role == VVI_ROLE_LEG ? find_foot(limb) : find_hand(limb);
    if (found.end >= 1.0f && limb->end > 0.0f)
        found.end = limb->end; /* its partner has one */
    return found;
}

static float find_hinge(const vvi_midline *curve, float end)
{
    float angle, at = vvi_midline_bend(curve, 0.34f * end, 0.68f * end, &angle);
    return angle > CLEAR_BEND ? at : MIDDLE * end;
}

/* The axis of an arm may end in its thumb: where it turns near its end and the hand reaches straight on, so does the
 * arm. */
static vvi_limb straighten_hand(const vvi_limb *limb)
{
    vvi_limb out = *limb;
    float turn, share = vvi_midline_bend(&limb->curve, 0.55f, 0.92f, &turn), last = (float)(VVI_LIMB_POINTS - 1);
    if (limb->role != VVI_ROLE_ARM || limb->has_end || turn < THUMB_TURN)
        return out;
    vv_vec2 corner = vvi_midline_at(&limb->curve, share);
    vv_vec2 way = vv_vec2_sub(corner, vvi_midline_at(&limb->curve, share - 0.25f));
    vv_vec2 end = vv_vec2_lerp(corner, vvi_mask_extent(limb->mask, corner, way), 0.9f);
    if (vv_vec2_distance(corner, end) < 0.6f * (1.0f - share) * limb->curve.length)
        return out;
    for (uint32_t k = 0; k < VVI_LIMB_POINTS; k++) {
        float at = (float)k / last;
        if (at > share)
            out.curve.at[k] = vv_vec2_lerp(corner, end, (at - share) / (1.0f - share));
    }
    out.curve.length = share * limb->curve.length + vv_vec2_distance(corner, end);
    return out;
}

float vvi_limb_end(const vvi_limb *limb)
{
    vvi_limb straight = straighten_hand(limb);
    return find_ends(&straight).end;
}

/* ---- Bones ------------------------------------------------------------------------------------------------------- */

static uint32_t add_jointed(vvi_bones *b, const vvi_limb *limb)
{
    bool leg = limb->role == VVI_ROLE_LEG;
    char name[VV_PROJECT_NAME_BYTES];
    limb_ends ends = find_ends(limb);
    vv_vec2 hinge = vvi_midline_at(&limb->curve, find_hinge(&limb->curve, ends.end));
    vv_vec2 end = ends.end < 1.0f ? vvi_midline_at(&limb->curve, ends.end) : ends.tip;
    compose_name(name, limb->stem, "upper", limb->side);
    uint32_t upper = vvi_bone_add(b, name, limb->curve.at[0], hinge, limb->parent, limb->layer);
    compose_name(name, limb->stem, "lower", limb->side);
    uint32_t lower = vvi_bone_add(b, name, hinge, end, upper, limb->layer);
    if (lower == VV_NONE)
        return upper;
    b->items[lower].hinge = leg && !limb->is_front ? VVI_HINGE_KNEE : VVI_HINGE_ELBOW;
    if (ends.end >= 1.0f)
        return upper;
    end_name(name, limb, leg ? "foot" : "hand");
    uint32_t last = vvi_bone_add(b, name, end, ends.tip, lower, limb->layer);
    if (last != VV_NONE)
        b->items[last].is_foot = leg;
    return upper;
}

static uint32_t add_numbered(vvi_bones *b, const vvi_limb *limb, uint32_t count)
{
    uint32_t first = VV_NONE, parent = limb->parent;
    for (uint32_t i = 0; i < count; i++) {
        char name[VV_PROJECT_NAME_BYTES], number[16] = "";
        if (count > 1)
            vvi_format(number, sizeof number, "%u", i + 1);
        compose_name(name, limb->stem, number, limb->side);
        uint32_t bone = vvi_bone_add(b, name, vvi_midline_at(&limb->curve, (float)i / (float)count),
                                     vvi_midline_at(&limb->curve, (float)(i + 1) / (float)count), parent, limb->layer);
        first = i == 0 ? bone : first;
        parent = bone != VV_NONE ? bone : parent;
    }
    return first;
}

static uint32_t add_lower_end(vvi_bones *b, const vvi_limb *limb, limb_ends ends)
{
    char name[VV_PROJECT_NAME_BYTES];
    vv_vec2 end = vvi_midline_at(&limb->curve, ends.end);
    compose_name(name, limb->stem, "", limb->side);
    uint32_t first = vvi_bone_add(b, name, limb->curve.at[0], end, limb->parent, limb->layer);
    end_name(name, limb, limb->role == VVI_ROLE_LEG ? "foot" : "hand");
    uint32_t last = vvi_bone_add(b, name, end, ends.tip, first, limb->layer);
    if (last != VV_NONE)
        b->items[last].is_foot = limb->role == VVI_ROLE_LEG;
    return first;
}

/* A layer that is a part of a limb already: one bone, and its foot where no other layer is one. */
static uint32_t add_part(vvi_bones *b, const vvi_limb *limb)
{
    bool leg = limb->role == VVI_ROLE_LEG, lower = strstr(limb->stem, "upper") == NULL;
    bool is_end = strstr(limb->stem, "hand") || strstr(limb->stem, "foot");
    limb_ends ends = leg && lower && !is_end ? find_ends(limb) : no_end(limb);
    uint32_t first = ends.end < 1.0f ? add_lower_end(b, limb, ends) : add_numbered(b, limb, 1);
    if (first != VV_NONE && lower && !is_end)
        b->items[first].hinge = leg && !limb->is_front ? VVI_HINGE_KNEE : VVI_HINGE_ELBOW;
    if (first != VV_NONE && strstr(limb->stem, "foot"))
        b->items[first].is_foot = true;
    return first;
}

static uint32_t count_links(const vvi_midline *curve, uint32_t most)
{
    float links = floorf(curve->length / (3.2f * vvi_max(vvi_midline_width(curve), 1.0f)) + 0.5f);
    return (uint32_t)vvi_clamp(links, 1.0f, (float)most);
}

uint32_t vvi_limb_links(const vvi_limb *limb)
{
    static const uint32_t most[] = {
        [VVI_ROLE_CHAIN] = 5, [VVI_ROLE_TENTACLE] = 3, [VVI_ROLE_FLAP] = 2, [VVI_ROLE_BONE] = 1};
    uint32_t links = count_links(&limb->curve, most[limb->role]);
    return limb->links && limb->links < links ? limb->links : links;
}

uint32_t vvi_limb_add(vvi_bones *b, const vvi_limb *limb)
{
    bool jointed = limb->role == VVI_ROLE_ARM || limb->role == VVI_ROLE_LEG;
    if (!jointed)
        return add_numbered(b, limb, vvi_limb_links(limb));
    if (has_part(limb->stem))
        return add_part(b, limb);
    vvi_limb straight = straighten_hand(limb);
    return add_jointed(b, &straight);
}

/* ---- Trunks ------------------------------------------------------------------------------------------------------ */

void vvi_trunk_add(vvi_bones *b, const vvi_midline *curve, uint32_t layer, uint32_t *first, uint32_t *last)
{
    static const float thirds[] = {0.0f, 0.3f, 0.62f, 1.0f}, halves[] = {0.0f, 0.45f, 1.0f}, whole[] = {0.0f, 1.0f};
    static const char *const three[] = {"hips", "spine", "chest"}, *const two[] = {"hips", "chest"};
    float share = curve->length / VVI_GUESS_LATTICE;
    uint32_t count = share > 0.22f ? 3 : share > 0.09f ? 2 : 1;
    const float *shares = count == 3 ? thirds : count == 2 ? halves : whole;
    uint32_t parent = VV_NONE;
    *first = VV_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = count == 3 ? three[i] : two[i];
        uint32_t bone = vvi_bone_add(b, name, vvi_midline_at(curve, shares[i]), vvi_midline_at(curve, shares[i + 1]),
                                     parent, layer);
        *first = i == 0 ? bone : *first;
        parent = bone != VV_NONE ? bone : parent;
    }
    *last = parent;
}
