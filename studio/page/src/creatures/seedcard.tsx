// A creature from a seed stands beside the others and does the motion with them, until it is kept or sent away.
import { Button, IconButton, NumberField, Row } from "../widgets/index.ts";
import { dismissGuest, keepGuest, lookAtSeed, roll, seedOf } from "./bringin.ts";
import { guest, report, trial } from "./state.ts";

export function SeedCard() {
  const seed = seedOf(guest.value);
  if (seed === null || trial.value) return null; // a trial is about feet, which it would cover
  const told = report.value?.members.find((member) => member.name === guest.value);
  return (
    <div class="seed-card" role="group" aria-label="A creature from a seed" data-test="seed-card">
      <div class="seed-field">
        <Row label="Seed">
          <NumberField label="Seed" value={seed} min={0} max={4294967294} step={1} onChange={lookAtSeed} test="seed" />
        </Row>
      </div>
      {told && (
        <span class="seed-said">
          {told.bodies.length} bodies, {told.legs} legs, {told.upright ? "upright" : "prone"}
        </span>
      )}
      <Button icon="dices" label="Roll another" onClick={roll} test="seed-roll" />
      <Button kind="primary" icon="check" label="Keep it" onClick={keepGuest} test="seed-keep" />
      <IconButton icon="x" label="Send it away" onClick={dismissGuest} test="seed-dismiss" />
    </div>
  );
}
