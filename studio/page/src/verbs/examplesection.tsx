// The selected example or moved form: its place, and a button that removes it.
import type { Example } from "./state.ts";
import { preview, project, send } from "../state/document.ts";
import { Button, IconButton, NumberField, openMenu, Section } from "../widgets/index.ts";
import {
    axes,
    command,
    exampleKind,
    examples,
    field,
    place,
    removeSelected,
    selectedExample,
    selectedPseudo,
    shape,
    verb,
} from "./state.ts";

const replaced = (at: readonly number[], index: number, value: number): number[] =>
    axes.peek().map((_, i) => (i === index ? value : (at[i] ?? 0)));

function Place({ at, change }: { at: readonly number[]; change: (at: number[]) => ReturnType<typeof command> }) {
    return (
        <>
            {axes.value.map((axis, i) => (
                <NumberField
                    key={axis.name}
                    label={axis.name}
                    value={at[i] ?? 0}
                    step={(axis.high - axis.low) / 100}
                    onInput={(v) => preview(change(replaced(at, i, v)))}
                    onChange={(v) => void send(change(replaced(at, i, v)))}
                />
            ))}
        </>
    );
}
function One({ example }: { example: Example }) {
    return (
        <Section
            title="Example"
            detail={example.name}
            actions={
                <IconButton
                    small
                    icon="trash-2"
                    label="Take it off the axes"
                    shortcut="Delete"
                    onClick={removeSelected}
                    test="example-remove"
                />
            }
        >
            <Place at={example.at} change={(at) => command("place.set", { [exampleKind()]: example.name, at })} />
        </Section>
    );
}
function Moved({ index }: { index: number }) {
    const pseudo = field.value!.pseudo[index]!;
    return (
        <Section
            title="Moved form"
            actions={
                <IconButton
                    small
                    icon="trash-2"
                    label="Put it back"
                    shortcut="Delete"
                    onClick={removeSelected}
                    test="pseudo-remove"
                />
            }
        >
            <p class="w-note">
                The form of one place is now found at another place. This adds no data; it only improves the
                parametrisation.
            </p>
            <Section title="Found at" id="pseudo-to">
                <Place at={pseudo.to} change={(to) => command("pseudo.set", { index, to })} />
            </Section>
            <Section title="Taken from" id="pseudo-from">
                <Place at={pseudo.from} change={(from) => command("pseudo.set", { index, from })} />
            </Section>
        </Section>
    );
}

// Offers the takes of the skeleton, or the forms, that are not on the axes yet.
function addMenu(event: MouseEvent): void {
    const kind = exampleKind();
    const taken = new Set(examples.peek().map((e) => e.name));
    const all =
        kind === "form"
            ? project.peek().forms
            : project.peek().takes.filter((take) => take.skeleton === verb.peek()?.skeleton);
    const free = all.filter((item) => !taken.has(item.name));
    const at =
        place.peek().length === axes.peek().length
            ? place.peek()
            : axes.peek().map((axis) => Math.min(axis.high, Math.max(axis.low, 0)));
    const entries = free.map((item) => ({
        label: item.name,
        icon: kind === "form" ? "box" : "film",
        run: () => void send(command("place.add", { [kind]: item.name, at })),
    }));
    openMenu(
        entries.length > 0 ? entries : [{ label: "All are on the axes already", disabled: true, run: () => {} }],
        event.currentTarget as Element,
        { label: "Add an example" },
    );
}

export function ExampleSection() {
    const example = selectedExample.value;
    return (
        <>
            {example && <One example={example} />}
            {!example && selectedPseudo.value !== null && <Moved index={selectedPseudo.value} />}
            {(shape.value ?? verb.value) && examples.value.length === 0 && (
                <Section title="Examples">
                    <p class="w-note">Nothing lies on the axes yet.</p>
                    <Button label="Add an example" icon="plus" kind="primary" onClick={addMenu} test="first-example" />
                </Section>
            )}
        </>
    );
}
export { addMenu };
