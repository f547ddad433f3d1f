/* A scene as words without pointers, which a baked file holds. One function for each struct both writes and reads, so
 * that the two cannot differ; where it reads, it refuses numbers out of range.
 *
 * Numbers are floats or whole words, a double is two words, a name is its bytes in whole words. Lists begin with their
 * length. Lists of plain words, such as points, are used where they are. */
#include "runtime/scene/scene.h"

#include "runtime/base/parameters.h"
#include "runtime/stage/puppet/puppet.h"
#include "runtime/stage/sprite/sprite.h"

#include <string.h>

#define MAGIC   0x4E435356u /* "VSCN" */
#define VERSION 1u
#define FAR     1e6f
/* More than any record needs: an actor 64 holds and follows, 32 inputs and 16 copies; a path 1024 keys. */
#define SCRATCH_BYTES 32768u

typedef struct coder {
    bool writes;
    uint32_t *words;      /* to write; [capacity] */
    const uint32_t *from; /* to read; [capacity] */
    size_t capacity, at;
    bool failed;
    vvi_arena *arena; /* for lists that are read; NULL: `scratch`, for one record at a time */
    unsigned char *scratch;
    size_t scratch_used;
} coder;

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static void code_word(coder *c, uint32_t *word)
{
    if (c->writes) {
        if (c->at < c->capacity)
            c->words[c->at] = *word;
        c->at++;
    } else if (c->at < c->capacity) {
        *word = c->from[c->at++];
    } else {
        *word = 0;
        c->failed = true;
    }
}

/* A word of at most `high`; with `none` also VV_NONE. */
static void code_whole(coder *c, uint32_t *word, uint32_t high, bool none)
{
    code_word(c, word);
    if (!c->writes && *word > high && !(none && *word == VV_NONE)) {
        *word = 0;
        c->failed = true;
    }
}

static void code_flag(coder *c, bool *flag)
{
    uint32_t word = *flag;
    code_whole(c, &word, 1, false);
    if (!c->writes)
        *flag = word != 0;
}

/* Between low and high; these may be infinite. */
static void code_number(coder *c, float *number, float low, float high)
{
    uint32_t word;
    memcpy(&word, number, sizeof word);
    code_word(c, &word);
    if (c->writes)
        return;
    memcpy(number, &word, sizeof word);
    if (!(*number >= low && *number <= high)) {
        *number = low > 0.0f ? low : 0.0f;
        c->failed = true;
    }
}

static void code_vector(coder *c, vv_vec2 *v)
{
    code_number(c, &v->x, -FAR, FAR);
    code_number(c, &v->y, -FAR, FAR);
}

static void code_double(coder *c, double *number, double low, double high)
{
    uint32_t words[2];
    memcpy(words, number, sizeof words);
    code_word(c, &words[0]);
    code_word(c, &words[1]);
    if (c->writes)
        return;
    memcpy(number, words, sizeof words);
    if (!(*number >= low && *number <= high)) {
        *number = 0.0;
        c->failed = true;
    }
}

static void code_colour(coder *c, uint8_t colour[4])
{
    uint32_t word = colour[0] | (uint32_t)colour[1] << 8 | (uint32_t)colour[2] << 16 | (uint32_t)colour[3] << 24;
    code_word(c, &word);
    for (uint32_t i = 0; i < 4 && !c->writes; i++)
        colour[i] = (uint8_t)(word >> 8 * i & 255u);
}

/* ---- Names and lists --------------------------------------------------------------------------------------------- */

/* Words that are used where they are: the next `count`, or NULL where there are not so many. */
static const void *code_in_place(coder *c, const void *items, size_t count)
{
    if (c->writes) {
        for (size_t i = 0; i < count; i++) {
            uint32_t word;
            memcpy(&word, (const unsigned char *)items + i * sizeof word, sizeof word);
            code_word(c, &word);
        }
        return items;
    }
    if (c->failed || count > c->capacity - c->at) {
        c->failed = true;
        return NULL;
    }
    c->at += count;
    return c->from + (c->at - count);
}

