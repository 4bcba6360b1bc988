import { median } from '../../math/order-statistics.ts';
import { quatFromMat3 } from '../../math/quat-mat3.ts';
import { distance, mix, norm, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { aimed } from '../markers/aim.ts';
import { fitChain } from '../markers/chain.ts';
import {
  compose,
  frameFromXY,
  frameFromYX,
  type RigidPose,
  toSegment,
  toWorld,
  transpose,
  turnIn,
} from '../markers/rigid.ts';
import { at, directionOf } from '../markers/vectors.ts';
import type { RawJoint, RawMotion } from '../raw-motion.ts';
import type { Role } from '../roles.ts';
import { elbowAxes, footOf, kneeAxes, mean, type PointPerson } from './limbs.ts';
import type { PointName } from './sets.ts';

/** Ankles carry the contacts: they count more than knees. */
const LEG_WEIGHTS = [1, 4];
const ARM_WEIGHTS = [1, 1];
const SIDES = ['left', 'right'] as const;
type Side = (typeof SIDES)[number];

interface Limb {
  readonly side: Side;
  readonly points: readonly [PointName, PointName, PointName]; // root, hinge, end
  readonly roles: readonly [Role, Role, Role];
}

const LEGS = SIDES.map(
  (side): Limb => ({
    side,
    points: [`${side}Hip`, `${side}Knee`, `${side}Ankle`],
    roles: [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`],
  }),
);
const ARMS = SIDES.map(
  (side): Limb => ({
    side,
    points: [`${side}Shoulder`, `${side}Elbow`, `${side}Wrist`],
    roles: [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`],
  }),
);

/** Joints and their tracks, as a reader hands them over; points without the wrists give arms without hands. */
export function poseFromPoints(
  person: PointPerson,
): Pick<RawMotion, 'joints' | 'translations' | 'rotations' | 'scales'> {
  const skeleton = new Builder(person);
  return skeleton.build();
}

class Builder {
  readonly #person: PointPerson;
  readonly #names: Role[] = [];
  readonly #parents: number[] = [];
  readonly #offsets: Vec3[] = [];
  readonly #world: Float64Array[][] = []; // per joint and frame: rotation matrix
  readonly #place: Vec3[][] = []; // per joint and frame

  constructor(person: PointPerson) {
    this.#person = person;
  }

  build(): Pick<RawMotion, 'joints' | 'translations' | 'rotations' | 'scales'> {
    const pelvis = this.#frames((f) => this.#pelvisAt(f));
    this.#add(
      'hips',
      undefined,
      [0, 0, 0],
      pelvis.map(({ rotation }) => rotation),
    );
    const chest = this.#addTrunk(pelvis);
    for (const limb of ARMS) this.#addArm(limb, chest);
    for (const limb of LEGS) this.#addLeg(limb, pelvis);
    return this.#raw();
  }

  #frames<T>(make: (frame: number) => T): T[] {
    return Array.from({ length: this.#person.frames }, (_, f) => make(f));
  }

  #at(point: PointName, frame: number): Vec3 {
    return at(this.#person.tracks.get(point)!, frame);
  }

  #has(point: PointName): boolean {
    return this.#person.tracks.has(point);
  }

  #lengthOf(a: PointName, b: PointName): number {
    return median(this.#frames((f) => distance(this.#at(a, f), this.#at(b, f))));
  }

  #indexOf(role: Role): number {
    return this.#names.indexOf(role);
  }

  /** A joint with its rotations; where it is follows from its parent. */
  #add(role: Role, parent: Role | undefined, offset: Vec3, rotations: readonly Float64Array[]): void {
    const above = parent === undefined ? -1 : this.#indexOf(parent);
    this.#names.push(role);
    this.#parents.push(above);
    this.#offsets.push(offset);
    this.#world.push([...rotations]);
    this.#place.push(
      this.#frames((f) =>
        above < 0
          ? this.#at('pelvis', f)
          : toWorld({ rotation: this.#world[above][f], origin: this.#place[above][f] }, offset),
      ),
    );
  }

  #pelvisAt(f: number): RigidPose {
    const across = sub(this.#at('leftHip', f), this.#at('rightHip', f));
    const spine = this.#has('spine') ? 'spine' : 'neck';
    return frameFromXY(
      across,
      sub(this.#at(spine, f), mix(this.#at('leftHip', f), this.#at('rightHip', f), 0.5)),
      this.#at('pelvis', f),
    );
  }

  #thoraxAt(f: number, from: PointName): RigidPose {
    const across = sub(this.#at('leftShoulder', f), this.#at('rightShoulder', f));
    return frameFromYX(sub(this.#at('neck', f), this.#at(from, f)), across, this.#at(from, f));
  }

  /** Spine, chest, neck and head. The chest carries the shoulders. */
  #addTrunk(pelvis: readonly RigidPose[]): Role {
    const above = (['spine', 'spine2', 'chest'] as const).filter((point) => this.#has(point));
    const roles: readonly Role[] = above.length >= 3 ? ['spine', 'chest', 'upperChest'] : ['spine', 'chest'];
    const joints = above.slice(-roles.length);
    let parent: Role = 'hips';
    let frames = pelvis;
    for (const [i, point] of joints.entries()) {
      const isLast = i === joints.length - 1;
      const next = isLast ? 'neck' : joints[i + 1];
      const before = frames;
      const offset = this.#meanIn(before, point);
      frames = this.#frames((f) =>
        isLast
          ? this.#thoraxAt(f, point)
          : {
              rotation: aimed(before[f], this.#meanUp(before, point, next), sub(this.#at(next, f), this.#at(point, f))),
              origin: this.#at(point, f),
            },
      );
      this.#add(
        roles[i],
        parent,
        offset,
        frames.map(({ rotation }) => rotation),
      );
      parent = roles[i];
    }
    if (joints.length === 0) {
      // a trunk of one piece: it begins at the pelvis
      frames = this.#frames((f) => this.#thoraxAt(f, 'pelvis'));
      this.#add(
        'spine',
        'hips',
        [0, 0, 0],
        frames.map(({ rotation }) => rotation),
      );
      parent = 'spine';
    }
    const chest = parent;
    const skull = this.#meanIn(this.#shown('neck', frames), 'head');
    const neck = this.#frames((f) => aimed(frames[f], skull, sub(this.#at('head', f), this.#at('neck', f))));
    this.#add('neck', chest, this.#meanIn(frames, 'neck'), neck);
    this.#add('head', 'neck', skull, this.#has('nose') ? this.#headTurns(neck) : neck);
    return chest;
  }

  /** Frames that stand at a point. */
  #shown(point: PointName, frames: readonly RigidPose[]): RigidPose[] {
    return frames.map(({ rotation }, f) => ({ rotation, origin: this.#at(point, f) }));
  }

  #headTurns(neck: readonly Float64Array[]): Float64Array[] {
    const ahead = (f: number): Vec3 => sub(this.#at('nose', f), this.#at('head', f));
    const rest = directionOf(
      mean(this.#frames((f) => turnIn({ rotation: neck[f], origin: [0, 0, 0] }, ahead(f)))),
      [0, 0, 1],
    );
    return this.#frames((f) => aimed({ rotation: neck[f], origin: [0, 0, 0] }, rest, ahead(f)));
  }

  /** Where a point is in moving frames, in the mean, at its median distance. */
  #meanIn(frames: readonly RigidPose[], point: PointName): Vec3 {
    const places = frames.map((frame, f) => toSegment(frame, this.#at(point, f)));
    return scale(directionOf(mean(places)), median(places.map(norm)));
  }

  /** Direction from one point to the next in moving frames, in the mean. */
  #meanUp(frames: readonly RigidPose[], from: PointName, to: PointName): Vec3 {
    return directionOf(mean(frames.map((frame, f) => turnIn(frame, sub(this.#at(to, f), this.#at(from, f))))));
  }

  #addLeg(limb: Limb, pelvis: readonly RigidPose[]): void {
    const { roles, side } = limb;
    const hip = this.#meanIn(pelvis, limb.points[0]);
    const axes = kneeAxes(this.#person, limb.points, pelvis, { along: [0, -1, 0], axis: [1, 0, 0], sense: 1 });
    const { upper, lower, lengths } = this.#limbDirections(limb, this.#childPlaces('hips', hip), LEG_WEIGHTS);
    const turned = (directions: readonly Vec3[]): Float64Array[] =>
      directions.map((direction, f) => frameFromYX(scale(direction, -1), at(axes, f), [0, 0, 0]).rotation);
    this.#add(roles[0], 'hips', hip, turned(upper));
    this.#add(roles[1], roles[0], [0, -lengths[0], 0], turned(lower));
    const shank = turned(lower);
    const toe = `${side}Toe` as const;
    if (!this.#has(toe)) {
      this.#add(roles[2], roles[1], [0, -lengths[1], 0], shank);
      return;
    }
    const { rest, rotations } = footOf(this.#person, side, axes);
    this.#add(roles[2], roles[1], [0, -lengths[1], 0], rotations);
    this.#add(`${side}Toes`, roles[2], rest, rotations);
  }

  #addArm(limb: Limb, chest: Role): void {
    const { side, points, roles } = limb;
    const outward = side === 'left' ? 1 : -1;
    const thorax = this.#frames(
      (f): RigidPose => ({
        rotation: this.#world[this.#indexOf(chest)][f],
        origin: this.#place[this.#indexOf(chest)][f],
      }),
    );
    let carrier: Role = chest;
    let base = this.#meanIn(thorax, points[0]);
    const collar = `${side}Collar` as const;
    if (this.#has(collar)) {
      const inner = this.#meanIn(thorax, collar);
      const length = this.#lengthOf(collar, points[0]);
      const rest = scale(this.#meanUp(thorax, collar, points[0]), length);
      const starts = this.#childPlaces(chest, inner);
      this.#add(
        `${side}Shoulder`,
        chest,
        inner,
        this.#frames((f) => aimed(thorax[f], rest, sub(this.#at(points[0], f), starts[f]))),
      );
      carrier = `${side}Shoulder`;
      base = rest;
    }
    // in the T-pose an elbow bends forward, about the upward axis
    const rest = { along: [outward, 0, 0], axis: [0, 1, 0], sense: -outward } as const;
    const axes = elbowAxes(this.#person, limb.points, thorax, rest);
    const hasWrist = this.#has(points[2]);
    const { upper, lower, lengths } = this.#limbDirections(limb, this.#childPlaces(carrier, base), ARM_WEIGHTS);
    const turned = (directions: readonly Vec3[]): Float64Array[] =>
      directions.map((direction, f) => frameFromXY(scale(direction, outward), at(axes, f), [0, 0, 0]).rotation);
    this.#add(roles[0], carrier, base, turned(upper));
    this.#add(roles[1], roles[0], [outward * lengths[0], 0, 0], turned(lower));
    if (hasWrist) this.#add(roles[2], roles[1], [outward * lengths[1], 0, 0], turned(lower));
  }

  #childPlaces(role: Role, offset: Vec3): Vec3[] {
    const joint = this.#indexOf(role);
    return this.#frames((f) => toWorld({ rotation: this.#world[joint][f], origin: this.#place[joint][f] }, offset));
  }

  /** Directions of two bones of constant length that come nearest to the points. */
  #limbDirections(
    { points }: Limb,
    bases: readonly Vec3[],
    weights: readonly number[],
  ): { upper: Vec3[]; lower: Vec3[]; lengths: readonly [number, number] } {
    const hasEnd = this.#has(points[2]);
    const lengths = [this.#lengthOf(points[0], points[1]), hasEnd ? this.#lengthOf(points[1], points[2]) : 0] as const;
    const upper: Vec3[] = [];
    const lower: Vec3[] = [];
    for (let f = 0; f < this.#person.frames; f++) {
      const hinge = this.#at(points[1], f);
      const end = hasEnd ? this.#at(points[2], f) : hinge;
      const targets = hasEnd ? [hinge, end] : [hinge];
      const [first, second = first] = fitChain(bases[f], targets, lengths.slice(0, targets.length), weights);
      upper.push(first);
      lower.push(second);
    }
    return { upper, lower, lengths };
  }

  #raw(): Pick<RawMotion, 'joints' | 'translations' | 'rotations' | 'scales'> {
    const joints = this.#names.map(
      (name, j): RawJoint => ({
        name,
        parent: this.#parents[j],
        translation: this.#offsets[j],
        rotation: [0, 0, 0, 1],
        scale: 1,
      }),
    );
    const rotations = this.#names.map((_, j) => {
      const track = new Float64Array(4 * this.#person.frames);
      for (let f = 0; f < this.#person.frames; f++) {
        const own = this.#world[j][f];
        const parent = this.#parents[j];
        quatFromMat3(track, 4 * f, parent < 0 ? own : compose(transpose(this.#world[parent][f]), own), 0);
      }
      return track;
    });
    const root = Float64Array.from(this.#place[0].flat());
    const still = this.#names.map(() => undefined);
    return { joints, rotations, translations: [root, ...still.slice(1)], scales: still };
  }
}
