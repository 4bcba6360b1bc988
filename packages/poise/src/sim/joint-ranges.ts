/** How far joints go, in the anatomical angles of the body's limits. Two uses: as bounds on accelerations for a controller,
 *  q̈ ≥ −w²(q − lower − margin) − 2w q̇, which lets a joint come to rest at its end; and as ligaments, torques that push back what has
 *  gone beyond, whoever is in control. */
import { logQuat, multiplyQuat, relativeQuat } from '../math/quat.ts';
import { quatIndex } from '../motion/skeleton.ts';
import type { Engine } from './engine.ts';
import { coordinateOf, freedomOf, type Links } from './links.ts';
import type { BodyPart } from './types.ts';

const RATE = 20; // w [1/s]
const MARGIN = 0.03; // [rad]
/** Joints are not asked to turn faster than this [rad/s]; those that do are slowed within SLOWED [s]. */
const FASTEST = 9;
const SLOWED = 0.03;
/** Nearer than this to the first pose's angle there is no bound: people stand with straight knees [rad]. */
const SLACK = 0.05;

/** Stiffness [N·m/rad] and damping [N·m·s/rad] of ligaments, for each kg of the whole body; light joints get less. */
const LIGAMENT = 2;
const LIGAMENT_DAMPING = 0.03;
/** Damping of joints that nobody controls [N·m·s/rad] for each kg. */
const LIMP = 0.015;
const LIGHT: Readonly<Partial<Record<BodyPart, number>>> = {
  elbow: 0.3,
  wrist: 0.05,
  neck: 0.3,
  shoulder: 0.5,
  ankle: 0.6,
};

interface Bound {
  readonly link: number;
  readonly axis: Float64Array; // 3 in the link's frame
  readonly lower: number; // [rad]
  readonly upper: number;
}

export class JointRanges {
  readonly count: number;
  readonly lower: Float64Array; // acceleration
  readonly upper: Float64Array;
  private readonly angle: Float64Array; // [rad]
  private readonly rate: Float64Array; // [rad/s]
  readonly bounds: readonly Bound[];
  private readonly links: Links;
  private readonly engine: Engine;
  private readonly turn = new Float64Array(4);
  private readonly angles = new Float64Array(4);

  constructor(links: Links, engine: Engine) {
    this.links = links;
    this.engine = engine;
    this.bounds = boundsOf(links);
    this.count = this.bounds.length;
    this.lower = new Float64Array(this.count);
    this.upper = new Float64Array(this.count);
    this.angle = new Float64Array(this.count);
    this.rate = new Float64Array(this.count);
  }

  /** Bounds of the present state. */
  update(): void {
    const { qvel } = this.engine.views;
    const { bounds } = this;
    let last = -1;
    for (let i = 0; i < bounds.length; i++) {
      const { link, axis, lower, upper } = bounds[i];
      if (link !== last) this.readAngles(link);
      last = link;
      const angle = this.angles[0] * axis[0] + this.angles[1] * axis[1] + this.angles[2] * axis[2];
      const f = freedomOf(this.links, link);
      const rate = this.links.planar
        ? qvel[f] * dotAxis(this.links, link, axis)
        : axis[0] * qvel[f] + axis[1] * qvel[f + 1] + axis[2] * qvel[f + 2];
      this.angle[i] = angle;
      this.rate[i] = rate;
      const stop = -RATE * RATE * (angle - lower - MARGIN) - 2 * RATE * rate;
      const halt = -RATE * RATE * (angle - upper + MARGIN) - 2 * RATE * rate;
      this.lower[i] = Math.max(stop, (-FASTEST - rate) / SLOWED);
      this.upper[i] = Math.min(halt, (FASTEST - rate) / SLOWED);
    }
  }

  /** Adds the torques of ligaments to those of the freedoms. */
  addLigaments(torque: Float64Array): void {
    const { links, bounds } = this;
    for (let i = 0; i < bounds.length; i++) {
      const { link, axis, lower, upper } = bounds[i];
      const angle = this.angle[i];
      const beyond = angle < lower ? angle - lower : angle > upper ? angle - upper : 0;
      if (beyond === 0) continue;
      const size = links.body.totalMass * (LIGHT[links.part[link]] ?? 1);
      const pull = -size * (LIGAMENT * beyond + LIGAMENT_DAMPING * this.rate[i]);
      const f = freedomOf(links, link);
      if (links.planar) torque[f] += pull * dotAxis(links, link, axis);
      else for (let k = 0; k < 3; k++) torque[f + k] += pull * axis[k];
    }
  }

