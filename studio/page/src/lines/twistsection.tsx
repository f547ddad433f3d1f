// Twists: bones turned about their own axis, shown as cans in the view.
import type { LineTwist } from "../core/project.ts";
import { time } from "../state/app.ts";
import { endPreview, preview, send } from "../state/document.ts";
import { IconButton, NumberField, Row, Section, Select } from "../widgets/index.ts";
import { boneMenu } from "./contactsection.tsx";
import { angleAt, round, setTwistAngle, setTwist } from "./edits.ts";
import { command, line, report } from "./state.ts";

const DEGREE = Math.PI / 180;

function add(bone: string): void {
    send(command("twist.add", { bone, keys: [{ time: round(time.peek()), angle: 0 }] }));
}
function Twist({ twist, index }: { twist: LineTwist; index: number }) {
    const joints = report.value?.joints ?? [twist.bone];
    const at = twist.keys.findIndex((one) => Math.abs(one.time - time.value) < 1e-3);
    const turn = (angle: number) => setTwistAngle(index, angle * DEGREE)!;
    return (
        <div class="line-part" data-test={`twist-${index}`}>
            <Row label={`Twist ${index + 1}`}>
                <Select
                    label="Bone"
                    value={twist.bone}
                    options={joints.map((name) => ({ value: name, label: name }))}
                    onChange={(bone) => void send(setTwist(index, { bone }))}
                    test={`twist-bone-${index}`}
                />
                <IconButton
                    small
                    icon="trash-2"
                    label="Delete the twist"
                    onClick={() => void send(command("twist.remove", { index }))}
                    test={`twist-delete-${index}`}
                />
            </Row>
            <Row
                label="Angle here"
                title="About the bone, beyond where the line alone takes it; sets a key at the playhead"
            >
                <NumberField
                    label="angle"
                    value={Math.round((angleAt(index, time.value) / DEGREE) * 10) / 10}
                    min={-720}
                    max={720}
                    step={5}
                    unit="°"
                    onInput={(v) => preview(turn(v))}
                    onChange={(v) => void send(turn(v))}
                    onCancel={endPreview}
                    test={`twist-angle-${index}`}
                />
                <IconButton
                    small
                    icon="eraser"
                    label="Remove the key here"
                    disabled={at < 0 || twist.keys.length < 2}
                    onClick={() => void send(setTwist(index, { keys: twist.keys.filter((_, i) => i !== at) }))}
                    test={`twist-unkey-${index}`}
                />
            </Row>
        </div>
    );
}
export function TwistSection() {
    const twists = line.value!.twists ?? [];
    return (
        <Section
            title="Twists"
            detail={twists.length || undefined}
            id="line-twists"
            open={false}
            actions={
                <IconButton
                    icon="plus"
                    label="A bone turns about itself"
                    title={report.value?.keys.length ? undefined : "Draw a stroke first"}
                    disabled={!report.value?.keys.length}
                    onClick={(event) => boneMenu(event, "Which bone twists?", add)}
                    test="add-twist"
                />
            }
        >
            {twists.length === 0 && (
                <p class="w-note">
                    What a line cannot say: a bone turned about itself, such as shoulders against hips. Its can is
                    turned in the view.
                </p>
            )}
            {twists.map((twist, i) => (
                <Twist key={i} twist={twist} index={i} />
            ))}
        </Section>
    );
}
