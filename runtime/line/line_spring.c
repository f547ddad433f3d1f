/* Springs in closed form: free motions, and motions driven by a linear equilibrium that is chosen such that position
 * and velocity are both met (see spring.h). */
#include "spring.h"

#include <string.h>

/* cosh √z and sinh √z / √z (cos and sin for z < 0), by series near 0, where both roots of the characteristic equation
 * meet. */
static void near_critical(double z, double *even, double *odd)
{
    *even = 1.0 + z * (1.0 / 2 + z * (1.0 / 24 + z * (1.0 / 720 + z * (1.0 / 40320 + z / 3628800.0))));
    *odd = 1.0 + z * (1.0 / 6 + z * (1.0 / 120 + z * (1.0 / 5040 + z * (1.0 / 362880 + z / 39916800.0))));
}

/* e^x for x ≤ 0, accurate to 1e-15: x = n·ln 2 + r with |r| ≤ 0.35 and a Taylor series. vvi_exp_double divides in
 * every term, which would be noticeable in thousands of frames. */
static double exp_decay(double x)
{
    if (!(x > -700.0))
        return 0.0;
    double n = floor(x * 1.4426950408889634 + 0.5);
    double r = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
    double tail = 1.0 / 40320 + r * (1.0 / 362880 + r * (1.0 / 3628800 + r * (1.0 / 39916800 + r * (1.0 / 479001600))));
    double sum = 1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040 + r * tail)));
    uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power * (1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6 + r * sum))));
}

spring_response vvi_spring_response(spring s, double time)
{
    double decay = s.damping * s.frequency, split = (s.damping * s.damping - 1.0) * s.frequency * s.frequency;
    double z = split * time * time, even, odd;
    if (fabs(z) < 0.1) {
        double fade = exp_decay(-decay * time);
        near_critical(z, &even, &odd);
        even *= fade;
        odd *= fade * time;
    } else if (split < 0.0) {
        double fade = exp_decay(-decay * time), turning = sqrt(-split), sine, cosine;
        vvi_sin_cos_double(turning * time, &sine, &cosine);
        even = fade * cosine;
        odd = fade * sine / turning;
    } else {
        double root = sqrt(split);
        double slow = exp_decay((root - decay) * time), fast = exp_decay((-root - decay) * time);
        even = 0.5 * (slow + fast);
        odd = 0.5 * (slow - fast) / root;
    }
    return (spring_response){even + decay * odd, odd};
}

/* The peak of q, where its derivative is 0: (1/ω)·exp(−ζ·φ/sin φ) with ζ = cos φ. Beyond critical damping φ and its
 * sine are imaginary, and their quotient is ln(ζ + r)/r with r = √(ζ² − 1). */
double vvi_spring_reach(spring s)
{
    double zeta = s.damping, quotient = 1.0;
    if (zeta < 0.999)
        quotient = (double)vv_acos((float)zeta) / sqrt(1.0 - zeta * zeta);
    else if (zeta > 1.001)
        quotient = vvi_log_double(zeta + sqrt(zeta * zeta - 1.0)) / sqrt(zeta * zeta - 1.0);
    return vvi_exp_double(-zeta * quotient) / s.frequency;
}

spring_motion vvi_spring_free_motion(spring s, motion_state from, double e0, double e1)
{
    /* base + drift·s, which follows the moving equilibrium at a distance of 2ζ/ω, solves the equation. */
    double base = e0 - 2.0 * s.damping / s.frequency * e1;
    return (spring_motion){s, base, e1, from.position - base, from.velocity - e1};
}

/* Position and velocity at `time` are linear in (e0, e1): two equations. */
spring_motion vvi_spring_driven_motion(spring s, double time, motion_state from, motion_state to)
{
    spring_response r = vvi_spring_response(s, time);
    double w = s.frequency, lag = 2.0 * s.damping / w;
    double p_rate = -w * w * r.q, q_rate = r.p - 2.0 * s.damping * w * r.q;
    double xx = 1.0 - r.p, xy = time - lag * xx - r.q;
    double yx = -p_rate, yy = 1.0 + lag * p_rate - q_rate;
    double position = to.position - r.p * from.position - r.q * from.velocity;
    double velocity = to.velocity - p_rate * from.position - q_rate * from.velocity;
    double scale = 1.0 / (xx * yy - xy * yx);
    return vvi_spring_free_motion(s, from, (yy * position - xy * velocity) * scale,
                                  (xx * velocity - yx * position) * scale);
}

motion_state vvi_spring_motion_with(const spring_motion *motion, double time, spring_response r)
{
    double w = motion->spring.frequency, q_rate = r.p - 2.0 * motion->spring.damping * w * r.q;
    return (motion_state){motion->base + motion->drift * time + motion->by_p * r.p + motion->by_q * r.q,
                          motion->drift - motion->by_p * w * w * r.q + motion->by_q * q_rate};
}

motion_state vvi_spring_motion_at(const spring_motion *motion, double time)
{
    return vvi_spring_motion_with(motion, time, vvi_spring_response(motion->spring, time));
}
