// The view of the paper, and how the action plane is turned out of it.
import { within } from "../core/ranges.ts";
import { viewRanges } from "../core/schema.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { NumberField, Row, Section, Segmented } from "../widgets/index.ts";
import { isTooTilted, clampPlane } from "./planedial.tsx";
import { backToPaper, framePaper } from "./sight.ts";
import { command, line } from "./state.ts";

const DEGREE = Math.PI / 180;
const degrees = (radians: number): number => Math.round((radians / DEGREE) * 100) / 100;
const radians = (angle: number): number => Math.round(angle * DEGREE * 1e5) / 1e5;

const VIEWS = [
    { value: "0", label: "Front" },
    { value: "90", label: "Left" },
    { value: "-90", label: "Right" },
    { value: "180", label: "Back" },
] as const;

export function ViewSection() {
    const { view, plane } = line.value!;
    if (!view || !plane) return null;
    const viewCommand = (keys: Record<string, unknown>) => command("line.set", { view: { ...view, ...keys } });
    const planeCommand = (heading: number, pitch: number) => command("line.set", { plane: clampPlane(heading, pitch) });
    const side =
        Math.abs(view.pitch) < 1e-3
            ? (VIEWS.find((one) => Math.abs(degrees(view.heading) - Number(one.value)) < 0.5)?.value ?? "")
            : "";
    const look = (keys: Record<string, unknown>): void => {
        if (!send(viewCommand(keys))) return;
        backToPaper();
        framePaper();
    };
    return (
        <Section title="Paper and action plane" id="line-view" open={false}>
            <Segmented
                label="Seen from"
                title="Where the paper is looked at from"
                value={side as "0"}
                options={VIEWS}
                onChange={(value) => look({ heading: radians(Number(value)), pitch: 0 })}
                test="view-side"
            />
            <Row tall label="Heading, pitch" title="The direction from which the paper is seen">
                <NumberField
                    label="heading"
                    value={degrees(view.heading)}
                    min={-360}
                    max={360}
                    step={5}
                    unit="°"
                    onInput={(v) => preview(viewCommand({ heading: radians(v) }))}
                    onChange={(v) => look({ heading: radians(v) })}
                    onCancel={endPreview}
                    test="view-heading"
                />
                <NumberField
                    label="pitch"
                    value={degrees(view.pitch)}
                    min={-90}
                    max={90}
                    step={5}
                    unit="°"
                    onInput={(v) => preview(viewCommand({ pitch: radians(v) }))}
                    onChange={(v) => look({ pitch: radians(v) })}
                    onCancel={endPreview}
                    test="view-pitch"
                />
            </Row>
            <NumberField
                label="Distance"
                title="The distance of the eye from the paper; 0 is a view without perspective"
                value={view.distance}
                {...within(viewRanges.distance)}
                step={0.5}
                onChange={(distance) => look({ distance })}
                test="view-distance"
            />
            <Row tall label="Centre" title="The middle of the paper, in the world">
                {(["x", "y", "z"] as const).map((axis, i) => (
                    <NumberField
                        key={axis}
                        label={axis}
                        value={view.centre[i]!}
                        min={-1000}
                        max={1000}
                        step={0.05}
                        onChange={(v) => look({ centre: view.centre.map((old, k) => (k === i ? v : old)) })}
                        test={`view-${axis}`}
                    />
                ))}
            </Row>
            <Row
                tall
                label="Plane turned"
                title="How the plane in which the body acts is turned out of the paper: sideways, and up"
            >
                <NumberField
                    label="sideways"
                    value={degrees(plane.heading)}
                    min={-83}
                    max={83}
                    step={5}
                    default={0}
                    unit="°"
                    onInput={(v) => preview(planeCommand(v * DEGREE, plane.pitch))}
                    onChange={(v) => void send(planeCommand(v * DEGREE, plane.pitch))}
                    onCancel={endPreview}
                    test="plane-heading"
                />
                <NumberField
                    label="up"
                    value={degrees(plane.pitch)}
                    min={-83}
                    max={83}
                    step={5}
                    default={0}
                    unit="°"
                    onInput={(v) => preview(planeCommand(plane.heading, v * DEGREE))}
                    onChange={(v) => void send(planeCommand(plane.heading, v * DEGREE))}
                    onCancel={endPreview}
                    test="plane-pitch"
                />
            </Row>
            {isTooTilted(plane) && (
                <p class="w-note" role="status" data-test="plane-far">
                    Beyond 75° how deep things lie is uncertain: turn it back a little, or look from elsewhere.
                </p>
            )}
        </Section>
    );
}
