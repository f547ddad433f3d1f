// The follows of a puppet on the stage.
import type { Actor, Follow } from "../core/project.ts";
import { artworkOf } from "../scene/state.ts";
import { chosen } from "./regions.ts";
import { addFollow, leaders } from "./follows.ts";
import type { FollowKind } from "./follows.ts";
import { FollowCard } from "./followcard.tsx";
import { IconButton, openMenu, Section } from "../widgets/index.ts";
import { Button } from "../widgets/button.tsx";
import "./puppets.css";

const KINDS: readonly { readonly value: FollowKind; readonly label: string; readonly icon: string }[] = [
    { value: "particle", label: "A ball that falls and bounces", icon: "circle-dot" },
    { value: "path", label: "A path", icon: "route" },
    { value: "of", label: "A handle of another puppet", icon: "link-2" },
];

// The handle selected on the stage, or else the first that follows nothing yet.
function nextHandle(actor: Actor): string | undefined {
    const taken = new Set(actor.follows.map((f: Follow) => f.handle));
    const handles = artworkOf(actor)?.handles ?? [];
    return chosen.value?.regions.at(-1)?.handle ?? (handles.find((h) => !taken.has(h.name)) ?? handles[0])?.name;
}
function addMenu(actor: Actor, event: MouseEvent): void {
    const handle = nextHandle(actor);
    if (handle === undefined) return;
    const entries = KINDS.map(({ value, label, icon }) => ({
        label,
        icon,
        disabled: value === "of" && leaders(actor).length === 0,
        run: () => void addFollow(actor, handle, value),
        test: `add-follow-${value}`,
    }));
    openMenu([{ heading: `${handle} follows` }, ...entries], event.currentTarget as Element, {
        label: "What it follows",
    });
}

export function FollowsPanel({ actor }: { actor: Actor }) {
    const can = nextHandle(actor) !== undefined;
    return (
        <Section
            title="Follows"
            id="puppets.follows"
            open={actor.follows.length > 0}
            detail={actor.follows.length || undefined}
            actions={
                <IconButton
                    icon="plus"
                    label="Make a handle follow something"
                    menu
                    disabled={!can}
                    onClick={(e) => addMenu(actor, e)}
                    test="add-follow"
                />
            }
        >
            {actor.follows.length === 0 && (
                <div class="puppets-invite">
                    <p class="w-note">
                        {can
                            ? "A handle can follow a bouncing ball, a path, or another puppet's handle; the rest of the drawing swings along."
                            : "This drawing has no handles yet: add some in the Rig workspace."}
                    </p>
                    {can && (
                        <Button
                            small
                            label="Let a handle follow…"
                            icon="plus"
                            onClick={(e) => addMenu(actor, e)}
                            test="first-follow"
                        />
                    )}
                </div>
            )}
            <ul class="puppets-cards" aria-label="Targets that handles follow">
                {actor.follows.map((follow, index) => (
                    <FollowCard key={index} actor={actor} follow={follow} index={index} />
                ))}
            </ul>
        </Section>
    );
}
