/** Push responses on the stream of poses: the idle goes on underneath. */
import type { Body } from '../body/body.ts';
import type { Source } from '../control/source.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { UsageError } from '../errors.ts';
import { moveBetween } from '../gait/placement.ts';
import { STANDING_SPEED } from '../gait/standing.ts';
import { slerpQuat } from '../math/quat.ts';
import type { BalancerEvent } from '../methods/balancer.ts';
import { PUSH_RESPONSE_DEFAULTS } from '../methods/push-response/options.ts';
import { PushResponder } from '../methods/push-response/responder.ts';
import type { ResponseLibrary } from '../methods/push-response/response.ts';
import { revived, toPlain } from '../methods/reactive-blend/plain-data.ts';
import type { StreamPrimary } from '../methods/reactive-blend/primary.ts';
import { difference } from '../motion/coordinates.ts';
import { jointCount, quatIndex, velocityIndex } from '../motion/skeleton.ts';
import type { Driver } from './driver.ts';

const LEGS = ['leftUpperLeg', 'leftLowerLeg', 'rightUpperLeg', 'rightLowerLeg'] as const;
const SAME = 2.5e-4; // of a quaternion's part: less than half a millimetre of a foot
const SWINGS = 1.5; // [rad/s] of a hip or knee, on the spot

/** The stream as a source: somebody who stands, on both feet, on the floor y = 0. */
interface StandingSource extends Source {
  readonly poses: readonly Float64Array[]; // the last ones that were asked for: a stream does not know its past
  readonly times: Float64Array; // [s] of these
}

function standingSource(body: Body, stream: StreamPrimary): StandingSource {
  const unused = new Float64Array(stream.state.v.length);
  const poses = [stream.state.q.slice(), stream.state.q.slice()];
  const times = new Float64Array(2).fill(-Infinity);
  return {
    body,
    floor: 0,
    poses,
    times,
    pose(out, t) {
      const known = times.indexOf(t);
      if (known >= 0) {
        out.set(poses[known]);
        return;
      }
      stream.write(out, unused, t);
      const older = times[0] > times[1] ? 1 : 0;
      times[older] = t;
      poses[older].set(out);
    },
    contact: (out) => void out.fill(1),
    wrench: (out) => {
      out.fill(0);
      out[4] = body.totalMass * GRAVITY;
    },
  };
}

export function createStandingDriver(body: Body, stream: StreamPrimary, library: ResponseLibrary): Driver {
  const { skeleton } = body;
  const pose = stream.state.q.slice(); // of now
  const source = standingSource(body, stream);
  const responder = new PushResponder(body, source, { ...PUSH_RESPONSE_DEFAULTS, library });
  const q = pose.slice();
  const v = new Float64Array(stream.state.v.length);
  const [before, after, neutral] = [pose.slice(), pose.slice(), pose.slice()];
  const unused = new Float64Array(v.length);
  let state = { tick: 1 / 60, time: 0, tickTime: 0, isOver: true };

  const legs = LEGS.flatMap((role) => body.roles[role] ?? []);
  const movesOn = (): boolean => {
    const { v: rate } = stream.state;
    const swings = (i: number): boolean => Math.hypot(rate[i], rate[i + 1], rate[i + 2]) > SWINGS;
    return Math.hypot(rate[0], rate[2]) > STANDING_SPEED || legs.some((joint) => swings(velocityIndex(joint)));
  };
  const isIdle = (): boolean => {
    for (let i = quatIndex(1); i < q.length; i++) if (Math.abs(after[i] - pose[i]) > SAME) return false;
    return true;
  };
  const tick = (events: BalancerEvent[]): void => {
    before.set(after);
    stream.write(pose, unused, state.tickTime + state.tick);
    for (const event of responder.step(state.tick)) events.push({ ...event, time: state.tickTime + state.tick });
    after.set(responder.q);
    difference(v, skeleton, before, 0, after, 0, state.tick);
    state.tickTime += state.tick;
    // Once next to nothing is added to the idle, all joints but the root are its own; the layer hides the rest. Feet may have
    // come to stand otherwise than the idle's: that ends when they move on.
    state.isOver = responder.status === 'balanced' && (movesOn() || isIdle());
  };

  return {
    id: 'push-response',
    q,
    v,
    get status() {
      return responder.status;
    },
    get isOver() {
      return state.isOver;
    },
    isReturning: false,
    get isHolding() {
      return !state.isOver && responder.isHolding;
    },
    begin(time) {
      stream.write(pose, v, time);
      source.times.fill(-Infinity);
      responder.begin(time);
      source.pose(neutral, time);
      state = { ...state, time, tickTime: time, isOver: false };
      q.set(pose);
      after.set(pose);
      before.set(pose);
    },
    push(push) {
      state.isOver = false;
      responder.push(push);
    },
    pull() {
      throw new UsageError('push responses answer pushes, not pulls; reactive-blend does');
    },
    step(dt) {
      const events: BalancerEvent[] = [];
      state.time += dt;
      while (state.tickTime < state.time - 1e-9) tick(events);
      const u = Math.max(0, Math.min(1, 1 - (state.tickTime - state.time) / state.tick));
      for (let c = 0; c < 3; c++) q[c] = before[c] + u * (after[c] - before[c]);
      for (let j = 0; j < jointCount(skeleton); j++)
        slerpQuat(q, quatIndex(j), before, quatIndex(j), after, quatIndex(j), u);
      if (u > 1 - 1e-6) q.set(after);
      return events;
    },
    placement: () => moveBetween(pose, after),
    useDetail({ tick: length }) {
      state.tick = length;
    },
    save() {
      const { poses, times } = source;
      return toPlain({ ...state, before, after, q, v, pose, neutral, poses, times, responder: responder.save() });
    },
    restore(saved) {
      const from = revived(saved) as typeof state &
        Record<'before' | 'after' | 'q' | 'v' | 'pose' | 'neutral' | 'times', number[]> & {
          poses: number[][];
          responder: unknown;
        };
      state = { tick: from.tick, time: from.time, tickTime: from.tickTime, isOver: from.isOver };
      before.set(from.before);
      after.set(from.after);
      q.set(from.q);
      v.set(from.v);
      pose.set(from.pose);
      neutral.set(from.neutral);
      responder.standAs(neutral);
      source.times.set(from.times);
      from.poses.forEach((known, k) => {
        source.poses[k].set(known);
      });
      responder.restore(from.responder);
    },
  };
}
