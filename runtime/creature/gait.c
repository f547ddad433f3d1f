/* Gaits as prepared assets: rows, flight arc and numbers of a style in one block (4.2). A def that was just laid out
 * and bytes from a file pass through the same check. */
#include "gaits.h"

#include <string.h>

#define MAX_SPEED  20.0f
#define MAX_STRIDE 20.0f
#define MAX_ARC    4.0f

/* ---- Defaults ---------------------------------------------------------------------------------------------------- */

vv_gait_def vv_default_gait_def(void)
{
    return (vv_gait_def){.lift = GAIT_DEFAULT_LIFT,
                         .hurry = 1.0f,
                         .bob = 0.02f,
                         .sway = 0.02f,
                         .roll = 0.04f,
                         .yaw = 0.06f,
                         .pitch = 0.05f,
                         .lean = 0.08f};
}

/* Strides follow 2.3·v̂^0.6. Order of the feet of quadrupeds: left hind, right hind, left fore, right fore. With six
 * feet, neighbours on one side follow each other by 1 − duty, which gives waves, ripples and tripods by one rule; the
 * rows lie close enough together for the short way round the cycle to be the right one between them. */
static const vv_gait_row default_rows[] = {
    {1, 0.05f, 0.60f, 0.38f, {0}},
    {1, 0.50f, 0.50f, 1.52f, {0}},
    {1, 1.00f, 0.40f, 2.30f, {0}},
    {1, 2.00f, 0.30f, 3.49f, {0}},
    {2, 0.05f, 0.72f, 0.38f, {0, 0.5f}},
    {2, 0.25f, 0.66f, 1.00f, {0, 0.5f}},
    {2, 0.45f, 0.62f, 1.42f, {0, 0.5f}}, /* walk */
    {2, 0.70f, 0.50f, 1.86f, {0, 0.5f}},
    {2, 1.00f, 0.40f, 2.30f, {0, 0.5f}},
    {2, 1.60f, 0.35f, 3.05f, {0, 0.5f}}, /* run */
    {2, 2.50f, 0.30f, 3.99f, {0, 0.5f}},
    {3, 0.05f, 0.78f, 0.38f, {0, 1.0f / 3.0f, 2.0f / 3.0f}},
    {3, 0.45f, 0.70f, 1.42f, {0, 1.0f / 3.0f, 2.0f / 3.0f}},
    {3, 1.00f, 0.50f, 2.30f, {0, 1.0f / 3.0f, 2.0f / 3.0f}},
    {3, 2.00f, 0.35f, 3.49f, {0, 1.0f / 3.0f, 2.0f / 3.0f}},
    {4, 0.05f, 0.78f, 0.38f, {0, 0.5f, 0.25f, 0.75f}},
    {4, 0.25f, 0.72f, 1.00f, {0, 0.5f, 0.25f, 0.75f}}, /* lateral walk */
    {4, 0.45f, 0.65f, 1.42f, {0, 0.5f, 0.25f, 0.75f}},
    {4, 0.75f, 0.45f, 1.94f, {0, 0.5f, 0.5f, 0.0f}}, /* trot */
    {4, 1.10f, 0.42f, 2.44f, {0, 0.5f, 0.5f, 0.0f}},
    {4, 1.70f, 0.28f, 3.16f, {0, 0.1f, 0.5f, 0.6f}}, /* gallop */
    {4, 2.50f, 0.25f, 3.99f, {0, 0.1f, 0.5f, 0.6f}},
    {5, 0.05f, 0.82f, 0.38f, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
    {5, 0.45f, 0.75f, 1.42f, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
    {5, 1.00f, 0.50f, 2.30f, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
    {5, 2.00f, 0.35f, 3.49f, {0, 0.4f, 0.8f, 0.2f, 0.6f}},
    {6, 0.05f, 5.0f / 6.0f, 0.38f, {0, 0.5f, 1.0f / 6.0f, 2.0f / 3.0f, 1.0f / 3.0f, 5.0f / 6.0f}}, /* wave */
    {6, 0.15f, 5.0f / 6.0f, 0.74f, {0, 0.5f, 1.0f / 6.0f, 2.0f / 3.0f, 1.0f / 3.0f, 5.0f / 6.0f}},
    {6, 0.35f, 2.0f / 3.0f, 1.22f, {0, 0.5f, 1.0f / 3.0f, 5.0f / 6.0f, 2.0f / 3.0f, 1.0f / 6.0f}}, /* ripple */
    {6, 0.60f, 0.50f, 1.69f, {0, 0.5f, 0.5f, 0.0f, 0.0f, 0.5f}},                                   /* tripod */
    {6, 1.20f, 0.45f, 2.57f, {0, 0.5f, 0.5f, 0.0f, 0.0f, 0.5f}},
    {6, 2.50f, 0.38f, 3.99f, {0, 0.5f, 0.5f, 0.0f, 0.0f, 0.5f}},
};
#define DEFAULT_ROW_COUNT ((uint32_t)(sizeof default_rows / sizeof *default_rows))

uint32_t vv_gait_default_rows(vv_gait_row *rows)
{
    if (rows)
        memcpy(rows, default_rows, sizeof default_rows);
    return DEFAULT_ROW_COUNT;
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool is_in_range(float value, float low, float high) { return value >= low && value <= high; }

static vv_result check_row(const vv_gait *gait, uint32_t i, vv_result code, vv_error *error)
{
    const vv_gait_row *row = rows_of(gait) + i;
    if (row->feet < 1 || row->feet > VV_GAIT_MAX_FEET)
        return vvi_fail(error, code, "row %u of the gait is for %u feet, not for 1…%u", i, row->feet, VV_GAIT_MAX_FEET);
    if (!is_in_range(row->speed, 0.0f, MAX_SPEED) || !is_in_range(row->duty, 0.05f, 0.95f) ||
        !is_in_range(row->stride, 0.01f, MAX_STRIDE))
        return vvi_fail(error, code,
                        "row %u of the gait has a speed outside 0…20, a duty outside 0.05…0.95 or a stride "
                        "outside 0.01…20",
                        i);
    for (uint32_t k = 0; k < VV_GAIT_MAX_FEET; k++)
        if (!is_in_range(row->triggers[k], 0.0f, k < row->feet ? 1.0f : 0.0f))
            return vvi_fail(error, code, "row %u of the gait: trigger %u lies outside 0…1", i, k);
    if (i > 0 && row[-1].feet == row->feet && !(row[-1].speed < row->speed))
        return vvi_fail(error, code, "rows of %u feet do not ascend in speed", row->feet);
    return VV_OK;
}

static bool is_valid_end(const vv_arc_key *key, float end)
{
    return key->time == end && key->forward == end && key->up == 0.0f && key->out == 0.0f && key->pitch == 0.0f;
}

static vv_result check_arc(const vv_gait *gait, vv_result code, vv_error *error)
{
    const vv_arc_key *arc = arc_of(gait);
    for (uint32_t i = 0; i < gait->arc_count; i++) {
        if (!is_in_range(arc[i].forward, -MAX_ARC, MAX_ARC) || !is_in_range(arc[i].up, -MAX_ARC, MAX_ARC) ||
            !is_in_range(arc[i].out, -MAX_ARC, MAX_ARC) || !is_in_range(arc[i].pitch, -MAX_ARC, MAX_ARC))
            return vvi_fail(error, code, "arc key %u of the gait lies outside −4…4", i);
        if (i > 0 && !(arc[i].time >= arc[i - 1].time + 1e-3f))
            return vvi_fail(error, code, "arc keys %u and %u of the gait do not ascend by 0.001 at least", i - 1, i);
    }
    if (gait->arc_count > 0 && !(is_valid_end(arc, 0.0f) && is_valid_end(arc + gait->arc_count - 1, 1.0f)))
        return vvi_fail(
            error, code,
            "a gait's arc begins at time 0 with forward 0 and ends at time 1 with forward 1, and has up, out "
            "and pitch 0 at both");
    return VV_OK;
}

static vv_result check_numbers(const gait_numbers *n, vv_result code, vv_error *error)
{
    static const struct {
        const char *name;
        float low, high;
    } limits[GAIT_NUMBER_COUNT] = {{"lift", 0.0f, 1.0f},  {"hurry", 0.25f, 4.0f}, {"crouch", -0.2f, 0.6f},
                                   {"bob", 0.0f, 0.3f},   {"sway", 0.0f, 0.3f},   {"roll", 0.0f, 0.6f},
                                   {"yaw", 0.0f, 0.6f},   {"pitch", 0.0f, 0.6f},  {"lean", -0.6f, 0.6f},
                                   {"wide", -0.3f, 0.5f}, {"limp", 0.0f, 1.0f},   {"bounce", 0.0f, 1.0f}};
    float values[GAIT_NUMBER_COUNT];
    memcpy(values, n, sizeof values);
    for (uint32_t i = 0; i < GAIT_NUMBER_COUNT; i++)
        if (!is_in_range(values[i], limits[i].low, limits[i].high))
            return vvi_fail(error, code, "the gait's \"%s\" lies outside %g…%g", limits[i].name, (double)limits[i].low,
                            (double)limits[i].high);
    return VV_OK;
}

static void count_starts(const vv_gait *gait, uint32_t *starts)
{
    memset(starts, 0, sizeof gait->starts);
    for (uint32_t n = 1; n < VV_GAIT_MAX_FEET + 2; n++)
        for (uint32_t i = 0; i < gait->row_count; i++)
            starts[n] += rows_of(gait)[i].feet < n;
}

/* Checks everything but the block's own header. */
static vv_result check_gait(const vv_gait *gait, vv_result code, vv_error *error)
{
    uint32_t starts[VV_GAIT_MAX_FEET + 2];
    vv_result result = check_numbers(&gait->numbers, code, error);
    for (uint32_t i = 0; result == VV_OK && i < gait->row_count; i++) {
        result = check_row(gait, i, code, error);
        if (result == VV_OK && i > 0 && rows_of(gait)[i - 1].feet > rows_of(gait)[i].feet)
            result = vvi_fail(error, code, "the gait's rows are not sorted by number of feet");
    }
    if (result == VV_OK)
        result = check_arc(gait, code, error);
    count_starts(gait, starts);
    if (result == VV_OK && memcmp(starts, gait->starts, sizeof starts) != 0)
        result = vvi_fail(error, code, "the gait's row index does not match its rows");
    return result;
}

/* ---- Creating ---------------------------------------------------------------------------------------------------- */

static vv_gait lay_out(uint32_t row_count, uint32_t arc_count)
{
    vv_gait g = {.magic = GAIT_MAGIC, .version = GAIT_VERSION, .row_count = row_count, .arc_count = arc_count};
    uint64_t cursor = sizeof g;
    g.rows = vvi_section(&cursor, row_count, sizeof(vv_gait_row));
    g.arc = vvi_section(&cursor, arc_count, sizeof(vv_arc_key));
    g.byte_count = vvi_section(&cursor, 0, 0);
    return g;
}

static vv_result check_counts(const vv_gait_def *def, vv_error *error)
{
    if (def->rows && (def->row_count < 1 || def->row_count > VV_GAIT_MAX_ROWS))
        return vvi_fail(error, VV_ERROR_LIMIT, "a gait has 1…%u rows, not %u", VV_GAIT_MAX_ROWS, def->row_count);
    if (def->arc_count == 1 || def->arc_count > VV_GAIT_MAX_ARC)
        return vvi_fail(error, VV_ERROR_LIMIT, "a gait's arc has 2…%u keys or none, not %u", VV_GAIT_MAX_ARC,
                        def->arc_count);
    return VV_OK;
}

/* Sorts the rows by number of feet, keeping their order otherwise, and zeroes the triggers that no foot uses. A row
 * for too many feet goes last, so that the check refuses it. */
static void fill_rows(uint32_t count, const vv_gait_row *from, vv_gait_row *to)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at > 0 && to[at - 1].feet > from[i].feet; at--)
            to[at] = to[at - 1];
        to[at] = from[i];
        for (uint32_t k = from[i].feet; k < VV_GAIT_MAX_FEET; k++)
            to[at].triggers[k] = 0.0f;
    }
}

static gait_numbers numbers_of(const vv_gait_def *d)
{
    return (gait_numbers){d->lift, d->hurry, d->crouch, d->bob,  d->sway, d->roll,
                          d->yaw,  d->pitch, d->lean,   d->wide, d->limp, d->bounce};
}

vv_result vv_gait_create(const vv_gait_def *def, const vv_allocator *allocator, vv_gait **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->arc, def->arc_count);
    *out = NULL;
    vv_result result = check_counts(def, error);
    if (result != VV_OK)
        return result;
    vv_gait header = lay_out(def->rows ? def->row_count : DEFAULT_ROW_COUNT, def->arc_count);
    vv_gait *gait = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!gait)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *gait = header;
    gait->numbers = numbers_of(def);
    fill_rows(gait->row_count, def->rows ? def->rows : default_rows, (vv_gait_row *)((char *)gait + gait->rows));
    if (def->arc_count > 0)
        memcpy((char *)gait + gait->arc, def->arc, def->arc_count * sizeof *def->arc);
    count_starts(gait, gait->starts);
    result = check_gait(gait, VV_ERROR_ARGUMENT, error);
    if (result == VV_OK)
        *out = gait;
    else
        vv_gait_destroy(gait, allocator);
    return result;
}

