/* Casts, overlaps and what is nearest against brute force, over random stages of drawings that have bounced about,
 * puppets, and obstacles of all kinds that move. */
#include "tests/runtime/stage/puppet_actors.h"
#include "tests/runtime/stage/query/brute.h"
#include "tests/runtime/stage/scenes.h"

enum { SEEDS = 24, QUESTIONS = 300, MOST = 48 };

typedef struct world {
    body bodies[3];
    box puppet;
    vv_stage *stage;
    uint32_t layers[MOST]; /* by the index of an actor */
    uint8_t kinds[MOST];
    vvi_random random;
    brute_scene *brute;
} world;

static float in_range(world *w, float low, float high) { return low + (high - low) * vvi_random_unit(&w->random); }

static void add_random_actor(world *w)
{
    uint32_t kind = vvi_random_below(&w->random, 4);
    vv_actor_def def = kind < 3 ? actor_of(&w->bodies[kind]) : puppet_def(&w->puppet, 0.0f, 0.0f);
    def.position = (vv_vec2){in_range(w, -8.0f, 8.0f), in_range(w, 0.0f, 10.0f)};
    def.angle = in_range(w, -3.0f, 3.0f);
    def.velocity = (vv_vec2){in_range(w, -4.0f, 4.0f), in_range(w, -4.0f, 4.0f)};
    def.angular_velocity = in_range(w, -4.0f, 4.0f);
    def.flipped = vvi_random_below(&w->random, 2);
    def.layers = 1u << vvi_random_below(&w->random, 3);
    def.strengths.stiffness = 8.0f;
    vv_actor id = add_actor(w->stage, &def);
    assert_true(id.index < MOST);
    w->layers[id.index] = def.layers;
    w->kinds[id.index] = (uint8_t)kind;
}

static void add_random_obstacle(world *w)
{
    uint32_t kind = vvi_random_below(&w->random, 3), count = kind == 0 ? 2 : 3 + vvi_random_below(&w->random, 6);
    vv_vec2 points[8];
    vv_obstacle_def def = vv_default_obstacle_def();
    for (uint32_t i = 0; i < count; i++) { /* a star about the origin: simple, and not convex */
        float angle = 2.0f * VV_PI * (float)i / (float)count, radius = in_range(w, 0.3f, 1.4f);
        points[i] = (vv_vec2){radius * vv_cos(angle), radius * vv_sin(angle)};
    }
    def.kind = (vv_obstacle_kind)kind;
    def.point_count = count;
    def.points = points;
    def.position = (vv_vec2){in_range(w, -8.0f, 8.0f), in_range(w, 0.0f, 8.0f)};
    def.angle = in_range(w, -3.0f, 3.0f);
    if (kind == 0) { /* below everything, a little tilted */
        points[0] = (vv_vec2){0.0f, 0.0f};
        points[1] = (vv_vec2){1.0f, in_range(w, -0.3f, 0.3f)};
        def.position.y = -3.0f;
        def.angle = 0.0f;
    }
    if (vvi_random_below(&w->random, 2))
        def.velocity = (vv_vec2){in_range(w, -2.0f, 2.0f), in_range(w, -2.0f, 2.0f)},
        def.angular_velocity = in_range(w, -3.0f, 3.0f);
    def.sensor = vvi_random_below(&w->random, 4) == 0;
    def.layers = 1u << vvi_random_below(&w->random, 3);
    vv_obstacle id;
    assert_int_equal(vv_stage_add_obstacle(w->stage, &def, &id, NULL), VV_OK);
}

static void make_world(world *w, uint64_t seed)
{
    vv_stage_def def = vv_default_stage_def();
    def.step = VV_PUPPET_STEP;
    w->random = vvi_random_seed(seed);
    w->stage = make_stage(&def);
    for (uint32_t i = 0; i < 14; i++)
        add_random_actor(w);
    for (uint32_t i = 0; i < 8; i++)
        add_random_obstacle(w);
}

