// The list of lines.
import { chooseModels } from "../files/models.ts";
import { freeName, project, send } from "../state/document.ts";
import { Button, IconButton, Section, Tree } from "../widgets/index.ts";
import type { TreeItem } from "../widgets/index.ts";
import { addMenu, candidates, followerOf, iconOf } from "./follower.ts";
import { line, lineName, openLine } from "./state.ts";

export function Outliner() {
    const items = project.value.lines.map(
        (one): TreeItem => ({
            id: one.name,
            label: one.name,
            icon: iconOf(one),
            detail: `${one.keys.length} ${one.keys.length === 1 ? "stroke" : "strokes"}`,
            title: `${followerOf(one)} follows it`,
            live: line.value?.name === one.name,
            renames: true,
            moves: true,
            test: `line-${one.name}`,
            menu: () => [
                { label: "Duplicate", icon: "copy", run: () => duplicate(one.name), test: "line-duplicate" },
                {
                    label: "Delete",
                    icon: "trash-2",
                    danger: true,
                    run: () => void send({ do: "line.remove", line: one.name }),
                    test: "line-delete",
                },
            ],
        }),
    );
    const any = candidates().length > 0;
    return (
        <Section
            title="Lines"
            detail={items.length || undefined}
            actions={
                any ? (
                    <IconButton
                        icon="plus"
                        label="New line"
                        onClick={(event) => addMenu(event.currentTarget as Element)}
                        test="add-line"
                    />
                ) : undefined
            }
        >
            <Tree
                label="Lines"
                items={items}
                selected={line.value ? [line.value.name] : []}
                onSelect={(ids) => ids.length > 0 && openLine(ids.at(-1)!)}
                onRename={(name, to) => {
                    const open = line.peek()?.name === name;
                    if (send({ do: "line.rename", line: name, to }) && open) lineName.value = to;
                }}
                onMove={(ids, before) => void send(ids.map((name) => ({ do: "line.move", line: name, before })))}
                onDelete={(ids) => void send(ids.map((name) => ({ do: "line.remove", line: name })))}
                empty={
                    any ? (
                        <p class="w-note">No line yet. A line is drawn over a body; the body follows it.</p>
                    ) : (
                        <div class="w-note">
                            <p>Nothing here can follow a line yet: bring in a body, or give a drawing handles.</p>
                            <Button
                                small
                                icon="import"
                                label="Bring in a motion"
                                onClick={() => chooseModels()}
                                test="lines-bring-in"
                            />
                        </div>
                    )
                }
                test="lines"
            />
        </Section>
    );
}
function duplicate(name: string): void {
    const to = freeName(name, project.peek().lines);
    if (send({ do: "line.duplicate", line: name, name: to })) openLine(to);
}
