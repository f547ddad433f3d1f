// A shortcut drawn as key caps.
import { caps } from "./keys.ts";
import "./kbd.css";

export function Kbd(props: { keys: string }) {
    return (
        <span class="w-kbd">
            {caps(props.keys).map((cap, i) => (
                <kbd key={i}>{cap}</kbd>
            ))}
        </span>
    );
}
