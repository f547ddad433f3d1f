/* What a herd looks like: where each stands, what it does now, and what is lit. */
#include "herd.h"

#include <string.h>

/* Between one that has ended and its next beginning. */
static const float breath = 0.6f;

/* ---- Arranging --------------------------------------------------------------------------------------------------------------------- */

/* Side by side, the first on the left as one looks at them. */
static void stand(vvi_herd *herd)
{
    float whole = 0.0f, at = 0.0f, gap = 0.0f;
    for (uint32_t i = 0; i < herd->count; i++)
        gap = vvi_max(gap, 0.35f * (herd->members[i].high.y - herd->members[i].low.y));
    for (uint32_t i = 0; i < herd->count; i++)
        whole += herd->members[i].high.x - herd->members[i].low.x + (i > 0 ? gap : 0.0f);
    for (uint32_t i = 0; i < herd->count; i++) {
        herd_creature *creature = &herd->members[i];
        creature->x = at - 0.5f * whole - creature->low.x;
        at += creature->high.x - creature->low.x + gap;
    }
}

static bool make_room(vv_studio *studio, vvi_herd *herd, uint32_t vertices, uint32_t triangles)
{
    const vv_allocator *allocator = studio->allocator;
    vvi_release(allocator, herd->positions, herd->vertex_room, sizeof *herd->positions);
    vvi_release(allocator, herd->normals, herd->vertex_room, sizeof *herd->normals);
    vvi_release(allocator, herd->colors, herd->vertex_room, sizeof *herd->colors);
    vvi_release(allocator, herd->triangles, herd->triangle_room, 3 * sizeof *herd->triangles);
    herd->positions = vvi_allocate(allocator, vertices, sizeof *herd->positions);
    herd->normals = vvi_allocate(allocator, vertices, sizeof *herd->normals);
    herd->colors = vvi_allocate(allocator, vertices, sizeof *herd->colors);
    herd->triangles = vvi_allocate(allocator, triangles, 3 * sizeof *herd->triangles);
    herd->vertex_room = vertices;
    herd->triangle_room = triangles;
    return vertices == 0 || (herd->positions && herd->normals && herd->colors && herd->triangles);
}

static void view_box(vvi_herd *herd)
{
    vv_herd_view *view = &herd->view;
    for (uint32_t k = 0; k < 3; k++)
        view->low[k] = view->high[k] = 0.0f;
    for (uint32_t i = 0; i < herd->count; i++) {
        const herd_creature *c = &herd->members[i];
        const float low[3] = {c->x + c->low.x, c->low.y, c->low.z}, high[3] = {c->x + c->high.x, c->high.y, c->high.z};
        for (uint32_t k = 0; k < 3; k++) {
            view->low[k] = i == 0 ? low[k] : vvi_min(view->low[k], low[k]);
            view->high[k] = i == 0 ? high[k] : vvi_max(view->high[k], high[k]);
        }
    }
}

vv_result vvi_herd_arrange(vv_studio *studio, vvi_herd *herd, vv_error *error)
{
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < herd->count; i++) {
        vv_act_look look = vv_being_look(herd->members[i].being);
        herd->members[i].first_vertex = vertices;
        herd->members[i].first_triangle = triangles;
        vertices += look.vertex_count;
        triangles += look.triangle_count;
    }
    if (!make_room(studio, herd, vertices, triangles))
        return vvi_fail_memory(error, vertices * sizeof *herd->positions);
    for (uint32_t i = 0; i < herd->count; i++) {
        vv_act_look look = vv_being_look(herd->members[i].being);
        uint32_t *corner = herd->triangles + 3 * (size_t)herd->members[i].first_triangle;
        for (size_t t = 0; t < 3 * (size_t)look.triangle_count; t++)
            corner[t] = herd->members[i].first_vertex + look.triangles[t];
        memcpy(herd->colors + herd->members[i].first_vertex, look.colors, look.vertex_count * sizeof *look.colors);
    }
    stand(herd);
    view_box(herd);
    vv_herd_view *view = &herd->view;
    view->version++;
    view->vertex_count = vertices;
    view->triangle_count = triangles;
    view->member_count = herd->count;
    view->positions = herd->positions;
    view->normals = herd->normals;
    view->triangles = herd->triangles;
    view->colors = herd->colors;
    view->members = herd->shown;
    return VV_OK;
}

/* ---- Light -------------------------------------------------------------------------------------------------------------------------- */

