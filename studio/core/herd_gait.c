/* Gaits in the page: when the feet of a creature stand, and the parameters of a gait for editing. */
#include "herd.h"

static const char *kind_name(vv_walk_kind kind)
{
    return kind == VV_WALK_LEGS ? "legs" : kind == VV_WALK_CRAWL ? "crawl" : "float";
}

/* Lists the legs of a group: legs[VV_CREATURE_MAX_LEGS]. */
static uint32_t list_legs(const vv_creature *creature, uint32_t group, uint32_t *legs)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < vv_creature_leg_count(creature); i++)
        if (vv_creature_leg(creature, i).group == group)
            legs[count++] = i;
    return count;
}

/* The speed at a Froude number of 1, m/s; 0 without legs. */
static float froude_unit(const vv_creature *creature, uint32_t count, const uint32_t *legs)
{
    float length = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        length += vv_creature_leg(creature, legs[i]).length;
    return count == 0 ? 0.0f : sqrtf(9.81f * vvi_max(length / (float)count, 1e-3f));
}

/* Writes the feet of one group: the pattern, and when each stands over one cycle. */
static void write_group(vv_json_writer *writer, const vv_creature *creature, const vv_gait *gait, uint32_t group,
                        float speed)
{
    uint32_t legs[VV_CREATURE_MAX_LEGS], count = list_legs(creature, group, legs);
    int32_t sides[VV_CREATURE_MAX_LEGS];
    float triggers[VV_CREATURE_MAX_LEGS];
    if (count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        sides[i] = vv_creature_leg(creature, legs[i]).side;
    float froude = speed / froude_unit(creature, count, legs);
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

/* Writes the kind of walk and the step frequency of the first group, measured by letting the creature walk for 2 s. */
static vv_result write_walk(vv_studio *studio, const vv_creature *creature, const vv_gait *gait, float speed,
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
    vv_gait_def def = vv_default_gait_def();
    vv_result result = VV_OK;
    if (gait < vv_document_project(studio->document)->gait_count)
        result = vv_session_gait(studio->session, gait, &built, error);
    else
        result = vv_gait_create(&def, studio->allocator, own, error);
    *out = built != NULL ? built->gait : *own;
    return result;
}

vv_result vv_studio_gait_footfalls(vv_studio *studio, uint32_t member, uint32_t gait, float speed)
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
        result = write_walk(studio, creature->built->creature, wanted, speed, writer, &error);
    uint32_t legs[VV_CREATURE_MAX_LEGS], count = list_legs(creature->built->creature, 0, legs);
    vv_json_write_float(writer, "unit", froude_unit(creature->built->creature, count, legs));
    vv_json_write_array(writer, "feet");
    for (uint32_t group = 0; result == VV_OK && group < vv_creature_leg_count(creature->built->creature); group++)
        write_group(writer, creature->built->creature, wanted, group, speed);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
    vv_gait_destroy(own, studio->allocator);
    if (result == VV_OK)
        return vvi_studio_answer(studio, writer);
    vv_json_writer_destroy(writer);
    return vvi_studio_fail(studio, &error);
}

/* ---- Parameters of a gait -------------------------------------------------------------------------------------- */

static void write_row(vv_json_writer *writer, const vv_gait_row *row)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_integer(writer, "feet", row->feet);
    vv_json_write_float(writer, "speed", row->speed);
    vv_json_write_float(writer, "duty", row->duty);
    vv_json_write_float(writer, "stride", row->stride);
    vv_json_write_array(writer, "triggers");
    for (uint32_t f = 0; f < row->feet; f++)
        vv_json_write_float(writer, NULL, row->triggers[f]);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

static void write_table(vv_json_writer *writer, const vv_gait *gait, uint32_t count)
{
    vv_gait_def def = vv_gait_as_def(gait);
    vv_json_write_object(writer, NULL);
    vv_json_write_array(writer, "rows");
    for (uint32_t r = 0; r < def.row_count; r++)
        write_row(writer, &def.rows[r]);
    vv_json_write_end(writer);
    vv_json_write_array(writer, "flight");
    for (uint32_t i = 0; i < count; i++) {
        vv_arc_key at = vv_gait_flight_at(gait, (float)i / (float)(count - 1));
        const float values[4] = {at.forward, at.up, at.out, at.pitch};
        vv_json_write_array(writer, NULL);
        for (uint32_t k = 0; k < 4; k++)
            vv_json_write_float(writer, NULL, values[k]);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

vv_result vv_studio_gait_table(vv_studio *studio, uint32_t gait, uint32_t count)
{
    vv_gait *own = NULL;
    const vv_gait *wanted = NULL;
    vv_error error = {0};
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vv_result result = find_gait(studio, gait, &own, &wanted, &error);
    if (result == VV_OK)
        write_table(writer, wanted, count < 2 ? 2 : count > 256 ? 256 : count);
    vv_gait_destroy(own, studio->allocator);
    if (result == VV_OK)
        return vvi_studio_answer(studio, writer);
    vv_json_writer_destroy(writer);
    return vvi_studio_fail(studio, &error);
}
