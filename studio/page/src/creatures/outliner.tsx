// The lists of creatures with their visibility, motions with their branches, channels of the open motion, and gaits.
import type { Motion } from "../core/project.ts";
import { freeName, project, send } from "../state/document.ts";
import { IconButton, Section, Tree } from "../widgets/index.ts";
import type { TreeItem } from "../widgets/index.ts";
import { addMenu } from "./bringin.ts";
import { ChannelList } from "./channellist.tsx";
import { addMotion } from "./motions.ts";
import {
    creatureName,
    gait,
    gaitName,
    motion,
    motionName,
    openMotion,
    report,
    showCreature,
    shownCreatures,
    subject,
} from "./state.ts";
import { branchWords } from "./words.ts";

const remove = (kind: string, names: readonly string[]): void =>
    void send(names.map((name) => ({ do: `${kind}.remove`, [kind]: name })));
const reorder = (kind: string, names: readonly string[], before: string | null): void =>
    void send(names.map((name) => ({ do: `${kind}.move`, [kind]: name, before })));

function Creatures() {
    const items = project.value.creatures.map((one): TreeItem => {
        const shown = shownCreatures.value.includes(one.name);
        const memberReport = report.value?.members.find((member) => member.name === one.name);
        return {
            id: one.name,
            label: one.name,
            icon: "paw-print",
            detail: memberReport
                ? `${memberReport.bodies.length} bodies`
                : one.seed !== null
                  ? `seed ${one.seed}`
                  : undefined,
            title:
                memberReport && !memberReport.bound && motion.value
                    ? `It does not play ${motion.value.name}: ${memberReport.why}`
                    : undefined,
            dim: !shown,
            renames: true,
            moves: true,
            test: `creature-${one.name}`,
            buttons: [
                {
                    icon: shown ? "eye" : "eye-off",
                    label: shown ? "Hide it" : "Show it beside the others",
                    pressed: shown,
                    always: true,
                    onClick: () => showCreature(one.name, !shown),
                    test: `show-${one.name}`,
                },
            ],
            menu: () => [
                { label: shown ? "Hide" : "Show", icon: "eye", run: () => showCreature(one.name, !shown) },
                { label: "Delete", icon: "trash-2", danger: true, run: () => remove("creature", [one.name]) },
            ],
        };
    });
    return (
        <Section
            title="Creatures"
            detail={items.length || undefined}
            actions={<IconButton icon="plus" label="Add a creature" onClick={addMenu} test="add-creature" />}
        >
            <Tree
                label="Creatures"
                items={items}
                selected={subject.value === "creature" && creatureName.value ? [creatureName.value] : []}
                onSelect={(ids) => {
                    if (!ids.length) return;
                    creatureName.value = ids.at(-1)!;
                    subject.value = "creature";
                }}
                onActivate={(id) => showCreature(id, !shownCreatures.peek().includes(id))}
                onRename={(name, to) => {
                    const shown = shownCreatures.peek().includes(name);
                    if (!send({ do: "creature.rename", creature: name, to })) return;
                    if (shown) showCreature(to, true);
                    if (creatureName.peek() === name) creatureName.value = to;
                }}
                onMove={(ids, before) => reorder("creature", ids, before)}
                onDelete={(ids) => remove("creature", ids)}
                empty={<p class="w-note">No creature yet. Grow one from a seed, or bring in a file.</p>}
                test="creatures"
            />
        </Section>
    );
}

