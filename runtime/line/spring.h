/* One spring in closed form: θ̈ = ω²(e(s) − θ) − 2ζωθ̇, with an equilibrium e that is constant or moves linearly. */
#ifndef VVI_LINE_SPRING_H
#define VVI_LINE_SPRING_H

#include "runtime/base/base.h"

typedef struct spring {
    double frequency; /* ω, radians per unit of time */
    double damping;   /* ζ, 1 is critical */
} spring;

typedef struct motion_state {
    double position, velocity;
} motion_state;

/* The two free motions after a time: p starts at 1 at rest, q at 0 with velocity 1. Their derivatives are −ω²q and p
 * − 2ζωq. */
typedef struct spring_response {
    double p, q;
} spring_response;
spring_response vvi_spring_response(spring s, double time);

/* The largest displacement of a free motion that starts at 0 with velocity 1. */
double vvi_spring_reach(spring s);

/* A driven motion: position(s) = base + drift·s + by_p·p(s) + by_q·q(s). */
typedef struct spring_motion {
    spring spring;
    double base, drift, by_p, by_q;
} spring_motion;

/* The motion from the state `from` with an equilibrium that starts at e0 and moves by e1 per unit of time. */
spring_motion vvi_spring_free_motion(spring s, motion_state from, double e0, double e1);
/* The motion whose linear equilibrium takes it from `from` to `to` in `time`. At most SPRING_MAX_CYCLES periods of
 * the spring may fit into that time: near one full period a linear equilibrium has no effect. */
#define SPRING_MAX_CYCLES 0.7
spring_motion vvi_spring_driven_motion(spring s, double time, motion_state from, motion_state to);
motion_state vvi_spring_motion_at(const spring_motion *motion, double time);
/* The same, if the response of its spring at that time is known already. */
motion_state vvi_spring_motion_with(const spring_motion *motion, double time, spring_response response);

#endif
