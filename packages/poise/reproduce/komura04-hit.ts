/** One hit on a walking or running body, and what came of it. */
import { analyse } from '../src/balance/analyse.ts';
import type { Body } from '../src/body/body.ts';
import type { Push } from '../src/gait/push.ts';
import { pushTrack } from '../src/gait/push.ts';
import { type Footprint, footprintOf } from '../src/methods/reactive-locomotion/footprints.ts';
import type { StepRecord } from '../src/methods/reactive-locomotion/plan.ts';
import { restoreWalker, saveWalker } from '../src/methods/reactive-locomotion/save-walker.ts';
import { pushWalker, TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { type Clip, createClip } from '../src/motion/clip.ts';
import { difference } from '../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../src/motion/skeleton.ts';
import { type OwnGait, outsideOf, phaseOf, quantile } from './komura04-own.ts';

export interface HitOutcome {
  readonly status: 'recovered' | 'stumbled' | 'fell' | 'recovering';
  readonly phase: string; // that it fell into
  readonly records: readonly StepRecord[];
  readonly prints: readonly Footprint[];
  readonly lean: readonly number[]; // [rad] of the trunk beyond the clip's, to the front, frame by frame
  readonly posture: number; // [rad] RMS of the joints away from the clip, half a second after the recovery
  readonly fastest: number; // [rad/s]
  readonly phases: readonly (readonly [step: number, share: number])[]; // frame by frame
  readonly at: number; // frame of the hit
  readonly push: Push;
  readonly clip: Clip;
}

const LONGEST = 5; // [s] that is looked at
export const BEFORE = 0.2; // [s] recorded before the hit

/** Plays `walker` on from where it is, hits it after BEFORE, and puts it back to where it was. `seconds` at least are recorded. */
export function hitOnce(walker: Walker, push: Push, seconds = 0): HitOutcome {
  const start = saveWalker(walker);
  const { body, endless } = walker;
  const limbs = limbsOf(body);
  const nq = coordinateCount(body.skeleton);
  const q = new Float64Array(Math.round((BEFORE + Math.max(LONGEST, seconds)) / TICK) * nq);
  const [at, last] = [Math.round(BEFORE / TICK), q.length / nq];
  const [prints, lean, phases]: [Footprint[], number[], (readonly [number, number])[]] = [[], [], []];
  let [phase, fastest, posture, stumbled, frames, since] = ['', 0, Number.NaN, false, 0, 0];
  for (; frames < last; frames++) {
    const known = walker.state.plan.records.length;
    if (frames === at) pushWalker(walker, push);
    tickWalker(walker);
    const { follower, state } = walker;
    if (frames === at) phase = state.plan.phase.kind;
    q.set(follower.q, frames * nq);
    phases.push(phaseOf(walker));
    lean.push(leanOf(walker));
    stumbled ||= state.plan.status === 'stumble';
    if (frames > at && state.plan.records.length > known) prints.push(footprintOf(walker, frames * TICK));
    for (const joint of limbs) {
      for (let i = 3 + 3 * joint; i < 6 + 3 * joint; i++) fastest = Math.max(fastest, Math.abs(follower.v[i]));
    }
    if (state.plan.status === 'fall') break;
    since = frames > at && state.plan.status === 'recovered' ? since + TICK : 0;
    if (since >= 0.5 && Number.isNaN(posture)) posture = postureOf(walker);
    if (since >= 0.5 && frames * TICK >= seconds) {
      frames++;
      break;
    }
  }
  const { plan } = walker.state;
  const clip = createClip({ ...endless.clip, frameTime: TICK, q: q.slice(0, frames * nq), extraTracks: [] });
  restoreWalker(walker, start);
  const fell = plan.status === 'fall';
  const status = fell ? 'fell' : stumbled ? 'stumbled' : plan.status === 'recovered' ? 'recovered' : 'recovering';
  return { status, phase, records: plan.records, prints, lean, posture, fastest, phases, at, push, clip };
}

/** Joints of trunk, arms and legs; fingers and toes of captures flicker by themselves. */
export const limbsOf = ({ roles }: Body): readonly number[] =>
  Object.entries(roles)
    .filter(([role]) => !/Toes|Hand|hips/.test(role))
    .map(([, joint]) => joint);

/** How far the trunk leans to the front beyond the clip: its turn about the left. */
function leanOf({ follower, endless }: Walker): number {
  const { yaw } = endless.steps[0]!;
  return follower.off[3] * Math.cos(yaw) - follower.off[5] * Math.sin(yaw);
}

/** Hips while nobody pushes, from where the walker is: x and z per frame [m]. */
export function hipsAlong(walker: Walker, frames: number): Float64Array {
  const start = saveWalker(walker);
  const out = new Float64Array(2 * frames);
  for (let k = 0; k < frames; k++) {
    tickWalker(walker);
    out[2 * k] = walker.follower.q[0];
    out[2 * k + 1] = walker.follower.q[2];
  }
  restoreWalker(walker, start);
  return out;
}

function postureOf({ follower, reference, body }: Walker): number {
  const v = new Float64Array(freedomCount(body.skeleton));
  difference(v, body.skeleton, reference.q, 0, follower.q, 0, 1);
  let sum = 0;
  for (let i = 6; i < v.length; i++) sum += v[i] * v[i];
  return Math.sqrt(sum / ((v.length - 6) / 3));
}

export interface Judgement {
  readonly zmp: number; // [m] outside, 95th percentile, push included
  readonly added: number; // [m] beyond what the gait has at the same moment of its step while nobody pushes, 95th percentile
  readonly slide: number; // [m]
}

export function judge({ body }: Walker, { clip, push, at, phases }: HitOutcome, own: OwnGait): Judgement {
  const external = [pushTrack({ ...push, time: (at - 1) * TICK }, body)];
  const report = analyse(body, clip, { external });
  const [outside, added]: [number[], number[]] = [[], []];
  outsideOf(report).forEach((value, k) => {
    if (k < at || !Number.isFinite(value)) return;
    outside.push(value);
    added.push(Math.max(0, value - own.zmpAt(...phases[k]!)));
  });
  const p95 = (values: readonly number[]): number => (values.length > 0 ? quantile(values, 0.95) : 0);
  return { zmp: p95(outside), added: p95(added), slide: report.summary.slide };
}
