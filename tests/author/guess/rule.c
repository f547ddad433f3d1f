/* Judges guesses by limbs that were written down by hand, looking at the drawings. */
#include "rule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR 0.125f /* of the longer side: how far from the tip of a limb its last bone may end */

/* ---- The table --------------------------------------------------------------------------------------------------- */

/* What a limb may be called; how many bones in a row it has at least. */
static const struct {
    char kind;
    uint32_t bones;
    const char *words[5];
} kinds[] = {{'h', 1, {"head", NULL}},
             {'a', 2, {"arm", "hand", "wing", NULL}},
             {'l', 2, {"leg", "foot", "pants", "shoe", NULL}},
             {'t', 1, {"tail", NULL}},
             {'e', 1, {"ear", "horn", NULL}},
             {'j', 1, {"jaw", "head", NULL}},
             {'x', 2, {"", NULL}},
             {'y', 1, {"", NULL}}};

typedef struct known_limb {
    char kind;
    float x, y; /* its tip, of a head its middle: from the middle of the ink, shares of its longer side, y up */
} known_limb;

/* `pairs`: so many of the limbs, the last ones, are pairs, one after the other. `joins`: child>parent. */
static const struct {
    const char *file;
    uint32_t pairs;
    known_limb limbs[10];
    const char *joins;
} drawings[] = {
    {"art/cat.svg",
     2,
     {{'h', 0.22f, 0.21f},
      {'t', -0.3f, 0.34f},
      {'l', -0.23f, -0.41f},
      {'l', -0.05f, -0.4f},
      {'l', 0.11f, -0.42f},
      {'l', 0.3f, -0.4f},
      {'e', 0.02f, 0.41f},
      {'e', 0.45f, 0.42f}},
     "tail>body head>body leg-upper-back-far>body leg-upper-front-far>body leg-upper-back-near>body "
     "leg-upper-front-near>body leg-lower-back-far>leg-upper-back-far leg-lower-front-far>leg-upper-front-far "
     "leg-lower-back-near>leg-upper-back-near leg-lower-front-near>leg-upper-front-near"},
    {"art/squirrel.svg",
     2,
     {{'h', 0.25f, 0.14f},
      {'t', -0.41f, 0.34f},
      {'l', -0.17f, -0.39f},
      {'l', 0.0f, -0.43f},
      {'l', 0.15f, -0.41f},
      {'l', 0.29f, -0.39f},
      {'e', 0.11f, 0.41f},
      {'e', 0.47f, 0.41f}},
     "tail>body head>body leg-upper-back-far>body leg-upper-front-far>body leg-upper-back-near>body "
     "leg-upper-front-near>body leg-lower-back-far>leg-upper-back-far leg-lower-front-far>leg-upper-front-far "
     "leg-lower-back-near>leg-upper-back-near leg-lower-front-near>leg-upper-front-near"},
    {"art/rabbit.svg",
     0,
     {{'h', 0.16f, 0.02f},
      {'e', -0.06f, 0.46f},
      {'e', 0.34f, 0.47f},
      {'t', -0.33f, -0.18f},
      {'l', -0.24f, -0.45f},
      {'l', -0.06f, -0.43f},
      {'l', 0.07f, -0.46f},
      {'l', 0.21f, -0.45f}},
     "tail>body head>body ear-far>head ear-near>head leg-upper-back-far>body leg-upper-front-far>body "
     "leg-upper-back-near>body leg-upper-front-near>body leg-lower-back-far>leg-upper-back-far "
     "leg-lower-front-far>leg-upper-front-far leg-lower-back-near>leg-upper-back-near "
     "leg-lower-front-near>leg-upper-front-near"},
    {"art/crocodile.svg",
     0,
     {{'h', 0.3f, 0.02f},
      {'t', -0.47f, 0.2f},
      {'j', 0.39f, -0.09f},
      {'l', -0.22f, -0.18f},
      {'l', -0.08f, -0.18f},
      {'l', 0.06f, -0.2f},
      {'l', 0.21f, -0.2f}},
     "jaw-lower>body leg-back-far>body leg-front-far>body leg-back-near>body leg-front-near>body"},
    {"art/man.svg",
     4,
     {{'h', 0.0f, 0.34f}, {'a', -0.25f, -0.21f}, {'a', 0.25f, -0.21f}, {'l', -0.23f, -0.46f}, {'l', 0.23f, -0.46f}},
     "head>torso arm-upper-left>torso arm-upper-right>torso leg-upper-left>torso leg-upper-right>torso "
     "arm-lower-left>arm-upper-left arm-lower-right>arm-upper-right hand-left>arm-lower-left "
     "hand-right>arm-lower-right leg-lower-left>leg-upper-left leg-lower-right>leg-upper-right "
     "foot-left>leg-lower-left foot-right>leg-lower-right"},
    {"art/rider.svg",
     4,
     {{'h', 0.0f, 0.3f}, {'a', -0.2f, 0.25f}, {'a', 0.2f, 0.25f}, {'l', -0.25f, -0.29f}, {'l', 0.25f, -0.29f}},
     "head>torso hair-left>head hair-right>head arm-left>torso arm-right>torso leg-left>torso leg-right>torso"},
    {"art/sam.svg",
     4,
     {{'h', 0.0f, 0.29f}, {'a', -0.2f, -0.11f}, {'a', 0.2f, -0.11f}, {'l', -0.13f, -0.45f}, {'l', 0.13f, -0.45f}},
     "head>body arm-left>body arm-right>body leg-left>body leg-right>body"},
    {"art/walker.svg",
     0,
     {{'h', 0.0f, 0.32f}, {'a', -0.1f, -0.29f}, {'a', 0.14f, -0.2f}, {'l', -0.02f, -0.45f}, {'l', 0.12f, -0.45f}},
     "head>torso arm-far>torso arm-near>torso leg-far>torso leg-near>torso"},
    {"art/sack.svg", 4, {{'y', -0.29f, 0.41f}, {'y', 0.27f, 0.44f}, {'l', -0.38f, -0.44f}, {'l', 0.38f, -0.44f}}, ""},
    {"twemoji/dancer.svg",
     0,
     {{'h', -0.08f, 0.39f}, {'a', -0.47f, 0.25f}, {'a', 0.05f, 0.05f}, {'l', -0.05f, -0.48f}, {'l', 0.48f, 0.02f}},
     ""},
    {"twemoji/kangaroo.svg",
     2,
     {{'h', -0.29f, 0.29f},
      {'a', -0.34f, -0.14f},
      {'l', -0.21f, -0.47f},
      {'t', 0.48f, -0.35f},
      {'e', -0.32f, 0.47f},
      {'e', -0.21f, 0.47f}},
     ""},
    {"twemoji/person-running.svg",
     2,
     {{'h', -0.11f, 0.39f}, {'a', -0.33f, 0.13f}, {'l', -0.29f, -0.46f}, {'l', 0.32f, -0.39f}},
     ""},
    {"twemoji/person-walking.svg",
     4,
     {{'h', -0.07f, 0.41f}, {'a', -0.16f, -0.1f}, {'a', 0.11f, -0.06f}, {'l', -0.22f, -0.47f}, {'l', 0.18f, -0.4f}},
     ""},
    {"twemoji/snake.svg", 0, {{'x', -0.26f, 0.36f}, {'x', -0.11f, 0.1f}}, ""},
    {"twemoji/spider.svg",
     8,
     {{'x', -0.28f, 0.48f},
      {'x', 0.28f, 0.48f},
      {'x', -0.41f, 0.24f},
      {'x', 0.4f, 0.24f},
      {'x', -0.39f, -0.28f},
      {'x', 0.4f, -0.28f},
      {'x', -0.28f, -0.47f},
      {'x', 0.28f, -0.47f}},
     ""},
    {"twemoji/t-rex.svg",
     0,
     {{'h', -0.27f, 0.33f}, {'a', -0.31f, 0.06f}, {'l', -0.09f, -0.46f}, {'t', 0.46f, -0.24f}},
     ""},
    {"twemoji/octopus.svg",
     4,
     {{'x', -0.46f, -0.24f}, {'x', 0.47f, -0.24f}, {'x', -0.46f, -0.45f}, {'x', 0.47f, -0.45f}},
     ""},
    {"twemoji/giraffe.svg",
     0,
     {{'h', -0.27f, 0.36f},
      {'t', 0.37f, -0.22f},
      {'l', -0.22f, -0.47f},
      {'l', 0.0f, -0.47f},
      {'l', 0.12f, -0.47f},
      {'l', 0.28f, -0.47f}},
     ""},
    {"noto/flamingo.svg", 0, {{'h', -0.25f, 0.41f}, {'l', 0.0f, -0.47f}, {'y', 0.31f, -0.04f}}, ""},
    {"noto/person-walking.svg",
     0,
     {{'h', -0.09f, 0.36f}, {'a', -0.07f, -0.13f}, {'l', -0.18f, -0.47f}, {'l', 0.2f, -0.39f}},
     ""},
    {"noto/weight-lifter.svg",
     4,
     {{'h', 0.0f, 0.32f}, {'a', -0.21f, 0.36f}, {'a', 0.21f, 0.36f}, {'l', -0.18f, -0.45f}, {'l', 0.18f, -0.45f}},
     ""},
    {"noto/butterfly.svg",
     6,
     {{'y', -0.45f, 0.16f},
      {'y', 0.45f, 0.34f},
      {'y', -0.09f, -0.29f},
      {'y', 0.34f, -0.23f},
      {'y', -0.18f, 0.36f},
      {'y', 0.16f, 0.39f}},
     ""},
    {"animated-drawings/char1/mask.png",
     4,
     {{'h', -0.04f, 0.33f}, {'a', -0.4f, -0.07f}, {'a', 0.37f, -0.01f}, {'l', -0.28f, -0.42f}, {'l', 0.31f, -0.44f}},
     ""},
    {"animated-drawings/char2/mask.png",
     4,
     {{'h', 0.0f, 0.33f}, {'a', -0.39f, 0.12f}, {'a', 0.4f, 0.12f}, {'l', -0.07f, -0.48f}, {'l', 0.09f, -0.48f}},
     ""},
    {"animated-drawings/char3/mask.png",
     4,
     {{'h', 0.07f, 0.43f}, {'a', -0.46f, 0.27f}, {'a', 0.46f, 0.29f}, {'l', -0.19f, -0.44f}, {'l', 0.2f, -0.46f}},
     ""},
    {"animated-drawings/char4/mask.png",
     4,
     {{'h', 0.04f, 0.39f}, {'a', -0.11f, 0.45f}, {'a', 0.2f, 0.47f}, {'l', -0.18f, -0.48f}, {'l', 0.02f, -0.46f}},
     ""},
    {"kenney/bunny/bunny1_stand.png",
     4,
     {{'e', -0.1f, 0.41f}, {'e', 0.1f, 0.41f}, {'l', -0.13f, -0.45f}, {'l', 0.13f, -0.45f}},
     ""},
    {"kenney/adventurer_poses/adventurer_stand.png",
     4,
     {{'h', 0.0f, 0.3f}, {'a', -0.21f, -0.18f}, {'a', 0.27f, -0.18f}, {'l', -0.11f, -0.43f}, {'l', 0.15f, -0.43f}},
     ""},
};

