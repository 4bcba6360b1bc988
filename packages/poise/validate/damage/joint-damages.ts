/** Limbs that are late, spread, bent away or hover. */
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import { type Run, runsWhere } from '../../src/balance/rules/rule.ts';
import { quatFromAxisAngle } from '../../src/math/quat.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { SIDES } from '../../src/motion/roles.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import type { Damage, Damaged, DamageInput } from './damage.ts';
import { place, plateau, reachWithLeg, startEdit, turnJoint } from './edit.ts';
import { feetOf } from './feet.ts';
import { framesIn, windowOf } from './place.ts';
import { swingsOf } from './root-damages.ts';

const DEGREE = Math.PI / 180;
const wholeOf = ({ clip }: DamageInput): Run => ({ start: 0, end: clip.frameCount - 1 });

/** All joints of one leg come later than the rest. */
function lateLeg(input: DamageInput, seconds: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const side = SIDES[Math.floor(2 * rng.next())];
  if (Math.min(...swingsOf(input)) < 2) return undefined;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  const late = framesIn(clip, seconds);
  for (const part of ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const) {
    const joint = body.roles[`${side}${part}`];
    if (joint === undefined) continue;
    for (let f = 0; f < clip.frameCount; f++) {
      const from = Math.max(0, f - late) * nq + quatIndex(joint);
      q.set(clip.q.subarray(from, from + 4), f * nq + quatIndex(joint));
    }
  }
  return { clip: withCoordinates(clip, q), wrong: wholeOf(input) };
}

/** The head bent on the trunk, forward, back or aside, for 1 s. */
function bendNeck(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = windowOf(input, 1);
  const joint = body.roles.neck ?? body.roles.head;
  const way = 2 * Math.PI * rng.next();
  if (!run || joint === undefined) return undefined;
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.25);
  const turn = new Float64Array(4);
  for (let f = run.start; f <= run.end; f++) {
    quatFromAxisAngle(turn, 0, Math.cos(way), 0, Math.sin(way), angle * DEGREE * plateau(f, run.start, run.end, ramp));
    place(edit, f);
    turnJoint(edit, f, joint, turn);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** Single supports of one foot. */
function singleSupports({ clip, report }: DamageInput, least: number): readonly (Run & { side: 0 | 1 })[] {
  return ([0, 1] as const).flatMap((side) =>
    runsWhere(clip.frameCount, (f) => SUPPORT_PHASES[report.phase[f]] === SIDES[side])
      .filter((run) => (run.end - run.start) * clip.frameTime > least)
      .map((run) => ({ ...run, side })),
  );
}

/** The only foot that stands hovers above the floor. */
function hoverFoot(input: DamageInput, height: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const runs = singleSupports(input, 0.25);
  const run = runs[Math.floor(rng.next() * runs.length)];
  if (!run) return undefined;
  const edit = startEdit(body, clip);
  const pad = framesIn(clip, 0.15);
  const [start, end] = [Math.max(0, run.start - pad), Math.min(clip.frameCount - 1, run.end + pad)];
  for (let f = start; f <= end; f++) {
    const { target, rotation } = feetOf(edit, f)[run.side];
    const y = target[1] + height * plateau(f, start, end, pad);
    reachWithLeg(edit, f, SIDES[run.side], [target[0], y, target[2]], rotation);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** One foot rolled onto its inner or outer edge, for 1 s. */
function rollFoot(input: DamageInput, angle: number): Damaged | undefined {
  const { body, clip, rng } = input;
  const run = windowOf(input, 1);
  const joint = body.roles[`${SIDES[Math.floor(2 * rng.next())]}Foot`];
  const way = rng.next() < 0.5 ? -1 : 1;
  if (!run || joint === undefined) return undefined;
  const edit = startEdit(body, clip);
  const ramp = framesIn(clip, 0.2);
  const turn = new Float64Array(4);
  for (let f = run.start; f <= run.end; f++) {
    const [fx, fz] = input.report.forward.subarray(2 * f, 2 * f + 2);
    quatFromAxisAngle(turn, 0, fx, 0, fz, way * angle * DEGREE * plateau(f, run.start, run.end, ramp));
    place(edit, f);
    turnJoint(edit, f, joint, turn);
  }
  return { clip: withCoordinates(clip, edit.q), wrong: run };
}

/** Both thighs turned outwards all the time; the hips stay where they are. */
function spreadLegs({ body, clip, report }: DamageInput, angle: number): Damaged {
  const edit = startEdit(body, clip);
  const turn = new Float64Array(4);
  for (let f = 0; f < clip.frameCount; f++) {
    const [fx, fz] = report.forward.subarray(2 * f, 2 * f + 2);
    for (const [k, side] of SIDES.entries()) {
      const joint = body.roles[`${side}UpperLeg`];
      if (joint === undefined) continue;
      quatFromAxisAngle(turn, 0, fx, 0, fz, (k === 0 ? 1 : -1) * angle * DEGREE);
      place(edit, f);
      turnJoint(edit, f, joint, turn);
    }
  }
  return { clip: withCoordinates(clip, edit.q), wrong: { start: 0, end: clip.frameCount - 1 } };
}

export const jointDamages: readonly Damage[] = [
  { id: 'leg-late', text: 'one leg 0.05, 0.12, 0.3 s later than the rest', sizes: [0.05, 0.12, 0.3], apply: lateLeg },
  { id: 'neck-bent', text: 'the head bent by 45°, 75°, 110° any way for 1 s', sizes: [45, 75, 110], apply: bendNeck },
  {
    id: 'foot-hovers',
    text: 'the only standing foot 4, 8, 14 cm in the air',
    sizes: [0.04, 0.08, 0.14],
    apply: hoverFoot,
  },
  {
    id: 'foot-rolled',
    text: 'a foot rolled by 25°, 45°, 75° onto an edge for 1 s',
    sizes: [25, 45, 75],
    apply: rollFoot,
  },
  { id: 'legs-spread', text: 'thighs turned out by 8°, 16°, 30° all the time', sizes: [8, 16, 30], apply: spreadLegs },
];
