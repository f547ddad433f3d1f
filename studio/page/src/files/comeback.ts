// Finds a server that was started again on the same project and port. Its address has a new secret, which it tells to a page that
// knows the project's key; the page asks only a server that has proved that it knows it too. So a program that took the port
// meanwhile gets neither a secret nor a line of work. studio/serve/serve.h describes the exchange.
const MOST_LETTERS = 1000; // of an answer
const PATIENCE = 5000; // milliseconds for one
const ID = /^[0-9a-f]{32}$/;
const encoder = new TextEncoder();

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function prove(key: string, who: "server" | "page", nonce: string, start: string): Promise<string> {
  const secret = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", secret, encoder.encode(`verve ${who} ${nonce} ${start} ${location.port}`))));
}

// Whoever answers may be anybody: no more is read than our server would say.
async function ask(body: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(new URL("/return", location.origin), { method: "POST", body: JSON.stringify(body), cache: "no-store", redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let piece = await reader?.read(); piece && !piece.done && text.length <= MOST_LETTERS; piece = await reader?.read()) text += piece.value;
  void reader?.cancel().catch(() => {});
  const told: unknown = answer.ok && text.length <= MOST_LETTERS ? JSON.parse(text) : null;
  return typeof told === "object" && told !== null ? (told as Record<string, unknown>) : {};
}

// True where the server is there; the page's address is then the new one.
export async function findAgain(key: string): Promise<boolean> {
  if (!key || !globalThis.crypto?.subtle) return true; // nothing can be proved: only the old address is left to try
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  try {
    const { start, proof } = await ask({ nonce });
    if (typeof start !== "string" || !ID.test(start) || proof !== (await prove(key, "server", nonce, start))) return false;
    const { token } = await ask({ nonce, start, proof: await prove(key, "page", nonce, start) });
    if (typeof token !== "string" || !ID.test(token)) return false;
    window.history.replaceState(window.history.state, "", `/${token}/${location.search}${location.hash}`);
    return true;
  } catch {
    return false; // nobody there, or nobody who talks like us
  }
}
