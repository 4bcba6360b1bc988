/** A scene that runs. */
import type { ForceTrack } from '../balance/force-track.ts';
import { UsageError } from '../errors.ts';
import type { Vec3 } from '../math/types.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { AppliedForces, inLink } from './applied-forces.ts';
import { writeState } from './coordinates.ts';
import { Engine, type MujocoModule } from './engine.ts';
import { JointRanges } from './joint-ranges.ts';
import { buildLinks, type Links } from './links.ts';
import { PERSON_STATE_SIZE, PersonState } from './person-state.ts';
import { checkProps, Props } from './props.ts';
import { sceneXml } from './scene-xml.ts';
import type { Controller, SceneDescription, SimFault, Simulation } from './types.ts';

const TIMESTEP = 0.002; // [s]
const CONTROL_PERIOD = 0.004; // [s]
/** A person whose joints turn faster than this has come apart [rad/s, m/s]. */
const BURST = 500;

/** Builds the scene inside the engine. Synchronous; one engine may hold several scenes.
 *
 * ```ts
 * const simulation = createSimulation(await loadMujoco(), { body, pose });
 * while (simulation.time < 2 && simulation.tick(controller)) recorder.sample();
 * ```
 */
export function createSimulation(mujoco: MujocoModule, scene: SceneDescription): RunningScene {
  return new RunningScene(mujoco, scene);
}

/** The simulation with its inner parts, which a controller needs. */
export class RunningScene implements Simulation {
  readonly scene: SceneDescription;
  readonly links: Links;
  readonly engine: Engine;
  readonly props: Props;
  readonly person: PersonState;
  readonly freedoms: number;
  readonly timestep: number;
  readonly controlPeriod: number;
  /** Motion of the floor under the feet: velocity and acceleration, world axes. */
  readonly floorMotion = new Float64Array(6);
  readonly ranges: JointRanges;
  fault: SimFault | undefined;
  private readonly forces: AppliedForces;
  private readonly stepsPerTick: number;
  private readonly startVelocity: Float64Array;
  private ticks = 0;

  constructor(mujoco: MujocoModule, scene: SceneDescription) {
    this.scene = scene;
    this.timestep = scene.timestep ?? TIMESTEP;
    this.stepsPerTick = Math.round((scene.controlPeriod ?? CONTROL_PERIOD) / this.timestep);
    if (!(this.timestep > 0 && this.timestep <= 0.01)) {
      throw new UsageError(`a time step above 0 and up to 0.01 s is needed, found ${this.timestep}`);
    }
    if (!(this.stepsPerTick >= 1 && this.stepsPerTick <= 100)) {
      throw new UsageError(`the control period must be 1 to 100 time steps, found ${scene.controlPeriod} s`);
    }
    this.controlPeriod = this.stepsPerTick * this.timestep;
    checkProps(scene.props ?? []);
    this.links = buildLinks(scene);
    this.freedoms = this.links.freedoms;
    this.startVelocity = scene.velocity
      ? Float64Array.from(scene.velocity as unknown as ArrayLike<number>)
      : new Float64Array(freedomCount(scene.body.skeleton));
    if (this.startVelocity.length !== freedomCount(scene.body.skeleton)) {
      throw new UsageError(`the velocity needs ${freedomCount(scene.body.skeleton)} numbers`);
    }
    this.engine = new Engine(mujoco, sceneXml(scene, this.links), this.timestep);
    try {
      this.props = new Props(scene, this.links, this.engine);
      this.person = new PersonState(this.links, this.engine);
      this.ranges = new JointRanges(this.links, this.engine);
      this.forces = new AppliedForces(scene, this.links, this.engine, this.props);
      this.reset();
    } catch (error) {
      this.engine.delete(); // a scene that is refused leaves none of its megabytes behind
      throw error;
    }
  }

  get time(): number {
    return this.ticks * this.controlPeriod;
  }

  tick(controller?: Controller): boolean {
    if (this.fault) return false;
    try {
      this.ranges.update();
      const { qfrc_applied: torque } = this.engine.views;
      if (controller) controller.update(this);
      else this.ranges.writeLimp(torque);
      this.ranges.addLigaments(torque);
      this.advance();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      this.fail(error instanceof Error ? error.message : String(error));
      return false;
    }
    this.ticks++;
    if (!this.isSound()) {
      this.fail('positions or speeds are no longer numbers that make sense');
      return false;
    }
    this.read();
    return true;
  }

  private fail(reason: string): void {
    this.fault = { time: this.time, reason };
  }

