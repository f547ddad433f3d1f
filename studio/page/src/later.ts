// Modules loaded once the page can be used: the Stage workspace, those that draw in 3-D, reading SVG, and exporting without
// a server.
import "./export/page_exporter.ts";
import "./files/svgdraw.ts";
import "./stage/index.ts";
import "./timeline/index.ts";
import "./puppets/index.ts";
import "./verbs/index.ts";
import "./creatures/index.ts";
import "./lines/index.ts";
