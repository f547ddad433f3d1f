// Above the row names: the name of the clip, and its menu.
import { Empty } from "../widgets/empty.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { openMenu } from "../widgets/menu.tsx";
import { Row } from "../widgets/row.tsx";
import { Select } from "../widgets/select.tsx";
import { addClip, chooseClip } from "./edit.ts";
import { clipEntries } from "./menu.ts";
import { clip, clips, puppet } from "./state.ts";

export function ClipCorner() {
    const now = clip.value;
    const own = puppet.value?.artwork ?? now?.artwork;
    const fitting = clips.value.filter((c) => c.artwork === own || c.name === now?.name);
    const options = [
        ...(now ? [] : [{ value: "", label: "No clip" }]),
        ...fitting.map((c) => ({ value: c.name, label: c.name })),
    ];
    return (
        <div class="clip-corner">
            <Row label="">
                <Select
                    label="Clip"
                    value={now?.name ?? ""}
                    options={options}
                    disabled={!fitting.length}
                    onChange={chooseClip}
                    test="clip-choice"
                />
            </Row>
            <IconButton
                small
                menu
                icon="ellipsis"
                label="Clips and rows"
                onClick={(event) =>
                    openMenu(clipEntries(), event.currentTarget as Element, { label: "Clips and rows" })
                }
                test="clip-menu"
            />
        </div>
    );
}

export function NoClip() {
    const actor = puppet.value;
    return (
        <div class="sheet-empty">
            <Empty
                icon="diamond"
                title={actor ? `${actor.name} plays no clip` : "This actor plays no clip"}
                text="A clip stores where handles should be, and when. Handles without keys move by physics."
                action={{ label: "Make a clip", icon: "plus", onClick: addClip, test: "make-clip" }}
                test="no-clip"
            />
        </div>
    );
}
