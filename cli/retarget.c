/* verve retarget: a motion, a gait, or both, on a creature of the project, of a file or of a seed. */
#include "cli/retarget.h"

#include "cli/creature_file.h"

#include "author/export/formats.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options ----------------------------------------------------------------------------------------------------- */

#define REQUEST retarget_request
static const cli_option options[] = {
    {"-o", CLI_TEXT(out), "OUT", ".bvh .gltf .glb " VV_FILM_ENDINGS " .png or .csv"},
    {"--motion", CLI_TEXT(motion), "NAME", "a motion or an action of the project"},
    {"--creature", CLI_TEXT(creature), "WHO", "seed:N, a file, or a creature of the project"},
    {"--target", CLI_TEXT(target), "X,Y,Z", "what it reaches for, in metres from where it stands"},
    {"--variant", CLI_TEXT(variant), "N", "which of the ways to play it (default: 0), or nearest"},
    {"--mirror", CLI_FLAG(mirror), NULL, "mirrored"},
    {"--gait", CLI_TEXT(gait), "NAME", "a gait of the project: how it walks"},
    {"--speed", CLI_NUMBER(speed), "M/S", "how fast (default: a walk for its legs)", 0, 1000},
    {"--turn", CLI_NUMBER(turn), "RAD/S", "how fast it turns left", -100, 100},
    {"--slope", CLI_NUMBER(slope), "RISE", "of the ground ahead: 0.15 rises 15 cm a metre", -2, 2},
    {"--seconds", CLI_NUMBER(seconds), "S", "how long (default: the motion, loops twice)", 0.01, 3600},
    {"--fps", CLI_WHOLE(fps), "HZ", "frames a second (default: 30)", 1, 1000},
    {"--time", CLI_NUMBER(time), "S", "which moment a picture shows (default: the middle)", 0, 3600},
    {"--size", CLI_TEXT(view.size), "WxH", "pixels of a picture (default: 480x480)"},
    {"--heading", CLI_NUMBER(view.heading), "DEGREES", "from where to look: 0 the front, 90 its left"},
    {"--pitch", CLI_NUMBER(view.pitch), "DEGREES", "how far from above"},
    {"--plain", CLI_FLAG(view.plain), NULL, "no ground and no shadow"},
    {"--json", CLI_FLAG(json), NULL, "report variants, events, and what went wrong as JSON"},
    {0}};

static const char *find_misuse(const cli_call *call)
{
    const retarget_request *request = call->request;
    if (request->out == NULL && !request->json)
        return "nothing says what to make; add -o OUT.webp or --json";
    if (request->creature == NULL)
        return "nothing says which creature plays; add --creature FILE, --creature seed:7 or one of the project's";
    if (request->motion == NULL && request->gait == NULL)
        return "nothing says what to play; add --motion NAME or --gait NAME";
    if (request->gait == NULL && !(isnan(request->speed) && isnan(request->turn) && isnan(request->slope)))
        return "--speed, --turn and --slope need a gait; add --gait NAME";
    return NULL;
}

/* ---- What is played ---------------------------------------------------------------------------------------------- */

/* Refuses a name that the command line gives; the remedy lists what there is. */
static vv_result fail_name(retarget_job *j, const char *noun, const char *name, const cli_choices *choices)
{
    j->call->misused = true;
    return cli_not_found(j->error, j->call->command->name, noun, name, choices);
}

