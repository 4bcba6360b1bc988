/** Pushes of the command line, in the heading frame of the clip at their moment, as pushes in the world. */
import type { Body } from '../../body/body.ts';
import type { TimedPush } from '../../methods/method.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import { type PushSpec, pushImpulse, segmentAt } from '../push.ts';

/** `seconds`: the result is as long as this, and pushes may come after the clip's end, in the heading it has there. */
export const timedPushes = (specs: readonly PushSpec[], body: Body, clip: Clip, seconds = 0): readonly TimedPush[] =>
  specs.map((spec) => ({
    time: spec.start,
    impulse: pushImpulse(
      { ...spec, start: spec.start <= seconds ? Math.min(spec.start, durationOf(clip)) : spec.start },
      body,
      clip,
    ),
    segment: segmentAt(spec.at, body, clip),
    duration: spec.duration,
  }));
