/** Footfalls of the animation itself, and landings after a jump. */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { writeLowest, writeSoleMiddle } from '../gait/streaming-contacts.ts';
import type { Vec3 } from '../math/types.ts';
import type { Whereabouts } from './whereabouts.ts';

/** Plain data. */
export interface FeetState {
  readonly stood: Float64Array; // 2: planted last time; −1: nothing was seen yet
  readonly up: Float64Array; // 2 [s] that each foot has been in the air
  readonly fastest: Float64Array; // 2 [m/s] at which each foot came down, last
  airborne: number; // [s] that neither foot has stood
}

export interface Footfall {
  readonly kind: 'footfall';
  readonly foot: 'left' | 'right';
  readonly position: Vec3; // [m] middle of the sole
  readonly speed: number; // [m/s] at which the foot came down
}

export interface Landing {
  readonly kind: 'landed';
  readonly from: 'jump' | 'fall'; // fall: the body has come to lie
  readonly airborne: number; // [s] that neither foot stood
}

const createFeetState = (): FeetState => ({
  stood: Float64Array.of(-1, -1),
  up: new Float64Array(2),
  fastest: new Float64Array(2),
  airborne: 0,
});

const LEAST_SWING = 0.08; // [s] a foot that was up for less has not stepped
const JUMP = 0.25; // [s] runners are in the air for 0.1 to 0.2

export class FeetWatch {
  readonly state: FeetState = createFeetState();
  /** Since the last look; whoever reads them empties it. */
  readonly found: (Footfall | Landing)[] = [];
  readonly #body: Body;
  readonly #lowest = new Float64Array(4);
  readonly #middle = new Float64Array(2);

  constructor(body: Body) {
    this.#body = body;
  }

  /** ws: position and velocity level of the animation's pose, in the coordinates of reactions. */
  watch(planted: Float64Array, ws: Workspace, where: Whereabouts, dt: number): void {
    const { stood, up, fastest } = this.state;
    for (let side = 0; side < 2; side++) {
      if (planted[side] === 1 && stood[side] === 0 && up[side] >= LEAST_SWING) this.#fell(side, ws, where);
      if (planted[side] === 0) {
        writeLowest(this.#lowest, this.#body.soles[side], ws);
        fastest[side] = Math.max(0, -this.#lowest[2]);
      }
      up[side] = planted[side] === 1 ? 0 : up[side] + dt;
      stood[side] = planted[side];
    }
    const inAir = planted[0] + planted[1] === 0;
    if (!inAir && this.state.airborne >= JUMP) {
      this.found.push({ kind: 'landed', from: 'jump', airborne: this.state.airborne });
    }
    this.state.airborne = inAir ? this.state.airborne + dt : 0;
  }

  /** A method has answered meanwhile: what feet did is not known. */
  forget(): void {
    this.state.stood.fill(-1);
    this.state.up.fill(0);
    this.state.fastest.fill(0);
    this.state.airborne = 0;
  }

  #fell(side: number, ws: Workspace, { travel }: Whereabouts): void {
    writeSoleMiddle(this.#middle, 0, this.#body.soles[side], ws);
    writeLowest(this.#lowest, this.#body.soles[side], ws);
    const position: Vec3 = [this.#middle[0] - travel.x, this.#lowest[0] - travel.y, this.#middle[1] - travel.z];
    const foot = side === 0 ? 'left' : 'right';
    this.found.push({ kind: 'footfall', foot, position, speed: this.state.fastest[side] });
  }
}
