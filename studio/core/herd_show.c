/* The view of a herd: positions in a row, current poses, and highlights. */
#include "herd.h"

#include <string.h>

/* Seconds between the end of a motion and its next start. */
static const float pause_between_plays = 0.6f;

/* ---- Arranging ------------------------------------------------------------------------------------------------- */

/* Arranges the members in a row, the first on the viewer's left. */
static void arrange_row(vvi_herd *herd)
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

static bool allocate_surfaces(vv_studio *studio, vvi_herd *herd, uint32_t vertices, uint32_t triangles)
{
    const vv_allocator *allocator = studio->allocator;
    vvi_release(allocator, herd->positions, herd->vertex_capacity, sizeof *herd->positions);
    vvi_release(allocator, herd->normals, herd->vertex_capacity, sizeof *herd->normals);
    vvi_release(allocator, herd->colors, herd->vertex_capacity, sizeof *herd->colors);
    vvi_release(allocator, herd->triangles, herd->triangle_capacity, 3 * sizeof *herd->triangles);
    herd->positions = vvi_allocate(allocator, vertices, sizeof *herd->positions);
    herd->normals = vvi_allocate(allocator, vertices, sizeof *herd->normals);
    herd->colors = vvi_allocate(allocator, vertices, sizeof *herd->colors);
    herd->triangles = vvi_allocate(allocator, triangles, 3 * sizeof *herd->triangles);
    herd->vertex_capacity = vertices;
    herd->triangle_capacity = triangles;
    return vertices == 0 || (herd->positions && herd->normals && herd->colors && herd->triangles);
}

static void update_box(vvi_herd *herd)
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
        vv_draw_data look = vv_creature_instance_draw_data(herd->members[i].being);
        herd->members[i].first_vertex = vertices;
        herd->members[i].first_triangle = triangles;
        vertices += look.vertex_count;
        triangles += look.triangle_count;
    }
    if (!allocate_surfaces(studio, herd, vertices, triangles))
        return vvi_fail_memory(error, vertices * sizeof *herd->positions);
    for (uint32_t i = 0; i < herd->count; i++) {
        vv_draw_data look = vv_creature_instance_draw_data(herd->members[i].being);
        uint32_t *corner = herd->triangles + 3 * (size_t)herd->members[i].first_triangle;
        for (size_t t = 0; t < 3 * (size_t)look.triangle_count; t++)
            corner[t] = herd->members[i].first_vertex + look.triangles[t];
        memcpy(herd->colors + herd->members[i].first_vertex, look.colors, look.vertex_count * sizeof *look.colors);
    }
    arrange_row(herd);
    update_box(herd);
    vv_herd_view *view = &herd->view;
    view->version++;
    view->vertex_count = vertices;
    view->triangle_count = triangles;
    view->member_count = herd->count;
    view->positions = herd->positions;
    view->normals = herd->normals;
    view->triangles = herd->triangles;
    view->colors = herd->colors;
    view->members = herd->member_views;
    return VV_OK;
}

/* ---- Highlights ------------------------------------------------------------------------------------------------ */

static uint32_t mix_colour(uint32_t a, uint32_t b, float t)
{
    uint32_t out = 0;
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        float from = (float)(a >> shift & 255u), to = (float)(b >> shift & 255u);
        out |= (uint32_t)(from + (to - from) * t + 0.5f) << shift;
    }
    return out;
}

static void highlight_bodies(const vvi_herd *herd, const herd_creature *creature, float *highlight)
{
    const vv_creature *c = creature->built->creature;
    uint32_t bodies[VV_CREATURE_MAX_BODIES], count = 0;
    if (herd->request.has_highlight)
        count = vv_body_context_select(c, &herd->request.highlight, bodies);
    else if (creature->binding != NULL && vv_binding_variant_count(creature->binding) > 0 &&
             herd->request.channel < vv_motion_channel_count(vv_binding_motion(creature->binding)))
        count =
            vv_binding_bodies(creature->binding, herd->request.variant % vv_binding_variant_count(creature->binding),
                              herd->request.channel, bodies, NULL);
    for (uint32_t i = 0; i < count; i++)
        highlight[bodies[i]] = 0.55f;
    if (herd->request.active_body[0] != '\0' && creature == &herd->members[herd->request.active_member % HERD_MAX]) {
        uint32_t active = vv_creature_find(c, herd->request.active_body);
        if (active != VV_NONE)
            highlight[active] = 0.9f;
    }
}

