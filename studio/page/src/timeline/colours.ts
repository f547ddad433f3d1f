// The theme's colours for what is drawn on a canvas, read anew when the theme changes.
import type { Channel } from "../core/project.ts";
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
let read: { theme: string; colours: Colours } | null = null;

export function colours(): Colours {
  const now = theme();
  if (read?.theme === now && document.documentElement.dataset["theme"] === now) return read.colours;
  const style = getComputedStyle(document.documentElement);
  const get = (name: string): string => style.getPropertyValue(name).trim();
  const axes = [get("--curve-x"), get("--curve-y")];
  read = {
    theme: now,
    colours: {
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
    },
  };
  return read.colours;
}
