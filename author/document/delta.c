/* The difference between two states of a document, for a page that holds the project as vv_project_write_whole gives
 * it. States share what did not change, so only what is not shared is compared: as trees, without text. */
#include "author/document/schema.h"

#include "author/base/json_delta.h"

#include <string.h>

typedef struct comparison {
    vvi_json_delta delta;
    const vv_project *before, *now;
    const vv_allocator *allocator;
    vv_error *error;
    vv_result result;
} comparison;

/* ---- One item ---------------------------------------------------------------------------------------------------- */

static vv_json_document *build_item(comparison *c, const vv_project *project, vvi_noun kind, uint32_t index)
{
    vv_json_writer *writer = NULL;
    size_t text_bound;
    c->result = vv_json_tree_writer_create("", c->allocator, &writer, c->error);
    if (c->result != VV_OK)
        return NULL;
    vvi_write_block(&(vvi_writer){.json = writer, .whole = true}, project, kind, index);
    vv_json_document *tree = vv_json_writer_detach_tree(writer, &text_bound);
    if (!tree)
        c->result = vvi_fail_memory(c->error, sizeof(vv_json));
    vv_json_writer_destroy(writer);
    return tree;
}

static void compare_items(comparison *c, vvi_noun kind, uint32_t before, uint32_t now)
{
    vv_json_document *old = build_item(c, c->before, kind, before);
    vv_json_document *new = old ? build_item(c, c->now, kind, now) : NULL;
    if (new) {
        vvi_json_delta_enter_index(&c->delta, now);
        vvi_json_delta_compare(&c->delta, vv_json_root(old), vv_json_root(new));
        vvi_json_delta_leave(&c->delta);
    }
    vv_json_destroy(new);
    vv_json_destroy(old);
}

/* ---- One list ---------------------------------------------------------------------------------------------------- */

/* How a list became another: some items at its beginning and at its end are in both; those between were replaced. Where
 * both are equally long, each item is compared with the one in its place. */
typedef struct list_change {
    uint32_t count_before, count_now;
    uint32_t begin, end; /* how many are in both */
    bool same;
} list_change;

static bool is_shared(const comparison *c, vvi_noun kind, uint32_t before, uint32_t now)
{
    return vvi_noun_item(kind, c->before, before) == vvi_noun_item(kind, c->now, now);
}

static list_change find_change(const comparison *c, vvi_noun kind)
{
    list_change l = {vvi_noun_count(kind, c->before), vvi_noun_count(kind, c->now), 0, 0, false};
    uint32_t least = l.count_before < l.count_now ? l.count_before : l.count_now;
    while (l.begin < least && is_shared(c, kind, l.begin, l.begin))
        l.begin++;
    while (l.begin + l.end < least && is_shared(c, kind, l.count_before - 1 - l.end, l.count_now - 1 - l.end))
        l.end++;
    l.same = l.count_before == l.count_now && l.begin == l.count_now;
    if (l.count_before == l.count_now) {
        l.begin = l.count_now;
        l.end = 0;
    }
    return l;
}

static void splice_items(comparison *c, vvi_noun kind, const list_change *l)
{
    uint32_t removed = l->count_before - l->begin - l->end, until = l->count_now - l->end;
    vvi_writer w = {.json = vvi_json_delta_splice(&c->delta, l->begin, removed), .whole = true};
    for (uint32_t i = l->begin; i < until; i++)
        vvi_write_block(&w, c->now, kind, i);
    vvi_json_delta_spliced(&c->delta);
    c->delta.renames = true;
}

/* Items call others by name, and hold indices: an item that is shared may be written differently where names differ.
 * They name only what the lists before have, but for lines of action, which may be over one another. */
static void compare_list(comparison *c, vvi_noun kind)
{
    list_change l = find_change(c, kind);
    if (l.same && !c->delta.renames)
        return;
    bool all = c->delta.renames || kind == VVI_LINE;
    vvi_json_delta_enter(&c->delta, vvi_noun_row(kind)->key);
    if (l.count_before != l.count_now)
        splice_items(c, kind, &l);
    for (uint32_t i = 0; i < l.begin && c->result == VV_OK; i++) {
        if (all || !is_shared(c, kind, i, i))
            compare_items(c, kind, i, i);
    }
    for (uint32_t i = l.end; i > 0 && all && c->result == VV_OK; i--)
        compare_items(c, kind, l.count_before - i, l.count_now - i);
    vvi_json_delta_leave(&c->delta);
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* `nullable`: the page has null for an empty text. */
static void compare_text(comparison *c, const char *key, const char *before, const char *now, bool nullable)
{
    if (strcmp(before, now) == 0)
        return;
    if (nullable && !now[0])
        vv_json_write_null(vvi_json_delta_replace(&c->delta, key), NULL);
    else
        vv_json_write_string(vvi_json_delta_replace(&c->delta, key), NULL, now);
    vvi_json_delta_replaced(&c->delta);
}

vv_result vv_project_write_changes(const vv_project *before, const vv_project *now, const vv_allocator *allocator,
                                   vv_json_writer *writer, const char *name, vv_error *error)
{
    comparison c = {.delta = {.writer = writer}, .before = before, .now = now, .allocator = allocator, .error = error};
    vvi_json_delta_enter(&c.delta, name);
    compare_text(&c, "$schema", before->schema, now->schema, true);
    compare_text(&c, "name", before->name, now->name, false);
    compare_text(&c, "about", before->about, now->about, false);
    for (vvi_noun kind = 0; kind < VVI_NOUNS && c.result == VV_OK; kind++)
        compare_list(&c, kind);
    vvi_json_delta_leave_root(&c.delta);
    return c.result;
}
