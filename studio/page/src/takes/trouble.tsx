// The problem that keeps the verb from being built, shown above the strips with its remedies.
import { computed, effect, signal } from "@preact/signals";
import { Refusal } from "../core/studio.ts";
import { verb, verbIndex } from "../state/app.ts";
import { revision, send, studio } from "../state/document.ts";
import { AfterPause } from "../state/pause.ts";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { suggestAll } from "./edit.ts";
import { keytimesShown, strips } from "./state.ts";

const CHECK_DELAY = 120; // milliseconds without a change before the verb is checked, because that builds it

interface Told {
    readonly message: string;
    readonly remedy: string;
}
export const trouble = signal<Told | null>(null);

function check(): void {
    const core = studio.peek();
    if (!core || !keytimesShown.peek() || verb.peek()?.examples.length === 0) return void (trouble.value = null);
    try {
        core.act("verb", verbIndex.peek());
        trouble.value = null;
    } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        trouble.value = { message: problem.message, remedy: problem.remedy };
    }
}
const checkSoon = new AfterPause(CHECK_DELAY);
effect(() => {
    void revision.value;
    void verbIndex.value;
    checkSoon.stop();
    if (keytimesShown.value) checkSoon.start(check);
});

// The core's messages quote the names of takes.
const names = (told: Told, take: string): boolean => `${told.message} ${told.remedy}`.includes(`"${take}"`);
export const blamed = (take: string): Told | null =>
    trouble.value && names(trouble.value, take) ? trouble.value : null;

// A problem that a strip shows already is not repeated.
const shown = computed(() => (strips.value.some((strip) => strip.problem) ? null : trouble.value));

const sentence = (words: string): string => words && `${words[0]!.toUpperCase()}${words.slice(1)}.`;

export function TroubleLine() {
    const told = shown.value;
    const of = verb.value;
    if (!told || !of) return null;
    return (
        <div class="key-trouble" role="alert" data-test="key-trouble">
            <Icon name="triangle-alert" />
            <p>
                {sentence(told.message)} <span>{sentence(told.remedy)}</span>
            </p>
            <Button small kind="quiet" icon="wand-sparkles" label="Suggest all" onClick={suggestAll} />
            {told.remedy.includes("any phase") && (
                <Button
                    small
                    kind="quiet"
                    label="Allow any phase"
                    onClick={() => send({ do: "verb.set", verb: of.name, any_phase: true })}
                    test="any-phase"
                />
            )}
        </div>
    );
}
