/* What directs a puppet on a stage, out of JSON: its material, family, examples and clip, what its handles follow, and
 * motion copied from others. */
#include "author/document/puppets.h"

#define MOST_SECONDS 3600.0f

/* ---- Who is named --------------------------------------------------------------------------------------------------- */

/* The artworks and actors that names here refer to. */
typedef struct directing {
    const vv_project *project;
    const vv_project_actor *earlier; /* [earlier_count] the actors before this one */
    uint32_t earlier_count;
    const vv_project_artwork *artwork;
} directing;

/* A puppet before this one; VV_NONE after a problem. */
static uint32_t read_earlier(vvi_reader *r, const vv_json *value, const directing *d)
{
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    vv_project_scene before = {.stage = {.actors = d->earlier, .actor_count = d->earlier_count}};
    uint32_t found = vv_project_find_actor(&before, value->string);
    if (found != VV_NONE && d->earlier[found].kind == VV_ACTOR_PUPPET && d->earlier[found].artwork != VV_NONE)
        return found;
    vvi_problem(r, value, VV_RULE_EARLIER, "name a puppet that stands before this one in the list of actors",
                "there is no puppet \"%s\" before this actor", value->string);
    return VV_NONE;
}

/* ---- What handles follow -------------------------------------------------------------------------------------------- */

vv_project_follow vvi_default_follow(void)
{
    return (vv_project_follow){.def = {.parts = VV_PART_POSITION,
                                       .strength = 1.0f,
                                       .until = (double)INFINITY,
                                       .particle = {.gravity = 1.0f, .floor = -INFINITY, .bounce = 0.8f},
                                       .path = {.seconds = 1.0f},
                                       .relative = true},
                               .actor = VV_NONE};
}

static void read_particle(vvi_reader *r, const vv_json *object, vv_project_follow *follow)
{
    static const char *const keys[] = {"at", "velocity", "gravity", "floor", "bounce", NULL};
    vv_particle *particle = &follow->def.particle;
    const vv_vec2 zero = {0.0f, 0.0f};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_required(r, object, "at");
    vvi_vec2_member(r, object, "at", zero, &particle->position);
    vvi_vec2_member(r, object, "velocity", zero, &particle->velocity);
    vvi_float_member(r, object, "gravity", 1.0f, -1000.0f, 1000.0f, &particle->gravity);
    vvi_float_member(r, object, "floor", -INFINITY, -VV_PROJECT_FAR, VV_PROJECT_FAR, &particle->floor);
    vvi_float_member(r, object, "bounce", 0.8f, 0.0f, 1.0f, &particle->bounce);
}

static void read_path_points(vvi_reader *r, const vv_json *list, vv_path *path)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_POINTS, "points");
    vv_vec2 *points = vvi_take(r, count, sizeof *points);
    if (!points)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        float pair[2] = {0.0f, 0.0f};
        vvi_numbers(r, item, 2, VV_PROJECT_FAR, pair);
        points[item->index] = (vv_vec2){pair[0], pair[1]};
    }
    if (list->kind == VV_JSON_ARRAY && list->count < 2)
        vvi_problem(r, list, VV_RULE_PATH_POINTS, "give at least two", "a path cannot have %u points", list->count);
    path->points = points;
    path->point_count = count;
}

static void read_path(vvi_reader *r, const vv_json *object, vv_project_follow *follow)
{
    static const char *const keys[] = {"points", "closed", "seconds", "loop", "ease", NULL};
    vv_path *path = &follow->def.path;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *points = vvi_required(r, object, "points");
    if (points)
        read_path_points(r, points, path);
    vvi_bool_member(r, object, "closed", false, &path->closed);
    vvi_float_member(r, object, "seconds", 1.0f, 0.01f, MOST_SECONDS, &path->seconds);
    vvi_bool_member(r, object, "loop", false, &path->loop);
    vvi_bool_member(r, object, "ease", false, &path->ease);
}

