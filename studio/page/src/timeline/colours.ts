// The theme's colours for drawing on a canvas, read again when the theme changes.
import type { Channel } from "../core/project.ts";
import { Memo } from "../state/owned.ts";
import { theme } from "../state/prefs.ts";

export interface Colours {
    readonly back: string;
    readonly panel: string;
    readonly raised: string;
    readonly line: string;
    readonly lineSoft: string;
    readonly lineStrong: string;
    readonly text: string;
    readonly secondary: string;
    readonly accent: string;
    readonly accentSoft: string;
    readonly surround: string;
    readonly channels: Record<Channel, string>;
    readonly parts: Record<Channel, readonly string[]>;
    readonly font: string;
}
const cache = new Memo<Colours>();

export function colours(): Colours {
    // both are part of the key, because the element may not have the new theme yet
    return cache.get(`${theme()} ${document.documentElement.dataset["theme"]}`, readColours);
}
function readColours(): Colours {
    const style = getComputedStyle(document.documentElement);
    const get = (name: string): string => style.getPropertyValue(name).trim();
    const axes = [get("--curve-x"), get("--curve-y")];
    return {
        back: get("--surround"),
        panel: get("--panel"),
        raised: get("--raised"),
        line: get("--line"),
        lineSoft: get("--line-soft"),
        lineStrong: get("--line-strong"),
        text: get("--text"),
        secondary: get("--text-secondary"),
        accent: get("--accent"),
        accentSoft: get("--accent-soft"),
        surround: get("--surround"),
        channels: { position: get("--channel-position"), angle: get("--channel-angle"), scale: get("--channel-scale") },
        parts: { position: axes, angle: [get("--curve-angle")], scale: axes },
        font: `${get("--size-tiny")} ${get("--font")}`,
    };
}
