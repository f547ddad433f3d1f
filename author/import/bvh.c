/* BVH motion capture. The rotation channels of a joint multiply in file order, the first one outermost: "Zrotation
 * Xrotation Yrotation" is R = Rz·Rx·Ry.
 *
 * The format never defined position channels, and files differ. The root's is its position. Those of other joints are
 * positions in most programs' files, but are added to the offset in some; the interpretation that leaves the joints
 * nearer to their offsets over the whole file is used. */
#include "bvh.h"

#include <string.h>

typedef struct bvh_motion {
    double scale;                  /* metres per unit */
    double from_offset, from_zero; /* Σ distance of position channels (not the root's) from the offset, and from zero */
} bvh_motion;

static vv_result fail_frames(bvh_reader *reader, const char *remedy, const char *message)
{
    return vvi_text_fail(&reader->text, reader->file, reader->error, remedy, "%s", message);
}

/* ---- The head of the motion ------------------------------------------------------------------------------------ */

/* Reads the number after "Frames:" or "Frame Time:", with any placement of blanks around the colon; `second` may be
 * NULL. */
static bool read_setting(bvh_reader *reader, const char *first, const char *second, double *value)
{
    text_span word = vvi_bvh_word(reader);
    text_span colon = {word.at, word.at};
    for (const char *expected = first; expected; expected = expected == first ? second : NULL) {
        if (expected == second)
            word = vvi_bvh_word_of_line(reader);
        colon = word;
        while (colon.at < colon.end && *colon.at != ':')
            colon.at++;
        if (!vvi_bvh_is((text_span){word.at, colon.at}, expected))
            return false;
    }
    if (colon.at == colon.end)
        colon = vvi_bvh_word_of_line(reader);
    colon.at += colon.at < colon.end && *colon.at == ':';
    return vvi_text_number(colon.at < colon.end ? colon : vvi_bvh_word_of_line(reader), value);
}

/* Checks that the file is long enough for its frames before memory is allocated: a number and its blank are at least
 * two bytes. */
static vv_result read_frame_count(bvh_reader *reader, uint32_t *count)
{
    double frames;
    if (!read_setting(reader, "Frames", NULL, &frames) || frames != floor(frames) || frames < 1.0)
        return fail_frames(reader, "write how many frames follow",
                           "\"Frames:\" and a whole number of at least 1 are expected here");
    if (frames > VV_TAKE_MAX_FRAMES || frames * reader->joint_count > VV_TAKE_MAX_VALUES)
        return fail_frames(reader, "cut it into shorter takes", "there are more frames than a take can have");
    if (reader->channel_count == 0)
        return fail_frames(reader, "export it again with its channels", "none of the joints has channels");
    if (frames * reader->channel_count * 2.0 - 1.0 > (double)(reader->text.end - reader->line.at))
        return fail_frames(reader, "the file may be cut off; export it again",
                           "the file is too short for this many frames");
    *count = (uint32_t)frames;
    return VV_OK;
}

/* A single pose may have a frame time of 0. */
static vv_result read_rate(bvh_reader *reader, uint32_t frame_count, double *rate)
{
    double seconds;
    if (!read_setting(reader, "Frame", "Time", &seconds))
        return fail_frames(reader, "write how many seconds a frame lasts",
                           "\"Frame Time:\" and a number of seconds are expected here");
    if (seconds == 0.0 && frame_count == 1)
        seconds = 1.0 / 30.0;
    if (seconds < 1e-5 || seconds > 1000.0)
        return fail_frames(reader, "write how many seconds a frame lasts",
                           "the frame time is not between 0.00001 and 1000 seconds");
    *rate = 1.0 / seconds;
    return VV_OK;
}

/* ---- Scale ----------------------------------------------------------------------------------------------------- */

/* The longest side of the box around the joints at rest, in the file's units. */
static double measure_figure(const bvh_reader *reader, double (*places)[3])
{
    double low[3] = {0}, high[3] = {0}, size = 0.0;
    for (uint32_t j = 0; j < reader->joint_count; j++)
        for (int k = 0; k < 3; k++) {
            const bvh_joint *joint = &reader->joints[j];
            places[j][k] = j == 0 ? 0.0 : places[joint->parent][k] + joint->offset[k];
            low[k] = places[j][k] < low[k] ? places[j][k] : low[k];
            high[k] = places[j][k] > high[k] ? places[j][k] : high[k];
        }
    for (int k = 0; k < 3; k++)
        size = high[k] - low[k] > size ? high[k] - low[k] : size;
    return size;
}

/* The common unit that brings the figure nearest to a person's size; if none comes near, the scale to that size. CMU's
 * recordings use units of 1/0.45 inches. */
