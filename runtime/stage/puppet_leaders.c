/* Leaders: a puppet that follows or copies another, directly or through others, is led by it. It does not push its
 * leader: where it moves further than the leader, as one that copies at a larger scale does, a push would make both
 * run away. */
#include "runtime/stage/puppet_actor.h"

#include <string.h>

static bool is_marked(const vv_stage *stage, vv_actor id)
{
    const actor *a = id.generation ? vvi_stage_actor(stage, id) : NULL;
    return a && stage->contacts->marks[a - stage->actors];
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

/* Leaders are added before those that they lead, so one pass over all of them is enough. */
bool vvi_puppet_leads(vv_stage *stage, uint32_t leader, uint32_t other)
{
    uint8_t *marks = stage->contacts->marks;
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
