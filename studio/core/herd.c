/* Creatures in the page: which are shown, their motion and their gait. */
#include "herd.h"

#include <string.h>

static vv_result fail(vv_studio *studio, vv_result code, const char *what)
{
    vv_error error = {0};
    vvi_fail(&error, code, "%s", what);
    return vvi_studio_fail(studio, &error);
}

vvi_herd *vvi_herd_current(vv_studio *studio)
{
    if (studio->herd == NULL)
        fail(studio, VV_ERROR_NOT_FOUND, "no creatures are open");
    return studio->herd;
}

const herd_creature *vvi_herd_member(vv_studio *studio, uint32_t member, uint32_t body)
{
    vvi_herd *herd = vvi_herd_current(studio);
    if (herd == NULL)
        return NULL;
    if (member < herd->count && body < vv_creature_body_count(herd->members[member].built->creature))
        return &herd->members[member];
    fail(studio, VV_ERROR_NOT_FOUND, "there is no such body");
    return NULL;
}

const vv_motion_channel *vvi_herd_channel(vv_studio *studio, uint32_t channel)
{
    vvi_herd *herd = vvi_herd_current(studio);
    if (herd == NULL)
        return NULL;
    const vv_project *project = vv_document_project(studio->document);
    if (herd->request.motion < project->motion_count &&
        channel < project->motions[herd->request.motion]->def.channel_count)
        return &project->motions[herd->request.motion]->def.channels[channel];
    fail(studio, VV_ERROR_NOT_FOUND, "there is no such channel");
    return NULL;
}

/* ---- Requests -------------------------------------------------------------------------------------------------- */

static const char *read_text(const vv_json *object, const char *name)
{
    const vv_json *value = vv_json_member(object, name);
    return value != NULL && value->kind == VV_JSON_STRING ? value->string : NULL;
}

static float read_number(const vv_json *object, const char *name, float fallback)
{
    const vv_json *value = vv_json_member(object, name);
    return value != NULL && value->kind == VV_JSON_NUMBER ? vvi_clamp((float)value->number, -100.0f, 100.0f) : fallback;
}

static bool read_flag(const vv_json *object, const char *name)
{
    const vv_json *value = vv_json_member(object, name);
    return value != NULL && value->kind == VV_JSON_TRUE;
}

static uint32_t read_index(const vv_json *object, const char *name, uint32_t fallback)
{
    const vv_json *value = vv_json_member(object, name);
    bool ok = value != NULL && value->kind == VV_JSON_NUMBER && value->number >= 0.0 && value->number < 65536.0;
    return ok ? (uint32_t)value->number : fallback;
}

static void read_targets(const vv_json *list, herd_request *request)
{
    const vv_json *item = list == NULL ? NULL : list->child;
    for (uint32_t t = 0; item != NULL && t < VV_MOTION_MAX_TARGETS; t++, item = item->next) {
        float place[3] = {0};
        const vv_json *value = item->kind == VV_JSON_ARRAY && item->count == 3 ? item->child : NULL;
        request->targets[t].known = value != NULL;
        for (uint32_t k = 0; value != NULL; k++, value = value->next)
            place[k] = value->kind == VV_JSON_NUMBER ? vvi_clamp((float)value->number, -100.0f, 100.0f) : 0.0f;
        request->targets[t].position = (vv_vec3){place[0], place[1], place[2]};
    }
}

static vv_result read_creatures(const vv_json *list, herd_request *request, vv_error *error)
{
    for (const vv_json *item = list == NULL ? NULL : list->child; item != NULL; item = item->next) {
        if (item->kind != VV_JSON_STRING || strlen(item->string) >= VV_PROJECT_NAME_BYTES || request->count == HERD_MAX)
            return vvi_fail(error, VV_ERROR_LIMIT, "\"creatures\" must be a list of at most %u names", HERD_MAX);
        memcpy(request->creatures[request->count++], item->string, strlen(item->string) + 1);
    }
    return VV_OK;
}

