/**
 * The ground of the scene as reactions see it: in their own coordinates the animation stands on y = 0 and the ground rests. The owner's
 * callback may be replaced at any time; what it returns is checked and completed here.
 */
import type { Ground, GroundPoint } from '../control/ground.ts';
import { UP } from '../control/ground.ts';
import { shown, UsageError } from '../errors.ts';
import type { Vec3 } from '../math/types.ts';
import { walkableArea as polygonArea } from '../methods/push-response/walkable.ts';
import { BOUNDS } from '../motion/bounds.ts';
import { toVec3, type VectorLike } from './vector-like.ts';

/** What the owner may say of a place: its height [m], or height with normal and velocity; nothing where there is no ground. */
export type GroundAnswer =
  | number
  | { readonly height: number; readonly normal?: VectorLike; readonly velocity?: VectorLike }
  | null
  | undefined;

/** 'model': level, where the model stands. A number: a level floor at this height [m]. A function of (x, z) [m]: anything else. */
export type LayerGround = 'model' | number | ((x: number, z: number) => GroundAnswer);

export type Polygon = readonly (readonly [x: number, z: number])[];
/** Where feet may be put: convex polygons [m], or a function of (x, z); undefined: wherever there is ground. */
export type Walkable = readonly Polygon[] | ((x: number, z: number) => boolean) | undefined;

const SLOPE_REACH = 0.05; // [m] over which a slope is measured where no normal is given
/** [m] between the ground and the level that the animation stands on: more, and feet float. Half a stair either way is less. */
export const FLOATS = 0.12;

/** Where reactions' coordinates lie in the rig's world, and whether the callback's ground counts. */
interface Frame {
  readonly travel: { readonly x: number; readonly y: number; readonly z: number };
  readonly floor: { near: number };
}

export class SceneGround {
  #setting: LayerGround;
  #walkable: ((x: number, z: number) => boolean) | undefined;
  readonly #where: Frame;
  readonly #answer: { height: number; normal: Vec3; velocity?: Vec3; exists: boolean } = {
    height: 0,
    normal: UP,
    exists: true,
  };
  readonly #local: { height: number; normal: Vec3 } = { height: 0, normal: UP };

  constructor(setting: LayerGround, walkable: Walkable, where: Frame) {
    this.#setting = checkedGround(setting);
    this.#walkable = walkableArea(walkable);
    this.#where = where;
  }

  get setting(): LayerGround {
    return this.#setting;
  }

  set setting(setting: LayerGround) {
    this.#setting = checkedGround(setting);
    this.#where.floor.near = 1;
  }

  set walkable(walkable: Walkable) {
    this.#walkable = walkableArea(walkable);
  }

  /** Whether the owner describes the ground place by place. */
  get isUneven(): boolean {
    return typeof this.#setting === 'function';
  }

  /** The ground at a place of the rig's world; undefined: the owner says nothing of it. */
  at(x: number, z: number): (GroundPoint & { readonly exists: boolean }) | undefined {
    const { setting } = this;
    if (typeof setting !== 'function') return undefined;
    this.#read(setting, x, z);
    return this.#answer;
  }

  /** The same in the coordinates of reactions, for the body. */
  readonly below: Ground = (x, z) => {
    const { x: dx, y, z: dz } = this.#where.travel;
    const found = this.#where.floor.near === 1 ? this.at(x - dx, z - dz) : undefined;
    this.#local.height = found?.exists ? found.height + y : 0;
    this.#local.normal = found?.exists ? found.normal : UP;
    return this.#local;
  };

  /** Whether a foot may be put at a place of reactions' coordinates. */
  readonly carries = (x: number, z: number): boolean => {
    const { x: dx, z: dz } = this.#where.travel;
    const [px, pz] = [x - dx, z - dz];
    return (this.#walkable?.(px, pz) ?? true) && (this.at(px, pz)?.exists ?? true);
  };

  #read(ask: (x: number, z: number) => GroundAnswer, x: number, z: number): void {
    const answer = this.#answer;
    const found = ask(x, z);
    delete answer.velocity;
    answer.normal = UP;
    answer.exists = found !== null && found !== undefined;
    if (found === null || found === undefined) return;
    answer.height = heightOf(found, x, z);
    if (typeof found === 'object') {
      if (found.velocity !== undefined) answer.velocity = toVec3('velocity of the ground', found.velocity);
      if (found.normal !== undefined) {
        answer.normal = isUnit(found.normal) ? found.normal : unit(toVec3('normal of the ground', found.normal));
        return;
      }
    }
    answer.normal = this.#slope(ask, x, z, answer.height);
  }

  /** Where the owner gives heights alone. */
  #slope(ask: (x: number, z: number) => GroundAnswer, x: number, z: number, height: number): Vec3 {
    const d = SLOPE_REACH;
    const rise = (dx: number, dz: number): number => {
      const there = ask(x + dx, z + dz);
      return there === null || there === undefined ? 0 : heightOf(there, x + dx, z + dz) - height;
    };
    // of the two sides the flatter one: the edge of a stair is no slope
    const flatter = (a: number, b: number): number => (Math.abs(a) < Math.abs(b) ? a : b) / d;
    return unit([-flatter(rise(d, 0), -rise(-d, 0)), 1, -flatter(rise(0, d), -rise(0, -d))]);
  }
}

/** [m] Beyond it, coordinates would lose their millimetres or overflow. */
const isHeight = (height: number): boolean => Number.isFinite(height) && Math.abs(height) <= BOUNDS.length;

function heightOf(found: NonNullable<GroundAnswer>, x: number, z: number): number {
  const height = typeof found === 'number' ? found : found.height;
  if (isHeight(height)) return height;
  throw new UsageError(
    `ground: expected a height in metres at (${x.toFixed(2)}, ${z.toFixed(2)}), found ${height}; null says that there is no ground`,
  );
}

/** As most owners have it: nothing needs to be made of it. */
const isUnit = (normal: VectorLike): normal is Vec3 =>
  Array.isArray(normal) &&
  normal.length === 3 &&
  normal[1] > 0 &&
  Math.abs(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2] - 1) < 1e-9;

function unit([x, y, z]: Vec3): Vec3 {
  const size = Math.hypot(x, y, z);
  if (!(y > 0 && size > 0)) throw new UsageError(`ground: expected a normal that points up, found ${[x, y, z]}`);
  return [x / size, y / size, z / size];
}

function checkedGround(ground: LayerGround): LayerGround {
  if (ground === 'model' || typeof ground === 'function' || isHeight(ground)) return ground;
  throw new UsageError(
    `ground: expected 'model', a height in metres or a function (x, z) → { height, normal, velocity? }; found ${shown(ground)}`,
  );
}

function walkableArea(walkable: Walkable): ((x: number, z: number) => boolean) | undefined {
  if (walkable === undefined || typeof walkable === 'function') return walkable;
  if (!Array.isArray(walkable) || !walkable.every((polygon) => Array.isArray(polygon) && polygon.length > 2)) {
    throw new UsageError(
      'walkable: expected polygons of at least three corners [x, z], or a function (x, z) → boolean',
    );
  }
  return polygonArea(walkable);
}
