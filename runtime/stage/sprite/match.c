/* Shape matching of the whole drawing (eq. 7–8) and the joints between layers. In the plane the best rotation needs no
 * polar decomposition: with positions as complex numbers it is the direction of Σ m conj(e − ē)(x − x̄). */
#include "sprite.h"

typedef struct sums {
    double x[2], e[2], along, across; /* Σ m x, Σ m e, Σ m e·x, Σ m e×x */
} sums;

static sums add_up(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vv_vec2 *x)
{
    sums s = {{0.0, 0.0}, {0.0, 0.0}, 0.0, 0.0};
    for (uint32_t i = 0; i < sprite->particle_count; i++) {
        double m = (double)sprite->masses[i];
        s.x[0] += m * (double)x[i].x;
        s.x[1] += m * (double)x[i].y;
        s.e[0] += m * (double)rest[i].x;
        s.e[1] += m * (double)rest[i].y;
        s.along += m * (double)vv_vec2_dot(rest[i], x[i]);
        s.across += m * (double)vv_vec2_cross(rest[i], x[i]);
    }
    return s;
}

static vvi_fit fit(const vvi_sprite_view *sprite, const sums *s, vv_vec2 *rest_centre)
{
    double mass = (double)sprite->mass;
    double along = s->along - (s->e[0] * s->x[0] + s->e[1] * s->x[1]) / mass;
    double across = s->across - (s->e[0] * s->x[1] - s->e[1] * s->x[0]) / mass;
    double length = sqrt(along * along + across * across);
    *rest_centre = (vv_vec2){(float)(s->e[0] / mass), (float)(s->e[1] / mass)};
    vvi_fit out = {{(float)(s->x[0] / mass), (float)(s->x[1] / mass)}, 1.0f, 0.0f};
    if (length > 1e-30) {
        out.cosine = (float)(along / length);
        out.sine = (float)(across / length);
    }
    return out;
}

vvi_fit vvi_match_fit(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vv_vec2 *x)
{
    sums s = add_up(sprite, rest, x);
    vv_vec2 rest_centre;
    return fit(sprite, &s, &rest_centre);
}

vvi_fit vvi_match_global(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x)
{
    sums s = add_up(sprite, rest, x);
    vv_vec2 rest_centre;
    vvi_fit f = fit(sprite, &s, &rest_centre);
    for (uint32_t i = 0; i < sprite->particle_count; i++) {
        vv_vec2 e = vv_vec2_sub(rest[i], rest_centre);
        vv_vec2 goal = {f.cosine * e.x - f.sine * e.y + f.centre.x, f.sine * e.x + f.cosine * e.y + f.centre.y};
        x[i] = vv_vec2_mix(x[i], goal, k);
    }
    return f;
}

void vvi_match_centre(const vvi_sprite_view *sprite, bool flipped, vv_vec2 *rest)
{
    sums s = add_up(sprite, rest, rest);
    float cx = (float)(s.x[0] / (double)sprite->mass), cy = (float)(s.x[1] / (double)sprite->mass);
    for (uint32_t i = 0; i < sprite->particle_count; i++) {
        float dx = rest[i].x - cx;
        rest[i] = (vv_vec2){flipped ? -dx : dx, rest[i].y - cy};
    }
}

/* ---- Pins ------------------------------------------------------------------------------------------------------------ */

static vv_vec2 pinned(const vvi_sprite_pin *pin, uint32_t side, const vv_vec2 *x)
{
    const uint32_t *corner = pin->corners[side];
    const float *w = pin->weights[side];
    return (vv_vec2){w[0] * x[corner[0]].x + w[1] * x[corner[1]].x + w[2] * x[corner[2]].x,
                     w[0] * x[corner[0]].y + w[1] * x[corner[1]].y + w[2] * x[corner[2]].y};
}

/* How far a side moves for a unit of impulse: Σ w²/m. */
static float give(const vvi_sprite_view *sprite, const vvi_sprite_pin *pin, uint32_t side)
{
    float sum = 0.0f;
    for (uint32_t c = 0; c < 3; c++)
        sum += pin->weights[side][c] * pin->weights[side][c] / sprite->masses[pin->corners[side][c]];
    return sum;
}

static void push(const vvi_sprite_view *sprite, const vvi_sprite_pin *pin, uint32_t side, vv_vec2 impulse, vv_vec2 *x)
{
    for (uint32_t c = 0; c < 3; c++) {
        uint32_t i = pin->corners[side][c];
        x[i] = vv_vec2_add(x[i], vv_vec2_scale(impulse, pin->weights[side][c] / sprite->masses[i]));
    }
}

void vvi_match_pins(const vvi_sprite_view *sprite, float k, vv_vec2 *x)
{
    for (uint32_t p = 0; p < sprite->pin_count; p++) {
        const vvi_sprite_pin *pin = &sprite->pins[p];
        vv_vec2 gap = vv_vec2_sub(pinned(pin, 1, x), pinned(pin, 0, x));
        vv_vec2 impulse = vv_vec2_scale(gap, k / (give(sprite, pin, 0) + give(sprite, pin, 1)));
        push(sprite, pin, 0, impulse, x);
        push(sprite, pin, 1, vv_vec2_scale(impulse, -1.0f), x);
    }
}