static void code_name(coder *c, const char **name, bool may_be_empty)
{
    uint32_t words[VV_SCENE_NAME_BYTES / 4] = {0};
    uint32_t count = 0;
    if (c->writes) {
        size_t length = strlen(*name);
        VV_ASSERT(length < VV_SCENE_NAME_BYTES);
        memcpy(words, *name, length);
        count = (uint32_t)(length / 4 + 1);
    }
    code_whole(c, &count, VV_SCENE_NAME_BYTES / 4, false);
    const char *text = code_in_place(c, words, count);
    if (c->writes)
        return;
    *name = "";
    if (text && count > 0 && ((may_be_empty && text[0] == 0) || vvi_is_name_valid(text, 4 * count)))
        *name = text;
    else
        c->failed = true;
}

/* Codes the length of a list, and gives the items: those that are to be written, or room for those that are read. */
static void *code_list(coder *c, const void *items, uint32_t *count, uint32_t most, size_t size)
{
    code_whole(c, count, most, false);
    if (c->writes)
        return (void *)(uintptr_t)items;
    size_t bytes = ((size_t)*count * size + 15u) & ~(size_t)15u;
    unsigned char *room = NULL;
    if (c->failed || *count > c->capacity - c->at) {
        c->failed = true; /* each item takes at least a word */
    } else if (c->arena) {
        room = vvi_arena_allocate(c->arena, (size_t)*count + 1u, size);
    } else if (bytes <= SCRATCH_BYTES - c->scratch_used) {
        room = c->scratch + c->scratch_used;
        memset(room, 0, bytes);
        c->scratch_used += bytes;
    }
    if (!room) {
        c->failed = true;
        *count = 0;
    }
    return room;
}

/* A list of plain words, `width` to an item. */
static const void *code_plain_list(coder *c, const void *items, uint32_t *count, uint32_t most, uint32_t width)
{
    code_whole(c, count, most, false);
    const void *list = code_in_place(c, items, (size_t)*count * width);
    *count = list ? *count : 0;
    return list;
}

static void check_numbers(coder *c, const void *items, size_t count, float most)
{
    if (!c->writes && !c->failed && count > 0 && !vvi_all_within(items, count, most))
        c->failed = true;
}

/* Of strengths and materials: all members, in the order of their rows. */
static void code_parameters(coder *c, vvi_parameters rows, uint32_t mask, void *item)
{
    uint32_t words[VV_STRENGTH_COUNT];
    VV_ASSERT(rows.count <= VV_STRENGTH_COUNT);
    vvi_parameters_to_words(rows, item, words);
    for (uint32_t i = 0; i < rows.count; i++)
        code_word(c, &words[i]);
    if (c->writes)
        return;
    c->failed = c->failed || !vvi_parameters_have_valid_choices(rows, mask, words);
    vvi_parameters_from_words(rows, words, item);
}

static void code_tint(coder *c, vv_tint *tint)
{
    code_number(c, &tint->r, 0.0f, 1000.0f);
    code_number(c, &tint->g, 0.0f, 1000.0f);
    code_number(c, &tint->b, 0.0f, 1000.0f);
    code_number(c, &tint->a, 0.0f, 1000.0f);
}

static void code_wide(coder *c, uint64_t *bits)
{
    uint32_t low = (uint32_t)*bits, high = (uint32_t)(*bits >> 32);
    code_word(c, &low);
    code_word(c, &high);
    if (!c->writes)
        *bits = low | (uint64_t)high << 32;
}

/* ---- Obstacles --------------------------------------------------------------------------------------------------- */

static void code_path(coder *c, vv_scene_obstacle *o)
{
    uint32_t repeat = (uint32_t)o->repeat;
    vv_scene_path_key *keys = code_list(c, o->keys, &o->key_count, VV_SCENE_MAX_KEYS, sizeof *keys);
    for (uint32_t i = 0; i < o->key_count; i++) {
        code_number(c, &keys[i].time, i > 0 ? keys[i - 1].time : 0.0f, FAR);
        code_vector(c, &keys[i].position);
        code_number(c, &keys[i].angle, -FAR, FAR);
        code_flag(c, &keys[i].linear);
    }
    o->keys = keys;
    code_whole(c, &repeat, VV_PATH_PING_PONG, false);
    o->repeat = (vv_path_repeat)repeat;
}

