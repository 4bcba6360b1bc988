/** A rollout to look at: the person as a clip, the props, and the curves that the plots show. */
import { filledWith } from '../../math/options.ts';
import type { AnimatedProp } from '../../motion/animated-prop.ts';
import type { Clip } from '../../motion/clip.ts';
import { createRecorder } from '../../sim/recorder.ts';
import type { OffsetCurve } from './cmrt.ts';
import { LOG_STEP } from './objective.ts';
import { judge, type Rollout, type Stage } from './stage.ts';

export interface RecordedProp extends AnimatedProp {
  readonly mass: number; // [kg]
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
  const { frameRate, after, delay } = filledWith(RECORD_DEFAULTS, options);
  const { simulation, controller, scenario } = stage;
  const every = Math.max(1, Math.round(1 / (frameRate * LOG_STEP)));
  const watch = stage.begin(curve, delay);
  const judged = Math.round(scenario.duration / LOG_STEP);
  const ticks = judged + Math.round(after / LOG_STEP);
  const trace = createTrace(ticks);
  const recorder = createRecorder(simulation, every * LOG_STEP);
  let rollout: Rollout | undefined;
  let limp = false;
  for (let tick = 0; tick < ticks; tick++) {
    if (limp) simulation.tick();
    else stage.tick();
    writeTrace(trace, tick, stage);
    if (rollout === undefined && (!watch.look(simulation, stage.wanted) || tick === judged - 1)) {
      rollout = judge(watch, scenario, simulation, false);
    }
    limp ||= watch.fall !== undefined && simulation.touchesGround;
    recorder.sample();
  }
  controller.reset();
  const props = (simulation.scene.props ?? []).map(({ name, shape, mass }, index) => ({
    name,
    shape,
    mass,
    poses: recorder.prop(index),
  }));
  return { clip: recorder.clip(scenario.name), props, trace, rollout: rollout! };
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
