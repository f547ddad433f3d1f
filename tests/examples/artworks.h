/* Every artwork of every shipped example project, opened as a tool would: what the tests of this folder share. */
#ifndef TESTS_EXAMPLES_ARTWORKS_H
#define TESTS_EXAMPLES_ARTWORKS_H

#include "author/build/folder_host.h"
#include "author/folder/folder.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

enum { ARTWORKS = 29, MOST_VERTICES = 4000, MOST_EXAMPLES = 16 };

/* What an artwork promises: how many vertices it has, how large it is at rest (width and height in metres, 0 where that
 * is nobody's business), how many points its layers are joined at. */
typedef struct promise {
    const char *project, *artwork;
    uint32_t least, most;
    float width, height;
    uint32_t joints;
} promise;

typedef struct opened {
    const promise *promise;
    uint32_t index; /* of the artwork in its project */
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
    const vv_project_artwork *artwork;
    const vv_rigged *rigged;
    const vv_mesh *mesh;
} opened;

typedef struct box {
    vv_vec2 low, high;
} box;

extern const promise promises[ARTWORKS];
extern opened artworks[ARTWORKS];
extern vv_vec2 vertices[MOST_VERTICES]; /* where blend put them */

int open_all(void **state);
int close_all(void **state);

const opened *artwork_of(const char *project, const char *artwork);
uint32_t find(const opened *o, const char *example);

/* Fills `vertices`: (1 − t) of example a and t of example b. */
void blend(const opened *o, uint32_t a, uint32_t b, float t);

float triangle_area(const vv_mesh *mesh, const vv_vec2 *at, uint32_t t);
box box_of(uint32_t count, const vv_vec2 *points);

#endif
