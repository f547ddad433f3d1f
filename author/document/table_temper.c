/* Tempers: how a line of action goes on from a keystroke. Presets, and what a line and its keystrokes change in
 * them. */
#include "author/document/lines.h"
#include "author/document/schema.h"

#define TEMPER               vv_project_temper
#define NUMBER(m, low, high) #m, VVI_NUMBER(TEMPER, values.m, low, high)
static const vvi_schema_field fields[] = {
    {NUMBER(anticipation, 0.0f, 1.0f), .presence = VVI_NULLABLE,
     VVI_DOC("", "it first goes back by this share of the way; null: as the preset has it")},
    {NUMBER(overshoot, 0.0f, 1.0f), .presence = VVI_NULLABLE,
     VVI_DOC("", "it passes its goal by this share of the way; null: as the preset has it")},
    {NUMBER(cycles, 0.1f, 3.0f), .presence = VVI_NULLABLE,
     VVI_DOC("", "swings of its spring within the interval: how quick it is; null: as the preset has it")},
    {NUMBER(damping, 0.02f, 2.0f), .presence = VVI_NULLABLE,
     VVI_DOC("", "of that spring; 1 is critical; null: as the preset has it")},
    {NUMBER(lag, 0.0f, 0.5f), .presence = VVI_NULLABLE,
     VVI_DOC("", "by how much of the interval the ends move later than the middle; null: as the preset has it")},
};
const vvi_schema vvi_temper_schema = {VVI_TABLE("temper", TEMPER, fields),
                                      .flags = VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_ONE_LINE};

void vv_project_temper_apply(const vv_project_temper *changes, vv_line_dynamics *temper)
{
    vvi_schema_apply(&vvi_temper_schema, changes, offsetof(TEMPER, values), temper);
}

vv_line_dynamics vv_project_line_temper(const vv_project_line *line, uint32_t index)
{
    const vv_project_line_key *key = &line->keys[index];
    vv_line_dynamics temper =
        vv_line_preset_dynamics(key->preset == VV_NONE ? line->preset : (vv_line_preset)key->preset);
    if (key->preset == VV_NONE)
        vv_project_temper_apply(&line->temper, &temper);
    vv_project_temper_apply(&key->temper, &temper);
    return temper;
}
