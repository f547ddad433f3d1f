// Above the two drawings: menus that choose the pair, and the way back.
import { Button, IconButton, Select } from "../widgets/index.ts";
import { selectedFamily } from "./families.ts";
import { closeLinks, pair, shownLinks, showPair } from "./links.ts";
import "./puppets.css";

export function LinkBar() {
    const family = selectedFamily.value;
    const two = pair.value;
    if (!family || !two) return null;
    const [left, right] = two;
    const options = family.members.map((name) => ({ value: name, label: name }));
    const count = shownLinks.value.length;
    return (
        <div class="puppets-linkbar" role="toolbar" aria-label="Links between two drawings" data-test="linkbar">
            <Select
                bare
                label="Drawing on the left"
                value={left}
                options={options}
                onChange={(name) => showPair(name, name === right ? left : right)}
                test="links-left"
            />
            <IconButton
                icon="arrow-left-right"
                label="Swap the two"
                onClick={() => showPair(right, left)}
                test="links-swap"
            />
            <Select
                bare
                label="Drawing on the right"
                value={right}
                options={options.filter((o) => o.value !== left)}
                onChange={(name) => showPair(left, name)}
                test="links-right"
            />
            <span class="puppets-count" role="status">
                {count === 0 ? "No links yet: drag from handle to handle" : `${count} link${count > 1 ? "s" : ""}`}
            </span>
            <Button label="Done" kind="primary" shortcut="Escape" onClick={closeLinks} test="links-done" />
        </div>
    );
}
