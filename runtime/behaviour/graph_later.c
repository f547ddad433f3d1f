/* Stands in until graphs land: delete this file then. */
#include "behaviour.h"

vv_result vv_graph_create(const vv_graph_def *def, const vv_allocator *allocator, vv_graph **out, vv_error *error)
{
    (void)def, (void)allocator, (void)out;
    return vvi_fail(error, VV_ERROR_ARGUMENT, "graphs cannot be made yet");
}
void vv_graph_destroy(vv_graph *graph, const vv_allocator *allocator) { (void)graph, (void)allocator; }
uint32_t vv_graph_state_count(const vv_graph *graph) { return (void)graph, 0; }
uint32_t vv_graph_input_count(const vv_graph *graph) { return (void)graph, 0; }
uint32_t vv_graph_event_count(const vv_graph *graph) { return (void)graph, 0; }
const char *vv_graph_state_name(const vv_graph *graph, uint32_t state) { return (void)graph, (void)state, ""; }
const char *vv_graph_input_name(const vv_graph *graph, uint32_t input) { return (void)graph, (void)input, ""; }
const char *vv_graph_event_name(const vv_graph *graph, uint32_t event) { return (void)graph, (void)event, ""; }
uint32_t vv_graph_find_event(const vv_graph *graph, const char *name) { return (void)graph, (void)name, VV_NONE; }
uint32_t vv_graph_find_input(const vv_graph *graph, const char *name) { return (void)graph, (void)name, VV_NONE; }
vv_result vv_performer_create(const vv_graph *graph, const vv_verb *const *verbs, const vv_allocator *allocator,
                              vv_performer **out, vv_error *error)
{
    (void)graph, (void)verbs, (void)allocator, (void)out;
    return vvi_fail(error, VV_ERROR_ARGUMENT, "graphs cannot be played yet");
}
void vv_performer_destroy(vv_performer *performer, const vv_allocator *allocator) { (void)performer, (void)allocator; }
bool vv_performer_set(vv_performer *p, uint32_t input, float value) { return (void)p, (void)input, (void)value, false; }
bool vv_performer_raise(vv_performer *p, uint32_t event) { return (void)p, (void)event, false; }
void vv_performer_set_planting(vv_performer *p, bool on) { (void)p, (void)on; }
void vv_performer_restart(vv_performer *p) { (void)p; }
void vv_performer_advance(vv_performer *p, float dt) { (void)p, (void)dt; }
const vv_affine3 *vv_performer_globals(const vv_performer *p) { return (void)p, NULL; }
vv_performer_status vv_performer_state(const vv_performer *p) { return (void)p, (vv_performer_status){0}; }
size_t vvi_graph_bytes(const vv_graph *graph) { return (void)graph, 0; }
vv_result vvi_graph_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    (void)bytes, (void)byte_count;
    return vvi_fail(error, VV_ERROR_FORMAT, "graphs cannot be read yet");
}
bool vvi_graph_suits(const vv_graph *graph, uint32_t verb_count, const vv_verb *const *verbs)
{
    return (void)graph, (void)verb_count, (void)verbs, false;
}
