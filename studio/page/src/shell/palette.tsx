// The command palette: type a few letters of any action or item, press Enter. The most recently used entries come
// first.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { actions, belongs, isEnabled } from "../state/actions.ts";
import { project } from "../state/document.ts";
import { Dialog } from "../widgets/dialog.tsx";
import { Icon } from "../widgets/icon.tsx";
import { Kbd } from "../widgets/kbd.tsx";
import { remember, remembered } from "../widgets/memory.ts";
import { fuzzy } from "./fuzzy.ts";
import { goals } from "./goto.ts";
import { closeWindow } from "./windows.ts";
import "./palette.css";

interface Entry {
    readonly id: string;
    readonly label: string;
    readonly detail: string;
    readonly icon: string;
    readonly keys: string;
    readonly run: () => void;
}
interface Found {
    readonly entry: Entry;
    readonly at: readonly number[];
}

const SHOWN = 60;
const REMEMBERED = 12;
const ACTIONS_FIRST = 3; // score advantage of an action over an item
const MIN_RELATIVE_SCORE = 0.3; // share of the best score below which results are hidden

function entries(): Entry[] {
    const acts = actions.value
        .filter((a) => belongs(a) && isEnabled(a) && a.id !== "view.palette")
        .map((a) => ({
            id: a.id,
            label: a.label,
            detail: a.menu ?? "",
            icon: a.icon ?? "chevron-right",
            keys: a.keys?.[0] ?? "",
            run: a.run,
        }));
    const places = goals(project.value).map((g) => ({
        id: g.id,
        label: g.label,
        detail: g.detail,
        icon: g.icon,
        keys: "",
        run: g.go,
    }));
    return [...acts, ...places];
}

function search(all: readonly Entry[], query: string, recent: readonly string[]): Found[] {
    const rank = (entry: Entry): number => {
        const at = recent.indexOf(entry.id);
        return at < 0 ? 0 : REMEMBERED - at;
    };
    // Letters may be apart in a label, but the name of what the entry belongs to must match literally ("layer man").
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.flatMap((entry, i) => {
        const match = fuzzy(query, entry.label);
        if (match)
            return [
                {
                    entry,
                    at: match.at,
                    score:
                        match.score +
                        (query ? 0.3 : 10) * rank(entry) +
                        (entry.id.startsWith("go.") ? 0 : ACTIONS_FIRST),
                    i,
                },
            ];
        const whole = `${entry.label} ${entry.detail}`.toLowerCase();
        return words.every((word) => whole.includes(word)) ? [{ entry, at: [], score: 1, i }] : [];
    });
    found.sort((a, b) => b.score - a.score || a.i - b.i);
    const least = query ? (found[0]?.score ?? 0) * MIN_RELATIVE_SCORE : -Infinity;
    return found.filter((f) => f.score >= least).slice(0, SHOWN);
}

function Marked({ text, at }: { text: string; at: readonly number[] }) {
    if (!at.length) return <>{text}</>;
    return <>{[...text].map((letter, i) => (at.includes(i) ? <mark key={i}>{letter}</mark> : letter))}</>;
}

export function Palette() {
    const [query, setQuery] = useState("");
    const [at, setAt] = useState(0);
    const list = useRef<HTMLUListElement>(null);
    const recent = useMemo(() => remembered<string[]>("palette", []), []);
    const all = useMemo(entries, []);
    const found = useMemo(() => search(all, query, recent), [all, query]);
    const picked = Math.min(at, found.length - 1);
    useEffect(() => {
        list.current?.children[picked]?.scrollIntoView({ block: "nearest" });
    }, [picked, found]);

    const pick = (entry: Entry | undefined): void => {
        if (!entry) return;
        remember("palette", [entry.id, ...recent.filter((id) => id !== entry.id)].slice(0, REMEMBERED));
        closeWindow();
        setTimeout(entry.run); // after the dialog has returned the focus
    };
    const key = (event: KeyboardEvent): void => {
        const page = event.key === "PageDown" ? 8 : event.key === "PageUp" ? -8 : 0;
        if (event.key === "ArrowDown") setAt((picked + 1) % Math.max(1, found.length));
        else if (event.key === "ArrowUp") setAt((picked - 1 + found.length) % Math.max(1, found.length));
        else if (page) setAt(Math.min(found.length - 1, Math.max(0, picked + page)));
        else if (event.key === "Enter") pick(found[picked]?.entry);
        else return;
        event.preventDefault();
    };
    return (
        <Dialog title="Command palette" open onClose={closeWindow} bare test="palette">
            <div class="palette-field">
                <Icon name="search" />
                <input
                    type="text"
                    role="combobox"
                    aria-label="Search actions, layers, handles, poses, scenes"
                    aria-expanded="true"
                    aria-controls="palette-list"
                    aria-activedescendant={found[picked] ? `palette-${picked}` : undefined}
                    placeholder="Search actions, layers, handles, poses, scenes…"
                    autocomplete="off"
                    spellcheck={false}
                    data-autofocus
                    data-test="palette-input"
                    value={query}
                    onInput={(e) => {
                        setQuery(e.currentTarget.value);
                        setAt(0);
                    }}
                    onKeyDown={key}
                />
                <Kbd keys="Escape" />
            </div>
            <ul ref={list} id="palette-list" class="palette-list" role="listbox" aria-label="Results">
                {found.map(({ entry, at: letters }, i) => (
                    <li
                        key={entry.id}
                        id={`palette-${i}`}
                        role="option"
                        aria-selected={i === picked}
                        data-test={`palette-${entry.id}`}
                        onPointerMove={() => i !== picked && setAt(i)}
                        onClick={() => pick(entry)}
                    >
                        <Icon name={entry.icon} />
                        <span class="palette-label">
                            <Marked text={entry.label} at={letters} />
                        </span>
                        <span class="palette-detail">{entry.detail}</span>
                        {entry.keys && <Kbd keys={entry.keys} />}
                    </li>
                ))}
            </ul>
            {found.length === 0 && <p class="palette-none">Nothing is called that. Try fewer letters.</p>}
        </Dialog>
    );
}
