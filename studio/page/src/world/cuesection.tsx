// The cues of what is selected: a line for each, the fields of the chosen one, and a menu that adds one at the playhead.
import type { Command, Staged } from "../core/project.ts";
import { staged } from "../scene/state.ts";
import { playing, time } from "../state/app.ts";
import { live, send } from "../state/document.ts";
import { Button, Colour, Icon, IconButton, NumberField, openMenu, Row, Section, Segmented } from "../widgets/index.ts";
import { cueKinds, cueWords, newCues } from "./cuekinds.ts";
import type { CueField, CueKind, CueSubject, Entry } from "./cuekinds.ts";
import { addCue, chosenCue, cuesOf, removeCue, retimed, setEntry, withKeys } from "./cues.ts";
import type { Cue } from "./cues.ts";
import "./cuesection.css";
import { EaseField, VectorField } from "./fields.tsx";
import { LayerField } from "./layerfield.tsx";
import { OptionalNumber, OptionalRow } from "./optional.tsx";

interface FieldProps {
    readonly field: CueField;
    readonly value: unknown;
    readonly set: (value: unknown) => Command; // undefined: it says nothing of it
    readonly test: string;
}
const FIRST = { flag: true, colour: "#FFFFFF", layers: null, vector: [0, 0] } as const;

function NumberCue({ field, value, set, test }: FieldProps & { field: CueField & { type: "number" } }) {
    const { label, title, unit = "", factor = 1, step = 0.1, optional } = field;
    const [min, max] = [field.min ?? -1000 / factor, field.max ?? 1e6];
    const calls = live((v) => set(v * factor));
    const given = typeof value === "number" ? value / factor : null;
    if (!optional)
        return (
            <NumberField label={label} title={title} value={given ?? 0} min={min} max={max} step={step} unit={unit} {...calls} test={test} /> // prettier-ignore
        );
    return (
        <OptionalNumber
            label={label}
            title={title ?? "Off: it stays as it is"}
            value={given}
            first={(field.first ?? 1) / factor}
            min={min}
            max={max}
            step={step}
            unit={unit}
            {...calls}
            onChange={(v) => void send(set(v === null ? undefined : v * factor))}
            test={test}
        />
    );
}
function OtherCue({ field, value, set, test }: FieldProps & { field: Exclude<CueField, { type: "number" }> }) {
    const { label, unit = "" } = field;
    const first = field.type === "vector" ? (field.first ?? FIRST.vector) : FIRST[field.type];
    const put = (next: unknown): void => void send(set(next));
    const given = value !== undefined;
    const control =
        field.type === "vector" ? (
            <VectorField
                label={label}
                value={(value ?? FIRST.vector) as [number, number]}
                unit={unit}
                set={set}
                test={test}
            />
        ) : field.type === "flag" ? (
            <Segmented
                label={label}
                value={value ? "on" : "off"}
                options={[
                    { value: "off", label: "Off" },
                    { value: "on", label: "On" },
                ]}
                onChange={(next) => put(next === "on")}
                test={test}
            />
        ) : field.type === "colour" ? (
            <Colour label={label} value={String(value ?? FIRST.colour).slice(0, 7)} onChange={put} test={test} />
        ) : (
            <LayerField
                label={label}
                title="Which layers it then has"
                value={(value ?? null) as readonly number[] | null}
                onChange={put}
                test={test}
            />
        );
    if (!field.optional) return control;
    return (
        <OptionalRow
            label={label}
            title="Off: it stays as it is"
            on={given}
            onToggle={(on) => put(on ? first : undefined)}
            test={test}
        >
            {control}
        </OptionalRow>
    );
}

