/* What lines of action may say but probably do not mean. Runs only where nothing is wrong, so every index is good. */
#include "author/document/lines.h"

#include <string.h>

#define STEEPEST 0.25881905f /* cosine of 75 degrees */
#define UNLIKE   0.25f       /* shares of a length */

static bool same_bones(const vv_project_line_key *a, const vv_project_line_key *b)
{
    if (a->bone_count != b->bone_count || a->from != b->from || a->to != b->to)
        return false;
    for (uint32_t i = 0; i < a->bone_count; i++) {
        if (strcmp(a->bones[i].name, b->bones[i].name) != 0)
            return false;
    }
    return true;
}

/* Each is compared with the first of its bones, which is most likely drawn over the body as it is. */
static void warn_lengths(vvi_reader *r, const vv_json *list, const vv_project_line *line)
{
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_project_line_key *key = &line->keys[item->index];
        uint32_t first = 0;
        while (!same_bones(&line->keys[first], key))
            first++;
        float usual = vvi_stroke_length(line->keys[first].point_count, line->keys[first].points);
        float length = vvi_stroke_length(key->point_count, key->points);
        if (fabsf(length - usual) > UNLIKE * usual)
            vvi_problem(r, item, VV_RULE_STROKE_LENGTH, "draw it about as long, or name other bones",
                        "this keystroke is %g m long, and keystroke %u of the same bones %g m", (double)length,
                        first + 1, (double)usual);
    }
}

static void warn_late(vvi_reader *r, const vv_json *object, const char *key, uint32_t index, float from, float end)
{
    const vv_json *list = vv_json_member(object, key), *item = list ? list->child : NULL;
    for (; item && item->index < index; item = item->next) {}
    if (item && from > end)
        vvi_problem(r, item, VV_RULE_TOO_LATE, "move it, or make \"settle\" longer",
                    "this begins at %g s, and the line ends at %g s", (double)from, (double)end);
}

void vvi_warn_line(vvi_reader *r, const vv_json *object, const vv_project_line *line)
{
    float end = line->key_count ? line->keys[line->key_count - 1].time + line->settle : 0.0f;
    if (line->key_count < 2)
        vvi_problem(r, object, VV_RULE_FEW_KEYSTROKES, "draw another",
                    "the line \"%s\" has %u keystrokes, so nothing moves", line->name, line->key_count);
    vv_vec3 normal = vv_quat_rotate(vv_project_line_plane(line), (vv_vec3){0.0f, 0.0f, 1.0f});
    if (normal.z < STEEPEST)
        vvi_problem(r, object, VV_RULE_STEEP_PLANE, "turn the plane less, or look from elsewhere",
                    "the action plane is nearly edge-on, so places in depth are uncertain");
    if (line->kind != VV_LINE_OF_ARTWORK)
        warn_lengths(r, vv_json_member(object, "keys"), line);
    for (uint32_t i = 0; i < line->pull_count && line->key_count > 0; i++)
        warn_late(r, object, "pulls", i, line->pulls[i].points[0].time, end);
    for (uint32_t i = 0; i < line->twist_count && line->key_count > 0; i++)
        warn_late(r, object, "twists", i, line->twists[i].steps[0].time, end);
    for (uint32_t i = 0; i < line->contact_count && line->key_count > 0; i++)
        warn_late(r, object, "contacts", i, line->contacts[i].from, end);
}
