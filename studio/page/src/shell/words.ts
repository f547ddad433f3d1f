// Readable labels of commands: "Add handle" for handle.add. A group of commands has its own label.
const nouns: Record<string, string> = {
    project: "project",
    artwork: "drawing",
    layer: "layer",
    handle: "handle",
    mirror: "mirror pairs",
    example: "pose",
    sprite: "sprite",
    behaviour: "behaviour",
    complex: "blend",
    scene: "scene",
    actor: "actor",
    clip: "clip",
    track: "track",
    key: "keys",
    family: "family",
    recording: "recording",
    creature: "creature",
    motion: "motion",
    channel: "channel",
    gait: "gait",
};
const verbs: Record<string, string> = {
    add: "Add",
    remove: "Delete",
    rename: "Rename",
    move: "Reorder",
    set: "Change",
    duplicate: "Duplicate",
    mirror: "Mirror",
    drag: "Pose",
};
const whole: Record<string, string> = {
    "project.set": "Rename project",
    "mirror.set": "Change mirror pairs",
    "complex.set": "Change what blends",
    "complex.link": "Link poses",
    "complex.unlink": "Unlink poses",
    "sprite.set": "Change how it moves",
    "example.set": "Change pose",
    "example.add": "Keep pose",
    "example.drag": "Pose by hand",
    "key.set": "Set keys",
    "key.move": "Move keys",
    "curve.set": "Change keys",
    "curve.key": "Key",
    "curve.unkey": "Delete key",
    "channel.set": "Change channel",
    "puppet.set": "Change how it moves",
    "family.link": "Link drawings",
    "family.unlink": "Unlink drawings",
    group: "Several changes",
};
const icons: Record<string, string> = {
    add: "plus",
    remove: "trash-2",
    rename: "text-cursor-input",
    move: "arrow-up",
    set: "sliders-horizontal",
    duplicate: "copy",
    mirror: "flip-horizontal-2",
    link: "link-2",
    unlink: "link-2-off",
};

export function stepLabel(command: string): string {
    if (whole[command]) return whole[command];
    const [noun = "", verb = ""] = command.split(".");
    if (nouns[noun] && verbs[verb]) return `${verbs[verb]} ${nouns[noun]}`;
    return command.charAt(0).toUpperCase() + command.slice(1);
}
export function stepIcon(command: string): string {
    return icons[command.split(".")[1] ?? ""] ?? "pencil";
}
