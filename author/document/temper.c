/* How a line of action goes on from a keystroke: presets, and what a line and its keystrokes change in them. */
#include "author/document/lines.h"

vv_temper vv_project_line_temper(const vv_project_line *line, uint32_t index)
{
    const vv_project_line_key *key = &line->keys[index];
    vv_temper temper = vv_preset_temper(key->preset == VV_NONE ? line->preset : (vv_preset)key->preset);
    if (key->preset == VV_NONE)
        vv_project_temper_apply(&line->temper, &temper);
    vv_project_temper_apply(&key->temper, &temper);
    return temper;
}
