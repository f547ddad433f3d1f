/* Jumps between the members of a family (eq. 10–11 of "Artist-Directed Dynamics for 2D Animation"): after every step
 * each member is brought as close to the shown one as links and its own shape allow. Where one of them is less
 * deformed it takes over, with a velocity from its last two states.
 *
 * Energies are compared in stiffness × area, so that large and small drawings count alike. The second line of eq. 11
 * is read as E_B ≤ E_K: the jump goes to the member of least energy. */
#include "runtime/stage/puppet/family.h"
#include "runtime/stage/puppet/solver.h"

#include <string.h>

/* An invisible deformation, half the square of a strain of 0.4 %, is no reason to change members. */
#define MIN_ENERGY 1e-5

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

bool vvi_transitions_begin(vvi_transitions *t, const vv_family *family, uint32_t member, vvi_arena *arena)
{
    size_t row_count = vvi_family_row_count(family), state = 2 * (size_t)vvi_family_stride(family);
    *t = (vvi_transitions){.family = family, .member = member, .before = member, .since = VVI_LONG_AGO};
    VV_ASSERT(member < family->member_count);
    t->candidates = vvi_arena_allocate(arena, family->member_count, sizeof *t->candidates);
    t->rows = vvi_arena_allocate(arena, row_count + 1, sizeof *t->rows);
    t->scratch = vvi_arena_allocate(arena, state * (row_count + 1), sizeof *t->scratch);
    if (!t->candidates || !t->rows || !t->scratch)
        return false;
    for (uint32_t k = 0; k < family->member_count; k++)
        t->candidates[k].energy = -1.0;
    for (size_t i = 0; i < row_count; i++)
        t->rows[i].coefficients = t->scratch + (i + 1) * state;
    return true;
}

void vvi_transitions_reset_history(vvi_transitions *t)
{
    for (uint32_t k = 0; t->family && k < t->family->member_count; k++)
        t->candidates[k].age = 0;
}

