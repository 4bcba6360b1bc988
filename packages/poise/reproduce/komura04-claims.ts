/** What [Komura04] §6 says of its experiments, held against ours. */

import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { createWorkspace } from '../src/dynamics/workspace.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import type { Line } from '../validate/validation.ts';
import type { Subject } from './komura04-clips.ts';
import type { HitOutcome } from './komura04-hit.ts';
import type { Claim } from './paper.ts';

const FEW = 6; // steps
const BETA_SEEN = 0.89; // of the conditions: 50 of 56
const LOOKED_AT = 1; // [s] after the hit that postures are compared
const AT_FIRST = 0.3; // [s] after the hit in which the body tips the way it was hit

const degrees = (angle: number): string => `${((180 / Math.PI) * angle).toFixed(1)}°`;

/** 'walk, CMU 35_01' → 'walk-cmu-35-01'. */
const slug = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Extremes of the posture within the second after a hit [rad]. */
interface Posture {
  readonly ahead: number; // lean of the trunk beyond the clip's, to the front
  readonly back: number; // the same, backwards
  readonly first: number; // the same at first, in the mean; positive: to the front
  readonly arms: number; // both upper arms behind the line of the trunk, mean of the two
  readonly knee: number; // the straightest knee
}

/** The performer's clips go ahead along +Z, so angles are those of the plane of y and z. */
function postureAfter({ body }: Subject, { clip, lean, at }: HitOutcome): Posture {
  const ws = createWorkspace(body);
  const { roles } = body;
  const nq = coordinateCount(clip.skeleton);
  const origin = ws.segmentOrigin;
  const tilt = (from = 0, to = 0): number =>
    Math.atan2(origin[3 * to + 2] - origin[3 * from + 2], origin[3 * from + 1] - origin[3 * to + 1]);
  let [ahead, back, arms, knee] = [0, 0, Number.NEGATIVE_INFINITY, Math.PI];
  for (let frame = at; frame < Math.min(clip.frameCount, at + LOOKED_AT / clip.frameTime); frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    const upper = tilt(roles.leftUpperArm, roles.leftLowerArm) + tilt(roles.rightUpperArm, roles.rightLowerArm);
    arms = Math.max(arms, tilt(roles.neck, roles.hips) - upper / 2);
    for (const joint of [roles.leftLowerLeg, roles.rightLowerLeg]) {
      const w = Math.abs(clip.q[frame * nq + 6 + 4 * (joint ?? 0)]);
      knee = Math.min(knee, 2 * Math.acos(Math.min(1, w)));
    }
    ahead = Math.max(ahead, lean[frame]!);
    back = Math.max(back, -lean[frame]!);
  }
  const early = lean.slice(at, at + Math.round(AT_FIRST / clip.frameTime));
  return { ahead, back, first: early.reduce((sum, angle) => sum + angle, 0) / early.length, arms, knee };
}

/** A push at the chest. */
export interface PushCase {
  readonly subject: Subject;
  readonly strong: boolean;
  readonly behind: boolean;
  readonly usual: number; // [m] length of the clip's own step
  readonly hit: HitOutcome;
}

/** Of pushes on one clip: weak and strong, from behind and from the front. */
export function pushClaims(cases: readonly PushCase[]): readonly Claim[] {
  const { subject } = cases[0]!;
  const name = slug(subject.name).split('-')[0]!;
  const hitOf = (strong: boolean, behind: boolean): HitOutcome =>
    cases.find((one) => one.strong === strong && one.behind === behind)!.hit;
  const weak = hitOf(false, true);
  return [
    {
      id: `komura04/${name}-weak`,
      paper: 'after a weak hit from behind the motion returns to its own within a few steps',
      ours: `${weak.status} after ${weak.steps.length} steps`,
      holds: weak.status === 'recovered' && weak.steps.length <= FEW,
    },
    ...strengthClaims(name, postureAfter(subject, weak), postureAfter(subject, hitOf(true, true))),
    ...directionClaims(name, cases[0]!, hitOf(true, true), hitOf(true, false)),
  ];
}

/** What a strong hit does that a weak one does not. */
function strengthClaims(name: string, small: Posture, large: Posture): readonly Claim[] {
  return [
    {
      id: `komura04/${name}-chest`,
      paper: 'a strong hit bends the chest, a weak one hardly does',
      ours: `${degrees(large.ahead)} against ${degrees(small.ahead)}`,
      holds: large.ahead > 2 * small.ahead,
    },
    {
      id: `komura04/${name}-shoulders`,
      paper: 'a strong hit extends the shoulders backward',
      ours: `upper arms ${degrees(large.arms)} behind the trunk, ${degrees(small.arms)} after a weak hit`,
      holds: large.arms > small.arms,
    },
    {
      id: `komura04/${name}-knees`,
      paper: 'a strong hit extends the knees',
      ours: `the straightest bent by ${degrees(large.knee)}, ${degrees(small.knee)} after a weak hit`,
      holds: large.knee < small.knee,
    },
  ];
}

