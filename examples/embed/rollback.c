/* Rollback, as a game over a network needs it: every frame goes back eight frames and plays them again, while crates
 * are added and removed; at the end the stage is the same, to the last bit, as one that was played straight through.
 * usage: rollback */
#include "box.h"

#include <inttypes.h>

enum { FRAMES = 600, BACK = 8 };

typedef struct game {
    vv_stage *stage;
    const vv_sprite *crate;
} game;

static vv_stage_def stage_def(void)
{
    vv_stage_def def = vv_default_stage_def();
    def.max_actors = 32;
    def.keep_removed = 32; /* enough for all that is removed within eight frames */
    return def;
}

static game start(const vv_sprite *crate)
{
    vv_stage_def def = stage_def();
    game g = {NULL, crate};
    vv_obstacle ground;
    vv_error error = {0};
    must(vv_stage_create(&def, NULL, &g.stage, &error), &error);
    must(vv_stage_add_ground(g.stage, 0.0f, 0.6f, &ground, &error), &error);
    return g;
}

/* What players do in a frame: here it follows from the frame's number; a game has inputs, which it keeps. */
static void play_frame(const game *g, int frame)
{
    vv_actor actors[32];
    uint32_t count = vv_stage_actors(g->stage, actors, 32);
    if (frame % 20 == 0) {
        vv_actor crate = add_box(g->stage, g->crate, 0.3f * (float)(frame / 20 % 3), 4.0f);
        vv_stage_set_velocity(g->stage, crate, (vv_vec2){0.0f, 0.0f}, 0.2f * (float)(frame % 7));
    }
    if (frame % 30 == 15 && count > 6)
        vv_stage_remove_actor(g->stage, actors[frame % 3]);
    vv_stage_step(g->stage, 1.0f / 60.0f); /* exactly a step, so that hashes can be compared */
}

int main(void)
{
    vv_sprite *crate = make_box(0.6f, 0.6f);
    game straight = start(crate), rolled = start(crate);
    vv_stage_def def = stage_def();
    vv_actor_def kind = vv_default_actor_def();
    vv_error error = {0};
    kind.sprite = crate;
    size_t room = vv_stage_save_limit(&def, &kind, 1), largest = 0, sizes[BACK];
    unsigned char *saves[BACK]; /* the last eight frames, in a ring */
    uint32_t changes = 0;
    for (int i = 0; i < BACK; i++)
        saves[i] = malloc(room);

    for (int frame = 0; frame < FRAMES; frame++) {
        play_frame(&straight, frame);
        sizes[frame % BACK] = vv_stage_save(rolled.stage, saves[frame % BACK], room);
        largest = sizes[frame % BACK] > largest ? sizes[frame % BACK] : largest;
        play_frame(&rolled, frame);
        if (frame + 1 < BACK)
            continue;
        /* An input of eight frames ago has come: back to it, and forth again. */
        int from = frame + 1 - BACK;
        uint32_t count;
        must(vv_stage_restore(rolled.stage, saves[from % BACK], sizes[from % BACK], &error), &error);
        vv_stage_restore_changes(rolled.stage,
                                 &count); /* what the game has to take away from its own lists, or put back */
        changes += count;
        for (int again = from; again <= frame; again++) {
            sizes[again % BACK] = vv_stage_save(rolled.stage, saves[again % BACK], room);
            play_frame(&rolled, again);
        }
        expect(vv_stage_hash(rolled.stage) == vv_stage_hash(straight.stage), "both are the same in every frame");
    }
    printf("%d frames, each rolled back by %d: %016" PRIx64 " both times\n", FRAMES, BACK, vv_stage_hash(rolled.stage));
    printf("a save has up to %zu of %zu bytes; restoring added or removed %u crates\n", largest, room, changes);
    expect(changes > 0 && largest <= room, "crates came and went");
    for (int i = 0; i < BACK; i++)
        free(saves[i]);
    vv_stage_destroy(straight.stage);
    vv_stage_destroy(rolled.stage);
    vv_sprite_destroy(crate, NULL);
    return 0;
}