float vvi_transitions_fade_opacity(const vvi_transitions *t)
{
    if (!t->family || !(t->since < t->family->fade) || t->candidates[t->before].age == 0)
        return 0.0f;
    float left = 1.0f - t->since / t->family->fade;
    return left > 1e-3f ? left : 0.0f; /* times of steps are rounded */
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

/* Expresses a state relative to another origin. */
static void move_origin(const vvi_puppet_view *view, const double by[2], double *c)
{
    for (uint32_t j = 0; j < view->handle_count; j++) {
        c[3 * (size_t)j + 2] -= by[0];
        c[view->stride + 3 * (size_t)j + 2] -= by[1];
    }
}

/* The state of the shown member is relative to the actor's origin already. */
static void move_origins(vvi_transitions *t, const double origin[2])
{
    double by[2] = {origin[0] - t->origin[0], origin[1] - t->origin[1]};
    VVI_CHECK(t->member < t->family->member_count && t->before < t->family->member_count);
    for (uint32_t k = 0; k < t->family->member_count; k++) {
        if (k == t->member || t->candidates[k].age == 0)
            continue;
        move_origin(&t->family->members[k], by, t->candidates[k].state->c);
        move_origin(&t->family->members[k], by, t->candidates[k].state->before);
    }
    memcpy(t->origin, origin, sizeof t->origin);
}

static size_t state_bytes(const vvi_puppet_view *view) { return 2 * (size_t)view->stride * sizeof(double); }

/* Other members are attracted by all of their examples. */
static uint32_t attractions_of(const vvi_transition_input *input, const vvi_puppet_view *view, uint32_t member,
                               uint32_t list[VV_BLEND_MAX_EXAMPLES])
{
    uint32_t count = member == input->first ? input->attraction_count : view->example_count;
    VVI_CHECK(count <= VV_BLEND_MAX_EXAMPLES);
    for (uint32_t e = 0; e < count; e++)
        list[e] = member == input->first ? input->attractions[e] : e;
    return count;
}

/* ---- Candidates -------------------------------------------------------------------------------------------------- */

/* Eq. 10: c is the initial guess and becomes the candidate. Returns its energy in stiffness × area, or −1 if there is
 * none. */
static double find_candidate(vvi_transitions *t, const vvi_transition_input *input, uint32_t from, const double *c_from,
                             uint32_t to, double *c)
{
    const vvi_puppet_view *view = &t->family->members[to];
    uint32_t list[VV_BLEND_MAX_EXAMPLES], list_count = attractions_of(input, view, to, list);
    uint32_t count = vvi_candidate_rows(t->family, from, c_from, to, c, t->rows);
    VVI_CHECK(count <= vvi_family_row_count(t->family) && from != to);
    double energy = -1.0;
    bool found = vvi_puppet_find_closest_shape(view, t->candidates[to].solver, (double)t->family->lambda, count,
                                               t->rows, list_count, list, c, &energy);
    bool sane = found && energy >= 0.0 && energy < 1e30 && vvi_state_is_sane(view, c);
    return sane ? energy / (double)view->area : -1.0;
}

static void update_candidate(vvi_transitions *t, const vvi_transition_input *input, uint32_t member)
{
    const vvi_puppet_view *shown = &t->family->members[t->member], *view = &t->family->members[member];
    const double *c = t->candidates[t->member].state->c;
    vvi_candidate *k = &t->candidates[member];
    k->energy = -1.0;
    if (!vvi_family_is_linked(t->family, t->member, member)) {
        k->age = 0;
        return;
    }
    bool known = k->age > 0;
    if (known)
        memcpy(k->state->before, k->state->c, state_bytes(view));
    else
        vvi_candidate_initial_guess(shown, c, view, k->state->c);
    k->energy = find_candidate(t, input, t->member, c, member, k->state->c);
    if (k->energy < 0.0) /* the result must be neither shown nor saved */
        vvi_candidate_initial_guess(shown, c, view, k->state->c);
    if (!known)
        memcpy(k->state->before, k->state->c, state_bytes(view));
    k->age = k->energy < 0.0 ? 0 : k->age < 2 ? k->age + 1 : 2;
    VVI_CHECK(vvi_state_is_sane(view, k->state->c) || k->age == 0);
}

/* The shown member is its own candidate. */
static void update_shown(vvi_transitions *t)
{
    const vvi_puppet_view *view = &t->family->members[t->member];
    vvi_candidate *own = &t->candidates[t->member];
    own->age = own->state->fresh ? 1 : 2;
    own->energy =
        vvi_puppet_local_step(view, own->state->c, own->solver->pull, own->solver->local) / (double)view->area;
    if (!(own->energy >= 0.0 && own->energy < 1e30) || !vvi_state_is_sane(view, own->state->c)) {
        own->energy = -1.0;
        own->age = 0;
    }
}

/* ---- Jumps ------------------------------------------------------------------------------------------------------- */

static bool is_barred(const vvi_transition_input *input, uint32_t member) { return input->barred >> member & 1u; }

/* The candidate of least energy; only those with a history count, since others have no velocity yet. */
static uint32_t find_best_candidate(const vvi_transitions *t, const vvi_transition_input *input)
{
    uint32_t best = t->member;
    for (uint32_t k = 0; k < t->family->member_count; k++) {
        const vvi_candidate *other = &t->candidates[k];
        if (k != t->member && other->age == 2 && !is_barred(input, k) &&
            (best == t->member || other->energy < t->candidates[best].energy))
            best = k;
    }
    return best;
}

/* Whether the candidate is so much better that it would not be left again at once. The shown member is held by more
 * than its links, so the shape that links alone would give it, seen from the candidate, may have less energy than it
 * has now. */
static bool is_jump_stable(vvi_transitions *t, const vvi_transition_input *input, uint32_t to)
{
    double improvement = 1.0 - (double)t->family->margin, own = t->candidates[t->member].energy;
    double other = t->candidates[to].energy;
    if (!(own > MIN_ENERGY) || !(other < improvement * own))
        return false;
    memcpy(t->scratch, t->candidates[t->member].state->c, state_bytes(&t->family->members[t->member]));
    double relaxed = find_candidate(t, input, to, t->candidates[to].state->c, t->member, t->scratch);
    return relaxed < 0.0 || !(relaxed < improvement * other) || other <= MIN_ENERGY;
}

/* The velocity is that of the correspondence: the difference to where the candidate would have been one step ago, had
 * the shown member come with the velocity that it has now. The candidate's own history gives the same less accurately
 * where the speed changes. The next step is one of implicit Euler and needs no more. */
static void jump(vvi_transitions *t, const vvi_transition_input *input, uint32_t to)
{
    const vvi_puppet_view *shown = &t->family->members[t->member], *view = &t->family->members[to];
    const vvi_puppet_state *from = t->candidates[t->member].state;
    VVI_CHECK(to != t->member && t->candidates[to].age == 2 && input->h > 0.0f);
    vvi_puppet_state *s = t->candidates[to].state;
    for (uint32_t i = 0; i < 2 * shown->stride; i++)
        t->scratch[i] = from->c[i] - (double)input->h * from->v[i];
    memcpy(s->v, s->c, state_bytes(view));
    if (find_candidate(t, input, t->member, t->scratch, to, s->v) < 0.0)
        memcpy(s->v, s->before, state_bytes(view));
    for (uint32_t i = 0; i < 2 * view->stride; i++)
        s->v[i] = s->v_before[i] = (s->c[i] - s->v[i]) / (double)input->h;
    s->fresh = true;
    t->before = t->member;
    t->member = to;
    t->since = 0.0f;
}

bool vvi_transitions_step(vvi_transitions *t, const vvi_transition_input *input)
{
    if (!t->family)
        return false;
    move_origins(t, input->origin);
    update_shown(t);
    for (uint32_t k = 0; k < t->family->member_count; k++)
        if (k != t->member)
            update_candidate(t, input, k);
    t->since = vvi_min(t->since + input->h, VVI_LONG_AGO);
    uint32_t best = find_best_candidate(t, input);
    bool waits = t->since + 0.5f * input->h < t->family->pause || t->candidates[t->member].energy < 0.0;
    if (best == t->member || (!is_barred(input, t->member) && (waits || !is_jump_stable(t, input, best))))
        return false; /* a member that keys do not reach is left whatever its energy */
    jump(t, input, best);
    return true;
}
