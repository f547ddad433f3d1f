// Two numbers, x and y, of one command: previewed while they are dragged, sent on release.
import type { Command, Vec2 } from "../core/project.ts";
import { endPreview, send } from "../state/document.ts";
import { NumberField } from "../widgets/numberfield.tsx";
import { Row } from "../widgets/row.tsx";
import { tidyPoint } from "../tools/geometry.ts";
import { settle, showLive } from "./live.ts";

export interface PointFieldsProps {
    label: string;
    value: Vec2;
    step: number; // metres per step: a pixel of the drawing
    disabled?: boolean;
    title?: string;
    test?: string;
    command: (value: Vec2) => Command;
}

export function PointFields(props: PointFieldsProps) {
    const [x, y] = props.value;
    const show = (value: Vec2): void => showLive([props.command(tidyPoint(value))]);
    const keep = (value: Vec2): void => {
        settle();
        if (!send(props.command(tidyPoint(value)))) endPreview();
    };
    const cancel = (): void => {
        settle();
        endPreview();
    };
    const field = { step: props.step, unit: "m", disabled: props.disabled, onCancel: cancel };
    return (
        <Row label={props.label} title={props.title}>
            <div class="rig-pair">
                <NumberField
                    {...field}
                    label={`${props.label}, x`}
                    prefix="X"
                    value={x}
                    onInput={(v) => show([v, y])}
                    onChange={(v) => keep([v, y])}
                    test={props.test && `${props.test}-x`}
                />
                <NumberField
                    {...field}
                    label={`${props.label}, y`}
                    prefix="Y"
                    value={y}
                    onInput={(v) => show([x, v])}
                    onChange={(v) => keep([x, v])}
                    test={props.test && `${props.test}-y`}
                />
            </div>
        </Row>
    );
}
