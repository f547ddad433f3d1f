/* Short lists of indices in ascending order. */
#include "mesh.h"

/* Shell sort with gaps of 3ᵏ. */
void vvi_sort_ascending(uint32_t *values, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (uint32_t i = gap; i < count; ++i) {
            uint32_t value = values[i], at = i;
            for (; at >= gap && values[at - gap] > value; at -= gap)
                values[at] = values[at - gap];
            values[at] = value;
        }
}
