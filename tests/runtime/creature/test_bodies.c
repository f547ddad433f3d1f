/* Making a creature: the tree as it hangs on the root, the spine, limbs, legs and their groups, the heuristics of
 * 1.2, and refusals. */
#include "tests/testing.h"

#include "sample.h"

static uint32_t at(const vv_creature *c, const char *name)
{
    uint32_t b = vv_creature_find(c, name);
    if (b == VV_NONE)
        fail_msg("no body %s", name);
    return b;
}

static const char *name_of(const vv_creature *c, uint32_t body) { return vv_creature_body_at(c, body).name; }

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

/* Two bodies that were joined are joined still, at the same point, and nobody else is. */
static void check_joints(const vv_creature *c)
{
    const stored_body *bodies = bodies_of(c);
    uint32_t turned = 0;
    for (uint32_t b = 0; b < c->body_count; b++) {
        uint32_t parent = bodies[b].parent;
        if (parent == VV_NONE) {
            assert_int_equal(b, c->root);
            continue;
        }
        bool as_given = bodies[b].def_parent == parent;
        assert_true(as_given || bodies[parent].def_parent == b);
        uint32_t younger = as_given ? b : parent; /* the one whose place is the joint */
        assert_memory_equal(&bodies[b].joint, &bodies[younger].place, sizeof(vv_vec3));
        turned += !as_given;
    }
    uint32_t depth = 0;
    for (uint32_t b = c->root; bodies[b].def_parent != VV_NONE; b = bodies[b].def_parent)
        depth++;
    assert_int_equal(turned, depth);
}

