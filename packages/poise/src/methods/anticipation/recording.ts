/** A rollout to look at: the person as a clip, the props, and the curves that the plots show. */
import { type Clip, createClip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { PropShape } from '../../sim/types.ts';
import type { OffsetCurve } from './cmrt.ts';
import { LOG_STEP } from './objective.ts';
import { judge, type Rollout, type Stage } from './stage.ts';

export interface RecordedProp {
  readonly name: string;
  readonly shape: PropShape;
  readonly mass: number; // [kg]
  readonly poses: Float64Array; // frames × 7 position, rotation x y z w
}

/** Curves over time, one row per log step; x is left, z forward, world axes [m]. */
export interface Trace {
  readonly step: number; // [s]
  readonly length: number; // rows
  readonly com: Float64Array; // rows × 2 x, z
  readonly comReference: Float64Array; // rows × 2
  readonly cop: Float64Array; // rows × 2; the last one while there is no contact
  readonly contact: Uint8Array; // rows
  readonly support: Float64Array; // rows × 2 its centre
  readonly supportRange: Float64Array; // rows × 4 least and most x, least and most z
}

export interface Recording {
  readonly clip: Clip;
  readonly props: readonly RecordedProp[];
  readonly trace: Trace;
  readonly rollout: Rollout;
}

export interface RecordOptions {
  readonly frameRate: number; // [1/s]
  readonly after: number; // [s] that are shown after the end or the fall
  readonly delay: number; // [s] by which the CMRT comes late
}

export const RECORD_DEFAULTS: RecordOptions = { frameRate: 50, after: 1, delay: 0 };

/** Runs a stage to the end and shows what happens then: somebody who has fallen lets go when touching the ground. */
export function recordRollout(
  stage: Stage,
  curve: OffsetCurve | undefined,
  options: Partial<RecordOptions> = {},
): Recording {
  const { frameRate, after, delay } = { ...RECORD_DEFAULTS, ...options };
  const { simulation, controller, scenario, body } = stage;
  const every = Math.max(1, Math.round(1 / (frameRate * LOG_STEP)));
  const watch = stage.begin(curve, delay);
  const judged = Math.round(scenario.duration / LOG_STEP);
  const ticks = judged + Math.round(after / LOG_STEP);
  const frames = Math.floor(ticks / every) + 1;
  const nq = coordinateCount(body.skeleton);
  const q = new Float64Array(frames * nq);
  const props = (simulation.scene.props ?? []).map(({ name, shape, mass }) => ({
    name,
    shape,
    mass,
    poses: new Float64Array(frames * 7),
  }));
  const state = new Float64Array(13);
  const keep = (frame: number): void => {
    q.set(simulation.q, frame * nq);
    props.forEach(({ name, poses }) => {
      simulation.readProp(state, simulation.propIndex(name));
      poses.set(state.subarray(0, 7), frame * 7);
    });
  };
  const trace = createTrace(ticks);
  keep(0);
  let rollout: Rollout | undefined;
  let limp = false;
  let alive = true;
  for (let tick = 0; tick < ticks; tick++) {
    if (limp) alive = alive && simulation.tick();
    else alive = alive && stage.tick();
    writeTrace(trace, tick, stage);
    if (rollout === undefined && (!watch.look(simulation, stage.wanted) || tick === judged - 1)) {
      rollout = judge(watch, scenario, simulation, false);
    }
    limp ||= watch.fall !== undefined && simulation.touchesGround;
    if ((tick + 1) % every === 0) keep((tick + 1) / every);
  }
  controller.reset();
  const clip = createClip({
    name: scenario.name,
    skeleton: body.skeleton,
    roles: { status: 'humanoid', roles: body.roles, by: 'map', rig: body.table },
    frameTime: every * LOG_STEP,
    q,
  });
  return { clip, props, trace, rollout: rollout! };
}

const createTrace = (length: number): Trace => ({
  step: LOG_STEP,
  length,
  com: new Float64Array(2 * length),
  comReference: new Float64Array(2 * length),
  cop: new Float64Array(2 * length),
  contact: new Uint8Array(length),
  support: new Float64Array(2 * length),
  supportRange: new Float64Array(4 * length),
});

function writeTrace(trace: Trace, row: number, { simulation, controller }: Stage): void {
  const { com, cop, supportCentre, support, supportCount, hasCop } = simulation;
  trace.com[2 * row] = com[0];
  trace.com[2 * row + 1] = com[2];
  trace.contact[row] = hasCop ? 1 : 0;
  for (let k = 0; k < 2; k++) {
    trace.comReference[2 * row + k] = controller.comReference[k];
    trace.cop[2 * row + k] = cop[k];
    trace.support[2 * row + k] = supportCentre[k];
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < supportCount; i++) {
      least = Math.min(least, support[2 * i + k]);
      most = Math.max(most, support[2 * i + k]);
    }
    trace.supportRange[4 * row + 2 * k] = supportCount > 0 ? least : supportCentre[k];
    trace.supportRange[4 * row + 2 * k + 1] = supportCount > 0 ? most : supportCentre[k];
  }
}
