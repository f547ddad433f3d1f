/* Jumps between the members of a family (eq. 10–11 of "Artist-Directed Dynamics for 2D Animation"): after every step each member
 * is brought as close to the one shown as links and its own shape allow; where one of them is less deformed, it takes over, and
 * its last two states are its velocity.
 *
 * Energies are compared in stiffness × area, so that large and small drawings count alike. The second line of eq. 11 is read as
 * E_B ≤ E_K: the member jumped to is the one of least energy. */
#include "runtime/stage/puppet/family.h"
#include "runtime/stage/puppet/solver.h"

#include <string.h>

/* Deformation that nobody sees, half the square of a strain of 0.4 %, is no reason to become somebody else. */
#define LEAST_ENERGY 1e-5

/* ---- Memory ---------------------------------------------------------------------------------------------------------------- */

bool vvi_transitions_begin(vvi_transitions *t, const vv_family *family, uint32_t member, vvi_arena *arena)
{
    size_t row_count = vvi_family_row_count(family), state = 2 * (size_t)vvi_family_stride(family);
    *t = (vvi_transitions){.family = family, .member = member, .before = member, .since = VVI_LONG_AGO};
    t->candidates = vvi_arena_take(arena, family->member_count, sizeof *t->candidates);
    t->rows = vvi_arena_take(arena, row_count + 1, sizeof *t->rows);
    t->scratch = vvi_arena_take(arena, state * (row_count + 1), sizeof *t->scratch);
    if (!t->candidates || !t->rows || !t->scratch)
        return false;
    for (uint32_t k = 0; k < family->member_count; k++)
        t->candidates[k].energy = -1.0;
    for (size_t i = 0; i < row_count; i++)
        t->rows[i].coefficients = t->scratch + (i + 1) * state;
    return true;
}

void vvi_transitions_forget(vvi_transitions *t)
{
    for (uint32_t k = 0; t->family && k < t->family->member_count; k++)
        t->candidates[k].age = 0;
}

float vvi_transitions_fading(const vvi_transitions *t)
{
    if (!t->family || !(t->since < t->family->fade) || t->candidates[t->before].age == 0)
        return 0.0f;
    float left = 1.0f - t->since / t->family->fade;
    return left > 1e-3f ? left : 0.0f; /* times of steps are rounded */
}

/* ---- States ------------------------------------------------------------------------------------------------------------------ */

/* The same state about another origin. */
static void move_origin(const vvi_puppet_view *view, const double by[2], double *c)
{
    for (uint32_t j = 0; j < view->handle_count; j++) {
        c[3 * (size_t)j + 2] -= by[0];
        c[view->stride + 3 * (size_t)j + 2] -= by[1];
    }
}

/* The state of the member that is shown is about the actor's origin already. */
static void rebase(vvi_transitions *t, const double origin[2])
{
    double by[2] = {origin[0] - t->origin[0], origin[1] - t->origin[1]};
    for (uint32_t k = 0; k < t->family->member_count; k++) {
        if (k == t->member || t->candidates[k].age == 0)
            continue;
        move_origin(&t->family->members[k], by, t->candidates[k].state->c);
        move_origin(&t->family->members[k], by, t->candidates[k].state->before);
    }
    memcpy(t->origin, origin, sizeof t->origin);
}

static size_t state_bytes(const vvi_puppet_view *view) { return 2 * (size_t)view->stride * sizeof(double); }

/* Other members are drawn to all of their examples. */
static uint32_t attractions_of(const vvi_transition_input *in, const vvi_puppet_view *view, uint32_t member,
                               uint32_t list[VV_BLEND_MAX_EXAMPLES])
{
    uint32_t count = member == in->first ? in->attraction_count : view->example_count;
    for (uint32_t e = 0; e < count; e++)
        list[e] = member == in->first ? in->attractions[e] : e;
    return count;
}

/* ---- Candidates ---------------------------------------------------------------------------------------------------------------- */

/* Eq. 10: c begins as the start and ends as the candidate. Returns its energy in stiffness × area, or −1 where there is none. */
static double settle(vvi_transitions *t, const vvi_transition_input *in, uint32_t from, const double *c_from,
                     uint32_t to, double *c)
{
    const vvi_puppet_view *view = &t->family->members[to];
    uint32_t list[VV_BLEND_MAX_EXAMPLES], list_count = attractions_of(in, view, to, list);
    uint32_t count = vvi_candidate_rows(t->family, from, c_from, to, c, t->rows);
    double energy = -1.0;
    bool found = vvi_puppet_settle(view, t->candidates[to].solver, (double)t->family->lambda, count, t->rows,
                                   list_count, list, c, &energy);
    bool sane = found && energy >= 0.0 && energy < 1e30 && vvi_state_is_sane(view, c);
    return sane ? energy / (double)view->area : -1.0;
}

