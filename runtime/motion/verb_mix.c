/* Eq. 3 for curves: a degree of freedom at a phase is Σ_k b_k Σ_i w_i c_ki over the four control points of its span
 * and all examples. Weights and B-spline basis are multiplied first, so that it is one blend of 4 · example_count
 * contiguous rows. */
#include "verb.h"

void vv_verb_mix(const vv_verb *verb, const float *weights, float phase, float *dofs)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(weights != NULL);
    VV_ASSERT(dofs != NULL);
    float shares[4 * VV_FIELD_MAX_EXAMPLES];
    verb_span_basis here = verb_span_basis_at(verb, (double)phase);
    uint32_t n = verb->example_count;
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t i = 0; i < n; i++)
            shares[k * n + i] = here.basis[k] * weights[i];
    const float *rows = (const float *)verb_at(verb, verb->controls) + (size_t)here.span * n * verb->room;
    vv_mix(4 * n, shares, verb->room, verb->room, rows, dofs);
}
