/* What there is to say about a herd: bodies, variants, what contexts select, how feet fall, and what is wrong. */
#include "herd.h"

/* ---- Creatures ----------------------------------------------------------------------------------------------------------------------- */

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

static const char *why_not(const vv_project *project, const vvi_herd *herd, const herd_creature *member)
{
    if (member->binding == NULL)
        return "no motion is chosen";
    if (vv_binding_variant_count(member->binding) > 0)
        return "";
    return vv_branch_holds(&project->motions[herd->wish.motion]->def.branch, member->built->creature)
               ? "it has no bodies that could do it"
               : "the motion's branch is for other creatures";
}

static void write_member(vv_json_writer *writer, const vv_project *project, const vvi_herd *herd,
                         const herd_creature *member)
{
    const vv_creature *creature = member->built->creature;
    const char *why = why_not(project, herd, member);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "name", member->wish);
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
    if (herd->wish.motion != VV_NONE) {
        const vv_motion_def *def = &project->motions[herd->wish.motion]->def;
        for (uint32_t c = 0; c < def->channel_count; c++) {
            vv_json_write_object(writer, NULL);
            vv_json_write_array(writer, "counts");
            for (uint32_t i = 0; i < herd->count; i++)
                vv_json_write_integer(
                    writer, NULL,
                    vv_context_select(herd->members[i].built->creature, &def->channels[c].context, bodies));
            vv_json_write_end(writer);
            vv_json_write_end(writer);
        }
    }
    vv_json_write_end(writer);
}