static vv_result read_request(const vv_project *project, const vv_json_document *json, herd_request *request,
                              vv_error *error)
{
    const vv_json *object = vv_json_root(json), *highlight = vv_json_member(object, "light");
    const vv_json *active = vv_json_member(object, "active");
    const char *motion = read_text(object, "motion"), *gait = read_text(object, "gait"),
               *body = read_text(active, "body");
    *request = (herd_request){.motion = VV_NONE, .gait = VV_NONE, .trial = read_index(object, "trial", VV_NONE)};
    if (motion != NULL)
        request->motion = vv_project_find_motion(project, motion);
    if (gait != NULL)
        request->gait = vv_project_find_gait(project, gait);
    request->speed = read_number(object, "speed", 0.0f);
    request->turning = read_number(object, "turning", 0.0f);
    request->variant = read_index(object, "variant", 0);
    request->mirror = read_flag(object, "mirror");
    request->channel = read_index(object, "channel", VV_NONE);
    read_targets(vv_json_member(object, "targets"), request);
    if (body != NULL && strlen(body) < sizeof request->active_body) {
        memcpy(request->active_body, body, strlen(body) + 1);
        request->active_member = read_index(active, "member", 0);
    }
    request->has_highlight = highlight != NULL && highlight->kind == VV_JSON_OBJECT;
    if (request->has_highlight) {
        vv_result result = vv_project_read_context(json, highlight, &request->highlight, error);
        if (result != VV_OK)
            return result;
    }
    return read_creatures(vv_json_member(object, "creatures"), request, error);
}

/* ---- Members --------------------------------------------------------------------------------------------------- */

static void release_creature(vv_studio *studio, herd_creature *creature)
{
    if (creature->built != NULL)
        vvi_release(studio->allocator, creature->placements, vv_creature_body_count(creature->built->creature),
                    sizeof *creature->placements);
    vvi_herd_end_trial(studio, creature);
    vv_creature_instance_destroy(creature->being);
    vv_built_creature_destroy(creature->built);
    *creature = (herd_creature){.play = VV_NONE};
}

/* "seed:7" is a generated creature; anything else is the name of one of the project's. */
static uint32_t parse_seed(const char *request)
{
    uint64_t seed = 0;
    if (strncmp(request, "seed:", 5) != 0 || request[5] == '\0')
        return VV_NONE;
    for (const char *c = request + 5; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || seed >= VV_NONE / 10)
            return VV_NONE;
        seed = 10 * seed + (uint64_t)(*c - '0');
    }
    return (uint32_t)seed;
}

static vv_result generate_creature(vv_studio *studio, uint32_t seed, vv_built_creature **out, vv_error *error)
{
    vv_creature_plan plan = {0};
    vv_result result = vv_plan_grow(seed, studio->allocator, &plan, error);
    return result == VV_OK ? vv_built_creature_create(&plan, studio->allocator, out, error) : result;
}

static vv_result find_built(vv_studio *studio, herd_creature *creature, const herd_creature *old, vv_error *error)
{
    const vv_built_creature *built = NULL;
    creature->seed = parse_seed(creature->request);
    if (creature->seed != VV_NONE && old != NULL && old->seed == creature->seed) {
        creature->built = vv_built_creature_retain(old->built);
        return VV_OK;
    }
    if (creature->seed != VV_NONE)
        return generate_creature(studio, creature->seed, &creature->built, error);
    uint32_t index = vv_project_find_creature(vv_document_project(studio->document), creature->request);
    if (index == VV_NONE)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no creature \"%s\"", creature->request);
    vv_result result = vv_session_creature(studio->session, index, &built, error);
    if (result == VV_OK)
        creature->built = vv_built_creature_retain(built);
    return result;
}

static vv_result add_member(vv_studio *studio, herd_creature *creature, vv_error *error)
{
    uint32_t bodies = vv_creature_body_count(creature->built->creature);
    creature->placements = vvi_allocate(studio->allocator, bodies, sizeof *creature->placements);
    if (creature->placements == NULL)
        return vvi_fail_memory(error, bodies * sizeof *creature->placements);
    vv_creature_rest(creature->built->creature, creature->placements);
    vv_creature_bounds(creature->built->creature, &creature->low, &creature->high);
    return vv_creature_instance_create(creature->built, NULL, studio->allocator, &creature->being, error);
}

/* Updates the list of members; creatures that were in the herd before are kept. */
static vv_result update_members(vv_studio *studio, vvi_herd *herd, const herd_request *request, bool *changed,
                                vv_error *error)
{
    herd_creature members[HERD_MAX] = {0};
    vv_result result = VV_OK;
    *changed = request->count != herd->count;
    for (uint32_t i = 0; result == VV_OK && i < request->count; i++) {
        herd_creature *old = i < herd->count ? &herd->members[i] : NULL;
        members[i].play = VV_NONE;
        memcpy(members[i].request, request->creatures[i], sizeof members[i].request);
        result = find_built(studio, &members[i], old, error);
        if (result == VV_OK && old != NULL && old->built == members[i].built) {
            vv_built_creature_destroy(members[i].built);
            members[i] = *old;
            *old = (herd_creature){.play = VV_NONE};
            memcpy(members[i].request, request->creatures[i], sizeof members[i].request);
        } else if (result == VV_OK) {
            *changed = true;
            result = add_member(studio, &members[i], error);
        }
    }
    for (uint32_t i = 0; i < herd->count; i++)
        release_creature(studio, &herd->members[i]);
    memcpy(herd->members, members, sizeof members);
    herd->count = request->count;
    return result;
}

