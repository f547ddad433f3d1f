/* The numbered rules and the list of problems found. docs/format.md lists the same rules; a test compares the two. */
#include "author/document/read.h"

#include <string.h>

typedef struct rule {
    vv_rule number;
    vv_result code;
    const char *text;
} rule;

static const rule rules[] = {
    {VV_RULE_JSON, VV_ERROR_FORMAT, "The file is valid JSON (RFC 8259, UTF-8, no name twice in an object)."},
    {VV_RULE_FORMAT, VV_ERROR_FORMAT, "`format` is \"verve-project\"."},
    {VV_RULE_VERSION, VV_ERROR_VERSION, "`version` is one that this Verve knows."},
    {VV_RULE_KIND, VV_ERROR_FORMAT, "Every value is of the kind its key asks for."},
    {VV_RULE_UNKNOWN_KEY, VV_ERROR_FORMAT, "There are no keys that the format does not know."},
    {VV_RULE_MISSING_KEY, VV_ERROR_FORMAT, "Required keys are there."},
    {VV_RULE_RANGE, VV_ERROR_ARGUMENT, "Every number is within its range."},
    {VV_RULE_NAME, VV_ERROR_ARGUMENT,
     "Names have 1 to 63 bytes, no control characters, no / or \\, no leading dot and "
     "no space at either end."},
    {VV_RULE_SAME_NAME, VV_ERROR_ARGUMENT, "No two items of a list have the same name."},
    {VV_RULE_PATH, VV_ERROR_ARGUMENT, "Paths are relative, stay inside the project folder and use forward slashes."},
    {VV_RULE_REFERENCE, VV_ERROR_NOT_FOUND, "Every name that refers to something refers to something that exists."},
    {VV_RULE_LAYER_EMPTY, VV_ERROR_ARGUMENT, "A layer has an image, a mesh or both."},
    {VV_RULE_TOO_MANY, VV_ERROR_LIMIT, "No list is longer than its limit."},
    {VV_RULE_BONE_LENGTH, VV_ERROR_ARGUMENT, "A bone does not end where it begins."},
    {VV_RULE_CHOICE, VV_ERROR_ARGUMENT, "A text that must be one of several choices is one of them."},
    {VV_RULE_MIRROR, VV_ERROR_ARGUMENT, "A mirror pair is two different handles of one kind, each in one pair only."},
    {VV_RULE_REPEATED, VV_ERROR_ARGUMENT, "A list of references names nothing twice."},
    {VV_RULE_SIMPLEX, VV_ERROR_ARGUMENT, "An entry of `complex` names one, two or three examples."},
    {VV_RULE_COLOUR, VV_ERROR_ARGUMENT, "A colour is #RRGGBB or #RRGGBBAA."},
    {VV_RULE_TIMES, VV_ERROR_ARGUMENT,
     "The times of a scene's keys ascend, from 0 to its length; those of its script never descend."},
    {VV_RULE_WEIGHTS, VV_ERROR_ARGUMENT, "The weights of a place add up to 1."},
    {VV_RULE_FRAMING, VV_ERROR_ARGUMENT, "A scene has both `centre` and `zoom`, or neither."},
    {VV_RULE_FILE_MISSING, VV_ERROR_NOT_FOUND, "Every image and mesh that is named is in the folder."},
    {VV_RULE_FILE_KIND, VV_ERROR_FORMAT, "An image is a PNG file."},
    {VV_RULE_JOURNAL, VV_ERROR_FORMAT, "The journal belongs to this project.json and can be replayed."},
    {VV_RULE_COMMAND, VV_ERROR_ARGUMENT, "A command is an object whose `do` names a command."},
    {VV_RULE_SCENE_KIND, VV_ERROR_ARGUMENT,
     "A scene has the keys of one kind: a tour, a stage, or a scene of a verb, a graph, a shape, creatures or a line."},
    {VV_RULE_OBSTACLE, VV_ERROR_ARGUMENT,
     "An obstacle has as many points as its kind needs, no two in a row in the same place."},
    {VV_RULE_SPRITE_PIN, VV_ERROR_ARGUMENT, "A pin joins two different layers."},
    {VV_RULE_STATES, VV_ERROR_ARGUMENT, "A behaviour has at least one state."},
    {VV_RULE_CONDITION, VV_ERROR_ARGUMENT, "A condition asks one thing, and compares a number on one side."},
    {VV_RULE_TEXT, VV_ERROR_ARGUMENT,
     "What a project is about is said in at most 255 bytes without control characters."},
    {VV_RULE_ACTOR_KIND, VV_ERROR_ARGUMENT,
     "An actor has the keys of its kind, sprite or puppet, and a script asks of it what its kind can do."},
    {VV_RULE_TRACK, VV_ERROR_ARGUMENT,
     "A track has keys, their times ascend, in a loop they are before its end; no handle has two tracks of one "
     "channel."},
    {VV_RULE_EARLIER, VV_ERROR_ARGUMENT, "A puppet follows, and copies, only puppets that stand before it."},
    {VV_RULE_MEMBER, VV_ERROR_ARGUMENT,
     "A family has members and links two of them; an actor's artwork is a member of its family and has its clip."},
    {VV_RULE_JOIN, VV_ERROR_ARGUMENT, "A join is of two different handles, and no two are of the same."},
    {VV_RULE_FRAMES, VV_ERROR_ARGUMENT, "A recording has regions, all with the same number of frames."},
    {VV_RULE_ONE_OF, VV_ERROR_ARGUMENT, "Where one of several keys is asked for, exactly one is there."},
    {VV_RULE_PARTS, VV_ERROR_ARGUMENT,
     "`keep` names a part; a handle follows a particle by its position, a path by its position and angle."},
    {VV_RULE_PATH_POINTS, VV_ERROR_ARGUMENT, "A path has at least two points."},
    {VV_RULE_AXIS, VV_ERROR_ARGUMENT,
     "An axis has low < high, and what drives it; places have a number for every axis."},
    {VV_RULE_KEYTIMES, VV_ERROR_ARGUMENT,
     "A span of a take has two ends, the first earlier; its keytimes ascend from one to the other."},
    {VV_RULE_SKELETON, VV_ERROR_ARGUMENT, "Takes of a verb, and verbs of a graph, are of its skeleton."},
    {VV_RULE_NO_SKELETON, VV_ERROR_ARGUMENT, "Joints, poses and weights of a file belong to a shape with a skeleton."},
    {VV_RULE_FILE_ENDING, VV_ERROR_ARGUMENT,
     "Motions are BVH or glTF files, forms OBJ or glTF, creatures JSON, BVH or glTF; only a glTF has several clips, "
     "meshes and morphs."},
    {VV_RULE_IN_USE, VV_ERROR_ARGUMENT,
     "A skeleton that is removed is used nowhere; no line is of a creature or artwork that is."},
    {VV_RULE_CURVE, VV_ERROR_ARGUMENT,
     "The keys of a curve ascend by at least 0.0001 s within the length of their motion; events never descend."},
    {VV_RULE_MODE, VV_ERROR_ARGUMENT,
     "A place that is relative to a target is neither absolute nor relative to the ground or the sagittal plane; only "
     "such a one is directional."},
    {VV_RULE_RELATION, VV_ERROR_ARGUMENT,
     "A relation is between two different groups, and no two are between the same."},
    {VV_RULE_GAIT, VV_ERROR_ARGUMENT,
     "Rows of a gait for as many feet ascend in speed, with a trigger for every foot; an arc leads from the ground to "
     "the ground."},
    {VV_RULE_LINE_KIND, VV_ERROR_ARGUMENT,
     "A line has the keys of its kind, of a body or of an artwork, and stays of that kind."},
    {VV_RULE_OVER, VV_ERROR_ARGUMENT,
     "A line is over a line of the same skeleton or creature that stands before it, or over a take of its skeleton."},
    {VV_RULE_STROKE, VV_ERROR_ARGUMENT,
     "A stroke is 0.0001 to 5000 m long, has a pressure for every point or for none, and a part of the line with two "
     "ends or all of it; a pull has points."},
    {VV_RULE_LINE_TIMES, VV_ERROR_ARGUMENT,
     "Keystrokes ascend by at least 0.01 s and make at most 20000 frames; points of a pull never descend; keys of a "
     "twist or a contact are there and ascend; a contact ends after it begins."},
    {VV_RULE_ELEMENTS, VV_ERROR_ARGUMENT,
     "A line has an even number of elements, with a stiffness and a damping for each or for none."},
    {VV_RULE_LINE_JOINT, VV_ERROR_NOT_FOUND,
     "Keystrokes, twists and contacts of a line name joints that the body has."},
    {VV_RULE_MOTION_FILE, VV_ERROR_FORMAT,
     "The files of skeletons, takes and creatures can be read, and takes have the joints of their skeletons."},
    {VV_RULE_FOLLOW_TIMES, VV_ERROR_ARGUMENT, "A follow ends after it begins."},
    {VV_RULE_ARTWORK_BUILT, VV_ERROR_ARGUMENT,
     "Artworks can be cut, weighed and posed, and become the sprites and puppets that they are used as."},
    {VV_RULE_BUILT, VV_ERROR_ARGUMENT,
     "Feet of skeletons, clips, families, recordings, shapes, verbs, graphs, creatures, motions, gaits and lines can "
     "be built."},
    {VV_RULE_SCENE_BUILT, VV_ERROR_ARGUMENT, "Scenes can be played."},
    {VV_RULE_UNUSED_FILE, VV_OK, "Every PNG and OBJ file in art/ is used."},
    {VV_RULE_HALF_TURN, VV_OK, "Examples that blend are at most half a turn apart at every handle."},
    {VV_RULE_PLACE_OUTSIDE, VV_OK, "A place blends only examples that the complex joins."},
    {VV_RULE_IDLE_HANDLE, VV_OK, "Every handle moves a layer."},
    {VV_RULE_SAME_PLACE, VV_OK, "No two handles of a layer are in the same place."},
    {VV_RULE_UNREACHABLE, VV_OK, "Each key of a scene can be reached from the one before inside the complex."},
    {VV_RULE_JOURNAL_TAIL, VV_OK, "The journal ends with a whole line."},
    {VV_RULE_LOOSE_LAYER, VV_OK, "Where a sprite lists its pins, they join all its layers."},
    {VV_RULE_START_INSIDE, VV_OK, "No actor starts inside an obstacle."},
    {VV_RULE_NOTHING_HOLDS, VV_OK, "Something holds up the actors of a stage."},
    {VV_RULE_STATE_UNREACHED, VV_OK, "Every state of a behaviour or a graph can be reached from its first."},
    {VV_RULE_SCRIPT_WORD, VV_OK, "A script, and the inputs of an actor, name what its behaviour or graph has."},
    {VV_RULE_NO_HOLD, VV_OK, "A script releases holds that its actor has or was given before."},
    {VV_RULE_CROSSING, VV_OK, "No polygon crosses itself: such a stage cannot be played."},
    {VV_RULE_LATE_KEYS, VV_OK, "Every track of a clip begins before the clip ends."},
    {VV_RULE_NO_LINKS, VV_OK, "Every member of a family is linked to another."},
    {VV_RULE_EMPTY_REGION, VV_OK, "Regions that are copied are of handles that move a layer."},
    {VV_RULE_ATTRACTION, VV_OK, "A puppet that is drawn to examples has a material that gives way to them."},
    {VV_RULE_SAME_SPOT, VV_OK, "No two examples or pseudo-examples of a field are at the same place."},
    {VV_RULE_FEW_EXAMPLES, VV_OK, "A field has at least one example more than axes."},
    {VV_RULE_IDLE_AXIS, VV_OK, "Along every axis some examples differ."},
    {VV_RULE_BEYOND_AXIS, VV_OK, "Examples are within the range of a clamped axis."},
    {VV_RULE_NO_CHANNELS, VV_OK, "A motion has channels."},
    {VV_RULE_NO_CURVES, VV_OK, "A channel of a motion has keys."},
    {VV_RULE_NO_TARGET, VV_OK, "A channel whose mode is secondary or lookat says what it is relative to."},
    {VV_RULE_IDLE_TARGET, VV_OK, "What a channel is relative to is asked for by its mode."},
    {VV_RULE_GROUP_GAP, VV_OK, "The groups of a motion are numbered from 1 without gaps."},
    {VV_RULE_NO_GROUP, VV_OK, "Relations, and what channels are relative to, name groups that channels have."},
    {VV_RULE_NO_AIM, VV_OK, "A play gives its motions the targets that they reach for, and no others."},
    {VV_RULE_FEW_KEYSTROKES, VV_OK, "A line has at least two keystrokes."},
    {VV_RULE_STEEP_PLANE, VV_OK, "The action plane of a line is turned by at most 75 degrees out of the view."},
    {VV_RULE_STROKE_LENGTH, VV_OK,
     "Keystrokes of the same bones differ in length by at most a quarter, since bones do not stretch."},
    {VV_RULE_TOO_LATE, VV_OK, "Pulls, twists and contacts of a line begin before it ends."},
};