  /** Steps through one control period; ends before the engine looks at the new state. */
  private advance(): void {
    const { engine, timestep } = this;
    const start = this.time;
    for (let k = 0; k < this.stepsPerTick; k++) {
      const t = start + k * timestep;
      if (k > 0) {
        this.props.drive(t, timestep);
        engine.beginStep();
      }
      this.forces.apply(t, timestep);
      engine.finishStep();
    }
    if (this.props.touchPerson) engine.sumContacts();
    this.person.floorHeight = this.floorUnderFeet();
    this.person.readWrench(this.props.touchPerson);
  }

  private floorUnderFeet(): number {
    const { supportCentre } = this.person;
    return this.props.floorAt(supportCentre[0], supportCentre[1]);
  }

  private isSound(): boolean {
    const { qpos, qvel } = this.engine.views;
    let sum = 0;
    for (let i = 0; i < qpos.length; i++) sum += qpos[i] - qpos[i]; // props too: NaN − NaN and ∞ − ∞ are not 0
    for (let i = 0; i < this.links.freedoms; i++) if (!(Math.abs(qvel[i]) < BURST)) return false;
    return sum === 0;
  }

  /** Everything that follows from the present state. */
  private read(): void {
    this.props.drive(this.time, this.timestep);
    this.engine.beginStep();
    this.engine.findMassMatrix();
    this.props.readFloorMotion(this.floorMotion, this.time);
    this.person.readMotion(this.controlPeriod, this.props.floorAt);
    this.person.readMomentum(this.engine.mass, this.engine.nv);
  }

  get q(): Float64Array {
    return this.person.q;
  }
  get v(): Float64Array {
    return this.person.v;
  }
  get com(): Float64Array {
    return this.person.com;
  }
  get comVelocity(): Float64Array {
    return this.person.comVelocity;
  }
  get angularMomentum(): Float64Array {
    return this.person.angularMomentum;
  }
  get wrench(): Float64Array {
    return this.person.wrench;
  }
  get cop(): Float64Array {
    return this.person.cop;
  }
  get hasCop(): boolean {
    return this.person.hasCop;
  }
  get footContact(): Uint8Array {
    return this.person.footContact;
  }
  get support(): Float64Array {
    return this.person.support;
  }
  get supportCount(): number {
    return this.person.supportCount;
  }
  get supportCentre(): Float64Array {
    return this.person.supportCentre;
  }
  get touchesGround(): boolean {
    return this.person.touchesGround;
  }

  propIndex(name: string): number {
    return this.props.indexOf(name);
  }

  readProp(out: Float64Array, index: number): void {
    if (!(index >= 0 && index < this.props.count)) throw new UsageError(`no prop ${index} in this scene`);
    this.props.read(out, index);
  }

  isCaught(weld: number): boolean {
    return this.forces.isCaught(weld);
  }

  reachOf(weld: number): number {
    return this.forces.reachOf(weld);
  }

  pointAt(out: Float64Array, segment: number, pointInSegment: Vec3): void {
    const { xpos, xmat } = this.engine.views;
    const link = this.links.linkOf[segment];
    const [x, y, z] = inLink(this.links, segment, pointInSegment);
    for (let k = 0; k < 3; k++) {
      const r = 9 * (link + 1) + 3 * k;
      out[k] = xpos[3 * (link + 1) + k] + xmat[r] * x + xmat[r + 1] * y + xmat[r + 2] * z;
    }
  }

  addForce(track: ForceTrack): void {
    this.forces.add(track);
  }

  save(): Float64Array {
    const inner = this.engine.save();
    const extra = 7 + PERSON_STATE_SIZE;
    const out = new Float64Array(inner.length + extra + this.forces.stateSize);
    out.set(inner);
    out[inner.length] = this.ticks;
    out.set(this.wrench, inner.length + 1);
    this.person.save(out, inner.length + 7);
    this.forces.save(out, inner.length + extra);
    return out;
  }

  /** `state` comes from `save` of the same scene; pushes added since then stay. */
  restore(state: Float64Array): void {
    const extra = 7 + PERSON_STATE_SIZE;
    const size = state.length - extra - this.forces.stateSize;
    this.fault = undefined;
    this.engine.restore(state.subarray(0, size));
    this.ticks = state[size];
    this.wrench.set(state.subarray(size + 1, size + 7));
    this.forces.restore(state, size + extra);
    this.person.restore(state, size + 7);
    this.read();
    this.person.restore(state, size + 7);
  }

  reset(): void {
    this.fault = undefined;
    this.ticks = 0;
    this.engine.reset();
    this.forces.reset();
    this.person.reset();
    const { qpos, qvel } = this.engine.views;
    writeState(qpos, qvel, this.links, this.scene.pose, this.startVelocity);
    this.props.start();
    this.read();
    this.person.floorHeight = this.floorUnderFeet();
  }

  delete(): void {
    this.engine.delete();
  }
}
