/* Artworks to look at: what the rig and pose workspaces draw. */
#include "state.h"

void vvi_figures_changed(vv_studio *studio) { (void)studio; }

void vvi_figures_forget(vv_studio *studio) { (void)studio; }

void vvi_figures_release(vv_studio *studio) { (void)studio; }

bool vvi_figures_undo(vv_studio *studio)
{
    (void)studio;
    return false;
}
