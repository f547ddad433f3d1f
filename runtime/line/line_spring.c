/* Springs in closed form: free motions, and the motions of an equilibrium that moves evenly, chosen so that place and speed are
 * both hit (see spring.h). */
#include "spring.h"

#include <string.h>

/* cosh √z and sinh √z / √z (cos and sin for z < 0), near 0 where both roots meet. */
static void near_critical(double z, double *even, double *odd)
{
    *even = 1.0 + z * (1.0 / 2 + z * (1.0 / 24 + z * (1.0 / 720 + z * (1.0 / 40320 + z / 3628800.0))));
    *odd = 1.0 + z * (1.0 / 6 + z * (1.0 / 120 + z * (1.0 / 5040 + z * (1.0 / 362880 + z / 39916800.0))));
}

/* e^x for x ≤ 0, within 1e-15: x = n·ln 2 + r with |r| ≤ 0.35 and Taylor's series. vvi_exp_double divides at every term, which
 * thousands of frames would feel. */
static double fading(double x)
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

spring_response vvi_spring_response(spring own, double time)
{
    double decay = own.damping * own.frequency,
           split = (own.damping * own.damping - 1.0) * own.frequency * own.frequency;
    double z = split * time * time, even, odd;
    if (fabs(z) < 0.1) {
        double fade = fading(-decay * time);
        near_critical(z, &even, &odd);
        even *= fade;
        odd *= fade * time;
    } else if (split < 0.0) {
        double fade = fading(-decay * time), turning = sqrt(-split), sine, cosine;
        vvi_sin_cos_double(turning * time, &sine, &cosine);
        even = fade * cosine;
        odd = fade * sine / turning;
    } else {
        double root = sqrt(split);
        double slow = fading((root - decay) * time), fast = fading((-root - decay) * time);
        even = 0.5 * (slow + fast);
        odd = 0.5 * (slow - fast) / root;
    }
    return (spring_response){even + decay * odd, odd};
}

/* The peak of q, where its speed is 0: (1/ω)·exp(−ζ·φ/sin φ) with ζ = cos φ; beyond critical φ and its sine are imaginary and
 * their quotient is ln(ζ + r)/r with r = √(ζ² − 1). */
double vvi_spring_reach(spring own)
{
    double zeta = own.damping, quotient = 1.0;
    if (zeta < 0.999)
        quotient = (double)vv_acos((float)zeta) / sqrt(1.0 - zeta * zeta);
    else if (zeta > 1.001)
        quotient = vvi_log_double(zeta + sqrt(zeta * zeta - 1.0)) / sqrt(zeta * zeta - 1.0);
    return vvi_exp_double(-zeta * quotient) / own.frequency;
}

swing vvi_swing_free(spring own, motion_state from, double e0, double e1)
{
    /* Evenly after the equilibrium it follows it by 2ζ/ω: base + drift·s solves the equation. */
    double base = e0 - 2.0 * own.damping / own.frequency * e1;
    return (swing){own, base, e1, from.place - base, from.speed - e1};
}

/* Place and speed at `time` are linear in (e0, e1): two equations. */
swing vvi_swing_to(spring own, double time, motion_state from, motion_state to)
{
    spring_response r = vvi_spring_response(own, time);
    double w = own.frequency, behind = 2.0 * own.damping / w;
    double p_speed = -w * w * r.q, q_speed = r.p - 2.0 * own.damping * w * r.q;
    double xx = 1.0 - r.p, xy = time - behind * xx - r.q;
    double yx = -p_speed, yy = 1.0 + behind * p_speed - q_speed;
    double place = to.place - r.p * from.place - r.q * from.speed;
    double speed = to.speed - p_speed * from.place - q_speed * from.speed;
    double scale = 1.0 / (xx * yy - xy * yx);
    return vvi_swing_free(own, from, (yy * place - xy * speed) * scale, (xx * speed - yx * place) * scale);
}

motion_state vvi_swing_with(const swing *own, double time, spring_response r)
{
    double w = own->own.frequency, q_speed = r.p - 2.0 * own->own.damping * w * r.q;
    return (motion_state){own->base + own->drift * time + own->by_p * r.p + own->by_q * r.q,
                          own->drift - own->by_p * w * w * r.q + own->by_q * q_speed};
}

motion_state vvi_swing_at(const swing *own, double time)
{
    return vvi_swing_with(own, time, vvi_spring_response(own->own, time));
}
