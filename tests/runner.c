/* The main of a room's test program. Each test file beside it has a main of its own, which the build renames
 * (tests/CMakeLists.txt), so that a room is linked once:
 *
 *   test_runtime_blend                 runs every group of tests
 *   test_runtime_blend blend_complex   runs the groups that are named, as CTest does, each in a process of its own
 *   test_runtime_blend --list          names them */
#include <stdio.h>
#include <string.h>

#define GROUP(name) int test_main_##name(void);
#include <groups.h> /* made by CMakeLists.txt: GROUP(name) for each */
#undef GROUP

typedef struct {
    const char *name;
    int (*run)(void);
} group;

static const group GROUPS[] = {
#define GROUP(name) {#name, test_main_##name},
#include <groups.h>
#undef GROUP
};

enum { GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS };

static const group *find_group(const char *name)
{
    for (int i = 0; i < GROUP_COUNT; i++)
        if (strcmp(GROUPS[i].name, name) == 0)
            return &GROUPS[i];
    return NULL;
}

static int run_all_groups(void)
{
    int failed = 0;
    for (int i = 0; i < GROUP_COUNT; i++)
        failed += GROUPS[i].run() != 0;
    if (failed)
        fprintf(stderr, "%d of %d groups failed\n", failed, GROUP_COUNT);
    return failed > 0;
}

int main(int count, char **arguments)
{
    if (count == 1)
        return run_all_groups();
    if (strcmp(arguments[1], "--list") == 0) {
        for (int i = 0; i < GROUP_COUNT; i++)
            puts(GROUPS[i].name);
        return 0;
    }
    int failed = 0;
    for (int i = 1; i < count; i++) {
        const group *found = find_group(arguments[i]);
        if (!found) {
            fprintf(stderr, "%s has no group %s; %s --list names those it has\n", arguments[0], arguments[i],
                    arguments[0]);
            return 2;
        }
        failed += found->run() != 0;
    }
    return failed > 0;
}
