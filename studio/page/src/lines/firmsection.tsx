// The firmness of the line along its length, and its damping there.
import { Section } from "../widgets/index.ts";
import { command, line } from "./state.ts";
import { Strip } from "./strip.tsx";

export function FirmSection() {
    const now = line.value!;
    const changed = Number(now.stiffness !== null) + Number(now.damping !== null);
    return (
        <Section title="Firmness along the line" id="line-firm" open={false} detail={changed ? "drawn" : undefined}>
            <Strip
                label="Stiffness"
                title="Firm pieces lead and hardly swing, soft ones come after. Draw with the mouse; Shift levels"
                values={now.stiffness}
                count={now.elements}
                change={(stiffness) => command("line.set", { stiffness })}
                test="line-stiffness"
            />
            <Strip
                label="Damping"
                title="How soon each piece is quiet. Draw with the mouse; Shift levels"
                values={now.damping}
                count={now.elements}
                change={(damping) => command("line.set", { damping })}
                test="line-damping"
            />
            {now.way === "smooth" && (
                <p class="w-note">Smooth lines do not swing: this counts for elastic and shot ones.</p>
            )}
        </Section>
    );
}