static void code_obstacle(coder *c, vv_scene_obstacle *o)
{
    uint32_t kind = (uint32_t)o->def.kind;
    code_whole(c, &kind, VV_OBSTACLE_POLYGON, false);
    o->def.kind = (vv_obstacle_kind)kind;
    o->def.points = code_plain_list(c, o->def.points, &o->def.point_count, 1024, 2);
    check_numbers(c, o->def.points, 2 * (size_t)o->def.point_count, FAR);
    code_name(c, &o->name, true);
    code_vector(c, &o->def.position);
    code_number(c, &o->def.angle, -FAR, FAR);
    code_vector(c, &o->def.velocity);
    code_number(c, &o->def.angular_velocity, -FAR, FAR);
    code_path(c, o);
    code_number(c, &o->def.friction, 0.0f, FAR);
    code_flag(c, &o->def.one_way);
    code_flag(c, &o->def.sensor);
    code_word(c, &o->def.layers);
    code_wide(c, &o->def.tag);
    code_flag(c, &o->visible);
    code_flag(c, &o->coloured);
    code_colour(c, o->colour);
}

/* ---- Zones ------------------------------------------------------------------------------------------------------- */

static void code_zone(coder *c, vv_scene_zone *z)
{
    vv_zone_def *d = &z->def;
    uint32_t kind = (uint32_t)d->kind;
    code_name(c, &z->name, true);
    code_whole(c, &kind, VV_ZONE_WATER, false);
    d->kind = (vv_zone_kind)kind;
    d->points = code_plain_list(c, d->points, &d->point_count, VV_ZONE_MAX_POINTS, 2);
    check_numbers(c, d->points, 2 * (size_t)d->point_count, FAR);
    code_vector(c, &d->position);
    code_number(c, &d->angle, -FAR, FAR);
    code_vector(c, &d->acceleration);
    code_vector(c, &d->velocity);
    code_number(c, &d->drag, 0.0f, FAR);
    code_number(c, &d->quadratic_drag, 0.0f, FAR);
    code_number(c, &d->angular_drag, 0.0f, FAR);
    code_number(c, &d->density, 0.0f, FAR);
    code_word(c, &d->layers);
    code_wide(c, &d->tag);
    code_flag(c, &z->active);
    code_flag(c, &z->visible);
    code_flag(c, &z->coloured);
    code_colour(c, z->colour);
}

/* ---- Actors ------------------------------------------------------------------------------------------------------ */

static void code_parts(coder *c, uint32_t copy_count, vvi_scene_parts *parts)
{
    code_word(c, &parts->artwork);
    code_flag(c, &parts->puppet);
    code_word(c, &parts->behaviour);
    code_word(c, &parts->family);
    code_whole(c, &parts->member_count, VV_PUPPET_MAX_MEMBERS, false);
    for (uint32_t i = 0; i < parts->member_count; i++)
        code_word(c, &parts->sized[i]);
    for (uint32_t i = 0; i < copy_count; i++)
        code_word(c, &parts->recordings[i]);
}

static void code_place(coder *c, vv_place *place)
{
    code_word(c, &place->simplex);
    for (uint32_t i = 0; i < 3; i++)
        code_number(c, &place->weights[i], 0.0f, 1.001f);
}

static void code_holds(coder *c, vv_scene_actor *a)
{
    vv_scene_hold *holds = code_list(c, a->holds, &a->hold_count, VV_STAGE_MAX_HOLDS, sizeof *holds);
    for (uint32_t i = 0; i < a->hold_count; i++) {
        code_name(c, &holds[i].name, true);
        code_vector(c, &holds[i].hold.at);
        code_vector(c, &holds[i].hold.to);
        code_number(c, &holds[i].hold.strength, 1e-6f, INFINITY);
        code_flag(c, &holds[i].here);
    }
    a->holds = holds;
}

static void code_inputs(coder *c, vv_scene_actor *a)
{
    vv_scene_input *inputs = code_list(c, a->inputs, &a->input_count, VV_BEHAVIOUR_MAX_INPUTS, sizeof *inputs);
    for (uint32_t i = 0; i < a->input_count; i++) {
        code_whole(c, &inputs[i].input, VV_BEHAVIOUR_MAX_INPUTS - 1u, false);
        code_number(c, &inputs[i].value, -FAR, FAR);
    }
    a->inputs = inputs;
}

