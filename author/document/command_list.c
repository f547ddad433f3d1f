/* add, remove, set, rename, move and duplicate, for the items of lists of a project and of lists inside its items. */
#include "author/document/command.h"
#include "author/document/puppets.h"
#include "author/document/schema_engine.h"

#include <string.h>

/* ---- Items ------------------------------------------------------------------------------------------------------- */

static const vvi_schema_field *list_of(const vvi_listed *l, vvi_noun owner)
{
    return vvi_schema_field_of(owner == VVI_PROJECT ? &vvi_project_schema : vvi_noun_schema(owner), l->key);
}

static bool is_named(const vvi_listed *l) { return list_of(l, l->owner)->of.list->named; }

/* Whether its items may do without a name: commands then name them or give their index. */
static bool may_be_nameless(const vvi_listed *l)
{
    const vvi_schema_list *list = list_of(l, l->owner)->of.list;
    return list->named && list->item->fields[0].presence == VVI_NULLABLE;
}

static const char *item_name(const vvi_listed *l)
{
    return l->item ? l->item : list_of(l, l->owner)->of.list->item->name;
}

/* The key that says which item a command is about. */
static const char *item_key(const vvi_listed *l, vvi_noun owner)
{
    if (l->by_reference)
        return list_of(l, owner)->of.list->item->fields[0].key;
    return is_named(l) ? item_name(l) : "index";
}

/* Whether each item has memory of its own, which states share; and its noun. */
static bool is_projects(const vvi_target *t) { return t->owner.field->kind == VVI_KIND_ITEMS; }
static vvi_noun noun_of(const vvi_target *t) { return (vvi_noun)t->owner.field->first; }

uint32_t vvi_target_count(const vvi_target *t) { return vvi_schema_word_at(t->owner.item, t->owner.field->count); }

void *vvi_target_item(const vvi_target *t, uint32_t index)
{
    if (is_projects(t))
        return (void *)vvi_noun_item(noun_of(t), t->owner.item, index);
    char *items = (char *)vvi_schema_items(t->owner.field, t->owner.item);
    return items ? items + index * t->item->size : NULL;
}

/* The item as one that may be changed; NULL if memory ran out. */
static void *own_item(vvi_edit *e, const vvi_target *t, uint32_t index)
{
    if (!is_projects(t))
        return vvi_target_item(t, index);
    void *item = vvi_state_own(e->state, noun_of(t), index);
    e->reader.arena = item ? vvi_item_arena(item) : NULL;
    return vvi_edit_memory(e, item != NULL) ? item : NULL;
}

/* The item as it is now, for as long as the command lasts; NULL where it is not needed, or memory ran out. */
static const void *copy_before(vvi_edit *e, const vvi_target *t, uint32_t index)
{
    void *copy = t->listed->changed ? vvi_copied(&e->scratch, vvi_target_item(t, index), 1, t->item->size) : NULL;
    vvi_edit_memory(e, copy || !t->listed->changed);
    return copy;
}

static void run_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    if (!vvi_edit_failed(e) && t->listed->changed)
        t->listed->changed(e, t, index, before);
}

/* ---- Naming ------------------------------------------------------------------------------------------------------ */

/* The project's items of this noun. */
static vvi_target all_of(const vvi_edit *e, vvi_noun noun)
{
    static const vvi_listed projects = {.owner = VVI_PROJECT};
    vvi_scope owner = vvi_scope_of(&vvi_project_schema, &e->state->view, &e->state->view);
    owner.field = vvi_noun_row(noun);
    return (vvi_target){&projects, vvi_noun_schema(noun), vvi_noun_name(noun), owner, VVI_PROJECT, VV_NONE};
}

/* The names that address an item are always required. */
static const vv_json *require(vvi_edit *e, const char *key)
{
    bool editing = e->reader.editing;
    e->reader.editing = false;
    const vv_json *value = vvi_required(&e->reader, e->command, key);
    e->reader.editing = editing;
    return value;
}

static uint32_t find_name(const vvi_target *t, const char *name)
{
    uint32_t count = name[0] ? vvi_target_count(t) : 0, i = 0;    /* "" is nobody's name */
    while (i < count && strcmp(vvi_target_item(t, i), name) != 0) /* an item begins with its name */
        i++;
    return name[0] && i < count ? i : VV_NONE;
}

