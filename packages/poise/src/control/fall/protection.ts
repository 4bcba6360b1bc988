/**
 * What somebody who falls does about it: which way the body comes down, and from that where arms reach, legs bend and the head is held. The
 * acts of falls forward, backward and sideways (parameters.ts) are mixed by direction, so there is no threshold between them.
 */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { cross3, dot3 } from '../../math/vec3.ts';
import { LYING, PROTECTIVE_ACTS, type Reach } from './parameters.ts';
import { VainStep } from './vain-step.ts';

const RADIANS = Math.PI / 180;
const { forward, backward, sideways } = PROTECTIVE_ACTS;

export class Protection {
  /** [rad] flexion of hips, knees and the whole trunk. */
  hip = 0;
  knee = 0;
  trunk = 0;
  wrist = 0;
  readonly elbow = new Float64Array(2); // [rad] left, right
  readonly reach = new Float64Array(6); // left, right: unit, world, where the upper arm points
  /** How much of a fall forward, backward and to the left (negative: right) it is. */
  readonly way = new Float64Array(3);
  readonly step: VainStep;
  readonly #ends: Int32Array; // hips, shoulders: left, right
  readonly #axes = new Float64Array(9); // up, left, ahead of the trunk

  constructor(body: Body) {
    const { roles } = body;
    this.step = new VainStep(body);
    this.#ends = Int32Array.of(
      roles.leftUpperLeg ?? 0,
      roles.rightUpperLeg ?? 0,
      roles.leftUpperArm ?? 0,
      roles.rightUpperArm ?? 0,
    );
  }

  /** fall: (x, z), unit, where the body falls to; lying: 0 on the way down … 1 landed; time: since balance was lost [s]. Needs the position level. */
  update(ws: Workspace, fall: Float64Array, lying: number, time: number): void {
    const a = this.#axes;
    this.#readAxes(ws);
    // towards the fall while upright, towards the ground when lying
    const ahead = a[6] * fall[0] - a[7] + a[8] * fall[1];
    const left = a[3] * fall[0] - a[4] + a[5] * fall[1];
    const size = Math.sqrt(ahead * ahead + left * left) + 1e-9;
    const f = ahead / size;
    const l = left / size;
    this.way[0] = Math.max(0, f) * Math.abs(f);
    this.way[1] = Math.max(0, -f) * Math.abs(f);
    this.way[2] = l * Math.abs(l);
    this.hip = RADIANS * (this.#mixed('hip') + lying * (LYING.hip - this.#mixed('hip')));
    this.knee = RADIANS * (this.#mixed('knee') + lying * (LYING.knee - this.#mixed('knee')));
    this.trunk = RADIANS * (this.#mixed('trunk') + lying * (LYING.trunk - this.#mixed('trunk')));
    this.wrist = RADIANS * this.#mixed('wrist');
    this.step.update(ws, fall, this.way[0], time);
    for (let side = 0; side < 2; side++) {
      // near: the side it falls to
      const near = (side === 0 ? l : -l) > 0 ? 0 : 1;
      this.elbow[side] =
        RADIANS *
        (this.way[0] * forward.elbow[near] +
          this.way[1] * backward.elbow[near] +
          Math.abs(this.way[2]) * sideways.elbow[near]);
      this.#aim(side, near, fall);
    }
  }

  #mixed(name: 'hip' | 'knee' | 'trunk' | 'wrist'): number {
    return this.way[0] * forward[name] + this.way[1] * backward[name] + Math.abs(this.way[2]) * sideways[name];
  }

  #part(near: number, name: keyof Reach): number {
    const { way } = this;
    const side = Math.abs(way[2]) * sideways.reach[near][name];
    return way[0] * forward.reach[near][name] + way[1] * backward.reach[near][name] + side;
  }

  #aim(side: number, near: number, fall: Float64Array): void {
    const a = this.#axes;
    const along = this.#part(near, 'fall');
    const down = this.#part(near, 'down');
    const out = this.#part(near, 'out') * (side === 0 ? 1 : -1);
    const front = this.#part(near, 'front');
    const x = along * fall[0] + out * a[3] + front * a[6];
    const y = -down + out * a[4] + front * a[7];
    const z = along * fall[1] + out * a[5] + front * a[8];
    const size = Math.sqrt(x * x + y * y + z * z) + 1e-9;
    this.reach[3 * side] = x / size;
    this.reach[3 * side + 1] = y / size;
    this.reach[3 * side + 2] = z / size;
  }

  /** up from the hips to the shoulders, left across the hips, ahead of both. */
  #readAxes({ segmentOrigin: o }: Workspace): void {
    const a = this.#axes;
    const hipL = this.#ends[0];
    const hipR = this.#ends[1];
    const armL = this.#ends[2];
    const armR = this.#ends[3];
    for (let c = 0; c < 3; c++) {
      const hips = (o[3 * hipL + c] + o[3 * hipR + c]) / 2;
      a[c] = (o[3 * armL + c] + o[3 * armR + c]) / 2 - hips;
      a[3 + c] = o[3 * hipL + c] - o[3 * hipR + c];
    }
    unit3(a, 0);
    const lean = dot3(a, 0, a, 3);
    for (let c = 0; c < 3; c++) a[3 + c] -= lean * a[c];
    unit3(a, 3);
    cross3(a, 6, a, 3, a, 0); // left × up
  }
}

function unit3(a: Float64Array, o: number): void {
  const size = Math.sqrt(a[o] * a[o] + a[o + 1] * a[o + 1] + a[o + 2] * a[o + 2]) + 1e-12;
  for (let c = 0; c < 3; c++) a[o + c] /= size;
}
