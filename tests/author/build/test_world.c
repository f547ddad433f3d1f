/* What moves and what is joined on the stage of a project: paths are followed to the step, joints hold what they name
 * in the size of their actors, the script changes them when it says so, and going back does not change what follows. */
#include "stage_session.h"

#define BOARD "\"kind\":\"polygon\",\"points\":[[-1,-0.1],[1,-0.1],[1,0.1],[-1,0.1]]"

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

/* Where a path is, in closed form: smooth from (0, 0) to (2, 0) in 1 s, evenly to (2, 1) and a quarter turn in 1 s. */
static void once(double t, double at[3])
{
    double u = t < 1.0 ? t : 1.0, v = t < 1.0 ? 0.0 : t < 2.0 ? t - 1.0 : 1.0;
    at[0] = 2.0 * (3.0 - 2.0 * u) * u * u;
    at[1] = v;
    at[2] = 0.5 * v;
}

static void an_obstacle_follows_its_path(void **state)
{
    (void)state;
    static const char *const repeats[] = {"once", "loop", "ping-pong"};
    for (int r = 0; r < 3; r++) {
        vv_performance *p = perform(
            "\"actors\":[],\"obstacles\":[{\"name\":\"lift\"," BOARD ",\"repeat\":\"%s\",\"path\":[{\"time\":0,"
            "\"at\":[0,0]},{\"time\":1,\"at\":[2,0]},{\"time\":2,\"at\":[2,1],\"angle\":0.5,\"ease\":\"linear\"}]}]",
            repeats[r]);
        for (uint32_t f = 0; f <= 300; f++) {
            double t = f / 60.0, folded = r == 0 ? t : r == 1 ? fmod(t, 2.0) : 2.0 - fabs(fmod(t, 4.0) - 2.0), at[3];
            bool wraps = r == 1 && f % 120 >= 119; /* the jump to the beginning is not interpolated */
            vv_performance_show(p, t);
            vv_obstacle_state o = vv_performance_obstacle_state(p, 0);
            once(folded, at);
            if (wraps || (r == 1 && f % 120 == 0))
                continue;
            assert_near((double)o.position.x, at[0], 2e-5);
            assert_near((double)o.position.y, at[1], 2e-5);
            assert_near((double)o.angle, at[2], 2e-5);
        }
        vv_performance_destroy(p);
    }
}

