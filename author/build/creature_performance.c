/* The creatures of a scene: each goes along its way and plays what the scene says, at the times that it says. Steps
 * have a fixed length, so that a scene is the same at every frame rate. */
#include "creature_performance.h"
#include "library.h"
#include "session.h"

#include "runtime/base/base.h"

static const double step_seconds = 1.0 / 120.0;

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static uint64_t mix_key(uint64_t key, uint64_t part) { return vv_hash_bytes(key, &part, sizeof part); }

uint64_t vv_creature_performance_key(vv_session *session, uint32_t scene)
{
    const vv_project *project = vvi_session_project(session);
    const vv_project_scene *s = project->scenes[scene];
    uint64_t key = mix_key((uint64_t)(uintptr_t)s, s->ground);
    for (uint32_t c = 0; c < project->creature_count; c++)
        key = mix_key(key, vvi_creature_key(session, c));
    for (uint32_t m = 0; m < project->motion_count; m++)
        key = mix_key(key, vvi_motion_key(session, m));
    for (uint32_t g = 0; g < project->gait_count; g++)
        key = mix_key(key, vvi_gait_key(session, g));
    return key;
}

static vv_result bind_plays(vv_creature_performance *troupe, vv_session *session, vvi_member *member, vv_error *error)
{
    vv_result result = VV_OK;
    member->bindings = vvi_arena_allocate(&troupe->arena, member->cast->play_count + 1, sizeof *member->bindings);
    member->plays = vvi_arena_allocate(&troupe->arena, member->cast->play_count + 1, sizeof *member->plays);
    member->stopped = vvi_arena_allocate(&troupe->arena, member->cast->play_count + 1, sizeof *member->stopped);
    if (member->bindings == NULL || member->plays == NULL || member->stopped == NULL)
        return vvi_fail_memory(error, member->cast->play_count * sizeof *member->bindings);
    for (uint32_t p = 0; result == VV_OK && p < member->cast->play_count; p++) {
        uint32_t motion;
        result = vv_creature_instance_choose(member->being, session, member->cast->plays[p].action, &motion,
                                             &member->bindings[p], error);
    }
    return result;
}

static vv_result find_gaits(vv_session *session, vvi_member *member, vv_error *error)
{
    const vv_built_gait *gaits[VV_GAIT_MAX_STYLES];
    float weights[VV_GAIT_MAX_STYLES];
    vv_result result = VV_OK;
    for (uint32_t g = 0; result == VV_OK && g < member->cast->gait_count; g++) {
        result = vv_session_gait(session, member->cast->gaits[g].gait, &gaits[g], error);
        weights[g] = member->cast->gaits[g].weight;
    }
    if (result == VV_OK)
        vv_creature_instance_set_gaits(member->being, member->cast->gait_count, gaits, weights);
    return result;
}

static vv_result add_member(vv_creature_performance *troupe, vv_session *session, uint32_t index, vv_error *error)
{
    vvi_member *member = &troupe->members[index];
    const vv_built_creature *built = NULL;
    member->cast = &troupe->scene->cast[index];
    vv_result result = vv_session_creature(session, member->cast->creature, &built, error);
    if (result != VV_OK)
        return result;
    vv_player_def def = vv_default_player_def(built->creature);
    def.jiggle = member->cast->jiggle;
    def.terrain = troupe->terrain;
    result = vv_creature_instance_create(built, &def, troupe->allocator, &member->being, error);
    if (result == VV_OK)
        result = find_gaits(session, member, error);
    if (result == VV_OK)
        result = bind_plays(troupe, session, member, error);
    return vvi_prefix_error_path(result, error, "creatures[%u]", index);
}