void vv_gait_destroy(vv_gait *gait, const vv_allocator *allocator)
{
    if (gait)
        vvi_release(allocator, gait, 1, (size_t)gait->byte_count);
}

vv_gait_def vv_gait_as_def(const vv_gait *gait)
{
    VV_ASSERT(gait != NULL);
    const gait_numbers *n = &gait->numbers;
    return (vv_gait_def){
        .row_count = gait->row_count,
        .rows = rows_of(gait),
        .arc_count = gait->arc_count,
        .arc = gait->arc_count > 0 ? arc_of(gait) : NULL,
        .lift = n->lift,
        .hurry = n->hurry,
        .crouch = n->crouch,
        .bob = n->bob,
        .sway = n->sway,
        .roll = n->roll,
        .yaw = n->yaw,
        .pitch = n->pitch,
        .lean = n->lean,
        .wide = n->wide,
        .limp = n->limp,
        .bounce = n->bounce,
    };
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

size_t vvi_gait_bytes(const vv_gait *gait) { return (size_t)gait->byte_count; }

vv_result vvi_gait_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_gait *gait = bytes;
    static const vvi_block_kind kind = {"a gait", GAIT_MAGIC, GAIT_VERSION, 8, sizeof(vv_gait)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (gait->row_count < 1 || gait->row_count > VV_GAIT_MAX_ROWS || gait->arc_count == 1 ||
        gait->arc_count > VV_GAIT_MAX_ARC)
        return vvi_fail(error, VV_ERROR_FORMAT, "the gait has %u rows and %u arc keys", gait->row_count,
                        gait->arc_count);
    vv_gait expected = lay_out(gait->row_count, gait->arc_count);
    if (gait->rows != expected.rows || gait->arc != expected.arc || gait->byte_count != expected.byte_count ||
        gait->byte_count > byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the gait's counts and offsets do not agree, or it is truncated");
    return check_gait(gait, VV_ERROR_FORMAT, error);
}
