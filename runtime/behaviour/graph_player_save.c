/* The changing state of a character as bytes. One function lists all of it, and is run in three modes: writing,
 * checking without changing anything, and reading. */
#include "graph_player.h"

#include <string.h>

#define SAVE_MAGIC   0x50475656u /* "VVGP" */
#define SAVE_VERSION 2u
#define MAX_NUMBER   1e12f

/* The first words of a save: magic, version, number of all bytes, checksum of all other bytes, then the hashes of its
 * graph and verbs. Numbers of 64 bits have their lower half first. */
enum { WORD_MAGIC, WORD_VERSION, WORD_COUNT, WORD_SUM = 4, WORD_GRAPH = 6, WORD_VERBS = 8, HEADER_WORDS = 10 };

typedef enum save_mode { SAVE_WRITE, SAVE_CHECK, SAVE_READ } save_mode;

typedef struct save_stream {
    save_mode mode;
    unsigned char *bytes; /* NULL: only counted */
    size_t position;      /* words */
    bool is_valid;
} save_stream;

/* Writes a word, or reads one. Returns what the save holds. */
static uint32_t transfer_word(save_stream *t, uint32_t value)
{
    unsigned char *place = t->bytes ? t->bytes + sizeof value * t->position : NULL;
    if (place && t->mode == SAVE_WRITE)
        memcpy(place, &value, sizeof value);
    else if (place)
        memcpy(&value, place, sizeof value);
    t->position++;
    return value;
}

static void serialise_word(save_stream *t, uint32_t *value, uint32_t limit)
{
    uint32_t found = transfer_word(t, *value);
    t->is_valid &= found <= limit;
    if (t->mode == SAVE_READ)
        *value = found;
}

static void serialise_numbers(save_stream *t, float *values, uint32_t count, float low, float high)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits;
        float found;
        memcpy(&bits, &values[i], sizeof bits);
        bits = transfer_word(t, bits);
        memcpy(&found, &bits, sizeof found);
        t->is_valid &= found >= low && found <= high;
        if (t->mode == SAVE_READ)
            values[i] = found;
    }
}

static void serialise_bool(save_stream *t, bool *value)
{
    uint32_t bit = *value;
    serialise_word(t, &bit, 1);
    if (t->mode == SAVE_READ)
        *value = bit != 0;
}

static void serialise_vector(save_stream *t, vv_vec3 *v) { serialise_numbers(t, &v->x, 3, -MAX_NUMBER, MAX_NUMBER); }

static void serialise_seconds(save_stream *t, double *seconds)
{
    uint32_t halves[2];
    double found;
    memcpy(halves, seconds, sizeof halves);
    halves[0] = transfer_word(t, halves[0]);
    halves[1] = transfer_word(t, halves[1]);
    memcpy(&found, halves, sizeof found);
    t->is_valid &= found >= 0.0 && found <= 1e15;
    if (t->mode == SAVE_READ)
        *seconds = found;
}

static void serialise_walker(save_stream *t, vv_verb_state *w)
{
    serialise_seconds(t, &w->seconds);
    serialise_numbers(t, &w->phase, 1, 0.0f, 1.0f);
    serialise_word(t, &w->cycle_count, UINT32_MAX);
    serialise_numbers(t, &w->root.x, 1, -1e7f, 1e7f);
    serialise_numbers(t, &w->root.y, 1, -1e7f, 1e7f);
    serialise_numbers(t, &w->root.z, 1, -1e7f, 1e7f);
    serialise_numbers(t, &w->root.heading, 1, -4.0f, 4.0f);
    serialise_bool(t, &w->finished);
}

static void serialise_plants(save_stream *t, vv_foot_plants *all)
{
    for (uint32_t f = 0; f < VV_VERB_MAX_FEET; f++) {
        vv_foot_plant *p = &all->foot[f];
        serialise_bool(t, &p->known);
        serialise_bool(t, &p->released);
        serialise_numbers(t, &p->blend, 1, 0.0f, 1.0f);
        serialise_vector(t, &p->ankle);
        serialise_vector(t, &p->toe);
        serialise_vector(t, &p->offset);
        serialise_numbers(t, &p->heading, 1, -MAX_NUMBER, MAX_NUMBER);
        serialise_numbers(t, &p->twist, 1, -MAX_NUMBER, MAX_NUMBER);
    }
}

static void serialise_arrays(save_stream *t, const vv_graph_player *p)
{
    for (uint32_t j = 0; j < p->joint_count; j++) {
        joint_offset *o = &p->offsets[j];
        serialise_vector(t, &o->turn);
        serialise_vector(t, &o->turn_speed);
        serialise_vector(t, &o->move);
        serialise_vector(t, &o->move_speed);
        serialise_numbers(t, &p->shown.turns[j].x, 4, -2.0f, 2.0f);
        serialise_vector(t, &p->shown.moves[j]);
        for (uint32_t r = 0; r < 3; r++)
            serialise_vector(t, &p->globals[j].linear.row[r]);
        serialise_vector(t, &p->globals[j].translation);
    }
}

