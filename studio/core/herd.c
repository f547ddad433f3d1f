/* Creatures in the page: which are shown, bound to which motion, going how. */
#include "herd.h"

#include <string.h>

static vv_result refuse(vv_studio *studio, vv_result code, const char *what)
{
    vv_error error = {0};
    vvi_fail(&error, code, "%s", what);
    return vvi_studio_refuse(studio, &error);
}

vvi_herd *vvi_herd_now(vv_studio *studio)
{
    if (studio->herd == NULL)
        refuse(studio, VV_ERROR_NOT_FOUND, "no creatures are open");
    return studio->herd;
}

const herd_creature *vvi_herd_member(vv_studio *studio, uint32_t member, uint32_t body)
{
    vvi_herd *herd = vvi_herd_now(studio);
    if (herd == NULL)
        return NULL;
    if (member < herd->count && body < vv_creature_body_count(herd->members[member].built->creature))
        return &herd->members[member];
    refuse(studio, VV_ERROR_NOT_FOUND, "there is no such body");
    return NULL;
}

const vv_motion_channel *vvi_herd_channel(vv_studio *studio, uint32_t channel)
{
    vvi_herd *herd = vvi_herd_now(studio);
    if (herd == NULL)
        return NULL;
    const vv_project *project = vv_document_project(studio->document);
    if (herd->wish.motion < project->motion_count && channel < project->motions[herd->wish.motion]->def.channel_count)
        return &project->motions[herd->wish.motion]->def.channels[channel];
    refuse(studio, VV_ERROR_NOT_FOUND, "there is no such channel");
    return NULL;
}

/* ---- What is wanted ---------------------------------------------------------------------------------------------------------------- */

static const char *text_of(const vv_json *object, const char *name)
{
    const vv_json *value = vv_json_member(object, name);
    return value != NULL && value->kind == VV_JSON_STRING ? value->string : NULL;
}

static float number_of(const vv_json *object, const char *name, float otherwise)
{
    const vv_json *value = vv_json_member(object, name);
    return value != NULL && value->kind == VV_JSON_NUMBER ? vvi_clamp((float)value->number, -100.0f, 100.0f)
                                                          : otherwise;
}

static bool truth_of(const vv_json *object, const char *name)
{
    const vv_json *value = vv_json_member(object, name);
    return value != NULL && value->kind == VV_JSON_TRUE;
}

static uint32_t index_of(const vv_json *object, const char *name, uint32_t otherwise)
{
    const vv_json *value = vv_json_member(object, name);
    bool good = value != NULL && value->kind == VV_JSON_NUMBER && value->number >= 0.0 && value->number < 65536.0;
    return good ? (uint32_t)value->number : otherwise;
}

static void read_targets(const vv_json *list, herd_wish *wish)
{
    const vv_json *item = list == NULL ? NULL : list->child;
    for (uint32_t t = 0; item != NULL && t < VV_MAX_TARGETS; t++, item = item->next) {
        float place[3] = {0};
        const vv_json *value = item->kind == VV_JSON_ARRAY && item->count == 3 ? item->child : NULL;
        wish->targets[t].known = value != NULL;
        for (uint32_t k = 0; value != NULL; k++, value = value->next)
            place[k] = value->kind == VV_JSON_NUMBER ? vvi_clamp((float)value->number, -100.0f, 100.0f) : 0.0f;
        wish->targets[t].place = (vv_vec3){place[0], place[1], place[2]};
    }
}

static vv_result read_creatures(const vv_json *list, herd_wish *wish, vv_error *error)
{
    for (const vv_json *item = list == NULL ? NULL : list->child; item != NULL; item = item->next) {
        if (item->kind != VV_JSON_STRING || strlen(item->string) >= VV_PROJECT_NAME_BYTES || wish->count == HERD_MAX)
            return vvi_fail(error, VV_ERROR_LIMIT, "at most %u creatures, each by its name", HERD_MAX);
        memcpy(wish->creatures[wish->count++], item->string, strlen(item->string) + 1);
    }
    return VV_OK;
}