/** Which way a body goes and tips. */
function directionClaims(
  name: string,
  { subject, usual }: PushCase,
  behind: HitOutcome,
  front: HitOutcome,
): readonly Claim[] {
  const [large, mirrored] = [postureAfter(subject, behind), postureAfter(subject, front)];
  const longest = Math.max(...behind.lengths);
  const shortest = Math.min(...front.lengths);
  return [
    {
      id: `komura04/${name}-behind`,
      paper: 'hit from behind the body goes faster and tips ahead',
      ours: `longest step ${longest.toFixed(2)} m, its own ${usual.toFixed(2)} m; ${degrees(large.ahead)} ahead`,
      holds: longest > usual && large.first > 0,
    },
    {
      id: `komura04/${name}-front`,
      paper: 'hit from the front the body goes slower and tips back',
      ours: `shortest step ${shortest.toFixed(2)} m, its own ${usual.toFixed(2)} m; ${degrees(mirrored.back)} back, later up to ${degrees(mirrored.ahead)} ahead`,
      holds: shortest < usual && mirrored.first < 0,
    },
  ];
}

/** Lean of a runner, touch-down by touch-down, with β 0.3 and 0.7. */
export function betaClaim(side: string, slow: readonly number[], quick: readonly number[]): Claim {
  const left = (errors: readonly number[]): number => Math.abs(errors[3]!) / Math.max(...errors.map(Math.abs));
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  return {
    id: `komura04/run-beta-${slug(side)}`,
    paper: 'with β 0.7 a runner comes upright at once, with 0.3 it runs on bent for a few steps',
    ours: `of its most, ${percent(left(quick))} of the lean is left at the fourth touch-down with 0.7, ${percent(left(slow))} with 0.3`,
    holds: left(quick) < 0.2 && left(slow) > 0.4,
  };
}

/** β over runs, places, strengths and sides. */
export const betaEverywhere = (seen: number, all: number): Claim => ({
  id: 'komura04/run-beta-everywhere',
  paper: 'the smaller β, the longer a runner runs on bent',
  ours: `the lean is visibly larger with 0.3 than with 0.7 in ${seen} of ${all} conditions`,
  holds: seen >= BETA_SEEN * all,
});

/** Balls from all sides at one clip. */
export function ballClaim(name: string, hits: readonly { readonly status: string; readonly steps: number }[]): Claim {
  const recovered = hits.filter(({ status }) => status === 'recovered');
  const steps = recovered.map((hit) => hit.steps);
  return {
    id: `komura04/balls-${slug(name)}`,
    paper: 'balls from various directions: still able to recover its balance',
    ours: `recovered from ${recovered.length} of ${hits.length}, in ${Math.min(...steps)} to ${Math.max(...steps)} steps`,
    holds: recovered.length === hits.length,
  };
}

/** A value that a validation gives, held against what the issue of a claim allows. */
export interface Bound {
  readonly id: string;
  readonly paper: string;
  readonly most: number;
}

const PEOPLE: readonly Bound[] = [
  {
    id: 'gait-people/outside',
    paper: 'people pushed aside: detour, first landing and step of the most alike',
    most: 0,
  },
  { id: 'gait-people/falls', paper: 'people pushed aside: none of 404 falls', most: 2 },
  { id: 'gait-people/falls-towards', paper: 'the same, towards the standing leg below 0.7 m/s', most: 0 },
];

const HITS: readonly Bound[] = [
  { id: 'gait-hits/falls-weak', paper: 'hits up to 0.35 m/s anywhere at any moment: still able to recover', most: 0.3 },
  { id: 'gait-hits/falls-strong', paper: 'the same, above 0.35 m/s', most: 3 },
  { id: 'gait-hits/unfinished', paper: 'back in the motion afterwards', most: 1 },
  { id: 'gait-hits/added', paper: 'the balance point stays where the clip has it', most: 2 },
  { id: 'gait-hits/pops', paper: 'no jump of the whole body', most: 0 },
];

const held = (bounds: readonly Bound[], lines: readonly Line[]): readonly Claim[] =>
  bounds.map(({ id, paper, most }) => {
    const { value, unit } = lines.find((line) => line.id === id)!;
    return {
      id: `komura04/${id}`,
      paper,
      ours: `${Number(value.toFixed(2))} ${unit}, at most ${most} wanted`,
      holds: value <= most,
    };
  });

export const peopleClaims = (lines: readonly Line[]): readonly Claim[] => held(PEOPLE, lines);
export const hitClaims = (lines: readonly Line[]): readonly Claim[] => held(HITS, lines);
