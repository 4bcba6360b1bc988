/** The physics engine for commands that simulate. It is an optional package: not everybody needs its ten megabytes. */
import { UsageError } from '../errors.ts';
import type { MujocoModule } from '../sim/engine.ts';

const PACKAGE = '@mujoco/mujoco';

/** Loads the engine. Throws UsageError that says how to get it where it is not installed. */
export async function loadMujoco(): Promise<MujocoModule> {
  let load: () => Promise<unknown>;
  try {
    ({ default: load } = (await import(PACKAGE)) as { default: () => Promise<unknown> });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(`this command simulates with MuJoCo, which is not installed: npm install ${PACKAGE}`);
  }
  return (await load()) as MujocoModule;
}
