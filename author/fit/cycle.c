/* Cutting takes: the cleanest cycle, and keytimes where feet come down and leave. */
#include "author/fit/parts.h"

#define TOGETHER 0.03 /* of a cut: a foot that leaves and one that comes down within it change places at one moment */
#define GAP      0.01 /* of a cut, between keytimes */
#define OPEN     0.22 /* leg lengths, rms: ends that lie farther apart do not close */
#define STEPS    4u   /* of foot 0 in a cycle, at most: jumping jacks need two */

/* For messages. */
static double hundredths(double seconds) { return (double)(float)(floor(100.0 * seconds + 0.5) / 100.0); }

/* ---- Keytimes ------------------------------------------------------------------------------------------------------------------ */

typedef struct event {
    double time;
    uint32_t foot;
    bool down;
} event;

typedef struct events {
    uint32_t count;
    event list[VV_VERB_MAX_KEYTIMES];
} events;

/* What happens between two moments, in order; false where that is too much. */
static bool insert_event(events *e, event next)
{
    if (e->count + 2 >= VV_VERB_MAX_KEYTIMES)
        return false;
    uint32_t at = e->count++;
    for (; at > 0 && e->list[at - 1].time > next.time; at--)
        e->list[at] = e->list[at - 1];
    e->list[at] = next;
    return true;
}

static bool collect(const vv_take *take, const vv_footfalls *footfalls, double from, double to, events *e)
{
    double end = (take->frame_count - 1) / take->rate, margin = 0.25 * GAP * (to - from);
    e->count = 0;
    for (uint32_t i = 0; i < footfalls->count; i++) {
        const vv_footfall *c = &footfalls->list[i];
        if (c->from > from + margin && c->from < to - margin && !insert_event(e, (event){c->from, c->foot, true}))
            return false;
        if (c->to > from + margin && c->to < to - margin && c->to < end &&
            !insert_event(e, (event){c->to, c->foot, false}))
            return false;
    }
    return true;
}

/* Walks that are nearly runs: the next foot comes down as the last one leaves, now a little before, now a little after. Taken as
 * before, takes of one action keep one order. */
static void settle_order(double length, events *e)
{
    for (uint32_t i = 0; i + 1 < e->count; i++) {
        event *a = &e->list[i], *b = &e->list[i + 1];
        if (!a->down && b->down && a->foot != b->foot && b->time - a->time < TOGETHER * length) {
            event leaves = *a;
            double middle = 0.5 * (a->time + b->time);
            *a = (event){middle, b->foot, true};
            *b = (event){middle, leaves.foot, false};
        }
    }
}

/* Keytimes ascend by at least a little: crowded ones are pushed on, then back from the end. */
static void spread_apart(vv_cut *cut)
{
    uint32_t last = cut->keytime_count - 1;
    double least = GAP * (cut->to - cut->from);
    if (least * last > 0.5 * (cut->to - cut->from))
        least = 0.5 * (cut->to - cut->from) / last;
    for (uint32_t i = 1; i < last; i++)
        if (cut->keytimes[i].time < cut->keytimes[i - 1].time + least)
            cut->keytimes[i].time = cut->keytimes[i - 1].time + least;
    for (uint32_t i = last; i-- > 1;)
        if (cut->keytimes[i].time > cut->keytimes[i + 1].time - least)
            cut->keytimes[i].time = cut->keytimes[i + 1].time - least;
}

typedef struct figure {
    const vv_take *take;
    uint32_t foot_count;
    const vv_foot *feet;
} figure;

static vv_keytime keytime_of(const figure *f, event e)
{
    vv_keytime k = {.time = e.time};
    char name[FIT_FOOT_NAME_BYTES];
    vvi_fit_foot_name(f->take->skeleton, f->foot_count, f->feet, e.foot, name);
    vvi_format(k.label, sizeof k.label, "%s %s", name, e.down ? "down" : "up");
    return k;
}

static vv_keytime mark(const char *label, double time)
{
    vv_keytime k = {.time = time};
    vvi_format(k.label, sizeof k.label, "%s", label);
    return k;
}

/* The cut from…to with keytimes `first`, the events, and `last`. */
static vv_cut cut_at(const figure *f, const events *e, vv_keytime first, vv_keytime last)
{
    vv_cut cut = {.from = first.time, .to = last.time};
    cut.keytimes[cut.keytime_count++] = first;
    for (uint32_t i = 0; i < e->count; i++)
        cut.keytimes[cut.keytime_count++] = keytime_of(f, e->list[i]);
    cut.keytimes[cut.keytime_count++] = last;
    spread_apart(&cut);
    return cut;
}

static vv_result too_much(const vv_take *take, vv_error *error)
{
    vvi_fail(error, VV_ERROR_LIMIT, "feet come down and leave more than %u times in take \"%s\"",
             VV_VERB_MAX_KEYTIMES / 2, take->name);
    vvi_error_remedy(error, "use a shorter piece of it");
    return VV_ERROR_LIMIT;
}

/* ---- The cleanest cycle ---------------------------------------------------------------------------------------------------------- */

