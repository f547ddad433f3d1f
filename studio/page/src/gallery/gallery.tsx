// The gallery, shown when no project is open: animated examples, recent projects, and ways to begin.
import { useEffect, useState } from "preact/hooks";
import { newProject, openDrawing, openZip } from "../files/actions.ts";
import { coreModule, home, openFrom } from "../files/session.ts";
import type { Collection, Home } from "../files/storage.ts";
import { tell } from "../state/messages.ts";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { Wordmark } from "../widgets/wordmark.tsx";
import { Player } from "./player.ts";
import { Tile } from "./tile.tsx";
import "./gallery.css";

const MOST_RECENT = 8;

function ago(seconds: number): string {
    const past = Date.now() / 1000 - seconds;
    const units: [number, Intl.RelativeTimeFormatUnit][] = [
        [86400, "day"],
        [3600, "hour"],
        [60, "minute"],
    ];
    const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
    for (const [length, unit] of units) if (past >= length) return format.format(-Math.floor(past / length), unit);
    return "just now";
}

function useGallery(place: Home | null): { collection: Collection | null; again: () => void } {
    const [collection, setCollection] = useState<Collection | null>(null);
    const [count, setCount] = useState(0);
    useEffect(() => {
        let over = false;
        place?.gallery().then(
            (found) => !over && setCollection(found),
            (problem: unknown) => {
                tell("error", problem instanceof Error ? problem.message : String(problem), "Reload the page.");
                if (!over) setCollection({ examples: [], recent: [] });
            },
        );
        return () => {
            over = true;
        };
    }, [place, count]);
    return { collection, again: () => setCount((n) => n + 1) };
}
function usePlayer(): Player | null {
    const [player, setPlayer] = useState<Player | null>(null);
    useEffect(() => {
        const made = new Player(coreModule());
        setPlayer(made);
        return () => made.dispose();
    }, []);
    return player;
}

export function Gallery() {
    const place = home.value;
    const player = usePlayer();
    const { collection, again } = useGallery(place);
    const [busy, setBusy] = useState(false);
    const open = (make: (home: Home) => Promise<unknown>): void => {
        if (busy) return;
        setBusy(true);
        void make(place!).finally(() => setBusy(false));
    };
    const forget = async (id: string): Promise<void> => {
        await place?.forget?.(id);
        again();
    };
    return (
        <main class="gallery" data-test="gallery" aria-busy={busy}>
            <header class="gallery-head">
                <div class="gallery-title">
                    <h1>
                        <span class="unseen">Verve</span>
                        <Wordmark height={52} />
                    </h1>
                    <p>
                        Drawings come to life from a few poses. Take hold of an example and throw it, open it to see how
                        it is made, or begin with a drawing of your own.
                    </p>
                </div>
                <div class="gallery-begin">
                    <Button
                        label="Open .zip…"
                        icon="archive"
                        kind="quiet"
                        onClick={() => void openZip()}
                        test="open-zip"
                    />
                    <Button
                        label="New project"
                        icon="file-plus"
                        onClick={() => open(() => newProject())}
                        test="new-project"
                    />
                    <Button
                        label="Open a drawing…"
                        icon="image-plus"
                        kind="primary"
                        onClick={() => void openDrawing()}
                        test="open-drawing"
                    />
                </div>
            </header>
            {player && place && collection && collection.recent.length > 0 && (
                <section aria-labelledby="recent-title">
                    <h2 id="recent-title">Your projects</h2>
                    <div class="gallery-tiles small">
                        {collection.recent.slice(0, MOST_RECENT).map((recent) => (
                            <div class="gallery-recent" key={recent.id}>
                                <Tile
                                    id={recent.id}
                                    name={recent.name}
                                    about={`Changed ${ago(recent.changed)}`}
                                    scene=""
                                    read={(path) => place.peek("recent", recent.id, path)}
                                    player={player}
                                    prefix={`recent:${recent.id}/`}
                                    onOpen={() => open(() => openFrom((from) => from.openRecent(recent.id)))}
                                />
                                {place.forget && <Forget name={recent.name} onForget={() => void forget(recent.id)} />}
                            </div>
                        ))}
                    </div>
                </section>
            )}
            {player && place && collection && collection.examples.length > 0 && (
                <section aria-labelledby="examples-title">
                    <h2 id="examples-title">Examples</h2>
                    <div class="gallery-tiles">
                        {collection.examples.map((example) => (
                            <Tile
                                key={example.id}
                                id={example.id}
                                name={example.name}
                                about={example.about}
                                scene={example.scene}
                                read={(path) => place.peek("examples", example.id, path)}
                                player={player}
                                prefix={`example:${example.id}/`}
                                onOpen={() => open(() => openFrom((from) => from.openExample(example.id)))}
                            />
                        ))}
                        <Begin
                            icon="image-plus"
                            title="A drawing of your own"
                            text="A PNG, or an SVG whose groups become layers. Drop it anywhere."
                            onClick={() => void openDrawing()}
                            test="begin-drawing"
                        />
                        <Begin
                            icon="file-plus"
                            title="An empty project"
                            text="Bring in drawings later, one by one."
                            onClick={() => open(() => newProject())}
                            test="begin-empty"
                        />
                    </div>
                </section>
            )}
        </main>
    );
}

// A card that begins a project of the artist's own; it has the shape of the cards of examples.
function Begin(props: { icon: string; title: string; text: string; onClick: () => void; test: string }) {
    return (
        <button type="button" class="gallery-own" onClick={props.onClick} data-test={props.test}>
            <span class="gallery-own-icon">
                <Icon name={props.icon} size={24} />
            </span>
            <span class="gallery-own-title">{props.title}</span>
            <span class="gallery-own-text">{props.text}</span>
        </button>
    );
}

// Asks for confirmation by a second press.
function Forget({ name, onForget }: { name: string; onForget: () => void }) {
    const [sure, setSure] = useState(false);
    useEffect(() => {
        if (!sure) return;
        const timer = setTimeout(() => setSure(false), 4000);
        return () => clearTimeout(timer);
    }, [sure]);
    return (
        <div class="gallery-recent-delete">
            {sure ? (
                <Button label="Delete for good" kind="danger" small onClick={onForget} test="forget-sure" />
            ) : (
                <IconButton icon="trash-2" label={`Delete ${name}`} onClick={() => setSure(true)} />
            )}
        </div>
    );
}
