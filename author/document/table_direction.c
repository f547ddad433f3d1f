/* The direction of a puppet on a stage: targets that its handles follow, and motion copied from others. */
#include "author/document/puppets.h"
#include "author/document/schema.h"

#define ACTOR        vv_project_actor
#define FAR          VV_PROJECT_FAR
#define MOST_SECONDS 3600.0f

/* ---- Puppets before this one ------------------------------------------------------------------------------------- */

static const ACTOR *earlier_actor(const vvi_scope *scope, uint32_t index)
{
    return (const ACTOR *)vvi_scope_find(scope, &vvi_actor_schema)->list + index;
}

static uint32_t earlier_count(const vvi_scope *scope) { return vvi_scope_find(scope, &vvi_actor_schema)->index; }

/* Names have no control characters, so that others are never found. */
static const char *earlier_name(const vvi_scope *scope, uint32_t index)
{
    const ACTOR *actor = earlier_actor(scope, index);
    return actor->kind == VV_ACTOR_PUPPET && actor->artwork != VV_NONE ? actor->name : "\n";
}

static const vv_project_artwork *artwork_of_actor(const vvi_scope *scope, uint32_t index)
{
    return index == VV_NONE ? NULL : scope->project->artworks[earlier_actor(scope, index)->artwork];
}

static const vvi_schema_reference earlier = {.noun = VVI_ACTOR,
                                             .count = earlier_count,
                                             .name = earlier_name,
                                             .rule = VV_RULE_EARLIER,
                                             .remedy =
                                                 "name a puppet that stands before this one in the list of actors",
                                             .text = "there is no puppet \"%s\" before this actor"};

/* ---- What handles follow ----------------------------------------------------------------------------------------- */

#define FOLLOW vv_project_follow
#define DEFAULT_PARTICLE                                                                                               \
    {                                                                                                                  \
        .gravity = 1.0f, .floor = -INFINITY, .bounce = 0.8f                                                            \
    }
static const FOLLOW follow_defaults = {.def = {.parts = VV_PART_POSITION,
                                               .strength = 1.0f,
                                               .until = (double)INFINITY,
                                               .particle = DEFAULT_PARTICLE,
                                               .path = {.seconds = 1.0f},
                                               .relative = true},
                                       .actor = VV_NONE};

static const vvi_schema_field particle_fields[] = {
    {"at", VVI_VECTOR(vv_follow_particle, position, FAR), .presence = VVI_REQUIRED,
     VVI_DOC("", "where it is at the start")},
    {"velocity", VVI_VECTOR(vv_follow_particle, velocity, FAR), VVI_DOC("m/s", "at the start")},
    {"gravity", VVI_NUMBER(vv_follow_particle, gravity, -1000.0f, 1000.0f),
     VVI_DOC_SLIDER("", "factor on the stage's gravity", 0.0, 3.0, false)},
    {"floor", VVI_NUMBER(vv_follow_particle, floor, -FAR, FAR), .presence = VVI_NULLABLE,
     VVI_DOC("", "a height it bounces from; null: none")},
    {"bounce", VVI_NUMBER(vv_follow_particle, bounce, 0.0f, 1.0f), VVI_DOC("", "the share of its speed that it keeps")},
};
static const vv_follow_particle particle_defaults = DEFAULT_PARTICLE;
static const vvi_schema particle_schema = {VVI_TABLE("particle", vv_follow_particle, particle_fields),
                                           .defaults = &particle_defaults};

static const vvi_schema_field point_fields[] = {{NULL, .kind = VVI_KIND_VECTOR, .size = 2, .high = (double)FAR}};
static const vvi_schema point_schema = {VVI_TABLE("point", vv_vec2, point_fields)};
static const vvi_schema_list points = {
    VVI_ITEMS_OF(&point_schema, "points", VV_PROJECT_MAX_POINTS),
    .least = {2, VV_RULE_PATH_POINTS, "give at least two", "a path cannot have %u points"}};
