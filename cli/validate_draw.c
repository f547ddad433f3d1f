/* Pictures of plays: a sheet of small tiles for each creature, and strips of the moments that failed. */
#include "cli/validate.h"

#include "cli/picture.h"

#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

enum { TILE = 72, STRIP = 208, MOMENTS = 5 };

static const vv_color dark = {0x26, 0x29, 0x32, 0xFF};

struct validate_artist {
    const vv_built_creature *creature;
    vv_creature_instance *being;
    vv_solids *small, *large;
    vv_canvas *sheet, *strip;
    vv_transform3 *moments; /* [MOMENTS · body_count] */
    vv_vec3 frames[MOMENTS];
    float *heat;
    float size;
};

void validate_sheet_name(char *text, size_t bytes, const char *folder, uint64_t seed)
{
    snprintf(text, bytes, "%s/creatures/%llu.webp", folder, (unsigned long long)seed);
}

void validate_strip_name(char *text, size_t bytes, const char *folder, uint64_t seed, uint32_t column)
{
    snprintf(text, bytes, "%s/failures/%llu-%u.webp", folder, (unsigned long long)seed, column + 1);
}

void validate_artist_close(validate_artist *artist)
{
    if (artist == NULL)
        return;
    vv_creature_instance_destroy(artist->being);
    vv_solids_destroy(artist->small);
    vv_solids_destroy(artist->large);
    vv_canvas_destroy(artist->sheet);
    vv_canvas_destroy(artist->strip);
    vvi_release(NULL, artist->moments, (size_t)MOMENTS * artist->creature->plan.body_count, sizeof *artist->moments);
    vvi_release(NULL, artist->heat, artist->creature->figure.form.vertex_count, sizeof *artist->heat);
    vvi_release(NULL, artist, 1, sizeof *artist);
}

vv_result validate_artist_open(const vv_built_creature *creature, uint32_t tile_count, validate_artist **out,
                               vv_error *error)
{
    validate_artist *a = vvi_allocate_zeroed(NULL, 1, sizeof *a);
    vv_vec3 low, high;
    *out = NULL;
    if (a == NULL)
        return vvi_fail_memory(error, sizeof *a);
    a->creature = creature;
    vv_creature_bounds(creature->creature, &low, &high);
    a->size = vv_vec3_length(vv_vec3_sub(high, low));
    a->moments = vvi_allocate(NULL, (size_t)MOMENTS * creature->plan.body_count, sizeof *a->moments);
    a->heat = vvi_allocate_zeroed(NULL, creature->figure.form.vertex_count, sizeof *a->heat);
    vv_result result = a->moments && a->heat ? VV_OK : vvi_fail_memory(error, 0);
    if (result == VV_OK)
        result = vv_creature_instance_create(creature, NULL, NULL, &a->being, error);
    if (result == VV_OK)
        result = vv_solids_create(TILE, TILE, NULL, &a->small, error);
    if (result == VV_OK)
        result = vv_solids_create(STRIP, STRIP, NULL, &a->large, error);
    if (result == VV_OK)
        result = vv_canvas_create(TILE * tile_count, TILE, NULL, &a->sheet, error);
    if (result == VV_OK)
        result = vv_canvas_create(STRIP * MOMENTS, STRIP, NULL, &a->strip, error);
    if (result != VV_OK) {
        validate_artist_close(a);
        return result;
    }
    vv_canvas_clear(a->sheet, dark);
    *out = a;
    return VV_OK;
}

/* ---- Moments of a trial ------------------------------------------------------------------------------------------ */

/* Plays a trial to frames[count], which ascend, and stores the poses. */
static vv_result store_moments(validate_artist *a, const vv_trial *trial, uint32_t count, const uint32_t *frames,
                               vv_error *error)
{
    uint32_t bodies = a->creature->plan.body_count, at = 0;
    vv_player *player = NULL;
    vv_result result = vv_trial_open(trial, a->creature->creature, NULL, &player, error);
    if (result != VV_OK)
        return result;
    for (uint32_t k = 0; k < count; k++) {
        for (; at < frames[k]; at++)
            vv_trial_step(trial, player, at + 1, VV_JUDGE_RATE);
        memcpy(&a->moments[(size_t)k * bodies], vv_player_transforms(player), bodies * sizeof *a->moments);
        a->frames[k] = vv_player_frame(player).position;
    }
    vv_player_destroy(player);
    return VV_OK;
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void set_heat(validate_artist *a, uint32_t body)
{
    const vv_manikin *figure = &a->creature->figure;
    for (uint32_t v = 0; v < figure->form.vertex_count; v++) {
        float heat = 0.0f;
        for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++)
            if (figure->joints[v * VV_SKIN3_INFLUENCES + k] == body)
                heat += figure->weights[v * VV_SKIN3_INFLUENCES + k];
        a->heat[v] = heat;
    }
}

