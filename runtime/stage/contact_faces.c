/* Rows gathered into faces: thinned out to what a pair may keep, grouped by direction, with the slots at which the rigid
 * level holds and what they remember from the last substep. */
#include "runtime/stage/contact.h"

#define SAME_FACE   0.6f /* cosine */
#define SAME_MEMORY 0.9f

static float pair_margin(const vv_stage *stage, const pair *p)
{
    const solid *solids = stage->contacts->solids;
    return p->obstacle ? solids[p->a].margin : vvi_min(solids[p->a].margin, solids[p->b].margin);
}

/* How much a row has to say: the more, the deeper it would be. */
static float weight(const row *r, float margin) { return vvi_max(margin - r->gap, 1.0e-3f * margin); }

/* The weighted mean normal; where normals cancel, the deepest row's. */
static vv_vec2 main_direction(const row *rows, uint32_t count, float margin)
{
    vv_vec2 sum = {0.0f, 0.0f};
    float weights = 0.0f;
    uint32_t deepest = 0;
    for (uint32_t k = 0; k < count; k++) {
        float w = weight(&rows[k], margin);
        sum = vv_vec2_add(sum, vv_vec2_scale(rows[k].normal, w));
        weights += w;
        if (rows[k].gap < rows[deepest].gap)
            deepest = k;
    }
    float length = vv_vec2_length(sum);
    return length > 0.3f * weights ? vv_vec2_scale(sum, 1.0f / length) : rows[deepest].normal;
}

/* Keeps the deepest row in each of so many equal stretches along the tangent. Large drawings have more particles on a side
 * than it takes to hold it. */
static uint32_t thin_out(const vv_stage *stage, const pair *p, row *rows, uint32_t count, uint32_t room)
{
    const vv_vec2 *x = stage->actors[p->a].x;
    vv_vec2 along = perpendicular(main_direction(rows, count, pair_margin(stage, p)));
    float low = INFINITY, high = -INFINITY;
    for (uint32_t k = 0; k < count; k++) {
        float s = vv_vec2_dot(along, row_point(&rows[k].a, x));
        low = vvi_min(low, s);
        high = vvi_max(high, s);
    }
    uint32_t best[CONTACT_ROWS];
    for (uint32_t b = 0; b < room; b++)
        best[b] = VV_NONE;
    float scale = high > low ? (float)room / (high - low) : 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        float s = (vv_vec2_dot(along, row_point(&rows[k].a, x)) - low) * scale;
        uint32_t b = s < (float)room - 1.0f ? (uint32_t)s : room - 1u;
        if (best[b] == VV_NONE || rows[k].gap < rows[best[b]].gap)
            best[b] = k;
    }
    row kept[CONTACT_ROWS];
    uint32_t kept_count = 0;
    for (uint32_t b = 0; b < room; b++)
        if (best[b] != VV_NONE)
            kept[kept_count++] = rows[best[b]];
    for (uint32_t k = 0; k < kept_count; k++)
        rows[k] = kept[k];
    return kept_count;
}

/* The leftmost and the rightmost row of a face. */
static void choose_ends(const vv_stage *stage, const pair *p, face *f, uint8_t which)
{
    const row *rows = stage->contacts->rows + p->first_row;
    const vv_vec2 *x = stage->actors[p->a].x;
    vv_vec2 along = perpendicular(f->normal);
    float low = INFINITY, high = -INFINITY;
    for (uint32_t k = 0; k < CONTACT_SLOTS; k++)
        f->slots[k] = (slot){.row = VV_NONE};
    for (uint32_t k = 0; k < p->row_count; k++) {
        if (rows[k].face != which)
            continue;
        float s = vv_vec2_dot(along, row_point(&rows[k].a, x));
        if (s < low)
            low = s, f->slots[0].row = p->first_row + k;
        if (s > high)
            high = s, f->slots[1].row = p->first_row + k;
    }
    if (f->slots[0].row == f->slots[1].row)
        f->slots[1].row = VV_NONE;
}

static uint32_t assign(row *rows, uint32_t count, vv_vec2 direction, uint8_t which)
{
    uint32_t taken = 0;
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].face == CONTACT_NO_FACE && vv_vec2_dot(rows[k].normal, direction) >= SAME_FACE) {
            rows[k].face = which;
            taken++;
        }
    return taken;
}

/* The deepest row that is in no face yet. */
static uint32_t deepest_left(const row *rows, uint32_t count)
{
    uint32_t best = VV_NONE;
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].face == CONTACT_NO_FACE && (best == VV_NONE || rows[k].gap < rows[best].gap))
            best = k;
    return best;
}

static void make_faces(vv_stage *stage, pair *p)
{
    row *rows = stage->contacts->rows + p->first_row;
    vv_vec2 direction = main_direction(rows, p->row_count, pair_margin(stage, p));
    p->face_count = 0;
    while (p->face_count < CONTACT_FACES) {
        face *f = &p->faces[p->face_count];
        *f = (face){.normal = direction};
        if (assign(rows, p->row_count, direction, (uint8_t)p->face_count) > 0)
            choose_ends(stage, p, f, (uint8_t)p->face_count++);
        else
            break;
        uint32_t next = deepest_left(rows, p->row_count);
        if (next == VV_NONE)
            break;
        direction = rows[next].normal;
    }
}

/* What the face of the last substep that looked the same way remembers. */
static void remember(face *f, const face *before, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (vv_vec2_dot(f->normal, before[k].normal) > SAME_MEMORY) {
            f->way = before[k].way;
            f->speed = before[k].speed;
            return;
        }
}

static float find_closing(const vv_stage *stage, const pair *p)
{
    const row *rows = stage->contacts->rows + p->first_row;
    float closing = 0.0f, touching = 0.01f * pair_margin(stage, p);
    for (uint32_t k = 0; k < p->row_count; k++)
        if (rows[k].gap < rows[k].bound + touching)
            closing = vvi_max(closing, rows[k].closing);
    return closing;
}

void vvi_pair_keep(vv_stage *stage, pair *p, float h)
{
    contacts *c = stage->contacts;
    face before[CONTACT_FACES];
    uint32_t before_count = p->face_count, count = c->found_count;
    for (uint32_t k = 0; k < before_count; k++)
        before[k] = p->faces[k];
    uint32_t room = c->row_capacity - c->row_count;
    if (room > CONTACT_ROWS)
        room = CONTACT_ROWS;
    if (count > room) {
        c->overflowed = c->overflowed || room < CONTACT_ROWS;
        count = room > 0 ? thin_out(stage, p, c->found, count, room) : 0;
    }
    p->first_row = c->row_count;
    p->row_count = count;
    for (uint32_t k = 0; k < count; k++) {
        c->found[k].closing = vvi_max(0.0f, (c->found[k].start - c->found[k].gap) / h);
        c->found[k].bends[0] = c->found[k].bends[1] = NULL;
        c->found[k].push = c->found[k].rub = 0.0f;
        c->rows[c->row_count++] = c->found[k];
    }
    c->found_count = 0;
    p->face_count = 0;
    p->closing = find_closing(stage, p);
    if (count == 0)
        return;
    make_faces(stage, p);
    for (uint32_t k = 0; k < p->face_count; k++)
        remember(&p->faces[k], before, before_count);
}
