/* Creatures that play: a player, the bindings it has needed so far, and the surface that follows it. */
#include "creatures.h"
#include "session.h"

#include "runtime/base/base.h"

#include <string.h>

typedef struct bound_motion {
    vv_built_motion *motion; /* kept */
    vv_binding *binding;
} bound_motion;

struct vv_creature_instance {
    const vv_allocator *allocator;
    vv_built_creature *creature; /* kept */
    vv_player *player;
    bound_motion *bindings;
    uint32_t binding_count;
    size_t binding_room;
    vv_built_gait *gaits[VV_GAIT_MAX_STYLES]; /* kept, or NULL */
    vv_draw_data look;
    vv_vec3 *positions, *normals;
    vv_affine3 *globals, *scratch;
};

static bool allocate_surface(vv_creature_instance *being)
{
    const vv_manikin *figure = &being->creature->figure;
    uint32_t vertices = figure->form.vertex_count, bodies = figure->joint_count;
    being->positions = vvi_allocate(being->allocator, vertices, sizeof *being->positions);
    being->normals = vvi_allocate(being->allocator, vertices, sizeof *being->normals);
    being->globals = vvi_allocate(being->allocator, bodies, sizeof *being->globals);
    being->scratch = vvi_allocate(being->allocator, bodies, sizeof *being->scratch);
    being->look = (vv_draw_data){.vertex_count = vertices,
                                 .triangle_count = figure->form.triangle_count,
                                 .positions = being->positions,
                                 .normals = being->normals,
                                 .triangles = figure->form.triangles,
                                 .colors = figure->colors,
                                 .globals = being->globals};
    return being->positions && being->normals && being->globals && being->scratch;
}

vv_result vv_creature_instance_create(const vv_built_creature *creature, const vv_player_def *def,
                                      const vv_allocator *allocator, vv_creature_instance **out, vv_error *error)
{
    vv_creature_instance *being = vvi_allocate_zeroed(allocator, 1, sizeof *being);
    if (being == NULL)
        return vvi_fail_memory(error, sizeof *being);
    being->allocator = allocator;
    being->creature = vv_built_creature_retain(creature);
    vv_player_def player = def != NULL ? *def : vv_default_player_def(creature->creature);
    player.creature = creature->creature;
    vv_result result = vv_player_create(&player, allocator, &being->player, error);
    if (result == VV_OK && !allocate_surface(being))
        result = vvi_fail_memory(error, creature->figure.form.vertex_count * sizeof(vv_vec3));
    if (result != VV_OK) {
        vv_creature_instance_destroy(being);
        return result;
    }
    vv_creature_instance_skin(being, NULL);
    *out = being;
    return VV_OK;
}

void vv_creature_instance_destroy(vv_creature_instance *being)
{
    if (being == NULL)
        return;
    const vv_allocator *allocator = being->allocator;
    const vv_manikin *figure = &being->creature->figure;
    vv_creature_instance_clear(being);
    if (being->player != NULL)
        vv_player_destroy(being->player);
    vvi_release(allocator, being->bindings, being->binding_room, sizeof *being->bindings);
    vvi_release(allocator, being->positions, figure->form.vertex_count, sizeof *being->positions);
    vvi_release(allocator, being->normals, figure->form.vertex_count, sizeof *being->normals);
    vvi_release(allocator, being->globals, figure->joint_count, sizeof *being->globals);
    vvi_release(allocator, being->scratch, figure->joint_count, sizeof *being->scratch);
    for (uint32_t g = 0; g < VV_GAIT_MAX_STYLES; g++)
        vv_built_gait_destroy(being->gaits[g]);
    vv_built_creature_destroy(being->creature);
    vvi_release(allocator, being, 1, sizeof *being);
}

void vv_creature_instance_clear(vv_creature_instance *being)
{
    if (being->player != NULL)
        vv_player_clear(being->player);
    for (uint32_t i = 0; i < being->binding_count; i++) {
        vv_binding_destroy(being->bindings[i].binding);
        vv_built_motion_destroy(being->bindings[i].motion);
    }
    being->binding_count = 0;
}

const vv_built_creature *vv_creature_instance_creature(const vv_creature_instance *being) { return being->creature; }
vv_player *vv_creature_instance_player(const vv_creature_instance *being) { return being->player; }
vv_draw_data vv_creature_instance_draw_data(const vv_creature_instance *being) { return being->look; }

vv_result vv_creature_instance_bind(vv_creature_instance *being, const vv_built_motion *motion, const vv_binding **out,
                                    vv_error *error)
{
    for (uint32_t i = 0; i < being->binding_count; i++) {
        if (being->bindings[i].motion == motion) {
            *out = being->bindings[i].binding;
            return VV_OK;
        }
    }
    void *items = being->bindings;
    if (!vvi_grow(being->allocator, &items, &being->binding_room, (size_t)being->binding_count + 1,
                  sizeof *being->bindings))
        return vvi_fail_memory(error, sizeof *being->bindings);
    being->bindings = items;
    vv_binding *binding = NULL;
    vv_result result = vv_binding_create(motion->motion, being->creature->creature, being->allocator, &binding, error);
    if (result != VV_OK)
        return result;
    being->bindings[being->binding_count++] = (bound_motion){vv_built_motion_retain(motion), binding};
    *out = binding;
    return VV_OK;
}

vv_result vv_creature_instance_choose(vv_creature_instance *being, vv_session *session, const char *action,
                                      uint32_t *motion, const vv_binding **out, vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    *motion = VV_NONE;
    *out = NULL;
    for (uint32_t m = 0; m < project->motion_count; m++) {
        const vv_built_motion *built = NULL;
        const vv_binding *binding = NULL;
        if (!vv_project_motion_does(project, m, action))
            continue;
        vv_result result = vv_session_motion(session, m, &built, error);
        if (result == VV_OK)
            result = vv_creature_instance_bind(being, built, &binding, error);
        if (result != VV_OK)
            return result;
        if (vv_binding_variant_count(binding) > 0) {
            *motion = m;
            *out = binding;
            return VV_OK;
        }
    }
    return VV_OK;
}

void vv_creature_instance_set_gaits(vv_creature_instance *being, uint32_t count, const vv_built_gait *const *gaits,
                                    const float *weights)
{
    vv_built_gait *before[VV_GAIT_MAX_STYLES];
    const vv_gait *styles[VV_GAIT_MAX_STYLES];
    memcpy(before, being->gaits, sizeof before);
    memset(being->gaits, 0, sizeof being->gaits);
    for (uint32_t g = 0; g < count; g++) {
        being->gaits[g] = vv_built_gait_retain(gaits[g]);
        styles[g] = gaits[g]->gait;
    }
    vv_player_set_gaits(being->player, VV_NONE, count, styles, weights);
    for (uint32_t g = 0; g < VV_GAIT_MAX_STYLES; g++)
        vv_built_gait_destroy(before[g]);
}

void vv_creature_instance_skin(vv_creature_instance *being, const vv_transform3 *placements)
{
    const vv_manikin *figure = &being->creature->figure;
    if (placements == NULL)
        placements = vv_player_transforms(being->player);
    vv_plan_globals(&being->creature->plan, placements, being->globals);
    vv_skin3_apply(figure->skin, being->globals, figure->form.positions, figure->normals, being->scratch,
                   being->positions, being->normals);
}
