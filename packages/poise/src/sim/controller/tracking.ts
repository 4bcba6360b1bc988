/** The reference motion as accelerations that the joints are asked for, [Rabbani14] eq. 2 with feed-forward. */
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { conjugateQuat, logQuat, multiplyQuat, relativeQuat, rotateBack3 } from '../../math/quat.ts';
import { angleAbout } from '../coordinates.ts';
import type { Engine } from '../engine.ts';
import { coordinateOf, freedomOf, type Links } from '../links.ts';
import { createReferenceState } from '../references.ts';
import type { ControllerGains, ReferenceSampler, ReferenceState } from '../types.ts';

/** Weight of the root's own acceleration: nobody asks for it, the feet decide. */
const ROOT_WEIGHT = 1e-5;

export class Tracking {
  readonly reference: ReferenceState;
  readonly ws: Workspace; // of the reference
  /** World rotation (4), spin (3), spin rate (3) of every link in the reference. */
  readonly rotation: Float64Array;
  readonly spin: Float64Array;
  readonly spinRate: Float64Array;
  readonly comHeight = new Float64Array(3); // above the reference's feet [m], rate, acceleration
  private readonly links: Links;
  private readonly engine: Engine;
  private readonly weight: Float64Array; // per link
  private readonly gains: ControllerGains;
  private share = 1;
  private readonly turn = new Float64Array(4);
  private readonly error = new Float64Array(4);
  private readonly own = new Float64Array(4);
  private readonly vector = new Float64Array(3);
  private readonly local = new Float64Array(3);

  constructor(links: Links, engine: Engine, gains: ControllerGains) {
    this.links = links;
    this.engine = engine;
    this.gains = gains;
    this.reference = createReferenceState(links.body);
    this.ws = createWorkspace(links.body);
    this.rotation = new Float64Array(4 * links.count);
    this.spin = new Float64Array(3 * links.count);
    this.spinRate = new Float64Array(3 * links.count);
    this.weight = Float64Array.from(links.part, (part) => gains.trackWeight * gains.partWeights[part] ** 2);
  }

  /** Samples the reference and works out what the links do in it. */
  sample(sampler: ReferenceSampler, t: number, stance: Uint8Array): void {
    const { links, ws, reference } = this;
    sampler(reference, t);
    forwardKinematics(links.body, ws, reference.q);
    forwardVelocity(links.body, ws, reference.v);
    forwardAcceleration(links.body, ws, reference.a);
    for (let link = 0; link < links.count; link++) {
      const lead = links.lead[link];
      conjugateQuat(this.turn, 0, links.linkFromSegment, 4 * lead);
      multiplyQuat(this.rotation, 4 * link, ws.segmentRotation, 4 * lead, this.turn, 0);
      for (let k = 0; k < 3; k++) {
        this.spin[3 * link + k] = ws.angularVelocity[3 * lead + k];
        this.spinRate[3 * link + k] = ws.angularAcceleration[3 * lead + k];
      }
    }
    this.readHeight(stance);
  }

  /** Height of the CoM above the lowest point of the soles that carry. */
  private readHeight(stance: Uint8Array): void {
    const { ws, links } = this;
    let lowest = Infinity;
    let rate = 0;
    let second = 0;
    let feet = 0;
    for (let foot = 0; foot < 2; foot++) {
      if (stance[foot] === 0 && (stance[0] | stance[1]) !== 0) continue;
      const sole = links.soles[foot];
      const j = links.joint[sole.link];
      const m = 9 * j + 3;
      for (let i = 0; i < 3 * sole.count; i += 3) {
        const y =
          ws.segmentOrigin[3 * j + 1] +
          ws.worldFromSegment[m] * sole.points[i] +
          ws.worldFromSegment[m + 1] * sole.points[i + 1] +
          ws.worldFromSegment[m + 2] * sole.points[i + 2];
        if (y < lowest) lowest = y;
      }
      rate += ws.originVelocity[3 * j + 1];
      second += ws.originAcceleration[3 * j + 1];
      feet++;
    }
    this.comHeight[0] = ws.com[1] - lowest;
    this.comHeight[1] = ws.comVelocity[1] - rate / feet;
    this.comHeight[2] = ws.comAcceleration[1] - second / feet;
  }