/* Every body once, parents first, limbs in one piece; children listed as they come. */
static void check_order(const vv_creature *c)
{
    const stored_body *bodies = bodies_of(c);
    bool seen[VV_CREATURE_MAX_BODIES] = {false};
    for (uint32_t i = 0; i < c->body_count; i++) {
        uint32_t b = order_of(c)[i];
        assert_true(b < c->body_count && !seen[b]);
        assert_true(bodies[b].parent == VV_NONE || seen[bodies[b].parent]);
        assert_int_equal((bodies[b].caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0, i < c->spine_count);
        seen[b] = true;
        uint32_t expected = VV_NONE;
        for (uint32_t k = c->body_count; k-- > 0;)
            if (bodies[k].parent == b) {
                assert_int_equal(bodies[k].next_sibling, expected);
                expected = k;
            }
        assert_int_equal(bodies[b].first_child, expected);
    }
    for (uint32_t l = 0; l < c->limb_count; l++) {
        stored_limb own = limbs_of(c)[l];
        uint32_t branches = 0;
        assert_int_equal(own.first, order_of(c)[own.start]);
        assert_int_equal(own.hip, bodies[own.first].parent);
        for (uint32_t i = 0; i < own.count; i++) {
            const stored_body *body = &bodies[order_of(c)[own.start + i]];
            assert_int_equal(body->limb, l);
            assert_int_equal(body->hip, own.hip);
            uint32_t child = body->first_child;
            branches += child != VV_NONE && bodies[child].next_sibling != VV_NONE;
        }
        assert_int_equal(branches, own.branches);
    }
}

static void check_spine(const vv_creature *c)
{
    const stored_body *bodies = bodies_of(c);
    assert_int_equal(spine_of(c)[c->spine_root], c->root);
    for (uint32_t s = 0; s < c->spine_count; s++) {
        uint32_t b = spine_of(c)[s];
        assert_int_equal(bodies[b].hip, b);
        assert_int_equal(bodies[b].limb, VV_NONE);
        if (s != c->spine_root)
            assert_int_equal(bodies[b].parent, spine_of(c)[s < c->spine_root ? s + 1 : s - 1]);
    }
}

static double distance(vv_vec3 p, vv_vec3 q)
{
    double x = (double)p.x - q.x, y = (double)p.y - q.y, z = (double)p.z - q.z;
    return sqrt(x * x + y * y + z * z);
}

/* Against sums along the way, made anew for each body in double. */
static void check_lengths(const vv_creature *c)
{
    const stored_body *bodies = bodies_of(c);
    for (uint32_t b = 0; b < c->body_count; b++) {
        double way = distance(bodies[b].rest_centre, bodies[b].joint);
        uint32_t stop = bodies[b].limb == VV_NONE ? c->root : limbs_of(c)[bodies[b].limb].first;
        for (uint32_t k = b; k != stop; k = bodies[k].parent)
            way += distance(bodies[k].joint, bodies[bodies[k].parent].joint);
        assert_true(fabs(way - (double)vv_creature_limb_length(c, b)) <= 1e-5 * (1.0 + way));
        double own = b == c->root ? 0.0 : distance(bodies[b].joint, bodies[bodies[b].parent].joint);
        assert_true(fabs(own - (double)bodies[b].length) <= 1e-5 * (1.0 + own));
    }
}

/* Corners, one by one. */
static void check_boxes(const vv_creature *c)
{
    vv_vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY}, own_low, own_high;
    float tolerance = 1e-5f * c->size;
    for (uint32_t b = 0; b < c->body_count; b++) {
        const stored_body *body = &bodies_of(c)[b];
        float lowest = INFINITY;
        for (int k = 0; k < 8; k++) {
            vv_vec3 corner = {k & 1 ? body->high.x : body->low.x, k & 2 ? body->high.y : body->low.y,
                              k & 4 ? body->high.z : body->low.z};
            vv_vec3 p = vv_vec3_add(body->place, vv_quat_rotate(body->turn, corner));
            low = (vv_vec3){fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z)};
            high = (vv_vec3){fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z)};
            lowest = fminf(lowest, p.y);
        }
        assert_true(fabsf(body->sole_height - fmaxf(body->rest_centre.y - lowest, 0.0f)) <= tolerance);
        vv_vec3 middle = vv_vec3_add(body->place, vv_quat_rotate(body->turn, body->centre));
        assert_true(vv_vec3_length(vv_vec3_sub(middle, body->rest_centre)) <= tolerance);
        float x = middle.x / c->size;
        assert_true(body->side == 0 ? fabsf(x) <= 0.0201f : (float)body->side * x >= 0.0199f);
    }
    vv_creature_bounds(c, &own_low, &own_high);
    assert_true(vv_vec3_length(vv_vec3_sub(low, own_low)) <= tolerance);
    assert_true(vv_vec3_length(vv_vec3_sub(high, own_high)) <= tolerance);
    assert_true(fabsf(fmaxf(high.x - low.x, fmaxf(high.y - low.y, high.z - low.z)) - c->size) <= tolerance);
}

/* Every foot off the spine has one, through its own ancestors. Within a group lengths are near each other; between
 * neighbouring groups there is no smaller gap than inside them that would have had to be cut first. */
static void check_legs(const vv_creature *c)
{
    const stored_body *bodies = bodies_of(c);
    uint32_t feet = 0;
    float longest[VV_CREATURE_MAX_LEGS], shortest[VV_CREATURE_MAX_LEGS];
    for (uint32_t b = 0; b < c->body_count; b++)
        feet += bodies[b].caps & VV_CAP_BIT(VV_CAP_FOOT) && bodies[b].hip != b;
    assert_int_equal(feet, vv_creature_leg_count(c));
    for (uint32_t g = 0; g < VV_CREATURE_MAX_LEGS; g++)
        longest[g] = 0.0f, shortest[g] = INFINITY;
    for (uint32_t l = 0; l < feet; l++) {
        const stored_leg *leg = &legs_of(c)[l];
        const uint32_t *path = paths_of(c) + leg->path;
        assert_int_equal(path[leg->path_count - 1], leg->leg.foot);
        assert_int_equal(bodies[path[0]].parent, leg->leg.hip);
        float way = vv_vec3_length(vv_vec3_sub(bodies[leg->leg.foot].rest_centre, bodies[leg->leg.foot].joint));
        for (uint32_t i = 1; i < leg->path_count; i++) {
            assert_int_equal(bodies[path[i]].parent, path[i - 1]);
            way += vv_vec3_length(vv_vec3_sub(bodies[path[i]].joint, bodies[path[i - 1]].joint));
        }
        way = fmaxf(way, 0.02f * c->size);
        assert_true(fabsf(way - leg->leg.length) <= 1e-5f * way);
        assert_true(l == 0 || leg->leg.group == leg[-1].leg.group || leg->leg.group == leg[-1].leg.group + 1);
        longest[leg->leg.group] = fmaxf(longest[leg->leg.group], way);
        shortest[leg->leg.group] = fminf(shortest[leg->leg.group], way);
        bool shared = false;
        for (uint32_t k = 0; k < feet; k++)
            for (uint32_t i = 0; k != l && i < legs_of(c)[k].path_count; i++)
                for (uint32_t j = 0; j < leg->path_count; j++)
                    shared |= paths_of(c)[legs_of(c)[k].path + i] == path[j];
        assert_int_equal(shared, leg->leg.shared);
    }
    assert_int_equal(c->group_count, feet ? legs_of(c)[feet - 1].leg.group + 1 : 0);
    for (uint32_t g = 0; g < c->group_count; g++) {
        assert_true(longest[g] <= 1.2501f * shortest[g]);
        assert_true(g == 0 || longest[g] < shortest[g - 1]);
    }
}

