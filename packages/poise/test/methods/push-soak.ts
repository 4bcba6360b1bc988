/** Pushes from all sides, at all strengths, a third of them in the middle of recoveries, for minutes. */
import { traceClip } from '../../src/balance/trace.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { startPushResponse } from '../../src/methods/push-response/as-method.ts';
import type { ResponseLibrary } from '../../src/methods/push-response/response.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { body, idle } from './push-cases.ts';

const DT = 1 / 60;

interface Lean {
  readonly until: number; // [s]
  readonly direction: readonly [x: number, z: number];
  readonly from: readonly [x: number, z: number]; // [m] CoM at the push
}

/** What came of it. */
export interface Soaked {
  readonly counts: { readonly pushes: number; readonly falls: number; readonly wrong: number };
  readonly jumps: Float64Array; // [rad/s] frame by frame: most that a joint changes its speed by; 0 where somebody falls
  readonly takes: readonly Clip[]; // each until a fall, after which somebody stands there anew
}

/** Pushes of 3 to `strongest` [N·s] until the time [s] is up. */
export function soak(library: ResponseLibrary, seed: number, seconds: number, strongest: number): Soaked {
  const rng = createRng(seed);
  const responder = startPushResponse({ body, clip: idle, seed }, { library });
  const ws = createWorkspace(body);
  const takes: Clip[] = [];
  let q: number[] = [];
  const jumps = new Float64Array(Math.round(seconds / DT));
  const before = new Float64Array(responder.v.length);
  const counts = { pushes: 0, falls: 0, wrong: 0 };
  let [next, lean] = [0.5, undefined as Lean | undefined];
  for (let k = 0; k < jumps.length; k++) {
    const t = k * DT;
    if (t >= next) {
      const angle = uniform(rng, -Math.PI, Math.PI);
      const size = uniform(rng, 3, strongest);
      next = t + (uniform(rng, 0, 1) < 0.35 ? uniform(rng, 0.15, 0.8) : uniform(rng, 1.5, 3));
      forwardKinematics(body, ws, responder.q);
      const direction = [Math.sin(angle), Math.cos(angle)] as const;
      const standing = responder.status === 'balanced' && size > 12 && next - t > 0.5;
      lean = standing ? { until: t + 0.45, direction, from: [ws.com[0], ws.com[2]] } : undefined;
      responder.push({ impulse: [size * direction[0], 0, size * direction[1]], segment: body.roles.chest ?? 0 });
      counts.pushes++;
    }
    const events = responder.step(DT);
    if (events.some(({ kind }) => kind === 'fall')) {
      counts.falls++;
      lean = undefined;
      takes.push(createClip({ ...idle, q: Float64Array.from(q) }));
      q = [];
      responder.begin(0);
      before.set(responder.v);
      next = Math.max(next, t + 0.5);
      continue;
    }
    for (let i = 3; i < before.length; i++) jumps[k] = Math.max(jumps[k], Math.abs(responder.v[i] - before[i]));
    before.set(responder.v);
    for (const value of responder.q) q.push(value);
    if (lean && t >= lean.until) {
      forwardKinematics(body, ws, responder.q);
      const [x, z] = [ws.com[0] - lean.from[0], ws.com[2] - lean.from[1]];
      if (x * lean.direction[0] + z * lean.direction[1] < -0.01) counts.wrong++;
      lean = undefined;
    }
  }
  if (q.length > 0) takes.push(createClip({ ...idle, q: Float64Array.from(q) }));
  return { counts, jumps, takes };
}

/** Least distance [m] between points along the middles of the two soles, and how low soles are. */
export function leastBetweenFeet(clip: Clip): { apart: number; lowest: number } {
  const { soles } = traceClip(body, clip, { inertia: 'full' });
  const middle = (side: 0 | 1, part: 'heel' | 'toe', frame: number): readonly number[] => {
    const { parts } = body.soles[side];
    const mine = [...parts.keys()].filter((i) => parts[i] === part);
    return [0, 1, 2].map((c) => {
      const at = (i: number): number => soles[side][3 * (frame * parts.length + i) + c];
      return mine.reduce((sum, i) => sum + at(i) / mine.length, 0);
    });
  };
  let [apart, lowest] = [Infinity, Infinity];
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const [a, b, c, d] = [
      middle(0, 'heel', frame),
      middle(0, 'toe', frame),
      middle(1, 'heel', frame),
      middle(1, 'toe', frame),
    ];
    for (const u of [0, 0.25, 0.5, 0.75, 1]) {
      for (const w of [0, 0.25, 0.5, 0.75, 1]) {
        const gap = [0, 1, 2].map((k) => (1 - u) * a[k] + u * b[k] - (1 - w) * c[k] - w * d[k]);
        apart = Math.min(apart, Math.hypot(...gap));
      }
    }
  }
  for (const points of soles) for (let i = 1; i < points.length; i += 3) lowest = Math.min(lowest, points[i]);
  return { apart, lowest };
}