#define DRAWINGS (sizeof drawings / sizeof *drawings)

const char *guess_score_file(uint32_t index) { return index < DRAWINGS ? drawings[index].file : NULL; }

void guess_score_path(const char *file, const char *source, const char *data, char *path, size_t bytes)
{
    if (strncmp(file, "art/", 4) == 0)
        snprintf(path, bytes, "%s/examples/%s", source, file);
    else
        snprintf(path, bytes, "%s/art/%s", data, file);
}

/* ---- Limbs ------------------------------------------------------------------------------------------------------- */

static uint32_t kind_index(char kind)
{
    uint32_t k = 0;
    while (kinds[k].kind != kind)
        k++;
    return k;
}

static bool is_called(const char *name, uint32_t kind)
{
    for (uint32_t i = 0; kinds[kind].words[i]; i++)
        if (strstr(name, kinds[kind].words[i]))
            return true;
    return false;
}

static float distance_to_bone(const vv_handle *bone, vv_vec2 p)
{
    float best = INFINITY;
    for (uint32_t i = 0; i <= 20; i++)
        best = fminf(best, vv_vec2_distance(vv_vec2_lerp(bone->from, bone->to, (float)i / 20.0f), p));
    return best;
}

/* Bones in a row of this kind, up to this one. */
static uint32_t bones_in_row(const vv_guess *guess, uint32_t h, uint32_t kind)
{
    uint32_t count = 0;
    for (; h != VV_NONE && is_called(guess->handles[h].name, kind); h = guess->handles[h].parent)
        count += guess->handles[h].shape.kind == VV_HANDLE_BONE;
    return count;
}

