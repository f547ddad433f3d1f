/* Thrown balls keep their way, and `bounce` is a coefficient. */
#include "tests/reliability/ground.h"

#include "tests/runtime/stage/puppet_actors.h"

#include <math.h>

/* ---- Thrown balls ------------------------------------------------------------------------------------------------ */

typedef struct throw_def {
    temper temper;
    float height, speed, spin;
} throw_def;

typedef struct flown {
    uint32_t grows, turns, gains; /* landings after which forward speed, or the total energy, was greater; turns back */
    float end;                    /* x after 5 s */
} flown;

static double total_energy(const vv_stage *stage)
{
    vv_mechanics m = vv_stage_mechanics(stage, (vv_actor){0});
    return m.kinetic + m.potential;
}

/* A throw of one of the tables, or with a free angle and a spin. */
static throw_def random_throw(temper which)
{
    throw_def t = {which, ground_between(1.5f, 5.0f), ground_between(0.8f, 2.5f), 0.0f};
    if (which == TEMPER_FREE)
        t.spin = ground_between(-4.0f, 4.0f);
    return t;
}

/* Spin is physics', not an orientation control's. */
static bool has_spin(temper which) { return which == TEMPER_DEFAULT || which == TEMPER_FREE; }

typedef struct speeds {
    float least, most;
} speeds;

/* What friction may make of a forward speed v and a spin (NAN: there is none). It acts at the ground, about which the
 * angular momentum m R (v + ω R/2) of a disc that rolls forward at ω stays. It leads towards v = ω R, where nothing
 * slides: 2/3 (v + ω R/2). Something elastic may swing beyond that, but at most as far as it was off before: there its
 * energy of rolling, m (v² + ω² R²/2)/2, is what it was. */
static speeds find_allowed(float v, float spin)
{
    float rolling = isnan(spin) ? v : 2.0f / 3.0f * (v - 0.25f * spin), beyond = 2.0f * rolling - v;
    return (speeds){fminf(v, beyond), fmaxf(v, beyond)};
}

/* Forward speeds and energies are compared at the top of each flight, where squashes have faded. */
static flown fly(const body *ball, throw_def t, float step)
{
    flown result = {0};
    vv_stage *stage = ground_stage(step, false);
    vv_strengths s = ground_strengths(t.temper);
    vv_actor a = ground_add(stage, ball->sprite, (vv_vec2){0.0f, t.height}, (vv_vec2){t.speed, 0.0f}, &s);
    assert_true(vv_stage_set_velocity(stage, a, (vv_vec2){t.speed, 0.0f}, t.spin));
    float before = NAN, spin = 0.0f, rises = 0.0f;
    uint32_t airborne = 0;
    double energy = INFINITY;
    for (uint32_t k = 0; k < (uint32_t)lroundf(5.0f / step); k++) {
        vv_stage_step(stage, step);
        vv_actor_state now = vv_stage_actor_state(stage, a);
        airborne = now.touching ? 0 : airborne + 1;
        bool apex = now.velocity.y <= 0.0f && (rises > 0.0f || k == 0) && ((float)airborne * step > 0.05f || k == 0);
        rises = now.velocity.y;
        if (!apex)
            continue;
        double has = total_energy(stage);
        speeds allowed = find_allowed(before, has_spin(t.temper) ? spin : NAN);
        bool grows = now.velocity.x > allowed.most + 0.02f * fabsf(allowed.most) + 0.01f;
        bool turns = now.velocity.x < fminf(0.0f, allowed.least) - 0.02f * fabsf(allowed.least) - 0.02f;
        bool gains = has > energy + 0.005 * fabs(energy);
        if (ground_verbose && (grows || turns || gains))
            printf("    %s, %u vertices, from %.2f m at %.2f m/s, step 1/%.0f: %.3f after %.3f m/s, spin %.3f "
                   "after %.3f, %.3f J after %.3f at %.2f s\n",
                   ground_temper_names[t.temper], ball->vertex_count, (double)t.height, (double)t.speed,
                   1.0 / (double)step, (double)now.velocity.x, (double)before, (double)now.angular_velocity,
                   (double)spin, has, energy, (double)((float)k * step));
        result.grows += grows;
        result.turns += turns;
        result.gains += gains;
        before = now.velocity.x;
        spin = now.angular_velocity;
        energy = has;
    }
    result.end = vv_stage_actor_state(stage, a).position.x;
    vv_stage_destroy(stage);
    return result;
}

