// Maps seconds to pixels of the timeline and back.
export interface Scale {
    readonly x: (at: number) => number;
    readonly at: (x: number) => number;
    readonly perSecond: number;
}
