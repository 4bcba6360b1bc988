/** Cinema: nothing but the person. The camera goes round, time slows down where somebody is pushed, steps and hits are heard; leaving
 *  brings all back. */
import type { ForceTrack } from 'poise';
import { clipOnStage } from '../state/selectors.ts';
import { createFoley, type Foley } from './foley.ts';
import { createLandings } from './landings.ts';
import { prefersStillness } from './preferences.ts';
import type { Studio } from './studio-context.ts';

const ORBIT = 0.16; // [rad/s]
const SLOW = 0.25; // of the speed, about a push …
const BEFORE = 0.12; // [s] … from here
const AFTER = 0.45; // [s] … to here
const LONGEST = 0.1; // [s] between two pictures
const HARDEST = 80; // [N·s] of a push that is as loud as any

/** Listens for the mode until the returned function is called. */
export function followCinema(studio: Studio): () => void {
  const { store, player, viewport } = studio;
  let request = 0;
  let before = 0; // [ms]
  let usual = 1; // speed
  let on = false;
  const sound = createSound(studio);
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
    sound.listen();
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
      sound.end();
      speed(usual);
    }
  };
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    cancelAnimationFrame(request);
    sound.end();
  };
}

const impulseOf = ({ time, force }: ForceTrack): number => {
  let sum = 0;
  for (let i = 1; i < time.length; i++) {
    const size = Math.hypot(force[3 * i]!, force[3 * i + 1]!, force[3 * i + 2]!);
    sum += size * (time[i]! - time[i - 1]!);
  }
  return sum;
};

/** What is heard of the picture that is drawn. */
function createSound({ store, player, viewport }: Studio) {
  let foley: Foley | undefined;
  const feet = new Float64Array(6);
  let landings = createLandings();
  let last = player.playhead.time();
  const end = (): void => {
    foley?.close();
    foley = undefined;
    landings = createLandings();
  };
  const steps = (time: number): void => {
    const clip = clipOnStage(store.state());
    const places = viewport.current?.places();
    const { leftFoot, rightFoot } = clip?.roles.status === 'humanoid' ? clip.roles.roles : {};
    if (!places || leftFoot === undefined || rightFoot === undefined) return;
    if (places.length < 3 * Math.max(leftFoot, rightFoot) + 3) return;
    for (let k = 0; k < 3; k++) {
      feet[k] = places[3 * leftFoot + k]!;
      feet[3 + k] = places[3 * rightFoot + k]!;
    }
    for (const strength of landings(time, feet)) if (strength > 0) foley?.step(strength);
  };
  return {
    listen() {
      const { view, document } = store.state();
      if (view.muted) return end();
      foley ??= createFoley();
      const now = player.playhead.time();
      for (const push of document.pushes) {
        const [start = 0] = push.time;
        if (start > last && start <= now) foley.hit(Math.min(1, impulseOf(push) / HARDEST));
      }
      last = now;
      steps(now);
    },
    end,
  };
}
