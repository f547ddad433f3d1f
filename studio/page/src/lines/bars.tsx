// On the timeline: contacts as bars with wings (the time in which they ease in and out), keys of twists, and pulls.
// All can be dragged.
import type { Command, LineContact, LinePull, LineTwist } from "../core/project.ts";
import { time } from "../state/app.ts";
import { send } from "../state/document.ts";
import { drag } from "../widgets/gesture.ts";
import { tip } from "../widgets/tip.ts";
import { angleAt, setContact, onFrame, round, contactKeys, setTwist } from "./edits.ts";
import { settle, showSoon } from "../state/dragpreview.ts";
import type { Scale } from "./scale.ts";
import { command, line } from "./state.ts";

const MIN_LENGTH = 0.02; // seconds, the shortest contact
const MAX_EASE = 10;

function dragBar(event: PointerEvent, change: (e: PointerEvent) => Command | null): void {
    event.stopPropagation();
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).focus({ preventScroll: true });
    drag(event, {
        move: (e) => showSoon(() => change(e)),
        end: (e, moved) => void settle(moved ? change(e) : null),
        cancel: () => void settle(null),
    });
}
const arrowFrames = (event: KeyboardEvent): number =>
    event.ctrlKey || event.metaKey
        ? 0
        : (event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0) * (event.shiftKey ? 10 : 1);
