// A key bound to an input or event: lit while it is pressed; a click lets the artist choose another key.
import { caps } from "../../widgets/keys.ts";
import { tip } from "../../widgets/tip.ts";
import type { Bound } from "./keys.ts";
import { held, listening } from "./keys.ts";
import "./keycap.css";

export function KeyCap({ bound }: { bound: Bound }) {
    const waits =
        listening.value?.kind === bound.kind &&
        listening.value.word === bound.word &&
        listening.value.side === bound.side;
    const lit = bound.key !== "" && held.value.has(bound.key);
    const does = bound.kind === "event" ? `raise ${bound.word}` : `${bound.word} ${bound.side < 0 ? "−1" : "+1"}`;
    const name = bound.key ? caps(bound.key).join("") : "–";
    return (
        <button
            type="button"
            class={`key-cap${lit ? " lit" : ""}${waits ? " waits" : ""}`}
            aria-label={`Key to ${does}: ${bound.key || "none"}. Press to choose another.`}
            data-test={`key-${bound.kind}-${bound.word}${bound.side < 0 ? "-down" : bound.side > 0 ? "-up" : ""}`}
            onClick={() => (listening.value = waits ? null : bound)}
            {...tip(waits ? "Press the key that you want; Esc keeps this one" : "Click to choose another key")}
        >
            {waits ? "?" : name}
        </button>
    );
}