static const vvi_schema_field path_fields[] = {
    {"points", VVI_LIST(vv_follow_path, point_count, points, vv_vec2, &points), .presence = VVI_REQUIRED,
     VVI_DOC("", "that it goes through")},
    {"closed", VVI_FLAG(vv_follow_path, closed), VVI_DOC("", "the last point leads to the first")},
    {"seconds", VVI_NUMBER(vv_follow_path, seconds, 0.01f, MOST_SECONDS),
     VVI_DOC_SLIDER("s", "for all of it", 0.1, 10.0, true)},
    {"loop", VVI_FLAG(vv_follow_path, loop), VVI_DOC("", "it begins again")},
    {"ease", VVI_FLAG(vv_follow_path, ease), VVI_DOC("", "slow at both ends")},
};
static const vv_follow_path path_defaults = {.seconds = 1.0f};
static const vvi_schema path_schema = {VVI_TABLE("path", vv_follow_path, path_fields), .defaults = &path_defaults};

static const vv_project_artwork *followed_artwork(const vvi_scope *scope)
{
    return artwork_of_actor(scope, ((const FOLLOW *)scope->item)->actor);
}

static const vvi_schema_reference followed_handles = {
    .noun = VVI_HANDLE, .artwork = followed_artwork, .owned = true, .remedy = "name a handle of that artwork"};
static const vvi_schema_field of_fields[] = {
    {"actor", VVI_REFERENCE(FOLLOW, actor, &earlier), .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL,
     VVI_DOC("", "a puppet that stands before this one")},
    {"handle", VVI_REFERENCE(FOLLOW, def.other, &followed_handles), .presence = VVI_REQUIRED, .flags = VVI_GUARDED,
     VVI_DOC("", "of that one's artwork")},
    {"relative", VVI_FLAG(FOLLOW, def.relative),
     VVI_DOC("", "it keeps the distance and angle that they have at the start, instead of coming together")},
};
static const vvi_schema of_schema = {VVI_TABLE("of", FOLLOW, of_fields), .flags = VVI_SCHEMA_FLAT,
                                     .defaults = &follow_defaults};

static const char *const part_words[] = {"position", "angle", "scale", NULL};
const vvi_schema_word_set vvi_part_set = {part_words,
                                          "write \"position\", \"angle\" or \"scale\"",
                                          NULL,
                                          NULL,
                                          "name one of \"position\", \"angle\" and \"scale\", or leave out \"keep\"",
                                          "this keeps nothing"};

static uint32_t followed_things(const vv_json *object)
{
    return (vvi_member(object, "particle") ? 1u : 0u) + (vvi_member(object, "path") ? 1u : 0u) +
           (vvi_member(object, "of") ? 1u : 0u);
}

static void check_follow(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    static const uint32_t has[] = {[VV_FOLLOW_PARTICLE] = VV_PART_POSITION,
                                   [VV_FOLLOW_PATH] = VV_PART_POSITION | VV_PART_ANGLE,
                                   [VV_FOLLOW_HANDLE] = VV_PART_ALL};
    const vv_follow *def = &((FOLLOW *)scope->item)->def;
    const vv_json *until = vvi_member(object, "until");
    if (!(def->until > def->from)) /* as vvi_follow_check asks */
        vvi_problem(r, until ? until : object, VV_RULE_FOLLOW_TIMES, "let it end later, or begin earlier",
                    "this follow begins at %g s and ends at %g s", def->from, def->until);
    if (followed_things(object) == 1 && (def->parts & ~has[def->kind]))
        vvi_problem(r, vvi_member(object, "keep"), VV_RULE_PARTS, "leave out what it does not have",
                    "a particle has a position only, and a path a position and an angle");
}

static const char *const followed_keys[] = {
    [VV_FOLLOW_PARTICLE] = "particle", [VV_FOLLOW_HANDLE] = "of", [VV_FOLLOW_PATH] = "path", NULL};
static const vvi_schema_choice followed = {.keys = followed_keys,
                                           .remedy = "give one of \"particle\", \"path\" and \"of\"",
                                           .text = "a handle follows exactly one thing"};
