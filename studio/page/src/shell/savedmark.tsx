// Shows whether the changes are saved. The journal is always written at once, so no work is lost meanwhile.
import { storage } from "../files/session.ts";
import { savedState } from "../files/autosave.ts";
import type { SavedState } from "../files/autosave.ts";
import { Icon } from "../widgets/icon.tsx";
import { tip } from "../widgets/tip.ts";
import "./savedmark.css";

const WORDS: Record<SavedState, { icon: string; text: string; more: string }> = {
    saved: { icon: "check", text: "Saved", more: "Everything is saved" },
    journalled: {
        icon: "circle-dot",
        text: "Kept",
        more: "Every change is in the journal on disk; the project file follows when you pause",
    },
    writing: { icon: "loader-circle", text: "Saving", more: "Writing" },
    offline: {
        icon: "cloud-off",
        text: "Not saved",
        more: "Saving is impossible now; your changes are kept in this browser and saving is retried",
    },
    readonly: { icon: "lock", text: "Read only", more: "Another tab works on this project" },
};

export function SavedMark() {
    const words = WORDS[savedState.value];
    const place = storage.value?.title;
    return (
        <span
            class={`saved-mark ${savedState.value}`}
            data-test="saved-state"
            data-state={savedState.value}
            {...tip(place ? `${words.more}\n${place}` : words.more)}
        >
            <Icon name={words.icon} size={14} />
            <span>{words.text}</span>
        </span>
    );
}
