// The card of a guest creature grown from a seed, which performs the motion beside the others until it is kept or
// dismissed.
import { Button, IconButton, NumberField, Row } from "../widgets/index.ts";
import { dismissGuest, keepGuest, showSeed, guestFromRandomSeed, seedOf } from "./bringin.ts";
import { guest, report, trial } from "./state.ts";

export function SeedCard() {
    const seed = seedOf(guest.value);
    if (seed === null || trial.value) return null; // hidden during a trial, because it would cover the feet
    const memberReport = report.value?.members.find((member) => member.name === guest.value);
    return (
        <div class="seed-card" role="group" aria-label="A creature from a seed" data-test="seed-card">
            <div class="seed-field">
                <Row label="Seed">
                    <NumberField
                        label="Seed"
                        value={seed}
                        min={0}
                        max={4294967294}
                        step={1}
                        onChange={showSeed}
                        test="seed"
                    />
                </Row>
            </div>
            {memberReport && (
                <span class="seed-said">
                    {memberReport.bodies.length} bodies, {memberReport.legs} legs,{" "}
                    {memberReport.upright ? "upright" : "prone"}
                </span>
            )}
            <Button icon="dices" label="Roll another" onClick={guestFromRandomSeed} test="seed-roll" />
            <Button kind="primary" icon="check" label="Keep it" onClick={keepGuest} test="seed-keep" />
            <IconButton icon="x" label="Remove this creature" onClick={dismissGuest} test="seed-dismiss" />
        </div>
    );
}