void vvi_herd_highlight(vvi_herd *herd)
{
    const uint32_t mustard = 0xff34b1f2u;
    bool changed = false;
    for (uint32_t i = 0; i < herd->count; i++) {
        const herd_creature *creature = &herd->members[i];
        const vv_manikin *figure = &creature->built->figure;
        float highlight[VV_CREATURE_MAX_BODIES] = {0};
        highlight_bodies(herd, creature, highlight);
        for (uint32_t v = 0; v < figure->form.vertex_count; v++) {
            float amount = 0.0f;
            for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++)
                amount += figure->weights[(size_t)v * VV_SKIN3_INFLUENCES + k] *
                          highlight[figure->joints[(size_t)v * VV_SKIN3_INFLUENCES + k]];
            uint32_t color = mix_colour(figure->colors[v], mustard, vvi_clamp(amount, 0.0f, 1.0f));
            changed |= color != herd->colors[creature->first_vertex + v];
            herd->colors[creature->first_vertex + v] = color;
        }
    }
    herd->view.version += changed;
}

/* ---- Showing --------------------------------------------------------------------------------------------------- */

vv_movement_target vvi_herd_target(const vvi_herd *herd, const herd_creature *creature, uint32_t target)
{
    vv_movement_target wanted = herd->request.targets[target];
    wanted.position = vv_vec3_scale(wanted.position, creature->high.y - creature->low.y);
    return wanted;
}

static uint32_t variant_of(const vvi_herd *herd, const herd_creature *creature)
{
    uint32_t count = creature->binding == NULL ? 0 : vv_binding_variant_count(creature->binding);
    return count == 0 ? VV_NONE : herd->request.variant % count;
}

void vvi_herd_begin_play(const vvi_herd *herd, herd_creature *creature)
{
    vv_player *player = vv_creature_instance_player(creature->being);
    uint32_t variant = variant_of(herd, creature);
    vv_player_stop(player, creature->play, 0.1f);
    creature->play = VV_NONE;
    creature->since_end = 0.0f;
    if (variant == VV_NONE)
        return;
    vv_play_options options = vv_default_play_options(vv_binding_motion(creature->binding));
    options.variant = variant;
    options.mirror = herd->request.mirror;
    creature->play = vv_player_play(player, creature->binding, &options);
}

/* Moves placements from the world to the creature's position in the row. */
static void move_to_row(const vvi_herd *herd, herd_creature *creature, const vv_transform3 *placements, vv_vec3 from)
{
    uint32_t count = vv_creature_body_count(creature->built->creature);
    for (uint32_t b = 0; b < count; b++) {
        creature->placements[b] = placements[b];
        creature->placements[b].position.x += creature->x - from.x;
        creature->placements[b].position.z -= from.z;
    }
    vv_creature_instance_skin(creature->being, creature->placements);
    vv_draw_data look = vv_creature_instance_draw_data(creature->being);
    memcpy(herd->positions + creature->first_vertex, look.positions, look.vertex_count * sizeof *look.positions);
    memcpy(herd->normals + creature->first_vertex, look.normals, look.vertex_count * sizeof *look.normals);
}

static float show_trial(const vvi_herd *herd, herd_creature *creature)
{
    float distance = vvi_herd_seek_trial(creature, herd->time);
    move_to_row(herd, creature, creature->placements, (vv_vec3){0});
    return distance;
}

static void show_motion(vvi_herd *herd, herd_creature *creature)
{
    uint32_t variant = variant_of(herd, creature);
    if (variant == VV_NONE) {
        vv_creature_rest(creature->built->creature, creature->placements);
    } else {
        vv_movement_target targets[VV_MOTION_MAX_TARGETS];
        for (uint32_t t = 0; t < VV_MOTION_MAX_TARGETS; t++)
            targets[t] = vvi_herd_target(herd, creature, t);
        vv_pose_request still = {.binding = creature->binding,
                                 .variant = variant,
                                 .mirror = herd->request.mirror,
                                 .time = herd->time,
                                 .targets = targets};
        vv_player_sample_pose(vv_creature_instance_player(creature->being), &still, creature->placements, NULL, NULL,
                              NULL);
    }
    move_to_row(herd, creature, creature->placements, (vv_vec3){0});
}

static void fill_member_view(vvi_herd *herd, const herd_creature *creature, vv_herd_member *out)
{
    uint32_t variant = variant_of(herd, creature);
    float time = herd->live ? vv_player_time(vv_creature_instance_player(creature->being), creature->play) : herd->time;
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
        vv_player *player = vv_creature_instance_player(creature->being);
        float distance = 0.0f;
        if (creature->gait_trial != NULL)
            distance = show_trial(herd, creature);
        else if (herd->live)
            move_to_row(herd, creature, vv_player_transforms(player), vv_player_frame(player).position);
        else
            show_motion(herd, creature);
        fill_member_view(herd, creature, &herd->member_views[i]);
        herd->member_views[i].gone = distance;
        if (creature->gait_trial != NULL)
            herd->view.length = creature->gait_trial->trial.seconds;
        else if (creature->binding != NULL)
            herd->view.length = vv_motion_duration(vv_binding_motion(creature->binding));
        if (herd->live && herd->member_views[i].bound && creature->gait_trial == NULL)
            herd->view.seconds = herd->member_views[i].seconds;
    }
}

