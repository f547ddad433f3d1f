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
bool vvi_is_listed(vvi_keys keys, const char *name); /* `keys` may be NULL: none */
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
/* A text that is one of `words`: which one. remedy NULL: to write one of them. */
bool vvi_word(vvi_reader *r, const vv_json *value, vvi_keys words, const char *remedy, uint32_t *out);
bool vvi_numbers(vvi_reader *r, const vv_json *value, uint32_t count, float limit, float *out);
bool vvi_name(vvi_reader *r, const vv_json *value, char *out);
/* A name from another file, such as a joint's: out[bytes] with the ending zero, without control characters. */
bool vvi_foreign_name(vvi_reader *r, const vv_json *value, size_t bytes, char *out);
/* The same for the name of a member. */
bool vvi_foreign_key(vvi_reader *r, const vv_json *member, size_t bytes, char *out);

/* A file in the project folder, copied into the reader's arena. */
bool vvi_path(vvi_reader *r, const vv_json *value, const char **out);
/* out[VV_PROJECT_ABOUT_BYTES] */
bool vvi_sentence(vvi_reader *r, const vv_json *value, char *out);
/* out[4] */
bool vvi_colour(vvi_reader *r, const vv_json *value, uint8_t *out);
/* Which of 32 layers: a list of numbers from 0. */
bool vvi_layer_bits(vvi_reader *r, const vv_json *list, uint32_t *bits);

/* A member into *out: left alone where it is missing, `fallback` where it is null. */
void vvi_float_member(vvi_reader *r, const vv_json *object, const char *key, float fallback, float low, float high,
                      float *out);
void vvi_name_member(vvi_reader *r, const vv_json *object, char *out);

/* A list of at most `limit`: its member count, or 0 after a problem. */
uint32_t vvi_list(vvi_reader *r, const vv_json *value, uint32_t limit, const char *what);

/* ---- Items ---------------------------------------------------------------------------------------------------- */

bool vvi_read_simplex(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork, vv_simplex *simplex);

uint32_t vvi_simplex_size(const vv_simplex *simplex);
/* Every corner of `inner` is one of `outer`. */
bool vvi_simplex_holds(const vv_simplex *outer, const vv_simplex *inner);

/* The defaults of the file, which must stay what they are; tests compare them with the runtime's. */
#define VVI_DEFAULT_STRENGTHS                                                                                          \
    {                                                                                                                  \
        .stiffness = 40.0f, .local = 20.0f, .damping = 2.0f, .projection = 1.0f, .equilibrium = 14.0f, .settle = 0.7f, \
        .energy_threshold = 0.05f, .energy_time = 0.12f, .velocity_threshold = 0.3f, .bounce_time = 0.06f,             \
        .friction = 0.6f, .gravity = 1.0f                                                                              \
    }
#define VVI_DEFAULT_MATERIAL                                                                                           \
    {                                                                                                                  \
        .stiffness = 3.0f, .half_life = 0.35f, .examples = 1.0f, .gravity = 1.0f, .friction = 0.6f, .iterations = 10,  \
        .accelerated = true                                                                                            \
    }
#define VVI_USUAL_THRESHOLD 0.4f /* of a region */
/* Names lie at the beginning of items of `stride` bytes. */
void vvi_refuse_same_names(vvi_reader *r, const vv_json *list, const char *items, size_t stride);
void vvi_refuse_key(vvi_reader *r, const vv_json *object, const char *key, const char *what, const char *remedy);

#endif
