// The whole page: a screen for each state of the session, and everything that floats above all screens.
import { Broken } from "../files/broken.tsx";
import { FilesLayer } from "../files/fileslayer.tsx";
import { showing } from "../files/session.ts";
import { Gallery } from "../gallery/gallery.tsx";
import { laterLayers } from "../state/later.ts";
import { MenuLayer } from "../widgets/menu.tsx";
import { Tooltip } from "../widgets/tooltip.tsx";
import { Boundary } from "./boundary.tsx";
import { Frame } from "./frame.tsx";
import { Loading } from "./loading.tsx";
import { Palette } from "./palette.tsx";
import { Banners, Toasts } from "./toasts.tsx";
import { openWindow } from "./windows.ts";

function Screen() {
    const now = showing.value;
    if (now.kind === "project") return <Frame />;
    if (now.kind === "broken") return <Broken trouble={now.trouble} />;
    if (now.kind === "loading") return <Loading what={now.what} />;
    return (
        <>
            <Banners />
            <Gallery />
        </>
    );
}

export function App() {
    return (
        <>
            <Boundary what="This page">
                <Screen />
            </Boundary>
            {openWindow.value === "palette" && <Palette />}
            {laterLayers.value.map((Layer, i) => (
                <Layer key={i} />
            ))}
            <FilesLayer />
            <Toasts />
            <MenuLayer />
            <Tooltip />
        </>
    );
}
