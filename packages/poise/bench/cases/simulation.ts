/** Simulated people: what one control step costs, and how much faster than real time scenes run. */
import load from '@mujoco/mujoco';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';
import { createController, createSimulation, holdPose, leanToBalance, sagittalPose } from '../../src/sim/index.ts';
import { allocationPerCall, type BenchCase, timePerCall } from '../case.ts';

const DEGREE = Math.PI / 180;
const BOXED = 400; // bytes a tick: numbers that the engine hands from function to function
const { body } = createMannequin({ height: 1.75, mass: 75 });
const pose = sagittalPose(body, leanToBalance(body, { hip: 11 * DEGREE, knee: 28 * DEGREE, ankle: 17 * DEGREE }));
const scenes = [
  { id: 'planar', scene: { planar: true } },
  { id: '3d-main', scene: {} },
  { id: '3d-toes', scene: { toes: 'bend' as const } },
  { id: '3d-all', scene: { joints: 'massive' as const } },
];

const open = async (scene: (typeof scenes)[number]['scene']) => {
  const simulation = createSimulation(await load(), { body, pose, ...scene });
  const controller = createController(simulation, { reference: holdPose(pose) });
  for (let i = 0; i < 500; i++) simulation.tick(controller);
  return { simulation, controller };
};

const control = ({ id, scene }: (typeof scenes)[number]): BenchCase => ({
  id: `simulation/control-${id}`,
  async measure() {
    const { simulation, controller } = await open(scene);
    const step = (): void => controller.update(simulation);
    const value = timePerCall(step);
    const allocationBytesPerCall = allocationPerCall(step, 2000);
    const note = `${simulation.freedoms} degrees of freedom`;
    simulation.delete();
    return { value, unit: 'us', note, allocationBytesPerCall, allocationAllowed: BOXED };
  },
});

const run = ({ id, scene }: (typeof scenes)[number]): BenchCase => ({
  id: `simulation/run-${id}`,
  async measure() {
    const { simulation, controller } = await open(scene);
    const perTick = timePerCall(() => {
      simulation.tick(controller);
    });
    const rollouts = 1e6 / (perTick * (3 / simulation.controlPeriod));
    const ratio = (1e6 * simulation.controlPeriod) / perTick;
    simulation.delete();
    return { value: rollouts, unit: 'rollouts/s', against: 'real time', ratio, note: '3 s each, control every 4 ms' };
  },
});

export const cases: readonly BenchCase[] = scenes.flatMap((scene) => [control(scene), run(scene)]);