static void check(const vv_creature *c)
{
    check_joints(c);
    check_order(c);
    check_spine(c);
    check_lengths(c);
    check_boxes(c);
    check_legs(c);
}

static void every_sample_hangs_together(void **state)
{
    (void)state;
    for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
        vv_creature *c = sample_creature((sample_kind)kind);
        check(c);
        vv_creature_destroy(c, NULL);
    }
}

static void two_thousand_random_trees_hang_together(void **state)
{
    (void)state;
    static sample made;
    uint32_t turned = 0, above = 0, branching = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        sample_random(seed, seed % 5 == 0, &made);
        vv_creature *c = sample_create(&made);
        check(c);
        turned += c->root != 0;
        above += bodies_of(c)[0].limb != VV_NONE;
        for (uint32_t l = 0; l < c->limb_count; l++)
            branching += limbs_of(c)[l].branches > 0;
        vv_creature_destroy(c, NULL);
    }
    assert_true(turned > 500 && above > 200 && branching > 500); /* the interesting cases do occur */
}

/* ---- Heuristics -------------------------------------------------------------------------------------------------- */

static void roots_spines_and_postures_are_as_a_person_would_say(void **state)
{
    (void)state;
    static const struct {
        sample_kind kind;
        const char *root, *tail, *head;
        bool upright;
        uint32_t legs, groups;
    } expected[] = {
        {SAMPLE_BIPED, "pelvis", "pelvis", "head", true, 2, 1},
        {SAMPLE_QUADRUPED, "loin", "rump", "head", false, 4, 1},
        {SAMPLE_HEXAPOD, "thorax", "abdomen", "head", false, 6, 2},
        {SAMPLE_SNAKE, "ring 4", "ring 0", "ring 8", false, 0, 0},
        {SAMPLE_BRANCHING, "hips", "hips", "trunk", true, 4, 1},
        {SAMPLE_FIGURE_4, "trunk", "trunk", "trunk", false, 0, 0},
        {SAMPLE_ASYMMETRIC, "back", "back", "front", false, 3, 3},
        {SAMPLE_ONE_BODY, "blob", "blob", "blob", false, 0, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        vv_creature *c = sample_creature(expected[i].kind);
        assert_string_equal(name_of(c, vv_creature_root(c)), expected[i].root);
        assert_string_equal(name_of(c, spine_of(c)[0]), expected[i].tail);
        assert_string_equal(name_of(c, spine_of(c)[c->spine_count - 1]), expected[i].head);
        assert_int_equal(vv_creature_is_upright(c), expected[i].upright);
        assert_int_equal(vv_creature_leg_count(c), expected[i].legs);
        assert_int_equal(c->group_count, expected[i].groups);
        assert_true(vv_creature_body_at(c, vv_creature_root(c)).caps & VV_CAP_BIT(VV_CAP_ROOT));
        vv_creature_destroy(c, NULL);
    }
}

static void check_feet(sample_kind kind, uint32_t count, const char *const *feet)
{
    vv_creature *c = sample_creature(kind);
    assert_int_equal(vv_creature_leg_count(c), count);
    for (uint32_t l = 0; l < count; l++)
        assert_string_equal(name_of(c, vv_creature_leg(c, l).foot), feet[l]);
    vv_creature_destroy(c, NULL);
}

static void legs_come_from_the_hindmost_hip_on_left_before_right(void **state)
{
    (void)state;
    check_feet(SAMPLE_QUADRUPED, 4,
               (const char *[]){"left hind foot", "right hind foot", "left fore foot", "right fore foot"});
    check_feet(SAMPLE_HEXAPOD, 6,
               (const char *[]){"left hind foot", "right hind foot", "left middle foot", "right middle foot",
                                "left fore foot", "right fore foot"});
    check_feet(SAMPLE_BRANCHING, 4,
               (const char *[]){"left hind foot", "right hind foot", "left fore foot", "right fore foot"});
    check_feet(SAMPLE_ASYMMETRIC, 3, (const char *[]){"long leg's foot", "middling leg's foot", "short leg's foot"});
}

/* A pair whose lengths differ by a rounding error is never parted, wherever between two others it lies. */
static void pairs_stay_together_when_legs_are_grouped(void **state)
{
    (void)state;
    static sample made;
    for (int step = 0; step <= 200; step++) {
        sample_make(SAMPLE_QUADRUPED, &made);
        for (uint32_t b = 0; b < made.def.body_count; b++)
            if (strstr(made.names[b], "fore"))
                made.bodies[b].position.y *= 1.0f + 0.002f * (float)step + (strstr(made.names[b], "left") ? 1e-6f : 0);
        vv_creature *c = sample_create(&made);
        for (uint32_t l = 0; l < 4; l += 2)
            assert_int_equal(vv_creature_leg(c, l).group, vv_creature_leg(c, l + 1).group);
        vv_leg first = vv_creature_leg(c, 0), last = vv_creature_leg(c, 3);
        assert_int_equal(c->group_count,
                         first.length > 1.25f * last.length || last.length > 1.25f * first.length ? 2 : 1);
        vv_creature_destroy(c, NULL);
    }
}

/* Runs that span too much are cut at their widest gap, not where a count from one end would end. */
static void groups_are_cut_at_the_widest_gap(void **state)
{
    (void)state;
    static const struct {
        float lengths[6]; /* 0: no more */
        uint32_t groups[6];
    } cases[] = {{{1.0f, 0.7f, 0.69f}, {0, 1, 1}},
                 {{0.69f, 0.7f, 1.0f}, {1, 1, 0}},
                 {{1.0f, 0.82f, 0.81f, 0.65f, 0.64f}, {0, 0, 0, 1, 1}},
                 {{1.0f, 0.99f, 0.81f, 0.79f}, {0, 0, 1, 1}},
                 {{0.5f, 0.5f, 0.5f, 0.4f, 0.4f, 0.4f}, {0, 0, 0, 0, 0, 0}},
                 {{4.0f, 1.0f, 2.0f, 1.1f, 2.2f, 4.4f}, {0, 2, 1, 2, 1, 0}}};
    static sample s;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sample_make(SAMPLE_ONE_BODY, &s);
        for (uint32_t b = 1; b <= 6 && cases[i].lengths[b - 1] > 0; b++) {
            s.bodies[b] = s.bodies[0];
            snprintf(s.names[b], sizeof s.names[b], "%u", b);
            s.bodies[b].name = s.names[b];
            s.bodies[b].parent = 0;
            s.bodies[b].caps = VV_CAP_BIT(VV_CAP_FOOT);
            s.bodies[b].centre = (vv_vec3){0, -cases[i].lengths[b - 1], 0};
            s.def.body_count = b + 1;
        }
        vv_creature *c = sample_create(&s);
        for (uint32_t l = 0; l < vv_creature_leg_count(c); l++)
            assert_int_equal(vv_creature_leg(c, l).group, cases[i].groups[vv_creature_leg(c, l).foot - 1]);
        check(c);
        vv_creature_destroy(c, NULL);
    }
}

