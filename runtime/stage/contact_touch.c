/* What contact tells others: sums for the filters (eq. 4 and 11), what faces remember, events. */
#include "runtime/stage/puppet/actor.h"

static float gravity_of(const vv_stage *stage) { return vv_vec2_length(stage->def.gravity); }

/* The speed below which a meeting is rest, not impact: 0.3 √(g·size) of the smaller. */
float vvi_pair_impact_speed(const vv_stage *stage, const pair *p)
{
    float size = stage->actors[p->a].view.size, g = gravity_of(stage);
    if (!p->obstacle)
        size = vvi_min(size, stage->actors[p->b].view.size);
    return 0.3f * sqrtf((g > 0.0f ? g : 9.81f) * size);
}

/* ---- Touch ------------------------------------------------------------------------------------------------------------------ */

/* One push of `amount` kg·m along the normal at a point relative to the actor's origin: adds to its touch. Normal and point
 * are divided by the whole push at the end. A sleeper feels nothing. */
static void feel(vv_stage *stage, uint32_t index, vv_vec2 normal, vv_vec2 point, float amount, float closing)
{
    touch *t = &stage->actors[index].touch;
    float g = gravity_of(stage);
    if (stage->actors[index].asleep)
        return;
    t->count++;
    t->push = vv_vec2_add(t->push, vv_vec2_scale(normal, amount));
    t->point = vv_vec2_add(t->point, vv_vec2_scale(point, amount));
    t->closing = vvi_max(t->closing, closing);
    stage->contacts->solids[index].felt += amount;
    if (-vv_vec2_dot(normal, stage->def.gravity) > 0.5f * g && g > 0.0f)
        t->supported = true;
}

/* How fast a point of an actor moves with the whole of it, its own deformation left out. */
static vv_vec2 rigid_velocity(const actor *a, vv_vec2 point)
{
    return (vv_vec2){(float)a->predicted[0] - a->spin * point.y, (float)a->predicted[1] + a->spin * point.x};
}

/* A push of p = λ/h that stops two actors' approach of speed v takes ½·p·v. Only what they do as a whole counts: a drawing
 * that swells against another does not strike it. What falls for one substep is no impact, nor what is shifted slowly while
 * the two touch already. */
static void strike(vv_stage *stage, const pair *p, vv_vec2 normal, vv_vec2 point, float amount, float h)
{
    actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    vv_vec2 va = rigid_velocity(a, point), vb = rigid_velocity(b, vv_vec2_sub(point, p->offset));
    float closing = vv_vec2_dot(normal, vv_vec2_sub(vb, va)) - 2.0f * gravity_of(stage) * h;
    /* A collision sends off at twice the speed at most, what touches already only pushes along. */
    float times = p->touching ? 1.0f : 2.0f;
    a->touch.fastest = vvi_max(a->touch.fastest, times * vv_vec2_length(vb));
    b->touch.fastest = vvi_max(b->touch.fastest, times * vv_vec2_length(va));
    a->touch.fresh = a->touch.fresh || !p->touching;
    b->touch.fresh = b->touch.fresh || !p->touching;
    if (p->touching && closing < 2.5f * vvi_pair_impact_speed(stage, p))
        return;
    float energy = 0.5f * (amount / h) * vvi_max(0.0f, closing);
    a->touch.energy += energy;
    b->touch.energy += energy;
    a->touch.blow = vvi_max(a->touch.blow, closing);
    b->touch.blow = vvi_max(b->touch.blow, closing);
}

/* Whether it does work on what it touches by filters that contact feeds. */
static bool is_lively(const actor *a)
{
    const vv_strengths *s = &a->strengths;
    return s->energy > 0.0f || s->velocity > 0.0f || (s->orient != VV_ORIENT_FREE && s->orient_rate > 0.0f);
}

static void feel_both(vv_stage *stage, const pair *p, const row *r, float amount, float h)
{
    if (!(amount > 0.0f))
        return;
    actor *a = &stage->actors[p->a], *b = p->obstacle ? NULL : &stage->actors[p->b];
    vv_vec2 point = row_point(&r->a, a->x);
    bool lively = is_lively(a) || (b && is_lively(b));
    a->touch.lively = a->touch.lively || lively;
    if (!p->obstacle)
        b->touch.lively = b->touch.lively || lively;
    feel(stage, p->a, r->normal, point, amount, r->closing);
    if (p->obstacle)
        return;
    feel(stage, p->b, vv_vec2_scale(r->normal, -1.0f), vv_vec2_sub(point, p->offset), amount, r->closing);
    stage->actors[p->a].touch.met = stage->actors[p->b].touch.met = true;
    strike(stage, p, r->normal, point, amount, h);
}

/* Sums of a face, for the next substep to begin with. An impact's push does not come again, nor more than `most`: what jams
 * must not pump itself up. */
