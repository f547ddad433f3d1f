// Modules loaded once the page can be used: the Stage workspace, those that draw in 3-D, reading SVG, exporting without a
// server, and windows.
import "./export/page_exporter.ts";
import "./files/svgdraw.ts";
import "./shell/laterwindows.tsx";
import "./stage/index.ts";
import "./timeline/index.ts";
import "./puppets/index.ts";
import "./verbs/index.ts";
import "./creatures/index.ts";
import "./lines/index.ts";
