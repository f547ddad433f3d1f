/* How texts and names of files end. */
#ifndef VV_PATH_H
#define VV_PATH_H

#include <stdbool.h>

/* Whether `text` ends with `ending`, letter for letter; it may be nothing else. */
bool vv_text_has_ending(const char *text, const char *ending);
/* Whether the last step of `path` ends in `ending` (".png"; lower case), whatever the case of its letters. False for
 * a name that is nothing but the ending. */
bool vv_path_has_ending(const char *path, const char *ending);

#endif
