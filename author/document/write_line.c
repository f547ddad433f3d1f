/* Lines of action as project.json: keystrokes, pulls, twists and contacts one a line, as in write.c. */
#include "author/document/lines.h"
#include "author/document/write.h"

/* ---- Parts ---------------------------------------------------------------------------------------------------------- */

static void write_points(vvi_writer *w, const char *name, uint32_t count, const vv_vec2 *points)
{
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < count; i++)
        vvi_write_vec2(w, NULL, points[i]);
    vv_json_write_end(w->json);
}

static void write_floats(vvi_writer *w, const char *name, uint32_t count, const float *values)
{
    if (!vvi_writes_member(w, name, values != NULL))
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_float(w->json, NULL, values[i]);
    vv_json_write_end(w->json);
}

static void write_temper(vvi_writer *w, const vv_project_temper *temper)
{
    if (!vvi_writes_list(w, temper->given))
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "temper");
    for (uint32_t i = 0; vvi_temper_numbers()[i].key; i++) {
        const vvi_gait_number *number = &vvi_temper_numbers()[i];
        if (vvi_writes_member(w, number->key, temper->given >> i & 1u))
            vv_json_write_float(w->json, number->key,
                                *(const float *)(const void *)((const char *)&temper->values + number->place));
    }
    vv_json_write_end(w->json);
}

/* ---- Keystrokes ----------------------------------------------------------------------------------------------------- */

static void write_bones(vvi_writer *w, const vv_project *project, const vv_project_line *line,
                        const vv_project_line_key *key)
{
    if (!vvi_writes_member(w, "bones", key->bone_count > 0))
        return;
    vv_json_write_array(w->json, "bones");
    for (uint32_t i = 0; i < key->bone_count; i++)
        vv_json_write_string(w->json, NULL,
                             line->kind == VV_LINE_OF_ARTWORK
                                 ? project->artworks[line->subject]->handles[key->handles[i]].name
                                 : key->bones[i].name);
    vv_json_write_end(w->json);
}

static void write_key(vvi_writer *w, const vv_project *project, const vv_project_line *line,
                      const vv_project_line_key *key)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_float(w->json, "time", key->time);
    write_points(w, "points", key->point_count, key->points);
    write_floats(w, "pressure", key->point_count, key->pressures);
    write_bones(w, project, line, key);
    if (vvi_writes_member(w, "from", key->from != key->to))
        vv_json_write_float(w->json, "from", key->from);
    if (vvi_writes_member(w, "to", key->from != key->to))
        vv_json_write_float(w->json, "to", key->to);
    vvi_write_text_member(w, "preset", key->preset == VV_NONE ? NULL : vvi_preset_words()[key->preset]);
    write_temper(w, &key->temper);
    vv_json_write_end(w->json);
}

static void write_keys(vvi_writer *w, const vv_project *project, const vv_project_line *line)
{
    if (!vvi_writes_list(w, line->key_count))
        return;
    vv_json_write_array(w->json, "keys");
    for (uint32_t i = 0; i < line->key_count; i++)
        write_key(w, project, line, &line->keys[i]);
    vv_json_write_end(w->json);
}

static void write_pulls(vvi_writer *w, const vv_project_line *line)
{
    if (!vvi_writes_list(w, line->pull_count))
        return;
    vv_json_write_array(w->json, "pulls");
    for (uint32_t i = 0; i < line->pull_count; i++) {
        const vv_line_pull *pull = &line->pulls[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_float(w->json, "along", pull->along);
        vv_json_write_array(w->json, "points");
        for (uint32_t p = 0; p < pull->point_count; p++)
            vvi_write_vec3(w, NULL, (vv_vec3){pull->points[p].time, pull->points[p].by.x, pull->points[p].by.y});
        vv_json_write_end(w->json);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

/* ---- Twists and contacts -------------------------------------------------------------------------------------------- */

static void write_twist(vvi_writer *w, const vv_project_twist *twist)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "bone", twist->bone);
    vv_json_write_array(w->json, "keys");
    for (uint32_t i = 0; i < twist->step_count; i++) {
        vv_json_write_object(w->json, NULL);
        vv_json_write_float(w->json, "time", twist->steps[i].time);
        vv_json_write_float(w->json, "angle", twist->steps[i].angle);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
    vv_json_write_end(w->json);
}

static void write_step(vvi_writer *w, bool turned, const vv_match_step *step)
{
    vv_json_write_object(w->json, NULL);
    vv_json_write_float(w->json, "time", step->time);
    vvi_write_vec3(w, "place", step->place);
    if (vvi_writes_member(w, "turn", turned)) {
        vv_json_write_array(w->json, "turn");
        vv_json_write_float(w->json, NULL, step->turn.x);
        vv_json_write_float(w->json, NULL, step->turn.y);
        vv_json_write_float(w->json, NULL, step->turn.z);
        vv_json_write_float(w->json, NULL, step->turn.w);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static bool is_zero(vv_vec3 v) { return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f; }

static void write_contact(vvi_writer *w, const vv_project_contact *contact)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "bone", contact->bone);
    if (w->whole || !is_zero(contact->point))
        vvi_write_vec3(w, "point", contact->point);
    vv_json_write_float(w->json, "from", contact->from);
    vv_json_write_float(w->json, "to", contact->to);
    vvi_write_float_member(w, "ease", contact->ease, vvi_default_contact().ease);
    vv_json_write_array(w->json, "keys");
    for (uint32_t i = 0; i < contact->step_count; i++)
        write_step(w, contact->turned, &contact->steps[i]);
    vv_json_write_end(w->json);
    vv_json_write_end(w->json);
}

static void write_holds(vvi_writer *w, const vv_project_line *line)
{
    bool body = line->kind != VV_LINE_OF_ARTWORK;
    if (vvi_writes_member(w, "twists", body) && vvi_writes_list(w, line->twist_count)) {
        vv_json_write_array(w->json, "twists");
        for (uint32_t i = 0; i < line->twist_count; i++)
            write_twist(w, &line->twists[i]);
        vv_json_write_end(w->json);
    }
    if (vvi_writes_member(w, "contacts", body) && vvi_writes_list(w, line->contact_count)) {
        vv_json_write_array(w->json, "contacts");
        for (uint32_t i = 0; i < line->contact_count; i++)
            write_contact(w, &line->contacts[i]);
        vv_json_write_end(w->json);
    }
}

/* ---- Lines ---------------------------------------------------------------------------------------------------------- */

static void write_subject(vvi_writer *w, const vv_project *project, const vv_project_line *line)
{
    const char *names[] = {NULL, NULL, NULL};
    names[line->kind] = line->kind == VV_LINE_OF_SKELETON   ? project->skeletons[line->subject]->name
                        : line->kind == VV_LINE_OF_CREATURE ? project->creatures[line->subject]->name
                                                            : project->artworks[line->subject]->name;
    for (uint32_t i = 0; i < 3; i++)
        vvi_write_text_member(w, vvi_line_kind_words()[i], names[i]);
}

static void write_over(vvi_writer *w, const vv_project *project, const vv_project_line *line)
{
    bool take = line->over_take != VV_NONE;
    if (!vvi_writes_member(w, "over", take || line->over_line != VV_NONE))
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "over");
    vv_json_write_string(w->json, take ? "take" : "line",
                         take ? project->takes[line->over_take]->name : project->lines[line->over_line]->name);
    vv_json_write_end(w->json);
}

static void write_view(vvi_writer *w, const vv_project_line *line)
{
    vv_vec3 usual = vvi_default_line().centre;
    bool centred = line->centre.x == usual.x && line->centre.y == usual.y && line->centre.z == usual.z;
    if (!w->whole && centred && line->heading == 0.0f && line->pitch == 0.0f && line->distance == 0.0f)
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "view");
    vvi_write_float_member(w, "heading", line->heading, 0.0f);
    vvi_write_float_member(w, "pitch", line->pitch, 0.0f);
    if (w->whole || !centred)
        vvi_write_vec3(w, "centre", line->centre);
    vvi_write_float_member(w, "distance", line->distance, 0.0f);
    vv_json_write_end(w->json);
}

