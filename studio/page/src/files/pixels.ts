// Decodes files to pixels. PNG is decoded by our own reader, because a mesh must be cut from exactly the bytes that
// libpng produces natively; every other kind (JPEG, WebP, AVIF, GIF's first frame) is decoded by the browser. Those
// are never read natively: importing one writes a PNG.
import type { Picture } from "../draw/textures.ts";
import { PictureProblem, decodePng, isPng } from "./png.ts";

export { PictureProblem };

// Reads the bitmap directly, not premultiplied: a 2-D canvas would premultiply and round. null without WebGL2.
function readBack(bitmap: ImageBitmap): Uint8Array<ArrayBuffer> | null {
    const gl = document.createElement("canvas").getContext("webgl2");
    if (!gl) return null;
    try {
        const { width, height } = bitmap;
        if (Math.max(width, height) > (gl.getParameter(gl.MAX_TEXTURE_SIZE) as number)) return null;
        gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
        gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
        gl.framebufferTexture2D(
            gl.FRAMEBUFFER,
            gl.COLOR_ATTACHMENT0,
            gl.TEXTURE_2D,
            gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture,
            0,
        );
        const pixels = new Uint8Array(4 * width * height);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        return gl.getError() === gl.NO_ERROR ? pixels : null;
    } finally {
        gl.getExtension("WEBGL_lose_context")?.loseContext();
    }
}
function readThroughCanvas(bitmap: ImageBitmap): Uint8Array<ArrayBuffer> {
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new PictureProblem("The picture is too large for this browser.", "Make it smaller.");
    context.drawImage(bitmap, 0, 0);
    return new Uint8Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer as ArrayBuffer);
}

async function decodeByBrowser(bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
    let bitmap: ImageBitmap;
    try {
        bitmap = await createImageBitmap(new Blob([bytes]), { premultiplyAlpha: "none", colorSpaceConversion: "none" });
    } catch {
        throw new PictureProblem("This is not a picture that can be read.", "Choose a PNG, JPEG, WebP or SVG.");
    }
    const { width, height } = bitmap;
    const pixels = readBack(bitmap) ?? readThroughCanvas(bitmap);
    bitmap.close();
    return { width, height, pixels };
}

// 8-bit RGBA, not premultiplied, rows from the top. Rejects with a PictureProblem.
export function decode(bytes: Uint8Array<ArrayBuffer>): Promise<Picture> {
    return isPng(bytes) ? decodePng(bytes) : decodeByBrowser(bytes);
}
