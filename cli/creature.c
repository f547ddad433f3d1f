/* verve creature: a creature grown from a seed, or made out of a skeleton, as a file or to look at. */
#include "cli/cli.h"

#include "cli/creature_file.h"
#include "cli/picture.h"

#include "author/base/json.h"
#include "author/export/export.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_SHEET 400u

typedef struct creature_ask {
    const char *seed, *from, *sheet, *out;
    uint32_t size;
    bool json;
} creature_ask;

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

/* ---- Report ------------------------------------------------------------------------------------------------------------------- */

static uint32_t count_cap(const vv_creature_plan *plan, vv_cap cap)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < plan->body_count; b++)
        count += (plan->bodies[b].body.caps & VV_CAP_BIT(cap)) != 0;
    return count;
}

static void report_text(const vv_built_creature *c, vv_vec3 size)
{
    const vv_creature_plan *plan = &c->plan;
    printf("%s: %u bodies, %u of them spine; %u legs, %u graspers, %u mouths, %u eyes, %u ears, %u tails, %u wings, "
           "%u spikes; %s, %.2f m wide, %.2f m high, %.2f m long; %u triangles\n",
           plan->name, plan->body_count, count_cap(plan, VV_CAP_SPINE), vv_creature_leg_count(c->creature),
           count_cap(plan, VV_CAP_GRASPER), count_cap(plan, VV_CAP_MOUTH), count_cap(plan, VV_CAP_EYE),
           count_cap(plan, VV_CAP_EAR), count_cap(plan, VV_CAP_TAIL), count_cap(plan, VV_CAP_WING),
           count_cap(plan, VV_CAP_SPIKE), vv_creature_is_upright(c->creature) ? "upright" : "prone", (double)size.x,
           (double)size.y, (double)size.z, c->figure.form.triangle_count);
}

