/**
 * Marker recordings → Clip, by joint centres: the way from a laboratory's markers to a person that Poise can judge.
 */
import { FormatError } from '../../errors.ts';
import { median, percentile } from '../../math/order-statistics.ts';
import { distance } from '../../math/tuple.ts';
import { type Clip, createClip, type ImportNote } from '../clip.ts';
import type { MarkerRecording } from '../recording.ts';
import { REQUIRED_ROLES, type Role, type RoleMap, type RoleOutcome } from '../roles.ts';
import { footOf } from './feet.ts';
import { type JointWidths, type LegTrack, legOf } from './legs.ts';
import { type PelvisTrack, pelvisOf } from './pelvis.ts';
import { bonesOf, hipsOf, type MeasuredPerson, type PersonBones } from './person.ts';
import { fitFrames } from './pose.ts';
import { type MarkerTrial, prepareTrial } from './trial.ts';
import { type UpperBody, upperBodyOf } from './upper-body.ts';
import { at } from './vectors.ts';

/** What a file or a caller knows of the person, in SI units. */
export interface BodyMeasures {
  readonly mass?: number | undefined; // [kg]
  readonly height?: number | undefined; // [m]
  readonly kneeWidth?: number | undefined; // [m] between the epicondyles
  readonly ankleWidth?: number | undefined; // [m] between the malleoli
  readonly elbowWidth?: number | undefined; // [m]
  readonly shoulderOffset?: number | undefined; // [m] from the acromion down to the shoulder joint
  readonly markerRadius?: number | undefined; // [m]
}

export interface MarkerClipOptions {
  /** A standing trial of the same person with markers on both sides of knees and ankles. */
  readonly standing?: MarkerRecording;
  readonly measures?: BodyMeasures;
  readonly format?: string; // recorded in the clip's source
}

export interface FitResidual {
  readonly median: number; // [m]
  readonly p95: number; // [m]
}

export interface MarkerMotion {
  readonly clip: Clip;
  readonly startTime: number; // [s] of the clip's first frame on the laboratory's clock
  readonly person: MeasuredPerson; // joint centres before bones got fixed lengths
  readonly residuals: Readonly<Partial<Record<Role, FitResidual>>>; // joints of the clip against those centres
}

/** Over stature ([Winter09] fig. 4.1: thigh 0.245, shank 0.246; breadths of knee and ankle in adults). */
const LEG_OVER_STATURE = 0.491;
const KNEE_WIDTH = 0.059;
const ANKLE_WIDTH = 0.041;
const MARKER_RADIUS = 0.007;
/** Hip to ankle [m] of anything that can be a person. */
const LEG_RANGE = [0.2, 1.4] as const;

/**
 * Builds a person from markers. Throws FormatError naming the missing markers where the set is not known.
 *
 * ```ts
 * const { clip, startTime } = markersToClip(readTrc(bytes, 'walk.trc'), { standing: readTrc(other, 'static.trc') });
 * ```
 */
export function markersToClip(recording: MarkerRecording, options: MarkerClipOptions = {}): MarkerMotion {
  const person = measurePerson(recording, options);
  const { trial, upper } = person;
  const bones = bonesOf(person);
  const { q, errors } = fitFrames(person, bones);
  if (!q.every(Number.isFinite)) throw new FormatError(recording.file, undefined, 'the markers do not form a person');
  const residuals: Partial<Record<Role, FitResidual>> = {};
  for (const [role, list] of errors) residuals[role] = { median: median(list), p95: percentile(list, 0.95) };
  const notes = [...trial.notes, ...personNotes(person, residuals)];
  const clip = createClip({
    name: recording.file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, ''),
    skeleton: bones.skeleton,
    roles: rolesOf(bones, upper),
    frameTime: 1 / trial.rate,
    q,
    provenance: 'captured',
    source: {
      format: options.format ?? 'trc',
      file: recording.file,
      animation: '',
      frame: { metresPerUnit: 1, worldFromFile: [0, 0, 0, 1], groundHeight: 0 },
      nodeOfJoint: Int32Array.from(bones.skeleton.names, (_, i) => i),
      referenceFrames: new Float64Array(0),
      notes,
      document: undefined,
    },
  });
  return { clip, startTime: trial.startTime, person, residuals };
}

