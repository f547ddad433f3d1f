// The zones of the stage, for its outliner.
import type { Staged } from "../core/project.ts";
import { stageTool } from "../scene/state.ts";
import { selection } from "../state/app.ts";
import { IconButton, openMenu, Section, Tree } from "../widgets/index.ts";
import { removeSelected } from "./remove.ts";
import { rename } from "./rename.ts";
import { addZone, ZONE_KINDS, zoneKind, zoneShape, zoneWords } from "./zones.ts";
import type { ZoneKind } from "./zones.ts";

function addMenu(event: MouseEvent): void {
    const draw = (kind: ZoneKind) => (): void => {
        zoneKind.value = kind;
        zoneShape.value = "rectangle";
        stageTool.value = "zone";
    };
    openMenu(
        [
            ...ZONE_KINDS.map(({ value, label, icon }) => ({
                label: `Draw ${label.toLowerCase()}`,
                icon,
                run: draw(value),
                test: `draw-${value}`,
            })),
            "line",
            { label: "Wind everywhere", icon: "wind", run: () => addZone([], "wind") },
            { label: "Force everywhere", icon: "arrow-up-right", run: () => addZone([], "force") },
        ],
        event.currentTarget as Element,
        { label: "Add a zone" },
    );
}

export function ZoneList({ own }: { own: Staged }) {
    const items = own.zones.map((zone, i) => ({
        id: String(i),
        label: zoneWords(zone),
        detail: zone.points.length === 0 ? "everywhere" : undefined,
        icon: ZONE_KINDS.find(({ value }) => value === zone.kind)!.icon,
        dim: !zone.visible || !zone.active,
        renames: true,
        test: `zone-${i}`,
        menu: () => [{ label: "Delete", icon: "trash-2", keys: "Delete", danger: true, run: removeSelected }],
    }));
    return (
        <Section
            title="Zones"
            detail={own.zones.length || undefined}
            actions={
                <IconButton icon="plus" label="Add water, wind or a force" menu onClick={addMenu} test="add-zone" />
            }
        >
            <Tree
                label="Zones"
                items={items}
                selected={selection.value.filter(({ kind }) => kind === "zone").map(({ name }) => name)}
                onSelect={(ids) => (selection.value = ids.map((name) => ({ kind: "zone", name })))}
                onRename={(id, name) => rename("zone", Number(id), name)}
                onDelete={removeSelected}
                empty={<p class="w-note">No water, no wind: draw a pond to float in, or air that lifts.</p>}
                test="zones"
            />
        </Section>
    );
}
