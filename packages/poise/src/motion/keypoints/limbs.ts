/** How limbs are turned about their bones, and feet: what positions alone say of it. */

import { median, percentile } from '../../math/order-statistics.ts';
import { quatBetween, rotate3 } from '../../math/quat.ts';
import { add, cross, distance, dot, mix, norm, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { aimed } from '../markers/aim.ts';
import { frameFromXY, type RigidPose, turnOut } from '../markers/rigid.ts';
import { steadyDirections } from '../markers/twist.ts';
import { at, directionOf } from '../markers/vectors.ts';
import type { Side } from '../roles.ts';
import type { PointTracks } from './points.ts';
import type { PointName } from './sets.ts';

/** Sine of the bend (20°) at which a limb's own plane says as much of its twist as the trunk does. */
const CLEAR_BEND = 0.34;
/** The lowest share of its heights at which a foot is taken to lie flat. */
const FLAT_SHARE = 0.2;

export interface PointPerson {
  readonly tracks: PointTracks; // complete
  readonly frames: number;
  readonly rate: number;
  readonly up: Vec3; // unit, in the file's axes
}

const framesOf = <T>({ frames }: PointPerson, make: (frame: number) => T): T[] =>
  Array.from({ length: frames }, (_, f) => make(f));

/** The foot, upright where it lies flat: it does so in the lowest frames of its toe. `axes`: those of its knee. */
export function footOf(person: PointPerson, side: Side, axes: Float64Array): { rest: Vec3; rotations: Float64Array[] } {
  const toe = toeTrack(person, side);
  const ankles = person.tracks.get(`${side}Ankle`)!;
  const { up } = person;
  const heights = framesOf(person, (f) => dot(at(toe, f), up));
  const low = percentile(heights, FLAT_SHARE);
  const flat = framesOf(person, (f) => f).filter((f) => heights[f] <= low + 1e-9);
  const length = median(framesOf(person, (f) => distance(at(ankles, f), at(toe, f))));
  const down = median(flat.map((f) => dot(sub(at(ankles, f), at(toe, f)), up)));
  const pitch = Math.asin(Math.min(0.9, Math.max(0, down / Math.max(1e-9, length))));
  const rest: Vec3 = [0, -length * Math.sin(pitch), length * Math.cos(pitch)];
  const rotations = framesOf(person, (f) => {
    const along = directionOf(sub(at(toe, f), at(ankles, f)), [0, 0, 1]);
    const across = directionOf(sub(at(axes, f), scale(along, dot(at(axes, f), along))), [1, 0, 0]);
    // z turned down by the pitch lies along the foot
    const z = add(scale(along, Math.cos(pitch)), scale(cross(along, across), Math.sin(pitch)));
    return frameFromXY(across, cross(z, across), [0, 0, 0]).rotation;
  });
  return { rest, rotations };
}

function toeTrack({ tracks }: PointPerson, side: Side): Float64Array {
  const big = tracks.get(`${side}Toe`)!;
  const small = tracks.get(`${side}SmallToe`);
  return small ? big.map((value, i) => (value + small[i]) / 2) : big;
}

/** A hinge over time: what its own plane says, and what the trunk would have it be. */
interface Hinge {
  readonly along: readonly Vec3[]; // unit: the upper bone
  readonly bend: readonly Vec3[]; // the axis of the bend, as long as its sine
  readonly own: readonly Vec3[]; // unit: the axis of the rest pose, in which the limb points along `rest`, turned with the trunk and the limb
}

/** How a hinge lies in the rest pose: where its limb points, the axis about which it bends, and the sign of a bend. */
export interface HingeRest {
  readonly along: Vec3;
  readonly axis: Vec3;
  readonly sense: number;
}

function hingeOf(
  person: PointPerson,
  points: readonly [PointName, PointName, PointName],
  trunk: readonly RigidPose[],
  rest: HingeRest,
): Hinge {
  const [root, hinge, end] = points.map((point) => person.tracks.get(point));
  const along = framesOf(person, (f) => directionOf(sub(at(hinge!, f), at(root!, f)), [0, -1, 0]));
  const bend = framesOf(person, (f) => {
    const second = end ? directionOf(sub(at(end, f), at(hinge!, f)), along[f]) : along[f];
    return scale(cross(second, along[f]), -rest.sense);
  });
  const own = framesOf(person, (f) =>
    turnOut({ rotation: aimed(trunk[f], rest.along, along[f]), origin: [0, 0, 0] }, rest.axis),
  );
  return { along, bend, own };
}

/** Between `axis` and the hinge's own plane, as clearly as the limb is bent; a plane that bends the other way is noise, not a joint. */
function settled(axis: Vec3, bend: Vec3): Vec3 {
  const share = dot(bend, axis) >= 0 ? Math.min(1, norm(bend) / CLEAR_BEND) ** 2 : 0;
  return directionOf(mix(axis, directionOf(bend, axis), share), axis);
}

function trackOf(person: PointPerson, axisAt: (frame: number) => Vec3): Float64Array {
  const track = new Float64Array(3 * person.frames);
  for (let f = 0; f < person.frames; f++) track.set(axisAt(f), 3 * f);
  return steadyDirections(track, person.rate);
}

/** The axes of a knee: thighs turn little about themselves, so the trunk decides where the leg is straight. */
export function kneeAxes(
  person: PointPerson,
  points: readonly [PointName, PointName, PointName],
  trunk: readonly RigidPose[],
  rest: HingeRest,
): Float64Array {
  const { bend, own } = hingeOf(person, points, trunk, rest);
  return trackOf(person, (f) => settled(own[f], bend[f]));
}

/** The axes of an elbow: an upper arm turns half a circle about itself, so a clear bend is believed wherever it points, and a straight arm turns from the
 *  bend before to the one after; the trunk decides where there is none. */
export function elbowAxes(
  person: PointPerson,
  points: readonly [PointName, PointName, PointName],
  trunk: readonly RigidPose[],
  rest: HingeRest,
): Float64Array {
  const { along, bend, own } = hingeOf(person, points, trunk, rest);
  const clear = framesOf(person, (f) => f).filter((f) => norm(bend[f]) >= CLEAR_BEND);
  const bent = (f: number): Vec3 => directionOf(sub(bend[f], scale(along[f], dot(bend[f], along[f]))), own[f]);
  let next = 0;
  return trackOf(person, (f) => {
    while (next < clear.length && clear[next] < f) next++;
    const [before, after] = [clear[next - 1], clear[next]];
    if (after === f) return bent(f);
    const carried = [before, after].flatMap((g) =>
      g === undefined ? [] : [carriedAlong(bent(g), along[g], along[f])],
    );
    if (carried.length === 0) return settled(own[f], bend[f]);
    if (carried.length === 1) return settled(carried[0], bend[f]);
    return settled(between(carried[0], carried[1], along[f], (f - before) / (after - before)), bend[f]);
  });
}

/** An axis across `from`, turned the shortest way with it to `to`. */
function carriedAlong(axis: Vec3, from: Vec3, to: Vec3): Vec3 {
  const turn = new Float64Array(4);
  quatBetween(turn, 0, Float64Array.from(from), 0, Float64Array.from(to), 0);
  const out = new Float64Array(3);
  rotate3(out, 0, turn, 0, Float64Array.from(axis), 0);
  return [out[0], out[1], out[2]];
}

/** From axis a to axis b about the bone that both are across. */
function between(a: Vec3, b: Vec3, bone: Vec3, share: number): Vec3 {
  const angle = share * Math.atan2(dot(cross(a, b), bone), dot(a, b));
  return add(scale(a, Math.cos(angle)), scale(cross(bone, a), Math.sin(angle)));
}

export const mean = (vectors: readonly Vec3[]): Vec3 => {
  let sum: Vec3 = [0, 0, 0];
  for (const vector of vectors) sum = add(sum, vector);
  return scale(sum, 1 / Math.max(1, vectors.length));
};
