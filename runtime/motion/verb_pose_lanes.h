/* reference · exp(h) for as many joints as a `lane` has elements. Included with `lane` (float, or a vector of them),
 * LANE_NAME(name) and LANE_TARGET defined. */

/* cos √p and ½ sin √p / √p, with p = |h|²/4 up to 2.5: series whose first omitted terms are below 8e-9 and 2e-8. */
LANE_TARGET static inline lane LANE_NAME(cosine_of)(lane p)
{
    lane sum = p * (1.0f / 479001600.0f) - (1.0f / 3628800.0f);
    sum = p * sum + (1.0f / 40320.0f);
    sum = p * sum - (1.0f / 720.0f);
    sum = p * sum + (1.0f / 24.0f);
    sum = p * sum - 0.5f;
    return p * sum + 1.0f;
}

LANE_TARGET static inline lane LANE_NAME(sine_of)(lane p)
{
    lane sum = (0.5f / 362880.0f) - p * (0.5f / 39916800.0f);
    sum = p * sum - (0.5f / 5040.0f);
    sum = p * sum + (0.5f / 120.0f);
    sum = p * sum - (0.5f / 6.0f);
    return p * sum + 0.5f;
}

LANE_TARGET static inline lane LANE_NAME(square_of)(const lane *h)
{
    return 0.25f * (h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
}

/* a[4] = reference x, y, z, w; the product in the order of vv_quat_multiply. */
LANE_TARGET static inline void LANE_NAME(turn)(const lane *h, lane p, const lane *a, lane *out)
{
    lane s = LANE_NAME(sine_of)(p), w = LANE_NAME(cosine_of)(p);
    lane x = s * h[0], y = s * h[1], z = s * h[2];
    out[0] = a[3] * x + a[0] * w + a[1] * z - a[2] * y;
    out[1] = a[3] * y - a[0] * z + a[1] * w + a[2] * x;
    out[2] = a[3] * z + a[0] * y - a[1] * x + a[2] * w;
    out[3] = a[3] * w - a[0] * x - a[1] * y - a[2] * z;
}

#undef lane
#undef LANE_NAME
#undef LANE_TARGET
