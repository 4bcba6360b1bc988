/** Props inside the engine: where they are, and those that are held or driven. */
import { UsageError } from '../errors.ts';
import { rotate3 } from '../math/quat.ts';
import type { Engine } from './engine.ts';
import type { Links } from './links.ts';
import { DRIVEN_MASS } from './scene-xml.ts';
import type { Prop, SceneDescription } from './types.ts';

interface Placed {
  readonly prop: Prop;
  readonly body: number; // the engine's body, −1 when fixed
  readonly q: number; // first coordinate
  readonly f: number; // first freedom
}

export class Props {
  readonly count: number;
  /** Whether anything but the ground can touch the person other than at the feet. */
  readonly touchPerson: boolean;
  private readonly placed: readonly Placed[];
  private readonly floors: readonly number[];
  private readonly engine: Engine;
  private readonly planar: boolean;
  private readonly position = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  private readonly later = new Float64Array(3);
  private readonly turn = new Float64Array(4);

  constructor(scene: SceneDescription, links: Links, engine: Engine) {
    const props = scene.props ?? [];
    this.engine = engine;
    this.planar = links.planar;
    this.count = props.length;
    let body = links.count + 1;
    let [q, f] = [links.coordinates, links.freedoms];
    this.placed = props.map((prop) => {
      if (prop.motion === 'fixed') return { prop, body: -1, q: -1, f: -1 };
      const place = { prop, body, q, f };
      const slides = prop.motion === 'driven' || links.planar;
      body += 1;
      q += slides ? 3 : 7;
      f += slides ? 3 : 6;
      return place;
    });
    this.touchPerson = props.some(({ touches }) => touches !== 'feet' && touches !== 'nothing');
    this.floors = props.flatMap(({ touches, shape }, i) => (touches === 'feet' && shape.kind === 'box' ? [i] : []));
  }

  indexOf(name: string): number {
    const found = this.placed.findIndex(({ prop }) => prop.name === name);
    if (found >= 0) return found;
    throw new UsageError(`no prop "${name}"; there are ${this.placed.map(({ prop }) => `"${prop.name}"`).join(', ')}`);
  }

  bodyOf(index: number): number {
    return this.placed[index].body;
  }

  /** Initial velocities; positions are the engine's own. */
  start(): void {
    for (const { prop, f } of this.placed) if (f >= 0 && !(prop.releaseAt ?? 0)) this.setSpeed(prop, f);
  }

  private setSpeed(prop: Prop, f: number): void {
    const { qvel } = this.engine.views;
    const [vx, vy, vz] = prop.velocity ?? [0, 0, 0];
    const [wx, wy, wz] = prop.spin ?? [0, 0, 0];
    if (prop.motion === 'driven') return;
    const values = this.planar ? [vy, vz, wx] : [vx, vy, vz, ...this.intoBody(prop, wx, wy, wz)];
    values.forEach((value, k) => {
      qvel[f + k] = value;
    });
  }

  /** A spin in world axes, in the axes of the prop at the start. */
  private intoBody(prop: Prop, x: number, y: number, z: number): number[] {
    const [qx, qy, qz, qw] = prop.rotation ?? [0, 0, 0, 1];
    this.turn.set([-qx, -qy, -qz, qw]);
    this.position.set([x, y, z]);
    rotate3(this.position, 0, this.turn, 0, this.position, 0);
    return [...this.position];
  }

  /** Holds and drives props at time t; to be called before every step of length dt. */
  drive(t: number, dt: number): void {
    for (const { prop, q, f } of this.placed) {
      if (q < 0) continue;
      const release = prop.releaseAt ?? 0;
      if (prop.motion === 'driven') this.follow(prop, q, f, t, dt);
      else if (release > 0 && t < release + 0.5 * dt) {
        this.hold(prop, q, f);
        if (t > release - 0.5 * dt) this.setSpeed(prop, f);
      }
    }
  }

  private hold(prop: Prop, q: number, f: number): void {
    const { qpos, qvel } = this.engine.views;
    if (this.planar) {
      for (let k = 0; k < 3; k++) qpos[q + k] = 0;
    } else {
      const [x, y, z, w] = prop.rotation ?? [0, 0, 0, 1];
      for (let k = 0; k < 3; k++) qpos[q + k] = prop.position[k];
      qpos[q + 3] = w;
      qpos[q + 4] = x;
      qpos[q + 5] = y;
      qpos[q + 6] = z;
    }
    for (let k = 0; k < (this.planar ? 3 : 6); k++) qvel[f + k] = 0;
  }