static void read_other(vvi_reader *r, const vv_json *object, const directing *d, vv_project_follow *follow)
{
    static const char *const keys[] = {"actor", "handle", "relative", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    follow->actor = read_earlier(r, vvi_required(r, object, "actor"), d);
    if (follow->actor != VV_NONE)
        follow->def.other =
            vvi_handle_member(r, object, "handle", d->project->artworks[d->earlier[follow->actor].artwork]);
    vvi_bool_member(r, object, "relative", true, &follow->def.relative);
}

/* What it follows: exactly one. */
static void read_followed(vvi_reader *r, const vv_json *object, const directing *d, vv_project_follow *follow)
{
    const vv_json *particle = vvi_member(object, "particle"), *path = vvi_member(object, "path");
    const vv_json *other = vvi_member(object, "of");
    if ((particle != NULL) + (path != NULL) + (other != NULL) != 1) {
        vvi_problem(r, object, VV_RULE_ONE_OF, "give one of \"particle\", \"path\" and \"of\"",
                    "a handle follows exactly one thing");
        return;
    }
    follow->def.kind = particle ? VV_FOLLOW_PARTICLE : path ? VV_FOLLOW_PATH : VV_FOLLOW_HANDLE;
    uint32_t has = particle ? VV_PART_POSITION : path ? VV_PART_POSITION | VV_PART_ANGLE : VV_PART_ALL;
    if (follow->def.parts & ~has)
        vvi_problem(r, vvi_member(object, "keep"), VV_RULE_PARTS, "leave out what it does not have",
                    "a particle has a position only, and a path a position and an angle");
    if (particle)
        read_particle(r, particle, follow);
    if (path)
        read_path(r, path, follow);
    if (other)
        read_other(r, other, d, follow);
}

static void read_follow(vvi_reader *r, const vv_json *object, const directing *d, vv_project_follow *follow)
{
    static const char *const keys[] = {"handle", "keep",     "strength", "from", "until",
                                       "offset", "particle", "path",     "of",   NULL};
    float from = 0.0f, until = INFINITY;
    *follow = vvi_default_follow();
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    follow->def.handle = vvi_handle_member(r, object, "handle", d->artwork);
    vvi_parts_member(r, object, &follow->def.parts);
    vvi_float_member(r, object, "strength", 1.0f, 0.0f, 1.0f, &follow->def.strength);
    vvi_float_member(r, object, "from", 0.0f, 0.0f, MOST_SECONDS, &from);
    vvi_float_member(r, object, "until", INFINITY, 0.0f, MOST_SECONDS, &until);
    vvi_vec2_member(r, object, "offset", (vv_vec2){0.0f, 0.0f}, &follow->def.offset);
    follow->def.from = (double)from;
    follow->def.until = (double)until;
    if (!(until > from)) /* as vvi_follow_check asks */
        vvi_problem(r, vvi_member(object, "until") ? vvi_member(object, "until") : object, VV_RULE_FOLLOW_TIMES,
                    "let it end later, or begin earlier", "this follow begins at %g s and ends at %g s", (double)from,
                    (double)until);
    read_followed(r, object, d, follow);
}

static void read_follows(vvi_reader *r, const vv_json *list, const directing *d, vv_project_actor *actor)
{
    uint32_t count = vvi_list(r, list, VV_PUPPET_MAX_FOLLOWS, "follows");
    vv_project_follow *follows = vvi_take(r, count, sizeof *follows);
    if (!follows)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_follow(r, item, d, &follows[item->index]);
    actor->follows = follows;
    actor->follow_count = count;
}

/* ---- Copies --------------------------------------------------------------------------------------------------------- */

/* A recording's region is as it was recorded. */
static void read_recorded(vvi_reader *r, const vv_json *object, const vv_project_recording *recording,
                          vv_region_pair *pair)
{
    vvi_refuse_key(r, object, "from_threshold", "a copy of a recording", "remove it: the recording has its own");
    for (uint32_t i = 0; i < recording->region_count; i++) {
        if (recording->regions[i].handle == pair->from.handle) {
            pair->from = recording->regions[i];
            return;
        }
    }
    if (pair->from.handle != VV_NONE)
        vvi_problem(r, vvi_member(object, "from"), VV_RULE_REFERENCE, "name a handle that it has a region of",
                    "the recording has no region \"%s\"", vvi_member(object, "from")->string);
}

static void read_pair(vvi_reader *r, const vv_json *object, const directing *d, const vv_project_copy *copy,
                      vv_region_pair *pair)
{
    static const char *const keys[] = {"from", "from_threshold", "to", "to_threshold", "place", "shape", NULL};
    const vv_project_recording *recording = copy->recording == VV_NONE ? NULL : d->project->recordings[copy->recording];
    uint32_t source = recording ? recording->artwork : d->earlier[copy->from].artwork;
    *pair = vvi_default_pair();
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    pair->from.handle = vvi_handle_member(r, object, "from", d->project->artworks[source]);
    pair->to.handle = vvi_handle_member(r, object, "to", d->artwork);
    if (recording)
        read_recorded(r, object, recording, pair);
    else
        vvi_float_member(r, object, "from_threshold", VVI_USUAL_THRESHOLD, 0.0f, 1.0f, &pair->from.threshold);
    vvi_float_member(r, object, "to_threshold", VVI_USUAL_THRESHOLD, 0.0f, 1.0f, &pair->to.threshold);
    vvi_float_member(r, object, "place", pair->place, 0.0f, 1.0f, &pair->place);
    vvi_float_member(r, object, "shape", pair->shape, 0.0f, 1.0f, &pair->shape);
}

vv_region_pair vvi_default_pair(void)
{
    return (vv_region_pair){{VV_NONE, VVI_USUAL_THRESHOLD}, {VV_NONE, VVI_USUAL_THRESHOLD}, 0.9f, 0.9f};
}

static void read_pairs(vvi_reader *r, const vv_json *list, const directing *d, vv_project_copy *copy)
{
    uint32_t count = vvi_list(r, list, VV_PUPPET_MAX_REGIONS, "regions");
    vv_region_pair *pairs = vvi_take(r, count, sizeof *pairs);
    if (!pairs)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_pair(r, item, d, copy, &pairs[item->index]);
    if (list->kind == VV_JSON_ARRAY && list->count == 0)
        vvi_problem(r, list, VV_RULE_MISSING_KEY, "add one, or remove the copy", "this copies no regions");
    copy->pairs = pairs;
    copy->pair_count = count;
}

static void read_source(vvi_reader *r, const vv_json *object, const directing *d, vv_project_copy *copy)
{
    uint32_t which = vvi_one_of(r, object, "from", "recording");
    if (which == 0)
        copy->from = read_earlier(r, vvi_member(object, "from"), d);
    const vv_json *name = vvi_member(object, "recording");
    if (which != 1 || !vvi_is(r, name, VV_JSON_STRING))
        return;
    copy->recording = vv_project_find_recording(d->project, name->string);
    if (copy->recording == VV_NONE)
        vvi_problem(r, name, VV_RULE_REFERENCE, "name a recording of this project", "there is no recording \"%s\"",
                    name->string);
}

static void read_copy(vvi_reader *r, const vv_json *object, const directing *d, vv_project_copy *copy)
{
    static const char *const keys[] = {"from", "recording", "start", "size", "regions", NULL};
    *copy = (vv_project_copy){.from = VV_NONE, .recording = VV_NONE};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    read_source(r, object, d, copy);
    vvi_float_member(r, object, "start", 0.0f, -MOST_SECONDS, MOST_SECONDS, &copy->start);
    vvi_float_member(r, object, "size", 0.0f, 0.0f, 1000.0f, &copy->size);
    const vv_json *regions = vvi_required(r, object, "regions");
    bool found = copy->from != VV_NONE ||
                 (copy->recording != VV_NONE && d->project->recordings[copy->recording]->artwork != VV_NONE);
    if (regions && found)
        read_pairs(r, regions, d, copy);
}

static void read_copies(vvi_reader *r, const vv_json *list, const directing *d, vv_project_actor *actor)
{
    uint32_t count = vvi_list(r, list, VV_PUPPET_MAX_COPIES, "copies");
    vv_project_copy *copies = vvi_take(r, count, sizeof *copies);
    if (!copies)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_copy(r, item, d, &copies[item->index]);
    actor->copies = copies;
    actor->copy_count = count;
}

/* ---- Family, examples, clip ------------------------------------------------------------------------------------------- */

static void read_family(vvi_reader *r, const vv_json *object, const directing *d, vv_project_actor *actor)
{
    bool reset;
    const vv_json *value = vvi_optional(object, "family", &reset);
    if (reset)
        actor->family = VV_NONE;
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    actor->family = vv_project_find_family(d->project, value->string);
    if (actor->family == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name a family of this project", "there is no family \"%s\"",
                    value->string);
    else if (vv_project_find_member(d->project->families[actor->family], actor->artwork) == VV_NONE)
        vvi_problem(r, value, VV_RULE_MEMBER, "add it to the family's \"members\", or name another family",
                    "\"%s\" is not a member of the family \"%s\"", d->artwork->name, value->string);
}

uint32_t vvi_clip_value(vvi_reader *r, const vv_json *value, const vv_project *project, uint32_t artwork)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vv_project_find_clip(project, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name a clip of this project", "there is no clip \"%s\"",
                    value->string);
    else if (project->clips[found]->artwork != artwork)
        vvi_problem(r, value, VV_RULE_MEMBER, "name a clip of the actor's own artwork",
                    "the clip \"%s\" moves another artwork's handles", value->string);
    return found;
}

