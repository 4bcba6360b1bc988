/** What planting must not do: pops that were not there, standing knees bent for nothing. Found as a judge finds them, in the result. */
import { findPops, HIPS_PLACE, newPops, type Pop } from '../../balance/pops.ts';
import { traceLegs } from '../../ik/legs/trace-legs.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { SIDES } from '../../motion/roles.ts';
import { blended, shareOf } from '../../motion/stretches.ts';
import type { Planting, PlantTask } from './attempt.ts';
import { plantOnce } from './attempt.ts';
import { calmDown, createEasing, type Easing, LOOSE, leaveAlone, letGo, stiffen } from './easing.ts';
import type { FootCourse } from './foot-course.ts';

const MOST_BENT = (3 * Math.PI) / 180; // [rad] that a standing knee may bend beyond the clip's, and beyond what ankle and hips require
const CALM = [0.05, 0.15]; // [s] around a twitch of toes that they turn slowly, in the first rounds
const LET_GO = [0.05, 0.15, 0.3, 0.6, 0.6, 1.2, 2.4]; // [s] around a trouble that a foot is let go, from round to round …
const TAKE_BACK = [0.2, 0.5, 1, 2]; // [s] around what stays a trouble that planting is taken back …
const FADE = 0.25; // [s] … and over which it comes again
const PATIENCE = 4; // rounds after which hips and legs are left as they are there

export interface Trouble {
  readonly side: 0 | 1 | 'both';
  readonly ofToes: boolean; // they alone twitch
  readonly start: number;
  readonly end: number;
}

export interface Checked {
  readonly planting: Planting;
  readonly easings: readonly [Easing, Easing];
  readonly troubles: readonly Trouble[]; // that stayed
}

/** Plants, looks at the result, lets feet go where it shows, and plants again; where that never ends well, the clip stays as it is. */
export function plantWithCheck(task: PlantTask): Checked {
  const { source } = task;
  const easings = [createEasing(source.frameCount), createEasing(source.frameCount)] as const;
  const before = findPops(source, jointsOf(task));
  let planting = plantOnce(task, easings);
  let troubles = troublesOf(task, before, planting);
  for (const reach of CALM) {
    const twitches = troubles.filter(({ ofToes }) => ofToes);
    if (twitches.length === 0) break;
    for (const { side, start, end } of twitches) {
      if (side !== 'both') calmDown(easings[side], start, end, reach, source.frameTime);
    }
    planting = plantOnce(task, easings);
    troubles = troublesOf(task, before, planting);
  }
  for (let round = 0; round < LET_GO.length && troubles.length > 0; round++) {
    for (const { side, ofToes, start, end } of troubles) {
      for (const foot of [0, 1] as const) {
        if (side !== 'both' && side !== foot) continue;
        if (round >= PATIENCE && ofToes) {
          stiffen(easings[foot], start, end, LET_GO[round - PATIENCE], source.frameTime);
          continue;
        }
        letGo(easings[foot], start, end, LET_GO[round], source.frameTime, round < PATIENCE ? LOOSE : 0);
      }
      if (round < PATIENCE || ofToes) continue;
      for (const easing of easings) {
        letGo(easing, start, end, LET_GO[round], source.frameTime, 0);
        leaveAlone(easing, start, end, LET_GO[round - PATIENCE], source.frameTime);
      }
    }
    planting = plantOnce(task, easings);
    troubles = troublesOf(task, before, planting);
  }
  return troubles.length === 0
    ? { planting, easings, troubles }
    : withoutTroubles(task, before, { planting, easings, troubles });
}

/** Takes planting back where nothing else helped, in wider and wider stretches; at last everywhere. */
function withoutTroubles(task: PlantTask, before: readonly Pop[], { planting, easings, troubles }: Checked): Checked {
  const { source } = task;
  const planted = withCoordinates(source, planting.q);
  const fade = Math.max(2, Math.round(FADE / source.frameTime));
  const bad = [...troubles];
  for (const reach of TAKE_BACK) {
    const margin = Math.round(reach / source.frameTime);
    const stretches = bad.map(({ start, end }) => ({ start: start - margin, end: end + margin }));
    const share = shareOf(source.frameCount, stretches, fade);
    const tried = { ...planting, q: blended(planted, source, share).q };
    const left = troublesOf(task, before, tried);
    if (left.length > 0) {
      bad.push(...left);
      continue;
    }
    for (const { hold } of easings) {
      share.forEach((back, frame) => {
        hold[frame] = Math.min(hold[frame], 1 - back);
      });
    }
    return { planting: tried, easings, troubles: [] };
  }
  return { planting: nothingPlanted(source, planting, easings), easings, troubles };
}

function nothingPlanted(source: Clip, planting: Planting, easings: readonly Easing[]): Planting {
  for (const { hold } of easings) hold.fill(0);
  const left = (course: FootCourse): FootCourse => ({
    ...course,
    contacts: course.contacts.map((contact) => ({ ...contact, planted: false })),
  });
  const still = new Float64Array(3 * source.frameCount);
  return {
    ...planting,
    q: source.q,
    courses: [left(planting.courses[0]), left(planting.courses[1])],
    placed: { ...planting.placed, course: { hips: still, ankles: [still, still] }, missed: 0, missedFrame: -1 },
  };
}

const jointsOf = ({ body }: PlantTask): number[] =>
  SIDES.flatMap((side) =>
    (['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const).flatMap((part) => body.roles[`${side}${part}`] ?? []),
  );

function troublesOf(task: PlantTask, before: readonly Pop[], planting: Planting): Trouble[] {
  const { source, body } = task;
  const after = withCoordinates(source, planting.q);
  const pops = newPops(before, findPops(after, jointsOf(task)), source.frameTime).map(
    ({ joint, start, end }): Trouble => {
      const side = ([0, 1] as const).find((k) =>
        (['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const).some((part) => body.roles[`${SIDES[k]}${part}`] === joint),
      );
      const ofToes = SIDES.some((name) => body.roles[`${name}Toes`] === joint);
      return { side: joint === HIPS_PLACE ? 'both' : (side ?? 'both'), ofToes, start, end };
    },
  );
  return [...pops, ...bentKnees(task, planting, after)];
}

/** Frames in which a standing knee is bent farther than the clip has it, and than its ankle needs at the clip's hip height. */
function bentKnees({ body, source }: PlantTask, { courses }: Planting, after: Clip): Trouble[] {
  const [old, now] = [traceLegs(body, source.q), traceLegs(body, after.q)];
  const troubles: Trouble[] = [];
  for (const side of [0, 1] as const) {
    const { thigh, shank } = now[side];
    const far = (a: Float64Array, b: Float64Array, i: number): number =>
      Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
    const bend = (reach: number): number =>
      Math.acos(Math.max(-1, Math.min(1, (reach * reach - thigh * thigh - shank * shank) / (2 * thigh * shank))));
    for (let frame = 0; frame < source.frameCount; frame++) {
      if (courses[side].share[frame] === 0) continue;
      const i = 3 * frame;
      const allowed = Math.max(
        bend(far(old[side].hip, old[side].ankle, i)),
        bend(far(old[side].hip, now[side].ankle, i)),
      );
      if (bend(far(now[side].hip, now[side].ankle, i)) <= allowed + MOST_BENT) continue;
      const last = troubles.at(-1);
      if (last && last.side === side && last.end === frame - 1) troubles[troubles.length - 1] = { ...last, end: frame };
      else troubles.push({ side, ofToes: false, start: frame, end: frame });
    }
  }
  return troubles;
}
