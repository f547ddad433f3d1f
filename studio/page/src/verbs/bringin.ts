// Motions and forms from outside.
import { chooseMotions, MODELS } from "../takes/import.ts";

export const bringIn = (): void => void chooseMotions(MODELS);
