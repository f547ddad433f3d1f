/* A drawing read from an SVG or PNG file and cut into triangles, as an import into a project does it. */
#ifndef VV_TEST_DRAWINGS_H
#define VV_TEST_DRAWINGS_H

#include "author/document/project.h"
#include "author/import/import.h"

#include <verve/mesh.h>

typedef struct test_drawing {
    vv_drawing drawing;
    vv_project_artwork artwork; /* its layers have only names */
    vv_project_layer layers[VV_PROJECT_MAX_LAYERS];
    vv_layer ranges[VV_PROJECT_MAX_LAYERS];
    vv_mesh mesh; /* 2 m high, the origin in the middle of the bottom edge */
} test_drawing;

/* False if there is no such file or it cannot be cut. */
bool test_drawing_open(const char *path, test_drawing *out);
/* The same of an image, which becomes the drawing's. */
bool test_drawing_make(vv_image image, test_drawing *out);
void test_drawing_close(test_drawing *drawing);
/* A point of the drawing, shares of its width and of its height from the top left corner, in metres. */
vv_vec2 test_drawing_point(const test_drawing *drawing, float x, float y);
/* Whether any layer covers a point. */
bool test_drawing_covers(const test_drawing *drawing, vv_vec2 point);

#endif
