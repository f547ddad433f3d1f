/* Shared by the reader and the writer of creature files. Private to author/grow. */
#ifndef VVI_GROW_PLAN_FILE_H
#define VVI_GROW_PLAN_FILE_H

#include "author/base/json.h"
#include "author/grow/grow.h"
#include "runtime/base/base.h"

#define VVI_PLAN_FORMAT "verve-creature"

/* The colours of files that give none. */
vv_plan_colors vvi_plan_usual_colors(void);

#endif