vv_result vv_studio_herd_report(vv_studio *studio)
{
    vvi_herd *herd = vvi_herd_now(studio);
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

/* ---- Contexts ------------------------------------------------------------------------------------------------------------------------- */

static vv_result write_selected(vv_studio *studio, const vvi_herd *herd, const vv_context *context)
{
    uint32_t bodies[VV_CREATURE_MAX_BODIES];
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vv_json_write_object(writer, NULL);
    vv_json_write_array(writer, "counts");
    for (uint32_t i = 0; i < herd->count; i++)
        vv_json_write_integer(writer, NULL, vv_context_select(herd->members[i].built->creature, context, bodies));
    vv_json_write_end(writer);
    vv_json_write_array(writer, "bodies");
    for (uint32_t i = 0; i < herd->count; i++) {
        const vv_creature *creature = herd->members[i].built->creature;
        uint32_t count = vv_context_select(creature, context, bodies);
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
    vvi_herd *herd = vvi_herd_now(studio);
    vv_json_document *json = NULL;
    vv_context wanted;
    vv_error error = {0};
    if (herd == NULL)
        return VV_ERROR_NOT_FOUND;
    vv_result result = vv_json_parse(context, length, "context", studio->allocator, &json, &error);
    if (result == VV_OK)
        result = vv_project_read_context(json, vv_json_root(json), &wanted, &error);
    if (json != NULL)
        vv_json_destroy(json);
    return result == VV_OK ? write_selected(studio, herd, &wanted) : vvi_studio_refuse(studio, &error);
}

/* ---- Gaits ---------------------------------------------------------------------------------------------------------------------------- */

static const char *kind_name(vv_walk_kind kind)
{
    return kind == VV_WALK_LEGS ? "legs" : kind == VV_WALK_CRAWL ? "crawl" : "float";
}

/* The feet of one group: pattern and, over one cycle, when each stands. */
static void write_group(vv_json_writer *writer, const vv_creature *creature, const vv_gait *gait, uint32_t group,
                        float speed)
{
    uint32_t legs[VV_CREATURE_MAX_LEGS], count = 0;
    int32_t sides[VV_CREATURE_MAX_LEGS];
    float triggers[VV_CREATURE_MAX_LEGS], length = 0.0f;
    for (uint32_t i = 0; i < vv_creature_leg_count(creature); i++) {
        vv_leg leg = vv_creature_leg(creature, i);
        if (leg.group != group)
            continue;
        length += leg.length;
        sides[count] = leg.side;
        legs[count++] = i;
    }
    if (count == 0)
        return;
    float froude = speed / sqrtf(9.81f * vvi_max(length / (float)count, 1e-3f));
    vv_gait_pattern pattern = vv_gait_pattern_at(gait, count, froude, sides, triggers);
    for (uint32_t i = 0; i < count; i++) {
        vv_leg leg = vv_creature_leg(creature, legs[i]);
        float end = triggers[i] + pattern.duty;
        vv_json_write_object(writer, NULL);
        vv_json_write_string(writer, "name", vv_creature_body_at(creature, leg.foot).name);
        vv_json_write_integer(writer, "group", group);
        vv_json_write_integer(writer, "side", leg.side);
        vv_json_write_float(writer, "duty", pattern.duty);
        vv_json_write_float(writer, "trigger", triggers[i]);
        vv_json_write_array(writer, "stands");
        const float spans[2][2] = {{triggers[i], vvi_min(end, 1.0f)}, {0.0f, end - 1.0f}};
        for (uint32_t s = 0; s < (end > 1.0f ? 2u : 1u); s++) {
            vv_json_write_array(writer, NULL);
            vv_json_write_float(writer, NULL, spans[s][0]);
            vv_json_write_float(writer, NULL, spans[s][1]);
            vv_json_write_end(writer);
        }
        vv_json_write_end(writer);
        vv_json_write_end(writer);
    }
}

/* How often the first group steps, and how the creature goes about, found by letting it walk for a while. */
static vv_result try_walk(vv_studio *studio, const vv_creature *creature, const vv_gait *gait, float speed,
                          vv_json_writer *writer, vv_error *error)
{
    vv_walk *walk = NULL;
    const float weight = 1.0f;
    vv_result result = vv_walk_create(creature, studio->allocator, &walk, error);
    if (result != VV_OK)
        return result;
    vv_course course = {.speed_z = speed};
    vv_terrain flat = {0};
    vv_walk_set_styles(walk, VV_NONE, 1, &gait, &weight);
    vv_walk_reset(walk, &course, &flat);
    for (uint32_t i = 0; i < 120; i++) {
        course.z += speed / 60.0f;
        vv_walk_step(walk, &course, &flat, 1.0f / 60.0f);
    }
    vv_json_write_string(writer, "kind", kind_name(vv_walk_kind_of(walk)));
    vv_json_write_float(writer, "frequency", vv_walk_frequency(walk, 0));
    vv_walk_destroy(walk, studio->allocator);
    return VV_OK;
}

static vv_result find_gait(vv_studio *studio, uint32_t gait, vv_gait **own, const vv_gait **out, vv_error *error)
{
    const vv_built_gait *built = NULL;
    vv_gait_def def = vv_default_gait();
    vv_result result = VV_OK;
    if (gait < vv_document_project(studio->document)->gait_count)
        result = vv_session_gait(studio->session, gait, &built, error);
    else
        result = vv_gait_create(&def, studio->allocator, own, error);
    *out = built != NULL ? built->gait : *own;
    return result;
}

vv_result vv_studio_gait_falls(vv_studio *studio, uint32_t member, uint32_t gait, float speed)
{
    const herd_creature *creature = vvi_herd_member(studio, member, 0);
    vv_json_writer *writer = creature == NULL ? NULL : vvi_studio_writer(studio);
    if (writer == NULL)
        return creature == NULL ? VV_ERROR_NOT_FOUND : VV_ERROR_MEMORY;
    vv_gait *own = NULL;
    const vv_gait *wanted = NULL;
    vv_error error = {0};
    vv_result result = find_gait(studio, gait, &own, &wanted, &error);
    speed = vvi_clamp(speed, 0.0f, 100.0f);
    vv_json_write_object(writer, NULL);
    if (result == VV_OK)
        result = try_walk(studio, creature->built->creature, wanted, speed, writer, &error);
    vv_json_write_array(writer, "feet");
    for (uint32_t group = 0; result == VV_OK && group < vv_creature_leg_count(creature->built->creature); group++)
        write_group(writer, creature->built->creature, wanted, group, speed);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
    vv_gait_destroy(own, studio->allocator);
    if (result == VV_OK)
        return vvi_studio_answer(studio, writer);
    vv_json_writer_destroy(writer);
    return vvi_studio_refuse(studio, &error);
}
