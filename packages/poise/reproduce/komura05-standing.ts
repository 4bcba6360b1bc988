/** Standing hits of [Komura05]: its figures 5, 7 and 8. */

import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { createWorkspace } from '../src/dynamics/workspace.ts';
import { wrapAngle } from '../src/math/angle.ts';
import { relativeQuat } from '../src/math/quat.ts';
import type { Vec3 } from '../src/math/types.ts';
import type { ResponseLibrary } from '../src/methods/push-response/response.ts';
import { reactToPushes, startReactiveBlend } from '../src/methods/reactive-blend/as-method.ts';
import { type Clip, withCoordinates } from '../src/motion/clip.ts';
import type { Role } from '../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../src/motion/skeleton.ts';
import { createActor } from '../src/performer/actor.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { type Claim, table } from './paper.ts';

export const { body } = createActor();
export const nq = coordinateCount(body.skeleton);
const ws = createWorkspace(body);
export const joint = (role: Role): number => body.roles[role] ?? 0;

/** The first pose of an idle, held: what moves is the reaction. */
export function stillClip(frames = 60): Clip {
  const idle = perform(motionNamed('idle'));
  return withCoordinates(
    idle,
    Float64Array.from({ length: frames * nq }, (_, i) => idle.q[i % nq]!),
  );
}

export interface Shown {
  readonly markdown: string;
  readonly claims: readonly Claim[];
}

interface Seen {
  readonly lean: number; // [rad] of the line from hips to head, most, from that of the clip
  readonly spine: number; // [rad] of the shoulders against the pelvis
  readonly yaw: number; // [rad] of the shoulders
  readonly arms: number; // [rad] of the busier upper arm
  readonly back: number; // [rad] that the line from hips to head leans back, most
  readonly steps: number;
  readonly stride: number; // [m] that the foot which steps first goes
  readonly out: number; // [m] farthest that a foot is put down from where it stood
  readonly fell: boolean;
}

interface Blow {
  readonly role: Role;
  readonly impulse: Vec3;
  readonly hands?: 'free' | 'tied';
}

/** What a hit leads to; angles of its first second. */
function look(clip: Clip, library: ResponseLibrary, { role, impulse, hands = 'free' }: Blow): Seen {
  const balancer = startReactiveBlend({ body, clip }, { hands, library });
  balancer.push({ impulse, segment: joint(role) });
  const seen = { lean: 0, spine: 0, yaw: 0, arms: 0, back: 0 };
  let [steps, stride, out, fell] = [0, 0, 0, false];
  const turn = new Float64Array(4);
  const start = postureOf(clip.q.slice(0, nq));
  for (let frame = 0; frame < 150 && !fell; frame++) {
    for (const event of balancer.step(1 / 60)) {
      if (event.kind === 'fall') fell = true;
      if (event.kind !== 'step') continue;
      const from = 3 * body.soles[event.foot === 'left' ? 0 : 1].toes;
      const way = Math.hypot(event.position[0] - start.at[from]!, event.position[2] - start.at[from + 2]!);
      if (steps++ === 0) stride = way;
      out = Math.max(out, way);
    }
    if (frame >= 60) continue;
    const now = postureOf(balancer.q);
    seen.lean = Math.max(seen.lean, Math.hypot(now.pitch - start.pitch, now.roll - start.roll));
    seen.back = Math.max(seen.back, start.pitch - now.pitch);
    seen.yaw = Math.max(seen.yaw, Math.abs(now.yaw - start.yaw));
    seen.spine = Math.max(seen.spine, angleBetween(now.spine, start.spine));
    for (const arm of ['leftUpperArm', 'rightUpperArm'] as const) {
      relativeQuat(turn, 0, clip.q, quatIndex(joint(arm)), balancer.q, quatIndex(joint(arm)));
      seen.arms = Math.max(seen.arms, 2 * Math.asin(Math.min(1, Math.hypot(turn[0], turn[1], turn[2]))));
    }
  }
  return { ...seen, steps, stride, out, fell };
}