void vv_studio_herd_show(vv_studio *studio, float time)
{
    if (studio->herd == NULL)
        return;
    studio->herd->live = false;
    studio->herd->time = vvi_clamp(time, 0.0f, VV_MOTION_MAX_DURATION);
    vvi_herd_refresh(studio->herd);
}

/* ---- Playing --------------------------------------------------------------------------------------------------- */

static void begin_playing(vvi_herd *herd)
{
    herd->live = true;
    for (uint32_t i = 0; i < herd->count; i++) {
        herd_creature *creature = &herd->members[i];
        vv_player_teleport(vv_creature_instance_player(creature->being), &creature->course);
        vvi_herd_begin_play(herd, creature);
        if (creature->play != VV_NONE)
            vv_player_seek(vv_creature_instance_player(creature->being), creature->play, herd->time);
    }
}

static void advance_course(const vvi_herd *herd, herd_creature *creature, float dt)
{
    vv_course *course = &creature->course;
    float sine, cosine;
    course->yaw_rate = herd->request.turning;
    course->heading = vv_wrap_angle(course->heading + course->yaw_rate * dt);
    vv_sin_cos(course->heading, &sine, &cosine);
    course->speed_x = herd->request.gait == VV_NONE ? 0.0f : herd->request.speed * sine;
    course->speed_z = herd->request.gait == VV_NONE ? 0.0f : herd->request.speed * cosine;
    course->x += course->speed_x * dt;
    course->z += course->speed_z * dt;
}

static void advance_member(vvi_herd *herd, herd_creature *creature, float dt)
{
    vv_player *player = vv_creature_instance_player(creature->being);
    vv_transform3 frame = vv_player_frame(player);
    advance_course(herd, creature, dt);
    for (uint32_t t = 0; creature->play != VV_NONE && t < VV_MOTION_MAX_TARGETS; t++) {
        vv_movement_target target = vvi_herd_target(herd, creature, t);
        vv_vec3 place = vv_vec3_add(frame.position, vv_quat_rotate(frame.rotation, target.position));
        vv_player_set_target(player, creature->play, t, target.known ? &place : NULL);
    }
    vv_player_set_course(player, &creature->course);
    vv_player_step(player, dt);
    if (creature->binding == NULL || vv_player_is_playing(player, creature->play))
        return;
    creature->since_end += dt;
    if (creature->since_end > pause_between_plays)
        vvi_herd_begin_play(herd, creature);
}

/* Advances a trial; at its end it starts again. */
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
    if (herd->count > 0 && herd->members[0].gait_trial != NULL) {
        advance_trial(herd, seconds);
        return;
    }
    if (!herd->live)
        begin_playing(herd);
    for (uint32_t i = 0; i < herd->count; i++)
        advance_member(herd, &herd->members[i], seconds);
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
        begin_playing(studio->herd);
    vvi_herd_refresh(studio->herd);
}

/* ---- Picking --------------------------------------------------------------------------------------------------- */

/* The parameter at which a ray hits a triangle from either side; INFINITY if it misses (Möller and Trumbore). */
static float intersect_triangle(vv_vec3 from, vv_vec3 along, const vv_vec3 *a, const vv_vec3 *b, const vv_vec3 *c)
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
static uint32_t find_strongest_body(const vv_manikin *figure, uint32_t vertex)
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
    vv_vec3 start = {from[0], from[1], from[2]}, direction = {along[0], along[1], along[2]};
    for (uint32_t i = 0; herd != NULL && i < herd->count; i++) {
        const herd_creature *creature = &herd->members[i];
        const vv_manikin *figure = &creature->built->figure;
        for (uint32_t t = 0; t < figure->form.triangle_count; t++) {
            const uint32_t *corner = &herd->triangles[3 * ((size_t)creature->first_triangle + t)];
            float at = intersect_triangle(start, direction, &herd->positions[corner[0]], &herd->positions[corner[1]],
                                          &herd->positions[corner[2]]);
            if (at < nearest) {
                nearest = at;
                out[0] = i;
                out[1] = find_strongest_body(figure, corner[0] - creature->first_vertex);
            }
        }
    }
    return nearest < INFINITY;
}
