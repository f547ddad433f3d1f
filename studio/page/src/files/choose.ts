// Chooses where projects are stored: on the server that this page came from, or in the browser.
import { BrowserHome } from "./browser.ts";
import { ServerHome, serverState } from "./server.ts";
import type { Home } from "./storage.ts";

export async function chooseStorage(): Promise<Home> {
    const served = location.protocol.startsWith("http") && (await serverState()) !== null;
    return served ? new ServerHome() : new BrowserHome();
}
