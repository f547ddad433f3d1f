/* What an actor is made from, as fingerprints: a save holds them, so that it is refused where the drawing, the
 * controller or the clip has changed since, instead of continuing as something else. They are computed when an actor
 * is added or starts a clip, never while a stage is saved. */
#include "runtime/motion/motion.h"
#include "runtime/stage/puppet/family.h"
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/stage.h"

/* ---- The drawing ------------------------------------------------------------------------------------------------- */

static void write_family(vvi_writer *w, const vv_family *family)
{
    vvi_write_floats(w, (const float[]){family->lambda, family->margin, family->pause, family->fade}, 4);
    vvi_write_u32(w, family->link_count);
    for (uint32_t i = 0; i < family->link_count; i++) {
        const vvi_family_link *link = &family->links[i];
        for (int k = 0; k < 2; k++) {
            vvi_write_u32(w, link->member[k]);
            vvi_write_u32(w, link->at[k]);
        }
        vvi_write_u32(w, link->parts);
    }
}

static uint64_t hash_drawing(const vv_actor_def *def)
{
    if (def->sprite)
        return vv_hash_bytes(1, def->sprite, vvi_sprite_bytes(def->sprite));
    uint64_t first = vv_hash_bytes(2, def->puppet, vvi_puppet_bytes(def->puppet));
    if (!def->family)
        return first;
    vvi_writer w = {.hashing = true, .hash = first};
    write_family(&w, def->family);
    for (uint32_t i = 0; i < vv_family_member_count(def->family); i++) {
        const vv_puppet *drawing = vv_family_member(def->family, i);
        vvi_write(&w, drawing, vvi_puppet_bytes(drawing));
    }
    return w.hash;
}

/* The drawing of another actor on the stage cannot change, so its fingerprint can be reused. */
static uint64_t find_drawing(const vv_stage *stage, const vv_actor_def *def)
{
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        bool same_puppet = def->puppet && a->used && a->puppet && a->puppet->family == def->family &&
                           a->puppet->members[a->puppet->base].view.puppet == def->puppet;
        if ((def->sprite && a->used && a->sprite == def->sprite) || same_puppet)
            return a->drawing;
    }
    return hash_drawing(def);
}

/* ---- Control ----------------------------------------------------------------------------------------------------- */

static void write_actor(vvi_writer *w, vv_actor id)
{
    vvi_write_u32(w, id.index);
    vvi_write_u32(w, id.generation);
}

static void write_path(vvi_writer *w, const vv_follow_path *path)
{
    vvi_write_u32(w, path->point_count);
    vvi_write_vectors(w, path->points, path->point_count);
    vvi_write_u32(w, (uint32_t)path->closed + 2u * (uint32_t)path->loop + 4u * (uint32_t)path->ease);
    vvi_write_float(w, path->seconds);
}

static void write_follow(vvi_writer *w, const vv_follow *follow)
{
    vvi_write_u32(w, follow->handle);
    vvi_write_u32(w, follow->parts);
    vvi_write_float(w, follow->strength);
    vvi_write_double(w, follow->from);
    vvi_write_double(w, follow->until);
    vvi_write_vectors(w, &follow->offset, 1);
    vvi_write_u32(w, (uint32_t)follow->kind);
    if (follow->kind == VV_FOLLOW_PARTICLE) {
        const vv_follow_particle *p = &follow->particle;
        vvi_write_vectors(w, (const vv_vec2[]){p->position, p->velocity}, 2);
        vvi_write_floats(w, (const float[]){p->gravity, p->floor, p->bounce}, 3);
    } else if (follow->kind == VV_FOLLOW_PATH) {
        write_path(w, &follow->path);
    } else {
        write_actor(w, follow->actor);
        vvi_write_u32(w, follow->other);
    }
    vvi_write_u32(w, follow->relative);
}

static void write_copy(vvi_writer *w, const vv_region_copy *copy)
{
    write_actor(w, copy->from);
    if (copy->from.generation == 0 && copy->recording)
        vvi_write(w, copy->recording, vvi_recording_bytes(copy->recording));
    vvi_write_double(w, copy->start);
    vvi_write_float(w, copy->scale);
    vvi_write_u32(w, copy->pair_count);
    for (uint32_t i = 0; i < copy->pair_count; i++) {
        const vv_region_pair *p = &copy->pairs[i];
        vvi_write_u32(w, p->from.handle);
        vvi_write_u32(w, p->to.handle);
        vvi_write_floats(
            w, (const float[]){p->from.threshold, p->to.threshold, p->position_strength, p->shape_strength}, 4);
    }
}

static uint64_t hash_setup(const vv_actor_def *def)
{
    vvi_writer w = {.hashing = true};
    vvi_write_u32(&w, (uint32_t)def->one_way + 2u * (uint32_t)vvi_actor_has_own_masses(def));
    vvi_write_u32(&w, def->controller.state_bytes);
    vvi_write_u64(&w, def->controller.fingerprint);
    if (!def->puppet)
        return w.hash;
    vvi_write_u32(&w, def->attraction_count);
    for (uint32_t i = 0; i < def->attraction_count; i++)
        vvi_write_u32(&w, def->attractions[i]);
    vvi_write_u32(&w, def->follow_count);
    for (uint32_t i = 0; i < def->follow_count; i++)
        write_follow(&w, &def->follows[i]);
    vvi_write_u32(&w, def->copy_count);
    for (uint32_t i = 0; i < def->copy_count; i++)
        write_copy(&w, &def->copies[i]);
    return w.hash;
}

/* ---- Used by the stage ------------------------------------------------------------------------------------------- */

uint64_t vvi_clip_fingerprint(const vv_clip *clip) { return clip ? vv_hash_bytes(3, clip, vvi_clip_bytes(clip)) : 0; }

uint64_t vvi_obstacle_fingerprint(const obstacle *o, const vv_obstacle_def *def)
{
    vvi_writer w = {.hashing = true};
    const float frame[] = {def->position.x, def->position.y, def->angle,
                           def->velocity.x, def->velocity.y, def->angular_velocity};
    vvi_write_u32(&w, (uint32_t)o->kind);
    vvi_write_vectors(&w, o->local, o->point_count);
    vvi_write_floats(&w, frame, sizeof frame / sizeof *frame);
    return w.hash;
}

void vvi_actor_identify(const vv_stage *stage, actor *a, const vv_actor_def *def)
{
    a->drawing = find_drawing(stage, def);
    a->setup = hash_setup(def);
    a->clip_fingerprint = vvi_clip_fingerprint(def->clip);
}