/** Joint centres and segment poses of every frame, before bones get fixed lengths. */
function measurePerson(recording: MarkerRecording, options: MarkerClipOptions): MeasuredPerson {
  const trial = prepareTrial(recording);
  const pelvis = pelvisOf(trial);
  const standing = options.standing ? standingTrial(options.standing) : undefined;
  const measures = options.measures ?? {};
  const own = { trial, pelvis };
  const reference = standing ?? own;
  const widths = widthsFor(measures, measures.height ?? roughStature(trial, pelvis));
  const legs = { l: legOf(own, reference, 'l', widths), r: legOf(own, reference, 'r', widths) };
  const leg = legLength(legs);
  if (!(leg > LEG_RANGE[0] && leg < LEG_RANGE[1])) {
    throw new FormatError(
      recording.file,
      undefined,
      `the markers make legs of ${leg.toFixed(3)} m; is the unit right?`,
    );
  }
  const stature = measures.height ?? leg / LEG_OVER_STATURE;
  const upper = upperTracked(trial)
    ? upperBodyOf(trial, pelvis, {
        stature,
        elbowWidth: measures.elbowWidth,
        shoulderOffset: measures.shoulderOffset,
        markerRadius: widths.markerRadius,
      })
    : undefined;
  const feet = {
    l: footOf(trial, 'l', legs.l.ankle, legs.l.left, stature),
    r: footOf(trial, 'r', legs.r.ankle, legs.r.left, stature),
  };
  return { trial, pelvis, hips: hipsOf(pelvis), legs, feet, upper, stature };
}

function standingTrial(recording: MarkerRecording): { trial: MarkerTrial; pelvis: PelvisTrack } {
  const trial = prepareTrial(recording);
  return { trial, pelvis: pelvisOf(trial) };
}

/** Arms need every one of their landmarks over the whole run. */
function upperTracked(trial: MarkerTrial): boolean {
  const has = (key: Parameters<typeof trial.tracks.has>[0]): boolean => trial.tracks.has(key);
  return (['l', 'r'] as const).every(
    (side) =>
      (has(`${side}:acromion`) || has(`${side}:shoulder`)) &&
      (has(`${side}:elbowLateral`) || has(`${side}:elbow`)) &&
      (has(`${side}:wrist`) || has(`${side}:wristRadial`) || has(`${side}:wristUlnar`)),
  );
}

/** Stature from the highest hips, before the legs are known: hip joints stand at 0.53 of stature. */
function roughStature(trial: MarkerTrial, pelvis: PelvisTrack): number {
  const lowest = Math.min(
    ...(['l', 'r'] as const).map((side) =>
      percentile(
        Array.from(trial.tracks.get(`${side}:heel`)!).filter((_, i) => i % 3 === 1),
        0.05,
      ),
    ),
  );
  const highest = percentile(
    pelvis.poses.map((pose) => pose.origin[1]),
    0.9,
  );
  return Math.min(2.2, Math.max(0.8, (highest - lowest) / 0.56));
}

const widthsFor = (measures: BodyMeasures, stature: number): JointWidths => ({
  knee: measures.kneeWidth ?? KNEE_WIDTH * stature,
  ankle: measures.ankleWidth ?? ANKLE_WIDTH * stature,
  markerRadius: measures.markerRadius ?? MARKER_RADIUS,
  stature,
});

function legLength(legs: Readonly<Record<'l' | 'r', LegTrack>>): number {
  const lengths = [legs.l, legs.r].map((leg) => {
    const frames = Array.from({ length: leg.hip.length / 3 }, (_, f) => f);
    return (
      median(frames.map((f) => distance(at(leg.hip, f), at(leg.knee, f)))) +
      median(frames.map((f) => distance(at(leg.knee, f), at(leg.ankle, f))))
    );
  });
  return (lengths[0] + lengths[1]) / 2;
}

function rolesOf(bones: PersonBones, upper: UpperBody | undefined): RoleOutcome {
  const roles: RoleMap = bones.joint;
  if (REQUIRED_ROLES.every((role) => roles[role] !== undefined))
    return { status: 'humanoid', roles, by: 'names', rig: 'markers' };
  return {
    status: 'refused',
    reason: upper
      ? 'parts of the person have no markers'
      : 'the markers show hips and legs only: trunk, arms and head are missing',
  };
}

function personNotes(person: MeasuredPerson, residuals: Readonly<Partial<Record<Role, FitResidual>>>): ImportNote[] {
  const notes: ImportNote[] = [];
  const say = (text: string, confidence: ImportNote['confidence']): void =>
    void notes.push({ topic: 'content', text, confidence });
  const { legs, pelvis, upper } = person;
  say(
    `hip joints: ${pelvis.hipSource === 'markers' ? 'centres in the file' : 'regression on the pelvis (Harrington 2007)'}`,
    'sure',
  );
  for (const joint of ['knee', 'ankle'] as const)
    say(`${joint} joints: ${[...new Set([legs.l.methods[joint], legs.r.methods[joint]])].join(' and ')}`, 'likely');
  if (!upper) say('no trunk and arms: their markers are missing', 'sure');
  else if (!upper.head) say('the head has no markers and keeps still on the trunk', 'sure');
  const millimetres = (value: number): string => (1000 * value).toFixed(0);
  const fits = Object.entries(residuals).map(
    ([role, fit]) => `${role} ${millimetres(fit.median)}/${millimetres(fit.p95)}`,
  );
  say(`joints with fixed bone lengths against measured centres, median/95 % in mm: ${fits.join(', ')}`, 'sure');
  return notes;
}
