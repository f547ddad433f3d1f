/* Reading checked values out of JSON: shared by project.json and by commands, so that both obey the same rules. */
#ifndef VVI_DOCUMENT_READ_H
#define VVI_DOCUMENT_READ_H

#include "author/document/project.h"
#include "runtime/base/base.h"

typedef struct vvi_reader {
    const vv_json_document *json;
    vvi_arena *arena; /* where what is read is kept */
    vv_problems *problems;
    bool editing; /* a `set` command: what is missing stays, and null brings the default back */
} vvi_reader;

/* ---- Problems ------------------------------------------------------------------------------------------------- */

/* About one value. Always returns false. */
bool vvi_problem(vvi_reader *r, const vv_json *value, vv_rule rule, const char *remedy, const char *format, ...)
    VV_PRINTF(5, 6);
bool vvi_stopped(const vvi_reader *r); /* no use in reading on */
/* Zeroed memory for `count` (at least one) things; NULL, and noted, if there is none. */
void *vvi_take(vvi_reader *r, size_t count, size_t size);
/* The first error of a list that stopped at one, as a result. */
vv_result vvi_first_problem(const vv_problems *problems, vv_error *error);

/* ---- Values --------------------------------------------------------------------------------------------------- */

/* Lists of keys end with NULL. */
typedef const char *const *vvi_keys;

bool vvi_is(vvi_reader *r, const vv_json *value, vv_json_kind kind);
bool vvi_known_keys(vvi_reader *r, const vv_json *object, vvi_keys keys, vvi_keys more);
/* The member, or NULL where it is missing or null: null stands for what is not given. */
const vv_json *vvi_member(const vv_json *object, const char *key);
/* The member, or NULL; where it is required and missing, and nothing is being edited, a problem. */
const vv_json *vvi_required(vvi_reader *r, const vv_json *object, const char *key);
/* The same; *reset says that it is null, which means the default. */
const vv_json *vvi_optional(const vv_json *object, const char *key, bool *reset);

bool vvi_number(vvi_reader *r, const vv_json *value, float low, float high, float *out);
bool vvi_whole(vvi_reader *r, const vv_json *value, uint32_t low, uint32_t high, uint32_t *out);
bool vvi_bool(vvi_reader *r, const vv_json *value, bool *out);
/* A text that is one of `words`: which one. */
bool vvi_word(vvi_reader *r, const vv_json *value, vvi_keys words, const char *remedy, uint32_t *out);
bool vvi_numbers(vvi_reader *r, const vv_json *value, uint32_t count, float limit, float *out);
bool vvi_name(vvi_reader *r, const vv_json *value, char *out);
/* A name from another file, such as a joint's: out[bytes] with the ending zero, without control characters. */
bool vvi_foreign_name(vvi_reader *r, const vv_json *value, size_t bytes, char *out);
/* The same for the name of a member. */
bool vvi_foreign_key(vvi_reader *r, const vv_json *member, size_t bytes, char *out);

/* A member into *out: left alone where it is missing, `fallback` where it is null. */
void vvi_float_member(vvi_reader *r, const vv_json *object, const char *key, float fallback, float low, float high,
                      float *out);
void vvi_whole_member(vvi_reader *r, const vv_json *object, const char *key, uint32_t fallback, uint32_t low,
                      uint32_t high, uint32_t *out);
void vvi_bool_member(vvi_reader *r, const vv_json *object, const char *key, bool fallback, bool *out);
void vvi_word_member(vvi_reader *r, const vv_json *object, const char *key, vvi_keys words, const char *remedy,
                     uint32_t fallback, uint32_t *out);
void vvi_vec2_member(vvi_reader *r, const vv_json *object, const char *key, vv_vec2 fallback, vv_vec2 *out);
void vvi_path_member(vvi_reader *r, const vv_json *object, const char *key, const char **out);
/* `ending` in small letters; that of the path in any. */
bool vvi_ends_with(const char *path, const char *ending);
void vvi_name_member(vvi_reader *r, const vv_json *object, char *out);
void vvi_about_member(vvi_reader *r, const vv_json *object, char *out);

