/* The change that makes one JSON value into another, as JSON: only what differs is written, at its place.
 *
 * A change is
 * - [value]: the value is replaced,
 * - {"key":change, …}: members of an object, or elements of an array by their index, have changed,
 * - {"splice":[at,removed,[value, …]],"index":change, …}: in an array, from `at` on, `removed` elements are replaced by
 *   these values; indices are those afterwards.
 * {} as a whole means that nothing has changed. Names in objects keep their order: where they differ, the object is
 * replaced. */
#ifndef VVI_JSON_DELTA_H
#define VVI_JSON_DELTA_H

#include "author/base/json.h"

typedef struct vvi_json_delta {
    vv_json_writer *writer;
    uint32_t depth; /* places entered */
    uint32_t open;  /* how many of them are written: only those in which something has changed */
    const char *keys[VV_JSON_MAX_DEPTH];
    char indices[VV_JSON_MAX_DEPTH][12];
    /* A member called "name" has changed, was added or removed, or a value has another kind now: what refers to it by
     * name is written differently, too. */
    bool renames;
} vvi_json_delta;

/* Enter a member or an element, and leave it. The root is entered first; its name is NULL unless it is a member
 * itself. */
void vvi_json_delta_enter(vvi_json_delta *delta, const char *key);
void vvi_json_delta_enter_index(vvi_json_delta *delta, uint32_t index);
void vvi_json_delta_leave(vvi_json_delta *delta);
/* Leaves the root, which is written even where nothing has changed. */
void vvi_json_delta_leave_root(vvi_json_delta *delta);

/* Writes how the entered place has changed to `now`. */
void vvi_json_delta_compare(vvi_json_delta *delta, const vv_json *before, const vv_json *now);
/* Replaces the member `key` of the entered place: write one value to the writer, without a name, then call
 * _replaced. */
vv_json_writer *vvi_json_delta_replace(vvi_json_delta *delta, const char *key);
void vvi_json_delta_replaced(vvi_json_delta *delta);
/* Splices elements of the entered place: write the new ones to the writer, without names, then call _spliced. */
vv_json_writer *vvi_json_delta_splice(vvi_json_delta *delta, uint32_t at, uint32_t removed);
void vvi_json_delta_spliced(vvi_json_delta *delta);

#endif
