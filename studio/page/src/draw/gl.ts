// WebGL helpers that are used more than once: programs, stream buffers, and an offscreen framebuffer.

export interface Program<Name extends string> {
    readonly program: WebGLProgram;
    readonly at: Readonly<Record<Name, WebGLUniformLocation | null>>;
}

function compile(gl: WebGL2RenderingContext, kind: number, source: string): WebGLShader {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error("The browser has lost the graphics context.");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    return shader;
}

export function makeProgram<Name extends string>(
    gl: WebGL2RenderingContext,
    vertex: string,
    fragment: string,
    names: readonly Name[],
): Program<Name> {
    const program = gl.createProgram();
    const shaders = [compile(gl, gl.VERTEX_SHADER, vertex), compile(gl, gl.FRAGMENT_SHADER, fragment)];
    for (const shader of shaders) gl.attachShader(program, shader);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
        const said = [gl.getProgramInfoLog(program), ...shaders.map((shader) => gl.getShaderInfoLog(shader))];
        throw new Error(`The graphics driver could not compile a shader: ${said.filter(Boolean).join(" ")}`);
    }
    for (const shader of shaders) gl.deleteShader(shader);
    const at = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
    return { program, at: at as Record<Name, WebGLUniformLocation | null> };
}

// A buffer that is refilled every time and grows as needed.
export class Stream {
    readonly buffer: WebGLBuffer;
    private room = 0;

    constructor(gl: WebGL2RenderingContext) {
        this.buffer = gl.createBuffer();
    }
    fill(gl: WebGL2RenderingContext, data: Float32Array, count = data.length): void {
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        if (count > this.room) {
            this.room = Math.ceil(count * 1.25);
            gl.bufferData(gl.ARRAY_BUFFER, 4 * this.room, gl.STREAM_DRAW);
        }
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, data, 0, count);
    }
}

// A framebuffer of the screen's size, multisampled like it: a drawing is flattened on it before it is blended.
export class Target {
    private readonly gl: WebGL2RenderingContext;
    private readonly many: WebGLFramebuffer;
    private readonly one: WebGLFramebuffer;
    private readonly samples: WebGLRenderbuffer;
    readonly texture: WebGLTexture;
    readonly width: number;
    readonly height: number;

    constructor(gl: WebGL2RenderingContext, width: number, height: number) {
        this.gl = gl;
        this.width = width;
        this.height = height;
        this.samples = gl.createRenderbuffer();
        gl.bindRenderbuffer(gl.RENDERBUFFER, this.samples);
        const most = gl.getParameter(gl.MAX_SAMPLES) as number;
        gl.renderbufferStorageMultisample(gl.RENDERBUFFER, Math.min(4, most), gl.RGBA8, width, height);
        this.many = gl.createFramebuffer();
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.many);
        gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.samples);
        this.texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, this.texture);
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        this.one = gl.createFramebuffer();
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.one);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    // Draws inside a box of device pixels (left, bottom, width, height), which is cleared first; the texture then
    // holds the result.
    draw(box: readonly [number, number, number, number], paint: () => void): void {
        const { gl } = this;
        const [x, y, w, h] = box;
        gl.bindFramebuffer(gl.FRAMEBUFFER, this.many);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(x, y, w, h);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
        paint();
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.many);
        gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.one);
        gl.blitFramebuffer(x, y, x + w, y + h, x, y, x + w, y + h, gl.COLOR_BUFFER_BIT, gl.NEAREST);
        gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    dispose(): void {
        const { gl } = this;
        gl.deleteFramebuffer(this.many);
        gl.deleteFramebuffer(this.one);
        gl.deleteRenderbuffer(this.samples);
        gl.deleteTexture(this.texture);
    }
}