/* A list of at most `limit`: its member count, or 0 after a problem. */
uint32_t vvi_list(vvi_reader *r, const vv_json *value, uint32_t limit, const char *what);

/* ---- Items ---------------------------------------------------------------------------------------------------- */

/* Each fills the item from `object`; `address` are keys that stand beside the item's own in a command (NULL in
 * project.json). Start from vvi_default_… or, editing, from the item as it is. Names are read separately. */
vv_project_layer vvi_default_layer(void);
vv_project_handle vvi_default_handle(void);
vv_project_scene vvi_default_scene(void);
vv_project_artwork vvi_default_artwork(void);
vv_project_clip vvi_default_clip(void);
vv_project_family vvi_default_family(void);
vv_project_recording vvi_default_recording(void);
vv_project_skeleton vvi_default_skeleton(void);
vv_project_take vvi_default_take(void);
vv_project_form vvi_default_form(void);
vv_project_shape vvi_default_shape(void);
vv_project_verb vvi_default_verb(void);
vv_project_graph vvi_default_graph(void);
vv_project_creature vvi_default_creature(void);
vv_project_motion vvi_default_motion(void);
vv_project_gait vvi_default_gait(void);
vv_project_line vvi_default_line(void);

void vvi_read_layer(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_layer *layer);
void vvi_read_handle(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project_artwork *artwork,
                     vv_project_handle *handle);
void vvi_read_example(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project_artwork *artwork,
                      vv_project_example *example);
void vvi_read_artwork(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_artwork *artwork);
void vvi_read_scene(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_scene *scene);
void vvi_read_clip(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_clip *clip);
void vvi_read_family(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                     vv_project_family *family);
void vvi_read_recording(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                        vv_project_recording *recording);
void vvi_read_skeleton(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                       vv_project_skeleton *skeleton);
void vvi_read_take(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_take *take);
void vvi_read_form(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_form *form);
void vvi_read_shape(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_shape *shape);
void vvi_read_verb(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_verb *verb);
void vvi_read_graph(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_graph *graph);
void vvi_read_creature(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                       vv_project_creature *creature);
void vvi_read_motion(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                     vv_project_motion *motion);
void vvi_read_gait(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_gait *gait);
void vvi_read_line(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_line *line);
/* `list` may be NULL: none. */
void vvi_read_correctives(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork);
void vvi_read_mirror(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork);
void vvi_read_complex(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork);
bool vvi_read_simplex(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork, vv_simplex *simplex);

uint32_t vvi_simplex_size(const vv_simplex *simplex);
/* Every corner of `inner` is one of `outer`. */
bool vvi_simplex_holds(const vv_simplex *outer, const vv_simplex *inner);

void vvi_read_sprite(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_artwork *artwork);
vv_project_sprite vvi_default_sprite(void);
/* [layer_count] factors by the names of layers; NULL where all are 1, or after a problem. */
const float *vvi_read_factors(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork);
void vvi_read_puppet(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_artwork *artwork);
vv_project_puppet vvi_default_puppet(void);

void vvi_read_behaviour(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project_artwork *artwork,
                        vv_project_behaviour *behaviour);
/* `list` may be NULL: none. */
void vvi_read_behaviours(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork);

