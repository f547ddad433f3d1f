/* A session on the figure's project, for tests that change it as they go. Open and close it around each test. */
#ifndef VV_TEST_BUILD_SESSION_H
#define VV_TEST_BUILD_SESSION_H

#include "figure.h"

static vv_document *document;
static vv_session *session;

static inline int open_session(void **state)
{
    (void)state;
    document = figure_document();
    return vv_session_create(document, &figure_host, NULL, &session, NULL) != VV_OK;
}

/* A test may have ended either before. */
static inline int close_session(void **state)
{
    (void)state;
    vv_session_destroy(session);
    if (document)
        vv_document_destroy(document);
    session = NULL;
    document = NULL;
    return 0;
}

/* One command, as `verve apply` takes it. */
static inline void apply(const char *text)
{
    vv_json_document *json = NULL, *resolved = NULL;
    vv_error error = {0};
    assert_int_equal(vv_json_parse(text, strlen(text), "command", NULL, &json, &error), VV_OK);
    vv_result result = vv_session_resolve_command(session, json, vv_json_root(json), &resolved, &error);
    if (result == VV_OK)
        result =
            vv_document_apply(document, resolved ? resolved : json, vv_json_root(resolved ? resolved : json), &error);
    if (result != VV_OK)
        print_error("%s: %s\n", error.path, error.message);
    assert_int_equal(result, VV_OK);
    if (resolved)
        vv_json_destroy(resolved);
    vv_json_destroy(json);
}

#endif