static void serialise_all(save_stream *t, const vv_graph_player *p, performer_now *now)
{
    t->position = HEADER_WORDS;
    serialise_word(t, &now->state, p->graph->state_count - 1u);
    serialise_word(t, &now->signal, UINT32_MAX);
    serialise_word(t, &now->planting, 1);
    serialise_word(t, &now->holding, 1);
    serialise_numbers(t, &now->seconds, 1, 0.0f, 1e9f);
    serialise_numbers(t, &now->glide, 1, 0.0f, 100.0f);
    serialise_numbers(t, &now->fade, 1, 0.0f, GRAPH_MAX_FADE);
    serialise_numbers(t, &now->age, 1, 0.0f, GRAPH_MAX_FADE);
    serialise_numbers(t, &now->carried.side, 4, -MAX_NUMBER, MAX_NUMBER);
    serialise_walker(t, &now->walker);
    serialise_word(t, &now->events.raised, UINT32_MAX);
    serialise_numbers(t, now->events.raised_for, VV_BEHAVIOUR_MAX_EVENTS, 0.0f, 1e3f);
    serialise_numbers(t, now->inputs, p->graph->input_count, -3.4028235e38f, 3.4028235e38f);
    serialise_numbers(t, now->axes, p->graph->axis_count, -3.4028235e38f, 3.4028235e38f);
    serialise_plants(t, &now->plants);
    serialise_arrays(t, p);
}

/* ---- The header -------------------------------------------------------------------------------------------------- */

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
    return refuse(error, VV_ERROR_FORMAT, "use another copy of the save, or start a new one");
}

static vv_result check_version(uint32_t version, vv_error *error)
{
    if (version == SAVE_VERSION)
        return VV_OK;
    bool newer = version > SAVE_VERSION;
    vvi_fail(error, VV_ERROR_VERSION, "this character was saved by %s Verve (save format %u; this library reads %u)",
             newer ? "a newer" : "an older", version, SAVE_VERSION);
    return refuse(error, VV_ERROR_VERSION,
                  newer ? "update the game's Verve library, or start a new save"
                        : "start a new save; saves of older formats cannot be restored");
}

static vv_result check_header(const vv_graph_player *performer, const unsigned char *bytes, size_t count,
                              vv_error *error)
{
    if (count < 8 || get_word(bytes, WORD_MAGIC) != SAVE_MAGIC) {
        vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a saved character of a verb graph");
        return refuse(error, VV_ERROR_FORMAT, "pass the bytes that vv_graph_player_save wrote");
    }
    vv_result result = check_version(get_word(bytes, WORD_VERSION), error);
    if (result != VV_OK)
        return result;
    if (count < 4 * HEADER_WORDS || get_number(bytes, WORD_COUNT) != count)
        return refuse_damaged(error, "it does not have as many bytes as were written");
    if (get_number(bytes, WORD_SUM) != checksum(bytes, count))
        return refuse_damaged(error, "its bytes have changed since it was written");
    bool same_graph = get_number(bytes, WORD_GRAPH) == performer->graph_hash;
    if (!same_graph || get_number(bytes, WORD_VERBS) != performer->verbs_hash) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "this character was saved with another version of its %s",
                 same_graph ? "verbs" : "graph");
        return refuse(error, VV_ERROR_ARGUMENT, "load the asset that it was saved with, or start a new save");
    }
    return count == vv_graph_player_save_bytes(performer) ? VV_OK : refuse_damaged(error, "its length is wrong");
}

void vvi_graph_player_save_seal(void *bytes, size_t count)
{
    put_number(bytes, WORD_COUNT, count);
    put_number(bytes, WORD_SUM, checksum(bytes, count));
}

/* ---- Public interface -------------------------------------------------------------------------------------------- */

size_t vv_graph_player_save_bytes(const vv_graph_player *performer)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    performer_now copy = performer->now;
    save_stream t = {.mode = SAVE_WRITE};
    serialise_all(&t, performer, &copy);
    return 4 * t.position;
}

size_t vv_graph_player_save(const vv_graph_player *performer, void *bytes, size_t byte_count)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    size_t needed = vv_graph_player_save_bytes(performer);
    performer_now copy = performer->now;
    if (byte_count < needed)
        return 0;
    save_stream t = {.mode = SAVE_WRITE, .bytes = bytes};
    serialise_all(&t, performer, &copy);
    put_word(bytes, WORD_MAGIC, SAVE_MAGIC);
    put_word(bytes, WORD_VERSION, SAVE_VERSION);
    put_number(bytes, WORD_GRAPH, performer->graph_hash);
    put_number(bytes, WORD_VERBS, performer->verbs_hash);
    vvi_graph_player_save_seal(bytes, needed);
    return needed;
}

vv_result vv_graph_player_restore(vv_graph_player *performer, const void *bytes, size_t byte_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    vv_result result = check_header(performer, bytes, byte_count, error);
    if (result != VV_OK)
        return result;
    performer_now copy = performer->now;
    save_stream t = {.mode = SAVE_CHECK, .bytes = (unsigned char *)(uintptr_t)bytes, .is_valid = true};
    serialise_all(&t, performer, &copy);
    if (!t.is_valid)
        return refuse_damaged(error, "it has a state that no character can have");
    t = (save_stream){.mode = SAVE_READ, .bytes = t.bytes};
    serialise_all(&t, performer, &performer->now);
    return VV_OK;
}
