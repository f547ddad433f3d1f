// Bones by name: the joints of a bone set, and the bones that are drawn for them.
export interface Bone {
    readonly parent: number;
    readonly joint: number;
    readonly on: boolean;
}
export const bonesOn = (names: readonly string[], joints: readonly string[]): readonly number[] =>
    names.map((name) => joints.indexOf(name)).filter((at) => at >= 0);
