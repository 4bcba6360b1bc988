/** Which feet carry, and which way the support faces. */
import type { RunningScene } from '../simulation.ts';
import type { ControllerOptions, SupportFeet } from '../types.ts';

export class SupportChoice {
  readonly stance = new Uint8Array(2); // left, right
  readonly left = new Float64Array([1, 0]); // x, z of the support's left
  readonly forward = new Float64Array([0, 1]);
  changedAt = -Infinity; // [s]
  readonly stateSize = 3;
  private readonly scene: RunningScene;
  private readonly asked: ControllerOptions['support'];

  constructor(scene: RunningScene, asked: ControllerOptions['support']) {
    this.scene = scene;
    this.asked = asked;
  }

  update(t: number): void {
    const asked = typeof this.asked === 'function' ? this.asked(t) : this.asked;
    const [left, right] = this.scene.footContact;
    const before = 2 * this.stance[0] + this.stance[1];
    this.stance[0] = wants(asked, 'left') && left ? 1 : 0;
    this.stance[1] = wants(asked, 'right') && right ? 1 : 0;
    if (before !== 2 * this.stance[0] + this.stance[1]) this.changedAt = t;
    if (!this.scene.links.planar) this.face();
  }

  /** The mean direction of the soles that carry, on the ground. */
  private face(): void {
    const { links, engine } = this.scene;
    const { xmat } = engine.views;
    let [x, z] = [0, 0];
    for (let foot = 0; foot < 2; foot++) {
      const { link, forward } = links.soles[foot];
      const m = 9 * (link + 1);
      x += xmat[m] * forward[0] + xmat[m + 1] * forward[1] + xmat[m + 2] * forward[2];
      z += xmat[m + 6] * forward[0] + xmat[m + 7] * forward[1] + xmat[m + 8] * forward[2];
    }
    const length = Math.hypot(x, z);
    if (length < 1e-3) return;
    this.forward[0] = x / length;
    this.forward[1] = z / length;
    this.left[0] = z / length;
    this.left[1] = -x / length;
  }

  reset(): void {
    this.stance.fill(0);
    this.changedAt = -Infinity;
  }

  save(out: Float64Array, o: number): void {
    out[o] = this.stance[0];
    out[o + 1] = this.stance[1];
    out[o + 2] = this.changedAt;
  }

  restore(state: Float64Array, o: number): void {
    this.stance[0] = state[o];
    this.stance[1] = state[o + 1];
    this.changedAt = state[o + 2];
  }
}

const wants = (asked: SupportFeet, side: 'left' | 'right'): boolean =>
  asked === 'touching' || asked === 'both' || asked === side;
