// Export: what, as what, how large, which part, on what; then a bar that can be stopped.
import { time } from "../state/app.ts";
import { Button, Colour, Dialog, NumberField, Progress, Row, Segmented, Select } from "../widgets/index.ts";
import type { Format } from "./exporter.ts";
import { FORMATS } from "./exporter.ts";
import * as state from "./state.ts";
import { background, chooseSubject, colour, format, isOpen, job, moves, problem, range, rate, sheet, size, startExport, subject, subjects, subjectScene } from "./state.ts";
import "./exportdialog.css";

const LARGEST = 8192;
const PRESETS: readonly { label: string; width: number; height: number }[] = [
  { label: "720p", width: 1280, height: 720 },
  { label: "1080p", width: 1920, height: 1080 },
  { label: "Square", width: 1080, height: 1080 },
  { label: "Upright", width: 1080, height: 1920 },
];

function Formats() {
  const offered = state.formats().filter((f) => moves.value || f === "png");
  return (
    <div class="export-formats" role="radiogroup" aria-label="Format">
      {offered.map((id: Format) => (
        <button key={id} type="button" role="radio" aria-checked={format.value === id} class={format.value === id ? "export-format chosen" : "export-format"} data-test={`format-${id}`} onClick={() => (format.value = id)}>
          <strong>{FORMATS[id].label}</strong>
          <span>{FORMATS[id].about}</span>
        </button>
      ))}
    </div>
  );
}

function Size() {
  const own = subjectScene.value;
  const presets = own ? [{ label: "The scene's", width: own.size[0], height: own.size[1] }, ...PRESETS] : PRESETS;
  return (
    <>
      <Row label="Size">
        <NumberField label="W" value={size.value.width} min={16} max={LARGEST} step={1} unit="px" onChange={(width) => (size.value = { ...size.value, width: Math.round(width) })} test="export-width" />
        <NumberField label="H" value={size.value.height} min={16} max={LARGEST} step={1} unit="px" onChange={(height) => (size.value = { ...size.value, height: Math.round(height) })} test="export-height" />
      </Row>
      <div class="export-presets">
        {presets.map(({ label, width, height }) => (
          <Button key={label} label={label} small kind="quiet" pressed={size.value.width === width && size.value.height === height} onClick={() => (size.value = { width, height })} />
        ))}
      </div>
    </>
  );
}

function Range() {
  const last = subjectScene.value?.seconds ?? 0;
  if (!moves.value) return null;
  if (format.value === "png")
    return (
      <Row label="Moment">
        <span class="export-note">{Math.min(time.value, last).toFixed(2)} s, where the timeline stands</span>
      </Row>
    );
  return (
    <>
      <Row label="Range">
        <NumberField label="from" value={range.value.from} min={0} max={range.value.to} step={0.1} default={0} unit="s" onChange={(from) => (range.value = { ...range.value, from })} test="export-from" />
        <NumberField label="to" value={range.value.to} min={range.value.from} max={last} step={0.1} default={last} unit="s" onChange={(to) => (range.value = { ...range.value, to })} test="export-to" />
      </Row>
      {format.value === "sheet" ? (
        <Row label="Pictures">
          <NumberField label="of" value={sheet.value.count} min={1} max={256} step={1} default={24} onChange={(count) => (sheet.value = { ...sheet.value, count: Math.round(count) })} />
          <NumberField label="in" value={sheet.value.columns} min={0} max={64} step={1} default={0} title="Columns; 0: as many as look well" onChange={(columns) => (sheet.value = { ...sheet.value, columns: Math.round(columns) })} />
        </Row>
      ) : (
        <NumberField label="Frames a second" value={rate.value} min={1} max={120} step={1} default={30} onChange={(value) => (rate.value = Math.round(value))} test="export-rate" />
      )}
    </>
  );
}

function Background() {
  const options = [
    { value: "own", label: "The scene's" },
    { value: "colour", label: "Colour" },
    ...(FORMATS[format.value].transparent ? [{ value: "transparent", label: "None" } as const] : []),
  ] as const;
  return (
    <>
      <Segmented label="Background" value={background.value} options={options} onChange={(value) => (background.value = value)} test="export-background" />
      {background.value === "colour" && <Colour label="Colour" value={colour.value} onChange={(value) => (colour.value = value)} />}
    </>
  );
}

function Foot() {
  const running = job.value;
  if (running)
    return (
      <>
        <Progress label="Exporting" share={running.progress} />
        <Button label="Cancel" onClick={running.stop} test="export-cancel" />
      </>
    );
  return (
    <>
      <Button label="Close" kind="quiet" onClick={() => (isOpen.value = false)} />
      <Button label="Export" icon="download" kind="primary" onClick={() => void startExport()} disabled={!subject.value} test="export-start" />
    </>
  );
}

export function ExportDialog() {
  const close = (): void => {
    if (!job.value) isOpen.value = false;
  };
  return (
    <Dialog title="Export" open={isOpen.value} onClose={close} footer={<Foot />} test="export">
      <fieldset class="export-fields" disabled={job.value !== null}>
        <Select label="What" value={subject.value} options={subjects.value} onChange={chooseSubject} test="export-subject" />
        <Formats />
        <Size />
        <Range />
        <Background />
      </fieldset>
      {problem.value && (
        <p class="export-problem" role="alert">
          {problem.value}
        </p>
      )}
    </Dialog>
  );
}
