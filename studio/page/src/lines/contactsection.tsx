// Contacts: bones that keep their place for a while, shown as plates in the view and bars on the timeline.
import { within } from "../core/ranges.ts";
import { contactRanges } from "../core/schema.ts";
import { jointPlace } from "../core/action.ts";
import type { Command, LineContact } from "../core/project.ts";
import { degreesOf, fromDegrees, type Point, type Quat } from "../draw/space.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { IconButton, NumberField, openMenu, Row, Section, Select, Toggle } from "../widgets/index.ts";
import { setContactPoint, setContactTurn, setKeepsTurn } from "./contacts.ts";
import { setContact, placeContact, round, currentContactKey, contactKeys } from "./edits.ts";
import { action, bonesNow, command, length, line, report } from "./state.ts";

// Adds a contact that holds the bone at its current place, from now on for a while.
function add(bone: string): void {
    const now = action();
    const joint = report.peek()?.joints.indexOf(bone) ?? -1;
    if (!now || joint < 0) return;
    const place = jointPlace(now, joint).map((value) => round(value, 1e5));
    const from = round(Math.min(time.peek(), Math.max(0, length.peek() - 0.1)));
    send(
        command("contact.add", {
            bone,
            from,
            to: round(Math.max(from + 0.1, Math.min(length.peek(), from + 0.5))),
            keys: [{ time: from, place }],
        }),
    );
}
// Lists the ends of limbs first, because contacts usually hold those.
export function boneMenu(event: MouseEvent, label: string, choose: (bone: string) => void): void {
    const joints = report.peek()?.joints ?? [];
    const parents = action()?.parents ?? new Uint32Array();
    const ends = joints.filter((_, j) => !parents.includes(j));
    const set = bonesNow.peek().filter((one) => !ends.includes(one));
    const others = joints.filter((one) => !ends.includes(one) && !set.includes(one));
    openMenu(
        [...ends, ...set, ...others].map((bone) => ({
            label: bone,
            icon: "bone",
            run: () => choose(bone),
            test: `choose-${bone}`,
        })),
        event.currentTarget as Element,
        { label },
    );
}

const AXES = ["x", "y", "z"] as const;
const sendIf = (change: Command | null): void => void (change && send(change));

function Contact({ contact, index }: { contact: LineContact; index: number }) {
    const joints = report.value?.joints ?? [contact.bone];
    void time.value;
    const at = currentContactKey(contact);
    const place = contact.keys[at]!.place;
    const turn = contact.keys[at]!.turn ? degreesOf(contact.keys[at]!.turn as Quat) : null;
    const set = (keys: Record<string, unknown>): void => void send(setContact(index, keys));
    const here = (): void => {
        const others = contactKeys(contact).filter((one) => Math.abs((one["time"] as number) - time.peek()) > 1e-3);
        set({
            keys: [...others, { ...contactKeys(contact)[at], time: round(time.peek()) }].sort(
                (a, b) => (a["time"] as number) - (b["time"] as number),
            ),
        });
    };
    return (
        <div class="line-part" data-test={`contact-${index}`}>
            <Row label={`Contact ${index + 1}`}>
                <Select
                    label="Bone"
                    value={contact.bone}
                    options={joints.map((name) => ({ value: name, label: name }))}
                    onChange={(bone) => set({ bone })}
                    test={`contact-bone-${index}`}
                />
                <IconButton
                    small
                    icon="diamond-plus"
                    label="A place of its own from here on"
                    onClick={here}
                    test={`contact-key-${index}`}
                />
                <IconButton
                    small
                    icon="trash-2"
                    label="Delete the contact"
                    onClick={() => void send(command("contact.remove", { index }))}
                    test={`contact-delete-${index}`}
                />
            </Row>
            <Row label="From, to" title="When it is held">
                <NumberField
                    label="from"
                    value={contact.from}
                    min={0}
                    max={contact.to - 0.01}
                    step={0.05}
                    unit="s"
                    onChange={(from) => set({ from })}
                    test={`contact-from-${index}`}
                />
                <NumberField
                    label="to"
                    value={contact.to}
                    min={contact.from + 0.01}
                    max={3600}
                    step={0.05}
                    unit="s"
                    onChange={(to) => set({ to })}
                    test={`contact-to-${index}`}
                />
            </Row>
            <Row
                tall
                label="Point"
                title="Which point of the bone stays, in its own frame: metres from its joint. Alt and dragging the plate slides it over the bone"
            >
                {AXES.map((axis, i) => (
                    <NumberField
                        key={axis}
                        label={axis}
                        value={contact.point[i]!}
                        min={-100}
                        max={100}
                        step={0.01}
                        default={0}
                        onChange={(v) => sendIf(setContactPoint(index, i, v))}
                        test={`contact-point-${axis}-${index}`}
                    />
                ))}
            </Row>
            <Toggle
                label="Turn stays too"
                title="The bone keeps its turn, not its place alone: a foot flat on the ground"
                value={turn !== null}
                onChange={(on) => sendIf(setKeepsTurn(index, on))}
                test={`contact-turned-${index}`}
            />
            {turn && (
                <Row
                    tall
                    label="Turned by"
                    title="In the world, degrees about each axis; the rings of the plate do the same"
                >
                    {AXES.map((axis, i) => (
                        <NumberField
                            key={axis}
                            label={axis}
                            value={Math.round(10 * turn[i]!) / 10}
                            min={-180}
                            max={180}
                            step={5}
                            default={0}
                            onChange={(v) =>
                                void send(
                                    setContactTurn(
                                        contact,
                                        index,
                                        fromDegrees(turn.map((old, k) => (k === i ? v : old)) as unknown as Point),
                                    ),
                                )
                            }
                            test={`contact-turn-${axis}-${index}`}
                        />
                    ))}
                </Row>
            )}
            <NumberField
                label="Ease"
                title="In how many seconds before and after it takes hold and lets go"
                value={contact.ease}
                {...within(contactRanges.ease)}
                step={0.05}
                onChange={(ease) => set({ ease })}
                test={`contact-ease-${index}`}
            />
            <Row
                tall
                label={contact.keys.length > 1 ? `Place ${at + 1} of ${contact.keys.length}` : "Place"}
                title="In the world, metres"
            >
                {AXES.map((axis, i) => (
                    <NumberField
                        key={axis}
                        label={axis}
                        value={place[i]!}
                        min={-1000}
                        max={1000}
                        step={0.01}
                        onChange={(v) => {
                            const change = placeContact(
                                index,
                                place.map((old, k) => (k === i ? v : old)) as unknown as [number, number, number],
                            );
                            if (change) send(change);
                        }}
                        test={`contact-${axis}-${index}`}
                    />
                ))}
            </Row>
        </div>
    );
}
export function ContactSection() {
    const contacts = line.value!.contacts ?? [];
    return (
        <Section
            title="Contacts"
            detail={contacts.length || undefined}
            id="line-contacts"
            open={false}
            actions={
                <IconButton
                    icon="plus"
                    label="A bone stays where it is"
                    title={report.value?.keys.length ? undefined : "Draw a stroke first"}
                    disabled={!report.value?.keys.length}
                    onClick={(event) => boneMenu(event, "Which bone stays?", add)}
                    test="add-contact"
                />
            }
        >
            {contacts.length === 0 && (
                <p class="w-note">
                    A bone can keep its place for a while: a foot that stands, a hand that holds. Its plate is dragged
                    in the view.
                </p>
            )}
            {contacts.map((contact, i) => (
                <Contact key={i} contact={contact} index={i} />
            ))}
        </Section>
    );
}
