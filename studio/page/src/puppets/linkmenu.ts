// The context menu of a link: the parts that it links, and removing it.
import { selectedFamily } from "./families.ts";
import { PARTS, toggleKeep, unlink } from "./links.ts";
import type { ShownLink } from "./links.ts";
import type { StagePointer } from "../state/workspaces.ts";
import { openMenu } from "../widgets/menu.tsx";
import type { MenuEntry } from "../widgets/menu.tsx";

export function openLinkMenu(link: ShownLink, pointer: StagePointer): void {
    const family = selectedFamily.peek();
    if (!family) return;
    const stage = document.querySelector("[data-test=stage]")?.getBoundingClientRect();
    const parts: MenuEntry[] = PARTS.map(({ value, label }) => ({
        label,
        checked: link.keep?.includes(value) ?? false,
        disabled: link.keep?.length === 1 && link.keep[0] === value,
        run: () => void toggleKeep(family, link, value),
        test: `link-keep-${value}`,
    }));
    openMenu(
        [
            { heading: link.words },
            ...(link.keep ? parts : []),
            ...(link.keep ? (["line"] as const) : []),
            {
                label: "Delete",
                icon: "trash-2",
                keys: "Delete",
                danger: true,
                run: () => void unlink(family, link),
                test: "link-delete",
            },
        ],
        { clientX: pointer.screenX + (stage?.left ?? 0) + 8, clientY: pointer.screenY + (stage?.top ?? 0) + 8 },
        { label: `Link ${link.number}` },
    );
}
