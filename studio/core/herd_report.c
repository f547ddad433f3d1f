/* Reports on a herd: bodies, variants, and what contexts select. */
#include "herd.h"

/* ---- Creatures ------------------------------------------------------------------------------------------------- */

static void write_caps(vv_json_writer *writer, const vv_creature *creature, uint64_t caps)
{
    vv_json_write_array(writer, "caps");
    for (uint32_t cap = 0; cap < VV_CREATURE_MAX_CAPS; cap++)
        if (caps & VV_CAP_BIT(cap))
            vv_json_write_string(writer, NULL, vv_creature_cap_name(creature, cap));
    vv_json_write_end(writer);
}

static void write_bodies(vv_json_writer *writer, const vv_creature *creature)
{
    vv_json_write_array(writer, "bodies");
    for (uint32_t b = 0; b < vv_creature_body_count(creature); b++) {
        vv_creature_body body = vv_creature_body_at(creature, b);
        vv_json_write_object(writer, NULL);
        vv_json_write_string(writer, "name", body.name);
        write_caps(writer, creature, body.caps);
        vv_json_write_integer(writer, "parent", body.parent == VV_NONE ? -1 : (int64_t)body.parent);
        vv_json_write_float(writer, "limb_length", vv_creature_limb_length(creature, b));
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
}

static void write_variants(vv_json_writer *writer, const herd_creature *member)
{
    const vv_creature *creature = member->built->creature;
    uint32_t count = member->binding == NULL ? 0 : vv_binding_variant_count(member->binding);
    vv_json_write_array(writer, "variants");
    for (uint32_t v = 0; v < count && v < 256; v++) {
        vv_json_write_array(writer, NULL);
        for (uint32_t g = 1; g <= vv_binding_group_count(member->binding); g++) {
            uint32_t body = vv_binding_variant_body(member->binding, v, g);
            vv_json_write_string(writer, NULL, body == VV_NONE ? "" : vv_creature_body_at(creature, body).name);
        }
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
}

static const char *why_not_bound(const vv_project *project, const vvi_herd *herd, const herd_creature *member)
{
    if (member->binding == NULL)
        return "no motion is chosen";
    if (vv_binding_variant_count(member->binding) > 0)
        return "";
    return vv_branch_matches(&project->motions[herd->request.motion]->def.branch, member->built->creature)
               ? "it has no bodies that the motion could use"
               : "the motion's branch is for other creatures";
}

static void write_member(vv_json_writer *writer, const vv_project *project, const vvi_herd *herd,
                         const herd_creature *member)
{
    const vv_creature *creature = member->built->creature;
    const char *why = why_not_bound(project, herd, member);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "name", member->request);
    if (member->seed == VV_NONE)
        vv_json_write_null(writer, "seed");
    else
        vv_json_write_integer(writer, "seed", member->seed);
    vv_json_write_bool(writer, "upright", vv_creature_is_upright(creature));
    vv_json_write_integer(writer, "legs", vv_creature_leg_count(creature));
    write_bodies(writer, creature);
    vv_json_write_bool(writer, "bound", why[0] == '\0');
    vv_json_write_string(writer, "why", why);
    write_variants(writer, member);
    vv_json_write_end(writer);
}

static void write_channels(vv_json_writer *writer, const vv_project *project, const vvi_herd *herd)
{
    uint32_t bodies[VV_CREATURE_MAX_BODIES];
    vv_json_write_array(writer, "channels");
    if (herd->request.motion != VV_NONE) {
        const vv_motion_def *def = &project->motions[herd->request.motion]->def;
        for (uint32_t c = 0; c < def->channel_count; c++) {
            vv_json_write_object(writer, NULL);
            vv_json_write_array(writer, "counts");
            for (uint32_t i = 0; i < herd->count; i++)
                vv_json_write_integer(
                    writer, NULL,
                    vv_body_context_select(herd->members[i].built->creature, &def->channels[c].context, bodies));
            vv_json_write_end(writer);
            vv_json_write_end(writer);
        }
    }
    vv_json_write_end(writer);
}

vv_result vv_studio_herd_report(vv_studio *studio)
{
    vvi_herd *herd = vvi_herd_current(studio);
    vv_json_writer *writer = herd == NULL ? NULL : vvi_studio_writer(studio);
    if (writer == NULL)
        return herd == NULL ? VV_ERROR_NOT_FOUND : VV_ERROR_MEMORY;
    const vv_project *project = vv_document_project(studio->document);
    vv_json_write_object(writer, NULL);
    vv_json_write_array(writer, "members");
    for (uint32_t i = 0; i < herd->count; i++)
        write_member(writer, project, herd, &herd->members[i]);
    vv_json_write_end(writer);
    write_channels(writer, project, herd);
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}

/* ---- Contexts -------------------------------------------------------------------------------------------------- */

static vv_result write_selected(vv_studio *studio, const vvi_herd *herd, const vv_body_context *context)
{
    uint32_t bodies[VV_CREATURE_MAX_BODIES];
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vv_json_write_object(writer, NULL);
    vv_json_write_array(writer, "counts");
    for (uint32_t i = 0; i < herd->count; i++)
        vv_json_write_integer(writer, NULL, vv_body_context_select(herd->members[i].built->creature, context, bodies));
    vv_json_write_end(writer);
    vv_json_write_array(writer, "bodies");
    for (uint32_t i = 0; i < herd->count; i++) {
        const vv_creature *creature = herd->members[i].built->creature;
        uint32_t count = vv_body_context_select(creature, context, bodies);
        vv_json_write_array(writer, NULL);
        for (uint32_t b = 0; b < count; b++)
            vv_json_write_string(writer, NULL, vv_creature_body_at(creature, bodies[b]).name);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}

vv_result vv_studio_herd_select(vv_studio *studio, const char *context, uint32_t length)
{
    vvi_herd *herd = vvi_herd_current(studio);
    vv_json_document *json = NULL;
    vv_body_context wanted;
    vv_error error = {0};
    if (herd == NULL)
        return VV_ERROR_NOT_FOUND;
    vv_result result = vv_json_parse(context, length, "context", studio->allocator, &json, &error);
    if (result == VV_OK)
        result = vv_project_read_context(json, vv_json_root(json), &wanted, &error);
    if (json != NULL)
        vv_json_destroy(json);
    return result == VV_OK ? write_selected(studio, herd, &wanted) : vvi_studio_fail(studio, &error);
}
