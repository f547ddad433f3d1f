/* The views of a stage that plays: the actors at the time shown, and recent contacts. */
#include "play.h"

#include <string.h>

static uint32_t input_count(const vv_performance *performance, uint32_t actor)
{
    uint32_t behaviour = vv_performance_scene(performance)->stage.actors[actor].behaviour;
    return behaviour == VV_NONE
               ? 0
               : vv_behaviour_input_count(vv_performance_rigged(performance, actor)->behaviours[behaviour]);
}

bool vvi_playing_prepare(const vv_performance *performance, vvi_arena *arena, vvi_views *views)
{
    uint32_t count = vv_performance_scene(performance)->stage.actor_count;
    vv_play_actor *list = vvi_arena_allocate(arena, count + 1u, sizeof *list);
    vv_vec2 **goals = vvi_arena_allocate(arena, count + 1u, sizeof *goals);
    for (uint32_t i = 0; list && goals && i < count; i++) {
        const vv_rigged *rigged = vv_performance_rigged(performance, i);
        vv_play_actor *a = &list[i];
        uint32_t most = vv_performance_max_vertex_count(performance, i);
        a->example_count = rigged->example_count;
        a->input_count = input_count(performance, i);
        a->vertices = vvi_arena_allocate(arena, most, sizeof *a->vertices);
        a->fade_vertices = vvi_arena_allocate(arena, most, sizeof *a->fade_vertices);
        a->handles = vvi_arena_allocate(arena, VV_RIG_MAX_HANDLES, sizeof *a->handles);
        goals[i] = vvi_arena_allocate(arena, most, sizeof *a->goals);
        a->place = vvi_arena_allocate(arena, a->example_count, sizeof *a->place);
        a->equilibrium = vvi_arena_allocate(arena, a->example_count, sizeof *a->equilibrium);
        a->inputs = vvi_arena_allocate(arena, a->input_count + 1u, sizeof *a->inputs);
        if (!a->vertices || !a->fade_vertices || !a->handles || !goals[i] || !a->place || !a->equilibrium || !a->inputs)
            return false;
    }
    const vv_project_stage *stage = &vv_performance_scene(performance)->stage;
    vv_play_obstacle *obstacles = vvi_arena_allocate(arena, stage->obstacle_count + 1u, sizeof *obstacles);
    vv_play_joint *joints = vvi_arena_allocate(arena, stage->joint_count + 1u, sizeof *joints);
    vv_play_zone *zones = vvi_arena_allocate(arena, stage->zone_count + 1u, sizeof *zones);
    *views = (vvi_views){list, goals, obstacles, joints, zones};
    return list && goals && obstacles && joints && zones;
}

/* ---- Actors ---------------------------------------------------------------------------------------------------- */

static void show_looks(const vv_performance *performance, uint32_t index, vv_play_actor *a)
{
    vv_actor_drawing looks[2];
    uint32_t count = vv_performance_drawings(performance, index, looks);
    a->artwork = looks[0].artwork;
    a->vertex_count = looks[0].rigged->body->mesh.vertex_count;
    vv_performance_vertices(performance, index, 0, (vv_vec2 *)a->vertices);
    a->fade = count > 1 ? looks[1].opacity : 0.0f;
    a->fade_artwork = count > 1 ? looks[1].artwork : VV_NONE;
    a->fade_vertex_count = count > 1 ? looks[1].rigged->body->mesh.vertex_count : 0;
    if (count > 1)
        vv_performance_vertices(performance, index, 1, (vv_vec2 *)a->fade_vertices);
    a->handle_count =
        vv_performance_pose(performance, index, (vv_affine *)a->handles) ? looks[0].rigged->body->handle_count : 0;
}

/* Weights of the examples of its own artwork; all 0 while a puppet is another member of its family. */
static void show_places(const vv_performance *performance, uint32_t index, const vv_actor_state *s, vv_play_actor *a)
{
    const vv_stage *stage = vv_performance_stage(performance);
    vv_actor id = vv_performance_actor(performance, index);
    const vv_sprite *sprite = vv_stage_sprite(stage, id);
    bool own = a->artwork == vv_performance_scene(performance)->stage.actors[index].artwork;
    memset((float *)a->place, 0, a->example_count * sizeof *a->place);
    memset((float *)a->equilibrium, 0, a->example_count * sizeof *a->equilibrium);
    if (own)
        vv_stage_weights(stage, id, (float *)a->place);
    if (sprite)
        vv_complex_weights(vv_sprite_complex(sprite), s->equilibrium, (float *)a->equilibrium);
}