static uint32_t mixed(uint32_t a, uint32_t b, float t)
{
    uint32_t out = 0;
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        float from = (float)(a >> shift & 255u), to = (float)(b >> shift & 255u);
        out |= (uint32_t)(from + (to - from) * t + 0.5f) << shift;
    }
    return out;
}

static void light_bodies(const vvi_herd *herd, const herd_creature *creature, float *light)
{
    const vv_creature *c = creature->built->creature;
    uint32_t bodies[VV_CREATURE_MAX_BODIES], count = 0;
    if (herd->wish.lit)
        count = vv_context_select(c, &herd->wish.light, bodies);
    else if (creature->binding != NULL && vv_binding_variant_count(creature->binding) > 0 &&
             herd->wish.channel < vv_motion_channel_count(vv_binding_motion(creature->binding)))
        count = vv_binding_bodies(creature->binding, herd->wish.variant % vv_binding_variant_count(creature->binding),
                                  herd->wish.channel, bodies, NULL);
    for (uint32_t i = 0; i < count; i++)
        light[bodies[i]] = 0.55f;
    if (herd->wish.active_body[0] != '\0' && creature == &herd->members[herd->wish.active_member % HERD_MAX]) {
        uint32_t active = vv_creature_find(c, herd->wish.active_body);
        if (active != VV_NONE)
            light[active] = 0.9f;
    }
}

void vvi_herd_light(vvi_herd *herd)
{
    const uint32_t mustard = 0xff34b1f2u;
    bool changed = false;
    for (uint32_t i = 0; i < herd->count; i++) {
        const herd_creature *creature = &herd->members[i];
        const vv_manikin *figure = &creature->built->figure;
        float light[VV_CREATURE_MAX_BODIES] = {0};
        light_bodies(herd, creature, light);
        for (uint32_t v = 0; v < figure->form.vertex_count; v++) {
            float amount = 0.0f;
            for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++)
                amount += figure->weights[(size_t)v * VV_SKIN3_INFLUENCES + k] *
                          light[figure->joints[(size_t)v * VV_SKIN3_INFLUENCES + k]];
            uint32_t color = mixed(figure->colors[v], mustard, vvi_clamp(amount, 0.0f, 1.0f));
            changed |= color != herd->colors[creature->first_vertex + v];
            herd->colors[creature->first_vertex + v] = color;
        }
    }
    herd->view.version += changed;
}

/* ---- Showing ------------------------------------------------------------------------------------------------------------------------ */

vv_target vvi_herd_target(const vvi_herd *herd, const herd_creature *creature, uint32_t target)
{
    vv_target wanted = herd->wish.targets[target];
    wanted.place = vv_vec3_scale(wanted.place, creature->high.y - creature->low.y);
    return wanted;
}

static uint32_t variant_of(const vvi_herd *herd, const herd_creature *creature)
{
    uint32_t count = creature->binding == NULL ? 0 : vv_binding_variant_count(creature->binding);
    return count == 0 ? VV_NONE : herd->wish.variant % count;
}

void vvi_herd_begin_play(const vvi_herd *herd, herd_creature *creature)
{
    vv_player *player = vv_being_player(creature->being);
    uint32_t variant = variant_of(herd, creature);
    vv_player_stop(player, creature->play, 0.1f);
    creature->play = VV_NONE;
    creature->rest = 0.0f;
    if (variant == VV_NONE)
        return;
    vv_play_options options = vv_default_play(vv_binding_motion(creature->binding));
    options.variant = variant;
    options.mirror = herd->wish.mirror;
    creature->play = vv_player_play(player, creature->binding, &options);
}

/* Puts placements of the world where the creature stands in the row. */
static void move_home(const vvi_herd *herd, herd_creature *creature, const vv_placement *placements, vv_vec3 from)
{
    uint32_t count = vv_creature_body_count(creature->built->creature);
    for (uint32_t b = 0; b < count; b++) {
        creature->placements[b] = placements[b];
        creature->placements[b].place.x += creature->x - from.x;
        creature->placements[b].place.z -= from.z;
    }
    vv_being_dress(creature->being, creature->placements);
    vv_act_look look = vv_being_look(creature->being);
    memcpy(herd->positions + creature->first_vertex, look.positions, look.vertex_count * sizeof *look.positions);
    memcpy(herd->normals + creature->first_vertex, look.normals, look.vertex_count * sizeof *look.normals);
}