/* `given` says which keys the object had; in a `set` command missing ones stay as they are. */
vv_project_strengths vvi_default_strengths(void);
void vvi_read_strengths(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                        vv_project_strengths *strengths);
/* The same for materials. */
vv_material vvi_usual_material(void);
vv_project_material vvi_default_material(void);
void vvi_read_material(vvi_reader *r, const vv_json *object, vv_project_material *out);
#define VVI_USUAL_THRESHOLD 0.4f /* of a region */
vv_region_pair vvi_default_pair(void);
vv_project_follow vvi_default_follow(void);
/* What a value names; VV_NONE after a problem. A clip must be of this artwork. */
uint32_t vvi_example_value(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork);
uint32_t vvi_artwork_value(vvi_reader *r, const vv_json *value, const vv_project *project);
uint32_t vvi_clip_value(vvi_reader *r, const vv_json *value, const vv_project *project, uint32_t artwork);
/* A place that is there: weights by the names of examples. */
void vvi_read_place(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_project_place *place);
/* inputs[*count] with their values, by whatever names; NULL after a problem. */
const vv_project_input *vvi_read_input_values(vvi_reader *r, const vv_json *object, uint32_t *count);
/* What a value names in a list of the project, which `find` looks through; VV_NONE after a problem. */
uint32_t vvi_listed_value(vvi_reader *r, const vv_json *value, const vv_project *project,
                          uint32_t (*find)(const vv_project *project, const char *name), const char *what);
/* A colour, `usual` where it is null. */
void vvi_usual_colour_member(vvi_reader *r, const vv_json *object, const char *key, const uint8_t *usual,
                             uint8_t *colour);
/* A colour, left alone where it is missing; false unless one is given. */
bool vvi_colour_member(vvi_reader *r, const vv_json *object, const char *key, uint8_t *colour);
vv_project_stage vvi_default_stage(void);
vv_project_obstacle vvi_default_obstacle(void);
vv_project_actor vvi_default_actor(void);
void vvi_read_stage(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene);
bool vvi_has_puppets(const vv_project_stage *stage);
/* The step of a stage that says none: it depends on its actors. */
float vvi_usual_step(const vv_project_stage *stage);
/* After its actors changed: a step that was as usual `before` stays as usual. */
void vvi_settle_step(vv_project_stage *stage, float before);
/* Which of 32 layers: a list of numbers from 0; all where it is null. */
void vvi_layer_bits_member(vvi_reader *r, const vv_json *object, const char *key, uint32_t *bits);
void vvi_read_actors(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_stage *stage);
/* Actor actors[index]; those before it are there already. */
void vvi_read_actor(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_actor *actors, uint32_t index);
void vvi_read_script(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_stage *stage);
/* Names lie at the beginning of items of `stride` bytes. */
void vvi_refuse_same_names(vvi_reader *r, const vv_json *list, const char *items, size_t stride);
void vvi_refuse_key(vvi_reader *r, const vv_json *object, const char *key, const char *what, const char *remedy);

/* What is allowed but probably not meant. */
void vvi_warn_artwork(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork);
void vvi_warn_sprite(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork);
void vvi_warn_clip(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_clip *clip);
void vvi_warn_family(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_family *family);
void vvi_warn_puppet_actor(vvi_reader *r, const vv_json *object, const vv_project *project,
                           const vv_project_stage *stage, const vv_project_actor *actor);
void vvi_warn_stage(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene);
/* Of a shape, a verb or a corrective. */
void vvi_warn_field(vvi_reader *r, const vv_json *object, const vv_project_field *field);
void vvi_warn_graph(vvi_reader *r, const vv_json *object, const vv_project_graph *graph);
void vvi_warn_graph_script(vvi_reader *r, const vv_json *list, const vv_project *project,
                           const vv_project_scene *scene);
void vvi_warn_motion(vvi_reader *r, const vv_json *object, const vv_project_motion *motion);
void vvi_warn_line(vvi_reader *r, const vv_json *object, const vv_project_line *line);
void vvi_warn_troupe(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene);
void vvi_warn_place(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork,
                    const vv_project_place *place);
/* `list` may be NULL. */
void vvi_warn_behaviours(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork);
void vvi_warn_inputs(vvi_reader *r, const vv_json *item, const vv_project *project, const vv_project_actor *actor);
void vvi_warn_script(vvi_reader *r, const vv_json *list, const vv_project *project, const vv_project_stage *stage);
void vvi_warn_scene(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene);

#endif