/* Something else happens between the questions, so that what was remembered is not right any more. */
static void change_world(world *w)
{
    vv_actor actors[MOST];
    vv_obstacle obstacles[MOST];
    uint32_t count = vv_stage_actors(w->stage, actors, MOST), walls = vv_stage_obstacles(w->stage, obstacles, MOST);
    vv_actor id = actors[vvi_random_below(&w->random, count)];
    vv_obstacle wall = obstacles[vvi_random_below(&w->random, walls)];
    vv_vec2 at = {in_range(w, -8.0f, 8.0f), in_range(w, 0.0f, 8.0f)};
    switch (vvi_random_below(&w->random, 8)) {
    case 0:
        vv_stage_teleport(w->stage, id, at, in_range(w, -3.0f, 3.0f));
        break;
    case 1:
        vv_stage_flip(w->stage, id);
        break;
    case 2:
        vv_stage_remove_actor(w->stage, id);
        add_random_actor(w);
        break;
    case 3:
        vv_stage_remove_obstacle(w->stage, wall);
        add_random_obstacle(w);
        break;
    case 4:
        vv_stage_teleport_obstacle(w->stage, wall, at, in_range(w, -3.0f, 3.0f));
        break;
    case 5: { /* not so fast that what it strikes spins by radians in a step: interpolated, that is turned inside out */
        vv_obstacle_state now = vv_stage_obstacle_state(w->stage, wall);
        vv_vec2 way = vv_vec2_scale(vv_vec2_sub(at, now.position), 0.01f);
        vv_stage_move_obstacle(w->stage, wall, vv_vec2_add(now.position, way), now.angle + in_range(w, -0.1f, 0.1f));
        break;
    }
    default:
        vv_stage_step(w->stage, in_range(w, 0.0f, 0.06f));
    }
}

static void look(world *w)
{
    vv_actor actors[MOST];
    vv_obstacle obstacles[MOST];
    brute_clear(w->brute);
    uint32_t count = vv_stage_actors(w->stage, actors, MOST);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = w->kinds[actors[i].index], layers = w->layers[actors[i].index];
        const body *b = &w->bodies[kind % 3];
        if (kind < 3)
            brute_add_actor(w->brute, w->stage, actors[i], layers, b->vertex_count, b->triangles, b->triangle_count);
        else
            brute_add_actor(w->brute, w->stage, actors[i], layers, w->puppet.vertex_count, w->puppet.triangles,
                            w->puppet.triangle_count);
    }
    count = vv_stage_obstacles(w->stage, obstacles, MOST);
    for (uint32_t i = 0; i < count; i++)
        brute_add_obstacle(w->brute, w->stage, obstacles[i]);
}

static void open_world(world *w)
{
    *w = (world){.bodies = {body_ball(1.0f, 4), body_crate(1.2f, 4), body_beam(2.0f, 8)},
                 .puppet = box_make(1.0f, 1.4f, 4, 5),
                 .brute = calloc(1, sizeof *w->brute)};
}