static uint32_t find_value(vvi_edit *e, const vvi_target *t, const vv_json *value)
{
    if (!value || !vvi_is(&e->reader, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = find_name(t, value->string);
    if (found == VV_NONE && t->listed->names_owner)
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name one that exists", "the %s \"%s\" has no %s \"%s\"",
                    vvi_noun_name(t->noun), (const char *)t->owner.item, t->name, value->string);
    else if (found == VV_NONE)
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name one that exists", "there is no %s \"%s\"", t->name,
                    value->string);
    return found;
}

static uint32_t find_index(vvi_edit *e, const vvi_target *t)
{
    const vv_json *value = require(e, "index");
    uint32_t index;
    if (!value || !vvi_whole(&e->reader, value, 0, UINT32_MAX, &index))
        return VV_NONE;
    if (index < vvi_target_count(t))
        return index;
    vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "count from 0", "the %s \"%s\" has %u %s", vvi_noun_name(t->noun),
                (const char *)t->owner.item, vvi_target_count(t), t->owner.field->of.list->plural);
    return VV_NONE;
}

/* The item whose first key names what the command names; *index is VV_NONE where there is none. False after a
 * problem. */
static bool find_referring(vvi_edit *e, const vvi_target *t, uint32_t *index)
{
    const vvi_schema_field *f = &t->item->fields[0];
    vvi_target all = all_of(e, f->of.reference->noun);
    uint32_t named = find_value(e, &all, require(e, f->key));
    *index = VV_NONE;
    for (uint32_t i = 0; i < vvi_target_count(t) && named != VV_NONE; i++)
        *index = vvi_schema_word_at(vvi_target_item(t, i), f->offset) == named ? i : *index;
    return named != VV_NONE;
}

uint32_t vvi_edit_find(vvi_edit *e, const vvi_target *t)
{
    uint32_t index;
    if (may_be_nameless(t->listed)) {
        uint32_t which = vvi_one_of(&e->reader, e->command, t->name, "index");
        return which == 2 ? VV_NONE : which ? find_index(e, t) : find_value(e, t, require(e, t->name));
    }
    if (!t->listed->by_reference)
        return is_named(t->listed) ? find_value(e, t, require(e, t->name)) : find_index(e, t);
    if (find_referring(e, t, &index) && index == VV_NONE)
        vvi_problem(&e->reader, e->command, VV_RULE_REFERENCE, "add it with place.add", "it is no example here");
    return index;
}

/* Where "before" points, the end where it is not given; VV_NONE after a problem. */
static uint32_t find_before(vvi_edit *e, const vvi_target *t)
{
    const vv_json *before = vvi_member(e->command, "before");
    uint32_t index;
    if (before && before->kind == VV_JSON_NUMBER && may_be_nameless(t->listed))
        return vvi_whole(&e->reader, before, 0, vvi_target_count(t), &index) ? index : VV_NONE;
    return before ? find_value(e, t, before) : vvi_target_count(t);
}

/* A name from member `key` that no item but `own` (or VV_NONE) has. */
static bool read_new_name(vvi_edit *e, const vvi_target *t, uint32_t own, const char *key, char *name)
{
    const vv_json *value = require(e, key);
    if (!value || !vvi_name(&e->reader, value, name))
        return false;
    uint32_t found = find_name(t, name);
    return found == VV_NONE || found == own ||
           vvi_problem(&e->reader, value, VV_RULE_SAME_NAME, "choose another name",
                       "another %s is called \"%s\" already", t->name, name);
}

void *vvi_edit_item(vvi_edit *e, vvi_noun noun, const char *key, uint32_t *index)
{
    vvi_target all = all_of(e, noun);
    uint32_t found = find_value(e, &all, require(e, key));
    if (index)
        *index = found;
    return found == VV_NONE ? NULL : own_item(e, &all, found);
}