warmth vvi_face_warmth(const face *f, float most)
{
    warmth w = {0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k < CONTACT_SLOTS && most > 0.0f; k++) {
        const slot *s = &f->slots[k];
        if (s->row == VV_NONE)
            continue;
        w.push += s->push;
        w.rub += s->rub;
        w.centre += s->push * s->along;
    }
    w.centre = w.push > 0.0f ? w.centre / w.push : 0.0f;
    if (w.push > most) {
        w.rub *= most / w.push;
        w.push = most;
    }
    /* What ran away in this substep is mended at its end; it must not come back from here. */
    return vvi_all_finite(&w.push, 3) ? w : (warmth){0.0f, 0.0f, 0.0f};
}

/* Nothing at rest carries more than everybody's weight, newton; an impact carries nothing on. */
float vvi_pair_carries(const vv_stage *stage, const pair *p)
{
    return p->closing > vvi_pair_impact_speed(stage, p) ? 0.0f : stage->contacts->weight;
}

/* A puppet's own step knows how obstacles push it. */
static float sum_pressed(vv_stage *stage, pair *p, float h)
{
    actor *a = &stage->actors[p->a];
    vv_vec2 at = {0.0f, 0.0f}, normal = {0.0f, 0.0f};
    float closing = 0.0f, amount = (float)vvi_puppet_pressed(a, p->b, &at, &normal, &closing) * h * h;
    if (!(amount > 0.0f))
        return 0.0f;
    vv_vec2 point = {(float)((double)at.x - a->origin[0]), (float)((double)at.y - a->origin[1])};
    p->closing = a->puppet->travel.done == 1 ? closing : 0.0f;
    if (p->row_count == 0) { /* what is told of it when nobody looks any more */
        p->face_count = 1;
        p->faces[0] = (face){.normal = normal};
    }
    feel(stage, p->a, normal, point, amount, closing);
    return amount;
}

static float sum_pair(vv_stage *stage, pair *p, float h)
{
    const row *rows = stage->contacts->rows;
    float pushed = 0.0f;
    for (uint32_t f = 0; f < faces_now(p); f++) {
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            const slot *s = &p->faces[f].slots[k];
            if (s->row != VV_NONE) {
                feel_both(stage, p, &rows[s->row], s->push, h);
                pushed += s->push;
            }
        }
        p->faces[f].way = vvi_face_warmth(&p->faces[f], vvi_pair_carries(stage, p) * h * h);
    }
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++) {
        feel_both(stage, p, &rows[k], rows[k].push, h);
        pushed += rows[k].push;
    }
    return pushed;
}

static void finish_touch(actor *a, float felt)
{
    touch *t = &a->touch;
    float length = vv_vec2_length(t->push);
    if (!(felt > 0.0f))
        return;
    /* Under a much heavier one it takes no more than if it were hit off at twice the speed. */
    t->energy = vvi_min(t->energy, 2.0f * a->view.mass * t->blow * t->blow);
    t->point = (vv_vec2){(float)(a->origin[0] + (double)(t->point.x / felt)),
                         (float)(a->origin[1] + (double)(t->point.y / felt))};
    /* Pushed from all sides alike, it touches in no direction. */
    t->normal = length > 1.0e-3f * felt ? vv_vec2_scale(t->push, 1.0f / length) : (vv_vec2){0.0f, 0.0f};
}

void vvi_contacts_sum(vv_stage *stage, const island *isle, float h)
{
    for (uint32_t k = 0; k < isle->pair_count; k++) {
        pair *p = pair_of(stage->contacts, isle, k);
        if (p->obstacle && stage->actors[p->a].puppet)
            p->pushed = sum_pressed(stage, p, h);
        else if (p->row_count > 0)
            p->pushed = sum_pair(stage, p, h);
    }
}

/* In an impact, what velocities were stopped by after positions counts too: a push of j kg·m/s like one of j·h kg·m. Two that
 * just reach one another at the end of a substep are stopped by nothing else. */
void vvi_contacts_sum_speeds(vv_stage *stage, const island *isle, float h)
{
    contacts *c = stage->contacts;
    for (const grip *g = c->grips; g < c->grips + c->grip_count; g++)
        if (c->rows[g->slot->row].closing > vvi_pair_impact_speed(stage, &c->pairs[g->pair]))
            feel_both(stage, &c->pairs[g->pair], &c->rows[g->slot->row], g->push * h, h);
    for (uint32_t k = 0; k < isle->actor_count; k++)
        finish_touch(&stage->actors[isle->actors[k]], c->solids[isle->actors[k]].felt);
}

/* ---- Events -------------------------------------------------------------------------------------------------------------------- */

static vv_event event_of(const vv_stage *stage, const pair *p, vv_event_kind kind)
{
    vv_event e = {.kind = kind, .actor = {p->a, stage->actors[p->a].generation}};
    if (p->obstacle)
        e.obstacle = (vv_obstacle){p->b, stage->obstacles[p->b].generation};
    else
        e.other = (vv_actor){p->b, stage->actors[p->b].generation};
    return e;
}

