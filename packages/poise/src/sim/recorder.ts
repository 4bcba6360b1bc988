/** Keeps what a simulation does as a clip. */
import { UsageError } from '../errors.ts';
import { type Clip, createClip } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import type { Recorder, Simulation } from './types.ts';

/** Records at a fixed frame time [s], the first frame at once. Frames are those of the tick nearest in time.
 *
 * ```ts
 * const recorder = createRecorder(simulation, 1 / 60);
 * while (simulation.time < 3 && simulation.tick(controller)) recorder.sample();
 * const clip = recorder.clip('pushed');
 * ```
 */
export function createRecorder(simulation: Simulation, frameTime: number): Recorder {
  if (!(frameTime > 0)) throw new UsageError(`a frame time in seconds above 0 is needed, found ${frameTime}`);
  const { body, props = [] } = simulation.scene;
  const nq = coordinateCount(body.skeleton);
  const start = simulation.time;
  const frames: Float64Array[] = [];
  const poses: Float64Array[][] = props.map(() => []);
  const state = new Float64Array(13);
  const keep = (): void => {
    frames.push(simulation.q.slice());
    for (let i = 0; i < props.length; i++) {
      simulation.readProp(state, i);
      poses[i].push(state.slice(0, 7));
    }
  };
  keep();
  return {
    sample() {
      // more than once where frames are shorter than a tick: time must not run faster in the clip
      while (simulation.time >= start + frames.length * frameTime - simulation.controlPeriod / 2) keep();
    },
    get frameCount() {
      return frames.length;
    },
    clip(name = 'simulated'): Clip {
      const q = new Float64Array(frames.length * nq);
      frames.forEach((frame, i) => {
        q.set(frame, i * nq);
      });
      return createClip({
        name,
        skeleton: body.skeleton,
        roles: { status: 'humanoid', roles: body.roles, by: 'map', rig: 'simulated' },
        frameTime,
        q,
      });
    },
    prop(index) {
      const out = new Float64Array(7 * frames.length);
      poses[index].forEach((pose, i) => {
        out.set(pose, 7 * i);
      });
      return out;
    },
  };
}
