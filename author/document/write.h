/* What the files that write project.json share. */
#ifndef VVI_DOCUMENT_WRITE_H
#define VVI_DOCUMENT_WRITE_H

#include "author/document/state.h"

typedef struct vvi_writer {
    vv_json_writer *json;
    bool whole; /* every key, also those at their defaults; else these are left out */
} vvi_writer;

/* One member each, left out where it is as usual. */
void vvi_write_float_member(vvi_writer *w, const char *name, float value, float usual);
void vvi_write_integer_member(vvi_writer *w, const char *name, uint32_t value, uint32_t usual);
void vvi_write_bool_member(vvi_writer *w, const char *name, bool value, bool usual);
void vvi_write_point_member(vvi_writer *w, const char *name, vv_vec2 value, vv_vec2 usual);
void vvi_write_word_member(vvi_writer *w, const char *name, const char *const *words, uint32_t word, uint32_t usual);
void vvi_write_colour_member(vvi_writer *w, const char *name, const uint8_t *colour, const uint8_t *usual);
/* NULL is what is not given. */
void vvi_write_text_member(vvi_writer *w, const char *name, const char *value);
/* For a member that is not always given: true where the caller has to write it. */
bool vvi_writes_member(vvi_writer *w, const char *name, bool given);
/* The same for a list, or an object by names, which may be empty. */
bool vvi_writes_list(vvi_writer *w, uint32_t count);

/* Always. */
void vvi_write_vec2(vvi_writer *w, const char *name, vv_vec2 v);
void vvi_write_vec3(vvi_writer *w, const char *name, vv_vec3 v);
void vvi_write_colour(vvi_writer *w, const char *name, const uint8_t *colour);
/* As "place". */
void vvi_write_place(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_place *place);
/* As "strengths", only what is given. */
void vvi_write_strengths(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_strengths *strengths);
/* As "sprite". */
void vvi_write_sprite(vvi_writer *w, const vv_project_artwork *artwork);
/* As "puppet". */
void vvi_write_puppet(vvi_writer *w, const vv_project_artwork *artwork);
/* Of layers that do not have 1, by their names. */
void vvi_write_factors(vvi_writer *w, const char *name, const vv_project_artwork *artwork, const float *factors);
/* As "material", only what is given. */
void vvi_write_material(vvi_writer *w, const vv_project_material *material);
/* As "keep". */
void vvi_write_parts(vvi_writer *w, uint32_t parts);
/* As "value". */
void vvi_write_channel_value(vvi_writer *w, vv_channel channel, const float *value);
/* What directs a puppet. */
void vvi_write_directions(vvi_writer *w, const vv_project_actor *actor, const vv_project_stage *stage,
                          const vv_project *project);
/* Clips, families and recordings. */
void vvi_write_directing(vvi_writer *w, const vv_project *project);
void vvi_write_words(vvi_writer *w, const char *name, const vv_project_word *words, uint32_t count);
/* As "when". */
void vvi_write_conditions(vvi_writer *w, const vv_project_behaviour *behaviour, uint32_t count,
                          const vv_condition *conditions);
/* As `name`, by their names. */
void vvi_write_input_values(vvi_writer *w, const char *name, const vv_project_input *inputs, uint32_t count);
/* As "correctives". */
void vvi_write_correctives(vvi_writer *w, const vv_project_artwork *artwork);
/* Skeletons, takes, forms, shapes, verbs and graphs. */
void vvi_write_figures(vvi_writer *w, const vv_project *project);
void vvi_write_graphs(vvi_writer *w, const vv_project *project);
/* The keys that a scene of a verb, graph or shape has beyond a scene's. */
void vvi_write_figured(vvi_writer *w, const vv_project_scene *scene, const vv_project *project);
/* Creatures, motions and gaits. */
void vvi_write_creatures(vvi_writer *w, const vv_project *project);
void vvi_write_motions(vvi_writer *w, const vv_project *project);
/* Left out where any body is meant. */
void vvi_write_context(vvi_writer *w, const char *name, const vv_context *context);
/* The keys that a scene of creatures has beyond a scene's, but for the camera. */
void vvi_write_troupe(vvi_writer *w, const vv_project_scene *scene, const vv_project *project);
void vvi_write_lines(vvi_writer *w, const vv_project *project);
/* The keys that a scene of a line has beyond a scene's, but for the camera. */
void vvi_write_line_scene(vvi_writer *w, const vv_project_scene *scene);
/* As "behaviours". */
void vvi_write_behaviours(vvi_writer *w, const vv_project_artwork *artwork);
/* The keys that a stage has beyond a scene's. */
void vvi_write_stage(vvi_writer *w, const vv_project_scene *scene, const vv_project *project);

/* Of all strengths, those that are not the defaults. */
vv_project_strengths vvi_unusual_strengths(const vv_strengths *strengths);
vv_project_strengths vvi_all_strengths(const vv_strengths *strengths);
vv_project_material vvi_unusual_material(const vv_material *values);
vv_project_material vvi_all_material(const vv_material *values);

#endif
