/* Creatures with a surface to look at: from files and seeds. */
#include "creatures.h"
#include "library.h"
#include "session.h"

#include "author/base/path.h"

#include "runtime/base/base.h"

#include <string.h>

vv_built_creature *vv_built_creature_retain(const vv_built_creature *built)
{
    vv_built_creature *kept = (vv_built_creature *)(uintptr_t)built;
    kept->references++;
    return kept;
}

void vv_built_creature_destroy(vv_built_creature *built)
{
    if (built == NULL || --built->references > 0)
        return;
    vv_manikin_destroy(&built->figure);
    vv_skeleton_destroy(built->skeleton, built->allocator);
    vv_creature_destroy(built->creature, built->allocator);
    vv_plan_destroy(&built->plan);
    vvi_release(built->allocator, built, 1, sizeof *built);
}

/* Makes everything but the figure. Takes the plan over. */
static vv_result begin_creature(vv_creature_plan *plan, const vv_allocator *allocator, vv_built_creature **out,
                                vv_error *error)
{
    vv_built_creature *built = vvi_allocate_zeroed(allocator, 1, sizeof *built);
    if (built == NULL) {
        vv_plan_destroy(plan);
        return vvi_fail_memory(error, sizeof *built);
    }
    built->allocator = allocator;
    built->references = 1;
    built->plan = *plan;
    *plan = (vv_creature_plan){0};
    *out = built;
    vv_result result = vv_plan_creature(&built->plan, allocator, &built->creature, error);
    return result == VV_OK ? vv_plan_skeleton(&built->plan, allocator, &built->skeleton, error) : result;
}

static vv_result finish_creature(vv_result result, vv_built_creature **built)
{
    if (result != VV_OK) {
        vv_built_creature_destroy(*built);
        *built = NULL;
    }
    return result;
}

vv_result vv_built_creature_create(vv_creature_plan *plan, const vv_allocator *allocator, vv_built_creature **out,
                                   vv_error *error)
{
    *out = NULL;
    vv_result result = begin_creature(plan, allocator, out, error);
    if (result == VV_OK)
        result = vv_plan_skin(&(*out)->plan, allocator, &(*out)->figure, error);
    return finish_creature(result, out);
}

/* ---- What the project changes ------------------------------------------------------------------------------------ */

/* The bit of a cap by its name. A name that is not known is added to the plan's own caps; 0 where there is no room
 * left. */
static uint64_t find_or_add_cap(vv_creature_plan *plan, const char *name)
{
    for (uint32_t cap = 0; cap < VV_CAP_OWN; cap++)
        if (strcmp(vv_cap_name(cap), name) == 0)
            return VV_CAP_BIT(cap);
    for (uint32_t own = 0; own < plan->own_cap_count; own++)
        if (strcmp(plan->own_caps[own], name) == 0)
            return VV_CAP_BIT(VV_CAP_OWN + own);
    if (strlen(name) >= VV_CREATURE_NAME_BYTES)
        return 0;
    size_t count = plan->own_cap_count, size = sizeof *plan->own_caps;
    char(*longer)[VV_CREATURE_NAME_BYTES] =
        VV_CAP_OWN + count < VV_CREATURE_MAX_CAPS ? vvi_allocate_zeroed(plan->allocator, count + 1, size) : NULL;
    if (longer == NULL)
        return 0;
    if (count > 0)
        memcpy(longer, plan->own_caps, count * size);
    memcpy(longer[count], name, strlen(name) + 1);
    vvi_release(plan->allocator, plan->own_caps, count, size);
    plan->own_caps = longer;
    plan->own_cap_count++;
    return VV_CAP_BIT(VV_CAP_OWN + count);
}