static void a_root_that_was_given_is_kept_and_no_spine_means_the_first_body(void **state)
{
    (void)state;
    static sample made;
    sample_make(SAMPLE_QUADRUPED, &made);
    made.bodies[3].caps |= VV_CAP_BIT(VV_CAP_ROOT);
    vv_creature *c = sample_create(&made);
    assert_int_equal(vv_creature_root(c), 3);
    check(c);
    vv_creature_destroy(c, NULL);
    for (uint32_t b = 0; b < made.def.body_count; b++)
        made.bodies[b].caps &= ~(VV_CAP_BIT(VV_CAP_ROOT) | VV_CAP_BIT(VV_CAP_SPINE));
    c = sample_create(&made);
    assert_int_equal(vv_creature_root(c), 0);
    assert_int_equal(c->spine_count, 1);
    check(c);
    vv_creature_destroy(c, NULL);
}

static void feet_may_hang_on_feet(void **state)
{
    (void)state;
    static sample made;
    sample_make(SAMPLE_BIPED, &made);
    for (uint32_t b = 0; b < made.def.body_count; b++)
        if (strstr(made.names[b], "shin"))
            made.bodies[b].caps |= VV_CAP_BIT(VV_CAP_FOOT);
    vv_creature *c = sample_create(&made);
    assert_int_equal(vv_creature_leg_count(c), 4);
    for (uint32_t l = 0; l < 4; l++)
        assert_true(vv_creature_leg(c, l).shared);
    check(c);
    vv_creature_destroy(c, NULL);
}