static void throw_all(uint32_t scenes, bool steps)
{
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 90.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    body balls[BALL_MESHES];
    uint32_t variants = steps ? 5 : BALL_MESHES, grows = 0, turns = 0, gains = 0;
    float worst[TEMPERS] = {0.0f};
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        balls[m] = body_ball(1.0f, ground_ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        throw_def t = random_throw((temper)(k % TEMPERS));
        float low = INFINITY, high = -INFINITY, sum = 0.0f;
        for (uint32_t m = 0; m < variants; m++) {
            flown f = fly(&balls[steps ? 2 : m], t, steps ? step_sizes[m] : 1.0f / 60.0f);
            grows += f.grows;
            turns += f.turns;
            gains += f.gains;
            low = fminf(low, f.end);
            high = fmaxf(high, f.end);
            sum += fabsf(f.end) / (float)variants;
        }
        float spread = (high - low) / fmaxf(0.3f, sum);
        if (ground_verbose)
            printf("    %s from %.2f m at %.2f m/s: ends at %.3f … %.3f\n", ground_temper_names[t.temper],
                   (double)t.height, (double)t.speed, (double)low, (double)high);
        worst[t.temper] = fmaxf(worst[t.temper], spread);
    }
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        body_free(&balls[m]);
    ground_judge(grows == 0, "forward speed grows at %u landings", grows);
    ground_judge(turns == 0, "it turns back at %u landings", turns);
    ground_judge(gains == 0, "energy is greater after %u landings", gains);
    for (uint32_t t = 0; t < TEMPER_FREE; t++)
        ground_judge(worst[t] < 0.05f, "%s: the place after 5 s differs by up to %.1f %% of the way between %s",
                     ground_temper_names[t], 100.0 * (double)worst[t], steps ? "steps of 1/30 to 1/240 s" : "meshes");
}

void ground_throws(uint32_t scenes) { throw_all(scenes, false); }

void ground_steps(uint32_t scenes) { throw_all(scenes, true); }

/* ---- Alone and in company ---------------------------------------------------------------------------------------- */

/* Others that a throw never reaches: what is at rest, what flies, what jams, and a puppet. */
static void add_company(vv_stage *stage, const body balls[BALL_MESHES], const vv_puppet *puppet)
{
    vv_strengths s = ground_strengths((temper)vvi_random_below(&ground_numbers, TEMPERS));
    for (uint32_t i = 0; i < 6; i++) {
        vv_vec2 at = {60.0f + ground_between(-1.0f, 1.0f), ground_between(0.0f, 5.0f)};
        ground_add(stage, balls[vvi_random_below(&ground_numbers, 3)].sprite, at, (vv_vec2){0.0f, 0.0f}, &s);
    }
    vv_actor_def def = vv_default_actor_def();
    vv_actor out;
    def.puppet = puppet;
    def.position = (vv_vec2){-60.0f, 3.0f};
    assert_int_equal(vv_stage_add_actor(stage, &def, &out, NULL), VV_OK);
}

void ground_alone(uint32_t scenes)
{
    uint32_t different = 0;
    body balls[BALL_MESHES];
    box puppet = box_make(1.0f, 1.0f, 4, 4);
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        balls[m] = body_ball(1.0f, ground_ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        throw_def t = random_throw((temper)(k % TEMPERS));
        const vv_sprite *sprite = balls[vvi_random_below(&ground_numbers, BALL_MESHES)].sprite;
        vv_strengths s = ground_strengths(t.temper);
        vv_stage *stages[2];
        vv_actor actors[2];
        uint32_t when = vvi_random_below(&ground_numbers, 200), before = vvi_random_below(&ground_numbers, 2);
        for (int i = 0; i < 2; i++) {
            stages[i] = ground_stage(1.0f / 60.0f, true);
            if (i == 1 && before)
                add_company(stages[i], balls, puppet.puppet);
            actors[i] = ground_add(stages[i], sprite, (vv_vec2){0.0f, t.height}, (vv_vec2){t.speed, 0.0f}, &s);
        }
        bool same = true;
        for (uint32_t i = 0; i < 300 && same; i++) {
            if (i == when && !before)
                add_company(stages[1], balls, puppet.puppet);
            vv_actor_state now[2];
            for (int j = 0; j < 2; j++) {
                vv_stage_step(stages[j], 1.0f / 60.0f);
                now[j] = vv_stage_actor_state(stages[j], actors[j]);
            }
            same = now[0].position.x == now[1].position.x && now[0].position.y == now[1].position.y &&
                   now[0].angle == now[1].angle;
        }
        different += !same;
        vv_stage_destroy(stages[0]);
        vv_stage_destroy(stages[1]);
    }
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        body_free(&balls[m]);
    box_free(&puppet);
    ground_judge(different == 0, "others 60 m away change %u of %u throws", different, scenes);
}

