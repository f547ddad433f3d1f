// The board as the pose workspace has it: to arrange and to link poses, and to drag the dot.
import { Board } from "./board.tsx";

export const PoseBoard = () => <Board />;
