/* The public door of runtime/creature: bodies, contexts, movement modes, motions, bindings, gaits, inverse
 * kinematics, jiggles and players. */
#ifndef VVI_CREATURE_H
#define VVI_CREATURE_H

#include "runtime/base/base.h"
#include "runtime/motion/motion.h"

#include <verve/creature.h>
#include <verve/gait.h>
#include <verve/retarget.h>

/* The prepared types as bytes. An asset copies them and uses them in place, at any address that is a multiple of 64.
 * `verify` checks every count, offset, index and number; bytes that pass can be used safely, whatever produced them. */
size_t vvi_creature_bytes(const vv_creature *creature);
vv_result vvi_creature_verify(const void *bytes, size_t byte_count, vv_error *error);
size_t vvi_motion_bytes(const vv_motion *motion);
vv_result vvi_motion_verify(const void *bytes, size_t byte_count, vv_error *error);
size_t vvi_gait_bytes(const vv_gait *gait);
vv_result vvi_gait_verify(const void *bytes, size_t byte_count, vv_error *error);

#endif
