/* Reads the HIERARCHY of a BVH file. Nesting is tracked by the parents of joints and not by recursion, so that no
 * file is too deep. Syntax errors are reported with their line. */
#include "bvh.h"

#include <string.h>

/* ---- Words ----------------------------------------------------------------------------------------------------- */

static bool is_brace(char c) { return c == '{' || c == '}'; }

text_span vvi_bvh_word_of_line(bvh_reader *reader)
{
    text_span rest = reader->line, word = vvi_text_word(&rest);
    if (word.at < word.end && *word.at == '#')
        word.at = word.end = reader->line.end;
    else if (word.at < word.end && is_brace(*word.at))
        word.end = word.at + 1;
    for (const char *at = word.at + 1; at < word.end; at++)
        if (is_brace(*at))
            word.end = at;
    reader->line.at = word.end;
    return word;
}

text_span vvi_bvh_word(bvh_reader *reader)
{
    text_span word = vvi_bvh_word_of_line(reader);
    while (word.at == word.end && vvi_text_line(&reader->text, &reader->line))
        word = vvi_bvh_word_of_line(reader);
    return word;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

bool vvi_bvh_is(text_span word, const char *text)
{
    for (; word.at < word.end && *text; word.at++, text++)
        if (lower(*word.at) != lower(*text))
            return false;
    return word.at == word.end && !*text;
}

vv_result vvi_bvh_number(bvh_reader *reader, const char *what, double *value)
{
    text_span word = vvi_bvh_word_of_line(reader);
    if (word.at == word.end)
        return vvi_text_fail(&reader->text, reader->file, reader->error, "the file may be cut off; export it again",
                             "the line ends before %s", what);
    if (!vvi_text_number(word, value))
        return vvi_text_fail(&reader->text, reader->file, reader->error, "the file is damaged here; export it again",
                             "%s is not a finite number", what);
    if (fabs(*value) > BVH_LARGEST)
        return vvi_text_fail(&reader->text, reader->file, reader->error, "the file is damaged here; export it again",
                             "%s is larger than ten million", what);
    return VV_OK;
}

/* ---- Joints ---------------------------------------------------------------------------------------------------- */

static vv_result fail_here(bvh_reader *reader, const char *message)
{
    return vvi_text_fail(&reader->text, reader->file, reader->error, "the file is damaged here; export it again", "%s",
                         message);
}

/* The rest of the line up to a brace: names of joints may contain blanks. */
static text_span rest_of_line(bvh_reader *reader)
{
    text_span rest = {reader->line.at, reader->line.at};
    while (rest.end < reader->line.end && *rest.end != '{')
        rest.end++;
    reader->line.at = rest.end;
    return rest;
}

static void name_joint(bvh_reader *reader, uint32_t joint, text_span raw)
{
    char name[VV_SKELETON_NAME_BYTES + 4];
    vvi_joint_name_clean(raw, "joint", name);
    if (reader->joints[joint].is_end) {
        const char *parent_name = reader->names[reader->joints[joint].parent].text;
        /* The parent's name is truncated rather than " end". */
        size_t length = vvi_utf8_truncate(parent_name, VV_SKELETON_NAME_BYTES - 5);
        memcpy(name, parent_name, length);
        memcpy(name + length, " end", 5);
    }
    vvi_joint_name_add(name, reader->names, joint);
}

/* Reads the name and the opening brace after ROOT, JOINT or End. */
static vv_result begin_joint(bvh_reader *reader, uint32_t parent, bool is_end, uint32_t *current)
{
    if (reader->joint_count == VV_SKELETON_MAX_JOINTS) {
        vvi_text_fail(&reader->text, reader->file, reader->error, "leave out fingers or helpers when you export it",
                      "the figure has more than %u joints, including end sites", VV_SKELETON_MAX_JOINTS);
        return VV_ERROR_FORMAT;
    }
    uint32_t joint = reader->joint_count++;
    reader->joints[joint] = (bvh_joint){.parent = parent, .is_end = is_end};
    name_joint(reader, joint, rest_of_line(reader));
    *current = joint;
    return vvi_bvh_is(vvi_bvh_word(reader), "{") ? VV_OK : fail_here(reader, "a \"{\" should follow the joint's name");
}

static vv_result read_offset(bvh_reader *reader, bvh_joint *joint)
{
    static const char *const names[3] = {"the offset along x", "the offset along y", "the offset along z"};
    if (joint->has_offset)
        return fail_here(reader, "this joint has OFFSET twice");
    joint->has_offset = true;
    vv_result result = VV_OK;
    for (int k = 0; k < 3 && result == VV_OK; k++)
        result = vvi_bvh_number(reader, names[k], &joint->offset[k]);
    return result;
}

static vv_result read_channel(bvh_reader *reader, bvh_joint *joint, int *rotations)
{
    static const char *const names[6] = {"Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"};
    text_span word = vvi_bvh_word_of_line(reader);
    uint8_t channel = 0;
    while (channel < 6 && !vvi_bvh_is(word, names[channel]))
        channel++;
    if (channel == 6)
        return fail_here(reader, "a channel is missing, or is not one of Xposition … Zrotation");
    for (uint8_t k = 0; channel <= BVH_POSITION_Z && k < joint->channel_count; k++)
        if (joint->channels[k] == channel)
            return fail_here(reader, "this joint has the same position channel twice");
    if (channel > BVH_POSITION_Z && ++*rotations > 3)
        return fail_here(reader, "this joint has more than three rotation channels");
    joint->channels[joint->channel_count++] = channel;
    return VV_OK;
}

static vv_result read_channels(bvh_reader *reader, bvh_joint *joint)
{
    int64_t count;
    if (joint->has_channels)
        return fail_here(reader, "this joint has CHANNELS twice");
    if (!vvi_text_whole(vvi_bvh_word_of_line(reader), &count) || count < 0 || count > 6)
        return fail_here(reader, "the number of channels is not a whole number from 0 to 6");
    joint->has_channels = true;
    int rotations = 0;
    vv_result result = VV_OK;
    for (int64_t k = 0; k < count && result == VV_OK; k++)
        result = read_channel(reader, joint, &rotations);
    reader->channel_count += joint->channel_count;
    return result;
}

/* Reads one statement between the braces of joint *current, which begins with `word`. */
static vv_result read_statement(bvh_reader *reader, text_span word, uint32_t *current)
{
    bvh_joint *joint = &reader->joints[*current];
    if (vvi_bvh_is(word, "OFFSET"))
        return read_offset(reader, joint);
    if (vvi_bvh_is(word, "CHANNELS") && !joint->is_end)
        return read_channels(reader, joint);
    if (vvi_bvh_is(word, "JOINT") && !joint->is_end)
        return begin_joint(reader, *current, false, current);
    if (vvi_bvh_is(word, "End") && !joint->is_end)
        return begin_joint(reader, *current, true, current);
    if (!vvi_bvh_is(word, "}"))
        return fail_here(reader, "OFFSET, CHANNELS, JOINT, End Site or \"}\" is expected here");
    *current = joint->parent;
    return joint->has_offset ? VV_OK : fail_here(reader, "the joint that ends here has no OFFSET");
}

vv_result vvi_bvh_joints(bvh_reader *reader)
{
    if (!vvi_bvh_is(vvi_bvh_word(reader), "HIERARCHY"))
        return vvi_text_fail(&reader->text, reader->file, reader->error, "export it as a BVH file",
                             "this is not a BVH file: it does not begin with HIERARCHY");
    if (!vvi_bvh_is(vvi_bvh_word(reader), "ROOT"))
        return fail_here(reader, "ROOT and the name of a joint should follow HIERARCHY");
    uint32_t current = VV_NONE;
    vv_result result = begin_joint(reader, VV_NONE, false, &current);
    while (result == VV_OK && current != VV_NONE) {
        text_span word = vvi_bvh_word(reader);
        if (word.at == word.end)
            return fail_here(reader, "the file ends before all braces are closed");
        result = read_statement(reader, word, &current);
    }
    if (result != VV_OK)
        return result;
    text_span word = vvi_bvh_word(reader);
    if (vvi_bvh_is(word, "ROOT"))
        return vvi_text_fail(&reader->text, reader->file, reader->error, "export each figure as a separate file",
                             "there is a second ROOT");
    return vvi_bvh_is(word, "MOTION") ? VV_OK : fail_here(reader, "MOTION should follow the joints");
}