  /** Torques of joints that nobody controls. */
  writeLimp(torque: Float64Array): void {
    const { links } = this;
    const { qvel } = this.engine.views;
    const size = LIMP * links.body.totalMass;
    for (let link = 1; link < links.count; link++) {
      const f = freedomOf(links, link);
      const light = size * (LIGHT[links.part[link]] ?? 1);
      for (let k = 0; k < (links.planar ? 1 : 3); k++) torque[f + k] = -light * qvel[f + k];
    }
  }

  /** angles = log(neutral⁻¹ q) of a link's joint. */
  private readAngles(link: number): void {
    const { links, turn, angles } = this;
    const { qpos } = this.engine.views;
    const j = links.joint[link];
    const o = coordinateOf(links, link);
    if (links.planar) {
      const half = qpos[o] / 2;
      for (let k = 0; k < 3; k++) turn[k] = Math.sin(half) * links.axis[3 * link + k];
      turn[3] = Math.cos(half);
      multiplyQuat(turn, 0, links.pose, quatIndex(j), turn, 0);
    } else {
      for (let k = 0; k < 3; k++) turn[k] = qpos[o + 1 + k];
      turn[3] = qpos[o];
    }
    relativeQuat(angles, 0, links.body.limits.neutral, 4 * j, turn, 0);
    logQuat(angles, 0, angles, 0);
  }

  /** What one bound says of its link's own freedoms, into E at `start`. */
  writeRow(E: Float64Array, start: number, index: number): void {
    const { link, axis } = this.bounds[index];
    if (this.links.planar) E[start] = dotAxis(this.links, link, axis);
    else for (let k = 0; k < 3; k++) E[start + k] = axis[k];
  }

  /** The bounded acceleration in x. */
  valueOf(x: Float64Array, index: number): number {
    const { link, axis } = this.bounds[index];
    const f = freedomOf(this.links, link);
    if (this.links.planar) return x[f] * dotAxis(this.links, link, axis);
    return axis[0] * x[f] + axis[1] * x[f + 1] + axis[2] * x[f + 2];
  }
}

const dotAxis = ({ axis }: Links, link: number, other: Float64Array): number =>
  axis[3 * link] * other[0] + axis[3 * link + 1] * other[1] + axis[3 * link + 2] * other[2];

/** Bounds of the links' own joints that have limits; in the plane only those about the left-right axis. */
function boundsOf(links: Links): Bound[] {
  const { limits, roles } = links.body;
  const arms = [roles.leftUpperArm, roles.rightUpperArm, roles.leftShoulder, roles.rightShoulder];
  const out: Bound[] = [];
  const rel = new Float64Array(4);
  for (let link = 1; link < links.count; link++) {
    const j = links.joint[link];
    // counted from half-way, no single axis of an upper arm tells how far it may go in the plane
    if (links.planar && arms.includes(j)) continue;
    relativeQuat(rel, 0, limits.neutral, 4 * j, links.pose, quatIndex(j));
    logQuat(rel, 0, rel, 0);
    for (let k = 0; k < 3; k++) {
      const axis = limits.axes.slice(9 * j + 3 * k, 9 * j + 3 * k + 3);
      const [lower, upper] = [limits.lower[3 * j + k], limits.upper[3 * j + k]];
      if (!Number.isFinite(lower) && !Number.isFinite(upper)) continue;
      if (links.planar && Math.abs(dotAxis(links, link, axis)) < 0.9) continue;
      const first = rel[0] * axis[0] + rel[1] * axis[1] + rel[2] * axis[2];
      out.push({
        link,
        axis,
        lower: Math.min(lower, first - MARGIN - SLACK),
        upper: Math.max(upper, first + MARGIN + SLACK),
      });
    }
  }
  return out;
}