static void read_attractions(vvi_reader *r, const vv_json *list, const directing *d, vv_project_actor *actor)
{
    uint32_t count = vvi_list(r, list, VV_BLEND_MAX_EXAMPLES, "attractions");
    uint32_t *examples = vvi_take(r, count, sizeof *examples);
    for (const vv_json *item = examples && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_is(r, item, VV_JSON_STRING))
            continue;
        uint32_t found = examples[item->index] = vv_project_find_example(d->artwork, item->string);
        if (found == VV_NONE)
            vvi_problem(r, item, VV_RULE_REFERENCE, "name an example of its artwork", "there is no example \"%s\"",
                        item->string);
        for (uint32_t i = 0; i < item->index && found != VV_NONE; i++) {
            if (examples[i] == found)
                vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time",
                            item->string);
        }
    }
    actor->attractions = examples;
    actor->attraction_count = examples ? count : 0;
}

void vvi_read_actor_clip(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_actor *actor)
{
    bool reset;
    const vv_json *value = vvi_optional(object, "clip", &reset);
    if (reset)
        actor->clip = VV_NONE;
    if (value)
        actor->clip = vvi_clip_value(r, value, project, actor->artwork);
    vvi_float_member(r, object, "clip_start", 0.0f, -MOST_SECONDS, MOST_SECONDS, &actor->clip_start);
}

