/** Cinema: nothing but the person. The camera goes round, time slows down where somebody is pushed; leaving brings all back. */
import { prefersStillness } from './preferences.ts';
import type { Studio } from './studio-context.ts';

const ORBIT = 0.16; // [rad/s]
const SLOW = 0.25; // of the speed, about a push …
const BEFORE = 0.12; // [s] … from here
const AFTER = 0.45; // [s] … to here
const LONGEST = 0.1; // [s] between two pictures

/** Listens for the mode until the returned function is called. */
export function followCinema({ store, player, viewport }: Studio): () => void {
  let request = 0;
  let before = 0; // [ms]
  let usual = 1; // speed
  let on = false;
  const speed = (wish: number): void => {
    if (store.state().view.speed !== wish) store.dispatch({ type: 'view/set', view: { speed: wish } });
  };
  const isPushed = (): boolean => {
    const now = player.playhead.time();
    return store.state().document.pushes.some(({ time: [start = 0] }) => now > start - BEFORE && now < start + AFTER);
  };
  const picture = (now: number): void => {
    request = requestAnimationFrame(picture);
    const passed = Math.min(LONGEST, (now - before) / 1000);
    before = now;
    speed(isPushed() ? SLOW * usual : usual);
    const shot = viewport.current?.shot();
    const isStill = prefersStillness();
    if (shot && !isStill) viewport.current?.setShot({ ...shot, theta: shot.theta + ORBIT * passed });
  };
  const follow = (): void => {
    const { cinema, speed: now } = store.state().view;
    if (cinema === on) return;
    on = cinema;
    if (on) {
      usual = now;
      before = performance.now();
      request = requestAnimationFrame(picture);
      store.dispatch({ type: 'view/set', view: { playing: true } });
    } else {
      cancelAnimationFrame(request);
      speed(usual);
    }
  };
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    cancelAnimationFrame(request);
  };
}
