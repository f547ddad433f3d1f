/* What is between surfaces that nothing stops is squeezed, and springs back. */
#include "tests/reliability/ground.h"

#include <math.h>

enum { MOST_VERTICES = 1400 };

typedef enum press_kind { FROM_ABOVE, TWO_WALLS, LIFT, HEAVY, PRESSES } press_kind;
static const char *const kind_names[PRESSES] = {"press", "walls", "lift", "heavy"};

typedef struct pressed {
    float penetration; /* of a vertex into a surface, in sizes */
    float area;        /* the least while the room is at least a third of the size, of what it was */
    float folded;      /* the greatest share of the area that lies upside down */
    float speed;       /* the greatest of the centre, in that of the press and √(g·size) together */
    float after;       /* how far its half axes are off 6 s after the press opened, of what they were */
    bool failed;
} pressed;

typedef struct press_scene {
    press_kind kind;
    const body *body;
    vv_strengths strengths;
    float size, step, speed, room; /* of the narrowest room, in sizes */
    vv_vec2 offset;                /* of the drawing, in sizes */
    float angle;
} press_scene;

typedef struct outcome {
    vv_stage *stage;
    vv_actor actor;
    vv_obstacle surfaces[3];
    uint32_t surface_count;
} outcome;

static void half_axes(const body *b, const vv_vec2 *x, float axes[2])
{
    double n = (double)b->vertex_count, at[2] = {0.0, 0.0}, xx = 0.0, xy = 0.0, yy = 0.0;
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        at[0] += (double)x[i].x / n;
        at[1] += (double)x[i].y / n;
    }
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        double dx = (double)x[i].x - at[0], dy = (double)x[i].y - at[1];
        xx += dx * dx / n;
        xy += dx * dy / n;
        yy += dy * dy / n;
    }
    double half = 0.5 * (xx + yy), apart = sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
    axes[0] = (float)sqrt(half + apart);
    axes[1] = (float)sqrt(fmax(0.0, half - apart));
}

static void measure_area(const body *b, const vv_vec2 *x, float *area, float *folded)
{
    *area = *folded = 0.0f;
    float whole = 0.0f;
    for (uint32_t t = 0; t < b->triangle_count; t++) {
        const uint32_t *c = b->triangles + 3u * (size_t)t;
        float twice = vv_vec2_cross(vv_vec2_sub(x[c[1]], x[c[0]]), vv_vec2_sub(x[c[2]], x[c[0]]));
        float rest = vv_vec2_cross(vv_vec2_sub(b->positions[c[1]], b->positions[c[0]]),
                                   vv_vec2_sub(b->positions[c[2]], b->positions[c[0]]));
        *area += rest > 0.0f ? twice : -twice;
        whole += fabsf(rest);
        if (twice * rest < 0.0f)
            *folded += fabsf(twice);
    }
    *area /= whole;
    *folded /= whole;
}

static vv_obstacle add_box(vv_stage *stage, vv_vec2 centre, vv_vec2 half, vv_vec2 velocity)
{
    const vv_vec2 corners[4] = {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}};
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle out;
    def.kind = VV_OBSTACLE_POLYGON;
    def.point_count = 4;
    def.points = corners;
    def.position = centre;
    def.velocity = velocity;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &out, NULL), VV_OK);
    return out;
}

/* How deep the deepest vertex is in a box, along its shortest way out. */
static float depth_in(const vv_stage *stage, vv_obstacle box, const vv_vec2 *x, uint32_t count)
{
    vv_obstacle_state s = vv_stage_obstacle_state(stage, box);
    float deepest = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        float across = fminf(x[i].x - s.low.x, s.high.x - x[i].x), up = fminf(x[i].y - s.low.y, s.high.y - x[i].y);
        deepest = fmaxf(deepest, fminf(across, up));
    }
    return deepest;
}

static void look(const press_scene *scene, const outcome *o, float room, pressed *result)
{
    vv_vec2 x[MOST_VERTICES];
    float area, folded;
    vv_stage_vertices(o->stage, o->actor, x);
    for (uint32_t i = 0; i < scene->body->vertex_count; i++)
        result->penetration = fmaxf(result->penetration, -x[i].y / scene->size);
    for (uint32_t k = 0; k < o->surface_count; k++)
        result->penetration =
            fmaxf(result->penetration, depth_in(o->stage, o->surfaces[k], x, scene->body->vertex_count) / scene->size);
    measure_area(scene->body, x, &area, &folded);
    if (room > 0.34f)
        result->area = fminf(result->area, area);
    result->folded = fmaxf(result->folded, folded);
    vv_actor_state s = vv_stage_actor_state(o->stage, o->actor);
    result->speed = fmaxf(result->speed, vv_vec2_length(s.velocity) / (scene->speed + sqrtf(9.81f * scene->size)));
    uint32_t count;
    const vv_event *events = vv_stage_events(o->stage, &count);
    for (uint32_t k = 0; k < count; k++)
        result->failed = result->failed || events[k].kind == VV_EVENT_STEP_FAILED;
}

