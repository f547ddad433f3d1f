/* Motions as project.json: keys, relations and events one a line, as in write.c. */
#include "author/document/creatures.h"
#include "author/document/write.h"

#include <string.h>

void vvi_write_vec3(vvi_writer *w, const char *name, vv_vec3 v)
{
    vv_json_write_array(w->json, name);
    vv_json_write_float(w->json, NULL, v.x);
    vv_json_write_float(w->json, NULL, v.y);
    vv_json_write_float(w->json, NULL, v.z);
    vv_json_write_end(w->json);
}

/* ---- Contexts, modes, branches --------------------------------------------------------------------------------------- */

static bool is_any(const vv_context *context)
{
    bool any = context->cap[0] == '\0' && context->extent == VV_EXTENT_NONE && !context->spine;
    for (uint32_t i = 0; i < 3; i++)
        any = any && context->zones[i] == VV_ZONE_ANY && !context->setspace[i];
    return any;
}

static void write_within(vvi_writer *w, const vv_context *context)
{
    if (!vvi_writes_list(w, context->setspace[0] || context->setspace[1] || context->setspace[2]))
        return;
    vv_json_write_array(w->json, "within");
    for (uint32_t i = 0; i < 3; i++) {
        if (context->setspace[i])
            vv_json_write_string(w->json, NULL, vvi_space_words()[i]);
    }
    vv_json_write_end(w->json);
}

static void write_context(vvi_writer *w, const char *name, const vv_context *context)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, name);
    vvi_write_text_member(w, "cap", context->cap[0] ? context->cap : NULL);
    for (uint32_t i = 0; i < 3; i++) {
        if (vvi_writes_member(w, vvi_space_words()[i], context->zones[i] != VV_ZONE_ANY))
            vv_json_write_string(w->json, vvi_space_words()[i], vvi_zone_words(i)[context->zones[i] - VV_ZONE_LOW]);
    }
    write_within(w, context);
    if (vvi_writes_member(w, "extent", context->extent != VV_EXTENT_NONE))
        vv_json_write_string(w->json, "extent", vvi_extent_words()[context->extent - VV_EXTENT_RIGHTMOST]);
    vvi_write_bool_member(w, "spine", context->spine, false);
    vv_json_write_end(w->json);
}

void vvi_write_context(vvi_writer *w, const char *name, const vv_context *context)
{
    if (w->whole || !is_any(context))
        write_context(w, name, context);
}

static bool is_plain(const vv_mode *mode)
{
    return !mode->absolute_place && !mode->absolute_turn && mode->scale == VV_SCALE_NONE && !mode->ground &&
           !mode->sagittal && !mode->secondary && !mode->directional && !mode->lookat;
}

static void write_mode(vvi_writer *w, const vv_mode *mode)
{
    if (is_plain(mode) && !w->whole)
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "mode");
    vvi_write_word_member(w, "place", vvi_base_words(), mode->absolute_place, 0);
    vvi_write_word_member(w, "turn", vvi_base_words(), mode->absolute_turn, 0);
    vvi_write_word_member(w, "scale", vvi_scale_words(), mode->scale, VV_SCALE_NONE);
    vvi_write_bool_member(w, "ground", mode->ground, false);
    vvi_write_bool_member(w, "sagittal", mode->sagittal, false);
    vvi_write_bool_member(w, "secondary", mode->secondary, false);
    vvi_write_bool_member(w, "directional", mode->directional, false);
    vvi_write_bool_member(w, "lookat", mode->lookat, false);
    vv_json_write_end(w->json);
}

static void write_relative(vvi_writer *w, const vv_motion_channel *channel)
{
    if (!vvi_writes_member(w, "relative", channel->secondary != VV_SECONDARY_NONE))
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "relative");
    if (channel->secondary == VV_SECONDARY_EXTERNAL) {
        vv_json_write_integer(w->json, "target", channel->target);
    } else {
        write_context(w, "select", &channel->relative);
        vvi_write_integer_member(w, "group", channel->relative_group, 0);
    }
    vv_json_write_end(w->json);
}

static void write_wish(vvi_writer *w, const char *name, vv_wish wish)
{
    if (vvi_writes_member(w, name, wish != VV_WISH_ANY))
        vv_json_write_bool(w->json, name, wish == VV_WISH_YES);
}

static void write_branch(vvi_writer *w, const vv_branch *branch)
{
    bool any = branch->upright == VV_WISH_ANY && branch->walks == VV_WISH_ANY && branch->cap_count == 0;
    if (any && !w->whole)
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "branch");
    write_wish(w, "upright", branch->upright);
    write_wish(w, "walks", branch->walks);
    if (vvi_writes_list(w, branch->cap_count)) {
        vv_json_write_object(w->json, "caps");
        for (uint32_t i = 0; i < branch->cap_count; i++) {
            if (branch->caps[i].has == VV_WISH_YES && branch->caps[i].least > 1)
                vv_json_write_integer(w->json, branch->caps[i].cap, branch->caps[i].least);
            else
                vv_json_write_bool(w->json, branch->caps[i].cap, branch->caps[i].has == VV_WISH_YES);
        }
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

/* ---- Curves --------------------------------------------------------------------------------------------------------- */

static void write_numbers(vvi_writer *w, const char *name, vv_track_kind kind, const float *value)
{
    uint32_t width = vvi_track_width(kind);
    if (width == 1) {
        vv_json_write_float(w->json, name, value[0]);
        return;
    }
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < width; i++)
        vv_json_write_float(w->json, NULL, value[i]);
    vv_json_write_end(w->json);
}

