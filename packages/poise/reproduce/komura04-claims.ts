/** What [Komura04] §6 says of its experiments, held against ours. */

import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { createWorkspace } from '../src/dynamics/workspace.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import type { Detour } from './human-pushes.ts';
import type { Subject } from './komura04-clips.ts';
import type { HitOutcome } from './komura04-hit.ts';
import type { Claim } from './paper.ts';

const FEW = 6; // steps
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
      ours: `${weak.status} after ${weak.records.length} steps`,
      holds: weak.status === 'recovered' && weak.records.length <= FEW,
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
  const longest = Math.max(...behind.records.map(({ foot }) => foot[0]));
  const shortest = Math.min(...front.records.map(({ foot }) => foot[0]));
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

/** Posture errors I of a runner, touch-down by touch-down, with β 0.3 and 0.7. */
export function betaClaim(side: string, slow: readonly number[], quick: readonly number[]): Claim {
  const left = (errors: readonly number[]): number => Math.abs(errors[3]!) / Math.max(...errors.map(Math.abs));
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  return {
    id: `komura04/run-beta-${slug(side)}`,
    paper: 'with β 0.7 a runner comes upright at once, with 0.3 it runs on bent for a few steps',
    ours: `of its most, ${percent(left(quick))} of the posture error is left at the fourth touch-down with 0.7, ${percent(left(slow))} with 0.3`,
    holds: left(quick) < 0.2 && left(slow) > 0.4,
  };
}

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

const BACK = 0.95; // of the hits at least: the specification's share of recoveries

/** Random hits on one clip. */
export function sweepClaim(name: string, hits: readonly Pick<HitOutcome, 'status'>[]): Claim {
  const count = (...wanted: HitOutcome['status'][]): number =>
    hits.filter(({ status }) => wanted.includes(status)).length;
  const back = count('recovered', 'stumbled');
  return {
    id: `komura04/hits-${slug(name)}`,
    paper: 'hits anywhere at any moment: still able to recover its balance',
    ours: `of ${hits.length}, ${back} are back in their gait within 5 s, ${count('recovering')} still at it, ${count('fell')} fell`,
    holds: count('fell') === 0 && back >= BACK * hits.length,
  };
}

/** How far the sizes of people and character may be apart to count as the same. */
const ALIKE = 1.5;

/** Pushed aside while walking, row by row: the paper finds its motions similar to those of people. */
export function peopleClaims(
  people: readonly (readonly Detour[])[],
  own: readonly { readonly up: readonly Detour[]; readonly all: number }[],
): readonly Claim[] {
  const mostOf = (trials: readonly Detour[]): number => trials.reduce((sum, { most }) => sum + most, 0) / trials.length;
  const listed = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(', ');
  const [theirs, ours] = [people.map(mostOf), own.map(({ up }) => mostOf(up))];
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  const [up, all] = [total(own.map((row) => row.up.length)), total(own.map((row) => row.all))];
  return [
    {
      id: 'komura04/people-detour',
      paper: `as people do: pushed aside they get ${listed(theirs)} m beside their way`,
      ours: `${listed(ours)} m`,
      holds: ours.every((size, k) => size < ALIKE * theirs[k]! && theirs[k]! < ALIKE * size),
    },
    {
      id: 'komura04/people-on-their-feet',
      paper: `as people do: none of ${total(people.map(({ length }) => length))} falls`,
      ours: `${all - up} of ${all} fall`,
      holds: up === all,
    },
  ];
}