static void show_motion(const vv_performance *performance, uint32_t index, vv_play_actor *a)
{
    vv_actor_state s = vv_performance_actor_state(performance, index);
    show_looks(performance, index, a);
    show_places(performance, index, &s, a);
    a->x = s.position.x, a->y = s.position.y;
    a->velocity_x = s.velocity.x, a->velocity_y = s.velocity.y;
    a->angle = s.angle, a->spin = s.angular_velocity;
    a->flipped = s.flipped, a->asleep = s.asleep, a->grounded = s.grounded, a->touching = s.touching;
    a->contact_energy = s.contact_energy;
    a->size = vv_performance_size(performance, index);
    a->tint_r = s.tint.r, a->tint_g = s.tint.g, a->tint_b = s.tint.b, a->tint_a = s.tint.a;
    a->hidden_low = (uint32_t)s.hidden_layers, a->hidden_high = (uint32_t)(s.hidden_layers >> 32);
}

static void show_behaviour(const vv_performance *performance, uint32_t index, vv_play_actor *a)
{
    const vv_project_actor *actor = &vv_performance_scene(performance)->stage.actors[index];
    a->behaviour = actor->behaviour;
    a->state = actor->behaviour == VV_NONE ? VV_NONE : vv_performance_behaviour(performance, index).state;
    for (uint32_t i = 0; i < a->input_count; i++)
        ((float *)a->inputs)[i] = vv_performance_input(performance, index, i);
}

/* ---- Contacts -------------------------------------------------------------------------------------------------- */

void vvi_playing_record_contacts(vvi_playing *p)
{
    uint32_t count;
    const vv_event *events = vv_performance_events(p->performance, &count);
    double step = vv_performance_step(p->performance);
    for (uint32_t i = 0; i < count; i++) {
        const vv_event *e = &events[i];
        if (e->kind != VV_EVENT_CONTACT_BEGIN && e->kind != VV_EVENT_CONTACT_HIT)
            continue;
        if (p->past_contact_count == VVI_PLAY_MARKS)
            memmove(p->past_contacts, p->past_contacts + 1, --p->past_contact_count * sizeof *p->past_contacts);
        p->past_contacts[p->past_contact_count++] = (vvi_past_contact){
            (double)e->step * step, {e->point.x, e->point.y, e->normal.x, e->normal.y, e->speed, 0.0f}};
    }
}

/* Lists current contacts, then those that began within the last quarter of a second. */
static void show_contacts(vvi_playing *p)
{
    uint32_t touching = vv_stage_contacts(vv_performance_stage(p->performance), p->contacts, VVI_PLAY_CONTACTS);
    uint32_t count = 0, recent = 0;
    for (uint32_t i = 0; i < touching && i < VVI_PLAY_CONTACTS; i++) {
        const vv_contact *c = &p->contacts[i];
        p->marks[count++] = (vv_contact_mark){c->point.x, c->point.y, c->normal.x, c->normal.y, c->speed, 0.0f};
    }
    for (uint32_t i = 0; i < p->past_contact_count; i++) {
        double age = p->time - p->past_contacts[i].time;
        if (age > VVI_PLAY_MARK_TIME)
            continue;
        p->past_contacts[recent++] = p->past_contacts[i];
        p->marks[count] = p->past_contacts[i].mark;
        p->marks[count++].age = age > 0.0 ? (float)age : 0.0f; /* the stage runs one step ahead of what is shown */
    }
    p->past_contact_count = recent;
    p->view.contacts = p->marks;
    p->view.contact_count = count;
}

void vvi_playing_show(vvi_playing *p)
{
    const vv_performance *performance = p->performance;
    const vv_project_scene *scene = vv_performance_scene(performance);
    for (uint32_t i = 0; i < scene->stage.actor_count; i++) {
        vv_play_actor *a = &p->actors[i];
        show_motion(performance, i, a);
        show_behaviour(performance, i, a);
        bool goals = p->wants_goals && a->handle_count == 0;
        if (goals)
            vv_stage_goal_positions(vv_performance_stage(performance), vv_performance_actor(performance, i),
                                    p->goals[i]);
        a->goals = goals ? p->goals[i] : NULL;
        a->grabbed = p->hand.held && p->hand.actor == i;
    }
    show_contacts(p);
    vvi_playing_show_obstacles(p);
    vvi_playing_show_joints(p);
    vvi_playing_show_zones(p);
    vvi_playing_show_marks(p);
    p->view.actors = p->actors;
    p->view.actor_count = scene->stage.actor_count;
    p->view.step_count = (uint32_t)vv_performance_event_report(performance).steps;
    p->view.time = (float)p->time;
    p->view.step = scene->stage.step;
    vv_performance_live_cues(performance, &p->view.live);
}