static void write_report(vv_json_writer *w, const vv_built_creature *c, vv_vec3 size)
{
    static const struct {
        const char *name;
        vv_cap cap;
    } counts[] = {{"spine", VV_CAP_SPINE}, {"graspers", VV_CAP_GRASPER}, {"mouths", VV_CAP_MOUTH},
                  {"eyes", VV_CAP_EYE},    {"ears", VV_CAP_EAR},         {"tails", VV_CAP_TAIL},
                  {"wings", VV_CAP_WING},  {"spikes", VV_CAP_SPIKE}};
    const vv_creature_plan *plan = &c->plan;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", plan->name);
    vv_json_write_integer(w, "bodies", plan->body_count);
    vv_json_write_integer(w, "legs", vv_creature_leg_count(c->creature));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
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

static vv_result report(const creature_ask *ask, const vv_built_creature *c, vv_error *error)
{
    vv_vec3 low, high;
    vv_creature_bounds(c->creature, &low, &high);
    vv_vec3 size = vv_vec3_sub(high, low);
    if (!ask->json) {
        report_text(c, size);
        return VV_OK;
    }
    vv_json_writer *writer = NULL;
    vv_result result = vv_json_writer_create(NULL, false, &writer, error);
    if (result != VV_OK)
        return result;
    write_report(writer, c, size);
    const char *text = vv_json_writer_text(writer, NULL);
    if (text)
        fputs(text, stdout);
    else
        result = vvi_fail_memory(error, 0);
    vv_json_writer_destroy(writer);
    return result;
}

/* ---- Files -------------------------------------------------------------------------------------------------------------------- */

static vv_result write_plan(const creature_ask *ask, const vv_built_creature *c, vv_error *error)
{
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_plan_write(&c->plan, NULL, &text, &length, error);
    if (result != VV_OK)
        return result;
    result = cli_write(ask->out, text, length, error);
    vvi_release(NULL, text, length + 1, 1);
    return result;
}

/* BVH knows no turns at rest: joints that are all level say where the bodies are. */
static vv_result make_level(const vv_creature_plan *plan, vv_skeleton **out, vv_error *error)
{
    vv_joint *joints = vvi_allocate(NULL, plan->body_count, sizeof *joints);
    if (!joints)
        return vvi_fail_memory(error, plan->body_count * sizeof *joints);
    for (uint32_t b = 0; b < plan->body_count; b++) {
        const vv_creature_body *body = &plan->bodies[b].body;
        vv_vec3 from = body->parent == VV_NONE ? (vv_vec3){0.0f, 0.0f, 0.0f} : plan->bodies[body->parent].body.place;
        joints[b] = (vv_joint){plan->bodies[b].name, body->parent, vv_vec3_sub(body->place, from), vv_quat_identity()};
    }
    vv_result result = vv_skeleton_create(plan->body_count, joints, NULL, out, error);
    vvi_release(NULL, joints, plan->body_count, sizeof *joints);
    return result;
}

/* At rest, as a take of a single frame. */
static vv_result write_take(const creature_ask *ask, const vv_built_creature *c, vv_skeleton *skeleton, vv_error *error)
{
    uint32_t n = c->plan.body_count;
    vv_bytes bytes = {0};
    const vv_manikin *f = &c->figure;
    vv_gltf_figure figure = {&f->form, f->normals, f->colors, f->joints, f->weights, f->binds};
    vv_take take = {.skeleton = skeleton, .rate = 30.0, .frame_count = 1};
    vvi_arena arena = {.allocator = NULL};
    vvi_format(take.name, sizeof take.name, "rest");
    take.turns = vvi_arena_take(&arena, n, sizeof *take.turns);
    take.moves = vvi_arena_take(&arena, n, sizeof *take.moves);
    take.orders = vvi_arena_take(&arena, n, sizeof *take.orders);
    vv_result result = take.turns && take.moves && take.orders ? VV_OK : vvi_fail_memory(error, n * sizeof(vv_quat));
    if (result == VV_OK) {
        vv_skeleton_rest(skeleton, take.turns, take.moves);
        result = ends_with(ask->out, ".bvh")
                     ? vv_export_bvh(&take, NULL, &bytes, error)
                     : vv_export_gltf(&take, &figure, ends_with(ask->out, ".glb"), NULL, &bytes, error);
    }
    if (result == VV_OK)
        result = cli_write(ask->out, bytes.data, bytes.count, error);
    vv_bytes_release(&bytes, NULL);
    vvi_arena_release(&arena);
    return result;
}

static vv_result write_model(const creature_ask *ask, const vv_built_creature *c, vv_error *error)
{
    vv_skeleton *level = NULL;
    if (!ends_with(ask->out, ".bvh"))
        return write_take(ask, c, c->skeleton, error);
    vv_result result = make_level(&c->plan, &level, error);
    if (result == VV_OK)
        result = write_take(ask, c, level, error);
    vv_skeleton_destroy(level, NULL);
    return result;
}

/* ---- Pictures ------------------------------------------------------------------------------------------------------------------ */

typedef struct creature_view {
    vv_canvas *canvas;
    vv_solids *solids;
    vv_color background;
    const vv_built_creature *creature; /* NULL: seeds from `first` on */
    uint32_t first;
    char name[VV_CREATURE_NAME_BYTES]; /* of the last drawn */
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
    vv_canvas_clear(view->canvas, view->background);
    view->name[0] = '\0';
    if (view->creature) {
        draw_creature(view, view->creature);
        return;
    }
    char who[32];
    vv_built_creature *creature = NULL;
    snprintf(who, sizeof who, "seed:%u", view->first + index);
    if (cli_creature_load(NULL, NULL, who, &creature, NULL) == VV_OK) {
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
static vv_result write_picture(const creature_ask *ask, const vv_built_creature *creature, uint32_t first,
                               uint32_t count, vv_error *error)
{
    uint32_t size = ask->size ? ask->size : count > 0 ? 256u : 512u;
    creature_view view = {.background = {0xF7, 0xF1, 0xE5, 0xFF}, .creature = creature, .first = first};
    vv_result result = vv_canvas_create(size, size, NULL, &view.canvas, error);
    if (result == VV_OK)
        result = vv_solids_create(size, size, NULL, &view.solids, error);
    picture p = {.out = ask->out,
                 .canvas = view.canvas,
                 .background = view.background,
                 .draw = draw,
                 .describe = describe,
                 .user = &view};
    if (result == VV_OK)
        result = count > 0 ? picture_sheet(&p, count, 0, true, error) : picture_still(&p, 0, error);
    vv_solids_destroy(view.solids);
    if (view.canvas)
        vv_canvas_destroy(view.canvas);
    return result;
}

/* ---- The command ---------------------------------------------------------------------------------------------------------------- */

/* "0-23" */
static bool read_range(const char *text, uint32_t *first, uint32_t *count)
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

static const char *find_misuse(const creature_ask *ask)
{
    int ways = (ask->seed != NULL) + (ask->from != NULL) + (ask->sheet != NULL);
    if (ways != 1)
        return "say one of --seed N, --from FILE or --sheet A-B";
    if (ask->size != 0 && (ask->size < 16 || ask->size > 4096))
        return "--size is 16 to 4096 pixels";
    if (ask->sheet && (!ask->out || !picture_is_png(ask->out)))
        return "a sheet is written with -o FILE.png";
    if (ask->out && !ends_with(ask->out, ".json") && !ends_with(ask->out, ".gltf") && !ends_with(ask->out, ".glb") &&
        !ends_with(ask->out, ".bvh") && !picture_is_png(ask->out))
        return "-o ends in .json, .gltf, .glb, .bvh or .png";
    return NULL;
}

/* A skeleton is rarely called after the animal; its file is. */
static void name_after_file(vv_creature_plan *plan, const char *file)
{
    const char *slash = strrchr(file, '/'), *start = slash ? slash + 1 : file, *dot = strrchr(start, '.');
    int length = dot && dot > start ? (int)(dot - start) : (int)strlen(start);
    char name[VV_CREATURE_NAME_BYTES];
    snprintf(name, sizeof name, "%.*s", length < 63 ? length : 63, start);
    if (vvi_name_is_sound(name, sizeof name))
        memcpy(plan->name, name, sizeof name);
}

static vv_result make_one(const creature_ask *ask, vv_error *error)
{
    char who[64];
    vv_built_creature *creature = NULL;
    if (ask->seed)
        snprintf(who, sizeof who, "seed:%.50s", ask->seed);
    vv_result result = cli_creature_load(NULL, NULL, ask->seed ? who : ask->from, &creature, error);
    if (result != VV_OK)
        return result;
    if (ask->from && !ends_with(ask->from, ".json"))
        name_after_file(&creature->plan, ask->from);
    if (ask->out)
        result = ends_with(ask->out, ".json") ? write_plan(ask, creature, error)
                 : picture_is_png(ask->out)   ? write_picture(ask, creature, 0, 0, error)
                                              : write_model(ask, creature, error);
    if (result == VV_OK && (ask->json || !ask->out))
        result = report(ask, creature, error);
    vv_built_creature_destroy(creature);
    return result;
}

static cli_exit run(int count, char **arguments)
{
    creature_ask ask = {0};
    const cli_option options[] = {
        {"--seed", CLI_TEXT, &ask.seed, "N", "grow the creature of this seed"},
        {"--from", CLI_TEXT, &ask.from, "FILE", "make it out of a skeleton (.glb .gltf .bvh), or read it (.json)"},
        {"--sheet", CLI_TEXT, &ask.sheet, "A-B", "a contact sheet of these seeds"},
        {"-o", CLI_TEXT, &ask.out, "FILE", "where it goes: .json .gltf .glb .bvh .png"},
        {"--size", CLI_WHOLE, &ask.size, "PIXELS", "of a picture, or of each in a sheet (512; 256)"},
        {"--json", CLI_FLAG, &ask.json, NULL, "tell of it as JSON"},
    };
    const cli_usage usage = {
        .command = "creature",
        .synopsis = "--seed N | --from FILE | --sheet A-B [-o FILE]",
        .about =
            "Grows a creature from a seed, or makes one out of the skeleton of a model: bodies in a tree, each with\n"
            "what it can do (foot, grasper, mouth, eye …), and a skin. A .json is a creature file that projects\n"
            "can use and people can edit; .gltf and .glb hold its skeleton and its skin, .bvh the skeleton alone.\n"
            "Without -o it tells what the creature is like.\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    int operands = 0;
    cli_exit exit = CLI_OK;
    uint32_t first = 0, sheet = 0;
    vv_error error = {0};
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    const char *misuse = find_misuse(&ask);
    if (!misuse && ask.sheet && !read_range(ask.sheet, &first, &sheet))
        misuse = "--sheet is a range of at most 400 seeds, such as 0-23";
    if (misuse) {
        cli_fail("creature", "%s", misuse);
        return CLI_USAGE;
    }
    vv_result result = ask.sheet ? write_picture(&ask, NULL, first, sheet, &error) : make_one(&ask, &error);
    return result == VV_OK ? CLI_OK : cli_error(&error);
}

const cli_command cli_creature = {"creature", "grow a creature from a seed, or make one out of a skeleton", run};