// A branch shows which creatures it is for; the only motion of an action shows its length.
function motionItem(one: Motion, branch: boolean): TreeItem {
    return {
        id: one.name,
        label: one.name,
        icon: "activity",
        detail: branchWords(one.branch) || (branch ? "any creature" : `${Number(one.length.toFixed(2))} s`),
        live: motion.value?.name === one.name,
        renames: true,
        moves: true,
        test: `motion-${one.name}`,
        menu: () => [
            {
                label: "Duplicate",
                icon: "copy",
                run: () =>
                    void send({
                        do: "motion.duplicate",
                        motion: one.name,
                        to: freeName(one.name, project.peek().motions),
                    }),
            },
            { label: "Add a branch", icon: "git-branch", run: () => addMotion(one.action) },
            { label: "Delete", icon: "trash-2", danger: true, run: () => remove("motion", [one.name]) },
        ],
    };
}
// Groups motions by the name of their action.
function motionItems(): TreeItem[] {
    const all = project.value.motions;
    const grouped = new Set<string>();
    return all.flatMap((one): TreeItem[] => {
        const branches = all.filter((other) => other.action === one.action);
        if (branches.length === 1) return [motionItem(one, false)];
        if (grouped.has(one.action)) return [];
        grouped.add(one.action);
        return [
            {
                id: `action ${one.action}`,
                label: one.action,
                icon: "git-branch",
                heading: true,
                detail: `${branches.length} branches`,
                title: "Motions of one action: on each creature the first plays that suits it. Drag them into another order.",
                test: `action-${one.action}`,
                buttons: [
                    {
                        icon: "plus",
                        label: `Add a branch of ${one.action}`,
                        onClick: () => addMotion(one.action),
                        test: `add-branch-${one.action}`,
                    },
                ],
                children: branches.map((branch) => motionItem(branch, true)),
            },
        ];
    });
}
function Motions() {
    return (
        <Section
            title="Motions"
            detail={project.value.motions.length || undefined}
            actions={<IconButton icon="plus" label="New motion" onClick={() => addMotion()} test="add-motion" />}
        >
            <Tree
                label="Motions"
                items={motionItems()}
                selected={motion.value ? [motion.value.name] : []}
                onSelect={(ids) => ids.length > 0 && openMotion(ids.at(-1)!)}
                onRename={(name, to) => {
                    const open = motion.peek()?.name === name;
                    if (send({ do: "motion.rename", motion: name, to }) && open) motionName.value = to;
                }}
                onMove={(ids, before) => reorder("motion", ids, before)}
                onDelete={(ids) => remove("motion", ids)}
                empty={<p class="w-note">No motion yet. One is keyed once, and plays on every creature.</p>}
                test="motions"
            />
        </Section>
    );
}

function addGait(): void {
    const name = freeName("gait", project.peek().gaits);
    if (!send({ do: "gait.add", name })) return;
    gaitName.value = name;
    subject.value = "gait";
}
function Gaits() {
    const items = project.value.gaits.map(
        (one): TreeItem => ({
            id: one.name,
            label: one.name,
            icon: "footprints",
            live: gait.value?.name === one.name,
            renames: true,
            moves: true,
            test: `gait-${one.name}`,
            menu: () => [
                {
                    label: "Duplicate",
                    icon: "copy",
                    run: () =>
                        void send({
                            do: "gait.duplicate",
                            gait: one.name,
                            to: freeName(one.name, project.peek().gaits),
                        }),
                },
                { label: "Delete", icon: "trash-2", danger: true, run: () => remove("gait", [one.name]) },
            ],
        }),
    );
    return (
        <Section
            title="Gaits"
            detail={items.length || undefined}
            actions={<IconButton icon="plus" label="New gait" onClick={addGait} test="add-gait" />}
        >
            <Tree
                label="Gaits"
                items={items}
                selected={gait.value ? [gait.value.name] : []}
                onSelect={(ids) => {
                    if (!ids.length) return;
                    gaitName.value = ids.at(-1)!;
                    subject.value = "gait";
                }}
                onRename={(name, to) => {
                    if (send({ do: "gait.rename", gait: name, to }) && gaitName.peek() === name) gaitName.value = to;
                }}
                onMove={(ids, before) => reorder("gait", ids, before)}
                onDelete={(ids) => remove("gait", ids)}
                empty={<p class="w-note">No gait yet: how legs of any number carry a creature along.</p>}
                test="gaits"
            />
        </Section>
    );
}

export function Outliner() {
    return (
        <>
            <Creatures />
            <Motions />
            <ChannelList />
            <Gaits />
        </>
    );
}
