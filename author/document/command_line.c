/* Commands about lines of action: their keystrokes, pulls, twists and contacts, which have no names and are called by their places. */
#include "author/document/command.h"
#include "author/document/lines.h"

#include <stddef.h>
#include <string.h>

/* ---- Lines among others --------------------------------------------------------------------------------------------- */

bool vvi_has_no_lines(vvi_edit *e, vv_line_kind kind, uint32_t subject)
{
    for (uint32_t i = 0; i < e->state->view.line_count; i++) {
        const vv_project_line *line = e->state->view.lines[i];
        if (line->kind == kind && line->subject == subject)
            return vvi_problem(&e->reader, e->command, VV_RULE_IN_USE, "remove that first",
                               "the line \"%s\" is of this %s", line->name, vvi_line_kind_words()[kind]);
    }
    return true;
}

void vvi_settle_lines(vvi_edit *e)
{
    const vv_project *project = &e->state->view;
    for (uint32_t i = 0; i < project->line_count && !vvi_edit_failed(e); i++) {
        const vv_project_line *line = project->lines[i];
        uint32_t over = line->over_line, take = line->over_take;
        if (over != VV_NONE && over >= i)
            vvi_problem(&e->reader, e->command, VV_RULE_OVER, "move both, or change what it is over",
                        "the line \"%s\" is over \"%s\", which would stand after it", line->name,
                        project->lines[over]->name);
        else if (over != VV_NONE && project->lines[over]->subject != line->subject)
            vvi_problem(&e->reader, e->command, VV_RULE_OVER, "change what that is over first",
                        "the line \"%s\" is over \"%s\", and would be of something else", line->name,
                        project->lines[over]->name);
        else if (take != VV_NONE && project->takes[take]->skeleton != line->subject)
            vvi_problem(&e->reader, e->command, VV_RULE_OVER, "change what that is over first",
                        "the line \"%s\" is over the take \"%s\", and would be of another skeleton", line->name,
                        project->takes[take]->name);
    }
}

void vvi_command_line_duplicate(vvi_edit *e) { vvi_command_duplicate(e, VVI_LINE); }

/* ---- Parts of a line ------------------------------------------------------------------------------------------------ */

/* What a line has lists of. */
typedef struct part_row {
    const char *what;    /* several of them */
    size_t items, count; /* in vv_project_line */
    size_t size;         /* of one */
    uint32_t limit;
    bool of_bodies; /* drawings have none */
    /* Of all but keystrokes: */
    void (*begin)(void *item);
    void (*read)(vvi_reader *r, const vv_json *object, vvi_keys address, void *item);
} part_row;

static void begin_pull(void *item) { *(vv_line_pull *)item = (vv_line_pull){0}; }
static void begin_twist(void *item) { *(vv_project_twist *)item = (vv_project_twist){0}; }
static void begin_contact(void *item) { *(vv_project_contact *)item = vvi_default_contact(); }

#define READ(part)                                                                                                     \
    static void read_##part(vvi_reader *r, const vv_json *object, vvi_keys address, void *item)                        \
    {                                                                                                                  \
        vvi_read_##part(r, object, address, item);                                                                     \
    }
READ(pull)
READ(twist)
READ(contact)

#define LIST(items, count) offsetof(vv_project_line, items), offsetof(vv_project_line, count)
static const part_row keystroke_row = {
    "keystrokes", LIST(keys, key_count), sizeof(vv_project_line_key), VV_LINE_MAX_KEYS, false, NULL, NULL};
static const part_row pull_row = {
    "pulls", LIST(pulls, pull_count), sizeof(vv_line_pull), VV_LINE_MAX_PULLS, false, begin_pull, read_pull};
static const part_row twist_row = {
    "twists", LIST(twists, twist_count), sizeof(vv_project_twist), VV_MATCH_MAX_TWISTS, true, begin_twist, read_twist};
