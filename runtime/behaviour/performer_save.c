/* The moving state of a character as bytes. One list of all that moves, gone through three ways: written, looked at without touching
 * anything, and read. */
#include "performer.h"

#include <string.h>

#define SAVE_MAGIC   0x50475656u /* "VVGP" */
#define SAVE_VERSION 2u
#define LARGE        1e12f

/* The first words of a save: magic, version, number of all bytes, checksum of all other bytes, then what it belongs to. Numbers of
 * 64 bits have their lower half first. */
enum { WORD_MAGIC, WORD_VERSION, WORD_COUNT, WORD_SUM = 4, WORD_GRAPH = 6, WORD_VERBS = 8, HEADER_WORDS = 10 };

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
    t->at = HEADER_WORDS;
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

/* ---- The header --------------------------------------------------------------------------------------------------------------- */

static void put_word(unsigned char *bytes, uint32_t at, uint32_t value)
{
    memcpy(bytes + sizeof value * at, &value, sizeof value);
}

static void put_number(unsigned char *bytes, uint32_t at, uint64_t value)
{
    put_word(bytes, at, (uint32_t)value);
    put_word(bytes, at + 1, (uint32_t)(value >> 32));
}

static uint32_t get_word(const unsigned char *bytes, uint32_t at)
{
    uint32_t value;
    memcpy(&value, bytes + sizeof value * at, sizeof value);
    return value;
}

static uint64_t get_number(const unsigned char *bytes, uint32_t at)
{
    return get_word(bytes, at) | (uint64_t)get_word(bytes, at + 1) << 32;
}

static uint64_t checksum(const unsigned char *bytes, size_t count)
{
    return vv_hash_bytes(vv_hash_bytes(0, bytes, 4 * WORD_SUM), bytes + 4 * WORD_GRAPH, count - 4 * WORD_GRAPH);
}

static vv_result refuse(vv_error *error, vv_result code, const char *remedy)
{
    vvi_error_remedy(error, "%s", remedy);
    return code;
}

static vv_result refuse_damaged(vv_error *error, const char *how)
{
    vvi_fail(error, VV_ERROR_FORMAT, "this saved character is damaged: %s", how);
    return refuse(error, VV_ERROR_FORMAT, "use another copy of the save, or start anew");
}

static vv_result check_version(uint32_t version, vv_error *error)
{
    if (version == SAVE_VERSION)
        return VV_OK;
    bool newer = version > SAVE_VERSION;
    vvi_fail(error, VV_ERROR_VERSION, "this character was saved by %s Verve (save format %u; this library reads %u)",
             newer ? "a newer" : "an older", version, SAVE_VERSION);
    return refuse(error, VV_ERROR_VERSION,
                  newer ? "update the game's Verve library, or start anew"
                        : "start anew; saves of older formats cannot be restored");
}

static vv_result check_header(const vv_performer *performer, const unsigned char *bytes, size_t count, vv_error *error)
{
    if (count < 8 || get_word(bytes, WORD_MAGIC) != SAVE_MAGIC) {
        vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a saved character of a verb graph");
        return refuse(error, VV_ERROR_FORMAT, "pass the bytes that vv_performer_save wrote");
    }
    vv_result result = check_version(get_word(bytes, WORD_VERSION), error);
    if (result != VV_OK)
        return result;
    if (count < 4 * HEADER_WORDS || get_number(bytes, WORD_COUNT) != count)
        return refuse_damaged(error, "it has not as many bytes as were written");
    if (get_number(bytes, WORD_SUM) != checksum(bytes, count))
        return refuse_damaged(error, "its bytes have changed since it was written");
    bool same_graph = get_number(bytes, WORD_GRAPH) == performer->graph_hash;
    if (!same_graph || get_number(bytes, WORD_VERBS) != performer->verbs_hash) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "this character was saved with another version of its %s",
                 same_graph ? "verbs" : "graph");
        return refuse(error, VV_ERROR_ARGUMENT, "load the asset that it was saved with, or start anew");
    }
    return count == vv_performer_save_bytes(performer) ? VV_OK : refuse_damaged(error, "its length is wrong");
}

void vvi_performer_save_seal(void *bytes, size_t count)
{
    put_number(bytes, WORD_COUNT, count);
    put_number(bytes, WORD_SUM, checksum(bytes, count));
}

/* ---- What callers do ----------------------------------------------------------------------------------------------------------- */

size_t vv_performer_save_bytes(const vv_performer *performer)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    performer_now copy = performer->now;
    tape t = {.way = TAPE_WRITE};
    everything(&t, performer, &copy);
    return 4 * t.at;
}

size_t vv_performer_save(const vv_performer *performer, void *bytes, size_t byte_count)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    size_t needed = vv_performer_save_bytes(performer);
    performer_now copy = performer->now;
    if (byte_count < needed)
        return 0;
    tape t = {.way = TAPE_WRITE, .bytes = bytes};
    everything(&t, performer, &copy);
    put_word(bytes, WORD_MAGIC, SAVE_MAGIC);
    put_word(bytes, WORD_VERSION, SAVE_VERSION);
    put_number(bytes, WORD_GRAPH, performer->graph_hash);
    put_number(bytes, WORD_VERBS, performer->verbs_hash);
    vvi_performer_save_seal(bytes, needed);
    return needed;
}

vv_result vv_performer_restore(vv_performer *performer, const void *bytes, size_t byte_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    vv_result result = check_header(performer, bytes, byte_count, error);
    if (result != VV_OK)
        return result;
    performer_now copy = performer->now;
    tape t = {.way = TAPE_CHECK, .bytes = (unsigned char *)(uintptr_t)bytes, .good = true};
    everything(&t, performer, &copy);
    if (!t.good)
        return refuse_damaged(error, "it has a state that no character can have");
    t = (tape){.way = TAPE_READ, .bytes = t.bytes};
    everything(&t, performer, &performer->now);
    return VV_OK;
}
