/** Forces from outside the engine's own physics: pushes over time, and hands that hold what they caught. */
import { type ForceTrack, forceAt } from '../balance/force-track.ts';
import { UsageError } from '../errors.ts';
import { rotate3 } from '../math/quat.ts';
import type { Vec3 } from '../math/types.ts';
import type { Engine } from './engine.ts';
import type { Links } from './links.ts';
import type { Props } from './props.ts';
import type { Prop, SceneDescription, Weld } from './types.ts';

/** A spring that is held for one step must not overshoot: damping per mass and step stays below this. */
const STABLE = 0.4;

/** Forces are sampled once per step: of shorter ones an impulse would be lost or doubled. */
const LEAST_STEPS = 4;

const CENTRE = new Float64Array(3);

interface HeldWeld {
  readonly weld: Weld;
  readonly prop: number; // index
  readonly body: number; // the engine's
  readonly link: number;
  readonly palm: Float64Array; // 3 in the link's frame
  readonly anchor: Float64Array; // 3 the prop's centre in the link's frame when it was caught
  readonly stiffness: number;
  readonly damping: number;
  readonly spinDamping: number; // [N·m·s/rad]
  caught: boolean;
}

export class AppliedForces {
  private readonly links: Links;
  private readonly engine: Engine;
  private readonly welds: readonly HeldWeld[];
  private tracks: { readonly track: ForceTrack; readonly link: number; readonly point: Float64Array }[];
  private readonly initial: number;
  private readonly timestep: number; // [s]
  private readonly force = new Float64Array(3);
  private readonly a = new Float64Array(6); // point and velocity
  private readonly b = new Float64Array(6);

  constructor(scene: SceneDescription, links: Links, engine: Engine, props: Props) {
    this.links = links;
    this.engine = engine;
    const dt = scene.timestep ?? 0.002;
    this.timestep = dt;
    this.tracks = (scene.forces ?? []).map((track) => this.placeTrack(track));
    this.initial = this.tracks.length;
    const perProp = new Map<string, number>();
    for (const { prop } of scene.welds ?? []) perProp.set(prop, (perProp.get(prop) ?? 0) + 1);
    this.welds = (scene.welds ?? []).map((weld) => {
      const prop = props.indexOf(weld.prop);
      const body = props.bodyOf(prop);
      if (body < 0) throw new UsageError(`weld: prop "${weld.prop}" is fixed and cannot be caught`);
      const mass = scene.props?.[prop]?.mass ?? 1;
      const most = (STABLE * mass) / (dt * (perProp.get(weld.prop) ?? 1));
      return {
        weld,
        prop,
        body,
        link: links.linkOf[weld.segment],
        palm: inLink(links, weld.segment, weld.pointInSegment),
        anchor: new Float64Array(3),
        stiffness: Math.min(weld.stiffness ?? 4000, (most * STABLE) / dt),
        damping: Math.min(weld.damping ?? 120, most),
        spinDamping: 0.1 * most * smallestSize(scene.props?.[prop]) ** 2,
        caught: false,
      };
    });
  }

  private placeTrack(track: ForceTrack) {
    const { body, linkOf } = this.links;
    if (!(track.segment >= 0 && track.segment < linkOf.length)) {
      throw new UsageError(`force "${track.name}": no segment ${track.segment} in this body`);
    }
    const lasts = (track.time.at(-1) ?? 0) - (track.time[0] ?? 0);
    const least = LEAST_STEPS * this.timestep;
    if (track.time.length > 1 && lasts < 0.999 * least) {
      throw new UsageError(
        `force "${track.name}": lasts ${Number(lasts.toPrecision(3))} s, at least ${least} s can be simulated`,
      );
    }
    const point = track.pointInSegment.some((x) => x !== 0)
      ? track.pointInSegment
      : ([...body.comInSegment.subarray(3 * track.segment, 3 * track.segment + 3)] as unknown as Vec3);
    return { track, link: linkOf[track.segment], point: inLink(this.links, track.segment, point) };
  }

  add(track: ForceTrack): void {
    this.tracks.push(this.placeTrack(track));
  }

  reset(): void {
    this.tracks.length = this.initial;
    for (const held of this.welds) held.caught = false;
  }

  /** Writes the forces of the step from t to t + dt. */
  apply(t: number, dt: number): void {
    if (this.tracks.length === 0 && this.welds.length === 0) return;
    const { xfrc_applied: out } = this.engine.views;
    out.fill(0);
    for (const { track, link, point } of this.tracks) {
      const last = track.time[track.time.length - 1] ?? 0;
      if (t > last || t + dt < track.time[0]) continue;
      forceAt(this.force, track, t + dt / 2);
      this.place(this.a, link + 1, point);
      this.push(out, link + 1, this.a, 1);
    }
    for (const held of this.welds) this.pull(out, held, t);
  }

