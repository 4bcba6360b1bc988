/** Options with typos are refused wherever users give options, and undefined is no value. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { UsageError } from '../../src/errors.ts';
import { refuseUnknown, withDefaults } from '../../src/math/options.ts';
import { mend } from '../../src/mend/index.ts';
import { balanceFilter } from '../../src/methods/balance-filter/index.ts';
import { plantFeet } from '../../src/methods/plant-feet/index.ts';
import { startPushResponse } from '../../src/methods/push-response/as-method.ts';
import { react } from '../../src/methods/react.ts';
import { startReactiveBlend } from '../../src/methods/reactive-blend/as-method.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { smooth } from '../../src/motion/smooth.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';

const clip = perform(motionNamed('squat'), { fps: 30 });
const body = fitBody(clip);
const typo = { margn: 1 } as object;

describe('options', () => {
  it('take the place of defaults, unless they are undefined', () => {
    const defaults = { margin: 0.1, mode: 'a' };
    expect(withDefaults('x', defaults, { margin: 2 })).toEqual({ margin: 2, mode: 'a' });
    expect(withDefaults('x', defaults, { margin: undefined } as object)).toEqual(defaults);
    expect(withDefaults<{ margin: number; more?: number }>('x', { margin: 1 }, { more: 3 }, ['more'])).toEqual({
      margin: 1,
      more: 3,
    });
  });

  it('with a typo are refused, with what was probably meant', () => {
    expect(() => refuseUnknown('mend', { margn: 1 }, ['margin', 'stages'])).toThrow('did you mean "margin"');
    expect(() => refuseUnknown('mend', { zzz: 1 }, ['margin', 'stages'])).toThrow('known are margin, stages');
  });

  it.each<[string, () => unknown]>([
    ['fitBody', () => fitBody(clip, typo)],
    ['analyse', () => analyse(body, clip, typo)],
    ['mend', () => mend(clip, typo)],
    ['balanceFilter', () => balanceFilter(body, clip, typo)],
    ['plantFeet', () => plantFeet(body, clip, typo)],
    ['react', () => react({ body, clip }, typo)],
    ['startPushResponse', () => startPushResponse({ body, clip }, typo)],
    ['startLocomotion', () => startLocomotion({ body, clip }, typo)],
    ['startReactiveBlend', () => startReactiveBlend({ body, clip }, typo)],
    ['resample', () => resample(clip, 1 / 60, typo)],
    ['smooth', () => smooth(clip, typo)],
    ['perform', () => perform(motionNamed('walk'), typo)],
    ['ReactionLayer', () => new ReactionLayer(body, poseRig(clip.q.slice(0, coordinateCount(clip.skeleton))), typo)],
  ])('%s refuses an option that it does not know', (_, call) => {
    expect(call).toThrow(UsageError);
    expect(call).toThrow('margn');
  });
});