static void run(const press_scene *scene, const outcome *o, float seconds, float *room, float rate, pressed *result)
{
    for (uint32_t k = 0; k < (uint32_t)(seconds / scene->step + 0.5f); k++) {
        vv_stage_step(o->stage, scene->step);
        *room -= rate * scene->step;
        look(scene, o, *room, result);
    }
}

static void set_speed(const press_scene *scene, const outcome *o, float speed)
{
    for (uint32_t k = 0; k < o->surface_count; k++) {
        vv_vec2 v = {0.0f, 0.0f};
        if (scene->kind == FROM_ABOVE)
            v.y = -speed;
        else if (scene->kind == TWO_WALLS)
            v.x = k == 0 ? 0.5f * speed : -0.5f * speed;
        else if (scene->kind == LIFT && k == 0)
            v.y = speed;
        assert_true(vv_stage_set_obstacle_velocity(o->stage, o->surfaces[k], v, 0.0f));
    }
}

/* It has come to rest; a press closes to `room`, stays for a second, and opens. */
static pressed press(const press_scene *scene)
{
    pressed result = {.area = INFINITY};
    float size = scene->size, far = 1.2f * size, wide = 6.0f * size, thick = 3.0f * size, room = far / size;
    outcome o = {.stage = ground_stage(scene->step, true)};
    vv_vec2 at = {scene->offset.x * size, 0.02f * size}, still = {0.0f, 0.0f};
    if (scene->kind == LIFT)
        at.y += 0.5f * size;
    /* It is turned about its middle. */
    vv_vec2 middle = {0.0f, 0.5f * size}, turned = vv_mat2_apply(vv_mat2_rotation(scene->angle), middle);
    at = vv_vec2_add(at, vv_vec2_sub(middle, turned));
    vv_actor_def def = vv_default_actor_def();
    def.sprite = scene->body->sprite;
    def.position = at;
    def.angle = scene->angle;
    def.strengths = scene->strengths;
    def.place = vv_complex_at_example(vv_sprite_complex(def.sprite), 0);
    assert_int_equal(vv_stage_add_actor(o.stage, &def, &o.actor, NULL), VV_OK);
    if (scene->kind == LIFT) {
        o.surfaces[0] = add_box(o.stage, (vv_vec2){0.0f, 0.5f * size - thick}, (vv_vec2){wide, thick}, still);
        o.surface_count = 1;
    }
    float unused = room;
    run(scene, &o, 6.0f, &unused, 0.0f, &result);
    result = (pressed){.area = INFINITY};
    vv_vec2 x[MOST_VERTICES];
    float before[2], after[2], high = 0.0f, low_x = INFINITY, high_x = -INFINITY, low = INFINITY;
    vv_stage_vertices(o.stage, o.actor, x);
    half_axes(scene->body, x, before);
    for (uint32_t i = 0; i < scene->body->vertex_count; i++) {
        high = fmaxf(high, x[i].y);
        low = fminf(low, x[i].y);
        low_x = fminf(low_x, x[i].x);
        high_x = fmaxf(high_x, x[i].x);
    }
    if (scene->kind == FROM_ABOVE) {
        o.surfaces[o.surface_count++] = add_box(o.stage, (vv_vec2){0.0f, far + thick}, (vv_vec2){wide, thick}, still);
    } else if (scene->kind == TWO_WALLS) {
        float mid = 0.5f * (low_x + high_x);
        o.surfaces[o.surface_count++] =
            add_box(o.stage, (vv_vec2){mid - 0.5f * far - thick, wide}, (vv_vec2){thick, wide}, still);
        o.surfaces[o.surface_count++] =
            add_box(o.stage, (vv_vec2){mid + 0.5f * far + thick, wide}, (vv_vec2){thick, wide}, still);
    } else if (scene->kind == LIFT) {
        o.surfaces[o.surface_count++] =
            add_box(o.stage, (vv_vec2){0.0f, 0.5f * size + far + thick}, (vv_vec2){wide, thick}, still);
    }
    float close = (room - scene->room) * size / scene->speed;
    set_speed(scene, &o, scene->speed);
    run(scene, &o, close, &room, scene->speed / size, &result);
    set_speed(scene, &o, 0.0f);
    run(scene, &o, 1.0f, &room, 0.0f, &result);
    set_speed(scene, &o, -scene->speed);
    run(scene, &o, close + 0.6f * size / scene->speed, &room, -scene->speed / size, &result);
    set_speed(scene, &o, 0.0f);
    run(scene, &o, 6.0f, &room, 0.0f, &result);
    vv_stage_vertices(o.stage, o.actor, x);
    half_axes(scene->body, x, after);
    for (uint32_t k = 0; k < 2; k++)
        result.after = fmaxf(result.after, fabsf(after[k] / before[k] - 1.0f));
    vv_stage_destroy(o.stage);
    return result;
}

