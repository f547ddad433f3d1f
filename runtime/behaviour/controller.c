/* A behaviour on a stage: before every fixed step it reads its senses from the actor and gives it commands; and the
 * calls by which a game sets inputs, raises events and asks for the state. */
#include "layout.h"

static vv_vec2 up_of(vv_vec2 gravity)
{
    float g = vv_vec2_length(gravity);
    return g > 0.0f && g < INFINITY ? vv_vec2_scale(gravity, -1.0f / g) : (vv_vec2){0.0f, 1.0f};
}

static vvi_senses sense(const vv_stage *stage, vv_actor actor)
{
    vv_actor_state state = vv_stage_actor_state(stage, actor);
    return (vvi_senses){
        .place = state.place,
        .equilibrium = state.equilibrium,
        .position = state.position,
        .velocity = state.velocity,
        .ground_velocity = state.ground_velocity,
        .up = up_of(vv_stage_gravity(stage)),
        .normal = state.contact_normal,
        .grounded = state.grounded,
        .touching = state.touching,
        .flipped = state.flipped,
        .energy = state.contact_energy,
        .mass = state.mass,
        .strengths = *vv_stage_strengths(stage, actor),
    };
}

static void apply_commands(vv_stage *stage, vv_actor actor, const vvi_commands *commands)
{
    if (commands->moves)
        vv_stage_set_equilibrium(stage, actor, commands->equilibrium);
    if (commands->strengthens)
        vv_stage_set_strengths(stage, actor, &commands->strengths);
    if (commands->forces)
        vv_stage_set_force(stage, actor, commands->force);
    if (commands->impulse.x != 0.0f || commands->impulse.y != 0.0f)
        vv_stage_apply_impulse(stage, actor, commands->impulse);
    if (commands->flips)
        vv_stage_flip(stage, actor);
    for (uint32_t i = 0; i < commands->signal_count; i++)
        vv_stage_signal(stage, actor, commands->signals[i]);
}

static void step_actor(const void *user, vv_stage *stage, vv_actor actor, void *state, float seconds)
{
    const vv_behaviour *behaviour = user;
    const vv_sprite *sprite = vv_stage_sprite(stage, actor);
    VV_ASSERT(sprite != NULL); /* a behaviour drives sprites: it moves through the complex of one */
    if (!sprite)
        return;
    const vv_complex *complex = vv_sprite_complex(sprite);
    vvi_senses senses = sense(stage, actor);
    vvi_commands commands;
    vvi_behaviour_advance(behaviour, complex, state, &senses, seconds, &commands);
    apply_commands(stage, actor, &commands);
}

vv_controller vv_behaviour_controller(const vv_behaviour *behaviour)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(behaviour != NULL);
    return (vv_controller){.step = step_actor,
                           .user = behaviour,
                           .state_bytes = sizeof(behaviour_memory),
                           .fingerprint = vv_hash_bytes(0, behaviour, vvi_behaviour_bytes(behaviour))};
}

/* NULL where no behaviour drives this actor. */
static behaviour_memory *memory_of(vv_stage *stage, vv_actor actor, const vv_behaviour **behaviour)
{
    if (!vv_stage_has_actor(stage, actor))
        return NULL;
    vv_controller controller = vv_stage_controller(stage, actor);
    if (controller.step != step_actor)
        return NULL;
    *behaviour = controller.user;
    return vv_stage_controller_state(stage, actor);
}

bool vv_behaviour_set_input(vv_stage *stage, vv_actor actor, uint32_t input, float value)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const vv_behaviour *behaviour;
    behaviour_memory *memory = memory_of(stage, actor, &behaviour);
    if (!memory || input >= behaviour->input_count || !vvi_all_finite(&value, 1))
        return false;
    memory->inputs[input] = value;
    return true;
}

bool vv_behaviour_raise_event(vv_stage *stage, vv_actor actor, uint32_t event)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const vv_behaviour *behaviour;
    behaviour_memory *memory = memory_of(stage, actor, &behaviour);
    if (!memory || event >= behaviour->event_count)
        return false;
    vvi_events_raise(&memory->events, event);
    return true;
}

vv_behaviour_status vv_behaviour_current_status(vv_stage *stage, vv_actor actor)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const vv_behaviour *behaviour;
    const behaviour_memory *m = memory_of(stage, actor, &behaviour);
    if (!m || !m->begun || m->state >= behaviour->state_count)
        return (vv_behaviour_status){.state = VV_NONE, .key = VV_NONE};
    behaviour_view view = vvi_behaviour_open(behaviour);
    uint32_t keys = view.states[m->state].key_count;
    return (vv_behaviour_status){
        .state = m->state,
        .seconds = m->seconds,
        .key = m->key < keys ? m->key : VV_NONE,
        .finished = (keys == 0 || m->key < keys) && vvi_walk_is_finished(&view, m),
    };
}

float vv_behaviour_input(vv_stage *stage, vv_actor actor, uint32_t input)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const vv_behaviour *behaviour;
    const behaviour_memory *memory = memory_of(stage, actor, &behaviour);
    return memory && input < behaviour->input_count ? memory->inputs[input] : 0.0f;
}
