/* Commands about keystrokes of lines of action, which are sorted by time. */
#include "author/document/command.h"
#include "author/document/lines.h"

/* ---- Keystrokes -------------------------------------------------------------------------------------------------- */

/* `gone` is where it was, or VV_NONE. */
static void merge_key(vvi_edit *e, vv_project_line *line, const vv_project_line_key *key, uint32_t gone)
{
    uint32_t used = line->key_count;
    const vv_project_line_key *keys = vvi_merge_entry(e, line->keys, &used, sizeof *keys, key, gone);
    if (!keys)
        return;
    if (used > VV_LINE_MAX_KEYS) {
        vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                    "there are %u keystrokes already, and more are not possible", line->key_count);
        return;
    }
    line->keys = keys;
    line->key_count = used;
    vvi_scope scope = vvi_scope_of(&vvi_line_schema, &e->state->view, line);
    vvi_schema_check_whole(&e->reader, e->command, &scope);
}

/* One that was set goes where its time says. */
void vvi_keystroke_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    (void)before;
    if (index != VV_NONE)
        merge_key(e, t->owner.item, vvi_target_item(t, index), index);
}

void vvi_command_keystroke_add(vvi_edit *e)
{
    static const char *const keys[] = {"line", "key", NULL};
    vvi_target t;
    bool entered = vvi_edit_keys(e, keys) && vvi_edit_enter(e, &vvi_keystroke_commands, &t);
    const vv_json *object = entered ? vvi_required(&e->reader, e->command, "key") : NULL;
    if (!object)
        return;
    vv_project_line_key key = *(const vv_project_line_key *)vvi_keystroke_schema.defaults;
    vvi_scope scope = vvi_scope_in(&t.owner, &vvi_keystroke_schema, &key);
    vvi_schema_read(&e->reader, object, NULL, &scope);
    if (!vvi_edit_failed(e))
        merge_key(e, t.owner.item, &key, VV_NONE);
}

void vvi_command_keystroke_move(vvi_edit *e)
{
    static const char *const keys[] = {"line", "index", "time", NULL};
    vvi_target t;
    bool entered = vvi_edit_keys(e, keys) && vvi_edit_enter(e, &vvi_keystroke_commands, &t);
    uint32_t index = entered ? vvi_edit_find(e, &t) : VV_NONE;
    const vv_json *time = index == VV_NONE ? NULL : vvi_required(&e->reader, e->command, "time");
    if (!time)
        return;
    vv_project_line_key key = *(const vv_project_line_key *)vvi_target_item(&t, index);
    if (vvi_number(&e->reader, time, 0.0f, VV_LINE_MAX_TIME, &key.time))
        merge_key(e, t.owner.item, &key, index);
}