static void close_world(world *w)
{
    for (uint32_t i = 0; i < 3; i++)
        body_free(&w->bodies[i]);
    box_free(&w->puppet);
    brute_clear(w->brute);
    free(w->brute);
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

static bool is_same(const vv_hit *a, const vv_hit *b)
{
    return a->actor.index == b->actor.index && a->actor.generation == b->actor.generation &&
           a->obstacle.index == b->obstacle.index && a->obstacle.generation == b->obstacle.generation;
}

static bool is_asked(const brute_thing *t, const vv_query_filter *f)
{
    bool is_actor = t->id.actor.generation != 0;
    bool excepted = is_actor && f->except.generation && f->except.index == t->id.actor.index;
    return (t->layers & f->layers) && (is_actor ? f->actors && !excepted : f->obstacles && (f->sensors || !t->sensor));
}

static vv_query_filter random_filter(world *w)
{
    vv_query_filter f = vv_default_query_filter();
    uint32_t what = vvi_random_below(&w->random, 10);
    f.layers = what == 0 ? 1u : what == 1 ? 6u : f.layers;
    f.actors = what != 2;
    f.obstacles = what != 3;
    f.sensors = what == 4 || what == 3;
    if (what == 5)
        f.except = w->brute->things[0].id.actor;
    f.skip_inside = what >= 8;
    return f;
}

static brute_shape random_shape(world *w, vv_vec2 *half, float *angle, float *radius, uint32_t kind)
{
    *half = (vv_vec2){0.0f, 0.0f};
    *angle = *radius = 0.0f;
    if (kind == 1)
        *radius = in_range(w, 0.01f, 0.8f);
    if (kind == 2) {
        *half = (vv_vec2){in_range(w, 0.0f, 0.8f), in_range(w, 0.05f, 0.8f)};
        *angle = vvi_random_below(&w->random, 2) ? in_range(w, -4.0f, 4.0f) : 0.0f;
    }
    return (brute_shape){(double)*radius, {(double)half->x, (double)half->y}, (double)*angle};
}

/* The first hit by brute force; NULL: none. */
static const brute_thing *find_first(world *w, const vv_query_filter *f, const brute_shape *shape, vv_vec2 from,
                                     vv_vec2 to, double *fraction)
{
    const brute_thing *first = NULL;
    const point2 a = {(double)from.x, (double)from.y}, b = {(double)to.x, (double)to.y};
    *fraction = 2.0;
    for (uint32_t i = 0; i < w->brute->count; i++) {
        const brute_thing *t = &w->brute->things[i];
        if (!is_asked(t, f) || (f->skip_inside && brute_distance(t, shape, a) <= 0.0))
            continue;
        double u = brute_cast(t, shape, a, b);
        if (u < *fraction) {
            *fraction = u;
            first = t;
        }
    }
    return first;
}

/* The point is on the outline and on the shape where that touches, and the normal points from there towards the shape:
 * moved a little along it, the shape is free. */
static void check_touch(const brute_thing *t, const brute_shape *shape, vv_vec2 from, vv_vec2 to, const vv_hit *hit)
{
    const brute_shape none = {0};
    double u = (double)hit->fraction, push = 1e-3;
    point2 p = {(double)hit->point.x, (double)hit->point.y}, n = {(double)hit->normal.x, (double)hit->normal.y};
    point2 centre = {(double)from.x + u * (double)(to.x - from.x), (double)from.y + u * (double)(to.y - from.y)};
    assert_true(fabs(n.x * n.x + n.y * n.y - 1.0) < 1e-5);
    assert_true(brute_distance(t, &none, p) < 3e-5);
    assert_true(brute_distance(t, shape, centre) < 3e-5);
    double way = (p.x - centre.x) * n.x + (p.y - centre.y) * n.y; /* from the centre down to the point */
    double reach = shape->radius + hypot(shape->half[0], shape->half[1]);
    assert_true(hypot(p.x - centre.x, p.y - centre.y) <= reach + 3e-5 && way <= 3e-5);
    assert_true((double)(to.x - from.x) * n.x + (double)(to.y - from.y) * n.y <= 1e-4);
    double off = brute_distance(t, shape, (point2){centre.x + push * n.x, centre.y + push * n.y});
    if (off < 0.3 * push) /* unless something else of the same drawing is in the way there */
        assert_true(brute_distance(t, shape, (point2){centre.x - push * n.x, centre.y - push * n.y}) < push);
}

/* Rays that graze something are decided by rounding: such a case is told by a shape that is a little larger or
 * smaller. */
static uint32_t check_cast(world *w, uint32_t kind, uint32_t *grazing)
{
    vv_vec2 from = {in_range(w, -9.0f, 9.0f), in_range(w, -2.0f, 10.0f)}, half;
    vv_vec2 to = {in_range(w, -9.0f, 9.0f), in_range(w, -4.0f, 10.0f)};
    float angle, radius;
    if (vvi_random_below(&w->random, 20) == 0)
        to = from;
    brute_shape shape = random_shape(w, &half, &angle, &radius, kind);
    vv_query_filter f = random_filter(w);
    vv_hit hit = {.fraction = -1.0f};
    bool found = kind == 0   ? vv_stage_cast_ray(w->stage, from, to, &f, &hit)
                 : kind == 1 ? vv_stage_cast_circle(w->stage, from, to, radius, &f, &hit)
                             : vv_stage_cast_box(w->stage, from, to, half, angle, &f, &hit);
    if (from.x == to.x && from.y == to.y)
        f.skip_inside = false;
    double fraction;
    const brute_thing *t = find_first(w, &f, &shape, from, to, &fraction);
    float length = vv_vec2_distance(from, to);
    bool agree = found == (t != NULL) && (!found || fabs((double)hit.fraction - fraction) * (double)length < 1e-4);
    if (!agree) {
        for (int k = -1; k <= 1 && !agree; k += 2) {
            brute_shape other = {fmax(0.0, shape.radius + k * 2e-4), {shape.half[0], shape.half[1]}, shape.angle};
            const brute_thing *o = find_first(w, &f, &other, from, to, &fraction);
            agree = found == (o != NULL) && (!found || fabs((double)hit.fraction - fraction) * (double)length < 3e-2);
        }
        if (!agree)
            fail_msg("kind %u: from %g %g to %g %g: found %d at %g, by brute force %g", kind, (double)from.x,
                     (double)from.y, (double)to.x, (double)to.y, found, (double)hit.fraction, fraction);
        ++*grazing;
        return found;
    }
    if (!found)
        return 0;
    assert_true(fabs((double)hit.distance - (double)hit.fraction * (double)length) < 1e-4);
    if (is_same(&hit, &t->id) && hit.fraction > 0.0f)
        check_touch(t, &shape, from, to, &hit);
    return 1;
}

static void casts_hit_what_brute_force_hits(void **state)
{
    (void)state;
    world w;
    uint32_t hits = 0, grazing = 0, all = 0;
    open_world(&w);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        make_world(&w, seed);
        for (uint32_t k = 0; k < QUESTIONS; k++) {
            if (k % 10 == 0) {
                change_world(&w);
                look(&w);
            }
            hits += check_cast(&w, k % 3, &grazing);
            all++;
        }
        vv_stage_destroy(w.stage);
    }
    print_message("%u casts, %u hits, %u grazing\n", all, hits, grazing);
    assert_true(hits > all / 3 && hits < all && grazing < all / 100);
    close_world(&w);
}