static const rule *find_rule(vv_rule number)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].number == number)
            return &rules[i];
    }
    return NULL;
}

const char *vv_rule_text(vv_rule number)
{
    const rule *found = find_rule(number);
    return found ? found->text : NULL;
}

bool vv_rule_is_warning(vv_rule number) { return number >= VV_RULE_UNUSED_FILE; }

static vv_problem *next_problem(vv_problems *problems, vv_rule number)
{
    if (problems->memory || problems->full || (vv_rule_is_warning(number) && !problems->warnings))
        return NULL;
    uint32_t limit = problems->limit ? problems->limit : VV_PROBLEMS_MAX;
    if (problems->count == limit) {
        problems->full = true;
        return NULL;
    }
    void *items = problems->items;
    if (!vvi_grow(problems->allocator, &items, &problems->capacity, problems->count + 1, sizeof *problems->items)) {
        problems->memory = true;
        return NULL;
    }
    problems->items = items;
    problems->errors += !vv_rule_is_warning(number);
    vv_problem *problem = &problems->items[problems->count++];
    *problem = (vv_problem){.rule = number};
    return problem;
}

static void fill_problem(vv_problem *problem, const char *remedy, const char *format, va_list arguments)
{
    char message[2 * sizeof problem->error.message];
    vvi_format_list(message, sizeof message, format, arguments);
    vvi_fail(&problem->error, find_rule(problem->rule)->code, "%s", message);
    vvi_error_remedy(&problem->error, "%s", remedy);
}

