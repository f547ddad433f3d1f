/* Allocators, arenas, random numbers and the state hash. */
#include "runtime/base/base.h"
#include "tests/testing.h"

static void counting_allocator_counts_limits_and_fails(void **state)
{
    (void)state;
    vv_counting counting = {.limit = 1000};
    vv_allocator allocator = vv_counting_allocator(&counting);
    void *a = vvi_allocate(&allocator, 10, 60);
    assert_non_null(a);
    assert_int_equal((uintptr_t)a % VVI_ALIGNMENT, 0);
    assert_int_equal(counting.used, 600);
    assert_null(vvi_allocate(&allocator, 401, 1));
    counting.fail_at = 2;
    void *b = vvi_allocate(&allocator, 1, 1);
    assert_non_null(b);
    assert_null(vvi_allocate(&allocator, 1, 1));
    vvi_release(&allocator, a, 10, 60);
    vvi_release(&allocator, b, 1, 1);
    assert_int_equal(counting.used, 0);
    assert_int_equal(counting.peak, 601);
    assert_int_equal(counting.allocations, 4);
}

static void absurd_sizes_are_refused(void **state)
{
    (void)state;
    vvi_arena arena = {0};
    assert_null(vvi_allocate(NULL, SIZE_MAX, 2));
    assert_null(vvi_allocate(NULL, SIZE_MAX / 2, 1));
    assert_null(vvi_arena_allocate(&arena, SIZE_MAX, 1));
    assert_null(vvi_arena_allocate(&arena, SIZE_MAX / 4, 8));
    vvi_arena_release(&arena);
}

static void arena_gives_zeroed_aligned_memory_and_releases_all(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vvi_arena arena = {.allocator = &allocator};
    vvi_random random = vvi_random_seed(11);
    for (int i = 0; i < 500; i++) {
        size_t bytes = vvi_random_below(&random, i % 50 == 0 ? 100000 : 300);
        unsigned char *memory = vvi_arena_allocate(&arena, bytes, 1);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % VVI_ALIGNMENT, 0);
        for (size_t k = 0; k < bytes; k++)
            assert_int_equal(memory[k], 0);
        memset(memory, 0xff, bytes);
    }
    assert_true(counting.allocations < 30);
    vvi_arena_release(&arena);
    assert_int_equal(counting.used, 0);
}

