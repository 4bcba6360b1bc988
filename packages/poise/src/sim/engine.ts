/**
 * The physics engine, as much of it as is used here. The module is MuJoCo's official WASM build (`@mujoco/mujoco`), an
 * optional peer: the caller loads it and passes it in, this library never imports it. This folder is the only one that
 * touches it, and this file the only one that knows its calls.
 *
 * ```ts
 * import loadMujoco from '@mujoco/mujoco';
 * const simulation = createSimulation(await loadMujoco(), scene);
 * ```
 */
import { UsageError } from '../errors.ts';

/** Memory of the engine that it can write results to; a plain typed array would silently stay empty. */
interface EngineBuffer {
  GetView(): Float64Array;
  delete(): void;
}

interface EngineModel {
  readonly nq: number;
  readonly nv: number;
  readonly opt: { disableflags: number; timestep: number };
  delete(): void;
}

/** Arrays that a simulation reads and writes, views on the engine's memory. */
const VIEWS = [
  'qpos',
  'qvel',
  'qfrc_bias',
  'qfrc_passive',
  'qfrc_applied',
  'qfrc_constraint',
  'xfrc_applied',
  'xpos',
  'xmat',
  'xquat',
  'cvel',
  'xipos',
  'cfrc_ext',
  'subtree_com',
] as const;
type ViewName = (typeof VIEWS)[number];
type Views = Record<ViewName, Float64Array>;

interface EngineData extends Readonly<Views> {
  time: number;
  delete(): void;
}

interface Flag {
  readonly value: number;
}

/** The loaded module, by the members that are used. */
export interface MujocoModule {
  readonly MjModel: { from_xml_string(xml: string): unknown };
  readonly MjData: new (model: never) => unknown;
  readonly DoubleBuffer: new (size: never) => unknown;
  readonly mjtDisableBit: unknown;
  readonly mjtState: unknown;
  mj_step1(model: never, data: never): void;
  mj_step2(model: never, data: never): void;
  mj_resetData(model: never, data: never): void;
  mj_rnePostConstraint(model: never, data: never): void;
  mj_fullM(model: never, data: never, out: never): void;
  mj_stateSize(model: never, spec: number): number;
  mj_getState(model: never, data: never, out: never, spec: number): void;
  mj_setState(model: never, data: never, state: never, spec: number): void;
}

/** One model and its data, with views that stay valid when the engine's memory grows. */
export class Engine {
  readonly nq: number;
  readonly nv: number;
  private readonly module: MujocoModule;
  private readonly model: EngineModel;
  private readonly data: EngineData;
  private readonly massBuffer: EngineBuffer;
  private readonly stateBuffer: EngineBuffer;
  private readonly stateSpec: number;
  private readonly held: Views = {} as Views;
  private massView: Float64Array = new Float64Array(0);

  constructor(module: MujocoModule, xml: string, timestep: number) {
    this.module = module;
    this.model = compile(module, xml);
    this.model.opt.timestep = timestep;
    // A diverged simulation would start again from the beginning, unnoticed.
    const flags = module.mjtDisableBit as Record<string, Flag>;
    this.model.opt.disableflags |= flags['mjDSBL_AUTORESET']!.value;
    this.data = createData(module, this.model);
    this.nq = this.model.nq;
    this.nv = this.model.nv;
    this.massBuffer = new module.DoubleBuffer((this.nv * this.nv) as never) as EngineBuffer;
    this.stateSpec = (module.mjtState as Record<string, Flag>)['mjSTATE_INTEGRATION']!.value;
    const size = module.mj_stateSize(this.model as never, this.stateSpec);
    this.stateBuffer = new module.DoubleBuffer(size as never) as EngineBuffer;
    this.fetch();
  }

  get views(): Readonly<Views> {
    if (this.held.qpos.length === 0) this.fetch();
    return this.held;
  }

  private fetch(): void {
    for (const name of VIEWS) this.held[name] = this.data[name];
    this.massView = this.massBuffer.GetView();
  }

  get time(): number {
    return this.data.time;
  }

  /** Positions, velocities and bias forces of the present state; `finishStep` goes on from there. */
  beginStep(): void {
    this.module.mj_step1(this.model as never, this.data as never);
  }

  finishStep(): void {
    this.module.mj_step2(this.model as never, this.data as never);
  }

  /** Contact forces per body, in cfrc_ext. */
  sumContacts(): void {
    this.module.mj_rnePostConstraint(this.model as never, this.data as never);
  }

  /** Works out the mass matrix of the state of the last `beginStep`. */
  findMassMatrix(): void {
    this.module.mj_fullM(this.model as never, this.data as never, this.massBuffer as never);
  }

  /** The mass matrix that was found last, nv × nv. */
  get mass(): Float64Array {
    if (this.massView.length === 0) this.fetch();
    return this.massView;
  }

  save(): Float64Array {
    this.module.mj_getState(this.model as never, this.data as never, this.stateBuffer as never, this.stateSpec);
    return this.stateBuffer.GetView().slice();
  }

  restore(state: Float64Array): void {
    this.module.mj_setState(this.model as never, this.data as never, state as never, this.stateSpec);
  }

  reset(): void {
    this.module.mj_resetData(this.model as never, this.data as never);
  }

  delete(): void {
    this.massBuffer.delete();
    this.stateBuffer.delete();
    this.data.delete();
    this.model.delete();
  }
}

/** State of a model. The model goes with it where there is no memory for it. */
function createData(module: MujocoModule, model: EngineModel): EngineData {
  try {
    return new module.MjData(model as never) as EngineData;
  } catch (error) {
    model.delete();
    throw error;
  }
}

function compile(module: MujocoModule, xml: string): EngineModel {
  let model: unknown;
  try {
    model = module.MjModel.from_xml_string(xml);
  } catch (error) {
    throw new UsageError(
      `the engine refuses the scene: ${(error instanceof Error ? error.message : String(error)).trim().replace(/\s*\n\s*/g, '; ')}`,
    );
  }
  if (!model) throw new UsageError('the engine refuses the scene');
  return model as EngineModel;
}