vv_result vv_creature_performance_create(vv_session *session, uint32_t scene, vv_creature_performance **out,
                                         vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_creature_performance *troupe = vvi_allocate_zeroed(allocator, 1, sizeof *troupe);
    if (troupe == NULL)
        return vvi_fail_memory(error, sizeof *troupe);
    *troupe = (vv_creature_performance){
        .allocator = allocator, .arena = {.allocator = allocator}, .scene = project->scenes[scene]};
    if (troupe->scene->ground == VV_SCENE_GROUND_HILLS)
        troupe->terrain = vvi_hills();
    troupe->members = vvi_arena_allocate(&troupe->arena, troupe->scene->cast_count + 1, sizeof *troupe->members);
    vv_result result = troupe->members != NULL ? VV_OK : vvi_fail_memory(error, sizeof *troupe->members);
    for (uint32_t i = 0; result == VV_OK && i < troupe->scene->cast_count; i++) {
        troupe->count = i + 1;
        result = add_member(troupe, session, i, error);
    }
    if (result == VV_OK)
        result = vvi_creature_performance_make_draw_data(troupe, error);
    if (result != VV_OK) {
        vv_creature_performance_destroy(troupe);
        return result;
    }
    vv_creature_performance_restart(troupe);
    *out = troupe;
    return VV_OK;
}

void vv_creature_performance_destroy(vv_creature_performance *troupe)
{
    if (troupe == NULL)
        return;
    for (uint32_t i = 0; i < troupe->count; i++)
        vv_creature_instance_destroy(troupe->members[i].being);
    vvi_arena_release(&troupe->arena);
    vvi_release(troupe->allocator, troupe, 1, sizeof *troupe);
}

double vv_creature_performance_seconds(const vv_creature_performance *troupe) { return troupe->seconds; }
uint32_t vv_creature_performance_instance_count(const vv_creature_performance *troupe) { return troupe->count; }
vv_creature_instance *vv_creature_performance_instance(const vv_creature_performance *troupe, uint32_t being)
{
    return troupe->members[being].being;
}

vv_root vv_creature_performance_root(const vv_creature_performance *troupe)
{
    vv_vec3 sum = {0};
    uint32_t count = troupe->count;
    for (uint32_t i = 0; i < count; i++)
        sum = vv_vec3_add(sum, vv_player_frame(vv_creature_instance_player(troupe->members[i].being)).position);
    sum = vv_vec3_scale(sum, 1.0f / (float)(count > 0 ? count : 1));
    return (vv_root){sum.x, sum.y, sum.z, count == 1 ? troupe->members[0].course.heading : 0.0f};
}

/* ---- Targets ----------------------------------------------------------------------------------------------------- */

/* The centre of another creature's body where it would be at rest: two creatures that reach for each other half way
 * meet in the middle, whichever moves first. */
static vv_vec3 body_at_rest(const vvi_member *other, uint32_t body)
{
    vv_transform3 frame = vv_player_frame(vv_creature_instance_player(other->being));
    vv_creature_body b = vv_creature_body_at(vv_creature_instance_creature(other->being)->creature, body);
    vv_vec3 middle = vv_vec3_add(b.position, vv_quat_rotate(b.rotation, b.centre));
    return vv_vec3_add(frame.position, vv_quat_rotate(frame.rotation, middle));
}

static vv_vec3 nearest_body(const vv_creature_performance *troupe, const vvi_member *member, const vv_project_aim *aim)
{
    const vvi_member *other = &troupe->members[aim->of];
    const vv_creature *creature = vv_creature_instance_creature(other->being)->creature;
    vv_vec3 from = vv_player_frame(vv_creature_instance_player(member->being)).position;
    vv_vec3 best = body_at_rest(other, vv_creature_root(creature));
    float least = INFINITY;
    uint32_t bodies[VV_CREATURE_MAX_BODIES], count = vv_body_context_select(creature, &aim->context, bodies);
    for (uint32_t i = 0; i < count; i++) {
        vv_vec3 at = body_at_rest(other, bodies[i]);
        float distance = vv_vec3_length(vv_vec3_sub(at, from));
        if (distance < least) {
            least = distance;
            best = at;
        }
    }
    return best;
}