bool vvi_edit_enter(vvi_edit *e, const vvi_listed *l, vvi_target *t)
{
    vvi_noun owner = l->owner;
    if (l->other) {
        uint32_t which = vvi_one_of(&e->reader, e->command, vvi_noun_name(owner), vvi_noun_name(l->other));
        if (which == 2)
            return false;
        owner = which ? l->other : owner;
    }
    *t = all_of(e, owner == VVI_PROJECT ? VVI_ARTWORK : owner);
    if (owner != VVI_PROJECT) {
        t->owner.item = vvi_edit_item(e, owner, vvi_noun_name(owner), &t->index);
        t->owner.schema = vvi_noun_schema(owner);
    }
    t->listed = l;
    t->name = item_name(l);
    t->noun = owner;
    t->owner.field = list_of(l, owner);
    t->item = t->owner.field->of.list->item;
    if (!t->owner.item)
        return false;
    if (vvi_schema_has_tag(t->owner.schema, t->owner.field, t->owner.item))
        return true;
    l->refuse(e, t->owner.field);
    return false;
}

/* `do`, what names the owner, what names the item where `item` is set, and two more; both may be NULL. */
static void gather_keys(const vvi_listed *l, bool item, const char *first, const char *second, const char **keys)
{
    const vvi_noun owners[] = {l->owner, l->other};
    *keys++ = "do";
    for (uint32_t i = 0; i < (l->other ? 2 : 1); i++) {
        if (owners[i] != VVI_PROJECT)
            *keys++ = vvi_noun_name(owners[i]);
        if (item)
            *keys++ = item_key(l, owners[i]);
        if (item && may_be_nameless(l))
            *keys++ = "index";
    }
    *keys++ = first;
    *keys++ = first ? second : NULL;
    *keys = NULL;
}

enum { MOST_KEYS = 9 };

/* For commands that do not read an item. */
static bool check_keys(vvi_edit *e, const vvi_listed *l, const char *first, const char *second)
{
    const char *keys[MOST_KEYS];
    gather_keys(l, true, first, second, keys);
    return vvi_edit_keys(e, keys);
}

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

static bool rearrange(vvi_edit *e, const vvi_target *t, const vvi_map *map)
{
    vvi_noun noun = is_projects(t) ? noun_of(t) : t->owner.field->of.list->noun;
    if (t->listed->rearrange)
        return vvi_edit_memory(e, t->listed->rearrange(e, t, map));
    if (is_projects(t))
        return vvi_edit_memory(e, vvi_remap_noun(e->state, noun, map));
    vvi_remapping others = {.noun = noun, .owner = t->owner.item, .map = map};
    return vvi_edit_memory(e, vvi_schema_rearrange(e->reader.arena, &t->owner, map) &&
                                  (!noun || vvi_map_keeps(map) || vvi_remap_items(e->state, others)));
}

static bool has_room(vvi_edit *e, const vvi_target *t)
{
    const vvi_schema_list *rules = t->owner.field->of.list;
    return vvi_target_count(t) < rules->limit ||
           vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                       "there are %u %s already, and more are not possible", vvi_target_count(t), rules->plural);
}

/* An item at its defaults. */
static void *insert(vvi_edit *e, const vvi_target *t, uint32_t index)
{
    if (!has_room(e, t))
        return NULL;
    vvi_map map = vvi_map_insert(vvi_target_count(t), index);
    if (is_projects(t) && !vvi_edit_memory(e, vvi_state_insert(e->state, noun_of(t), index) != NULL))
        return NULL;
    return rearrange(e, t, &map) ? own_item(e, t, index) : NULL;
}

/* Names that are read with the other keys of an item. */
static void check_name(vvi_edit *e, const vvi_target *t, uint32_t index)
{
    const char *name = vvi_target_item(t, index);
    uint32_t count = may_be_nameless(t->listed) && name[0] ? vvi_target_count(t) : 0;
    for (uint32_t i = 0; i < count; i++)
        if (i != index && strcmp(vvi_target_item(t, i), name) == 0)
            vvi_problem(&e->reader, vv_json_member(e->command, "name"), VV_RULE_SAME_NAME, "choose another name",
                        "another %s is called \"%s\" already", t->name, name);
}

