/* verve retarget: a motion, a gait, or both, on a creature of the project, of a file or of a seed. */
#include "cli/retarget.h"

#include "cli/cli.h"
#include "cli/creature_file.h"

#include "runtime/base/base.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vv_result retarget_misuse(retarget_job *j, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char message[sizeof j->error.message];
    vvi_format_list(message, sizeof message, format, arguments);
    va_end(arguments);
    vvi_fail(&j->error, VV_ERROR_ARGUMENT, "%s", message);
    vvi_error_place(&j->error, "retarget", 0, NULL);
    vvi_error_remedy(&j->error, "%s", remedy);
    j->misused = true;
    return VV_ERROR_ARGUMENT;
}

/* ---- What is asked for ------------------------------------------------------------------------------------------------------------ */

static void list_motions(const vv_project *project, char *text, size_t bytes)
{
    size_t used = vvi_format(text, bytes, "%s", project->motion_count ? "choose from: " : "the project has none yet");
    for (uint32_t m = 0; m < project->motion_count && used + VV_PROJECT_NAME_BYTES + 8 < bytes; m++)
        used += vvi_format(text + used, bytes - used, "%s%s", m ? ", " : "", project->motions[m]->name);
}

/* A motion by its own name, or the first of an action that suits the creature. */
static vv_result find_motion(retarget_job *j)
{
    const char *name = j->ask->motion;
    char choices[sizeof j->error.remedy];
    j->motion = VV_NONE;
    if (name == NULL)
        return VV_OK;
    bool known = false;
    for (uint32_t m = 0; m < j->project->motion_count; m++)
        known = known || vv_project_motion_does(j->project, m, name);
    vv_result result = known ? vv_being_choose(j->being, j->session, name, &j->motion, &j->binding, &j->error) : VV_OK;
    if (!known && (j->motion = vv_project_find_motion(j->project, name)) != VV_NONE) {
        const vv_built_motion *built = NULL;
        result = vv_session_motion(j->session, j->motion, &built, &j->error);
        if (result == VV_OK)
            result = vv_being_bind(j->being, built, &j->binding, &j->error);
        known = true;
    }
    if (result != VV_OK)
        return result;
    list_motions(j->project, choices, sizeof choices);
    if (!known)
        return retarget_misuse(j, choices, "there is no motion or action “%s”", name);
    if (j->motion == VV_NONE || vv_binding_variant_count(j->binding) == 0)
        return retarget_misuse(j, "choose another motion, or give the creature what the motion asks for",
                               "“%s” does not suit this creature", name);
    return VV_OK;
}

static vv_result find_gait(retarget_job *j)
{
    const vv_built_gait *built = NULL;
    if (j->ask->gait == NULL) {
        vv_result stands = cli_stand_open(j->session, j->project, &j->stand, &j->error);
        j->trial.gait = j->stand.gait;
        return stands;
    }
    uint32_t gait = vv_project_find_gait(j->project, j->ask->gait);
    if (gait == VV_NONE) {
        char choices[sizeof j->error.remedy];
        size_t used = vvi_format(choices, sizeof choices, "%s",
                                 j->project->gait_count ? "choose from: " : "the project has none yet");
        for (uint32_t g = 0; g < j->project->gait_count && used + VV_PROJECT_NAME_BYTES + 8 < sizeof choices; g++)
            used +=
                vvi_format(choices + used, sizeof choices - used, "%s%s", g ? ", " : "", j->project->gaits[g]->name);
        return retarget_misuse(j, choices, "there is no gait “%s”", j->ask->gait);
    }
    vv_result result = vv_session_gait(j->session, gait, &built, &j->error);
    if (result == VV_OK)
        j->trial.gait = built->gait;
    return result;
}

/* "0.3,1.2,0.5" or several, ";" between them. */
static vv_result read_targets(retarget_job *j)
{
    const char *at = j->ask->target;
    while (at != NULL && *at != '\0') {
        double place[3];
        for (uint32_t k = 0; k < 3; k++) {
            size_t used = vvi_parse_double(at, strlen(at), &place[k]);
            if (used == 0 || !(fabs(place[k]) <= (double)VV_CREATURE_MAX_LENGTH) || (k < 2 && at[used] != ',') ||
                j->trial.target_count >= VV_MAX_TARGETS)
                return retarget_misuse(j, "write it as 0.3,1.2,0.5, several with ; between them",
                                       "“%s” is not a target", j->ask->target);
            at += used + (k < 2);
        }
        if (*at != '\0' && *at != ';')
            return retarget_misuse(j, "write it as 0.3,1.2,0.5, several with ; between them", "“%s” is not a target",
                                   j->ask->target);
        j->trial.targets[j->trial.target_count++] = (vv_vec3){(float)place[0], (float)place[1], (float)place[2]};
        at += *at == ';';
    }
    return VV_OK;
}

