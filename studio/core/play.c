/* A stage that plays. */
#include "state.h"

void vvi_playing_changed(vv_studio *studio) { (void)studio; }

void vvi_playing_forget(vv_studio *studio) { (void)studio; }

void vvi_playing_release(vv_studio *studio) { (void)studio; }
