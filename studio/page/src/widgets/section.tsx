// A collapsible part of a panel with a title; its state is remembered.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { remember, remembered } from "./memory.ts";
import "./section.css";

export interface SectionProps {
    title: string;
    children: ComponentChildren;
    open?: boolean; // initially open
    actions?: ComponentChildren; // small buttons at the right of the title
    detail?: ComponentChildren; // a count or a word beside the title
    id?: string; // the key under which its state is stored; default: the title
}

export function Section(props: SectionProps) {
    const key = `section.${props.id ?? props.title}`;
    const [open, setOpen] = useState(() => remembered(key, props.open ?? true));
    const body = useId();
    const toggle = (): void => {
        remember(key, !open);
        setOpen(!open);
    };
    return (
        <section class="w-section" aria-label={props.title}>
            <div class="w-section-head">
                <h3>
                    <button
                        type="button"
                        class="w-section-title"
                        aria-expanded={open}
                        aria-controls={body}
                        onClick={toggle}
                    >
                        <Icon name={open ? "chevron-down" : "chevron-right"} size={14} />
                        <span>{props.title}</span>
                        {props.detail !== undefined && <span class="w-section-detail">{props.detail}</span>}
                    </button>
                </h3>
                {props.actions && <div class="w-section-actions">{props.actions}</div>}
            </div>
            {open && (
                <div class="w-section-body" id={body}>
                    {props.children}
                </div>
            )}
        </section>
    );
}
