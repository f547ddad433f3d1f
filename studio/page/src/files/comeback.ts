// Finds a server that was restarted on the same project and port. Its address contains a new secret, which it reveals
// to a page that proves knowledge of the project's key; the server must first prove the same to the page. A program
// that took over the port meanwhile gets neither a secret nor a line of work. studio/serve/serve.h describes the
// exchange.
const MAX_CHARACTERS = 1000; // characters of a response
const TIMEOUT = 5000; // timeout of a request, milliseconds
const ID = /^[0-9a-f]{32}$/;
const encoder = new TextEncoder();

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function prove(key: string, who: "server" | "page", nonce: string, start: string): Promise<string> {
    const secret = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
    ]);
    return hex(
        new Uint8Array(
            await crypto.subtle.sign("HMAC", secret, encoder.encode(`verve ${who} ${nonce} ${start} ${location.port}`)),
        ),
    );
}

// The responder may be any program, so no more is read than our server would send.
async function ask(body: Record<string, string>): Promise<Record<string, unknown>> {
    const answer = await fetch(new URL("/return", location.origin), {
        method: "POST",
        body: JSON.stringify(body),
        cache: "no-store",
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT),
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (
        let piece = await reader?.read();
        piece && !piece.done && text.length <= MAX_CHARACTERS;
        piece = await reader?.read()
    )
        text += piece.value;
    void reader?.cancel().catch(() => {});
    const answerText: unknown = answer.ok && text.length <= MAX_CHARACTERS ? JSON.parse(text) : null;
    return typeof answerText === "object" && answerText !== null ? (answerText as Record<string, unknown>) : {};
}

// Returns true if the server responds; the page's address is then the new one.
export async function findAgain(key: string): Promise<boolean> {
    if (!key || !globalThis.crypto?.subtle) return true; // nothing can be proved, so only the old address can be tried
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
    try {
        const { start, proof } = await ask({ nonce });
        if (typeof start !== "string" || !ID.test(start) || proof !== (await prove(key, "server", nonce, start)))
            return false;
        const { token } = await ask({ nonce, start, proof: await prove(key, "page", nonce, start) });
        if (typeof token !== "string" || !ID.test(token)) return false;
        window.history.replaceState(window.history.state, "", `/${token}/${location.search}${location.hash}`);
        return true;
    } catch {
        return false; // no response, or not from a Verve server
    }
}