/* Reads an item from the command; `before` is its old value, NULL for a new item. */
static void read_item(vvi_edit *e, const vvi_target *t, vvi_keys address, uint32_t index, const void *before)
{
    void *item = own_item(e, t, index);
    if (!item)
        return;
    vvi_scope scope =
        vvi_scope_of(e->reader.editing && t->listed->set ? t->listed->set : t->item, &e->state->view, item);
    if (!is_projects(t))
        scope = vvi_scope_at(&t->owner, t->item, vvi_target_item(t, 0), vvi_target_count(t), index);
    vvi_schema_read(&e->reader, e->command, address, &scope);
    if (scope.list && !vvi_edit_failed(e)) /* else that has read them */
        vvi_schema_read_late(&e->reader, e->command, &scope);
    check_name(e, t, index);
    run_changed(e, t, index, before);
    vvi_schema_check_whole(&e->reader, e->command, &t->owner);
}

/* Items that are addressed by their reference (the places of examples): first their keys are checked, */
static bool knows_keys(vvi_edit *e, const vvi_target *t, vvi_keys address)
{
    vvi_scope scope = vvi_scope_of(t->item, &e->state->view, NULL);
    return !t->listed->by_reference || vvi_schema_known_keys(&e->reader, e->command, &scope, address);
}