/* ---- Rays that meet many ----------------------------------------------------------------------------------------- */

static void a_ray_lists_all_it_meets_in_order(void **state)
{
    (void)state;
    world w;
    uint32_t listed = 0;
    open_world(&w);
    for (uint64_t seed = 101; seed < 101 + SEEDS; seed++) {
        make_world(&w, seed);
        for (uint32_t k = 0; k < 100; k++) {
            if (k % 10 == 0)
                change_world(&w);
            vv_vec2 from = {in_range(&w, -9.0f, 9.0f), in_range(&w, -2.0f, 10.0f)};
            vv_vec2 to = {in_range(&w, -9.0f, 9.0f), in_range(&w, -4.0f, 10.0f)};
            vv_hit hits[64], few[3], one = {.fraction = -1.0f};
            vv_query_filter f = vv_default_query_filter();
            uint32_t count = vv_stage_cast_ray_all(w.stage, from, to, NULL, hits, 64);
            assert_int_equal(vv_stage_cast_ray_all(w.stage, from, to, &f, few, 3), count);
            assert_int_equal(vv_stage_cast_ray_all(w.stage, from, to, &f, NULL, 0), count);
            assert_int_equal(vv_stage_cast_ray(w.stage, from, to, NULL, &one), count > 0);
            if (count)
                assert_memory_equal(&one, hits, sizeof one);
            for (uint32_t i = 0; i < count; i++) {
                if (i < 3)
                    assert_memory_equal(&hits[i], &few[i], sizeof *hits);
                assert_true(i == 0 || hits[i].fraction >= hits[i - 1].fraction);
                for (uint32_t j = 0; j < i; j++)
                    assert_false(is_same(&hits[i], &hits[j]));
                /* Each alone: a ray that asks for it only (actors), or a shorter one. */
                vv_hit nearer;
                assert_true(vv_stage_cast_ray(w.stage, from, hits[i].point, NULL, &nearer) ||
                            hits[i].fraction >= one.fraction);
            }
            listed += count;
        }
        vv_stage_destroy(w.stage);
    }
    assert_true(listed > 2000);
    close_world(&w);
}

/* ---- Overlaps and the nearest ------------------------------------------------------------------------------------ */

static uint32_t check_overlap(world *w, uint32_t kind)
{
    vv_vec2 at = {in_range(w, -9.0f, 9.0f), in_range(w, -3.0f, 10.0f)}, half;
    float angle, radius;
    brute_shape shape = random_shape(w, &half, &angle, &radius, kind);
    const brute_shape point = {0};
    const point2 centre = {(double)at.x, (double)at.y};
    vv_query_filter f = random_filter(w);
    vv_hit hits[64];
    uint32_t count = kind == 0   ? vv_stage_overlap_point(w->stage, at, &f, hits, 64)
                     : kind == 1 ? vv_stage_overlap_circle(w->stage, at, radius, &f, hits, 64)
                                 : vv_stage_overlap_box(w->stage, at, half, angle, &f, hits, 64);
    uint32_t next = 0;
    for (uint32_t i = 0; i < w->brute->count; i++) {
        const brute_thing *t = &w->brute->things[i];
        bool listed = next < count && is_same(&hits[next], &t->id);
        double distance = brute_distance(t, &shape, centre);
        if (is_asked(t, &f) && listed != (distance <= 0.0)) {
            brute_shape smaller = {shape.radius - 1e-5, {shape.half[0] - 1e-5, shape.half[1] - 1e-5}, shape.angle};
            assert_true(distance < 1e-5 && (distance > 0.0 || brute_distance(t, &smaller, centre) > 0.0));
        }
        assert_true(!listed || is_asked(t, &f));
        if (!listed)
            continue;
        double nearest = brute_distance(t, &point, centre);
        assert_true(fabs((double)hits[next].distance - nearest) < 1e-5);
        next++;
    }
    assert_int_equal(next, count);
    return count;
}

