/* Fields, and what is made of them: what the files that read, write and change shapes, verbs, graphs and correctives share. */
#ifndef VVI_DOCUMENT_VERBS_H
#define VVI_DOCUMENT_VERBS_H

#include "author/document/puppets.h"

/* The words of the file, in the order of the choices. */
vvi_keys vvi_radial_words(void);
vvi_keys vvi_extrapolate_words(void);
vvi_keys vvi_about_words(void);
vvi_keys vvi_look_words(void);
vvi_keys vvi_weights_words(void);

/* What may drive an axis. */
typedef enum vvi_drive {
    VVI_DRIVE_GAME,   /* of verbs */
    VVI_DRIVE_JOINT,  /* of shapes */
    VVI_DRIVE_HANDLE, /* of correctives */
} vvi_drive;

vv_project_axis vvi_default_axis(void);
/* All but its name. `artwork`: whose handles may drive it, else NULL. */
void vvi_read_axis(vvi_reader *r, const vv_json *object, vvi_keys address, vvi_drive drive,
                   const vv_project_artwork *artwork, vv_project_axis *axis);
/* The members "axes", "radial" and "pseudo". The list of examples, which has to be read then; NULL: there is none, or they stay as
 * they are. */
const vv_json *vvi_read_field(vvi_reader *r, const vv_json *object, vvi_drive drive, const vv_project_artwork *artwork,
                              vv_project_field *field);
/* Room for the places of a list of examples: how many, or 0 after a problem. */
uint32_t vvi_read_examples(vvi_reader *r, const vv_json *list, vv_project_field *field);
/* The place of a field that member `key` says: row[axis_count]. It may be missing where there are no axes. */
void vvi_place_member(vvi_reader *r, const vv_json *object, const char *key, const vv_project_field *field, float *row);

/* The required member "skeleton". */
void vvi_skeleton_member(vvi_reader *r, const vv_json *object, const vv_project *project, uint32_t *skeleton);

/* An example out of a list, or of a command about a place, where it starts as it is: all but `at`. */
void vvi_read_shape_example(vvi_reader *r, const vv_json *object, const vv_project *project,
                            vv_project_shape_example *example);
void vvi_read_verb_example(vvi_reader *r, const vv_json *object, const vv_project *project,
                           vv_project_verb_example *example);
/* What holds for a shape or a verb as a whole. Problems are about `place`. */
void vvi_check_shape(vvi_reader *r, const vv_json *place, const vv_project_shape *shape);
void vvi_check_verb(vvi_reader *r, const vv_json *place, const vv_project *project, const vv_project_verb *verb);

vv_project_graph_state vvi_default_graph_state(void);
vv_graph_transition vvi_default_graph_transition(void);
#define VVI_SAME_PHASE (-1.0f) /* vv_graph_transition.start */
/* Its inputs and events as conditions want them. */
vv_project_behaviour vvi_graph_words(const vv_project_graph *graph);

/* The field of what a scene of a verb or a shape shows. */
const vv_project_field *vvi_scene_field(const vv_project *project, const vv_project_scene *scene);

/* What a scene of a verb, graph or shape has beyond every scene's keys. */
void vvi_read_figured(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene);

#endif
