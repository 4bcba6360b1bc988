/** Pushes of the command line, in the heading frame of the clip at their moment, as pushes in the world. */
import type { Body } from '../../body/body.ts';
import type { TimedPush } from '../../methods/method.ts';
import type { Clip } from '../../motion/clip.ts';
import { type PushSpec, pushImpulse, segmentAt } from '../push.ts';

export const timedPushes = (specs: readonly PushSpec[], body: Body, clip: Clip): readonly TimedPush[] =>
  specs.map((spec) => ({
    time: spec.start,
    impulse: pushImpulse(spec, body, clip),
    segment: segmentAt(spec.at, body, clip),
    duration: spec.duration,
  }));