/* ---- What can be asked ------------------------------------------------------------------------------------------- */

static void what_was_given_comes_back(void **state)
{
    (void)state;
    static sample made;
    sample_make(SAMPLE_BIPED, &made);
    made.bodies[4].caps |= VV_CAP_BIT(VV_CAP_OWN + 1);
    vv_creature *c = sample_create(&made);
    vv_transform3 rest[SAMPLE_MAX_BODIES];
    vv_creature_rest(c, rest);
    assert_int_equal(vv_creature_body_count(c), 25);
    for (uint32_t b = 0; b < 25; b++) {
        vv_creature_body body = vv_creature_body_at(c, b), given = made.bodies[b];
        assert_string_equal(body.name, given.name);
        assert_int_equal(vv_creature_find(c, given.name), b);
        assert_int_equal(body.parent, given.parent);
        assert_int_equal(body.caps & ~VV_CAP_BIT(VV_CAP_ROOT), given.caps);
        assert_int_equal(body.deforms, given.deforms);
        assert_memory_equal(&body.position, &given.position, sizeof body.position);
        assert_memory_equal(&body.centre, &given.centre, sizeof body.centre);
        assert_memory_equal(&body.low, &given.low, sizeof body.low);
        assert_memory_equal(&body.high, &given.high, sizeof body.high);
        assert_memory_equal(&rest[b].position, &given.position, sizeof body.position);
        assert_memory_equal(&rest[b].rotation, &given.rotation, sizeof body.rotation);
    }
    assert_int_equal(vv_creature_find(c, "nobody"), VV_NONE);
    assert_int_equal(vv_creature_find_cap(c, "grasper"), VV_CAP_GRASPER);
    assert_int_equal(vv_creature_find_cap(c, "horn"), VV_CAP_OWN + 1);
    assert_int_equal(vv_creature_find_cap(c, "wheel"), VV_NONE);
    assert_string_equal(vv_creature_cap_name(c, VV_CAP_OWN), "nose");
    assert_null(vv_creature_cap_name(c, VV_CAP_OWN + 2));
    assert_int_equal(vv_creature_deform_count(c), 2);
    assert_string_equal(vv_creature_deform_name(c, 1), "curl");
    uint32_t hand = at(c, "left hand");
    assert_true(fabsf(vv_creature_limb_length(c, hand) - bodies_of(c)[hand].limb_length) == 0.0f);
    vv_creature_destroy(c, NULL);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void check_refused(const sample *made, vv_result code, const char *named)
{
    vv_creature *c = NULL;
    vv_error error = {0};
    assert_int_equal(vv_creature_create(&made->def, NULL, &c, &error), code);
    assert_null(c);
    if (!strstr(error.message, named))
        fail_msg("\"%s\" does not name %s", error.message, named);
}

static void broken_bodies_are_refused_by_name(void **state)
{
    (void)state;
    static sample s;
    float bad[3] = {NAN, INFINITY, -1001.0f};
    for (int i = 0; i < 3; i++) {
        float *numbers[5] = {&s.bodies[7].position.y, &s.bodies[7].rotation.w, &s.bodies[7].centre.x,
                             &s.bodies[7].low.z, &s.bodies[7].high.x};
        for (int k = 0; k < 5; k++) {
            sample_make(SAMPLE_BIPED, &s);
            *numbers[k] = bad[i];
            check_refused(&s, VV_ERROR_ARGUMENT, s.names[7]);
        }
    }
#define BREAK(change, code, named)                                                                                     \
    sample_make(SAMPLE_BIPED, &s);                                                                                     \
    change;                                                                                                            \
    check_refused(&s, code, named)
    BREAK(s.bodies[9].parent = 9, VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[9].parent = 12, VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[9].parent = VV_NONE, VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[0].parent = 0, VV_ERROR_ARGUMENT, "pelvis");
    BREAK(s.bodies[9].name = "mouth", VV_ERROR_ARGUMENT, "mouth");
    BREAK(s.bodies[9].name = "", VV_ERROR_ARGUMENT, "body 9");
    BREAK(s.bodies[9].name = NULL, VV_ERROR_ARGUMENT, "body 9");
    BREAK(s.bodies[9].low.x = 1.0f, VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[9].rotation = (vv_quat){0}, VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[9].caps |= VV_CAP_BIT(VV_CAP_OWN + 2), VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[9].caps |= VV_CAP_BIT(63), VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[9].deforms = 4, VV_ERROR_ARGUMENT, s.names[9]);
    BREAK(s.bodies[2].caps = 0, VV_ERROR_ARGUMENT, "neck");                               /* a gap */
    BREAK(s.bodies[10].caps |= VV_CAP_BIT(VV_CAP_SPINE), VV_ERROR_ARGUMENT, s.names[10]); /* a fork */
    BREAK(s.bodies[10].caps |= VV_CAP_BIT(VV_CAP_ROOT), VV_ERROR_ARGUMENT, s.names[10]);
    BREAK(s.bodies[1].caps |= VV_CAP_BIT(VV_CAP_ROOT);
          s.bodies[3].caps |= VV_CAP_BIT(VV_CAP_ROOT), VV_ERROR_ARGUMENT, "neck");
    BREAK(s.own_caps[1] = "nose", VV_ERROR_ARGUMENT, "nose");
    BREAK(s.own_caps[1] = "foot", VV_ERROR_ARGUMENT, "foot");
    BREAK(s.deforms[1] = "open", VV_ERROR_ARGUMENT, "open");
    BREAK(s.deforms[1] = "\xff", VV_ERROR_ARGUMENT, "deform 1");
    BREAK(s.def.body_count = 0, VV_ERROR_LIMIT, "0");
    BREAK(s.def.body_count = 1025, VV_ERROR_LIMIT, "1025");
    BREAK(s.def.own_cap_count = 54, VV_ERROR_LIMIT, "54");
    BREAK(s.def.deform_count = 17, VV_ERROR_LIMIT, "17");
#undef BREAK
    sample_make(SAMPLE_ONE_BODY, &s);
    s.bodies[0].low = s.bodies[0].high = (vv_vec3){0, 0, 0};
    check_refused(&s, VV_ERROR_ARGUMENT, "blob");
}

static void a_sixty_fifth_foot_is_refused(void **state)
{
    (void)state;
    static sample s;
    sample_make(SAMPLE_ONE_BODY, &s);
    for (uint32_t b = 1; b < 67; b++) {
        s.bodies[b] = s.bodies[0];
        snprintf(s.names[b], sizeof s.names[b], "foot %u", b);
        s.bodies[b].name = s.names[b];
        s.bodies[b].parent = 0;
        s.bodies[b].position = (vv_vec3){0.1f * (float)(b % 8), 0, 0.1f * (float)(b / 8)};
        s.bodies[b].caps = VV_CAP_BIT(VV_CAP_FOOT);
    }
    s.def.body_count = 65;
    vv_creature *c = sample_create(&s);
    assert_int_equal(vv_creature_leg_count(c), 64);
    check(c);
    vv_creature_destroy(c, NULL);
    s.def.body_count = 66;
    check_refused(&s, VV_ERROR_LIMIT, "foot 65");
}

/* A chain, a star and a comb of as many bodies as there may be. */
static void the_largest_creatures_are_made_and_verified(void **state)
{
    (void)state;
    static vv_creature_body bodies[VV_CREATURE_MAX_BODIES];
    static char names[VV_CREATURE_MAX_BODIES][8];
    for (int shape = 0; shape < 4; shape++) {
        for (uint32_t b = 0; b < VV_CREATURE_MAX_BODIES; b++) {
            uint32_t parents[4] = {b - 1, 0, b % 2 ? b - 1 : b - 2, b - 1};
            snprintf(names[b], sizeof names[b], "%u", b);
            bodies[b] = (vv_creature_body){.name = names[b], .parent = b ? parents[shape] : VV_NONE};
            bodies[b].position = (vv_vec3){0.1f * (float)(b % 7), 1.0f, 0.3f * (float)b};
            bodies[b].rotation = vv_quat_identity();
            bodies[b].high = (vv_vec3){0.1f, 0.1f, 0.1f};
            bool spine = shape == 2 ? b % 2 == 0 : shape == 3;
            bodies[b].caps = spine ? VV_CAP_BIT(VV_CAP_SPINE) : b % 16 == 15 ? VV_CAP_BIT(VV_CAP_FOOT) : 0;
        }
        vv_creature_def def = {.body_count = VV_CREATURE_MAX_BODIES, .bodies = bodies};
        vv_creature *c = NULL;
        vv_error error = {0};
        if (vv_creature_create(&def, NULL, &c, &error) != VV_OK)
            fail_msg("%s", error.message);
        check_joints(c);
        check_spine(c);
        check_lengths(c);
        assert_int_equal(vvi_creature_verify(c, vvi_creature_bytes(c), &error), VV_OK);
        vv_creature_destroy(c, NULL);
    }
}

static void every_failed_allocation_leaves_nothing(void **state)
{
    (void)state;
    static sample s;
    sample_make(SAMPLE_BRANCHING, &s);
    uint64_t n = 1;
    for (bool done = false; !done; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_creature *c = NULL;
        vv_result result = vv_creature_create(&s.def, &allocator, &c, NULL);
        done = result == VV_OK;
        assert_true(done || (result == VV_ERROR_MEMORY && !c));
        vv_creature_destroy(c, &allocator);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(n, 5); /* three allocations, then one round that succeeds */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sample_hangs_together),
        cmocka_unit_test(two_thousand_random_trees_hang_together),
        cmocka_unit_test(roots_spines_and_postures_are_as_a_person_would_say),
        cmocka_unit_test(legs_come_from_the_hindmost_hip_on_left_before_right),
        cmocka_unit_test(pairs_stay_together_when_legs_are_grouped),
        cmocka_unit_test(groups_are_cut_at_the_widest_gap),
        cmocka_unit_test(a_root_that_was_given_is_kept_and_no_spine_means_the_first_body),
        cmocka_unit_test(feet_may_hang_on_feet),
        cmocka_unit_test(what_was_given_comes_back),
        cmocka_unit_test(broken_bodies_are_refused_by_name),
        cmocka_unit_test(a_sixty_fifth_foot_is_refused),
        cmocka_unit_test(the_largest_creatures_are_made_and_verified),
        cmocka_unit_test(every_failed_allocation_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