static float show_tried(const vvi_herd *herd, herd_creature *creature)
{
    float gone = vvi_herd_tried(creature, herd->time);
    move_home(herd, creature, creature->placements, (vv_vec3){0});
    return gone;
}

static void show_still(vvi_herd *herd, herd_creature *creature)
{
    uint32_t variant = variant_of(herd, creature);
    if (variant == VV_NONE) {
        vv_creature_rest(creature->built->creature, creature->placements);
    } else {
        vv_target targets[VV_MAX_TARGETS];
        for (uint32_t t = 0; t < VV_MAX_TARGETS; t++)
            targets[t] = vvi_herd_target(herd, creature, t);
        vv_still still = {.binding = creature->binding,
                          .variant = variant,
                          .mirror = herd->wish.mirror,
                          .time = herd->time,
                          .targets = targets};
        vv_player_still(vv_being_player(creature->being), &still, creature->placements, NULL, NULL, NULL);
    }
    move_home(herd, creature, creature->placements, (vv_vec3){0});
}

static void describe(vvi_herd *herd, const herd_creature *creature, vv_herd_member *out)
{
    uint32_t variant = variant_of(herd, creature);
    float time = herd->live ? vv_player_time(vv_being_player(creature->being), creature->play) : herd->time;
    *out = (vv_herd_member){.body_count = vv_creature_body_count(creature->built->creature),
                            .placements = creature->placements,
                            .bound = variant != VV_NONE,
                            .variant_count = variant == VV_NONE ? 0 : vv_binding_variant_count(creature->binding),
                            .variant = variant == VV_NONE ? 0 : variant,
                            .x = creature->x,
                            .seconds = vvi_max(time, 0.0f),
                            .height = creature->high.y - creature->low.y};
}

void vvi_herd_refresh(vvi_herd *herd)
{
    herd->view.seconds = herd->time;
    herd->view.length = 0.0f;
    for (uint32_t i = 0; i < herd->count; i++) {
        herd_creature *creature = &herd->members[i];
        vv_player *player = vv_being_player(creature->being);
        float gone = 0.0f;
        if (creature->tried != NULL)
            gone = show_tried(herd, creature);
        else if (herd->live)
            move_home(herd, creature, vv_player_placements(player), vv_player_frame(player).place);
        else
            show_still(herd, creature);
        describe(herd, creature, &herd->shown[i]);
        herd->shown[i].gone = gone;
        if (creature->tried != NULL)
            herd->view.length = creature->tried->trial.seconds;
        else if (creature->binding != NULL)
            herd->view.length = vv_motion_length(vv_binding_motion(creature->binding));
        if (herd->live && herd->shown[i].bound && creature->tried == NULL)
            herd->view.seconds = herd->shown[i].seconds;
    }
}

void vv_studio_herd_show(vv_studio *studio, float time)
{
    if (studio->herd == NULL)
        return;
    studio->herd->live = false;
    studio->herd->time = vvi_clamp(time, 0.0f, VV_MOTION_MAX_LENGTH);
    vvi_herd_refresh(studio->herd);
}

/* ---- Playing ------------------------------------------------------------------------------------------------------------------------ */

static void begin_live(vvi_herd *herd)
{
    herd->live = true;
    for (uint32_t i = 0; i < herd->count; i++) {
        herd_creature *creature = &herd->members[i];
        vv_player_teleport(vv_being_player(creature->being), &creature->course);
        vvi_herd_begin_play(herd, creature);
        if (creature->play != VV_NONE)
            vv_player_seek(vv_being_player(creature->being), creature->play, herd->time);
    }
}

static void go(const vvi_herd *herd, herd_creature *creature, float dt)
{
    vv_course *course = &creature->course;
    float sine, cosine;
    course->spin = herd->wish.turning;
    course->heading = vv_wrap_angle(course->heading + course->spin * dt);
    vv_sin_cos(course->heading, &sine, &cosine);
    course->speed_x = herd->wish.gait == VV_NONE ? 0.0f : herd->wish.speed * sine;
    course->speed_z = herd->wish.gait == VV_NONE ? 0.0f : herd->wish.speed * cosine;
    course->x += course->speed_x * dt;
    course->z += course->speed_z * dt;
}

