/* The list of all cases: limits and floors before what is held against them. */
#include "cases.h"

const bench_case *const bench_cases[] = {
    &bench_limit_fma,
    &bench_limit_triad,
    &bench_cut,
    &bench_weigh_1000_unbounded,
    &bench_weigh_1000,
    &bench_weigh_5000_unbounded,
    &bench_weigh_5000,
    &bench_pose_iteration,
    &bench_pose_drag,
    &bench_skin_8_plain,
    &bench_skin_8,
    &bench_skin_8_bounded,
    &bench_blend_2,
    &bench_blend_3,
    &bench_match_global_500,
    &bench_match_global_2000,
    &bench_match_ring3_500,
    &bench_match_ring3_2000,
    &bench_sprite_rest,
    &bench_sprite_project,
    &bench_sprites_platform,
    &bench_sprites_puzzle,
    &bench_sprites_launcher,
    &bench_sprites_crowd,
};
const size_t bench_case_count = sizeof bench_cases / sizeof *bench_cases;
