// What the timeline shows of a stage over its bar: events, keys of paths, cues.
import type { LanesProps } from "../state/workspaces.ts";
import { CueMarks } from "./cuemarks.tsx";
import { EventMarks } from "./eventmarks.tsx";
import { PathLanes } from "./pathlanes.tsx";

export function StageLanes(props: LanesProps) {
    return (
        <>
            <EventMarks {...props} />
            <PathLanes {...props} />
            <CueMarks {...props} />
        </>
    );
}
