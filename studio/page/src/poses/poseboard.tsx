// The board in the pose workspace: arranging and linking poses, and dragging the dot.
import { Board } from "./board.tsx";

export const PoseBoard = () => <Board />;
