/* Lines of action and scenes of them in a document: what the files that read, write and change them share. */
#ifndef VVI_DOCUMENT_LINES_H
#define VVI_DOCUMENT_LINES_H

#include "author/document/creatures.h"

/* The words of the file, in the order of the choices. */
vvi_keys vvi_line_kind_words(void);
vvi_keys vvi_way_words(void);
vvi_keys vvi_preset_words(void);
vvi_keys vvi_root_words(void); /* free or held */

/* Numbers of vv_temper, in the order of the bits of vv_project_temper.given. */
const vvi_gait_number *vvi_temper_numbers(void);

vv_project_line_key vvi_default_keystroke(void);
vv_project_contact vvi_default_contact(void);

/* ---- Parts of a line -------------------------------------------------------------------------------------------------- */

/* As with items: `address` are keys that stand beside its own in a command. The line is that which it belongs to. */
void vvi_read_keystroke(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                        const vv_project_line *line, vv_project_line_key *key);
void vvi_read_pull(vvi_reader *r, const vv_json *object, vvi_keys address, vv_line_pull *pull);
void vvi_read_twist(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_twist *twist);
void vvi_read_contact(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_contact *contact);

/* The member "temper", given whole. */
void vvi_temper_member(vvi_reader *r, const vv_json *object, vv_project_temper *temper);
/* points[*count] of a stroke; NULL after a problem. */
const vv_vec2 *vvi_read_stroke(vvi_reader *r, const vv_json *list, uint32_t *count);
/* One number each of `count`, or NULL where all are 1 and after a problem. `what` they are, of what. */
const float *vvi_read_shares(vvi_reader *r, const vv_json *list, uint32_t count, float low, float high, vv_rule rule,
                             const char *what);

/* What holds for a line as a whole. Problems are about `place`. */
bool vvi_check_line(vvi_reader *r, const vv_json *place, const vv_project *project, const vv_project_line *line);
/* How long a stroke is. */
float vvi_stroke_length(uint32_t count, const vv_vec2 *points);

/* ---- Scenes ----------------------------------------------------------------------------------------------------------- */

/* What a scene of a line has beyond every scene's keys. */
void vvi_read_line_scene(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene);

#endif