static vv_result read_variant(retarget_job *j)
{
    const char *text = j->ask->variant;
    if (text == NULL || j->binding == NULL)
        return VV_OK;
    uint32_t count = vv_binding_variant_count(j->binding);
    if (strcmp(text, "nearest") == 0) {
        if (j->trial.target_count == 0)
            return retarget_misuse(j, "add --target X,Y,Z", "nothing says what the nearest variant is near to");
        j->trial.variant = vv_binding_nearest(j->binding, j->trial.targets[0]);
        return VV_OK;
    }
    char *end;
    unsigned long variant = strtoul(text, &end, 10);
    if (*end != '\0' || text[0] < '0' || text[0] > '9' || variant >= count) {
        char remedy[96];
        vvi_format(remedy, sizeof remedy, "choose one from 0 to %u, or nearest", count - 1);
        return retarget_misuse(j, remedy, "there is no variant %s", text);
    }
    j->trial.variant = (uint32_t)variant;
    return VV_OK;
}

static float usual_seconds(const retarget_job *j)
{
    if (j->binding == NULL)
        return 4.0f;
    const vv_motion *motion = vv_binding_motion(j->binding);
    return vv_motion_loops(motion) ? 2.0f * vv_motion_length(motion) : vv_motion_length(motion) + 0.25f;
}

/* A creature's walking speed where none is said: half of √(g·leg). */
static float usual_speed(const vv_creature *creature)
{
    vv_trial trials[VV_MAX_TRIALS];
    vv_trials_of_gait(NULL, creature, trials);
    return trials[3].speed;
}

static vv_result plan_trial(retarget_job *j)
{
    const retarget_request *ask = j->ask;
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
    trial->mirror = ask->mirror;
    trial->words = "";
    trial->seconds = isnan(ask->seconds) ? usual_seconds(j) : (float)ask->seconds;
    if (ask->gait != NULL) {
        trial->speed = isnan(ask->speed) ? usual_speed(j->creature->creature) : (float)ask->speed;
        if (!isnan(ask->turn) && ask->turn != 0.0)
            trial->radius = trial->speed / (float)ask->turn;
        trial->slope = isnan(ask->slope) ? 0.0f : (float)ask->slope;
    }
    j->frames = (uint32_t)(trial->seconds * (float)ask->fps + 0.5f);
    j->frames = j->frames < 1 ? 1 : j->frames;
    return VV_OK;
}

/* ---- Playing ------------------------------------------------------------------------------------------------------------------------ */

/* Steps of a frame, so that there are at least 240 in a second. */
static uint32_t steps_of(const retarget_job *j) { return (VV_JUDGE_RATE + j->ask->fps - 1) / j->ask->fps; }

vv_result retarget_begin(retarget_job *j, retarget_play *play)
{
    play->frame = 0;
    return vv_trial_open(&j->trial, j->creature->creature, NULL, &play->player, &j->error);
}

void retarget_go(const retarget_job *j, retarget_play *play, uint32_t frame)
{
    uint32_t steps = steps_of(j);
    for (uint32_t s = play->frame * steps; s < frame * steps; s++)
        vv_trial_step(&j->trial, play->player, s + 1, steps * j->ask->fps);
    play->frame = frame;
}

void retarget_end(retarget_play *play) { vv_player_destroy(play->player); }

/* ---- The command -------------------------------------------------------------------------------------------------------------------- */

static vv_result work(retarget_job *j)
{
    vv_result result = cli_creature_load(j->session, j->project, j->ask->creature, &j->creature, &j->error);
    if (result == VV_OK)
        result = vv_being_create(j->creature, NULL, NULL, &j->being, &j->error);
    if (result == VV_OK)
        result = plan_trial(j);
    if (result == VV_OK && j->ask->out != NULL)
        result = retarget_write(j);
    return result == VV_OK && j->ask->json ? retarget_report(j) : result;
}

static bool within(double value, double low, double high) { return isnan(value) || (value >= low && value <= high); }

static const char *find_misuse(const retarget_request *ask)
{
    if (ask->out == NULL && !ask->json)
        return "nothing says what to make; add -o OUT.webp or --json";
    if (ask->creature == NULL)
        return "nothing says who moves; add --creature FILE, --creature seed:7 or one of the project's";
    if (ask->motion == NULL && ask->gait == NULL)
        return "nothing says what to play; add --motion NAME or --gait NAME";
    if (ask->fps < 1 || ask->fps > 1000)
        return "--fps is frames a second, from 1 to 1000; choose a number in that range";
    if (!within(ask->seconds, 0.01, 3600.0) || !within(ask->time, 0.0, 3600.0))
        return "--seconds and --time are at most 3600; choose a number in that range";
    if (!within(ask->speed, 0.0, 1000.0))
        return "--speed is metres a second, from 0 to 1000; choose a number in that range";
    if (!within(ask->turn, -100.0, 100.0))
        return "--turn is radians a second, from -100 to 100; choose a number in that range";
    if (!within(ask->slope, -2.0, 2.0))
        return "--slope is rise over run, from -2 to 2; choose a number in that range";
    if (ask->gait == NULL && !(isnan(ask->speed) && isnan(ask->turn) && isnan(ask->slope)))
        return "--speed, --turn and --slope need a gait; add --gait NAME";
    return NULL;
}

