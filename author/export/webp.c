/* Animated WebP with libwebpmux: an endless loop with transparency. Every frame starts at its own time rounded to a
 * millisecond, so that rounding errors do not accumulate. */
#include "author/export/film.h"

#include "author/base/file.h"

#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

struct vvi_webp {
    const vv_allocator *allocator;
    WebPAnimEncoder *encoder;
    WebPConfig config;
    double frames_per_second;
    uint32_t width, height, added;
};

static vv_result fail_webp(vvi_webp *webp, const char *what, vv_error *error)
{
    const char *cause = webp->encoder ? WebPAnimEncoderGetError(webp->encoder) : NULL;
    vv_result code =
        vvi_fail(error, VV_ERROR_ARGUMENT, "%s%s%s", what, cause && *cause ? ": " : "", cause ? cause : "");
    vvi_error_remedy(error, "choose a smaller size, or .mp4");
    return code;
}

/* The sharp conversion to YUV prevents thin coloured lines from bleeding. */
static bool choose_config(const vv_film_def *def, WebPConfig *config)
{
    if (!WebPConfigInit(config))
        return false;
    config->lossless = def->lossless;
    config->quality = def->lossless ? 60.0f : 92.0f; /* lossless: effort, not quality */
    config->alpha_quality = 100;
    config->method = 4;
    config->use_sharp_yuv = 1;
    config->exact = 0;
    return WebPValidateConfig(config);
}

vv_result vvi_webp_open(const vv_film_def *def, const vv_allocator *allocator, vvi_webp **out, vv_error *error)
{
    *out = NULL;
    if (def->width > WEBP_MAX_DIMENSION || def->height > WEBP_MAX_DIMENSION) {
        vv_result code =
            vvi_fail(error, VV_ERROR_LIMIT, "a WebP can have at most %d pixels a side", WEBP_MAX_DIMENSION);
        vvi_error_remedy(error, "choose a smaller size");
        return code;
    }
    vvi_webp *webp = vvi_allocate_zeroed(allocator, 1, sizeof *webp);
    if (!webp)
        return vvi_fail_memory(error, sizeof *webp);
    *webp = (vvi_webp){.allocator = allocator,
                       .frames_per_second = (double)def->frames_per_second,
                       .width = def->width,
                       .height = def->height};
    WebPAnimEncoderOptions options;
    bool ok = choose_config(def, &webp->config) && WebPAnimEncoderOptionsInit(&options);
    if (ok) {
        options.anim_params.loop_count = 0; /* for ever */
        webp->encoder = WebPAnimEncoderNew((int)def->width, (int)def->height, &options);
    }
    if (!webp->encoder) {
        vv_result code = fail_webp(webp, "the WebP encoder cannot start", error);
        vvi_webp_destroy(webp);
        return code;
    }
    *out = webp;
    return VV_OK;
}

static int frame_time(const vvi_webp *webp, uint32_t frame)
{
    return (int)((double)frame * 1000.0 / webp->frames_per_second + 0.5);
}

vv_result vvi_webp_add(vvi_webp *webp, const vv_image *frame, vv_error *error)
{
    WebPPicture picture;
    if (!WebPPictureInit(&picture))
        return fail_webp(webp, "the WebP library does not match the version of its header", error);
    picture.use_argb = 1;
    picture.width = (int)webp->width;
    picture.height = (int)webp->height;
    bool ok = WebPPictureImportRGBA(&picture, frame->pixels, (int)webp->width * 4) &&
              WebPAnimEncoderAdd(webp->encoder, &picture, frame_time(webp, webp->added), &webp->config);
    WebPPictureFree(&picture);
    if (!ok)
        return fail_webp(webp, "a frame cannot be encoded", error);
    ++webp->added;
    return VV_OK;
}

/* The empty frame at the end gives the duration of the last one. */
vv_result vvi_webp_close(vvi_webp *webp, const char *path, vv_error *error)
{
    WebPData data;
    WebPDataInit(&data);
    bool ok = WebPAnimEncoderAdd(webp->encoder, NULL, frame_time(webp, webp->added), NULL) &&
              WebPAnimEncoderAssemble(webp->encoder, &data);
    vv_result result =
        ok ? vv_file_write(path, data.bytes, data.size, error) : fail_webp(webp, "the film cannot be assembled", error);
    WebPDataClear(&data);
    return result;
}

void vvi_webp_destroy(vvi_webp *webp)
{
    if (!webp)
        return;
    WebPAnimEncoderDelete(webp->encoder);
    vvi_release(webp->allocator, webp, 1, sizeof *webp);
}