  private follow(prop: Prop, q: number, f: number, t: number, dt: number): void {
    const { qpos, qvel, qfrc_applied } = this.engine.views;
    prop.path?.(this.position, this.velocity, t);
    for (let k = 0; k < 3; k++) {
      const still = this.planar && k === 0;
      qpos[q + k] = still ? 0 : this.position[k] - prop.position[k];
      qvel[f + k] = still ? 0 : this.velocity[k];
    }
    // what accelerates it on its path, so that the engine knows where contacts are going
    prop.path?.(this.position, this.later, t + dt);
    for (let k = this.planar ? 1 : 0; k < 3; k++) {
      qfrc_applied[f + k] = (DRIVEN_MASS * (this.later[k] - this.velocity[k])) / dt;
    }
  }

  /** Height of the floor at a point: the ground, or the top of a prop to stand on [m]. */
  floorAt = (x: number, z: number): number => {
    let height = 0;
    for (const index of this.floors) {
      const { prop, body } = this.placed[index];
      if (prop.shape.kind !== 'box') continue;
      const { size } = prop.shape;
      const { xpos } = this.engine.views;
      const at = (k: number): number => (body < 0 ? prop.position[k] : xpos[3 * body + k]);
      const inside = (this.planar || Math.abs(x - at(0)) <= size[0] / 2) && Math.abs(z - at(2)) <= size[2] / 2;
      if (inside) height = Math.max(height, at(1) + size[1] / 2);
    }
    return height;
  };

  /** Velocity (3) and acceleration (3) of the floor under the feet, when it is driven. */
  readFloorMotion(out: Float64Array, t: number): void {
    out.fill(0);
    const driven = this.floors.find((index) => this.placed[index].prop.motion === 'driven');
    if (driven === undefined) return;
    const { prop } = this.placed[driven];
    const step = 1e-3; // [s]
    prop.path?.(this.position, this.velocity, t + step);
    for (let k = 0; k < 3; k++) out[3 + k] = this.velocity[k];
    prop.path?.(this.position, this.velocity, t - step);
    for (let k = 0; k < 3; k++) out[3 + k] = (out[3 + k] - this.velocity[k]) / (2 * step);
    prop.path?.(this.position, this.velocity, t);
    for (let k = this.planar ? 1 : 0; k < 3; k++) out[k] = this.velocity[k];
    if (this.planar) out[3] = 0;
  }

  /** Centre, rotation, velocity, spin: 13 numbers, world axes. */
  read(out: Float64Array, index: number): void {
    const { prop, body, f } = this.placed[index];
    if (body < 0) {
      out.fill(0);
      out.set(prop.position);
      out.set(prop.rotation ?? [0, 0, 0, 1], 3);
      return;
    }
    const { xpos, xquat, qvel } = this.engine.views;
    for (let k = 0; k < 3; k++) {
      out[k] = xpos[3 * body + k];
      out[3 + k] = xquat[4 * body + 1 + k];
      out[10 + k] = 0;
    }
    out[6] = xquat[4 * body];
    if (prop.motion === 'driven') for (let k = 0; k < 3; k++) out[7 + k] = qvel[f + k];
    else if (this.planar) {
      out[7] = 0;
      out[8] = qvel[f];
      out[9] = qvel[f + 1];
      out[10] = qvel[f + 2];
    } else {
      for (let k = 0; k < 3; k++) {
        out[7 + k] = qvel[f + k];
        this.velocity[k] = qvel[f + 3 + k];
      }
      rotate3(out, 10, out, 3, this.velocity, 0);
    }
  }
}

/** Throws UsageError for props that make no sense. */
export function checkProps(props: readonly Prop[]): void {
  const names = new Set<string>();
  for (const prop of props) {
    const say = (what: string): never => {
      throw new UsageError(`prop "${prop.name}": ${what}`);
    };
    if (names.has(prop.name)) say('there are two of this name');
    names.add(prop.name);
    const size = prop.shape.kind === 'ball' ? [prop.shape.radius] : prop.shape.size;
    if (!size.every((x) => x > 0 && x < 1e3))
      say(`a size in metres above 0 and below 1000 is needed, found ${size.join(', ')}`);
    if (prop.motion !== 'fixed' && prop.motion !== 'driven' && !(prop.mass > 0 && prop.mass < 1e6)) {
      say(`a mass in kilograms above 0 and below 1000000 is needed, found ${prop.mass}`);
    }
    const numbers = [...prop.position, ...(prop.rotation ?? []), ...(prop.velocity ?? []), ...(prop.spin ?? [])];
    if (!numbers.every(Number.isFinite)) say('positions and speeds must be finite numbers');
    if (prop.motion === 'driven' && !prop.path) say('a driven prop needs a path');
  }
}
