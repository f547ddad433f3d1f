// The joints of the stage, for its outliner.
import type { Staged } from "../core/project.ts";
import { stageTool } from "../scene/state.ts";
import { selection } from "../state/app.ts";
import { IconButton, Section, Tree } from "../widgets/index.ts";
import { JOINT_KINDS, jointWords } from "./joints.ts";
import { removeSelected } from "./remove.ts";
import { rename } from "./rename.ts";

export function JointList({ own }: { own: Staged }) {
    const items = own.joints.map((joint, i) => {
        const { label, icon } = JOINT_KINDS.find(({ value }) => value === joint.kind)!;
        return {
            id: String(i),
            label: jointWords(joint),
            detail: label,
            icon,
            dim: !joint.visible,
            renames: true,
            test: `joint-${i}`,
            menu: () => [{ label: "Delete", icon: "trash-2", keys: "Delete", danger: true, run: removeSelected }],
        };
    });
    const noActor = own.actors.length === 0;
    return (
        <Section
            title="Joints"
            detail={own.joints.length || undefined}
            actions={
                <IconButton
                    icon="plus"
                    label="Draw a joint"
                    shortcut="J"
                    disabled={noActor}
                    title={noActor ? "Add an actor first: one end of a joint is always an actor" : "Draw a joint"}
                    onClick={() => (stageTool.value = "joint")}
                    test="add-joint"
                />
            }
        >
            <Tree
                label="Joints"
                items={items}
                selected={selection.value.filter(({ kind }) => kind === "joint").map(({ name }) => name)}
                onSelect={(ids) => (selection.value = ids.map((name) => ({ kind: "joint", name })))}
                onRename={(id, name) => rename("joint", Number(id), name)}
                onDelete={removeSelected}
                empty={<p class="w-note">Nothing is joined: hang a crate on a rope, put a door on a hinge.</p>}
                test="joints"
            />
        </Section>
    );
}
