// Encodes video with the browser's own encoders (WebCodecs) and writes it as WebM or MP4.
import { ExportProblem } from "./exporter.ts";
import { coloursOf, type FilmFrame } from "./film.ts";
import { mp4Of } from "./mp4.ts";
import { webmOf } from "./webm.ts";

export type VideoKind = "webm" | "mp4";

const QUEUE = 4; // maximum number of frames waiting for the encoder
const KEY_SECONDS = 2; // interval between key frames, seconds
const BITS_A_PIXEL = 0.3; // used if the encoder has no quality setting: flat colours need few bits
const VP9_QUANTIZER = 20; // 0 … 63; the value that `verve render` uses
const CODECS: Readonly<Record<VideoKind, readonly string[]>> = {
    webm: ["vp09.00.51.08", "vp8"],
    mp4: ["avc1.640028", "avc1.640034", "avc1.4d0034", "avc1.42003e", "avc1.42001f"],
};

// Both halve the resolution of colours, so sizes must be even.
export const evened = (size: number): number => size + (size & 1);

// The first configuration that the browser supports, by constant quality if possible, otherwise by bit rate; null:
// none.
async function choose(
    kind: VideoKind,
    width: number,
    height: number,
    rate: number,
): Promise<VideoEncoderConfig | null> {
    if (typeof VideoEncoder === "undefined") return null;
    for (const codec of CODECS[kind])
        for (const bitrateMode of codec.startsWith("vp09")
            ? (["quantizer", "variable"] as const)
            : (["variable"] as const)) {
            const config: VideoEncoderConfig = {
                codec,
                width,
                height,
                framerate: rate,
                bitrateMode,
                latencyMode: "quality",
            };
            if (kind === "mp4") config.avc = { format: "avc" };
            if (bitrateMode === "variable")
                config.bitrate = Math.round(Math.max(1e6, BITS_A_PIXEL * width * height * rate));
            const answer = await VideoEncoder.isConfigSupported(config).catch(() => null);
            if (answer?.supported) return config;
        }
    return null;
}
export const canEncode = async (kind: VideoKind): Promise<boolean> => (await choose(kind, 640, 480, 30)) !== null;

export class Video {
    private readonly encoder: VideoEncoder;
    private failure: Error | null = null;
    private added = 0;
    private decoder: VideoDecoderConfig | undefined;
    private readonly frames: FilmFrame[] = [];

    private constructor(
        private readonly kind: VideoKind,
        private readonly config: VideoEncoderConfig,
        private readonly rate: number,
    ) {
        this.encoder = new VideoEncoder({
            output: (chunk, about) => this.onChunk(chunk, about),
            error: (problem) => (this.failure = problem),
        });
        this.encoder.configure(config);
    }
    static async open(kind: VideoKind, width: number, height: number, rate: number): Promise<Video> {
        const config = await choose(kind, width, height, rate);
        if (config) return new Video(kind, config, rate);
        throw new ExportProblem(
            `This browser cannot encode ${kind === "mp4" ? "MP4" : "WebM"} at ${width} × ${height}.`,
            "Choose a smaller size, or another format.",
        );
    }

    // Encodes the current content of the canvas. Resolves when there is room for another frame.
    async add(canvas: HTMLCanvasElement): Promise<void> {
        const start = (frame: number): number => Math.round((1e6 * frame) / this.rate);
        const frame = new VideoFrame(canvas, {
            timestamp: start(this.added),
            duration: start(this.added + 1) - start(this.added),
            alpha: "discard",
        });
        const keyFrame = this.added % Math.max(1, Math.round(KEY_SECONDS * this.rate)) === 0;
        const quality = this.config.bitrateMode === "quantizer" ? { vp9: { quantizer: VP9_QUANTIZER } } : {};
        try {
            this.check();
            this.encoder.encode(frame, { keyFrame, ...quality });
        } finally {
            frame.close();
        }
        this.added++;
        while (this.encoder.encodeQueueSize > QUEUE && !this.failure) await new Promise((go) => setTimeout(go, 1));
        this.check();
    }
    private onChunk(chunk: EncodedVideoChunk, about: EncodedVideoChunkMetadata | undefined): void {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.frames.push({ bytes, timestamp: chunk.timestamp, isKey: chunk.type === "key" });
        this.decoder ??= about?.decoderConfig;
    }
    private check(): void {
        if (this.failure)
            throw new ExportProblem(
                `The browser's encoder has failed: ${this.failure.message}`,
                "Choose a smaller size, or another format.",
            );
    }
    async finish(): Promise<Blob> {
        await this.encoder.flush();
        this.check();
        this.encoder.close();
        const { codec, width, height } = this.config;
        const described = this.decoder?.description;
        const view = described && (ArrayBuffer.isView(described) ? described : new Uint8Array(described));
        const description = view
            ? new Uint8Array(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as ArrayBuffer)
            : null;
        const film = {
            codec,
            width,
            height,
            rate: this.rate,
            description,
            colours: coloursOf(this.decoder?.colorSpace),
            frames: this.frames,
        };
        return new Blob([...(this.kind === "mp4" ? mp4Of(film) : webmOf(film))], { type: `video/${this.kind}` });
    }
    abandon(): void {
        if (this.encoder.state !== "closed") this.encoder.close();
    }
}