/* The bone that ends nearest to the tip of a limb; VV_NONE if none does that is called so and has enough before it. */
static uint32_t find_limb(const vv_guess *guess, const known_limb *limb, vv_vec2 tip, float near)
{
    uint32_t kind = kind_index(limb->kind), best = VV_NONE;
    for (uint32_t h = 0; h < guess->handle_count; h++) {
        const vv_handle *shape = &guess->handles[h].shape;
        float far = limb->kind == 'h' ? distance_to_bone(shape, tip) : vv_vec2_distance(shape->to, tip);
        if (is_called(guess->handles[h].name, kind) && bones_in_row(guess, h, kind) >= kinds[kind].bones &&
            far < near) {
            near = far;
            best = h;
        }
    }
    return best;
}

/* The first of the bones in a row. */
static const char *row_name(const vv_guess *guess, uint32_t h, char kind)
{
    uint32_t k = kind_index(kind), parent = guess->handles[h].parent;
    while (kind != 'x' && kind != 'y' && parent != VV_NONE && is_called(guess->handles[parent].name, k)) {
        h = parent;
        parent = guess->handles[h].parent;
    }
    return guess->handles[h].name;
}

static bool are_partners(const char *a, const char *b)
{
    const char *left = strstr(a, "left"), *right = strstr(b, "right");
    if (!left || !right)
        return strstr(b, "left") && strstr(a, "right") ? are_partners(b, a) : false;
    return left - a == right - b && strncmp(a, b, (size_t)(left - a)) == 0 && strcmp(left + 4, right + 5) == 0;
}

