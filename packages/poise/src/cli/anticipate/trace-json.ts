/** Curves and props of a rollout as JSON, for plots elsewhere. */
import type { Recording } from '../../methods/anticipation/recording.ts';
import type { Scenario } from '../../methods/anticipation/scenario.ts';

const short = (values: Float64Array): number[] => Array.from(values, (x) => Number(x.toFixed(6)));

export function traceJson({ trace, props, rollout, clip }: Recording, scenario: Scenario): string {
  const { step, com, comReference, cop, contact, support, supportRange } = trace;
  const { preparation, task, duration } = scenario;
  return `${JSON.stringify({
    scenario: scenario.name,
    preparation,
    task,
    duration,
    rms: rollout.rms,
    fall: rollout.fall ?? null,
    step,
    columns: 'x (left), z (forward) [m] per step',
    com: short(com),
    comReference: short(comReference),
    cop: short(cop),
    contact: Array.from(contact),
    support: short(support),
    supportRange: short(supportRange),
    frameTime: clip.frameTime,
    props: props.map(({ name, shape, mass, poses }) => ({ name, shape, mass, poses: short(poses) })),
  })}\n`;
}
