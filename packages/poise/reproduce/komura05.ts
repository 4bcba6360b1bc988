/** The experiments of Komura, Ho and Lau 2005 [Komura05], docs/methods/reactive-blend.md. */
import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { createWorkspace } from '../src/dynamics/workspace.ts';
import { relativeQuat } from '../src/math/quat.ts';
import type { Vec3 } from '../src/math/types.ts';
import { reactToPushes, startReactiveBlend } from '../src/methods/reactive-blend/as-method.ts';
import { footstepShift } from '../src/methods/reactive-blend/footstep-rule.ts';
import { generateGaitReactions } from '../src/methods/reactive-blend/gait-reactions.ts';
import { momentumShare } from '../src/methods/reactive-blend/momentum-profile.ts';
import { type Clip, withCoordinates } from '../src/motion/clip.ts';
import type { Role } from '../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../src/motion/skeleton.ts';
import { createActor } from '../src/performer/actor.ts';
import { motionNamed } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { type Claim, type Paper, type Reproduction, table } from './paper.ts';

const { body } = createActor();
const nq = coordinateCount(body.skeleton);
const ws = createWorkspace(body);
const joint = (role: Role): number => body.roles[role] ?? 0;

/** The first pose of an idle, held: what moves is the reaction. */
function stillClip(): Clip {
  const idle = perform(motionNamed('idle'));
  return withCoordinates(
    idle,
    Float64Array.from({ length: 60 * nq }, (_, i) => idle.q[i % nq]!),
  );
}

interface Shown {
  readonly markdown: string;
  readonly claims: readonly Claim[];
}

interface Seen {
  readonly lean: number; // [rad] of the line from hips to head, most, from that of the clip
  readonly spine: number; // [rad] of the shoulders against the pelvis
  readonly yaw: number; // [rad] of the shoulders
  readonly arms: number; // [rad] of the busier upper arm
}

/** What a second after a hit shows. */
function look(clip: Clip, role: Role, impulse: Vec3, hands: 'free' | 'tied' = 'free'): Seen {
  const balancer = startReactiveBlend({ body, clip }, { hands });
  balancer.push({ impulse, segment: joint(role) });
  const seen = { lean: 0, spine: 0, yaw: 0, arms: 0 };
  const turn = new Float64Array(4);
  const start = pitchAndYaw(clip.q.slice(0, nq));
  for (let frame = 0; frame < 60; frame++) {
    balancer.step(1 / 60);
    const now = pitchAndYaw(balancer.q);
    seen.lean = Math.max(seen.lean, Math.abs(now.pitch - start.pitch));
    seen.yaw = Math.max(seen.yaw, Math.abs(now.yaw - start.yaw));
    seen.spine = Math.max(seen.spine, angleBetween(now.spine, start.spine));
    for (const arm of ['leftUpperArm', 'rightUpperArm'] as const) {
      relativeQuat(turn, 0, clip.q, quatIndex(joint(arm)), balancer.q, quatIndex(joint(arm)));
      seen.arms = Math.max(seen.arms, 2 * Math.asin(Math.min(1, Math.hypot(turn[0], turn[1], turn[2]))));
    }
  }
  return seen;
}

const angleBetween = (a: Float64Array, b: Float64Array): number =>
  2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, part, c) => sum + part * b[c]!, 0))));

function pitchAndYaw(q: Float64Array): { readonly pitch: number; readonly yaw: number; readonly spine: Float64Array } {
  forwardKinematics(body, ws, q);
  const at = ws.segmentOrigin;
  const spine = new Float64Array(4);
  relativeQuat(spine, 0, ws.segmentRotation, 0, ws.segmentRotation, 4 * joint('upperChest'));
  const [head, left, right] = [3 * joint('head'), 3 * joint('leftUpperArm'), 3 * joint('rightUpperArm')];
  return {
    pitch: Math.atan2(at[head + 2] - at[2], at[head + 1] - at[1]),
    yaw: Math.atan2(at[left + 2] - at[right + 2], at[left] - at[right]),
    spine,
  };
}