static const char *const about =
    "Plays a motion, a gait, or both, on a creature that the animator need not have seen.\n"
    "\n"
    "The creature is one of the project's by its name, `seed:7` for one grown from a seed, or a file: a creature file\n"
    "(.json), or a skeleton (.gltf, .glb, .bvh). The motion may be an action: the first motion of it that suits. The\n"
    "ending of OUT says what comes out: .bvh .gltf .glb motion (glTF with its skin), .webp .mp4 .webm .gif a film, "
    ".png a\n"
    "picture, .csv the place and turn of every body in every frame.";

static cli_exit run(int count, char **arguments)
{
    retarget_request ask = {
        .speed = NAN, .turn = NAN, .slope = NAN, .seconds = NAN, .time = NAN, .heading = NAN, .pitch = NAN, .fps = 30};
    const cli_option options[] = {
        {"-o", CLI_TEXT, &ask.out, "OUT", ".bvh .gltf .glb .webp .mp4 .webm .gif .png or .csv"},
        {"--motion", CLI_TEXT, &ask.motion, "NAME", "a motion or an action of the project"},
        {"--creature", CLI_TEXT, &ask.creature, "WHO", "seed:N, a file, or a creature of the project"},
        {"--target", CLI_TEXT, &ask.target, "X,Y,Z", "what it reaches for, in metres from where it stands"},
        {"--variant", CLI_TEXT, &ask.variant, "N", "which of the ways to play it (default: 0), or nearest"},
        {"--mirror", CLI_FLAG, &ask.mirror, NULL, "the other way round"},
        {"--gait", CLI_TEXT, &ask.gait, "NAME", "how it walks"},
        {"--speed", CLI_NUMBER, &ask.speed, "M/S", "how fast (default: a walk for its legs)"},
        {"--turn", CLI_NUMBER, &ask.turn, "RAD/S", "how fast it turns left"},
        {"--slope", CLI_NUMBER, &ask.slope, "RISE", "of the ground ahead: 0.15 rises 15 cm a metre"},
        {"--seconds", CLI_NUMBER, &ask.seconds, "S", "how long (default: the motion, loops twice)"},
        {"--fps", CLI_WHOLE, &ask.fps, "HZ", "frames a second (default: 30)"},
        {"--time", CLI_NUMBER, &ask.time, "S", "which moment a picture shows (default: the middle)"},
        {"--size", CLI_TEXT, &ask.size, "WxH", "pixels of a picture (default: 480x480)"},
        {"--heading", CLI_NUMBER, &ask.heading, "DEGREES", "from where to look: 0 the front, 90 its left"},
        {"--pitch", CLI_NUMBER, &ask.pitch, "DEGREES", "how far from above"},
        {"--plain", CLI_FLAG, &ask.plain, NULL, "no ground and no shadow"},
        {"--json", CLI_FLAG, &ask.json, NULL, "report variants, events, and what went wrong as JSON"},
    };
    const cli_usage usage = {.command = "retarget",
                             .synopsis = "PROJECT --motion NAME --creature WHO -o OUT",
                             .about = about,
                             .options = options,
                             .option_count = sizeof options / sizeof *options,
                             .operands_least = 1,
                             .operands_most = 1};
    int operands = 0;
    cli_exit exit = CLI_OK;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    const char *misuse = find_misuse(&ask);
    if (misuse != NULL) {
        cli_fail("retarget", "%s", misuse);
        return CLI_USAGE;
    }
    ask.project = arguments[0];
    retarget_job j = {.ask = &ask};
    cli_project project;
    if (cli_project_open(ask.project, VV_FOLDER_READ, &project, &j.error) != VV_OK)
        return cli_error(&j.error);
    j.project = vv_document_project(vv_project_folder_document(project.folder));
    j.session = project.session;
    vv_result result = work(&j);
    cli_stand_close(&j.stand);
    vv_being_destroy(j.being);
    vv_built_creature_destroy(j.creature);
    cli_project_close_after(&project, result, &j.error);
    if (result == VV_OK)
        return CLI_OK;
    cli_exit failed = cli_error(&j.error);
    return j.misused ? CLI_USAGE : failed;
}

const cli_command cli_retarget = {"retarget", "play a motion or a gait on any creature", run};