static void growing_keeps_what_was_there(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    int *items = NULL;
    size_t capacity = 0;
    for (int i = 0; i < 1000; i++) {
        assert_true(vvi_grow(&allocator, (void **)&items, &capacity, (size_t)i + 1, sizeof *items));
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    counting.fail_at = 1;
    assert_false(vvi_grow(&allocator, (void **)&items, &capacity, 5000, sizeof *items));
    assert_int_equal(items[999], 999);
    vvi_release(&allocator, items, capacity, sizeof *items);
    assert_int_equal(counting.used, 0);
}

static void random_numbers_are_even_and_repeat(void **state)
{
    (void)state;
    vvi_random a = vvi_random_seed(42), b = vvi_random_seed(42), c = vvi_random_seed(43);
    uint32_t count[7] = {0};
    int same = 0;
    for (int i = 0; i < 70000; i++) {
        uint32_t value = vvi_random_next(&a);
        assert_int_equal(value, vvi_random_next(&b));
        same += value == vvi_random_next(&c);
        count[vvi_random_below(&a, 7)]++;
        vvi_random_below(&b, 7);
    }
    assert_true(same < 10);
    for (int i = 0; i < 7; i++)
        assert_true(count[i] > 9700 && count[i] < 10300); /* 3 standard deviations are 280 */
}

static void predicates_of_asserts_hold_where_they_should(void **state)
{
    (void)state;
    const uint32_t up[] = {0, 2, 5}, same[] = {0, 2, 2, 5}, down[] = {0, 3, 2, 5};
    assert_true(vvi_is_ascending(up, 3) && vvi_is_ascending(up, 0));
    assert_false(vvi_is_ascending(same, 4) || vvi_is_ascending(down, 4));
    assert_true(vvi_are_starts(same, 3, 5) && vvi_are_starts(up, 0, 0));
    assert_false(vvi_are_starts(down, 3, 5) || vvi_are_starts(same, 3, 6) || vvi_are_starts(up + 1, 1, 5));
    assert_true(vvi_all_below(up, 3, 6));
    assert_false(vvi_all_below(up, 3, 5));
    const float third = 1.0f / 3.0f, even[] = {third, third, third}, short_of[] = {third, third, 0.3f},
                far[] = {-1.0f, 1.0f, 1.0f}, none[] = {NAN, 0.5f, 0.5f};
    assert_true(vvi_is_partition(even, 3, 1e-6f));
    assert_false(vvi_is_partition(short_of, 3, 1e-3f) || vvi_is_partition(far, 3, 1e-3f) ||
                 vvi_is_partition(none, 3, 1e-3f));
    assert_true(vvi_is_unit2((vv_vec2){0.6f, 0.8f}) && vvi_is_unit3((vv_vec3){0.6f, 0.0f, -0.8f}));
    assert_true(vvi_is_unit_quat((vv_quat){0.5f, 0.5f, -0.5f, 0.5f}));
    assert_false(vvi_is_unit2((vv_vec2){0.6f, 0.7f}) || vvi_is_unit2((vv_vec2){NAN, 1.0f}) ||
                 vvi_is_unit3((vv_vec3){0.0f, 0.0f, 0.0f}) || vvi_is_unit_quat((vv_quat){1.0f, 1.0f, 0.0f, 0.0f}));
    const double numbers[] = {0.0, -1e308, 5e-324}, infinite[] = {1.0, -(double)INFINITY};
    assert_true(vvi_all_finite_double(numbers, 3));
    assert_false(vvi_all_finite_double(infinite, 2) || vvi_is_finite((double)NAN));
}

static void hash_depends_on_every_bit_and_on_length(void **state)
{
    (void)state;
    unsigned char bytes[40] = {0};
    uint64_t seen[40 * 8 + 41];
    int n = 0;
    for (size_t length = 0; length <= 40; length++)
        seen[n++] = vv_hash_bytes(0, bytes, length);
    for (int bit = 0; bit < 40 * 8; bit++) {
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        seen[n++] = vv_hash_bytes(0, bytes, 40);
        bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            assert_true(seen[i] != seen[j]);
}

/* The mix as its definition says, with a 128-bit product: by doubling and adding, from the highest bit of b. */
static uint64_t mix128(uint64_t a, uint64_t b)
{
    uint64_t low = 0, high = 0;
    for (int bit = 63; bit >= 0; bit--) {
        high = high << 1 | low >> 63;
        low <<= 1;
        if (b >> bit & 1u) {
            low += a;
            high += low < a;
        }
    }
    return low ^ high;
}

static void hash_mixes_with_a_whole_128_bit_product(void **state)
{
    (void)state;
    const uint64_t odd1 = 0xa0761d6478bd642fu, odd2 = 0xe7037ed1a0b428dbu;
    uint64_t word = 0xfedcba9876543210u, seed = 0x123456789abcdef0u;
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(word >> (8 * i));
    uint64_t expected = mix128(mix128(mix128(seed ^ odd1, 8 ^ odd2) ^ word, odd1) ^ odd2, odd1);
    assert_true(vv_hash_bytes(seed, bytes, 8) == expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counting_allocator_counts_limits_and_fails),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(arena_gives_zeroed_aligned_memory_and_releases_all),
        cmocka_unit_test(growing_keeps_what_was_there),
        cmocka_unit_test(random_numbers_are_even_and_repeat),
        cmocka_unit_test(predicates_of_asserts_hold_where_they_should),
        cmocka_unit_test(hash_depends_on_every_bit_and_on_length),
        cmocka_unit_test(hash_mixes_with_a_whole_128_bit_product),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