/* ---- Ink --------------------------------------------------------------------------------------------------------- */

static void add_ink(guess_score *score, const test_drawing *d, const vv_guess *guess)
{
    for (uint32_t h = 0; h < guess->handle_count; h++) {
        const vv_handle *shape = &guess->handles[h].shape;
        double length = (double)vv_vec2_distance(shape->from, shape->to);
        for (uint32_t i = 0; i < 40 && shape->kind == VV_HANDLE_BONE; i++) {
            score->length += length / 40.0;
            if (test_drawing_covers(d, vv_vec2_lerp(shape->from, shape->to, ((float)i + 0.5f) / 40.0f)))
                score->inside += length / 40.0;
        }
    }
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static uint32_t first_layer(const vv_project_handle *handle, uint32_t after)
{
    for (uint32_t l = after; l < VV_PROJECT_MAX_LAYERS; l++)
        if (handle->layers[l / 32] >> l % 32 & 1u)
            return l;
    return VV_NONE;
}

typedef struct layer_pair {
    uint32_t a, b;
} layer_pair;

/* A bone on another layer than its parent joins the two; so does a point that moves two layers. */
static uint32_t gather_joints(const vv_guess *guess, layer_pair *joints)
{
    uint32_t count = 0;
    for (uint32_t h = 0; h < guess->handle_count; h++) {
        const vv_project_handle *handle = &guess->handles[h];
        uint32_t a = handle->every_layer ? VV_NONE : first_layer(handle, 0), b = VV_NONE;
        if (handle->parent != VV_NONE && !guess->handles[handle->parent].every_layer)
            b = first_layer(&guess->handles[handle->parent], 0);
        else if (a != VV_NONE)
            b = first_layer(handle, a + 1);
        if (a != VV_NONE && b != VV_NONE && a != b)
            joints[count++] = (layer_pair){a, b};
    }
    return count;
}

static bool is_wanted(const char *joins, const char *a, const char *b)
{
    char text[160];
    snprintf(text, sizeof text, "%s>%s", a, b);
    const char *at = strstr(joins, text);
    size_t length = strlen(text);
    for (; at; at = strstr(at + 1, text))
        if ((at == joins || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static void add_joints(guess_score *score, const test_drawing *d, const vv_guess *guess, const char *joins)
{
    layer_pair joints[VV_RIG_MAX_HANDLES];
    uint32_t count = gather_joints(guess, joints), right = 0;
    for (const char *at = strchr(joins, '>'); at; at = strchr(at + 1, '>'))
        score->wanted++;
    for (uint32_t i = 0; i < count; i++) {
        const char *a = d->layers[joints[i].a].name, *b = d->layers[joints[i].b].name;
        bool repeated = false;
        for (uint32_t k = 0; k < i; k++)
            repeated = repeated || (joints[k].a == joints[i].a && joints[k].b == joints[i].b) ||
                       (joints[k].a == joints[i].b && joints[k].b == joints[i].a);
        right += !repeated && (is_wanted(joins, a, b) || is_wanted(joins, b, a));
    }
    score->right += right;
    score->known += right;
    score->joined += count;
}

/* ---- All --------------------------------------------------------------------------------------------------------- */

void guess_score_add(guess_score *score, const char *file, const test_drawing *d, const vv_guess *guess)
{
    uint32_t i = 0, count = 0, bones[10];
    vv_vec2 low, high;
    while (strcmp(drawings[i].file, file) != 0)
        i++;
    vv_mesh_bounds(&d->mesh, NULL, &low, &high);
    float side = fmaxf(high.x - low.x, high.y - low.y);
    for (; count < 10 && drawings[i].limbs[count].kind; count++) {
        const known_limb *limb = &drawings[i].limbs[count];
        vv_vec2 tip = vv_vec2_add(vv_vec2_lerp(low, high, 0.5f), (vv_vec2){limb->x * side, limb->y * side});
        bones[count] = find_limb(guess, limb, tip, NEAR * side);
        score->found += bones[count] != VV_NONE;
        score->limbs++;
    }
    for (uint32_t k = count - drawings[i].pairs; k + 1 < count; k += 2) {
        bool both = bones[k] != VV_NONE && bones[k + 1] != VV_NONE;
        const known_limb *limbs = &drawings[i].limbs[k];
        score->paired += both && are_partners(row_name(guess, bones[k], limbs[0].kind),
                                              row_name(guess, bones[k + 1], limbs[1].kind));
        score->pairs++;
    }
    add_ink(score, d, guess);
    if (drawings[i].joins[0])
        add_joints(score, d, guess, drawings[i].joins);
}