typedef struct cycle {
    double from, to;
    double speed;    /* of the root over the ground, m/s */
    double unsteady; /* how much that differs between the halves, of √(gL) */
    double turn;     /* radians */
    vvi_gap gap;
    double irregular; /* how many times feet come down or leave too often or too seldom */
} cycle;

typedef struct cycles {
    uint32_t count;
    cycle *list;
    double scale, length, speed; /* leg length; the middle duration and speed of all */
} cycles;

static uint32_t frame_at(const vv_take *take, double seconds)
{
    double f = floor(seconds * take->rate + 0.5);
    return f < 0.0 ? 0 : f > take->frame_count - 1 ? take->frame_count - 1 : (uint32_t)f;
}

static vv_vec3 way_between(const vv_take *take, uint32_t a, uint32_t b)
{
    vv_vec3 way = vv_vec3_sub(vvi_fit_place(take, b, 0), vvi_fit_place(take, a, 0));
    way.y = 0.0f;
    return way;
}

static double turn_between(const vv_take *take, uint32_t a, uint32_t b)
{
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    vv_quat rest = vv_skeleton_joint(take->skeleton, 0).turn;
    float turn = vvi_fit_yaw(take->turns[b * joints], rest) - vvi_fit_yaw(take->turns[a * joints], rest);
    return fabs((double)vv_wrap_angle(turn));
}

/* Every foot should leave and come down as often as the first; the first's coming down is the cut itself, too. */
static double irregularity(uint32_t foot_count, uint32_t steps, const events *e)
{
    double wrong = 0.0;
    for (uint32_t foot = 0; foot < foot_count; foot++) {
        int32_t ups = 0, downs = foot == 0;
        for (uint32_t i = 0; i < e->count; i++) {
            ups += e->list[i].foot == foot && !e->list[i].down;
            downs += e->list[i].foot == foot && e->list[i].down;
        }
        wrong += fabs(ups - (double)steps) + fabs(downs - (double)steps);
    }
    return wrong;
}

static cycle study_cycle(const figure *f, const vv_footfalls *footfalls, double from, double to, uint32_t steps)
{
    double scale = vvi_fit_scale(f->take->skeleton, f->foot_count, f->feet);
    uint32_t a = frame_at(f->take, from), b = frame_at(f->take, to), middle = (a + b) / 2;
    cycle r = {.from = from, .to = to, .turn = turn_between(f->take, a, b), .gap = vvi_fit_gap(f->take, a, b, scale)};
    vv_vec3 first = way_between(f->take, a, middle), second = way_between(f->take, middle, b);
    vv_vec3 whole = vv_vec3_add(first, second), change = vv_vec3_sub(first, second);
    r.speed = (double)vv_vec3_length(whole) / (to - from);
    r.unsteady = 2.0 * (double)vv_vec3_length(change) / (to - from) / sqrt(FIT_GRAVITY * scale);
    events e;
    r.irregular = collect(f->take, footfalls, from, to, &e) ? irregularity(f->foot_count, steps, &e) : 100.0;
    return r;
}

static double middle_of(uint32_t count, const cycle *list, bool speeds)
{
    /* The value that half of the others do not exceed: cycles are few. */
    for (uint32_t i = 0; i < count; i++) {
        double value = speeds ? list[i].speed : list[i].to - list[i].from;
        uint32_t below = 0, same = 0;
        for (uint32_t j = 0; j < count; j++) {
            double other = speeds ? list[j].speed : list[j].to - list[j].from;
            below += other < value;
            same += other == value;
        }
        if (below <= count / 2 && below + same > count / 2)
            return value;
    }
    return 0.0;
}

/* Lower is cleaner. A cycle of steady, straight walking as most of the take's, that closes. */
static double cost_of(const cycles *all, const cycle *r)
{
    double off = fabs((r->to - r->from) / all->length - 1.0);
    double slow = fabs(r->speed - all->speed) / sqrt(FIT_GRAVITY * all->scale);
    return 5.0 * r->gap.place + r->gap.speed + 2.0 * r->turn + r->unsteady + off + slow + 0.5 * r->irregular;
}

/* The moment when foot 0 comes down `steps` footfalls after contact i; −1 where it does not any more. */
static double down_again(const vv_footfalls *footfalls, uint32_t i, uint32_t steps)
{
    while (++i < footfalls->count)
        if (footfalls->list[i].foot == 0 && --steps == 0)
            return footfalls->list[i].from;
    return -1.0;
}

/* From every true coming down of foot 0 to where it has come down `steps` times more. */
static void find_cycles(const figure *f, const vv_footfalls *footfalls, uint32_t steps, cycles *all)
{
    all->count = 0;
    for (uint32_t i = 0; i < footfalls->count; i++) {
        const vv_footfall *c = &footfalls->list[i];
        double to = down_again(footfalls, i, steps);
        if (c->foot == 0 && c->from > 2.5 / f->take->rate &&
            to > 0.0) /* what stands at first did not come down there */
            all->list[all->count++] = study_cycle(f, footfalls, c->from, to, steps);
    }
    all->length = middle_of(all->count, all->list, false);
    all->speed = middle_of(all->count, all->list, true);
}

