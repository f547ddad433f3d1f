// An empty state: what belongs here, and one button for the next step.
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import "./empty.css";

export interface EmptyProps {
    icon: string;
    title: string;
    text: string;
    action?: { label: string; onClick: () => void; icon?: string; shortcut?: string; test?: string } | undefined;
    test?: string;
}

export function Empty(props: EmptyProps) {
    const action = props.action;
    return (
        <div class="w-empty" data-test={props.test}>
            <div class="w-empty-icon">
                <Icon name={props.icon} size={24} />
            </div>
            <h3>{props.title}</h3>
            <p>{props.text}</p>
            {action && <Button kind="primary" {...action} />}
        </div>
    );
}