static void write_slope(vvi_writer *w, const char *name, vv_track_kind kind, vv_slope slope, const float *value)
{
    if (slope == VV_SLOPE_FREE)
        write_numbers(w, name, kind, value);
    else
        vvi_write_word_member(w, name, vvi_slope_words(), slope, VV_SLOPE_AUTO);
}

static void write_key(vvi_writer *w, const char *name, vv_track_kind kind, const vv_motion_key *key)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, name);
    vv_json_write_float(w->json, "time", key->time);
    write_numbers(w, "value", kind, key->value);
    write_slope(w, "in", kind, key->slope_in, key->in);
    write_slope(w, "out", kind, key->slope_out, key->out);
    vvi_write_word_member(w, "curve", vvi_curve_words(), key->curve, VV_CURVE_SMOOTH);
    vv_json_write_end(w->json);
}

void vv_project_write_key(vv_json_writer *writer, const char *name, vv_track_kind kind, const vv_motion_key *key)
{
    write_key(&(vvi_writer){.json = writer}, name, kind, key);
}

static void write_track(vvi_writer *w, const char *name, const vv_motion_track *track)
{
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < track->key_count; i++)
        write_key(w, NULL, track->kind, &track->keys[i]);
    vv_json_write_end(w->json);
}

static void write_curves(vvi_writer *w, const vv_motion_channel *channel)
{
    static const vv_motion_track none;
    for (vv_track_kind kind = 0; kind < VV_TRACK_DEFORM; kind++) {
        uint32_t found = vv_project_find_curve(channel, kind, NULL);
        if (vvi_writes_list(w, found != VV_NONE))
            write_track(w, vvi_tracks_words()[kind], found == VV_NONE ? &none : &channel->tracks[found]);
    }
    uint32_t first = 0; /* deforms come last */
    while (first < channel->track_count && channel->tracks[first].kind != VV_TRACK_DEFORM)
        first++;
    if (!vvi_writes_list(w, channel->track_count - first))
        return;
    vv_json_write_object(w->json, "deforms");
    for (uint32_t i = first; i < channel->track_count; i++)
        write_track(w, channel->tracks[i].deform, &channel->tracks[i]);
    vv_json_write_end(w->json);
}

/* ---- Motions -------------------------------------------------------------------------------------------------------- */

static void write_channel(vvi_writer *w, const vv_motion_channel *channel)
{
    vv_motion_channel usual = vvi_default_channel();
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", channel->name);
    vvi_write_context(w, "select", &channel->context);
    write_mode(w, &channel->mode);
    write_relative(w, channel);
    vvi_write_integer_member(w, "blend", channel->blend, usual.blend);
    vvi_write_integer_member(w, "group", channel->group, usual.group);
    vvi_write_bool_member(w, "mirror", channel->mirror, usual.mirror);
    vvi_write_word_member(w, "side", vvi_side_words(), (uint32_t)(channel->side + 1), (uint32_t)(usual.side + 1));
    write_curves(w, channel);
    vv_json_write_end(w->json);
}

static void write_relations(vvi_writer *w, const vv_motion_def *def)
{
    if (!vvi_writes_list(w, def->relation_count))
        return;
    vv_json_write_array(w->json, "relations");
    for (uint32_t i = 0; i < def->relation_count; i++) {
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_array(w->json, "groups");
        vv_json_write_integer(w->json, NULL, def->relations[i].a);
        vv_json_write_integer(w->json, NULL, def->relations[i].b);
        vv_json_write_end(w->json);
        vv_json_write_string(w->json, "side", vvi_relation_words()[def->relations[i].kind]);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_events(vvi_writer *w, const vv_motion_def *def)
{
    if (!vvi_writes_list(w, def->event_count))
        return;
    vv_json_write_array(w->json, "events");
    for (uint32_t i = 0; i < def->event_count; i++) {
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_float(w->json, "time", def->events[i].time);
        vv_json_write_string(w->json, "name", def->events[i].name);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_motion(vvi_writer *w, const vv_project_motion *motion)
{
    vv_motion_def usual = vvi_default_motion().def;
    const vv_motion_def *def = &motion->def;
    const char *action = vv_project_motion_action(motion);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", motion->name);
    if (w->whole || strcmp(action, motion->name) != 0)
        vv_json_write_string(w->json, "action", action);
    vvi_write_float_member(w, "length", def->length, usual.length);
    vvi_write_bool_member(w, "loop", def->loop, usual.loop);
    vvi_write_float_member(w, "fade_in", def->fade_in, usual.fade_in);
    vvi_write_float_member(w, "fade_out", def->fade_out, usual.fade_out);
    write_branch(w, &def->branch);
    write_relations(w, def);
    if (vvi_writes_list(w, def->channel_count)) {
        vv_json_write_array(w->json, "channels");
        for (uint32_t i = 0; i < def->channel_count; i++)
            write_channel(w, &def->channels[i]);
        vv_json_write_end(w->json);
    }
    write_events(w, def);
    vv_json_write_end(w->json);
}

void vvi_write_motions(vvi_writer *w, const vv_project *project)
{
    if (!vvi_writes_list(w, project->motion_count))
        return;
    vv_json_write_array(w->json, "motions");
    for (uint32_t i = 0; i < project->motion_count; i++)
        write_motion(w, project->motions[i]);
    vv_json_write_end(w->json);
}
