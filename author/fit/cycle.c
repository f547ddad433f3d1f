/* Cutting takes: finds the cleanest cycle, and keytimes where feet touch down and lift off. */
#include "author/fit/parts.h"

#define SIMULTANEOUS  0.03 /* of a cut: a lift-off and a touchdown within this count as simultaneous */
#define LEAST_SPACING 0.01 /* of a cut: least distance between keytimes */
#define MOST_GAP      0.22 /* leg lengths, rms: a cycle whose ends differ by more does not close */
#define MOST_STEPS    4u   /* of foot 0 in a cycle; jumping jacks need two */

/* ---- Keytimes -------------------------------------------------------------------------------------------------- */

typedef struct event {
    double time;
    uint32_t foot;
    bool down;
} event;

typedef struct events {
    uint32_t count;
    event list[VV_VERB_MAX_KEYTIMES];
} events;

/* Inserts an event in the order of time; false if there are too many. */
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

static bool collect_events(const vv_take *take, const vv_footfalls *footfalls, double from, double to, events *e)
{
    double end = (take->frame_count - 1) / take->rate, margin = 0.25 * LEAST_SPACING * (to - from);
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

/* In walks that are nearly runs, the next foot touches down about when the last one lifts off, sometimes just before
 * and sometimes just after. Putting the touchdown first gives all takes of one action the same order of keytimes. */
static void order_simultaneous_events(double length, events *e)
{
    for (uint32_t i = 0; i + 1 < e->count; i++) {
        event *a = &e->list[i], *b = &e->list[i + 1];
        if (!a->down && b->down && a->foot != b->foot && b->time - a->time < SIMULTANEOUS * length) {
            event leaves = *a;
            double middle = 0.5 * (a->time + b->time);
            *a = (event){middle, b->foot, true};
            *b = (event){middle, leaves.foot, false};
        }
    }
}

/* Keeps a least distance between keytimes: crowded ones are moved later, then back from the end. */
static void separate_keytimes(vv_cut *cut)
{
    uint32_t last = cut->keytime_count - 1;
    double least = LEAST_SPACING * (cut->to - cut->from);
    if (least * last > 0.5 * (cut->to - cut->from))
        least = 0.5 * (cut->to - cut->from) / last;
    for (uint32_t i = 1; i < last; i++)
        if (cut->keytimes[i].time < cut->keytimes[i - 1].time + least)
            cut->keytimes[i].time = cut->keytimes[i - 1].time + least;
    for (uint32_t i = last; i-- > 1;)
        if (cut->keytimes[i].time > cut->keytimes[i + 1].time - least)
            cut->keytimes[i].time = cut->keytimes[i + 1].time - least;
}

typedef struct take_feet {
    const vv_take *take;
    uint32_t foot_count;
    const vv_foot *feet;
} take_feet;

static vv_keytime keytime_of(const take_feet *f, event e)
{
    vv_keytime k = {.time = e.time};
    char name[FIT_FOOT_NAME_BYTES];
    vvi_fit_foot_name(f->take->skeleton, f->foot_count, f->feet, e.foot, name);
    vvi_format(k.label, sizeof k.label, "%s %s", name, e.down ? "down" : "up");
    return k;
}

static vv_keytime labelled_keytime(const char *label, double time)
{
    vv_keytime k = {.time = time};
    vvi_format(k.label, sizeof k.label, "%s", label);
    return k;
}

/* Makes the cut from `first` to `last`, with these and the events as keytimes. */
static vv_cut make_cut(const take_feet *f, const events *e, vv_keytime first, vv_keytime last)
{
    vv_cut cut = {.from = first.time, .to = last.time};
    cut.keytimes[cut.keytime_count++] = first;
    for (uint32_t i = 0; i < e->count; i++)
        cut.keytimes[cut.keytime_count++] = keytime_of(f, e->list[i]);
    cut.keytimes[cut.keytime_count++] = last;
    separate_keytimes(&cut);
    return cut;
}

static vv_result refuse_too_many_events(const vv_take *take, vv_error *error)
{
    vvi_fail(error, VV_ERROR_LIMIT, "feet touch down and lift off more than %u times in take \"%s\"",
             VV_VERB_MAX_KEYTIMES / 2, take->name);
    vvi_error_remedy(error, "use a shorter part of it");
    return VV_ERROR_LIMIT;
}

/* ---- The cleanest cycle ---------------------------------------------------------------------------------------- */

typedef struct cycle {
    double from, to;
    double speed;        /* of the root over the ground, m/s */
    double speed_change; /* difference of velocity between its halves, in √(gL) */
    double turn;         /* change of heading, radians */
    vvi_gap gap;
    double irregular_events; /* touchdowns and lift-offs that are missing or too many */
} cycle;

typedef struct cycles {
    uint32_t count;
    cycle *list;
    double scale, length, speed; /* leg length; the median duration and speed of all */
} cycles;

static uint32_t frame_at(const vv_take *take, double seconds)
{
    double f = floor(seconds * take->rate + 0.5);
    return f < 0.0 ? 0 : f > take->frame_count - 1 ? take->frame_count - 1 : (uint32_t)f;
}

static vv_vec3 travel_between(const vv_take *take, uint32_t a, uint32_t b)
{
    vv_vec3 step = vv_vec3_sub(vvi_fit_joint_position(take, b, 0), vvi_fit_joint_position(take, a, 0));
    step.y = 0.0f;
    return step;
}

static double turn_between(const vv_take *take, uint32_t a, uint32_t b)
{
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    vv_quat rest = vv_skeleton_joint(take->skeleton, 0).rotation;
    float turn = vvi_fit_yaw(take->turns[b * joints], rest) - vvi_fit_yaw(take->turns[a * joints], rest);
    return fabs((double)vv_wrap_angle(turn));
}

/* Counts by how much feet lift off and touch down more or less often than foot 0, whose touchdown is also the cut
 * itself. */
static double count_irregular_events(uint32_t foot_count, uint32_t steps, const events *e)
{
    double excess = 0.0;
    for (uint32_t foot = 0; foot < foot_count; foot++) {
        int32_t ups = 0, downs = foot == 0;
        for (uint32_t i = 0; i < e->count; i++) {
            ups += e->list[i].foot == foot && !e->list[i].down;
            downs += e->list[i].foot == foot && e->list[i].down;
        }
        excess += fabs(ups - (double)steps) + fabs(downs - (double)steps);
    }
    return excess;
}

static cycle measure_cycle(const take_feet *f, const vv_footfalls *footfalls, double from, double to, uint32_t steps)
{
    double scale = vvi_fit_scale(f->take->skeleton, f->foot_count, f->feet);
    uint32_t a = frame_at(f->take, from), b = frame_at(f->take, to), middle = (a + b) / 2;
    cycle r = {.from = from, .to = to, .turn = turn_between(f->take, a, b), .gap = vvi_fit_gap(f->take, a, b, scale)};
    vv_vec3 first = travel_between(f->take, a, middle), second = travel_between(f->take, middle, b);
    vv_vec3 whole = vv_vec3_add(first, second), change = vv_vec3_sub(first, second);
    r.speed = (double)vv_vec3_length(whole) / (to - from);
    r.speed_change = 2.0 * (double)vv_vec3_length(change) / (to - from) / sqrt(FIT_GRAVITY * scale);
    events e;
    r.irregular_events =
        collect_events(f->take, footfalls, from, to, &e) ? count_irregular_events(f->foot_count, steps, &e) : 100.0;
    return r;
}

static double find_median(uint32_t count, const cycle *list, bool speeds)
{
    /* A quadratic search, because cycles are few. */
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

/* The cost of a cycle; lower is cleaner. The best is steady and straight, is as long and fast as most, and closes. */
static double cost_of(const cycles *all, const cycle *r)
{
    double length_error = fabs((r->to - r->from) / all->length - 1.0);
    double speed_error = fabs(r->speed - all->speed) / sqrt(FIT_GRAVITY * all->scale);
    return 5.0 * r->gap.place + r->gap.speed + 2.0 * r->turn + r->speed_change + length_error + speed_error +
           0.5 * r->irregular_events;
}

/* The time at which foot 0 touches down for the `steps`th time after footfall i; −1 if it does not. */
static double find_next_touchdown(const vv_footfalls *footfalls, uint32_t i, uint32_t steps)
{
    while (++i < footfalls->count)
        if (footfalls->list[i].foot == 0 && --steps == 0)
            return footfalls->list[i].from;
    return -1.0;
}

/* Lists the cycles from every touchdown of foot 0 to the `steps`th after it. */
static void find_cycles(const take_feet *f, const vv_footfalls *footfalls, uint32_t steps, cycles *all)
{
    all->count = 0;
    for (uint32_t i = 0; i < footfalls->count; i++) {
        const vv_footfall *c = &footfalls->list[i];
        double to = find_next_touchdown(footfalls, i, steps);
        /* A foot that stands when the take starts did not touch down there. */
        if (c->foot == 0 && c->from > 2.5 / f->take->rate && to > 0.0)
            all->list[all->count++] = measure_cycle(f, footfalls, c->from, to, steps);
    }
    all->length = find_median(all->count, all->list, false);
    all->speed = find_median(all->count, all->list, true);
}

static double distance_in_time(const cycle *r, double near)
{
    return near < 0.0 || (r->from <= near && near <= r->to) ? 0.0 : near < r->from ? r->from - near : near - r->to;
}

static const cycle *find_cleanest(const cycles *all, double near)
{
    const cycle *best = NULL;
    for (uint32_t i = 0; i < all->count; i++) {
        const cycle *r = &all->list[i];
        double nearer = best ? distance_in_time(best, near) - distance_in_time(r, near) : 1.0;
        if (nearer > 0.0 || (nearer == 0.0 && cost_of(all, r) < cost_of(all, best)))
            best = r;
    }
    return best;
}

static vv_result refuse_open(const vv_take *take, const cycle *r, double scale, vv_error *error)
{
    vvi_fail(error, VV_ERROR_ARGUMENT,
             "take \"%s\" does not loop: the ends of its cleanest cycle, %g…%g s, differ by %u cm", take->name,
             vvi_fit_hundredths(r->from), vvi_fit_hundredths(r->to), (uint32_t)(100.0 * scale * r->gap.place + 0.5));
    vvi_error_remedy(error, "cut it by hand, or make the verb not cyclic");
    return VV_ERROR_ARGUMENT;
}

static vv_result cut_cycle(const take_feet *f, const vv_footfalls *footfalls, const cycle *r, vv_cut *out,
                           vv_error *error)
{
    events e;
    if (!collect_events(f->take, footfalls, r->from, r->to, &e))
        return refuse_too_many_events(f->take, error);
    order_simultaneous_events(r->to - r->from, &e);
    *out = make_cut(f, &e, keytime_of(f, (event){r->from, 0, true}), keytime_of(f, (event){r->to, 0, true}));
    return VV_OK;
}

static vv_result cut_similar(const take_feet *f, double scale, double near, const vv_allocator *allocator, vv_cut *out,
                             vv_error *error)
{
    double from = 0.0, to = 0.0;
    vv_result result = vvi_fit_similar(f->take, scale, near, allocator, &from, &to, error);
    if (result == VV_OK)
        *out = make_cut(f, &(events){0}, labelled_keytime("start", from), labelled_keytime("end", to));
    return result;
}

/* Tries cycles of one step of foot 0, then of more until one closes; without footfalls, compares poses. */
static vv_result choose_cycle(const take_feet *f, const vv_footfalls *footfalls, double near, cycles *all, vv_cut *out,
                              vv_error *error)
{
    cycle first = {0};
    for (uint32_t steps = 1; steps <= MOST_STEPS; steps++) {
        find_cycles(f, footfalls, steps, all);
        const cycle *best = find_cleanest(all, near);
        if (best && best->gap.place <= MOST_GAP)
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
        vvi_fail(error, VV_ERROR_ARGUMENT, "take \"%s\" has only %u frames; a cycle needs at least 4", take->name,
                 take->frame_count);
        vvi_error_remedy(error, "use a take of at least one cycle");
        return VV_ERROR_ARGUMENT;
    }
    take_feet f = {take, foot_count, feet};
    cycles all = {.scale = vvi_fit_scale(take->skeleton, foot_count, feet)};
    vv_footfalls footfalls = {0};
    vv_result result = vv_fit_footfalls(take, foot_count, feet, allocator, &footfalls, error);
    if (result != VV_OK)
        return result;
    vvi_arena arena = {.allocator = allocator};
    all.list = vvi_arena_allocate(&arena, footfalls.count + 1, sizeof *all.list);
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
        vvi_fail(error, VV_ERROR_ARGUMENT, "%g…%g s is not within take \"%s\", which lasts %g s",
                 vvi_fit_hundredths(from), vvi_fit_hundredths(to), take->name, vvi_fit_hundredths(end));
        return VV_ERROR_ARGUMENT;
    }
    take_feet f = {take, foot_count, feet};
    vv_footfalls footfalls = {0};
    vv_result result = vv_fit_footfalls(take, foot_count, feet, allocator, &footfalls, error);
    if (result != VV_OK)
        return result;
    events e;
    if (collect_events(take, &footfalls, from, to, &e)) {
        order_simultaneous_events(to - from, &e);
        *out = make_cut(&f, &e, labelled_keytime("start", from), labelled_keytime("end", to));
    } else {
        result = refuse_too_many_events(take, error);
    }
    vv_footfalls_destroy(&footfalls);
    return result;
}
