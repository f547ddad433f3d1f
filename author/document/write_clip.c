/* Clips, families and recordings as project.json: keys, links and regions one a line, as in write.c. */
#include "author/document/puppets.h"
#include "author/document/write.h"

/* ---- Clips ---------------------------------------------------------------------------------------------------------- */

/* A pair, or a number for an angle. */
static void write_channel(vvi_writer *w, const char *name, vv_channel channel, const float *value)
{
    if (channel == VV_CHANNEL_ANGLE)
        vv_json_write_float(w->json, name, value[0]);
    else
        vvi_write_vec2(w, name, (vv_vec2){value[0], value[1]});
}

void vvi_write_channel_value(vvi_writer *w, vv_channel channel, const float *value)
{
    write_channel(w, "value", channel, value);
}

static void write_key(vvi_writer *w, vv_channel channel, const vv_key *key)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_float(w->json, "time", key->time);
    write_channel(w, "value", channel, key->value);
    if (vvi_writes_member(w, "in", !key->auto_in))
        write_channel(w, "in", channel, key->in);
    if (vvi_writes_member(w, "out", !key->auto_out))
        write_channel(w, "out", channel, key->out);
    vvi_write_word_member(w, "curve", vvi_curve_words(), key->curve, VV_CURVE_SMOOTH);
    vvi_write_float_member(w, "strength", key->strength, 1.0f);
    vvi_write_float_member(w, "ease", key->ease, 0.0f);
    vvi_write_bool_member(w, "release", key->release, false);
    vv_json_write_end(w->json);
}

static void write_track(vvi_writer *w, const vv_project_artwork *artwork, const vv_track *track)
{
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "handle", artwork->handles[track->handle].name);
    vv_json_write_string(w->json, "channel", vvi_channel_words()[track->channel]);
    if (w->whole || track->advance[0] != 0.0f || track->advance[1] != 0.0f)
        write_channel(w, "advance", track->channel, track->advance);
    vv_json_write_array(w->json, "keys");
    for (uint32_t i = 0; i < track->key_count; i++)
        write_key(w, track->channel, &track->keys[i]);
    vv_json_write_end(w->json);
    vv_json_write_end(w->json);
}

