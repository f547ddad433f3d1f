// A panel of the shell: a landmark with a header and a scrolling body.
import type { ComponentChildren } from "preact";
import { IconButton } from "../widgets/iconbutton.tsx";
import "./panel.css";

export interface PanelProps {
    title: string;
    label: string; // of the landmark
    name: string; // class name, also used by tests
    size?: number | undefined; // width; omitted: the width of its column
    height?: number | undefined;
    onHide: () => void;
    hideIcon: string;
    shortcut?: string | undefined;
    actions?: ComponentChildren; // in the header
    children: ComponentChildren;
}

export function Panel(props: PanelProps) {
    return (
        <aside
            class={`panel ${props.name}`}
            aria-label={props.label}
            style={{
                ...(props.size ? { width: `${props.size}px` } : {}),
                ...(props.height ? { height: `${props.height}px` } : {}),
            }}
            data-test={`panel-${props.name}`}
            tabIndex={-1}
        >
            <div class="panel-head">
                <h2>{props.title}</h2>
                <div class="panel-actions">
                    {props.actions}
                    <IconButton
                        small
                        icon={props.hideIcon}
                        label={`Hide the ${props.label.toLowerCase()}`}
                        shortcut={props.shortcut}
                        onClick={props.onHide}
                    />
                </div>
            </div>
            <div class="panel-body">{props.children}</div>
        </aside>
    );
}
