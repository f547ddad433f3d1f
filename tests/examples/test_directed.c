/* Puppets that the shipped projects direct, where a table of handles does not show enough: the energies at every jump
 * between drawings (eq. 11), and regions that were copied from one drawing to another (eq. 12–14). */
#include "author/build/folder_host.h"
#include "author/folder/folder.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define STEP    0.02
#define FAR_OFF 1000 /* steps: no jump yet */

typedef struct playing {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
    const vv_project_scene *scene;
    vv_performance *performance;
    const vv_stage *stage;
} playing;

static playing play(const char *name, const char *scene)
{
    char path[4096];
    playing p = {0};
    vv_error error = {0};
    uint32_t s = 0;
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), name);
    if (vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &p.folder, &error) != VV_OK ||
        vv_folder_host_open(path, &p.host, &error) != VV_OK ||
        vv_session_create(vv_project_folder_document(p.folder), &p.host.host, NULL, &p.session, &error) != VV_OK)
        fail_msg("%s: %s", path, error.message);
    p.project = vv_document_project(vv_project_folder_document(p.folder));
    while (s < p.project->scene_count && strcmp(p.project->scenes[s]->name, scene) != 0)
        s++;
    assert_true(s < p.project->scene_count);
    if (vv_performance_create(p.session, s, NULL, &p.performance, &error) != VV_OK)
        fail_msg("%s: %s", scene, error.message);
    p.scene = p.project->scenes[s];
    p.stage = vv_performance_stage(p.performance);
    return p;
}

static void stop(playing *p)
{
    vv_performance_destroy(p->performance);
    vv_session_destroy(p->session);
    vv_project_folder_close(p->folder);
}

/* ---- Jumps ------------------------------------------------------------------------------------------------------- */

typedef struct jumps {
    uint32_t away, back; /* from the first member, and to it */
    int soonest;         /* steps between two of them */
} jumps;

/* Runs a whole scene of one actor. At every jump the drawing that is left had more energy, by at least the family's
 * margin, and no other had less than the one that takes over. */
static jumps watch(playing *p)
{
    double margin = (double)p->project->families[p->scene->stage.actors[0].family]->margin;
    jumps seen = {0, 0, FAR_OFF};
    vv_actor actor = vv_performance_actor(p->performance, 0);
    uint32_t member = vv_stage_family_member(p->stage, actor);
    int last = -FAR_OFF;
    for (int k = 0; k * STEP <= (double)p->scene->seconds; k++) {
        float energies[VV_PUPPET_MAX_MEMBERS];
        uint32_t event_count = 0, changed = 0;
        vv_performance_show(p->performance, k * STEP);
        const vv_event *events = vv_performance_events(p->performance, &event_count);
        for (uint32_t i = 0; i < event_count; i++)
            changed += events[i].kind == VV_EVENT_MEMBER_CHANGED;
        uint32_t now = vv_stage_family_member(p->stage, actor);
        assert_int_equal(changed, now != member); /* and what happens is told, once */
        if (now == member)
            continue;
        uint32_t count = vv_stage_member_energies(p->stage, actor, energies, VV_PUPPET_MAX_MEMBERS);
        if (!((double)energies[now] < (1.0 - margin) * (double)energies[member]))
            fail_msg("%s at %.2f s: from %g to %g", p->scene->name, k * STEP, (double)energies[member],
                     (double)energies[now]);
        for (uint32_t i = 0; i < count; i++)
            assert_true(energies[now] <= energies[i]);
        seen.soonest = k - last < seen.soonest ? k - last : seen.soonest;
        seen.away += member == 0;
        seen.back += now == 0;
        member = now;
        last = k;
    }
    assert_int_equal(member, 0);
    return seen;
}

static void jumps_lower_the_energy_and_do_not_flicker(void **state)
{
    (void)state;
    static const struct {
        const char *project, *scene;
        uint32_t times; /* each way */
    } scenes[] = {
        {"principle-exaggeration", "exaggeration", 1},
        {"principle-arcs", "arcs", 2},
        {"slinky", "slinky", 4},
        {"slinky", "mountain", 4},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        playing p = play(scenes[i].project, scenes[i].scene);
        jumps seen = watch(&p);
        print_message("%s: %u away, %u back, at least %d steps between two\n", scenes[i].scene, seen.away, seen.back,
                      seen.soonest);
        assert_int_equal(seen.away, scenes[i].times);
        assert_int_equal(seen.back, scenes[i].times);
        assert_true(seen.soonest > 5);
        stop(&p);
    }
}

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

typedef struct fit {
    double map, place; /* the worst: of the maps, ‖A − B‖ by ‖A‖; of the centroids, by the target's size */
    double moved;      /* how far the source's map is from the identity at most: there was something to copy */
} fit;

static double norm(vv_mat2 m) { return sqrt((double)(m.xx * m.xx + m.xy * m.xy + m.yx * m.yx + m.yy * m.yy)); }

static void compare(const playing *p, vv_region from, vv_region to, double ratio, fit *worst)
{
    vv_region_state a = vv_stage_region_local(p->stage, vv_performance_actor(p->performance, 0), from);
    vv_region_state b = vv_stage_region_local(p->stage, vv_performance_actor(p->performance, 1), to);
    vv_mat2 apart = {a.linear.xx - b.linear.xx, a.linear.xy - b.linear.xy, a.linear.yx - b.linear.yx,
                     a.linear.yy - b.linear.yy};
    vv_mat2 deformed = {a.linear.xx - 1.0f, a.linear.xy, a.linear.yx, a.linear.yy - 1.0f};
    double x = (double)(b.centre.x - b.rest.x) - ratio * (double)(a.centre.x - a.rest.x);
    double y = (double)(b.centre.y - b.rest.y) - ratio * (double)(a.centre.y - a.rest.y);
    worst->map = fmax(worst->map, norm(apart) / norm(a.linear));
    worst->place = fmax(worst->place, sqrt(x * x + y * y) / (double)vv_performance_size(p->performance, 1));
    worst->moved = fmax(worst->moved, norm(deformed));
}

/* Every region of the second actor's copy, at every step. A copy may say how large the source counts; else the
 * drawings do. */
static fit copied(playing *p)
{
    const vv_project_copy *copy = &p->scene->stage.actors[1].copies[0];
    double sizes = (double)vv_performance_size(p->performance, 1) / (double)vv_performance_size(p->performance, 0);
    double ratio = copy->size > 0.0f ? (double)copy->size : sizes;
    fit worst = {0.0, 0.0, 0.0};
    assert_true(copy->pair_count >= 1);
    for (int k = 0; k * STEP <= (double)p->scene->seconds; k++) {
        vv_performance_show(p->performance, k * STEP);
        for (uint32_t i = 0; i < copy->pair_count; i++)
            compare(p, copy->pairs[i].from, copy->pairs[i].to, ratio, &worst);
    }
    return worst;
}

static void copied_regions_move_as_their_source(void **state)
{
    (void)state;
    static const char *const scenes[] = {"rider", "sack"};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        playing p = play("principle-appeal", scenes[i]);
        fit worst = copied(&p);
        print_message("%s: maps within %.2f %%, places within %.2f %% of its size; the source deforms by %.2f\n",
                      scenes[i], 100.0 * worst.map, 100.0 * worst.place, worst.moved);
        assert_true(worst.map < 0.05 && worst.place < 0.05);
        assert_true(worst.moved > 0.15); /* three times what would be forgiven */
        stop(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumps_lower_the_energy_and_do_not_flicker),
        cmocka_unit_test(copied_regions_move_as_their_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
