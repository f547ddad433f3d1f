/* The root of all tables: what a project holds, in the order of its file. Items name only what the lists before theirs
 * have. */
#include "author/document/schema.h"

static const vvi_schema_list artworks = {&vvi_artwork_schema, "artworks", VV_PROJECT_MAX_ARTWORKS, .named = true},
                             clips = {&vvi_clip_schema, "clips", VV_PROJECT_MAX_CLIPS, .named = true},
                             families = {&vvi_family_schema, "families", VV_PROJECT_MAX_FAMILIES, .named = true},
                             recordings = {&vvi_recording_schema, "recordings", VV_PROJECT_MAX_RECORDINGS,
                                           .named = true},
                             skeletons = {&vvi_skeleton_schema, "skeletons", VV_PROJECT_MAX_SKELETONS, .named = true},
                             takes = {&vvi_take_schema, "takes", VV_PROJECT_MAX_TAKES, .named = true},
                             forms = {&vvi_form_schema, "forms", VV_PROJECT_MAX_FORMS, .named = true},
                             shapes = {&vvi_shape_schema, "shapes", VV_PROJECT_MAX_SHAPES, .named = true},
                             verbs = {&vvi_verb_schema, "verbs", VV_PROJECT_MAX_VERBS, .named = true},
                             graphs = {&vvi_graph_schema, "graphs", VV_PROJECT_MAX_GRAPHS, .named = true},
                             creatures = {&vvi_creature_schema, "creatures", VV_PROJECT_MAX_CREATURES, .named = true},
                             motions = {&vvi_motion_schema, "motions", VV_PROJECT_MAX_MOTIONS, .named = true},
                             gaits = {&vvi_gait_schema, "gaits", VV_PROJECT_MAX_GAITS, .named = true},
                             lines = {&vvi_line_schema, "lines", VV_PROJECT_MAX_LINES, .named = true},
                             scenes = {&vvi_scene_schema, "scenes", VV_PROJECT_MAX_SCENES, .named = true};

static const vvi_schema_field fields[] = {
    {"$schema", VVI_TEXT(vv_project, schema), .presence = VVI_NULLABLE,
     VVI_DOC("", "where an editor finds the JSON Schema of this file, such as `project.schema.json`; Verve only keeps "
                 "it")},
    {"name", VVI_NAME(vv_project, name), .presence = VVI_REQUIRED, VVI_DOC("", "of the project")},
    {"about", VVI_TEXT(vv_project, about), VVI_DOC("", "one sentence about it")},
    {"artworks", VVI_ITEMS(artwork_count, artworks, VVI_ARTWORK, &artworks), .presence = VVI_ALWAYS,
     VVI_DOC("", "drawings: layers, handles, poses and how they move")},
    {"clips", VVI_ITEMS(clip_count, clips, VVI_CLIP, &clips), VVI_DOC("", "keyed movements of an artwork's handles")},
    {"families", VVI_ITEMS(family_count, families, VVI_FAMILY, &families),
     VVI_DOC("", "artworks that may turn into one another")},
    {"recordings", VVI_ITEMS(recording_count, recordings, VVI_RECORDING, &recordings),
     VVI_DOC("", "how regions of a puppet moved")},
    {"skeletons", VVI_ITEMS(skeleton_count, skeletons, VVI_SKELETON, &skeletons),
     VVI_DOC("", "bodies of files of motion")},
    {"takes", VVI_ITEMS(take_count, takes, VVI_TAKE, &takes), VVI_DOC("", "recorded motions of a skeleton")},
    {"forms", VVI_ITEMS(form_count, forms, VVI_FORM, &forms), VVI_DOC("", "meshes of files")},
    {"shapes", VVI_ITEMS(shape_count, shapes, VVI_SHAPE, &shapes), VVI_DOC("", "forms over named axes")},
    {"verbs", VVI_ITEMS(verb_count, verbs, VVI_VERB, &verbs), VVI_DOC("", "takes over named axes")},
    {"graphs", VVI_ITEMS(graph_count, graphs, VVI_GRAPH, &graphs), VVI_DOC("", "which verb follows which")},
    {"creatures", VVI_ITEMS(creature_count, creatures, VVI_CREATURE, &creatures), VVI_DOC("", "bodies with caps")},
    {"motions", VVI_ITEMS(motion_count, motions, VVI_MOTION, &motions), VVI_DOC("", "movements for any creature")},
    {"gaits", VVI_ITEMS(gait_count, gaits, VVI_GAIT, &gaits), VVI_DOC("", "ways of walking for any creature")},
    {"lines", VVI_ITEMS(line_count, lines, VVI_LINE, &lines), VVI_DOC("", "lines of action")},
    {"scenes", VVI_ITEMS(scene_count, scenes, VVI_SCENE, &scenes), .presence = VVI_ALWAYS,
     VVI_DOC("", "what is shown")},
};

const vvi_schema vvi_project_schema = {VVI_TABLE("project", vv_project, fields)};

/* The rows before its lists. */
const vvi_schema vvi_project_head_schema = {"project", .fields = fields, .field_count = 3, .size = sizeof(vv_project),
                                            .flags = VVI_SCHEMA_PART};