static const part_row contact_row = {
    "contacts",  LIST(contacts, contact_count), sizeof(vv_project_contact), VV_MATCH_MAX_CONTACTS, true, begin_contact,
    read_contact};

/* Every list is a pointer in the line, whatever it points to: it is taken as bytes. */
static char *items_of(const vvi_line *line, const part_row *row)
{
    char *items;
    memcpy(&items, (const char *)&line->view + row->items, sizeof items);
    return items;
}

static uint32_t *count_of(vvi_line *line, const part_row *row)
{
    return (uint32_t *)(void *)((char *)&line->view + row->count);
}

static bool rearrange(vvi_edit *e, vvi_line *line, const part_row *row, const vvi_map *map)
{
    void *items = vvi_rearranged(&line->arena, map, items_of(line, row), row->size);
    if (!vvi_edit_memory(e, items != NULL))
        return false;
    memcpy((char *)&line->view + row->items, &items, sizeof items);
    *count_of(line, row) = map->count;
    return true;
}

static vvi_line *edit_line(vvi_edit *e, const part_row *row)
{
    uint32_t index;
    vvi_line *line = vvi_edit_block(e, VVI_LINE, "line", &index);
    if (line && row->of_bodies && line->view.kind == VV_LINE_OF_ARTWORK) {
        vvi_problem(&e->reader, e->command, VV_RULE_LINE_KIND, "name the line of a skeleton or a creature",
                    "the line of an artwork has no %s", row->what);
        return NULL;
    }
    return line;
}

/* The place that the command names; VV_NONE after a problem. */
static uint32_t find_part(vvi_edit *e, vvi_line *line, const part_row *row)
{
    const vv_json *value = vvi_required(&e->reader, e->command, "index");
    uint32_t index;
    if (!value || !vvi_whole(&e->reader, value, 0, UINT32_MAX, &index))
        return VV_NONE;
    if (index < *count_of(line, row))
        return index;
    vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "count from 0", "the line \"%s\" has %u %s", line->view.name,
                *count_of(line, row), row->what);
    return VV_NONE;
}

static bool has_room(vvi_edit *e, vvi_line *line, const part_row *row)
{
    return *count_of(line, row) < row->limit ||
           vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                       "there are %u %s already, and more are not possible", *count_of(line, row), row->what);
}

static void add_part(vvi_edit *e, const part_row *row)
{
    static const char *const address[] = {"do", "line", NULL};
    union {
        vv_line_pull pull;
        vv_project_twist twist;
        vv_project_contact contact;
    } added;
    vvi_line *line = edit_line(e, row);
    if (!line || !has_room(e, line, row))
        return;
    row->begin(&added);
    row->read(&e->reader, e->command, address, &added);
    uint32_t count = *count_of(line, row);
    vvi_map map = vvi_map_insert(count, count);
    if (!vvi_edit_failed(e) && rearrange(e, line, row, &map))
        memcpy(items_of(line, row) + count * row->size, &added, row->size);
}

static void set_part(vvi_edit *e, const part_row *row)
{
    static const char *const address[] = {"do", "line", "index", NULL};
    vvi_line *line = edit_line(e, row);
    uint32_t index = line ? find_part(e, line, row) : VV_NONE;
    if (index == VV_NONE)
        return;
    e->reader.editing = true;
    row->read(&e->reader, e->command, address, items_of(line, row) + index * row->size);
}

static void remove_part(vvi_edit *e, const part_row *row)
{
    static const char *const keys[] = {"line", "index", NULL};
    vvi_line *line = vvi_edit_keys(e, keys) ? edit_line(e, row) : NULL;
    uint32_t index = line ? find_part(e, line, row) : VV_NONE;
    if (index == VV_NONE)
        return;
    vvi_map map = vvi_map_remove(*count_of(line, row), index);
    rearrange(e, line, row, &map);
}