  private pull(out: Float64Array, held: HeldWeld, t: number): void {
    const { weld, body, link } = held;
    if (t < (weld.from ?? 0) || t >= (weld.until ?? Infinity)) {
      held.caught = false;
      return;
    }
    this.place(this.a, link + 1, held.palm);
    if (!held.caught && !this.tryCatch(held)) return;
    // the place in the hand where the prop was caught, and the prop's centre
    this.place(this.a, link + 1, held.anchor);
    this.place(this.b, body, CENTRE);
    for (let k = 0; k < 3; k++) {
      const still = this.links.planar && k === 0;
      this.force[k] = still
        ? 0
        : held.stiffness * (this.b[k] - this.a[k]) + held.damping * (this.b[3 + k] - this.a[3 + k]);
    }
    this.push(out, link + 1, this.b, 1);
    this.push(out, body, this.b, -1);
    this.slowSpin(out, held);
  }

  /** A prop that is held does not turn in the hand. */
  private slowSpin(out: Float64Array, { body, link, spinDamping }: HeldWeld): void {
    const { cvel } = this.engine.views;
    for (let k = 0; k < 3; k++) {
      const torque = spinDamping * (cvel[6 * body + k] - cvel[6 * (link + 1) + k]);
      out[6 * (link + 1) + 3 + k] += torque;
      out[6 * body + 3 + k] -= torque;
    }
  }

  private tryCatch(held: HeldWeld): boolean {
    if (!(this.gap(held) <= held.weld.within)) return false;
    const { xpos, xmat } = this.engine.views;
    const { body, anchor, link } = held;
    const [o, m] = [3 * (link + 1), 9 * (link + 1)];
    for (let k = 0; k < 3; k++) {
      anchor[k] = 0;
      for (let r = 0; r < 3; r++) anchor[k] += xmat[m + 3 * r + k] * (xpos[3 * body + r] - xpos[o + r]);
    }
    held.caught = true;
    return true;
  }

  /** Palm (already in `a`) to the prop's centre [m]; in the plane without the left-right part. */
  private gap({ body }: HeldWeld): number {
    const { xpos } = this.engine.views;
    const x = this.links.planar ? 0 : xpos[3 * body] - this.a[0];
    return Math.hypot(x, xpos[3 * body + 1] - this.a[1], xpos[3 * body + 2] - this.a[2]);
  }

  isCaught(weld: number): boolean {
    return this.welds[weld].caught;
  }

  reachOf(weld: number): number {
    this.place(this.a, this.welds[weld].link + 1, this.welds[weld].palm);
    return this.gap(this.welds[weld]);
  }

  /** World position and velocity (6) of a point of one of the engine's bodies. */
  private place(out: Float64Array, body: number, point: Float64Array): void {
    const { xpos, xmat, cvel, subtree_com: centre } = this.engine.views;
    const m = 9 * body;
    for (let k = 0; k < 3; k++) {
      const r = m + 3 * k;
      out[k] = xpos[3 * body + k] + xmat[r] * point[0] + xmat[r + 1] * point[1] + xmat[r + 2] * point[2];
    }
    // the engine's velocities are at the centre of mass of the whole tree
    const tree = 3 * (body <= this.links.count ? 1 : body);
    const c = 6 * body;
    const [dx, dy, dz] = [out[0] - centre[tree], out[1] - centre[tree + 1], out[2] - centre[tree + 2]];
    out[3] = cvel[c + 3] + cvel[c + 1] * dz - cvel[c + 2] * dy;
    out[4] = cvel[c + 4] + cvel[c + 2] * dx - cvel[c] * dz;
    out[5] = cvel[c + 5] + cvel[c] * dy - cvel[c + 1] * dx;
  }

  /** Adds sign · force at a world point to a body. */
  private push(out: Float64Array, body: number, at: Float64Array, sign: number): void {
    const { xipos } = this.engine.views;
    const [fx, fy, fz] = [sign * this.force[0], sign * this.force[1], sign * this.force[2]];
    const [dx, dy, dz] = [at[0] - xipos[3 * body], at[1] - xipos[3 * body + 1], at[2] - xipos[3 * body + 2]];
    const o = 6 * body;
    out[o] += fx;
    out[o + 1] += fy;
    out[o + 2] += fz;
    out[o + 3] += dy * fz - dz * fy;
    out[o + 4] += dz * fx - dx * fz;
    out[o + 5] += dx * fy - dy * fx;
  }

  get stateSize(): number {
    return 4 * this.welds.length;
  }

  save(out: Float64Array, o: number): void {
    this.welds.forEach(({ caught, anchor }, i) => {
      out[o + 4 * i] = caught ? 1 : 0;
      out.set(anchor, o + 4 * i + 1);
    });
  }

  restore(state: Float64Array, o: number): void {
    this.welds.forEach((held, i) => {
      held.caught = state[o + 4 * i] === 1;
      held.anchor.set(state.subarray(o + 4 * i + 1, o + 4 * i + 4));
    });
  }
}

/** Half the least extent of a prop [m]. */
function smallestSize(prop: Prop | undefined): number {
  if (!prop) return 0;
  return prop.shape.kind === 'ball' ? prop.shape.radius : Math.min(...prop.shape.size) / 2;
}

/** A point of a segment in the frame of its link. */
export function inLink(links: Links, segment: number, point: Vec3): Float64Array {
  const out = Float64Array.from(point);
  rotate3(out, 0, links.linkFromSegment, 4 * segment, out, 0);
  for (let k = 0; k < 3; k++) out[k] += links.originInLink[3 * segment + k];
  return out;
}