const degrees = (angle: number): string => ((180 / Math.PI) * angle).toFixed(1);

/** 1: growing pushes on the chest of someone who stands. */
function growing(clip: Clip): Shown {
  const seen: { readonly spine: number; readonly steps: number }[] = [];
  const rows = [6, 12, 18, 24, 36, 48, 60].map((size) => {
    const { outcome, events } = reactToPushes({
      body,
      clip,
      pushes: [{ time: 0, impulse: [0, 0, size], segment: joint('chest') }],
    });
    const steps = events.filter((event) => event.kind === 'step');
    const first = steps[0] ? (steps[0].position[2] - clip.q[2]).toFixed(2) : '–';
    const { lean, spine } = look(clip, 'chest', [0, 0, size]);
    seen.push({ spine, steps: steps.length });
    return [size, degrees(lean), degrees(spine), PROTOTYPE[size] ?? '–', steps.length, first, outcome.status];
  });
  const standing = seen.slice(0, 4).map(({ spine }) => spine);
  const claims = [
    {
      id: 'komura05/bends-more',
      paper: 'the trunk bends more the stronger the push',
      ours: `spine ${standing.map(degrees).join(', ')}° for 6, 12, 18, 24 N·s`,
      holds: standing.every((spine, i) => i === 0 || spine > standing[i - 1]!),
    },
    {
      id: 'komura05/steps',
      paper: 'strong pushes are answered by steps',
      ours: `${seen.map(({ steps }) => steps).join(', ')} steps`,
      holds: seen[0]!.steps === 0 && seen.at(-1)!.steps > 0,
    },
  ];
  const markdown = table(
    [
      'push from behind, chest [N·s]',
      'lean [°]',
      'spine [°]',
      'prototype [°]',
      'steps',
      'first step ahead of the hips [m]',
      'status',
    ],
    rows,
  );
  return { markdown, claims };
}

/** Spine of the prototype that the specification was made with [°], docs/methods/reactive-blend.md. */
const PROTOTYPE: Readonly<Record<number, number>> = { 6: 2.3, 12: 3.9, 18: 4.9, 24: 5.4 };
const PLACES = [
  ['chest', 12, 'free', 6],
  ['chest', 12, 'tied', undefined],
  ['head', 12, 'free', 26],
  ['head', 12, 'tied', undefined],
  ['head', 8, 'free', 17.3],
  ['head', 8, 'tied', 21.2],
  ['leftUpperArm', 12, 'free', undefined],
  ['leftUpperArm', 12, 'tied', undefined],
] as const;

/** 3: where the same 12 N·s from the front hits, and what tied arms change. */
function places(clip: Clip): Shown {
  const seen = new Map<string, Seen>();
  const rows = PLACES.map(([role, size, hands, prototype]) => {
    const found = look(clip, role, [0, 0, -size], hands);
    seen.set(`${role} ${size} ${hands}`, found);
    const { lean, spine, yaw, arms } = found;
    return [role, size, hands, degrees(lean), degrees(spine), prototype ?? '–', degrees(yaw), degrees(arms)];
  });
  const [chest, head, shoulder] = ['chest 12', 'head 12', 'leftUpperArm 12'].map((at) => seen.get(`${at} free`)!);
  const [free, tied] = ['free', 'tied'].map((hands) => seen.get(`head 8 ${hands}`)!);
  const claims = [
    {
      id: 'komura05/head',
      paper: 'hit on the head the body bends more than hit on the chest',
      ours: `spine ${degrees(head!.spine)}° against ${degrees(chest!.spine)}°`,
      holds: head!.spine > chest!.spine,
    },
    {
      id: 'komura05/shoulder',
      paper: 'hit on a shoulder the body turns about the vertical',
      ours: `${degrees(shoulder!.yaw)}° against ${degrees(chest!.yaw)}° hit on the chest`,
      holds: shoulder!.yaw > 2 * chest!.yaw,
    },
    {
      id: 'komura05/tied',
      paper: 'with tied hands the trunk must do more',
      ours: `spine ${degrees(tied!.spine)}° against ${degrees(free!.spine)}°`,
      holds: tied!.spine > free!.spine,
    },
  ];
  const markdown = table(
    [
      'from the front',
      '[N·s]',
      'arms',
      'lean [°]',
      'spine [°]',
      'prototype [°]',
      'shoulders about up [°]',
      'upper arm [°]',
    ],
    rows,
  );
  return { markdown, claims };
}