static void code_follow(coder *c, vv_follow *f, uint32_t index)
{
    uint32_t kind = (uint32_t)f->kind;
    code_word(c, &f->handle);
    code_whole(c, &f->parts, VV_PART_ALL, false);
    code_number(c, &f->strength, 0.0f, 1.0f);
    code_double(c, &f->from, -1e12, 1e12);
    code_double(c, &f->until, -1e12, (double)INFINITY);
    code_vector(c, &f->offset);
    code_whole(c, &kind, VV_FOLLOW_PATH, false);
    f->kind = (vv_follow_kind)kind;
    code_vector(c, &f->particle.position);
    code_vector(c, &f->particle.velocity);
    code_number(c, &f->particle.gravity, -FAR, FAR);
    code_number(c, &f->particle.floor, -INFINITY, FAR);
    code_number(c, &f->particle.bounce, 0.0f, 1.0f);
    f->path.points = code_plain_list(c, f->path.points, &f->path.point_count, 1024, 2);
    check_numbers(c, f->path.points, 2 * (size_t)f->path.point_count, FAR);
    code_flag(c, &f->path.closed);
    code_number(c, &f->path.seconds, 0.0f, FAR);
    code_flag(c, &f->path.loop);
    code_flag(c, &f->path.ease);
    code_word(c, &f->actor.index);
    code_whole(c, &f->actor.generation, 1, false);
    if (f->kind == VV_FOLLOW_HANDLE && f->actor.index >= index)
        c->failed = c->failed || !c->writes;
    code_word(c, &f->other);
    code_flag(c, &f->relative);
}

static void code_copy(coder *c, vv_region_copy *copy, uint32_t index)
{
    code_word(c, &copy->from.index);
    code_whole(c, &copy->from.generation, 1, false);
    if (copy->from.generation > 0 && copy->from.index >= index)
        c->failed = c->failed || !c->writes;
    code_double(c, &copy->start, -1e12, 1e12);
    code_number(c, &copy->scale, 0.0f, FAR);
    copy->pairs = code_plain_list(c, copy->pairs, &copy->pair_count, VV_PUPPET_MAX_REGIONS,
                                  sizeof *copy->pairs / sizeof(uint32_t));
    for (uint32_t i = 0; i < copy->pair_count && !c->writes; i++) {
        const vv_region_pair *pair = &copy->pairs[i];
        const float numbers[] = {pair->from.threshold, pair->to.threshold, pair->position_strength,
                                 pair->shape_strength};
        c->failed = c->failed || !vvi_all_within(numbers, 4, 1.0f);
    }
}
_Static_assert(sizeof(vv_region_pair) == 6 * sizeof(uint32_t), "plain words");

/* What only puppets have. */
static void code_direction(coder *c, vv_actor_def *def, uint32_t index)
{
    def->attractions = code_plain_list(c, def->attractions, &def->attraction_count, VV_BLEND_MAX_EXAMPLES, 1);
    vv_follow *follows = code_list(c, def->follows, &def->follow_count, VV_PUPPET_MAX_FOLLOWS, sizeof *follows);
    for (uint32_t i = 0; i < def->follow_count; i++)
        code_follow(c, &follows[i], index);
    vv_region_copy *copies = code_list(c, def->copies, &def->copy_count, VV_PUPPET_MAX_COPIES, sizeof *copies);
    for (uint32_t i = 0; i < def->copy_count; i++)
        code_copy(c, &copies[i], index);
    def->follows = follows;
    def->copies = copies;
}

