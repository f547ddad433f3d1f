// One icon of the set, 16 px by default. It is hidden from screen readers: the element that contains it has the label.
import { iconPaths } from "./icons.ts";
import "./icon.css";

export function Icon(props: { name: string; size?: number; class?: string }) {
    const size = props.size ?? 16;
    return (
        <svg
            class={props.class ? `w-icon ${props.class}` : "w-icon"}
            width={size}
            height={size}
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            stroke-width={size <= 16 ? 1.9 : 1.6}
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
            focusable="false"
            dangerouslySetInnerHTML={{ __html: iconPaths(props.name) }}
        />
    );
}