/* Finds a motion by its own name, or the first of an action that suits the creature. */
static vv_result find_motion(retarget_job *j)
{
    const vv_project *project = j->project;
    const char *name = j->request->motion;
    vv_result result = VV_OK;
    j->motion = VV_NONE;
    if (name == NULL)
        return VV_OK;
    bool known = false;
    for (uint32_t m = 0; m < project->motion_count; m++)
        known = known || vv_project_motion_does(project, m, name);
    if (known) {
        result = vv_creature_instance_choose(j->being, j->session, name, &j->motion, &j->binding, j->error);
    } else if ((j->motion = vv_project_find_motion(project, name)) != VV_NONE) {
        const vv_built_motion *built = NULL;
        result = vv_session_motion(j->session, j->motion, &built, j->error);
        if (result == VV_OK)
            result = vv_creature_instance_bind(j->being, built, &j->binding, j->error);
    } else {
        cli_choices choices = {0};
        for (uint32_t m = 0; m < project->motion_count; m++)
            cli_choices_add(&choices, project->motions[m]->name);
        return fail_name(j, "motion or action", name, &choices);
    }
    if (result == VV_OK && (j->motion == VV_NONE || vv_binding_variant_count(j->binding) == 0))
        return cli_misuse(j->call, "choose another motion, or give the creature what the motion asks for",
                          "“%s” does not suit this creature", name);
    return result;
}

static vv_result find_gait(retarget_job *j)
{
    const vv_project *project = j->project;
    const char *name = j->request->gait;
    const vv_built_gait *built = NULL;
    if (name == NULL) {
        vv_result result = cli_stand_open(j->session, project, &j->stand, j->error);
        j->trial.gait = j->stand.gait;
        return result;
    }
    uint32_t gait = vv_project_find_gait(project, name);
    if (gait == VV_NONE) {
        cli_choices choices = {0};
        for (uint32_t g = 0; g < project->gait_count; g++)
            cli_choices_add(&choices, project->gaits[g]->name);
        return fail_name(j, "gait", name, &choices);
    }
    vv_result result = vv_session_gait(j->session, gait, &built, j->error);
    if (result == VV_OK)
        j->trial.gait = built->gait;
    return result;
}

/* Parses "0.3,1.2,0.5"; *text moves behind it. */
static bool parse_target(const char **text, vv_vec3 *out)
{
    double place[3];
    for (uint32_t k = 0; k < 3; k++) {
        size_t used = vvi_parse_double(*text, strlen(*text), &place[k]);
        if (used == 0 || !(fabs(place[k]) <= (double)VV_CREATURE_MAX_LENGTH) || (k < 2 && (*text)[used] != ','))
            return false;
        *text += used + (k < 2);
    }
    *out = (vv_vec3){(float)place[0], (float)place[1], (float)place[2]};
    return **text == '\0' || **text == ';';
}

static vv_result read_targets(retarget_job *j)
{
    const char *at = j->request->target;
    while (at != NULL && *at != '\0') {
        vv_vec3 target;
        if (j->trial.target_count >= VV_MOTION_MAX_TARGETS || !parse_target(&at, &target))
            return cli_misuse(j->call, "write it as 0.3,1.2,0.5, several with ; between them", "“%s” is not a target",
                              j->request->target);
        j->trial.targets[j->trial.target_count++] = target;
        at += *at == ';';
    }
    return VV_OK;
}

static vv_result read_variant(retarget_job *j)
{
    const char *text = j->request->variant;
    if (text == NULL || j->binding == NULL)
        return VV_OK;
    uint32_t count = vv_binding_variant_count(j->binding);
    if (strcmp(text, "nearest") == 0) {
        if (j->trial.target_count == 0)
            return cli_misuse(j->call, "add --target X,Y,Z", "--variant nearest needs a target");
        j->trial.variant = vv_binding_nearest_variant(j->binding, j->trial.targets[0]);
        return VV_OK;
    }
    char *end;
    unsigned long variant = strtoul(text, &end, 10);
    if (*end != '\0' || text[0] < '0' || text[0] > '9' || variant >= count) {
        char remedy[96];
        vvi_format(remedy, sizeof remedy, "choose one from 0 to %u, or nearest", count - 1);
        return cli_misuse(j->call, remedy, "there is no variant %s", text);
    }
    j->trial.variant = (uint32_t)variant;
    return VV_OK;
}

static float default_seconds(const retarget_job *j)
{
    if (j->binding == NULL)
        return 4.0f;
    const vv_motion *motion = vv_binding_motion(j->binding);
    return vv_motion_loops(motion) ? 2.0f * vv_motion_duration(motion) : vv_motion_duration(motion) + 0.25f;
}

