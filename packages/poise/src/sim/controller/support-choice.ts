/** Which feet carry, and with which part of their soles; which way the support faces, and where a centre of pressure can be. */
import { length2 } from '../../math/length2.ts';
import { convexHull } from '../../math/polygon.ts';
import type { RunningScene } from '../simulation.ts';
import type { PlanMoment, SupportFeet } from '../types.ts';
import type { ContactPatches } from './contact-patches.ts';

/** A corner of a sole higher than this above the floor is in the air [m]. */
export const TIPPED = 0.008;
/** A foot that comes down this much too early carries at once [s]. */
const EARLY = 0.08;

export class SupportChoice {
  readonly stance = new Uint8Array(2); // left, right
  readonly heel = new Uint8Array(2).fill(1); // parts of the soles that are meant to carry
  readonly front = new Uint8Array(2).fill(1);
  readonly left = new Float64Array([1, 0]); // x, z of the support's left
  readonly forward = new Float64Array([0, 1]);
  changedAt = -Infinity; // [s]
  readonly stateSize = 3;
  /** Convex hull of the corners that carry, x and z; only known where a plan says which do. */
  readonly region: Float64Array;
  regionCount = 0;
  private readonly scene: RunningScene;
  private readonly asked: SupportFeet;
  private readonly corners: Float64Array;
  private readonly middle = new Float64Array(3);

  constructor(scene: RunningScene, asked: SupportFeet) {
    const [left, right] = scene.links.soles;
    this.scene = scene;
    this.asked = asked;
    this.corners = new Float64Array(2 * (left.count + right.count));
    this.region = new Float64Array(2 * (left.count + right.count + 1));
  }

  /** `moment`: what the motion that is followed says about the feet now. */
  update(t: number, moment?: PlanMoment): void {
    const { asked, stance, scene } = this;
    const before = 2 * stance[0] + stance[1];
    for (let foot = 0; foot < 2; foot++) {
      if (moment) this.readPlan(moment, foot);
      const wanted = moment ? this.heel[foot] | this.front[foot] : wants(asked, foot);
      stance[foot] = wanted && scene.footContact[foot] ? 1 : 0;
    }
    if (before !== 2 * stance[0] + stance[1]) this.changedAt = t;
    if (!scene.links.planar) this.face();
  }

  private readPlan({ heel, front, untilLanding }: PlanMoment, foot: number): void {
    this.heel[foot] = heel[foot];
    this.front[foot] = front[foot];
    if (heel[foot] | front[foot] || !(untilLanding[foot] < EARLY)) return;
    // the part that is down
    const points = this.scene.person.solePoints[foot];
    const { isFront } = this.scene.links.soles[foot];
    for (let i = 0; i < isFront.length; i++) {
      if (points[3 * i + 1] - this.scene.person.floorHeight > TIPPED) continue;
      if (isFront[i]) this.front[foot] = 1;
      else this.heel[foot] = 1;
    }
  }

  /** Whether a corner of a sole can push: it is down, and its part is meant to carry. */
  carriesAt(foot: number, corner: number): boolean {
    const { person, links } = this.scene;
    if (person.solePoints[foot][3 * corner + 1] - person.floorHeight > TIPPED) return false;
    return (links.soles[foot].isFront[corner] ? this.front[foot] : this.heel[foot]) === 1;
  }

  /** The place that corners are drawn in to by the margin: the middle of the sole, or of what carries of it. */
  middleOf(foot: number, patches: ContactPatches): Float64Array {
    if (this.heel[foot] && this.front[foot]) return patches.at[2 * foot];
    const points = this.scene.person.solePoints[foot];
    let count = 0;
    this.middle.fill(0);
    for (let i = 0; i < points.length; i += 3) {
      if (!this.carriesAt(foot, i / 3)) continue;
      for (let k = 0; k < 3; k++) this.middle[k] += points[i + k];
      count++;
    }
    for (let k = 0; k < 3; k++) this.middle[k] /= Math.max(1, count);
    return this.middle;
  }

  /** The hull of what carries now. */
  findRegion(): void {
    let count = 0;
    for (let foot = 0; foot < 2; foot++) {
      if (!this.stance[foot]) continue;
      const points = this.scene.person.solePoints[foot];
      for (let i = 0; i < points.length; i += 3) {
        if (!this.carriesAt(foot, i / 3)) continue;
        this.corners[2 * count] = points[i];
        this.corners[2 * count + 1] = points[i + 2];
        count++;
      }
    }
    this.regionCount = count === 0 ? 0 : convexHull(this.region, 0, this.corners, count);
  }

  /** The mean direction of the soles, on the ground. */
  private face(): void {
    const { links, engine } = this.scene;
    const { xmat } = engine.views;
    let x = 0;
    let z = 0;
    for (let foot = 0; foot < 2; foot++) {
      const { link, forward } = links.soles[foot];
      const m = 9 * (link + 1);
      x += xmat[m] * forward[0] + xmat[m + 1] * forward[1] + xmat[m + 2] * forward[2];
      z += xmat[m + 6] * forward[0] + xmat[m + 7] * forward[1] + xmat[m + 8] * forward[2];
    }
    const length = length2(x, z);
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

const wants = (asked: SupportFeet, foot: number): number =>
  asked === 'touching' || asked === 'both' || asked === (foot === 0 ? 'left' : 'right') ? 1 : 0;
