/** Blended reactions on the stream of poses, of somebody who stands; whoever travels in no known gait is answered without examples. */

import type { Body } from '../body/body.ts';
import { ReactiveBlender, TIED } from '../methods/reactive-blend/blender.ts';
import { REACTIVE_BLEND_DEFAULTS } from '../methods/reactive-blend/options.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { checkShape } from '../methods/save-shape.ts';
import type { Driver, ReactionLibrary, Surroundings } from './driver.ts';
import { createTravellingDriver } from './gait/travelling-driver.ts';
import { createStandingDriver } from './standing-driver.ts';

const ID = 'reactive-blend';

interface BlendDriverOptions {
  readonly hands: 'free' | 'tied';
  readonly library: ReactionLibrary | undefined;
}

export function createBlendDriver(
  body: Body,
  stream: StreamPrimary,
  { hands, library }: BlendDriverOptions,
  surroundings: Surroundings,
): Driver {
  let standing: Driver | undefined;
  let travelling: Driver | undefined;
  const driverOf = (stands: boolean): Driver => {
    if (stands) {
      standing ??= createStandingDriver(
        ID,
        body,
        stream,
        surroundings,
        (source, world) =>
          new ReactiveBlender(
            source,
            { ...REACTIVE_BLEND_DEFAULTS, ...world, hands },
            library?.createExamples(body, hands),
          ),
      );
      return standing;
    }
    travelling ??= createTravellingDriver(ID, body, stream, surroundings, hands === 'tied' ? TIED : {});
    return travelling;
  };
  const q = stream.state.q.slice();
  const v = stream.state.v.slice();
  let driver = driverOf(true);
  const show = (): void => {
    q.set(driver.q);
    v.set(driver.v);
  };
  return {
    id: ID,
    q,
    v,
    get isMoving() {
      return driver.isMoving;
    },
    get status() {
      return driver.status;
    },
    get isOver() {
      return driver.isOver;
    },
    get isHolding() {
      return driver.isHolding;
    },
    begin(time) {
      driver = driverOf(surroundings.situation.setsOff > 0);
      driver.begin(time);
      show();
    },
    push: (push) => driver.push(push),
    pull: (force, segment, point) => driver.pull(force, segment, point),
    step(dt) {
      const events = driver.step(dt);
      show();
      return events;
    },
    placement: () => driver.placement(),
    save: () => ({ stands: driver === standing, driver: driver.save() }),
    restore(saved) {
      checkShape(saved, { fields: { stands: 'flag' } }, 'blend');
      const { stands, driver: inner } = saved as { readonly stands: boolean; readonly driver: unknown };
      driver = driverOf(stands);
      driver.restore(inner);
      show();
    },
  };
}
