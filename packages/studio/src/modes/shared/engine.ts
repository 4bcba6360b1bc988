/** The physics engine in a worker: loaded once, from the studio's own files. */
import loadMujoco from '@mujoco/mujoco';
import wasm from '@mujoco/mujoco/mujoco.wasm?url';
import type { MujocoModule } from 'poise/sim';

let engine: Promise<MujocoModule> | undefined;

/** The module; another try after a failure. */
export function loadEngine(): Promise<MujocoModule> {
  engine ??= load();
  return engine;
}

async function load(): Promise<MujocoModule> {
  try {
    return (await loadMujoco({ locateFile: (path: string) => (path.endsWith('.wasm') ? wasm : path) })) as MujocoModule;
  } catch (error) {
    engine = undefined;
    const words = error instanceof Error ? error.message : String(error);
    throw new Error(`The physics engine could not be loaded: ${words}`);
  }
}
