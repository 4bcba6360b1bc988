/** The experiments of [Komura04] that are looked at: weak and strong pushes, balls from all sides. */

import type { Side } from '../src/motion/roles.ts';
import { footprintGrid } from './footprint-grid.ts';
import { ballClaim, pushClaims } from './komura04-claims.ts';
import type { Subject } from './komura04-clips.ts';
import { type HitOutcome, hitOnce } from './komura04-hit.ts';
import { impulseOf, PARTS, phaseOf, TICK, type Walker, walkerOf } from './komura04-walker.ts';
import { type Claim, table } from './paper.ts';
import { type StripRow, strip } from './stick-figure.ts';

/** A table, a figure, and what they say of the paper's claims. */
export interface Experiment {
  readonly markdown: string;
  readonly svg: string;
  readonly claims: readonly Claim[];
}

const PUSHES = [
  { name: 'weak, from behind', strong: false, behind: true },
  { name: 'strong, from behind', strong: true, behind: true },
  { name: 'weak, from the front', strong: false, behind: false },
  { name: 'strong, from the front', strong: true, behind: false },
] as const;
const [WEAK, STRONG] = [0.15, 0.4]; // [m/s] of the whole body
const POSES = 12;
const APART = 0.12; // [s]

const listed = (values: readonly number[]): string =>
  values
    .slice(0, 6)
    .map((value) => value.toFixed(2))
    .join(', ');

function stripRow(title: string, { body }: Subject, { clip, at }: HitOutcome): StripRow {
  const frames = Array.from({ length: POSES }, (_, k) =>
    Math.min(clip.frameCount - 1, at - 6 + k * Math.round(APART / TICK)),
  );
  return { title, body, clip, frames };
}

/** Weak and strong pushes at the chest, from behind and from the front: the lengths of the steps that follow. */
export function pushes(subjects: readonly Subject[]): Experiment {
  const cases = subjects.flatMap((subject) => {
    const walker = walkerOf(subject);
    return PUSHES.map(({ name, strong, behind }) => {
      const impulse = impulseOf(walker, strong ? STRONG : WEAK, behind ? 0 : Math.PI);
      return {
        title: `${subject.name}, ${name}`,
        subject,
        strong,
        behind,
        usual: ownLength(walker),
        hit: hitOnce(walker, { impulse, segment: walker.body.roles.chest ?? 0 }, APART * POSES),
      };
    });
  });
  const rows = cases.map(({ title, usual, hit: { steps, lengths, status } }) => [
    title,
    usual.toFixed(2),
    listed(lengths),
    listed(steps.map(({ lean }) => (180 / Math.PI) * lean)),
    status,
  ]);
  const head = [
    'push',
    'own step [m]',
    'steps [m]',
    'lean of the trunk beyond the clip’s at touch-down [°]',
    'came to',
  ];
  return {
    markdown: table(head, rows),
    svg: strip(cases.map(({ title, subject, hit }) => stripRow(title, subject, hit))),
    claims: subjects.flatMap((subject) => pushClaims(cases.filter((one) => one.subject === subject))),
  };
}

/** [m] of the clip's own next step along its way. */
function ownLength(walker: Walker): number {
  const { stepX, stepZ } = walker.steps.step(phaseOf(walker).index + 1)!;
  return stepX * Math.sin(walker.yaw) + stepZ * Math.cos(walker.yaw);
}

const FROM = ['behind', 'behind left', 'left', 'front left', 'front', 'front right', 'right', 'behind right'] as const;
const BALL = 0.25; // [m/s] that it gives the whole body

/** Balls from eight sides at head, chest and hips: where the feet go instead of where they went. */
export function balls(subjects: readonly Subject[]): Experiment {
  const cells = subjects.flatMap((subject) => {
    const walker = walkerOf(subject);
    return PARTS.map((part) => ({
      title: `${subject.name}, at the ${part}`,
      subject,
      hits: FROM.map((from, k) => {
        // from behind it flies ahead, from the left to the right
        const angle = (-k * Math.PI) / 4;
        const push = { impulse: impulseOf(walker, BALL, angle), segment: walker.body.roles[part] ?? 0, duration: 0.03 };
        const { status, steps } = hitOnce(walker, push);
        return { from, angle, status, steps: steps.length, prints: steps };
      }),
    }));
  });
  const yaw = subjects.map((subject) => walkerOf(subject).yaw);
  const svg = footprintGrid(
    cells.map(({ title, hits }, row) => ({
      title,
      cells: hits.map(({ from, angle, status, steps, prints }) => ({
        title: `from ${from}`,
        note: `${status}, ${steps} ${steps === 1 ? 'step' : 'steps'}`,
        towards: angle,
        prints: prints.slice(0, 3).map(({ side, place, original }) => ({
          side: side as Side,
          place: turned(place, yaw[Math.floor(row / PARTS.length)]!),
          original: turned(original, yaw[Math.floor(row / PARTS.length)]!),
        })),
      })),
    })),
  );
  const rows = cells.map(({ title, hits }) => [
    title,
    ...hits.map(({ status, steps }) => (status === 'recovered' ? `${steps}` : `${status} (${steps})`)),
  ]);
  const claims = subjects.map((subject) =>
    ballClaim(
      subject.name,
      cells.filter((cell) => cell.subject === subject).flatMap(({ hits }) => hits),
    ),
  );
  return { markdown: table(['steps to recovery, hit from', ...FROM], rows), svg, claims };
}

/** Along the way and to its left. */
const turned = ([x, z]: readonly [number, number], yaw: number): readonly [forward: number, left: number] => [
  x * Math.sin(yaw) + z * Math.cos(yaw),
  x * Math.cos(yaw) - z * Math.sin(yaw),
];