/* ---- Squashes ---------------------------------------------------------------------------------------------------- */

/* The angle of the shortest extent of a drawing, modulo half a turn, and the ratio of its second moments. */
static float short_axis(const vv_vec2 *vertices, uint32_t count, float *ratio)
{
    double c[2] = {0.0, 0.0}, xx = 0.0, xy = 0.0, yy = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        c[0] += (double)vertices[i].x / (double)count;
        c[1] += (double)vertices[i].y / (double)count;
    }
    for (uint32_t i = 0; i < count; i++) {
        double x = (double)vertices[i].x - c[0], y = (double)vertices[i].y - c[1];
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    double mean = 0.5 * (xx + yy), apart = sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
    *ratio = (float)sqrt((mean - apart) / (mean + apart));
    return (float)(0.5 * atan2(2.0 * xy, xx - yy) + 0.5 * 3.14159265358979);
}

/* A ball that lands turned, spinning and moving sideways, on ground of any slope: how far the axis of its deepest
 * squash is from the ground's normal, radians. */
static float squash_error(const body *ball, temper which, float slope, float *depth)
{
    vv_vec2 vertices[1200], along = {cosf(slope), sinf(slope)}, normal = {-along.y, along.x};
    const vv_vec2 points[2] = {vv_vec2_scale(along, -50.0f), vv_vec2_scale(along, 50.0f)};
    vv_stage_def stage_def = vv_default_stage_def();
    vv_obstacle_def floor = vv_default_obstacle_def();
    vv_stage *stage = NULL;
    vv_obstacle out;
    vv_actor actor;
    floor.kind = VV_OBSTACLE_HALF_PLANE;
    floor.point_count = 2;
    floor.points = points;
    assert_int_equal(vv_stage_create(&stage_def, NULL, &stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_obstacle(stage, &floor, &out, NULL), VV_OK);
    vv_actor_def def = vv_default_actor_def();
    def.sprite = ball->sprite;
    def.position = (vv_vec2){0.0f, ground_between(2.0f, 5.0f)};
    def.velocity = (vv_vec2){ground_between(-3.0f, 3.0f), 0.0f};
    def.angle = ground_between(-3.0f, 3.0f);
    def.angular_velocity = which == TEMPER_FREE ? ground_between(-4.0f, 4.0f) : 0.0f;
    def.strengths = ground_strengths(which);
    def.place = vv_complex_at_example(vv_sprite_complex(ball->sprite), 0);
    assert_int_equal(vv_stage_add_actor(stage, &def, &actor, NULL), VV_OK);
    float least = 1.0f, error = 0.0f;
    bool met = false;
    for (uint32_t k = 0; k < 120; k++) {
        vv_stage_step(stage, 1.0f / 60.0f);
        vv_actor_state now = vv_stage_actor_state(stage, actor);
        met = met || now.touching;
        if (met && vv_vec2_dot(now.position, normal) > 0.75f && vv_vec2_dot(now.velocity, normal) > 0.5f)
            break;
        vv_stage_vertices(stage, actor, vertices);
        float ratio, axis = short_axis(vertices, ball->vertex_count, &ratio);
        if (!met || ratio >= least)
            continue;
        least = ratio;
        error = fabsf(vv_wrap_angle(2.0f * (axis - slope - 0.5f * VV_PI))) * 0.5f;
    }
    vv_stage_destroy(stage);
    *depth = least;
    return error;
}

void ground_squash(uint32_t scenes)
{
    static const temper which[] = {TEMPER_RECIPE, TEMPER_CARTOON, TEMPER_FREE};
    float worst[3] = {0.0f}, shallow[3] = {0.0f};
    body balls[BALL_MESHES];
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        balls[m] = body_ball(1.0f, ground_ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        float depth, error = squash_error(&balls[vvi_random_below(&ground_numbers, BALL_MESHES)], which[k % 3],
                                          ground_between(-0.6f, 0.6f), &depth);
        if (ground_verbose)
            printf("    %s: %.2f rad off, squashed to %.2f\n", ground_temper_names[which[k % 3]], (double)error,
                   (double)depth);
        worst[k % 3] = fmaxf(worst[k % 3], error);
        shallow[k % 3] = fmaxf(shallow[k % 3], depth);
    }
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        body_free(&balls[m]);
    for (uint32_t t = 0; t < 3; t++) {
        ground_judge(worst[t] < 0.1f, "%s: the axis of a squash is up to %.2f rad off the ground's normal",
                     ground_temper_names[which[t]], (double)worst[t]);
        ground_judge(shallow[t] < 0.9f, "%s: the shallowest squash is %.2f of its width high",
                     ground_temper_names[which[t]], (double)shallow[t]);
    }
}

/* ---- Rebounds ---------------------------------------------------------------------------------------------------- */

/* Height that the centre rebounds to over the height it fell, both above where it rests. */
static float rebound(const body *ball, float bounce, float drop, bool poses, float step)
{
    vv_strengths s = ground_strengths(poses ? TEMPER_RECIPE : TEMPER_DEFAULT);
    s.bounce = bounce;
    s.orient = VV_ORIENT_ANGLE;
    s.orient_rate = 20.0f;
    s.friction = 0.0f;
    vv_stage *stage = ground_stage(step, false);
    vv_actor a = ground_add(stage, ball->sprite, (vv_vec2){0.0f, drop}, (vv_vec2){0.0f, 0.0f}, &s);
    float top = 0.0f, rest = 0.5f;
    bool met = false, rises = false;
    for (uint32_t k = 0; k < (uint32_t)lroundf((2.5f + 2.0f * sqrtf(2.0f * drop / 9.81f)) / step); k++) {
        vv_stage_step(stage, step);
        vv_actor_state now = vv_stage_actor_state(stage, a);
        met = met || now.touching;
        rises = rises || (met && now.velocity.y > 0.3f);
        if (rises && now.velocity.y < -0.3f)
            break;
        if (rises)
            top = fmaxf(top, now.position.y);
    }
    vv_stage_destroy(stage);
    return rises ? fmaxf(0.0f, top - rest) / drop : 0.0f;
}

void ground_bounce(uint32_t scenes)
{
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    float worst[2] = {0.0f, 0.0f};
    body balls[BALL_MESHES];
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        balls[m] = body_ball(1.0f, ground_ball_rings[m]);
    for (uint32_t k = 0; k < scenes; k++) {
        float bounce = ground_between(0.4f, 0.98f), drop = expf(ground_between(logf(0.5f), logf(16.0f)));
        float step = step_sizes[vvi_random_below(&ground_numbers, 4)];
        const body *ball = &balls[vvi_random_below(&ground_numbers, BALL_MESHES)];
        for (int poses = 0; poses < 2; poses++) {
            float ratio = rebound(ball, bounce, drop, poses, step);
            float error = fabsf(ratio / (bounce * bounce) - 1.0f);
            if (ground_verbose || error > 0.05f)
                printf("    bounce %.2f from %.2f m, %u vertices, step 1/%.0f, poses %s: %.3f of %.3f\n",
                       (double)bounce, (double)drop, ball->vertex_count, 1.0 / (double)step, poses ? "on" : "off",
                       (double)ratio, (double)(bounce * bounce));
            worst[poses] = fmaxf(worst[poses], error);
        }
    }
    for (uint32_t m = 0; m < BALL_MESHES; m++)
        body_free(&balls[m]);
    ground_judge(worst[0] <= 0.05f, "without poses a rebound differs from bounce² by up to %.1f %%",
                 100.0 * (double)worst[0]);
    ground_judge(worst[1] <= 0.05f, "with poses a rebound differs from bounce² by up to %.1f %%",
                 100.0 * (double)worst[1]);
}
