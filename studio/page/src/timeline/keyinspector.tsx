// The selected keys: when, where, how strongly, and how the curve goes on. What differs among them says so, and is made the
// same by setting it.
import type { Channel, CurveKind, Key } from "../core/project.ts";
import { IconButton, NumberField, Row, Section, Segmented, Slider } from "../widgets/index.ts";
import { changed, make, moved, removeKeys, setTangents, shift, show, takeBack, tangentKind } from "./edit.ts";
import type { Change, TangentKind } from "./edit.ts";
import { fromShown, parts, shownUnit, toShown, withPart } from "./model.ts";
import type { KeyRef } from "./model.ts";
import { frameSeconds, selectedKeys } from "./state.ts";

const live = <T,>(change: (value: T) => Change) => ({
  onInput: (value: T) => show(change(value)),
  onChange: (value: T) => void make(change(value)),
  onCancel: takeBack,
});
const same = <T,>(keys: readonly KeyRef[], of: (ref: KeyRef) => T): boolean => keys.every((ref) => of(ref) === of(keys[0]!));
const mixedly = (label: string, mixed: boolean): string => (mixed ? `${label} ≠` : label);

const channelsOf = (keys: readonly KeyRef[]): Channel[] => [...new Set(keys.map((ref) => ref.track.channel))];

// Numbers of a channel; in a row, x and y.
function Values({ keys, channel }: { keys: readonly KeyRef[]; channel: Channel }) {
  const own = keys.filter((ref) => ref.track.channel === channel);
  const count = parts(own[0]!.key.value).length;
  const label = { position: "Position", angle: "Angle", scale: "Scale" }[channel];
  const fields = Array.from({ length: count }, (_, part) => {
    const value = (ref: KeyRef): number => toShown(channel, parts(ref.key.value)[part]!);
    const set = (to: number): Change => changed(own, (ref) => ({ value: withPart(ref.key.value, part, fromShown(channel, to)) }), "Change values of keys");
    const words = `${label}${count > 1 ? ` ${"XY"[part]!}` : ""}${same(own, value) ? "" : ", mixed"}`;
    return <NumberField key={part} label={words} prefix={`${count > 1 ? "XY"[part]! : "∠"}${same(own, value) ? "" : "≠"}`} value={value(own.at(-1)!)} step={channel === "angle" ? 1 : 0.01} {...(channel === "scale" ? { min: 0.01 } : {})} unit={shownUnit[channel]} {...live(set)} test={`key-${channel}-${part}`} />;
  });
  return <Row label={label}>{fields}</Row>;
}

function Time({ keys }: { keys: readonly KeyRef[] }) {
  const last = keys.at(-1)!;
  const set = (to: number): Change => {
    const by = shift(keys, to - last.key.time);
    return moved(keys, (ref) => ref.key.time + by);
  };
  return <NumberField label={keys.length > 1 ? "Last at" : "Time"} title={keys.length > 1 ? "When the last of them is; all move along" : "When, since the clip began"} value={last.key.time} min={0} max={3600} step={frameSeconds.value} unit="s" {...live(set)} test="key-time" />;
}

export function KeyInspector() {
  const keys = selectedKeys.value;
  if (!keys.length) return null;
  const set = (change: (ref: KeyRef) => Partial<Key>, label?: string): Change => changed(keys, change, label);
  const one = keys.length === 1 ? keys[0]! : null;
  const first = keys.at(-1)!.key;
  const [strengths, eases] = [same(keys, (ref) => ref.key.strength), same(keys, (ref) => ref.key.ease)];
  const curve = same(keys, (ref) => ref.key.curve) ? first.curve : "mixed";
  const release = same(keys, (ref) => ref.key.release) ? (first.release ? "free" : "held") : "mixed";
  const tangent = same(keys, tangentKind) ? tangentKind(keys[0]!) : "mixed";
  return (
    <div data-keeps-timeline data-test="key-inspector">
      <Section title={one ? "Key" : "Keys"} detail={one ? `${one.track.handle} · ${one.track.channel}` : `${keys.length} selected`} id="timeline.keys" actions={<IconButton small icon="trash-2" label="Delete keys" shortcut="Delete" onClick={removeKeys} />}>
        <Time keys={keys} />
        {channelsOf(keys).map((channel) => (
          <Values key={channel} keys={keys} channel={channel} />
        ))}
        <Slider label={mixedly("Strength", !strengths)} title="Which share of the gap a step closes; 100 %: exactly there" value={100 * first.strength} min={0} max={100} default={100} unit="%" {...live((v) => set(() => ({ strength: v / 100 }), "Change strengths"))} test="key-strength" />
        <NumberField label={mixedly("Ease", !eases)} title="How long it fades in before a key that nothing leads to, and out after one that lets go" value={first.ease} min={0} max={60} step={0.01} default={0} unit="s" {...live((ease) => set(() => ({ ease }), "Change eases"))} test="key-ease" />
        <Segmented
          label={mixedly("Curve", curve === "mixed")}
          value={curve as CurveKind}
          options={[
            { value: "smooth", label: "Smooth", icon: "spline" },
            { value: "linear", label: "Linear", icon: "slash" },
            { value: "step", label: "Step", icon: "chart-no-axes-column-increasing" },
          ]}
          iconsOnly
          onChange={(to) => void make(set(() => ({ curve: to }), "Change curves"))}
          test="key-curve"
        />
        <Segmented
          label={mixedly("Tangents", tangent === "mixed")}
          value={tangent as TangentKind}
          options={[
            { value: "auto", label: "Automatic", icon: "wand-sparkles" },
            { value: "flat", label: "Flat", icon: "minus" },
            { value: "unified", label: "Unified", icon: "link-2" },
            { value: "broken", label: "Broken", icon: "link-2-off" },
          ]}
          iconsOnly
          onChange={setTangents}
          test="key-tangents"
        />
        <Segmented
          label={mixedly("After it", release === "mixed")}
          title="Whether the handle is held until the next key, or free"
          value={release}
          options={[
            { value: "held", label: "Held" },
            { value: "free", label: "Let go" },
          ]}
          onChange={(to) => void make(set(() => ({ release: to === "free" }), "Change what follows keys"))}
          test="key-release"
        />
      </Section>
    </div>
  );
}