static void code_actor(coder *c, vv_scene_actor *a, uint32_t index, vvi_scene_parts *parts)
{
    vv_actor_def *def = &a->def;
    code_name(c, &a->name, false);
    code_direction(c, def, index);
    code_parts(c, def->copy_count, parts);
    code_number(c, &a->scale, 1e-6f, FAR);
    code_vector(c, &def->position);
    code_number(c, &def->angle, -1000.0f, 1000.0f);
    code_vector(c, &def->velocity);
    code_number(c, &def->angular_velocity, -FAR, FAR);
    code_flag(c, &def->flipped);
    code_place(c, &def->place);
    code_parameters(c, vvi_strength_parameters(), UINT32_MAX, &def->strengths);
    code_parameters(c, vvi_material_parameters(), UINT32_MAX, &def->material);
    code_word(c, &def->layers);
    code_word(c, &def->mask);
    code_flag(c, &def->kinematic);
    code_flag(c, &def->one_way);
    code_flag(c, &def->sensor);
    code_flag(c, &def->report_stay);
    code_number(c, &def->density, 0.001f, 1000.0f);
    code_flag(c, &def->resizable);
    code_wide(c, &def->tag);
    code_tint(c, &def->tint);
    code_wide(c, &def->hidden_layers);
    code_double(c, &def->clip_start, -1e12, 1e12);
    code_word(c, &a->clip);
    code_holds(c, a);
    code_inputs(c, a);
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static void code_end(coder *c, vv_joint_end *end, const vv_scene_def *def)
{
    code_whole(c, &end->actor.generation, 1, false);
    code_whole(c, &end->obstacle.generation, 1, false);
    code_word(c, &end->actor.index);
    code_word(c, &end->obstacle.index);
    code_vector(c, &end->at);
    code_word(c, &end->handle);
    bool exists = (end->actor.generation == 0 || end->actor.index < def->actor_count) &&
                  (end->obstacle.generation == 0 || end->obstacle.index < def->obstacle_count);
    c->failed = c->failed || (!c->writes && !exists);
}

static void code_joint(coder *c, vv_scene_joint *j, const vv_scene_def *def)
{
    vv_joint_def *d = &j->def;
    uint32_t kind = (uint32_t)d->kind;
    bool measured = !(d->length >= 0.0f);
    float length = measured ? 0.0f : d->length;
    code_name(c, &j->name, true);
    code_whole(c, &kind, VV_JOINT_KINDS - 1, false);
    d->kind = (vv_joint_kind)kind;
    code_end(c, &d->a, def);
    code_end(c, &d->b, def);
    code_flag(c, &d->collide);
    code_flag(c, &measured);
    code_number(c, &length, 0.0f, FAR);
    d->length = measured ? NAN : length;
    code_number(c, &d->strength, 1e-6f, INFINITY);
    code_number(c, &d->damping, 0.0f, 100.0f);
    code_flag(c, &d->limited);
    code_number(c, &d->low, -FAR, FAR);
    code_number(c, &d->high, -FAR, FAR);
    code_flag(c, &d->motor);
    code_number(c, &d->motor_speed, -FAR, FAR);
    code_number(c, &d->motor_limit, 0.0f, INFINITY);
    code_number(c, &d->spring, 0.0f, FAR);
    code_number(c, &d->spring_damping, 0.0f, 100.0f);
    code_number(c, &d->spring_target, -FAR, FAR);
    code_vector(c, &d->axis);
    code_number(c, &d->max_force, 1e-6f, INFINITY);
    code_number(c, &d->break_force, 1e-6f, INFINITY);
    code_wide(c, &d->tag);
    code_flag(c, &j->visible);
    code_flag(c, &j->coloured);
    code_colour(c, j->colour);
    code_number(c, &j->width, 0.0f, FAR);
}

/* ---- Cues -------------------------------------------------------------------------------------------------------- */

/* The strengths or the material that a cue gives, in memory of their own. */
static void *code_values(coder *c, const void *values, vvi_parameters rows, uint32_t mask, size_t size)
{
    uint32_t one = 1;
    void *room = code_list(c, values, &one, 1, size);
    uint64_t scratch[16];
    VV_ASSERT(size <= sizeof scratch);
    memset(scratch, 0, sizeof scratch);
    c->failed = c->failed || one != 1;
    code_parameters(c, rows, mask, room ? room : (void *)scratch);
    return room;
}

static vv_scene_change *code_change(coder *c, const vv_scene_change *values)
{
    uint32_t one = 1;
    vv_scene_change none = {.scale = 1.0f, .density = 1.0f}, *change = code_list(c, values, &one, 1, sizeof *change);
    vv_scene_change *room = change ? change : &none;
    c->failed = c->failed || one != 1;
    code_word(c, &room->layers);
    code_word(c, &room->mask);
    code_flag(c, &room->sensor);
    code_flag(c, &room->one_way);
    code_flag(c, &room->kinematic);
    code_wide(c, &room->tag);
    code_number(c, &room->friction, 0.0f, FAR);
    code_number(c, &room->scale, 1e-6f, FAR);
    code_number(c, &room->density, 0.0f, FAR);
    code_tint(c, &room->tint);
    code_wide(c, &room->hidden_layers);
    return change;
}

static vv_scene_zone_change *code_zone_change(coder *c, const vv_scene_zone_change *values)
{
    uint32_t one = 1;
    vv_scene_zone_change none = {.layers = 0}, *change = code_list(c, values, &one, 1, sizeof *change);
    vv_scene_zone_change *room = change ? change : &none;
    c->failed = c->failed || one != 1;
    code_vector(c, &room->position);
    code_number(c, &room->angle, -FAR, FAR);
    code_vector(c, &room->acceleration);
    code_vector(c, &room->velocity);
    code_number(c, &room->drag, 0.0f, FAR);
    code_number(c, &room->quadratic_drag, 0.0f, FAR);
    code_number(c, &room->angular_drag, 0.0f, FAR);
    code_number(c, &room->density, 0.0f, FAR);
    code_word(c, &room->layers);
    code_flag(c, &room->active);
    return change;
}

/* Whether what a cue is about exists. */
static bool has_subject(const vv_scene_cue *cue, const vv_scene_def *def)
{
    if (cue->kind == VV_CUE_WIND || cue->kind == VV_CUE_GRAVITY)
        return cue->actor == VV_NONE;
    bool none = cue->actor == VV_NONE && cue->obstacle == VV_NONE && cue->joint == VV_NONE && cue->zone == VV_NONE;
    return none || /* it names what is not there */
           cue->actor < def->actor_count || cue->obstacle < def->obstacle_count || cue->joint < def->joint_count ||
           cue->zone < def->zone_count;
}

static void code_cue(coder *c, vv_scene_cue *cue, const vv_scene_def *def)
{
    uint32_t kind = (uint32_t)cue->kind, channel = (uint32_t)cue->channel;
    code_number(c, &cue->time, 0.0f, FAR);
    code_whole(c, &kind, VV_CUE_KINDS - 1, false);
    cue->kind = (vv_cue_kind)kind;
    code_word(c, &cue->actor);
    code_word(c, &cue->obstacle);
    code_word(c, &cue->joint);
    code_word(c, &cue->zone);
    c->failed = c->failed || (!c->writes && !has_subject(cue, def));
    code_flag(c, &cue->linear);
    code_flag(c, &cue->has_vector);
    code_flag(c, &cue->has_number);
    code_vector(c, &cue->vector);
    code_vector(c, &cue->at);
    code_number(c, &cue->number, -FAR, FAR);
    code_name(c, &cue->name, true);
    code_word(c, &cue->index);
    if (cue->kind == VV_CUE_PLACE)
        code_place(c, &cue->place);
    code_word(c, &cue->mask);
    if (cue->kind == VV_CUE_STRENGTHS)
        cue->strengths = code_values(c, cue->strengths, vvi_strength_parameters(), cue->mask, sizeof *cue->strengths);
    if (cue->kind == VV_CUE_MATERIAL)
        cue->material = code_values(c, cue->material, vvi_material_parameters(), cue->mask, sizeof *cue->material);
    if (cue->kind == VV_CUE_CHANGE)
        cue->change = code_change(c, cue->change);
    if (cue->kind == VV_CUE_ZONE)
        cue->zone_change = code_zone_change(c, cue->zone_change);
    code_whole(c, &channel, VV_CHANNEL_COUNT - 1, false);
    cue->channel = (vv_handle_channel)channel;
    code_number(c, &cue->value[0], -1e9f, INFINITY); /* the limit of a motor may be infinite */
    code_number(c, &cue->value[1], -FAR, FAR);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static void code_settings(coder *c, vv_scene_def *def)
{
    uint32_t magic = MAGIC, version = VERSION;
    code_word(c, &magic);
    code_word(c, &version);
    c->failed = c->failed || magic != MAGIC || version != VERSION;
    code_vector(c, &def->stage.gravity);
    code_vector(c, &def->stage.wind);
    code_number(c, &def->stage.step, 1e-3f, 0.1f);
    code_whole(c, &def->stage.substeps, 16, false);
    code_whole(c, &def->stage.iterations, 32, false);
    code_number(c, &def->seconds, 0.0f, FAR);
    code_colour(c, def->background);
    code_word(c, &def->follow);
    code_word(c, &def->width);
    code_word(c, &def->height);
    code_flag(c, &def->framed);
    code_vector(c, &def->centre);
    code_number(c, &def->zoom, 0.0f, FAR);
    code_whole(c, &def->obstacle_count, VV_STAGE_MAX_OBSTACLES, false);
    code_whole(c, &def->zone_count, VV_STAGE_MAX_ZONES, false);
    code_whole(c, &def->actor_count, VV_STAGE_MAX_ACTORS, false);
    code_whole(c, &def->joint_count, VV_STAGE_MAX_JOINTS, false);
    code_whole(c, &def->cue_count, VV_SCENE_MAX_CUES, false);
    c->failed = c->failed || def->stage.substeps == 0 || def->stage.iterations == 0 ||
                (def->follow != VV_NONE && def->follow >= def->actor_count);
}

size_t vvi_scene_pack(const vv_scene_def *def, const vvi_scene_parts *parts, uint32_t *words, size_t capacity)
{
    coder c = {.writes = true, .words = words, .capacity = words ? capacity : 0};
    vv_scene_def settings = *def;
    code_settings(&c, &settings);
    for (uint32_t i = 0; i < def->obstacle_count; i++) {
        vv_scene_obstacle obstacle = def->obstacles[i];
        code_obstacle(&c, &obstacle);
    }
    for (uint32_t i = 0; i < def->zone_count; i++) {
        vv_scene_zone zone = def->zones[i];
        code_zone(&c, &zone);
    }
    for (uint32_t i = 0; i < def->actor_count; i++) {
        vv_scene_actor actor = def->actors[i];
        vvi_scene_parts of_actor = parts[i];
        code_actor(&c, &actor, i, &of_actor);
    }
    for (uint32_t i = 0; i < def->joint_count; i++) {
        vv_scene_joint joint = def->joints[i];
        code_joint(&c, &joint, def);
    }
    for (uint32_t i = 0; i < def->cue_count; i++) {
        vv_scene_cue cue = def->cues[i];
        code_cue(&c, &cue, def);
    }
    return c.at;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static vv_result refuse(vv_error *error, const char *noun, uint32_t index)
{
    return vvi_fail(error, VV_ERROR_FORMAT, "%s %u of the scene is not valid", noun, index);
}

/* Room for the items of the def; `one` where they are only verified. */
static void *item_room(const coder *c, uint32_t count, size_t size, void *one)
{
    return c->arena ? vvi_arena_allocate(c->arena, (size_t)count + 1u, size) : one;
}

static vv_result read_obstacles(coder *c, vv_scene_def *def, vv_error *error)
{
    vv_scene_obstacle one, *items = item_room(c, def->obstacle_count, sizeof one, &one);
    for (uint32_t i = 0; items && i < def->obstacle_count; i++) {
        vv_scene_obstacle *o = c->arena ? &items[i] : &one;
        *o = (vv_scene_obstacle){.name = "", .def = vv_default_obstacle_def()};
        c->scratch_used = 0;
        code_obstacle(c, o);
        if (c->failed)
            return refuse(error, "obstacle", i);
    }
    def->obstacles = c->arena ? items : NULL;
    return items ? VV_OK : vvi_fail_memory(error, def->obstacle_count * sizeof one);
}

static vv_result read_zones(coder *c, vv_scene_def *def, vv_error *error)
{
    vv_scene_zone one, *items = item_room(c, def->zone_count, sizeof one, &one);
    for (uint32_t i = 0; items && i < def->zone_count; i++) {
        vv_scene_zone *zone = c->arena ? &items[i] : &one;
        *zone = (vv_scene_zone){.name = "", .def = vv_default_zone_def(VV_ZONE_FORCE)};
        c->scratch_used = 0;
        code_zone(c, zone);
        if (c->failed)
            return refuse(error, "zone", i);
    }
    def->zones = c->arena ? items : NULL;
    return items ? VV_OK : vvi_fail_memory(error, def->zone_count * sizeof one);
}

static vv_result read_actors(coder *c, vv_scene_def *def, vvi_scene_resolver resolve, const void *user,
                             vvi_scene_store *store, vv_error *error)
{
    vv_scene_actor one, *items = item_room(c, def->actor_count, sizeof one, &one);
    vv_result result = items ? VV_OK : vvi_fail_memory(error, def->actor_count * sizeof one);
    for (uint32_t i = 0; result == VV_OK && i < def->actor_count; i++) {
        vv_scene_actor *a = c->arena ? &items[i] : &one;
        vvi_scene_parts parts = {0};
        *a = vv_default_scene_actor();
        c->scratch_used = 0;
        code_actor(c, a, i, &parts);
        if (c->failed)
            return refuse(error, "actor", i);
        result = resolve(user, i, &parts, store, a, error);
    }
    def->actors = c->arena ? items : NULL;
    return result;
}

static vv_result read_joints(coder *c, vv_scene_def *def, vv_error *error)
{
    vv_scene_joint one, *items = item_room(c, def->joint_count, sizeof one, &one);
    for (uint32_t i = 0; items && i < def->joint_count; i++) {
        vv_scene_joint *joint = c->arena ? &items[i] : &one;
        *joint = (vv_scene_joint){.name = "", .def = vv_default_joint_def(VV_JOINT_HINGE)};
        c->scratch_used = 0;
        code_joint(c, joint, def);
        if (c->failed)
            return refuse(error, "joint", i);
    }
    def->joints = c->arena ? items : NULL;
    return items ? VV_OK : vvi_fail_memory(error, def->joint_count * sizeof one);
}

static vv_result read_cues(coder *c, vv_scene_def *def, vv_error *error)
{
    vv_scene_cue one, *items = item_room(c, def->cue_count, sizeof one, &one);
    float before = 0.0f;
    for (uint32_t i = 0; items && i < def->cue_count; i++) {
        vv_scene_cue *cue = c->arena ? &items[i] : &one;
        *cue = vv_default_scene_cue(VV_CUE_PUSH);
        c->scratch_used = 0;
        code_cue(c, cue, def);
        if (c->failed || cue->time < before)
            return refuse(error, "cue", i);
        before = cue->time;
    }
    def->cues = c->arena ? items : NULL;
    return items ? VV_OK : vvi_fail_memory(error, def->cue_count * sizeof one);
}

vv_result vvi_scene_unpack(const uint32_t *words, size_t word_count, vvi_scene_resolver resolve, const void *user,
                           vvi_scene_store *store, vv_scene_def *def, vv_error *error)
{
    _Alignas(16) unsigned char scratch[SCRATCH_BYTES];
    coder c = {.from = words, .capacity = word_count, .arena = store ? &store->arena : NULL, .scratch = scratch};
    vv_scene_def read = vv_default_scene_def();
    code_settings(&c, &read);
    if (c.failed)
        return vvi_fail(error, VV_ERROR_FORMAT, "the settings of the scene are not valid");
    read.stage.max_actors = read.actor_count ? read.actor_count : 1;
    read.stage.max_obstacles = read.obstacle_count ? read.obstacle_count : 1;
    read.stage.max_joints = read.joint_count;
    read.stage.max_zones = read.zone_count;
    vv_result result = read_obstacles(&c, &read, error);
    if (result == VV_OK)
        result = read_zones(&c, &read, error);
    if (result == VV_OK)
        result = read_actors(&c, &read, resolve, user, store, error);
    if (result == VV_OK)
        result = read_joints(&c, &read, error);
    if (result == VV_OK)
        result = read_cues(&c, &read, error);
    if (result == VV_OK && c.at != c.capacity)
        result = vvi_fail(error, VV_ERROR_FORMAT, "the scene has words after its last cue");
    *def = read;
    return result;
}