  /** Writes the accelerations asked for (a) and their weights (D), one per freedom. */
  write(a: Float64Array, D: Float64Array, share: number): void {
    this.share = share;
    for (let link = 0; link < this.links.count; link++) {
      if (this.links.planar) this.writeHinge(a, D, link);
      else this.writeBall(a, D, link);
    }
  }

  private writeHinge(a: Float64Array, D: Float64Array, link: number): void {
    const { links, spin, spinRate, gains } = this;
    const { qpos, qvel } = this.engine.views;
    const p = 3 * links.parent[link];
    const root = link === 0;
    this.readTarget(link);
    const wanted = angleAbout(this.own, 0, links.axis, 3 * link);
    const o = coordinateOf(links, link) + (root ? 2 : 0);
    const f = freedomOf(links, link) + (root ? 2 : 0);
    const rate = spin[3 * link] - (root ? 0 : spin[p]);
    const second = spinRate[3 * link] - (root ? 0 : spinRate[p]);
    const k = root ? gains.orientation : gains.track;
    const d = root ? gains.orientationDamping : gains.trackDamping;
    a[f] = k * (wanted - qpos[o]) + d * (rate - qvel[f]) + second;
    D[f] = this.share * (root ? gains.orientationWeight : this.weight[link]) + ROOT_WEIGHT;
    if (!root) return;
    for (let i = 0; i < 2; i++) {
      a[i] = 0;
      D[i] = ROOT_WEIGHT;
    }
  }

  private writeBall(a: Float64Array, D: Float64Array, link: number): void {
    const { links, spin, spinRate, gains, vector, local } = this;
    const { qpos, qvel } = this.engine.views;
    const p = 3 * links.parent[link];
    const root = link === 0;
    const o = coordinateOf(links, link) + (root ? 3 : 0);
    const f = freedomOf(links, link) + (root ? 3 : 0);
    this.readTarget(link);
    const { error, turn } = this;
    turn[0] = qpos[o + 1];
    turn[1] = qpos[o + 2];
    turn[2] = qpos[o + 3];
    turn[3] = qpos[o];
    relativeQuat(error, 0, turn, 0, this.own, 0);
    logQuat(error, 0, error, 0);
    const k = root ? gains.orientation : gains.track;
    const d = root ? gains.orientationDamping : gains.trackDamping;
    const s = 3 * link;
    // spin relative to the parent, in the link's own axes
    for (let c = 0; c < 3; c++) vector[c] = spin[s + c] - (root ? 0 : spin[p + c]);
    rotateBack3(local, 0, this.rotation, 4 * link, vector, 0);
    for (let c = 0; c < 3; c++) a[f + c] = k * error[c] + d * (local[c] - qvel[f + c]);
    // its rate: α − α_p + ω × ω_p
    for (let c = 0; c < 3; c++) vector[c] = spinRate[s + c] - (root ? 0 : spinRate[p + c]);
    if (!root) {
      vector[0] += spin[s + 1] * spin[p + 2] - spin[s + 2] * spin[p + 1];
      vector[1] += spin[s + 2] * spin[p] - spin[s] * spin[p + 2];
      vector[2] += spin[s] * spin[p + 1] - spin[s + 1] * spin[p];
    }
    rotateBack3(local, 0, this.rotation, 4 * link, vector, 0);
    for (let c = 0; c < 3; c++) {
      a[f + c] += local[c];
      D[f + c] = this.share * (root ? gains.orientationWeight : this.weight[link]) + ROOT_WEIGHT;
      if (root) {
        a[c] = 0;
        D[c] = ROOT_WEIGHT;
      }
    }
  }

  /** own = the link's coordinates in the reference, as a rotation. */
  private readTarget(link: number): void {
    const { links, own, turn, rotation } = this;
    if (link === 0) {
      relativeQuat(own, 0, links.restRotation, 0, rotation, 0);
      return;
    }
    multiplyQuat(turn, 0, rotation, 4 * links.parent[link], links.restRotation, 4 * link);
    relativeQuat(own, 0, turn, 0, rotation, 4 * link);
  }
}
