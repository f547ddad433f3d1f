/* Shapes and correctives out of JSON: fields whose examples are forms, and fields whose examples are poses of an artwork. */
#include "author/document/verbs.h"

static const char *const weights_words[] = {"auto", "file", NULL};

vvi_keys vvi_weights_words(void) { return weights_words; }

vv_project_shape vvi_default_shape(void)
{
    return (vv_project_shape){.colour = {0x8F, 0xB3, 0xC9, 255}, .skeleton = VV_NONE};
}

/* ---- Examples of shapes --------------------------------------------------------------------------------------------- */

/* The pose that the form was made in: rotation vectors by the names of joints. */
static void read_pose(vvi_reader *r, const vv_json *object, vv_project_shape_example *example)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    if (object->count > VV_SKELETON_MAX_JOINTS) {
        vvi_problem(r, object, VV_RULE_TOO_MANY, "remove some", "a pose names %u joints, and at most %u are possible",
                    object->count, VV_SKELETON_MAX_JOINTS);
        return;
    }
    vv_project_bend *bends = vvi_take(r, object->count, sizeof *bends);
    for (const vv_json *member = bends ? object->child : NULL; member && !vvi_stopped(r); member = member->next) {
        vvi_foreign_key(r, member, sizeof bends->joint, bends[member->index].joint);
        vvi_numbers(r, member, 3, 100.0f, bends[member->index].turn);
    }
    example->bends = bends;
    example->bend_count = bends ? object->count : 0;
}

void vvi_read_shape_example(vvi_reader *r, const vv_json *object, const vv_project *project,
                            vv_project_shape_example *example)
{
    bool reset;
    const vv_json *form = vvi_required(r, object, "form"), *pose = vvi_optional(object, "pose", &reset);
    if (form)
        example->form = vvi_listed_value(r, form, project, vv_project_find_form, "form");
    if (reset)
        example->bend_count = 0;
    if (pose)
        read_pose(r, pose, example);
}

static void read_shape_examples(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_shape *shape)
{
    static const char *const keys[] = {"form", "at", "pose", NULL};
    uint32_t count = vvi_read_examples(r, list, &shape->field), axes = shape->field.axis_count;
    vv_project_shape_example *examples = vvi_take(r, count, sizeof *examples);
    bool editing = r->editing;
    r->editing = false; /* examples that are given are given whole */
    for (const vv_json *item = examples && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vv_project_shape_example *example = &examples[item->index];
        *example = (vv_project_shape_example){.form = VV_NONE};
        if (!vvi_known_keys(r, item, keys, NULL))
            continue;
        vvi_read_shape_example(r, item, project, example);
        vvi_place_member(r, item, "at", &shape->field, (float *)shape->field.at + item->index * axes);
        for (uint32_t i = 0; i < item->index && example->form != VV_NONE; i++) {
            if (examples[i].form == example->form)
                vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "example %u is the same form", i);
        }
    }
    r->editing = editing;
    shape->examples = examples;
}

/* ---- Shapes --------------------------------------------------------------------------------------------------------- */

void vvi_check_shape(vvi_reader *r, const vv_json *place, const vv_project_shape *shape)
{
    const char *what = shape->file_weights ? "weights \"file\"" : NULL;
    if (shape->skeleton != VV_NONE || vvi_stopped(r))
        return;
    for (uint32_t i = 0; i < shape->field.axis_count; i++)
        what = shape->field.axes[i].joint[0] ? "an axis that a joint drives" : what;
    for (uint32_t i = 0; i < shape->field.example_count; i++)
        what = shape->examples[i].bend_count ? "a pose" : what;
    if (what)
        vvi_problem(r, place, VV_RULE_NO_SKELETON, "give it a \"skeleton\", or remove that",
                    "this shape has %s, and no skeleton", what);
}

static void read_skeleton(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_shape *shape)
{
    bool reset;
    const vv_json *value = vvi_optional(object, "skeleton", &reset);
    if (reset)
        shape->skeleton = VV_NONE;
    if (value)
        shape->skeleton = vvi_listed_value(r, value, project, vv_project_find_skeleton, "skeleton");
}

void vvi_read_shape(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_shape *shape)
{
    static const char *const keys[] = {"axes",   "radial",   "examples", "pseudo", "levels",
                                       "colour", "skeleton", "weights",  NULL};
    vv_project_shape usual = vvi_default_shape();
    uint32_t weights = shape->file_weights, before = r->problems->errors;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    const vv_json *examples = vvi_read_field(r, object, VVI_DRIVE_JOINT, NULL, &shape->field);
    if (examples && !vvi_stopped(r))
        read_shape_examples(r, examples, project, shape);
    vvi_whole_member(r, object, "levels", usual.levels, 0, VV_SHAPE_MAX_LEVELS, &shape->levels);
    vvi_usual_colour_member(r, object, "colour", usual.colour, shape->colour);
    read_skeleton(r, object, project, shape);
    vvi_word_member(r, object, "weights", weights_words, "write \"auto\" or \"file\"", 0, &weights);
    shape->file_weights = weights == 1;
    if (r->problems->errors == before)
        vvi_check_shape(r, object, shape);
}

/* ---- Correctives ---------------------------------------------------------------------------------------------------- */

static void read_corrective_examples(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork,
                                     vv_project_corrective *corrective)
{
    static const char *const keys[] = {"pose", "at", NULL};
    uint32_t count = vvi_read_examples(r, list, &corrective->field), axes = corrective->field.axis_count;
    uint32_t *examples = vvi_take(r, count, sizeof *examples);
    corrective->examples = examples;
    for (const vv_json *item = examples && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        examples[item->index] = VV_NONE;
        if (!vvi_known_keys(r, item, keys, NULL))
            continue;
        const vv_json *pose = vvi_member(item, "pose");
        if (pose)
            examples[item->index] = vvi_example_value(r, pose, artwork);
        vvi_place_member(r, item, "at", &corrective->field, (float *)corrective->field.at + item->index * axes);
    }
}

static void read_corrective(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                            vv_project_corrective *corrective)
{
    static const char *const keys[] = {"name", "axes", "radial", "examples", "pseudo", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_name_member(r, object, corrective->name);
    const vv_json *axes = vvi_required(r, object, "axes");
    const vv_json *examples = vvi_read_field(r, object, VVI_DRIVE_HANDLE, artwork, &corrective->field);
    if (axes && axes->kind == VV_JSON_ARRAY && axes->count == 0)
        vvi_problem(r, axes, VV_RULE_AXIS, "add an axis", "this corrective has no axes");
    if (examples && !vvi_stopped(r))
        read_corrective_examples(r, examples, artwork, corrective);
}

void vvi_read_correctives(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = list ? vvi_list(r, list, VV_PROJECT_MAX_CORRECTIVES, "correctives") : 0;
    vv_project_corrective *correctives = vvi_take(r, count, sizeof *correctives);
    if (!correctives)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_corrective(r, item, artwork, &correctives[item->index]);
    if (count)
        vvi_refuse_same_names(r, list, correctives->name, sizeof *correctives);
    artwork->correctives = correctives;
    artwork->corrective_count = count;
}
