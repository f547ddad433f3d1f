// Messages of the page: banners over the stage that stay, toasts below that disappear. Screen readers announce both.
import { dismiss, hold, messages } from "../state/messages.ts";
import type { Message, Tone } from "../state/messages.ts";
import { ImportBusy } from "../files/fileslayer.tsx";
import { showing } from "../files/session.ts";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { IconButton } from "../widgets/iconbutton.tsx";
import { shown, sizes } from "./layout.ts";
import "./toasts.css";

const ICONS: Record<Tone, string> = {
    info: "info",
    success: "circle-check",
    warning: "triangle-alert",
    error: "circle-alert",
};

function Told({ message, kind }: { message: Message; kind: "toast" | "banner" }) {
    return (
        <div
            class={`told ${kind} ${message.tone}`}
            role={message.tone === "error" ? "alert" : "status"}
            data-test={kind}
            onPointerEnter={() => hold(message.id, true)}
            onPointerLeave={() => hold(message.id, false)}
        >
            <Icon name={ICONS[message.tone]} class="told-icon" />
            <div class="told-words">
                <p>{message.text}</p>
                {message.remedy && <p class="told-remedy">{message.remedy}</p>}
            </div>
            {message.buttons.map((button) => (
                <Button key={button.label} small label={button.label} onClick={button.run} />
            ))}
            {!message.asks && <IconButton small icon="x" label="Dismiss" onClick={() => dismiss(message.id)} />}
        </div>
    );
}

export function Banners() {
    return (
        <div class="banners">
            {messages.value
                .filter((m) => m.stays)
                .map((m) => (
                    <Told key={m.id} message={m} kind="banner" />
                ))}
        </div>
    );
}
export function Toasts() {
    const below = showing.value.kind === "project" && shown.value.bottom ? sizes.value.bottom : 0;
    return (
        <div class="toasts" style={{ "--below": `${below}px` }} aria-live="polite" aria-relevant="additions">
            {messages.value
                .filter((m) => !m.stays)
                .slice(-4)
                .map((m) => (
                    <Told key={m.id} message={m} kind="toast" />
                ))}
            <ImportBusy />
        </div>
    );
}