/* The row that was pushed most says where. */
static void place_event(const vv_stage *stage, const pair *p, vv_event *e)
{
    const contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a];
    float most = -1.0f, closing = 0.0f;
    e->speed = p->closing;
    if (p->obstacle && a->puppet) {
        (void)vvi_puppet_pressed(a, p->b, &e->point, &e->normal, &closing);
        return;
    }
    for (uint32_t f = 0; f < faces_now(p); f++)
        for (uint32_t k = 0; k < CONTACT_SLOTS; k++) {
            const slot *s = &p->faces[f].slots[k];
            if (s->row == VV_NONE || s->push <= most)
                continue;
            const row *r = &c->rows[s->row];
            vv_vec2 at = row_point(&r->a, a->x);
            most = s->push;
            e->normal = r->normal;
            e->point = (vv_vec2){(float)(a->origin[0] + (double)at.x), (float)(a->origin[1] + (double)at.y)};
        }
}

void vvi_pair_ended(vv_stage *stage, const pair *p)
{
    if (p->touching || p->inside) {
        vv_event e = event_of(stage, p, p->inside ? VV_EVENT_LEAVE : VV_EVENT_END);
        vvi_stage_report(stage, &e);
    }
}

/* Still near enough to be called touching, though nothing pushed: rest trembles by rounding. */
static bool is_near(const vv_stage *stage, const pair *p)
{
    const contacts *c = stage->contacts;
    float margin = c->solids[p->a].margin;
    for (uint32_t k = p->first_row; k < p->first_row + p->row_count; k++)
        if (c->rows[k].gap < 0.5f * margin)
            return true;
    return false;
}

static void tell_touch(vv_stage *stage, pair *p)
{
    bool touches = p->pushed > 0.0f || (p->touching && is_near(stage, p));
    bool hit = p->pushed > 0.0f && p->closing > vvi_pair_impact_speed(stage, p);
    p->landed = touches;
    if (touches != p->touching) {
        vv_event e = event_of(stage, p, touches ? VV_EVENT_BEGIN : VV_EVENT_END);
        if (touches)
            place_event(stage, p, &e);
        vvi_stage_report(stage, &e);
    }
    p->touching = touches;
    if (hit) {
        vv_event e = event_of(stage, p, VV_EVENT_HIT);
        place_event(stage, p, &e);
        vvi_stage_report(stage, &e);
    }
}

static void tell_sensor(vv_stage *stage, pair *p)
{
    bool inside = vvi_sensor_feels(stage, p);
    if (inside != p->inside) {
        vv_event e = event_of(stage, p, inside ? VV_EVENT_ENTER : VV_EVENT_LEAVE);
        e.point = particle_at(&stage->actors[p->a], 0);
        vvi_stage_report(stage, &e);
    }
    p->inside = inside;
}

void vvi_contacts_tell(vv_stage *stage, const island *isle)
{
    for (uint32_t k = 0; k < isle->pair_count; k++) {
        pair *p = pair_of(stage->contacts, isle, k);
        if (p->obstacle && stage->obstacles[p->b].sensor)
            tell_sensor(stage, p);
        else
            tell_touch(stage, p);
    }
}

/* ---- Asking ------------------------------------------------------------------------------------------------------------------- */

/* Pairs of sleepers, and of a state that was just restored, have no rows: they touch where their outlines are nearest, which
 * nobody has looked for. The middle between the centres, along the face, has to do. */
static void place_resting(const vv_stage *stage, const pair *p, vv_contact *contact)
{
    const actor *a = &stage->actors[p->a];
    contact->normal = p->face_count > 0 ? p->faces[0].normal : (vv_vec2){0.0f, 0.0f};
    float low = vvi_support(&a->view, a->x, 0.0f, contact->normal);
    vv_vec2 along = perpendicular(contact->normal);
    float centre = p->face_count > 0 ? p->faces[0].way.centre : 0.0f;
    contact->point = (vv_vec2){(float)(a->origin[0] + (double)(low * contact->normal.x + centre * along.x)),
                               (float)(a->origin[1] + (double)(low * contact->normal.y + centre * along.y))};
}

uint32_t vv_stage_contacts(const vv_stage *stage, vv_contact *contacts_out, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(contacts_out != NULL || capacity == 0);
    const contacts *c = stage->contacts;
    uint32_t count = 0;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (!p->touching)
            continue;
        if (count++ >= capacity)
            continue;
        vv_event e = event_of(stage, p, VV_EVENT_BEGIN);
        vv_contact *out = &contacts_out[count - 1];
        *out = (vv_contact){e.actor, e.other, e.obstacle, {0.0f, 0.0f}, {0.0f, 0.0f}, 0.0f};
        bool pressed = p->obstacle && stage->actors[p->a].puppet && stage->actors[p->a].puppet->point_count > 0;
        if (faces_now(p) > 0 || pressed) {
            place_event(stage, p, &e);
            out->point = e.point;
            out->normal = e.normal;
            out->speed = e.speed;
        } else {
            place_resting(stage, p, out);
        }
    }
    return count;
}
