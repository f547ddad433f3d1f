// Whether what was done is on the disk. The journal is always written at once: nothing is ever lost by waiting.
import { storage } from "../files/session.ts";
import { savedState } from "../files/autosave.ts";
import type { SavedState } from "../files/autosave.ts";
import { Icon } from "../widgets/icon.tsx";
import { tip } from "../widgets/tip.ts";
import "./savedmark.css";

const WORDS: Record<SavedState, { icon: string; text: string; more: string }> = {
  saved: { icon: "check", text: "Saved", more: "Everything is saved" },
  journalled: { icon: "circle-dot", text: "Kept", more: "Every change is in the journal on disk; the project file follows when you pause" },
  writing: { icon: "loader-circle", text: "Saving", more: "Writing" },
  offline: { icon: "cloud-off", text: "Not saved", more: "Nothing can be written now; it is kept in this browser and tried again" },
  readonly: { icon: "lock", text: "Read only", more: "Another tab works on this project" },
};

export function SavedMark() {
  const words = WORDS[savedState.value];
  const place = storage.value?.title;
  return (
    <span class={`saved-mark ${savedState.value}`} data-test="saved-state" data-state={savedState.value} {...tip(place ? `${words.more}\n${place}` : words.more)}>
      <Icon name={words.icon} size={14} />
      <span>{words.text}</span>
    </span>
  );
}