static double guess_scale(double size)
{
    static const double units[] = {1.0, 0.1, 0.0254 / 0.45, 0.0254, 0.01, 0.001};
    const double person = 1.5; /* metres from the lowest to the highest joint; crown and soles are not joints */
    if (size < 1e-4 || (size >= 0.1 && size <= 10.0)) /* a single point has no size */
        return 1.0;
    double best = 1.0, nearest = 10.0; /* a unit that is off tenfold is rejected */
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        double height = size * units[i], times = height > person ? height / person : person / height;
        if (times < nearest) {
            nearest = times;
            best = units[i];
        }
    }
    return nearest < 10.0 ? best : person / size;
}

/* ---- Frames ---------------------------------------------------------------------------------------------------- */

static vv_quat channel_rotation(uint8_t channel, double degrees)
{
    double turns = degrees / 360.0;
    float half = (float)((turns - floor(turns + 0.5)) * 3.14159265358979323846), sine, cosine;
    vv_sin_cos(half, &sine, &cosine);
    return (vv_quat){channel == BVH_ROTATION_X ? sine : 0.0f, channel == BVH_ROTATION_Y ? sine : 0.0f,
                     channel == BVH_ROTATION_Z ? sine : 0.0f, cosine};
}

static vv_result read_joint(bvh_reader *reader, uint32_t j, bvh_motion *motion, vv_quat *turn, vv_vec3 *move)
{
    const bvh_joint *joint = &reader->joints[j];
    double place[3] = {joint->offset[0], joint->offset[1], joint->offset[2]};
    *turn = vv_quat_identity();
    for (uint8_t k = 0; k < joint->channel_count; k++) {
        double value;
        vv_result result = vvi_bvh_number(reader, "a number of this frame", &value);
        if (result != VV_OK)
            return result;
        uint8_t channel = joint->channels[k];
        if (channel > BVH_POSITION_Z) {
            *turn = vv_quat_multiply(*turn, channel_rotation(channel, value));
            continue;
        }
        place[channel] = value;
        motion->from_offset += j > 0 ? fabs(value - joint->offset[channel]) : 0.0;
        motion->from_zero += j > 0 ? fabs(value) : 0.0;
    }
    *turn = vv_quat_normalize(*turn);
    *move = (vv_vec3){(float)(place[0] * motion->scale), (float)(place[1] * motion->scale),
                      (float)(place[2] * motion->scale)};
    return VV_OK;
}

/* Reads one frame, which is one line. */
static vv_result read_frame(bvh_reader *reader, uint32_t frame, bvh_motion *motion, vv_take *take)
{
    text_span word;
    do {
        if (!vvi_text_line(&reader->text, &reader->line))
            return vvi_text_fail(&reader->text, reader->file, reader->error, "the file may be cut off; export it again",
                                 "the file ends after %u of %u frames", frame, take->frame_count);
        text_span start = reader->line;
        word = vvi_bvh_word_of_line(reader);
        reader->line = start;
    } while (word.at == word.end);
    size_t first = (size_t)frame * reader->joint_count;
    for (uint32_t j = 0; j < reader->joint_count; j++) {
        vv_quat turn = vv_quat_identity();
        vv_result result = read_joint(reader, j, motion, &turn, &take->moves[first + j]);
        if (result != VV_OK)
            return result;
        vv_quat before = frame > 0 ? take->turns[first + j - reader->joint_count] : vv_quat_identity();
        if (vv_quat_dot(before, turn) < 0.0f)
            turn = (vv_quat){-turn.x, -turn.y, -turn.z, -turn.w};
        take->turns[first + j] = turn;
    }
    word = vvi_bvh_word_of_line(reader);
    if (word.at == word.end)
        return VV_OK;
    return vvi_text_fail(&reader->text, reader->file, reader->error, "the file is damaged here; export it again",
                         "this frame has more than the %u numbers of all channels", reader->channel_count);
}

static void add_offsets(const bvh_reader *reader, double scale, vv_take *take)
{
    for (uint32_t j = 1; j < reader->joint_count; j++) {
        const bvh_joint *joint = &reader->joints[j];
        float add[3] = {0};
        for (uint8_t k = 0; k < joint->channel_count; k++)
            if (joint->channels[k] <= BVH_POSITION_Z)
                add[joint->channels[k]] = (float)(joint->offset[joint->channels[k]] * scale);
        for (uint32_t f = 0; f < take->frame_count; f++) {
            vv_vec3 *move = &take->moves[(size_t)f * reader->joint_count + j];
            *move = vv_vec3_add(*move, (vv_vec3){add[0], add[1], add[2]});
        }
    }
}