const angleBetween = (a: Float64Array, b: Float64Array): number =>
  2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, part, c) => sum + part * b[c]!, 0))));

function postureOf(q: Float64Array) {
  forwardKinematics(body, ws, q);
  const at = ws.segmentOrigin;
  const spine = new Float64Array(4);
  relativeQuat(spine, 0, ws.segmentRotation, 0, ws.segmentRotation, 4 * joint('upperChest'));
  const [head, left, right] = [3 * joint('head'), 3 * joint('leftUpperArm'), 3 * joint('rightUpperArm')];
  const up = at[head + 1] - at[1];
  return {
    at: at.slice(),
    pitch: Math.atan2(at[head + 2] - at[2], up),
    roll: Math.atan2(at[head] - at[0], up),
    yaw: Math.atan2(at[left + 2] - at[right + 2], at[left] - at[right]),
    spine,
  };
}

const degrees = (angle: number): string => ((180 / Math.PI) * angle).toFixed(1);
const grows = (values: readonly number[]): boolean => values.every((value, k) => k === 0 || value > values[k - 1]!);

const FIGURE_5 = [
  { id: '5a', hit: 'head from behind', role: 'head', along: [0, 1] },
  { id: '5b', hit: 'torso from the right', role: 'chest', along: [1, 0] },
] as const;
const STRENGTHS = [8, 16, 24, 32, 40, 44, 48]; // [N·s]

/** Figure 5: the same hit, stronger and stronger. */
export function growing(clip: Clip, library: ResponseLibrary): Shown {
  const claims: Claim[] = [];
  const rows = FIGURE_5.flatMap(({ id, hit, role, along: [x, z] }) => {
    const seen = STRENGTHS.map((size) => look(clip, library, { role, impulse: [size * x, 0, size * z] }));
    const steps = seen.filter((one) => one.steps > 0);
    claims.push(
      {
        id: `komura05/${id}-tilts`,
        paper: `${hit}: the body tilts more the stronger the impact`,
        ours: `${seen.map(({ lean }) => degrees(lean)).join(', ')}° for ${STRENGTHS.join(', ')} N·s`,
        holds: grows(seen.map(({ lean }) => lean)),
      },
      {
        id: `komura05/${id}-steps`,
        paper: `${hit}: the character steps out farther the stronger the impact`,
        ours: `no step up to ${STRENGTHS[seen.length - steps.length - 1] ?? 0} N·s, then a foot goes as far as ${steps.map(({ out }) => out.toFixed(2)).join(', ')} m`,
        holds: steps.length >= 3 && grows(steps.map(({ out }) => out)) && seen.every(({ fell }) => !fell),
      },
    );
    return seen.map(({ lean, spine, steps: count, stride, out, fell }, k) => [
      `${id}: ${hit}`,
      STRENGTHS[k]!,
      degrees(lean),
      degrees(spine),
      count,
      count > 0 ? stride.toFixed(2) : '–',
      count > 0 ? out.toFixed(2) : '–',
      fell ? 'fall' : count > 0 ? 'stepped' : 'stayed',
    ]);
  });
  const head = ['hit', '[N·s]', 'lean [°]', 'spine [°]', 'steps in 2.5 s', 'first step [m]', 'farthest [m]', 'outcome'];
  return { markdown: table(head, rows), claims };
}

const PLACES = [
  ['chest', 12, 'free'],
  ['leftUpperArm', 12, 'free'],
  ['head', 12, 'free'],
  ['head', 12, 'tied'],
  ['chest', 24, 'free'],
  ['leftUpperArm', 24, 'free'],
  ['head', 24, 'free'],
  ['head', 24, 'tied'],
] as const;

