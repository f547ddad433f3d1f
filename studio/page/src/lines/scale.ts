// Between seconds and pixels of the timeline.
export interface Scale {
  readonly x: (at: number) => number;
  readonly at: (x: number) => number;
  readonly perSecond: number;
}