static vv_result read_frames(bvh_reader *reader, double scale, vv_take *take)
{
    bvh_motion motion = {.scale = scale};
    for (uint32_t f = 0; f < take->frame_count; f++) {
        vv_result result = read_frame(reader, f, &motion, take);
        if (result != VV_OK)
            return result;
    }
    if (motion.from_zero < motion.from_offset)
        add_offsets(reader, scale, take);
    text_span word = vvi_bvh_word(reader);
    if (word.at == word.end)
        return VV_OK;
    return vvi_text_fail(&reader->text, reader->file, reader->error, "correct the number after \"Frames:\"",
                         "there are more than the %u frames that the file declares", take->frame_count);
}

/* ---- The take -------------------------------------------------------------------------------------------------- */

static uint8_t rotation_order(const bvh_joint *joint)
{
    unsigned order = 0, shift = 0;
    for (uint8_t k = 0; k < joint->channel_count; k++)
        if (joint->channels[k] > BVH_POSITION_Z) {
            order |= (joint->channels[k] - BVH_ROTATION_X + 1u) << shift;
            shift += 2;
        }
    return (uint8_t)order;
}

static vv_result make_skeleton(const bvh_reader *reader, double scale, vv_joint *joints, vv_take *take)
{
    for (uint32_t j = 0; j < reader->joint_count; j++) {
        const double *offset = reader->joints[j].offset;
        joints[j] = (vv_joint){.name = reader->names[j].text, .parent = reader->joints[j].parent};
        joints[j].translation =
            (vv_vec3){(float)(offset[0] * scale), (float)(offset[1] * scale), (float)(offset[2] * scale)};
        joints[j].rotation = vv_quat_identity();
    }
    return vv_skeleton_create(reader->joint_count, joints, reader->allocator, &take->skeleton, reader->error);
}

static vv_result make_take(bvh_reader *reader, double scale, vv_take *take)
{
    size_t joints = reader->joint_count, poses = joints * take->frame_count;
    vv_joint *list = vvi_allocate(reader->allocator, joints, sizeof *list);
    if (!list)
        return vvi_fail_memory(reader->error, joints * sizeof *list);
    vv_result result = make_skeleton(reader, scale, list, take);
    vvi_release(reader->allocator, list, joints, sizeof *list);
    if (result != VV_OK)
        return result;
    take->turns = vvi_allocate(reader->allocator, poses, sizeof *take->turns);
    take->moves = vvi_allocate(reader->allocator, poses, sizeof *take->moves);
    take->orders = vvi_allocate(reader->allocator, joints, sizeof *take->orders);
    if (!take->turns || !take->moves || !take->orders)
        return vvi_fail_memory(reader->error, poses * sizeof *take->turns);
    for (size_t j = 0; j < joints; j++)
        take->orders[j] = rotation_order(&reader->joints[j]);
    vvi_joint_name_clean(vvi_file_stem(reader->file), "take", take->name);
    return read_frames(reader, scale, take);
}

static vv_result choose_scale(const bvh_reader *reader, double *scale)
{
    if (*scale != 0.0)
        return VV_OK;
    double(*places)[3] = vvi_allocate(reader->allocator, reader->joint_count, sizeof *places);
    if (!places)
        return vvi_fail_memory(reader->error, reader->joint_count * sizeof *places);
    *scale = guess_scale(measure_figure(reader, places));
    vvi_release(reader->allocator, places, reader->joint_count, sizeof *places);
    return VV_OK;
}

static vv_result read_file(bvh_reader *reader, double scale, vv_take *out)
{
    vv_take take = {.allocator = reader->allocator};
    vv_result result = vvi_bvh_joints(reader);
    if (result == VV_OK)
        result = read_frame_count(reader, &take.frame_count);
    if (result == VV_OK)
        result = read_rate(reader, take.frame_count, &take.rate);
    if (result == VV_OK)
        result = choose_scale(reader, &scale);
    if (result == VV_OK)
        result = make_take(reader, scale, &take);
    if (result == VV_OK)
        *out = take;
    else
        vv_take_destroy(&take);
    return result;
}

vv_result vv_import_bvh(const char *text, size_t length, const char *file, double scale, const vv_allocator *allocator,
                        vv_take *out, vv_error *error)
{
    if (!(scale == 0.0 || (scale >= 1e-6 && scale <= 1e6)))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the scale is %g; it must be 0 or between 1e-6 and 1e6", scale);
    bvh_reader *reader = vvi_allocate_zeroed(allocator, 1, sizeof *reader);
    if (!reader)
        return vvi_fail_memory(error, sizeof *reader);
    reader->text = vvi_text_open(text, length);
    reader->line = (text_span){reader->text.at, reader->text.at};
    reader->file = file;
    reader->allocator = allocator;
    reader->error = error;
    vv_result result = read_file(reader, scale, out);
    vvi_release(allocator, reader, 1, sizeof *reader);
    return result;
}
