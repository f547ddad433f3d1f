/* verve check: lines that name joints which their bodies lack. */
#include "cli/check.h"

#include "author/build/creatures.h"
#include "runtime/base/base.h"

static const vv_skeleton *find_body(vv_session *session, const vv_project_line *line)
{
    vv_error ignored = {0};
    const vv_character *character = NULL;
    const vv_built_creature *creature = NULL;
    if (line->kind == VV_LINE_OF_SKELETON &&
        vv_session_character(session, line->subject, &character, &ignored) == VV_OK)
        return character->skeleton;
    if (line->kind == VV_LINE_OF_CREATURE && vv_session_creature(session, line->subject, &creature, &ignored) == VV_OK)
        return creature->skeleton;
    return NULL;
}

/* Where a line names joints. */
typedef struct naming {
    const vv_project_line *line;
    uint32_t index; /* of the line */
    const vv_skeleton *skeleton;
    vv_problems *problems;
} naming;

/* what: "keystroke", "twist" or "contact"; index: which of the line's, counted from 0; path: its path below the
 * line. */
static void check_joint(const naming *n, const char *what, uint32_t index, const char *name, const char *path)
{
    vv_error place = {0};
    if (vv_skeleton_find(n->skeleton, name) != VV_NONE)
        return;
    vvi_format(place.path, sizeof place.path, "$.lines[%u].%s", n->index, path);
    vv_problems_add(n->problems, VV_RULE_LINE_JOINT, &place, "`verve line --joints` says what joints there are",
                    "%s %u of the line \"%s\" names \"%s\", which the body lacks", what, index + 1, n->line->name,
                    name);
}

static void check_line(const naming *n)
{
    char path[64];
    const vv_project_line *line = n->line;
    for (uint32_t k = 0; k < line->key_count; k++)
        for (uint32_t b = 0; line->keys[k].bones != NULL && b < line->keys[k].bone_count; b++) {
            vvi_format(path, sizeof path, "keys[%u].bones[%u]", k, b);
            check_joint(n, "keystroke", k, line->keys[k].bones[b].name, path);
        }
    for (uint32_t t = 0; t < line->twist_count; t++) {
        vvi_format(path, sizeof path, "twists[%u].bone", t);
        check_joint(n, "twist", t, line->twists[t].bone, path);
    }
    for (uint32_t c = 0; c < line->contact_count; c++) {
        vvi_format(path, sizeof path, "contacts[%u].bone", c);
        check_joint(n, "contact", c, line->contacts[c].bone, path);
    }
}

void check_lines(const cli_project *opened, vv_problems *problems)
{
    for (uint32_t i = 0; i < opened->project->line_count; i++) {
        const vv_project_line *line = opened->project->lines[i];
        naming n = {line, i, find_body(opened->session, line), problems};
        if (n.skeleton != NULL)
            check_line(&n);
    }
}
