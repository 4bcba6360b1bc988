/** Clips of a person made by code, standing on y = 0 and facing +Z, to be moved by the test. */
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { HIP_JOINT_HEIGHT, makePerson } from '../body/person.ts';

export interface StandingOptions {
  readonly frames?: number;
  readonly rate?: number; // [Hz]
  /** Moves the root: adds (x, y, z) [m] at time t [s]. */
  readonly move?: (t: number) => readonly [number, number, number];
  /** Turns one joint (role name) about its local x axis by an angle [rad] at time t. */
  readonly bend?: Readonly<Record<string, (t: number) => number>>;
}

const ROOT_HEIGHT = HIP_JOINT_HEIGHT + 0.05;

export function standingClip(options: StandingOptions = {}): Clip {
  const { frames = 60, rate = 30, move = () => [0, 0, 0], bend = {} } = options;
  const { skeleton, roles } = makePerson();
  const nq = coordinateCount(skeleton);
  const rest = restPose(skeleton);
  const q = new Float64Array(nq * frames);
  for (let frame = 0; frame < frames; frame++) {
    const t = frame / rate;
    q.set(rest, frame * nq);
    const [x, y, z] = move(t);
    q[frame * nq] = x;
    q[frame * nq + 1] = ROOT_HEIGHT + y;
    q[frame * nq + 2] = z;
    for (const [role, angle] of Object.entries(bend)) {
      const o = frame * nq + quatIndex(roles[role as keyof typeof roles] ?? 0);
      q[o] = Math.sin(angle(t) / 2);
      q[o + 3] = Math.cos(angle(t) / 2);
    }
  }
  return createClip({
    skeleton,
    roles: { status: 'humanoid', roles, by: 'map', rig: 'made by code' },
    frameTime: 1 / rate,
    q,
  });
}

/** 0 before `start`, 1 after `end`, minimum jerk between. */
export function ease(t: number, start: number, end: number): number {
  const u = Math.min(1, Math.max(0, (t - start) / (end - start)));
  return u * u * u * (10 - 15 * u + 6 * u * u);
}
