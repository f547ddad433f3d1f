// The family of a puppet on the stage, whose members it may change into.
import type { Actor } from "../core/project.ts";
import { select } from "../state/app.ts";
import { IconButton, Row, Select } from "../widgets/index.ts";
import { familiesOf, createFamily, joinFamily } from "./families.ts";

const NEW = "\n";

export function FamilyField({ actor }: { actor: Actor }) {
    const options = [
        { value: "", label: "Stays what it is" },
        ...familiesOf(actor).map((f) => ({ value: f.name, label: f.name })),
        { value: NEW, label: "New family…" },
    ];
    return (
        <Row label="Family" title="The drawings that it may change into while it moves">
            <Select
                label="Family"
                value={actor.family ?? ""}
                options={options}
                onChange={(name) => (name === NEW ? createFamily(actor) : void joinFamily(actor, name || null))}
                test="actor-family"
            />
            {actor.family !== null && (
                <IconButton
                    icon="arrow-right"
                    label="Open the family: members and links"
                    onClick={() => select("family", actor.family!)}
                    test="go-family"
                />
            )}
        </Row>
    );
}