static void write_plane(vvi_writer *w, const vv_project_line *line)
{
    if (!w->whole && line->plane_heading == 0.0f && line->plane_pitch == 0.0f)
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "plane");
    vvi_write_float_member(w, "heading", line->plane_heading, 0.0f);
    vvi_write_float_member(w, "pitch", line->plane_pitch, 0.0f);
    vv_json_write_end(w->json);
}

static void write_manner(vvi_writer *w, const vv_project_line *line)
{
    vv_project_line usual = vvi_default_line();
    vvi_write_integer_member(w, "elements", line->element_count, usual.element_count);
    vvi_write_integer_member(w, "frames", line->frame_count, usual.frame_count);
    vvi_write_word_member(w, "way", vvi_way_words(), line->way, usual.way);
    vvi_write_word_member(w, "preset", vvi_preset_words(), line->preset, usual.preset);
    write_temper(w, &line->temper);
    write_floats(w, "stiffness", line->element_count, line->stiffness);
    write_floats(w, "damping", line->element_count, line->damping);
}

/* Only bodies have these. */
static void write_seen(vvi_writer *w, const vv_project_line *line)
{
    bool body = line->kind != VV_LINE_OF_ARTWORK;
    if (vvi_writes_member(w, "view", body))
        write_view(w, line);
    if (vvi_writes_member(w, "plane", body))
        write_plane(w, line);
}

/* And only drawings these. */
static void write_drawn(vvi_writer *w, const vv_project_line *line)
{
    if (vvi_writes_member(w, "rest", line->rest_count > 0)) {
        vv_json_write_on_one_line(w->json);
        write_points(w, "rest", line->rest_count, line->rest);
    }
    if (vvi_writes_member(w, "stretch", line->kind == VV_LINE_OF_ARTWORK))
        vvi_write_bool_member(w, "stretch", line->stretch, true);
}

static void write_line(vvi_writer *w, const vv_project *project, const vv_project_line *line)
{
    vv_project_line usual = vvi_default_line();
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", line->name);
    write_subject(w, project, line);
    write_over(w, project, line);
    if (vvi_writes_member(w, "root", line->kind != VV_LINE_OF_ARTWORK))
        vvi_write_word_member(w, "root", vvi_root_words(), line->hold_root, usual.hold_root);
    write_manner(w, line);
    write_seen(w, line);
    vvi_write_float_member(w, "rate", line->rate, usual.rate);
    vvi_write_float_member(w, "settle", line->settle, usual.settle);
    write_drawn(w, line);
    write_keys(w, project, line);
    write_pulls(w, line);
    write_holds(w, line);
    vv_json_write_end(w->json);
}

void vvi_write_lines(vvi_writer *w, const vv_project *project)
{
    if (!vvi_writes_list(w, project->line_count))
        return;
    vv_json_write_array(w->json, "lines");
    for (uint32_t i = 0; i < project->line_count; i++)
        write_line(w, project, project->lines[i]);
    vv_json_write_end(w->json);
}

void vvi_write_line_scene(vvi_writer *w, const vv_project_scene *scene)
{
    vvi_write_bool_member(w, "show", scene->show_line, true);
    vvi_write_integer_member(w, "ghosts", scene->ghosts, 0);
}