/* Something of 10,000 times its mass falls on it, lies there, and is removed. */
static pressed crush(const press_scene *scene)
{
    pressed result = {.area = INFINITY};
    float size = scene->size, room = 0.0f;
    outcome o = {.stage = ground_stage(scene->step, true)};
    body crate = body_rounded_crate(1.5f * size, 8);
    vv_actor_def def = vv_default_actor_def();
    vv_actor heavy;
    def.sprite = scene->body->sprite;
    def.position = (vv_vec2){0.0f, 0.02f * size};
    def.strengths = scene->strengths;
    def.place = vv_complex_at_example(vv_sprite_complex(def.sprite), 0);
    def.density = 0.1f;
    assert_int_equal(vv_stage_add_actor(o.stage, &def, &o.actor, NULL), VV_OK);
    def = vv_default_actor_def();
    def.sprite = crate.sprite;
    def.place = vv_complex_at_example(vv_sprite_complex(crate.sprite), 0);
    def.position = (vv_vec2){0.2f * scene->offset.x * size, 2.0f * size};
    def.density = 1000.0f * vv_sprite_mass(scene->body->sprite) / vv_sprite_mass(crate.sprite);
    assert_int_equal(vv_stage_add_actor(o.stage, &def, &heavy, NULL), VV_OK);
    run(scene, &o, 4.0f, &room, 0.0f, &result);
    vv_stage_remove_actor(o.stage, heavy);
    run(scene, &o, 2.0f, &room, 0.0f, &result);
    vv_stage_destroy(o.stage);
    body_free(&crate);
    return result;
}

static body any_body(float size, uint32_t *which)
{
    static const uint32_t cells[] = {8, 14, 24};
    uint32_t fineness = vvi_random_below(&ground_numbers, 3);
    *which = vvi_random_below(&ground_numbers, 3);
    if (*which == 0)
        return body_ball(size, ground_ball_rings[2u * fineness]);
    return *which == 1 ? body_rounded_crate(size, cells[fineness]) : body_crate(size, cells[fineness]);
}

void ground_press(uint32_t scenes)
{
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    static const char *const body_names[] = {"ball", "rounded crate", "crate"};
    pressed worst = {.area = INFINITY}, crushed = worst;
    uint32_t failures = 0, deep = 0;
    for (uint32_t k = 0; k < scenes; k++) {
        press_scene scene = {.kind = (press_kind)(k % PRESSES)};
        uint32_t which;
        scene.size = ground_between(0.3f, 3.0f);
        body b = any_body(scene.size, &which);
        scene.body = &b;
        scene.strengths = vv_default_strengths();
        scene.strengths.stiffness =
            vvi_random_below(&ground_numbers, 3) == 0 ? ground_between(1.0f, 8.0f) : ground_between(8.0f, 80.0f);
        if (vvi_random_below(&ground_numbers, 3) == 0 && which == 0)
            scene.strengths = ground_strengths((temper)vvi_random_below(&ground_numbers, TEMPERS));
        scene.step = step_sizes[vvi_random_below(&ground_numbers, 4)];
        scene.speed = ground_between(0.2f, 2.0f) * scene.size;
        scene.room = ground_between(0.2f, 0.8f);
        scene.offset.x = ground_between(-1.0f, 1.0f);
        scene.angle = which == 0 ? ground_between(-3.0f, 3.0f) : 0.0f;
        pressed r = scene.kind == HEAVY ? crush(&scene) : press(&scene);
        if (ground_verbose)
            printf(
                "    %s, %s of %.2f m, %u vertices, stiffness %.1f, bounce %.1f, step %.4f, %.2f sizes/s to %.2f: in "
                "by %.4f, area %.3f, folded %.4f, speed %.2f, after %.4f%s\n",
                kind_names[scene.kind], body_names[which], (double)scene.size, b.vertex_count,
                (double)scene.strengths.stiffness, (double)scene.strengths.bounce, (double)scene.step,
                (double)(scene.speed / scene.size), (double)scene.room, (double)r.penetration, (double)r.area,
                (double)r.folded, (double)r.speed, (double)r.after, r.failed ? ", FAILED" : "");
        pressed *w = scene.kind == HEAVY ? &crushed : &worst;
        w->penetration = fmaxf(w->penetration, r.penetration);
        w->area = fminf(w->area, r.area);
        w->folded = fmaxf(w->folded, r.folded);
        w->speed = fmaxf(w->speed, r.speed);
        w->after = fmaxf(w->after, r.after);
        failures += r.failed;
        deep += scene.kind != HEAVY && r.penetration > 0.05f;
        body_free(&b);
    }
    ground_judge(failures == 0, "%u drawings in a press fail", failures);
    ground_judge(40u * deep <= scenes,
                 "a vertex is in a surface by more than 0.05 of the size in %u scenes, by up to %.3f", deep,
                 (double)worst.penetration);
    ground_judge(worst.area >= 0.8f, "while there is a third of its size of room, its area is at least %.2f",
                 (double)worst.area);
    ground_judge(worst.folded <= 0.01f, "up to %.3f of its area is folded over", (double)worst.folded);
    ground_judge(worst.speed <= 2.0f, "it gets up to %.2f times as fast as the press and √(g size) together",
                 (double)worst.speed);
    ground_judge(worst.after <= 0.05f, "6 s later its half axes are off by up to %.3f", (double)worst.after);
    ground_judge(crushed.speed <= 5.0f, "what is much heavier flings it out at up to %.2f √(g size)",
                 (double)crushed.speed);
}
