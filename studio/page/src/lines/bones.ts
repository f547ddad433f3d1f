// Bones by name: which joints a set means, and which bones are drawn for them.
export interface Bone {
  readonly parent: number;
  readonly joint: number;
  readonly on: boolean;
}
export const bonesOn = (names: readonly string[], joints: readonly string[]): readonly number[] => names.map((name) => joints.indexOf(name)).filter((at) => at >= 0);
