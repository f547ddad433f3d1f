// The inputs or events of a behaviour: set or raised here by hand, renamed, and bound to keys.
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Behaviour } from "../../core/project.ts";
import { Button, IconButton, Section, Slider, TextField } from "../../widgets/index.ts";
import { openMenu } from "../../widgets/menu.tsx";
import { KeyCap } from "./keycap.tsx";
import { keyFor } from "./keys.ts";
import { inputs, raise, setInput } from "./live.ts";
import type { WordKind } from "./model.ts";
import { wordsOf } from "./model.ts";
import { addWord, removeWord, renameWord } from "./state.ts";
import "./wordlist.css";

const renaming = signal<string | null>(null);

function menu(kind: WordKind, word: string, event: MouseEvent): void {
    openMenu(
        [
            {
                label: "Rename",
                icon: "pencil",
                run: () => (renaming.value = `${kind}:${word}`),
                test: `rename-${word}`,
            },
            { label: "Delete", icon: "trash-2", danger: true, run: () => removeWord(kind, word) },
        ],
        event.currentTarget as Element,
        { label: word },
    );
}

function Keys({ kind, word }: { kind: WordKind; word: string }) {
    const bound = kind === "event" ? [keyFor(kind, word, 0)] : [keyFor(kind, word, -1), keyFor(kind, word, 1)];
    return <span class="word-keys">{bound.map((b) => b && <KeyCap key={b.side} bound={b} />)}</span>;
}

// A name field that replaces the control until it loses focus.
function NameField({ kind, word }: { kind: WordKind; word: string }) {
    const box = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => box.current?.querySelector("input")?.select(), []);
    const done = (): void => void (renaming.value = null);
    const rename = (to: string): void => {
        done();
        renameWord(kind, word, to.trim());
    };
    return (
        <div ref={box} onFocusOut={() => queueMicrotask(done)}>
            <TextField label={`Name of the ${kind}`} value={word} onChange={rename} test="word-name" />
        </div>
    );
}

function Word({ kind, word, index }: { kind: WordKind; word: string; index: number }) {
    const value = inputs.value[index] ?? 0;
    return (
        <li class="word" data-test={`${kind}-${word}`}>
            <div class="word-control">
                {renaming.value === `${kind}:${word}` ? (
                    <NameField kind={kind} word={word} />
                ) : kind === "event" ? (
                    <Button
                        label={word}
                        icon="zap"
                        wide
                        onClick={() => raise(word)}
                        title={`Raise ${word} now`}
                        test={`raise-${word}`}
                    />
                ) : (
                    <Slider
                        label={word}
                        title="Set it now; playing goes on from there"
                        value={value}
                        min={Math.min(-1, value)}
                        max={Math.max(1, value)}
                        default={0}
                        onInput={(v) => setInput(word, v)}
                        onChange={(v) => setInput(word, v)}
                        test={`input-${word}-now`}
                    />
                )}
            </div>
            <Keys kind={kind} word={word} />
            <IconButton
                small
                icon="ellipsis"
                label={`${word}: rename, delete`}
                menu
                onClick={(e) => menu(kind, word, e)}
                test={`word-menu-${word}`}
            />
        </li>
    );
}

const ABOUT = {
    input: {
        title: "Inputs",
        none: "Numbers that steer it, such as a walk to the left or right.",
        add: "Add an input",
    },
    event: { title: "Events", none: "What can happen at once, such as a jump.", add: "Add an event" },
};

export function WordList({ b, kind }: { b: Behaviour; kind: WordKind }) {
    const words = wordsOf(b, kind);
    const about = ABOUT[kind];
    return (
        <Section
            title={about.title}
            id={`behaviour.${kind}s`}
            detail={words.length || undefined}
            actions={
                <IconButton small icon="plus" label={about.add} onClick={() => addWord(kind)} test={`add-${kind}`} />
            }
        >
            {words.length === 0 && <p class="w-note">{about.none}</p>}
            <ul>
                {words.map((word, i) => (
                    <Word key={word} kind={kind} word={word} index={i} />
                ))}
            </ul>
        </Section>
    );
}