static void cues_move_obstacles(void **state)
{
    (void)state;
    vv_performance *p = perform(
        "\"gravity\":[0,0],\"obstacles\":[{\"name\":\"o\"," BOARD ",\"at\":[0,5]},{\"name\":\"q\"," BOARD ",\"repeat\":"
        "\"ping-pong\",\"path\":[{\"time\":0,\"at\":[0,9]},{\"time\":1,\"at\":[1,9]}]}],"
        "\"actors\":[{\"name\":\"k\",\"artwork\":\"strip\",\"kinematic\":true}],\"script\":["
        "{\"time\":0.5,\"do\":\"move\",\"obstacle\":\"o\",\"to\":[2,5],\"angle\":1,\"seconds\":1,\"ease\":\"linear\"},"
        "{\"time\":0.5,\"do\":\"move\",\"actor\":\"k\",\"to\":[3,3],\"seconds\":2},"
        "{\"time\":1,\"do\":\"velocity\",\"obstacle\":\"q\",\"velocity\":[0,1]},"
        "{\"time\":2,\"do\":\"velocity\",\"obstacle\":\"o\",\"velocity\":[0,-1],\"spin\":2},"
        "{\"time\":3,\"do\":\"teleport\",\"obstacle\":\"o\",\"to\":[7,7]}]");
    vv_performance_show(p, 1.0);
    vv_obstacle_state o = vv_performance_obstacle_state(p, 0);
    assert_near((double)o.position.x, 1.0, 1e-5);
    assert_near((double)o.angle, 0.5, 1e-5);
    assert_near((double)vv_performance_obstacle_state(p, 1).position.x, 1.0, 1e-5);
    vv_performance_show(p, 2.0);
    assert_near((double)vv_performance_obstacle_state(p, 0).position.x, 2.0, 1e-5);
    assert_near((double)vv_performance_obstacle_state(p, 1).position.y, 10.0, 1e-4); /* no path any more */
    vv_performance_show(p, 2.9999);
    o = vv_performance_obstacle_state(p, 0);
    assert_near((double)o.position.y, 4.0, 1e-3);
    assert_near((double)o.angle, 3.0, 1e-3);
    vv_performance_show(p, 3.0 + 1.0 / 60.0);
    assert_near((double)vv_performance_obstacle_state(p, 0).position.x, 7.0, 1e-3);
    vv_performance_destroy(p);
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

/* A hinge in the world holds that point of the drawing, whatever the actor's size. */
static void joints_hold_points_in_the_size_of_their_actors(void **state)
{
    (void)state;
    static const float scales[] = {0.5f, 1.0f, 2.0f};
    for (int k = 0; k < 3; k++) {
        vv_performance *p = perform(
            "\"actors\":[{\"name\":\"s\",\"artwork\":\"strip\",\"scale\":%g}],\"joints\":[{\"name\":\"pin\",\"kind\":"
            "\"hinge\",\"a\":{\"at\":[%g,%g]},\"b\":{\"actor\":\"s\",\"at\":[2,1]}}]",
            (double)scales[k], 2.0 * (double)scales[k], (double)scales[k]);
        float widest = 0.0f;
        for (uint32_t f = 0; f <= 120; f++) {
            vv_joint_state joint;
            vv_performance_show(p, f / 60.0);
            assert_true(vv_performance_joint_state(p, 0, &joint));
            assert_near((double)vv_vec2_distance(joint.points[0], joint.points[1]), 0.0, 0.02 * (double)scales[k]);
            widest = vvi_max(widest, fabsf(vv_performance_actor_state(p, 0).angle));
        }
        assert_true(widest > 0.5f); /* it swings */
        vv_performance_destroy(p);
    }
}

static void cues_drive_and_break_joints(void **state)
{
    (void)state;
    vv_performance *p = perform(
        "\"gravity\":[0,0],\"actors\":[{\"name\":\"s\",\"artwork\":\"strip\",\"strengths\":{\"stiffness\":200}}],"
        "\"joints\":[{\"name\":\"axle\",\"kind\":\"hinge\",\"a\":{\"at\":[1,0.5]},\"b\":{\"actor\":\"s\",\"at\":[1,0.5]"
        "}}],"
        "\"script\":[{\"time\":0.5,\"do\":\"motor\",\"joint\":\"axle\",\"speed\":3},{\"time\":1.5,\"do\":\"motor\","
        "\"joint\":"
        "\"axle\",\"speed\":0,\"limit\":1000},{\"time\":2,\"do\":\"break\",\"joint\":\"axle\"}]");
    vv_joint_state joint;
    vv_performance_show(p, 0.48);
    assert_true(vv_performance_joint_state(p, 0, &joint));
    assert_near((double)joint.angle, 0.0, 1e-3);
    vv_performance_show(p, 1.25);
    assert_near((double)vv_performance_actor_state(p, 0).angular_velocity, 3.0, 0.2);
    vv_performance_show(p, 1.9);
    assert_near((double)vv_performance_actor_state(p, 0).angular_velocity, 0.0, 0.1);
    vv_performance_show(p, 2.1);
    assert_false(vv_performance_joint_state(p, 0, &joint));
    vv_performance_destroy(p);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static void cues_change_what_things_are_like(void **state)
{
    (void)state;
    vv_performance *p = perform("\"gravity\":[0,0],\"obstacles\":[{\"name\":\"o\"," BOARD
                                ",\"at\":[0,9]}],\"actors\":[{\"name\":\"a\",\"artwork\":"
                                "\"arm\",\"tint\":\"#FF000080\",\"hidden\":[\"lower\"]}],\"script\":[{\"time\":1,"
                                "\"do\":\"change\",\"actor\":\"a\","
                                "\"changes\":{\"layers\":[3],\"kinematic\":true,\"tint\":\"#00FF00\",\"hidden\":[]}},{"
                                "\"time\":1,\"do\":\"change\","
                                "\"obstacle\":\"o\",\"changes\":{\"friction\":0.2,\"sensor\":true,\"layers\":[1,2]}}]");
    vv_actor_state a = vv_performance_actor_state(p, 0);
    assert_near((double)a.tint.a, 128.0 / 255.0, 1e-6);
    assert_true(a.tint.r == 1.0f && a.tint.g == 0.0f && a.hidden_layers == 2 && !a.kinematic);
    vv_performance_show(p, 1.1);
    a = vv_performance_actor_state(p, 0);
    vv_obstacle_state o = vv_performance_obstacle_state(p, 0);
    assert_true(a.tint.r == 0.0f && a.tint.g == 1.0f && a.tint.a == 1.0f);
    assert_true(a.kinematic && a.layers == 8 && a.mask == UINT32_MAX && a.hidden_layers == 0);
    assert_true(o.friction == 0.2f && o.sensor && o.layers == 6 && !o.one_way);
    vv_performance_destroy(p);
}

/* ---- Going back -------------------------------------------------------------------------------------------------- */

static void going_back_changes_nothing(void **state)
{
    (void)state;
    vv_performance *p = perform(
        "\"obstacles\":[{\"kind\":\"ground\"},{\"name\":\"lift\"," BOARD
        ",\"repeat\":\"ping-pong\",\"path\":[{\"time\":0,"
        "\"at\":[0,0.2]},{\"time\":1,\"at\":[0,2]}]},{\"name\":\"o\"," BOARD ",\"at\":[4,1]}],"
        "\"actors\":[{\"name\":\"a\",\"artwork\":\"strip\",\"at\":[-0.5,0.4],\"scale\":0.4},{\"name\":\"b\","
        "\"artwork\":\"arm\",\"at\":"
        "[4,3]}],\"joints\":[{\"name\":\"r\",\"kind\":\"rope\",\"a\":{\"at\":[4,5]},\"b\":{\"actor\":\"b\",\"handle\":"
        "\"shoulder\"}}],"
        "\"script\":[{\"time\":0.7,\"do\":\"move\",\"obstacle\":\"o\",\"to\":[6,2],\"seconds\":1},{\"time\":1.5,\"do\":"
        "\"velocity\",\"obstacle\":\"lift\",\"spin\":1},{\"time\":2,\"do\":\"break\",\"joint\":\"r\"}]");
    assert_going_back_changes_nothing(p, 10, 33, 180);
    vv_performance_destroy(p);
}

/* Removing an actor takes its joints and cues along; the rest stays. */
static void what_names_an_actor_goes_with_it(void **state)
{
    (void)state;
    apply("{\"do\":\"scene.add\",\"name\":\"w\",\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\"},{\"name\":\"b\","
          "\"artwork\":"
          "\"arm\"},{\"name\":\"c\",\"artwork\":\"arm\"}],\"joints\":[{\"kind\":\"weld\",\"a\":{\"actor\":\"a\"},\"b\":"
          "{\"actor\":"
          "\"b\"}},{\"kind\":\"rope\",\"a\":{\"actor\":\"c\",\"handle\":\"hand\"},\"b\":{\"at\":[0,3]}}],\"script\":[{"
          "\"time\":0,"
          "\"do\":\"move\",\"actor\":\"b\",\"seconds\":1},{\"time\":0,\"do\":\"change\",\"actor\":\"c\",\"changes\":{"
          "\"kinematic\":"
          "true}}]}");
    apply("{\"do\":\"actor.remove\",\"scene\":\"w\",\"actor\":\"b\"}");
    const vv_project *project = vv_document_project(document);
    const vv_project_stage *stage = &project->scenes[project->scene_count - 1]->stage;
    assert_int_equal(stage->joint_count, 1);
    assert_int_equal(stage->joints[0].a.actor, 1);
    assert_int_equal(stage->joints[0].a.handle, 2);
    assert_int_equal(stage->joints[0].b.actor, VV_NONE);
    assert_int_equal(stage->cue_count, 1);
    assert_int_equal(stage->cues[0].actor, 1);
    apply("{\"do\":\"handle.remove\",\"artwork\":\"arm\",\"handle\":\"shoulder\"}");
    stage = &vv_document_project(document)->scenes[project->scene_count - 1]->stage;
    assert_int_equal(stage->joints[0].a.handle, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_obstacle_follows_its_path, open_session, close_session),
        cmocka_unit_test_setup_teardown(cues_move_obstacles, open_session, close_session),
        cmocka_unit_test_setup_teardown(joints_hold_points_in_the_size_of_their_actors, open_session, close_session),
        cmocka_unit_test_setup_teardown(cues_drive_and_break_joints, open_session, close_session),
        cmocka_unit_test_setup_teardown(cues_change_what_things_are_like, open_session, close_session),
        cmocka_unit_test_setup_teardown(going_back_changes_nothing, open_session, close_session),
        cmocka_unit_test_setup_teardown(what_names_an_actor_goes_with_it, open_session, close_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