static vv_result read_wish(const vv_project *project, const vv_json_document *json, herd_wish *wish, vv_error *error)
{
    const vv_json *object = vv_json_root(json), *light = vv_json_member(object, "light");
    const vv_json *active = vv_json_member(object, "active");
    const char *motion = text_of(object, "motion"), *gait = text_of(object, "gait"), *body = text_of(active, "body");
    *wish = (herd_wish){.motion = VV_NONE, .gait = VV_NONE, .trial = index_of(object, "trial", VV_NONE)};
    if (motion != NULL)
        wish->motion = vv_project_find_motion(project, motion);
    if (gait != NULL)
        wish->gait = vv_project_find_gait(project, gait);
    wish->speed = number_of(object, "speed", 0.0f);
    wish->turning = number_of(object, "turning", 0.0f);
    wish->variant = index_of(object, "variant", 0);
    wish->mirror = truth_of(object, "mirror");
    wish->channel = index_of(object, "channel", VV_NONE);
    read_targets(vv_json_member(object, "targets"), wish);
    if (body != NULL && strlen(body) < sizeof wish->active_body) {
        memcpy(wish->active_body, body, strlen(body) + 1);
        wish->active_member = index_of(active, "member", 0);
    }
    wish->lit = light != NULL && light->kind == VV_JSON_OBJECT;
    if (wish->lit) {
        vv_result result = vv_project_read_context(json, light, &wish->light, error);
        if (result != VV_OK)
            return result;
    }
    return read_creatures(vv_json_member(object, "creatures"), wish, error);
}

/* ---- Members ----------------------------------------------------------------------------------------------------------------------- */

static void drop(vv_studio *studio, herd_creature *creature)
{
    if (creature->built != NULL)
        vvi_release(studio->allocator, creature->placements, vv_creature_body_count(creature->built->creature),
                    sizeof *creature->placements);
    vvi_herd_try_end(studio, creature);
    vv_being_destroy(creature->being);
    vv_built_creature_destroy(creature->built);
    *creature = (herd_creature){.play = VV_NONE};
}

/* "seed:7" is grown; anything else is the name of one of the project's. */
static uint32_t seed_of(const char *wish)
{
    uint64_t seed = 0;
    if (strncmp(wish, "seed:", 5) != 0 || wish[5] == '\0')
        return VV_NONE;
    for (const char *c = wish + 5; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || seed >= VV_NONE / 10)
            return VV_NONE;
        seed = 10 * seed + (uint64_t)(*c - '0');
    }
    return (uint32_t)seed;
}

static vv_result grow(vv_studio *studio, uint32_t seed, vv_built_creature **out, vv_error *error)
{
    vv_creature_plan plan = {0};
    vv_result result = vv_plan_grow(seed, studio->allocator, &plan, error);
    return result == VV_OK ? vv_built_creature_create(&plan, studio->allocator, out, error) : result;
}

static vv_result find_built(vv_studio *studio, herd_creature *creature, const herd_creature *before, vv_error *error)
{
    const vv_built_creature *built = NULL;
    creature->seed = seed_of(creature->wish);
    if (creature->seed != VV_NONE && before != NULL && before->seed == creature->seed) {
        creature->built = vv_built_creature_keep(before->built);
        return VV_OK;
    }
    if (creature->seed != VV_NONE)
        return grow(studio, creature->seed, &creature->built, error);
    uint32_t index = vv_project_find_creature(vv_document_project(studio->document), creature->wish);
    if (index == VV_NONE)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no creature \"%s\"", creature->wish);
    vv_result result = vv_session_creature(studio->session, index, &built, error);
    if (result == VV_OK)
        creature->built = vv_built_creature_keep(built);
    return result;
}

static vv_result join(vv_studio *studio, herd_creature *creature, vv_error *error)
{
    uint32_t bodies = vv_creature_body_count(creature->built->creature);
    creature->placements = vvi_allocate(studio->allocator, bodies, sizeof *creature->placements);
    if (creature->placements == NULL)
        return vvi_fail_memory(error, bodies * sizeof *creature->placements);
    vv_creature_rest(creature->built->creature, creature->placements);
    vv_creature_bounds(creature->built->creature, &creature->low, &creature->high);
    return vv_being_create(creature->built, NULL, studio->allocator, &creature->being, error);
}

/* Takes over from the herd before whoever is the same. */
static vv_result gather(vv_studio *studio, vvi_herd *herd, const herd_wish *wish, bool *changed, vv_error *error)
{
    herd_creature fresh[HERD_MAX] = {0};
    vv_result result = VV_OK;
    *changed = wish->count != herd->count;
    for (uint32_t i = 0; result == VV_OK && i < wish->count; i++) {
        herd_creature *before = i < herd->count ? &herd->members[i] : NULL;
        fresh[i].play = VV_NONE;
        memcpy(fresh[i].wish, wish->creatures[i], sizeof fresh[i].wish);
        result = find_built(studio, &fresh[i], before, error);
        if (result == VV_OK && before != NULL && before->built == fresh[i].built) {
            vv_built_creature_destroy(fresh[i].built);
            fresh[i] = *before;
            *before = (herd_creature){.play = VV_NONE};
            memcpy(fresh[i].wish, wish->creatures[i], sizeof fresh[i].wish);
        } else if (result == VV_OK) {
            *changed = true;
            result = join(studio, &fresh[i], error);
        }
    }
    for (uint32_t i = 0; i < herd->count; i++)
        drop(studio, &herd->members[i]);
    memcpy(herd->members, fresh, sizeof fresh);
    herd->count = wish->count;
    return result;
}