function CueFields({ cue, kind, test }: { cue: Cue; kind: CueKind; test: string }) {
    const { index, entry } = cue;
    const values = (kind.inChanges ? (entry["changes"] ?? {}) : entry) as Entry;
    const set = (key: string, value: unknown): Command =>
        setEntry(index, kind.inChanges ? { changes: withKeys(values, { [key]: value }) } : { [key]: value });
    const move = (wanted: number): void => {
        const { command, index: next } = retimed(staged.peek()!.script, index, wanted);
        if (send(command)) chosenCue.value = next;
    };
    return (
        <div class="cue-fields">
            <Row label="At">
                <NumberField
                    label="At"
                    value={cue.time}
                    min={0}
                    max={3600}
                    step={0.05}
                    unit="s"
                    onChange={move}
                    test={`${test}-time`}
                />
                <IconButton
                    small
                    icon="trash-2"
                    label="Delete the cue"
                    onClick={() => removeCue(index)}
                    test={`${test}-remove`}
                />
            </Row>
            {kind.fields.map((field) => {
                const props = {
                    value: field.type === "layers" ? values[field.key] : (values[field.key] ?? undefined),
                    set: (value: unknown) => set(field.key, value),
                    test: `${test}-${field.key}`,
                };
                return field.type === "number" ? (
                    <NumberCue key={field.key} field={field} {...props} />
                ) : (
                    <OtherCue key={field.key} field={field} {...props} />
                );
            })}
            {kind.takesTime && (
                <>
                    <NumberField
                        label="Takes"
                        title="How long it takes; 0: at once"
                        value={Number(entry["seconds"] ?? 0)}
                        min={0}
                        max={3600}
                        step={0.1}
                        unit="s"
                        {...live((seconds) => setEntry(index, { seconds }))}
                        test={`${test}-seconds`}
                    />
                    <EaseField
                        label="Goes"
                        title="Starting and stopping gently, or at constant speed"
                        value={entry["ease"] === "linear" ? "linear" : "smooth"}
                        onChange={(ease) => void send(setEntry(index, { ease }))}
                        test={`${test}-ease`}
                    />
                </>
            )}
        </div>
    );
}

function CueLine({ own, cue, number, kind }: { own: Staged; cue: Cue; number: number; kind: CueKind | undefined }) {
    const chosen = chosenCue.value === cue.index;
    const choose = (): void => {
        chosenCue.value = chosen ? null : cue.index;
        if (chosen) return;
        playing.value = false;
        time.value = cue.time;
    };
    return (
        <div class={chosen ? "cue on" : "cue"}>
            <button type="button" class="cue-line" aria-expanded={chosen} onClick={choose} data-test={`cue-${number}`}>
                <span class="cue-time">{cue.time.toFixed(2)} s</span>
                {kind && <Icon name={kind.icon} size={14} />}
                <span class="cue-words">{cueWords(own, cue.entry)}</span>
            </button>
            {chosen && kind && <CueFields cue={cue} kind={kind} test={`cue-${number}`} />}
        </div>
    );
}
// By itself, so that only it is rendered while time runs.
function AddButton({ subject }: { subject: CueSubject }) {
    const open = (event: MouseEvent): void => {
        const own = staged.peek();
        if (!own) return;
        const entries = newCues(own, subject).map(({ label, icon, keys }, i) => ({
            label,
            icon,
            run: () => addCue(subject, keys),
            test: `new-cue-${i}`,
        }));
        openMenu(entries, event.currentTarget as Element, { label: "Add a cue" });
    };
    return (
        <Button
            label={`Cue at ${time.value.toFixed(2)} s …`}
            icon="plus"
            onClick={open}
            test={`add-${subject.noun}-cue`}
        />
    );
}

const WHAT: Readonly<Record<CueSubject["noun"], string>> = {
    actor: "pushed, turned round, larger",
    obstacle: "moved, or let nobody stand on it",
    joint: "driven, longer, or broken",
    zone: "switched on, risen, a gust",
    stage: "another wind or gravity",
};
export function CueSection({ subject }: { subject: CueSubject }) {
    const own = staged.value;
    if (!own) return null;
    const cues = cuesOf(own, subject);
    const kinds = cueKinds(own, subject);
    return (
        <Section title="Cues" detail={cues.length || undefined} id="cues">
            {cues.length === 0 && (
                <p class="w-note">
                    What happens to it at set times: {WHAT[subject.noun]}. They are marks on the timeline.
                </p>
            )}
            {cues.map((cue, i) => (
                <CueLine
                    key={cue.index}
                    own={own}
                    cue={cue}
                    number={i + 1}
                    kind={kinds.find(({ does }) => does === cue.entry["do"])}
                />
            ))}
            <AddButton subject={subject} />
        </Section>
    );
}
