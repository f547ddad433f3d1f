/* Inside `verve validate`: the grid of plays, and how it is filled, drawn, written, and joined from shards. */
#ifndef VERVE_CLI_VALIDATE_H
#define VERVE_CLI_VALIDATE_H

#include "cli/cli.h"

#include "author/build/creatures.h"
#include "author/judge/judge.h"

#define VALIDATE_MOST_FAULTS (VV_PART_COUNT * VV_MEASURE_COUNT)

/* A limit that was exceeded. */
typedef struct validate_fault {
    vv_measure measure;
    vv_part part;
    bool strict_only; /* within the relaxed limit */
    float value, limit;
    uint32_t frame, variant;
    char trial[48]; /* in words */
    char body[VV_CREATURE_NAME_BYTES];
} validate_fault;

/* A cell of the grid: one motion or gait on one creature. */
typedef struct validate_play {
    bool judged;
    uint32_t trial_count; /* 0: it does not suit the creature */
    uint32_t fault_count;
    validate_fault *faults; /* [fault_count] the worst first; from malloc */
    float self, spine;
} validate_play;

typedef struct validate_column {
    char name[VV_PROJECT_NAME_BYTES];
    const vv_motion *motion; /* one of the two while it is judged; neither after reading shards */
    const vv_gait *gait;
    bool is_gait;
} validate_column;

typedef struct validate_grid {
    char project[VV_PROJECT_NAME_BYTES]; /* the folder's last name */
    uint64_t key;                        /* a hash of motions and gaits: shards of one grid have the same */
    uint32_t creature_count, seed, column_count;
    uint32_t shard, shard_count; /* creature i is of shard i mod shard_count */
    bool pictures;
    const vv_gait *stand;     /* as it stands while motions play */
    validate_column *columns; /* [column_count]; from malloc, as the next */
    validate_play *plays;     /* [creature_count · column_count] */
} validate_grid;

static inline validate_play *validate_play_at(const validate_grid *grid, uint32_t creature, uint32_t column)
{
    return &grid->plays[(size_t)creature * grid->column_count + column];
}
bool validate_play_passed(const validate_play *play, bool strict);
/* By how much a fault is beyond its limit, in proportion. */
float validate_badness(const validate_fault *fault);
/* Room for all plays, none of them judged; false where memory ran out. */
bool validate_grid_prepare(validate_grid *grid);
void validate_grid_release(validate_grid *grid);

/* ---- validate_creature.c: judging one creature ------------------------------------------------------------------- */

/* Judges row `creature` of the grid and draws it into `folder`. Rows do not touch each other: threads may do them at
 * once. */
vv_result validate_creature(const validate_grid *grid, uint32_t creature, const char *folder, vv_error *error);

/* ---- validate_draw.c: pictures ----------------------------------------------------------------------------------- */

typedef struct validate_artist validate_artist;
vv_result validate_artist_open(const vv_built_creature *creature, uint32_t tile_count, validate_artist **out,
                               vv_error *error);
void validate_artist_close(validate_artist *artist);
/* A tile of the creature's sheet: the trial at a frame; trial NULL: at rest. `body` (or VV_NONE) stands out. */
vv_result validate_draw_tile(validate_artist *artist, uint32_t tile, const vv_trial *trial, uint32_t frame,
                             uint32_t body, vv_error *error);
vv_result validate_write_sheet(validate_artist *artist, const char *path, vv_error *error);
/* Five frames around a moment. */
vv_result validate_write_strip(validate_artist *artist, const vv_trial *trial, uint32_t frame, uint32_t body,
                               const char *path, vv_error *error);

/* Names below the grid's folder. */
void validate_sheet_name(char *text, size_t bytes, const char *folder, uint64_t seed);
void validate_strip_name(char *text, size_t bytes, const char *folder, uint64_t seed, uint32_t column);

/* ---- validate_report.c, validate_plays.c, validate_page.c: files ------------------------------------------------- */

/* report.json; `path` may be "-". */
vv_result validate_write_report(const validate_grid *grid, const char *path, vv_error *error);
/* plays.json: every play of the grid, so that the rest can be made from it. The subject is a grid. */
void validate_write_plays(vv_json_writer *w, const void *subject);
/* index.html */
vv_result validate_write_page(const validate_grid *grid, const char *path, vv_error *error);
/* Joins shards: reads plays.json of each folder, checks that they belong together and none is missing, copies the
 * pictures. */
vv_result validate_merge(int count, char **folders, const char *out, validate_grid *grid, vv_error *error);

#endif