static vv_result bind(vv_studio *studio, vvi_herd *herd, herd_creature *creature, vv_error *error)
{
    const vv_built_motion *motion = NULL;
    vv_player *player = vv_being_player(creature->being);
    vv_result result = VV_OK;
    if (herd->wish.motion != VV_NONE)
        result = vv_session_motion(studio->session, herd->wish.motion, &motion, error);
    if (result != VV_OK ||
        (creature->binding != NULL && motion != NULL && vv_binding_motion(creature->binding) == motion->motion))
        return result;
    float time = vv_player_time(player, creature->play);
    vv_being_forget(creature->being);
    creature->binding = NULL;
    creature->play = VV_NONE;
    if (motion != NULL)
        result = vv_being_bind(creature->being, motion, &creature->binding, error);
    vvi_herd_begin_play(herd, creature);
    if (creature->play != VV_NONE && time > 0.0f)
        vv_player_seek(player, creature->play, time);
    return result;
}

static vv_result walk(vv_studio *studio, const vvi_herd *herd, herd_creature *creature, vv_error *error)
{
    const vv_built_gait *gait = NULL;
    const float weight = 1.0f;
    if (herd->wish.gait != VV_NONE) {
        vv_result result = vv_session_gait(studio->session, herd->wish.gait, &gait, error);
        if (result != VV_OK)
            return result;
    }
    /* Before the being lets go of the gait that it had: another one may come to lie where that was. */
    vv_result result = vvi_herd_try(studio, creature, gait != NULL ? gait->gait : NULL, herd->wish.trial, error);
    vv_being_set_gaits(creature->being, gait != NULL ? 1 : 0, &gait, &weight);
    return result;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------------------------- */

static vv_result update(vv_studio *studio, const herd_wish *wish, vv_error *error)
{
    if (studio->herd == NULL)
        studio->herd = vvi_allocate_zeroed(studio->allocator, 1, sizeof *studio->herd);
    vvi_herd *herd = studio->herd;
    bool changed = false;
    if (herd == NULL)
        return vvi_fail_memory(error, sizeof *herd);
    bool replay = wish->variant != herd->wish.variant || wish->mirror != herd->wish.mirror;
    vv_result result = gather(studio, herd, wish, &changed, error);
    herd->wish = *wish;
    for (uint32_t i = 0; result == VV_OK && i < herd->count; i++) {
        result = bind(studio, herd, &herd->members[i], error);
        if (result == VV_OK)
            result = walk(studio, herd, &herd->members[i], error);
        if (result == VV_OK && replay)
            vvi_herd_begin_play(herd, &herd->members[i]);
    }
    if (result == VV_OK && changed)
        result = vvi_herd_arrange(studio, herd, error);
    if (result != VV_OK)
        return result;
    vvi_herd_light(herd);
    vvi_herd_refresh(herd);
    return VV_OK;
}

const vv_herd_view *vv_studio_herd(vv_studio *studio, const char *json, uint32_t length)
{
    vv_json_document *text = NULL;
    herd_wish wish;
    vv_error error = {0};
    vv_result result = vv_json_parse(json, length, "creatures", studio->allocator, &text, &error);
    if (result == VV_OK)
        result = read_wish(vv_document_project(studio->document), text, &wish, &error);
    if (text != NULL)
        vv_json_destroy(text);
    if (result == VV_OK)
        result = update(studio, &wish, &error);
    if (result == VV_OK)
        return &studio->herd->view;
    vvi_herd_release(studio);
    vvi_studio_refuse(studio, &error);
    return NULL;
}

void vvi_herd_release(vv_studio *studio)
{
    vvi_herd *herd = studio->herd;
    if (herd == NULL)
        return;
    for (uint32_t i = 0; i < HERD_MAX; i++)
        drop(studio, &herd->members[i]);
    vvi_release(studio->allocator, herd->positions, herd->vertex_room, sizeof *herd->positions);
    vvi_release(studio->allocator, herd->normals, herd->vertex_room, sizeof *herd->normals);
    vvi_release(studio->allocator, herd->colors, herd->vertex_room, sizeof *herd->colors);
    vvi_release(studio->allocator, herd->triangles, herd->triangle_room, 3 * sizeof *herd->triangles);
    vvi_release(studio->allocator, herd, 1, sizeof *herd);
    studio->herd = NULL;
}

void vv_studio_herd_end(vv_studio *studio) { vvi_herd_release(studio); }
