/* What the files that write project.json share. */
#ifndef VVI_DOCUMENT_WRITE_H
#define VVI_DOCUMENT_WRITE_H

#include "author/document/state.h"

void vvi_write_vec2(vv_json_writer *w, const char *name, vv_vec2 v);
void vvi_write_colour(vv_json_writer *w, const char *name, const uint8_t *colour);
/* As "place". */
void vvi_write_place(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_place *place);
/* As "strengths", only what is given. */
void vvi_write_strengths(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_strengths *strengths);
/* As "sprite"; nothing where all is as usual. */
void vvi_write_sprite(vv_json_writer *w, const vv_project_artwork *artwork);
/* As "behaviours"; nothing where there are none. */
void vvi_write_behaviours(vv_json_writer *w, const vv_project_artwork *artwork);
/* The keys that a stage has beyond a scene's. */
void vvi_write_stage(vv_json_writer *w, const vv_project_scene *scene, const vv_project *project);

/* Of all strengths, those that are not the defaults. */
vv_project_strengths vvi_unusual_strengths(const vv_strengths *strengths);

#endif
