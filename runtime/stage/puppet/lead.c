/* Who leads whom: a puppet that follows or copies another, at once or through others, is led by it. It does not push who leads
 * it: where it goes further than its leader, as one that copies in larger measure does, a push would make both run away. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

static bool is_marked(const vv_stage *stage, vv_actor id)
{
    const actor *a = id.generation ? vvi_stage_actor(stage, id) : NULL;
    return a && stage->contacts->seen[a - stage->actors];
}

static bool is_led(const vv_stage *stage, const puppet *p)
{
    for (uint32_t i = 0; i < p->follow_count; i++)
        if (p->follows[i].def.kind == VV_FOLLOW_HANDLE && is_marked(stage, p->follows[i].def.actor))
            return true;
    for (uint32_t i = 0; i < p->copy_count; i++)
        if (!p->copies[i].recording && is_marked(stage, p->copies[i].from))
            return true;
    return false;
}

/* Leaders come before those whom they lead: once through all of them finds everyone. */
bool vvi_puppet_leads(vv_stage *stage, uint32_t leader, uint32_t other)
{
    uint8_t *marks = stage->contacts->seen;
    const puppet *p = stage->actors[other].puppet;
    if (!stage->actors[leader].puppet || !p || (p->follow_count == 0 && p->copy_count == 0))
        return false;
    memset(marks, 0, stage->actor_end);
    marks[leader] = 1;
    for (uint32_t i = 0; i < stage->puppet_count && !marks[other]; i++) {
        uint32_t index = stage->puppets[i];
        marks[index] = marks[index] || is_led(stage, stage->actors[index].puppet);
    }
    return marks[other];
}
