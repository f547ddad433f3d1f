// The channels of the open motion: what each moves, its mode, and the number of selected bodies on each creature. The
// first channel to select a body owns it, so their order matters.
import { send } from "../state/document.ts";
import { IconButton, openMenu, Section, Tree } from "../widgets/index.ts";
import type { TreeItem } from "../widgets/index.ts";
import { addChannel, duplicateChannel, removeChannels } from "./motions.ts";
import { channel, channelName, command, motion, openChannel, report } from "./state.ts";
import { CAPS, capWords, contextWords, modeWords } from "./words.ts";

const countKeys = (one: { place: readonly unknown[]; turn: readonly unknown[] }): number =>
    Math.max(one.place.length, one.turn.length);

function addMenu(event: MouseEvent): void {
    const entries = CAPS.map((cap) => ({
        label: capWords(cap).charAt(0).toUpperCase() + capWords(cap).slice(1),
        run: () => addChannel(cap),
    }));
    openMenu([...entries, { label: "All bodies", run: () => addChannel(null) }], event.currentTarget as Element, {
        label: "Add a channel for",
    });
}

export function ChannelList() {
    const now = motion.value;
    if (!now) return null;
    const items = now.channels.map((one, i): TreeItem => {
        const counts = report.value?.channels[i]?.counts ?? [];
        const mode = modeWords(one.mode);
        return {
            id: one.name,
            label: one.name,
            icon: one.group > 0 ? "split" : one.mode.lookat ? "eye" : one.mode.secondary ? "target" : "spline",
            detail: counts.join(" · ") || undefined,
            title: `${contextWords(one.select)}${mode && `; ${mode}`}; ${countKeys(one)} keys; bodies on each creature: ${counts.join(", ")}`,
            dim: counts.length > 0 && counts.every((count) => count === 0),
            live: channel.value?.name === one.name,
            renames: true,
            moves: true,
            test: `channel-${one.name}`,
            menu: () => [
                { label: "Duplicate", icon: "copy", run: () => duplicateChannel(one.name) },
                { label: "Delete", icon: "trash-2", danger: true, run: () => removeChannels([one.name]) },
            ],
        };
    });
    return (
        <Section
            title={`Channels of ${now.name}`}
            id="creature-channels"
            detail={items.length || undefined}
            actions={<IconButton icon="plus" label="Add a channel" onClick={addMenu} test="add-channel" />}
        >
            <Tree
                label="Channels"
                items={items}
                selected={channel.value ? [channel.value.name] : []}
                onSelect={(ids) => ids.length > 0 && openChannel(ids.at(-1)!)}
                onRename={(name, to) => {
                    if (send(command("channel.rename", { channel: name, to })) && channelName.peek() === name)
                        channelName.value = to;
                }}
                onMove={(ids, before) =>
                    void send(ids.map((name) => command("channel.move", { channel: name, before })))
                }
                onDelete={(ids) => removeChannels(ids)}
                empty={<p class="w-note">A channel says which bodies move, and what matters about it.</p>}
                test="channels"
            />
        </Section>
    );
}