const isDelete = (event: KeyboardEvent): boolean => event.key === "Delete" || event.key === "Backspace";
// Arrow keys move by frames; Delete removes.
function handleKeys(
    event: KeyboardEvent,
    nudge: (secondsOf: number) => Command | null,
    remove: () => Command | null,
): void {
    const by = arrowFrames(event);
    const change = by ? nudge(by) : isDelete(event) ? remove() : null;
    if (!by && !isDelete(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (change) send(change);
}
const frames = (count: number): number => count / line.peek()!.rate;
const byTime = <T extends Record<string, unknown>>(a: T, b: T): number => (a["time"] as number) - (b["time"] as number);

// ---- Contacts

type Part = "whole" | "from" | "to" | "ease-in" | "ease-out";

// A drag always starts from the contact as it was before the drag, because the preview changes the shown one.
function contactMoved(contact: LineContact, index: number, part: Part, by: number): Command {
    const { from, to, ease } = contact;
    if (part === "from") return setContact(index, { from: round(Math.min(to - MIN_LENGTH, onFrame(from + by))) });
    if (part === "to") return setContact(index, { to: round(Math.max(from + MIN_LENGTH, onFrame(to + by))) });
    if (part !== "whole")
        return setContact(index, {
            ease: round(Math.min(MAX_EASE, Math.max(0, ease + (part === "ease-in" ? -by : by))), 1e3),
        });
    const start = onFrame(Math.max(0, from + by));
    const keys = contactKeys(contact).map((one) => ({
        ...one,
        time: round(Math.max(0, (one["time"] as number) + start - from)),
    }));
    return command("contact.set", { index, from: start, to: round(start + to - from), keys });
}
// One of several places that a contact goes through.
function ContactKey({ index, at, scale }: { index: number; at: number; scale: Scale }) {
    const contact = line.value!.contacts![index]!;
    const own = contact.keys[at]!;
    const put = (when: number): Command => {
        const others = contactKeys(contact).filter(
            (one, i) => i !== at && Math.abs((one["time"] as number) - when) > 1e-3,
        );
        return command("contact.set", {
            index,
            keys: [...others, { ...contactKeys(contact)[at], time: when }].sort(byTime),
        });
    };
    const down = (event: PointerEvent): void => {
        time.value = own.time;
        dragBar(event, (e) => put(onFrame(own.time + (e.clientX - event.clientX) / scale.perSecond)));
    };
    const remove = (): Command =>
        command("contact.set", { index, keys: contactKeys(contact).filter((_, i) => i !== at) });
    return (
        <button
            type="button"
            class="mkey place"
            style={{ left: `${scale.x(own.time)}px` }}
            aria-label={`Place ${at + 1} of ${contact.bone} at ${own.time.toFixed(2)} seconds`}
            onPointerDown={down}
            onKeyDown={(e) => handleKeys(e, (by) => put(onFrame(own.time + frames(by))), remove)}
            data-test={`contact-place-${index}-${at}`}
            {...tip(`Place ${at + 1} · ${own.time.toFixed(2)} s`)}
        />
    );
}
export function ContactBar({ index, scale }: { index: number; scale: Scale }) {
    const contact = line.value!.contacts![index]!;
    const { from, to, ease, bone } = contact;
    const begin = (event: PointerEvent, part: Part): void =>
        dragBar(event, (e) => contactMoved(contact, index, part, (e.clientX - event.clientX) / scale.perSecond));
    const keys = (event: KeyboardEvent): void =>
        handleKeys(
            event,
            (by) => contactMoved(contact, index, "whole", frames(by)),
            () => command("contact.remove", { index }),
        );
    const wing = ease * scale.perSecond;
    const test = `contact-bar-${index}`;
    return (
        <>
            <i class="lease in" style={{ left: `${scale.x(from) - wing}px`, width: `${wing}px` }} />
            <i class="lease out" style={{ left: `${scale.x(to)}px`, width: `${wing}px` }} />
            <i
                class="lease-end"
                style={{ left: `${scale.x(from) - wing}px` }}
                onPointerDown={(e) => begin(e, "ease-in")}
                data-test={`${test}-ease-in`}
                {...tip(`Takes hold within ${ease.toFixed(2)} s: drag`)}
            />
            <i
                class="lease-end"
                style={{ left: `${scale.x(to) + wing}px` }}
                onPointerDown={(e) => begin(e, "ease-out")}
                data-test={`${test}-ease-out`}
                {...tip(`Lets go within ${ease.toFixed(2)} s: drag`)}
            />
            <div
                class="lbar"
                role="slider"
                tabIndex={0}
                aria-label={`${bone} stays`}
                aria-valuenow={from}
                aria-valuetext={`from ${from.toFixed(2)} to ${to.toFixed(2)} seconds`}
                style={{ left: `${scale.x(from)}px`, width: `${Math.max(8, (to - from) * scale.perSecond)}px` }}
                onPointerDown={(e) => begin(e, "whole")}
                onKeyDown={keys}
                data-test={test}
                {...tip(`${bone} · ${from.toFixed(2)} to ${to.toFixed(2)} s`)}
            >
                <i class="lbar-end" onPointerDown={(e) => begin(e, "from")} data-test={`${test}-from`} />
                <span>{contact.keys.length > 1 ? "" : bone}</span>
                <i class="lbar-end" onPointerDown={(e) => begin(e, "to")} data-test={`${test}-to`} />
            </div>
            {contact.keys.length > 1 &&
                contact.keys.map((_, k) => <ContactKey key={k} index={index} at={k} scale={scale} />)}
        </>
    );
}

// ---- Twists

function TwistKey({ twist, index, at, scale }: { twist: LineTwist; index: number; at: number; scale: Scale }) {
    const own = twist.keys[at]!;
    const degrees = Math.round((own.angle * 180) / Math.PI);
    const put = (when: number): Command =>
        setTwist(index, {
            keys: [
                ...twist.keys.filter((one, i) => i !== at && Math.abs(one.time - when) > 1e-3),
                { time: round(when), angle: own.angle },
            ].sort(byTime),
        });
    const down = (event: PointerEvent): void => {
        time.value = own.time;
        dragBar(event, (e) => put(onFrame(own.time + (e.clientX - event.clientX) / scale.perSecond)));
    };
    const remove = (): Command | null =>
        twist.keys.length > 1 ? setTwist(index, { keys: twist.keys.filter((_, i) => i !== at) }) : null;
    return (
        <button
            type="button"
            class="mkey turn"
            style={{ left: `${scale.x(own.time)}px` }}
            aria-label={`Twist of ${twist.bone} at ${own.time.toFixed(2)} seconds: ${degrees} degrees`}
            onPointerDown={down}
            onKeyDown={(e) => handleKeys(e, (by) => put(onFrame(own.time + frames(by))), remove)}
            data-test={`twist-key-${index}-${at}`}
            {...tip(`${twist.bone} · ${degrees}° · ${own.time.toFixed(2)} s`)}
        />
    );
}
// A double click on the lane sets a key there, with the angle that the twist has at that time.
export function TwistLane({ index, scale }: { index: number; scale: Scale }) {
    const twist = line.value!.twists![index]!;
    const set = (event: MouseEvent): void => {
        if (event.target !== event.currentTarget) return;
        const when = onFrame(
            scale.at(event.clientX - (event.currentTarget as HTMLElement).getBoundingClientRect().left),
        );
        send(
            setTwist(index, {
                keys: [
                    ...twist.keys.filter((one) => Math.abs(one.time - when) > 1e-3),
                    { time: when, angle: round(angleAt(index, when), 1e5) },
                ].sort(byTime),
            }),
        );
        time.value = when;
    };
    return (
        <div class="lane-room" onDblClick={set} data-test={`twist-lane-${index}`}>
            {twist.keys.map((_, k) => (
                <TwistKey key={k} twist={twist} index={index} at={k} scale={scale} />
            ))}
        </div>
    );
}

// ---- Pulls

function pullMoved(pull: LinePull, index: number, by: number): Command {
    const first = pull.points[0]?.[0] ?? 0;
    const shift = onFrame(Math.max(0, first + by)) - first;
    return command("pull.set", { index, points: pull.points.map(([at, x, y]) => [round(at + shift), x, y]) });
}
export function PullBar({ index, scale }: { index: number; scale: Scale }) {
    const pull = line.value!.pulls[index]!;
    const [from, to] = [pull.points[0]?.[0] ?? 0, pull.points.at(-1)?.[0] ?? 0];
    const what = `A hand at ${Math.round(100 * pull.along)} % of the line`;
    return (
        <div
            class="lpull"
            role="slider"
            tabIndex={0}
            aria-label={what}
            aria-valuenow={from}
            aria-valuetext={`from ${from.toFixed(2)} to ${to.toFixed(2)} seconds`}
            style={{ left: `${scale.x(from)}px`, width: `${Math.max(10, (to - from) * scale.perSecond)}px` }}
            onPointerDown={(event) =>
                dragBar(event, (e) => pullMoved(pull, index, (e.clientX - event.clientX) / scale.perSecond))
            }
            onKeyDown={(e) =>
                handleKeys(
                    e,
                    (by) => pullMoved(pull, index, frames(by)),
                    () => command("pull.remove", { index }),
                )
            }
            data-test={`pull-bar-${index}`}
            {...tip(`${what}: drag it in time, Delete removes it`)}
        />
    );
}