static double away_from(const cycle *r, double near)
{
    return near < 0.0 || (r->from <= near && near <= r->to) ? 0.0 : near < r->from ? r->from - near : near - r->to;
}

static const cycle *cleanest(const cycles *all, double near)
{
    const cycle *best = NULL;
    for (uint32_t i = 0; i < all->count; i++) {
        const cycle *r = &all->list[i];
        double nearer = best ? away_from(best, near) - away_from(r, near) : 1.0;
        if (nearer > 0.0 || (nearer == 0.0 && cost_of(all, r) < cost_of(all, best)))
            best = r;
    }
    return best;
}

static vv_result refuse_open(const vv_take *take, const cycle *r, double scale, vv_error *error)
{
    vvi_fail(error, VV_ERROR_ARGUMENT, "take \"%s\" does not come round: its cleanest cycle, %g…%g s, misses by %u cm",
             take->name, hundredths(r->from), hundredths(r->to), (uint32_t)(100.0 * scale * r->gap.place + 0.5));
    vvi_error_remedy(error, "cut it by hand, or make the verb one that does not repeat");
    return VV_ERROR_ARGUMENT;
}

static vv_result cut_cycle(const figure *f, const vv_footfalls *footfalls, const cycle *r, vv_cut *out, vv_error *error)
{
    events e;
    if (!collect(f->take, footfalls, r->from, r->to, &e))
        return too_much(f->take, error);
    settle_order(r->to - r->from, &e);
    *out = cut_at(f, &e, keytime_of(f, (event){r->from, 0, true}), keytime_of(f, (event){r->to, 0, true}));
    return VV_OK;
}

static vv_result cut_similar(const figure *f, double scale, double near, const vv_allocator *allocator, vv_cut *out,
                             vv_error *error)
{
    double from = 0.0, to = 0.0;
    vv_result result = vvi_fit_similar(f->take, scale, near, allocator, &from, &to, error);
    if (result == VV_OK)
        *out = cut_at(f, &(events){0}, mark("start", from), mark("end", to));
    return result;
}

/* One step of foot 0 if that closes, else as many as it takes; where feet tell of no cycle, poses must. */
static vv_result choose_cycle(const figure *f, const vv_footfalls *footfalls, double near, cycles *all, vv_cut *out,
                              vv_error *error)
{
    cycle first = {0};
    for (uint32_t steps = 1; steps <= STEPS; steps++) {
        find_cycles(f, footfalls, steps, all);
        const cycle *best = cleanest(all, near);
        if (best && best->gap.place <= OPEN)
            return cut_cycle(f, footfalls, best, out, error);
        if (best && steps == 1)
            first = *best;
    }
    if (first.to > 0.0)
        return refuse_open(f->take, &first, all->scale, error);
    return cut_similar(f, all->scale, near, footfalls->allocator, out, error);
}

vv_result vv_fit_cycle(const vv_take *take, uint32_t foot_count, const vv_foot *feet, double near,
                       const vv_allocator *allocator, vv_cut *out, vv_error *error)
{
    if (take->frame_count < 4) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "take \"%s\" has %u frames, which is no motion", take->name,
                 take->frame_count);
        vvi_error_remedy(error, "use a take of at least one cycle");
        return VV_ERROR_ARGUMENT;
    }
    figure f = {take, foot_count, feet};
    cycles all = {.scale = vvi_fit_scale(take->skeleton, foot_count, feet)};
    vv_footfalls footfalls = {0};
    vv_result result = vv_fit_footfalls(take, foot_count, feet, allocator, &footfalls, error);
    if (result != VV_OK)
        return result;
    vvi_arena arena = {.allocator = allocator};
    all.list = vvi_arena_take(&arena, footfalls.count + 1, sizeof *all.list);
    if (!all.list)
        result = vvi_fail_memory(error, footfalls.count * sizeof *all.list);
    else
        result = choose_cycle(&f, &footfalls, near, &all, out, error);
    vvi_arena_release(&arena);
    vv_footfalls_destroy(&footfalls);
    return result;
}

vv_result vv_fit_keytimes(const vv_take *take, uint32_t foot_count, const vv_foot *feet, double from, double to,
                          const vv_allocator *allocator, vv_cut *out, vv_error *error)
{
    double end = (take->frame_count - 1) / take->rate;
    if (!(to > from)) {
        from = 0.0;
        to = end;
    }
    if (!(from >= 0.0 && to <= end + 1e-6 && to > from)) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "%g…%g s is no piece of take \"%s\", which lasts %g s", hundredths(from),
                 hundredths(to), take->name, hundredths(end));
        return VV_ERROR_ARGUMENT;
    }
    figure f = {take, foot_count, feet};
    vv_footfalls footfalls = {0};
    vv_result result = vv_fit_footfalls(take, foot_count, feet, allocator, &footfalls, error);
    if (result != VV_OK)
        return result;
    events e;
    if (collect(take, &footfalls, from, to, &e)) {
        settle_order(to - from, &e);
        *out = cut_at(&f, &e, mark("start", from), mark("end", to));
    } else {
        result = too_much(take, error);
    }
    vv_footfalls_destroy(&footfalls);
    return result;
}
