// The figure as it is in the take under the pointer.
import { hovered } from "./state.ts";

export function PoseGlance() {
  const at = hovered.value;
  if (!at) return null;
  return (
    <div class="pose-glance" style={{ left: `${at.x}px`, top: `${at.y}px` }} data-test="pose-glance">
      <span class="figures">{at.time.toFixed(2)} s</span>
    </div>
  );
}
