/**
 * Knee and ankle centres and the knee's axis, by the best means that a marker set offers: centres in the file, markers on both
 * sides of the joint, a standing trial that had them, the outer marker and a width, or the motion of the segments itself.
 */

import { add, along, cross, mix, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { followSegment, type NamedTracks, templateOf } from './follow.ts';
import type { SidedLandmark, SideLetter } from './landmarks.ts';
import { ankleByFoot, kneeByMotion } from './motion-centres.ts';
import { outerKnee } from './outer-knee.ts';
import { hipAt, type PelvisTrack } from './pelvis.ts';
import { centroid, type RigidPose, toSegment, toWorld, turnIn, turnOut } from './rigid.ts';
import type { MarkerTrial } from './trial.ts';
import { steadyDirections } from './twist.ts';
import { at, directionOf, reject, trackFrom } from './vectors.ts';

export type CentreMethod =
  | 'centre in the file'
  | 'inner and outer marker'
  | 'standing trial'
  | 'outer marker and width'
  | 'motion of the segments';

export interface LegTrack {
  readonly hip: Float64Array; // frames × 3 [m]
  readonly knee: Float64Array;
  readonly ankle: Float64Array;
  readonly left: Float64Array; // frames × 3, unit: the knee's axis, towards the person's left
  readonly methods: Readonly<Record<'knee' | 'ankle', CentreMethod>>;
}

/** [m] what is known of the person's joints. */
export interface JointWidths {
  readonly knee: number;
  readonly ankle: number;
  readonly markerRadius: number;
  readonly stature: number; // a first estimate
}

/** A trial with its pelvis; the reference is the standing trial, or the trial itself. */
export interface TrialWithPelvis {
  readonly trial: MarkerTrial;
  readonly pelvis: PelvisTrack;
}

/** The outer ankle bone lies behind the inner one: mean outward twist of the shank, 0.35 rad (20°). */
const SHANK_TWIST = 0.35;

export function legOf(
  own: TrialWithPelvis,
  reference: TrialWithPelvis,
  side: SideLetter,
  widths: JointWidths,
): LegTrack {
  const hip = hipTrack(own, side);
  const referenceHip = hipTrack(reference, side);
  const pair: TrialPair = { own: own.trial, reference: reference.trial, side };
  const thigh = followed(pair, 'thigh', ['kneeLateral', 'kneeMedial'], { own: hip, reference: referenceHip });
  const shank = followed(pair, 'shank', ['ankleLateral', 'ankleMedial']);
  const pelvisLeft = (f: number): Vec3 => turnOut(own.pelvis.poses[f], [1, 0, 0]);
  const ankleGuide = (): Float64Array =>
    own.trial.tracks.get(`${side}:ankleLateral`) ?? ankleByFoot(own.trial, side, widths.stature).centre;
  const knee =
    directCentre(pair, 'knee') ??
    standingCentre(pair, 'knee', [thigh, shank]) ??
    outerKnee(own.trial, side, hip, thigh?.poses, widths, pelvisLeft) ??
    kneeByMotion(own.trial, side, hip, thigh?.poses, shank?.poses, ankleGuide(), pelvisLeft);
  const left = steadyDirections(knee.left ?? trackFrom(own.trial.frames, pelvisLeft), own.trial.rate);
  const ankle =
    directCentre(pair, 'ankle') ??
    standingCentre(pair, 'ankle', [shank, followed(pair, 'foot', ['heel', 'toe', 'mt5'])]) ??
    outerAnkle(pair, knee.centre, left, widths) ??
    ankleByFoot(own.trial, side, widths.stature);
  return { hip, knee: knee.centre, ankle: ankle.centre, left, methods: { knee: knee.method, ankle: ankle.method } };
}

const hipTrack = ({ trial, pelvis }: TrialWithPelvis, side: SideLetter): Float64Array =>
  trackFrom(trial.frames, (f) => hipAt(pelvis, side, f));

interface TrialPair {
  readonly own: MarkerTrial;
  readonly reference: MarkerTrial;
  readonly side: SideLetter;
}

export interface CentreTrack {
  readonly centre: Float64Array;
  readonly left: Float64Array | undefined; // unit axis of the joint towards the person's left, where it is known
  readonly method: CentreMethod;
}

/** A segment followed through the trial and through the standing trial. */
interface FollowedSegment {
  readonly poses: readonly RigidPose[];
  readonly referencePoses: readonly RigidPose[];
}

function followed(
  pair: TrialPair,
  cluster: 'thigh' | 'shank' | 'foot',
  landmarks: readonly SidedLandmark[],
  joint?: { own: Float64Array; reference: Float64Array },
): FollowedSegment | undefined {
  const gather = (of: MarkerTrial, point: Float64Array | undefined): NamedTracks => {
    const tracks = new Map(of.clusters.get(`${pair.side}:${cluster}`) ?? []);
    for (const key of landmarks) {
      const track = of.tracks.get(`${pair.side}:${key}`);
      if (track) tracks.set(key, track);
    }
    if (point) tracks.set('joint', point);
    return tracks;
  };
  const own = gather(pair.own, joint?.own);
  const standing = gather(pair.reference, joint?.reference);
  const template = templateOf(new Map([...standing].filter(([name]) => own.has(name))), pair.reference.frames);
  if (!template) return undefined;
  const poses = followSegment(template, own, pair.own.frames);
  const referencePoses = followSegment(template, standing, pair.reference.frames);
  return poses && referencePoses ? { poses, referencePoses } : undefined;
}

interface BothSides {
  readonly outer: Float64Array;
  readonly inner: Float64Array;
}

function bothSides(trial: MarkerTrial, side: SideLetter, joint: 'knee' | 'ankle'): BothSides | undefined {
  const outer = trial.tracks.get(`${side}:${joint}Lateral`);
  const inner = trial.tracks.get(`${side}:${joint}Medial`);
  return outer && inner ? { outer, inner } : undefined;
}

/** From the inner marker to the outer on the left, from the outer to the inner on the right: always to the person's left. */
const leftward = (pair: BothSides, side: SideLetter, f: number): Vec3 =>
  scale(sub(at(pair.outer, f), at(pair.inner, f)), side === 'l' ? 1 : -1);

/** Both markers, or the laboratory's own centre, in the trial itself. */
function directCentre({ own, side }: TrialPair, joint: 'knee' | 'ankle'): CentreTrack | undefined {
  const both = bothSides(own, side, joint);
  if (both) {
    return {
      centre: trackFrom(own.frames, (f) => mix(at(both.outer, f), at(both.inner, f), 0.5)),
      left: trackFrom(own.frames, (f) => directionOf(leftward(both, side, f))),
      method: 'inner and outer marker',
    };
  }
  const given = own.tracks.get(`${side}:${joint}`);
  if (!given) return undefined;
  const outer = own.tracks.get(`${side}:${joint}Lateral`);
  const left = outer
    ? trackFrom(own.frames, (f) => directionOf(leftward({ outer, inner: given }, side, f)))
    : undefined;
  return { centre: given, left, method: 'centre in the file' };
}

/** The standing trial's centre, carried along by the segments on both sides of the joint. */
function standingCentre(
  pair: TrialPair,
  joint: 'knee' | 'ankle',
  segments: readonly (FollowedSegment | undefined)[],
): CentreTrack | undefined {
  const { own, reference, side } = pair;
  const both = bothSides(reference, side, joint);
  const carriers = segments.filter((segment): segment is FollowedSegment => segment !== undefined);
  if (reference === own || !both || carriers.length === 0) return undefined;
  const carried = carriers.map((segment) => {
    const point = centroid(
      segment.referencePoses.map((pose, f) => toSegment(pose, mix(at(both.outer, f), at(both.inner, f), 0.5))),
    );
    return segment.poses.map((pose) => toWorld(pose, point));
  });
  const first = carriers[0];
  const axis = directionOf(centroid(first.referencePoses.map((pose, f) => turnIn(pose, leftward(both, side, f)))));
  return {
    centre: trackFrom(own.frames, (f) => centroid(carried.map((track) => track[f]))),
    left: trackFrom(own.frames, (f) => turnOut(first.poses[f], axis)),
    method: 'standing trial',
  };
}

/** The ankle from its outer marker, inward along the knee's axis turned by the twist of the shank. */
function outerAnkle(
  { own, side }: TrialPair,
  knee: Float64Array,
  kneeLeft: Float64Array,
  widths: JointWidths,
): CentreTrack | undefined {
  const outer = own.tracks.get(`${side}:ankleLateral`);
  if (!outer) return undefined;
  const outward = side === 'l' ? 1 : -1;
  const centre = trackFrom(own.frames, (f) => {
    const up = directionOf(sub(at(knee, f), at(outer, f)));
    const sideways = directionOf(reject(scale(at(kneeLeft, f), outward), up));
    // forward = left × up; the outer marker lies behind the axis that the knee gives
    const forward = cross(scale(sideways, outward), up);
    const toMarker = directionOf(add(scale(sideways, Math.cos(SHANK_TWIST)), scale(forward, -Math.sin(SHANK_TWIST))));
    return along(at(outer, f), toMarker, -(widths.ankle / 2 + widths.markerRadius));
  });
  return { centre, left: undefined, method: 'outer marker and width' };
}
