/* The gait that says how creatures stand while they do not walk. */
#include "cli/stand.h"

vv_result cli_stand_open(vv_session *session, const vv_project *project, cli_stand *out, vv_error *error)
{
    *out = (cli_stand){0};
    if (project->gait_count == 0) {
        vv_gait_def def = vv_default_gait_def();
        vv_result result = vv_gait_create(&def, NULL, &out->own, error);
        out->gait = out->own;
        return result;
    }
    const vv_built_gait *built = NULL;
    vv_result result = vv_session_gait(session, 0, &built, error);
    out->gait = result == VV_OK ? built->gait : NULL;
    return result;
}

void cli_stand_close(cli_stand *stand)
{
    if (stand->own != NULL)
        vv_gait_destroy(stand->own, NULL);
    *stand = (cli_stand){0};
}
