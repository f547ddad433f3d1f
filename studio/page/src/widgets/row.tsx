// A row of an inspector: label on the left, controls on the right. Fields used alone make their own row; inside a row
// they show only their control.
import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { tip } from "./tip.ts";
import "./row.css";

const inside = createContext(false);
export const useInRow = (): boolean => useContext(inside);

export function Row(props: {
    label: string;
    children: ComponentChildren;
    title?: string | undefined;
    for?: string;
    tall?: boolean;
    small?: boolean;
}) {
    const words = <span {...tip(props.title)}>{props.label}</span>;
    return (
        <div class={props.tall ? "w-row tall" : props.small ? "w-row small" : "w-row"}>
            {props.for ? (
                <label class="w-row-label" for={props.for}>
                    {words}
                </label>
            ) : (
                <div class="w-row-label">{words}</div>
            )}
            <div class="w-row-controls">
                <inside.Provider value={true}>{props.children}</inside.Provider>
            </div>
        </div>
    );
}
