/** Falls of a layer, an entry of their own: `import { falls } from 'poise/falls'`. Pages that do not import it do not load it. */
import type { Body } from '../body/body.ts';
import { DownAndUp } from '../control/rise/down-and-up.ts';
import { WAY_UP, type WayUp } from '../control/rise/library.ts';
import { moveBetween } from '../gait/placement.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { checkShape } from '../methods/save-shape.ts';
import { quatIndex } from '../motion/skeleton.ts';
import type { FallDriver, FallSettings, Falls, Surroundings } from './driver.ts';

export { FallingBody, type FallOptions } from '../control/fall/falling-body.ts';
export { DownAndUp, type DownAndUpOptions } from '../control/rise/down-and-up.ts';
export type { WayUp } from '../control/rise/library.ts';
export { readWayUp } from '../control/rise/way-file.ts';

/** A character that loses its balance goes down to the ground, protects itself, lies, and gets up again to where the animation is by then: after `liesFor`
 *  seconds, or at `getUp()`.
 *
 * ```ts
 * import { falls } from 'poise/falls';
 * const layer = new ReactionLayer(body, rig, { library, falls, liesFor: 1 });
 * layer.on('up', () => console.log('stands again'));
 * ```
 */
export const falls: Falls = fallsWith(WAY_UP);

/** The same with a way up of `poise library generate --get-up`: `fallsWith(readWayUp(text, name))`. */
export function fallsWith(way: WayUp): Falls {
  return { create: (body, stream, around, settings) => createFallDriver(body, stream, around, settings, way) };
}

function createFallDriver(
  body: Body,
  stream: StreamPrimary,
  { below }: Pick<Surroundings, 'below'>,
  { tone, liesFor }: FallSettings,
  way: WayUp,
): FallDriver {
  const who = new DownAndUp(body, () => stream.state.q, { ground: below, tone, liesFor, way });
  const q = stream.state.q.slice();
  const v = stream.state.v.slice();
  // joints without mass go on with the animation: fingers; toes bend as somebody gets up on them
  const moving = new Set(who.fall.ws.moving);
  const toes = new Set(body.soles.map((sole) => sole.toes));
  const others = body.skeleton.names.map((_, joint) => joint).filter((joint) => !moving.has(joint));
  const gesturing = others.filter((joint) => !toes.has(joint));
  const show = (): void => {
    q.set(who.q);
    v.set(who.v);
    for (const joint of who.state === 'rises' ? gesturing : others) {
      for (let i = quatIndex(joint); i < quatIndex(joint) + 4; i++) q[i] = stream.state.q[i];
    }
  };
  return {
    id: 'fall',
    q,
    v,
    get status() {
      return who.state === 'stands' ? 'balanced' : who.state === 'rises' ? 'recovering' : 'falling';
    },
    get isOver() {
      return who.state === 'stands';
    },
    isHolding: false,
    isMoving: false,
    take(pose, velocity) {
      who.liesFor = liesFor;
      who.begin(pose, velocity);
      show();
    },
    getUp({ after = 0, heading }) {
      if (after > 0 || who.state === 'falls') who.wait(after, heading);
      else return who.getUp(heading);
      return true;
    },
    stayDown: () => who.wait(Infinity),
    begin() {},
    push: (push) => who.push(push),
    pull() {}, // who lies is not pulled up
    step(dt) {
      const kind = who.step(dt);
      show();
      return kind ? [{ kind, time: stream.state.time }] : [];
    },
    placement: () => moveBetween(stream.state.q, q),
    save: () => ({ state: who.save() }),
    restore(saved) {
      checkShape(saved, { fields: { state: { numbers: 'any' } } }, 'fall');
      const state = Float64Array.from((saved as { readonly state: ArrayLike<number> }).state);
      who.restore(state, stream.state.q);
      show();
    },
  };
}
