// A project of the gallery: it is animated, can be poked, and opens on a click.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Player, Shown } from "./player.ts";
import type { Reader } from "./show.ts";
import "./tile.css";

const CLICK_DISTANCE = 5; // pixels: a press that moves farther is a throw

export interface TileProps {
    id: string;
    name: string;
    about: string;
    scene: string;
    read: Reader;
    player: Player;
    prefix: string;
    badge?: string;
    onOpen: () => void;
}

export function Tile(props: TileProps) {
    const canvas = useRef<HTMLCanvasElement>(null);
    const show = useRef<Shown | null>(null);
    const [ready, setReady] = useState<"waiting" | "moving" | "empty">("waiting");
    const press = useRef<{ x: number; y: number; took: boolean } | null>(null);
    const thrown = useRef(false);

    useEffect(() => {
        const element = canvas.current;
        if (!element) return;
        props.player.add(element, props.read, props.scene, props.prefix, (made) => {
            show.current = made;
            setReady(made ? "moving" : "empty");
        });
        return () => {
            show.current = null;
            props.player.remove(element);
        };
    }, [props.id, props.player]);

    const at = (event: PointerEvent): [number, number] =>
        props.player.toStage(canvas.current!, event.offsetX, event.offsetY);
    const down = (event: PointerEvent): void => {
        thrown.current = false;
        if (event.button !== 0) return;
        const took = show.current?.take(...at(event)) ?? false;
        press.current = { x: event.clientX, y: event.clientY, took };
        if (took) canvas.current?.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
        const from = press.current;
        if (!from?.took) return;
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_DISTANCE) thrown.current = true;
        show.current?.moveGrab(...at(event));
    };
    const up = (): void => {
        show.current?.letGo();
        press.current = null;
    };

    return (
        <article class="tile" data-test={`tile-${props.id}`} data-state={ready}>
            <button
                type="button"
                class="tile-open"
                aria-label={`Open ${props.name}. ${props.about}`}
                onClick={() => {
                    if (!thrown.current) props.onOpen();
                    thrown.current = false;
                }}
            >
                <span class="tile-stage">
                    <canvas
                        ref={canvas}
                        aria-hidden="true"
                        onPointerEnter={() => props.player.hover(canvas.current!, true)}
                        onPointerLeave={() => props.player.hover(canvas.current!, false)}
                        onPointerDown={down}
                        onPointerMove={move}
                        onPointerUp={up}
                        onPointerCancel={up}
                    />
                    {props.badge && <span class="tile-badge">{props.badge}</span>}
                    {ready === "empty" && <span class="tile-empty">Nothing on stage yet</span>}
                </span>
                <span class="tile-words">
                    <span class="tile-name">{props.name}</span>
                    <span class="tile-about">{props.about}</span>
                </span>
            </button>
        </article>
    );
}
