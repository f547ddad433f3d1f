// A button for an action, with the action's icon, label and shortcut; pressed where the action is a switch that is on.
import { find, isEnabled, run } from "../state/actions.ts";
import { IconButton } from "../widgets/iconbutton.tsx";

export interface ActionButtonProps {
    id: string;
    icon?: string;
    pressed?: boolean;
    small?: boolean;
    tone?: "error"; // colour of the pressed state
    title?: string | undefined; // additional text for the tooltip
    test?: string;
}

export function ActionButton(props: ActionButtonProps) {
    const action = find(props.id);
    if (!action) return null;
    return (
        <IconButton
            small={props.small ?? false}
            icon={props.icon ?? action.icon ?? "circle"}
            label={action.label}
            title={props.title}
            shortcut={action.keys?.[0]}
            pressed={props.pressed ?? action.checked?.()}
            {...(props.tone ? { tone: props.tone } : {})}
            disabled={!isEnabled(action)}
            onClick={() => run(props.id)}
            test={props.test ?? props.id.replace(".", "-")}
        />
    );
}
