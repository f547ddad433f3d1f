/* One spring in closed form: θ̈ = ω²(e(s) − θ) − 2ζωθ̇, with an equilibrium e that stands or moves evenly. */
#ifndef VVI_LINE_SPRING_H
#define VVI_LINE_SPRING_H

#include "runtime/base/base.h"

typedef struct spring {
    double frequency; /* ω, radians a unit of time */
    double damping;   /* ζ, 1 is critical */
} spring;

typedef struct motion_state {
    double place, speed;
} motion_state;

/* The two free motions after a time: from 1 at rest (p), and from 0 at speed 1 (q). Their speeds are −ω²q and p − 2ζωq. */
typedef struct spring_response {
    double p, q;
} spring_response;
spring_response vvi_spring_response(spring own, double time);

/* How far it gets from 0 at speed 1, if nothing drives it. */
double vvi_spring_reach(spring own);

/* A driven motion: place(s) = base + drift·s + by_p·p(s) + by_q·q(s). */
typedef struct swing {
    spring own;
    double base, drift, by_p, by_q;
} swing;

/* Let go at `from`; the equilibrium goes from e0 by e1 a unit of time. */
swing vvi_swing_free(spring own, motion_state from, double e0, double e1);
/* Driven by the equilibrium that takes it from `from` to `to` within `time`. At most SWING_MOST_CYCLES of the spring may fit into
 * that: near a whole one an even equilibrium moves it nowhere. */
#define SWING_MOST_CYCLES 0.7
swing vvi_swing_to(spring own, double time, motion_state from, motion_state to);
motion_state vvi_swing_at(const swing *own, double time);
/* The same for who has the response of its spring at that time already. */
motion_state vvi_swing_with(const swing *own, double time, spring_response response);

#endif
