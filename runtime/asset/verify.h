#ifndef VVI_ASSET_VERIFY_H
#define VVI_ASSET_VERIFY_H

#include "asset.h"

/* Everything that vv_asset_… later uses lies inside the bytes and is valid. */
vv_result vvi_asset_verify(const void *bytes, size_t byte_count, vv_error *error);

#endif
