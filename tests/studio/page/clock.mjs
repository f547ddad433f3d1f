// Time in a page, as a test wants it. A page that plays moves on by the time between two frames, which is the
// machine's. While its clock is held, no time passes but what the test lets pass, so many frames of a given rate: what
// is played, led, thrown and recorded is then the same on every machine, however long a test takes from one touch to
// the next.

// Runs in the page, before anything of its own.
function install() {
  const ask = globalThis.requestAnimationFrame.bind(globalThis);
  const clock = { held: false, left: 0, rate: 60, now: 0, frame: 0 }; // milliseconds: what the page is told, and the browser's own
  globalThis.requestAnimationFrame = (run) =>
    ask((frame) => {
      if (frame !== clock.frame) {
        clock.now += !clock.held ? frame - clock.frame : clock.left-- > 0 ? 1000 / clock.rate : 0;
        clock.frame = frame;
      }
      run(clock.now);
    });
  clock.pass = (frames, rate) =>
    new Promise((done) => {
      [clock.left, clock.rate] = [frames, rate];
      const look = () => requestAnimationFrame(() => (clock.left > 0 ? look() : setTimeout(done))); // after all of this frame
      look();
    });
  globalThis.testClock = clock;
}

export const addClock = (context) => context.addInitScript(install);
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