typedef struct box {
    vv_vec3 low, high;
    bool any;
} box;

/* Makes the box hold the surface at a moment, relative to the creature's frame. */
static void grow_box(validate_artist *a, uint32_t moment, box *b)
{
    vv_creature_instance_skin(a->being, &a->moments[(size_t)moment * a->creature->plan.body_count]);
    vv_draw_data look = vv_creature_instance_draw_data(a->being);
    for (uint32_t v = 0; v < look.vertex_count; v++) {
        vv_vec3 p = vv_vec3_sub(look.positions[v], a->frames[moment]);
        if (!vvi_all_finite(&p.x, 3))
            continue;
        b->low = b->any ? (vv_vec3){vvi_min(b->low.x, p.x), vvi_min(b->low.y, p.y), vvi_min(b->low.z, p.z)} : p;
        b->high = b->any ? (vv_vec3){vvi_max(b->high.x, p.x), vvi_max(b->high.y, p.y), vvi_max(b->high.z, p.z)} : p;
        b->any = true;
    }
}

static vv_camera3 frame_box(const box *b)
{
    vv_vec3 corners[8];
    for (uint32_t k = 0; k < 8; k++)
        corners[k] =
            (vv_vec3){k & 1 ? b->high.x : b->low.x, k & 2 ? b->high.y : b->low.y, k & 4 ? b->high.z : b->low.z};
    return vv_camera3_framing(b->any ? 8 : 0, corners, 0.7f, 0.2f, 0.4f, 1.0f, 0.02f);
}

static void draw_moment(validate_artist *a, uint32_t moment, const vv_trial *trial, vv_camera3 camera,
                        vv_solids *solids, vv_canvas *canvas, int32_t left)
{
    float slope = trial != NULL ? trial->slope : 0.0f;
    vv_creature_instance_skin(a->being, &a->moments[(size_t)moment * a->creature->plan.body_count]);
    vv_draw_data look = vv_creature_instance_draw_data(a->being);
    vv_solid solid = {look.vertex_count, look.triangle_count, look.positions, look.normals,
                      look.triangles,    look.colors,         a->heat,        {200, 200, 200, 255}};
    vv_vec3 at = a->frames[moment];
    at.y = slope * at.z;
    vv_vec3 normal = vv_vec3_normalize((vv_vec3){0.0f, 1.0f, -slope}, (vv_vec3){0.0f, 1.0f, 0.0f});
    camera.target = vv_vec3_add(camera.target, a->frames[moment]);
    vv_solids_begin(solids, camera, (vv_ground){at, normal, 0.25f * a->size, 1.2f * a->size});
    vv_solids_draw(solids, &solid);
    vv_solids_end(solids, canvas, left, 0);
}

vv_result validate_draw_tile(validate_artist *artist, uint32_t tile, const vv_trial *trial, uint32_t frame,
                             uint32_t body, vv_error *error)
{
    box b = {0};
    vv_result result = VV_OK;
    if (trial != NULL) {
        result = store_moments(artist, trial, 1, &frame, error);
    } else {
        vv_creature_rest(artist->creature->creature, artist->moments);
        artist->frames[0] = (vv_vec3){0};
    }
    if (result != VV_OK)
        return result;
    set_heat(artist, body);
    grow_box(artist, 0, &b);
    draw_moment(artist, 0, trial, frame_box(&b), artist->small, artist->sheet, (int32_t)(tile * TILE));
    return VV_OK;
}

vv_result validate_write_sheet(validate_artist *artist, const char *path, vv_error *error)
{
    return picture_write(path, artist->sheet, error);
}

/* A moment before, the frame before, the frame itself, and two moments after: a jump is between the second and the
 * third. */
vv_result validate_write_strip(validate_artist *artist, const vv_trial *trial, uint32_t frame, uint32_t body,
                               const char *path, vv_error *error)
{
    static const int32_t offsets[MOMENTS] = {-36, -1, 0, 12, 36};
    uint32_t frames[MOMENTS], last = vv_trial_frames(trial) - 1;
    box b = {0};
    for (uint32_t k = 0; k < MOMENTS; k++) {
        int32_t at = (int32_t)frame + offsets[k];
        frames[k] = at < 0 ? 0 : (uint32_t)at > last ? last : (uint32_t)at;
    }
    vv_result result = store_moments(artist, trial, MOMENTS, frames, error);
    if (result != VV_OK)
        return result;
    set_heat(artist, body);
    for (uint32_t k = 0; k < MOMENTS; k++)
        grow_box(artist, k, &b);
    vv_canvas_clear(artist->strip, PICTURE_PAPER);
    for (uint32_t k = 0; k < MOMENTS; k++)
        draw_moment(artist, k, trial, frame_box(&b), artist->large, artist->strip, (int32_t)(k * STRIP));
    return picture_write(path, artist->strip, error);
}
