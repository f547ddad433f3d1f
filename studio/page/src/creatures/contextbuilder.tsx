// Which bodies are meant, built like a filter of mails: a line for each condition, and under them how many bodies that is on each
// creature. While the pointer is over it, what is selected is lit.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { BodyContext, SpaceAxis } from "../core/project.ts";
import { ask } from "../state/document.ts";
import { Button, IconButton, openMenu, Select } from "../widgets/index.ts";
import { lit, report } from "./state.ts";
import { AXIS_WORDS, CAPS, capName, capWords, EXTENTS, ZONES } from "./words.ts";
import "./contextbuilder.css";

interface BuilderProps {
  context: BodyContext;
  onChange: (context: BodyContext) => void;
  test: string;
}
const AXES: readonly SpaceAxis[] = ["z", "x", "y"];

// Caps that every creature knows, and those that the shown ones have of their own.
function capOptions(now: string | null): { value: string; label: string }[] {
  const own = (report.value?.members ?? []).flatMap((member) => member.bodies.flatMap((body) => body.caps));
  const all = new Set<string>([...CAPS, ...own, ...(now ? [now] : [])]);
  return [{ value: "", label: "any body" }, ...[...all].map((cap) => ({ value: cap, label: capName(cap) }))];
}

function Line(props: { words: string; children: ComponentChildren; onRemove?: () => void }) {
  return (
    <div class="rule">
      <span class="rule-words">{props.words}</span>
      <div class="rule-fields">{props.children}</div>
      {props.onRemove ? <IconButton small icon="x" label="Remove this condition" onClick={props.onRemove} /> : <span />}
    </div>
  );
}
function Zone({ axis, context, onChange, test }: BuilderProps & { axis: SpaceAxis }) {
  const inside = context.within.includes(axis);
  const set = (zone: string | null, within = inside): void => {
    const rest = context.within.filter((one) => one !== axis);
    onChange({ ...context, [axis]: zone, within: zone !== null && within ? [...rest, axis] : rest });
  };
  const whose = [
    { value: "creature", label: "of the creature" },
    { value: "set", label: context.cap ? `of all ${capWords(context.cap).replace(/^the /, "")}` : "of them all" },
  ];
  return (
    <Line words="in the" onRemove={() => set(null)}>
      <Select bare label={AXIS_WORDS[axis]} value={context[axis]!} options={ZONES[axis]} onChange={(zone) => set(zone)} test={`${test}-${axis}`} />
      <Select
        bare
        label="Half of what"
        title="Of the creature's bounds, or of the bounds around the bodies of this kind alone: setspace tells apart what is clumped (3.1.1)"
        value={inside ? "set" : "creature"}
        options={whose}
        onChange={(value) => set(context[axis], value === "set")}
        test={`${test}-${axis}-within`}
      />
    </Line>
  );
}

function Counts({ context, test }: { context: BodyContext; test: string }) {
  const told = report.value;
  const found = told && ask((core) => core.herds.select(context));
  if (!told || !found || told.members.length === 0) return null;
  return (
    <ul class="rule-counts" aria-label="Bodies selected on each creature" data-test={`${test}-counts`}>
      {told.members.map((member, i) => (
        <li key={member.name} class={found.counts[i] ? "" : "none"}>
          <span>{member.name}</span>
          <b>{found.counts[i] ?? 0}</b>
        </li>
      ))}
    </ul>
  );
}

export function ContextBuilder(props: BuilderProps) {
  const { context, onChange, test } = props;
  useEffect(() => () => void (lit.value = null), []);
  const more = (event: MouseEvent): void => {
    const entries = [
      ...AXES.filter((axis) => context[axis] === null).map((axis) => ({ label: AXIS_WORDS[axis], run: () => onChange({ ...context, [axis]: ZONES[axis][0]!.value }) })),
      ...(context.extent ? [] : [{ label: "Only the farthest one", run: () => onChange({ ...context, extent: "frontmost" as const }) }]),
      ...(context.spine ? [] : [{ label: "The spine that they hang on", run: () => onChange({ ...context, spine: true }) }]),
    ];
    openMenu(entries, event.currentTarget as Element, { label: "Add a condition" });
  };
  const full = AXES.every((axis) => context[axis] !== null) && context.extent !== null && context.spine;
  return (
    <div class="rules" role="group" aria-label="Which bodies" onPointerEnter={() => void (lit.value = context)} onPointerLeave={() => void (lit.value = null)} data-test={test}>
      <Line words="bodies that are">
        <Select bare label="What they are" value={context.cap ?? ""} options={capOptions(context.cap)} onChange={(cap) => onChange({ ...context, cap: cap || null })} test={`${test}-cap`} />
      </Line>
      {AXES.filter((axis) => context[axis] !== null).map((axis) => (
        <Zone key={axis} axis={axis} {...props} />
      ))}
      {context.extent && (
        <Line words="only the" onRemove={() => onChange({ ...context, extent: null })}>
          <Select bare label="Which of them" title="Selects one body at most: the farthest that way (3.1.1)" value={context.extent} options={EXTENTS} onChange={(extent) => onChange({ ...context, extent })} test={`${test}-extent`} />
        </Line>
      )}
      {context.spine && (
        <Line words="then" onRemove={() => onChange({ ...context, spine: false })}>
          <span class="rule-said">the spine that they hang on</span>
        </Line>
      )}
      <div class="rule-end">
        {!full && <Button small kind="quiet" icon="plus" label="Condition" onClick={more} test={`${test}-add`} />}
        <Counts context={context} test={test} />
      </div>
    </div>
  );
}
