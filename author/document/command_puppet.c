/* Commands about the links of a family. */
#include "author/document/command.h"
#include "author/document/puppets.h"

#include <string.h>

/* The family that the command names, as one that may be changed, and the link that it describes; NULL after a problem.
 * *index is where the family has this link, or VV_NONE. */
static vv_project_family *edit_link(vvi_edit *e, vv_family_link *link, uint32_t *index)
{
    static const char *const address[] = {"do", "family", NULL};
    vv_project_family *family = vvi_edit_item(e, VVI_FAMILY, "family", NULL);
    if (!family || !vvi_read_link(&e->reader, e->command, address, &e->state->view, family, link))
        return NULL;
    *index = VV_NONE;
    for (uint32_t i = 0; i < family->link_count && *index == VV_NONE; i++)
        *index = vvi_same_link(&family->links[i], link) ? i : VV_NONE;
    return family;
}

/* A link of the same two takes the place of what was there. */
void vvi_command_family_link(vvi_edit *e)
{
    vv_family_link link;
    uint32_t index;
    vv_project_family *family = edit_link(e, &link, &index);
    if (!family)
        return;
    uint32_t count = family->link_count;
    if (index != VV_NONE) {
        ((vv_family_link *)family->links)[index] = link;
        return;
    }
    if (count >= VV_PROJECT_MAX_LINKS) {
        vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                    "there are %u links already, and more are not possible", count);
        return;
    }
    vv_family_link *links = vvi_take(&e->reader, count + 1, sizeof *links);
    if (!links)
        return;
    if (count > 0)
        memcpy(links, family->links, count * sizeof *links);
    links[count] = link;
    family->links = links;
    family->link_count++;
}

void vvi_command_family_unlink(vvi_edit *e)
{
    vv_family_link link;
    uint32_t index;
    vv_project_family *family = edit_link(e, &link, &index);
    if (!family)
        return;
    if (index == VV_NONE) {
        vvi_problem(&e->reader, e->command, VV_RULE_REFERENCE, "name two that are linked", "there is no such link");
        return;
    }
    vv_family_link *links = (vv_family_link *)family->links;
    family->link_count--;
    memmove(links + index, links + index + 1, (family->link_count - index) * sizeof *links);
}