/** 2: hits while walking and running. */
function travelling(say: (what: string) => void): Shown {
  const rows = (['walk', 'run'] as const).flatMap((id) => {
    const clip = perform(motionNamed(id), { values: { strides: 9 } });
    say(`${id}: reactions by reactive locomotion`);
    const gaits = generateGaitReactions(body, clip);
    return (
      [
        ['from behind', [0, 0, 30]],
        ['from the front', [0, 0, -30]],
        ['from the right', [30, 0, 0]],
        ['from the left', [-30, 0, 0]],
      ] as const
    ).map(([name, impulse]) => {
      say(`${id}, ${name}`);
      const {
        clip: made,
        outcome,
        events,
      } = reactToPushes({ body, clip, pushes: [{ time: 1, impulse, segment: joint('chest') }] }, { gaits });
      const last = (made.frameCount - 1) * nq;
      const own = (clip.frameCount - 1) * nq;
      const moved = [0, 2].map((c) => (made.q[last + c]! - clip.q[Math.min(own, last) + c]!).toFixed(2));
      const recovered = events.find((event) => event.kind === 'recovered');
      const chosen = events.find((event) => event.kind === 'strategy');
      const reaction = chosen?.kind === 'strategy' ? chosen.reason.replace(/ from .*/, '') : '–';
      return [
        id,
        name,
        reaction,
        outcome.status,
        `${moved[0]}, ${moved[1]}`,
        recovered ? (recovered.time - 1).toFixed(2) : '–',
      ];
    });
  });
  const claims = rows.map(([id, name, reaction, status, moved, back]) => ({
    id: `komura05/${id}-${name!.replaceAll(' ', '-')}`,
    paper: 'is moved, and goes on',
    ours: `${status}; ${reaction}, moved ${moved} m`,
    holds: status === 'reacted' && back !== '–',
  }));
  const markdown = table(
    [
      '30 N·s on the chest',
      'direction',
      'reaction: gait-direction-N·s',
      'status',
      'moved left, forward [m]',
      'back in the clip after [s]',
    ],
    rows,
  );
  return { markdown, claims };
}

function rules(): string {
  const support = { rate: 3.2, duration: 0.4, behind: 0.15, speed: 0.8, exit: 0.1 };
  const rows = [0.1, 0.2, 0.3].map((change) => [
    change,
    ...(['exact', 'place', 'paper'] as const).map((rule) => footstepShift(rule, change, support).toFixed(3)),
  ]);
  const net = Array.from({ length: 11000 }, (_, k) => momentumShare((k + 0.5) * 1e-4, 0.4, 0.7) * 1e-4).reduce(
    (a, b) => a + b,
    0,
  );
  return `${table(['to brake more [m/s]', 'exact in time [m]', 'exact in place [m]', 'paper [m]'], rows)}

Net angular momentum added over both phases, for 1 kg·m²/s, 0.4 s and 0.7 s: ${Math.abs(net) < 1e-6 ? '0' : net.toExponential(1)} (as printed: 0.165).`;
}

export const komura05: Paper = {
  id: 'komura05',
  reproduce(say): Reproduction {
    const clip = stillClip();
    say('standing');
    const [strengths, parts, gaits] = [growing(clip), places(clip), travelling(say)];
    return {
      page: 'reactive-blend.md',
      claims: [strengths, parts, gaits].flatMap(({ claims }) => claims),
      sections: [
        { mark: 'growing', markdown: strengths.markdown },
        { mark: 'places', markdown: parts.markdown },
        { mark: 'travelling', markdown: gaits.markdown },
        { mark: 'rules', markdown: rules() },
      ],
      figures: [],
    };
  },
};
