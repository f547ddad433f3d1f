// A place among the poses: one chip for each pose with its weight. The weights always add up to 1.
import type { Artwork, Place } from "../../core/project.ts";
import { Thumbnail } from "../../draw/thumbnail.tsx";
import { IconButton } from "../../widgets/index.ts";
import type { MenuItem } from "../../widgets/menu.tsx";
import { openMenu } from "../../widgets/menu.tsx";
import { tip } from "../../widgets/tip.ts";
import { watched } from "../../scene/trail.ts";
import { blendsWith, normalised, placeOf, weightsOf, withWeight } from "./model.ts";
import { UnitField } from "./unitfield.tsx";
import "./placefield.css";

const CHIP = 26;
export const WHOLE = 44;

export interface PlaceFieldProps {
    readonly own: Artwork;
    readonly place: Place;
    readonly onInput: (place: Place) => void;
    readonly onChange: (place: Place) => void;
    readonly onCancel: () => void;
    readonly test: string;
}

function Chip({ name, field }: { name: string; field: PlaceFieldProps }) {
    const { own, place, onInput, onChange, onCancel } = field;
    const poses = Object.keys(place);
    const swap = (to: string): Place =>
        normalised(Object.fromEntries(Object.entries(place).map(([n, w]) => [n === name ? to : n, w])));
    const menu = (event: MouseEvent): void => {
        const items = own.examples
            .filter((e) => !poses.includes(e.name))
            .map((e): MenuItem => ({ label: e.name, run: () => onChange(swap(e.name)), test: `pose-${e.name}` }));
        openMenu(items, event.currentTarget as Element, { label: "Another pose" });
    };
    const remove = (): void =>
        onChange(normalised(Object.fromEntries(Object.entries(place).filter(([n]) => n !== name))));
    return (
        <div class="place-chip">
            <button
                type="button"
                class="place-pose"
                aria-haspopup="menu"
                aria-label={`Pose ${name}: choose another`}
                onClick={menu}
                data-test={`${field.test}-pose`}
                {...tip(`${name}: click for another pose`)}
            >
                {poses.length > 1 && <Thumbnail artwork={own.name} example={name} size={CHIP} />}
                <span>{name}</span>
            </button>
            {poses.length > 1 && (
                <>
                    <span class="place-weight">
                        <UnitField
                            label={`Weight of ${name}`}
                            value={Math.round(100 * (place[name] ?? 0))}
                            min={1}
                            max={99}
                            step={1}
                            unit="%"
                            onInput={(v) => onInput(withWeight(place, name, v / 100))}
                            onChange={(v) => onChange(withWeight(place, name, v / 100))}
                            onCancel={onCancel}
                        />
                    </span>
                    <IconButton small icon="x" label={`Remove ${name}`} onClick={remove} />
                </>
            )}
        </div>
    );
}

export function PlaceField(props: PlaceFieldProps) {
    const { own, place } = props;
    const more = blendsWith(own, place);
    const add = (event: MouseEvent): void => {
        const items = more.map(
            (name): MenuItem => ({
                label: name,
                run: () =>
                    props.onChange(normalised({ ...makeRoom(place), [name]: 1 / (Object.keys(place).length + 1) })),
            }),
        );
        openMenu([{ heading: "Blend with" }, ...items], event.currentTarget as Element, { label: "Blend with" });
    };
    const take = (): void => {
        const now = watched.peek();
        if (now) props.onChange(placeOf(own, now.place));
    };
    return (
        <div class={Object.keys(place).length > 1 ? "place blended" : "place"}>
            <div class="place-whole">
                <Thumbnail
                    artwork={own.name}
                    weights={weightsOf(own, place)}
                    size={WHOLE}
                    label={Object.keys(place).join(" and ")}
                />
            </div>
            <div class="place-chips">
                {Object.keys(place).map((name) => (
                    <Chip key={name} name={name} field={props} />
                ))}
            </div>
            <div class="place-more">
                {more.length > 0 && <IconButton small icon="plus" label="Blend with another pose" onClick={add} menu />}
                <IconButton small icon="crosshair" label="Where the actor is now" onClick={take} />
            </div>
        </div>
    );
}
// Scales the weights down to make room for one more pose with an equal share.
function makeRoom(place: Place): Place {
    const share = 1 - 1 / (Object.keys(place).length + 1);
    return Object.fromEntries(Object.entries(place).map(([name, w]) => [name, w * share]));
}
