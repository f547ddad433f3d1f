// Time in a page, as a test wants it. A page that plays moves on by the time between two frames, which is the
// machine's. While its clock is held, no time passes but what the test lets pass, so many frames of a given rate: what
// is played, led, thrown and recorded is then the same on every machine, however long a test takes from one touch to
// the next.

// Of the browser's frames the page draws one in so many: without a graphics card most of the processor's time goes into
// frames that no test looks at. A held clock lets every frame through, so that what is passed takes no longer.
const EVERY = 4;

// Runs in the page, before anything of its own.
function install(every) {
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  const waiting = new Map(); // what runs in the next frame, by its number
  const clock = { held: false, left: 0, rate: 60, now: 0, frame: 0 }; // milliseconds: what the page is told, and the browser's own
  let [number, skipped, asked] = [0, 0, false];
  const pump = () => {
    if (!asked) ask(draw);
    asked = true;
  };
  const draw = (frame) => {
    asked = false;
    if (!clock.held && ++skipped < every) return pump();
    skipped = 0;
    clock.now += !clock.held ? frame - clock.frame : clock.left-- > 0 ? 1000 / clock.rate : 0;
    clock.frame = frame;
    for (const one of [...waiting.keys()]) {
      const run = waiting.get(one); // one that ran before may have cancelled it
      waiting.delete(one);
      try {
        run?.(clock.now);
      } catch (error) {
        reportError(error);
      }
    }
  };
  globalThis.requestAnimationFrame = (run) => {
    waiting.set(++number, run);
    pump();
    return number;
  };
  globalThis.cancelAnimationFrame = (one) => void waiting.delete(one);
  clock.pass = (frames, rate) =>
    new Promise((done) => {
      [clock.left, clock.rate] = [frames, rate];
      const look = () => requestAnimationFrame(() => (clock.left > 0 ? look() : setTimeout(done))); // after all of this frame
      look();
    });
  globalThis.testClock = clock;
}

export const addClock = (context) => context.addInitScript(install, EVERY);
export const setHeld = (page, held) => page.evaluate((hold) => void Object.assign(globalThis.testClock, { held: hold, left: 0 }), held);
// Frames of which so many take a second; resolved when they are drawn.
export const pass = (page, frames, rate) => page.evaluate((given) => globalThis.testClock.pass(...given), [frames, rate]);
// The same until `test(argument)` holds in the page, which is asked after every frame: nothing is too short to be seen.
// False: it does not within twenty seconds of the page's time.
export const passUntil = (page, test, argument, rate) =>
  page.evaluate(async ([source, given, frames]) => {
    const holds = new Function(`return (${source})`)();
    for (let i = 0; i < 20 * frames && !holds(given); i++) await globalThis.testClock.pass(1, frames);
    return holds(given);
  }, [String(test), argument, rate]);
// Frames as they come.
export const frames = (page, count) =>
  page.evaluate((n) => new Promise((done) => { const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : done()); next(n); }), count);
// Until the view has come to rest: it flies for a tenth of a second, which a slow machine draws in frames of its own.
export const still = (page) =>
  page.evaluate(() => new Promise((done) => {
    let [last, same] = ["", 0];
    const look = () => {
      const now = JSON.stringify(globalThis.verve.camera.value);
      same = now === last ? same + 1 : 0;
      last = now;
      if (same < 3) requestAnimationFrame(look);
      else done();
    };
    look();
  }));
