/* All cases, grouped by file. */
#ifndef VERVE_BENCH_CASES_H
#define VERVE_BENCH_CASES_H

#include "bench.h"

#include <verve/retarget.h>

extern const bench_case bench_limit_fma, bench_limit_triad;
extern const bench_case bench_cut;
extern const bench_case bench_document_write, bench_document_check, bench_document_edit;
extern const bench_case bench_weigh_1000_unbounded, bench_weigh_1000, bench_weigh_5000_unbounded, bench_weigh_5000;
extern const bench_case bench_pose_iteration, bench_pose_drag;
extern const bench_case bench_skin_8, bench_skin_8_plain, bench_skin_8_bounded;
extern const bench_case bench_skin3_plain, bench_skin3, bench_skin3_normals_plain, bench_skin3_normals;
extern const bench_case bench_reach_plain, bench_reach;
extern const bench_case bench_blend_2, bench_blend_3;
extern const bench_case bench_match_global_500, bench_match_global_2000, bench_match_ring3_500, bench_match_ring3_2000;
extern const bench_case bench_sprite_rest, bench_sprite_project;
extern const bench_case bench_sprites_platform, bench_sprites_puzzle, bench_sprites_launcher, bench_sprites_rollback,
    bench_sprites_crowd_10, bench_sprites_crowd_100, bench_sprites_crowd_1000;
extern const bench_case bench_stage_groups, bench_stage_jobs;
extern const bench_case bench_stage_ray, bench_stage_circle, bench_stage_first_ray;
extern const bench_case bench_puppet_springs, bench_puppet_arap, bench_puppet_sampled;
extern const bench_case bench_puppet_step_arap, bench_puppet_step_springs, bench_puppet_step_arap_reduced,
    bench_puppet_step_springs_reduced;
extern const bench_case bench_puppet_scene;
extern const bench_case bench_puppet_handles_16, bench_puppet_handles_64, bench_puppet_handles_128,
    bench_puppet_handles_256, bench_puppet_heap;
extern const bench_case bench_puppet_500, bench_puppet_2000, bench_puppet_5000, bench_puppet_20000;
extern const bench_case bench_verbs_walk_plain, bench_verbs_walk, bench_verbs_walk_weights, bench_verbs_rose;
extern const bench_case bench_verbs_blob, bench_verbs_blob_surface, bench_verbs_arm, bench_verbs_arm_skinned,
    bench_verbs_arm_surface;
extern const bench_case bench_verbs_robot, bench_verbs_person, bench_verbs_person_pose, bench_verbs_crowd;
extern const bench_case bench_verbs_play_1, bench_verbs_play_1000, bench_verbs_play_10000;
extern const bench_case bench_creature_ik_fabrik, bench_creature_ik;
extern const bench_case bench_creature_frame, bench_creature_bind, bench_creature_crowd_10, bench_creature_crowd,
    bench_creature_crowd_any, bench_creature_crowd_singly, bench_creature_gait;
extern const bench_case bench_line_stroke, bench_line_simulate;
extern const bench_case bench_line_match, bench_line_match_frames_2, bench_line_match_frames_4,
    bench_line_match_bones_2, bench_line_match_bones_4, bench_line_match_warm, bench_line_match_all,
    bench_line_match_all_held;

/* The creature of the rows creature.ik, .frame and .bind: 25 bodies, upright, with a tail; NULL: no memory. */
vv_creature *bench_biped(void);

/* Chains of five joints from the root, 1…67 in all: spine, arms, legs, and fingers; NULL: no memory. */
vv_skeleton *bench_make_skeleton(uint32_t joints);

#endif