static const vvi_schema_field follow_fields[] = {
    {"handle", VVI_REFERENCE(FOLLOW, def.handle, &vvi_handles), .presence = VVI_REQUIRED,
     VVI_DOC("", "of this actor's artwork")},
    {"keep", VVI_WORD_SET(FOLLOW, def.parts, &vvi_part_set),
     VVI_DOC("", "in which parts; a particle has a position only, a path a position and the angle of its direction")},
    {"strength", VVI_NUMBER(FOLLOW, def.strength, 0.0f, 1.0f), VVI_DOC("", "as a key's")},
    {"from", VVI_SECONDS(FOLLOW, def.from, 0.0f, MOST_SECONDS), VVI_DOC("s", "when it begins, on the stage's clock")},
    {"until", VVI_SECONDS(FOLLOW, def.until, 0.0f, MOST_SECONDS), .presence = VVI_NULLABLE,
     VVI_DOC("s", "when it ends, later; null: never")},
    {"offset", VVI_VECTOR(FOLLOW, def.offset, FAR), VVI_DOC("m", "added to the position")},
    {NULL, VVI_CHOICE(FOLLOW, def.kind, 0, &followed)},
    {"particle", VVI_OBJECT(FOLLOW, def.particle, &particle_schema), .presence = VVI_TAGGED,
     .only = 1u << VV_FOLLOW_PARTICLE, VVI_DOC("", "a point that falls and bounces by itself")},
    {"path", VVI_OBJECT(FOLLOW, def.path, &path_schema), .presence = VVI_TAGGED, .only = 1u << VV_FOLLOW_PATH,
     VVI_DOC("", "a smooth curve through points")},
    {"of", VVI_FLAT_OBJECT(&of_schema), .presence = VVI_TAGGED, .only = 1u << VV_FOLLOW_HANDLE,
     VVI_DOC("", "another puppet's handle")},
};
static const vvi_schema follow_schema = {VVI_TABLE("follow", FOLLOW, follow_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                         .defaults = &follow_defaults, .tag = offsetof(FOLLOW, def.kind),
                                         .check = check_follow};
const vvi_schema_list vvi_follow_list = {VVI_ITEMS_OF(&follow_schema, "follows", VV_PUPPET_MAX_FOLLOWS)};

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

#define COPY vv_project_copy
#define PAIR vv_region_pair
static const vvi_schema copy_schema;

static const vv_project_recording *recording_of(const vvi_scope *scope)
{
    uint32_t recording = ((const COPY *)vvi_scope_find(scope, &copy_schema)->item)->recording;
    return recording == VV_NONE ? NULL : scope->project->recordings[recording];
}

/* Whose regions are copied; NULL where that is not known. */
static const vv_project_artwork *source_artwork(const vvi_scope *scope)
{
    const vv_project_recording *recording = recording_of(scope);
    if (recording)
        return recording->artwork == VV_NONE ? NULL : scope->project->artworks[recording->artwork];
    return artwork_of_actor(scope, ((const COPY *)vvi_scope_find(scope, &copy_schema)->item)->from);
}

static bool has_source(const vvi_scope *scope) { return source_artwork(scope) != NULL; }

/* A recording's region is as it was recorded. */
static void read_from_threshold(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    if (value && recording_of(scope))
        vvi_refuse_key(r, value->parent, scope->field->key, "a copy of a recording",
                       "remove it: the recording has its own");
    else if (value)
        vvi_number(r, value, 0.0f, 1.0f, &((PAIR *)scope->item)->from.threshold);
}

static void write_from_threshold(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    if (!recording_of(scope))
        vvi_write_float_member(w, name, ((const PAIR *)scope->item)->from.threshold, VVI_USUAL_THRESHOLD);
    else if (w->whole)
        vv_json_write_null(w->json, name);
}

static void check_pair(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    PAIR *pair = scope->item;
    const vv_project_recording *recording = recording_of(scope);
    for (uint32_t i = 0; recording && i < recording->region_count; i++) {
        if (recording->regions[i].handle == pair->from.handle) {
            pair->from = recording->regions[i];
            return;
        }
    }
    if (recording && pair->from.handle != VV_NONE)
        vvi_problem(r, vvi_member(object, "from"), VV_RULE_REFERENCE, "name a handle that it has a region of",
                    "the recording has no region \"%s\"", vvi_member(object, "from")->string);
}

static const vvi_schema_reference source_handles = {
    .noun = VVI_HANDLE, .artwork = source_artwork, .owned = true, .remedy = "name a handle of that artwork"};
static const vvi_schema_custom from_threshold = {read_from_threshold, write_from_threshold, NULL,
                                                 VVI_DOC_TYPE("number | null")};
static void warn_region(vvi_reader *r, const vv_json *json, const vv_project_artwork *artwork, uint32_t handle)
{
    if (!vvi_moves_layer(artwork, handle))
        vvi_problem(r, json, VV_RULE_EMPTY_REGION, "name another handle, or give this one \"layers\"",
                    "\"%s\" of \"%s\" moves no layer, so its region has no vertices", artwork->handles[handle].name,
                    artwork->name);
}

static void warn_pair(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const PAIR *pair = scope->item;
    warn_region(r, json, source_artwork(scope), pair->from.handle);
    warn_region(r, json, vvi_scope_artwork(scope), pair->to.handle);
}

static const vvi_schema_field pair_fields[] = {
    {"from", VVI_REFERENCE(PAIR, from.handle, &source_handles), .presence = VVI_REQUIRED,
     VVI_DOC("", "a handle of the source; of a recording, one of its regions'")},
    {"from_threshold", VVI_CUSTOM(&from_threshold),
     VVI_DOC("",
             "the region: vertices that it moves by more than this share, 0 … 1; a recording has its own; null: 0.4")},
    {"to", VVI_REFERENCE(PAIR, to.handle, &vvi_handles), .presence = VVI_REQUIRED,
     VVI_DOC("", "a handle of this actor's artwork")},
    {"to_threshold", VVI_NUMBER(PAIR, to.threshold, 0.0f, 1.0f),
     VVI_DOC("", "the region: vertices that it moves by more than this share")},
    {"place", VVI_NUMBER(PAIR, position_strength, 0.0f, 1.0f),
     VVI_DOC("", "how strongly its centroid goes along, as a key's strength")},
    {"shape", VVI_NUMBER(PAIR, shape_strength, 0.0f, 1.0f), VVI_DOC("", "how strongly it is deformed alike")},
};
static const PAIR pair_defaults = {{VV_NONE, VVI_USUAL_THRESHOLD}, {VV_NONE, VVI_USUAL_THRESHOLD}, 0.9f, 0.9f};
static const vvi_schema pair_schema = {VVI_TABLE("region", PAIR, pair_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                       .defaults = &pair_defaults, .check = check_pair, .warn = warn_pair};
static const vvi_schema_list pairs = {
    VVI_ITEMS_OF(&pair_schema, "regions", VV_PUPPET_MAX_REGIONS),
    .least = {1, VV_RULE_MISSING_KEY, "add one, or remove the copy", "this copies no regions"}};

static const char *const source_keys[] = {"from", "recording", NULL};
static const vvi_schema_choice sources = {.keys = source_keys};
static const vvi_schema_field copy_fields[] = {
    {NULL, VVI_UNTAGGED_CHOICE(&sources)},
    {"from", VVI_REFERENCE(COPY, from, &earlier), .presence = VVI_NULLABLE, .flags = VVI_BOUND,
     VVI_DOC("", "live: a puppet that stands before this one")},
    {"recording",
     VVI_REFERENCE(COPY, recording, VVI_TO(.noun = VVI_RECORDING, .remedy = "name a recording of this project")),
     .presence = VVI_NULLABLE, .flags = VVI_BOUND, VVI_DOC("", "what was recorded")},
    {"start", VVI_NUMBER(COPY, start, -MOST_SECONDS, MOST_SECONDS),
     VVI_DOC("s", "of the recording, on the stage's clock")},
    {"size", VVI_NUMBER(COPY, size, 0.0f, 1000.0f),
     VVI_DOC("", "how many times as large as in the source movements are; 0: as the two drawings' sizes")},
    {"regions", VVI_LIST(COPY, pair_count, pairs, vv_region_pair, &pairs), .presence = VVI_REQUIRED,
     .flags = VVI_GUARDED, VVI_DOC("", "which of its regions go along with which")},
};
/* Regions are required even if the source is unknown. */
static void check_regions(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    if (!has_source(scope))
        vvi_required(r, object, "regions");
}

static const COPY copy_defaults = {.from = VV_NONE, .recording = VV_NONE};
static const vvi_schema copy_schema = {VVI_TABLE("copy", COPY, copy_fields), .defaults = &copy_defaults,
                                       .guard = has_source, .check = check_regions};
const vvi_schema_list vvi_copy_list = {VVI_ITEMS_OF(&copy_schema, "copies", VV_PUPPET_MAX_COPIES)};