static vv_result bind_motion(vv_studio *studio, vvi_herd *herd, herd_creature *creature, vv_error *error)
{
    const vv_built_motion *motion = NULL;
    vv_player *player = vv_creature_instance_player(creature->being);
    vv_result result = VV_OK;
    if (herd->request.motion != VV_NONE)
        result = vv_session_motion(studio->session, herd->request.motion, &motion, error);
    if (result != VV_OK ||
        (creature->binding != NULL && motion != NULL && vv_binding_motion(creature->binding) == motion->motion))
        return result;
    float time = vv_player_time(player, creature->play);
    vv_creature_instance_clear(creature->being);
    creature->binding = NULL;
    creature->play = VV_NONE;
    if (motion != NULL)
        result = vv_creature_instance_bind(creature->being, motion, &creature->binding, error);
    vvi_herd_begin_play(herd, creature);
    if (creature->play != VV_NONE && time > 0.0f)
        vv_player_seek(player, creature->play, time);
    return result;
}

static vv_result set_gait(vv_studio *studio, const vvi_herd *herd, herd_creature *creature, vv_error *error)
{
    const vv_built_gait *gait = NULL;
    const float weight = 1.0f;
    if (herd->request.gait != VV_NONE) {
        vv_result result = vv_session_gait(studio->session, herd->request.gait, &gait, error);
        if (result != VV_OK)
            return result;
    }
    /* Before the being releases its old gait, whose address a new one might get. */
    vv_result result =
        vvi_herd_begin_trial(studio, creature, gait != NULL ? gait->gait : NULL, herd->request.trial, error);
    vv_creature_instance_set_gaits(creature->being, gait != NULL ? 1 : 0, &gait, &weight);
    return result;
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

static vv_result update_herd(vv_studio *studio, const herd_request *request, vv_error *error)
{
    if (studio->herd == NULL)
        studio->herd = vvi_allocate_zeroed(studio->allocator, 1, sizeof *studio->herd);
    vvi_herd *herd = studio->herd;
    bool changed = false;
    if (herd == NULL)
        return vvi_fail_memory(error, sizeof *herd);
    bool replay = request->variant != herd->request.variant || request->mirror != herd->request.mirror;
    vv_result result = update_members(studio, herd, request, &changed, error);
    herd->request = *request;
    for (uint32_t i = 0; result == VV_OK && i < herd->count; i++) {
        result = bind_motion(studio, herd, &herd->members[i], error);
        if (result == VV_OK)
            result = set_gait(studio, herd, &herd->members[i], error);
        if (result == VV_OK && replay)
            vvi_herd_begin_play(herd, &herd->members[i]);
    }
    if (result == VV_OK && changed)
        result = vvi_herd_arrange(studio, herd, error);
    if (result != VV_OK)
        return result;
    vvi_herd_highlight(herd);
    vvi_herd_refresh(herd);
    return VV_OK;
}

const vv_herd_view *vv_studio_herd(vv_studio *studio, const char *json, uint32_t length)
{
    vv_json_document *text = NULL;
    herd_request request;
    vv_error error = {0};
    vv_result result = vv_json_parse(json, length, "creatures", studio->allocator, &text, &error);
    if (result == VV_OK)
        result = read_request(vv_document_project(studio->document), text, &request, &error);
    if (text != NULL)
        vv_json_destroy(text);
    if (result == VV_OK)
        result = update_herd(studio, &request, &error);
    if (result == VV_OK)
        return &studio->herd->view;
    vvi_herd_release(studio);
    vvi_studio_fail(studio, &error);
    return NULL;
}

void vvi_herd_release(vv_studio *studio)
{
    vvi_herd *herd = studio->herd;
    if (herd == NULL)
        return;
    for (uint32_t i = 0; i < HERD_MAX; i++)
        release_creature(studio, &herd->members[i]);
    vvi_release(studio->allocator, herd->positions, herd->vertex_capacity, sizeof *herd->positions);
    vvi_release(studio->allocator, herd->normals, herd->vertex_capacity, sizeof *herd->normals);
    vvi_release(studio->allocator, herd->colors, herd->vertex_capacity, sizeof *herd->colors);
    vvi_release(studio->allocator, herd->triangles, herd->triangle_capacity, 3 * sizeof *herd->triangles);
    vvi_release(studio->allocator, herd, 1, sizeof *herd);
    studio->herd = NULL;
}

void vv_studio_herd_end(vv_studio *studio) { vvi_herd_release(studio); }
