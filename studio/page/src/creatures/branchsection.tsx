// The creatures that a branch of an action is for, as predicates with three values. A creature that suits no branch
// of an action cannot perform it.
import type { MotionBranch } from "../core/project.ts";
import { send } from "../state/document.ts";
import { Button, IconButton, openMenu, Section, Segmented, tip } from "../widgets/index.ts";
import { command, motion, report } from "./state.ts";
import { CAPS, capWords } from "./words.ts";

type TriState = "any" | "yes" | "no";
const TRI_STATES = [
    { value: "any", label: "Any" },
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
] as const;
const wishOf = (value: boolean | number | null | undefined): TriState =>
    value === null || value === undefined ? "any" : value === false ? "no" : "yes";
const COUNTS = [1, 2, 3, 4];

function PredicateRow(props: {
    label: string;
    title: string;
    value: TriState;
    onChange: (wish: TriState) => void;
    onRemove?: () => void;
    test: string;
}) {
    return (
        <div class="wish">
            <span {...tip(props.title)}>{props.label}</span>
            <Segmented
                bare
                label={props.label}
                value={props.value}
                options={TRI_STATES}
                onChange={props.onChange}
                test={props.test}
            />
            {props.onRemove ? (
                <IconButton small icon="x" label={`Remove the condition on ${props.label}`} onClick={props.onRemove} />
            ) : (
                <span />
            )}
        </div>
    );
}

export function BranchSection() {
    const now = motion.value;
    if (!now) return null;
    const { branch } = now;
    const set = (keys: Partial<MotionBranch>): void =>
        void send(command("motion.set", { branch: withoutNulls({ ...branch, ...keys }) }));
    const without = (cap: string): Record<string, boolean | number> =>
        Object.fromEntries(Object.entries(branch.caps).filter(([name]) => name !== cap));
    const add = (event: MouseEvent): void => {
        const own = (report.value?.members ?? []).flatMap((member) => member.bodies.flatMap((body) => body.caps));
        const free = [...new Set<string>([...CAPS, ...own])].filter(
            (cap) => cap !== "root" && cap !== "spine" && !(cap in branch.caps),
        );
        const least = free.flatMap((cap) =>
            COUNTS.map((count) => ({ cap, count })).slice(0, cap === "grasper" ? 4 : 1),
        );
        openMenu(
            least.map(({ cap, count }) => ({
                label: count === 1 ? `Has ${capWords(cap)}` : `Has at least ${count} ${capWords(cap)}`,
                run: () => set({ caps: { ...branch.caps, [cap]: count === 1 ? true : count } }),
            })),
            event.currentTarget as Element,
            { label: "Ask about" },
        );
    };
    const bound = report.value?.members.filter((member) => member.bound).length ?? 0;
    return (
        <Section
            title="For creatures that"
            id="creature-branch"
            detail={report.value ? `${bound} of ${report.value.members.length} shown` : undefined}
        >
            <PredicateRow
                label="stand upright"
                title="The spine rises by more than 45 degrees (4.1.1, UprightSpine)"
                value={wishOf(branch.upright)}
                onChange={(wish) => set({ upright: wish === "any" ? null : wish === "yes" })}
                test="branch-upright"
            />
            <PredicateRow
                label="walk on legs"
                title="It has feet (4.1.1, HasFeet)"
                value={wishOf(branch.walks)}
                onChange={(wish) => set({ walks: wish === "any" ? null : wish === "yes" })}
                test="branch-walks"
            />
            {Object.entries(branch.caps).map(([cap, has]) => (
                <PredicateRow
                    key={cap}
                    label={
                        typeof has === "number" && has > 1 ? `have ${has} ${capWords(cap)}` : `have ${capWords(cap)}`
                    }
                    title="Bodies of this kind (4.1.1)"
                    value={wishOf(has)}
                    onChange={(wish) =>
                        set({ caps: wish === "any" ? without(cap) : { ...branch.caps, [cap]: wish === "yes" } })
                    }
                    onRemove={() => set({ caps: without(cap) })}
                    test={`branch-${cap}`}
                />
            ))}
            <Button small kind="quiet" icon="plus" label="Add a condition on bodies" onClick={add} test="branch-add" />
        </Section>
    );
}
// The command takes the whole branch; predicates without a value are left out.
function withoutNulls(branch: MotionBranch): Record<string, unknown> {
    return {
        ...(branch.upright === null ? {} : { upright: branch.upright }),
        ...(branch.walks === null ? {} : { walks: branch.walks }),
        caps: branch.caps,
    };
}