static void write_clip(vvi_writer *w, const vv_project *project, const vv_project_clip *clip)
{
    vv_project_clip usual = vvi_default_clip();
    const vv_project_artwork *artwork = project->artworks[clip->artwork];
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", clip->name);
    vv_json_write_string(w->json, "artwork", artwork->name);
    vvi_write_float_member(w, "length", clip->length, usual.length);
    vvi_write_bool_member(w, "loop", clip->loop, usual.loop);
    if (vvi_writes_list(w, clip->track_count)) {
        vv_json_write_array(w->json, "tracks");
        for (uint32_t i = 0; i < clip->track_count; i++)
            write_track(w, artwork, &clip->tracks[i]);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

/* ---- Families ------------------------------------------------------------------------------------------------------- */

void vvi_write_parts(vvi_writer *w, uint32_t parts)
{
    if (!w->whole && parts == VV_PART_POSITION)
        return;
    vv_json_write_array(w->json, "keep");
    for (uint32_t i = 0; vvi_part_words()[i]; i++) {
        if (parts >> i & 1u)
            vv_json_write_string(w->json, NULL, vvi_part_words()[i]);
    }
    vv_json_write_end(w->json);
}

static void write_link(vvi_writer *w, const vv_project *project, const vv_project_family *family,
                       const vv_family_link *link)
{
    const vv_project_artwork *ends[2];
    for (int i = 0; i < 2; i++)
        ends[i] = project->artworks[family->members[link->member[i]]];
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "from", ends[0]->name);
    vv_json_write_string(w->json, "to", ends[1]->name);
    vv_json_write_array(w->json, link->points ? "points" : "handles");
    for (int i = 0; i < 2; i++) {
        if (link->points)
            vvi_write_vec2(w, NULL, link->at[i]);
        else
            vv_json_write_string(w->json, NULL, ends[i]->handles[link->handle[i]].name);
    }
    vv_json_write_end(w->json);
    if (!link->points)
        vvi_write_parts(w, link->parts);
    vv_json_write_end(w->json);
}

static void write_family(vvi_writer *w, const vv_project *project, const vv_project_family *family)
{
    vv_project_family usual = vvi_default_family();
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", family->name);
    vv_json_write_array(w->json, "members");
    for (uint32_t i = 0; i < family->member_count; i++)
        vv_json_write_string(w->json, NULL, project->artworks[family->members[i]]->name);
    vv_json_write_end(w->json);
    if (vvi_writes_list(w, family->link_count)) {
        vv_json_write_array(w->json, "links");
        for (uint32_t i = 0; i < family->link_count; i++)
            write_link(w, project, family, &family->links[i]);
        vv_json_write_end(w->json);
    }
    vvi_write_float_member(w, "lambda", family->lambda, usual.lambda);
    vvi_write_float_member(w, "margin", family->margin, usual.margin);
    vvi_write_float_member(w, "pause", family->pause, usual.pause);
    vvi_write_float_member(w, "fade", family->fade, usual.fade);
    vv_json_write_end(w->json);
}

/* ---- Recordings ----------------------------------------------------------------------------------------------------- */

static void write_frame(vvi_writer *w, const vv_region_state *state)
{
    const float numbers[] = {state->centre.x,  state->centre.y,  state->linear.xx,
                             state->linear.xy, state->linear.yx, state->linear.yy};
    vv_json_write_array(w->json, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        vv_json_write_float(w->json, NULL, numbers[i]);
    vv_json_write_end(w->json);
}

static void write_region(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_recording *recording,
                         uint32_t region)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "handle", artwork->handles[recording->regions[region].handle].name);
    vvi_write_float_member(w, "threshold", recording->regions[region].threshold, VVI_USUAL_THRESHOLD);
    vvi_write_vec2(w, "rest", recording->frames[region].rest);
    vv_json_write_array(w->json, "frames");
    for (uint32_t i = 0; i < recording->frame_count; i++)
        write_frame(w, &recording->frames[(size_t)i * recording->region_count + region]);
    vv_json_write_end(w->json);
    vv_json_write_end(w->json);
}

static void write_recording(vvi_writer *w, const vv_project *project, const vv_project_recording *recording)
{
    vv_project_recording usual = vvi_default_recording();
    const vv_project_artwork *artwork = project->artworks[recording->artwork];
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", recording->name);
    vv_json_write_string(w->json, "artwork", artwork->name);
    vvi_write_float_member(w, "rate", recording->rate, usual.rate);
    vvi_write_bool_member(w, "loop", recording->loop, usual.loop);
    vv_json_write_float(w->json, "size", recording->size);
    vv_json_write_array(w->json, "regions");
    for (uint32_t i = 0; i < recording->region_count; i++)
        write_region(w, artwork, recording, i);
    vv_json_write_end(w->json);
    vv_json_write_end(w->json);
}

void vvi_write_directing(vvi_writer *w, const vv_project *project)
{
    if (vvi_writes_list(w, project->clip_count)) {
        vv_json_write_array(w->json, "clips");
        for (uint32_t i = 0; i < project->clip_count; i++)
            write_clip(w, project, project->clips[i]);
        vv_json_write_end(w->json);
    }
    if (vvi_writes_list(w, project->family_count)) {
        vv_json_write_array(w->json, "families");
        for (uint32_t i = 0; i < project->family_count; i++)
            write_family(w, project, project->families[i]);
        vv_json_write_end(w->json);
    }
    if (vvi_writes_list(w, project->recording_count)) {
        vv_json_write_array(w->json, "recordings");
        for (uint32_t i = 0; i < project->recording_count; i++)
            write_recording(w, project, project->recordings[i]);
        vv_json_write_end(w->json);
    }
}