void vvi_command_pull_add(vvi_edit *e) { add_part(e, &pull_row); }
void vvi_command_pull_set(vvi_edit *e) { set_part(e, &pull_row); }
void vvi_command_pull_remove(vvi_edit *e) { remove_part(e, &pull_row); }
void vvi_command_twist_add(vvi_edit *e) { add_part(e, &twist_row); }
void vvi_command_twist_set(vvi_edit *e) { set_part(e, &twist_row); }
void vvi_command_twist_remove(vvi_edit *e) { remove_part(e, &twist_row); }
void vvi_command_contact_add(vvi_edit *e) { add_part(e, &contact_row); }
void vvi_command_contact_set(vvi_edit *e) { set_part(e, &contact_row); }
void vvi_command_contact_remove(vvi_edit *e) { remove_part(e, &contact_row); }

/* ---- Keystrokes ----------------------------------------------------------------------------------------------------- */

/* Among the others; what is at the same time gives way to it. `gone` is where it was, or VV_NONE. */
static void merge_key(vvi_edit *e, vvi_line *line, const vv_project_line_key *key, uint32_t gone)
{
    vv_project_line_key *keys = vvi_take(&e->reader, (size_t)line->view.key_count + 1, sizeof *keys);
    uint32_t used = 0;
    bool put = false;
    for (uint32_t i = 0; keys && i <= line->view.key_count; i++) {
        const vv_project_line_key *old = i < line->view.key_count ? &line->view.keys[i] : NULL;
        bool same = old && vvi_same_time(old->time, key->time);
        if (!put && i != gone && (!old || same || old->time > key->time)) {
            keys[used++] = *key;
            put = true;
        }
        if (old && i != gone && !same)
            keys[used++] = *old;
    }
    if (!keys)
        return;
    if (used > VV_LINE_MAX_KEYS) {
        vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                    "there are %u keystrokes already, and more are not possible", line->view.key_count);
        return;
    }
    line->view.keys = keys;
    line->view.key_count = used;
    vvi_check_line(&e->reader, e->command, &e->state->view, &line->view);
}

void vvi_command_keystroke_add(vvi_edit *e)
{
    static const char *const keys[] = {"line", "key", NULL};
    vvi_line *line = vvi_edit_keys(e, keys) ? edit_line(e, &keystroke_row) : NULL;
    const vv_json *object = line ? vvi_required(&e->reader, e->command, "key") : NULL;
    vv_project_line_key key = vvi_default_keystroke();
    if (!object)
        return;
    vvi_read_keystroke(&e->reader, object, NULL, &e->state->view, &line->view, &key);
    if (!vvi_edit_failed(e))
        merge_key(e, line, &key, VV_NONE);
}

void vvi_command_keystroke_set(vvi_edit *e)
{
    static const char *const address[] = {"do", "line", "index", NULL};
    vvi_line *line = edit_line(e, &keystroke_row);
    uint32_t index = line ? find_part(e, line, &keystroke_row) : VV_NONE;
    if (index == VV_NONE)
        return;
    vv_project_line_key key = line->view.keys[index];
    e->reader.editing = true;
    vvi_read_keystroke(&e->reader, e->command, address, &e->state->view, &line->view, &key);
    if (!vvi_edit_failed(e))
        merge_key(e, line, &key, index);
}

void vvi_command_keystroke_move(vvi_edit *e)
{
    static const char *const keys[] = {"line", "index", "time", NULL};
    vvi_line *line = vvi_edit_keys(e, keys) ? edit_line(e, &keystroke_row) : NULL;
    uint32_t index = line ? find_part(e, line, &keystroke_row) : VV_NONE;
    const vv_json *time = index == VV_NONE ? NULL : vvi_required(&e->reader, e->command, "time");
    if (!time)
        return;
    vv_project_line_key key = line->view.keys[index];
    if (vvi_number(&e->reader, time, 0.0f, VV_LINE_MAX_TIME, &key.time))
        merge_key(e, line, &key, index);
}

void vvi_command_keystroke_remove(vvi_edit *e) { remove_part(e, &keystroke_row); }
