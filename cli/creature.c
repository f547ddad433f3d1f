/* verve creature: a creature grown from a seed, or made from a skeleton, as a file or as a picture. */
#include "cli/creature_file.h"
#include "cli/motion.h"
#include "cli/picture.h"

#include "author/base/path.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHEET 400u

typedef struct creature_request {
    const char *seed, *from, *sheet, *out;
    uint32_t size; /* 0: as usual */
    bool json;
} creature_request;

#define REQUEST creature_request
static const cli_option options[] = {
    {"--seed", CLI_TEXT(seed), "N", "grow the creature of this seed"},
    {"--from", CLI_TEXT(from), "FILE", "make it out of a skeleton (.glb .gltf .bvh), or read it (.json)"},
    {"--sheet", CLI_TEXT(sheet), "A-B", "a contact sheet of these seeds"},
    {"-o", CLI_TEXT(out), "FILE", "where it goes: .json .gltf .glb .bvh .png"},
    {"--size", CLI_WHOLE(size), "PIXELS", "of a picture (default: 512), or of each in a sheet (default: 256)", 16,
     4096},
    {"--json", CLI_FLAG(json), NULL, "describe it as JSON"},
    {0}};

/* ---- Report ------------------------------------------------------------------------------------------------------ */

static uint32_t count_cap(const vv_creature_plan *plan, vv_cap cap)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < plan->body_count; b++)
        count += (plan->bodies[b].body.caps & VV_CAP_BIT(cap)) != 0;
    return count;
}

static vv_vec3 creature_size(const vv_built_creature *c)
{
    vv_vec3 low, high;
    vv_creature_bounds(c->creature, &low, &high);
    return vv_vec3_sub(high, low);
}

static const struct {
    const char *name;
    vv_cap cap;
} counts[] = {{"graspers", VV_CAP_GRASPER}, {"mouths", VV_CAP_MOUTH}, {"eyes", VV_CAP_EYE},    {"ears", VV_CAP_EAR},
              {"tails", VV_CAP_TAIL},       {"wings", VV_CAP_WING},   {"spikes", VV_CAP_SPIKE}};
enum { COUNTS = sizeof counts / sizeof *counts };

static void print_report(const vv_built_creature *c)
{
    const vv_creature_plan *plan = &c->plan;
    vv_vec3 size = creature_size(c);
    printf("%s: %u bodies, %u of them spine; %u legs", plan->name, plan->body_count, count_cap(plan, VV_CAP_SPINE),
           vv_creature_leg_count(c->creature));
    for (size_t i = 0; i < COUNTS; i++)
        printf(", %u %s", count_cap(plan, counts[i].cap), counts[i].name);
    printf("; %s, %.2f m wide, %.2f m high, %.2f m long; %u triangles\n",
           vv_creature_is_upright(c->creature) ? "upright" : "prone", (double)size.x, (double)size.y, (double)size.z,
           c->figure.form.triangle_count);
}