/** Figure 7: where the same hit from the front meets the body, and what tied arms change. */
export function places(clip: Clip, library: ResponseLibrary): Shown {
  const seen = new Map<string, Seen>();
  const rows = PLACES.map(([role, size, hands]) => {
    const found = look(clip, library, { role, impulse: [0, 0, -size], hands });
    seen.set(`${role} ${size} ${hands}`, found);
    const { back, spine, yaw, arms, steps } = found;
    return [role, size, hands, degrees(back), degrees(spine), degrees(yaw), degrees(arms), steps];
  });
  const at = (name: string): Seen => seen.get(name)!;
  const claims = [12, 24].flatMap((size): Claim[] => {
    const [chest, shoulder] = [at(`chest ${size} free`), at(`leftUpperArm ${size} free`)];
    const [head, tied] = [at(`head ${size} free`), at(`head ${size} tied`)];
    return [
      {
        id: `komura05/7a-shoulder-${size}`,
        paper: 'hit on the left shoulder the body rotates about the vertical axis',
        ours: `${degrees(shoulder.yaw)}° against ${degrees(chest.yaw)}° hit on the chest, ${size} N·s`,
        holds: shoulder.yaw > 2 * chest.yaw,
      },
      {
        id: `komura05/7b-head-${size}`,
        paper: 'hit on the head the torso leans back and the arms rotate',
        ours: `back by ${degrees(head.back)}° against ${degrees(chest.back)}° hit on the chest, arms ${degrees(head.arms)}°, ${size} N·s`,
        holds: head.back > chest.back && head.arms > (5 * Math.PI) / 180,
      },
      {
        id: `komura05/7c-tied-${size}`,
        paper: 'with the arms fixed the chest bends more',
        ours: `spine ${degrees(tied.spine)}° against ${degrees(head.spine)}°, ${size} N·s`,
        holds: tied.spine > head.spine,
      },
    ];
  });
  const head = [
    'from the front',
    '[N·s]',
    'arms',
    'lean back [°]',
    'spine [°]',
    'shoulders about up [°]',
    'upper arm [°]',
    'steps',
  ];
  return { markdown: table(head, rows), claims };
}

/** Figure 8: hit again and again from various directions, until it falls. */
export function repeated(clip: Clip, library: ResponseLibrary): Shown {
  const pushes = Array.from({ length: 12 }, (_, k) => {
    const size = 16 + 6 * k;
    const angle = 2.4 * k;
    const impulse: Vec3 = [size * Math.sin(angle), 0, size * Math.cos(angle)];
    return { time: 0.5 + 0.8 * k, impulse, segment: joint(k % 3 === 2 ? 'head' : 'chest') };
  });
  const { events, outcome } = reactToPushes({ body, clip, pushes }, { library });
  const fall = events.find(({ kind }) => kind === 'fall');
  const rows = pushes.map(({ time, impulse }, k) => {
    const until = pushes[k + 1]?.time ?? Infinity;
    const mine = events.filter((event) => event.time >= time - 1e-9 && event.time < until);
    const told = mine.find((event) => event.kind === 'strategy');
    const steps = mine.filter(({ kind }) => kind === 'step').length;
    const fell = mine.some(({ kind }) => kind === 'fall');
    const chosen = told?.kind === 'strategy' ? told.reason.replace(/ from .*/, '') : '–';
    return [
      time.toFixed(1),
      Math.hypot(...impulse).toFixed(0),
      degrees(wrapAngle(2.4 * k)),
      chosen,
      steps,
      fell ? 'fall' : '',
    ];
  });
  const met = events.filter(({ kind }) => kind === 'impact').length;
  const examples = new Set(rows.slice(0, met).map(([, , , chosen]) => chosen));
  const claims = [
    {
      id: 'komura05/8-repeated',
      paper: 'hit repeatedly from various directions it reacts by an appropriate motion each time, until it falls',
      ours: `${met} hits, ${examples.size} different examples; ${outcome.status}${fall ? ` at ${fall.time.toFixed(1)} s` : ''}`,
      holds: fall !== undefined && met >= 4 && examples.size >= 3,
    },
  ];
  const head = ['time [s]', '[N·s]', 'direction [°]', 'example', 'steps until the next hit', ''];
  return { markdown: table(head, rows.slice(0, met)), claims };
}
