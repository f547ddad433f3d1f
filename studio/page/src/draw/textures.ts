// Pictures of the open project by path, and their textures on a GPU. A picture is kept as it was decoded, because a
// lost context is restored from it and the thumbnails' own context needs it too.
import { signal } from "@preact/signals";

// 8-bit RGBA, not premultiplied, rows from the top.
export interface Picture {
    readonly width: number;
    readonly height: number;
    readonly pixels: Uint8Array<ArrayBuffer>;
}

// Incremented whenever a picture is added or removed.
export const picturesRevision = signal(0);

class Pictures {
    private readonly kept = new Map<string, Picture>();

    // Code that passes an image to the core (studio.putImage) must also put it here.
    put(path: string, picture: Picture): void {
        this.kept.set(path, picture);
        picturesRevision.value++;
    }
    get(path: string): Picture | undefined {
        return this.kept.get(path);
    }
    all(): Iterable<Picture> {
        return this.kept.values();
    }
    forget(path: string): void {
        if (this.kept.delete(path)) picturesRevision.value++;
    }
    // Called when a project is closed.
    clear(): void {
        this.kept.clear();
        picturesRevision.value++;
    }
}
export const pictures = new Pictures();

// Halves width and height: each pixel is the mean of four, weighted by their alpha.
function halved({ width, height, pixels }: Picture): Picture {
    const w = Math.max(1, width >> 1);
    const h = Math.max(1, height >> 1);
    const out = new Uint8Array(4 * w * h);
    for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
            const sum = [0, 0, 0, 0];
            for (const [dx, dy] of [
                [0, 0],
                [1, 0],
                [0, 1],
                [1, 1],
            ] as const) {
                const from = 4 * (Math.min(2 * y + dy, height - 1) * width + Math.min(2 * x + dx, width - 1));
                const alpha = pixels[from + 3]!;
                for (let c = 0; c < 3; c++) sum[c]! += pixels[from + c]! * alpha;
                sum[3]! += alpha;
            }
            const to = 4 * (y * w + x);
            for (let c = 0; c < 3; c++) out[to + c] = sum[3] ? Math.round(sum[c]! / sum[3]!) : 0;
            out[to + 3] = Math.round(sum[3]! / 4);
        }
    return { width: w, height: h, pixels: out };
}

export interface Texture {
    readonly texture: WebGLTexture;
    readonly width: number;
    readonly height: number;
}

// The textures of one context. Drawings share them; textures of removed pictures are freed.
export class Textures {
    private readonly gl: WebGL2RenderingContext;
    private readonly largest: number;
    private readonly anisotropy: EXT_texture_filter_anisotropic | null;
    private readonly made = new Map<Picture, Texture>();
    private swept = picturesRevision.peek();
    private flatTexture: Texture | null = null;

    // Pictures wider or higher than `largest` are first reduced.
    constructor(gl: WebGL2RenderingContext, largest = Infinity) {
        this.gl = gl;
        this.largest = Math.min(largest, gl.getParameter(gl.MAX_TEXTURE_SIZE) as number);
        this.anisotropy = gl.getExtension("EXT_texture_filter_anisotropic");
    }

    // The texture of a layer without a picture: a flat tone, so that its shape is visible.
    get flat(): Texture {
        return (this.flatTexture ??= this.upload({
            width: 1,
            height: 1,
            pixels: new Uint8Array([0xd8, 0xcf, 0xc0, 0xff]),
        }));
    }

    of(path: string | null): Texture {
        if (this.swept !== picturesRevision.peek()) this.sweep();
        const picture = path === null ? undefined : pictures.get(path);
        if (!picture) return this.flat;
        let texture = this.made.get(picture);
        if (!texture) this.made.set(picture, (texture = this.upload(picture)));
        return texture;
    }

    private sweep(): void {
        const current = new Set(pictures.all());
        for (const [picture, { texture }] of this.made)
            if (!current.has(picture)) {
                this.gl.deleteTexture(texture);
                this.made.delete(picture);
            }
        this.swept = picturesRevision.peek();
    }

    private upload(picture: Picture): Texture {
        const { gl } = this;
        let small = picture;
        while (Math.max(small.width, small.height) > this.largest) small = halved(small);
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, small.width, small.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, small.pixels);
        gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
        if (this.anisotropy) {
            const most = gl.getParameter(this.anisotropy.MAX_TEXTURE_MAX_ANISOTROPY_EXT) as number;
            gl.texParameterf(gl.TEXTURE_2D, this.anisotropy.TEXTURE_MAX_ANISOTROPY_EXT, Math.min(8, most));
        }
        return { texture, width: picture.width, height: picture.height };
    }

    dispose(): void {
        for (const { texture } of this.made.values()) this.gl.deleteTexture(texture);
        this.made.clear();
        if (this.flatTexture) this.gl.deleteTexture(this.flatTexture.texture);
        this.flatTexture = null;
    }
}