static void write_report(vv_json_writer *w, const void *subject)
{
    const vv_built_creature *c = subject;
    const vv_creature_plan *plan = &c->plan;
    vv_vec3 size = creature_size(c);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", plan->name);
    vv_json_write_integer(w, "bodies", plan->body_count);
    vv_json_write_integer(w, "legs", vv_creature_leg_count(c->creature));
    vv_json_write_integer(w, "spine", count_cap(plan, VV_CAP_SPINE));
    for (size_t i = 0; i < COUNTS; i++)
        vv_json_write_integer(w, counts[i].name, count_cap(plan, counts[i].cap));
    vv_json_write_bool(w, "upright", vv_creature_is_upright(c->creature));
    vv_json_write_string(w, "root", plan->bodies[vv_creature_root(c->creature)].name);
    vv_json_write_array(w, "size");
    vv_json_write_float(w, NULL, size.x);
    vv_json_write_float(w, NULL, size.y);
    vv_json_write_float(w, NULL, size.z);
    vv_json_write_end(w);
    vv_json_write_integer(w, "triangles", c->figure.form.triangle_count);
    vv_json_write_bool(w, "own_mesh", c->own_mesh);
    vv_json_write_end(w);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static vv_result write_plan(const char *out, const vv_built_creature *c, vv_error *error)
{
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_plan_write(&c->plan, NULL, &text, &length, error);
    if (result != VV_OK)
        return result;
    result = cli_write(out, text, length, error);
    vvi_release(NULL, text, length + 1, 1);
    return result;
}

/* A BVH file has no rotations at rest: makes a skeleton without any, whose joints are where the bodies are. */
static vv_result make_unrotated_skeleton(const vv_creature_plan *plan, vv_skeleton **out, vv_error *error)
{
    vv_joint *joints = vvi_allocate(NULL, plan->body_count, sizeof *joints);
    if (!joints)
        return vvi_fail_memory(error, plan->body_count * sizeof *joints);
    for (uint32_t b = 0; b < plan->body_count; b++) {
        const vv_creature_body *body = &plan->bodies[b].body;
        vv_vec3 from = body->parent == VV_NONE ? (vv_vec3){0.0f, 0.0f, 0.0f} : plan->bodies[body->parent].body.position;
        joints[b] =
            (vv_joint){plan->bodies[b].name, body->parent, vv_vec3_sub(body->position, from), vv_quat_identity()};
    }
    vv_result result = vv_skeleton_create(plan->body_count, joints, NULL, out, error);
    vvi_release(NULL, joints, plan->body_count, sizeof *joints);
    return result;
}

/* Writes the creature at rest, as a take of a single frame. */
static vv_result write_take(const char *out, const vv_built_creature *c, vv_skeleton *skeleton, vv_error *error)
{
    uint32_t n = c->plan.body_count;
    vv_take take = {.skeleton = skeleton, .rate = 30.0, .frame_count = 1, .name = "rest"};
    vvi_arena arena = {.allocator = NULL};
    take.turns = vvi_arena_allocate(&arena, n, sizeof *take.turns);
    take.moves = vvi_arena_allocate(&arena, n, sizeof *take.moves);
    take.orders = vvi_arena_allocate(&arena, n, sizeof *take.orders);
    vv_result result = take.turns && take.moves && take.orders ? VV_OK : vvi_fail_memory(error, n * sizeof(vv_quat));
    if (result == VV_OK) {
        vv_skeleton_rest(skeleton, take.turns, take.moves);
        result = motion_write(out, &take, &c->figure, error);
    }
    vvi_arena_release(&arena);
    return result;
}

static vv_result write_model(const char *out, const vv_built_creature *c, vv_error *error)
{
    vv_skeleton *unrotated = NULL;
    if (!vv_path_has_ending(out, ".bvh"))
        return write_take(out, c, c->skeleton, error);
    vv_result result = make_unrotated_skeleton(&c->plan, &unrotated, error);
    if (result == VV_OK)
        result = write_take(out, c, unrotated, error);
    vv_skeleton_destroy(unrotated, NULL);
    return result;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

typedef struct creature_view {
    vv_canvas *canvas;
    vv_solids *solids;
    const vv_built_creature *creature; /* NULL: seeds from `first` on */
    uint32_t first;
    char name[VV_CREATURE_NAME_BYTES]; /* of the creature that was drawn last */
} creature_view;

static void draw_creature(creature_view *view, const vv_built_creature *c)
{
    const vv_manikin *f = &c->figure;
    vv_vec3 low, high;
    vv_creature_bounds(c->creature, &low, &high);
    float size = vv_vec3_length(vv_vec3_sub(high, low));
    float aspect = (float)vv_canvas_width(view->canvas) / (float)vv_canvas_height(view->canvas);
    vv_camera3 camera = vv_camera3_framing(f->form.vertex_count, f->form.positions, 0.6f, 0.2f, 0.4f, aspect, 0.07f);
    vv_ground ground = {{0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.0f, 6.0f * size};
    vv_solid solid = {.vertex_count = f->form.vertex_count,
                      .triangle_count = f->form.triangle_count,
                      .positions = f->form.positions,
                      .normals = f->normals,
                      .triangles = f->form.triangles,
                      .colors = f->colors};
    vv_solids_begin(view->solids, camera, ground);
    vv_solids_draw(view->solids, &solid);
    vv_solids_end(view->solids, view->canvas, 0, 0);
    vvi_format(view->name, sizeof view->name, "%s", c->plan.name);
}

static void draw(void *user, uint32_t index)
{
    creature_view *view = user;
    vv_canvas_clear(view->canvas, PICTURE_PAPER);
    view->name[0] = '\0';
    if (view->creature) {
        draw_creature(view, view->creature);
        return;
    }
    char seed[32];
    vv_built_creature *creature = NULL;
    snprintf(seed, sizeof seed, "seed:%u", view->first + index);
    if (cli_creature_load(NULL, NULL, seed, &creature, NULL) == VV_OK) {
        draw_creature(view, creature);
        vv_built_creature_destroy(creature);
    }
}

static void describe(void *user, uint32_t index, char *caption, size_t bytes)
{
    creature_view *view = user;
    vvi_format(caption, bytes, "%u %s", view->first + index, view->name);
}

/* count 0: one creature, no sheet. */
static vv_result write_picture(const creature_request *request, const vv_built_creature *creature, uint32_t first,
                               uint32_t count, vv_error *error)
{
    uint32_t size = request->size ? request->size : count > 0 ? 256u : 512u;
    creature_view view = {.creature = creature, .first = first};
    vv_result result = vv_canvas_create(size, size, NULL, &view.canvas, error);
    if (result == VV_OK)
        result = vv_solids_create(size, size, NULL, &view.solids, error);
    picture p = {.out = request->out,
                 .canvas = view.canvas,
                 .background = PICTURE_PAPER,
                 .draw = draw,
                 .describe = describe,
                 .user = &view};
    if (result == VV_OK)
        result = count > 0 ? picture_sheet(&p, count, 0, true, error) : picture_still(&p, 0, error);
    vv_solids_destroy(view.solids);
    vv_canvas_destroy(view.canvas);
    return result;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

/* Parses "0-23". */
static bool parse_range(const char *text, uint32_t *first, uint32_t *count)
{
    char *end = NULL;
    unsigned long long a = strtoull(text, &end, 10), b = 0;
    if (text[0] < '0' || text[0] > '9' || *end != '-' || end[1] < '0' || end[1] > '9')
        return false;
    b = strtoull(end + 1, &end, 10);
    if (*end != '\0' || b < a || b - a >= MOST_SHEET || b > UINT32_MAX)
        return false;
    *first = (uint32_t)a;
    *count = (uint32_t)(b - a + 1);
    return true;
}

static const char *find_misuse(const cli_call *call)
{
    const creature_request *request = call->request;
    const char *out = request->out;
    uint32_t first, count;
    if ((request->seed != NULL) + (request->from != NULL) + (request->sheet != NULL) != 1)
        return "nothing says which creature; give one of --seed N, --from FILE and --sheet A-B";
    if (request->sheet && (!out || !picture_is_png(out)))
        return "a sheet is a picture; name it with -o FILE.png";
    if (out && !vv_path_has_ending(out, ".json") && !motion_is_file(out) && !picture_is_png(out))
        return "a creature cannot be written to a file with this ending; choose .json, .gltf, .glb, .bvh or .png";
    if (request->sheet && !parse_range(request->sheet, &first, &count))
        return "--sheet is a range of at most 400 seeds; write it as 0-23";
    return NULL;
}

/* A skeleton is rarely called after the animal; its file is. */
static void name_after_file(vv_creature_plan *plan, const char *file)
{
    char name[VV_CREATURE_NAME_BYTES];
    cli_stem(file, name, sizeof name);
    if (vvi_is_name_valid(name, sizeof name))
        memcpy(plan->name, name, sizeof name);
}

static vv_result make_one(const creature_request *request, vv_error *error)
{
    char seed[64];
    vv_built_creature *creature = NULL;
    const char *out = request->out;
    if (request->seed)
        snprintf(seed, sizeof seed, "seed:%.50s", request->seed);
    vv_result result = cli_creature_load(NULL, NULL, request->seed ? seed : request->from, &creature, error);
    if (result != VV_OK)
        return result;
    if (request->from && !vv_path_has_ending(request->from, ".json"))
        name_after_file(&creature->plan, request->from);
    if (out)
        result = vv_path_has_ending(out, ".json") ? write_plan(out, creature, error)
                 : picture_is_png(out)            ? write_picture(request, creature, 0, 0, error)
                                                  : write_model(out, creature, error);
    if (result == VV_OK && request->json)
        result = cli_write_json("-", write_report, creature, error);
    else if (result == VV_OK && !out)
        print_report(creature);
    vv_built_creature_destroy(creature);
    return result;
}

static vv_result run(cli_call *call)
{
    const creature_request *request = call->request;
    uint32_t first = 0, count = 0;
    if (request->sheet && parse_range(request->sheet, &first, &count))
        return write_picture(request, NULL, first, count, &call->error);
    return make_one(request, &call->error);
}

const cli_command cli_creature = {
    "creature",
    "grow a creature from a seed, or make one out of a skeleton",
    "--seed N | --from FILE | --sheet A-B [-o FILE]",
    "Grows a creature from a seed, or makes one out of the skeleton of a model: bodies in a tree, each with\n"
    "what it can do (foot, grasper, mouth, eye …), and a skin. A .json is a creature file that projects\n"
    "can use and people can edit; .gltf and .glb hold its skeleton and its skin, .bvh the skeleton alone.\n"
    "Without -o it describes the creature.\n",
    CLI_OPERANDS(0, 0),
    CLI_OPTIONS({0}),
    find_misuse,
    run};
