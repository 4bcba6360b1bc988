/** One hit on a walking or running body, and what came of it. */
import type { Body } from '../src/body/body.ts';
import type { Push } from '../src/gait/push.ts';
import type { StepRecord } from '../src/methods/reactive-locomotion/step-record.ts';
import { type Clip, createClip } from '../src/motion/clip.ts';
import { difference } from '../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../src/motion/skeleton.ts';
import { leanOf, phaseOf, type Support, supportOf, TICK, tick, type Walker } from './komura04-walker.ts';

export interface HitOutcome {
  readonly status: 'recovered' | 'fell' | 'recovering';
  readonly phase: Support; // that it fell into
  readonly steps: readonly StepRecord[]; // until the recovery; times from the start of the recording
  readonly lengths: readonly number[]; // [m] of the same steps, along the way
  readonly lean: readonly number[]; // [rad] of the trunk beyond the clip's, to the front, frame by frame
  readonly posture: number; // [rad] RMS of the joints away from the clip, half a second after the recovery
  readonly fastest: number; // [rad/s]
  readonly phases: readonly (readonly [foot: number, share: number])[]; // frame by frame
  readonly at: number; // frame of the hit
  readonly push: Push;
  readonly clip: Clip;
}

const LONGEST = 5; // [s] that is looked at
const BEFORE = 0.2; // [s] recorded before the hit

/** Plays `walker` on from where it is, hits it after BEFORE, and puts it back to where it was. `seconds` at least are recorded. */
export function hitOnce(walker: Walker, push: Push, seconds = 0): HitOutcome {
  const { body, locomotion } = walker;
  const start = locomotion.save();
  const begin = locomotion.time;
  const limbs = limbsOf(body);
  const nq = coordinateCount(body.skeleton);
  const q = new Float64Array(Math.round((BEFORE + Math.max(LONGEST, seconds)) / TICK) * nq);
  const [at, last] = [Math.round(BEFORE / TICK), q.length / nq];
  const [lean, phases]: [number[], (readonly [number, number])[]] = [[], []];
  let [phase, fastest, posture, frames, recovered, fell]: [Support, number, number, number, number, boolean] = [
    'single',
    0,
    Number.NaN,
    0,
    Number.POSITIVE_INFINITY,
    false,
  ];
  let before = { index: 0, x: 0, z: 0 };
  for (; frames < last && !fell; frames++) {
    if (frames === at) {
      locomotion.push(push);
      phase = supportOf(walker);
      const { step, index } = phaseOf(walker);
      before = { index, x: step.x, z: step.z };
    }
    for (const { kind, time } of tick(walker)) {
      if (kind === 'recovered') recovered = Math.min(recovered, time);
      if (kind === 'fall') fell = true;
    }
    q.set(locomotion.q, frames * nq);
    const { step, share } = phaseOf(walker);
    phases.push([step.foot, share]);
    lean.push(leanOf(walker));
    for (const joint of limbs) {
      for (let i = 3 + 3 * joint; i < 6 + 3 * joint; i++) fastest = Math.max(fastest, Math.abs(locomotion.v[i]));
    }
    const since = locomotion.time - recovered;
    if (since >= 0.5 && Number.isNaN(posture)) posture = postureOf(walker);
    if (since >= 0.5 && frames * TICK >= seconds) {
      frames++;
      break;
    }
  }
  const steps = locomotion
    .view()
    .sinceHit.filter(({ time }) => time <= recovered || seconds > 0)
    .map((one) => ({ ...one, time: one.time - begin }));
  const clip = createClip({ ...walker.clip, frameTime: TICK, q: q.slice(0, frames * nq), extraTracks: [] });
  locomotion.restore(start);
  const status = fell ? 'fell' : recovered < Number.POSITIVE_INFINITY ? 'recovered' : 'recovering';
  const lengths = lengthsOf(walker, steps, before);
  return { status, phase, steps, lengths, lean, posture, fastest, phases, at, push, clip };
}

/** [m] from the foot that stood to the one that landed, along the way. `before`: where the foot stood when the hit came. */
function lengthsOf({ yaw }: Walker, steps: readonly StepRecord[], before: { x: number; z: number }): readonly number[] {
  return steps.map(({ place }, k) => {
    const [x, z] = k === 0 ? [before.x, before.z] : steps[k - 1]!.place;
    return (place[0] - x) * Math.sin(yaw) + (place[1] - z) * Math.cos(yaw);
  });
}

/** Joints of trunk, arms and legs; fingers and toes of captures flicker by themselves. */
export const limbsOf = ({ roles }: Body): readonly number[] =>
  Object.entries(roles)
    .filter(([role]) => !/Toes|Hand|hips/.test(role))
    .map(([, joint]) => joint);

function postureOf({ locomotion: { character }, body }: Walker): number {
  const v = new Float64Array(freedomCount(body.skeleton));
  difference(v, body.skeleton, character.reaction.reference.next, 0, character.q, 0, 1);
  let sum = 0;
  for (let i = 6; i < v.length; i++) sum += v[i] * v[i];
  return Math.sqrt(sum / ((v.length - 6) / 3));
}