static vv_result apply_caps(const vv_project_caps *caps_change, vv_creature_plan *plan, vv_error *error)
{
    for (uint32_t b = 0; b < plan->body_count; b++) {
        if (strcmp(plan->bodies[b].name, caps_change->body) != 0)
            continue;
        uint64_t caps = 0;
        for (uint32_t c = 0; c < caps_change->cap_count; c++) {
            uint64_t bit = find_or_add_cap(plan, caps_change->caps[c].text);
            if (bit == 0) {
                vvi_fail(error, VV_ERROR_LIMIT, "there is no room for the cap \"%s\"", caps_change->caps[c].text);
                vvi_error_remedy(error, "use at most %u caps of your own", VV_CREATURE_MAX_CAPS - VV_CAP_OWN);
                return VV_ERROR_LIMIT;
            }
            caps |= bit;
        }
        plan->bodies[b].body.caps = caps;
        return VV_OK;
    }
    vvi_fail(error, VV_ERROR_NOT_FOUND, "the creature has no body \"%s\"", caps_change->body);
    vvi_error_remedy(error, "take it out of the creature's \"caps\", or name one of its bodies");
    return VV_ERROR_NOT_FOUND;
}

static void scale_plan(vv_creature_plan *plan, float scale)
{
    for (uint32_t b = 0; b < plan->body_count; b++) {
        vv_plan_body *planned = &plan->bodies[b];
        vv_vec3 *lengths[] = {&planned->body.position, &planned->body.centre, &planned->body.low, &planned->body.high,
                              &planned->tip};
        for (uint32_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
            *lengths[k] = vv_vec3_scale(*lengths[k], scale);
        planned->radius[0] *= scale;
        planned->radius[1] *= scale;
    }
}

static vv_result apply_changes(const vv_project_creature *project, vv_creature_plan *plan, vv_error *error)
{
    scale_plan(plan, project->scale);
    uint32_t *colors[VV_CREATURE_PARTS] = {&plan->colors.skin, &plan->colors.back, &plan->colors.belly,
                                           &plan->colors.eyes};
    vv_result result = VV_OK;
    for (uint32_t c = 0; result == VV_OK && c < project->caps_count; c++)
        result = apply_caps(&project->caps[c], plan, error);
    for (uint32_t part = 0; part < VV_CREATURE_PARTS; part++) {
        const uint8_t *c = project->colours[part];
        if (project->coloured & 1u << part)
            *colors[part] = (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
    }
    return result;
}

/* ---- From skeletons ---------------------------------------------------------------------------------------------- */

/* project: with what it changes; NULL: nothing. */
static vv_result plan_skeleton(const vv_skeleton *skeleton, const vv_manikin *mesh, const vv_project_creature *project,
                               const vv_allocator *allocator, vv_creature_plan *plan, vv_plan_origin *origin,
                               vv_error *error)
{
    vv_result result = vv_plan_from_skeleton(skeleton, mesh, allocator, plan, origin, error);
    if (result != VV_OK || project == NULL)
        return result;
    origin->scale *= project->scale;
    origin->turned.position = vv_vec3_scale(origin->turned.position, project->scale);
    if ((result = apply_changes(project, plan, error)) == VV_OK)
        return result;
    vv_plan_destroy(plan);
    vv_plan_origin_destroy(origin);
    return result;
}

static vv_result build_skeleton(const vv_skeleton *skeleton, const vv_manikin *mesh, const vv_project_creature *project,
                                const vv_allocator *allocator, vv_built_creature **out, vv_error *error)
{
    vv_creature_plan plan = {0};
    vv_plan_origin origin = {0};
    *out = NULL;
    vv_result result = plan_skeleton(skeleton, mesh, project, allocator, &plan, &origin, error);
    if (result != VV_OK)
        return result;
    bool shown = mesh != NULL && (project == NULL || project->mesh);
    result = begin_creature(&plan, allocator, out, error);
    if (result == VV_OK)
        result = shown ? vv_plan_figure(&(*out)->plan, &origin, skeleton, mesh, allocator, &(*out)->figure, error)
                       : vv_plan_skin(&(*out)->plan, allocator, &(*out)->figure, error);
    if (result == VV_OK)
        (*out)->own_mesh = shown;
    vv_plan_origin_destroy(&origin);
    return finish_creature(result, out);
}

vv_result vv_built_creature_from_skeleton(const vv_skeleton *skeleton, const vv_manikin *figure,
                                          const vv_allocator *allocator, vv_built_creature **out, vv_error *error)
{
    return build_skeleton(skeleton, figure, NULL, allocator, out, error);
}

/* project: with what it changes; NULL: nothing. */
static vv_result build_from_model(const vv_model *model, const char *file, const vv_project_creature *project,
                                  const vv_allocator *allocator, vv_built_creature **out, vv_error *error)
{
    vv_result result = VV_OK;
    const vv_skeleton *skeleton = vvi_model_skeleton(model);
    if (skeleton == NULL)
        return vvi_fail_no_skeleton(error, file);
    vv_manikin mesh = {0};
    bool has_mesh = vvi_model_has_figure(model);
    if (has_mesh)
        result = vvi_model_figure(model, allocator, &mesh, error);
    if (result == VV_OK)
        result = build_skeleton(skeleton, has_mesh ? &mesh : NULL, project, allocator, out, error);
    if (has_mesh)
        vv_manikin_destroy(&mesh);
    return result;
}

vv_result vv_built_creature_from_model(const vv_model *model, const char *file, const vv_allocator *allocator,
                                       vv_built_creature **out, vv_error *error)
{
    *out = NULL;
    return build_from_model(model, file, NULL, allocator, out, error);
}

static vv_result build_model(vv_session *session, const vv_project_creature *project, vv_built_creature **out,
                             vv_error *error)
{
    const vv_model *model = NULL;
    vv_result result =
        vvi_prefix_error_path(vvi_library_model(session, project->file, 0.0f, &model, error), error, "file");
    return result == VV_OK ? build_from_model(model, project->file, project, vvi_session_allocator(session), out, error)
                           : result;
}

/* ---- From plans -------------------------------------------------------------------------------------------------- */

static vv_result read_plan(vv_session *session, const vv_project_creature *project, vv_creature_plan *plan,
                           vv_error *error)
{
    const vv_allocator *allocator = vvi_session_allocator(session);
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result =
        vvi_prefix_error_path(vvi_library_bytes(session, project->file, &bytes, &count, error), error, "file");
    if (result != VV_OK)
        return result;
    result = vv_plan_read((const char *)bytes, count, project->file, allocator, plan, error);
    vvi_release(allocator, bytes, count + 1, 1);
    return result;
}

static vv_result build_plan(vv_session *session, const vv_project_creature *project, vv_built_creature **out,
                            vv_error *error)
{
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_creature_plan plan = {0};
    vv_result result = project->file != NULL ? read_plan(session, project, &plan, error)
                                             : vv_plan_grow(project->seed, allocator, &plan, error);
    if (result != VV_OK)
        return result;
    if ((result = apply_changes(project, &plan, error)) != VV_OK) {
        vv_plan_destroy(&plan);
        return result;
    }
    return vv_built_creature_create(&plan, allocator, out, error);
}

/* ---- Sessions ---------------------------------------------------------------------------------------------------- */

uint64_t vvi_creature_key(const vv_session *session, uint32_t creature)
{
    uint64_t stamp = vvi_session_project(session)->creatures[creature]->stamp;
    return vv_hash_bytes(vvi_library_generation(vvi_session_library(session)), &stamp, sizeof stamp);
}

vv_result vv_session_creature(vv_session *session, uint32_t creature, const vv_built_creature **out, vv_error *error)
{
    const vv_project_creature *project = vvi_session_project(session)->creatures[creature];
    uint64_t key = vvi_creature_key(session, creature);
    *out = vvi_library_find(vvi_session_library(session), VVI_CREATURE, key);
    if (*out != NULL)
        return VV_OK;
    vv_built_creature *built = NULL;
    bool planned = project->file == NULL || vv_path_has_ending(project->file, ".json");
    vv_result result =
        planned ? build_plan(session, project, &built, error) : build_model(session, project, &built, error);
    if (result != VV_OK)
        return vvi_prefix_error_path(result, error, "$.creatures[%u]", creature);
    built->key = vvi_creature_key(session, creature);
    *out = built;
    return vvi_library_add(session, VVI_CREATURE, built->key, built, error);
}
