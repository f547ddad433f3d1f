/* `verve weights` as a person calls it, and the manners every command shares. */
#include "tests/testing.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/verve-weights-XXXXXX";

/* Runs `verve ARGUMENTS` in the test's folder; what it printed, both streams, goes to `output`. Returns its exit
 * code. */
static int verve(const char *arguments, char *output, size_t output_bytes)
{
    char command[1024];
    snprintf(command, sizeof command, "cd %s && '%s/verve' %s 2>&1", folder, getenv("VV_BUILD"), arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t length = fread(output, 1, output_bytes - 1, pipe);
    output[length] = '\0';
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static FILE *open_file(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "rb");
}

static int set_up(void **state)
{
    (void)state;
    char grid[8192], *at = grid;
    if (!mkdtemp(folder))
        return -1;
    for (int v = 0; v < 81; v++)
        at += sprintf(at, "v %d %d 0\n", v % 9, v / 9);
    for (int c = 0; c < 64; c++) {
        int v = c / 8 * 9 + c % 8 + 1;
        at += sprintf(at, "f %d %d %d\nf %d %d %d\n", v, v + 1, v + 10, v, v + 10, v + 9);
    }
    write_file("grid.obj", grid);
    write_file("handles.tgf", "1 1 1 0\n2 7.2 1.1 0\n3 1 7 0\n4 7 7 0\n#\n3 4\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void weights_are_written_one_row_a_vertex(void **state)
{
    (void)state;
    char output[4096];
    assert_int_equal(verve("weights grid.obj handles.tgf -o W.txt", output, sizeof output), 0);
    assert_non_null(strstr(output, "W.txt: 81 vertices, 3 handles"));
    FILE *file = open_file("W.txt");
    assert_non_null(file);
    int rows, columns;
    assert_int_equal(fscanf(file, "%d %d", &rows, &columns), 2);
    assert_int_equal(rows, 81);
    assert_int_equal(columns, 3);
    for (int v = 0; v < 81; v++) {
        double w[3];
        assert_int_equal(fscanf(file, "%lf %lf %lf", &w[0], &w[1], &w[2]), 3);
        assert_true(fabs(w[0] + w[1] + w[2] - 1.0) < 1e-6);
        if (v == 10) /* the first point is on it */
            assert_true(w[0] == 1.0);
        if (v == 16) /* the second is nearest to it */
            assert_true(w[1] == 1.0);
        if (v >= 64 && v <= 70) /* the bone is the last column */
            assert_true(w[2] == 1.0);
    }
    char more[8];
    assert_int_equal(fscanf(file, "%7s", more), EOF);
    fclose(file);
}

static void the_report_is_json_when_asked(void **state)
{
    (void)state;
    char output[4096];
    assert_int_equal(verve("weights --json grid.obj handles.tgf -oW.txt", output, sizeof output), 0);
    const char *names[] = {"\"vertices\": 81",   "\"handles\": 3",      "\"residual\": ",
                           "\"unconverged\": 0", "\"loose_pieces\": 0", "\"ms\": "};
    assert_int_equal(output[0], '{');
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        assert_non_null(strstr(output, names[k]));
}

static void standard_output_gets_the_same_weights(void **state)
{
    (void)state;
    static char printed[65536], written[65536];
    assert_int_equal(verve("weights grid.obj handles.tgf -o W.txt", printed, sizeof printed), 0);
    assert_int_equal(verve("weights grid.obj handles.tgf -o -", printed, sizeof printed), 0);
    FILE *file = open_file("W.txt");
    written[fread(written, 1, sizeof written - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(printed, written);
}

static void is_refused(const char *arguments, int code, const char *expected)
{
    char output[4096];
    assert_int_equal(verve(arguments, output, sizeof output), code);
    if (!strstr(output, expected))
        print_error("%s\n", output);
    assert_non_null(strstr(output, expected));
    assert_int_equal(strncmp(output, "verve: ", 7), 0);
    assert_non_null(strstr(output, "; "));
}

static void errors_name_the_place_and_the_remedy(void **state)
{
    (void)state;
    write_file("cut.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    write_file("bad.tgf", "1 0 0 0\n#\n1 7\n");
    write_file("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    is_refused("weights cut.obj handles.tgf -o no.txt", 1, "verve: cut.obj:4");
    is_refused("weights grid.obj bad.tgf -o no.txt", 1, "verve: bad.tgf:3");
    is_refused("weights missing.obj handles.tgf -o no.txt", 1, "verve: missing.obj");
    write_file("many.tgf", "1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 0\n");
    is_refused("weights one.obj many.tgf -o no.txt", 1, "verve: many.tgf: no vertex is left for handle 4");
    is_refused("weights grid.obj handles.tgf -o no/such/folder/W.txt", 1, "no/such/folder");
    is_refused("weights grid.obj handles.tgf", 2, "-o W.txt");
    is_refused("weights grid.obj -o no.txt", 2, "too few arguments");
    is_refused("weights a b c -o no.txt", 2, "too many arguments");
    is_refused("weights grid.obj handles.tgf -o", 2, "needs a value");
    is_refused("weights grid.obj handles.tgf --frob", 2, "unknown option --frob");
    is_refused("weights grid.obj handles.tgf --json -o -", 2, "cannot both");
    is_refused("frobnicate", 2, "verve: frobnicate: there is no such command");
    assert_null(open_file("no.txt")); /* a failed call leaves nothing behind */
}

static void help_explains(void **state)
{
    (void)state;
    char output[8192];
    assert_int_equal(verve("--help", output, sizeof output), 0);
    assert_non_null(strstr(output, "\n  weights "));
    assert_int_equal(verve("weights --help", output, sizeof output), 0);
    assert_non_null(strstr(output, "usage: verve weights MESH.obj HANDLES.tgf -o W.txt"));
    assert_non_null(strstr(output, "--json"));
    assert_int_equal(verve("--version", output, sizeof output), 0);
    assert_int_equal(strncmp(output, "verve 0.", 8), 0);
    assert_int_equal(verve("", output, sizeof output), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_written_one_row_a_vertex),
        cmocka_unit_test(the_report_is_json_when_asked),
        cmocka_unit_test(standard_output_gets_the_same_weights),
        cmocka_unit_test(errors_name_the_place_and_the_remedy),
        cmocka_unit_test(help_explains),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