static void follow(vvi_transitions *t, const vvi_transition_input *in, uint32_t member)
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
        vvi_candidate_start(shown, c, view, k->state->c);
    k->energy = settle(t, in, t->member, c, member, k->state->c);
    if (k->energy < 0.0) /* what it became is nothing to show or save */
        vvi_candidate_start(shown, c, view, k->state->c);
    if (!known)
        memcpy(k->state->before, k->state->c, state_bytes(view));
    k->age = k->energy < 0.0 ? 0 : k->age < 2 ? k->age + 1 : 2;
}

/* The member that is shown is its own candidate. */
static void take_own(vvi_transitions *t)
{
    const vvi_puppet_view *view = &t->family->members[t->member];
    vvi_candidate *own = &t->candidates[t->member];
    own->age = own->state->fresh ? 1 : 2;
    own->energy = own->solver->elastic_energy / (double)view->area;
    if (!(own->energy >= 0.0 && own->energy < 1e30) || !vvi_state_is_sane(view, own->state->c)) {
        own->energy = -1.0;
        own->age = 0;
    }
}

/* ---- Jumps --------------------------------------------------------------------------------------------------------------------- */

/* Of those with a past: one without has no velocity yet. */
static uint32_t least(const vvi_transitions *t)
{
    uint32_t best = t->member;
    for (uint32_t k = 0; k < t->family->member_count; k++) {
        const vvi_candidate *other = &t->candidates[k];
        if (k != t->member && other->age == 2 && (best == t->member || other->energy < t->candidates[best].energy))
            best = k;
    }
    return best;
}

/* Whether the candidate is so much better that it would not be left at once for what the member shown now could be then: the
 * member shown is held by more than its links, and its candidate may be at ease where it is not itself. */
static bool is_worth_it(vvi_transitions *t, const vvi_transition_input *in, uint32_t to)
{
    double keep = 1.0 - (double)t->family->margin, own = t->candidates[t->member].energy;
    double other = t->candidates[to].energy;
    if (!(own > LEAST_ENERGY) || !(other < keep * own))
        return false;
    memcpy(t->scratch, t->candidates[t->member].state->c, state_bytes(&t->family->members[t->member]));
    double relaxed = settle(t, in, to, t->candidates[to].state->c, t->member, t->scratch);
    return relaxed < 0.0 || !(relaxed < keep * other) || other <= LEAST_ENERGY;
}

/* The velocity is that of the correspondence: where the candidate would have been a step ago, had the member shown come with the
 * velocity that it has now. The candidate's own past says the same less sharply where speed changes. The next step is one
 * of implicit Euler and wants no more. */
static void jump(vvi_transitions *t, const vvi_transition_input *in, uint32_t to)
{
    const vvi_puppet_view *shown = &t->family->members[t->member], *view = &t->family->members[to];
    const vvi_puppet_state *from = t->candidates[t->member].state;
    vvi_puppet_state *s = t->candidates[to].state;
    for (uint32_t i = 0; i < 2 * shown->stride; i++)
        t->scratch[i] = from->c[i] - (double)in->h * from->v[i];
    memcpy(s->v, s->c, state_bytes(view));
    if (settle(t, in, t->member, t->scratch, to, s->v) < 0.0)
        memcpy(s->v, s->before, state_bytes(view));
    for (uint32_t i = 0; i < 2 * view->stride; i++)
        s->v[i] = s->v_before[i] = (s->c[i] - s->v[i]) / (double)in->h;
    s->fresh = true;
    t->before = t->member;
    t->member = to;
    t->since = 0.0f;
}

bool vvi_transitions_step(vvi_transitions *t, const vvi_transition_input *input)
{
    if (!t->family)
        return false;
    rebase(t, input->origin);
    take_own(t);
    for (uint32_t k = 0; k < t->family->member_count; k++)
        if (k != t->member)
            follow(t, input, k);
    t->since = vvi_min(t->since + input->h, VVI_LONG_AGO);
    uint32_t best = least(t);
    if (best == t->member || t->since + 0.5f * input->h < t->family->pause || t->candidates[t->member].energy < 0.0 ||
        !is_worth_it(t, input, best))
        return false;
    jump(t, input, best);
    return true;
}
