/** One hit on a walking or running body, and what came of it. */
import { analyse } from '../src/balance/analyse.ts';
import { pushTrack } from '../src/balance/force-track.ts';
import type { Push } from '../src/methods/balancer.ts';
import type { StepRecord } from '../src/methods/reactive-locomotion/plan.ts';
import { restoreWalker, saveWalker } from '../src/methods/reactive-locomotion/save-walker.ts';
import { pushWalker, TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { type Clip, createClip } from '../src/motion/clip.ts';
import { difference } from '../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../src/motion/skeleton.ts';

export interface HitOutcome {
  readonly status: 'recovered' | 'stumbled' | 'fell' | 'recovering';
  readonly phase: string; // that it fell into
  readonly records: readonly StepRecord[];
  readonly zmp: number; // [m] outside, 95th percentile, push included
  readonly slide: number; // [m]
  readonly posture: number; // [rad] RMS of the joints away from the clip, half a second after the recovery
  readonly fastest: number; // [rad/s]
  readonly detour: number; // [m] most that the hips are off the undisturbed way, sideways
  readonly clip: Clip;
}

const LONGEST = 5; // [s] that is looked at
const BEFORE = 0.2; // [s] recorded before the hit

/** Plays `walker` on from where it is, hits it after BEFORE, and puts it back to where it was. */
export function hitOnce(walker: Walker, push: Push): HitOutcome {
  const start = saveWalker(walker);
  const undisturbed = hipsAlong(walker);
  restoreWalker(walker, start);
  const { body, endless } = walker;
  const limbs = limbsOf(walker);
  const nq = coordinateCount(body.skeleton);
  const q = new Float64Array(Math.round((BEFORE + LONGEST) / TICK) * nq);
  const [at, last] = [Math.round(BEFORE / TICK), q.length / nq];
  let [phase, fastest, detour, posture, stumbled, frames, since] = ['', 0, 0, Number.NaN, false, 0, 0];
  for (; frames < last; frames++) {
    if (frames === at) {
      pushWalker(walker, push);
      tickWalker(walker);
      phase = walker.state.plan.phase.kind;
    } else tickWalker(walker);
    const { follower, state } = walker;
    q.set(follower.q, frames * nq);
    stumbled ||= state.plan.status === 'stumble';
    for (const joint of limbs) {
      for (let i = 3 + 3 * joint; i < 6 + 3 * joint; i++) fastest = Math.max(fastest, Math.abs(follower.v[i]));
    }
    detour = Math.max(detour, Math.abs(follower.q[0] - undisturbed[frames]!));
    if (state.plan.status === 'fall') break;
    since = frames > at && state.plan.status === 'recovered' ? since + TICK : 0;
    if (since >= 0.5) {
      posture = postureOf(walker);
      frames++;
      break;
    }
  }
  const { plan } = walker.state;
  const clip = createClip({ ...endless.clip, frameTime: TICK, q: q.slice(0, frames * nq), extraTracks: [] });
  restoreWalker(walker, start);
  const fell = plan.status === 'fall';
  const status = fell ? 'fell' : stumbled ? 'stumbled' : plan.status === 'recovered' ? 'recovered' : 'recovering';
  return { status, phase, records: plan.records, fastest, detour, posture, clip, ...judged(walker, clip, push, at) };
}

/** Joints of trunk, arms and legs; fingers and toes of captures flicker by themselves. */
const limbsOf = ({ body }: Walker): readonly number[] =>
  Object.entries(body.roles)
    .filter(([role]) => !/Toes|Hand|hips/.test(role))
    .map(([, joint]) => joint);

/** What the gait is like while nobody pushes: ZMP outside [m] (p95) and slide [m]. */
export function undisturbed(walker: Walker): { readonly zmp: number; readonly slide: number } {
  const start = saveWalker(walker);
  const { body, endless } = walker;
  const nq = coordinateCount(body.skeleton);
  const q = new Float64Array(Math.round(4 / TICK) * nq);
  for (let frame = 0; frame < q.length / nq; frame++) {
    tickWalker(walker);
    q.set(walker.follower.q, frame * nq);
  }
  restoreWalker(walker, start);
  const clip = createClip({ ...endless.clip, frameTime: TICK, q, extraTracks: [] });
  return judged(walker, clip, { impulse: [0, 0, 0], segment: 0 }, 0);
}

/** x of the hips while nobody pushes. */
function hipsAlong(walker: Walker): Float64Array {
  return Float64Array.from({ length: Math.round((BEFORE + LONGEST) / TICK) }, () => {
    tickWalker(walker);
    return walker.follower.q[0];
  });
}

function postureOf({ follower, reference, body }: Walker): number {
  const v = new Float64Array(freedomCount(body.skeleton));
  difference(v, body.skeleton, reference.q, 0, follower.q, 0, 1);
  let sum = 0;
  for (let i = 6; i < v.length; i++) sum += v[i] * v[i];
  return Math.sqrt(sum / ((v.length - 6) / 3));
}

function judged({ body }: Walker, clip: Clip, push: Push, at: number) {
  const { segment, impulse, duration = 0.1 } = push;
  const external = [pushTrack({ segment, impulse, start: (at - 1) * TICK, duration })];
  const { margin, judged: known, summary } = analyse(body, clip, { external });
  const outside = Array.from(margin)
    .filter((value, k) => known[k] && k >= at && Number.isFinite(value))
    .map((value) => Math.max(0, -value))
    .sort((a, b) => a - b);
  return { zmp: outside[Math.floor(0.95 * outside.length)] ?? 0, slide: summary.slide };
}