/* Lists are given whole, of a material only what changes. */
static void read_lists(vvi_reader *r, const vv_json *object, const directing *d, vv_project_actor *actor)
{
    bool editing = r->editing, no_attractions, no_follows, no_copies;
    const vv_json *attractions = vvi_optional(object, "attractions", &no_attractions);
    const vv_json *follows = vvi_optional(object, "follows", &no_follows);
    const vv_json *copies = vvi_optional(object, "copies", &no_copies);
    r->editing = false;
    if (no_attractions)
        actor->attraction_count = 0;
    if (attractions)
        read_attractions(r, attractions, d, actor);
    if (no_follows)
        actor->follow_count = 0;
    if (follows)
        read_follows(r, follows, d, actor);
    if (no_copies)
        actor->copy_count = 0;
    if (copies)
        read_copies(r, copies, d, actor);
    r->editing = editing;
}

void vvi_read_directions(vvi_reader *r, const vv_json *object, const vv_project *project,
                         const vv_project_actor *earlier, uint32_t earlier_count, vv_project_actor *actor)
{
    directing d = {project, earlier, earlier_count, project->artworks[actor->artwork]};
    bool reset;
    const vv_json *material = vvi_optional(object, "material", &reset);
    if (reset)
        actor->material = vvi_default_material();
    if (material)
        vvi_read_material(r, material, &actor->material);
    read_family(r, object, &d, actor);
    read_lists(r, object, &d, actor);
}