static void overlaps_are_those_of_brute_force(void **state)
{
    (void)state;
    world w;
    uint32_t found = 0;
    open_world(&w);
    for (uint64_t seed = 201; seed < 201 + SEEDS; seed++) {
        make_world(&w, seed);
        for (uint32_t k = 0; k < QUESTIONS; k++) {
            if (k % 10 == 0) {
                change_world(&w);
                look(&w);
            }
            found += check_overlap(&w, k % 3);
        }
        vv_stage_destroy(w.stage);
    }
    print_message("%u overlaps\n", found);
    assert_true(found > 2000);
    close_world(&w);
}

static void the_nearest_is_that_of_brute_force(void **state)
{
    (void)state;
    world w;
    uint32_t found = 0;
    open_world(&w);
    for (uint64_t seed = 301; seed < 301 + SEEDS; seed++) {
        make_world(&w, seed);
        for (uint32_t k = 0; k < QUESTIONS; k++) {
            if (k % 10 == 0) {
                change_world(&w);
                look(&w);
            }
            vv_vec2 at = {in_range(&w, -12.0f, 12.0f), in_range(&w, -3.0f, 12.0f)};
            const point2 p = {(double)at.x, (double)at.y};
            const brute_shape point = {0};
            vv_query_filter f = random_filter(&w);
            float most = k % 4 ? INFINITY : in_range(&w, 0.0f, 2.0f);
            double least = INFINITY;
            for (uint32_t i = 0; i < w.brute->count; i++)
                if (is_asked(&w.brute->things[i], &f))
                    least = fmin(least, brute_distance(&w.brute->things[i], &point, p));
            vv_hit hit;
            bool any = vv_stage_nearest(w.stage, at, most, &f, &hit);
            if (any != (least <= (double)most))
                assert_true(fabs(least - (double)most) < 1e-5);
            if (!any)
                continue;
            assert_true(fabs((double)hit.distance - least) < 2e-5);
            double away = hypot(p.x - (double)hit.point.x, p.y - (double)hit.point.y);
            assert_true(fabs(away - (double)hit.distance) < 2e-5);
            if (away > 1e-3) /* the normal leads from it to here */
                assert_true(vv_vec2_dot(hit.normal, vv_vec2_sub(at, hit.point)) > 0.999f * (float)away);
            found++;
        }
        vv_stage_destroy(w.stage);
    }
    assert_true(found > SEEDS * QUESTIONS / 2);
    close_world(&w);
}

/* From the midst of something, its shortest way out leads out. */
static void the_way_out_leads_out(void **state)
{
    (void)state;
    world w;
    uint32_t inside = 0;
    open_world(&w);
    for (uint64_t seed = 401; seed < 401 + SEEDS; seed++) {
        make_world(&w, seed);
        vv_stage_step(w.stage, 0.5f);
        look(&w);
        for (uint32_t k = 0; k < 400; k++) {
            vv_vec2 at = {in_range(&w, -8.0f, 8.0f), in_range(&w, -3.0f, 8.0f)};
            const point2 p = {(double)at.x, (double)at.y};
            const brute_shape point = {0};
            vv_hit hit;
            vv_query_filter f = vv_default_query_filter();
            f.sensors = true;
            if (!vv_stage_cast_ray(w.stage, at, (vv_vec2){at.x + 1.0f, at.y}, &f, &hit) || hit.fraction > 0.0f)
                continue;
            const brute_thing *t = NULL;
            for (uint32_t i = 0; i < w.brute->count && !t; i++)
                t = is_same(&hit, &w.brute->things[i].id) ? &w.brute->things[i] : NULL;
            assert_non_null(t);
            assert_true(brute_distance(t, &point, p) < 1e-5);
            double depth = INFINITY;
            brute_thing border = *t;
            border.solid = border.half_plane = false;
            border.triangle_count = 0;
            depth = t->half_plane ? 0.0 : brute_distance(&border, &point, p);
            inside++;
            if (t->half_plane)
                continue;
            double on = brute_distance(
                &border, &point, (point2){p.x + depth * (double)hit.normal.x, p.y + depth * (double)hit.normal.y});
            assert_true(on < 2e-4);
        }
        vv_stage_destroy(w.stage);
    }
    print_message("%u inside\n", inside);
    assert_true(inside > 500);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_hit_what_brute_force_hits),
        cmocka_unit_test(a_ray_lists_all_it_meets_in_order),
        cmocka_unit_test(overlaps_are_those_of_brute_force),
        cmocka_unit_test(the_nearest_is_that_of_brute_force),
        cmocka_unit_test(the_way_out_leads_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
