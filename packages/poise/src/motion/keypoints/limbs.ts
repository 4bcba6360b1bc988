/** How limbs are turned about their bones, and feet: what positions alone say of it. */

import { median, percentile } from '../../math/order-statistics.ts';
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

/** The axis about which a hinge bends: that of its own plane where it is bent; where the limb is straight, `axis` of the rest pose,
 *  in which the limb points along `rest`, turned with the trunk and the limb. `sense`: sign of a bend about that axis. */
export function hingeAxes(
  person: PointPerson,
  points: readonly [PointName, PointName, PointName],
  trunk: readonly RigidPose[],
  rest: Vec3,
  axis: Vec3,
  sense: number,
): Float64Array {
  const [root, hinge, end] = points.map((point) => person.tracks.get(point));
  const track = new Float64Array(3 * person.frames);
  for (let f = 0; f < person.frames; f++) {
    const first = directionOf(sub(at(hinge!, f), at(root!, f)), [0, -1, 0]);
    const second = end ? directionOf(sub(at(end, f), at(hinge!, f)), first) : first;
    const bend = scale(cross(second, first), -sense);
    const own = turnOut({ rotation: aimed(trunk[f], rest, first), origin: [0, 0, 0] }, axis);
    // a plane that bends the other way is noise, not a joint: the trunk then decides
    const share = dot(bend, own) >= 0 ? Math.min(1, norm(bend) / CLEAR_BEND) ** 2 : 0;
    track.set(directionOf(mix(own, directionOf(bend, own), share), own), 3 * f);
  }
  return steadyDirections(track, person.rate);
}

export const mean = (vectors: readonly Vec3[]): Vec3 => {
  let sum: Vec3 = [0, 0, 0];
  for (const vector of vectors) sum = add(sum, vector);
  return scale(sum, 1 / Math.max(1, vectors.length));
};