void vv_problems_add(vv_problems *problems, vv_rule number, const vv_error *place, const char *remedy,
                     const char *format, ...)
{
    vv_problem *problem = next_problem(problems, number);
    if (!problem)
        return;
    va_list arguments;
    va_start(arguments, format);
    fill_problem(problem, remedy, format, arguments);
    va_end(arguments);
    if (place)
        vvi_error_place(&problem->error, place->file, place->line, place->path);
}

void vv_problems_release(vv_problems *problems)
{
    vvi_release(problems->allocator, problems->items, problems->capacity, sizeof *problems->items);
    *problems = (vv_problems){.allocator = problems->allocator};
}

bool vvi_problem(vvi_reader *r, const vv_json *value, vv_rule number, const char *remedy, const char *format, ...)
{
    vv_problem *problem = next_problem(r->problems, number);
    if (!problem)
        return false;
    va_list arguments;
    va_start(arguments, format);
    /* vv_json_fail knows the file; the message is filled in afterwards because both take lists. */
    vv_error place = {0};
    vv_json_fail(r->json, value, &place, VV_ERROR_FORMAT, "%s", "");
    fill_problem(problem, remedy, format, arguments);
    va_end(arguments);
    vvi_error_place(&problem->error, place.file, place.line, place.path);
    return false;
}

bool vvi_stopped(const vvi_reader *r)
{
    const vv_problems *problems = r->problems;
    return problems->memory || problems->full || (problems->limit && problems->count >= problems->limit);
}

void *vvi_take(vvi_reader *r, size_t count, size_t size)
{
    void *memory = vvi_arena_take(r->arena, count ? count : 1, size);
    if (!memory)
        r->problems->memory = true;
    return memory;
}

vv_result vvi_first_problem(const vv_problems *problems, vv_error *error)
{
    if (problems->memory)
        return vvi_fail_memory(error, sizeof(vv_problem));
    for (uint32_t i = 0; i < problems->count; i++) {
        const vv_problem *problem = &problems->items[i];
        if (vv_rule_is_warning(problem->rule))
            continue;
        if (error)
            *error = problem->error;
        return problem->error.code;
    }
    return VV_OK;
}