/* then whether there is one already. */
static bool is_not_there(vvi_edit *e, const vvi_target *t)
{
    uint32_t index = VV_NONE;
    if (!t->listed->by_reference)
        return true;
    return find_referring(e, t, &index) &&
           (index == VV_NONE || vvi_problem(&e->reader, e->command, VV_RULE_REPEATED, "move it with place.set",
                                            "it is example %u here already", index));
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

static void add(vvi_edit *e, const vvi_listed *l)
{
    const char *address[MOST_KEYS];
    char name[VV_PROJECT_NAME_BYTES] = "";
    vvi_target t;
    gather_keys(l, false, is_named(l) ? "name" : NULL, "before", address);
    if (!vvi_edit_enter(e, l, &t) || !knows_keys(e, &t, address) || !is_not_there(e, &t))
        return;
    uint32_t index = is_named(l) ? find_before(e, &t) : vvi_target_count(&t);
    bool named = is_named(l) && (!may_be_nameless(l) || vvi_member(e->command, "name"));
    if (index == VV_NONE || (named && !read_new_name(e, &t, VV_NONE, "name", name)))
        return;
    void *item = insert(e, &t, index);
    if (item && named)
        memcpy(item, name, sizeof name);
    if (item)
        read_item(e, &t, address, index, NULL);
}

static void set(vvi_edit *e, const vvi_listed *l)
{
    const char *address[MOST_KEYS];
    vvi_target t;
    gather_keys(l, !l->by_reference, NULL, NULL, address);
    uint32_t index = vvi_edit_enter(e, l, &t) && knows_keys(e, &t, address) ? vvi_edit_find(e, &t) : VV_NONE;
    if (index == VV_NONE)
        return;
    e->reader.editing = true;
    read_item(e, &t, address, index, copy_before(e, &t, index));
}

static void remove_item(vvi_edit *e, const vvi_listed *l)
{
    vvi_target t;
    uint32_t index = check_keys(e, l, NULL, NULL) && vvi_edit_enter(e, l, &t) ? vvi_edit_find(e, &t) : VV_NONE;
    if (index == VV_NONE || (l->is_free && !l->is_free(e, index)))
        return;
    const void *before = copy_before(e, &t, index);
    if (l->leaving)
        l->leaving(e, &t, index);
    vvi_map map = vvi_map_remove(vvi_target_count(&t), index);
    if (rearrange(e, &t, &map))
        run_changed(e, &t, VV_NONE, before);
}

static void rename_item(vvi_edit *e, const vvi_listed *l)
{
    char name[VV_PROJECT_NAME_BYTES] = "";
    vvi_target t;
    uint32_t index = check_keys(e, l, "to", NULL) && vvi_edit_enter(e, l, &t) ? vvi_edit_find(e, &t) : VV_NONE;
    if (index == VV_NONE || !read_new_name(e, &t, index, "to", name))
        return;
    const void *before = copy_before(e, &t, index);
    void *item = own_item(e, &t, index);
    if (!item)
        return;
    memcpy(item, name, sizeof name);
    run_changed(e, &t, index, before);
}

static void move(vvi_edit *e, const vvi_listed *l)
{
    vvi_target t;
    uint32_t index = check_keys(e, l, "before", NULL) && vvi_edit_enter(e, l, &t) ? vvi_edit_find(e, &t) : VV_NONE;
    uint32_t before = index == VV_NONE ? VV_NONE : find_before(e, &t);
    if (before == VV_NONE)
        return;
    const void *same = copy_before(e, &t, index);
    vvi_map map = vvi_map_move(vvi_target_count(&t), index, before);
    if (rearrange(e, &t, &map))
        run_changed(e, &t, map.to[index], same);
}

uint32_t vvi_edit_duplicate(vvi_edit *e, const vvi_target *t, uint32_t source)
{
    char name[VV_PROJECT_NAME_BYTES] = "";
    if (!read_new_name(e, t, VV_NONE, "name", name))
        return VV_NONE;
    bool placed = (is_projects(t) ? vvi_member : vv_json_member)(e->command, "before") !=
                  NULL; /* null: at the end, of the latter */
    uint32_t at = placed ? find_before(e, t) : source + 1;
    if (at == VV_NONE || !has_room(e, t))
        return VV_NONE;
    vvi_map map = vvi_map_insert(vvi_target_count(t), at);
    if (is_projects(t) && !vvi_edit_memory(e, vvi_state_duplicate(e->state, noun_of(t), source, at) != NULL))
        return VV_NONE;
    if (!rearrange(e, t, &map))
        return VV_NONE;
    void *copy = own_item(e, t, at);
    if (copy && !is_projects(t))
        memcpy(copy, vvi_target_item(t, source < at ? source : source + 1), t->item->size);
    if (!copy)
        return VV_NONE;
    memcpy(copy, name, sizeof name);
    t->listed->copied(copy);
    run_changed(e, t, at, NULL);
    return at;
}

static void duplicate(vvi_edit *e, const vvi_listed *l)
{
    vvi_target t;
    uint32_t source = check_keys(e, l, "name", "before") && vvi_edit_enter(e, l, &t) ? vvi_edit_find(e, &t) : VV_NONE;
    if (source != VV_NONE)
        vvi_edit_duplicate(e, &t, source);
}

typedef struct verb {
    const char *name;
    void (*run)(vvi_edit *e, const vvi_listed *l);
} verb;

static const verb verbs[] = {{"add", add},   {"remove", remove_item}, {"set", set}, {"rename", rename_item},
                             {"move", move}, {"duplicate", duplicate}};

static bool has_verb(const vvi_listed *l, const verb *v)
{
    bool of_names = v->run == rename_item || v->run == move;
    return (is_named(l) || !of_names) && (l->copied || v->run != duplicate);
}

bool vvi_edit_listed(vvi_edit *e, const vvi_listed *l, const char *name)
{
    size_t length = strlen(item_name(l));
    if (strncmp(name, item_name(l), length) != 0 || name[length] != '.')
        return false;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(name + length + 1, verbs[i].name) != 0 || !has_verb(l, &verbs[i]))
            continue;
        verbs[i].run(e, l);
        return true;
    }
    return false;
}

/* ---- Entries in order of time ------------------------------------------------------------------------------------ */

static float time_of(const void *entry)
{
    float time;
    memcpy(&time, entry, sizeof time);
    return time;
}

void *vvi_merge_entry(vvi_edit *e, const void *entries, uint32_t *count, size_t size, const void *entry, uint32_t gone)
{
    char *merged = vvi_take(&e->reader, (size_t)*count + 1, size);
    float time = time_of(entry);
    uint32_t used = 0, place = VV_NONE;
    for (uint32_t i = 0; merged && i < *count; i++) {
        const char *old = (const char *)entries + i * size;
        bool same = vvi_same_time(time_of(old), time);
        if (i == gone)
            continue;
        if (place == VV_NONE && (same || time_of(old) > time))
            place = used++;
        if (!same)
            memcpy(merged + used++ * size, old, size);
    }
    place = place == VV_NONE ? used++ : place;
    if (merged)
        memcpy(merged + place * size, entry, size);
    *count = used;
    return merged;
}
