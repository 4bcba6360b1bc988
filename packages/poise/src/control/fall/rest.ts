/** From landing to rest: since when the trunk lies, since when it is calm, and whether everything is still. */
import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { ease } from '../../math/ease.ts';
import type { Ground } from '../ground.ts';
import type { GroundTouch } from './ground-touch.ts';
import type { ToneNow } from './muscles.ts';
import type { FallParameters } from './parameters.ts';

export const REST_STATE = 3;

export class Rest {
  landed = 0; // [s] since the trunk has met the ground
  readonly carried = new Float64Array(3); // [m/s] of the ground under the body
  #calm = 0; // [s] that it has been slow on the floor
  #still = 0; // [s] that it has been at rest
  readonly #p: FallParameters;

  constructor(parameters: FallParameters) {
    this.#p = parameters;
  }

  reset(): void {
    this.landed = 0;
    this.#calm = 0;
    this.#still = 0;
  }

  /** Somebody pushes: it is at rest no longer. */
  wake(): void {
    this.#still = 0;
  }

  /** 0: on the way down … 1: legs and trunk are those of somebody who lies. */
  get lying(): number {
    return ease(this.landed / this.#p.stretchIn);
  }

  /** Muscles wake `time` [s] after balance was lost and let go once it is calm; from then on joints stick. */
  writeTone(out: ToneNow, tone: number, time: number): void {
    const { stepIn, reflexAt, braceIn, letGoAfter, letGoIn } = this.#p;
    const since = Math.max(0, this.#calm - letGoAfter);
    const gone = ease(since / letGoIn);
    out.tone = tone * ease((time - reflexAt) / braceIn) * (1 - gone);
    out.step = Math.max(out.tone, tone * ease(time / stepIn) * (1 - gone));
    out.lies = this.lying;
    out.still = gone;
  }

  /** After a tick of h [s]; true: it has come to rest. */
  update(body: Body, ws: Workspace, ground: Ground, { lies, trunkLies }: GroundTouch, h: number): boolean {
    const { calmSpeed, restSpeed, restAfter, letGoAfter } = this.#p;
    const { velocity } = ground(ws.com[0], ws.com[2]);
    for (let c = 0; c < 3; c++) this.carried[c] = velocity ? velocity[c] : 0;
    if (trunkLies || this.landed > 0) this.landed += h;
    const u = ws.comVelocity;
    const g = this.carried;
    const speed = Math.sqrt((u[0] - g[0]) ** 2 + (u[1] - g[1]) ** 2 + (u[2] - g[2]) ** 2);
    if (lies && (speed < calmSpeed || this.#calm > letGoAfter)) this.#calm += h;
    else if (this.#calm < letGoAfter) this.#calm = 0;
    this.#still = lies && massSpeed(body, ws, this.carried) < restSpeed ? this.#still + h : 0;
    return this.#still >= restAfter;
  }

  save(out: Float64Array, o: number): void {
    out[o] = this.landed;
    out[o + 1] = this.#calm;
    out[o + 2] = this.#still;
  }

  restore(state: Float64Array, o: number): void {
    this.landed = state[o];
    this.#calm = state[o + 1];
    this.#still = state[o + 2];
  }
}

/** [m/s] root mean square over the masses, seen from what moves with `carried`. */
export function massSpeed({ mass, totalMass }: Body, ws: Workspace, carried: Float64Array): number {
  const { massive, segmentComVelocity: u } = ws;
  let sum = 0;
  for (let k = 0; k < massive.length; k++) {
    const o = 3 * massive[k];
    sum += mass[massive[k]] * ((u[o] - carried[0]) ** 2 + (u[o + 1] - carried[1]) ** 2 + (u[o + 2] - carried[2]) ** 2);
  }
  return Math.sqrt(sum / totalMass);
}
