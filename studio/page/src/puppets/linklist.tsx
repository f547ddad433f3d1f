// The links of two drawings as a list: everything that the side-by-side view can do, without a pointer.
import { useState } from "preact/hooks";
import type { Family } from "../core/project.ts";
import { linksHandles } from "../core/project.ts";
import { Button, IconButton, Row, Section, Select, tip } from "../widgets/index.ts";
import { artworkNamed } from "./families.ts";
import {
    linkCssColour,
    linkHandles,
    linking,
    pair,
    PARTS,
    selectedLinkId,
    shownLinks,
    showPair,
    toggleKeep,
    unlink,
} from "./links.ts";
import type { ShownLink } from "./links.ts";
import { openLinks } from "./linkmode.ts";

function Keep({ family, link }: { family: Family; link: ShownLink }) {
    if (!link.keep) return <span class="puppets-quiet">points</span>;
    return (
        <span class="puppets-parts" role="group" aria-label={`What ${link.words} keep`}>
            {PARTS.map(({ value, label, title }) => (
                <button
                    key={value}
                    type="button"
                    aria-pressed={link.keep!.includes(value)}
                    aria-label={label}
                    data-test={`keep-${link.number}-${value}`}
                    onClick={() => void toggleKeep(family, link, value)}
                    {...tip(`${label}: ${title.toLowerCase()}`)}
                >
                    {label[0]}
                </button>
            ))}
        </span>
    );
}

function Rows({ family }: { family: Family }) {
    return (
        <ul class="puppets-links" aria-label="Links" data-test="links">
            {shownLinks.value.map((link) => (
                <li key={link.id} aria-current={link.id === selectedLinkId.value} data-test={`link-${link.number}`}>
                    <button type="button" class="puppets-link" onClick={() => void (selectedLinkId.value = link.id)}>
                        <span class="puppets-number" style={{ background: linkCssColour(link.number) }}>
                            {link.number}
                        </span>
                        <span class="puppets-words">{link.words}</span>
                    </button>
                    <Keep family={family} link={link} />
                    <IconButton
                        small
                        icon="x"
                        label={`Delete link ${link.number}`}
                        onClick={() => void unlink(family, link)}
                        test={`unlink-${link.number}`}
                    />
                </li>
            ))}
        </ul>
    );
}

// Links two handles chosen by name.
function AddLink({ family, left, right }: { family: Family; left: string; right: string }) {
    const [from, setFrom] = useState("");
    const [to, setTo] = useState("");
    const taken = (side: 0 | 1): Set<string> =>
        new Set(
            shownLinks.value.flatMap(({ link }) =>
                linksHandles(link) ? [link.from === left ? link.handles[side] : link.handles[1 - side]!] : [],
            ),
        );
    const handles = (name: string, side: 0 | 1) => {
        const known = taken(side);
        return (artworkNamed(name)?.own.handles ?? []).map((h) => ({
            value: h.name,
            label: known.has(h.name) ? `${h.name} ·` : h.name,
        }));
    };
    const [lefts, rights] = [handles(left, 0), handles(right, 1)];
    const a = lefts.some((o) => o.value === from)
        ? from
        : (lefts.find((o) => !o.label.endsWith("·"))?.value ?? lefts[0]?.value ?? "");
    const b = rights.some((o) => o.value === to)
        ? to
        : (rights.find((o) => o.value === a)?.value ?? rights.find((o) => !o.label.endsWith("·"))?.value ?? "");
    if (!lefts.length || !rights.length)
        return <p class="w-note">Both drawings need handles first: the Rig workspace gives them some.</p>;
    const add = (): void => {
        if (linkHandles(family, [left, right], [a, b])) {
            setFrom("");
            setTo("");
        }
    };
    return (
        <div class="puppets-addlink">
            <Select bare label={`Handle of ${left}`} value={a} options={lefts} onChange={setFrom} test="link-from" />
            <Select bare label={`Handle of ${right}`} value={b} options={rights} onChange={setTo} test="link-to" />
            <IconButton icon="link-2" label="Link these two" onClick={add} test="link-add" />
        </div>
    );
}

export function LinkList({ family }: { family: Family }) {
    const two = pair.value;
    if (!two) return null;
    const [left, right] = two;
    const options = family.members.map((name) => ({ value: name, label: name }));
    return (
        <Section title="What answers to what" id="puppets.links" detail={shownLinks.value.length || undefined}>
            {family.members.length > 2 && (
                <Row label="Between">
                    <Select
                        label="First drawing"
                        value={left}
                        options={options}
                        onChange={(name) => showPair(name, name === right ? left : right)}
                    />
                    <Select
                        label="Second drawing"
                        value={right}
                        options={options.filter((o) => o.value !== left)}
                        onChange={(name) => showPair(left, name)}
                    />
                </Row>
            )}
            {shownLinks.value.length === 0 && (
                <p class="w-note">
                    Between drawings without links nothing passes. Two or three are often enough: the feet, the head.
                </p>
            )}
            <Rows family={family} />
            <AddLink family={family} left={left} right={right} />
            {!linking.value && (
                <Button
                    label="Link on the drawings"
                    icon="link-2"
                    kind={shownLinks.value.length ? "plain" : "primary"}
                    wide
                    onClick={() => openLinks(left, right)}
                    test="open-links"
                />
            )}
        </Section>
    );
}