/* A creature's walking speed where none is given: half of √(g·leg). */
static float default_speed(const vv_creature *creature)
{
    vv_trial trials[VV_MAX_TRIALS];
    vv_make_gait_trials(NULL, creature, trials);
    return trials[3].speed;
}

static vv_result plan_trial(retarget_job *j)
{
    const retarget_request *request = j->request;
    vv_result result = find_motion(j);
    if (result == VV_OK)
        result = find_gait(j);
    if (result == VV_OK)
        result = read_targets(j);
    if (result == VV_OK)
        result = read_variant(j);
    if (result != VV_OK)
        return result;
    vv_trial *trial = &j->trial;
    trial->binding = j->binding;
    trial->mirror = request->mirror;
    trial->words = "";
    trial->seconds = isnan(request->seconds) ? default_seconds(j) : (float)request->seconds;
    if (request->gait != NULL) {
        trial->speed = isnan(request->speed) ? default_speed(j->creature->creature) : (float)request->speed;
        if (!isnan(request->turn) && request->turn != 0.0)
            trial->radius = trial->speed / (float)request->turn;
        trial->slope = isnan(request->slope) ? 0.0f : (float)request->slope;
    }
    j->frames = (uint32_t)(trial->seconds * (float)request->fps + 0.5f);
    j->frames = j->frames < 1 ? 1 : j->frames;
    return VV_OK;
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

/* Simulation steps in a frame: at least 240 a second. */
static uint32_t steps_per_frame(const retarget_job *j)
{
    return (VV_JUDGE_RATE + j->request->fps - 1) / j->request->fps;
}

vv_result retarget_begin(retarget_job *j, retarget_play *play)
{
    play->frame = 0;
    return vv_trial_open(&j->trial, j->creature->creature, NULL, &play->player, j->error);
}

void retarget_play_to(const retarget_job *j, retarget_play *play, uint32_t frame)
{
    uint32_t steps = steps_per_frame(j);
    for (uint32_t s = play->frame * steps; s < frame * steps; s++)
        vv_trial_step(&j->trial, play->player, s + 1, steps * j->request->fps);
    play->frame = frame;
}

void retarget_end(retarget_play *play) { vv_player_destroy(play->player); }

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result make(retarget_job *j)
{
    const retarget_request *request = j->request;
    vv_result result = cli_creature_load(j->session, j->project, request->creature, &j->creature, j->error);
    if (result == VV_OK)
        result = vv_creature_instance_create(j->creature, NULL, NULL, &j->being, j->error);
    if (result == VV_OK)
        result = plan_trial(j);
    if (result == VV_OK && request->out != NULL)
        result = retarget_write(j);
    return result == VV_OK && request->json ? retarget_print_report(j) : result;
}

static vv_result run(cli_call *call)
{
    retarget_job j = {.request = call->request,
                      .call = call,
                      .error = &call->error,
                      .project = call->opened->project,
                      .session = call->opened->session};
    vv_result result = make(&j);
    cli_stand_close(&j.stand);
    vv_creature_instance_destroy(j.being);
    vv_built_creature_destroy(j.creature);
    return result;
}

const cli_command cli_retarget = {
    "retarget",
    "play a motion or a gait on any creature",
    "PROJECT --motion NAME --creature WHO -o OUT",
    "Plays a motion, a gait, or both, on a creature that the animator need not have seen.\n"
    "\n"
    "The creature is one of the project's by its name, `seed:7` for one grown from a seed, or a file: a creature\n"
    "file (.json), or a skeleton (.gltf, .glb, .bvh). The motion may be an action: the first motion of it that\n"
    "suits. The ending of OUT says what comes out: .bvh .gltf .glb motion (glTF with its skin),\n" VV_FILM_ENDINGS
    " a film, .png a picture, .csv the place and rotation of every body in every frame.",
    CLI_PROJECT,
    CLI_OPTIONS(
        {.speed = NAN, .turn = NAN, .slope = NAN, .seconds = NAN, .time = NAN, .fps = 30, .view = PICTURE_VIEW}),
    find_misuse,
    run};
