/* The moving state of a character as bytes. One list of all that moves, gone through three ways: written, looked at without touching
 * anything, and read. */
#include "performer.h"

#include <string.h>

#define SAVE_MAGIC   0x50475656u /* "VVGP" */
#define SAVE_VERSION 1u
#define HEADER_WORDS 5u
#define LARGE        1e12f

typedef enum tape_way { TAPE_WRITE, TAPE_CHECK, TAPE_READ } tape_way;

typedef struct tape {
    tape_way way;
    unsigned char *bytes; /* NULL: only counted */
    size_t at;            /* words */
    bool good;
} tape;

/* One word written from `value`, or looked up. Returns what is on the tape. */
static uint32_t pass(tape *t, uint32_t value)
{
    unsigned char *place = t->bytes ? t->bytes + sizeof value * t->at : NULL;
    if (place && t->way == TAPE_WRITE)
        memcpy(place, &value, sizeof value);
    else if (place)
        memcpy(&value, place, sizeof value);
    t->at++;
    return value;
}

static void word(tape *t, uint32_t *value, uint32_t most)
{
    uint32_t found = pass(t, *value);
    t->good &= found <= most;
    if (t->way == TAPE_READ)
        *value = found;
}

static void numbers(tape *t, float *values, uint32_t count, float low, float high)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits;
        float found;
        memcpy(&bits, &values[i], sizeof bits);
        bits = pass(t, bits);
        memcpy(&found, &bits, sizeof found);
        t->good &= found >= low && found <= high;
        if (t->way == TAPE_READ)
            values[i] = found;
    }
}

static void truth(tape *t, bool *value)
{
    uint32_t bit = *value;
    word(t, &bit, 1);
    if (t->way == TAPE_READ)
        *value = bit != 0;
}

static void vector(tape *t, vv_vec3 *v) { numbers(t, &v->x, 3, -LARGE, LARGE); }

static void clock_of(tape *t, double *seconds)
{
    uint32_t halves[2];
    double found;
    memcpy(halves, seconds, sizeof halves);
    halves[0] = pass(t, halves[0]);
    halves[1] = pass(t, halves[1]);
    memcpy(&found, halves, sizeof found);
    t->good &= found >= 0.0 && found <= 1e15;
    if (t->way == TAPE_READ)
        *seconds = found;
}

static void walker(tape *t, vv_walker *w)
{
    clock_of(t, &w->seconds);
    numbers(t, &w->phase, 1, 0.0f, 1.0f);
    word(t, &w->rounds, UINT32_MAX);
    numbers(t, &w->root.x, 1, -1e7f, 1e7f);
    numbers(t, &w->root.y, 1, -1e7f, 1e7f);
    numbers(t, &w->root.z, 1, -1e7f, 1e7f);
    numbers(t, &w->root.heading, 1, -4.0f, 4.0f);
    truth(t, &w->finished);
}

static void plants(tape *t, vv_plants *all)
{
    for (uint32_t f = 0; f < VV_VERB_MAX_FEET; f++) {
        vv_plant *p = &all->foot[f];
        truth(t, &p->known);
        truth(t, &p->let_go);
        numbers(t, &p->blend, 1, 0.0f, 1.0f);
        vector(t, &p->ankle);
        vector(t, &p->toe);
        vector(t, &p->offset);
        numbers(t, &p->heading, 1, -LARGE, LARGE);
        numbers(t, &p->twist, 1, -LARGE, LARGE);
    }
}

static void arrays(tape *t, const vv_performer *p)
{
    for (uint32_t j = 0; j < p->joint_count; j++) {
        joint_offset *o = &p->offsets[j];
        vector(t, &o->turn);
        vector(t, &o->turn_speed);
        vector(t, &o->move);
        vector(t, &o->move_speed);
        numbers(t, &p->shown.turns[j].x, 4, -2.0f, 2.0f);
        vector(t, &p->shown.moves[j]);
        for (uint32_t r = 0; r < 3; r++)
            vector(t, &p->globals[j].linear.row[r]);
        vector(t, &p->globals[j].move);
    }
}

static void everything(tape *t, const vv_performer *p, performer_now *now)
{
    uint32_t header[HEADER_WORDS] = {SAVE_MAGIC, SAVE_VERSION, (uint32_t)p->graph_hash, (uint32_t)(p->graph_hash >> 32),
                                     p->joint_count};
    for (uint32_t i = 0; i < HEADER_WORDS; i++)
        word(t, &header[i], UINT32_MAX);
    word(t, &now->state, p->graph->state_count - 1u);
    word(t, &now->signal, UINT32_MAX);
    word(t, &now->planting, 1);
    word(t, &now->holding, 1);
    numbers(t, &now->seconds, 1, 0.0f, 1e9f);
    numbers(t, &now->glide, 1, 0.0f, 100.0f);
    numbers(t, &now->fade, 1, 0.0f, GRAPH_MOST_FADE);
    numbers(t, &now->age, 1, 0.0f, GRAPH_MOST_FADE);
    numbers(t, &now->carried.side, 4, -LARGE, LARGE);
    walker(t, &now->walker);
    word(t, &now->events.raised, UINT32_MAX);
    numbers(t, now->events.raised_for, VV_BEHAVIOUR_MAX_EVENTS, 0.0f, 1e3f);
    numbers(t, now->inputs, p->graph->input_count, -3.4028235e38f, 3.4028235e38f);
    numbers(t, now->axes, p->graph->axis_count, -3.4028235e38f, 3.4028235e38f);
    plants(t, &now->plants);
    arrays(t, p);
}

size_t vv_performer_save_bytes(const vv_performer *performer)
{
    VVI_FLOAT_GUARD;
    performer_now copy = performer->now;
    tape t = {.way = TAPE_WRITE};
    everything(&t, performer, &copy);
    return 4 * t.at;
}

size_t vv_performer_save(const vv_performer *performer, void *bytes, size_t byte_count)
{
    VVI_FLOAT_GUARD;
    size_t needed = vv_performer_save_bytes(performer);
    performer_now copy = performer->now;
    if (byte_count < needed)
        return 0;
    tape t = {.way = TAPE_WRITE, .bytes = bytes};
    everything(&t, performer, &copy);
    return needed;
}

vv_result vv_performer_restore(vv_performer *performer, const void *bytes, size_t byte_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    uint32_t header[HEADER_WORDS] = {0};
    memcpy(header, bytes, byte_count < sizeof header ? byte_count : sizeof header);
    if (header[0] != SAVE_MAGIC)
        return vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a character of a verb graph");
    if (header[1] != SAVE_VERSION)
        return vvi_fail(error, VV_ERROR_VERSION, "this character was saved by version %u, this library reads %u",
                        header[1], SAVE_VERSION);
    if (header[2] != (uint32_t)performer->graph_hash || header[3] != (uint32_t)(performer->graph_hash >> 32))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "this character was saved in another graph");
    performer_now copy = performer->now;
    tape t = {.way = TAPE_CHECK, .bytes = (unsigned char *)(uintptr_t)bytes, .good = true};
    if (byte_count != vv_performer_save_bytes(performer) || header[4] != performer->joint_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the saved character has not the size that it should have");
    everything(&t, performer, &copy);
    if (!t.good)
        return vvi_fail(error, VV_ERROR_FORMAT, "the saved character is damaged");
    t = (tape){.way = TAPE_READ, .bytes = t.bytes};
    everything(&t, performer, &performer->now);
    return VV_OK;
}