static void advance(vvi_herd *herd, herd_creature *creature, float dt)
{
    vv_player *player = vv_being_player(creature->being);
    vv_placement frame = vv_player_frame(player);
    go(herd, creature, dt);
    for (uint32_t t = 0; creature->play != VV_NONE && t < VV_MAX_TARGETS; t++) {
        vv_target target = vvi_herd_target(herd, creature, t);
        vv_vec3 place = vv_vec3_add(frame.place, vv_quat_rotate(frame.turn, target.place));
        vv_player_set_target(player, creature->play, t, target.known ? &place : NULL);
    }
    vv_player_move(player, &creature->course);
    vv_player_step(player, dt);
    if (creature->binding == NULL || vv_player_is_playing(player, creature->play))
        return;
    creature->rest += dt;
    if (creature->rest > breath)
        vvi_herd_begin_play(herd, creature);
}

/* A trial begins again when it is over. */
static void advance_trial(vvi_herd *herd, float seconds)
{
    herd->live = false;
    herd->time = herd->time < herd->view.length ? vvi_min(herd->time + seconds, herd->view.length) : 0.0f;
    vvi_herd_refresh(herd);
}

void vv_studio_herd_advance(vv_studio *studio, float seconds)
{
    vvi_herd *herd = studio->herd;
    if (herd == NULL)
        return;
    seconds = vvi_clamp(seconds, 0.0f, 0.25f);
    if (herd->count > 0 && herd->members[0].tried != NULL) {
        advance_trial(herd, seconds);
        return;
    }
    if (!herd->live)
        begin_live(herd);
    for (uint32_t i = 0; i < herd->count; i++)
        advance(herd, &herd->members[i], seconds);
    vvi_herd_refresh(herd);
    herd->time = herd->view.seconds;
}

void vv_studio_herd_restart(vv_studio *studio)
{
    if (studio->herd == NULL)
        return;
    studio->herd->time = 0.0f;
    for (uint32_t i = 0; i < studio->herd->count; i++)
        studio->herd->members[i].course = (vv_course){0};
    if (studio->herd->live)
        begin_live(studio->herd);
    vvi_herd_refresh(studio->herd);
}

/* ---- Picking ------------------------------------------------------------------------------------------------------------------------ */

/* Where a ray meets a triangle, either side; INFINITY: nowhere (Möller and Trumbore). */
static float meet(vv_vec3 from, vv_vec3 along, const vv_vec3 *a, const vv_vec3 *b, const vv_vec3 *c)
{
    vv_vec3 ab = vv_vec3_sub(*b, *a), ac = vv_vec3_sub(*c, *a), p = vv_vec3_cross(along, ac);
    float determinant = vv_vec3_dot(ab, p);
    if (fabsf(determinant) < 1e-12f)
        return INFINITY;
    vv_vec3 s = vv_vec3_sub(from, *a), q = vv_vec3_cross(s, ab);
    float u = vv_vec3_dot(s, p) / determinant, v = vv_vec3_dot(along, q) / determinant;
    float t = vv_vec3_dot(ac, q) / determinant;
    return u >= 0.0f && v >= 0.0f && u + v <= 1.0f && t > 0.0f ? t : INFINITY;
}

/* The body that moves a vertex most. */
static uint32_t body_of(const vv_manikin *figure, uint32_t vertex)
{
    const float *weight = &figure->weights[(size_t)vertex * VV_SKIN3_INFLUENCES];
    uint32_t best = 0;
    for (uint32_t k = 1; k < VV_SKIN3_INFLUENCES; k++)
        best = weight[k] > weight[best] ? k : best;
    return figure->joints[(size_t)vertex * VV_SKIN3_INFLUENCES + best];
}

bool vv_studio_herd_pick(vv_studio *studio, const float *from, const float *along, uint32_t *out)
{
    const vvi_herd *herd = studio->herd;
    float nearest = INFINITY;
    vv_vec3 start = {from[0], from[1], from[2]}, way = {along[0], along[1], along[2]};
    for (uint32_t i = 0; herd != NULL && i < herd->count; i++) {
        const herd_creature *creature = &herd->members[i];
        const vv_manikin *figure = &creature->built->figure;
        for (uint32_t t = 0; t < figure->form.triangle_count; t++) {
            const uint32_t *corner = &herd->triangles[3 * ((size_t)creature->first_triangle + t)];
            float at =
                meet(start, way, &herd->positions[corner[0]], &herd->positions[corner[1]], &herd->positions[corner[2]]);
            if (at < nearest) {
                nearest = at;
                out[0] = i;
                out[1] = body_of(figure, corner[0] - creature->first_vertex);
            }
        }
    }
    return nearest < INFINITY;
}
