// Strengths that replace the actor's own while a state is active.
import type { Artwork, State } from "../../core/project.ts";
import { endPreview } from "../../state/document.ts";
import { IconButton, Section, Select, Slider, Toggle } from "../../widgets/index.ts";
import type { MenuEntry } from "../../widgets/menu.tsx";
import { openMenu } from "../../widgets/menu.tsx";
import { StrengthPicture } from "../../scene/strengthpicture.tsx";
import type { Entry } from "../../scene/strengths.ts";
import { GROUPS, isChoice, isStrength, isTowards } from "../../scene/strengths.ts";
import { setState, showState } from "./state.ts";
import "./statestrengths.css";

interface Props {
    readonly own: Artwork;
    readonly state: State;
}
type Value = number | string | boolean;
const ENTRIES: readonly Entry[] = GROUPS.flatMap((group) => group.entries);
const withStrength = (state: State, key: string, value: Value) => ({ strengths: { ...state.strengths, [key]: value } });

function Field({ entry, own, state }: Props & { entry: Entry }) {
    const value = state.strengths[entry.key]!;
    const set = (v: Value): void => void setState(state.name, withStrength(state, entry.key, v));
    if (isStrength(entry))
        return (
            <Slider
                label={entry.label}
                title={entry.about}
                picture={<StrengthPicture name={entry.key} />}
                value={Number(value)}
                min={Math.min(entry.min, Number(value))}
                max={Math.max(entry.max, Number(value))}
                default={Number(own.sprite.strengths[entry.key] ?? entry.default)}
                unit={entry.unit}
                log={entry.log}
                onInput={(v) => showState(state.name, withStrength(state, entry.key, v))}
                onChange={set}
                onCancel={endPreview}
            />
        );
    if (isChoice(entry))
        return (
            <Select
                label={entry.label}
                title={entry.about}
                value={String(value)}
                options={entry.options}
                onChange={set}
            />
        );
    if (isTowards(entry))
        return (
            <Select
                label={entry.label}
                title={entry.about}
                value={String(value)}
                options={own.examples.map((e) => ({ value: e.name, label: e.name }))}
                onChange={set}
            />
        );
    return <Toggle label={entry.label} title={entry.about} value={value === true} onChange={set} />;
}

export function StateStrengths({ own, state }: Props) {
    const shown = ENTRIES.filter((entry) => entry.key in state.strengths);
    const without = (key: string): void =>
        void setState(state.name, {
            strengths: Object.fromEntries(Object.entries(state.strengths).filter(([k]) => k !== key)),
        });
    // The first value of a strength: the one of the artwork.
    const initialValue = (entry: Entry): Value | undefined =>
        own.sprite.strengths[entry.key] ??
        (isStrength(entry) ? entry.default : isTowards(entry) ? own.examples[0]?.name : undefined);
    const add = (event: MouseEvent): void => {
        const entries = GROUPS.flatMap((group): MenuEntry[] => {
            const rest = group.entries.filter(
                (entry) => !(entry.key in state.strengths) && initialValue(entry) !== undefined,
            );
            return rest.length
                ? [
                      { heading: group.title },
                      ...rest.map((entry) => ({
                          label: entry.label,
                          run: () => void setState(state.name, withStrength(state, entry.key, initialValue(entry)!)),
                      })),
                  ]
                : [];
        });
        openMenu(entries, event.currentTarget as Element, { label: "Strengths" });
    };
    return (
        <Section
            key={String(shown.length > 0)}
            title="Strengths"
            id="state.strengths"
            open={shown.length > 0}
            detail={shown.length || undefined}
            actions={
                <IconButton
                    small
                    icon="plus"
                    label="Set a strength in this state"
                    menu
                    onClick={add}
                    test="add-strength"
                />
            }
        >
            {shown.length === 0 && (
                <p class="w-note">The same as the actor's. Add those that differ while this state is active.</p>
            )}
            {shown.map((entry) => (
                <div key={entry.key} class="state-strength">
                    <Field entry={entry} own={own} state={state} />
                    <IconButton
                        small
                        icon="x"
                        label={`${entry.label} as the actor has it`}
                        onClick={() => without(entry.key)}
                    />
                </div>
            ))}
        </Section>
    );
}
