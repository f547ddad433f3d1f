/* Tails that curl, and spikes along the back. */
#include "sketch.h"

typedef struct tail_form {
    uint32_t count;
    float length, pitch, curl, thick;
} tail_form;

static void add_tail(sketch *s, const tail_form *f, float yaw, const char *name)
{
    vv_vec3 at = s->spine[0];
    uint32_t parent = 0;
    for (uint32_t k = 0; k < f->count; k++) {
        char more[VV_CREATURE_NAME_BYTES];
        vvi_format(more, sizeof more, *name != '\0' ? "%s-%u" : "%s%u", name, k + 1u);
        float ps, pc, ys, yc, step = f->length / (float)f->count, from = 1.0f - (float)k / (float)f->count;
        float r0 = f->thick * (0.35f + 0.65f * from), r1 = r0 - 0.65f * f->thick / (float)f->count;
        vv_sin_cos(f->pitch + f->curl * (float)k / (float)f->count, &ps, &pc);
        vv_sin_cos(yaw, &ys, &yc);
        vv_vec3 next = {at.x + step * pc * ys, at.y + step * ps, at.z - step * pc * yc};
        next.y = vvi_max(next.y, vvi_min(1.6f * r0, at.y));
        sketch_bone part = {.parent = parent,
                            .from = at,
                            .to = next,
                            .turn = vvi_sketch_frame(vv_vec3_sub(next, at)),
                            .radius = {r0, r1},
                            .caps = VV_CAP_BIT(k + 1 < f->count ? VV_CAP_LIMB : VV_CAP_TAIL)};
        parent = vvi_sketch_add_body(s, &part, "tail", more);
        at = next;
    }
    if (parent != VV_NONE) /* motions move its end */
        s->bodies[parent].body.centre = s->bodies[parent].tip;
}

void vvi_grow_tails(sketch *s)
{
    static const char *const names[] = {"left", "right", "middle"};
    static const float sides[] = {1.0f, -1.0f, 0.0f};
    tail_form f = {.count = 2 + vvi_random_below(&s->random, 5)};
    f.length = vvi_sketch_random_float(s, 0.3f, 1.2f);
    f.pitch = vvi_sketch_random_float(s, -0.5f, 0.5f);
    f.curl = vvi_sketch_random_float(s, -0.5f, 1.6f);
    f.thick = s->thickness[0] * vvi_sketch_random_float(s, 0.4f, 0.75f);
    float fan = vvi_sketch_random_float(s, 0.35f, 0.7f);
    if (s->tails == 1)
        add_tail(s, &f, s->asymmetric ? vvi_sketch_random_float(s, -0.3f, 0.3f) : 0.0f, "");
    for (uint32_t i = 0; i < s->tails && s->tails > 1; i++) {
        tail_form own = f;
        if (s->asymmetric)
            own.length *= vvi_sketch_random_float(s, 0.6f, 1.0f);
        add_tail(s, &own, sides[i] * fan, names[i]);
    }
}

void vvi_grow_spikes(sketch *s)
{
    if (!s->spikes)
        return;
    uint32_t count = 2 + vvi_random_below(&s->random, 6);
    float length = vvi_sketch_random_float(s, 0.12f, 0.3f), broad = vvi_sketch_random_float(s, 0.3f, 0.5f);
    for (uint32_t i = 0; i < count; i++) {
        char number[16];
        uint32_t body;
        float radius, t = ((float)i + 0.5f) / (float)count, high = 1.0f - 0.5f * fabsf(2.0f * t - 1.0f);
        vv_vec3 p = vvi_grow_trunk_at(s, t, &body, &radius);
        vv_vec3 axis = vv_vec3_normalize(vv_vec3_sub(s->spine[body + 1], s->spine[body]), (vv_vec3){0.0f, 0.0f, 1.0f});
        vv_vec3 back = vv_vec3_normalize((vv_vec3){0.0f, axis.z, -axis.y}, (vv_vec3){0.0f, 1.0f, 0.0f});
        vv_vec3 foot = vv_vec3_add(p, vv_vec3_scale(back, 0.85f * radius));
        vv_vec3 tip = vv_vec3_add(foot, vv_vec3_scale(back, length * high));
        vvi_format(number, sizeof number, "%u", i + 1u);
        sketch_bone part = {.parent = body,
                            .from = foot,
                            .to = tip,
                            .turn = vvi_sketch_frame(back),
                            .radius = {broad * length * high, 0.1f * broad * length * high},
                            .caps = VV_CAP_BIT(VV_CAP_SPIKE)};
        vvi_sketch_add_body(s, &part, "spike", number);
    }
}