vv_vec3 vvi_creature_performance_aim(const vv_creature_performance *troupe, const vvi_member *member,
                                     const vv_project_aim *aim)
{
    return aim->of == VV_NONE ? aim->place : nearest_body(troupe, member, aim);
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

static uint32_t choose_variant(const vv_creature_performance *troupe, const vvi_member *member,
                               const vv_project_play *play, const vv_binding *binding)
{
    uint32_t count = vv_binding_variant_count(binding);
    if (play->variant != VV_VARIANT_NEAREST)
        return play->variant % count;
    if (play->aim_count == 0)
        return 0;
    vv_transform3 frame = vv_player_frame(vv_creature_instance_player(member->being));
    vv_vec3 away = vv_vec3_sub(vvi_creature_performance_aim(troupe, member, &play->aims[0]), frame.position);
    return vv_binding_nearest_variant(binding, vv_quat_rotate(vv_quat_conjugate(frame.rotation), away));
}

static void begin_play(vv_creature_performance *troupe, vvi_member *member, uint32_t p)
{
    const vv_project_play *play = &member->cast->plays[p];
    const vv_binding *binding = member->bindings[p];
    if (binding == NULL)
        return;
    vv_play_options options = vv_default_play_options(vv_binding_motion(binding));
    options.variant = choose_variant(troupe, member, play, binding);
    options.mirror = play->mirror;
    options.weight = play->weight;
    options.speed = play->speed;
    options.loop_count = play->rounds;
    options.layer = play->layer;
    options.queue = play->queue;
    member->plays[p] = vv_player_play(vv_creature_instance_player(member->being), binding, &options);
}

static void aim_plays(vv_creature_performance *troupe, vvi_member *member)
{
    vv_player *player = vv_creature_instance_player(member->being);
    for (uint32_t p = 0; p < member->next; p++) {
        const vv_project_play *play = &member->cast->plays[p];
        if (member->plays[p] == VV_NONE || !vv_player_is_playing(player, member->plays[p]))
            continue;
        if (play->stops && troupe->seconds >= (double)play->until && !member->stopped[p]) {
            vv_player_stop(player, member->plays[p],
                           vv_default_play_options(vv_binding_motion(member->bindings[p])).fade_out);
            member->stopped[p] = true;
        }
        for (uint32_t a = 0; a < play->aim_count; a++) {
            vv_vec3 place = vvi_creature_performance_aim(troupe, member, &play->aims[a]);
            vv_player_set_target(player, member->plays[p], play->aims[a].target, &place);
        }
    }
}

static void step_member(vv_creature_performance *troupe, vvi_member *member)
{
    vv_player *player = vv_creature_instance_player(member->being);
    for (; member->next < member->cast->play_count &&
           (double)member->cast->plays[member->next].time <= troupe->seconds + 1e-9;
         member->next++)
        begin_play(troupe, member, member->next);
    aim_plays(troupe, member);
    vvi_member_move(member, troupe->seconds, (float)step_seconds);
    vv_player_set_course(player, &member->course);
    vv_player_step(player, (float)step_seconds);
}

static void begin_member(vvi_member *member)
{
    vv_player *player = vv_creature_instance_player(member->being);
    for (uint32_t p = 0; p < member->next; p++)
        if (member->plays[p] != VV_NONE)
            vv_player_stop(player, member->plays[p], 0.0f);
    for (uint32_t p = 0; p < member->cast->play_count; p++) {
        member->plays[p] = VV_NONE;
        member->stopped[p] = false;
    }
    member->next = member->point = 0;
    member->course = (vv_course){.x = member->cast->at.x, .z = member->cast->at.y, .heading = member->cast->heading};
    vv_player_teleport(player, &member->course);
    vv_player_step(player, 0.0f);
}

void vv_creature_performance_restart(vv_creature_performance *troupe)
{
    troupe->seconds = troupe->requested = 0.0;
    for (uint32_t i = 0; i < troupe->count; i++)
        begin_member(&troupe->members[i]);
    vvi_creature_performance_skin(troupe);
}

void vv_creature_performance_advance(vv_creature_performance *troupe, float dt)
{
    troupe->requested += (double)dt;
    while (troupe->seconds + step_seconds <= troupe->requested + 1e-6) {
        for (uint32_t i = 0; i < troupe->count; i++)
            step_member(troupe, &troupe->members[i]);
        troupe->seconds += step_seconds;
    }
    vvi_creature_performance_skin(troupe);
}
