// A number without a visible label, followed by its unit.
import { NumberInput } from "../../widgets/numberinput.tsx";
import type { NumberInputProps } from "../../widgets/numberinput.tsx";
import { tip } from "../../widgets/tip.ts";

export function UnitField({ title, ...rest }: NumberInputProps & { title?: string | undefined }) {
    return (
        <div class="w-field w-number" {...tip(title ?? rest.label)}>
            <NumberInput {...rest} />
        </div>
    );
}
