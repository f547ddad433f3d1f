// Lists of verbs, shapes and graphs, and of the takes, forms and skeletons that they are made of.
import type { ActKind } from "../core/act.ts";
import { chooseModels } from "../files/models.ts";
import { freeName, project, send } from "../state/document.ts";
import { IconButton, Section, Tree } from "../widgets/index.ts";
import type { TreeItem } from "../widgets/index.ts";
import { chosen, subject } from "../state/subject.ts";
import { exampleKind, open, pickExample, picked } from "./state.ts";

const ACTS: readonly {
    kind: ActKind;
    title: string;
    icon: string;
    list: "verbs" | "shapes" | "graphs";
    none: string;
}[] = [
    {
        kind: "verb",
        title: "Verbs",
        icon: "person-standing",
        list: "verbs",
        none: "No verb yet: takes laid out on axes.",
    },
    { kind: "shape", title: "Shapes", icon: "shapes", list: "shapes", none: "No shape yet: forms laid out on axes." },
    {
        kind: "graph",
        title: "Graphs",
        icon: "workflow",
        list: "graphs",
        none: "No graph yet: verbs that follow each other.",
    },
];
type FileKind = "take" | "form" | "skeleton";
const FILES: readonly { kind: FileKind; title: string; icon: string; list: "takes" | "forms" | "skeletons" }[] = [
    { kind: "take", title: "Takes", icon: "film", list: "takes" },
    { kind: "form", title: "Forms", icon: "box", list: "forms" },
    { kind: "skeleton", title: "Skeletons", icon: "bone", list: "skeletons" },
];

// Adds an item to start from: a verb of the first skeleton, or an empty shape.
function add(kind: ActKind): void {
    const name = freeName(kind, project.peek()[kind === "verb" ? "verbs" : "shapes"]);
    const skeleton = project.peek().skeletons[0]?.name;
    if (kind === "verb" && !skeleton) return chooseModels();
    if (send({ do: `${kind}.add`, name, ...(kind === "verb" ? { skeleton } : {}) })) open(kind, name);
}
function Acts({ each }: { each: (typeof ACTS)[number] }) {
    const { kind, list } = each;
    const items = project.value[list].map(
        (item): TreeItem => ({
            id: item.name,
            label: item.name,
            icon: each.icon,
            detail: "examples" in item ? String(item.examples.length) : undefined,
            live: subject.value?.kind === kind && subject.value.name === item.name,
            renames: true,
            moves: true,
            test: `${kind}-${item.name}`,
            menu: () => [
                ...(kind === "graph"
                    ? []
                    : [
                          {
                              label: "Duplicate",
                              icon: "copy",
                              run: () =>
                                  void send({
                                      do: `${kind}.duplicate`,
                                      [kind]: item.name,
                                      to: freeName(item.name, project.peek()[list]),
                                  }),
                          },
                      ]),
                {
                    label: "Delete",
                    icon: "trash-2",
                    danger: true,
                    run: () => void send({ do: `${kind}.remove`, [kind]: item.name }),
                },
            ],
        }),
    );
    return (
        <Section
            title={each.title}
            detail={items.length || undefined}
            actions={
                kind === "graph" ? undefined : (
                    <IconButton icon="plus" label={`New ${kind}`} onClick={() => add(kind)} test={`add-${kind}`} />
                )
            }
        >
            <Tree
                label={each.title}
                items={items}
                selected={subject.value?.kind === kind ? [subject.value.name] : []}
                onSelect={(ids) => ids.length > 0 && open(kind, ids.at(-1)!)}
                onRename={(name, to) => {
                    if (send({ do: `${kind}.rename`, [kind]: name, to }) && chosen.peek()?.name === name)
                        chosen.value = { kind, name: to };
                }}
                onMove={(ids, before) => void send(ids.map((name) => ({ do: `${kind}.move`, [kind]: name, before })))}
                onDelete={(ids) => void send(ids.map((name) => ({ do: `${kind}.remove`, [kind]: name })))}
                empty={<p class="w-note">{each.none}</p>}
                test={list}
            />
        </Section>
    );
}

function Files({ each }: { each: (typeof FILES)[number] }) {
    const { kind, list } = each;
    const items = project.value[list].map(
        (item): TreeItem => ({
            id: item.name,
            label: item.name,
            icon: each.icon,
            detail: item.file.slice(item.file.lastIndexOf(".")),
            title: item.file,
            renames: true,
            moves: true,
            test: `${kind}-item-${item.name}`,
            menu: () => [
                {
                    label: "Delete",
                    icon: "trash-2",
                    danger: true,
                    run: () => void send({ do: `${kind}.remove`, [kind]: item.name }),
                },
            ],
        }),
    );
    const marked = picked.value?.kind === "example" && kind === exampleKind() ? [picked.value.name] : [];
    return (
        <Section
            title={each.title}
            detail={items.length || undefined}
            actions={
                <IconButton
                    icon="import"
                    label="Bring in a motion or a form"
                    onClick={() => chooseModels()}
                    test={`import-${kind}`}
                />
            }
        >
            <Tree
                label={each.title}
                items={items}
                selected={marked}
                onSelect={(ids) => ids.length > 0 && kind === exampleKind() && pickExample(ids.at(-1)!)}
                onRename={(name, to) => void send({ do: `${kind}.rename`, [kind]: name, to })}
                onMove={(ids, before) => void send(ids.map((name) => ({ do: `${kind}.move`, [kind]: name, before })))}
                onDelete={(ids) => void send(ids.map((name) => ({ do: `${kind}.remove`, [kind]: name })))}
                empty={<p class="w-note">None yet.</p>}
                test={list}
            />
        </Section>
    );
}

export function Outliner() {
    return (
        <>
            {ACTS.map((each) => (
                <Acts key={each.kind} each={each} />
            ))}
            {FILES.map((each) => (
                <Files key={each.kind} each={each} />
            ))}
        </>
    );
}
