/* PCG32 (O'Neill 2014, XSH-RR): small, seeded, the same sequence everywhere. */
#include "base.h"

#define MULTIPLIER 6364136223846793005u
#define INCREMENT  1442695040888963407u

vvi_random vvi_random_seed(uint64_t seed)
{
    vvi_random random = {seed + INCREMENT};
    vvi_random_next(&random);
    return random;
}

uint32_t vvi_random_next(vvi_random *random)
{
    uint64_t old = random->state;
    random->state = old * MULTIPLIER + INCREMENT;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return (shifted >> turn) | (shifted << ((32u - turn) & 31u));
}

float vvi_random_unit(vvi_random *random)
{
    return (float)(vvi_random_next(random) >> 8) * 0x1p-24f; /* 24 bits: every value is exact */
}

uint32_t vvi_random_below(vvi_random *random, uint32_t bound)
{
    VV_ASSERT(bound > 0);
    uint32_t reject = (0u - bound) % bound; /* 2³² mod bound: below it, results would be uneven */
    for (;;) {
        uint32_t value = vvi_random_next(random);
        if (value >= reject)
            return value % bound;
    }
}
