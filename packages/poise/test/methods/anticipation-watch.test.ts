/** What a watch says about boxes that turn or topple, and about an engine that gives up. The simulation is played by hand. */
import { describe, expect, it } from 'vitest';
import { costOf } from '../../src/methods/anticipation/objective.ts';
import { readScenario } from '../../src/methods/anticipation/scenario-file.ts';
import { createWatch } from '../../src/methods/anticipation/watch.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import type { ReferenceState, Simulation } from '../../src/sim/types.ts';

const { body, standing } = createMannequin();
const scenario = readScenario(
  {
    name: 'nudge',
    duration: 1,
    preparation: 0.2,
    task: 0.2,
    pose: 'stand',
    topple: true,
    boxes: [{ at: [0, 0.5], size: [1, 1.6, 0.25], mass: 100 }],
  },
  'nudge.json',
);
const reference = { q: standing } as unknown as ReferenceState;

/** Somebody who stands still, and a box turned by an angle [rad] about an axis. */
function played(axis: 'x' | 'y' | 'z', angle: number) {
  const rotation = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }[axis].map((k) => k * Math.sin(angle / 2));
  const scene = {
    scene: { body, welds: [] },
    q: standing,
    time: 0.5,
    fault: undefined as Simulation['fault'],
    com: Float64Array.of(0, 1, 0.05),
    comVelocity: new Float64Array(3),
    cop: Float64Array.of(0, 0.05),
    hasCop: true,
    supportCentre: Float64Array.of(0, 0.05),
    touchesGround: false,
    propIndex: () => 0,
    readProp: (out: Float64Array) => out.set([0, 0.8, 0.6, ...rotation, Math.cos(angle / 2)]),
  };
  const simulation = scene as unknown as Simulation;
  const plan = {
    scenario,
    joints: [1],
    referenceHeight: () => 1,
    feet: [body.roles.leftFoot!],
    chest: body.roles.chest!,
  };
  return { scene, simulation, watch: createWatch(simulation, plan) };
}

describe('a box', () => {
  it.each([
    ['x', 0.7, true],
    ['z', -0.7, true],
    ['x', 0.5, false],
    ['y', 0.7, false],
    ['y', 3, false],
  ] as const)('that is turned about %s by %s has toppled: %s', (axis, angle, toppled) => {
    const { simulation, watch } = played(axis, angle);
    expect(watch.look(simulation, reference)).toBe(true);
    expect(watch.toppled).toBe(toppled);
    expect(watch.ending(simulation).complaints.includes('the box does not topple')).toBe(!toppled);
  });
});

describe('an engine that gives up', () => {
  it('is told as what it is, not as a fall, and costs like one', () => {
    const { scene, simulation, watch } = played('y', 0);
    expect(watch.look(simulation, reference)).toBe(true);
    scene.fault = { time: 0.5, reason: 'the momentum problem has no solution' };
    expect(watch.look(simulation, reference)).toBe(false);
    expect(watch.fall).toBeUndefined();
    expect(watch.fault).toBe(scene.fault);
    const ending = watch.ending(simulation);
    expect(ending.standing).toBe(false);
    expect(ending.complaints).toEqual(['the engine gave up at 0.50 s: the momentum problem has no solution']);
    const course = watch.course();
    expect(costOf(course)).toBeGreaterThan(0.25 * Math.sqrt(course.samples));
  });
});
