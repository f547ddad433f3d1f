// The Verbs workspace: shapes, verbs and graphs in 3-D, laid out on axes by their examples.
import { register } from "../state/actions.ts";
import { hint } from "../state/app.ts";
import { addWorkspace } from "../state/workspaces.ts";
import { Keytimes } from "../takes/keytimes.tsx";
import { keytimesShown } from "../takes/state.ts";
import { insertExample } from "./insert.ts";
import { Inspector } from "./inspector.tsx";
import { resetCamera } from "./orbit.ts";
import { Outliner } from "./outliner.tsx";
import { Overlay } from "./overlay.tsx";
import { Pad } from "./pad.tsx";
import { moving } from "./padhands.ts";
import { resetPad } from "./padpaint.ts";
import { subject } from "../state/subject.ts";
import {
    field,
    follow,
    place,
    plays,
    removeSelected,
    restart,
    selectedExample,
    selectedPseudo,
    setSwitch,
    switches,
} from "./state.ts";
import { tool } from "./tool.ts";
import { toggleRunning, Toolbar } from "./toolbar.tsx";
import { frameNow } from "./view.tsx";

addWorkspace({
    id: "verbs",
    label: "Verbs",
    icon: "person-standing",
    Outliner,
    Inspector,
    Toolbar,
    Board: Pad,
    boardTitle: "Pad",
    Overlay,
    strip: { Timeline: Keytimes, size: () => (keytimesShown.value ? "keytimes" : null) },
    tool,
    entered() {
        resetCamera();
        resetPad();
        const unfollow = follow();
        hint.value = "Drag the dot on the pad to blend; Alt-drag moves a form; double-click inserts an example";
        return () => {
            unfollow();
            moving.value = false;
        };
    },
});

const here = { menu: "Verbs", workspaces: ["verbs"] } as const;
const hasSubject = (): boolean => subject.value !== null;
register(
    {
        id: "verbs.play",
        label: "Play or pause",
        ...here,
        group: 1,
        icon: "play",
        keys: ["Space"],
        enabled: plays,
        run: toggleRunning,
    },
    {
        id: "verbs.restart",
        label: "Restart",
        ...here,
        group: 1,
        icon: "rotate-ccw",
        keys: ["Home"],
        enabled: plays,
        run: restart,
    },
    {
        id: "verbs.plant",
        label: "Plant the feet",
        ...here,
        group: 2,
        icon: "footprints",
        enabled: plays,
        checked: () => switches.value.plant,
        run: () => setSwitch("plant", !switches.peek().plant),
    },
    {
        id: "verbs.still",
        label: "On the spot",
        ...here,
        group: 2,
        icon: "locate-fixed",
        enabled: plays,
        checked: () => switches.value.still,
        run: () => setSwitch("still", !switches.peek().still),
    },
    {
        id: "verbs.heat",
        label: "Heat",
        ...here,
        group: 2,
        icon: "flame",
        keys: ["H"],
        enabled: hasSubject,
        checked: () => switches.value.heat,
        run: () => setSwitch("heat", !switches.peek().heat),
    },
    {
        id: "verbs.move",
        label: "Move this form",
        ...here,
        group: 3,
        icon: "move",
        keys: ["M"],
        enabled: () => field.value !== null,
        run: () => void (moving.value = !moving.peek()),
    },
    {
        id: "verbs.insert",
        label: "Insert as example",
        ...here,
        group: 3,
        icon: "plus",
        keys: ["I"],
        enabled: () => field.value !== null,
        run: () => void insertExample(place.peek()),
    },
    {
        id: "verbs.delete",
        label: "Delete",
        ...here,
        group: 3,
        icon: "trash-2",
        keys: ["Delete"],
        enabled: () => selectedExample.value !== null || selectedPseudo.value !== null,
        run: removeSelected,
    },
    {
        id: "verbs.frame",
        label: "Show all of it",
        menu: "View",
        group: 1,
        icon: "maximize",
        workspaces: ["verbs"],
        keys: ["F"],
        enabled: hasSubject,
        run: frameNow,
    },
);
