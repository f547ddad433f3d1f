// Adds new motions and channels.
import { freeName, project, send } from "../state/document.ts";
import { channelName, command, motion, openChannel, openMotion } from "./state.ts";

const FIRST = { name: "hands", select: { cap: "grasper" }, mode: { scale: "limb" }, side: "left" };

// With `action`, the motion becomes another branch of it.
export function addMotion(action?: string): void {
    const { motions } = project.peek();
    const name = freeName(action ?? "motion", motions);
    if (
        send({ do: "motion.add", name, ...(action && action !== name ? { action } : {}), length: 1, channels: [FIRST] })
    )
        openMotion(name);
}
export function addChannel(cap: string | null): void {
    const now = motion.peek();
    if (!now) return;
    const name = freeName(cap ?? "bodies", now.channels);
    if (
        send(
            command("channel.add", {
                name,
                ...(cap ? { select: { cap } } : {}),
                mode: { scale: cap === "root" || cap === "spine" ? "creature" : "limb" },
            }),
        )
    )
        openChannel(name);
}
export function duplicateChannel(name: string): void {
    const now = motion.peek();
    const one = now?.channels.find((other) => other.name === name);
    if (!now || !one) return;
    const to = freeName(name, now.channels);
    if (send(command("channel.add", { ...one, name: to }))) openChannel(to);
}
export function removeChannels(names: readonly string[]): void {
    if (send(names.map((name) => command("channel.remove", { channel: name })))) channelName.value = null;
}
