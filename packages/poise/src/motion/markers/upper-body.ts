/**
 * Thorax, head and arms from their markers.
 */

import { median } from '../../math/order-statistics.ts';
import { add, along, cross, distance, dot, mix, norm, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { followSegment, templateOf } from './follow.ts';
import type { Landmark, SideLetter } from './landmarks.ts';
import type { PelvisTrack } from './pelvis.ts';
import { lumbarAt } from './pelvis.ts';
import { centroid, compose, frameFromXY, frameFromYX, type RigidPose, toWorld, turnIn, turnOut } from './rigid.ts';
import { type MarkerTrial, placeOf } from './trial.ts';
import { steadyDirections } from './twist.ts';
import { at, directionOf, reject, trackFrom } from './vectors.ts';

export interface ArmTrack {
  readonly shoulder: Float64Array; // frames × 3 [m]
  readonly elbow: Float64Array;
  readonly wrist: Float64Array;
  readonly finger: Float64Array | undefined;
  readonly elbowOuter: Float64Array; // frames × 3, unit: towards the outer epicondyle
  readonly thumbward: Float64Array | undefined; // frames × 3: from the ulna to the radius at the wrist
}

export interface UpperBody {
  readonly thorax: readonly RigidPose[]; // x left, y up the trunk, z forward; origin at the base of the neck
  readonly clavicles: Readonly<Record<SideLetter, Vec3>>; // [m] inner end of the clavicles in the thorax
  readonly head: readonly RigidPose[] | undefined; // origin at the joint under the skull
  readonly crown: Vec3 | undefined; // [m] marker on the crown in the head
  readonly arms: Readonly<Record<SideLetter, ArmTrack>>;
}

export interface UpperMeasures {
  readonly stature: number; // [m]
  readonly elbowWidth: number | undefined;
  readonly shoulderOffset: number | undefined;
  readonly markerRadius: number;
}

/** Shoulder centre below the acromion over the distance between the acromia: Rab et al. 2002, Gait Posture 15:113–119. */
const SHOULDER_DROP = 0.17;
/** Elbow width over stature (7 cm at 1.75 m), and the skull's joint under the band of head markers over stature. */
const ELBOW_WIDTH = 0.04;
const SKULL_JOINT_DROP = 0.045;
/** Height of a marker cluster over stature below which it does not tell the lean of the trunk. */
const LEAN_BASELINE = 0.1;

export function upperBodyOf(trial: MarkerTrial, pelvis: PelvisTrack, measures: UpperMeasures): UpperBody | undefined {
  const thorax = thoraxOf(trial, pelvis, measures.stature);
  if (!thorax) return undefined;
  const head = headOf(trial, measures.stature);
  return {
    thorax,
    clavicles: claviclesOf(trial, thorax, measures.stature),
    head: head?.poses,
    crown: head?.crown,
    arms: { l: armOf(trial, thorax, 'l', measures), r: armOf(trial, thorax, 'r', measures) },
  };
}

const acromionKey = (trial: MarkerTrial, side: SideLetter): Landmark =>
  trial.tracks.has(`${side}:acromion`) ? `${side}:acromion` : `${side}:shoulder`;

/** Markers on the rib cage; the acromia move with the arms and help only where there are too few others. */
function thoraxOf(trial: MarkerTrial, pelvis: PelvisTrack, stature: number): RigidPose[] | undefined {
  const firm: Landmark[] = ['c7', 'clavicle', 'breastbone', 't10', 'l:sternum', 'r:sternum'];
  const pick = (keys: readonly Landmark[]) =>
    new Map(keys.filter((key) => trial.tracks.has(key)).map((key) => [key as string, trial.tracks.get(key)!]));
  const acromia: Landmark[] = [acromionKey(trial, 'l'), acromionKey(trial, 'r')];
  let tracks = pick(firm);
  let template = templateOf(tracks, trial.frames);
  if (!template || tracks.size < 3) {
    tracks = pick([...firm, ...acromia]);
    template = templateOf(tracks, trial.frames);
  }
  const raw = template && followSegment(template, tracks, trial.frames);
  if (!raw) return undefined;
  const neck = (f: number): Vec3 => neckBase(trial, f, stature);
  const across = directionOf(
    centroid(raw.map((pose, f) => turnIn(pose, sub(placeOf(trial, acromia[0], f)!, placeOf(trial, acromia[1], f)!)))),
  );
  const upwards = directionOf(
    centroid(raw.map((pose, f) => turnIn(pose, directionOf(sub(neck(f), lumbarAt(pelvis, f)))))),
  );
  // Markers that sit close together tell a turn about the trunk, but not its lean: the line from the lumbar joint does.
  const heights = raw[0] ? [...tracks.values()].map((track) => dot(turnIn(raw[0], at(track, 0)), upwards)) : [];
  if (Math.max(...heights) - Math.min(...heights) < LEAN_BASELINE * stature) {
    return raw.map((pose, f) => {
      return frameFromYX(directionOf(sub(neck(f), lumbarAt(pelvis, f))), turnOut(pose, across), neck(f));
    });
  }
  const turn = frameFromYX(upwards, across, [0, 0, 0]).rotation;
  const origin = centroid(raw.map((pose, f) => turnIn(pose, sub(neck(f), pose.origin))));
  return raw.map((pose) => ({ rotation: compose(pose.rotation, turn), origin: toWorld(pose, origin) }));
}

/** Between C7 and the notch of the breastbone, nearer to the spine. */
function neckBase(trial: MarkerTrial, f: number, stature: number): Vec3 {
  const c7 = placeOf(trial, 'c7', f);
  const notch = notchOf(trial, f);
  if (c7 && notch) return mix(c7, notch, 0.3);
  const middle = mix(placeOf(trial, acromionKey(trial, 'l'), f)!, placeOf(trial, acromionKey(trial, 'r'), f)!, 0.5);
  return c7 ? mix(c7, middle, 0.3) : along(middle, [0, 1, 0], 0.015 * stature);
}

function notchOf(trial: MarkerTrial, f: number): Vec3 | undefined {
  const left = placeOf(trial, 'l:sternum', f);
  const right = placeOf(trial, 'r:sternum', f);
  return placeOf(trial, 'clavicle', f) ?? (left && right ? mix(left, right, 0.5) : undefined);
}

/** Inner ends of the clavicles: beside the notch, 2 cm under the skin; without a marker, below and before the neck. */
function claviclesOf(trial: MarkerTrial, thorax: readonly RigidPose[], stature: number): Record<SideLetter, Vec3> {
  const notch = notchOf(trial, 0)
    ? centroid(thorax.map((pose, f) => turnIn(pose, sub(notchOf(trial, f)!, pose.origin))))
    : ([0, -0.025 * stature, 0.035 * stature] as const);
  const inside: Vec3 = [0, notch[1], notch[2] - 0.02];
  return { l: add(inside, [0.013 * stature, 0, 0]), r: add(inside, [-0.013 * stature, 0, 0]) };
}

function headOf(trial: MarkerTrial, stature: number): { poses: RigidPose[]; crown: Vec3 | undefined } | undefined {
  const keys: Landmark[] = ['l:headFront', 'r:headFront', 'l:headBack', 'r:headBack', 'crown'];
  const tracks = new Map(
    keys.filter((key) => trial.tracks.has(key)).map((key) => [key as string, trial.tracks.get(key)!]),
  );
  const template = templateOf(tracks, trial.frames);
  const raw = template && followSegment(template, tracks, trial.frames);
  if (!raw) return undefined;
  const pair: readonly Landmark[] =
    tracks.has('l:headFront') && tracks.has('r:headFront')
      ? ['l:headFront', 'r:headFront']
      : ['l:headBack', 'r:headBack'];
  if (!tracks.has(pair[0]) || !tracks.has(pair[1])) return undefined;
  const band = keys.slice(0, 4).filter((key) => tracks.has(key));
  // People hold their heads level: up is the mean of the world's up.
  const upwards = directionOf(centroid(raw.map((pose) => turnIn(pose, [0, 1, 0]))));
  const across = directionOf(
    centroid(raw.map((pose, f) => turnIn(pose, sub(placeOf(trial, pair[0], f)!, placeOf(trial, pair[1], f)!)))),
  );
  const turn = frameFromXY(across, upwards, [0, 0, 0]).rotation;
  const middle = centroid(
    raw.map((pose, f) => turnIn(pose, sub(centroid(band.map((key) => placeOf(trial, key, f)!)), pose.origin))),
  );
  const poses = raw.map((pose) => {
    const rotation = compose(pose.rotation, turn);
    const up: Vec3 = [rotation[1], rotation[4], rotation[7]];
    return { rotation, origin: along(toWorld(pose, middle), up, -SKULL_JOINT_DROP * stature) };
  });
  const crown = tracks.has('crown')
    ? centroid(poses.map((pose, f) => turnIn(pose, sub(placeOf(trial, 'crown', f)!, pose.origin))))
    : undefined;
  return { poses, crown };
}

function armOf(trial: MarkerTrial, thorax: readonly RigidPose[], side: SideLetter, measures: UpperMeasures): ArmTrack {
  const n = trial.frames;
  const shoulder = shoulderOf(trial, thorax, side, measures);
  const radial = trial.tracks.get(`${side}:wristRadial`);
  const ulnar = trial.tracks.get(`${side}:wristUlnar`);
  const single = trial.tracks.get(`${side}:wrist`) ?? radial ?? ulnar!;
  const wrist = radial && ulnar ? trackFrom(n, (f) => mix(at(radial, f), at(ulnar, f), 0.5)) : single;
  const lateral = trial.tracks.get(`${side}:elbowLateral`);
  const medial = trial.tracks.get(`${side}:elbowMedial`);
  const given = trial.tracks.get(`${side}:elbow`);
  let elbow: Float64Array;
  let elbowOuter: Float64Array;
  if (lateral && medial) {
    elbow = trackFrom(n, (f) => mix(at(lateral, f), at(medial, f), 0.5));
    elbowOuter = trackFrom(n, (f) => directionOf(sub(at(lateral, f), at(medial, f))));
  } else {
    const mark = given ?? lateral!;
    elbowOuter = hingeAxis(shoulder, mark, wrist, side, thorax);
    const inward = given ? 0 : (measures.elbowWidth ?? ELBOW_WIDTH * measures.stature) / 2 + measures.markerRadius;
    elbow = trackFrom(n, (f) => along(at(mark, f), at(elbowOuter, f), -inward));
  }
  const thumbward = radial && ulnar ? trackFrom(n, (f) => directionOf(sub(at(radial, f), at(ulnar, f)))) : undefined;
  return {
    shoulder,
    elbow,
    wrist,
    finger: trial.tracks.get(`${side}:finger`),
    elbowOuter: steadyDirections(elbowOuter, trial.rate),
    thumbward: thumbward && steadyDirections(thumbward, trial.rate),
  };
}

/** Below the acromion along the trunk, by the file's own offset or by the share of the shoulder's breadth. */
function shoulderOf(
  trial: MarkerTrial,
  thorax: readonly RigidPose[],
  side: SideLetter,
  measures: UpperMeasures,
): Float64Array {
  const given = trial.tracks.get(`${side}:shoulder`);
  if (given) return given;
  const left = trial.tracks.get(acromionKey(trial, 'l'))!;
  const right = trial.tracks.get(acromionKey(trial, 'r'))!;
  const breadth = median(Array.from({ length: trial.frames }, (_, f) => distance(at(left, f), at(right, f))));
  const drop =
    measures.shoulderOffset !== undefined ? measures.shoulderOffset + measures.markerRadius : SHOULDER_DROP * breadth;
  const own = side === 'l' ? left : right;
  return trackFrom(trial.frames, (f) =>
    along(at(own, f), [thorax[f].rotation[1], thorax[f].rotation[4], thorax[f].rotation[7]], -drop),
  );
}

/** Towards the outer epicondyle: across the plane of the bent arm. A straight arm keeps the last direction. */
function hingeAxis(
  shoulder: Float64Array,
  elbow: Float64Array,
  wrist: Float64Array,
  side: SideLetter,
  thorax: readonly RigidPose[],
): Float64Array {
  const bends = thorax.map((_, f) => {
    const upper = directionOf(sub(at(elbow, f), at(shoulder, f)));
    return scale(cross(upper, directionOf(sub(at(wrist, f), at(elbow, f)))), side === 'l' ? -1 : 1);
  });
  const clear = bends.findIndex((bend) => norm(bend) > 0.2);
  let last: Vec3 =
    clear >= 0
      ? bends[clear]
      : [thorax[0].rotation[0] * (side === 'l' ? 1 : -1), 0, thorax[0].rotation[6] * (side === 'l' ? 1 : -1)];
  return trackFrom(thorax.length, (f) => {
    if (norm(bends[f]) > 0.2) last = bends[f];
    const upper = directionOf(sub(at(elbow, f), at(shoulder, f)));
    return directionOf(reject(last, upper), [0, 0, 1]);
  });
}
