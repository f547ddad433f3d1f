// On the stage: the keys that steer the actor, lit while they are pressed.
import { staged } from "../../scene/state.ts";
import { KeyCap } from "./keycap.tsx";
import { bindings } from "./keys.ts";
import { driven } from "./state.ts";
import "./legend.css";

const MAX_WORDS = 8; // words at most; more would cover the stage

export function Legend() {
    const now = driven.value;
    if (!staged.value || !now?.behaviour || bindings.value.length === 0) return null;
    const words = [...new Set(bindings.value.map((b) => `${b.kind}:${b.word}`))].slice(0, MAX_WORDS);
    return (
        <div
            class="legend"
            role="group"
            aria-label={`Keys that steer ${now.actor.name} while the stage plays`}
            data-test="legend"
        >
            {words.map((word) => (
                <span key={word} class="legend-word">
                    {bindings.value
                        .filter((b) => `${b.kind}:${b.word}` === word)
                        .map((bound) => (
                            <KeyCap key={bound.side} bound={bound} />
                        ))}
                    <span>{word.slice(word.indexOf(":") + 1)}</span>
                </span>
            ))}
        </div>
    );
}
