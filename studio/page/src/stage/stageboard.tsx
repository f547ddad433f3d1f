// Beside the stage: the selected actor's pose board, its dot moving live with the trail it leaves, and below it the
// behaviour that drives the actor.
import { effect } from "@preact/signals";
import { artworkName } from "../state/app.ts";
import { project } from "../state/document.ts";
import { Board } from "../poses/board.tsx";
import { Empty } from "../widgets/index.ts";
import { watched } from "./trail.ts";

// The board shows the artwork of the actor that is watched.
export function followWatched(): () => void {
  return effect(() => {
    const index = watched.value?.artwork;
    const name = index === undefined ? undefined : project.peek().artworks[index]?.name;
    if (name && artworkName.peek() !== name) artworkName.value = name;
  });
}

export function StageBoard() {
  const now = watched.value;
  if (!now) return <Empty icon="images" title="No poses to watch" text="Select an actor whose drawing has poses: its dot moves here while the stage plays." />;
  return <Board watch={now} />;
}
