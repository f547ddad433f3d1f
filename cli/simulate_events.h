/* What happens on a stage, as a table with a row for each event. */
#ifndef VERVE_CLI_SIMULATE_EVENTS_H
#define VERVE_CLI_SIMULATE_EVENTS_H

#include "cli/table.h"

#include "author/build/build.h"

/* The word of an event's kind; NULL: there is no such kind. */
const char *cli_event_name(vv_event_kind kind);
#define CLI_EVENT_KINDS (VV_EVENT_JOINT_BROKEN + 1u)

void cli_begin_events(cli_table *table);
/* The events since the last time that the performance was shown. */
void cli_add_events(cli_table *table, const vv_project_scene *scene, const vv_performance *performance);

#endif
